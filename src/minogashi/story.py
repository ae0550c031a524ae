"""The story of one seat in one round: every window and own turn where something mattered to it, and why.

Folds a record through a `Table` and keeps, for the asked seat, the claims it could and could not
make, its furiten and its waits, and what it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.auditing import Moment
from minogashi.claims import DISCARD
from minogashi.errors import MinogashiError, RecordError
from minogashi.messages import Speaker, letters
from minogashi.rulebook import profile
from minogashi.rulings import Grounds, Reporter, Ruling, Wait, concerns
from minogashi.seat import WINDS
from minogashi.table import Table
from minogashi.tiles import HIDDEN, in_order, row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from minogashi.claims import Reason
    from minogashi.record import Record
    from minogashi.rulebook import Profile
    from minogashi.rulebook import Value as OptionValue
    from minogashi.seat import Seat

SCHEMA: Final = "minogashi.why/1"
_ACTS: Final = (ev.Discard, ev.Riichi, ev.Ron, ev.Tsumo, ev.Call, ev.Ask, ev.ClosedKan, ev.AddedKan, ev.North)
_OTHER_ACTS: Final = (ev.Bonus, ev.NineTerminals, ev.FalseWin)
_QUIET: Final = (ev.Dora, ev.Pass, ev.Live)


class RoundRef(Struct, frozen=True):
    """One round of a record: its name (`E3.1`), its number in the record, and its events `start` to `end`."""

    name: str
    index: int
    start: int
    end: int
    dealer: int
    seats: int


class Step(Struct):
    """A moment: what happened at `event`, and what it meant for the seat.

    `kind` is `window` (a tile of another seat was on offer), `turn` (the seat's own), `state` (its waits
    or furiten changed) or `asked`. `turn` counts the turns of the seat that acted; `did` is what
    the seat did about it, null where it had nothing to decide.
    """

    event: int
    kind: str
    turn: int
    what: str
    waits: list[Wait]
    furiten: Grounds | None
    verdicts: list[Ruling]
    did: str | None = None


class Story(Struct):
    """What happened to one seat in one round. `hand` and `melds` are as dealt, or at the asked event."""

    schema: str
    path: str
    profile: str
    family: str
    overrides: dict[str, OptionValue]
    round: str
    start: int
    end: int
    seat: int
    wind: str
    hand: str
    melds: list[str]
    river: str
    riichi: bool
    steps: list[Step]


def rounds(record: Record) -> list[RoundRef]:
    """The rounds of a record, in order.

    >>> from minogashi.record import Record
    >>> deal = ev.RoundStart(0, 2, 1, 0, 2, (25000,) * 4, (), ((HIDDEN,) * 13,) * 4)
    >>> rounds(Record("", "", "tenhou", events=[deal, ev.RoundEnd("exhaustive")]))[0].name
    'E3.1'
    """
    starts = [(at, found) for at, event in enumerate(record.events) if (found := _deal(event)) is not None]
    if not starts:
        return []
    ends = [at - 1 for at, _ in starts[1:]] + [len(record.events) - 1]
    return [
        RoundRef(f"{WINDS[deal.wind % 4]}{deal.number + 1}.{deal.honba}", index, at, end, deal.dealer, len(deal.hands))
        for index, ((at, deal), end) in enumerate(zip(starts, ends, strict=True))
    ]


def find_round(record: Record, asked: str) -> RoundRef:
    """The round called `E3.1`, the first `E3`, or the one of this number (from 0); else `MinogashiError`."""
    found = rounds(record)
    wanted = asked.strip().upper()
    for ref in found:
        if wanted == ref.name or ("." not in wanted and ref.name.startswith(f"{wanted}.")) or wanted == str(ref.index):
            return ref
    known = " ".join(ref.name for ref in found) or "none"
    raise MinogashiError(f"no round {asked!r} in this record; there are {known} (or 0 to {len(found) - 1})")


def find_seat(ref: RoundRef, asked: str) -> int:
    """The seat of a wind letter of that round, or of a number; else `MinogashiError`."""
    there = letters(ref.dealer, ref.seats)
    wanted = asked.strip().upper()
    if len(wanted) == 1 and wanted in there:
        return there.index(wanted)
    if wanted.isascii() and wanted.isdigit() and int(wanted) < ref.seats:
        return int(wanted)
    raise MinogashiError(
        f"no seat {asked!r}; {ref.name} has {' '.join(sorted(there, key=WINDS.index))} (or 0 to {ref.seats - 1})"
    )


def story(  # noqa: PLR0913  each answers its own question
    record: Record,
    ref: RoundRef,
    seat: int,
    *,
    at: int | None = None,
    overrides: Mapping[str, OptionValue] | None = None,
    rules: str = "",
    language: str = "en",
) -> Story:
    """What mattered to `seat` in the round `ref`; with `at` only the state and verdicts right after that event.

    Under the record's own rules, or the rule book `rules`. Raises `MinogashiError` where the seat's
    hand is hidden or the event lies outside the round, `RecordError` where the tiles cannot be.
    """
    if at is not None and not ref.start <= at <= ref.end:
        raise MinogashiError(f"event {at} is not in {ref.name}, which has the events {ref.start} to {ref.end}")
    book = profile(rules or record.profile, {**({} if rules else record.options), **(overrides or {})})
    return _Teller(record, ref, seat, book, language).tell(at)


class Playback:
    """Plays a round's events, and remembers who did what in which turn.

    `apply` takes an event: a table's own, or one that watches a table.
    """

    def __init__(self, record: Record, ref: RoundRef, apply: Callable[[ev.Event], None]) -> None:
        self.record, self.ref, self.apply = record, ref, apply
        self.moments: dict[int, Moment] = {}
        self.thrown = [0] * ref.seats

    def play(self, number: int) -> None:
        """Play event `number`. `RecordError` with its place where it cannot be."""
        event = self.record.events[number]
        try:
            self.apply(event)
        except ev.IllegalEventError as error:
            codes = ", ".join(reason.code for reason in error.reasons)
            where = f"{self.record.place(number)} ({self.ref.name})"
            raise RecordError(f"this event cannot be: {codes}", path=self.record.path, at=where) from None
        who = getattr(event, "seat", -1)
        if who >= 0:
            tile = event.tiles[0] if isinstance(event, ev.ClosedKan) else getattr(event, "tile", HIDDEN)
            self.moments[number] = Moment(who, tile, self.thrown[who] + 1)
            self.thrown[who] += isinstance(event, ev.Discard)

    def moment(self, reason: Reason) -> Moment | None:
        """Who did what at a reason's event."""
        return None if reason.event is None else self.moments.get(reason.event)

    def hidden(self, speaker: Speaker, seat: int) -> MinogashiError:
        """What to raise where the seat's hand is not shown."""
        view = self.record.view
        whose = "" if view is None else f"; it shows the hand of {speaker.letter(view)} (seat {view}) only"
        return MinogashiError(f"the hand of {speaker.letter(seat)} is hidden in this record{whose}")


