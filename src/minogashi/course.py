"""The course that every event runs at a table: windows close, riichi and kans stand, locks end, waits are refreshed.

What an event does beside that stands in `table`, which applies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from minogashi.claims import Code, Reason, Verdict
from minogashi.errors import TileError
from minogashi.events import IllegalEventError
from minogashi.passing import UNTAKEN, Close, LetGo, Passing
from minogashi.priority import winners_allowed
from minogashi.questions import Questions
from minogashi.referee import Referee
from minogashi.seat import BY_DISCARD, DECLARED, ESTABLISHED, Round, Seat, Window
from minogashi.shapes import waits, waits_without_pairs
from minogashi.spans import Spans
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, Kind, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi import events as ev
    from minogashi.rulebook import Profile


class Fault(Struct, frozen=True):
    """An act that the rules forbid, found in a record: the event, the seat, the reasons."""

    event: int
    seat: int
    act: str
    tile: Tile
    reasons: tuple[Reason, ...]


class Win(Struct, frozen=True):
    """A win that was declared: the seat, whose tile, which event, and how the tile came."""

    seat: int
    source: int
    tile: Tile
    event: int
    via: str


class Course(Questions):
    """What a `Table` holds, and the steps that its events have in common."""

    def __init__(self, profile: Profile, *, strict: bool = True) -> None:
        self.profile = profile
        self.strict = strict
        self.referee = Referee(profile)
        self.book = profile.locks
        self.at = -1
        self.round = Round(profile.seats)
        self.seats: list[Seat] = []
        self.window: Window | None = None
        self.running = False
        self.faults: list[Fault] = []
        self.let_go: list[LetGo] = []
        self.wins: list[Win] = []
        self.history = Spans(profile.seats)
        self.seen: list[int] = [0] * (KINDS + 1)
        self._kan_by: int | None = None
        self._awaited = 0
        self._winners = winners_allowed(profile)
        dead = int(profile.get("dead_wall", profile.dead_wall))
        self._full_wall = profile.tiles - dead - 13 * profile.seats
        self._waits = waits if self.referee.seven_pairs else waits_without_pairs
        self._passing = Passing(profile, self.referee)
        self._index_rules()

    def _index_rules(self) -> None:
        book = self.book
        self._ends_draw = book.ending["own_draw"]
        self._ends_any_draw = self._ends_draw | book.ending["own_normal_draw"]
        self._ends_discard = book.ending["own_discard"]
        self._ends_call = book.ending["own_call"]
        self._ends_any_call = book.ending["any_call"]
        self._ends_outside = book.ending["own_discard_outside_wait"]
        self._ends_added_kan = book.ending["own_added_kan"]
        # a discard that bars sets binds a hand that waits for nothing, too
        self._discard_binds = any(not book.rules[number].wins_only for number in book.fired_by["own_discard"])

    # Windows

    def _close(self, close: Close = UNTAKEN) -> None:
        """Close the open window: passes are judged, and then a riichi, kan or north stands."""
        window = self.window
        if window is None:
            return
        if self._awaited >> window.kind & 1 or self._passing.asks_all:
            self.let_go += self._passing.silent(self.round, self.seats, window, close)
            for seat in self.seats:
                self._note(seat, "")
        self.window = None
        if window.won:
            return
        source = self.seats[window.source]
        if source.riichi == DECLARED:
            self._establish(source)
            self._deposit(source.index)
            source.ippatsu = True
        if window.via != BY_DISCARD:
            if self._kan_by is not None:
                self._kan_stands(self.seats[self._kan_by])
            else:
                self._interrupt()

    def _deposit(self, seat: int) -> None:
        """1000 points lie on the table for whoever wins next."""
        self.round.scores[seat] -= 1000
        self.round.sticks += 1

    def _establish(self, seat: Seat) -> None:
        seat.riichi = ESTABLISHED
        if seat.riichi_at < 0:
            seat.riichi_at = self.at
        for number in self.book.fired_by["riichi"]:
            seat.locks.fire(number, HIDDEN, Kind(KINDS), event=seat.riichi_at)
        self._note(seat, "")
        self.history.renew(seat)

    def _kan_stands(self, seat: Seat) -> None:
        """A kan that nobody robbed takes effect: it counts, and it is a call (2.2, order inside one event)."""
        self._kan_by = None
        self.round.kans += 1
        self._interrupt()
        self._any_call(seat, own=0)

    def _called(self, seat: Seat) -> None:
        """A chi, pon or open kan takes effect."""
        self.round.calls += 1
        self._interrupt()
        self._any_call(seat, own=self._ends_call)

    def _any_call(self, caller: Seat, own: int) -> None:
        for seat in self.seats:
            ends = self._ends_any_call | (own if seat is caller else 0)
            if seat.locks.active & ends:
                self._expire(seat, ends, "own_call" if seat is caller else "any_call")

    def _interrupt(self) -> None:
        """A call, kan or north: first-turn yaku and ippatsu are over for everybody."""
        self.round.quiet = False
        for seat in self.seats:
            seat.ippatsu = False

    # Parts

    def _expire(self, seat: Seat, ends: int, why: str) -> None:
        if seat.riichi == ESTABLISHED:
            ends &= ~self.book.kept_in_riichi  # R16: in riichi the temporary block never expires
        seat.locks.expire(ends)
        self._note(seat, why)

    def _refresh(self, seat: Seat) -> None:
        if seat.known:
            self._await(seat)
        self._note(seat, "waits_change")

    def _await(self, seat: Seat) -> None:
        """One kernel call: the waits of a hand that has changed."""
        new = self._waits(*seat.hand.keys)
        if new != seat.waits:
            seat.waits = new
            self._awaited = 0
            for other in self.seats:
                self._awaited |= other.waits

    def _note(self, seat: Seat, why: str) -> None:
        self.history.note(seat, self.at, why)

    def _give(self, event: ev.Event, seat: Seat, tile: Tile, *, unseen: bool = False) -> None:
        """A tile leaves the concealed part; `unseen`: it is the hidden one, though the seat shows another like it."""
        if not seat.known and (unseen or not seat.hand.holds(tile)):
            self._reveal(event, [tile])
            tile = HIDDEN
        try:
            seat.hand.remove(tile)
        except TileError:
            self._impossible(event, Code.TILE_NOT_HELD)
        seat.known = seat.hand.known
        if not seat.known:
            seat.waits = 0  # what hidden tiles hide is unknown, never guessed

    def _reveal(self, event: ev.Event, tiles: Sequence[Tile]) -> None:
        """Tiles become known: a fifth copy of a kind refuses the event (R67)."""
        seen = self.seen
        for place, tile in enumerate(tiles, 1):
            kind = KIND_OF[tile]
            seen[kind] += 1
            if seen[kind] > 4 and kind != KINDS:
                for told in tiles[:place]:  # a refused event leaves the table as it was
                    seen[KIND_OF[told]] -= 1
                self._impossible(event, Code.TOO_MANY_COPIES)

    def _judge(self, event: ev.Event, verdict: Verdict) -> None:
        if verdict.reasons:
            self._fault(event, verdict.reasons)

    def _fault(self, event: ev.Event, reasons: Sequence[Reason]) -> None:
        if self.strict:
            self._refuse(event, reasons)
        seat = getattr(event, "seat", -1)
        tile = getattr(event, "tile", HIDDEN)
        self.faults.append(Fault(self.at, seat, type(event).__name__, tile, tuple(reasons)))

    def _impossible(self, event: ev.Event, *codes: Code) -> NoReturn:
        self._refuse(event, [Reason(code) for code in codes])

    def _refuse(self, event: ev.Event, reasons: Sequence[Reason]) -> NoReturn:
        self.at -= 1  # the event did not happen
        raise IllegalEventError(self.at + 1, event, reasons)
