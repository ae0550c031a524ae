"""`minogashi audit`: what records show of furiten, wins let go and acts that the rules forbid."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from minogashi.cli.common import FOUND, AsJson, Overrides, ProfileName, Tiles, check_paths, check_tiles, read_overrides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from minogashi.auditing import Summary
    from minogashi.record import Record
    from minogashi.render import Paper
    from minogashi.report import Game

PACKED: Final = (b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
"""How archives and compressed files start; only the progress bar asks."""

Found = tuple["Game", bool]
"""An entry, and whether there is nothing wrong with it."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(short_help="Furiten, wins let go and illegal acts in records.")(audit)


def audit(  # noqa: PLR0913  each is an option
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Records: files, folders, archives, or - for standard input.")
    ],
    *,
    profile: ProfileName = "",
    changes: Overrides = [],  # noqa: B006  typer copies it
    as_json: AsJson = False,
    tiles: Tiles = "mpsz",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every game in full, also of many.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="The summary only.")] = False,
) -> None:
    """Go through records: spans of furiten, wins let go, illegal acts, and where the record's server disagrees.

    One game is told round by round; of many games, one line for each that has something to tell.
    The exit code is 1 if something is unreadable or illegal, or if a server's answer is not shared.
    """
    check_tiles(tiles)
    check_paths(paths)
    overrides = read_overrides(changes, profile)
    from minogashi import report
    from minogashi.auditing import Summary
    from minogashi.cli import audit_page as page
    from minogashi.render import Paper

    paper, sums = Paper(tiles), Summary()
    with paper.progress("auditing", _files(paths)) as step:
        entries = _entries(paths, profile, overrides, sums, step)
        if as_json:
            clean = _write_json(entries, sums, paper, quiet=quiet)
        else:
            clean = _write(entries, paper, verbose=verbose, quiet=quiet)
    if not as_json:
        page.summary(paper, report.summary(sums))
    if not clean:
        raise typer.Exit(FOUND)


def _files(paths: Sequence[str]) -> int | None:
    """How many files there are to read; None where a path holds more than shows from outside."""
    files = 0
    for path in paths:
        if Path(path).is_dir():
            files += sum(len(names) for _, _, names in os.walk(path))
        elif path == "-" or _packed(path):
            return None
        else:
            files += 1
    return files


def _packed(path: str) -> bool:
    if not Path(path).is_file():
        return True  # a pipe, say, from which nothing may be taken away
    try:
        with Path(path).open("rb") as file:
            return file.read(8).startswith(PACKED)
    except OSError:
        return False


def _entries(
    paths: Sequence[str], rules: str, overrides: Mapping[str, Any], summary: Summary, step: Callable[[], None]
) -> Iterator[Found]:
    """One entry a game, and one for each file or game that cannot be read; file after file, nothing is kept."""
    from minogashi import formats, report
    from minogashi.errors import RecordError
    from minogashi.formats.containers import members

    for source in paths:
        for path, data in members(source):
            summary.files += 1
            games: list[Record] = []
            error = data if isinstance(data, RecordError) else None
            if not isinstance(data, RecordError):
                try:
                    games = formats.parse(data, path)
                except RecordError as problem:
                    error = problem
            broken = error is not None
            if error is not None:
                yield report.unreadable(path, _told(error, path)), False
            for number, record in enumerate(games, 1):
                entry, clean = _entry(record, number, rules, overrides, summary)
                broken = broken or isinstance(entry.error, str)
                yield entry, clean
            summary.unreadable += broken
            step()


def _entry(record: Record, number: int, rules: str, overrides: Mapping[str, Any], summary: Summary) -> Found:
    from minogashi import report
    from minogashi.auditing import audit_record
    from minogashi.errors import MinogashiError, RecordError
    from minogashi.rulebook import profile

    try:
        book = profile(rules or record.profile, {**({} if rules else record.options), **overrides})
        if book.seats != record.seats:
            problem = f"found a game of {record.seats}, expected one of {book.seats} for the rule book {book.name}"
            raise RecordError(problem, path=record.path)
        found = audit_record(record, overrides, rules)
    except MinogashiError as error:
        return report.unreadable(record.path, _told(error, record.path), number), False
    summary.add(found)
    return report.game(found, record, book, number), found.clean


def _told(error: Exception, path: str) -> str:
    """The message without the path, which has its own place."""
    return str(error).removeprefix(f"{path}: ")


def _write_json(entries: Iterator[Found], sums: Summary, paper: Paper, *, quiet: bool) -> bool:
    """One document, written as it comes: the files first, their sums at the end."""
    from minogashi import report

    clean, gap = True, b"\n"
    paper.raw(b'{"schema":' + report.line(report.AUDIT) + b',"files":[')
    for entry, good in entries:
        clean = clean and good
        if not quiet or isinstance(entry.error, str):
            paper.raw(gap + report.line(entry))
            gap = b",\n"
    paper.raw(b'\n],"summary":' + report.line(report.summary(sums)) + b"}\n")
    return clean


def _write(entries: Iterator[Found], paper: Paper, *, verbose: bool, quiet: bool) -> bool:
    """The first game waits until it is known whether it is the only one."""
    from minogashi.cli import audit_page as page

    clean, many = True, False
    waiting: Game | None = None
    for entry, good in entries:
        clean = clean and good
        if isinstance(entry.error, str):
            paper.complain(f"{entry.path}: {entry.error}")
        elif verbose:
            page.game(paper, entry)
        elif many:
            page.line(paper, entry)
        elif waiting is not None:
            many = True
            page.head(paper)
            page.line(paper, waiting)
            page.line(paper, entry)
            waiting = None
        elif not quiet:
            waiting = entry
    if waiting is not None:
        page.game(paper, waiting)
    return clean
