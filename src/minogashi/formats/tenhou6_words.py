"""The words of tenhou.net/6: yaku, ends of a round, and what a win is worth, as its texts have them."""

from __future__ import annotations

import re
from typing import Final

from minogashi.errors import RecordError

WINDS: Final = "東南西北"
OF_YAKU: Final[dict[str, str]] = {
    "menzen_tsumo": "門前清自摸和", "riichi": "立直", "ippatsu": "一発", "chankan": "槍槓", "rinshan": "嶺上開花",
    "haitei": "海底摸月", "houtei": "河底撈魚", "pinfu": "平和", "tanyao": "断幺九", "iipeiko": "一盃口",
    "haku": "役牌 白", "hatsu": "役牌 發", "chun": "役牌 中", "double_riichi": "両立直", "chiitoitsu": "七対子",
    "chanta": "混全帯幺九", "ittsu": "一気通貫", "sanshoku": "三色同順", "sanshoku_doukou": "三色同刻",
    "sankantsu": "三槓子", "toitoi": "対々和", "sanankou": "三暗刻", "shousangen": "小三元", "honroutou": "混老頭",
    "ryanpeikou": "二盃口", "junchan": "純全帯幺九", "honitsu": "混一色", "chinitsu": "清一色", "renhou": "人和",
    "tenhou": "天和", "chiihou": "地和", "daisangen": "大三元", "suuankou": "四暗刻",
    "suuankou_tanki": "四暗刻単騎", "tsuuiisou": "字一色", "ryuuiisou": "緑一色", "chinroutou": "清老頭",
    "chuuren": "九蓮宝燈", "chuuren_9": "純正九蓮宝燈", "kokushi": "国士無双", "kokushi_13": "国士無双１３面",
    "daisuushii": "大四喜", "shousuushii": "小四喜", "suukantsu": "四槓子", "dora": "ドラ", "ura": "裏ドラ",
    "aka": "赤ドラ",
}  # fmt: skip
"""The Japanese name of each yaku; the winds are `自風 東` and so on, by seat and round."""
YAKU: Final[dict[str, str]] = (
    {words: yaku for yaku, words in OF_YAKU.items()}
    | {f"自風 {wind}": "seat_wind" for wind in WINDS}
    | {f"場風 {wind}": "round_wind" for wind in WINDS}
    | {f"翻牌 {dragon}": yaku for dragon, yaku in (("白", "haku"), ("發", "hatsu"), ("中", "chun"))}
    | {
        "ダブル立直": "double_riichi", "ダブルリーチ": "double_riichi", "国士無双十三面": "kokushi_13",
        "国士無双十三面待ち": "kokushi_13", "抜きドラ": "nukidora", "場風": "round_wind", "自風": "seat_wind",
        "役牌:白": "haku", "役牌:發": "hatsu", "役牌:中": "chun", "役牌:自風牌": "seat_wind",
        "役牌:場風牌": "round_wind", "断么九": "tanyao",
        "純正九蓮宝灯": "chuuren_9", "九蓮宝灯": "chuuren",
    }
)  # fmt: skip
"""The yaku of each name, with the spellings of other programs."""

RESULTS: Final = {
    "流局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "流し満貫": "nagashi",
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四槓散了": "four_kans",
    "四開槓": "four_kans",
    "三家和了": "triple_ron",
}
OF_RESULT: Final = {
    "nagashi": "流し満貫",
    "nine_terminals": "九種九牌",
    "four_winds": "四風連打",
    "four_riichi": "四家立直",
    "four_kans": "四槓散了",
    "triple_ron": "三家和了",
}
_LIMITS: Final = ((8000, "役満"), (6000, "三倍満"), (4000, "倍満"), (3000, "跳満"), (2000, "満貫"))
_WORTH: Final = re.compile(
    r"(?:(?P<fu>\d{1,3})符(?P<han>\d{1,2})[飜翻])?\D*?(?P<one>\d{1,7})(?:-(?P<two>\d{1,7}))?点(?P<all>∀?)"
)
_YAKU: Final = re.compile(r"(?P<name>.+?)\((?:(?P<han>\d{1,2})[飜翻]|(?P<times>\D{0,4}|\d{1,2}倍)役満)\)")
TIMES: Final = {1: "", 2: "ダブル", 3: "トリプル"}
_TIMES: Final = {"": 1, "ダブル": 2, "二倍": 2, "2倍": 2, "トリプル": 3, "三倍": 3, "3倍": 3}


def points(text: str, *, payers: int) -> tuple[int, int]:
    """Fu (0 where not told) and points of a win.

    >>> points("30符2飜500-1000点", payers=3), points("満貫4000点∀", payers=3), points("役満32000点", payers=3)
    ((30, 2000), (0, 12000), (0, 32000))
    """
    found = _WORTH.fullmatch(text)
    if found is None:
        raise RecordError(f"{text[:40]!r} is not what a win is worth, such as '30符2飜2000点'")
    one, two = int(found["one"]), int(found["two"] or 0)
    total = one * payers if found["all"] else one * (payers - 1) + two if two else one
    return int(found["fu"] or 0), total


def worth(*, fu: int, han: int, total: int, dealer: bool, payers: int) -> str:
    """The text of a win's points; `payers` is 0 for a ron.

    >>> worth(fu=30, han=2, total=2000, dealer=False, payers=3), worth(fu=0, han=4, total=12000, dealer=True, payers=3)
    ('30符2飜500-1000点', '満貫4000点∀')
    """
    base = base_of(total, dealer=dealer, payers=payers)
    limit = next((name for least, name in _LIMITS if base >= least), "")
    lead = limit or f"{fu}符{han}飜"
    if not payers:
        return f"{lead}{total}点"
    if dealer:
        return f"{lead}{total // payers}点∀"
    # both shares are rounded up to hundreds, so the higher one is twice the lower or 100 less
    low = -(-total // (100 * (payers + 1))) * 100
    return f"{lead}{low}-{total - low * (payers - 1)}点"


def base_of(total: int, *, dealer: bool, payers: int) -> int:
    """The base points behind a win's points, a little too high where they were rounded up; `payers` is 0 for a ron.

    >>> base_of(12000, dealer=True, payers=0), base_of(8000, dealer=False, payers=3)
    (2000, 2000)
    """
    if not payers:
        return total // (6 if dealer else 4)
    return total // (2 * payers if dealer else payers + 1)


def yaku(text: str) -> tuple[str, int, int]:
    """A yaku's name, its han, and how many yakuman it is.

    >>> yaku("断幺九(1飜)"), yaku("四槓子(役満)")
    (('tanyao', 1, 0), ('suukantsu', 13, 1))
    """
    found = _YAKU.fullmatch(text)
    if found is None:
        raise RecordError(f"{text[:40]!r} is not a yaku with its han, such as '断幺九(1飜)'")
    name = YAKU.get(found["name"], found["name"])
    if found["han"]:
        return name, int(found["han"]), 0
    times = _TIMES.get(found["times"], 1)
    return name, 13 * times, times
