"""Passing: the one place where "did not claim" becomes a lock.

A window closes. Every other seat that could have won the tile, or taken it for a set, and did not,
has passed; the rule book's lock rows say what follows. What a pass is: riichi.md 1 and 2.1,
singapore.md 7.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.claims import OPEN_KAN, PON, SETS, Claim, Verdict
from minogashi.tiles import Mask, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.referee import Referee
    from minogashi.rulebook import Profile
    from minogashi.seat import Round, Seat, Window

_OVER_CHI: Final = PON | OPEN_KAN


class LetGo(Struct, frozen=True):
    """A winning tile that a seat let go by, whatever the reason (riichi.md 1, "pass"; R68).

    `event` offered it; `verdict` is the ruling as it stood then; `state` is `riichi`, `dama` or
    `open`; `ended` tells what ended the hand on that tile: `ron` of another seat, `exhaustive` or `abort`.
    """

    seat: int
    tile: Tile
    source: int
    via: str
    event: int
    waits: Mask
    state: str
    verdict: Verdict
    ended: str = ""


class Close(Struct, frozen=True):
    """How a window closed: which seat took the tile and by which claim (-1: nobody), or what ended the hand."""

    taker: int = -1
    claim: Claim = Claim(0)
    ended: str = ""


UNTAKEN: Final = Close()


class Passing:
    """Judges passes under one rule book and fires the locks that follow.

    `asks_all`: passes of sets, or mere sight, set locks too, so that every closing window has to
    be looked at; a riichi table looks only where the tile hits a wait.
    """

    def __init__(self, profile: Profile, referee: Referee) -> None:
        self.referee = referee
        self.rules = profile.locks.rules
        fired_by = profile.locks.fired_by
        self.on_win, self.on_set = fired_by["passed_win"], fired_by["passed_set"]
        self.on_pung, self.on_seen = fired_by["passed_pung"], fired_by["seen"]
        self.asks_all = bool(self.on_set or self.on_pung or self.on_seen)
        self.silence_passes = profile.get("timeout_is_pass", "yes") == "yes"
        self.compares = any(rule.unless for rule in self.rules)

    def silent(self, round_: Round, seats: Sequence[Seat], window: Window, close: Close) -> list[LetGo]:
        """The passes of all seats that said nothing when the window closed -> the wins that they let go."""
        done = window.won | window.declared | window.passed | 1 << window.source
        out = []
        for seat in seats:
            if done >> seat.index & 1 or not (self.asks_all or seat.waits >> window.kind & 1):
                continue
            found = self.one(round_, seat, window, close)
            if found is not None:
                out.append(found)
        return out

    def one(self, round_: Round, seat: Seat, window: Window, close: Close | None = None) -> LetGo | None:
        """The pass of one seat: said in so many words (`close` None), or by silence. Locks fire."""
        if close is not None and close.ended == "cut":
            return None  # the record breaks off: what the seat did is not told
        numbers: set[int] = set()
        let_go, won_legally = None, False
        if seat.waits >> window.kind & 1 and self.referee.winnable(seat, window):
            verdict = self.referee.ron(round_, seat, window)
            won_legally = verdict.allowed
            ended = self._ended(window, close)
            if ended == "triple_ron" and won_legally:
                return None  # declared and lost to the abort: "nothing: not a pass" (2.1)
            let_go = self._let_go(seat, window, verdict, "abort" if ended == "triple_ron" else ended)
            numbers.update(self._on_win(seat, window, legal=won_legally))
        if self.asks_all:
            if close is None or self._was_asked(seat, window, close, could_win=won_legally):
                numbers |= self._on_sets(round_, seat, window)
            if close is not None and close.taker < 0:
                numbers |= set(self.on_seen)
        if close is not None and not self.silence_passes and window.source != close.taker != seat.index:
            return let_go
        worth = self.referee.worth.points(round_, seat, window) if self.compares and let_go is not None else 0
        for number in sorted(numbers):
            seat.locks.fire(number, window.tile, window.kind, event=window.event, waits=seat.waits, worth=worth)
        return let_go

    def _on_win(self, seat: Seat, window: Window, *, legal: bool) -> list[int]:
        unfit = "not_in_riichi" if seat.in_riichi else "in_riichi"
        return [
            number
            for number in self.on_win
            if window.via in self.rules[number].windows
            and self.rules[number].when != unfit
            and (legal or self.rules[number].eligibility != "legal")
        ]

    def _on_sets(self, round_: Round, seat: Seat, window: Window) -> set[int]:
        could = 0
        for verdict in self.referee.legal_calls(round_, seat, window):
            could |= verdict.claim
        return set(self.on_set if could & SETS else ()) | set(self.on_pung if could & _OVER_CHI else ())

    def _was_asked(self, seat: Seat, window: Window, close: Close, *, could_win: bool) -> bool:
        """Whether a silent seat has passed its sets (singapore.md 7.2).

        Not the seat that took the tile or asked for a set; and "a seat that is silent while another
        seat takes the tile by a claim of higher rank than its own best option was never asked".
        """
        if close.taker == seat.index or window.asked >> seat.index & 1:
            return False
        if could_win or close.taker < 0:
            return True
        # only a chi is outranked by another seat's set: two seats never hold a pair of one kind beside the tile
        return not close.claim & _OVER_CHI or seat.hand.counts[window.kind] >= 2

    @staticmethod
    def _ended(window: Window, close: Close | None) -> str:
        if close is None:
            return ""
        if window.won:
            return "ron"
        if close.ended in {"", "exhaustive", "triple_ron"}:
            return close.ended
        return "exhaustive" if close.ended == "nagashi" else "abort"

    @staticmethod
    def _let_go(seat: Seat, window: Window, verdict: Verdict, ended: str) -> LetGo:
        return LetGo(
            seat=seat.index,
            tile=window.tile,
            source=window.source,
            via=window.via,
            event=window.event,
            waits=Mask(seat.waits),
            state=seat.state,
            verdict=verdict,
            ended=ended,
        )
