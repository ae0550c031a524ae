"""Bonus tiles: flowers, seasons and animals, what they add to a hand, and the wins they make alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minogashi.tiles import FIRST_BONUS, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

FLOWERS: Final = frozenset(Tile(FIRST_BONUS + i) for i in range(4))
SEASONS: Final = frozenset(Tile(FIRST_BONUS + i) for i in range(4, 8))
ANIMALS: Final = frozenset(Tile(FIRST_BONUS + i) for i in range(8, 12))
CAT, RAT, ROOSTER, CENTIPEDE = (Tile(FIRST_BONUS + i) for i in range(8, 12))


def own_flower(seat_wind: int) -> Tile:
    """The flower whose number is the seat's: `f1` is east's.

    >>> from minogashi.tiles import name
    >>> name(own_flower(0)), name(own_season(3))
    ('f1', 's4')
    """
    return Tile(FIRST_BONUS + seat_wind)


def own_season(seat_wind: int) -> Tile:
    """The season whose number is the seat's."""
    return Tile(FIRST_BONUS + 4 + seat_wind)


def bonus_tai(bonus: Iterable[Tile], seat_wind: int) -> dict[str, int]:
    """The tai of a seat's bonus tiles, by element (singapore.md 11.2) [C: WIKI].

    All four animals are five tai, a complete set of flowers or seasons two with the own one.

    >>> from minogashi.tiles import parse_tiles
    >>> bonus_tai(parse_tiles("cat rat f1 f2 f3 f4"), seat_wind=2)
    {'own_flower': 1, 'animal': 2, 'flower_set': 1}
    """
    held = frozenset(bonus)
    elements = {
        "own_flower": own_flower(seat_wind) in held,
        "own_season": own_season(seat_wind) in held,
        "animal": len(held & ANIMALS),
        "all_animals": held >= ANIMALS,
        "flower_set": held >= FLOWERS,
        "season_set": held >= SEASONS,
    }
    return {name: int(tai) for name, tai in elements.items() if tai}


def all_eight(bonus: Iterable[Tile]) -> bool:
    """Whether a seat holds all flowers and seasons, which wins at once whatever its hand (singapore.md 11.3)."""
    return frozenset(bonus) >= FLOWERS | SEASONS


def robs_eighth(bonus: Iterable[Tile], exposed: Tile) -> bool:
    """Whether a seat that holds seven flowers and seasons wins on the eighth, which another seat exposes (11.3).

    >>> from minogashi.tiles import parse_tile, parse_tiles
    >>> seven = parse_tiles("f1 f2 f3 f4 s1 s2 s3")
    >>> robs_eighth(seven, parse_tile("s4")), robs_eighth(seven, parse_tile("cat"))
    (True, False)
    """
    held = frozenset(bonus)
    return not all_eight(held) and all_eight(held | {exposed})
