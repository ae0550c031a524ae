"""Mahjong Soul's records as the server sends them: protobuf, as bytes or as hexadecimal in a JSON document.

A message is a row of fields, each a key (field number and wire type) and a whole number or a length and bytes.
Only the fields that `liqi` knows are read. A captured frame has three bytes before the message.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi.errors import RecordError
from minogashi.formats.majsoul import Head, played
from minogashi.formats.majsoul_game import Game, short

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.record import Record

NAME: Final = "majsoul-wire"
_DETAIL: Final = b".lq.GameDetailRecords"
_RESPONSE: Final = b".lq.ResGameRecord"
_HEX: Final = re.compile(rb'"\w+"\s*:\s*"(0a15' + _DETAIL.hex().encode() + rb'[0-9a-fA-F]*)"?')
_FRAME: Final = 3
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_RED: Final = re.compile(rb"[\x02mpsz]0[mps]")

NUMBER, FLAG, TEXT, WHOLE, RAW = "number", "flag", "text", "signed number", "bytes"
"""The types of fields: numbers from 0, true or false, text, numbers that may be negative, bytes left as they are."""
Schema = dict[int, tuple[str, "str | Schema", bool]]
"""By field number: the name, the type (or the schema of a message inside), and whether there may be several."""

_CHOICES: Final[Schema] = {
    1: ("seat", NUMBER, False),
    2: ("operation_list", {1: ("type", NUMBER, False), 2: ("combination", TEXT, True)}, True),
}
_TING: Final[Schema] = {1: ("tile", TEXT, False), 2: ("haveyi", FLAG, False)}
_STICK: Final[Schema] = {1: ("seat", NUMBER, False), 4: ("failed", FLAG, False)}
_SEAT: Final[Schema] = {1: ("seat", NUMBER, False)}
_WON: Final[Schema] = {
    1: ("hand", TEXT, True),
    3: ("hu_tile", TEXT, False),
    4: ("seat", NUMBER, False),
    5: ("zimo", FLAG, False),
    9: ("li_doras", TEXT, True),
    10: ("yiman", FLAG, False),
    11: ("count", NUMBER, False),
    12: ("fans", {2: ("val", NUMBER, False), 3: ("id", NUMBER, False)}, True),
    13: ("fu", NUMBER, False),
    15: ("point_rong", NUMBER, False),
    16: ("point_zimo_qin", NUMBER, False),
    17: ("point_zimo_xian", NUMBER, False),
}
_CHANGE: Final[Schema] = {2: ("old_scores", WHOLE, True), 3: ("delta_scores", WHOLE, True)}
_MESSAGES: Final[dict[str, Schema]] = {
    "NewRound": {
        1: ("chang", NUMBER, False),
        2: ("ju", NUMBER, False),
        3: ("ben", NUMBER, False),
        4: ("dora", TEXT, False),
        5: ("scores", WHOLE, True),
        6: ("liqibang", NUMBER, False),
        7: ("tiles0", TEXT, True),
        8: ("tiles1", TEXT, True),
        9: ("tiles2", TEXT, True),
        10: ("tiles3", TEXT, True),
        12: ("operation", _CHOICES, False),
        15: ("left_tile_count", NUMBER, False),
        16: ("doras", TEXT, True),
    },
    "DealTile": {
        **_SEAT,
        2: ("tile", TEXT, False),
        5: ("liqi", _STICK, False),
        6: ("doras", TEXT, True),
        7: ("zhenting", FLAG, True),
        8: ("operation", _CHOICES, False),
    },
    "DiscardTile": {
        **_SEAT,
        2: ("tile", TEXT, False),
        3: ("is_liqi", FLAG, False),
        5: ("moqie", FLAG, False),
        6: ("zhenting", FLAG, True),
        7: ("tingpais", _TING, True),
        8: ("doras", TEXT, True),
        9: ("is_wliqi", FLAG, False),
        10: ("operations", _CHOICES, True),
    },
    "ChiPengGang": {
        **_SEAT,
        2: ("type", NUMBER, False),
        3: ("tiles", TEXT, True),
        4: ("froms", NUMBER, True),
        5: ("liqi", _STICK, False),
        7: ("zhenting", FLAG, True),
        8: ("operation", _CHOICES, False),
    },
    "AnGangAddGang": {
        **_SEAT,
        2: ("type", NUMBER, False),
        3: ("tiles", TEXT, False),
        6: ("doras", TEXT, True),
        7: ("operations", _CHOICES, True),
    },
    "BaBei": {**_SEAT, 6: ("doras", TEXT, True), 7: ("operations", _CHOICES, True)},
    "Hule": {1: ("hules", _WON, True), **_CHANGE, 5: ("scores", WHOLE, True)},
    "NoTile": {
        1: ("liujumanguan", FLAG, False),
        2: ("players", {3: ("tingpai", FLAG, False)}, True),
        3: ("scores", _CHANGE, True),
    },
    "LiuJu": {1: ("type", NUMBER, False), 3: ("seat", NUMBER, False), 5: ("liqi", _STICK, False)},
}
_WRAPPER: Final[Schema] = {1: ("name", TEXT, False), 2: ("data", RAW, False)}
_REPLY: Final[Schema] = {
    **_SEAT,
    11: ("cpg", {1: ("type", NUMBER, False), 2: ("index", NUMBER, False), 3: ("cancel_operation", FLAG, False)}, False),
}
_DETAILS: Final[Schema] = {
    1: ("records", _WRAPPER, True),
    3: ("actions", {3: ("result", _WRAPPER, False), 4: ("user_input", _REPLY, False)}, True),
}
_HEAD: Final[Schema] = {
    1: ("uuid", TEXT, False),
    11: ("accounts", {2: ("seat", NUMBER, False), 3: ("nickname", TEXT, False)}, True),
    12: ("result", {1: ("players", {1: ("seat", NUMBER, False), 3: ("part_point_1", WHOLE, False)}, True)}, False),
}
_RECORD: Final[Schema] = {3: ("head", _HEAD, False), 4: ("data", _WRAPPER, False)}


def sniff(head: bytes) -> bool:
    r"""Whether this is a record in protobuf, plain or in hexadecimal.

    >>> sniff(b"\n\x15.lq.GameDetailRecords\x12"), sniff(b'{"name":"x"}')
    (True, False)
    """
    return _wrapped(head) is not None or _HEX.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The game in the data."""
    found = _HEX.search(data)
    if found is not None:
        data = bytes.fromhex(found[1][: len(found[1]) // 2 * 2].decode())
    start = _wrapped(data)
    if start is None:
        raise RecordError(f"expected the message {_DETAIL.decode()} or {_RESPONSE.decode()}")
    wrapper = decode(data[start:], _WRAPPER)
    head, content = Head(), wrapper.get("data", b"")
    if wrapper.get("name") == _RESPONSE.decode():
        response = decode(content, _RECORD)
        head = msgspec.convert(response.get("head", {}), Head)
        content = response.get("data", {}).get("data", b"")
    details = decode(content, _DETAILS)
    found_messages = list(_messages(details.get("actions") or [{"result": one} for one in details.get("records", [])]))
    answers = any("zhenting" in message for _, _, message in found_messages)
    game = Game(path, NAME, answers=answers, reds=_RED.search(content) is not None)
    return played(game, iter(found_messages), head)


def decode(data: bytes, schema: Schema) -> dict[str, Any]:
    r"""The fields of a message that the schema knows, by name. RecordError where the bytes are no message.

    >>> decode(b"\x08\x03\x12\x021m", {1: ("seat", NUMBER, False), 2: ("tile", TEXT, False)})
    {'seat': 3, 'tile': '1m'}
    """
    out: dict[str, Any] = {}
    for number, value in _fields(data):
        known = schema.get(number)
        if known is None:
            continue
        name, kind, several = known
        if not several:
            out[name] = _value(value, kind, name)
        elif isinstance(value, bytes) and kind in (NUMBER, WHOLE, FLAG):
            at = 0
            while at < len(value):  # numbers come packed
                one, at = _varint(value, at)
                out.setdefault(name, []).append(_value(one, kind, name))
        else:
            out.setdefault(name, []).append(_value(value, kind, name))
    return out


def _messages(actions: list[dict[str, Any]]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for number, action in enumerate(actions):
        result = action.get("result", {})
        name = result.get("name", "")
        if name:
            schema = _MESSAGES.get(short(name), {})
            try:
                yield number, name, decode(result.get("data", b""), schema)
            except RecordError as error:
                raise error.located(at=f"action {number}") from error.__cause__
        elif "user_input" in action:
            yield number, "reply", action["user_input"]


def _wrapped(data: bytes) -> int | None:
    """Where the outermost wrapper starts: at once, or behind a frame's first bytes."""
    for start in (0, _FRAME):
        for name in (_DETAIL, _RESPONSE):
            if data.startswith(bytes((10, len(name))) + name, start):
                return start
    return None


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            size, at = _varint(data, at)
        elif kind in {_FIXED64, _FIXED32}:
            size = 8 if kind == _FIXED64 else 4
        else:
            raise RecordError(f"no protobuf: wire type {kind} at byte {at}")
        if at + size > len(data):
            raise RecordError(f"a message breaks off: {size} bytes at byte {at}, {len(data) - at} are left")
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A whole number in groups of seven bits, the lowest first, and where it ends."""
    value = shift = 0
    for byte in data[at : at + 10]:
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
    raise RecordError(f"a number breaks off at byte {at}")


def _value(value: int | bytes, kind: str | Schema, name: str) -> Any:  # noqa: ANN401  by the schema
    if isinstance(kind, dict):
        return decode(_raw(value, name), kind)
    if kind == RAW:
        return _raw(value, name)
    if kind == TEXT:
        return _raw(value, name).decode()
    if isinstance(value, bytes):
        raise RecordError(f"{name}: expected a number, found {len(value)} bytes")
    if kind == FLAG:
        return value != 0
    # a negative number is written as its complement in 64 bits
    return value - (1 << 64) if kind == WHOLE and value >> 63 else value


def _raw(value: int | bytes, name: str) -> bytes:
    if isinstance(value, int):
        raise RecordError(f"{name}: expected bytes, found the number {value}")
    return value
