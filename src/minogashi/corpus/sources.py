"""Where a corpus comes from: every record of folders, archives, SQLite and Parquet files and JSON lines, in one order.

Collections travel as yearly zips of single logs, as tables with a compressed log in a column, and as files with one
record a line. What a file is, and which column holds the logs, is found by looking at the content.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import re
import sqlite3
import stat
import zipfile
import zlib
from contextlib import closing
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from minogashi import formats
from minogashi.corpus.extras import extra
from minogashi.errors import MinogashiError, RecordError
from minogashi.events import Position, RoundEnd, RoundStart
from minogashi.formats.containers import LIMIT, members

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

LOG_ID: Final = re.compile(
    r"\d{10}gm-[0-9a-f]{4}-\d{4,6}-[0-9a-fx]{8,}|\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
)
"""How Tenhou and Mahjong Soul name a game."""
_NAMED: Final = re.compile(rf"(?:{LOG_ID.pattern})(?=(?:&tw=\d)?(?:\.\w+)*$)")
"""A file that is named so and has nothing behind it but its suffixes: `...-part2.mjlog` may be anything."""
_SQLITE, _PARQUET = b"SQLite format 3\0", b"PAR1"
_ZLIB: Final = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_JSON: Final = (b"{", b"[")
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_SAMPLE: Final = 8
_BATCH: Final = 64
_SHORTEST: Final = 32
_DAMAGE: Final = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, sqlite3.Error)


class Item(msgspec.Struct, frozen=True, array_like=True):
    """What may hold a record: where it was found, its id, and its bytes or why they cannot be had.

    `size` is how many bytes there are where `data` is packed, else 0.
    """

    path: str
    id: str
    data: bytes = b""
    error: str = ""
    size: int = 0

    def packed(self) -> Item:
        """The same in a tenth of the room: what waits for a worker, and travels to it, must not fill the memory.

        >>> item = Item("a", "1", b"abc" * 1000)
        >>> len(item.packed().data) < 100, item.packed().content() == item.data
        (True, True)
        """
        if self.size or not self.data:
            return self
        return msgspec.structs.replace(self, data=_codec().compress(self.data, asbytes=True), size=len(self.data))

    def content(self) -> bytes:
        """The bytes, unpacked."""
        return bytes(_codec().decompress(self.data, self.size, asbytes=True)) if self.size else self.data


@cache
def _codec() -> Any:  # noqa: ANN401  pyarrow is an extra
    return extra("pyarrow", "corpus").Codec("zstd", compression_level=1)


def items(sources: Iterable[str | os.PathLike[str]]) -> Iterator[Item]:
    """Every item of the sources, unpacked, folders in sorted order; the same sources give the same items."""
    for source in sources:
        for path in files(os.fspath(source)):
            try:
                yield from _file(path)
            except _DAMAGE as error:
                yield _broken(path, f"cannot be read: {getattr(error, 'strerror', None) or error}")


def files(source: str) -> Iterator[str]:
    """The files below a path, sorted, without hidden ones; a folder that cannot be looked into stands for itself."""
    if not Path(source).is_dir():
        yield source
        return
    closed: list[str] = []
    for folder, inner, found in os.walk(source, onerror=lambda error: closed.append(error.filename), followlinks=True):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and not _leads_back(folder, name))
        for name in sorted(name for name in found if not name.startswith(".")):
            yield os.path.join(folder, name)  # noqa: PTH118  a Path costs ten times as much
    yield from closed


def _leads_back(folder: str, name: str) -> bool:
    """Whether a link leads to a folder that it lies in."""
    path = Path(folder, name)
    return path.is_symlink() and Path(folder).resolve().is_relative_to(path.resolve())


def count(sources: Iterable[str | os.PathLike[str]]) -> int | None:
    """How many items there are to look at; None where only reading all would tell."""
    total = 0
    for path in chain.from_iterable(files(os.fspath(source)) for source in sources):
        try:
            found = _count(path) if Path(path).is_file() else 1
        except (*_DAMAGE, zipfile.BadZipFile):
            found = 1
        if found is None:
            return None
        total += found
    return total


def _count(path: str) -> int | None:
    head = _head(path)
    if head.startswith(_SQLITE):
        with closing(_database(path)) as base:
            rows = [base.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()[0] for table, *_ in _logs(base)]  # noqa: S608  quoted
        return int(sum(rows))
    if head.startswith(_PARQUET):
        return int(extra("pyarrow.parquet", "corpus").ParquetFile(path).metadata.num_rows)
    if head.startswith(b"PK\3\4"):
        with zipfile.ZipFile(path) as archive:
            return sum(not info.is_dir() for info in archive.infolist())
    return 1 if Path(path).stat().st_size < LIMIT // 64 else None


def _head(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read(16)


def _item(path: str, data: bytes, named: str = "") -> Item:
    if not data:
        return _broken(path, "it is empty")
    found = LOG_ID.search(named) if named else _NAMED.search(path.rpartition("/")[2])
    return Item(path, found[0] if found else hashlib.blake2b(data, digest_size=16).hexdigest(), data)


def _broken(path: str, error: str) -> Item:
    return Item(path, hashlib.blake2b(os.fsencode(path), digest_size=16).hexdigest(), error=error)


def _file(path: str) -> Iterator[Item]:
    mode = Path(path).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ValueError("it is a pipe or a device, not a file")  # which would keep us waiting for ever
    head = _head(path)
    if head.startswith(_SQLITE):
        with closing(_database(path)) as base:
            yield from _tables(path, base)
    elif head.startswith(_PARQUET):
        yield from _parquet(path, path)
    elif (opener := _opener(head)) is not None and _is_lines(path, partial(opener, path, "rb")):
        yield from _lines(path, opener(path, "rb"))
    elif head.startswith(_ZSTD):
        yield from _member(path, _unpacked(Path(path).read_bytes()))
    else:
        for name, data in members(path):
            if isinstance(data, RecordError):
                yield _broken(name, data.problem)
            else:
                yield from _member(name, data)


def _member(name: str, data: bytes) -> Iterator[Item]:
    """What was unpacked from an archive may hold many records itself."""
    try:
        if data.startswith(_ZSTD):
            data = _unpacked(data)
        if data.startswith(_SQLITE):
            with closing(sqlite3.connect(":memory:")) as base:
                base.deserialize(data)
                yield from _tables(name, base)
        elif data.startswith(_PARQUET):
            yield from _parquet(name, io.BytesIO(data))
        elif data[:1] in _JSON and _is_lines(name, lambda: io.BytesIO(data)):
            yield from _lines(name, io.BytesIO(data))
        elif listed := _listed(data):
            yield from _lines(name, io.BytesIO(listed))
        else:
            yield _item(name, data)
    except _DAMAGE as error:
        yield _broken(name, f"cannot be read: {error}")


# A record a line


def _opener(head: bytes) -> Any:  # noqa: ANN401  functions of one shape
    if head[:1] in _JSON:
        return open
    return next((opener for magic, opener in _OPENERS.items() if head.startswith(magic)), None)


def _open_zstd(path: str, _mode: str) -> IO[bytes]:
    arrow = extra("pyarrow", "corpus")
    return io.BufferedReader(arrow.CompressedInputStream(arrow.OSFile(path), "zstd"))


_OPENERS: Final[dict[bytes, Any]] = {
    b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open, _ZSTD: _open_zstd,
}  # fmt: skip


def _is_lines(path: str, opened: Callable[[], IO[bytes]]) -> bool:
    """Whether one of the first two lines is a record, or has one in a column.

    A file that is named like a game is that game, even where it has a line for each round.
    """
    if _NAMED.search(path.rpartition("/")[2]):
        return False
    try:
        with opened() as file:
            first = file.read(1)
            if first not in _JSON:
                return False
            rows = [first + file.readline(LIMIT), *[file.readline(LIMIT) for _ in range(3)]]
    except _DAMAGE:  # whoever reads it as something else says what is wrong
        return False
    lines = [row for row in rows if row.strip()][:2]
    return len(lines) > 1 and any(map(_is_record_line, lines))


def _listed(data: bytes) -> bytes:
    """One JSON list of many records as lines; empty where it is none, or is one record itself.

    A list of tenhou.net/6 documents is a record to its reader, which joins rounds; a corpus counts each by itself.
    """
    one_record = (form for form in formats.FORMATS if form is not formats.tenhou6)
    if data[:1] != b"[" or any(form.sniff(data[: formats.HEAD]) for form in one_record):
        return b""
    try:
        lines = [msgspec.json.encode(one) for one in msgspec.json.decode(data, type=list[dict[str, Any]])]
    except msgspec.MsgspecError:
        return b""
    return b"\n".join(lines) if any(map(_is_record_line, lines[:2])) else b""


def _is_record_line(line: bytes) -> bool:
    try:
        value = msgspec.json.decode(line)
    except msgspec.DecodeError:
        return False
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        return False  # an event of a longer record
    return _is_game(line) or (isinstance(value, dict) and bool(_column({key: [one] for key, one in value.items()})))


def _is_game(data: bytes) -> bool:
    try:
        games = formats.parse(data)
    except RecordError:
        return False
    kinds = {type(event) for game in games for event in game.events}
    # a list that begins a round and does not end it is one line of many
    return bool(kinds & {RoundStart, Position}) and (RoundEnd in kinds or not data.startswith(b"["))


def _lines(path: str, file: IO[bytes]) -> Iterator[Item]:
    column = name = ""
    with file:
        number = 0
        while line := file.readline(LIMIT):
            number += 1
            where = f"{path}/{number}"
            if not line.strip():
                continue
            try:
                value = msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                yield _broken(where, f"line {number}: {error}")
                continue
            if isinstance(value, dict) and not column and not _is_game(line):
                row = {key: [one] for key, one in value.items()}
                column, name = _column(row), _id_column(row)
            if not column or not isinstance(value, dict) or column not in value:
                yield _item(where, line)
            elif value[column] is not None:
                yield from _log(path, number, value.get(name), value[column])


# A record a row


def _database(path: str) -> sqlite3.Connection:
    # what is still in the journal beside it counts, too; without one nothing is written, not even a lock
    fixed = "" if Path(f"{path}-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro{fixed}", uri=True)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _logs(base: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Each table that holds logs, with the columns of the log and of its id."""
    found = base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for (table,) in sorted(found.fetchall()):
        columns = [row[1] for row in base.execute(f"PRAGMA table_info({_quoted(table)})")]
        sample = {column: _values(base, table, column) for column in columns}
        column = _column(sample)
        if column:
            del sample[column]
            yield table, column, _id_column(sample)


