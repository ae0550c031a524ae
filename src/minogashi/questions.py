"""What can be asked of a table: claims, acts, furiten, tiles in sight, the worth of a hand. Nothing here changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from minogashi.claims import CHI, RON, Reason, Verdict
from minogashi.tiles import KIND_OF, KINDS, NORTH, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minogashi.locks import LockBook
    from minogashi.referee import Referee
    from minogashi.rulebook import Profile
    from minogashi.seat import Round, Seat, Window
    from minogashi.spans import Span, Spans


_OF_THREE: Final = 108
_NOT_OF_THREE: Final = range(1, 8)


class Questions:
    """The asking half of a `Table`."""

    profile: Profile
    referee: Referee
    book: LockBook
    round: Round
    seats: list[Seat]
    window: Window | None
    history: Spans

    @property
    def spans(self) -> list[Span]:
        """How long each lock has bound its seat in this hand, in order of time."""
        return self.history.all

    def seat(self, index: int) -> Seat:
        """The seat of this number."""
        return self.seats[index]

    def verdicts(self) -> Iterator[Verdict]:
        """Every claim of every other seat on the tile now on offer, allowed or refused with all reasons."""
        if self.window is not None:
            for seat in self.seats:
                if seat.index != self.window.source:
                    yield from self.claims(seat.index)

    def claims(self, index: int) -> Iterator[Verdict]:
        """Every claim of one seat on the tile now on offer: ron, each chi, pon, open kan."""
        seat = self.seats[index]
        if self.window is not None and self.window.passed >> index & 1:
            return
        yield self.referee.ron(self.round, seat, self.window)
        yield from self.referee.calls(self.round, seat, self.window)

    def ron(self, index: int) -> Verdict:
        """The ruling on a win of this seat with the tile now on offer."""
        return self.referee.ron(self.round, self.seats[index], self.window)

    def acts(self, index: int) -> Iterator[Verdict]:
        """Every act of a seat in its own turn: tsumo, riichi, kans, north, nine terminals, each discard."""
        seat, referee = self.seats[index], self.referee
        yield referee.tsumo(self.round, seat)
        yield referee.riichi(self.round, seat)
        for kind in range(KINDS):
            if seat.hand.counts[kind] == 4:
                yield referee.closed_kan(self.round, seat, Kind(kind))
        for meld in seat.hand.melds:
            if seat.hand.counts[meld.kind] and meld.claim != CHI and len(meld.tiles) == 3:
                yield referee.added_kan(self.round, seat, meld.kind)
        if self.profile.seats == 3:
            yield referee.north(self.round, seat)
        yield referee.nine_terminals(self.round, seat)
        for tile in seat.hand.held():
            yield referee.discard(self.round, seat, tile)

    def furiten(self, index: int) -> Reason | None:
        """The most decisive lock on this seat's wins by ron: code, tile, event, until. None: it has none."""
        seat = self.seats[index]
        rules = self.book.rules
        found = [
            seat.locks.reason(number, Kind(0), seat.waits, in_riichi=seat.in_riichi)
            for number, _ in seat.locks.in_force(seat.waits)
            if rules[number].blocks & RON and rules[number].wins_only
        ]
        rank = self.profile.order["ron"]
        return min(found, key=lambda reason: rank.index(reason.code), default=None)

    def value(self, index: int, ura: Sequence[Kind] = ()) -> Any:  # noqa: ANN401  each family has its own
        """What the seat's hand is worth with the tile on offer, or the tile just drawn; None where it may not win.

        A `value.riichi.Value` or a `value.singapore.TaiValue`, by the family. `ura` are ura indicators.
        """
        window = None if self.window is None or self.window.source == index else self.window
        return self.referee.worth.value(self.round, self.seats[index], window, ura)

    def unseen(self, index: int) -> list[int]:
        """Copies of each kind that this seat does not see: four, without what lies open and what it holds.

        At a table of three there is no 2m to 8m.
        """
        own, absent = self.seats[index].hand.counts, _NOT_OF_THREE if self.profile.tiles == _OF_THREE else ()
        return [0 if kind in absent else max(0, 4 - seen - own[kind]) for kind, seen in enumerate(self.in_sight())]

    def in_sight(self) -> list[int]:
        """Copies of each kind that everybody sees.

        Rivers, all melds, set-aside norths, indicators; a discard that was called counts once, in its meld.
        """
        out = [0] * (KINDS + 1)
        rivers = [[KIND_OF[tile] for tile in seat.river] for seat in self.seats]
        melds = [meld for seat in self.seats for meld in seat.hand.melds]
        for meld in melds:
            if meld.source is not None and meld.taken is not None and KIND_OF[meld.taken] in rivers[meld.source]:
                rivers[meld.source].remove(KIND_OF[meld.taken])
        shown = [tile for meld in melds for tile in meld.tiles] + self.round.indicators
        for kind in [kind for river in rivers for kind in river] + [KIND_OF[tile] for tile in shown]:
            out[kind] += 1
        out[NORTH] += sum(seat.norths for seat in self.seats)
        return out[:KINDS]
