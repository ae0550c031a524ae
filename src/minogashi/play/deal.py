"""One hand of play, from the deal to its end: asks the players, lets the table rule, writes every event.

A window collects every seat's answer and only then acts; a seat that declines its own win cannot
take the tile past another's (singapore.md 6.3). What differs between families (dora, bonus tiles, ends
of the hand, money) is the `House`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from minogashi.claims import RON, Claim
from minogashi.errors import MinogashiError
from minogashi.events import Ask, Call, Draw, Event, FalseWin, NineTerminals, Pass, Ron, RoundEnd, Tsumo
from minogashi.play import menu
from minogashi.priority import resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minogashi.play.walls import Wall
    from minogashi.seat import Window
    from minogashi.table import Table


class Player(Protocol):
    """Whoever sits at a seat. Gets the table to look at, the own seat and a menu; answers with one entry of it."""

    def choose(self, table: Table, seat: int, choices: Sequence[Event]) -> Event:
        """One of the choices."""


class House(Protocol):
    """The part of a hand of play that the family decides."""

    def before(self, deal: Deal, event: Event) -> None:
        """Emit what must come before an event that a player has chosen."""

    def after(self, deal: Deal, event: Event) -> None:
        """Emit what follows an event at once: indicators, bonus tiles and their replacement, payments."""

    def due(self, deal: Deal) -> str:
        """The result that ends the hand before the next draw or act, or nothing."""

    def false_win(self, deal: Deal, event: FalseWin, *, won: bool) -> None:
        """What follows a win declared wrongly; `won`: another seat wins the tile, so that the hand goes on to that."""

    def settled(self, deal: Deal, result: str) -> tuple[int, ...]:
        """The points of all seats after the hand ended so."""


class Deal:
    """Plays one hand at a table whose `RoundStart` has been applied.

    `emit` is called with every event before anything else sees it; there it is saved. `recall` may
    know the answer to a question from a game that was saved. `apply` plays an event on the table where
    somebody watches it (`defence.Watch`). Raises `MinogashiError` where a player
    answers with what is not on its menu.
    """

    def __init__(  # noqa: PLR0913, PLR0917  what sits at a table
        self,
        table: Table,
        wall: Wall,
        players: Sequence[Player],
        house: House,
        emit: Callable[[Event], None],
        recall: Callable[[int, Sequence[Event]], Event | None] = lambda _seat, _choices: None,
        apply: Callable[[Event], None] | None = None,
    ) -> None:
        self.table, self.wall, self.players, self.house = table, wall, players, house
        self._emit, self._recall, self._apply = emit, recall, apply or table.apply
        self.result = ""

    def run(self) -> str:
        """Play to the end -> the result."""
        while self.table.running:
            self.step()
        return self.result

    def step(self) -> None:
        """One step: settle the window, or draw, or let the seat in turn act."""
        table = self.table
        if table.window is not None and self._ask_all():
            return
        result = self.house.due(self)
        if result:
            self.end(result)
        elif table.round.to_draw:
            self._draw()
        else:
            self._act()

    def play(self, event: Event) -> None:
        """Save an event, apply it, and let the house add what comes before and after it."""
        self.house.before(self, event)
        self._emit(event)
        self._apply(event)
        if self.table.running:
            self.house.after(self, event)

    def end(self, result: str) -> None:
        """The hand ends with this result: the points are settled and told."""
        self.result = result
        self.play(RoundEnd(result, self.house.settled(self, result)))

    def _draw(self) -> None:
        round_ = self.table.round
        replacement = round_.replacement_due
        tile = self.wall.replacement() if replacement else self.wall.draw()
        self.play(Draw(round_.turn, tile, replacement))

    def _act(self) -> None:
        seat = self.table.round.turn
        chosen = self.answer(seat, menu.own_turn(self.table, seat))
        self.play(chosen)
        if isinstance(chosen, Tsumo):
            self.end("win")
        elif isinstance(chosen, NineTerminals):
            self.end("nine_terminals")

    def answer(self, seat: int, choices: Sequence[Event]) -> Event:
        """Ask a player; what is not on the menu is refused."""
        if len(choices) == 1:
            return choices[0]
        chosen = self._recall(seat, choices) or self.players[seat].choose(self.table, seat, choices)
        if chosen not in choices:
            raise MinogashiError(f"seat {seat} answered {chosen}, which is not on its menu")
        return chosen

    def asked(self, window: Window) -> list[tuple[int, list[Event]]]:
        """The seats that are asked about the tile on offer, the nearest to its owner first, with their menus."""
        return menu.offers(self.table, window)

    def _ask_all(self) -> bool:
        """Collect the answers to the tile on offer and act on them -> whether anything happened."""
        window = self.table.window
        if window is None:
            return False
        answers = [self.answer(seat, choices) for seat, choices in self.asked(window)]
        if answers:
            self._settle(window.source, answers)
        return bool(answers)

    def _settle(self, source: int, answers: Sequence[Event]) -> None:
        """Passes first, then the claims that another's outranks, then the one that is granted."""
        table = self.table
        claims = {event.seat: event for event in answers if isinstance(event, (Ron, Call))}
        verdicts = [menu.verdict_of(table, event) for event in claims.values()]
        ruling = resolve(table.profile, source, verdicts, table.round.seats)
        for event in answers:
            if isinstance(event, Pass):
                self.play(event)
        for verdict, _ in ruling.refused:
            self.play(Ask(verdict.seat, Claim(verdict.claim), verdict.uses))
        for verdict in ruling.granted:
            self.play(claims[verdict.seat])
        if ruling.abort is not None:
            self.end(ruling.abort.value)
        elif ruling.granted and ruling.granted[0].claim == RON:
            self.end("win")