def _values(base: sqlite3.Connection, table: str, column: str) -> list[Any]:
    name = _quoted(column)
    wanted = f"SELECT {name} FROM {_quoted(table)} WHERE {name} IS NOT NULL LIMIT {_SAMPLE}"  # noqa: S608  quoted
    return [row[0] for row in base.execute(wanted)]


def _tables(path: str, base: sqlite3.Connection) -> Iterator[Item]:
    tables = list(_logs(base))
    if not tables:
        yield _broken(path, "holds no records: no column of its tables has logs of a known format")
    for table, column, name in tables:
        wanted = f"SELECT {_quoted(name or column)}, {_quoted(column)} FROM {_quoted(table)}"  # noqa: S608  quoted
        for number, (id_, value) in enumerate(base.execute(wanted), 1):
            if value:
                yield from _log(f"{path}/{table}", number, id_ if name else None, value)


def _parquet(path: str, file: Any) -> Iterator[Item]:  # noqa: ANN401  a path or an open file
    opened = extra("pyarrow.parquet", "corpus").ParquetFile(file)
    batches = opened.iter_batches(batch_size=_BATCH)
    first = next(batches, None)
    sample = {} if first is None else {
        name: [value for value in values if value is not None][:_SAMPLE] for name, values in first.to_pydict().items()
    }  # fmt: skip
    column = _column(sample)
    if not column:
        yield _broken(path, "holds no records: no column has logs of a known format")
        return
    del sample[column]
    name = _id_column(sample) or column
    number = 0
    for batch in opened.iter_batches(batch_size=_BATCH, columns=[name, column] if name != column else [column]):
        table = batch.to_pydict()
        for id_, value in zip(table[name], table[column], strict=True):
            number += 1
            if value:
                yield from _log(path, number, id_ if name != column else None, value)


