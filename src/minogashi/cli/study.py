"""`minogashi study`: questions about rules that only play can answer."""

from __future__ import annotations

import os
from pathlib import Path  # noqa: TC003  typer reads it
from typing import TYPE_CHECKING, Annotated

import typer

from minogashi.cli.common import AsJson, fail

if TYPE_CHECKING:
    from minogashi.render import Cell, Paper
    from minogashi.study import Arm, Contrast, Rate, Study, TurnTable

group = typer.Typer(
    help="Questions about rules that only play can answer.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(group, name="study")


@group.command("furiten-riichi")
def furiten_riichi(  # noqa: PLR0913  each is an option
    *,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="Walls for each turn.")] = 200,
    turn: Annotated[list[int], typer.Option("--turn", metavar="N", help="The turn of riichi; repeatable.")] = [8],  # noqa: B006
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same walls.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep each trial, and go on with those that it holds.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="Write the trials as Parquet; needs pyarrow.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", help="Processes at work; 0: one for each core.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play riichi on furiten and other waits under the same walls: wins, deal-ins, points, with intervals."""
    from minogashi.errors import MinogashiError
    from minogashi.render import Paper
    from minogashi.study import run, write_parquet

    paper = Paper()
    turns = list(dict.fromkeys(turn))
    try:
        with paper.progress("trials", trials * len(turns)) as step:
            found, played = run(trials, turns, seed, out=out, jobs=jobs or os.cpu_count() or 1, tell=step)
        if parquet is not None:
            write_parquet(played, parquet)
    except (MinogashiError, OSError) as error:
        fail(str(error))
    if as_json:
        from minogashi.report import encode

        paper.raw(encode(found))
        return
    _Page(found, paper).write()


class _Page:
    """The study on paper: a table of hands a turn, and what parts them."""

    def __init__(self, found: Study, paper: Paper) -> None:
        self.found, self.paper = found, paper

    def write(self) -> None:
        """Turn by turn."""
        found = self.found
        changed = "".join(f", {name}={value}" for name, value in found.overrides.items())
        self.paper.line((found.name, "title"), f"  {found.profile}{changed}, seed {found.seed}, intervals of 95 %")
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

    @staticmethod
    def _arm(arm: Arm) -> list[Cell]:
        shares = [_percent(arm.win), _percent(arm.drawn), _percent(arm.deal_in)]
        return [arm.name, *shares, _points(arm.points), _points(arm.gain)]

    @staticmethod
    def _contrast(one: Contrast) -> list[Cell]:
        return [f"{one.first} - {one.second}", _percent(one.win, sign="+"), _points(one.gain, sign="+")]


def _percent(rate: Rate, sign: str = "") -> str:
    return f"{100 * rate.mean:{sign}.1f} % ({100 * rate.low:{sign}.1f} to {100 * rate.high:{sign}.1f})"


def _points(rate: Rate, sign: str = "") -> str:
    return f"{rate.mean:{sign}.0f} ({rate.low:{sign}.0f} to {rate.high:{sign}.0f})"
