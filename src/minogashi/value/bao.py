"""Bao: the seat that pays for all since it fed what won (singapore.md 12.2) [C: WIKI, MP].

Where several rows hold, the first in the order of the text decides [P]. A concealed kong counts among the
sets that a winner shows, but nobody feeds one; terminal pungs must be exposed, as the text says [P].
A dragon or wind set that the winning tile itself completes was fed by the discarder [P]. A robbed tile is
never fresh, since the kong that it was meant for shows the others [P].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from minogashi.tiles import KIND_OF, SUIT_OF, Kind
from minogashi.value.flowers import bonus_tai
from minogashi.value.options import number, word
from minogashi.value.reading import HONOURS, MELD_WORDS
from minogashi.value.tai import DRAGONS, WINDS, counting_winds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from minogashi.tiles import Tile
    from minogashi.value.reading import MeldTiles


FAR: Final = 148
"""Live tiles of a whole wall: nowhere near the end of the hand."""


class Fed(NamedTuple):
    """A meld of the winner and who fed it, None for a concealed kong.

    A promoted kong was fed by whoever fed its pung. `bonus`: the bonus tiles the winner showed then;
    `live`: the live tiles left then; `fresh`: whether the tile was fresh then (see `is_fresh`).
    """

    word: str
    tiles: tuple[Tile, ...]
    fed_by: int | None
    bonus: tuple[Tile, ...] = ()
    live: int = FAR
    fresh: bool = False


class FedWin(Struct, frozen=True, kw_only=True):
    """A win and who fed it.

    `melds` are in the order in which they were laid down; `concealed` holds the winning tile. `fed_by`:
    the discarder, or the seat whose kong was robbed; None for a self-draw. `live`, `fresh`: the live
    tiles left at the win, and whether its tile was fresh. `kong`: the claimed kong whose replacement won.
    """

    seat_wind: int
    round_wind: int
    concealed: tuple[Tile, ...]
    win_tile: Tile
    melds: tuple[Fed, ...] = ()
    fed_by: int | None = None
    bonus: tuple[Tile, ...] = ()
    live: int = FAR
    fresh: bool = False
    kong: Fed | None = None

    @property
    def fed(self) -> tuple[Fed, ...]:
        """Its melds, and last the honour set that the winning discard completed, if it did."""
        kind = KIND_OF[self.win_tile]
        own = [tile for tile in self.concealed if KIND_OF[tile] == kind]
        if self.fed_by is None or SUIT_OF[kind] != HONOURS or len(own) != 3:
            return self.melds
        return (*self.melds, Fed("pon", tuple(own), self.fed_by, self.bonus))

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of the whole hand."""
        tiles = (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles))
        return frozenset(KIND_OF[tile] for tile in tiles)


class Liable(NamedTuple):
    """The seat that pays for all, and the row that says so."""

    seat: int
    rule: str


_MELDS_SEEN: Final = {
    "not_in_discards_or_pungs": ("pon", "daiminkan", "kakan"),
    "not_in_discards": (),
    "not_in_sight": MELD_WORDS,
}
"""The melds whose tiles are not fresh, by `fresh_definition`."""


class BaoRules:
    """The options of bao: `bao`, `fresh_definition`, `fresh_kong_below`, `fresh_hu_below` and `max_tai`.

    >>> BaoRules({"fresh_kong_below": 5}).fresh_kong_below, BaoRules().on
    (5, True)
    """

    def __init__(self, options: Mapping[str, str | int] | None = None) -> None:
        self.on = word(options, "bao") == "on"
        self.fresh_definition = word(options, "fresh_definition")
        self.fresh_kong_below = number(options, "fresh_kong_below")
        self.fresh_hu_below = number(options, "fresh_hu_below")
        self.max_tai = number(options, "max_tai")


def bao(win: FedWin, rules: BaoRules) -> Liable | None:
    """The seat that pays for all three, and why; None where each pays its own.

    >>> from minogashi.tiles import parse_tile, parse_tiles
    >>> shown = [Fed("pon", tuple(parse_tiles(3 * tile)), seat) for tile, seat in (("5z", 3), ("6z", 1), ("7z", 2))]
    >>> concealed, win_tile = tuple(parse_tiles("345p99m")), parse_tile("3p")
    >>> win = FedWin(seat_wind=0, round_wind=0, concealed=concealed, win_tile=win_tile, melds=tuple(shown))
    >>> bao(win, BaoRules()), bao(win, BaoRules({"bao": "off"}))
    (Liable(seat=2, rule='dragons'), None)
    """
    if not rules.on:
        return None
    for rule, find in _ROWS.items():
        seat = find(win, rules)
        if seat is not None:
            return Liable(seat, rule)
    return None


