"""The money of a riichi table while it is played: from the events of a hand to its `Outcome`.

`settle` knows no table; here a table's hands, rivers and melds become what it asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from minogashi import events as ev
from minogashi.errors import MinogashiError
from minogashi.seat import DECLARED
from minogashi.settle.draws import abort_due
from minogashi.settle.pao import feeders, laid
from minogashi.settle.payments import STICK, WonHand
from minogashi.settle.progress import Outcome, State, aborted, drawn, replayed, won
from minogashi.tiles import KIND_OF, TERMINALS_AND_HONOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.seat import Seat
    from minogashi.table import Table
    from minogashi.tiles import Kind
    from minogashi.value.riichi import Value

_ABORTS = {"nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"}


class Accounts:
    """Plays events into a table and says what each hand comes to.

    `outcome` is how the last hand ended, None while one is played, and `closing` how the table stood before anything
    was paid for it; `wins` and `values` are those declared in it.

    >>> from minogashi.profile import profile
    >>> from minogashi.table import Table
    >>> Accounts(Table(profile("tenhou"))).outcome is None
    True
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.outcome: Outcome | None = None
        self.closing: State | None = None
        self.wins: list[WonHand] = []
        self.values: list[Value | None] = []
        self._events: list[ev.Event] = []
        self._offender = -1

    @property
    def state(self) -> State:
        """How the table stands now."""
        round_ = self.table.round
        return State(round_.wind, round_.number, round_.honba, round_.sticks, round_.dealer, tuple(round_.scores))

    def apply(self, event: ev.Event, ura: Sequence[Kind] = ()) -> None:
        """Play one event; `ura` are the indicators under the dora, for a win.

        Raises as `Table.apply` does, and `MinogashiError` for a win without value.
        """
        table = self.table
        if isinstance(event, ev.RoundStart | ev.Position):
            self.outcome, self.wins, self.values, self._events = None, [], [], []
        before, declared = self.state, [seat.index for seat in table.seats if seat.riichi == DECLARED]
        table.apply(event)
        self._events.append(event)
        if isinstance(event, ev.Ron | ev.Tsumo):
            self._win(event, ura)
        elif isinstance(event, ev.FalseWin):
            self._offender = event.seat
        elif isinstance(event, ev.RoundEnd) and event.result != "cut":
            stood = [seat for seat in declared if table.seats[seat].in_riichi]
            self.outcome = self._settled(event.result, before if not stood else _paid(before, stood[0]))

    def abort_due(self) -> str:
        """The abortive draw that is due now that the last discard has been answered, or nothing."""
        table = self.table
        rivers = [[KIND_OF[tile] for tile in seat.river] for seat in table.seats]
        return abort_due(
            table.profile,
            rivers=rivers,
            quiet=table.round.quiet,
            riichi=sum(seat.riichi > 0 for seat in table.seats),
            kans=[seat.hand.kans for seat in table.seats],
        )

    @property
    def ready(self) -> list[int]:
        """The seats that are ready under the rule book."""
        table = self.table
        ready_waits = table.referee.ready_waits
        return [seat.index for seat in table.seats if ready_waits(seat, seat.hand.counts[:34], seat.waits)]

    @property
    def nagashi(self) -> list[int]:
        """The seats whose discards are terminals and honours only, none of them called (流し満貫)."""
        table = self.table
        called = {meld.source for seat in table.seats for meld in seat.hand.melds}
        return [seat.index for seat in table.seats if seat.index not in called and _nagashi(seat)]

    def _win(self, event: ev.Ron | ev.Tsumo, ura: Sequence[Kind]) -> None:
        seat, table = event.seat, self.table
        value = table.value(seat, ura)
        if value is None:
            raise MinogashiError(f"seat {seat} wins without a yaku")
        source = seat if isinstance(event, ev.Tsumo) else event.source
        rinshan = source == seat and table.seats[seat].drawn_replacement == "kan"
        pao = feeders(table.profile, laid(self._events, seat), rinshan=rinshan)
        self.values.append(value)
        self.wins.append(WonHand.of(seat, source, value, pao))

    def _settled(self, result: str, state: State) -> Outcome:
        self.closing = state
        profile = self.table.profile
        riichi = [seat.index for seat in self.table.seats if seat.in_riichi]
        if self.wins:
            return won(profile, state, self.wins, riichi)
        if result in _ABORTS:
            return aborted(state, result)
        if result == "chombo":
            return replayed(profile, state, self._offender, riichi)
        return drawn(profile, state, self.ready, self.nagashi)


def _paid(state: State, seat: int) -> State:
    """The state after a riichi that stood at the very end."""
    scores = tuple(had - STICK * (at == seat) for at, had in enumerate(state.scores))
    return replace(state, sticks=state.sticks + 1, scores=scores)


def _nagashi(seat: Seat) -> bool:
    return bool(seat.river) and all(TERMINALS_AND_HONOURS >> KIND_OF[tile] & 1 for tile in seat.river)