def _column(sample: dict[str, list[Any]]) -> str:
    """The column whose values are records, by most hits; empty where there is none."""
    hits = {name: sum(_looks(value) for value in values) for name, values in sample.items()}
    best = max(hits, key=lambda name: hits[name], default="")
    return best if best and hits[best] else ""


def _looks(value: Any) -> bool:  # noqa: ANN401  whatever a column holds
    try:
        data = _bytes(value)
    except _DAMAGE:
        return False
    return len(data) >= _SHORTEST and any(form.sniff(data[: formats.HEAD]) for form in formats.FORMATS)


def _id_column(sample: dict[str, list[Any]]) -> str:
    return next((name for name, values in sample.items() if any(LOG_ID.search(str(value)) for value in values)), "")


def _log(path: str, number: int, id_: object, value: Any) -> Iterator[Item]:  # noqa: ANN401
    where = f"{path}/{number if id_ is None else id_}"
    try:
        yield _item(where, _bytes(value), "" if id_ is None else str(id_))
    except _DAMAGE as error:
        yield _broken(where, f"damaged compressed data: {error}")


def _bytes(value: Any) -> bytes:  # noqa: ANN401
    """The log in a column: text, JSON, or bytes, compressed or not."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, dict | list):
        return msgspec.json.encode(value)
    return _unpacked(value) if isinstance(value, bytes) else b""


def _unpacked(data: bytes) -> bytes:
    if data[:2] in _ZLIB:
        return zlib.decompressobj().decompress(data, LIMIT)
    if data.startswith(_ZSTD):
        arrow = extra("pyarrow", "corpus")
        return bytes(arrow.CompressedInputStream(arrow.BufferReader(data), "zstd").read(LIMIT))
    if not data.startswith(tuple(_OPENERS)):
        return data
    found = next(iter(members(data)))[1]
    if isinstance(found, RecordError):
        raise MinogashiError(found.problem)
    return found


def shards(found: Iterable[Item], size: int) -> Iterator[Sequence[Item]]:
    """The items in portions of `size`.

    >>> [len(shard) for shard in shards([Item("a", "1")] * 5, 2)]
    [2, 2, 1]
    """
    rest = iter(found)
    while shard := list(islice(rest, size)):
        yield shard


class Seen:
    """Which ids have been seen: on disk, since ten million of them would fill the memory.

    >>> seen = Seen()
    >>> seen.new("a"), seen.new("b"), seen.new("a"), seen.again
    (True, True, False, 1)
    """

    def __init__(self) -> None:
        self._base = sqlite3.connect("", isolation_level=None)  # a file of its own that nobody else sees
        self._base.execute("CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID")
        self._base.execute("BEGIN")
        self.again = 0

    def new(self, id_: str) -> bool:
        """Whether the id comes for the first time; `again` counts the others."""
        fresh = self._base.execute("INSERT OR IGNORE INTO seen VALUES (?)", (id_,)).rowcount == 1
        self.again += not fresh
        return fresh

    def close(self) -> None:
        """Forget all."""
        self._base.close()
