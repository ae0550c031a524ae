"""How a `Table` and an `Audit` show themselves in a notebook: one SVG of the table, one list of findings."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final

from minogashi.messages import Speaker, letters, short
from minogashi.tiles import HIDDEN, name
from minogashi.web.page import static
from minogashi.web.parts import BACK, CALLED, DOWN, SIDEWAYS, Voices, rack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.auditing import Audit, RoundAudit
    from minogashi.seat import Seat
    from minogashi.table import Table

UNIT: Final = 26.0
"""The width of a river tile; the felt is 18.4 of them wide and square, as in the pages."""
SIZE: Final = 18.4 * UNIT
_MIDDLE: Final = SIZE / 2
_FONT: Final = "ui-sans-serif,system-ui,sans-serif"


@cache
def _faces() -> dict[str, str]:
    return dict(re.findall(r'<symbol id="t-([^"]+)"[^>]*>(.*?)</symbol>', static("tiles.svg"), re.DOTALL))


def _tile(  # noqa: PLR0913  a place and two looks
    face: str, x: float, y: float, width: float, *, side: bool = False, gone: bool = False
) -> str:
    turn = f" rotate(-90) translate({-width:.1f} 0)" if side else ""
    look = ' opacity=".34"' if gone else ""
    return f'<use href="#mg-{face}" transform="translate({x:.1f} {y:.1f}){turn} scale({width / 60:.3f})"{look}/>'


def _row(row: str, x: float, bottom: float, width: float) -> Iterator[str]:
    for token in row.split():
        face, _, flags = token.partition(":")
        side = SIDEWAYS in flags
        tall = width if side else width * 4 / 3
        yield _tile(
            BACK if DOWN in flags or face == "?" else face, x, bottom - tall, width, side=side, gone=CALLED in flags
        )
        x += width * (4 / 3 if side else 1) + 0.04 * UNIT


def _width(row: str, width: float) -> float:
    return sum(width * (4 / 3 if f":{SIDEWAYS}" in token else 1) + 0.04 * UNIT for token in row.split())


def _side(table: Table, seat: Seat, pos: int, voices: Voices) -> str:
    parts: list[str] = []
    river = [("?" if tile == HIDDEN else name(tile)) for tile in seat.river]
    for meld in (meld for other in table.seats for meld in other.hand.melds if meld.source == seat.index):
        for place in range(len(river) - 1, -1, -1):
            if meld.taken is not None and river[place] == name(meld.taken):
                river[place] += f":{CALLED}"
                break
    for number in range(0, len(river), 6):
        bottom = _MIDDLE + (3.36 + 1.37 * (number // 6 + 1)) * UNIT
        parts += _row(" ".join(river[number : number + 6]), _MIDDLE - 3.12 * UNIT, bottom, UNIT)
    shown = rack(seat, voices, len(table.seats))
    wide = (1.2 if pos == 0 else 0.84) * UNIT
    left, bottom = (0.45 if pos == 0 else 1.95) * UNIT, SIZE - 0.25 * UNIT
    parts += _row(shown.hand, left, bottom, wide)
    if shown.drawn:
        parts += _row(shown.drawn, left + _width(shown.hand, wide) + 0.2 * UNIT, bottom, wide)
    right = SIZE - (2.1 if pos == 3 else 0.4) * UNIT
    small = 0.84 * UNIT
    for laid in [meld.tiles for meld in shown.melds] + [shown.aside] * bool(shown.aside):
        right -= _width(laid, small) + 0.2 * UNIT
        parts += _row(laid, right, bottom, small)
    if seat.riichi:
        x, y = _MIDDLE - 1.7 * UNIT, _MIDDLE + 2.5 * UNIT
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{3.4 * UNIT:.1f}" height="5" rx="2.5" fill="#fcfcfa"/>')
        parts.append(f'<circle cx="{_MIDDLE:.1f}" cy="{y + 2.5:.1f}" r="2.2" fill="#bf3520"/>')
    return f'<g transform="rotate({-90 * pos} {_MIDDLE:.1f} {_MIDDLE:.1f})">{"".join(parts)}</g>'


def _plate(table: Table, seat: Seat, pos: int, wind: str) -> str:
    x = (1.9, 12.95, 12.95, 1.7)[pos] * UNIT
    y = (SIZE - 3.1 * UNIT, SIZE - 3.1 * UNIT, 2.5 * UNIT, 2.5 * UNIT)[pos]
    chip = ""
    if table.running and table.furiten(seat.index) is not None:
        chip = (
            f'<text x="{x:.1f}" y="{y + 30:.1f}" fill="#7f4600">{escape(short("furiten_discard").split()[-1])}</text>'
        )
    points = f"{table.round.scores[seat.index]:,}"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-weight="600">{wind}</text>'
        f'<text x="{x:.1f}" y="{y + 15:.1f}" fill="#4c5862">{points}</text>{chip}'
    )


def table_html(table: Table) -> str:
    """The table as an SVG, seen from seat 0, and in words what locks each ready seat.

    >>> from minogashi.rulebook import profile
    >>> from minogashi.table import Table
    >>> table_html(Table(profile("tenhou")))
    '<p>No hand has been dealt.</p>'
    """
    if not table.seats:
        return "<p>No hand has been dealt.</p>"
    round_, seats = table.round, len(table.seats)
    winds = letters(round_.dealer, seats)
    voices = Voices(table.profile.family)
    voices.seat(winds)
    around = (0, 1, 3) if seats == 3 else range(4)
    sides = "".join(_side(table, seat, pos, voices) for seat, pos in zip(table.seats, around, strict=True))
    plates = "".join(_plate(table, seat, pos, winds[seat.index]) for seat, pos in zip(table.seats, around, strict=True))
    low = _MIDDLE - 3.05 * UNIT
    dora = [name(tile) for tile in round_.indicators]
    middle = (
        f'<rect x="{low:.1f}" y="{low:.1f}" width="{6.1 * UNIT:.1f}" height="{6.1 * UNIT:.1f}" rx="10" fill="#cbd7ce"/>'
        f'<text x="{_MIDDLE:.1f}" y="{_MIDDLE - 26:.1f}" text-anchor="middle" font-size="17" font-weight="600">'
        f"{escape(round_.name)}</text>"
        f'<text x="{_MIDDLE:.1f}" y="{_MIDDLE + 36:.1f}" text-anchor="middle" fill="#4c5862">{round_.live} left</text>'
        + "".join(_row(" ".join(dora), _MIDDLE - _width(" ".join(dora), 20) / 2, _MIDDLE + 14, 20))
    )
    used = sorted(set(re.findall(r'href="#mg-([^"]+)"', sides + middle)))
    symbols = "".join(f'<g id="mg-{face}">{_faces()[face]}</g>' for face in used)
    symbols += static("tiles.svg")[static("tiles.svg").index('<path id="t-wan"') :].split("</defs>")[0]
    frame = f'viewBox="0 0 {SIZE:.0f} {SIZE:.0f}" width="{SIZE:.0f}"'
    label = f'role="img" aria-label="Table, {escape(round_.name)}"'
    return (
        f'<svg {frame} {label} font-family="{_FONT}" font-size="13" fill="#1d2733"><defs>{symbols}</defs>'
        f'<rect width="100%" height="100%" rx="14" fill="#d9e2db"/>{middle}{sides}{plates}</svg>{_locks(table, winds)}'
    )


def _locks(table: Table, winds: str) -> str:
    speaker = Speaker(winds, family=table.profile.family)
    told = []
    for seat in table.seats if table.running else ():
        reason = table.furiten(seat.index)
        if reason is not None:
            told.append(f"<li>{winds[seat.index]}: {escape(speaker.sentence(reason, seat.index))}</li>")
    return f"<ul>{''.join(told)}</ul>" if told else ""


def audit_html(audit: Audit) -> str:
    """What an audit found, a row each.

    >>> from minogashi.auditing import Audit
    >>> audit_html(Audit("<a>", "mjai", "tenhou", 4)).startswith("<p><b>&lt;a&gt;</b>")
    True
    """
    rows = [row for found in audit.rounds for row in sorted(_rows(found))]
    head = f"<p><b>{escape(audit.path)}</b> \u00b7 {escape(audit.profile)} \u00b7 {len(audit.rounds)} rounds</p>"
    if not rows:
        return f"{head}<p>Nothing to tell.</p>"
    cells = "".join(
        f"<tr><td>{escape(where)}</td><td>{event}</td><td>{wind}</td><td>{escape(text)}</td></tr>"
        for event, where, wind, text in rows
    )
    return f"{head}<table><tr><th>round</th><th>event</th><th>seat</th><th>found</th></tr>{cells}</table>"


def _rows(found: RoundAudit) -> Iterator[tuple[int, str, str, str]]:
    winds = letters(found.dealer, found.seats)
    speaker = Speaker(winds)
    for span in found.spans:
        end = None if span.end is None else found.moments.get(span.end)
        yield span.start, found.name, winds[span.seat], speaker.span(span, found.moments.get(span.cause), end)
    for missed in (*found.missed, *found.at_end):
        yield missed.event, found.name, winds[missed.seat], f"{name(missed.tile)} let go: {short(missed.why)}"
    for fault in found.faults:
        wind = winds[fault.seat] if fault.seat >= 0 else "-"
        yield fault.event, found.name, wind, speaker.sentence(fault.reasons[0], max(fault.seat, 0))


__all__ = ["audit_html", "table_html"]
