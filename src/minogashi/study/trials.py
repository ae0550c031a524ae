"""One wall under four hands that differ in the wait (R47, R48).

A `Trial` is one seed and one turn of riichi. South holds a ready hand from the deal, throws a set row of tiles and
declares riichi with the last of them; the three others are bots. All hands (`ARMS`) meet the same tiles at the
same places of the wall, so that their differences are sharp. Trials in which some hand does not live to its riichi are
left out of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.defence import Watch
from minogashi.play.bots import BoldBot, CarefulBot, SensibleBot
from minogashi.play.deal import Deal
from minogashi.play.riichi import RiichiHouse
from minogashi.play.walls import Wall, shuffled
from minogashi.referee import RINSHAN
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import Tile, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minogashi.play.deal import Player
    from minogashi.rulebook import Profile

ME: Final = 1
SETS: Final = "123m789s55s"
"""What every hand holds beside its five tiles of the wait: no yaku but pinfu can come of it."""
ARMS: Final = {
    "furiten_ryanmen": ("23467p", "8p"),
    "furiten_three_sided": ("34567p", "8p"),
    "kanchan": ("23468p", "8m"),
    "ryanmen": ("66778p", "8m"),
}
"""The tiles of the wait, and the fourth discard: 8p makes 5-8p and 2-5-8p furiten. Ryanmen have 7 tiles left each."""
_RIVER: Final = tuple(parse_tiles("1z9m4z"))
_MORE: Final = tuple(parse_tiles("3z1s2z9s5z1m6z9p1z3z2z1s9m5z"))
TURNS: Final = range(4, len(_RIVER) + len(_MORE) + 2)
"""The turns in which riichi may be declared."""
OPPONENTS: Final = ("careful", "sensible", "bold")
"""How the other seats meet the riichi: folding by all that `defence` tells, folding by rivers alone, or not at all."""


class Played(Struct, frozen=True, array_like=True):
    """How one hand ended for its riichi: by ron or self-draw, by dealing in, and what it gained, sticks included."""

    won: bool
    drawn: bool
    dealt_in: bool
    points: int
    gained: int


class Trial(Struct, frozen=True):
    """One seed and turn: how each hand of `ARMS` ended; empty where one did not come to its riichi."""

    number: int
    turn: int
    arms: dict[str, Played]


class _Wall(Wall):
    """A wall in which one seat draws a row of tiles of its own first."""

    def __init__(self, tiles: Sequence[Tile], table: Table, script: Sequence[Tile], dead: int) -> None:
        super().__init__(tiles, dead=dead, stock=RINSHAN)
        self.table, self.script = table, list(script)

    def draw(self) -> Tile:
        """The next tile: the own row's where it is that seat's turn, else the front's."""
        if self.script and self.table.running and self.table.round.turn == ME:
            return self.script.pop(0)
        return super().draw()


class _Rider:
    """Throws what it draws, lets everything go, declares riichi in its turn, and then takes every win."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        own = table.seats[seat]
        if own.in_riichi and isinstance(choices[0], ev.Ron | ev.Tsumo):
            return choices[0]
        if isinstance(choices[-1], ev.Pass):
            return choices[-1]
        if len(own.river) == self.turn - 1:
            for event in choices:
                if isinstance(event, ev.Riichi):
                    return event
        return next(event for event in choices if isinstance(event, ev.Discard) and event.drawn)


def rules() -> Profile:
    """The rule book that is played: Tenhou's without red fives, which would fall on hands by chance.

    >>> rules().overrides
    {'red_fives': 0}
    """
    return profile("tenhou", {"red_fives": "0"})


def script(arm: str, turn: int) -> list[Tile]:
    """What the hand throws up to its riichi.

    >>> from minogashi.tiles import row
    >>> row(script("furiten_ryanmen", 6))
    '1z9m4z8p3z1s'
    """
    return [*_RIVER, parse_tile(ARMS[arm][1]), *_MORE][:turn]


def rest(order: Sequence[Tile], arm: str, turn: int) -> list[Tile]:
    """The wall without the hand's own tiles: every other tile lies where it lies for any other hand.

    The tiles of the first hand of `ARMS` are taken out; another hand takes what it needs more, and what it does not
    need is put there.
    """
    first = next(iter(ARMS))
    taken, wanted = ([*parse_tiles(SETS + ARMS[name][0]), *script(name, turn)] for name in (first, arm))
    out = list(order)
    for tile in taken:
        out.remove(tile)
    spare = list(taken)
    missing = []
    for tile in wanted:
        if tile in spare:
            spare.remove(tile)
        else:
            missing.append(tile)
    for tile, other in zip(missing, spare, strict=True):
        out[out.index(tile)] = other
    return out


def play(  # noqa: PLR0913  what a hand is made of
    arm: str, number: int, turn: int, seed: int, *, book: Profile, opponents: str
) -> Played | None:
    """Play one hand; None where it ended before its riichi stood."""
    order = shuffled(book, f"{seed}:{number}")
    table, house = Table(book), RiichiHouse(book)
    tiles = rest(order, arm, turn)
    wall = _Wall(tiles, table, script(arm, turn), book.dead_wall)
    hands = [tuple(wall.draw() for _ in range(13)) for _ in range(book.seats - 1)]
    hands.insert(ME, tuple(parse_tiles(SETS + ARMS[arm][0])))
    other, apply = _opponent(opponents, number, table)
    players = [_Rider(turn) if seat == ME else other for seat in range(book.seats)]
    deal = Deal(table, wall, players, house, lambda _event: None, apply=apply)
    scores = (int(book["start_points"]),) * book.seats
    deal.play(ev.RoundStart(0, 0, 0, 0, 0, scores, (wall.indicator(0),), tuple(hands)))
    deal.play(ev.Draw(0, wall.draw()))
    deal.run()
    if not table.seats[ME].in_riichi:
        return None
    mine = next((win for win in table.wins if win.seat == ME), None)
    value = None if mine is None else house.value(table, ME)
    dealt_in = mine is None and any(win.source == ME for win in table.wins)
    gained = table.round.scores[ME] - scores[ME]
    return Played(
        mine is not None, mine is not None and mine.source == ME, dealt_in, value.points if value else 0, gained
    )


def _opponent(name: str, seed: int, table: Table) -> tuple[Player, Callable[[ev.Event], None] | None]:
    """The bot at the other seats, which take every win, and through what the events go to the table for it."""
    if name == "careful":
        watch = Watch(table)
        return CarefulBot(seed, watch, pass_wins=0), watch.apply
    return (BoldBot if name == "bold" else SensibleBot)(seed, pass_wins=0), None


def trial(number: int, turn: int, seed: int, opponents: str = OPPONENTS[0]) -> Trial:
    """All hands of `ARMS` under one wall.

    >>> sorted(trial(0, 8, 1).arms) in ([], sorted(ARMS))
    True
    """
    book = rules()
    found = {arm: play(arm, number, turn, seed, book=book, opponents=opponents) for arm in ARMS}
    played = {arm: one for arm, one in found.items() if one is not None}
    return Trial(number, turn, played if len(played) == len(ARMS) else {})
