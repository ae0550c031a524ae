"""The server of the pages: it lists records, opens one, takes a dropped one, and sends frames and static files.

It asks nothing of any other machine. What comes in is limited in size, unpacked size, events and time; what goes out
carries a strict content policy. Every error is a JSON object with an `error` for people.
"""

from __future__ import annotations

import time
from functools import lru_cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import parse
from minogashi.formats.containers import members
from minogashi.texts import TEXTS
from minogashi.web import lab, play
from minogashi.web.frames import encode, frames
from minogashi.web.page import served, static
from minogashi.web.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from minogashi.record import Record

UPLOAD: Final = 8 * 1024 * 1024
"""The most bytes that a dropped file may have."""
UNPACKED: Final = 32 * 1024 * 1024
"""The most bytes that may come out of one file."""
EVENTS: Final = 30_000
"""The most events that a game may have; a long real one has 4,000."""
SECONDS: Final = 20.0
"""How long one file may take to read."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}
_SENT: Final = [(key.encode(), value.encode()) for key, value in HEADERS.items()]


class RefusedError(MinogashiError):
    """A request that is answered with an error: the HTTP status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


class _Headers:
    """Adds the security headers to every answer, and refuses what another site's page sends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += _SENT
            await send(message)

        asked = dict(scope["headers"])
        if scope["method"] not in {"GET", "HEAD"} and asked.get(b"sec-fetch-site", b"none") not in _OWN_SITE:
            await _told(403, "this page is not ours")(scope, receive, sent)
            return
        await self.app(scope, receive, sent)


_OWN_SITE: Final = {b"same-origin", b"none"}


def _told(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status)


def application(sources: list[str], hosts: list[str] | None = None, tables: Path | None = None) -> Starlette:
    """The application for these folders and files; `hosts` are the names that it answers to, by default this machine's.

    `tables` is the file that games played here are kept in.

    >>> [route.path for route in application([]).routes][:4]
    ['/', '/api/records', '/api/frames', '/api/frames']
    """
    shelf = Shelf(sources)
    routes = [
        Route("/", _home),
        Route("/api/records", partial(_answer, partial(_records, shelf))),
        Route("/api/frames", partial(_answer, partial(_open, shelf))),
        Route("/api/frames", partial(_answer, _upload), methods=["POST"]),
        *lab.routes(),
        *play.routes(tables),
        Mount("/static", StaticFiles(directory=str(files("minogashi.web").joinpath("static")))),
    ]
    middleware = [
        Middleware(_Headers),
        Middleware(TrustedHostMiddleware, allowed_hosts=hosts or ["localhost", "127.0.0.1", "[::1]"]),
        Middleware(GZipMiddleware, compresslevel=5),
    ]
    return Starlette(routes=routes, middleware=middleware)


async def _home(request: Request) -> Response:
    preferred = request.headers.get("accept-language", "")[:2]
    page = served(language=preferred if preferred in TEXTS else "en")
    return HTMLResponse(page.replace(_BEFORE_TITLE, static("nav.html") + _BEFORE_TITLE, 1))


_BEFORE_TITLE: Final = '<h1 class="what"'
"""Where the links to the other pages stand; a replay in one file has none."""


async def _answer(make: Callable[[Request], Awaitable[Response]], request: Request) -> Response:
    try:
        return await make(request)
    except RefusedError as refusal:
        return _told(refusal.status, str(refusal))
    except MinogashiError as error:
        return _told(422, str(error))


async def _records(shelf: Shelf, _request: Request) -> Response:
    entries = await run_in_threadpool(shelf.entries)
    return JSONResponse({"records": [{"id": entry.id, "size": entry.size} for entry in entries]})


async def _open(shelf: Shelf, request: Request) -> Response:
    asked = request.query_params.get("record", "")
    try:
        path = shelf.path(asked)
    except RecordError as error:
        raise RefusedError(404, str(error)) from None
    stat = path.stat()
    return _json(await run_in_threadpool(_kept, path, stat.st_mtime_ns, stat.st_size, asked, _number(request)))


@lru_cache(maxsize=16)
def _kept(path: Path, _changed: int, _size: int, name: str, number: int) -> bytes:
    return film(path.read_bytes(), name, number)


async def _upload(request: Request) -> Response:
    too_large = RefusedError(413, f"larger than {UPLOAD >> 20} MB, which no record is")
    if request.headers.get("content-length", "0").isdigit() and int(request.headers.get("content-length", 0)) > UPLOAD:
        raise too_large
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > UPLOAD:
            raise too_large
    name = request.query_params.get("name", "")[:200] or "record"
    return _json(await run_in_threadpool(film, bytes(data), name, _number(request)))


def _number(request: Request) -> int:
    asked = request.query_params.get("game", "1")
    if not asked.isdigit() or not 1 <= int(asked[:6]) <= MOST_GAMES:
        raise RefusedError(400, "game is a number from 1")
    return int(asked)


MOST_GAMES: Final = 1000


def film(data: bytes, name: str, number: int = 1) -> bytes:
    """The frames, as JSON, of game `number` of what is in `data`; `MinogashiError` where there is none or too much.

    >>> film(b'{"type":"start_kyoku","oya":0}', "a.mjson")[:32]
    b'{"schema":"minogashi.frames/1","'
    """
    games = _games(data)
    if not games:
        raise MinogashiError(f"{name}: no game was played here")
    if number > len(games):
        raise MinogashiError(f"{name}: holds {len(games)} games, so there is no game {number}")
    record = games[number - 1]
    if len(record.events) > EVENTS:
        raise MinogashiError(f"{name}: has {len(record.events)} events, which no game has")
    record.path = name
    document = frames(record)
    document.game, document.games = number, len(games)
    return encode(document)


def _games(data: bytes) -> list[Record]:
    """All games in a file, as long as size and time allow."""
    end, left = time.monotonic() + SECONDS, UNPACKED
    games: list[Record] = []
    for path, inner in members(data):
        if isinstance(inner, RecordError):
            raise inner
        left -= len(inner)
        if left < 0 or time.monotonic() > end or len(games) >= MOST_GAMES:
            raise RecordError("unpacks to more than a record can be")
        games += parse(inner, path.removeprefix("<bytes>").removeprefix("/"))
    return games


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


__all__ = ["EVENTS", "HEADERS", "UPLOAD", "application", "film"]
