"""What people read of safe tiles, ways out and reasons to pass."""

from __future__ import annotations

from typing import Final

EN: Final[dict[str, str]] = {
    "level.genbutsu": "genbutsu",
    "level.turn": "safe this turn",
    "level.none": "no shape left",
    "level.no_chance": "no chance",
    "level.suji": "suji",
    "level.one_chance": "one chance",
    "level.open": "open",
    "shape.ryanmen": "ryanmen",
    "shape.kokushi": "kokushi",
    "safe.by_suji": "{tiles} locked",
    "safe.by_walls": "no {tiles} left",
    "safe.by_thin": "one {tiles} left",
    "safe.ways": "{shape} {count}",
    "safe.left": "can win: {shapes}",
    "safe.likely": "Unless it could not have won then: {text}",
    "safe.resets": "not under {option}={values}",
    "safe.on_offer": "{tile} is still on offer, so nobody has let it go yet",
    "list.semicolon": "; ",
}

JA: Final[dict[str, str]] = {
    "level.genbutsu": "現物",
    "level.turn": "同巡は安全",
    "level.none": "待つ形なし",
    "level.no_chance": "ノーチャンス",
    "level.suji": "スジ",
    "level.one_chance": "ワンチャンス",
    "level.open": "無スジ",
    "shape.ryanmen": "リャンメン",
    "shape.kokushi": "国士無双",
    "safe.by_suji": "{tiles}がフリテンになる",
    "safe.by_walls": "{tiles}は残りなし",
    "safe.by_thin": "{tiles}は残り一枚",
    "safe.ways": "{shape}{count}",
    "safe.left": "当たる形：{shapes}",
    "safe.likely": "その時に和了できた手であれば：{text}",
    "safe.resets": "{option}={values}では安全でない",
    "safe.on_offer": "{tile}はまだ和了される可能性がある",
    "list.semicolon": "、",
}
