"""How things look on paper: aligned tables, tiles, colours where a person reads along, progress.

All commands write through a `Paper`. On a terminal it uses rich; into a pipe it writes plain text of the same
shape, so that what a person sees can be searched for by a program.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from minogashi.errors import TileError
from minogashi.tiles import parse_tiles
from minogashi.tiles import unicode as character

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Cell = str | tuple[str, str]
"""A text, or a text and its style: one of `STYLES`."""

STYLES: Final = {
    "title": "bold",
    "quiet": "dim",
    "lock": "yellow",
    "miss": "cyan",
    "wrong": "bold red",
    "right": "green",
}
"""A colour says what a thing is: a lock, a win let go, something wrong, something right."""

NARROW: Final = 24
"""A column of fewer letters is not worth wrapping in."""


def tile_text(text: str, tiles: str = "mpsz") -> str:
    """Tiles given in mpsz, in the writing wanted; a red five in characters is marked, since it looks like a five.

    >>> tile_text("0p"), tile_text("2p 5p"), tile_text("0p 1z", "unicode")
    ('0p', '2p 5p', '🀝r 🀀')
    """
    if tiles == "mpsz":
        return text
    try:
        return " ".join(character(tile) + "r" * (34 <= tile < 37) for tile in parse_tiles(text))
    except TileError:
        return text


def printable(text: str) -> str:
    """A text of a record (a name, a path) without anything that would steer a terminal.

    >>> printable("a" + chr(27) + "[2J")
    'a�[2J'
    """
    return text if text.isprintable() else "".join(char if char.isprintable() else "�" for char in text)


def width(text: str) -> int:
    """The columns that a text takes: two for a wide character, none for a combining one.

    >>> width("abc"), width("見逃し")
    (3, 6)
    """
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF") for char in text)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "file"), counted(2, "file"), counted(0, "win let go", "wins let go")
    ('1 file', '2 files', '0 wins let go')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


class UnreadError(Exception):
    """Nobody reads the output any more, so there is nothing left to do (typer has its own idea of EPIPE)."""


class Paper:
    """Where a command writes: standard output, standard error, and a bar for long work.

    `tiles` is `mpsz` or `unicode`. Raises UnreadError where nobody reads any more.
    """

    def __init__(self, tiles: str = "mpsz") -> None:
        self.tiles = tiles
        self.terminal = sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))
        self.console: Any = None

    def tile(self, text: str | None) -> str:
        """A tile, or tiles, in the writing wanted."""
        return tile_text(text or "?", self.tiles)

    def line(self, *cells: Cell) -> None:
        """One line: the cells one after another."""
        if not self.terminal:
            with _reader():
                sys.stdout.write("".join(map(_text, cells)).rstrip() + "\n")
            return
        from rich.text import Text

        text = Text()
        for cell in cells:
            content, style = (cell, "") if isinstance(cell, str) else cell
            text.append(content, STYLES.get(style, style))
        text.rstrip()
        with _reader():
            self._console().print(text, soft_wrap=True)

    def table(self, rows: Sequence[Sequence[Cell]], *, indent: int = 0, right: Sequence[int] = ()) -> None:
        """Rows with their columns aligned, those in `right` at their right edge; the last one may wrap.

        A row that is shorter than the others is a heading between them.
        """
        columns = max((len(row) for row in rows), default=0)
        full = [row for row in rows if len(row) == columns]
        widths = [max(width(_text(row[column])) for row in full) for column in range(columns)]
        margin = indent + sum(wide + 2 for wide in widths[:-1])
        room = self.room() - margin
        for row in rows:
            if len(row) < columns:
                self.line(" " * indent, *row)
                continue
            line: list[Cell] = [" " * indent]
            for column, cell in enumerate(row[:-1]):
                gap = " " * (widths[column] - width(_text(cell)))
                line += [gap, cell, "  "] if column in right else [cell, gap + "  "]
            if columns - 1 in right:
                line.append(" " * (widths[-1] - width(_text(row[-1]))))
            self._last(line, row[-1], margin, room)

    def _last(self, line: list[Cell], cell: Cell, margin: int, room: int) -> None:
        """The last cell wraps in its column or, where that is too narrow, below the others."""
        style = "" if isinstance(cell, str) else cell[1]
        if width(_text(cell)) <= room:
            self.line(*line, cell)
            return
        first: list[Cell] = line
        if room < NARROW:
            self.line(*line)
            margin, room = NARROW // 3, self.room() - NARROW // 3
            first = [" " * margin]
        for part in textwrap.wrap(_text(cell), max(room, NARROW)):
            self.line(*first, (part, style))
            first = [" " * margin]

    def clear(self) -> None:
        """An empty terminal; what is no terminal stays as it is."""
        if sys.stdout.isatty():
            self._console().clear()

    def complain(self, message: str) -> None:
        """One line on standard error."""
        text = f"error: {printable(message)}"
        if self.console is not None:
            self.console.print(text, soft_wrap=True, markup=False, highlight=False)
        else:
            sys.stdout.flush()
            sys.stderr.write(text + "\n")

    def raw(self, data: bytes) -> None:
        """Bytes of JSON, always UTF-8."""
        with _reader():
            sys.stdout.flush()
            sys.stdout.buffer.write(data)

    def json(self, document: object) -> None:
        """A document of `report`, or one like it, as JSON for people."""
        from minogashi.report import encode

        self.raw(encode(document))

    @contextmanager
    def progress(self, what: str, total: int | None = None, *, rate: bool = False) -> Iterator[Callable[..., None]]:
        """A bar on standard error while the block runs, if that is a terminal; yields what to call at each step.

        It may be called with the number of steps done at once; `rate` shows steps a second and the time left, too.
        """
        if not sys.stderr.isatty() or total == 1:
            yield _nothing
            return
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        # where both are terminals, the lines and the bar have to share one console to keep out of each other's way
        shared = sys.stdout.isatty()
        console = Console(stderr=not shared)
        columns: list[ProgressColumn] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
        columns.append(TimeElapsedColumn())
        if rate:
            columns += [TextColumn("{task.fields[rate]}"), TimeRemainingColumn()]
        with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
            self.console = console
            task = bar.add_task(what, total=total, rate="")
            try:
                yield partial(_advance, bar, task)
            finally:
                self.console = None

    def _console(self) -> Any:  # noqa: ANN401  rich is imported only where it is needed
        if self.console is not None and sys.stdout.isatty():
            return self.console
        from rich.console import Console

        return Console(highlight=False)

    def room(self) -> int:
        """Columns of the terminal; without one there is no end of the line."""
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else 1_000_000


@contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise UnreadError from None


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[0]


def _nothing(_steps: int = 1) -> None:
    return


def _advance(bar: Any, task: Any, steps: int = 1) -> None:  # noqa: ANN401  rich is imported only where it is needed
    """So many steps; where there are more than were foreseen, the end moves on."""
    bar.advance(task, steps)
    speed = bar.tasks[0].speed
    bar.update(task, rate="" if speed is None else f"{speed:.0f}/s")
    total, done = bar.tasks[0].total, bar.tasks[0].completed
    if total is not None and done > total:
        bar.update(task, total=done)
