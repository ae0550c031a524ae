"""Genbutsu, same-turn safety and suji: riichi.md 5.2, P07-P12, and no safe tile is ever won in real games."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from minogashi import events as ev
from minogashi.claims import CHI, PON, Code
from minogashi.corpus.sources import items, shards
from minogashi.defence import Danger, Watch, dangers, genbutsu, safe, safe_this_turn, suji
from minogashi.play.bots import CarefulBot, SensibleBot, hands
from minogashi.play.match import Match
from minogashi.play.menu import own_turn
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import HIDDEN, KIND_OF, Kind, Tile, name, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

ME, RIGHT, ACROSS, LEFT = 1, 2, 3, 0
"""South is me; east, on my left, is the dealer."""


SOAK = str(Path(__file__).parent.parent / "soak")


def soak(name: str) -> Any:  # noqa: ANN401  a module
    """A script of soak/, which is no package."""
    if SOAK not in sys.path:
        sys.path.append(SOAK)
    return importlib.import_module(name)


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


def at_table(hand: str, rules: str = "tenhou", dora: str = "", **overrides: str) -> Watch:
    """A deal in which I show my hand."""
    watch = Watch(Table(profile(rules, overrides)))
    hands: list[tuple[Tile, ...]] = [(HIDDEN,) * 13] * 4
    hands[ME] = tuple(parse_tiles(hand))
    watch.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, tuple(parse_tiles(dora)), tuple(hands)))
    return watch


def danger(watch: Watch, opponent: int, tile: str) -> Danger:
    return dangers(watch, ME)[opponent][KIND_OF[parse_tile(tile)]]


def shapes(found: Danger) -> dict[str, int]:
    return {f"{shape.name} {''.join(map(name, shape.holds))}": shape.ways for shape in found.shapes}


def test_a_tile_of_which_nothing_is_known_can_be_won_by_every_shape() -> None:
    watch = at_table("5m19p19s11223344z")
    throw(watch, LEFT, "9m")
    to_me(watch)
    found = danger(watch, LEFT, "5m")
    assert (found.level, found.certain, found.left) == ("open", False, 3)
    assert shapes(found) == {
        "kanchan 4m6m": 16, "ryanmen 3m4m": 16, "ryanmen 6m7m": 16, "shanpon 5m5m": 3, "tanki 5m": 3,
    }  # fmt: skip


def test_suji_leaves_what_suji_does_not_cover() -> None:
    watch = at_table("1m19p19s11223344z")
    throw(watch, LEFT, "4m")
    to_me(watch)
    found = danger(watch, LEFT, "1m")
    assert (found.level, kinds(found.suji), found.safe) == ("suji", "4m", None)
    assert [shape.name for shape in found.shapes] == ["shanpon", "tanki", "kokushi"]


def test_half_suji_bars_one_side_only() -> None:
    watch = at_table("5m19p19s11223344z")
    throw(watch, LEFT, "2m")
    to_me(watch)
    found = danger(watch, LEFT, "5m")
    assert (found.level, kinds(found.suji)) == ("open", "2m")
    assert [shape for shape in shapes(found) if shape.startswith("ryanmen")] == ["ryanmen 6m7m"]


def test_a_tile_let_go_this_turn_makes_suji_for_this_turn() -> None:
    watch = at_table("1m19p19s11223344z")
    throw(watch, LEFT, "4m")
    to_me(watch)
    assert danger(watch, RIGHT, "4z").level == "open"
    assert danger(watch, RIGHT, "1m").level == "suji"
    watch.apply(ev.Discard(ME, parse_tile("4z")))
    throw(watch, RIGHT, "6z")
    throw(watch, ACROSS, "6z")
    throw(watch, LEFT, "6z")
    to_me(watch)
    assert danger(watch, RIGHT, "1m").level == "open"


def test_no_chance_behind_a_wall_in_the_own_hand() -> None:
    watch = at_table("8888p9p19m19s1122z")
    throw(watch, LEFT, "5z")
    to_me(watch)
    found = danger(watch, LEFT, "9p")
    assert (found.level, kinds(found.walls)) == ("no_chance", "8p")
    assert list(shapes(found)) == ["shanpon 9p9p", "tanki 9p", "kokushi 1m9m1p1s9s1z2z3z4z5z6z7z"]


def test_one_chance_behind_three_copies() -> None:
    watch = at_table("888p9p19m19s11223z")
    throw(watch, LEFT, "5z")
    to_me(watch)
    found = danger(watch, LEFT, "9p")
    assert (found.level, kinds(found.thin)) == ("one_chance", "8p")
    assert shapes(found)["ryanmen 7p8p"] == 4


def test_an_honour_of_which_all_others_lie_open_cannot_be_won() -> None:
    watch = at_table("777z19m5558p1122s", dora="7z")
    throw(watch, LEFT, "1m")
    to_me(watch)
    red = danger(watch, LEFT, "7z")
    assert (red.left, list(shapes(red))) == (0, ["kokushi 1m9m1p9p1s9s1z2z3z4z5z6z"])
    watch.apply(ev.Discard(ME, parse_tile("1m")))
    watch.apply(ev.Call(RIGHT, PON, parse_tile("1m"), ME, tuple(parse_tiles("11m"))))
    watch.apply(ev.Discard(RIGHT, parse_tile("2m")))
    throw(watch, ACROSS, "2m")
    throw(watch, LEFT, "2m")
    to_me(watch)
    assert {seat: danger(watch, seat, "7z").level for seat in (LEFT, RIGHT, ACROSS)} == dict.fromkeys(
        (LEFT, RIGHT, ACROSS), "none"
    )
    assert danger(watch, RIGHT, "7z").certain


def test_a_seat_with_four_open_sets_waits_for_a_pair_only() -> None:
    watch = at_table("5m19p19s11223344z")
    hands = ((HIDDEN,) * 13, tuple(parse_tiles("5m19p19s11223344z")), (HIDDEN,), (HIDDEN,) * 13)
    start = ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), hands)
    sets = tuple(ev.Meld(PON, tuple(parse_tiles(text))) for text in ("222m", "333m", "444m", "666m"))
    watch.apply(ev.Position(start, ((), (), sets, ()), ((),) * 4, (False,) * 4))
    watch.apply(ev.Turn(ME))
    to_me(watch)
    assert list(shapes(danger(watch, RIGHT, "5m"))) == ["tanki 5m"]


def test_at_a_table_of_three_no_run_of_characters_can_be_waited_with() -> None:
    watch = Watch(Table(profile("tenhou-sanma")))
    hands = (tuple(parse_tiles("1m19p19s112233467z")), (HIDDEN,) * 13, (HIDDEN,) * 13)
    watch.apply(ev.RoundStart(0, 0, 0, 0, 0, (35000,) * 3, (), hands))
    watch.apply(ev.Draw(0, parse_tile("5z")))
    found = dangers(watch, 0)[1][KIND_OF[parse_tile("1m")]]
    assert [shape.name for shape in found.shapes] == ["shanpon", "tanki", "kokushi"]


def test_locks_of_single_tiles_give_no_suji() -> None:
    watch = at_table("1m19p19s11223344z", "sg-locked-discards")
    throw(watch, LEFT, "4m")
    to_me(watch)
    assert kinds(genbutsu(watch, LEFT)) == "4m"
    found = danger(watch, LEFT, "1m")
    assert (found.level, found.suji) == ("open", ())


def test_where_only_a_legal_win_counts_a_tile_let_go_is_a_likely_lock() -> None:
    watch = at_table("5s19p19m11223344z", "sg-wong-v1")
    throw(watch, LEFT, "5s")
    to_me(watch)
    found = danger(watch, RIGHT, "5s")
    assert (found.level, found.safe) == ("open", None)
    assert found.likely is not None
    assert (found.likely.code, found.likely.until, found.likely.sure) == (Code.PASSED_HU, ("own_draw",), False)
    watch.apply(ev.Discard(ME, parse_tile("1p")))
    watch.apply(ev.Draw(RIGHT, HIDDEN))
    assert not watch.hints[RIGHT]


@pytest.mark.parametrize(
    ("hand", "river", "thrown"),
    [
        ("147m258p369s4567z", "6s", "6s"),  # genbutsu comes first
        ("1158m258p258s567z", "4m", "1m"),  # then suji that only a pair can win
        ("456m456p456s4467z", "9m", "4z"),  # then an honour that a pair or a single can win, before an open five
    ],
)
def test_a_careful_bot_throws_what_the_fewest_hands_can_win(hand: str, river: str, thrown: str) -> None:
    watch = at_table(hand)
    riichi(watch, LEFT, river)
    watch.apply(ev.Draw(ME, parse_tile("9p")))
    bot = CarefulBot(1, watch)
    chosen = bot.choose(watch.table, ME, own_turn(watch.table, ME))
    assert isinstance(chosen, ev.Discard)
    least = min(hands(one) for one in dangers(watch, ME)[LEFT].values())
    assert hands(danger(watch, LEFT, name(chosen.tile))) == least
    assert hands(danger(watch, LEFT, thrown)) == least


def test_only_the_opponents_that_are_named_are_told_of() -> None:
    watch = at_table("1m19p19s11223344z")
    throw(watch, LEFT, "4m")
    to_me(watch)
    whole = dangers(watch, ME)
    assert dangers(watch, ME, [LEFT]) == {LEFT: whole[LEFT]}


def test_no_tile_called_safe_is_ever_won(records: Path) -> None:
    """Every ron of real games, and every ready hand that waits on a tile called safe against it (`soak/safe.py`)."""
    safe_soak = soak("safe")
    tally = safe_soak.Tally()
    for portion in shards(items([records / "mjlog"]), 100):
        tally.add(safe_soak.records_of(list(portion)))
    assert tally.rons > 300
    assert tally.waited_on > 300
    assert tally.certain > 10_000


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma", "sg-wong-v1", "sg-locked-discards"])
def test_no_tile_called_safe_is_won_by_a_bot(rules: str) -> None:
    book, tally = profile(rules), soak("safe").Tally()
    for seed in range(2):
        events: list[ev.Event] = []
        Match(book, [SensibleBot(seed)] * book.seats, seed, keep=events.append).run(8)
        tally.follow(events, book)
    assert tally.rons
    assert tally.waited_on or book.family == "singapore"
    assert tally.certain > 100


def test_a_tile_wrongly_called_safe_is_found() -> None:
    """Without the lock that makes it safe, what went by counts as won."""
    module = soak("safe")
    watch = at_table("5s19p19m11223344z")
    throw(watch, LEFT, "5s")
    to_me(watch)
    watch.table.seats[RIGHT].waits = 1 << KIND_OF[parse_tile("5s")]
    with pytest.raises(module.BrokenGameError, match="5s is called safe and can be won"):
        module.Tally().ask(watch, ME)


def test_a_run_between_bots_is_gone_on_with(tmp_path: Path) -> None:
    module = soak("safe")
    keep = tmp_path / "keep.jsonl"
    told: list[int] = []
    args = argparse.Namespace(records=[], games=20, jobs=1, keep=keep)
    whole = module.asked(args, ["tenhou", {}, 1], told.append)
    assert (whole.games, told) == (20, [0, 1])
    keep.write_text(keep.read_text(encoding="utf-8").splitlines()[1] + "\n", encoding="utf-8")
    assert (module.asked(args, ["tenhou", {}, 1], told.append), told) == (whole, [0, 1, 0])
