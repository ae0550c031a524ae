"""Links to Tenhou logs: kept as a reference, never followed (R58)."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from minogashi.errors import RecordError

_LOG: Final = re.compile(r"(?P<hour>\d{10})gm-(?P<rules>[0-9a-f]{4})-(?P<lobby>\w+)-(?P<hash>\w+)")
_NO_REDS, _NO_OPEN_TANYAO, _HANCHAN, _THREE, _FAST = 2, 4, 8, 16, 64


class Link(Struct, frozen=True):
    """A log's id and what it tells: `hour` (yyyymmddhh), `rules` as a bit field, `lobby`, the viewing seat, the hand.

    `seat` counts from the first dealer, `hand` the hands of the game from 0; None where the link names none.
    """

    log: str
    hour: str
    rules: int
    lobby: str
    seat: int | None = None
    hand: int | None = None

    @property
    def red_fives(self) -> bool:
        """Whether the room plays with red fives."""
        return not self.rules & _NO_REDS

    @property
    def open_tanyao(self) -> bool:
        """Whether all simples counts in an open hand."""
        return not self.rules & _NO_OPEN_TANYAO

    @property
    def hanchan(self) -> bool:
        """Whether the game has a south round; else it is the east round only."""
        return bool(self.rules & _HANCHAN)

    @property
    def seats(self) -> int:
        """Three or four."""
        return 3 if self.rules & _THREE else 4

    @property
    def fast(self) -> bool:
        """Whether the room plays with less time to think."""
        return bool(self.rules & _FAST)


def parse_link(text: str) -> Link:
    """A log link, or a bare log id.

    Raises RecordError for anything else. Nothing is downloaded.

    >>> link = parse_link("http://tenhou.net/0/?log=2020010100gm-00a9-0000-45ea0ff1&tw=1&ts=12")
    >>> link.hour, link.seat, link.hand, link.seats, link.red_fives, link.hanchan
    ('2020010100', 1, 12, 4, True, True)
    """
    query = parse_qs(urlsplit(text).query)
    log = query.get("log", [text])[0]
    found = _LOG.fullmatch(log)
    if found is None:
        raise RecordError(f"{text!r} is not a log link: expected log=<yyyymmddhh>gm-<rules>-<lobby>-<hash>")
    return Link(
        log, found["hour"], int(found["rules"], 16), found["lobby"], _number(query, "tw", 3), _number(query, "ts", 99)
    )


def _number(query: dict[str, list[str]], name: str, most: int) -> int | None:
    if name not in query:
        return None
    text = query[name][0]
    if not text.isdecimal() or int(text) > most:
        raise RecordError(f"{name}={text} of a log link: expected 0 to {most}")
    return int(text)
