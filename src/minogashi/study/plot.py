"""A study as a picture: wins and points by the turn of riichi, each hand with its intervals, without a word of colour.

Furiten hands are broken lines with open marks, the others whole lines with filled ones; ryanmen are dark and their
counterparts light, so that the picture says the same in grey.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from minogashi.corpus.extras import extra
from minogashi.study.files import ready
from minogashi.whole import whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from minogashi.study.runs import Arm, Study

_INK, _SOFT, _GRID = "#1d2b33", "#5c6b73", "#dfe4e6"
_DODGE: Final = 0.07
"""How far the hands of one turn stand beside each other, in turns."""
_ROOM: Final = 0.075
"""The least distance between two names at the right edge, in heights of a panel."""


class Style(NamedTuple):
    """How a hand is drawn."""

    name: str
    colour: str
    mark: str
    furiten: bool

    @property
    def look(self) -> dict[str, Any]:
        """The same for a line and for the mark beside its name."""
        return {
            "color": self.colour,
            "marker": self.mark,
            "markersize": 5.5,
            "markerfacecolor": "white" if self.furiten else self.colour,
            "linestyle": (0, (4, 2)) if self.furiten else "-",
        }


STYLES: Final = {
    "ryanmen": Style("ryanmen", "#16324f", "o", furiten=False),
    "furiten_three_sided": Style("three-sided, furiten", "#8a4b08", "^", furiten=True),
    "kanchan": Style("kanchan", "#7d8f99", "s", furiten=False),
    "furiten_ryanmen": Style("ryanmen, furiten", "#c0392b", "o", furiten=True),
}


def draw(study: Study, path: Path) -> None:
    """Write the picture; the ending of `path` says the form. `MinogashiError` where matplotlib is not installed."""
    ready(picture=path)
    matplotlib = extra("matplotlib", "plot")
    figures, canvas = extra("matplotlib.figure", "plot"), extra("matplotlib.backends.backend_agg", "plot")
    look = {"font.size": 9, "text.color": _INK, "axes.edgecolor": _SOFT, "xtick.color": _SOFT, "ytick.color": _SOFT}
    with matplotlib.rc_context({**look, "axes.labelcolor": _INK, "svg.hashsalt": study.name}):
        figure = figures.Figure(figsize=(7.2, 7.4), layout="constrained")
        canvas.FigureCanvasAgg(figure)
        wins, points = figure.subplots(2, 1, sharex=True)
        _panel(wins, study, "Hands won, in a hundred", [[_of(arm.win, 100) for arm in t.arms] for t in study.turns])
        _panel(
            points, study, "Points gained in a hand, on average", [[_of(a.gain) for a in t.arms] for t in study.turns]
        )
        points.set_xlabel("turn of riichi")
        _words(figure, study)
        made = {"Date": None} if path.suffix.lower() == ".svg" else {}
        with whole(path) as part:
            figure.savefig(part, format=path.suffix[1:].lower(), dpi=160, metadata=made)


def _of(rate: Any, scale: float = 1.0) -> tuple[float, float, float]:  # noqa: ANN401  a Rate
    return rate.mean * scale, rate.low * scale, rate.high * scale


def _panel(axes: Any, study: Study, title: str, rates: Sequence[Sequence[tuple[float, float, float]]]) -> None:  # noqa: ANN401
    """One figure of all hands by turn."""
    turns = [table.turn for table in study.turns]
    arms: Sequence[Arm] = study.turns[0].arms
    ends = []
    for number, arm in enumerate(arms):
        style = STYLES[arm.name]
        row = [rates[at][number] for at in range(len(turns))]
        places = [turn + (number - (len(arms) - 1) / 2) * _DODGE for turn in turns]
        middle = [one[0] for one in row]
        spread = [[mean - low for mean, low, _ in row], [high - mean for mean, _, high in row]]
        axes.errorbar(places, middle, yerr=spread, linewidth=1.4, elinewidth=1, capsize=2.5, zorder=3, **style.look)
        ends.append((middle[-1], style))
    axes.set_title(title, loc="left", fontsize=10, color=_INK)
    axes.set_xticks(turns)
    axes.margins(x=0.04 if len(turns) > 1 else 0.5)
    axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
    axes.grid(axis="y", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    if axes.get_ylim()[0] < 0:
        axes.axhline(0, color=_SOFT, linewidth=0.8, zorder=1)
    axes.spines[["top", "right"]].set_visible(False)
    _names(axes, ends)


def _names(axes: Any, ends: Sequence[tuple[float, Style]]) -> None:  # noqa: ANN401
    """Each line's mark and name at its right end, moved apart where they would touch."""
    low, high = axes.get_ylim()
    at = -1.0
    for value, style in sorted(ends, key=lambda end: end[0]):
        at = max((value - low) / (high - low), at + _ROOM)
        axes.plot([1.025], [at], transform=axes.transAxes, clip_on=False, **style.look)
        axes.text(1.045, at, style.name, transform=axes.transAxes, color=style.colour, va="center", fontsize=9)


def _words(figure: Any, study: Study) -> None:  # noqa: ANN401
    changed = "".join(f", {name}={value}" for name, value in study.overrides.items())
    walls = [table.played for table in study.turns]
    count = f"{min(walls)}" if min(walls) == max(walls) else f"{min(walls)} to {max(walls)}"
    figure.suptitle("Riichi on furiten and other waits", x=0.01, ha="left", fontsize=12, fontweight="bold", color=_INK)
    figure.supxlabel(
        f"{study.profile}{changed}; {study.opponents} bots; seed {study.seed}; {count} walls a turn, the same for every"
        " hand;\nbars: intervals of 95 %; broken lines and open marks: furiten",
        x=0.01, ha="left", fontsize=8, color=_SOFT,
    )  # fmt: skip
