"""The riichi house: indicators, abortive draws, the end of the wall, payments, the way from hand to hand.

Money and progress are `settle`'s; here is when they are asked for (riichi.md 4.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minogashi.events import AddedKan, Call, ClosedKan, Discard, Dora, Event, RoundStart
from minogashi.play.state import State
from minogashi.play.walls import RINSHAN, Wall, shuffled
from minogashi.seat import BY_DISCARD, DECLARED, NO_RIICHI
from minogashi.settle import progress
from minogashi.settle.draws import abort_due
from minogashi.settle.pao import feeders
from minogashi.settle.payments import STICK, WonHand
from minogashi.tiles import KIND_OF, KINDS, TERMINALS_AND_HONOURS, Tile

if TYPE_CHECKING:
    from minogashi.play.deal import Deal
    from minogashi.profile import Profile
    from minogashi.seat import Seat
    from minogashi.table import Table

_LATE = "ankan_now_others_after_discard"


class RiichiHouse:
    """What a riichi table adds to the claims. `winds` is the length of the game: 1 east only, 2 a hanchan."""

    def __init__(self, profile: Profile, winds: int = 2) -> None:
        self.profile, self.winds = profile, winds
        self.timing = str(profile["kan_dora_timing"])
        self.finish: progress.Finish | None = None
        self._begin()

    def _begin(self) -> None:
        self.early = self.late = 0
        self.outcome: progress.Outcome | None = None
        self.at_end: progress.State | None = None
        self.ura: list[Tile] = []

    # The game

    def start(self) -> State:
        """The first deal."""
        return State(scores=(int(self.profile["start_points"]),) * self.profile.seats)

    def wall(self, seed: str) -> Wall:
        """The wall of one hand."""
        return Wall(shuffled(self.profile, seed), dead=self.profile.dead_wall, stock=RINSHAN)

    def deal(self, state: State, wall: Wall) -> RoundStart:
        """13 tiles each, the first indicator turned."""
        self._begin()
        hands = tuple(tuple(wall.draw() for _ in range(13)) for _ in range(self.profile.seats))
        indicators = (wall.indicator(0),)
        return RoundStart(
            state.wind, state.number, state.honba, state.sticks, state.dealer, state.scores, indicators, hands
        )

    def opening(self, deal: Deal) -> None:
        """Nothing comes between the deal and the first act."""

    def next(self, state: State, _table: Table, _result: str) -> State | None:
        """The next deal by the outcome of the last; None when the game is over."""
        if self.outcome is None or self.at_end is None:
            return state
        follows = progress.advance(self.profile, self.at_end, self.outcome, winds=self.winds)
        if isinstance(follows, progress.Finish):
            self.finish = follows
            return None
        return State(
            follows.wind,
            follows.number,
            follows.honba,
            follows.sticks,
            follows.dealer,
            follows.scores,
            state.hands + 1,
        )

    def final(self, table: Table) -> tuple[int, ...]:
        """The points at the end of the game, leftover sticks given out."""
        return tuple(table.round.scores) if self.finish is None else self.finish.scores

    # The hand

    def before(self, deal: Deal, event: Event) -> None:
        """A late indicator is turned with the discard that follows the kan."""
        if isinstance(event, Discard):
            while self.late:
                self.late -= 1
                self._turn(deal)

    def after(self, _deal: Deal, event: Event) -> None:
        """A kan brings an indicator: at once or with the discard, by `kan_dora_timing`."""
        kan = isinstance(event, ClosedKan | AddedKan) or (isinstance(event, Call) and len(event.uses) == 3)
        if kan and self.timing != "none":
            if self.timing == _LATE and not isinstance(event, ClosedKan):
                self.late += 1
            else:
                self.early += 1

    def due(self, deal: Deal) -> str:
        """An abortive draw after a discard that nobody took, or the end of the wall; a kan that stands is shown."""
        table = deal.table
        round_, window = table.round, table.window
        if window is not None and window.via == BY_DISCARD:
            due = abort_due(
                self.profile,
                rivers=[[KIND_OF[tile] for tile in seat.river] for seat in table.seats],
                quiet=round_.quiet,
                riichi=sum(1 for seat in table.seats if seat.riichi != NO_RIICHI),
                kans=[seat.hand.kans for seat in table.seats],
            )
            if due:
                return due
        if not round_.to_draw:
            return ""
        if round_.replacement_due:
            self._stands(deal)
        elif not round_.live:
            return "nagashi" if self._nagashi(table) else "exhaustive"
        return ""

    def _stands(self, deal: Deal) -> None:
        """Indicators of kans that nobody robbed; those of an earlier kan come before the next draw."""
        while self.early:
            self.early -= 1
            self._turn(deal)
        while self.late > 1:
            self.late -= 1
            self._turn(deal)

    @staticmethod
    def _turn(deal: Deal) -> None:
        number = len(deal.table.round.indicators)
        if number <= 4:
            deal.play(Dora(deal.wall.indicator(number)))

    def _nagashi(self, table: Table) -> list[int]:
        """Seats whose whole river is terminals and honours of which none was called."""
        if self.profile["nagashi_mangan"] == "no":
            return []
        fed = {meld.source for seat in table.seats for meld in seat.hand.melds}
        return [
            seat.index
            for seat in table.seats
            if seat.index not in fed and all(TERMINALS_AND_HONOURS >> KIND_OF[tile] & 1 for tile in seat.river)
        ]

    # Money

    def settled(self, deal: Deal, result: str) -> tuple[int, ...]:
        """The points of all seats once the hand is over."""
        table = deal.table
        round_ = table.round
        scores, sticks = list(round_.scores), round_.sticks
        window = table.window
        if window is not None and not window.won and table.seats[window.source].riichi == DECLARED:
            scores[window.source] -= STICK  # the last discard's riichi stands: nobody won it
            sticks += 1
        self.at_end = progress.State(
            round_.wind, round_.number, round_.honba, sticks, round_.dealer, tuple(scores)
        )
        self.outcome = self._ended(deal, result, self.at_end)
        return tuple(had + gained for had, gained in zip(scores, self.outcome.deltas, strict=True))

    def _ended(self, deal: Deal, result: str, state: progress.State) -> progress.Outcome:
        table = deal.table
        if result == "win":
            riichi = [seat.index for seat in table.seats if seat.in_riichi]
            wins = [self._won(deal, win.seat, win.source) for win in table.wins]
            return progress.won(self.profile, state, wins, riichi)
        if result in {"exhaustive", "nagashi"}:
            ready = [seat.index for seat in table.seats if self._ready(table, seat)]
            return progress.drawn(self.profile, state, ready, self._nagashi(table))
        return progress.aborted(state, result)

    def _won(self, deal: Deal, seat: int, source: int) -> WonHand:
        table = deal.table
        winner = table.seats[seat]
        if winner.in_riichi:
            turned = len(table.round.indicators)
            self.ura = [deal.wall.indicator(number, ura=True) for number in range(turned)]
        value = self.value(table, seat)
        rinshan = seat == source and winner.drawn_replacement == "kan"
        return WonHand.of(seat, source, value, feeders(self.profile, winner.hand.melds, rinshan=rinshan))

    def value(self, table: Table, seat: int) -> Any:  # noqa: ANN401  as `Table.value`
        """What a win of the seat is worth, with the ura indicators where its riichi turned them."""
        ura = self.ura if table.seats[seat].in_riichi else []
        return table.value(seat, [KIND_OF[tile] for tile in ura])

    @staticmethod
    def _ready(table: Table, seat: Seat) -> bool:
        return bool(seat.waits and table.referee.ready_waits(seat, seat.hand.counts[:KINDS], seat.waits))
