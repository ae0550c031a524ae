"""How long locks bound seats: the history that the locks themselves forget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from minogashi.tiles import Kind, Tile

if TYPE_CHECKING:
    from minogashi.claims import Code
    from minogashi.seat import Seat


class Span(Struct):
    """How long a lock bound a seat: from event `start` to event `end` (None: it still does).

    `tile` and `cause` are the tile and the event that set it; `ended_by` says what ended it.
    """

    seat: int
    code: Code
    tile: Tile
    cause: int
    start: int
    until: tuple[str, ...]
    end: int | None = None
    ended_by: str = ""


class Spans:
    """The spans of one hand of play, kept in step by the table with `note`."""

    def __init__(self, seats: int) -> None:
        self.all: list[Span] = []
        self._open: list[dict[tuple[int, int], Span]] = [{} for _ in range(seats)]

    def copy(self) -> Spans:
        """An independent copy."""
        new = Spans(len(self._open))
        twins = {id(span): Span(**asdict(span)) for span in self.all}
        new.all = list(twins.values())
        new._open = [{key: twins[id(span)] for key, span in opened.items()} for opened in self._open]
        return new

    def note(self, seat: Seat, at: int, why: str) -> None:
        """Open and close the seat's spans so that they say which locks bind it now; `why` ends those that closed."""
        bound = seat.locks.binding(seat.waits)
        if bound == seat.bound:
            return
        seat.bound = bound
        opened = self._open[seat.index]
        now = seat.locks.in_force(seat.waits)
        if seat.in_riichi:
            # a pass in riichi sets two flags (riichi.md 2.1); the one that says so is told
            kept = seat.locks.book.kept_in_riichi
            now = {key: mark for key, mark in now.items() if not kept >> key[0] & 1}
        for key in [key for key in opened if key not in now]:
            span = opened.pop(key)
            # "latest" remembers one discard: the next one puts an end to it
            replaced = key[0] in seat.locks.book.latest and any(number == key[0] for number, _ in now)
            span.end, span.ended_by = at, "own_discard" if replaced else why
        for key, mark in now.items():
            if key not in opened:
                reason = seat.locks.reason(key[0], Kind(0), seat.waits, in_riichi=seat.in_riichi)
                span = Span(seat.index, reason.code, mark.tile, mark.event, at, reason.until)
                opened[key] = span
                self.all.append(span)

    def renew(self, seat: Seat) -> None:
        """Say anew what ends the locks that bind the seat: in riichi it is another thing."""
        for (number, _), span in self._open[seat.index].items():
            span.until = seat.locks.reason(number, Kind(0), seat.waits, in_riichi=seat.in_riichi).until

    def close(self, at: int) -> None:
        """The hand is over, and with it every lock."""
        for opened in self._open:
            for span in opened.values():
                span.end, span.ended_by = at, "hand_end"
            opened.clear()
