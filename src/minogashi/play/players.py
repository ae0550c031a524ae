"""Who sits at a table: players from the words by which people name them."""

from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from minogashi.errors import MinogashiError
from minogashi.play.bots import BOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from minogashi.events import Event
    from minogashi.play.deal import Player
    from minogashi.play.mjai_bot import Limits
    from minogashi.record import Statement

HUMAN = ("human", "you")


@runtime_checkable
class Follower(Protocol):
    """A player that follows the game by its events, and holds something that must be given back."""

    def see(self, event: Event) -> None:
        """An event of the game, before the table has it."""

    def close(self) -> None:
        """The game is over, or is left."""


def make_player(  # noqa: PLR0913  what a player is made of
    text: str,
    seat: int,
    seed: int,
    *,
    family: str = "riichi",
    person: Player | None = None,
    names: Sequence[str] = (),
    limits: Limits | None = None,
    batch: bool = False,
    tell: Callable[[Statement], None] = lambda _fault: None,
) -> Player:
    """The player that a text names: `random`, `sensible`, `human` (the `person` given), or the command of an mjai bot.

    A command is split like a shell's line and run without a shell, at its first decision; `tell` gets its faults. It
    needs every event (`watching`) and has to be closed (`close_all`). Never take a command out of a saved game: a
    file from elsewhere would run it. Raises `MinogashiError` for a text that names nobody.

    >>> type(make_player("random", 0, 1)).__name__
    'RandomBot'
    >>> make_player("sensibel", 0, 1)
    Traceback (most recent call last):
    minogashi.errors.MinogashiError: no player 'sensibel': expected random, sensible, human or the command of a bot
    """
    if text in BOTS:
        return BOTS[text](seed)
    if text in HUMAN:
        if person is None:
            raise MinogashiError("nobody sits at this table to play for you")
        return person
    command = split(text)
    if not command or shutil.which(command[0]) is None:
        raise MinogashiError(f"no player {text!r}: expected {', '.join(BOTS)}, human or the command of a bot")
    if family != "riichi":
        raise MinogashiError(f"a bot that speaks mjai can play riichi only: mjai has no words for {family}'s tiles")
    from minogashi.play.mjai_bot import DEFAULT, MjaiBot

    return MjaiBot(command, seat, names=names, limits=limits or DEFAULT, batch=batch, tell=tell)


def is_command(text: str) -> bool:
    """Whether a player's text would be run as a program."""
    return text not in BOTS and text not in HUMAN


def split(text: str) -> list[str]:
    """A command's words. Raises `MinogashiError` for a quote that is not closed.

    >>> split("python3 'my bot.py' --fast")
    ['python3', 'my bot.py', '--fast']
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        raise MinogashiError(f"the command {text!r} cannot be read: {error}") from None


def watching(players: Iterable[Player], watch: Callable[[Event], None] | None = None) -> Callable[[Event], None]:
    """What a `Match` is given as its `watch`, so that the players that follow events get them, and then `watch`."""
    followers = [player for player in players if isinstance(player, Follower)]

    def see(event: Event) -> None:
        for follower in followers:
            follower.see(event)
        if watch is not None:
            watch(event)

    return see


def close_all(players: Iterable[Player]) -> None:
    """Give back what players hold: programs are ended."""
    for player in players:
        if isinstance(player, Follower):
            player.close()
