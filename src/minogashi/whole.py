"""Files that are written whole or not at all: a reader, or whoever comes after a crash, sees the old one or the new."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A name to write to, in the same folder; what is there when the block ends takes the place of `path` at once.

    A block that raises leaves `path` as it was. A device or a pipe is written to as it is, a link is followed.
    `OSError` where the file cannot be put in its place.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole(Path(folder, "a.txt")) as part:
    ...         _ = part.write_text("told")
    ...     [(file.name, file.read_text()) for file in Path(folder).iterdir()]
    [('a.txt', 'told')]
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")  # no other process writes to this one
    try:
        yield part
        _to_disk(part)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def tidy(folder: Path, name: str = "*") -> None:
    """Take away what a block that was killed left of a file, or of any file of the folder."""
    for part in folder.glob(f".{name}.*.part"):
        part.unlink()


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
