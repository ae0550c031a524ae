"""A record in, findings out: what a game shows of locks, wins let go, and acts that the rules forbid.

The audit folds a record's events through a `Table` and keeps what the table noted. Where the
record holds its server's own answers (furiten lamp, claim offers, points), the engine's are held
against them.
"""

from __future__ import annotations

import importlib
from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from minogashi import events as ev
from minogashi.answers import Answers, Disagreement
from minogashi.claims import Code
from minogashi.errors import RecordError
from minogashi.formats import read
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import Mask, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from minogashi.course import Fault, Win
    from minogashi.formats.containers import Source
    from minogashi.passing import LetGo
    from minogashi.record import Record, Statement
    from minogashi.rulebook import Value as OptionValue
    from minogashi.spans import Span

    Watch = Callable[[Table, ev.Event], None]


class Moment(Struct, frozen=True):
    """Where an event stands in its round: who acted, with which tile, and in which turn (from 1)."""

    seat: int
    tile: Tile
    turn: int


class Missed(Struct, frozen=True):
    """A win that was let go: the tile, the waits, the hand's state and whether it could have been taken.

    `why` is `declined` (it was legal), or the code of what forbade it; `before` lists the furiten
    codes in force when the tile came.
    """

    seat: int
    tile: Tile
    source: int
    via: str
    event: int
    waits: Mask
    state: str
    why: str
    before: tuple[str, ...]
    ended: str = ""


class RoundAudit(Struct):
    """What one hand of play shows. `missed` are the wins let go, `at_end` those on the tile that ended the hand."""

    name: str
    start: int
    dealer: int
    seats: int
    result: str = "cut"
    spans: list[Span] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    at_end: list[Missed] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    wins: list[Win] = field(default_factory=list)
    moments: dict[int, Moment] = field(default_factory=dict)


class Audit(Struct):
    """What one game shows. `answers` counts agreements and disagreements per kind of server answer.

    `refused` counts the hits that the server did not offer, by the engine's reason.
    """

    path: str
    format: str
    profile: str
    seats: int
    overrides: dict[str, OptionValue] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    rounds: list[RoundAudit] = field(default_factory=list)
    agree: Counter[str] = field(default_factory=Counter)
    disagree: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    disagreements: list[Disagreement] = field(default_factory=list)
    cut: bool = False

    @property
    def clean(self) -> bool:
        """Whether nothing forbidden was done and nothing contradicts the record's own answers."""
        return not self.disagreements and not any(round_.faults for round_ in self.rounds)

    def _repr_html_(self) -> str:
        """How a notebook shows what was found."""
        drawn = importlib.import_module("minogashi.web.notebook")  # above this layer
        return str(drawn.audit_html(self))


def audit_record(
    record: Record,
    overrides: Mapping[str, OptionValue] | None = None,
    rules: str = "",
    watch: Watch | None = None,
) -> Audit:
    """Audit one game under its own rules, or under the rule book `rules`, with options overridden.

    `watch` is called after every event with the table and the event. Raises `RecordError` at the first event that
    the tiles make impossible.

    >>> from minogashi import events as ev
    >>> from minogashi.record import Record
    >>> from minogashi.tiles import parse_tiles
    >>> hands = tuple(tuple(parse_tiles(text)) for text in ("19m19p19s1234567z", *["123456789m1234p"] * 3))
    >>> record = Record("", "", "tenhou", events=[ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), hands[:4])])
    >>> audit_record(record).rounds[0].name
    'E1.0'
    """
    return _Auditor(record, overrides or {}, rules).run(watch)


def audit(source: Source, overrides: Mapping[str, OptionValue] | None = None, rules: str = "") -> Audit:
    """Read the one game in a file, or in bytes, and audit it.

    >>> audit(b'{"type":"start_kyoku","oya":0}').rounds[0].result
    'cut'
    """
    return audit_record(read(source), overrides, rules)


class Summary(Struct):
    """The sums over many games."""

    files: int = 0
    unreadable: int = 0
    games: int = 0
    rounds: int = 0
    ron: int = 0
    tsumo: int = 0
    exhaustive_draws: int = 0
    missed_wins: int = 0
    missed_on_last_tile: int = 0
    illegal_acts: int = 0
    missed_by_reason: Counter[str] = field(default_factory=Counter)
    spans_by_code: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    agree: Counter[str] = field(default_factory=Counter)
    disagree: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, audit: Audit) -> None:
        """Count one game in."""
        self.games += 1
        self.rounds += len(audit.rounds)
        for counted, found in (
            (self.agree, audit.agree),
            (self.disagree, audit.disagree),
            (self.refused, audit.refused),
        ):
            counted.update(found)
        for round_ in audit.rounds:
            self.results[round_.result] += 1
            tsumo = sum(1 for win in round_.wins if win.via == "draw")
            self.tsumo += tsumo
            self.ron += len(round_.wins) - tsumo
            self.exhaustive_draws += round_.result == "exhaustive"
            self.missed_wins += len(round_.missed)
            self.missed_on_last_tile += len(round_.at_end)
            self.illegal_acts += len(round_.faults)
            self.missed_by_reason.update(missed.why for missed in round_.missed)
            self.spans_by_code.update(span.code.value for span in round_.spans)


