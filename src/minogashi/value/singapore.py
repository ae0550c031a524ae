"""The tai of a Singapore hand: the best of its readings, under the options of one profile (singapore.md 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from minogashi.tiles import KIND_OF
from minogashi.value.flowers import all_eight, bonus_tai, robs_eighth
from minogashi.value.options import number, word
from minogashi.value.reading import SEVEN_PAIRS, TaiContext, readings
from minogashi.value.tai import DRAGONS, OF_TILES, WINDS, elements_of, limits_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from minogashi.tiles import Kind, Tile
    from minogashi.value.reading import MeldTiles, Reading

__all__ = ["TaiContext", "TaiScorer", "TaiValue"]


class TaiValue(Struct, frozen=True):
    """The tai of a win: each element's, their sum, and what counts after the cap.

    `limits` names all limit hands that it is. One of them stands among the elements and scores
    `max_tai`; it absorbs the others and what is made from the same tiles.
    """

    elements: dict[str, int]
    tai: int
    capped: int
    limits: tuple[str, ...] = ()

    @property
    def limit(self) -> bool:
        """Whether it is a limit hand, and not merely one that reaches the cap."""
        return bool(self.limits)


class TaiScorer:
    """Values wins under the options of one profile (singapore.md 14).

    A missing option has its default, an unknown one is another module's. Raises `ProfileError` for a
    value that an option does not have.

    >>> from minogashi.tiles import parse_tile, parse_tiles
    >>> scorer, hand = TaiScorer({}), (parse_tiles("456p999m22s567s789s"), parse_tile("5p"), ())
    >>> value = scorer.value(*hand, TaiContext(self_drawn=False, seat_wind=2, bonus=(parse_tile("cat"),)))
    >>> value.elements, value.capped, scorer.legal(value)
    ({'animal': 1}, 1, True)
    >>> scorer.legal(scorer.value(*hand, TaiContext(self_drawn=False, seat_wind=2)))
    False
    """

    def __init__(self, options: Mapping[str, str | int] | None = None) -> None:
        self.min_tai = number(options, "min_tai")
        self.max_tai = number(options, "max_tai")
        self._prices = {
            "self_draw": number(options, "self_draw_tai"),
            "concealed_self_draw": number(options, "concealed_tai"),
            "seven_pairs": number(options, "seven_pairs"),
            "all_green": number(options, "all_green"),
        }
        self._instant = word(options, "instant_big_sets") == "on"

    def value(
        self, concealed: Sequence[Tile], win_tile: Tile, melds: Sequence[MeldTiles], context: TaiContext
    ) -> TaiValue | None:
        """The value of a hand, the best of its readings; None where it has no shape that these rules accept.

        `concealed` holds the winning tile. Raises `TileError` for a hidden or a bonus tile in the hand.

        >>> from minogashi.tiles import parse_tile, parse_tiles
        >>> hand, drawn = parse_tiles("11m22p33s44z55z66z77z"), TaiContext(self_drawn=True, seat_wind=0)
        >>> TaiScorer().value(hand, parse_tile("7z"), (), drawn) is None
        True
        >>> TaiScorer({"seven_pairs": 4}).value(hand, parse_tile("7z"), (), drawn).elements
        {'seven_pairs': 4, 'concealed_self_draw': 1}
        """
        found = [
            self._value(hand)
            for hand in readings(concealed, win_tile, melds, context)
            if hand.shape != SEVEN_PAIRS or self._prices["seven_pairs"]
        ]
        return max(found, key=lambda value: (value.capped, value.limit, value.tai), default=None)

    def legal(self, value: TaiValue) -> bool:
        """Whether a win reaches the table's minimum."""
        return value.tai >= self.min_tai

    def flower_win(self, bonus: Iterable[Tile], exposed: Tile | None = None) -> TaiValue | None:
        """The win of all eight flowers and seasons, whatever the hand (singapore.md 11.3) [C: WIKI].

        `exposed` is a tile that another seat has just exposed: a seat with the seven others robs it,
        and that seat counts as the discarder. No discard is claimed, so no lock is asked.

        >>> from minogashi.tiles import parse_tile, parse_tiles
        >>> TaiScorer().flower_win(parse_tiles("f1 f2 f3 f4 s1 s2 s4"), parse_tile("s3")).elements
        {'robbed_eighth': 5}
        """
        held = tuple(bonus)
        if all_eight(held):
            return self._limit("eight_flowers")
        if exposed is not None and robs_eighth(held, exposed):
            return self._limit("robbed_eighth")
        return None

    def instant_win(self, concealed: Sequence[Tile], melds: Sequence[MeldTiles]) -> TaiValue | None:
        """The win of three dragon sets or four wind sets without a complete hand, where `instant_big_sets` is on.

        The concealed part holds the tile drawn or claimed (singapore.md 11.4) [P: off by default].

        >>> from minogashi.tiles import parse_tiles
        >>> hand = parse_tiles("555z666z19m1p"), [("pon", tuple(parse_tiles("777z")))]
        >>> TaiScorer().instant_win(*hand), TaiScorer({"instant_big_sets": "on"}).instant_win(*hand).limits
        (None, ('big_three_dragons',))
        """
        if not self._instant:
            return None
        tiles = [KIND_OF[tile] for tile in (*concealed, *(tile for _, meld in melds for tile in meld))]

        def has_sets(kinds: Collection[Kind]) -> bool:
            return all(tiles.count(kind) >= 3 for kind in kinds)  # honours make no runs: three are a set

        if has_sets(DRAGONS):
            return self._limit("big_three_dragons")
        return self._limit("big_four_winds") if has_sets(WINDS) else None

    def _limit(self, name: str) -> TaiValue:
        return TaiValue({name: self.max_tai}, self.max_tai, self.max_tai, (name,))

    def _value(self, hand: Reading) -> TaiValue:
        elements = bonus_tai(hand.context.bonus, hand.context.seat_wind) | elements_of(hand, self._prices)
        limits = limits_of(hand)
        if limits:
            absorbed = OF_TILES.union(*(one.replaces for one in limits))
            rest = {name: tai for name, tai in elements.items() if name not in absorbed}
            elements = {limits[0].name: self.max_tai, **rest}
        tai = sum(elements.values())
        return TaiValue(elements, tai, min(tai, self.max_tai), tuple(one.name for one in limits))
