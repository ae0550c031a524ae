"""The JSON that commands write: one struct a shape, each document with its `schema` and version.

docs/json.md tells what every key means. A key is added without a new version; a key that goes, or changes its
meaning, makes a new one. Seats are numbers from 0 as in the record, `wind` is the seat's letter in that round; tiles
are mpsz, null where nobody has shown them; events are counted from 0 over the whole game.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from minogashi.messages import Speaker, letters
from minogashi.penalty import consequence
from minogashi.tiles import HIDDEN, Tile, in_order, kinds_in, name, names, row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minogashi import answers, auditing, course, spans
    from minogashi.conform.result import Result
    from minogashi.record import Record
    from minogashi.rulebook import Profile

AUDIT: Final = "minogashi.audit/1"
CONFORM: Final = "minogashi.conform/1"

ANSWERS: Final = ("furiten", "pon", "kan", "chi", "riichi", "nine_terminals", "ron", "tsumo")
"""The server answers that a summary always lists; others follow where a record holds them."""


class Moment(Struct):
    """An event: who acted, with which tile, in which of its turns (from 1)."""

    event: int
    seat: int | None
    wind: str | None
    tile: str | None
    turn: int | None


class Span(Struct):
    """How long a lock bound a seat, what set it and what ended it."""

    seat: int
    wind: str
    code: str
    tile: str | None
    cause: Moment
    start: int
    turn: int | None
    until: list[str]
    end: int | None
    end_turn: int | None
    ended_by: str
    text: str


class MissedWin(Struct):
    """A winning tile that a seat let go."""

    seat: int
    wind: str
    tile: str | None
    source: int
    source_wind: str
    via: str
    event: int
    turn: int | None
    waits: list[str]
    state: str
    reason: str
    furiten: list[str]
    ended: str


class Grounds(Struct):
    """Why an act was not allowed: the reason code and its sentence."""

    code: str
    text: str


class IllegalAct(Struct):
    """An act that the rules forbid."""

    seat: int | None
    wind: str | None
    act: str
    tile: str | None
    event: int
    turn: int | None
    place: str
    reasons: list[Grounds]
    penalty: str | None = None
    paid: list[int] | None = None


class Win(Struct):
    """A win that was declared."""

    seat: int
    wind: str
    source: int
    source_wind: str
    tile: str | None
    event: int
    via: str


class Disagreement(Struct):
    """An answer of the record's server that the engine does not share."""

    seat: int | None
    wind: str | None
    kind: str
    stated: str
    found: str
    event: int
    place: str


class Round(Struct):
    """One hand of play."""

    name: str
    dealer: int
    start: int
    result: str
    wins: list[Win]
    spans: list[Span]
    missed_wins: list[MissedWin]
    missed_at_end: list[MissedWin]
    illegal_acts: list[IllegalAct]
    disagreements: list[Disagreement]


class Game(Struct):
    """One game of a file, or a file that cannot be read: then `error` says why and `rounds` is empty."""

    path: str
    rounds: list[Round]
    game: int = 1
    format: str = ""
    profile: str = ""
    family: str = ""
    seats: int = 0
    names: list[str] = field(default_factory=list)
    link: str = ""
    overrides: dict[str, str | int] = field(default_factory=dict)
    assumed: dict[str, str | int] = field(default_factory=dict)
    cut: bool = False
    notes: list[str] = field(default_factory=list)
    error: str | UnsetType = UNSET


class Answer(Struct):
    """How often the engine gave the server's answer, and how often not."""

    agree: int = 0
    disagree: int = 0


class Summary(Struct):
    """Sums over all files."""

    files: int
    unreadable: int
    games: int
    rounds: int
    ron: int
    tsumo: int
    exhaustive_draws: int
    missed_wins: int
    missed_at_end: int
    illegal_acts: int
    results: dict[str, int]
    missed_by_reason: dict[str, int]
    spans_by_code: dict[str, int]
    server_answers: dict[str, Answer]
    refused: dict[str, int]


class Case(Struct):
    """One scenario or rule case: `status` is passed, failed or unsupported."""

    id: str
    kind: str
    status: str
    expected: Any
    got: Any


