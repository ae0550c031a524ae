"""The tables' file: SQLite in WAL mode, every write on the disk before it returns. It holds no token, only digests.

Going to the disk is what takes time. Changes that come while it is busy with others wait, and then go there together.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from minogashi.errors import MinogashiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, made REAL NOT NULL, start BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (room TEXT, seat INTEGER, name TEXT NOT NULL, token TEXT, invitation TEXT,
    PRIMARY KEY (room, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (room TEXT, number INTEGER, line BLOB NOT NULL, PRIMARY KEY (room, number))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (room TEXT, seat INTEGER, number INTEGER, choice INTEGER NOT NULL,
    PRIMARY KEY (room, seat)) WITHOUT ROWID;
"""


class LedgerError(MinogashiError):
    """The file cannot be read or written."""


class Place(Struct):
    """A person's seat: its name, the digest of its token once somebody sits there, of its invitation until then."""

    seat: int
    name: str
    token: str | None = None
    invitation: str | None = None


class Answer(Struct):
    """An answer that was given and not yet played: at which number of events, which entry of the menu."""

    seat: int
    number: int
    choice: int


class Ledger:
    """All tables of one server in one file. Raises `LedgerError` where the file fails.

    >>> ledger = Ledger(None)
    >>> ledger.create("a", b"start", [Place(0, "", "digest")])
    >>> ledger.events("a", 0, [b"one", b"two"])
    >>> ledger.start("a"), ledger.lines("a"), ledger.count()
    (b'start', [b'one', b'two'], 1)
    """

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[_Change] = deque()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=FULL")
            self._base.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise LedgerError(f"the tables cannot be kept in {path}: {error}") from None

    def close(self) -> None:
        """Give the file back."""
        with self._lock:
            self._base.close()

    def _change(self, make: Callable[[sqlite3.Connection], object]) -> None:
        """Carry out a change, all of it or nothing; it is on the disk when this returns."""
        change = _Change(make)
        self._waiting.append(change)
        with self._lock:
            if not change.done:  # else it went along with another's
                self._carry_out()
        if change.error is not None:
            raise LedgerError(f"the tables cannot be written: {change.error}")

    def _carry_out(self) -> None:
        """All changes that wait, in one transaction; one that fails takes no other with it."""
        changes = [self._waiting.popleft() for _ in range(len(self._waiting))]
        try:
            with self._base:
                self._base.execute("BEGIN IMMEDIATE")
                for change in changes:
                    change.carry_out(self._base)
        except BaseException as error:  # whatever it was, nobody may take for written what is not
            for change in changes:
                change.error = change.error or error
            if not isinstance(error, sqlite3.Error):
                raise
        finally:
            for change in changes:
                change.done = True

    def _read(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._base.execute(question, values).fetchall()
            except sqlite3.Error as error:
                raise LedgerError(f"the tables cannot be read: {error}") from None

    def count(self) -> int:
        """How many tables there are."""
        return int(self._read("SELECT COUNT(*) FROM rooms")[0][0])

    def create(self, room: str, start: bytes, places: Iterable[Place]) -> None:
        """Write down a new table."""
        rows = [(room, place.seat, place.name, place.token, place.invitation) for place in places]

        def change(base: sqlite3.Connection) -> None:
            base.execute("INSERT INTO rooms VALUES (?, ?, ?)", (room, time.time(), start))
            base.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", rows)

        self._change(change)

    def sit(self, room: str, place: Place) -> None:
        """Somebody takes a seat: the invitation is used up."""
        taken = "UPDATE seats SET name = ?, token = ?, invitation = NULL WHERE room = ? AND seat = ?"
        self._change(lambda base: base.execute(taken, (place.name, place.token, room, place.seat)))

    def answer(self, room: str, answer: Answer) -> None:
        """Write down an answer that cannot be played yet."""
        row = (room, answer.seat, answer.number, answer.choice)
        self._change(lambda base: base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row))

    def events(self, room: str, number: int, lines: Iterable[bytes]) -> None:
        """Write down new events, all or none; a number that is there already is refused."""
        rows = [(room, number + place, line) for place, line in enumerate(lines)]

        def change(base: sqlite3.Connection) -> None:
            base.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            base.execute("DELETE FROM answers WHERE room = ? AND number < ?", (room, number + len(rows)))

        self._change(change)

    def start(self, room: str) -> bytes | None:
        """The first line of a table's record; None where there is no such table."""
        found = self._read("SELECT start FROM rooms WHERE id = ?", room)
        return bytes(found[0][0]) if found else None

    def places(self, room: str) -> list[Place]:
        """The persons' seats."""
        rows = self._read("SELECT seat, name, token, invitation FROM seats WHERE room = ? ORDER BY seat", room)
        return [Place(*row) for row in rows]

    def answers(self, room: str) -> list[Answer]:
        """The answers that wait to be played."""
        return [Answer(*row) for row in self._read("SELECT seat, number, choice FROM answers WHERE room = ?", room)]

    def lines(self, room: str) -> list[bytes]:
        """The lines of all events, in order."""
        rows = self._read("SELECT line FROM events WHERE room = ? ORDER BY number", room)
        return [bytes(row[0]) for row in rows]


class _Change:
    """Something to be written, and what became of it."""

    def __init__(self, make: Callable[[sqlite3.Connection], object]) -> None:
        self.make = make
        self.done = False
        self.error: BaseException | None = None

    def carry_out(self, base: sqlite3.Connection) -> None:
        """Make the change within a transaction, or note why it cannot be made."""
        base.execute("SAVEPOINT change")
        try:
            self.make(base)
        except sqlite3.Error as error:
            self.error = error
            base.execute("ROLLBACK TO change")
        base.execute("RELEASE change")