def is_fresh(kind: Kind, discards: Iterable[Tile], melds: Iterable[MeldTiles], definition: str) -> bool:
    """Whether no copy of a kind is in sight, as `fresh_definition` means it.

    `discards` are those that lie there, the tile in question not among them; `melds` those of all
    seats. Tiles seen only inside exposed runs are still fresh [C: WIKI].

    >>> from minogashi.tiles import parse_tiles
    >>> run, pung = ("chi", tuple(parse_tiles("456p"))), ("pon", tuple(parse_tiles("999p")))
    >>> [is_fresh(Kind(kind), parse_tiles("1z"), [run, pung], "not_in_discards_or_pungs") for kind in (13, 17, 27)]
    [True, False, False]
    """
    seen = _MELDS_SEEN[definition]
    shown = [*discards, *(tile for meld_word, tiles in melds if meld_word in seen for tile in tiles)]
    return all(KIND_OF[tile] != kind for tile in shown)


def kong_payer(kong: Fed, rules: BaoRules) -> int | None:
    """The seat that pays the money of a claimed kong alone since it fed it with a fresh tile near the end.

    >>> from minogashi.tiles import parse_tiles
    >>> kong_payer(Fed("daiminkan", tuple(parse_tiles("9999p")), 2, live=6, fresh=True), BaoRules())
    2
    """
    claimed = kong.word == "daiminkan" and kong.fresh and kong.live < rules.fresh_kong_below
    return kong.fed_by if rules.on and claimed else None


def _dragons(win: FedWin, _rules: BaoRules) -> int | None:
    """Feeds the third dragon set to a player showing two, who then wins."""
    return _feeder(win.fed, DRAGONS, 3)


def _winds(win: FedWin, _rules: BaoRules) -> int | None:
    """Feeds the fourth wind set to a player showing three, who then wins."""
    return _feeder(win.fed, WINDS, 4)


def _feeder(melds: Sequence[Fed], kinds: frozenset[Kind], needed: int) -> int | None:
    found = [meld for meld in melds if _kind(meld) in kinds]
    return found[-1].fed_by if len(found) == needed else None


def _limit(win: FedWin, rules: BaoRules) -> int | None:
    """Feeds a dragon or counting-wind set that lifts visible tai to the cap, player then wins.

    Visible are the bonus tiles, dragon sets and counting-wind sets [P].
    """
    for place, meld in enumerate(win.fed):
        lift = _honour_tai(meld, win)
        before = sum(_honour_tai(one, win) for one in win.fed[:place])
        before += sum(bonus_tai(meld.bonus, win.seat_wind).values())
        if lift and before < rules.max_tai <= before + lift:
            return meld.fed_by
    return None


def _honour_tai(meld: Fed, win: FedWin) -> int:
    kind = _kind(meld)
    return (kind in DRAGONS) + counting_winds(kind, win.seat_wind, win.round_wind)


def _flush(win: FedWin, _rules: BaoRules) -> int | None:
    """Feeds the winning tile of a full flush (or all honours) to a player showing three or more sets of it."""
    one_suit = len({SUIT_OF[kind] for kind in win.kinds}) == 1
    return win.fed_by if one_suit and len(win.melds) >= 3 else None


def _terminals(win: FedWin, _rules: BaoRules) -> int | None:
    """As flush, three or more exposed terminal pungs; the hand is all terminals [P: mixed ones do not count]."""
    all_terminals = all(SUIT_OF[kind] != HONOURS and kind % 9 in {0, 8} for kind in win.kinds)
    exposed = [meld for meld in win.melds if meld.word != "ankan"]
    return win.fed_by if all_terminals and len(exposed) >= 3 else None


def _fresh_kong(win: FedWin, rules: BaoRules) -> int | None:
    """With few live tiles left, feeds a fresh tile for an exposed kong, and the replacement wins."""
    return None if win.kong is None else kong_payer(win.kong, rules)


def _fresh_hu(win: FedWin, rules: BaoRules) -> int | None:
    """With fewer live tiles left still, feeds a fresh tile for the win."""
    return win.fed_by if win.fresh and win.live < rules.fresh_hu_below else None


def _kind(meld: Fed) -> Kind:
    return min(KIND_OF[tile] for tile in meld.tiles)


_ROWS: Final[dict[str, Callable[[FedWin, BaoRules], int | None]]] = {
    "dragons": _dragons,
    "winds": _winds,
    "limit": _limit,
    "flush": _flush,
    "terminals": _terminals,
    "fresh_kong": _fresh_kong,
    "fresh_hu": _fresh_hu,
}
