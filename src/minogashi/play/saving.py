"""Saving: a game's record file, written event by event while it is played, and taken up again from it.

Every event is on the disk before the table or a player sees what follows from it. The answers to one tile are
written together with the event that settles them, so a file that ends among answers was torn, and they are asked
for again. A process that is killed at any moment loses nothing that anybody had seen.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from minogashi.errors import MinogashiError, RecordError
from minogashi.events import Ask, Dora, Event, Pass, Ron
from minogashi.formats import written
from minogashi.play.bots import BOTS
from minogashi.play.match import Match
from minogashi.play.players import close_all, watching
from minogashi.record import Record, Setup
from minogashi.rulebook import profile
from minogashi.whole import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from minogashi.play.deal import Player
    from minogashi.record import Statement
    from minogashi.rulebook import Value

    Watch = Callable[[Event], None]

YOU: Final = "you"
"""What a record calls the seat of a person."""
PROGRAM: Final = "mjai"
"""What a record calls the seat of an outside program: its command is never saved, since no file may run anything."""
_ABSENT: Final = {
    YOU: "nobody sits at this table to play for you",
    PROGRAM: "the program that plays this seat has to be named again",
}
_WAITING: Final = (Pass, Ask, Ron, Dora)
"""Never the last of a file: answers, and an indicator, which may stand before the discard that turns it."""


def _unwatched(_event: Event) -> None:
    """Nobody looks on."""


class Saver:
    """Appends events to a record file. Raises `RecordError` where the file cannot be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._waiting: list[bytes] = []
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise _unsaved(path, error) from None

    def keep(self, event: Event) -> None:
        """Write an event down for good; answers to a tile and indicators wait for the event that comes of them."""
        self._waiting.append(written.event_lines(event))
        if isinstance(event, _WAITING):
            return
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._put(data)

    def say(self, statement: Statement) -> None:
        """Write down what is told of a seat beside the events."""
        self._put(written.statement_line(statement))

    def _put(self, data: bytes) -> None:
        try:
            _write(self._file, data)
        except OSError as error:
            raise _unsaved(self.path, error) from None

    def close(self) -> None:
        """Give the file back."""
        with suppress(OSError):
            os.close(self._file)


class Game:
    """A game that can be played on: its `record` (start and events so far), the `match`, and the file it is saved in.

    `guests` are the players of the seats called `mjai`, whose programs no file may name; they are closed with `run`.

    >>> record = start("sg-wong-v1", {}, Setup(1, ("random",) * 4))
    >>> game = Game(record)
    >>> game.match.run(hands=1) is None
    False
    """

    def __init__(
        self,
        record: Record,
        path: Path | None = None,
        person: Player | None = None,
        watch: Watch = _unwatched,
        guests: Mapping[int, Player] | None = None,
    ) -> None:
        setup = record.setup
        if setup is None:
            raise RecordError("was not played here, so it holds no seed to go on from", path=record.path)
        self.record, self.path = record, path
        self.saver = None if path is None else Saver(path)
        keep = _unwatched if self.saver is None else self.saver.keep
        seated = guests or {}
        players = [seated.get(seat) or _player(name, setup.seed, person) for seat, name in enumerate(setup.players)]
        book = profile(record.profile, record.options)
        if not len(players) == record.seats == book.seats:
            raise RecordError(f"{book.name} is for {book.seats} seats, found {len(players)} players", path=record.path)
        people = [seat for seat, name in enumerate(setup.players) if name == YOU] if setup.club else []
        self.match = Match(
            book,
            players,
            setup.seed,
            winds=setup.winds,
            club=people,
            dice=setup.dice,
            keep=keep,
            watch=watching(players, watch),
        )
        self.match.resume(record.events)

    def say(self, statement: Statement) -> None:
        """Keep a statement about a seat (a bot's fault) in the file, if there is one."""
        if self.saver is not None:
            self.saver.say(statement)

    def run(self, hands: int | None = None) -> bool:
        """Play to the end of the game, or so many hands from its start -> whether the game is over.

        Raises `RecordError` where the saved part does not follow from its seed.
        """
        try:
            return self.match.run(hands) is None
        except RecordError:
            raise
        except MinogashiError as error:
            if not self.match.replaying:
                raise
            at = self.record.place(self.match.place)
            raise RecordError(str(error), path=self.record.path, at=at) from None
        finally:
            close_all(self.match.players)
            if self.saver is not None:
                self.saver.close()


def start(rules: str, options: Mapping[str, Value], setup: Setup) -> Record:
    """The start of a game's record: rule book, changed options, seed, who sits where."""
    return Record(
        "",
        written.NAME,
        rules,
        options={name: str(value) for name, value in options.items()},
        seats=len(setup.players),
        names=tuple(YOU if name == YOU else "" for name in setup.players) if YOU in setup.players else (),
        setup=setup,
    )


def create(path: Path, record: Record) -> None:
    """Make the record's file with its first line, whole or not at all. Raises `RecordError` where there is one."""
    if path.exists():
        raise RecordError("exists already; go on with it (--resume) or name another file", path=str(path))
    try:
        with whole(path) as part:
            part.write_bytes(written.start_line(record))
    except OSError as error:
        raise _unsaved(path, error) from None
    record.path = str(path)


def load(path: Path) -> Record:
    """The saved game in a file, which is cut to its whole part. Raises `RecordError` for anything else."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(error.strerror or "cannot be read", path=str(path)) from None
    kept = data[: data.rfind(b"\n") + 1]
    if not written.sniff(kept):
        raise RecordError("is not a game saved by minogashi", path=str(path))
    try:
        games = written.parse(kept, str(path))
    except RecordError as error:
        raise error.located(path=str(path)) from error.__cause__
    if len(games) != 1 or games[0].setup is None:
        raise RecordError("was not played here, so it holds no seed to go on from", path=str(path))
    (record,) = games
    while record.events and isinstance(record.events[-1], _WAITING):
        record.events.pop()
    last = record.number(len(record.events) - 1) or 1
    kept = b"".join(kept.splitlines(keepends=True)[:last])
    if len(kept) < len(data):
        try:
            os.truncate(path, len(kept))
        except OSError as error:
            raise _unsaved(path, error) from None
    return record


def resume(
    path: Path,
    person: Player | None = None,
    watch: Watch = _unwatched,
    guests: Mapping[int, Player] | None = None,
) -> Game:
    """The game that is saved in a file, ready to go on where it stopped."""
    return Game(load(path), path, person, watch, guests)


def _player(name: str, seed: int, person: Player | None) -> Player:
    if name == YOU and person is not None:
        return person
    if name not in BOTS:
        known = _ABSENT.get(name, f"expected {' or '.join(BOTS)}")
        raise MinogashiError(f"no player {name!r}: {known}")
    return BOTS[name](seed)


def _write(file: int, data: bytes) -> None:
    """All of the data, and on the disk."""
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)


def _unsaved(path: Path, error: OSError) -> RecordError:
    return RecordError(f"cannot be written: {error.strerror}", path=str(path))
