"""Ways out of furiten, a win let go, reasons to pass (R37-R46), held against brute force and riichi.md 5."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from model import waits_of

from minogashi import events as ev
from minogashi.advice import (
    Way,
    ahead,
    came_with_tenpai,
    choice,
    drawn,
    is_last,
    needs,
    pass_reasons,
    place,
    wait_rows,
    ways,
)
from minogashi.claims import Code
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, Kind, Tile, counts_of, name, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

ME = 1
EQUAL = (25000,) * 4


def table(hand: str, river: str = "", rules: str = "tenhou", scores: Sequence[int] = EQUAL, **round_: int) -> Table:
    """South has a hand and a river."""
    return position(parse_tiles(hand), parse_tiles(river), rules, scores, **round_)


def position(
    hand: Sequence[Tile], river: Sequence[Tile], rules: str = "tenhou", scores: Sequence[int] = EQUAL, **round_: int
) -> Table:
    hands = tuple(tuple(hand) if seat == ME else (HIDDEN,) * 13 for seat in range(4))
    wind, number = round_.get("wind", 0), round_.get("number", 0)
    start = ev.RoundStart(wind, number, round_.get("honba", 0), 0, round_.get("dealer", 0), tuple(scores), (), hands)
    out = Table(profile(rules))
    rivers = tuple(tuple(river) if seat == ME else () for seat in range(4))
    out.apply(ev.Position(start, ((),) * 4, rivers, (False,) * 4))
    return out


def with_draw(hand: str, draw: str, river: str = "") -> Table:
    found = drawn(table(hand, river), ME, parse_tile(draw))
    assert found is not None
    return found


def offered(hand: str, tile: str, source: int, scores: Sequence[int], **round_: int) -> Table:
    out = position(parse_tiles(hand), [], "tenhou", scores, **round_)
    for event in (ev.Turn(source), ev.Draw(source, HIDDEN), ev.Discard(source, parse_tile(tile))):
        out.apply(event)
    return out


def told(found: Sequence[Way]) -> dict[str, tuple[str, bool]]:
    return {
        name(way.discard): (" ".join(line.tile for line in way.waits), way.lock is not None)
        for way in found
        if way.waits
    }


def ready(found: Table) -> dict[str, tuple[str, bool]]:
    return told(list(ways(found, ME)))


# Exit search


def test_p17_the_way_out_of_furiten() -> None:
    assert ready(with_draw("22288m23p345678s", "3p", "1p")) == {"2p": ("8m 3p", False), "3p": ("1p 4p", True)}


def test_s28_the_discard_itself_can_be_the_new_wait() -> None:
    assert ready(with_draw("22288m23p345678s", "4p", "1p"))["8m"] == ("8m", True)


def test_p18_no_discard_after_a_win_declined_escapes() -> None:
    found = ready(with_draw("77m34567p678s777z", "8p"))
    assert found["8p"] == ("2p 5p 8p", True)
    assert found["7z"] == ("7m 7z", True)
    assert all(locked for _, locked in found.values())
    assert len(found) == 11


def test_a_discard_that_leaves_no_ready_hand_tells_how_far_it_is_and_what_helps() -> None:
    way = next(way for way in ways(with_draw("22288m23p345678s", "3p", "1p"), ME) if name(way.discard) == "3s")
    assert (way.shanten, way.waits, way.lock) == (1, [], None)
    assert way.left > 0


def brute(hand: Sequence[Tile], river: Sequence[Tile]) -> dict[Kind, tuple[set[int], bool]]:
    """For each kind in hand what its discard leaves: all waits, and whether one of them lies in the river then."""
    out: dict[Kind, tuple[set[int], bool]] = {}
    for kind in {KIND_OF[tile] for tile in hand}:
        counts = counts_of(hand)[:KINDS]
        counts[kind] -= 1
        waits: set[int] = set(waits_of(counts))
        thrown = {KIND_OF[tile] for tile in river} | {kind}
        possible = {wait for wait in waits if counts[wait] < 4}
        out[kind] = (waits, bool(thrown & waits)) if possible else (set(), False)
    return out


def hands(seed: int, number: int) -> list[tuple[list[Tile], list[Tile]]]:
    """Hands of 14 in one suit and one honour, so near to ready, and rivers that hit them."""
    rng = random.Random(seed)  # noqa: S311  no secret
    out = []
    for _ in range(number):
        wall = [Tile(kind) for kind in (*range(9, 18), rng.randrange(27, 34)) for _ in range(4)]
        rng.shuffle(wall)
        out.append((wall[:14], wall[14 : 14 + rng.randrange(5)]))
    return out


def test_the_exit_search_is_what_brute_force_finds() -> None:
    stay = locked = 0
    for hand, river in hands(1, 150):
        before = position(hand[:13], river)
        now = drawn(before, ME, hand[13])
        assert now is not None
        expected = brute(hand, river)
        found = {KIND_OF[way.discard]: way for way in ways(now, ME, rows=False)}
        assert found.keys() == expected.keys()
        for kind, way in found.items():
            waits, furiten = expected[kind]
            assert {KIND_OF[parse_tile(line.tile)] for line in way.waits} == waits
            assert (way.lock is not None) == furiten
            assert (way.shanten == 0) == bool(waits)
            stay += bool(waits)
            locked += furiten
    assert stay > 200
    assert locked > 50


def test_one_draw_ahead_is_what_brute_force_finds() -> None:
    turns = 0
    for hand, river in hands(2, 12):
        before = position(hand[:13], river)
        left = before.unseen(ME)
        found = {turn.draw: turn for turn in ahead(before, ME)}
        for kind in map(Kind, range(KINDS)):
            if not left[kind]:
                assert kind not in found
                continue
            expected = {key: value for key, value in brute([*hand[:13], Tile(kind)], river).items() if value[0]}
            ways_then = {} if kind not in found else {
                KIND_OF[way.discard]: ({KIND_OF[parse_tile(line.tile)] for line in way.waits}, way.lock is not None)
                for way in found[kind].ways
            }  # fmt: skip
            assert ways_then == expected
            turns += bool(expected)
            if kind in found:
                assert found[kind].left == left[kind]
    assert turns > 30


def test_one_draw_ahead_leads_out_of_furiten() -> None:
    turn = next(turn for turn in ahead(table("22288m23p345678s", "1p"), ME) if name(turn.draw) == "3p")
    assert (turn.left, turn.wins, told(turn.ways)) == (3, False, {"2p": ("8m 3p", False), "3p": ("1p 4p", True)})


def test_r45_ready_in_furiten_is_told_only_of_a_hand_that_was_not_ready() -> None:
    s34 = table("2s44p555m678p777z9m", "1s")
    after = drawn(s34, ME, parse_tile("3s"))
    assert after is not None
    way = next(way for way in ways(after, ME) if name(way.discard) == "9m")
    assert came_with_tenpai(s34, ME, way)
    p17 = table("22288m23p345678s", "1p")
    assert not any(came_with_tenpai(p17, ME, way) for way in ways(with_draw("22288m23p345678s", "3p", "1p"), ME))


# A win or a furiten riichi


def test_r43_a_dama_win_against_a_furiten_riichi() -> None:
    found = choice(with_draw("77m34567p678s777z", "8p"), ME)
    assert found is not None
    assert (found.take.points, found.take.yaku, found.standing.gained) == (2000, {"menzen_tsumo": 1, "chun": 1}, 2000)
    assert all(bigger.lock is not None and bigger.lock.code == Code.FURITEN_DISCARD for bigger in found.riichi)
    by_tile = {name(bigger.discard): bigger for bigger in found.riichi}
    same = by_tile["8p"]
    assert [line.tile for line, _, _ in same.waits] == ["2p", "5p", "8p"]
    line, han, standing = same.waits[0]
    assert line.tsumo is not None
    assert (line.tsumo.yaku, han, line.tsumo.points) == ({"riichi": 1, "menzen_tsumo": 1, "chun": 1}, 1, 4000)
    assert (standing.gained, standing.place, sum(standing.scores)) == (4000, 1, 100000)


def test_r44_another_shape_brings_pinfu() -> None:
    found = choice(with_draw("123456m789p123s5s", "5s"), ME)
    assert found is not None
    assert found.take.yaku == {"menzen_tsumo": 1}
    more = {name(bigger.discard): {line.tile: han for line, han, _ in bigger.waits} for bigger in found.riichi}
    assert (more["1s"], more["5s"]) == ({"1s": 2, "4s": 2}, {"5s": 1})


@pytest.mark.parametrize(("hand", "draw"), [("77m34567p678s777z", "1m"), ("22288m23p345678s", "3p")])
def test_without_a_win_there_is_nothing_to_choose(hand: str, draw: str) -> None:
    assert choice(with_draw(hand, draw), ME) is None


def test_a_game_without_riichi_has_no_such_choice() -> None:
    singapore = drawn(table("123456789m11p23s", rules="sg-wong-v1"), ME, parse_tile("4s"))
    assert singapore is not None
    assert choice(singapore, ME) is None


# Points


def test_r46_the_leader_may_wait_for_the_player_who_is_nearly_broke() -> None:
    found = pass_reasons(offered("77m34567p678s777z", "5p", 0, (30000, 40000, 29000, 1000)), ME)
    assert [(one.code, one.source, one.place, one.now) for one in found] == [("bust", 3, 1, 1)]


def test_r46_who_is_not_first_does_not_end_the_game() -> None:
    assert pass_reasons(offered("77m34567p678s777z", "5p", 0, (50000, 30000, 19000, 1000)), ME) == []


def test_r46_in_the_last_hand_only_one_players_tile_brings_a_place() -> None:
    scores = (26000, 24000, 25500, 24500)
    tiles = offered("77m34567p678s777z", "5p", 3, scores, wind=1, number=3, dealer=3)
    found = pass_reasons(tiles, ME, last=True)
    assert [(one.code, one.source, one.place, one.now) for one in found] == [("rank", 0, 2, 3), ("rank", 2, 2, 3)]
    assert pass_reasons(tiles, ME) == []


def test_a_win_that_is_refused_has_no_reason_to_be_passed() -> None:
    locked = table("77m34567p678s777z", "2p", scores=(30000, 40000, 29000, 1000))
    for event in (ev.Turn(0), ev.Draw(0, HIDDEN), ev.Discard(0, parse_tile("5p"))):
        locked.apply(event)
    assert pass_reasons(locked, ME) == []


def test_r46_what_the_last_hand_must_be_worth() -> None:
    found = needs(table("77m34567p678s777z", scores=(33000, 25000, 22000, 20000)), ME)
    # 4000 from the leader would leave a tie, which the leader wins, and so would 8000 from another
    assert {(one.place, one.source): one.points for one in found} == {
        (1, 0): 4500, (1, ME): 5900, (1, 2): 12000, (1, 3): 12000,
    }  # fmt: skip


def test_the_first_of_equals_in_the_first_deal_stands_higher() -> None:
    assert [place([25000] * 4, seat) for seat in range(4)] == [1, 2, 3, 4]


def test_the_last_hand_is_the_last_of_the_last_wind() -> None:
    assert [is_last(table("1m", wind=wind, number=number)) for wind, number in ((0, 3), (1, 2), (1, 3), (2, 0))] == [
        False, False, True, True,
    ]  # fmt: skip


def test_the_worth_of_a_wait_is_told_for_both_ways_to_win() -> None:
    rows = {line.tile: line for line in wait_rows(table("44m23p456s234m666s"), ME)}
    one, four = rows["1p"], rows["4p"]
    assert one.ron is not None
    assert four.ron is not None
    assert (one.ron.refused, four.ron.yaku, four.ron.points) == ("no_yaku", {"tanyao": 1}, 1300)
