"""Where a game stands between two hands."""

from __future__ import annotations

from msgspec import Struct


class State(Struct, frozen=True):
    """The next hand to be dealt: wind, number, counters, sticks, dealer, points; `hands` were played."""

    wind: int = 0
    number: int = 0
    honba: int = 0
    sticks: int = 0
    dealer: int = 0
    scores: tuple[int, ...] = ()
    hands: int = 0
