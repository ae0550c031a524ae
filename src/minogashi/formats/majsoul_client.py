"""What Mahjong Soul sends one player, as JSON lines `{"name": "ActionDealTile", "data": {...}}`.

Only the own hand and draws are known, and the server's answers are those to the own seat. Lines whose name
starts with `input` are the player's own requests.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from minogashi.errors import RecordError
from minogashi.formats import liqi
from minogashi.formats.majsoul_game import Game, short

if TYPE_CHECKING:
    from minogashi.record import Record

NAME: Final = "majsoul-client"
START, REQUEST = "MJStart", "inputChiPengGang"
_LINE: Final = re.compile(rb'^\s*\{\s*"name"\s*:\s*"(?:\.lq\.)?(?:Action|input)[A-Z]\w+"', re.MULTILINE)
_RELEVANT: Final = (".lq.Action", "Action", REQUEST)


class Line(msgspec.Struct):
    """One message."""

    name: str = ""
    data: dict[str, object] = {}


_DECODE: Final = msgspec.json.Decoder(Line).decode
Numbered = list[tuple[int, Line]]


def sniff(head: bytes) -> bool:
    """Whether these are messages to a client.

    >>> sniff(b'{"name":"ActionMJStart","data":{}}'), sniff(b'{"name":["A","B"]}')
    (True, False)
    """
    return _LINE.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The games of a session, each as seen from the own seat."""
    games: list[Numbered] = [[]]
    for found in _lines(data):
        if short(found[1].name) == START:
            games.append([])
        else:
            games[-1].append(found)
    return [_game(lines, path) for lines in games if lines]


def _lines(data: bytes) -> Numbered:
    """The messages that matter, with their line numbers; the last line may break off."""
    out = []
    rows = data.split(b"\n")
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        try:
            line = _DECODE(row)
        except msgspec.MsgspecError as error:
            if number == len(rows) > 1:
                break
            raise RecordError(f"not a message: {error}", at=f"line {number}") from error
        if line.name.startswith(_RELEVANT):
            out.append((number, line))
    return out


def _game(lines: Numbered, path: str) -> Record:
    game = Game(path, NAME, view=_own_seat(lines))
    game.record.unit = "line"
    for number, line in lines:
        if line.name == REQUEST:
            if game.view is not None:
                game.answer(game.view, msgspec.convert(line.data, liqi.Answer))
        else:
            game.play(line.name, line.data, number)
    game.finish()
    return game.record


def _own_seat(lines: Numbered) -> int:
    """The seat whose draws show their tile, or that is dealt the dealer's 14 tiles."""
    for _, line in lines:
        name, data = short(line.name), line.data
        dealt = data.get("tiles")
        seat = data.get("seat", 0) if name == "DealTile" and data.get("tile") else None
        if name == "NewRound" and isinstance(dealt, list) and len(dealt) == 14:
            seat = data.get("ju", 0)
        if isinstance(seat, int):
            return seat
    raise RecordError("no draw shows its tile, so the own seat is not told")
