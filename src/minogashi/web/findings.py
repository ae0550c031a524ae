"""What the audit found, as the pages list it: the way around a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from minogashi.claims import Reason
from minogashi.messages import letters
from minogashi.tiles import HIDDEN, name
from minogashi.web.document import NONE, Finding, Win
from minogashi.web.parts import brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi import course
    from minogashi.auditing import Audit, Missed, RoundAudit
    from minogashi.messages import Speaker
    from minogashi.record import Record
    from minogashi.spans import Span
    from minogashi.web.parts import Voices


class Bound(Protocol):
    """How long a lock bound a seat: the part of a `Span` that is drawn on its lane."""

    @property
    def seat(self) -> int:
        """The seat."""

    @property
    def start(self) -> int:
        """The event from which it was bound."""

    @property
    def end(self) -> int | None:
        """The event from which it no longer was; None: it still is."""


def findings(audit: Audit, record: Record, voices: Voices) -> list[Finding]:
    """Everything that the audit found, in the order of play."""
    out: list[Finding] = []
    for number, found in enumerate(audit.rounds):
        voices.seat(letters(found.dealer, found.seats))
        end = audit.rounds[number + 1].start if number + 1 < len(audit.rounds) else len(record.events) + 1
        here = [_span(span, number, found, voices) for span in found.spans]
        here += [_missed(missed, number, found, voices) for missed in (*found.missed, *found.at_end)]
        here += [_fault(fault, number, found, record, voices) for fault in found.faults]
        here += [
            Finding("disagree", number, row.event, voices.word("finding.disagree", kind=row.kind), row.seat)
            for row in audit.disagreements
            if found.start <= row.event < end
        ]
        out += sorted(here, key=lambda finding: finding.event)
    return out


def _turn(found: RoundAudit, event: int) -> int:
    moment = found.moments.get(event)
    return 0 if moment is None else moment.turn


def _span(span: Span, number: int, found: RoundAudit, voices: Voices) -> Finding:
    reason = Reason(span.code, span.tile, span.cause)
    title = voices.say(lambda speaker: speaker.parts(reason, span.seat)[0])
    kind = "furiten" if span.code.startswith("furiten") else "lock"
    return Finding(kind, number, span.start, title, span.seat, _turn(found, span.start))


def _missed(missed: Missed, number: int, found: RoundAudit, voices: Voices) -> Finding:
    tile = name(missed.tile)
    key = "finding.missed" if missed.why == "declined" else "finding.refused"
    if missed.ended and found.result == "cut":
        key = "finding.cut"
    title = voices.say(
        lambda speaker: speaker.text(
            key, tile=tile, why="" if missed.why == "declined" else brief(speaker, missed.why, missed.seat)
        )
    )
    kind = "missed" if missed.why == "declined" else "refused"
    return Finding(kind, number, missed.event, title, missed.seat, _turn(found, missed.event))


def _fault(fault: course.Fault, number: int, found: RoundAudit, record: Record, voices: Voices) -> Finding:
    event = record.events[fault.event]
    title = voices.say(
        lambda speaker: speaker.text(
            "finding.illegal", did=speaker.did(event), why=brief(speaker, fault.reasons[0].code, fault.seat)
        )
    )
    return Finding("illegal", number, fault.event, title, fault.seat, _turn(found, fault.event))


def won(speaker: Speaker, wins: Sequence[course.Win]) -> str:
    """Who won what from whom."""
    return speaker.text("list.comma").join(
        speaker.text(
            "result.tsumo" if win.via == "draw" else "result.ron",
            who=speaker.wind(win.seat),
            source=speaker.wind(win.source),
            tile="" if win.tile == HIDDEN else name(win.tile),
            ron=speaker.text("claim.ron"),
            tsumo=speaker.text("claim.tsumo"),
        )
        for win in wins
    )


def win(found: course.Win, before: Sequence[int], after: Sequence[int] | None) -> Win:
    """A win, with the points that it brought where the record tells the scores afterwards."""
    gain = None if after is None else after[found.seat] - before[found.seat]
    return Win(found.seat, found.source, name(found.tile), gain)


__all__ = ["NONE", "Bound", "findings", "win", "won"]
