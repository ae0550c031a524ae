"""The small form of soak/: a few watched games for every rule book, and of the comparisons with other engines."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from minogashi.play.match import Match
from minogashi.rulebook import profile

if TYPE_CHECKING:
    from minogashi.events import Event

SOAK = str(Path(__file__).parent.parent / "soak")
RIICHI = ("tenhou", "majsoul", "mleague", "ema2012", "ema2016", "jpml_a", "wrc2022", "tenhou-sanma", "majsoul-sanma")
SINGAPORE = (
    "sg-wong-v1", "sg-hu-only", "sg-no-lock", "sg-smc", "sg-classic-missed", "sg-locked-discards", "hk-waterline",
    "tw-strict",
)  # fmt: skip


def soak(name: str) -> Any:  # noqa: ANN401  a module
    """A script of soak/, which is no package."""
    if SOAK not in sys.path:
        sys.path.append(SOAK)
    return importlib.import_module(name)


@pytest.fixture(scope="module")
def watch() -> Any:  # noqa: ANN401  a module
    return soak("watch")


@pytest.mark.parametrize("name", RIICHI)
def test_riichi_games_hold_under_watch(watch: Any, name: str) -> None:  # noqa: ANN401
    random = watch.play_games(profile(name), "random", [3], hands=2)
    light = watch.play_games(profile(name), "random", [3], hands=2, light=True)
    assert (light.results, light.hands, light.events) == (random.results, random.hands, random.events)
    tally = watch.play_games(profile(name), "mixed", [3, 4], hands=3)
    assert (random.hands, tally.hands) == (2, 6)
    assert tally.results.total() == tally.hands
    assert tally.lock_set["in_riichi"] + tally.lock_set["furiten_temporary"] > 0


@pytest.mark.parametrize("name", SINGAPORE)
def test_singapore_games_hold_under_watch(watch: Any, name: str) -> None:  # noqa: ANN401
    tally = watch.play_games(profile(name), "mixed", [3, 5], hands=3)
    assert tally.hands == 6
    assert tally.lock_set["own_latest"] > 0
    assert (tally.lock_set["passed_set"] > 0) == (profile(name)["passed_lock"] == "wong")


@pytest.mark.parametrize("family", ["riichi", "singapore"])
def test_games_hold_under_options_at_random(family: str) -> None:
    soak("watch")
    tally, refused, changed = soak("options").played(family, 40, 5)
    assert (tally.games, refused) == (40, 0)
    assert tally.hands > 60
    assert len(changed) > 25


def test_a_whole_game_ends_with_all_its_points(watch: Any) -> None:  # noqa: ANN401
    tally = watch.play_games(profile("tenhou"), "sensible", [8])
    assert tally.hands >= 4
    assert tally.ended["in_riichi hand_end"] == tally.lock_set["in_riichi"]


def test_a_tile_that_is_there_twice_is_found(watch: Any) -> None:  # noqa: ANN401
    match = watch.watched(profile("tenhou"), "random", 1, watch.Tally())
    whole = match.house.wall

    def doubled(seed: str) -> Any:  # noqa: ANN401
        wall = whole(seed)
        wall.tiles[60] = wall.tiles[61]
        return wall

    match.house.wall = doubled
    with pytest.raises(watch.BrokenGameError, match="not there as often"):
        match.run(1)


def test_points_that_come_from_nowhere_are_found(watch: Any) -> None:  # noqa: ANN401
    match = watch.watched(profile("sg-wong-v1"), "random", 1, watch.Tally())
    match.house.settled = lambda _deal, _result: (1, 0, 0, 0)
    with pytest.raises(watch.BrokenGameError, match="scores sum to 1"):
        match.run(1)


@pytest.mark.parametrize("name", ["tenhou", "sg-wong-v1"])
def test_a_game_goes_on_from_wherever_it_was_stopped(watch: Any, name: str) -> None:  # noqa: ANN401
    book = profile(name)
    whole: list[Event] = []
    Match(book, watch.players("mixed", book.seats, 2), 2, keep=whole.append).run(2)
    for stop in range(0, len(whole), 11):
        again = whole[:stop]
        match = Match(book, watch.players("mixed", book.seats, 2), 2, keep=again.append)
        match.resume(whole[:stop])
        match.run(2)
        assert again == whole, stop


@pytest.mark.parametrize("seats", [3, 4])
def test_menus_are_those_of_riichienv(seats: int) -> None:
    if importlib.util.find_spec("riichienv") is None:
        pytest.skip("riichienv is not installed: its menus cannot be compared")
    found = soak("beside_riichienv").run(seats, 2000, seed=4)
    assert found.menus >= 2000
    assert dict(found.differences) == {}
