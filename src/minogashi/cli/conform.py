"""`minogashi conform`: runs scenario blocks and rule cases on the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from minogashi.cli.common import FOUND, AsJson, check_paths, fail

if TYPE_CHECKING:
    from minogashi.conform.result import Result
    from minogashi.render import Cell, Paper
    from minogashi.report import Conformance


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(short_help="Run scenario blocks and rule cases on the engine.")(conform)


def conform(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Markdown with scenario blocks, or rule cases as JSON lines; - for standard input."
        ),
    ],
    *,
    as_json: AsJson = False,
    only: Annotated[
        list[str], typer.Option("--only", metavar="ID", help="Only the scenario or case of this name; repeatable.")
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Run scenario blocks and rule cases, and tell which the engine answers as they expect.

    A question that cannot be judged counts as unsupported, never as passed. The exit code is 1 if one failed or
    could not be read.
    """
    check_paths(paths)
    from minogashi import report
    from minogashi.conform import conform as run
    from minogashi.errors import RecordError
    from minogashi.render import Paper

    paper = Paper()
    results: list[Result] = []
    errors: list[str] = []
    known: set[str] = set()
    with paper.progress("running") as step:
        for found in run(paths, only):
            step()
            if isinstance(found, RecordError):
                errors.append(str(found))
                paper.complain(str(found))
            else:
                results.append(found)
                known.add(found.id)
    missing = [wanted for wanted in only if wanted not in known]
    if missing and not errors:
        fail(f"no scenario or case is called {', '.join(missing)}")
    document = report.conformance(results, errors)
    if as_json:
        paper.json(document)
    else:
        _write(paper, document)
    if document.failed or errors:
        raise typer.Exit(FOUND)


def _write(paper: Paper, document: Conformance) -> None:
    kinds = sorted({case.kind for case in document.results})
    rows: list[list[Cell]] = [[("kind", "quiet"), *((word, "quiet") for word in ("passed", "failed", "unsupported"))]]
    for kind in kinds:
        found = [case.status for case in document.results if case.kind == kind]
        rows.append(_row(kind, *(found.count(status) for status in ("passed", "failed", "unsupported"))))
    if len(kinds) > 1:
        rows.append(_row("all", document.passed, document.failed, document.unsupported))
    paper.table(rows, right=(1, 2, 3))
    for case in document.results:
        if case.status == "failed":
            paper.line()
            paper.line((f"{case.id} failed", "wrong"), f"  ({case.kind})")
            paper.table([["expected", str(case.expected)], ["got", str(case.got)]], indent=2)


def _row(kind: str, passed: int, failed: int, unsupported: int) -> list[Cell]:
    return [
        kind,
        (str(passed or "-"), "right" if passed else "quiet"),
        (str(failed or "-"), "wrong" if failed else "quiet"),
        (str(unsupported or "-"), "lock" if unsupported else "quiet"),
    ]
