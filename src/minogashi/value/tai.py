"""The tai table of singapore.md 11.2: one row and one small function for each element and each limit hand.

The marks are those of the text: [C] common practice and the first source named there, [P] a choice of
this project where the text leaves room. Bonus tiles have their rows in `flowers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from minogashi.tiles import Kind, mask_of, parse_tiles
from minogashi.value.reading import EAST, HONOURS, SETS, SEVEN_PAIRS, THIRTEEN_ORPHANS, WHITE, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

WINDS: Final = frozenset(Kind(EAST + i) for i in range(4))
DRAGONS: Final = frozenset(Kind(WHITE + i) for i in range(3))
_TERMINALS: Final = mask_of(Kind(kind) for kind in range(EAST) if kind % 9 in {0, 8})
_HONOURS: Final = mask_of(WINDS | DRAGONS)
_GREEN: Final = mask_of(Kind(tile) for tile in parse_tiles("23468s6z"))
_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


class Element(NamedTuple):
    """A row of the table: its tai, how often a reading has it, and whether it is made from the tiles themselves."""

    name: str
    tai: int
    count: Callable[[Reading], int]
    of_tiles: bool = True
    replaces: tuple[str, ...] = ()


class Limit(NamedTuple):
    """A limit hand, and the elements outside its tiles that are parts of it."""

    name: str
    held: Callable[[Reading], bool]
    replaces: tuple[str, ...] = ()


def counting_winds(kind: Kind, seat_wind: int, round_wind: int) -> int:
    """How many tai a set of a wind counts: seat and prevailing wind 1 each, 2 when both [C: all].

    >>> counting_winds(Kind(28), seat_wind=1, round_wind=1), counting_winds(Kind(29), seat_wind=1, round_wind=0)
    (2, 0)
    """
    return (kind == EAST + seat_wind) + (kind == EAST + round_wind)


# --- elements made from the tiles -------------------------------------------------------------------


def _dragon_sets(hand: Reading) -> int:
    return len(DRAGONS.intersection(hand.pungs))


def _seat_wind(hand: Reading) -> int:
    return EAST + hand.context.seat_wind in hand.pungs


def _round_wind(hand: Reading) -> int:
    return EAST + hand.context.round_wind in hand.pungs


def _is_ping_hu_shape(hand: Reading) -> bool:
    """Four runs, a pair that could not count, and the wait rule [C: WIKI].

    "On a discard the wait must be two or more types" is about the waits of the whole hand
    (singapore.md 14); a robbed kong is a discard. Four exposed runs always await one tile.
    """
    if hand.shape != SETS or hand.pungs or hand.pair is None:
        return False
    context = hand.context
    counts = hand.pair in DRAGONS or counting_winds(hand.pair, context.seat_wind, context.round_wind)
    if counts or not any(one.concealed for one in hand.sets):
        return False
    return context.self_drawn or hand.waits.bit_count() > 1


def _ping_hu(hand: Reading) -> int:
    return _is_ping_hu_shape(hand) and not hand.context.bonus


def _lesser_ping_hu(hand: Reading) -> int:
    return _is_ping_hu_shape(hand) and bool(hand.context.bonus)


def _all_pungs(hand: Reading) -> int:
    return len(hand.pungs) == 4


def _half_flush(hand: Reading) -> int:
    return HONOURS in hand.suits and len(hand.suits) == 2


def _full_flush(hand: Reading) -> int:
    return HONOURS not in hand.suits and len(hand.suits) == 1


def _mixed_terminals(hand: Reading) -> int:
    """All sets pungs; of terminals alone or honours alone it is a limit hand."""
    mask = hand.mask
    return _all_pungs(hand) and not mask & ~(_TERMINALS | _HONOURS) and bool(mask & _TERMINALS and mask & _HONOURS)


def _little_three_dragons(hand: Reading) -> int:
    return _dragon_sets(hand) == 2 and hand.pair in DRAGONS


def _little_four_winds(hand: Reading) -> int:
    return len(WINDS.intersection(hand.pungs)) == 3 and hand.pair in WINDS


def _all_green(hand: Reading) -> int:
    """Of 2 3 4 6 8 bamboo and green dragons, with or without the dragons [P]."""
    return not hand.mask & ~_GREEN


def _seven_pairs(hand: Reading) -> int:
    return hand.shape == SEVEN_PAIRS


# --- elements of how it was won ---------------------------------------------------------------------


def _concealed_self_draw(hand: Reading) -> int:
    return hand.context.self_drawn and hand.concealed


def _self_draw(hand: Reading) -> int:
    """Beside the concealed hand's own tai, not in place of them: "tai add up" [P]."""
    return hand.context.self_drawn


def _kong_replacement(hand: Reading) -> int:
    return hand.context.self_drawn and hand.context.replacement == "kong"


def _bonus_replacement(hand: Reading) -> int:
    return hand.context.self_drawn and hand.context.replacement == "bonus"


def _robbed_kong(hand: Reading) -> int:
    return hand.context.robbing and not hand.context.self_drawn


def _last_live_tile(hand: Reading) -> int:
    """Drawn normally, never as a replacement [C: WIKI]."""
    return hand.context.last_tile and hand.context.self_drawn and not hand.context.replacement


# --- limit hands ------------------------------------------------------------------------------------


def _big_three_dragons(hand: Reading) -> bool:
    return _dragon_sets(hand) == 3


