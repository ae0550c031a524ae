"""The tables' file: what is written together, and what is not written."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from minogashi.web.ledger import Answer, Ledger, LedgerError, Place

if TYPE_CHECKING:
    from pathlib import Path


def test_many_who_write_at_once_each_find_their_events_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    ledger, other = Ledger(path), Ledger(path)
    names = [f"room {number}" for number in range(12)]
    for name in names:
        ledger.create(name, b"start", [Place(0, "", "digest")])
    together, lost = threading.Barrier(len(names)), []

    def play(name: str) -> None:
        together.wait()
        for number in range(20):
            line = f"{name} {number}".encode()
            ledger.events(name, number, [line])
            if other.lines(name)[number:] != [line]:  # another connection sees only what was committed
                lost.append((name, number))

    threads = [threading.Thread(target=play, args=[name]) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lost == []
    assert all(len(other.lines(name)) == 20 for name in names)


def test_a_write_that_is_refused_takes_no_other_with_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    ledger = Ledger(path)
    ledger.create("taken", b"start", [])
    ledger.events("taken", 0, [b"first"])
    names, refused = [f"room {number}" for number in range(6)], []
    for name in names:
        ledger.create(name, b"start", [])
    together = threading.Barrier(2 * len(names))

    def good(name: str) -> None:
        together.wait()
        for number in range(20):
            ledger.events(name, number, [b"line"])

    def bad() -> None:
        together.wait()
        for _ in range(20):
            with pytest.raises(LedgerError, match="cannot be written"):
                ledger.events("taken", 0, [b"second", b"third"])
            refused.append(1)

    threads = [threading.Thread(target=good, args=[name]) for name in names]
    threads += [threading.Thread(target=bad) for _ in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = Ledger(path)
    assert [len(found.lines(name)) for name in names] == [20] * len(names)
    assert found.lines("taken") == [b"first"]
    assert len(refused) == 20 * len(names)


def test_all_of_a_write_or_nothing(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "tables.sqlite")
    ledger.create("a", b"start", [])
    ledger.events("a", 0, [b"one"])
    ledger.answer("a", Answer(0, 1, 3))
    with pytest.raises(LedgerError):
        ledger.create("a", b"again", [Place(0, "", "digest")])
    with pytest.raises(LedgerError):
        ledger.events("a", 0, [b"other", b"two"])
    assert (ledger.start("a"), ledger.places("a"), ledger.lines("a")) == (b"start", [], [b"one"])
    assert ledger.answers("a") == [Answer(0, 1, 3)]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "tables.sqlite")
    ledger.close()
    with pytest.raises(LedgerError, match="cannot be written"):
        ledger.create("a", b"start", [])
