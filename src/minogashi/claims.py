"""What a seat may ask for, and the answers: `Claim` numbers, `Code`s, `Reason` and `Verdict`.

Claims are bits of an int, since the hot paths combine and test them as masks. Codes are public
API; their meaning is in docs/rules/reasons.md.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

import msgspec

from minogashi.tiles import Tile, name

Claim = NewType("Claim", int)

RON: Final = Claim(1 << 0)
PON: Final = Claim(1 << 1)
CHI: Final = Claim(1 << 2)
OPEN_KAN: Final = Claim(1 << 3)
TSUMO: Final = Claim(1 << 4)
CLOSED_KAN: Final = Claim(1 << 5)
ADDED_KAN: Final = Claim(1 << 6)
NORTH: Final = Claim(1 << 7)
RIICHI: Final = Claim(1 << 8)
DISCARD: Final = Claim(1 << 9)
NINE_TERMINALS: Final = Claim(1 << 10)

SETS: Final = PON | CHI | OPEN_KAN
KANS: Final = OPEN_KAN | CLOSED_KAN | ADDED_KAN

CLAIM_NAMES: Final[dict[int, str]] = {
    RON: "ron",
    PON: "pon",
    CHI: "chi",
    OPEN_KAN: "daiminkan",
    TSUMO: "tsumo",
    CLOSED_KAN: "ankan",
    ADDED_KAN: "kakan",
    NORTH: "kita",
    RIICHI: "riichi",
    DISCARD: "discard",
    NINE_TERMINALS: "nine_terminals",
}
CLAIM_OF: Final[dict[str, Claim]] = {text: Claim(bit) for bit, text in CLAIM_NAMES.items()}


class Code(StrEnum):
    """The reason codes of docs/rules/reasons.md."""

    OK = "ok"
    FURITEN_DISCARD = "furiten_discard"
    FURITEN_TEMPORARY = "furiten_temporary"
    FURITEN_RIICHI = "furiten_riichi"
    PASSED_HU = "passed_hu"
    PASSED_SET = "passed_set"
    OWN_LATEST = "own_latest"
    DEAD_HAND = "dead_hand"
    WRONG_TILE_COUNT = "wrong_tile_count"
    NOT_OFFERED = "not_offered"
    NOT_COMPLETE = "not_complete"
    NO_YAKU = "no_yaku"
    TWO_HAN_MINIMUM = "two_han_minimum"
    BELOW_MIN_TAI = "below_min_tai"
    HEAD_BUMPED = "head_bumped"
    TRIPLE_RON = "triple_ron"
    OUTRANKED = "outranked"
    IN_RIICHI = "in_riichi"
    LAST_TILE = "last_tile"
    NOT_LEFT_NEIGHBOUR = "not_left_neighbour"
    TILE_NOT_HELD = "tile_not_held"
    KUIKAE = "kuikae"
    KAN_LIMIT = "kan_limit"
    NEEDS_DRAW = "needs_draw"
    NOT_DRAWN_TILE = "not_drawn_tile"
    WAITS_CHANGE = "waits_change"
    GROUPING_CHANGES = "grouping_changes"
    OPEN_HAND = "open_hand"
    NOT_TENPAI = "not_tenpai"
    RIICHI_DISCARD_BREAKS_TENPAI = "riichi_discard_breaks_tenpai"
    RIICHI_MUST_DISCARD_DRAW = "riichi_must_discard_draw"
    SCORE_LOW = "score_low"
    WALL_LOW = "wall_low"
    NOT_FIRST_DRAW = "not_first_draw"
    INTERRUPTED = "interrupted"
    TOO_FEW_TERMINALS = "too_few_terminals"
    OUT_OF_TURN = "out_of_turn"
    TOO_MANY_COPIES = "too_many_copies"
    BAD_TILE = "bad_tile"
    FOUR_KANS = "four_kans"
    FOUR_RIICHI = "four_riichi"
    FOUR_WINDS = "four_winds"
    NINE_TERMINALS = "nine_terminals"


class Reason(msgspec.Struct, frozen=True):
    """One reason for a refusal: its code, the tile it is about, what caused it and what ends it.

    `event` is the index of the causing event in the table's event list; `until` names what ends a
    lock (`own_discard`, `own_draw`, `hand_end`, ...). Both are None where no lock is involved.

    >>> Reason(Code.KUIKAE, Tile(5), 12, ("own_discard",)).code
    <Code.KUIKAE: 'kuikae'>
    """

    code: Code
    tile: Tile | None = None
    event: int | None = None
    until: tuple[str, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """The ruling on one claim of one seat: allowed, or every reason why not, most decisive first.

    `uses` are the seat's own tiles that the claim takes (chi, pon, kans). `unknown` says that
    hidden tiles decide the question: then `allowed` is False and means nothing.

    >>> str(Verdict(1, RON, Tile(4), reasons=(Reason(Code.NO_YAKU),)))
    'seat 1 ron 5m: refused (no_yaku)'
    """

    seat: int
    claim: Claim
    tile: Tile
    uses: tuple[Tile, ...] = ()
    reasons: tuple[Reason, ...] = ()
    unknown: bool = False

    @property
    def allowed(self) -> bool:
        """Whether the claim may be made."""
        return not self.reasons and not self.unknown

    @property
    def codes(self) -> tuple[Code, ...]:
        """The codes of the reasons, `ok` where the claim is allowed."""
        return tuple(reason.code for reason in self.reasons) or (Code.OK,)

    def __str__(self) -> str:
        what = f"seat {self.seat} {CLAIM_NAMES[self.claim]} {name(self.tile)}"
        if self.unknown:
            return f"{what}: unknown (hidden tiles)"
        return f"{what}: allowed" if self.allowed else f"{what}: refused ({', '.join(self.codes)})"
