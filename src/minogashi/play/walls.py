"""Walls: the tiles of a game in the order in which they come, from a seed or as given."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

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
RINSHAN: Final = 4


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
        return self.back - self.front

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


def shuffled(profile: Profile, seed: str) -> list[Tile]:
    """The profile's tiles in the order that a seed gives: the same seed, the same wall."""
    tiles = tile_set(profile)
    Random(seed).shuffle(tiles)  # noqa: S311  a seeded wall, no secret
    return tiles
