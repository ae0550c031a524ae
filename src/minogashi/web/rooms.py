"""Tables on one server: persons and bots, each person behind a secret, every event kept before it is shown.

A table stands in the ledger as the start of its record and its events; the server may end at any moment, and whoever
asks for the table next plays it up from there.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import CLAIM_NAMES, RIICHI, Code
from minogashi.errors import MinogashiError
from minogashi.formats import written
from minogashi.play.bots import BOTS
from minogashi.play.choices import Choice, choices_of
from minogashi.play.saving import YOU, start
from minogashi.play.screen import worth
from minogashi.play.stepped import Guest, SteppedMatch
from minogashi.record import Setup
from minogashi.rulebook import profile
from minogashi.tiles import KIND_OF, kinds_in, name
from minogashi.web.ledger import Answer, Ledger, Place
from minogashi.web.parts import drawn_tiles
from minogashi.web.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from minogashi.play.deal import Player
    from minogashi.record import Record
    from minogashi.tiles import Tile

ME: Final = "me"
PERSON: Final = "person"
"""Who a seat is kept for: the one who lays out the table, or whoever has the seat's invitation."""
SEATED: Final = (ME, PERSON, *BOTS)
MOST: Final = 5000
"""The most tables that one file holds."""
KEPT: Final = 400
"""So many tables stay in memory while nobody asks for them."""
SHOWN: Final = (Code.PASSED_HU, Code.PASSED_SET, Code.OWN_LATEST)
"""The locks of the Singapore game that are always shown, also while they are empty."""
NAME: Final = 24
"""The most letters of a name."""


