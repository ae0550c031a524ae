"""Records in, events out: one registry of formats, each recognised by its content.

A format is a module with `NAME`, `sniff(head) -> bool` and `parse(data, path) -> list[Record]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import (
    majiang,
    majsoul,
    majsoul_client,
    majsoul_wire,
    mjai,
    mjlog,
    riichi_city,
    tenhou6,
    tenhou_client,
    written,
)
from minogashi.formats.containers import Source, members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.record import Record

HEAD: Final = 4096
"""How many bytes `sniff` is shown."""


class Format(Protocol):
    """What a format module offers."""

    NAME: str

    def sniff(self, head: bytes, /) -> bool:
        """Whether data that starts like this are of this format."""

    def parse(self, data: bytes, path: str, /) -> list[Record]:
        """The games in the data; RecordError where they cannot be read."""


FORMATS: Final[tuple[Format, ...]] = (
    mjlog,
    tenhou_client,
    written,
    tenhou6,
    majiang,
    majsoul_wire,
    majsoul_client,
    majsoul,
    riichi_city,
    mjai,
)
"""In the order in which they are asked."""
_UNFORESEEN: Final = (
    ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError, msgspec.MsgspecError,
)  # fmt: skip


def records(*sources: Source) -> Iterator[Record | RecordError]:
    """Every game in paths, folders, archives and `-` (standard input), one after another.

    What cannot be read comes out as its RecordError, with the path, and the rest goes on.

    >>> [str(found).split(";")[0] for found in records(b"hello")]
    ["<bytes>: not a record: starts with b'hello'"]
    """
    for source in sources:
        for path, data in members(source):
            if isinstance(data, RecordError):
                yield data
                continue
            try:
                games = parse(data, path)
            except RecordError as error:
                yield error
                continue
            yield from games


def read(source: Source) -> Record:
    """The one game in a file (or in bytes, or in `-`).

    RecordError when it cannot be read, and when there are several games: then use `records`.

    >>> read(b'{"type":"start_kyoku","oya":0}').format
    'mjai'
    """
    games: list[Record] = []
    for path, data in members(source):
        if isinstance(data, RecordError):
            raise data
        games += parse(data, path)
    where = "<bytes>" if isinstance(source, bytes) else str(source)
    if len(games) != 1:
        raise RecordError(f"holds {len(games)} games, expected one: use records() to go through them", path=where)
    return games[0]


def parse(data: bytes, path: str = "") -> list[Record]:
    """The games in the bytes of one file: none where nothing was played, say in a session without a game.

    RecordError, with the path and the place, where it is broken or of no known format, and nothing else.
    """
    head = data[:HEAD]
    for form in FORMATS:
        if form.sniff(head):
            break
    else:
        raise RecordError(f"not a record: {_looks(head)}", path=path)
    try:
        return form.parse(data, path)
    except RecordError as error:
        raise error.located(path=path) from error.__cause__
    except MinogashiError as error:
        raise RecordError(f"{form.NAME}: {error}", path=path) from error
    except _UNFORESEEN as error:
        raise RecordError(f"{form.NAME}: broken record ({type(error).__name__}: {error})", path=path) from error


def _looks(head: bytes) -> str:
    if head.lstrip().startswith((b"https://", b"http://")):
        return "it is a link, and nothing is fetched here: save what it leads to, and give that"
    what = f"starts with {head[:20]!r}" if head else "it is empty"
    return f"{what}; known formats: {', '.join(form.NAME for form in FORMATS)}"
