"""`minogashi convert`: a record in another form, whole or not at all."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from minogashi.cli.common import FOUND, check_paths, fail
from minogashi.whole import whole

if TYPE_CHECKING:
    from minogashi.record import Record

SUFFIXES: Final = {
    ".mjlog": "mjlog",
    ".xml": "mjlog",
    ".json": "tenhou6",
    ".mjai": "mjai",
    ".mjson": "mjai",
    ".jsonl": "minogashi",
}
ENDINGS: Final = {"mjlog": ".mjlog", "tenhou6": ".json", "mjai": ".mjson", "minogashi": ".jsonl"}
"""What a file in a folder is called, by its form."""
_PACKED: Final = ".gz"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(short_help="A record in another form: mjai, mjlog, tenhou.net/6, minogashi's own.")(convert)


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A record, or - for standard input.")],
    out: Annotated[
        str,
        typer.Argument(metavar="OUT", help="The file to write, a folder for several games, or - for standard output."),
    ],
    *,
    to: Annotated[
        str, typer.Option("--to", metavar="FORM", help="mjai, mjlog, tenhou6 or minogashi; else OUT's suffix tells.")
    ] = "",
    game: Annotated[int | None, typer.Option("--game", metavar="N", help="The game to write, from 1.")] = None,
) -> None:
    """Write a record in another form; what that form cannot hold is told.

    Values, points and ready hands that the record does not state are worked out. A file is written whole or not at
    all. The exit code is 1 if the record cannot be read, or has no form in the target.
    """
    target = _target(to, out)
    check_paths([source])
    from minogashi.convert import convert as converted
    from minogashi.errors import MinogashiError

    try:
        games = _games(source, game)
        into = _files(games, out, target)
        for record, path in zip(games, into, strict=True):
            made = converted(record, target)
            for what in made.lost:
                sys.stderr.write(f"{path or out}: {target} cannot hold {what}\n")
            _write(made.data, path)
    except (MinogashiError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        raise typer.Exit(FOUND) from None


def _target(asked: str, out: str) -> str:
    from minogashi.convert import TARGETS

    if asked:
        if asked not in TARGETS:
            fail(f"--to takes one of {', '.join(TARGETS)}, not {asked!r}")
        return asked
    name = out.removesuffix(_PACKED)
    suffix = Path(name).suffix
    if suffix not in SUFFIXES:
        fail(f"{out}: the suffix tells no form ({' '.join(SUFFIXES)}): name it with --to")
    return SUFFIXES[suffix]


def _games(source: str, number: int | None) -> list[Record]:
    from minogashi.errors import RecordError
    from minogashi.formats import records

    games: list[Record] = []
    for found in records(source):
        if isinstance(found, RecordError):
            raise found
        games.append(found)
    if number is None:
        if not games:
            raise RecordError("holds no game", path=source)
        return games
    if not 1 <= number <= len(games):
        raise RecordError(f"has no game {number}: it holds {len(games)}", path=source)
    return [games[number - 1]]


def _files(games: list[Record], out: str, target: str) -> list[Path | None]:
    """Where each game goes; None is standard output."""
    if out == "-":
        if len(games) > 1:
            fail(f"{len(games)} games do not fit into one output: pick one with --game, or name a folder")
        return [None]
    path = Path(out)
    if not (path.is_dir() or out.endswith(os.sep)):
        if len(games) > 1:
            fail(f"{len(games)} games do not fit into one file: pick one with --game, or name a folder")
        return [path]
    path.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(games)))
    return [path / f"{number:0{digits}}{ENDINGS[target]}" for number in range(1, len(games) + 1)]


def _write(data: bytes, path: Path | None) -> None:
    if path is None:
        sys.stdout.buffer.write(data)
        return
    if path.suffix == _PACKED:
        data = gzip.compress(data, mtime=0)
    with whole(path) as part:
        part.write_bytes(data)
