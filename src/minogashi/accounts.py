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
    """Keeps the account of each hand at a table.

    Either `apply` plays the events too, or they are played elsewhere and told with `note`, a win with
    `win`, and `ending` says what the hand comes to. `outcome` is how the last hand ended, None while one
    is played, and `closing` how the table stood before anything was paid for it; `wins` and `values` are
    those declared in it.

    >>> from minogashi.rulebook import profile
    >>> from minogashi.table import Table
    >>> Accounts(Table(profile("tenhou"))).outcome is None
    True
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._begin()

    def _begin(self) -> None:
        self.outcome: Outcome | None = None
        self.closing: State | None = None
        self.wins: list[WonHand] = []
        self.values: list[Value] = []
        self._events: list[ev.Event] = []
        self._offender = -1

    @property
    def state(self) -> State:
        """How the table stands now; a riichi whose tile nobody has won is paid."""
        table = self.table
        round_, window = table.round, table.window
        state = State(round_.wind, round_.number, round_.honba, round_.sticks, round_.dealer, tuple(round_.scores))
        if window is None or window.won or table.seats[window.source].riichi != DECLARED:
            return state
        scores = tuple(had - STICK * (seat == window.source) for seat, had in enumerate(state.scores))
        return replace(state, sticks=state.sticks + 1, scores=scores)

    def apply(self, event: ev.Event, ura: Sequence[Kind] = ()) -> None:
        """Play one event; `ura` are the indicators under the dora, for a win.

        Raises as `Table.apply` does, and `MinogashiError` for a win without value.
        """
        if isinstance(event, ev.RoundEnd) and event.result != "cut":
            self.ending(event.result)
        self.table.apply(event)
        self.note(event)
        if isinstance(event, ev.Ron | ev.Tsumo):
            self.win(event, ura)

    @property
    def drawn_result(self) -> str:
        """The result of a hand that the end of the wall ends: `nagashi` or `exhaustive`."""
        counts = self.table.profile["nagashi_mangan"] != "no"
        return "nagashi" if counts and self.nagashi else "exhaustive"

    def note(self, event: ev.Event) -> None:
        """An event that the table has played."""
        if isinstance(event, (ev.RoundStart, ev.Position)):
            self._begin()
        elif isinstance(event, ev.FalseWin):
            self._offender = event.seat
        self._events.append(event)

    def win(self, event: ev.Ron | ev.Tsumo, ura: Sequence[Kind] = ()) -> Value:
        """The value of a win just declared, put to the account."""
        seat, table = event.seat, self.table
        value: Value | None = table.value(seat, ura)
        if value is None:
            raise MinogashiError(f"seat {seat} wins without a yaku")
        source = seat if isinstance(event, ev.Tsumo) else event.source
        rinshan = source == seat and table.seats[seat].drawn_replacement == "kan"
        pao = feeders(table.profile, laid(self._events, seat), rinshan=rinshan)
        self.values.append(value)
        self.wins.append(WonHand.of(seat, source, value, pao))
        return value

    def ending(self, result: str) -> Outcome:
        """What the hand comes to if it ends now with this result."""
        self.closing = state = self.state
        self.outcome = self._ended(result, state)
        return self.outcome

    def _ended(self, result: str, state: State) -> Outcome:
        profile = self.table.profile
        riichi = [seat.index for seat in self.table.seats if seat.in_riichi]
        if self.wins:
            return won(profile, state, self.wins, riichi)
        if result in _ABORTS:
            return aborted(state, result)
        if result == "chombo":
            return replayed(profile, state, self._offender, riichi)
        return drawn(profile, state, self.ready, self.nagashi)

    def abort_due(self) -> str:
        """The abortive draw that is due now that the last discard has been answered, or nothing."""
        table, round_, seats = self.table, self.table.round, self.table.seats
        opening = round_.quiet and round_.thrown == round_.seats
        if not (opening or round_.kans >= 4 or (seats[0].riichi and all(seat.riichi for seat in seats))):
            return ""  # most discards: nothing that could be due
        return abort_due(
            table.profile,
            rivers=[[KIND_OF[tile] for tile in seat.river] for seat in seats],
            quiet=round_.quiet,
            riichi=sum(seat.riichi > 0 for seat in seats),
            kans=[seat.hand.kans for seat in seats],
        )

    @property
    def ready(self) -> list[int]:
        """The seats that are ready under the rule book; a dead hand is not (riichi.md 2.4)."""
        table = self.table
        ready_waits = table.referee.ready_waits
        alive = [seat for seat in table.seats if not seat.dead]
        return [seat.index for seat in alive if ready_waits(seat, seat.hand.counts[:34], seat.waits)]

    @property
    def nagashi(self) -> list[int]:
        """The seats whose discards are terminals and honours only, none of them called (流し満貫)."""
        table = self.table
        called = {meld.source for seat in table.seats for meld in seat.hand.melds}
        return [seat.index for seat in table.seats if seat.index not in called and _nagashi(seat)]


def _nagashi(seat: Seat) -> bool:
    return bool(seat.river) and all(TERMINALS_AND_HONOURS >> KIND_OF[tile] & 1 for tile in seat.river)
