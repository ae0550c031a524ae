"""What a worker does: the records of one shard in, the Parquet files of that shard out. It writes nothing itself.

A shard is a function of its items, the rule book and the options alone, so it is the same wherever it is made.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from minogashi import formats
from minogashi.auditing import audit_record
from minogashi.corpus.rows import Ready, rows_of
from minogashi.corpus.schema import TABLES, Row, encode
from minogashi.errors import MinogashiError, RecordError
from minogashi.report import shown_path
from minogashi.rulebook import profile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minogashi.corpus.sources import Item
    from minogashi.record import Record

GAMES: Final = 1 << 20
"""A game's number is its shard's times this, and its place there: more than a shard can hold."""


class Shard(Struct):
    """The files of a shard by table, the rows in each, and the seconds that its parts took."""

    files: dict[str, bytes]
    rows: dict[str, int]
    seconds: dict[str, float] = field(default_factory=dict)


def audit_shard(
    number: int, items: Sequence[Item], rules: str = "", overrides: Mapping[str, str | int] | None = None
) -> Shard:
    """Read, audit and encode the items of shard `number`; what cannot be read is a row of `errors`."""
    return _Shard(number, rules, overrides or {}).run(items)


class _Shard:
    def __init__(self, number: int, rules: str, overrides: Mapping[str, str | int]) -> None:
        self.key = number * GAMES
        self.rules, self.overrides = rules, overrides
        self.rows: dict[str, list[Row]] = {table: [] for table in TABLES}
        self.seconds = {"parse": 0.0, "replay": 0.0, "rows": 0.0, "encode": 0.0}

    def run(self, items: Sequence[Item]) -> Shard:
        for item in items:
            begun = time.perf_counter()
            games = self._games(item)
            self.seconds["parse"] += time.perf_counter() - begun
            for place, record in enumerate(games, 1):
                try:
                    self._game(item, place, record)
                except MinogashiError as error:
                    self._error(item, place, str(error))
                # one record of a million must not stop the others, whatever it finds in the engine
                except Exception as error:  # noqa: BLE001
                    self._error(item, place, f"a fault of minogashi itself: {type(error).__name__}: {error}")
        begun = time.perf_counter()
        files = {table: encode(table, rows) for table, rows in self.rows.items()}
        self.seconds["encode"] = time.perf_counter() - begun
        return Shard(files, {table: len(rows) for table, rows in self.rows.items()}, self.seconds)

    def _games(self, item: Item) -> list[Record]:
        if item.error:
            self._error(item, 0, item.error)
            return []
        try:
            return formats.parse(item.content(), item.path)
        except RecordError as error:
            self._error(item, 0, str(error))
            return []

    def _game(self, item: Item, place: int, record: Record) -> None:
        begun = time.perf_counter()
        options = {**({} if self.rules else record.options), **self.overrides}
        book = profile(self.rules or record.profile, options)
        if book.seats != record.seats:
            raise RecordError(f"found a game of {record.seats}, expected one of {book.seats} for {book.name}")
        ready = Ready()
        found = audit_record(record, self.overrides, self.rules, watch=ready)
        replayed = time.perf_counter()
        id_ = item.id if place == 1 else f"{item.id}#{place}"
        for table, rows in rows_of(self.key, id_, found, record, book, ready).items():
            self.rows[table] += rows
        self.key += 1
        self.seconds["replay"] += replayed - begun
        self.seconds["rows"] += time.perf_counter() - replayed

    def _error(self, item: Item, place: int, error: str) -> None:
        told = error.removeprefix(f"{item.path}: ")
        self.rows["errors"].append((item.id, shown_path(item.path), place, told))
