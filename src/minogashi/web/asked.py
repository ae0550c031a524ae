"""What requests bring, read with care: a small JSON body, numbers, a secret; and errors as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from minogashi.errors import MinogashiError
from minogashi.web.ledger import LedgerError
from minogashi.web.rooms import RoomError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

BODY: Final = 4096
"""The most bytes of a request's body."""

T = TypeVar("T")


def answered(make: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint whose errors are answers."""

    async def endpoint(request: Request) -> Response:
        try:
            return await make(request)
        except ClientDisconnect:
            return told(400, "the request broke off")
        except RoomError as error:
            return told(error.status, str(error))
        except LedgerError:
            return told(503, "the tables cannot be kept just now; try again")
        except MinogashiError as error:
            return told(422, str(error))

    return endpoint


def told(status: int, message: str) -> Response:
    """An error for people."""
    return JSONResponse({"error": message}, status)


def encoded(found: Any) -> Response:  # noqa: ANN401  anything that JSON can tell
    """An answer as JSON."""
    return Response(msgspec.json.encode(found), media_type="application/json")


async def body(request: Request, shape: type[T]) -> T:
    """The body as `shape`. Raises `RoomError`: 413 for a large one, 400 for no JSON, 422 for another shape."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY:
            raise RoomError(413, f"larger than {BODY} bytes")
    try:
        return msgspec.json.decode(bytes(data), type=shape)
    except msgspec.ValidationError as error:
        raise RoomError(422, str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RoomError(400, f"the body is no JSON: {error}") from None


def number(request: Request, key: str, default: int) -> int:
    """A whole number of the query. Raises `RoomError`."""
    text = request.query_params.get(key, "")
    if not text:
        return default
    if len(text) > 15 or not text.isascii() or not text.removeprefix("-").isdigit():
        raise RoomError(400, f"{key} is a whole number")
    return int(text)


def secret(request: Request) -> str:
    """The token that a request carries in its header, never in its address. Raises `RoomError`."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise RoomError(401, "a seat's link is needed")
    return token.strip()[:200]


def plain(text: str, most: int) -> str:
    r"""A name without what cannot be seen, and no longer than may be.

    >>> plain("  a\x00\u202eb  ", 24)
    'ab'
    """
    return "".join(letter for letter in text if letter.isprintable()).strip()[:most]
