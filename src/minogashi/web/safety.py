"""What the seat to act knows about the tiles in its hand, against the seats that everybody fears."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minogashi.defence import genbutsu, safe_this_turn, suji
from minogashi.tiles import KIND_OF, KINDS, Kind, name
from minogashi.web.document import Safety

if TYPE_CHECKING:
    from collections.abc import Mapping

    from minogashi.defence import Suji, Watch
    from minogashi.messages import Speaker
    from minogashi.web.parts import Voices

CALLS: Final = 2
"""A seat with so many open sets is taken to be ready, as one in riichi is."""
LEVELS: Final = "gtsn"
"""Genbutsu, safe this turn, suji, nothing known: from safe to not."""


def safety(watch: Watch, me: int, voices: Voices) -> list[Safety]:
    """For each kind in the hand how safe it is against all seats in riichi or with open hands; nothing without any.

    Kinds of which nothing is known are left out.
    """
    table = watch.table
    threats = [
        seat.index
        for seat in table.seats
        if seat.index != me and (seat.in_riichi or sum(meld.opened for meld in seat.hand.melds) >= CALLS)
    ]
    if not threats:
        return []
    held = sorted({KIND_OF[tile] for tile in table.seats[me].hand.tiles()} - {Kind(KINDS)})
    turn = safe_this_turn(watch, me)
    against = []
    for other in threats:
        sure = genbutsu(watch, other)
        lines = suji(kind for kind, found in sure.items() if found.whole)
        against.append({kind: _level(kind, sure, turn[other], lines) for kind in held})
    out = []
    for kind in held:
        levels = [known[kind] for known in against]
        if all(level == "n" for level, _ in levels):
            continue
        texts = [
            voices.say(lambda speaker, other=other, found=found: _text(speaker, other, *found))  # type: ignore[misc]
            for other, found in zip(threats, levels, strict=True)
        ]
        worst = max((level for level, _ in levels), key=LEVELS.index)
        out.append(Safety(name(kind), worst, texts))
    return out


def _level(
    kind: Kind, sure: Mapping[Kind, object], turn: Mapping[Kind, object], lines: Mapping[Kind, Suji]
) -> tuple[str, Suji | None]:
    if kind in sure:
        return "g", None
    if kind in turn:
        return "t", None
    return ("s", lines[kind]) if kind in lines else ("n", None)


def _text(speaker: Speaker, other: int, level: str, line: Suji | None) -> str:
    who = speaker.wind(other)
    if line is None:
        key = {"g": "safe.genbutsu", "t": "safe.turn", "n": "safe.none"}[level]
        return speaker.text(key, who=who)
    by = " ".join(name(kind) for kind in line.by)
    shapes = speaker.text("list.comma").join(speaker.text(f"shape.{shape}") for shape in line.left)
    return speaker.text("safe.suji", who=who, by=by, shapes=shapes)
