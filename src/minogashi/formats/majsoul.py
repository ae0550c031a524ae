"""Mahjong Soul's records as JSON: all hands open, with the server's furiten flags and offers of every seat.

The messages lie in `actions` (or, in records of 2020, in a plain list `records`), under one or two objects
called `data`; beside them stands `head`, with the players.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi.errors import RecordError
from minogashi.events import GameEnd
from minogashi.formats import liqi
from minogashi.formats.majsoul_game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.record import Record

NAME: Final = "majsoul"
_HEAD: Final = re.compile(rb'"\.?lq\.(?:Record|GameDetail)|"account_id"\s*:.*"nickname"|"mode_id"\s*:', re.DOTALL)
_RED: Final = re.compile(rb'["mpsz]0[mps]["0-9]')


class Account(msgspec.Struct):
    """A player."""

    seat: int = 0
    nickname: str = ""


class Placing(msgspec.Struct):
    """A player's points at the end; `part_point_1` are those of the table."""

    seat: int = 0
    part_point_1: int | None = None


class Result(msgspec.Struct):
    """The end of the game."""

    players: list[Placing] = []


class Head(msgspec.Struct):
    """What stands beside the messages."""

    uuid: str = ""
    accounts: list[Account] = []
    result: Result | None = None


def sniff(head: bytes) -> bool:
    """Whether this is a Mahjong Soul record in JSON.

    >>> sniff(b'{"head":{"uuid":"x","config":{"meta":{"mode_id":12}}}}'), sniff(b'{"name":"ActionDealTile"}')
    (True, False)
    """
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")) and _HEAD.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The game in the data."""
    try:
        document = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except msgspec.DecodeError as error:
        raise RecordError(f"broken JSON: {error}") from error
    game = Game(path, NAME, answers=b'"zhenting"' in data, reds=_RED.search(data) is not None)
    return played(game, messages(_actions(document)), _head(document))


def messages(actions: list[Any]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Number, name and content of each message; the players' replies are called `reply`."""
    for number, action in enumerate(actions):
        if not isinstance(action, dict):
            raise RecordError(f"expected an object, found {str(action)[:20]!r}", at=f"action {number}")
        result = action.get("result") or action
        if isinstance(result, dict) and isinstance(result.get("name"), str) and isinstance(result.get("data"), dict):
            yield number, result["name"], result["data"]
        elif isinstance(action.get("user_input"), dict):
            yield number, "reply", action["user_input"]


def played(game: Game, found: Iterator[tuple[int, str, dict[str, Any]]], head: Head) -> list[Record]:
    """The record of a game, message by message; a game of which nothing was played is left out."""
    for number, name, content in found:
        if name == "reply":
            if isinstance(content.get("cpg"), dict):
                game.answer(int(content.get("seat", 0)), msgspec.convert(content["cpg"], liqi.Answer))
        else:
            game.play(name, content, number)
    record = game.record
    if not record.events:
        raise RecordError("no hand is in it: expected actions with RecordNewRound")
    whole = not game.open
    game.finish()
    seats = {account.seat: account.nickname for account in head.accounts}
    record.names = tuple([seats.get(seat, "") for seat in range(record.seats)]) if seats else ()
    record.link = head.uuid
    if whole:
        record.places.append((len(record.events), game.number))
        record.events.append(GameEnd(_final(head, record.seats)))
    return [record]


def _actions(document: Any) -> list[Any]:  # noqa: ANN401  JSON of any shape
    """The list of messages, wherever it lies."""
    for _ in range(4):
        if isinstance(document, list):
            return document
        if not isinstance(document, dict):
            break
        for key in ("actions", "records", "record"):
            if document.get(key) and isinstance(document[key], list):
                found: list[Any] = document[key]
                return found
        document = document.get("data")
    raise RecordError("expected a list of actions or records under data")


def _head(document: Any) -> Head:  # noqa: ANN401
    head = document.get("head") if isinstance(document, dict) else None
    return msgspec.convert(head, Head) if isinstance(head, dict) else Head()


def _final(head: Head, seats: int) -> tuple[int, ...] | None:
    points = {place.seat: place.part_point_1 for place in head.result.players} if head.result is not None else {}
    found = [points.get(seat) for seat in range(seats)]
    return tuple([point for point in found if point is not None]) if None not in found else None