class RoomError(MinogashiError):
    """A request that a table refuses. `status` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


def nobody() -> RoomError:
    """The answer to every wrong room, token or invitation: it tells nothing about which was wrong."""
    return RoomError(403, "this link opens no seat")


class Entry(Struct, omit_defaults=True):
    """One thing that a seat may answer. `tiles`: own tiles of a set, or the tile it is about.

    `then` goes with a riichi, and `waits` are those of the hand that is left by it.
    """

    claim: str
    tiles: str = ""
    then: str = ""
    waits: str = ""


class Seated(Struct):
    """What whoever took a seat gets: the room, the seat, its token, and the invitations of the other seats."""

    room: str
    seat: int
    token: str
    invitations: dict[int, str]


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(secret: str, kept: str | None) -> bool:
    """Whether a secret is the one that a digest was made of, in a time that does not tell how nearly."""
    return hmac.compare_digest(digest(secret), kept or digest(""))


class Room:
    """One table. Its methods may be called from any thread.

    `stamps` has a number a seat, which grows whenever there is something new for it to see; `told` is called then.
    """

    def __init__(self, ident: str, record: Record, places: Sequence[Place], ledger: Ledger) -> None:
        setup = record.setup
        if setup is None:
            raise MinogashiError(f"table {ident} holds no seed")
        self.ident, self.ledger, self.book = ident, ledger, profile(record.profile, record.options)
        self.lock = threading.RLock()
        self.places = {place.seat: place for place in places}
        self.stamps = dict.fromkeys(self.places, int(1000 * time.time()))  # more than any that an ended server gave
        self.told: dict[int, set[Callable[[], None]]] = {seat: set() for seat in self.places}
        players: list[Player] = [Guest() if word == YOU else BOTS[word](setup.seed) for word in setup.players]
        self.players = players
        self.sights = {seat: Sight(self.book, seat) for seat in self.places}
        self.results: list[dict[str, Any]] = []
        self.over = False
        self._new: list[bytes] = []
        self._count = len(record.events)
        self.match = SteppedMatch(self.book, players, setup.seed, winds=setup.winds, keep=self._keep, watch=self._watch)
        self.match.resume(record.events)
        if not self.missing:
            self._go_on()
            self._take_up(ledger.answers(ident))

    # Playing

    @property
    def missing(self) -> int:
        """How many persons have not sat down yet."""
        return sum(place.token is None for place in self.places.values())

    def _keep(self, event: ev.Event) -> None:
        self._new.append(written.event_lines(event))

    def _watch(self, event: ev.Event) -> None:
        table = self.match.table
        if isinstance(event, ev.RoundEnd):
            wins = [{"seat": win.seat, "worth": worth(self.match.house.value(table, win.seat))} for win in table.wins]
            self.results.append({"round": len(self.results), "wins": wins})
        for sight in self.sights.values():
            sight.see(event, table)

    def _go_on(self) -> None:
        """Play as far as it goes, write down what happened, and only then let it be seen."""
        self.over = self.match.go_on()
        if self._new:
            self.ledger.events(self.ident, self._count, self._new)
            self._count += len(self._new)
            self._new.clear()

    def _take_up(self, answers: Sequence[Answer]) -> None:
        """Answers that were written down and not played when the server ended."""
        found = False
        for answer in answers:
            if answer.number == self._count and answer.choice < len(self._entries(answer.seat)):
                self._give(answer.seat, answer.choice)
                found = True
        if found:
            self._go_on()

    def _entries(self, seat: int) -> list[Choice]:
        """The menu of a seat in one list: claims, tiles to throw, and the pass."""
        table, menu = self.match.table, self.match.menu(seat)
        if not menu:
            return []
        out = choices_of(table, table.seats[seat], menu)
        plain = [event for event in menu if isinstance(event, ev.Discard | ev.Pass)]
        return out + [Choice(RIICHI, (event.tile,) if isinstance(event, ev.Discard) else (), event) for event in plain]

    def _give(self, seat: int, choice: int) -> None:
        guest, entry = self.players[seat], self._entries(seat)[choice]
        if isinstance(guest, Guest):
            guest.answer = entry.event
            if entry.then is not None:
                drawn = self.match.table.seats[seat].drawn
                guest.then = ev.Discard(seat, entry.then, entry.then == drawn)

    def answer(self, seat: int, at: int, choice: int) -> None:
        """A seat answers: entry `choice` of the menu that it got with its event `at`. Raises `RoomError`."""
        with self.lock:
            if self.missing:
                raise RoomError(409, "not everybody sits at the table yet")
            if at != self.sights[seat].at:
                raise RoomError(409, "the table has moved on; look again")
            entries = self._entries(seat)
            if not entries:
                raise RoomError(409, "nothing is asked of this seat now")
            if not 0 <= choice < len(entries):
                raise RoomError(422, f"choice is a number from 0 to {len(entries) - 1}")
            count, seen = self._count, {place: sight.at for place, sight in self.sights.items()}
            self._give(seat, choice)
            self._go_on()
            if self._count == count:  # others have to answer too: until then the answer itself is kept
                self.ledger.answer(self.ident, Answer(seat, count, choice))
            # what is asked of a seat changes with an event that it sees, or with its own answer
            self._tell(place for place, sight in self.sights.items() if place == seat or sight.at != seen[place])

    def sit(self, invitation: str, called: str) -> Seated:
        """Take the seat of an invitation, which is used up by that. Raises `RoomError`."""
        with self.lock:
            found = [place for place in self.places.values() if place.invitation and same(invitation, place.invitation)]
            if not found:
                raise nobody()
            token = secrets.token_urlsafe(24)
            place = Place(found[0].seat, called, digest(token))
            self.ledger.sit(self.ident, place)
            self.places[place.seat] = place
            if not self.missing:
                self._go_on()
            self._tell(self.places)
            return Seated(self.ident, place.seat, token, {})

    def _tell(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self.stamps[seat] += 1
            for tell in list(self.told[seat]):
                tell()

    # Showing

    def seat_of(self, token: str) -> int:
        """The seat that a token opens; all are compared, whichever it is. Raises `RoomError`."""
        found = [place.seat for place in list(self.places.values()) if same(token, place.token) and place.token]
        if not found:
            raise nobody()
        return found[0]

    def shown(self, seat: int, since: int) -> dict[str, Any]:
        """What the seat sees and may do, and what happened after its event `since` (-1: everything)."""
        with self.lock:
            sight = self.sights[seat]
            if not -1 <= since <= sight.at:
                raise RoomError(400, f"since is a number from -1 to {sight.at}")
            return {
                "schema": "minogashi.room/1",
                "rules": self.book.name,
                "title": self.book.title,
                "family": self.book.family,
                "seats": self.book.seats,
                "seat": seat,
                "names": [self.places[at].name if at in self.places else "" for at in range(self.book.seats)],
                "locks": list(dict.fromkeys(rule.code.value for rule in self.book.locks.rules if rule.code in SHOWN)),
                "missing": self.missing,
                "over": self.over,
                "stamp": self.stamps[seat],
                "at": sight.at,
                "since": since,
                "menu": [self._shown(seat, entry) for entry in self._entries(seat)] if not self.missing else [],
                "results": [result for result in self.results if self._seen(sight, result["round"], since)],
                "doc": sight.since(since),
            }

    @staticmethod
    def _seen(sight: Sight, number: int, since: int) -> bool:
        return number < len(sight.rounds) and sight.rounds[number].end > since

    def _shown(self, seat: int, entry: Choice) -> Entry:
        event, then = entry.event, entry.then
        if isinstance(event, ev.Discard):
            return Entry("discard", name(event.tile), waits="")
        if isinstance(event, ev.Pass):
            return Entry("pass")
        if then is not None:
            return Entry("riichi", then=name(then), waits=self._waits(seat, then))
        return Entry(CLAIM_NAMES[entry.claim], drawn_tiles(entry.tiles))

    def _waits(self, seat: int, then: Tile) -> str:
        waits = dict(self.match.table.referee.riichi_discards(self.match.table.seats[seat]))[KIND_OF[then]]
        return " ".join(name(kind) for kind in kinds_in(waits))


class Rooms:
    """The tables in a file, by default in memory only.

    >>> rooms = Rooms()
    >>> seated = rooms.create("tenhou", ["me", "sensible", "sensible", "random"])
    >>> room = rooms.room(seated.room)
    >>> room.seat_of(seated.token), len(room.shown(0, -1)["menu"]) > 0
    (0, True)
    """

    def __init__(self, path: Path | None = None) -> None:
        self.ledger = Ledger(path)
        self._lock = threading.Lock()
        self._all: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()

    def create(
        self, rules: str, seats: Sequence[str], called: str = "", winds: int = 0, *, seed: int | None = None
    ) -> Seated:
        """Lay out a table -> the seat of who did, and an invitation for each other person. Raises `MinogashiError`.

        Its walls come from a secret number, or from `seed`, for a game that anybody can play again.
        """
        if not all(word in SEATED for word in seats) or list(seats).count(ME) != 1:
            raise RoomError(422, f"seats are {', '.join(SEATED)}, and one of them is {ME}")
        book = profile(rules)
        if len(seats) != book.seats:
            raise RoomError(422, f"{book.name} is for {book.seats} seats, not {len(seats)}")
        if winds not in {0, 1, 2, 4}:
            raise RoomError(422, "winds is 1, 2 or 4, or 0 for the usual length")
        if self.ledger.count() >= MOST:
            raise RoomError(503, "there are too many tables here already")
        players = tuple(word if word in BOTS else YOU for word in seats)
        record = start(rules, {}, Setup(secrets.randbits(62) if seed is None else seed, players, winds))
        ident, token = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
        invitations = {seat: secrets.token_urlsafe(24) for seat, word in enumerate(seats) if word == PERSON}
        places = [Place(seat, "", None, digest(invitation)) for seat, invitation in invitations.items()]
        places.append(Place(list(seats).index(ME), called, digest(token)))
        self.ledger.create(ident, written.start_line(record), places)
        return Seated(ident, places[-1].seat, token, invitations)

    def here(self, ident: str) -> Room | None:
        """The table of this name if it is in memory; never waits."""
        return self._all.get(ident)

    def room(self, ident: str) -> Room:
        """The table of this name, taken up from the ledger if need be. Raises `RoomError`."""
        with self._lock:
            room = self._all.get(ident) or self._load(ident)
            self._all[ident] = self._recent[ident] = room
            self._recent.move_to_end(ident)
            while len(self._recent) > KEPT:
                self._recent.popitem(last=False)
            return room

    def forget(self, ident: str) -> None:
        """Take a table up from the ledger when it is next asked for: something went wrong with the one in memory."""
        with self._lock:
            self._all.pop(ident, None)
            self._recent.pop(ident, None)

    def _load(self, ident: str) -> Room:
        first = self.ledger.start(ident)
        if first is None:
            raise nobody()
        (record,) = written.parse(first + b"".join(self.ledger.lines(ident)), ident)
        return Room(ident, record, self.ledger.places(ident), self.ledger)

    def close(self) -> None:
        """Give the file back."""
        self.ledger.close()
