"""`minogashi study`: questions about rules that only play can answer."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003  typer reads it
from typing import TYPE_CHECKING, Annotated, Final

import typer

from minogashi.cli.common import KEPT, USAGE, AsJson, Jobs, check_paths, complaining, processes

if TYPE_CHECKING:
    from minogashi.render import Cell, Paper
    from minogashi.study.rates import Rate
    from minogashi.study.records import Gap, Group, RecordStudy
    from minogashi.study.records import Tables as RecordTables
    from minogashi.study.runs import Arm, Contrast, Sentence, Study, TurnTable

group = typer.Typer(
    help="Questions about rules that only play can answer.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
VERDICTS: Final = {
    "holds": "holds: the whole interval lies within",
    "fails": "does not hold: the whole interval lies outside",
    "open": "open: the interval sticks out, so more walls are needed",
}


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(group, name="study")


@group.command("furiten-riichi", short_help="Riichi on furiten and other waits, played under the same walls.")
def furiten_riichi(  # noqa: PLR0913  each is an option
    *,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="Walls for each turn.")] = 200,
    turn: Annotated[list[int], typer.Option("--turn", metavar="N", help="The turn of riichi; repeatable.")] = [8],  # noqa: B006
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same walls.")] = 0,
    opponents: Annotated[
        str, typer.Option("--opponents", metavar="NAME", help="How they meet the riichi: careful, sensible or bold.")
    ] = "careful",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep each trial, and go on with those that it holds.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="Write the trials as Parquet; needs pyarrow.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .svg, .png or .pdf; needs matplotlib.")
    ] = None,
    jobs: Jobs = 0,
    as_json: AsJson = False,
) -> None:
    """Play riichi on furiten and other waits under the same walls: wins, deal-ins, points, with intervals."""
    from minogashi.render import Paper

    paper = Paper()
    turns = sorted(set(turn))
    with complaining(USAGE, "" if out is None else KEPT):
        from minogashi.study.files import ready
        from minogashi.study.runs import run

        ready(parquet, plot)
        with paper.progress("trials", trials * len(turns), rate=True) as step:
            found, played = run(trials, turns, seed, opponents=opponents, out=out, jobs=processes(jobs), tell=step)
        if parquet is not None:
            from minogashi.study.files import write_parquet

            write_parquet(played, parquet)
        if plot is not None:
            from minogashi.study.plot import draw

            draw(found, plot)
    if as_json:
        paper.json(found)
        return
    _Page(found, paper).write()


@group.command("records", short_help="What became of the riichi of real games, by their waits.")
def records(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Folders, archives, SQLite, Parquet, JSON lines, records.")
    ],
    *,
    jobs: Jobs = 0,
    as_json: AsJson = False,
) -> None:
    """Ask the same of real games: how often a riichi wins by its wait, furiten or not, and what it gains."""
    from minogashi.render import Paper

    check_paths(paths)
    paper = Paper()
    with complaining(USAGE):
        from minogashi.corpus.sources import count
        from minogashi.study.records import study_records

        total = count(paths) if sys.stderr.isatty() else None
        with paper.progress("records", total, rate=True) as step:
            found = study_records(paths, jobs=processes(jobs), tell=step)
    if as_json:
        paper.json(found)
        return
    _RecordPage(found, paper).write()


class _Page:
    """The study on paper: a table of hands a turn, and what parts them."""

    def __init__(self, found: Study, paper: Paper) -> None:
        self.found, self.paper = found, paper

    def write(self) -> None:
        """Turn by turn."""
        found = self.found
        changed = "".join(f", {name}={value}" for name, value in found.overrides.items())
        told = f"  {found.profile}{changed}, {found.opponents} opponents, seed {found.seed}, intervals of 95 %"
        self.paper.line((found.name, "title"), told)
        for table in found.turns:
            self._turn(table)

    def _turn(self, table: TurnTable) -> None:
        paper = self.paper
        paper.line()
        left = f"  {table.played} walls, {table.left_out} left out: a hand ended before its riichi"
        paper.line((f"riichi in turn {table.turn}", "title"), (left, "quiet"))
        head: list[Cell] = ["hand", "wins", "of them drawn", "deals in", "points of a win", "points gained"]
        paper.table([head, *(self._arm(arm) for arm in table.arms)])
        paper.line()
        rows: list[list[Cell]] = [["trial by trial", "wins", "points gained"]]
        paper.table([*rows, *(self._contrast(one) for one in table.contrasts)])
        if table.sentences:
            paper.line()
            paper.table([self._sentence(one) for one in table.sentences])

    @staticmethod
    def _arm(arm: Arm) -> list[Cell]:
        shares = [_percent(arm.win), _percent(arm.drawn), _percent(arm.deal_in)]
        return [arm.name, *shares, _points(arm.points), _points(arm.gain)]

    @staticmethod
    def _contrast(one: Contrast) -> list[Cell]:
        return [f"{one.first} - {one.second}", _percent(one.win, sign="+"), _points(one.gain, sign="+")]

    @staticmethod
    def _sentence(one: Sentence) -> list[Cell]:
        band = f"wins {100 * one.low:+.0f} to {100 * one.high:+.0f} % beside {one.second}"
        return [one.requirement, one.first, band, VERDICTS[one.verdict]]


class _RecordPage:
    """What real games show, on paper."""

    def __init__(self, found: RecordStudy, paper: Paper) -> None:
        self.found, self.paper = found, paper

    def write(self) -> None:
        """Tables of four, then of three."""
        from minogashi.render import counted
        from minogashi.study.records import FEW

        found, paper = self.found, self.paper
        left = f"{found.hidden} of hands that are not shown, {found.again} told of before"
        paper.line(("riichi in records", "title"), f"  {counted(found.games, 'game')}, {found.riichi} riichi ({left})")
        if found.unreadable:
            paper.line((f"{counted(found.unreadable, 'record')} could not be read to the end", "quiet"))
        paper.line((f"intervals of 95 %; too few: fewer than {FEW} cases", "quiet"))
        for table in found.tables:
            self._table(table)

    def _table(self, table: RecordTables) -> None:
        paper = self.paper
        paper.line()
        paper.line((f"tables of {'four' if table.seats == 4 else 'three'}", "title"))
        head: list[Cell] = ["wait", "turns", "riichi", "wins", "of them drawn", "deals in", "points gained"]
        paper.table([head, *(self._group(one) for one in table.groups)], right=[2])
        if table.gaps:
            paper.line()
            paper.table([["furiten beside no furiten", "wins"], *(self._gap(one) for one in table.gaps)])

    @staticmethod
    def _group(one: Group) -> list[Cell]:
        named: list[Cell] = [f"{'furiten_' * one.furiten}{one.wait}", one.turns, str(one.cases)]
        if not one.enough:
            return [*named, "too few", "", "", ""]
        return [*named, _percent(one.win), _percent(one.drawn), _percent(one.deal_in), _points(one.gain)]

    @staticmethod
    def _gap(one: Gap) -> list[Cell]:
        few = "" if one.enough else "  too few cases"
        return [f"{one.first} - {one.second}", _percent(one.win, sign="+") + few]


def _percent(rate: Rate, sign: str = "") -> str:
    return f"{100 * rate.mean:{sign}.1f} % ({100 * rate.low:{sign}.1f} to {100 * rate.high:{sign}.1f})"


def _points(rate: Rate, sign: str = "") -> str:
    return f"{rate.mean:{sign}.0f} ({rate.low:{sign}.0f} to {rate.high:{sign}.0f})"
