"""The names of the yaku of riichi mahjong, as this project writes them: one list for readers and for values."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    *("menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei"),
    *("pinfu", "tanyao", "iipeiko"),
    *("seat_wind",) * 4,
    *("round_wind",) * 4,
    *("haku", "hatsu", "chun"),
    *("double_riichi", "chiitoitsu", "chanta", "ittsu", "sanshoku", "sanshoku_doukou", "sankantsu", "toitoi"),
    *("sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou"),
    *("tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou"),
    *("chuuren", "chuuren_9", "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu"),
)
"""The name of every Tenhou yaku id 0-51. The four winds share a name: which wind it is, the seat tells."""
