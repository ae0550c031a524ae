"""tenhou.net/6 and Majiang over real records: others' counts, equal games in two formats, and what audits find."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from minogashi import events as ev
from minogashi.auditing import Audit, RoundAudit, audit_record
from minogashi.formats import records as found_in
from minogashi.record import Record
from minogashi.tiles import KIND_OF

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RESULTS = {
    "三家和了": "triple_ron", "三家和": "triple_ron", "九種九牌": "nine_terminals", "四家立直": "four_riichi",
    "四槓散了": "four_kans", "四開槓": "four_kans", "四風連打": "four_winds", "流し満貫": "nagashi",
    "全員不聴": "exhaustive", "全員聴牌": "exhaustive", "流局": "exhaustive", "荒牌平局": "exhaustive",
}  # fmt: skip
Key = tuple[tuple[int, ...], ...]
Played = tuple[list[ev.Event], RoundAudit]


def games(folder: Path) -> list[Record]:
    found = list(found_in(folder))
    assert all(isinstance(game, Record) for game in found)
    return [game for game in found if isinstance(game, Record)]


@pytest.fixture(scope="module")
def expected(records: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((records / "expected.json").read_text(encoding="utf-8"))
    return found


def counts(found: list[Record]) -> Counter[str]:
    out: Counter[str] = Counter()
    for game in found:
        for before, event in zip([None, *game.events], game.events, strict=False):
            out[event.result if isinstance(event, ev.RoundEnd) else type(event).__name__] += 1
            out["double ron"] += isinstance(event, ev.Ron) and isinstance(before, ev.Ron)
        out["chankan"] += sum(
            "chankan" in said.value.yaku for said in game.statements if said.kind == "win" and said.value.yaku
        )
    return out


def drawn(draws: dict[str, int]) -> Counter[str]:
    out: Counter[str] = Counter()
    for name, number in draws.items():
        out[RESULTS[name]] += number
    return out


@pytest.mark.parametrize(("name", "riichi"), [("tenhou6", "riichi"), ("majiang", "riichi_discards")])
def test_the_counts_are_those_of_others(name: str, riichi: str, records: Path, expected: dict[str, Any]) -> None:
    want, found = expected[name], games(records / name)
    out = counts(found)
    assert len(found) == want.get("games", want["files"])
    assert (out["RoundStart"], out["Ron"], out["Tsumo"]) == (want["rounds"], want["ron"], want["tsumo"])
    assert (out["double ron"], out["chankan"]) == (want["rounds_with_double_ron"], want["wins_with_chankan"])
    assert out["Riichi"] == want[riichi]
    for result, number in drawn(want["draws"]).items():
        assert out[result] == number, result
    assert not any(game.cut for game in found)


@pytest.mark.parametrize(("name", "points", "tenpai"), [("tenhou6", 397, 104), ("majiang", 306, 96)])
def test_every_win_is_legal_and_worth_what_is_stated(name: str, points: int, tenpai: int, records: Path) -> None:
    """But for one: a ron that another project wrote by hand for a hand that is not complete."""
    audits = [audit_record(game) for game in games(records / name)]
    assert sum(audit.agree["points"] for audit in audits) == points
    assert sum(audit.agree["tenpai"] for audit in audits) == tenpai
    assert [row for audit in audits for row in audit.disagreements] == []
    faults = [fault for audit in audits for round_ in audit.rounds for fault in round_.faults]
    assert [(fault.act, [reason.code for reason in fault.reasons]) for fault in faults] == (
        [("Ron", ["not_complete"])] if name == "tenhou6" else []
    )


def rounds(game: Record, audit: Audit) -> Iterator[tuple[Key, Played]]:
    """Each round by the kinds that were dealt, with what happened and what the audit found."""
    starts = [*[round_.start for round_ in audit.rounds], len(game.events)]
    for number, round_ in enumerate(audit.rounds):
        played = [sorted_(event) for event in game.events[starts[number] : starts[number + 1]]]
        start = game.events[round_.start]
        assert isinstance(start, ev.RoundStart)
        key = tuple([tuple(sorted(KIND_OF[tile] for tile in hand)) for hand in start.hands])
        yield key, ([event for event in played if not isinstance(event, ev.GameEnd)], round_)


def sorted_(event: ev.Event) -> ev.Event:
    """The event with its tiles in one order: formats list them as they like."""
    match event:
        case ev.Call():
            return replace(event, uses=tuple(sorted(event.uses)))
        case ev.ClosedKan():
            return replace(event, tiles=tuple(sorted(event.tiles)))
        case ev.RoundStart():
            return replace(event, hands=tuple([tuple(sorted(hand)) for hand in event.hands]))
    return event


def findings(round_: RoundAudit) -> object:
    """What an audit tells of a round, with events counted from its start."""
    at = round_.start
    return (
        round_.name,
        round_.result,
        [replace(win, event=win.event - at) for win in round_.wins],
        [
            replace(span, start=span.start - at, cause=span.cause - at, end=None if span.end is None else span.end - at)
            for span in round_.spans
        ],
        [replace(missed, event=missed.event - at) for missed in round_.missed + round_.at_end],
        [(fault.event - at, fault.seat, fault.act, fault.tile) for fault in round_.faults],
    )


def audited(*paths: Path) -> Iterator[tuple[str, Key, Played]]:
    """Every round of the games in these files and folders, with the file it is in."""
    for path in paths:
        for game in games(path):
            for key, played in rounds(game, audit_record(game)):
                yield game.path, key, played


@pytest.mark.parametrize(
    ("other", "equal", "files", "differ"),
    [("mjlog", 386, 38, 1), ("mjlog-quirks/mjx-project__*", 14, 2, 1), ("majiang", 2, 1, 0)],
)
def test_equal_games_in_two_formats_have_equal_events_and_audits(  # noqa: PLR0913  a row of the table
    *, other: str, equal: int, files: int, differ: int, records: Path, expected: dict[str, Any]
) -> None:
    """Rounds of tenhou.net/6 whose deal is in another form, too: the order put together is the one that was played.

    `files` are the pairs of files with such a round, `differ` the rounds of an equal deal that somebody cut short.
    """
    twins: dict[Key, list[tuple[str, Played]]] = {}
    for path, key, played in audited(*sorted(records.glob(other))):
        twins.setdefault(key, []).append((path, played))
    rows: list[Played] = []
    pairs: set[tuple[str, str]] = set()
    apart = 0
    for path, key, (happened, found) in audited(records / "tenhou6"):
        same = [(twin, played) for twin, played in twins.get(key, []) if played[0] == happened]
        assert all(findings(played[1]) == findings(found) for _, played in same)
        rows += [(happened, found)] * len(same)
        pairs |= {(path, twin) for twin, _ in same}
        apart += len(twins.get(key, [])) - len(same)
    assert (len(rows), len(pairs), apart) == (equal, files, differ)
    if other == "mjlog":
        assert equal == expected["tenhou6"]["rounds_with_the_same_deal_in_mjlog"]
        assert sum(len(found.spans) for _, found in rows) > 30
        assert sum(len(found.missed) for _, found in rows) >= 20


def test_a_game_in_mjlog_and_mjai_has_equal_audits(records: Path) -> None:
    """Older mjai does not tell which discards were drawn tiles: the events differ in that, no finding does."""
    names = ("mjlog/gimite__test.mjlog.gz", "mjai/gimite__test.mjlog.golden.log")
    one, other = ([findings(found) for _, _, (_, found) in audited(records / name)] for name in names)
    assert len(one) == 17
    assert one == other