class Conformance(Struct):
    """The outcome of many scenarios and cases."""

    schema: str
    passed: int
    failed: int
    unsupported: int
    results: list[Case]
    errors: list[str]


def encode(document: object) -> bytes:
    """The JSON of a document, indented for people, in one piece.

    >>> print(encode(Answer(3, 1)).decode(), end="")
    {
      "agree": 3,
      "disagree": 1
    }
    """
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def line(document: object) -> bytes:
    """The JSON of a document in one line, without a line end.

    >>> line(Answer(3, 1))
    b'{"agree":3,"disagree":1}'
    """
    return msgspec.json.encode(document)


def shown_path(path: str) -> str:
    """A path as text that can always be encoded.

    >>> shown_path("a.xml")
    'a.xml'
    """
    return os.fsencode(path).decode("utf-8", "replace")


def unreadable(path: str, error: str, game: int = 1) -> Game:
    """The entry of a file that cannot be read.

    >>> line(unreadable("a.xml", "it is empty"))  # doctest: +ELLIPSIS
    b'{"path":"a.xml","rounds":[],"game":1,"format":"","profile":"",...,"cut":false,"notes":[],"error":"it is empty"}'
    """
    return Game(path=shown_path(path), rounds=[], game=game, error=error)


def game(found: auditing.Audit, record: Record, book: Profile, number: int = 1) -> Game:
    """The entry of one game, judged by `book`; `number` counts the games of the file from 1."""
    return Game(
        path=shown_path(found.path),
        rounds=_rounds(found, record, book),
        game=number,
        format=found.format,
        profile=found.profile,
        family=book.family,
        seats=found.seats,
        names=list(record.names),
        link=record.link,
        overrides=dict(found.overrides),
        assumed={name: book[name] for name in found.assumed},
        cut=found.cut,
        notes=list(record.notes),
    )


def _rounds(found: auditing.Audit, record: Record, book: Profile) -> list[Round]:
    ends = [round_.start for round_ in found.rounds[1:]] + [len(record.events) + 1]
    return [
        _Teller(round_, record, book).round([row for row in found.disagreements if round_.start <= row.event < end])
        for round_, end in zip(found.rounds, ends, strict=True)
    ]


