"""Small records of tenhou.net/6 and Majiang made by hand, for the tests of their readers: nobody ever played them."""

from __future__ import annotations

import json
from typing import Any

EAST = [11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 41, 45, 45]
SOUTH = [14, 15, 16, 24, 25, 26, 34, 35, 36, 42, 42, 46, 47]
WEST = [11, 11, 19, 19, 21, 29, 29, 31, 39, 43, 43, 47, 47]
NORTH = [14, 17, 18, 24, 27, 28, 34, 37, 38, 44, 44, 46, 46]
HANDS = (EAST, SOUTH, WEST, NORTH)
"""East waits for 1z and 5z."""


def round_(
    *turns: list[int | str],
    result: list[Any] | None = None,
    start: tuple[int, int, int] = (0, 0, 0),
    dora: tuple[int, ...] = (18,),
    ura: tuple[int, ...] = (),
) -> list[Any]:
    """A round; `turns` are draws and discards of the seats, one after the other."""
    out: list[Any] = [list(start), [25000] * 4, list(dora), list(ura)]
    rows = [*turns, *[[]] * (8 - len(turns))]
    for seat, hand in enumerate(HANDS):
        out += [list(hand), list(rows[2 * seat]), list(rows[2 * seat + 1])]
    return out if result is None else [*out, result]


def document(*rounds: list[Any], **more: Any) -> bytes:  # noqa: ANN401  JSON
    """A document of four players."""
    head = {"title": ["", ""], "name": ["Ann", "Bo", "Cem", "Di"], "rule": {"disp": "般南喰赤", "aka": 1}}
    return json.dumps({**head, "log": list(rounds), **more}, ensure_ascii=False).encode()


WON = round_([44], [60], [45], [60], result=["和了", [1500, -1500, 0, 0], [0, 1, 0, "30符1飜1500点", "役牌 白(1飜)"]])
"""East throws what it drew, South throws the 5z that East waits for."""
PON = round_([18], ["r60"], [47], [60], ["p474747"], [43], [13], [60], result=["流局", [3000, -1000, -1000, -1000]])
"""East declares riichi, West calls what South throws, and the wall is said to end there."""
TENHOU6 = document(WON, round_(start=(0, 1, 0), result=["全員不聴"]))


def paper(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401  JSON
    """A game of Majiang of one round; the second player dealt first."""
    deal = {
        "zhuangfeng": 0,
        "jushu": 0,
        "changbang": 0,
        "lizhibang": 0,
        "defen": [25000] * 4,
        "baopai": "m8",
        "shoupai": ["m123p123s123z1155", "m456p456s406z2267", "m1199p199s19z3377", "m478p478s478z4466"],
    }
    game = {"title": "", "player": ["Di", "Ann", "Bo", "Cem"], "qijia": 1, "log": [[{"qipai": deal}, *entries]]}
    return game | {"defen": [25000, 26500, 23500, 25000]} | more


def turn(wind: int, drawn: str, thrown: str) -> list[dict[str, Any]]:
    """A tile drawn and a tile thrown."""
    return [{"zimo": {"l": wind, "p": drawn}}, {"dapai": {"l": wind, "p": thrown}}]


HULE = {
    "hule": {
        "l": 0,
        "shoupai": "m123p123s123z1155z5",
        "baojia": 1,
        "fubaopai": None,
        "fu": 30,
        "fanshu": 1,
        "defen": 1500,
        "hupai": [{"name": "翻牌 白", "fanshu": 1}],
        "fenpei": [1500, -1500, 0, 0],
    }
}
MAJIANG = json.dumps([paper(*turn(0, "z4", "z4_"), *turn(1, "z5", "z5_"), HULE)], ensure_ascii=False).encode()
