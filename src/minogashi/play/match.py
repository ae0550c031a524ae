"""The match: hand after hand, every event saved before anything else happens, and resumed from what was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from minogashi.claims import RON
from minogashi.errors import MinogashiError
from minogashi.events import Ask, Call, Dora, Draw, Event, FalseWin, GameEnd, Pass, Ron, RoundStart
from minogashi.play.deal import Deal, House, Player
from minogashi.play.walls import thrown, wall_seed
from minogashi.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from minogashi.play.state import State
    from minogashi.play.walls import Break, Wall
    from minogashi.rulebook import Profile


class Rules(House, Protocol):
    """What a family's house decides about the whole game."""

    @property
    def penalties(self) -> Sequence[int]:
        """What chombo takes off each seat's final score, beside its points."""

    def start(self) -> State:
        """The first hand to be dealt."""

    def wall(self, seed: str) -> Wall:
        """The wall of one hand."""

    def deal(self, state: State, wall: Wall) -> RoundStart:
        """The deal from a wall."""

    def opening(self, deal: Deal) -> None:
        """What happens between the dealer's first draw and the first act."""

    def next(self, state: State, table: Table, result: str) -> State | None:
        """Where the game goes after a hand; None: it is over."""

    def value(self, table: Table, seat: int) -> Any:  # noqa: ANN401  each family has its own
        """What a win of the seat is worth, as `Table.value`, with what is turned at the end."""

    def final(self, table: Table) -> tuple[int, ...]:
        """The points at the end of the game."""


def house_of(profile: Profile, winds: int = 0, *, dice: bool = False) -> Rules:
    """The house of the profile's family; `winds` is the length of the game, 0 the family's own; `dice` break walls."""
    if profile.family == "singapore":
        from minogashi.play.singapore import SingaporeHouse

        return SingaporeHouse(profile, winds or 4, dice=dice)
    from minogashi.play.riichi import RiichiHouse

    return RiichiHouse(profile, winds or 2, dice=dice)


class Match:
    """A game under one profile from one seed. `keep` gets every new event, in order, to be saved.

    The seats `club` sit at a club table, where a false win can be declared (`ClubDeal`). With `dice` two dice are
    thrown for each hand, and its walls are broken where they say (`walls.Break`).

    The same profile, seed and answers give the same events. `events` saved before (`resume`) are
    played first; then the game goes on where they stop. `watch` sees every event, saved ones too,
    after it was saved and before the table knows it; `place` counts the saved ones played.
    """

    def __init__(  # noqa: PLR0913  what a game is made of
        self,
        profile: Profile,
        players: Sequence[Player],
        seed: int,
        *,
        winds: int = 0,
        club: Collection[int] = (),
        dice: bool = False,
        keep: Callable[[Event], None] = lambda _event: None,
        watch: Callable[[Event], None] = lambda _event: None,
    ) -> None:
        self.profile, self.players, self.seed = profile, list(players), seed
        self.house, self.dice = house_of(profile, winds, dice=dice), dice
        self.table = Table(profile)
        self.state: State | None = self.house.start()
        self._keep, self._watch, self.club = keep, watch, club
        self._saved: list[Event] = []
        self.place = 0

    def resume(self, events: Sequence[Event]) -> None:
        """Take up a game from the events that were saved."""
        self._saved, self.place = list(events), 0

    def run(self, hands: int | None = None) -> State | None:
        """Play to the end, or so many hands -> what would be dealt next."""
        played = 0
        while self.state is not None and (hands is None or played < hands):
            self.play_hand(self.state)
            played += 1
        if self.state is None:
            self._emit(GameEnd(self.house.final(self.table)))
        return self.state

    @property
    def broken(self) -> Break | None:
        """Where the dice break the walls of the hand that is played; None where none are thrown."""
        if not self.dice or self.state is None:
            return None
        return thrown(wall_seed(self.seed, self.state.hands), self.profile.seats)

    def play_hand(self, state: State) -> str:
        """Deal and play one hand -> its result."""
        result = self.opened(state).run()
        self.state = self.house.next(state, self.table, result)
        return result

    def opened(self, state: State) -> Deal:
        """A hand as it stands before its first act: dealt, and what the family opens with done."""
        wall = self.house.wall(wall_seed(self.seed, state.hands))
        start = self.house.deal(state, wall)
        deal = self._table_deal(wall)
        deal.play(start)
        deal.play(Draw(start.dealer, wall.draw()))
        self.house.opening(deal)
        return deal

    def _table_deal(self, wall: Wall) -> Deal:
        parts = self.table, wall, self.players, self.house, self._emit, self._recall
        if not self.club:
            return Deal(*parts)
        from minogashi.play.club import ClubDeal

        return ClubDeal(*parts, people=self.club)

    @property
    def replaying(self) -> bool:
        """Whether events that were saved before are still being played."""
        return self.place < len(self._saved)

    def _emit(self, event: Event) -> None:
        """Save an event, unless it was read from what was saved."""
        if self.place == len(self._saved):
            self._keep(event)
        elif self._saved[self.place] != event:
            raise self._astray(event)
        else:
            self.place += 1
        self._watch(event)

    def _recall(self, seat: int, choices: Sequence[Event]) -> Event | None:
        """The answer that the saved game holds for this question; None: it did not get that far.

        The answers to one offer stand together: passes, claims that were outranked, the one that was granted. A
        late indicator stands before the discard that it came with.
        """
        if self.place == len(self._saved):
            return None
        for saved in self._saved[self.place :]:
            if saved in choices or (isinstance(saved, FalseWin) and saved.seat == seat):
                return saved
            if isinstance(saved, Ask) and saved.seat == seat:
                found = next((choice for choice in choices if _asks(saved, choice)), None)
                if found is not None:
                    return found
            if not isinstance(saved, Dora | Pass | Ask | Call | Ron | FalseWin):
                raise self._astray(choices[-1])
        return None

    def _astray(self, event: Event) -> MinogashiError:
        saved = self._saved[self.place]
        return MinogashiError(
            f"the saved game does not follow from its seed: event {self.place} is {saved}, not {event}"
        )


def _asks(asked: Ask, choice: Event) -> bool:
    if isinstance(choice, Ron):
        return asked.claim == RON
    return isinstance(choice, Call) and (choice.claim, choice.uses) == (asked.claim, asked.uses)
