"""`Hand`: the tiles that one seat holds, and the only place where tile counts change."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final

from minogashi.claims import ADDED_KAN, CHI, PON
from minogashi.errors import TileError
from minogashi.events import Meld
from minogashi.shapes import WEIGHT
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, NO_KIND, SUIT_OF, Kind, Tile, in_order, name, row

if TYPE_CHECKING:
    from collections.abc import Iterable

TILES: Final = HIDDEN + 1
HIDDEN_HAND: Final = (HIDDEN,) * 13


class Hand:
    """Concealed tiles and melds of one seat.

    `counts` is indexed by tile; below 34 it counts kinds, red fives included, and at 34-36 the red
    fives among them; `counts[HIDDEN]` are tiles nobody has shown. `keys` are the four suit keys of
    `shapes`, `size` the number of concealed tiles.

    >>> from minogashi.tiles import parse_tiles
    >>> hand = Hand(parse_tiles("40p11z"))
    >>> hand.remove(parse_tiles("0p")[0]); str(hand)
    '4p11z'
    """

    __slots__ = ("counts", "keys", "melds", "size")

    def __init__(self, tiles: Iterable[Tile] = (), melds: Iterable[Meld] = ()) -> None:
        self.counts: list[int] = [0] * TILES
        self.keys: list[int] = [0, 0, 0, 0]
        self.melds: list[Meld] = list(melds)
        self.size = 0
        if not isinstance(tiles, tuple) or tiles != HIDDEN_HAND:
            for tile in tiles:
                self.add(tile)
        else:
            self.counts[HIDDEN] = self.size = len(tiles)

    def copy(self) -> Hand:
        """An independent copy."""
        new = Hand.__new__(Hand)
        new.counts, new.keys = self.counts[:], self.keys[:]
        new.melds, new.size = self.melds[:], self.size
        return new

    def add(self, tile: Tile) -> None:
        """Take a tile in."""
        counts = self.counts
        counts[tile] += 1
        if tile < KINDS:  # the usual tile: neither red, bonus nor hidden
            self.keys[SUIT_OF[tile]] += WEIGHT[tile]
        else:
            kind = KIND_OF[tile]
            if kind != NO_KIND:
                counts[kind] += 1
                self.keys[SUIT_OF[kind]] += WEIGHT[kind]
        self.size += 1

    def remove(self, tile: Tile) -> None:
        """Give a tile away; a hidden tile turns out to be it where the seat does not show it.

        Raises `TileError` (`tile_not_held`) where the seat cannot hold it.
        """
        counts, red = self.counts, _RED_BESIDE[tile]
        if counts[tile] <= (counts[red] if red else 0):
            if not counts[HIDDEN]:
                raise TileError(f"{name(tile)} is not in the hand {self}", "tile_not_held")
            counts[HIDDEN] -= 1
        else:
            kind = KIND_OF[tile]
            counts[tile] -= 1
            if kind != NO_KIND:
                if tile >= KINDS:
                    counts[kind] -= 1
                self.keys[SUIT_OF[kind]] -= WEIGHT[kind]
        self.size -= 1

    def holds(self, tile: Tile) -> bool:
        """Whether this very tile is shown to be in the concealed part (a plain five is no red one)."""
        counts = self.counts
        red = _RED_BESIDE[tile]
        return counts[tile] > (counts[red] if red else 0)

    def count(self, tile: Tile) -> int:
        """How many of this very tile are in the concealed part."""
        red = _RED_BESIDE[tile]
        return self.counts[tile] - (self.counts[red] if red else 0)

    def lay(self, meld: Meld, own: Iterable[Tile]) -> None:
        """Move the tiles `own` from the concealed part into a new meld."""
        for tile in own:
            self.remove(tile)
        self.melds.append(meld)

    def promote(self, tile: Tile) -> None:
        """Add a tile of the concealed part to the pon of its kind."""
        kind = KIND_OF[tile]
        for place, meld in enumerate(self.melds):
            if meld.claim == PON and meld.kind == kind:
                self.remove(tile)
                self.melds[place] = Meld(ADDED_KAN, (*meld.tiles, tile), meld.taken, meld.source)
                return
        raise TileError(f"no pon of {name(kind)} to add a tile to", "tile_not_held")

    def tiles(self) -> list[Tile]:
        """The concealed tiles in order, hidden ones last."""
        return [tile for tile in self.held() for _ in range(self.count(tile))]

    def held(self) -> list[Tile]:
        """The concealed tiles in order, each once."""
        found = list(compress(_ALL, self.counts))
        if not found or found[-1] < KINDS:  # the usual hand: neither red, bonus nor hidden tiles
            return found
        return in_order([tile for tile in found if self.holds(tile)])

    @property
    def suit_keys(self) -> tuple[int, int, int, int]:
        """The four suit keys, for `shapes`."""
        man, pin, sou, honours = self.keys
        return man, pin, sou, honours

    def of_kind(self, kind: Kind) -> list[Tile]:
        """The concealed tiles of one kind, plain ones first."""
        red = RED_OF.get(Tile(kind))
        reds = self.counts[red] if red is not None else 0
        out = [Tile(kind)] * (self.counts[kind] - reds)
        return out if red is None else out + [red] * reds

    def owned(self) -> list[int]:
        """Copies of each kind that the seat holds itself, melds included."""
        out = self.counts[:KINDS]
        for meld in self.melds:
            for tile in meld.tiles:
                if tile != HIDDEN:
                    out[KIND_OF[tile]] += 1
        return out

    @property
    def known(self) -> bool:
        """Whether every concealed tile is known."""
        return not self.counts[HIDDEN]

    @property
    def closed(self) -> bool:
        """Whether no meld opens the hand (concealed kans do not)."""
        return not self.melds or not any(meld.opened for meld in self.melds)

    @property
    def kans(self) -> int:
        """How many of the melds are kans."""
        return sum(1 for meld in self.melds if meld.claim not in {CHI, PON})

    def __str__(self) -> str:
        return row(self.tiles())


RED_OF: Final[dict[Tile, Tile]] = {Tile(4): Tile(34), Tile(13): Tile(35), Tile(22): Tile(36)}
"""The red five of each plain five."""
_RED_BESIDE: Final = tuple(RED_OF.get(Tile(tile), Tile(0)) for tile in range(TILES))
_ALL: Final = tuple(map(Tile, range(TILES)))
