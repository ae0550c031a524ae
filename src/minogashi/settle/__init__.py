"""Riichi money: who pays what at the end of a hand, what hand comes next, how the game ends (riichi.md 4.1, 4.2, 4.4).

Pure functions of a profile and plain numbers; seats are numbers from 0, points are points. No table is needed.
"""

from __future__ import annotations

from minogashi.settle.draws import abort_due
from minogashi.settle.pao import feeders, laid
from minogashi.settle.payments import WonHand, base_of, settle_exhaustive, settle_wins
from minogashi.settle.progress import Finish, Outcome, State, aborted, advance, drawn, replayed, won
from minogashi.settle.standing import Place, standing

__all__ = [
    "Finish",
    "Outcome",
    "Place",
    "State",
    "WonHand",
    "abort_due",
    "aborted",
    "advance",
    "base_of",
    "drawn",
    "feeders",
    "laid",
    "replayed",
    "settle_exhaustive",
    "settle_wins",
    "standing",
    "won",
]