def _big_four_winds(hand: Reading) -> bool:
    return len(WINDS.intersection(hand.pungs)) == 4


def _all_honours(hand: Reading) -> bool:
    return hand.suits == {HONOURS}


def _all_terminals(hand: Reading) -> bool:
    return not hand.mask & ~_TERMINALS


def _thirteen_orphans(hand: Reading) -> bool:
    return hand.shape == THIRTEEN_ORPHANS


def _nine_gates(hand: Reading) -> bool:
    """Concealed, 1112345678999 of a suit and any tenth kind of it, whatever the wait was [P]."""
    if len(hand.suits) != 1 or HONOURS in hand.suits or any(not one.concealed or one.kong for one in hand.sets):
        return False
    first = 9 * min(hand.suits)
    return all(held >= needed for held, needed in zip(hand.counts[first : first + 9], _NINE_GATES, strict=True))


def _four_concealed_pungs(hand: Reading) -> bool:
    return len(hand.pungs) == 4 and hand.concealed and hand.context.self_drawn


def _four_kongs(hand: Reading) -> bool:
    return sum(one.kong for one in hand.sets) == 4


def _kong_on_kong(hand: Reading) -> bool:
    return bool(_kong_replacement(hand)) and hand.context.kong_on_kong


def _on_first_draw(hand: Reading) -> bool:
    """A bonus replacement belongs to the draw that it replaces; a kong's is a second draw [P]."""
    context = hand.context
    return context.self_drawn and context.first_turn and context.replacement != "kong"


def _heavenly(hand: Reading) -> bool:
    return hand.context.seat_wind == 0 and _on_first_draw(hand)


def _earthly(hand: Reading) -> bool:
    """On the dealer's first discard or on the own first draw; calls of others do not matter [C: WIKI]."""
    context = hand.context
    on_discard = not context.self_drawn and context.dealers_discard
    return context.seat_wind != 0 and (on_discard or _on_first_draw(hand))


def _humanly(hand: Reading) -> bool:
    """On a discard before the own first draw, with no exposed meld anywhere [C: WIKI]; the dealer's is earthly."""
    context = hand.context
    if context.seat_wind == 0 or context.self_drawn or context.dealers_discard:
        return False
    return context.first_turn and not context.exposed


_FLUSHES: Final = ("half_flush", "full_flush")
_SELF_DRAWN: Final = ("concealed_self_draw", "self_draw")

ELEMENTS: Final = (
    Element("dragon_set", 1, _dragon_sets),
    Element("seat_wind", 1, _seat_wind),
    Element("round_wind", 1, _round_wind),
    Element("ping_hu", 4, _ping_hu),
    Element("lesser_ping_hu", 1, _lesser_ping_hu),
    Element("all_pungs", 2, _all_pungs),
    Element("half_flush", 2, _half_flush),
    Element("full_flush", 4, _full_flush),
    Element("mixed_terminals", 2, _mixed_terminals),
    Element("little_three_dragons", 3, _little_three_dragons, replaces=("dragon_set",)),
    Element("little_four_winds", 2, _little_four_winds),
    Element("all_green", 4, _all_green, replaces=_FLUSHES),
    Element("seven_pairs", 0, _seven_pairs),
    Element("concealed_self_draw", 1, _concealed_self_draw, of_tiles=False),
    Element("self_draw", 0, _self_draw, of_tiles=False),
    Element("kong_replacement", 1, _kong_replacement, of_tiles=False),
    Element("bonus_replacement", 1, _bonus_replacement, of_tiles=False),
    Element("robbed_kong", 1, _robbed_kong, of_tiles=False),
    Element("last_live_tile", 1, _last_live_tile, of_tiles=False),
)
"""The rows with their default tai; where an option sets them to 0 there is no such element."""

LIMITS: Final = (
    Limit("big_three_dragons", _big_three_dragons),
    Limit("big_four_winds", _big_four_winds),
    Limit("all_honours", _all_honours),
    Limit("all_terminals", _all_terminals),
    Limit("thirteen_orphans", _thirteen_orphans),
    Limit("nine_gates", _nine_gates),
    Limit("four_concealed_pungs", _four_concealed_pungs, replaces=_SELF_DRAWN),
    Limit("four_kongs", _four_kongs),
    Limit("kong_on_kong", _kong_on_kong, replaces=("kong_replacement",)),
    Limit("heavenly", _heavenly, replaces=_SELF_DRAWN),
    Limit("earthly", _earthly, replaces=_SELF_DRAWN),
    Limit("humanly", _humanly),
)
"""The limit hands. Each scores `max_tai` and absorbs everything made from its tiles [C: CALC R8]."""


def elements_of(hand: Reading, prices: dict[str, int]) -> dict[str, int]:
    """The tai of a reading by element, limit hands left aside.

    `prices` are the tai that differ from the table. "Fixed totals already contain their parts": what
    an element replaces is left out.
    """
    found = {one.name: prices.get(one.name, one.tai) * int(one.count(hand)) for one in ELEMENTS}
    gone = {name for one in ELEMENTS if found[one.name] for name in one.replaces}
    return {name: tai for name, tai in found.items() if tai and name not in gone}


def limits_of(hand: Reading) -> tuple[Limit, ...]:
    """The limit hands that a reading is."""
    return tuple(one for one in LIMITS if one.held(hand))


OF_TILES: Final = frozenset(one.name for one in ELEMENTS if one.of_tiles)
"""The elements that any limit hand absorbs."""
