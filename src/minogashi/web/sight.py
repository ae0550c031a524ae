"""A game as one seat sees it, as frames that grow event by event.

Events are masked first, and everything is computed from a table that knows the masked events only. So nothing that
the seat may not know can reach it: not a tile, not a pass, not a lock that only the other hand tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from minogashi import events as ev
from minogashi.record import Record
from minogashi.story import RoundRef
from minogashi.tiles import HIDDEN
from minogashi.web.document import NONE, Rack, Round
from minogashi.web.frames import Film
from minogashi.web.parts import drawn_tiles

if TYPE_CHECKING:
    from minogashi.rulebook import Profile
    from minogashi.table import Table

OPEN: Final = (
    *(ev.Discard, ev.Riichi, ev.Call, ev.ClosedKan, ev.AddedKan, ev.North, ev.Bonus, ev.Dora, ev.Ron, ev.Tsumo),
    *(ev.NineTerminals, ev.Payment, ev.RoundEnd, ev.GameEnd),
)
"""What everybody at a table sees."""
LISTS: Final = ("reasons", "rulings", "offers", "racks", "rivers", "waits", "scores", "safety", "frames")
"""The lists of a `Frames` document that grow while a game is played; of what they hold only an offer may change."""


def masked(event: ev.Event, seat: int) -> ev.Event | None:
    """The event as the seat sees it, None where it sees nothing. What is not known to be open is hidden.

    >>> from minogashi.tiles import Tile
    >>> masked(ev.Draw(1, Tile(4)), 0).tile == HIDDEN, masked(ev.Pass(1), 0), masked(ev.Pass(0), 0)
    (True, None, Pass(seat=0))
    """
    if isinstance(event, OPEN):
        return event
    if isinstance(event, ev.RoundStart):
        hands = tuple(hand if at == seat else (HIDDEN,) * len(hand) for at, hand in enumerate(event.hands))
        return replace(event, hands=hands)
    if getattr(event, "seat", NONE) == seat:
        return event
    return replace(event, tile=HIDDEN) if isinstance(event, ev.Draw) else None


class Sight(Film):
    """The frames of a game that is being played, for one seat. `see` takes every event of the game in order."""

    def __init__(self, book: Profile, seat: int) -> None:
        super().__init__(Record("", "", book.name, seats=book.seats), book)
        self.seat = seat
        self.start = 0
        self.label = NONE
        self.sizes: list[dict[str, int]] = []

    @property
    def at(self) -> int:
        """The number of the last event that this seat saw; -1 before the first."""
        return len(self.record.events) - 1

    def see(self, event: ev.Event, truth: Table) -> None:
        """Take an event. `truth` is the table with it, where the hands that a win lays open are read."""
        seen = masked(event, self.seat)
        if seen is None:
            return
        self.record.events.append(seen)
        if isinstance(seen, ev.RoundStart):
            self.start = self.at
            self.open(self._ref())
            wind, number = "ESWN"[seen.wind % 4], seen.number + 1
            self.label = self.voices.word(f"round.{wind}", number=number)  # said now: texts are numbered as they come
        self.take(self.at)
        if isinstance(seen, ev.RoundEnd):
            self._lay_open(truth)
            self.close(self._ref())
        self.sizes.append(self._sizes())

    def _ref(self) -> RoundRef:
        deal = self.record.events[self.start]
        dealer = deal.dealer if isinstance(deal, ev.RoundStart) else 0
        return RoundRef(str(len(self.rounds)), len(self.rounds), self.start, self.at, dealer, self.book.seats)

    def _lay_open(self, truth: Table) -> None:
        """Who has won shows the hand."""
        frame = self.frames[-1]
        for win in truth.wins:
            seat, masked_rack = truth.seats[win.seat], self.racks.all[frame.racks[win.seat]]
            tiles = seat.hand.tiles()
            if win.via == "draw":
                tiles.remove(win.tile)
            shown = Rack(drawn_tiles(tiles), drawn_tiles([win.tile]), masked_rack.melds, masked_rack.aside)
            frame.racks[win.seat] = self.racks.place(shown)

    def _sizes(self) -> dict[str, int]:
        sizes = {name: len(found) for name, found in self._lists().items()}
        sizes["texts"] = len(self.voices)  # for the next answer
        return sizes

    def _lists(self) -> dict[str, list[object]]:
        pools = {name: getattr(self, name) for name in LISTS}
        return {name: pool if isinstance(pool, list) else pool.all for name, pool in pools.items()}

    def since(self, at: int) -> dict[str, object]:
        """What was added to the document after event `at` (-1: everything), with the number where each list goes on."""
        had = dict(self.sizes[at]) if 0 <= at < len(self.sizes) else {}
        had["offers"] = max(0, had.get("offers", 0) - 1)  # the last one may have been answered since
        lists = {name: [had.get(name, 0), found[had.get(name, 0) :]] for name, found in self._lists().items()}
        first = next((number for number, closed in enumerate(self.rounds) if closed.end > at), len(self.rounds))
        shown = [first, [*self.rounds[first:], *self._now()]]
        known = had.get("texts", 0)
        return {**lists, "texts": [known, self.voices.texts(known)], "rounds": shown}

    def _now(self) -> list[Round]:
        """The round that is being played."""
        if not self.table.running:
            return []
        ends = 1 << 30
        return [Round("", self.label, NONE, self.start, ends, self.winds, self.table.round.honba, NONE, [], [], [], [])]
