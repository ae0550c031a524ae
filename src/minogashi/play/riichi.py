"""The riichi house: indicators, abortive draws, the end of the wall, payments, the way from hand to hand.

Money and progress are `settle`'s; here is when they are asked for (riichi.md 4.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi.accounts import Accounts
from minogashi.events import (
    AddedKan,
    Call,
    ClosedKan,
    Discard,
    Dora,
    Draw,
    Event,
    FalseWin,
    Payment,
    Ron,
    RoundStart,
    Tsumo,
)
from minogashi.penalty import CHOMBO, chombo_payment, false_win
from minogashi.play.state import State
from minogashi.play.walls import Wall, from_the_break, shuffled
from minogashi.referee import RINSHAN
from minogashi.seat import BY_DISCARD
from minogashi.settle import progress
from minogashi.settle.standing import uma_lists
from minogashi.tiles import KIND_OF, Kind

if TYPE_CHECKING:
    from minogashi.play.deal import Deal
    from minogashi.rulebook import Profile
    from minogashi.table import Table
    from minogashi.value.riichi import Value

_LATE = "ankan_now_others_after_discard"


class RiichiHouse:
    """What a riichi table adds to the claims. `winds` is the length of the game: 1 east only, 2 a hanchan.

    With `dice` the walls stand before the seats and are broken.
    """

    def __init__(self, profile: Profile, winds: int = 2, *, dice: bool = False) -> None:
        self.profile, self.winds, self.dice = profile, winds, dice
        self.timing = str(profile["kan_dora_timing"])
        self.finish: progress.Finish | None = None
        self.penalties = [0] * profile.seats
        uma_lists(profile)  # a row that cannot be read is told before the game, not after it
        self._begin()

    def _begin(self) -> None:
        self.early = self.late = 0
        self.accounts: Accounts | None = None

    # The game

    def start(self) -> State:
        """The first deal."""
        return State(scores=(int(self.profile["start_points"]),) * self.profile.seats)

    def wall(self, seed: str) -> Wall:
        """The wall of one hand."""
        tiles, dead = shuffled(self.profile, seed, dice=self.dice), self.profile.dead_wall
        return Wall(from_the_break(tiles, dead) if self.dice else tiles, dead=dead, stock=RINSHAN)

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
        accounts = self.accounts
        if accounts is None or accounts.outcome is None or accounts.closing is None:
            return state
        follows = progress.advance(self.profile, accounts.closing, accounts.outcome, winds=self.winds)
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

    @property
    def outcome(self) -> progress.Outcome | None:
        """How the last hand ended; None while one is played."""
        return None if self.accounts is None else self.accounts.outcome

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

    def after(self, deal: Deal, event: Event) -> None:
        """The account is kept; a kan brings an indicator, at once or with the discard, by `kan_dora_timing`."""
        accounts = self._accounts(deal.table)
        accounts.note(event)
        if isinstance(event, (Draw, Discard)):  # most events: nothing follows
            return
        if isinstance(event, (Ron, Tsumo)):
            accounts.win(event, self.ura(deal, event.seat))
        kan = isinstance(event, (ClosedKan, AddedKan)) or (isinstance(event, Call) and len(event.uses) == 3)
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
            due = self._accounts(table).abort_due()
            if due:
                return due
        if not round_.to_draw:
            return ""
        if round_.replacement_due:
            self._stands(deal)
        elif not round_.live:
            return self._accounts(table).drawn_result
        return ""

    def _stands(self, deal: Deal) -> None:
        """Indicators of kans that nobody robbed; an earlier kan's comes before any replacement, that of a north too."""
        late_now = not self.early and deal.table.seats[deal.table.round.turn].replacing == "kan"
        while self.late > late_now:
            self.late -= 1
            self._turn(deal)
        while self.early:
            self.early -= 1
            self._turn(deal)

    @staticmethod
    def _turn(deal: Deal) -> None:
        number = len(deal.table.round.indicators)
        if number <= 4:
            deal.play(Dora(deal.wall.indicator(number)))

    def false_win(self, deal: Deal, event: FalseWin, *, won: bool) -> None:
        """A chombo ends the hand, which is played again; beside another's win it is only paid (2.4)."""
        found = false_win(self.profile, shown=event.shown, valid_win_elsewhere=won)
        if found.replayed:
            deal.end(found.consequence)
        elif found.consequence == CHOMBO:
            due = chombo_payment(self.profile, event.seat, deal.table.round.dealer)
            self.penalties[event.seat] -= due.off
            if any(due.moved):
                deal.play(Payment(due.moved, CHOMBO))

    # Money

    def settled(self, deal: Deal, result: str) -> tuple[int, ...]:
        """The points of all seats once the hand is over."""
        accounts = self._accounts(deal.table)
        outcome = accounts.ending(result)
        had = accounts.state.scores
        for seat, off in enumerate(outcome.penalties):
            self.penalties[seat] += off
        return tuple(points + gained for points, gained in zip(had, outcome.deltas, strict=True))

    def _accounts(self, table: Table) -> Accounts:
        if self.accounts is None or self.accounts.table is not table:
            self.accounts = Accounts(table)
        return self.accounts

    def ura(self, deal: Deal, seat: int) -> list[Kind]:
        """The ura indicators that a riichi seat turns when it wins."""
        if not deal.table.seats[seat].in_riichi:
            return []
        return [KIND_OF[deal.wall.indicator(turned, ura=True)] for turned in range(len(deal.table.round.indicators))]

    def value(self, table: Table, seat: int) -> Value | None:
        """What a win of the seat in the last hand was worth, ura indicators counted."""
        accounts = self._accounts(table)
        values = {win.seat: value for win, value in zip(accounts.wins, accounts.values, strict=True)}
        return values.get(seat)
