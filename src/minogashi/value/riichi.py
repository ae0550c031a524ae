"""Yaku and points of a riichi hand: an adapter to the library `mahjong`.

`mahjong` finds the readings of a hand, their yaku and fu. Dora, limits and payments are counted
here, since they hang on options that it does not know (a second red 5p, yakuman that do not add
up, 2 fu for a double wind).
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresResult
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.hand_calculating.yaku_list.yakuman import RenhouYakuman
from mahjong.meld import Meld
from msgspec import Struct

from minogashi.errors import MinogashiError, ProfileError
from minogashi.tiles import HIDDEN, KIND_OF, NORTH, RED_MAN, RED_SOU, Kind, Tile, dora_of, names
from minogashi.value.points import Base, base_points, payment
from minogashi.yaku import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mahjong.hand_calculating.hand_response import HandResponse
    from mahjong.hand_calculating.scores import ScoresCalculator

    MeldTiles = tuple[str, tuple[Tile, ...]]
    """A meld as its word (chi, pon, daiminkan, kakan, ankan) and its tiles."""

_CHOICES: Final = {
    "kuitan": ("yes", "no"),
    "red_fives": ("3", "0", "1", "2", "4"),
    "ippatsu": ("yes", "no"),
    "ura_dora": ("yes", "no"),
    "kan_dora": ("yes", "no"),
    "kiriage_mangan": ("no", "yes"),
    "kazoe_yakuman": ("yes", "no"),
    "yakuman": ("stack_no_double", "stack_double", "single", "single_daisuushii_double"),
    "renhou": ("no", "mangan", "yakuman"),
    "double_wind_fu": ("4", "2"),
}
"""The options of riichi.md 4.4 that value depends on; the first value is Tenhou's and the default."""

_NAME_OF: Final = {yaku: NAMES[tenhou] for yaku, tenhou in YAKU_ID_TO_TENHOU_ID.items() if tenhou < len(NAMES)} | {
    RenhouYakuman.yaku_id: "renhou"
}
_MELD_TYPE: Final = {
    "chi": Meld.CHI,
    "pon": Meld.PON,
    "daiminkan": Meld.KAN,
    "kakan": Meld.SHOUMINKAN,
    "ankan": Meld.KAN,
}
# `mahjong` takes Tenhou ids but reads only their kinds. Copy 1 is never a red five, so that no tile
# can be taken for one there.
_ID_OF: Final = tuple(4 * kind + 1 for kind in KIND_OF)
_EAST: Final = 27
_NO_YAKU: Final = HandCalculator.ERR_NO_YAKU


class ScoringError(MinogashiError):
    """A hand that cannot be valued: it is not complete, or its circumstances contradict each other."""


class WinContext(Struct, frozen=True, kw_only=True):
    """What a win's value depends on besides the tiles.

    Winds are 0 east .. 3 north. `last_tile`: the last live tile or the discard after it.
    `first_turn`: the seat's first turn has not passed and nobody has called or laid down a kan;
    winds and `tsumo` tell whether that is tenhou, chiihou or renhou. `dora` and `ura` are the
    indicators, first one first; `norths` counts the seat's set-aside norths. A north won as it is
    set aside is no `chankan` (riichi.md 4.5).

    >>> WinContext(tsumo=True, seat_wind=0).round_wind
    0
    """

    tsumo: bool
    seat_wind: int
    round_wind: int = 0
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    dora: tuple[Kind, ...] = ()
    ura: tuple[Kind, ...] = ()
    norths: int = 0
    seats: int = 4


class Value(Struct, frozen=True):
    """The value of a win, without counters and sticks.

    `yaku` maps names (`minogashi.yaku`) to han, 13 or 26 for a yakuman. `han` is everything, dora
    included; `yakuman` the multiple that counts, 0 for a counted one. `points` is what the winner
    gets; the shares are those of `points.Payment`. A yakuman counts no dora, kokushi has 0 fu.
    """

    yaku: dict[str, int]
    han: int
    fu: int
    points: int
    dealer_share: int = 0
    other_share: int = 0
    base: int = 0
    limit: str = ""
    yakuman: int = 0
    dora: int = 0
    red: int = 0
    ura: int = 0
    north: int = 0

    @property
    def yaku_han(self) -> int:
        """The han of the yaku alone."""
        return sum(self.yaku.values())


