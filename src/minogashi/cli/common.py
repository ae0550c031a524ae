"""What the commands share: exit codes, options, and how a wrong use ends."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from minogashi.whole import whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from minogashi.record import Record
    from minogashi.story import RoundRef

FOUND: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""What shells report of a program that SIGINT or SIGPIPE ended."""
KEPT: Final = ": what is there is kept, and the same command goes on from it"
"""Behind the word that a run was interrupted, where it can go on."""
LONGEST: Final = 1_000_000
"""The most bytes of a text that is read for a hand."""

ProfileName = Annotated[
    str,
    typer.Option(
        "--profile", metavar="NAME", help="Rule book to judge by, or a TOML file of one (see minogashi profiles)."
    ),
]
Overrides = Annotated[
    list[str], typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the rule book; repeatable.")
]
Hand = Annotated[
    list[str],
    typer.Argument(
        metavar="HAND",
        help="Concealed tiles (mpsz, red five 0; of 14 the last is drawn), wiki text, or - for input.",
    ),
]
Melds = Annotated[list[str], typer.Option("--meld", metavar='"pon 777z"', help="An open or closed set; repeatable.")]
River = Annotated[
    str | None, typer.Option("--river", metavar="TILES", help='Own discards in order, claimed ones too; "" for none.')
]
Source = Annotated[
    str | None, typer.Option("--from", metavar="SEAT", help="Whose tile it is; the left neighbour's by default.")
]
InRiichi = Annotated[bool, typer.Option("--riichi", help="The seat is in riichi.")]
SeatWind = Annotated[str, typer.Option("--seat", metavar="SEAT", help="Own seat wind: E S W N.")]
RoundWind = Annotated[str, typer.Option("--round", metavar="WIND", help="Prevailing wind: E S W N.")]
Dora = Annotated[list[str], typer.Option("--dora", metavar="TILE", help="A dora indicator; repeatable.")]
Honba = Annotated[int, typer.Option("--honba", metavar="N", help="Counters on the table.")]
RecordPath = Annotated[str, typer.Argument(metavar="PATH", help="A record of any known format; - for standard input.")]
RoundName = Annotated[
    str, typer.Option("--round", metavar="E3.1", help="Round by wind, number and honba, or its number from 0.")
]
GameNumber = Annotated[int, typer.Option("--game", metavar="N", help="Which game of the file, from 1.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=0, help="Processes at work; 0: one for each core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON of a documented shape (docs/json.md).")]
Tiles = Annotated[str, typer.Option("--tiles", metavar="mpsz|unicode", help="How tiles are written.")]


def fail(message: str) -> NoReturn:
    """End with a wrong use, told in one line."""
    sys.stderr.write(f"error: {message}\n")
    raise typer.Exit(USAGE)


def store(text: str, path: str) -> None:
    """Write a file whole or not at all; end with a wrong use where it cannot be written."""
    try:
        with whole(Path(path)) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"{path}: cannot be written: {error.strerror or error}")


@contextmanager
def complaining(code: int, hint: str = "") -> Iterator[None]:
    """What goes wrong in long work is told in one line, and ends with `code`; `hint` stands behind an interruption."""
    from minogashi.errors import MinogashiError

    try:
        yield
    except (MinogashiError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        raise typer.Exit(code) from None
    except KeyboardInterrupt:
        sys.stderr.write(f"interrupted{hint}\n")
        raise typer.Exit(INTERRUPTED) from None


def processes(jobs: int) -> int:
    """How many processes `--jobs` asks for: 0 is one for each core that may be used."""
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def deaf() -> None:
    """Nobody reads the output any more: let what is still buffered go nowhere, without a complaint."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def check_paths(paths: Sequence[str]) -> None:
    """Every path must exist; `-` is standard input."""
    for path in paths:
        if path != "-" and not Path(path).exists():
            fail(f"{path}: no such file or folder")


def check_tiles(tiles: str) -> None:
    """`--tiles` takes one of two words."""
    if tiles not in {"mpsz", "unicode"}:
        fail(f"--tiles takes mpsz or unicode, not {tiles!r}")


def read_overrides(pairs: list[str], name: str = "") -> Mapping[str, str | int]:
    """The `--set` options, checked against the rule book `name`; without one, against every family's."""
    from minogashi.errors import ProfileError
    from minogashi.rulebook import parse_overrides, profile, profiles

    try:
        overrides = parse_overrides(pairs)
        if name:
            profile(name, overrides)
            return overrides
    except ProfileError as error:
        fail(str(error))
    problem = ""
    for candidate in ("tenhou", *profiles()):
        try:
            profile(candidate, overrides)
        except ProfileError as error:
            problem = problem or str(error)
        else:
            return overrides
    fail(problem)


def one_game(path: str, game: int) -> Record:
    """Game number `game` of a file; `RecordError` where it has no such game, or cannot be read."""
    from minogashi.errors import RecordError
    from minogashi.formats import records

    if game < 1:
        fail(f"--game counts from 1, so there is no game {game}")
    found = []
    for one in records(path):
        if isinstance(one, RecordError):
            raise one
        found.append(one)
        if len(found) == game:
            return one
    count = "one game" if len(found) == 1 else f"{len(found)} games"
    raise RecordError(f"holds {count}, so there is no game {game}", path=path)


def pick_round(record: Record, asked: str, at: int | None) -> RoundRef:
    """The round that is named, or that holds the event, or the only one; else a wrong use."""
    from minogashi.story import find_round, rounds

    if asked:
        return find_round(record, asked)
    found = rounds(record)
    if at is not None:
        for ref in found:
            if ref.start <= at <= ref.end:
                return ref
        fail(f"no round has an event {at}; the record has the events 0 to {len(record.events) - 1}")
    if len(found) == 1:
        return found[0]
    return fail(f"name the round with --round: {' '.join(ref.name for ref in found)}")


def typed(words: Sequence[str]) -> str:
    """What was typed as a hand: the words together; `-` is a text on standard input."""
    if list(words) == ["-"]:
        return sys.stdin.buffer.read(LONGEST).decode("utf-8", "replace")
    return " ".join(words)
