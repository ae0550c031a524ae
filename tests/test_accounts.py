"""A table's hands in points: told by hand, and held against what real games state."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT

from minogashi import events as ev
from minogashi.accounts import Accounts
from minogashi.claims import PON
from minogashi.errors import MinogashiError
from minogashi.rulebook import profile
from minogashi.settle import Outcome, State
from minogashi.table import Table
from minogashi.tiles import HIDDEN, Kind, Tile, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNTOLD = (HIDDEN,) * 13
SOUTH = parse_tiles("77m34567p678s777z")


def started(book: str = "tenhou", *, honba: int = 0, sticks: int = 0, **options: str | int) -> Accounts:
    """A first hand in which only south's tiles are told: it waits on 2p, 5p and 8p."""
    accounts = Accounts(Table(profile(book, options)))
    seats = accounts.table.profile.seats
    hands = (UNTOLD, tuple(SOUTH), *[UNTOLD] * (seats - 2))
    accounts.apply(ev.RoundStart(0, 0, honba, sticks, 0, (25000,) * seats, (Tile(0),), hands))
    return accounts


def turn(accounts: Accounts, seat: int, thrown: str, drawn: str = "") -> None:
    """A seat draws (a tile not told, if none is named) and throws."""
    accounts.apply(ev.Draw(seat, parse_tile(drawn) if drawn else HIDDEN))
    accounts.apply(ev.Discard(seat, parse_tile(thrown)))


def test_a_win_with_dora_under_the_indicators() -> None:
    accounts = started(honba=1, sticks=1)
    turn(accounts, 0, "9m")
    accounts.apply(ev.Draw(1, parse_tile("1s")))
    accounts.apply(ev.Riichi(1))
    accounts.apply(ev.Discard(1, parse_tile("1s")))
    turn(accounts, 2, "2p")
    accounts.apply(ev.Ron(1, 2, parse_tile("2p")), ura=[Kind(32)])
    accounts.apply(ev.RoundEnd("win"))
    assert accounts.closing == State(0, 0, 1, 2, 0, (25000, 24000, 25000, 25000))
    # riichi, ippatsu, chun and three dora under the indicator
    assert accounts.outcome == Outcome("win", (0, 14300, -12300, 0), stays=False, honba=0)


def test_a_win_without_a_yaku_has_no_points() -> None:
    accounts = Accounts(Table(profile("tenhou"), strict=False))
    hand = tuple(parse_tiles("77m34567p678s999m"))
    accounts.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), (UNTOLD, hand, UNTOLD, UNTOLD)))
    turn(accounts, 0, "2p")
    with pytest.raises(MinogashiError, match="without a yaku"):
        accounts.apply(ev.Ron(1, 0, parse_tile("2p")))


def test_a_riichi_on_the_last_tile_is_paid_before_the_hand_ends() -> None:
    accounts = started(riichi_min_wall=0)
    turn(accounts, 0, "4m")
    accounts.apply(ev.Draw(1, parse_tile("2s")))
    accounts.apply(ev.Live(0))
    accounts.apply(ev.Riichi(1))
    accounts.apply(ev.Discard(1, parse_tile("2s")))
    accounts.apply(ev.RoundEnd("exhaustive"))
    assert accounts.closing == State(0, 0, 0, 1, 0, (25000, 24000, 25000, 25000))
    assert accounts.outcome == Outcome("exhaustive", (-1000, 3000, -1000, -1000), stays=False, honba=1, sticks=1)


def test_terminals_and_honours_only_unless_one_was_called() -> None:
    accounts = started()
    turn(accounts, 0, "9m")
    turn(accounts, 1, "1s", "1s")
    turn(accounts, 2, "3p")
    turn(accounts, 3, "2z")
    assert accounts.nagashi == [0, 1, 3]
    accounts.apply(ev.Call(0, PON, parse_tile("2z"), 3, tuple(parse_tiles("22z"))))
    accounts.apply(ev.Discard(0, parse_tile("1z")))
    assert accounts.nagashi == [0, 1]


def test_a_chombo_is_charged_to_the_seat_that_declared() -> None:
    accounts = started("ema2012")
    turn(accounts, 0, "9m")
    accounts.apply(ev.FalseWin(3, shown=True))
    accounts.apply(ev.RoundEnd("chombo"))
    assert accounts.outcome == Outcome("chombo", (4000, 2000, 2000, -8000), stays=True, honba=0, penalties=(0, 0, 0, 0))


def test_a_hand_that_breaks_off_has_no_outcome() -> None:
    accounts = started()
    turn(accounts, 0, "9m")
    accounts.apply(ev.RoundEnd("cut"))
    assert accounts.outcome is None


# Real games

SAMPLE = {"mjlog": 81, "mjlog-2020": 60}
OTHER_COUNTERS = "ratio1-variant"
"""A lobby (bit 1024 of its type) where a counter is 1500 points."""
NOT_AN_EAST_GAME = ("doubleron_and_riichi", "mahjongpantheon__west")
"""Two logs whose type says east only, which they are not."""
OWN_SCORES = ("chip-variant", "newattr2023", "dnovikoff__ratio", "dnovikoff__shuffle")
"""Lobbies with chips, rates, or an uma of their own."""


@pytest.fixture(scope="module")
def settlement() -> Iterator[Any]:
    """The script that settles real games again."""
    spec = importlib.util.spec_from_file_location("settlement", ROOT / "soak" / "settlement.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["settlement"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["settlement"]


def excused(difference: str) -> bool:
    """Whether a difference is one of the lobby's own rules, or of a log that is wrong about itself."""
    if "final score" in difference and any(name in difference for name in OWN_SCORES):
        return True
    return OTHER_COUNTERS in difference or (
        "next hand" in difference and any(name in difference for name in NOT_AN_EAST_GAME)
    )


@pytest.mark.parametrize("folder", SAMPLE)
def test_real_games_are_settled_as_they_were(settlement: Any, records: Path, folder: str) -> None:  # noqa: ANN401
    found = settlement.Findings()
    played = 0
    for game in settlement.games(records / folder):
        played += 1
        found.add(game.run())
        if played == SAMPLE[folder]:
            break
    assert played == SAMPLE[folder]
    assert [difference for difference in found.differences if not excused(difference)] == []
    assert {"deltas 4p ron", "deltas 4p tsumo", "next hand", "game ends", "final points"} <= set(found.agree)