class Scorer:
    """Values wins under the options of one profile.

    `options` are named as in riichi.md section 4 (`kuitan`, `red_fives`, `kiriage_mangan`, ...);
    what is missing is as on Tenhou, what is unknown here is another module's and left alone.
    Raises `ProfileError` for a value that an option does not have. May be shared by threads.

    >>> from minogashi.tiles import parse_tile, parse_tiles
    >>> scorer, ron = Scorer({}), WinContext(tsumo=False, seat_wind=1, riichi=True, dora=(Kind(3),))
    >>> value = scorer.value(parse_tiles("23406m345p345s77s8m"), parse_tile("8m"), (), ron)
    Traceback (most recent call last):
    ...
    minogashi.value.riichi.ScoringError: hand_not_winning: 2m 3m 4m 0m 6m 3p 4p 5p 3s 4s 5s 7s 7s 8m, won on 8m
    >>> value = scorer.value(parse_tiles("23406m345p345s77s7m"), parse_tile("7m"), (), ron)
    >>> value.yaku, value.dora, value.red, value.points
    ({'riichi': 1, 'pinfu': 1, 'tanyao': 1}, 1, 1, 8000)
    """

    def __init__(self, options: Mapping[str, str | int] | None = None) -> None:
        chosen = _chosen(options or {})
        self._reds = chosen["red_fives"] != "0"
        self._ippatsu = chosen["ippatsu"] == "yes"
        self._ura = chosen["ura_dora"] == "yes"
        self._indicators = None if chosen["kan_dora"] == "yes" else 1
        self._kiriage = chosen["kiriage_mangan"] == "yes"
        self._kazoe = chosen["kazoe_yakuman"] == "yes"
        self._yakuman = chosen["yakuman"]
        self._renhou = chosen["renhou"]
        self._split_double_wind = chosen["double_wind_fu"] == "2"
        self._config = _config(kuitan=chosen["kuitan"] == "yes", yakuman=self._yakuman)

    def value(
        self, concealed: Sequence[Tile], win_tile: Tile, melds: Sequence[MeldTiles], context: WinContext
    ) -> Value | None:
        """The value of a complete hand, the dearest of its readings; None where it has no yaku.

        `concealed` holds the winning tile. Raises `ScoringError` where the shape is not complete
        or the context cannot be (riichi with an open hand, rinshan on a discard, ...).

        >>> from minogashi.tiles import parse_tile, parse_tiles
        >>> hand = parse_tiles("234m678p345s77s"), parse_tile("7s"), [("ankan", tuple(parse_tiles("9999m")))]
        >>> value = Scorer().value(*hand, WinContext(tsumo=True, seat_wind=1, rinshan=True, last_tile=True))
        >>> value.yaku, value.fu, (value.points, value.dealer_share, value.other_share)
        ({'menzen_tsumo': 1, 'rinshan': 1}, 60, (4000, 2000, 1000))
        """
        bonus = self._bonus(concealed, melds, context)
        counted = sum(bonus)

        def rank(han: int, fu: int, is_yakuman: bool) -> int:  # noqa: FBT001
            return self._base(han + counted, fu, han // 13 if is_yakuman else 0).points

        response = self._ask(concealed, win_tile, melds, context, rank)
        value = None if response is None else self._value(response, bonus, context)
        if self._is_renhou_mangan(context) and (value is None or value.base < 2000):
            return Value({"renhou": 5}, 5, 0, *_money(self._base(5, 0, 0), context))
        return value

    def yaku_han(
        self, concealed: Sequence[Tile], win_tile: Tile, melds: Sequence[MeldTiles], context: WinContext
    ) -> int:
        """The most han that the yaku alone give, 0 without a yaku: what a two-han minimum asks for.

        "Ippatsu is a yaku and counts; dora does not" (riichi.md 2.2). The reading with the most
        han is taken, which need not be the dearest.

        >>> from minogashi.tiles import parse_tile, parse_tiles
        >>> hand = parse_tiles("123m456p789s11z444z"), parse_tile("9s"), ()
        >>> Scorer().yaku_han(*hand, WinContext(tsumo=False, seat_wind=1, riichi=True, dora=(Kind(30),)))
        1
        """
        response = self._ask(concealed, win_tile, melds, context, lambda han, _fu, _yakuman: han)
        found = 0 if response is None else response.han or 0
        return max(found, 5) if self._is_renhou_mangan(context) else found

    def has_yaku(
        self, concealed: Sequence[Tile], win_tile: Tile, melds: Sequence[MeldTiles], context: WinContext
    ) -> bool:
        """Whether a complete hand has a yaku; most wins answer this by their circumstances alone.

        >>> from minogashi.tiles import parse_tile, parse_tiles
        >>> hand = parse_tiles("567p678p88m123s"), parse_tile("1s"), [("chi", tuple(parse_tiles("345m")))]
        >>> Scorer().has_yaku(*hand, WinContext(tsumo=True, seat_wind=1))
        False
        """
        return (
            context.riichi
            or context.double_riichi
            or context.rinshan
            or context.chankan
            or context.last_tile
            or (context.tsumo and all(word == "ankan" for word, _ in melds))
            or self.yaku_han(concealed, win_tile, melds, context) > 0
        )

    def _ask(
        self,
        concealed: Sequence[Tile],
        win_tile: Tile,
        melds: Sequence[MeldTiles],
        context: WinContext,
        rank: Callable[[int, int, bool], int],
    ) -> HandResponse | None:
        tiles = [_ID_OF[tile] for tile in concealed]
        for _, meld in melds:
            tiles.extend(_ID_OF[tile] for tile in meld)
        if max(tiles, default=_ID_OF[HIDDEN]) >= _ID_OF[HIDDEN]:
            raise _error("only numbers and honours have a value", concealed, win_tile, melds)
        response = HandCalculator.estimate_hand_value(
            tiles,
            _ID_OF[win_tile],
            [_meld(word, meld) for word, meld in melds],
            config=self._configured(concealed, context),
            scores_calculator_factory=cast("type[ScoresCalculator]", _Ranking(rank)),
        )
        if response.error == _NO_YAKU:
            return None
        if response.error:
            raise _error(response.error, concealed, win_tile, melds)
        return response

    def _configured(self, concealed: Sequence[Tile], context: WinContext) -> HandConfig:
        # A copy shares the table of yaku. That is safe: `mahjong` writes to it only where it lowers
        # double yakuman or counts dora itself, and it is asked to do neither.
        config = copy(self._config)
        tsumo, dealer = context.tsumo, context.seat_wind == 0
        seat, prevalent = Kind(_EAST + context.seat_wind), Kind(_EAST + context.round_wind)
        # A pair of the double wind is worth 2 fu where only one of the winds is told, and nothing
        # else asks for the wind: a pair is no yakuhai.
        split = self._split_double_wind and seat == prevalent and concealed.count(Tile(seat)) == 2
        config.player_wind, config.round_wind = None if split else seat, prevalent
        config.is_dealer, config.is_tsumo = dealer, tsumo
        config.is_riichi, config.is_daburu_riichi = context.riichi, context.double_riichi
        config.is_ippatsu = context.ippatsu and self._ippatsu
        config.is_rinshan, config.is_chankan = context.rinshan, context.chankan
        # A replacement tile is never the last tile of the wall (case yk-3), and a robbed tile was
        # never discarded, so neither goes with haitei or houtei.
        last = context.last_tile and not context.rinshan and not context.chankan
        config.is_haitei, config.is_houtei = last and tsumo, last and not tsumo
        config.is_tenhou = context.first_turn and tsumo and dealer
        config.is_chiihou = context.first_turn and tsumo and not dealer
        config.is_renhou = context.first_turn and not tsumo and not dealer and self._renhou == "yakuman"
        return config

    def _is_renhou_mangan(self, context: WinContext) -> bool:
        """Renhou as a mangan is a flat price that other yaku and dora do not raise (ema2016)."""
        return self._renhou == "mangan" and context.first_turn and not context.tsumo and context.seat_wind != 0

    def _bonus(self, concealed: Sequence[Tile], melds: Sequence[MeldTiles], context: WinContext) -> _Bonus:
        tiles = [*concealed, *(tile for _, meld in melds for tile in meld)]
        kinds = [KIND_OF[tile] for tile in tiles] + [NORTH] * context.norths

        def hits(indicators: Iterable[Kind]) -> int:
            return sum(kinds.count(dora_of(KIND_OF[kind], seats=context.seats)) for kind in indicators)

        in_riichi = context.riichi or context.double_riichi
        return _Bonus(
            dora=hits(context.dora[: self._indicators]),
            red=sum(RED_MAN <= tile <= RED_SOU for tile in tiles) if self._reds else 0,
            ura=hits(context.ura[: self._indicators]) if self._ura and in_riichi else 0,
            north=context.norths,
        )

    def _base(self, han: int, fu: int, yakuman: int) -> Base:
        return base_points(han, fu, yakuman=yakuman, kiriage=self._kiriage, kazoe=self._kazoe)

    def _value(self, response: HandResponse, bonus: _Bonus, context: WinContext) -> Value:
        found, fu = response.yaku or [], response.fu or 0
        yaku = {
            _NAME_OF[one.yaku_id]: one.han_open if response.is_open_hand and one.han_open else one.han_closed
            for one in found
        }
        han = sum(yaku.values())
        if found[0].is_yakuman:
            yakuman = self._multiple(yaku)
            return Value(yaku, 13 * yakuman, fu, *_money(self._base(0, 0, yakuman), context), yakuman)
        han += sum(bonus)
        return Value(yaku, han, fu, *_money(self._base(han, fu, 0), context), 0, *bonus)

    def _multiple(self, yaku: Mapping[str, int]) -> int:
        if self._yakuman == "single_daisuushii_double":
            return 2 if "daisuushii" in yaku else 1
        return 1 if self._yakuman == "single" else sum(yaku.values()) // 13


class _Bonus(NamedTuple):
    dora: int
    red: int
    ura: int
    north: int


class _Ranking:
    """Stands in for `mahjong`'s table of points: says which reading of a hand is the best one."""

    def __init__(self, rank: Callable[[int, int, bool], int]) -> None:
        self._rank = rank

    def __call__(self) -> _Ranking:
        return self

    def calculate_scores(self, han: int, fu: int, _config: HandConfig, is_yakuman: bool = False) -> ScoresResult:  # noqa: FBT001, FBT002
        return ScoresResult(
            main=0,
            additional=0,
            main_bonus=0,
            additional_bonus=0,
            kyoutaku_bonus=0,
            total=self._rank(han, fu, is_yakuman),
            yaku_level="",
        )


def _chosen(options: Mapping[str, str | int]) -> dict[str, str]:
    chosen = {name: str(options.get(name, values[0])) for name, values in _CHOICES.items()}
    for name, value in chosen.items():
        if value not in _CHOICES[name]:
            raise ProfileError(f"{name} = {value!r}: expected one of {', '.join(_CHOICES[name])}")
    return chosen


def _config(*, kuitan: bool, yakuman: str) -> HandConfig:
    config = HandConfig(options=OptionalRules(has_open_tanyao=kuitan, renhou_as_yakuman=True))
    doubles = (
        config.yaku.daburu_kokushi,
        config.yaku.suuankou_tanki,
        config.yaku.daburu_chuuren_poutou,
        config.yaku.daisuushi,
    )
    for one in doubles:
        is_double = yakuman == "stack_double" or (
            yakuman == "single_daisuushii_double" and one is config.yaku.daisuushi
        )
        one.han_closed = 26 if is_double else 13
        one.han_open = min(one.han_open, one.han_closed)
    return config


@lru_cache(maxsize=2048)
def _meld(word: str, tiles: tuple[Tile, ...]) -> Meld:
    if word not in _MELD_TYPE:
        raise ScoringError(f"{word!r} is not a meld: expected one of {', '.join(_MELD_TYPE)}")
    # `mahjong` knows a run by its lowest tile, which it expects first.
    return Meld(_MELD_TYPE[word], sorted(_ID_OF[tile] for tile in tiles), opened=word != "ankan")


def _money(base: Base, context: WinContext) -> tuple[int, int, int, int, str]:
    paid = payment(base.points, tsumo=context.tsumo, dealer=context.seat_wind == 0, seats=context.seats)
    return paid.total, paid.dealer, paid.other, base.points, base.limit


def _error(problem: str, concealed: Sequence[Tile], win_tile: Tile, melds: Sequence[MeldTiles]) -> ScoringError:
    shown = "".join(f", {word} {names(tiles)}" for word, tiles in melds)
    return ScoringError(f"{problem}: {names(concealed)}{shown}, won on {names([win_tile])}")
