"""The records that a server may open: those in the folders and files it was given, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from minogashi.errors import RecordError

MOST: Final = 20_000
"""A folder with more files than this is listed so far."""


class Entry(Struct, frozen=True):
    """One file: `id` is how the pages ask for it, `size` its bytes."""

    id: str
    size: int


class Shelf:
    """Folders and files, each under its own name; no name leads out of them.

    >>> Shelf(["."]).path("../secret")
    Traceback (most recent call last):
    ...
    minogashi.errors.RecordError: ../secret: no such record
    """

    def __init__(self, sources: list[str]) -> None:
        self.roots: dict[str, Path] = {}
        for source in sources:
            path = Path(source).resolve()
            key, number = path.name or "records", 2
            while key in self.roots:
                key, number = f"{path.name}-{number}", number + 1
            self.roots[key] = path

    def entries(self) -> list[Entry]:
        """Every file, in the order of names; hidden ones and links are left out."""
        out: list[Entry] = []
        for key, root in self.roots.items():
            if root.is_file():
                out.append(Entry(key, root.stat().st_size))
                continue
            for folder, inner, names in os.walk(root):
                inner[:] = sorted(name for name in inner if not name.startswith("."))
                for name in sorted(name for name in names if not name.startswith(".")):
                    path = Path(folder, name)
                    if len(out) < MOST and path.is_file() and not path.is_symlink():
                        out.append(Entry("/".join((key, *path.relative_to(root).parts)), path.stat().st_size))
        return out

    def path(self, asked: str) -> Path:
        """The file of this id; `RecordError` where there is none, also for a link or a name that leads elsewhere."""
        key, _, rest = asked.partition("/")
        root, parts = self.roots.get(key), rest.split("/") if rest else []
        nowhere = RecordError("no such record", path=asked)
        if root is None or any(part in {"", ".", ".."} or part.startswith(".") for part in parts):
            raise nowhere
        try:
            path = root.joinpath(*parts).resolve()
            if path.is_relative_to(root) and path.is_file():
                return path
        except (OSError, ValueError):
            pass
        raise nowhere
