"""Verdicts as they are shown: codes for programs with one sentence for people, ready to be written as JSON.

`story` and `position` tell their answers in these shapes. Seats are numbers, `wind` is the letter of
a seat in its round; tiles are mpsz; events are counted over the whole record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.claims import CLAIM_NAMES, DISCARD, NINE_TERMINALS, NORTH, RIICHI, Code, Reason, Verdict
from minogashi.messages import short
from minogashi.tiles import HIDDEN, Tile, kinds_in, name

if TYPE_CHECKING:
    from collections.abc import Callable

    from minogashi.messages import Moment, Speaker
    from minogashi.table import Table


class Since(Struct):
    """What set a lock: who acted, with which tile, in which of its turns (from 1).

    `event` is null where a position was told without events.
    """

    event: int | None
    seat: int
    wind: str
    tile: str | None
    turn: int


class Grounds(Struct):
    """One reason: its code, what it is about, what caused and what ends it, and a sentence."""

    code: str
    tile: str | None
    since: Since | None
    until: list[str]
    text: str


class Ruling(Struct):
    """The answer to one claim: `verdict` is `allowed`, `refused` or `unknown`; `uses` are the own tiles it takes."""

    claim: str
    tile: str | None
    uses: list[str]
    verdict: str
    reasons: list[Grounds]
    asked: str


class Wait(Struct):
    """A kind that completes the hand, and how many copies its player does not see."""

    tile: str
    left: int


_NOT_THERE: Final = {
    Code.TILE_NOT_HELD, Code.NOT_OFFERED, Code.NOT_COMPLETE, Code.NOT_LEFT_NEIGHBOUR, Code.NEEDS_DRAW,
}  # fmt: skip
_UNREADY: Final = {Code.NOT_TENPAI, Code.OPEN_HAND, Code.IN_RIICHI}


def concerns(verdict: Verdict) -> bool:
    """Whether a verdict tells its player something: not a claim for which the tiles are simply not there.

    >>> from minogashi.claims import PON
    >>> concerns(Verdict(1, PON, Tile(4), reasons=(Reason(Code.TILE_NOT_HELD),)))
    False
    """
    codes = set(verdict.codes)
    if verdict.claim in {NINE_TERMINALS, NORTH}:
        return verdict.allowed
    if verdict.claim == RIICHI:
        return not codes & (_NOT_THERE | _UNREADY)
    if verdict.claim == DISCARD:
        return Code.KUIKAE in codes
    return not codes & _NOT_THERE


class Reporter:
    """Turns a table's answers about one round into shown ones.

    `moment` looks up who did what, in which turn, to cause a reason; None where that is not known.
    `events`: reasons name events of a record.
    """

    def __init__(
        self, table: Table, speaker: Speaker, moment: Callable[[Reason], Moment | None], *, events: bool = True
    ) -> None:
        self.table, self.speaker, self.moment, self.events = table, speaker, moment, events

    def ruling(self, verdict: Verdict) -> Ruling:
        """One verdict with all its reasons, most decisive first."""
        return Ruling(
            claim=CLAIM_NAMES[verdict.claim],
            tile=_tile(verdict.tile),
            uses=[name(tile) for tile in verdict.uses],
            verdict="unknown" if verdict.unknown else "allowed" if verdict.allowed else "refused",
            reasons=[self.grounds(reason, verdict.seat) for reason in verdict.reasons],
            asked=self.speaker.asked(verdict),
        )

    def grounds(self, reason: Reason, seat: int) -> Grounds:
        """One reason and its sentence."""
        moment = self.moment(reason)
        since = None
        if moment is not None:
            wind = self.speaker.letter(moment.seat)
            event = reason.event if self.events else None
            since = Since(event, moment.seat, wind, _tile(moment.tile), moment.turn)
        return Grounds(
            code=reason.code.value,
            tile=None if reason.tile is None else _tile(reason.tile),
            since=since,
            until=list(reason.until),
            text=self.speaker.sentence(reason, seat, moment, self.note(reason, seat)),
        )

    def furiten(self, seat: int) -> Grounds | None:
        """The lock on this seat's wins by ron that decides, or None."""
        reason = self.table.furiten(seat)
        return None if reason is None else self.grounds(reason, seat)

    def waits(self, seat: int) -> list[Wait]:
        """The waits of the hand, each with the copies that its player does not see."""
        left = copies_left(self.table, seat)
        return [Wait(name(kind), left[kind]) for kind in kinds_in(self.table.seats[seat].waits)]

    def note(self, reason: Reason, seat: int) -> str:
        """Why the tile that set a lock was not taken, where it could not be: "no yaku"."""
        for let_go in self.table.let_go:
            if let_go.seat == seat and let_go.event == reason.event:
                code = let_go.verdict.codes[0]
                return (
                    short(code.value, language=self.speaker.language)
                    if code in {Code.NO_YAKU, Code.TWO_HAN_MINIMUM}
                    else ""
                )
        return ""


def copies_left(table: Table, seat: int) -> list[int]:
    """Copies of each kind that this seat does not see: four, without what lies open and what it holds."""
    return table.unseen(seat)


def _tile(tile: Tile) -> str | None:
    return None if tile == HIDDEN else name(tile)
