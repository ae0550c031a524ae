"""The reader of tenhou.net/6: turns put together again, results, broken records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from papers import PON, TENHOU6, WON, document, round_

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN
from minogashi.claims import PON as PON_CLAIM
from minogashi.errors import RecordError
from minogashi.formats import parse, read
from minogashi.formats.tenhou6_words import points, worth
from minogashi.formats.turns import Turn, order
from minogashi.tiles import Tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from minogashi.claims import Claim
    from minogashi.record import Record


def tile(text: str) -> Tile:
    (found,) = parse_tiles(text)
    return found


def played(*turns: list[int | str], result: list[Any] | None = None, **more: Any) -> Record:  # noqa: ANN401  as `round_`
    return read(document(round_(*turns, result=result, **more)))


def test_a_game_is_read() -> None:
    game = read(TENHOU6)
    assert (game.format, game.profile, game.names, game.cut) == ("tenhou6", "tenhou", ("Ann", "Bo", "Cem", "Di"), False)
    north, white = tile("4z"), tile("5z")
    assert game.events[1:7] == [
        ev.Draw(0, north),
        ev.Discard(0, north, drawn=True),
        ev.Draw(1, white),
        ev.Discard(1, white, drawn=True),
        ev.Ron(0, 1, white),
        ev.RoundEnd("win", (26500, 23500, 25000, 25000)),
    ]
    (said,) = game.statements
    assert (said.at, said.seat, said.value.points, said.value.fu, said.value.yaku) == (5, 0, 1500, 30, {"haku": 1})
    assert game.events[-1] == ev.RoundEnd("exhaustive", (25000,) * 4)
    assert [game.place(at) for at in (0, 6, 7)] == ["round 1", "round 1", "round 2"]


def test_documents_of_one_game_on_lines_are_one_game() -> None:
    lines = [document(WON), document(round_(start=(0, 1, 0))), document(round_(start=(1, 0, 0)))]
    (game,) = parse(b"\n".join(lines))
    assert sum(isinstance(event, ev.RoundStart) for event in game.events) == 3
    assert len(parse(b"\n".join([*lines, document(WON)]))) == 2, "a round that comes again begins another game"
    assert len(parse(b"\n".join([document(WON), document(round_(start=(1, 0, 0)), name=["Ed"])]))) == 2


LINK = b"https://tenhou.net/6/#json="


@pytest.mark.parametrize(
    "dress",
    [
        lambda first, second: b"[" + first + b",\n " + second + b"]",
        lambda first, second: b"East 1\n" + LINK + first + b"&ts=0\n\nEast 2: " + LINK + second,
        lambda first, second: LINK + quote(first).encode() + b"\r\n" + LINK + quote(second).encode() + b"\r\n",
        lambda first, second: LINK + first.replace(b'"', b"%22") + b"\n" + LINK + second.replace(b'"', b"%22"),
    ],
)
def test_documents_in_a_list_or_in_links_are_read_as_those_on_lines(dress: Callable[[bytes, bytes], bytes]) -> None:
    documents = document(WON), document(round_(start=(0, 1, 0)))
    (game,), (wanted,) = parse(dress(*documents)), parse(b"\n".join(documents))
    assert (game.events, game.statements) == (wanted.events, wanted.statements)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"[" + document(WON) + b"," + document(WON)[:50], "not tenhou.net/6 JSON: Input data was truncated"),
        (b"[" + document(WON) + b',{"log":3}]', "entry 2: not tenhou.net/6 JSON: Expected `array`, got `int`"),
        (LINK + document(WON)[:50], "not tenhou.net/6 JSON: "),
        (LINK, "a link to Tenhou's viewer that holds nothing"),
    ],
)
def test_a_broken_list_or_link_is_refused_with_its_place(text: bytes, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        parse(text)


def test_a_line_that_breaks_off_cuts_the_game() -> None:
    (game,) = parse(document(WON) + b"\n" + document(round_(start=(0, 1, 0)))[:100])
    assert game.cut
    assert game.events[-1] == ev.RoundEnd("win", (26500, 23500, 25000, 25000))


def test_a_round_without_a_result_is_cut() -> None:
    game = played([18], [60], [44], [60])
    assert game.cut
    assert game.events[-1] == ev.RoundEnd("cut")


def test_a_call_takes_the_turn_and_a_riichi_that_stands_is_paid() -> None:
    game = read(document(PON))
    assert [type(event).__name__ for event in game.events[1:9]] == [
        "Draw", "Riichi", "Discard", "Draw", "Discard", "Call", "Discard", "Draw",
    ]  # fmt: skip
    assert game.events[6] == ev.Call(2, PON_CLAIM, tile("7z"), 1, (tile("7z"), tile("7z")))
    assert game.events[-1] == ev.RoundEnd("exhaustive", (27000, 24000, 24000, 24000))
    assert [(said.seat, said.kind) for said in game.statements] == [(0, "tenpai")]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("c141516", (3, CHI, "4m", "5m6m")),
        ("p464646", (3, PON_CLAIM, "6z", "6z6z")),
        ("46p4646", (2, PON_CLAIM, "6z", "6z6z")),
        ("4646p46", (1, PON_CLAIM, "6z", "6z6z")),
        ("m46464646", (3, OPEN_KAN, "6z", "6z6z6z")),
        ("46m464646", (2, OPEN_KAN, "6z", "6z6z6z")),
        ("464646m46", (1, OPEN_KAN, "6z", "6z6z6z")),
    ],
)
def test_calls_say_from_where_they_take(text: str, call: tuple[int, Claim, str, str]) -> None:
    steps, claim, called, uses = call
    source = steps % 4
    turns: list[list[int | str]] = [[] for _ in range(8)]
    for seat in range(source + 1):
        turns[2 * seat], turns[2 * seat + 1] = [18], [{"4m": 14, "6z": 46}[called] if seat == source else 60]
    turns[0].append(text)
    turns[1].append(0 if claim == OPEN_KAN else 43)
    game = played(*turns)
    found = next(event for event in game.events if isinstance(event, ev.Call))
    assert found == ev.Call(0, claim, tile(called), source, tuple(parse_tiles(uses)))


def test_a_closed_kan_turns_an_indicator_at_once_an_added_one_before_the_discard() -> None:
    closed = played([18, 19], ["111111a11", 60], dora=(18, 28))
    assert [type(event).__name__ for event in closed.events[1:6]] == ["Draw", "ClosedKan", "Dora", "Draw", "Discard"]
    added = played(
        [18, "p464646", 46, 19], [60, 43, "k46464646", 60], [19, 21], [60, 60], [19, 21], [60, 60], [46, 21], [60, 60],
        dora=(18, 28),
    )  # fmt: skip
    kinds = [type(event).__name__ for event in added.events]
    at = kinds.index("AddedKan")
    assert kinds[at : at + 4] == ["AddedKan", "Draw", "Dora", "Discard"]


def test_a_win_on_a_declared_riichi_costs_no_stick() -> None:
    won = ["和了", [0, 1500, 0, -1500], [1, 3, 1, "30符1飜1500点", "役牌 白(1飜)"]]
    game = played([18], [60], [18], [60], [18], [60], [45], ["r60"], result=won)
    assert game.events[-1] == ev.RoundEnd("win", (25000, 26500, 25000, 23500))


def test_a_discard_like_the_drawn_tile_is_told_only_where_the_record_marks_any() -> None:
    assert played([18], [18], [19], [60]).events[2] == ev.Discard(0, tile("8m"), drawn=False)
    assert played([18], [18], [19], [19]).events[2] == ev.Discard(0, tile("8m"), drawn=None)


def test_two_seats_that_could_call_one_tile_are_told_apart_by_what_follows() -> None:
    """West and North both call a 4p of East's: only with North first does East come to its second one."""
    four, other = Tile(12), Tile(1)
    east = [Turn(thrown=four), Turn(thrown=four)]
    west, north = [Turn(call=(four, 0), thrown=other)], [Turn(call=(four, 0), thrown=other)]
    assert order([east, [], west, north], 0) == [0, 3, 0, 2]


