"""The tables' part of the server: lay one out, take a seat, look, answer; the last two with a seat's token only."""

from __future__ import annotations

import asyncio
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from minogashi.rulebook import profile, profiles
from minogashi.texts import TEXTS
from minogashi.web import asked
from minogashi.web.page import served
from minogashi.web.rooms import NAME, SEATED, Room, RoomError, Rooms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from starlette.requests import Request

WAIT: Final = 20.0
"""How long a request may wait for something new."""


class Wanted(Struct, forbid_unknown_fields=True):
    """A table to lay out: rule book, who sits where, the own name, the length in winds (0: the usual one)."""

    rules: str
    seats: list[str]
    name: str = ""
    winds: int = 0


class Sitting(Struct, forbid_unknown_fields=True):
    """Taking a seat by its invitation."""

    invitation: str
    name: str = ""


class Answering(Struct, forbid_unknown_fields=True):
    """Entry `choice` of the menu that came with event `at`."""

    at: int
    choice: int


def tables_file() -> Path:
    """Where tables are kept: `$MINOGASHI_TABLES`, else `minogashi/tables.sqlite` in the user's data folder."""
    if own := os.environ.get("MINOGASHI_TABLES"):
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "minogashi" / "tables.sqlite"


def routes(path: Path | None = None) -> list[Route]:
    """The routes; the file of the tables is opened when it is first needed.

    >>> [route.path for route in routes()][:2]
    ['/play', '/api/play']
    """
    desk = Desk(path)
    return [
        Route("/play", desk.page),
        Route("/api/play", asked.answered(desk.offers)),
        Route("/api/rooms", asked.answered(desk.create), methods=["POST"]),
        Route("/api/rooms/{room}", asked.answered(desk.look)),
        Route("/api/rooms/{room}/seat", asked.answered(desk.sit), methods=["POST"]),
        Route("/api/rooms/{room}/answer", asked.answered(desk.answer), methods=["POST"]),
    ]


class Desk:
    """Answers the requests about tables."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._rooms: Rooms | None = None

    @property
    def rooms(self) -> Rooms:
        """The tables."""
        if self._rooms is None:
            self._rooms = Rooms(self.path or tables_file())
        return self._rooms

    async def page(self, request: Request) -> Response:
        """The page of the tables."""
        preferred = request.headers.get("accept-language", "")[:2]
        return HTMLResponse(served("play.html", "play.js", preferred if preferred in TEXTS else "en"))

    async def offers(self, _request: Request) -> Response:
        """The games that can be played."""
        return asked.encoded({"rules": await run_in_threadpool(_rule_books), "seats": SEATED})

    async def create(self, request: Request) -> Response:
        """Lay out a table."""
        wanted = await asked.body(request, Wanted)
        if wanted.rules not in profiles():  # a rule book's name may be a file's path elsewhere, never here
            raise RoomError(422, "rules is the name of a rule book")
        name = asked.plain(wanted.name, NAME)
        return asked.encoded(
            await run_in_threadpool(lambda: self.rooms.create(wanted.rules, wanted.seats, name, wanted.winds))
        )

    async def sit(self, request: Request) -> Response:
        """Take a seat."""
        sitting = await asked.body(request, Sitting)
        name = asked.plain(sitting.name, NAME)
        return await self._at(request, lambda room: room.sit(sitting.invitation[:200], name))

    async def answer(self, request: Request) -> Response:
        """Answer for the seat of the token, and see what comes of it."""
        token, given = asked.secret(request), await asked.body(request, Answering)

        def act(room: Room) -> dict[str, Any]:
            seat = room.seat_of(token)
            room.answer(seat, given.at, given.choice)
            return room.shown(seat, given.at)

        return await self._at(request, act)

    async def look(self, request: Request) -> Response:
        """What the seat of the token sees; with `wait`, the last stamp, not before there is something new."""
        token, since = asked.secret(request), asked.number(request, "since", -1)
        if "wait" in request.query_params:
            await self._changed(request, token, asked.number(request, "wait", 0))
        room = self.rooms.here(_ident(request))
        if since >= 0 and room is not None and room.lock.acquire(blocking=False):
            try:  # a few events of a table that nobody is busy with are told sooner than a thread would be called
                with self._whole(room):
                    return asked.encoded(room.shown(room.seat_of(token), since))
            finally:
                room.lock.release()
        return await self._at(request, lambda room: room.shown(room.seat_of(token), since))

    async def _changed(self, request: Request, token: str, stamp: int) -> None:
        room = self.rooms.here(_ident(request))
        if room is None:
            room = await run_in_threadpool(self._room, request)
        seat = room.seat_of(token)
        loop, new = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            loop.call_soon_threadsafe(new.set)

        room.told[seat].add(tell)
        try:
            if room.stamps[seat] == stamp:
                await asyncio.wait_for(new.wait(), WAIT)
        except TimeoutError:
            pass
        finally:
            room.told[seat].discard(tell)

    async def _at(self, request: Request, act: Callable[[Room], object]) -> Response:
        def work() -> object:
            room = self._room(request)
            with self._whole(room):
                return act(room)

        return asked.encoded(await run_in_threadpool(work))

    def _room(self, request: Request) -> Room:
        return self.rooms.room(_ident(request))

    @contextmanager
    def _whole(self, room: Room) -> Iterator[None]:
        """A table that failed half-way is taken up anew from what was written down."""
        try:
            yield
        except RoomError:
            raise
        except Exception:
            self.rooms.forget(room.ident)
            raise


def _ident(request: Request) -> str:
    return str(request.path_params["room"][:40])


def _rule_books() -> list[dict[str, object]]:
    books = [profile(name) for name in profiles()]
    return [{"name": book.name, "title": book.title, "family": book.family, "seats": book.seats} for book in books]
