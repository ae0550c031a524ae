"""Games made by hand for the tests of the commands, as mjai lines: nobody ever played them."""

from __future__ import annotations

import json

from minogashi.tiles import mjai, parse_tiles

EAST = "19m28p1199s12345z"
SOUTH = "123456789m11p23s"
"""Waits for 1s and 4s, and always has a yaku: the straight."""
WEST = "258m369p147s1234z"
NORTH = "147m258p369s5677z"


def line(kind: str, **keys: object) -> str:
    return json.dumps({"type": kind, **keys})


def deal(*, honba: int = 0, oya: int = 0) -> str:
    """A round in which seat 1 waits for 1s and 4s from the start."""
    hands = [[mjai(tile) for tile in parse_tiles(hand)] for hand in (EAST, SOUTH, WEST, NORTH)]
    return line(
        "start_kyoku", bakaze="E", kyoku=oya + 1, honba=honba, kyotaku=0, oya=oya, scores=[25000] * 4, dora_marker="9p",
        tehais=hands,
    )  # fmt: skip


def turn(actor: int, pai: str) -> list[str]:
    """A tile drawn and thrown at once."""
    return [line("tsumo", actor=actor, pai=pai), line("dahai", actor=actor, pai=pai, tsumogiri=True)]


def ron(actor: int, target: int, pai: str) -> list[str]:
    return [line("hora", actor=actor, target=target, pai=pai), line("end_kyoku")]


START = line("start_game", names=["Ann", "Bo", "Cem", "Di"])
LET_GO = [deal(), *turn(0, "4s"), *turn(1, "9p"), *turn(2, "1s"), *turn(3, "4s"), *turn(0, "7p"), *turn(1, "8s")]
"""South lets a 4s go, and after its own discard a 1s and, in furiten since then, another 4s."""
CLEAN = "\n".join([START, *LET_GO, *turn(2, "4s"), *ron(1, 2, "4s"), line("end_game")])
"""One round: two wins declined, one in furiten, and then a good ron."""
FOUL = "\n".join([START, deal(), *turn(0, "4s"), *turn(1, "9p"), *turn(2, "1s"), *turn(3, "4s"), *ron(1, 3, "4s")])
"""South wins a tile in same-turn furiten."""
QUIET = "\n".join(
    [START]
    + [row for honba in range(4) for row in (deal(honba=honba), *turn(0, "7p"), line("ryukyoku"), line("end_kyoku"))]
)
"""Four rounds with nothing to tell."""
IMPOSSIBLE = "\n".join([START, deal(), *turn(0, "7p"), *turn(2, "7p")])
"""West draws when it is South's turn."""
