"""Genbutsu, same-turn safety and suji: riichi.md 5.2, P07-P12, and no safe tile is ever won in real games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.claims import CHI, PON, Code
from minogashi.defence import Watch, genbutsu, safe, safe_this_turn, suji
from minogashi.formats import records as all_records
from minogashi.profile import profile
from minogashi.record import Record
from minogashi.table import Table
from minogashi.tiles import HIDDEN, KIND_OF, Kind, name, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ME, RIGHT, ACROSS, LEFT = 1, 2, 3, 0
"""South is me; east, on my left, is the dealer."""


def watched(rules: str = "tenhou", **overrides: str) -> Watch:
    """A deal in which nobody shows a tile."""
    watch = Watch(Table(profile(rules, overrides)))
    watch.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), ((HIDDEN,) * 13,) * 4))
    return watch


def throw(watch: Watch, seat: int, tile: str) -> None:
    """A draw and a discard."""
    watch.apply(ev.Draw(seat, HIDDEN))
    watch.apply(ev.Discard(seat, parse_tile(tile)))


def to_me(watch: Watch) -> None:
    """My turn comes: the tile before it has gone by."""
    watch.apply(ev.Draw(ME, HIDDEN))


def kinds(found: Iterable[Kind]) -> str:
    return " ".join(name(kind) for kind in sorted(found))


def against(watch: Watch) -> dict[int, str]:
    return {seat: kinds(found) for seat, found in safe(watch, ME).items()}


def test_p07_the_tile_of_the_left_player_is_safe_against_everybody() -> None:
    watch = watched()
    throw(watch, LEFT, "5s")
    to_me(watch)
    assert against(watch) == {LEFT: "5s", RIGHT: "5s", ACROSS: "5s"}


def test_p07_names_the_reason_and_the_event() -> None:
    watch = watched()
    throw(watch, LEFT, "5s")
    to_me(watch)
    found = safe(watch, ME)
    five = KIND_OF[parse_tile("5s")]
    assert found[LEFT][five].code == Code.FURITEN_DISCARD
    assert found[RIGHT][five].code == Code.FURITEN_TEMPORARY
    assert {(one[five].event, one[five].source) for one in found.values()} == {(2, LEFT)}
    assert found[RIGHT][five].until == ("own_discard",)


@pytest.mark.parametrize(
    ("reset", "right"),
    [("own_discard", "4m 5s"), ("own_draw", "4m 5s"), ("own_draw_or_call", "4m 5s"), ("any_call", "")],
)
def test_p08_my_chi_cancels_same_turn_safety_only_under_any_call(reset: str, right: str) -> None:
    watch = watched(temp_furiten_reset=reset)
    throw(watch, LEFT, "1z")
    throw(watch, ME, "1z")
    throw(watch, RIGHT, "1z")
    throw(watch, ACROSS, "5s")
    throw(watch, LEFT, "4m")
    watch.apply(ev.Call(ME, CHI, parse_tile("4m"), LEFT, tuple(parse_tiles("56m"))))
    assert kinds(safe_this_turn(watch, ME)[RIGHT]) == right


def test_p09_the_tile_of_the_player_across_is_not_safe_against_the_left_one() -> None:
    watch = watched()
    for seat in (LEFT, ME, RIGHT):
        throw(watch, seat, "2z")
    throw(watch, ACROSS, "5s")
    throw(watch, LEFT, "1z")
    to_me(watch)
    five = KIND_OF[parse_tile("5s")]
    assert [seat for seat, found in safe(watch, ME).items() if five in found] == [RIGHT, ACROSS]


def riichi(watch: Watch, seat: int, tile: str) -> None:
    watch.apply(ev.Draw(seat, HIDDEN))
    watch.apply(ev.Riichi(seat))
    watch.apply(ev.Discard(seat, parse_tile(tile)))


def test_p10_what_went_by_after_a_riichi_is_genbutsu() -> None:
    watch = watched()
    riichi(watch, LEFT, "9m")
    throw(watch, ME, "3p")
    throw(watch, RIGHT, "1z")
    throw(watch, ACROSS, "2z")
    throw(watch, LEFT, "3z")
    found = genbutsu(watch, LEFT)
    assert kinds(found) == "9m 3p 1z 2z 3z"
    three = found[KIND_OF[parse_tile("3p")]]
    assert (three.code, three.source, three.until) == (Code.FURITEN_RIICHI, ME, ("hand_end",))


def test_what_went_by_before_the_riichi_is_not() -> None:
    watch = watched()
    throw(watch, LEFT, "1z")
    throw(watch, ME, "3p")
    throw(watch, RIGHT, "4p")
    throw(watch, ACROSS, "5p")
    riichi(watch, LEFT, "9m")
    to_me(watch)
    assert kinds(genbutsu(watch, LEFT)) == "9m 1z"


def test_a_discard_that_was_called_stays_genbutsu() -> None:
    watch = watched()
    throw(watch, LEFT, "7z")
    watch.apply(ev.Call(ACROSS, PON, parse_tile("7z"), LEFT, tuple(parse_tiles("77z"))))
    watch.apply(ev.Discard(ACROSS, parse_tile("1m")))
    assert kinds(genbutsu(watch, LEFT)) == "7z"


def test_a_player_who_called_has_a_new_hand() -> None:
    watch = watched()
    throw(watch, LEFT, "5s")
    watch.apply(ev.Call(RIGHT, PON, parse_tile("5s"), LEFT, tuple(parse_tiles("55s"))))
    watch.apply(ev.Discard(RIGHT, parse_tile("1m")))
    watch.apply(ev.Draw(ACROSS, HIDDEN))
    assert kinds(safe_this_turn(watch, ME)[RIGHT]) == ""
    assert kinds(safe_this_turn(watch, ME)[ACROSS]) == "1m 5s"


def test_a_closed_kan_shows_nothing() -> None:
    watch = watched(kokushi_ankan_ron="yes")
    throw(watch, LEFT, "1z")
    watch.apply(ev.Draw(ME, HIDDEN))
    watch.apply(ev.ClosedKan(ME, tuple(parse_tiles("7777z"))))
    watch.apply(ev.Draw(ME, HIDDEN, replacement=True))
    assert kinds(safe_this_turn(watch, LEFT)[RIGHT]) == "1z"


def test_an_added_kan_that_nobody_robbed_is_an_offer_let_go() -> None:
    watch = watched()
    throw(watch, LEFT, "7z")
    watch.apply(ev.Call(ME, PON, parse_tile("7z"), LEFT, tuple(parse_tiles("77z"))))
    watch.apply(ev.Discard(ME, parse_tile("1m")))
    for seat in (RIGHT, ACROSS, LEFT):
        throw(watch, seat, "1m")
    watch.apply(ev.Draw(ME, HIDDEN))
    watch.apply(ev.AddedKan(ME, parse_tile("7z")))
    watch.apply(ev.Draw(ME, HIDDEN, replacement=True))
    assert "7z" in kinds(safe_this_turn(watch, LEFT)[RIGHT])


def test_where_only_a_legal_win_counts_as_passed_a_silent_hand_shows_nothing() -> None:
    watch = watched(temp_furiten_trigger="yaku_only")
    throw(watch, LEFT, "5s")
    to_me(watch)
    assert kinds(safe_this_turn(watch, ME)[RIGHT]) == ""


def test_where_only_a_legal_win_counts_as_passed_a_riichi_hand_still_shows() -> None:
    watch = watched(temp_furiten_trigger="yaku_only")
    riichi(watch, LEFT, "9m")
    throw(watch, ME, "3p")
    watch.apply(ev.Draw(RIGHT, HIDDEN))
    assert kinds(genbutsu(watch, LEFT)) == "9m 3p"


def test_in_the_singapore_game_the_latest_own_discard_is_safe() -> None:
    watch = watched("sg-wong-v1")
    throw(watch, LEFT, "5s")
    to_me(watch)
    assert kinds(genbutsu(watch, LEFT)) == ""
    assert against(watch) == {LEFT: "5s", RIGHT: "", ACROSS: ""}
    five = safe_this_turn(watch, ME)[LEFT][KIND_OF[parse_tile("5s")]]
    assert (five.code, five.until) == (Code.OWN_LATEST, ("own_draw",))


def test_a_red_five_is_a_five() -> None:
    watch = watched()
    throw(watch, LEFT, "0s")
    to_me(watch)
    assert against(watch)[RIGHT] == "5s"


@pytest.mark.parametrize(("river", "found"), [("17m5p", "4m 2p 8p"), ("4m", "1m 7m"), ("147m", ""), ("1z", "")])
def test_p11_p12_suji(river: str, found: str) -> None:
    assert kinds(suji(KIND_OF[tile] for tile in parse_tiles(river))) == found


def test_suji_names_the_shapes_that_can_still_win() -> None:
    found = suji(KIND_OF[tile] for tile in parse_tiles("4m46p"))
    assert found[KIND_OF[parse_tile("1m")]].left == ("shanpon", "tanki")
    assert found[KIND_OF[parse_tile("3p")]].left == ("kanchan", "penchan", "shanpon", "tanki")


def test_no_tile_called_safe_is_ever_won(records: Path) -> None:
    """Every ron of real games, and every ready hand that waits on a tile called safe against it."""
    wins = judged = 0
    for record in all_records(records / "mjlog"):
        if not isinstance(record, Record):
            continue
        watch = Watch(Table(profile(record.profile, record.options), strict=False))
        for event in record.events:
            watch.apply(event)
            table = watch.table
            if isinstance(event, ev.Ron):
                kind = KIND_OF[event.tile]
                wins += 1
                assert kind not in genbutsu(watch, event.seat)
                assert kind not in watch.passes[event.seat]
            elif isinstance(event, ev.Draw):
                for seat, found in safe(watch, event.seat).items():
                    waiting = [kind for kind in found if table.seats[seat].waits >> kind & 1]
                    judged += len(waiting)
                    assert not waiting or table.furiten(seat) is not None
    assert wins > 300
    assert judged > 300