def orders(turns: list[list[Turn]], over: list[int], seat: int) -> list[list[int]]:
    """Every order in which the turns fit together, found by trying them all."""
    over = [number + (other == seat) for other, number in enumerate(over)]
    if over == [len(own) for own in turns]:
        return [[seat]]
    thrown = turns[seat][over[seat] - 1].thrown
    assert thrown is not None
    found = []
    for other, own in enumerate(turns):
        if other != seat and over[other] < len(own):
            call = own[over[other]].call
            if call == (thrown, seat) or (call is None and other == (seat + 1) % len(turns)):
                found += [[seat, *rest] for rest in orders(turns, over, other)]
    return found


@settings(max_examples=300)
@given(st.integers(3, 4), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=30))
def test_turns_that_were_played_fit_together_in_one_order_only(seats: int, steps: list[tuple[int, int]]) -> None:
    """A game at random: after each tile another seat calls it, or the next seat draws."""
    turns: list[list[Turn]] = [[] for _ in range(seats)]
    seat, call, played_by = 0, None, []
    for caller, thrown in steps:
        turns[seat].append(Turn(call, Tile(thrown)))
        played_by.append(seat)
        calls = caller < seats and caller != seat
        seat, call = (caller, (Tile(thrown), seat)) if calls else ((seat + 1) % seats, None)
    assert order(turns, 0) == played_by
    assert orders(turns, [0] * seats, 0) == [played_by]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (document([[0, 0, 0]]), "round 1: a round has 16 lists and a result, found 1 parts"),
        (document(round_([18], [60], [5], [60])), "round 1: seat 1, turn 1: 5 is not a tile number"),
        (document(round_([18], [60, 60])), "round 1: seat 0: 1 discards without a draw, from 60 on"),
        (document(round_([18], [60], ["x1"], [60])), "'x1' is neither a tile drawn nor a call"),
        (
            document(round_([18], [60], ["p141414"], [43])),
            "after 1 turns, the last of seat 0, no seat's next turn",
        ),
        (document(round_([18], ["r9"])), "'r9' is neither a discard nor a kan nor a north"),
        (document(round_(["p141414"], [60])), "seat 0, turn 1: 60 throws the tile just drawn, but none was"),
        (document(round_([], [], [18], [60])), "seat 0 deals and must draw first"),
        (document(round_([18], [60], result=["なし"])), "'なし' is no result: expected"),
        (document(round_([18], [60], result=["和了", [0, 0, 0, 0]])), "pairs of points and win"),
        (document(round_([18], [60], result=["和了", [0] * 4, [9, 0]])), "a win names seats 9 and 0"),
        (document(round_([18], [60], result=["和了", [0] * 4, [1, 2]])), "the turns end with seat 0, which the result"),
        (
            document(round_([18], [60], result=["和了", [0] * 4, [1, 0, 1, "満点"]])),
            "'満点' is not what a win is worth",
        ),
        (document(round_([18], [60], result=["九種九牌"])), "nine terminals are declared right after a draw"),
        (document(round_(start=(16, 1, 0))), "no such round: [16, 1, 0]"),
        (document(WON)[:-40], "not tenhou.net/6 JSON: Input data was truncated"),
    ],
)
def test_a_broken_record_is_refused_with_its_place(data: bytes, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(data, "game.json")
    assert str(caught.value).startswith("game.json: ")
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("rule", "names", "profile", "options"),
    [
        ({"disp": "般南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, 4, "tenhou", {}),
        ({"disp": "般東喰", "aka": 0}, 4, "tenhou", {"red_fives": "0"}),
        ({"disp": "般東赤", "aka": 1}, 4, "tenhou", {"kuitan": "no"}),
        ({"disp": "玉の間南喰赤", "aka": 1}, 4, "majsoul", {}),
        ({}, 4, "tenhou", {}),
    ],
)
def test_the_room_tells_the_rules(rule: dict[str, Any], names: int, profile: str, options: dict[str, str]) -> None:
    game = read(document(WON, rule=rule, name=["A"] * names))
    assert (game.profile, game.options) == (profile, options)


def test_three_players() -> None:
    first = json.loads(document(round_([44, 19], ["f44", 60], [19], [60])))
    first["log"][0][13:16] = [[], [], []]
    first["name"][3] = ""
    game = read(json.dumps(first).encode())
    assert (game.profile, game.seats, game.names) == ("tenhou-sanma", 3, ("Ann", "Bo", "Cem"))
    assert game.events[2:4] == [ev.North(0), ev.Draw(0, tile("9m"), replacement=True)]
    assert len(game.events[0].hands) == 3  # type: ignore[union-attr]


LIMITS = {5: 2000, 6: 3000, 7: 3000, 11: 6000, 12: 6000, 13: 8000}


@given(st.sampled_from((20, 25, 30, 40, 50, 60, 70)), st.integers(1, 13), st.booleans(), st.sampled_from((0, 2, 3)))
def test_the_worth_of_a_win_is_read_as_it_was_written(fu: int, han: int, dealer: bool, payers: int) -> None:  # noqa: FBT001
    base = min(fu * 2 ** (2 + han), 2000) if han < 5 else LIMITS.get(han, 4000)
    share = [-(-base * times // 100) * 100 for times in (1, 2, 4, 6)]
    if payers:
        total = share[1] * payers if dealer else share[0] * (payers - 1) + share[1]
    else:
        total = share[3] if dealer else share[2]
    text = worth(fu=fu, han=han, total=total, dealer=dealer, payers=payers)
    found = points(text, payers=payers)
    assert found[1] == total
    assert found[0] in {0, fu}
