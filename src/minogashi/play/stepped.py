"""A match that goes on as far as it can: where a person has to answer it stops, and is taken up at the same place.

A step asks before it acts, so one that was broken off changed nothing and can be taken again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi.events import Event, GameEnd
from minogashi.play import menu
from minogashi.play.match import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.play.deal import Deal
    from minogashi.table import Table


class UnansweredError(Exception):
    """A person has not answered yet."""


class Guest:
    """A person at a seat whose answers come from elsewhere. `answer` holds the next one until it is asked for.

    `then`: the tile of `answer`, a riichi, that is thrown with it.
    """

    def __init__(self) -> None:
        self.answer: Event | None = None
        self.then: Event | None = None
        self.asked: tuple[Event, ...] = ()

    def choose(self, _table: Table, _seat: int, choices: Sequence[Event]) -> Event:
        """The answer, as long as it is one of the choices. Raises `UnansweredError` while there is none."""
        if self.then is not None and self.then in choices:
            return self.then
        if self.answer is None:
            self.asked = tuple(choices)
            raise UnansweredError
        return self.answer


class SteppedMatch(Match):
    """A match that persons (`Guest`) take part in, without a thread that waits for them.

    >>> from minogashi.play.bots import BOTS
    >>> from minogashi.rulebook import profile
    >>> match = SteppedMatch(profile("tenhou"), [Guest(), *(BOTS["random"](1) for _ in range(3))], 1)
    >>> match.go_on(), len(match.menu(0)) > 1
    (False, True)
    """

    _deal: Deal | None = None
    over = False

    def go_on(self) -> bool:
        """Play until a person has to answer -> whether the game is over."""
        try:
            while self.state is not None:
                self._hand()
        except UnansweredError:
            return False
        if not self.over:
            self._emit(GameEnd(self.house.final(self.table)))
            self.over = True
        return True

    def menu(self, seat: int) -> list[Event]:
        """What a person may answer now: empty where nothing is asked of the seat, or its answer was given."""
        player = self.players[seat]
        if not isinstance(player, Guest) or player.answer is not None or self.over:
            return []
        window = self.table.window
        if window is not None and window.source != seat:
            return menu.offer(self.table, seat)
        return list(player.asked)

    def _hand(self) -> None:
        """The rest of a hand."""
        state = self.state
        if state is None:
            return
        if self._deal is None:
            self._deal = self.opened(state)
        while self.table.running:
            self._deal.step()
            self._forget()
        self.state = self.house.next(state, self.table, self._deal.result)
        self._deal = None

    def _forget(self) -> None:
        """An answer holds for one step; the tile that goes with a riichi, for the step after it."""
        for player in self.players:
            if isinstance(player, Guest):
                if player.answer is None:
                    player.then = None
                player.answer, player.asked = None, ()
