"""A corpus on one page: the answers of the ready queries as tables, and the telling ones as plots.

The page needs nothing but itself: plots are SVG in the text, and there is no script. The same corpus gives the same
page.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from minogashi.corpus.query import QUERIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.corpus.query import Answer, Corpus

MOST: Final = 60
"""Rows of a table that are shown."""
_ROW, _LETTER, _BAR, _NUMBER = 22, 7.4, 260, 56
_WIDE, _HIGH, _LEFT, _LOW = 520, 260, 48, 28
_TOP_ROWS: Final = 16
_NAMES: Final = ("not in furiten", "in furiten")

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2421; --paper: #fbfaf6; --line: #c9cbc2; --one: #1f6f5c; --two: #b5541c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8e2; --paper: #161a18; --line: #454c47; --one: #5fbfa5; --two: #e8965f; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid var(--line); }
td.n, th.n { text-align: right; }
svg { max-width: 100%; height: auto; margin: .8rem 0; font: 13px system-ui, sans-serif; fill: var(--ink); }
.one { fill: var(--one); stroke: var(--one); } .two { fill: var(--two); stroke: var(--two); }
path.one, path.two { fill: none; stroke-width: 2.5; }
text.one, text.two { stroke: none; }
line { stroke: var(--line); }
@media (max-width: 40rem) {
  body { margin-top: 1rem; font-size: .9375rem; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
  td, th { padding-right: .6rem; }
}
"""


def page(corpus: Corpus) -> str:
    """The whole page, as HTML."""
    rows = corpus.manifest.rows or {"games": corpus.answer("SELECT count(*) FROM games").rows[0][0]}
    told = ", ".join(f"{rows[table]:,} {table.replace('_', ' ')}" for table in rows if rows[table])
    unfinished = "" if corpus.manifest.complete else "<p>The audit is not finished: this is what is there so far.</p>"
    sections = "".join(_section(name, corpus.answer(name)) for name in QUERIES)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>minogashi corpus</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head>\n<body><h1>What the records show</h1>\n<p>{escape(told)}.</p>{unfinished}\n"
        f"{sections}</body></html>\n"
    )


def _section(name: str, found: Answer) -> str:
    about = QUERIES[name].about
    head = f'<section id="{name}"><h2>{escape(about[0].upper() + about[1:])}</h2>\n'
    if not found.rows:
        return f"{head}<p>None.</p></section>\n"
    return f"{head}{_plot(name, found)}{_table(found)}</section>\n"


def _plot(name: str, found: Answer) -> str:
    column = {text: at for at, text in enumerate(found.columns)}
    if name == "furiten_cost":
        series = [
            [(row[0], row[column[of]]) for row in found.rows if row[column[of]] is not None]
            for of in ("free_wins_percent", "furiten_wins_percent")
        ]
        return lines(series, _NAMES, "turn", "% of rounds won")
    labels = {
        "furiten_kinds": ("spans", ("code", "profile")),
        "furiten_ends": ("spans", ("code", "ended_by")),
        "missed_reasons": ("missed", ("reason", "state", "profile")),
        "missed_winds": ("missed", ("wind",)),
        "results": ("rounds", ("result", "profile")),
        "illegal_acts": ("acts", ("act", "reason")),
    }
    if name not in labels:
        return ""
    value, parts = labels[name]
    rows = [(", ".join(str(row[column[part]]) for part in parts), row[column[value]]) for row in found.rows]
    return bars(rows if name == "missed_winds" else sorted(rows, key=lambda row: -row[1]))


def _table(found: Answer) -> str:
    numbers = {
        at for at in range(len(found.columns)) if all(isinstance(row[at], int | float | None) for row in found.rows)
    }
    mark = [' class="n"' if at in numbers else "" for at in range(len(found.columns))]
    head = "".join(f"<th{mark[at]}>{escape(name.replace('_', ' '))}</th>" for at, name in enumerate(found.columns))
    rows = "".join(
        "<tr>" + "".join(f"<td{mark[at]}>{_cell(value)}</td>" for at, value in enumerate(row)) + "</tr>\n"
        for row in found.rows[:MOST]
    )
    left = len(found.rows) - MOST
    more = f"<p>And {left} more.</p>" if left > 0 else ""
    return f'<div class="scroll"><table><tr>{head}</tr>\n{rows}</table></div>{more}'


def _cell(value: Any) -> str:  # noqa: ANN401  what a query may give
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int | float) else escape(str(value))


def bars(rows: Sequence[tuple[str, float]]) -> str:
    """A bar for each label, the first ones only.

    >>> bars([("a", 2), ("b", 1)]).count("<rect")
    2
    """
    shown = rows[:_TOP_ROWS]
    most = max([value for _, value in shown] + [1])
    start = round(_LETTER * max((len(label) for label, _ in shown), default=0)) + 12  # beside the longest label
    out = []
    for at, (label, value) in enumerate(shown):
        y, wide = at * _ROW, _BAR * value / most
        out.append(
            f'<text x="{start - 8}" y="{y + 15}" text-anchor="end">{escape(label)}</text>'
            f'<rect class="one" x="{start}" y="{y + 3}" width="{wide:.1f}" height="{_ROW - 7}"/>'
            f'<text x="{start + wide + 6:.1f}" y="{y + 15}">{value:,}</text>'
        )
    return _svg(start + _BAR + _NUMBER, len(shown) * _ROW + 4, "".join(out))


def lines(series: Sequence[Sequence[tuple[float, float]]], names: Sequence[str], across: str, up: str) -> str:
    """Up to two lines of points, with their names and axes; both axes start at nought.

    >>> lines([[(1, 10.0), (2, 20.0)]], ["a"], "turn", "%").count("<path")
    1
    """
    points = [point for one in series for point in one]
    right, top = max((x for x, _ in points), default=1), max((y for _, y in points), default=1) or 1
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100) if top / size <= 6 or size == 100)

    def place(x: float, y: float) -> tuple[float, float]:
        wide, high = _WIDE - _LEFT - 110, _HIGH - _LOW - 12
        return _LEFT + wide * x / right, _HIGH - _LOW - high * y / top

    out = []
    for at in range(0, int(top) + 1, step):
        x, y = place(0, at)
        out.append(
            f'<line x1="{x:.1f}" x2="{place(right, 0)[0]:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{at}</text>'
        )
    out += [
        f'<text x="{place(at, 0)[0]:.1f}" y="{_HIGH - 10}" text-anchor="middle">{at}</text>'
        for at in range(0, int(right) + 1, 5)
    ]
    for number, (colour, one, name) in enumerate(zip(("one", "two"), series, names, strict=False)):
        if one:
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in one))
            out.append(f'<path class="{colour}" d="M{path}"/>')
            out.append(f'<text class="{colour}" x="{_WIDE - 100}" y="{30 + 20 * number}">{escape(name)}</text>')
    out.append(f'<text x="{_LEFT}" y="10">{escape(up)}, by {escape(across)}</text>')
    return _svg(_WIDE, _HIGH, "".join(out))


def _svg(wide: int, high: int, content: str) -> str:
    return f'<svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">{content}</svg>\n'
