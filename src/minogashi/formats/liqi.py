"""Mahjong Soul's messages (its protocol is called liqi), as far as a game's course and the server's answers go.

A record holds `Record...` messages, which show all seats; a client is sent `Action...` messages, which show
one. Both have these fields. Writers leave out fields that are 0, false or empty, so everything has a default.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO, Claim
from minogashi.errors import RecordError
from minogashi.tiles import RED_SOU, Tile, name

CLAIM: Final[dict[int, Claim]] = {
    2: CHI,
    3: PON,
    4: CLOSED_KAN,
    5: OPEN_KAN,
    6: ADDED_KAN,
    7: RIICHI,
    8: TSUMO,
    9: RON,
    10: NINE_TERMINALS,
    11: NORTH,
}
"""What an operation's `type` offers; type 1 is the discard."""
THROW: Final = 1

YAKU: Final = (
    *("", "menzen_tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "haku", "hatsu", "chun", "seat_wind"),
    *("round_wind", "tanyao", "iipeiko", "pinfu", "chanta", "ittsu", "sanshoku", "double_riichi", "sanshoku_doukou"),
    *("sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "chiitoitsu", "junchan", "honitsu", "ryanpeikou"),
    *("chinitsu", "ippatsu", "dora", "aka", "ura", "north", "tenhou", "chiihou", "daisangen", "suuankou", "tsuuiisou"),
    *("ryuuiisou", "chinroutou", "kokushi", "shousuushii", "suukantsu", "chuuren", "chuuren_9", "suuankou_tanki"),
    *("kokushi_13", "daisuushii"),
)
"""The yaku by Mahjong Soul's number."""

_TILE: Final = {name(Tile(number)): Tile(number) for number in range(RED_SOU + 1)}


def tile(text: str) -> Tile:
    """A tile as Mahjong Soul writes it, which is mpsz.

    >>> tile("0p")
    35
    """
    try:
        return _TILE[text]
    except KeyError:
        raise RecordError(f"{text!r} is not a tile of Mahjong Soul (1m-9m, 1p-9p, 1s-9s, 1z-7z, 0m 0p 0s)") from None


def tiles(texts: list[str]) -> tuple[Tile, ...]:
    """Several tiles.

    >>> tiles(["1m", "7z"])
    (0, 33)
    """
    return tuple([tile(text) for text in texts])


class Choice(Struct):
    """Something that a seat may do; `combination` has the tiles, joined by `|` where several make one choice."""

    type: int = 0
    combination: list[str] = []

    def sets(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles of each choice.

        >>> Choice(2, ["1p|3p", "3p|4p"]).sets()
        ((9, 11), (11, 12))
        """
        return tuple([tiles(text.split("|")) for text in self.combination])


class Choices(Struct):
    """What the server offers one seat."""

    seat: int = 0
    operation_list: list[Choice] = []


class Ting(Struct):
    """A wait (`haveyi`: it has a yaku on a discard), or a tile to throw with the waits (`infos`) that it leaves."""

    tile: str
    haveyi: bool = False
    zhenting: bool = False
    infos: list[Ting] = []


class Stick(Struct):
    """A riichi stands (`failed`: its discard was won)."""

    seat: int = 0
    failed: bool = False


class Message(Struct):
    """What most messages have. `zhenting` is furiten: of every seat, or of the own one."""

    seat: int = 0
    zhenting: list[bool] | bool = False
    doras: list[str] = []
    operation: Choices | None = None
    operations: list[Choices] = []
    tingpais: list[Ting] = []
    liqi: Stick | None = None


class NewRound(Message):
    """The deal; the dealer has 14 tiles. `tiles` is the own hand in a client's message."""

    chang: int = 0
    ju: int = 0
    ben: int = 0
    liqibang: int = 0
    scores: list[int] = []
    tiles0: list[str] = []
    tiles1: list[str] = []
    tiles2: list[str] = []
    tiles3: list[str] = []
    tiles: list[str] = []
    dora: str = ""
    left_tile_count: int = 0
    tingpais0: list[Ting] = []


class DealTile(Message):
    """A draw."""

    tile: str = ""


class DiscardTile(Message):
    """A discard, with riichi or double riichi."""

    tile: str = ""
    is_liqi: bool = False
    is_wliqi: bool = False
    moqie: bool = False


class ChiPengGang(Message):
    """A call: `froms` says whose each of the tiles was."""

    type: int = 0
    tiles: list[str] = []
    froms: list[int] = []


class AnGangAddGang(Message):
    """An added kan (type 2) or a concealed one (type 3); `tiles` is one tile."""

    type: int = 0
    tiles: str = ""


class BaBei(Message):
    """A north is set aside."""


class Fan(Struct):
    """One yaku of a win."""

    id: int = 0
    val: int = 0


class Won(Struct):
    """One win; `count` is han, or yakuman where `yiman`."""

    hand: list[str] = []
    hu_tile: str = ""
    seat: int = 0
    zimo: bool = False
    li_doras: list[str] = []
    yiman: bool = False
    count: int = 0
    fans: list[Fan] = []
    fu: int = 0
    point_rong: int = 0
    point_zimo_qin: int = 0
    point_zimo_xian: int = 0


class Hule(Message):
    """The hand ends with one or several wins."""

    hules: list[Won] = []
    old_scores: list[int] = []
    delta_scores: list[int] = []
    scores: list[int] = []


class Shown(Struct):
    """Whether a seat was ready when the wall ran out."""

    tingpai: bool = False


class Change(Struct):
    """Points before, and what they change by."""

    old_scores: list[int] = []
    delta_scores: list[int] = []


class NoTile(Message):
    """The wall ran out; `liujumanguan` is nagashi mangan."""

    liujumanguan: bool = False
    players: list[Shown] = []
    scores: list[Change] = []


class LiuJu(Message):
    """The hand is aborted."""

    type: int = 0


class Answer(Struct):
    """What a player chose when offered a tile: an operation's type and which of its combinations, or nothing."""

    type: int = 0
    index: int = 0
    cancel_operation: bool = False