class _Teller:
    """Folds one round and collects steps."""

    def __init__(self, record: Record, ref: RoundRef, seat: int, book: Profile, language: str) -> None:
        self.record, self.ref, self.index = record, ref, seat
        self.table = Table(book, strict=False)
        self.table.at = ref.start - 1
        self.speaker = Speaker(letters(ref.dealer, ref.seats), family=book.family, language=language)
        self.playback = Playback(record, ref, self.table.apply)
        self.reporter = Reporter(self.table, self.speaker, self.playback.moment)
        self.shown: tuple[int, str] = (0, "")

    @property
    def seat(self) -> Seat:
        return self.table.seats[self.index]

    def tell(self, at: int | None) -> Story:
        events = self.record.events
        self.playback.play(self.ref.start)
        if not self.seat.known:
            raise self.playback.hidden(self.speaker, self.index)
        hand, melds = self.seat.hand.tiles(), list(self.seat.hand.melds)
        steps = []
        last = self.ref.end if at is None else at
        for number in range(self.ref.start + 1, last + 1):
            self.playback.play(number)
            if at is None and not isinstance(events[number], ev.GameEnd):
                steps += list(self._steps(number))
        if at is not None:
            hand, melds = self.seat.hand.tiles(), list(self.seat.hand.melds)
            steps = [self._asked(at)]
        book = self.table.profile
        return Story(
            schema=SCHEMA,
            path=self.record.path,
            profile=book.name,
            family=book.family,
            overrides=dict(book.overrides),
            round=self.ref.name,
            start=self.ref.start,
            end=self.ref.end,
            seat=self.index,
            wind=self.speaker.letter(self.index),
            hand=row(hand),
            melds=[f"{self.speaker.claim(meld.claim)} {row(in_order(meld.tiles))}" for meld in melds],
            river=row(self.seat.river),
            riichi=self.seat.in_riichi,
            steps=steps,
        )

    def _steps(self, number: int) -> Iterator[Step]:
        event, table = self.record.events[number], self.table
        if not table.running or table.wins:
            return
        window = table.window
        if window is not None and window.event == number and window.source != self.index:
            verdicts = [verdict for verdict in table.claims(self.index) if concerns(verdict)]
            if verdicts:
                did = self._answer(number)
                passive = did is None and not any(verdict.allowed for verdict in verdicts)
                yield self._step(
                    number,
                    "window",
                    [self.reporter.ruling(v) for v in verdicts],
                    None if passive else self.speaker.did(did),
                )
                return
        own = getattr(event, "seat", -1) == self.index
        if own and isinstance(event, ev.Draw | ev.Call) and table.round.turn == self.index:
            acts = [verdict for verdict in table.acts(self.index) if concerns(verdict)]
            if acts:
                yield self._step(number, "turn", [self.reporter.ruling(v) for v in acts], self._next_acts(number))
                return
        if (self.seat.waits, self._code()) != self.shown and not (own and isinstance(event, ev.Draw | ev.Riichi)):
            yield self._step(number, "state", [], None)

    def _step(self, number: int, kind: str, verdicts: list[Ruling], did: str | None) -> Step:
        self.shown = (self.seat.waits, self._code())
        moment = self.playback.moments.get(number)
        return Step(
            event=number,
            kind=kind,
            turn=0 if moment is None else moment.turn,
            what=self.speaker.told(self.record.events[number]),
            waits=self.reporter.waits(self.index),
            furiten=self.reporter.furiten(self.index),
            verdicts=verdicts,
            did=did,
        )

    def _asked(self, number: int) -> Step:
        table, window = self.table, self.table.window
        verdicts = []
        if window is not None and window.source != self.index:
            verdicts = list(table.claims(self.index))
        elif table.running and table.round.turn == self.index and not table.round.to_draw:
            verdicts = [v for v in table.acts(self.index) if v.claim != DISCARD or concerns(v)]
        return self._step(number, "asked", [self.reporter.ruling(verdict) for verdict in verdicts], None)

    def _code(self) -> str:
        found = self.table.furiten(self.index)
        return "" if found is None else found.code.value

    def _answer(self, number: int) -> ev.Event | None:
        """What the seat did about the tile that event `number` put on offer; None: nothing."""
        for event in self.record.events[number + 1 : self.ref.end + 1]:
            if getattr(event, "seat", -1) == self.index and isinstance(event, ev.Ron | ev.Call | ev.Ask):
                return event
            if not isinstance(event, (*_QUIET, ev.Ron, ev.Ask)):
                return None
        return None

    def _next_acts(self, number: int) -> str | None:
        """What the seat did in its turn after event `number`, up to the discard or the next draw."""
        done = []
        for event in self.record.events[number + 1 : self.ref.end + 1]:
            if isinstance(event, _QUIET):
                continue
            if getattr(event, "seat", -1) != self.index or not isinstance(event, _ACTS + _OTHER_ACTS):
                break
            done.append(self.speaker.did(event))
            if not isinstance(event, ev.Riichi):
                break
        return ", ".join(done) or None


def _deal(event: ev.Event) -> ev.RoundStart | None:
    if isinstance(event, ev.RoundStart):
        return event
    return event.start if isinstance(event, ev.Position) else None
