"""What servers say, held against the engine: each kind of statement is judged, and found out when it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.auditing import Audit, audit_record
from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, NORTH, PON, RIICHI, RON, TSUMO, Claim
from minogashi.record import Record, Statement
from minogashi.tiles import KIND_OF, Tile, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

HANDS = ("123456789m1123p", "78s4p258m36s23456z", "99s1111z369p147m7z", "69p258s36147m567z")


def kinds(text: str) -> tuple[int, ...]:
    return tuple(int(KIND_OF[tile]) for tile in parse_tiles(text))


def tile(text: str) -> Tile:
    return parse_tile(text)


def sets(*texts: str) -> tuple[tuple[Tile, ...], ...]:
    return tuple(tuple(parse_tiles(text)) for text in texts)


def waits(thrown: str, *rows: tuple[str, int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple((kinds(thrown)[0] if thrown else -1, kinds(wait)[0], yaku, furiten) for wait, yaku, furiten in rows)


EVENTS: tuple[ev.Event, ...] = (
    ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (tile("6z"),), tuple(tuple(parse_tiles(hand)) for hand in HANDS)),
    ev.Draw(0, tile("9s")),
    ev.Discard(0, tile("9s"), drawn=True),
    ev.Call(1, CHI, tile("9s"), 0, tuple(parse_tiles("78s"))),
    ev.Discard(1, tile("4p"), drawn=False),
    ev.Draw(2, tile("3z")),
    ev.Discard(2, tile("3z"), drawn=True),
    ev.Draw(3, tile("4z")),
    ev.Discard(3, tile("4z"), drawn=True),
    ev.Draw(0, tile("4p")),
)
DRAW, DISCARD, CALLED, HIT, NEXT, LAST = 1, 2, 3, 4, 5, 9
RIGHT: tuple[tuple[str, Statement], ...] = (
    ("furiten", Statement(HIT, 0, "furiten", value=False)),
    ("furiten", Statement(NEXT, 0, "furiten", value=True)),
    ("ron", Statement(HIT, 0, "offers", RON, RON)),
    ("chi", Statement(DISCARD, 1, "offers", CHI, CHI)),
    ("chi_tiles", Statement(DISCARD, 1, "uses", sets("87s"), CHI)),
    ("chi_tiles", Statement(DISCARD, 1, "runs", kinds("7s"), CHI)),
    ("pon_tiles", Statement(DISCARD, 2, "uses", sets("99s"), PON)),
    ("riichi", Statement(DRAW, 0, "offers", RIICHI, RIICHI | TSUMO)),
    ("riichi_tiles", Statement(DRAW, 0, "riichi_tiles", kinds("9s1p"))),
    ("closed_kan", Statement(NEXT, 2, "kans", kinds("1z"), CLOSED_KAN)),
    ("swap", Statement(CALLED, 1, "swap", kinds("96s"))),
    ("waits", Statement(DISCARD, 0, "waits", waits("", ("1p", -1, -1), ("4p", -1, -1)))),
    ("missed", Statement(HIT, 0, "missed", value=True)),
    ("tsumo", Statement(LAST, 0, "offers", TSUMO, TSUMO)),
    ("tenpai", Statement(HIT, 0, "tenpai", value=True)),
)
WRONG: tuple[tuple[str, Statement], ...] = (
    ("furiten", Statement(HIT, 0, "furiten", value=True)),
    ("ron", Statement(HIT, 0, "offers", 0, RON)),
    ("pon", Statement(DISCARD, 1, "offers", PON, PON)),
    ("chi_tiles", Statement(DISCARD, 1, "uses", sets("87s", "88s"), CHI)),
    ("chi_tiles", Statement(DISCARD, 1, "runs", kinds("6s"), CHI)),
    ("riichi_tiles", Statement(DRAW, 0, "riichi_tiles", kinds("9s"))),
    ("closed_kan", Statement(NEXT, 2, "kans", (), CLOSED_KAN)),
    ("added_kan", Statement(NEXT, 2, "kans", kinds("1z"), ADDED_KAN)),
    ("swap", Statement(CALLED, 1, "swap", kinds("9s"))),
    ("waits", Statement(DISCARD, 0, "waits", waits("", ("1p", -1, -1)))),
    ("waits", Statement(DISCARD, 1, "waits", waits("", ("1p", -1, -1)))),
    ("tenpai", Statement(HIT, 1, "tenpai", value=True)),
)


def judged(*said: Statement, events: Iterable[ev.Event] = EVENTS, rules: str = "tenhou") -> Audit:
    """The audit of a game that breaks off, with these statements about it."""
    return audit_record(Record("", "", rules, events=list(events), statements=list(said)))


@pytest.mark.parametrize(("kind", "said"), RIGHT, ids=[f"{kind}-{said.at}" for kind, said in RIGHT])
def test_a_right_answer_agrees(kind: str, said: Statement) -> None:
    found = judged(said)
    assert (found.agree, found.disagreements) == ({kind: 1}, [])


@pytest.mark.parametrize(("kind", "said"), WRONG, ids=[f"{kind}-{said.at}" for kind, said in WRONG])
def test_a_wrong_answer_is_found_out(kind: str, said: Statement) -> None:
    found = judged(said)
    assert found.disagree == {kind: 1}
    (row,) = found.disagreements
    assert (row.event, row.seat, row.kind) == (said.at, said.seat, kind)
    assert row.stated != row.found


def test_the_waits_of_each_discard_their_yaku_and_furiten() -> None:
    after_9s = waits("9s", ("1p", 1, 0), ("4p", 1, 0))
    after_1p = waits("1p", ("9s", 1, 0))
    found = judged(Statement(DRAW, 0, "waits_after", after_9s + after_1p))
    assert (found.agree, found.disagreements) == ({"waits_after": 2, "yaku": 3, "furiten_after": 3}, [])


def test_a_discard_that_leaves_a_ready_hand_may_not_be_left_out() -> None:
    found = judged(Statement(DRAW, 0, "waits_after", waits("9s", ("1p", -1, -1), ("4p", -1, -1))))
    assert (found.agree, found.disagree) == ({"waits_after": 1}, {"waits_after": 1})


def test_the_flags_of_waits_are_judged_one_by_one() -> None:
    rows = waits("9s", ("1p", 1, 1), ("4p", 0, 0)) + waits("1p", ("9s", 0, 0))
    found = judged(Statement(DRAW, 0, "waits_after", rows))
    assert found.disagree == {"yaku": 2, "furiten_after": 1}
    assert [(row.stated, row.found) for row in found.disagreements if row.kind == "yaku"] == [("False", "True")] * 2


def test_the_river_before_the_discard_tells_whether_the_hand_would_be_furiten() -> None:
    # seat 0 threw 9s: a wait on 9s is furiten, and it is so before the next discard
    rows = waits("1p", ("9s", 1, 1))
    draws: list[ev.Event] = [*EVENTS[:-1], ev.Draw(0, tile("9s"))]
    found = judged(Statement(LAST, 0, "waits_after", rows + waits("9s", ("1p", 1, 0), ("4p", 1, 0))), events=draws)
    assert (found.agree["furiten_after"], found.disagreements) == (3, [])


def test_a_wait_of_an_open_hand_without_a_yaku() -> None:
    hands = (HANDS[0], "78s123456m789p22s", *HANDS[2:])
    start = ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (tile("6z"),), tuple(tuple(parse_tiles(hand)) for hand in hands))
    events: list[ev.Event] = [start, *EVENTS[1:4], ev.Discard(1, tile("9p"), drawn=False)]
    found = judged(Statement(4, 1, "waits", waits("", ("6p", 0, -1), ("9p", 0, -1))), events=events)
    assert (found.agree, found.disagreements) == ({"waits": 1, "yaku": 2}, [])


def test_a_riichi_just_declared_is_a_yaku_of_its_waits() -> None:
    hands = ("123456m11123p79s", *HANDS[1:])
    start = ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (tile("6z"),), tuple(tuple(parse_tiles(hand)) for hand in hands))
    plain: list[ev.Event] = [start, ev.Draw(0, tile("5z")), ev.Discard(0, tile("5z"), drawn=True)]
    riichi: list[ev.Event] = [*plain[:2], ev.Riichi(0), *plain[2:]]
    assert judged(Statement(2, 0, "waits", waits("", ("8s", 0, -1))), events=plain).agree == {"waits": 1, "yaku": 1}
    assert judged(Statement(3, 0, "waits", waits("", ("8s", 1, -1))), events=riichi).agree == {"waits": 1, "yaku": 1}


def test_a_notice_that_was_not_sent_is_a_disagreement_where_notices_are_sent() -> None:
    assert judged().disagree == {}
    early = Statement(DISCARD, 0, "missed", value=True)
    assert judged(early).disagree == {"missed": 2}  # one too many, and one too few


def test_a_north_is_judged_at_a_table_of_three() -> None:
    hands = ("123456789p1123s", "78s4p258p36s2345z", "99s1111z369p147p7z")
    start = ev.RoundStart(0, 0, 0, 0, 0, (35000,) * 3, (tile("6z"),), tuple(tuple(parse_tiles(hand)) for hand in hands))
    events: list[ev.Event] = [start, ev.Draw(0, tile("4z"))]
    found = judged(Statement(1, 0, "offers", NORTH, NORTH), events=events, rules="tenhou-sanma")
    assert (found.agree, found.disagree) == ({"kita": 1}, {})


def test_kinds_of_statements_that_nobody_knows_are_left_alone() -> None:
    found = judged(Statement(DRAW, 0, "mood", "good"))
    assert (found.agree, found.disagree) == ({}, {})


def test_claims_have_the_names_that_summaries_count() -> None:
    offered = Claim(CHI | PON | RON)
    found = judged(Statement(DISCARD, 2, "offers", PON, offered))
    assert found.agree == {"pon": 1}
