"""A corpus on one page: the answers of the ready queries as tables, and the telling ones as plots.

The page needs nothing but itself: plots are in the text, and there is no script. The same corpus gives the same
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
FEW: Final = 30
"""A share of fewer hands than this is chance, and is no point of a plot."""
_WIDE, _HIGH, _LEFT, _LOW, _TOP, _KEY = 560, 300, 40, 28, 46, 150
_TOP_ROWS: Final = 16
_LONG: Final = 40
_NUMBER, _WRAPS = ' class="n"', ' class="long"'
_GRID: Final = 6
_NAMES: Final = ("not in furiten", "in furiten")

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2421; --paper: #fbfaf6; --line: #c9cbc2; --one: #1f6f5c; --two: #b5541c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8e2; --paper: #161a18; --line: #454c47; --one: #5fbfa5; --two: #e8965f; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
h2 { scroll-margin-top: 1rem; }
nav ul { columns: 20rem; padding-left: 1.2rem; }
a { color: var(--one); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .8rem 0; }
th, td { text-align: left; vertical-align: top; padding: .15rem .9rem .15rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
td.long { white-space: normal; overflow-wrap: anywhere; min-width: 16rem; }
td.n, th.n { text-align: right; }
.bars { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(4rem, 24rem) max-content;
  gap: .2rem .6rem; align-items: center; font-size: .85rem; margin: .8rem 0; }
.bars span { text-align: right; overflow-wrap: anywhere; }
.bars i { background: var(--one); height: .9rem; min-width: 1px; }
.bars b { font-weight: normal; font-variant-numeric: tabular-nums; }
@media (max-width: 34rem) {
  .bars { grid-template-columns: 1fr max-content; gap: 0 .6rem; }
  .bars span { grid-column: 1 / 3; text-align: left; margin-top: .3rem; }
}
svg { display: block; max-width: 100%; min-width: 28rem; height: auto; margin: .8rem 0;
  font: 13px system-ui, sans-serif; fill: var(--ink); }
path { fill: none; stroke-width: 2.5; }
path.one { stroke: var(--one); } path.two { stroke: var(--two); stroke-dasharray: 6 4; }
text.one { fill: var(--one); } text.two { fill: var(--two); }
line { stroke: var(--line); }
"""


def page(corpus: Corpus) -> str:
    """The whole page, as HTML."""
    rows = corpus.manifest.rows or {"games": corpus.answer("SELECT count(*) FROM games").rows[0][0]}
    told = ", ".join(f"{rows[table]:,} {table.replace('_', ' ')}" for table in rows if rows[table])
    unfinished = "" if corpus.manifest.complete else "<p>The audit is not finished: this is what is there so far.</p>"
    contents = "".join(f'<li><a href="#{name}">{escape(_title(name))}</a></li>' for name in QUERIES)
    sections = "".join(_section(name, corpus.answer(name)) for name in QUERIES)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>minogashi corpus</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head>\n<body><h1>What the records show</h1>\n<p>{escape(told)}.</p>{unfinished}\n"
        f"<nav><ul>{contents}</ul></nav>\n{sections}</body></html>\n"
    )


def _title(name: str) -> str:
    about = QUERIES[name].about
    return about[0].upper() + about[1:]


def _section(name: str, found: Answer) -> str:
    head = f'<section id="{name}"><h2>{escape(_title(name))}</h2>\n'
    if not found.rows:
        return f"{head}<p>None.</p></section>\n"
    return f"{head}{_plot(name, found)}{table_html(found)}</section>\n"


def _plot(name: str, found: Answer) -> str:
    column = {text: at for at, text in enumerate(found.columns)}
    if name == "furiten_cost":
        series = [
            [(row[0], row[column[share]]) for row in found.rows if row[column[hands]] >= FEW]
            for hands, share in (("free", "free_wins_percent"), ("furiten", "furiten_wins_percent"))
        ]
        return lines(series, _NAMES, "turn", f"% of rounds won (of {FEW} hands or more)")
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


def table_html(found: Answer) -> str:
    """An answer as a table, its first `MOST` rows."""
    columns = [_column([row[at] for row in found.rows]) for at in range(len(found.columns))]
    head = "".join(
        f"<th{_NUMBER * number}>{escape(name.replace('_', ' '))}</th>"
        for name, (number, _) in zip(found.columns, columns, strict=True)
    )
    rows = "".join(f"<tr>{''.join(cells)}</tr>\n" for cells in zip(*(cells for _, cells in columns), strict=True))
    left = len(found.rows) - MOST
    more = f"<p>And {left} more.</p>" if left > 0 else ""
    return f'<div class="scroll"><table><tr>{head}</tr>\n{rows}</table></div>{more}'


def _column(values: Sequence[Any]) -> tuple[bool, list[str]]:
    """Whether a column holds numbers, and its cells: numbers of one column have as many decimals."""
    if not all(isinstance(value, int | float | None) for value in values):
        return False, [_cell(value) for value in values[:MOST]]
    decimals = max(
        [len(str(value).rstrip("0").partition(".")[2]) for value in values if isinstance(value, float)] + [0]
    )
    texts = ["" if value is None else f"{value:,.{decimals}f}" for value in values[:MOST]]
    return True, [f"<td{_NUMBER}>{text}</td>" for text in texts]


def _cell(value: Any) -> str:  # noqa: ANN401  what a query may give
    text = "" if value is None else str(value)
    return f"<td{_WRAPS * (len(text) > _LONG)}>{escape(text)}</td>"


def bars(rows: Sequence[tuple[str, float]]) -> str:
    """A bar for each label, the first ones only.

    >>> bars([("a", 2), ("b", 1)]).count("<i ")
    2
    """
    shown = rows[:_TOP_ROWS]
    most = max([value for _, value in shown] + [1])
    out = [
        f'<span>{escape(label)}</span><i style="width:{100 * value / most:.2f}%"></i><b>{value:,}</b>\n'
        for label, value in shown
    ]
    return f'<div class="bars">\n{"".join(out)}</div>\n'


def lines(series: Sequence[Sequence[tuple[float, float]]], names: Sequence[str], across: str, up: str) -> str:
    """Up to two lines of points, with their names and axes; both axes start at nought.

    >>> lines([[(1, 10.0), (2, 20.0)]], ["a"], "turn", "%").count("<path")
    2
    """
    points = [point for one in series for point in one]
    right, most = max((x for x, _ in points), default=1), max((y for _, y in points), default=1) or 1
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100) if most / size <= _GRID or size == 100)
    top = step * -(-most // step)

    def place(x: float, y: float) -> tuple[float, float]:
        wide, high = _WIDE - _LEFT - 12, _HIGH - _LOW - _TOP
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
            x = _LEFT + _KEY * number
            out.append(f'<path class="{colour}" d="M{x} 28h22"/>')
            out.append(f'<text class="{colour}" x="{x + 28}" y="32">{escape(name)}</text>')
    out.append(f'<text x="{_LEFT}" y="12">{escape(up)}, by {escape(across)}</text>')
    size = f'viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" height="{_HIGH}"'
    return f'<div class="scroll"><svg {size} role="img" aria-label="{escape(up)}">{"".join(out)}</svg></div>\n'