class _Teller:
    """Turns what one round shows into its JSON: numbers of seats and events into letters, tiles and turns."""

    def __init__(self, round_: auditing.RoundAudit, record: Record, book: Profile) -> None:
        self.found = round_
        self.record, self.book = record, book
        self.letters = letters(round_.dealer, round_.seats)
        self.speaker = Speaker(self.letters, family=book.family)

    def round(self, disagreements: Sequence[answers.Disagreement]) -> Round:
        found = self.found
        return Round(
            name=found.name,
            dealer=found.dealer,
            start=found.start,
            result=found.result,
            wins=[self.win(win) for win in found.wins],
            spans=[self.span(span) for span in found.spans],
            missed_wins=[self.missed(missed) for missed in found.missed],
            missed_at_end=[self.missed(missed) for missed in found.at_end],
            illegal_acts=[self.fault(fault) for fault in found.faults],
            disagreements=[self.disagreement(row) for row in disagreements],
        )

    def wind(self, seat: int) -> str | None:
        return self.letters[seat] if 0 <= seat < len(self.letters) else None

    def turn(self, event: int | None) -> int | None:
        moment = None if event is None else self.found.moments.get(event)
        return moment.turn if moment is not None and moment.seat >= 0 else None

    def moment(self, event: int) -> Moment:
        found = self.found.moments.get(event)
        if found is None or found.seat < 0:
            return Moment(event, None, None, None, None)
        return Moment(event, found.seat, self.wind(found.seat), _tile(found.tile), found.turn)

    def win(self, win: course.Win) -> Win:
        return Win(
            win.seat, self.letters[win.seat], win.source, self.letters[win.source], _tile(win.tile), win.event, win.via
        )

    def span(self, span: spans.Span) -> Span:
        moments = self.found.moments
        cause = moments.get(span.cause)
        end = None if span.end is None else moments.get(span.end)
        return Span(
            seat=span.seat,
            wind=self.letters[span.seat],
            code=span.code.value,
            tile=_tile(span.tile),
            cause=self.moment(span.cause),
            start=span.start,
            turn=self.turn(span.start),
            until=list(span.until),
            end=span.end,
            end_turn=self.turn(span.end),
            ended_by=span.ended_by,
            text=self.speaker.span(span, cause if cause is not None and cause.seat >= 0 else None, end),
        )

    def missed(self, missed: auditing.Missed) -> MissedWin:
        return MissedWin(
            seat=missed.seat,
            wind=self.letters[missed.seat],
            tile=_tile(missed.tile),
            source=missed.source,
            source_wind=self.letters[missed.source],
            via=missed.via,
            event=missed.event,
            turn=self.turn(missed.event),
            waits=names(kinds_in(missed.waits)).split(),
            state=missed.state,
            reason=missed.why,
            furiten=list(missed.before),
            ended=missed.ended,
        )

    def fault(self, fault: course.Fault) -> IllegalAct:
        moments = self.found.moments
        costs = consequence(self.book, self.record.events[fault.event])
        return IllegalAct(
            seat=fault.seat if fault.seat >= 0 else None,
            wind=self.wind(fault.seat),
            act=fault.act,
            tile=_tile(fault.tile),
            event=fault.event,
            turn=self.turn(fault.event),
            place=self.record.place(fault.event),
            reasons=[
                Grounds(reason.code.value, self.speaker.sentence(reason, fault.seat, moments.get(reason.event or -1)))
                for reason in fault.reasons
            ],
            penalty=None if costs is None else costs[0].consequence,
            paid=None if costs is None or costs[1] is None else list(costs[1].moved),
        )

    def disagreement(self, answer: answers.Disagreement) -> Disagreement:
        return Disagreement(
            seat=answer.seat if answer.seat >= 0 else None,
            wind=self.wind(answer.seat),
            kind=answer.kind,
            stated=_value(answer.kind, answer.stated),
            found=_value(answer.kind, answer.found),
            event=answer.event,
            place=self.record.place(answer.event),
        )


def _tile(tile: Tile) -> str | None:
    return None if tile == HIDDEN else name(tile)


def _value(kind: str, text: str) -> str:
    """What an answer says, in words: tiles for a hand, yes and no."""
    if kind == "hand":
        return row(in_order(Tile(number) for number in json.loads(text)))
    return {"True": "yes", "False": "no"}.get(text, text)


def summary(found: auditing.Summary) -> Summary:
    """The sums over all files.

    >>> from minogashi import auditing
    >>> summary(auditing.Summary(files=2)).server_answers["ron"]
    Answer(agree=0, disagree=0)
    """
    kinds = [*ANSWERS, *sorted((set(found.agree) | set(found.disagree)) - set(ANSWERS))]
    return Summary(
        files=found.files,
        unreadable=found.unreadable,
        games=found.games,
        rounds=found.rounds,
        ron=found.ron,
        tsumo=found.tsumo,
        exhaustive_draws=found.exhaustive_draws,
        missed_wins=found.missed_wins,
        missed_at_end=found.missed_on_last_tile,
        illegal_acts=found.illegal_acts,
        results=dict(found.results.most_common()),
        missed_by_reason=dict(found.missed_by_reason.most_common()),
        spans_by_code=dict(found.spans_by_code.most_common()),
        server_answers={kind: Answer(found.agree[kind], found.disagree[kind]) for kind in kinds},
        refused=dict(found.refused.most_common()),
    )


def conformance(results: Iterable[Result], errors: Sequence[str]) -> Conformance:
    """The outcome of scenarios and cases, and the places that could not be read.

    >>> conformance([], ["a.md: line 3: found '?', expected an event"]).passed
    0
    """
    cases = [Case(row.id, row.kind, row.status, row.expected, row.got) for row in results]
    passed, failed, unsupported = (
        sum(case.status == status for case in cases) for status in ("passed", "failed", "unsupported")
    )
    return Conformance(CONFORM, passed, failed, unsupported, cases, list(errors))
