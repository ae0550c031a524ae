"""A hand at a club table: people may declare a win that is none, and bear what the rule book makes of it.

Nobody is told beforehand whether a win is legal, so people are asked about every tile (riichi.md 2.4, singapore.md 13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi.errors import MinogashiError
from minogashi.events import Event, FalseWin, Pass, Ron
from minogashi.penalty import NOT_REACHABLE, NOTHING, VOID, false_hu, false_win
from minogashi.play.deal import Deal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

    from minogashi.penalty import Ruling
    from minogashi.rulebook import Profile
    from minogashi.seat import Window


def ruling(profile: Profile, *, shown: bool = True, won: bool = False) -> Ruling:
    """What follows a false win; `shown`: its tiles were laid open; `won`: another seat wins the tile.

    >>> from minogashi.rulebook import profile
    >>> ruling(profile("ema2016")).consequence, ruling(profile("sg-wong-v1")).consequence
    ('chombo', 'nothing')
    """
    if profile.family == "singapore":
        return false_hu(profile)
    return false_win(profile, shown=shown, valid_win_elsewhere=won)


def told_apart(profile: Profile) -> bool:
    """Whether the word alone costs something else than the word and the tiles laid open (2.4 steps 2 and 3).

    >>> from minogashi.rulebook import profile
    >>> told_apart(profile("mleague")), told_apart(profile("ema2012"))
    (True, False)
    """
    voice = ruling(profile, shown=False).consequence
    return voice not in {NOT_REACHABLE, ruling(profile).consequence}


def check(profile: Profile) -> None:
    """Raise `MinogashiError` for a rule book under which nobody can declare a false win."""
    found = ruling(profile)
    if found.consequence in {NOT_REACHABLE, NOTHING}:
        raise MinogashiError(
            f"under {profile.name} a false win is refused ({found.option} = {profile[found.option]}), "
            "so nothing can follow it at a club table; choose another rule book or --set that option"
        )


class ClubDeal(Deal):
    """A hand in which the seats `people` may answer with a `FalseWin`, and are asked about every tile."""

    def __init__(self, *arguments: Any, people: Collection[int]) -> None:  # noqa: ANN401  those of a deal
        super().__init__(*arguments)
        self.people = people
        self._won = False

    def answer(self, seat: int, choices: Sequence[Event]) -> Event:
        """Ask a player; a person may also declare what is no win."""
        if seat not in self.people or self.table.seats[seat].dead:
            return super().answer(seat, choices)
        chosen = self._recall(seat, choices) or self.players[seat].choose(self.table, seat, choices)
        if chosen not in {FalseWin(seat, shown=True), FalseWin(seat, shown=False)} and chosen not in choices:
            raise MinogashiError(f"seat {seat} answered {chosen}, which is not on its menu")
        return chosen

    def play(self, event: Event) -> None:
        """As in any hand; a false win in the own turn has its consequence at once."""
        super().play(event)
        if isinstance(event, FalseWin):
            self.house.false_win(self, event, won=self._won)

    def asked(self, window: Window) -> list[tuple[int, list[Event]]]:
        """Whoever has a claim, and people who have none: these can let the tile go, or declare what is no win."""
        menus = dict(super().asked(window))
        for seat in self.people:
            if seat != window.source and not (self.table.seats[seat].dead or window.passed >> seat & 1):
                menus.setdefault(seat, [Pass(seat)])
        seats = self.table.round.seats
        return sorted(menus.items(), key=lambda asked: (asked[0] - window.source) % seats)

    def _ask_all(self) -> bool:
        table, window = self.table, self.table.window
        if window is None:
            return False
        answers = [self.answer(seat, choices) for seat, choices in self.asked(window)]
        self._won = any(isinstance(event, Ron) for event in answers)
        for event in answers:
            if isinstance(event, FalseWin) and ruling(table.profile, won=self._won).consequence != VOID:
                self.play(event)
                if not table.running:
                    return True
        rest = [Pass(event.seat) if isinstance(event, FalseWin) else event for event in answers]
        if rest:
            self._settle(window.source, rest)
        self._won = False
        return bool(rest)
