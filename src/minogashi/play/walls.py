"""Walls: the tiles of a game in the order in which they come, from a seed or as given, broken by dice or not."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.errors import MinogashiError
from minogashi.tiles import FIRST_BONUS, HIDDEN, KINDS, RED_MAN, RED_PIN, RED_SOU, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile

_REDS: Final = {
    1: (RED_SOU,),
    2: (RED_PIN, RED_SOU),
    3: (RED_MAN, RED_PIN, RED_SOU),
    4: (RED_MAN, RED_PIN, RED_PIN, RED_SOU),
}
_PLAIN: Final = {RED_MAN: Tile(4), RED_PIN: Tile(13), RED_SOU: Tile(22)}


def tile_set(profile: Profile) -> list[Tile]:
    """All tiles of the profile's game: red fives by its option, bonus tiles where it has them.

    >>> from minogashi.rulebook import profile
    >>> [len(tile_set(profile(name))) for name in ("tenhou", "tenhou-sanma", "sg-wong-v1")]
    [136, 108, 148]
    """
    kinds = [kind for kind in range(KINDS) if profile.tiles != 108 or not 1 <= kind <= 7]
    tiles = [Tile(kind) for kind in kinds for _ in range(4)]
    for red in _REDS.get(int(profile.get("red_fives", 0)), ()):
        if _PLAIN[red] in tiles:
            tiles[tiles.index(_PLAIN[red])] = red
    if profile.tiles == 148:
        tiles += [Tile(bonus) for bonus in range(FIRST_BONUS, HIDDEN)]
    return tiles


class Wall:
    """One hand's tiles. Drawn from the front; replacements and indicators come from the back.

    `dead` tiles at the back are never drawn from the front. Where a rinshan stock is kept (riichi), its
    four tiles replace first and each takes the last live tile's place; further ones (set-aside norths),
    and those of a table without a stock, are the last live tiles themselves.

    >>> wall = Wall([Tile(k) for k in range(34)], dead=14, stock=4)
    >>> wall.draw(), wall.replacement(), wall.live, wall.indicator(0)
    (0, 20, 18, 24)
    """

    def __init__(self, tiles: Sequence[Tile], *, dead: int, stock: int = 0) -> None:
        if len(tiles) <= dead:
            raise MinogashiError(f"a wall of {len(tiles)} tiles is no more than its {dead} dead ones")
        self.tiles = list(tiles)
        self.front = 0
        self.back = len(tiles) - dead
        self.stock = stock
        self._first_dead = self.back
        self._stock_left = stock

    @property
    def live(self) -> int:
        """How many live tiles are left."""
        return max(0, self.back - self.front)

    def draw(self) -> Tile:
        """The next tile from the front."""
        self.front += 1
        return self.tiles[self.front - 1]

    def replacement(self) -> Tile:
        """The next tile from the back, after a kan, a north or a bonus tile."""
        self.back -= 1
        if self._stock_left:
            self._stock_left -= 1
            return self.tiles[self._first_dead + self.stock - 1 - self._stock_left]
        return self.tiles[self.back]

    def indicator(self, number: int, *, ura: bool = False) -> Tile:
        """The dora indicator of this number (0 is turned at the start), or the ura indicator below it."""
        return self.tiles[self._first_dead + self.stock + 2 * number + ura]


def wall_seed(seed: int, hands: int) -> str:
    """What gives the wall of one hand: the game's seed and how many hands were played before."""
    return f"{seed}:{hands}"


def shuffled(profile: Profile, seed: str, *, dice: bool = False) -> list[Tile]:
    """The profile's tiles in the order that a seed gives: the same seed, the same wall; `dice` say where it begins."""
    tiles = tile_set(profile)
    Random(seed).shuffle(tiles)  # noqa: S311  a seeded wall, no secret
    return broken(tiles, thrown(seed, profile.seats)) if dice else tiles


class Break(Struct, frozen=True):
    """Where two dice break the walls of so many `seats`.

    The dealer throws. Counted from the dealer on in turn order, the sum tells whose `wall` it is (0 the dealer's);
    as many stacks are left standing at that wall's right end, and drawing begins behind them.

    >>> found = Break((3, 4), 4)
    >>> found.wall, found.stack
    (2, 7)
    """

    dice: tuple[int, int]
    seats: int

    @property
    def wall(self) -> int:
        """Whose wall is broken: so many seats after the dealer."""
        return (self.stack - 1) % self.seats

    @property
    def stack(self) -> int:
        """After which stack of that wall, counted from its right end."""
        return sum(self.dice)


def thrown(seed: str, seats: int) -> Break:
    """The dice of the hand whose wall this seed gives; they come from numbers of their own.

    >>> thrown("7:0", 4) == thrown("7:0", 4), thrown("7:0", 4).dice
    (True, (1, 2))
    """
    dice = Random(f"{seed}:dice")  # noqa: S311  as the wall
    return Break((dice.randint(1, 6), dice.randint(1, 6)), seats)


def stacks(tiles: int, seats: int) -> list[int]:
    """How many stacks of two the wall before each seat has, from the dealer on (singapore.md 4).

    >>> stacks(136, 4), stacks(108, 3), stacks(148, 4)
    ([17, 17, 17, 17], [18, 18, 18], [19, 18, 19, 18])
    """
    ends = [-(-(tiles // 2) * step // seats) for step in range(seats + 1)]
    return [end - begin for begin, end in pairwise(ends)]


def broken(tiles: Sequence[Tile], place: Break) -> list[Tile]:
    """The tiles in the order in which they are drawn, the dead wall last.

    `tiles` lie clockwise, upper ones first, from the right end of the dealer's wall on. Turns go the other way
    round: behind the dealer's wall comes that of the last seat.

    >>> first = [broken([Tile(n) for n in range(n)], Break((3, 4), seats))[0] for n, seats in ((136, 4), (108, 3))]
    >>> [tile // 2 for tile in first]
    [41, 7]
    """
    heights = stacks(len(tiles), place.seats)
    before = sum(heights) - sum(heights[1 : place.wall + 1])
    start = 2 * (before + place.stack) % len(tiles)
    return [*tiles[start:], *tiles[:start]]


def from_the_break(tiles: Sequence[Tile], dead: int) -> list[Tile]:
    """Drawn tiles with the dead ones as a `Wall` with a stock has them: the stack next to the break first.

    Replacements come from there on, and the third stack bears the first indicator.

    >>> from_the_break([Tile(n) for n in range(10)], 6)
    [0, 1, 2, 3, 8, 9, 6, 7, 4, 5]
    """
    live = len(tiles) - dead
    return [*tiles[:live], *(tile for at in range(len(tiles) - 2, live - 1, -2) for tile in tiles[at : at + 2])]