class _Auditor:
    def __init__(self, record: Record, overrides: Mapping[str, OptionValue], rules: str) -> None:
        self.record = record
        book = profile(rules or record.profile, {**({} if rules else record.options), **overrides})
        self.table = Table(book, strict=False)
        self.answers = Answers(self.table, record)
        self.out = Audit(
            record.path,
            record.format,
            book.name,
            book.seats,
            book.overrides,
            book.assumed,
            agree=self.answers.agree,
            disagree=self.answers.disagree,
            refused=self.answers.refused,
            disagreements=self.answers.disagreements,
            cut=record.cut,
        )

    def run(self, watch: Watch | None = None) -> Audit:
        """Fold all events; statements are judged right after the event that they belong to."""
        table, events = self.table, self.record.events
        bounds: set[type] = {ev.RoundStart, ev.Position, ev.RoundEnd}
        stops = {at for at, event in enumerate(events) if event.__class__ in bounds}
        said: dict[int, list[Statement]] = {}
        for statement in self.record.statements:
            said.setdefault(statement.at, []).append(statement)
        due = iter(sorted(stops | said.keys()))
        stop = next(due, -1)
        apply = table.apply
        at = 0
        try:
            for at, event in enumerate(events):
                apply(event)
                if watch is not None:
                    watch(table, event)
                if at == stop:
                    stop = next(due, -1)
                    for statement in said.get(at, ()):
                        self.answers.judge(statement)
                    if at in stops:
                        self._turn_page(at, event)
        except ev.IllegalEventError as error:
            raise self._broken(at, error) from None
        if table.running:
            end = ev.RoundEnd("cut")
            table.apply(end)
            self._collect(end)
        return self.out

    def _turn_page(self, at: int, event: ev.Event) -> None:
        if isinstance(event, ev.RoundEnd):
            self._collect(event)
        else:
            self._begin(at)

    def _broken(self, at: int, error: ev.IllegalEventError) -> RecordError:
        codes = ", ".join(reason.code for reason in error.reasons)
        event = self.record.events[at]
        name = self.table.round.name if self.table.seats else "before the first deal"
        place = f"{self.record.place(at)} ({name})"
        return RecordError(f"found {_told(event)}, which cannot be: {codes}", path=self.record.path, at=place)

    def _begin(self, at: int) -> None:
        round_ = self.table.round
        self.out.rounds.append(RoundAudit(round_.name, at, round_.dealer, round_.seats))
        self.answers.begin()

    def _collect(self, end: ev.RoundEnd) -> None:
        table, found = self.table, self.out.rounds[-1]
        found.result = end.result
        found.spans, found.faults, found.wins = table.spans, table.faults, table.wins
        for let_go in table.let_go:
            (found.at_end if let_go.ended else found.missed).append(_missed(let_go))
        wanted = {span.cause for span in found.spans} | {span.end for span in found.spans if span.end is not None}
        wanted |= {let_go.event for let_go in table.let_go} | {fault.event for fault in found.faults}
        wanted |= {span.start for span in found.spans}
        wanted |= {reason.event for fault in found.faults for reason in fault.reasons if reason.event is not None}
        if wanted:
            found.moments = _moments(self.record.events, found.start, wanted)
        self.answers.end(end.result)


def _missed(let_go: LetGo) -> Missed:
    codes = let_go.verdict.codes
    return Missed(
        seat=let_go.seat,
        tile=let_go.tile,
        source=let_go.source,
        via=let_go.via,
        event=let_go.event,
        waits=let_go.waits,
        state=let_go.state,
        why="declined" if let_go.verdict.allowed else codes[0].value,
        before=tuple(code.value for code in codes if code in _FURITEN),
        ended=let_go.ended,
    )


_FURITEN: Final = (Code.FURITEN_DISCARD, Code.FURITEN_TEMPORARY, Code.FURITEN_RIICHI, Code.PASSED_HU, Code.OWN_LATEST)


def _moments(events: list[ev.Event], start: int, wanted: set[int]) -> dict[int, Moment]:
    """Who did what in which turn, for these events of the round that starts at `start`."""
    thrown: Counter[int] = Counter()
    out = {}
    for at in range(start, max(wanted) + 1):
        if at >= len(events):
            break
        event = events[at]
        seat = getattr(event, "seat", -1)
        if at in wanted:
            out[at] = Moment(seat, getattr(event, "tile", Tile(49)), thrown[seat] + 1)
        if event.__class__ is ev.Discard:
            thrown[seat] += 1
    return out


def _told(event: ev.Event) -> str:
    """An event in a few words, for messages."""
    from minogashi.tiles import name

    seat = getattr(event, "seat", None)
    tile = getattr(event, "tile", None)
    words = [type(event).__name__]
    if tile is not None:
        words.append(name(tile))
    if seat is not None:
        words.append(f"by seat {seat}")
    return " ".join(words)


def missed_wins(audit: Audit) -> Iterator[tuple[RoundAudit, Missed]]:
    """Every win let go, with its round."""
    for round_ in audit.rounds:
        for missed in round_.missed:
            yield round_, missed
