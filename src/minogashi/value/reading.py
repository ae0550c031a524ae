"""A won Singapore hand, read as sets and a pair: what each row of the tai table looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from minogashi.arrangements import arrangements
from minogashi.errors import MinogashiError, TileError
from minogashi.shapes import keys_of, waits
from minogashi.tiles import (
    KIND_OF,
    KINDS,
    NO_KIND,
    SUIT_OF,
    TERMINALS_AND_HONOURS,
    Kind,
    Mask,
    Tile,
    counts_of,
    mask_of,
    names,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    MeldTiles = tuple[str, tuple[Tile, ...]]
    """A meld as its word (chi, pon, daiminkan, kakan, ankan) and its tiles."""

EAST: Final = 27
WHITE: Final = 31
HONOURS: Final = 3  # as a suit
MELD_WORDS: Final = ("chi", "pon", "daiminkan", "kakan", "ankan")

SETS, SEVEN_PAIRS, THIRTEEN_ORPHANS = "sets", "seven_pairs", "thirteen_orphans"


class TaiContext(Struct, frozen=True, kw_only=True):
    """What the tai of a win depend on besides its tiles.

    Winds are 0 east .. 3 north. `bonus`: the seat's own bonus tiles. `replacement`: the tile was drawn
    after a `kong` or after a `bonus` tile, else empty; `kong_on_kong`: after a second kong on the
    replacement of a first. `robbing`: it was added to a pung, or laid down in a kong. `last_tile`: it
    was the last live tile.

    `first_turn`: self-drawn, it is the hand as dealt or the seat's first draw; else the seat has not
    drawn yet. `dealers_discard`: it is the first discard of the dealer. `exposed`: somebody has an
    exposed meld. `waits`: what the hand waited for, None to have it worked out.

    >>> TaiContext(self_drawn=False, seat_wind=2).replacement
    ''
    """

    self_drawn: bool
    seat_wind: int
    round_wind: int = 0
    bonus: tuple[Tile, ...] = ()
    replacement: str = ""
    kong_on_kong: bool = False
    robbing: bool = False
    last_tile: bool = False
    first_turn: bool = False
    dealers_discard: bool = False
    exposed: bool = False
    waits: Mask | None = None


class Set(NamedTuple):
    """A run, a pung or a kong by its lowest kind."""

    kind: Kind
    run: bool
    kong: bool = False
    concealed: bool = True


class Reading(NamedTuple):
    """One way to read a won hand; `pair` is None where there are no sets.

    Of all its tiles: the 34 `counts`, the kinds as a `mask`, the `suits`, honours (3) among them.
    """

    shape: str
    sets: tuple[Set, ...]
    pair: Kind | None
    counts: tuple[int, ...]
    mask: Mask
    suits: frozenset[int]
    context: TaiContext
    waits: Mask

    @property
    def pungs(self) -> tuple[Kind, ...]:
        """The kinds of its pungs and kongs."""
        return tuple(one.kind for one in self.sets if not one.run)

    @property
    def concealed(self) -> bool:
        """Whether no set is exposed; a concealed kong leaves a hand concealed (singapore.md 14)."""
        return all(one.concealed for one in self.sets)


def readings(
    concealed: Sequence[Tile], win_tile: Tile, melds: Sequence[MeldTiles], context: TaiContext
) -> Iterator[Reading]:
    """Every reading of a hand, of whatever shape; none where it is not complete.

    `concealed` holds the winning tile. Raises `TileError` for a hidden or a bonus tile, or a winning
    tile that is not there, and `MinogashiError` for a meld of an unknown word.

    >>> from minogashi.tiles import parse_tile, parse_tiles
    >>> hand = parse_tiles("22334455667788p"), parse_tile("2p"), [], TaiContext(self_drawn=True, seat_wind=0)
    >>> [reading.shape for reading in readings(*hand)]
    ['sets', 'sets', 'sets', 'seven_pairs']
    """
    sets = tuple(_set(word, tiles) for word, tiles in melds)
    counts = _counts(concealed)
    if not counts[KIND_OF[win_tile]]:
        raise TileError(f"{names([win_tile])} is not among {names(concealed)}")
    whole = [*counts]
    for _, tiles in melds:
        for tile in tiles:
            whole[KIND_OF[tile]] += 1
    kinds = [Kind(kind) for kind, count in enumerate(whole) if count]
    waited = _waits(counts, win_tile) if context.waits is None else context.waits
    rest = tuple(whole), mask_of(kinds), frozenset(SUIT_OF[kind] for kind in kinds), context, waited
    for found in arrangements(counts, 4 - len(sets)):
        own = tuple(Set(kind, run=not triplet) for kind, triplet in found.sets)
        yield Reading(SETS, sets + own, found.pair, *rest)
    if not sets and _is_seven_pairs(counts):
        yield Reading(SEVEN_PAIRS, (), None, *rest)
    if not sets and _is_thirteen_orphans(counts):
        yield Reading(THIRTEEN_ORPHANS, (), None, *rest)


def _set(word: str, tiles: tuple[Tile, ...]) -> Set:
    if word not in MELD_WORDS:
        raise MinogashiError(f"{word!r} is not a meld: expected one of {', '.join(MELD_WORDS)}")
    lowest = min(KIND_OF[tile] for tile in tiles)
    return Set(lowest, word == "chi", kong=word.endswith("kan"), concealed=word == "ankan")


def _counts(tiles: Sequence[Tile]) -> list[int]:
    if any(KIND_OF[tile] == NO_KIND for tile in tiles):
        raise TileError(f"only numbers and honours make a hand: {names(tiles)}")
    return counts_of(tiles)


def _waits(counts: list[int], win_tile: Tile) -> Mask:
    before = [*counts]
    before[KIND_OF[win_tile]] -= 1
    return waits(*keys_of(before))


def _is_seven_pairs(counts: Sequence[int]) -> bool:
    return sorted(counts) == [0] * (KINDS - 7) + [2] * 7


def _is_thirteen_orphans(counts: Sequence[int]) -> bool:
    held = mask_of(Kind(kind) for kind, count in enumerate(counts) if count)
    return held == TERMINALS_AND_HONOURS and sum(counts) == 14
