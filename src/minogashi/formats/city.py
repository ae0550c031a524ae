"""The parts of Riichi City's records: the document, and what stands in each kind of event."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from minogashi.errors import RecordError
from minogashi.tiles import RED_MAN, RED_PIN, RED_SOU, Tile

_EAST: Final = 0x31
_TILE: Final = {
    **{first + n: Tile(kind + n - 1) for first, kind in ((0x20, 0), (0x00, 9), (0x10, 18)) for n in range(1, 10)},
    **{_EAST + 0x10 * honour: Tile(27 + honour) for honour in range(7)},
    0x125: RED_MAN,
    0x105: RED_PIN,
    0x115: RED_SOU,
}

YAKU: Final = (
    *("riichi", "menzen_tsumo", "ippatsu", "rinshan", "haitei", "houtei", "chankan", "chun", "hatsu", "haku"),
    *("round_wind", "seat_wind", "iipeiko", "pinfu", "tanyao", "double_riichi", "toitoi", "chiitoitsu", "sanankou"),
    *("sankantsu", "honroutou", "chanta", "ittsu", "sanshoku", "shousangen", "sanshoku_doukou", "junchan", "honitsu"),
    *("ryanpeikou", "chinitsu", "nagashi"),
)
"""The yaku by Riichi City's number; 31 to 48 are yakuman."""
_BONUS: Final = {49: "aka", 50: "dora", 51: "ura", 55: "north"}
OPEN_RIICHI: Final = frozenset({52, 53, 54})
YAKUMAN: Final = range(31, 49)


def tile(number: int) -> Tile:
    """A tile: the low byte tells the kind, and 0x100 a red five.

    >>> tile(0x01), tile(0x105), tile(0x61)
    (9, 35, 30)
    """
    try:
        return _TILE[number]
    except KeyError:
        raise RecordError(f"{number} is not a tile of Riichi City") from None


def tiles(numbers: list[int] | None) -> tuple[Tile, ...]:
    """Several tiles.

    >>> tiles([0x21, 0x91]), tiles(None)
    ((0, 33), ())
    """
    return tuple([tile(number) for number in numbers or ()])


def wind(number: int) -> int:
    """The round's wind, 0 east to 3 north.

    >>> wind(0x41)
    1
    """
    found, rest = divmod(number - _EAST, 0x10)
    if rest or not 0 <= found < 4:
        raise RecordError(f"{number} is not the wind of a round")
    return found


def yaku(number: int) -> str:
    """The name of a yaku.

    >>> yaku(13), yaku(51), yaku(44)
    ('pinfu', 'ura', 'yaku 44')
    """
    return YAKU[number] if 0 <= number < len(YAKU) else _BONUS.get(number, f"yaku {number}")


class Happening(Struct, rename="camel"):
    """One event of the hand: `data` is a JSON text of its own."""

    event_type: int
    data: str
    user_id: int = 0
    event_pos: int = 0


class Player(Struct, rename="camel"):
    """A seat's name."""

    user_id: int
    nickname: str = ""


class Hand(Struct, rename="camel"):
    """One hand of play; `pai_shan` is the wall after the deal, dead wall included."""

    hand_event_record: list[Happening]
    pai_shan: list[int] | None = None
    players: list[Player] = []


class Game(Struct, rename="camel"):
    """The whole game; `is_ge_mu` is wareme, where the seat at the wall's break wins and loses double."""

    hand_record: list[Hand]
    player_count: int = 4
    key_value: str = ""
    is_ge_mu: bool = False


class Points(Struct):
    """Who sits where."""

    user_id: int
    hand_points: int = 0


class Deal(Struct):
    """A seat's hand, 14 tiles for the dealer."""

    hand_cards: list[int]
    dealer_pos: int
    bao_pai_card: int
    user_info_list: list[Points]
    quan_feng: int = _EAST
    chang_ci: int = 1
    ben_chang_num: int = 0
    li_zhi_bang_num: int = 0


class Wait(Struct):
    """A wait: furiten, and without a yaku on a discard."""

    ting_card: int
    is_zhen_ting: bool = False
    is_wu_yi: bool = False


class Candidate(Struct):
    """The waits that a discard leaves."""

    discard_card: int
    ting_list: list[Wait] | None = None


class Turn(Struct):
    """The own turn; no `in_card` after a call and in the dealer's first turn."""

    in_card: int = 0
    is_zi_mo: bool = False
    is_can_lizhi: bool = False
    is_nine_cards: bool = False
    is_pull_north: bool = False
    gang_cards: list[int] | None = None
    bu_gang_cards: list[int] | None = None
    in_ting_info: list[Candidate] | None = None
    is_first_xun_in: bool | None = None


class Offer(Struct):
    """What one seat is offered on a tile."""

    action_list: list[int]


class Act(Struct):
    """What a seat does."""

    action: int
    card: int = 0
    group_cards: list[int] | None = None
    is_li_zhi: bool = False
    move_cards_pos: list[int] | None = None


class Shown(Struct):
    """New indicators, all of this hand but the first."""

    cards: list[int]


class Ready(Struct):
    """The waits of a hand in riichi."""

    ting_info: list[Wait] | None = None


class Fang(Struct):
    """A yaku and its han."""

    fang_type: int
    fang_num: int = 0


class Won(Struct):
    """A win, or a hand shown as ready in a drawn hand."""

    user_id: int
    fang_info: list[Fang] | None = None
    all_fang_num: int = 0
    all_fu: int = 0
    all_point: int = 0
    user_cards: list[int] | None = None
    li_bao_card: list[int] | None = None


class Profit(Struct):
    """What a seat gains, and has then (records of 2022 do not say)."""

    user_id: int
    point_profit: int = 0
    user_point: int | None = None


class End(Struct):
    """How the hand ended."""

    end_type: int
    win_info: list[Won] | None = None
    user_profit: list[Profit] | None = None


class Placing(Struct):
    """A seat's points at the end."""

    user_id: int
    point_num: int = 0


class Over(Struct):
    """The end of the game."""

    user_data: list[Placing] | None = None
