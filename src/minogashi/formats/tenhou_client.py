"""Tenhou client sessions: the lines `Get: <...>` that a server sent to one player.

The client sits on chair 0 and sees its own tiles only. What makes these records precious are the
server's own answers: its furiten lamp and the claims it offers.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from minogashi.claims import CHI, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.errors import RecordError
from minogashi.events import AddedKan, Discard, Dora, Draw, GameEnd, NineTerminals, North, Riichi, RoundEnd
from minogashi.formats import tenhou
from minogashi.formats.tags import parse_tag
from minogashi.record import Record, Statement
from minogashi.tiles import HIDDEN

if TYPE_CHECKING:
    from minogashi.events import Event

NAME: Final = "tenhou-client"
_LINE: Final = re.compile(rb"^(?:Get|Send): *<", re.MULTILINE)
_OFFERS: Final = tuple(enumerate((PON, OPEN_KAN, CHI, RON, TSUMO, RIICHI, NINE_TERMINALS, NORTH)))
_ON_DISCARD: Final = PON | CHI | OPEN_KAN | RON


_tag: Final = lru_cache(8192)(parse_tag)
"""Most tags come again and again, in this session and the next; nobody changes their attributes."""


def sniff(head: bytes) -> bool:
    """Whether this is a session log.

    >>> sniff(b'Send: <HELO name="x"/>')
    True
    """
    return _LINE.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The games of a session, each as seen from seat 0; spectated games are left out."""
    reader = _Reader(path)
    text = data.decode("utf-8-sig")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("Get:"):
            continue
        try:
            reader.line(line, number)
        except RecordError as error:
            raise error.located(at=f"line {number}") from error.__cause__
    reader.finish()
    return reader.games


def offers(mask: int) -> int:
    """The claims of a `t` attribute.

    >>> offers(3) == PON | OPEN_KAN
    True
    """
    return sum(claim for bit, claim in _OFFERS if mask >> bit & 1)


class _Reader:
    """One pass over a session; `game` is the record being filled, None outside and in spectated games."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.games: list[Record] = []
        self.number = 0
        self.fresh()

    def fresh(self) -> None:
        """Nothing is known of the game to come."""
        self.game = Record(self.path, NAME, "tenhou", view=0, unit="line")
        self.kind = 0
        self.names: dict[str, str] = {}
        self.seats = tenhou.FOUR
        self.won: RoundEnd | None = None
        self.open = self.furiten = self.replacement = self.watched = False
        self.old = False
        self.drawn = -1

    def line(self, line: str, number: int) -> None:
        """All tags of one line."""
        self.number = number
        head, *tags = line.split("<")
        if head.strip() != "Get:":
            raise RecordError(f"expected tags, found {head[4:].strip()[:20]!r}")
        for piece in tags:
            self.tag(*_tag(piece))

    def tag(self, name: str, attrs: dict[str, str]) -> None:
        """One tag."""
        if name in {"GO", "UN", "TAIKYOKU", "INIT", "REINIT", "REACH", "N", "DORA", "FURITEN", "AGARI", "RYUUKYOKU"}:
            if self.won is not None and name != "AGARI":
                self._end_round(self.won)
            if name == "GO" or not self.watched:
                _ACTIONS[name](self, attrs)
        elif self.open and name[0] in "TUVWDEFGdefg" and (len(name) == 1 or name[1:].isdigit()):
            self.move(name, attrs)

    def go(self, attrs: dict[str, str]) -> None:
        """A game begins, or a reconnect to one."""
        self.finish()
        self.kind = tenhou.number(attrs, "type")
        self.watched = attrs.get("kansen") == "1"
        # the protocol of 2008 names no lobby here; it never offers riichi, nor a north or a ron on one
        self.old = "lobby" not in attrs
        self.game.profile, self.game.options = tenhou.room(self.kind)

    def un(self, attrs: dict[str, str]) -> None:
        """The players; a later one with a single name is a player who comes back."""
        self.names = self.names or attrs

    def taikyoku(self, attrs: dict[str, str]) -> None:
        """The game's name."""
        self.game.link = attrs.get("log", "")

    def init(self, attrs: dict[str, str]) -> None:
        """A round is dealt; only the own hand is shown."""
        self.reinit(attrs)
        three = bool(self.kind & tenhou.THREE_PLAYERS)
        self.seats = tenhou.seating(self._absent(attrs) if three else None)
        self.game.seats = 3 if three else 4
        self.game.names = tenhou.names(self.names, self.seats)
        self.reds = not self.kind & tenhou.NO_REDS
        self.of = tenhou.tile_of(reds=self.reds)
        hands = (tenhou.tiles(attrs.get("hai", ""), self.of),) + (tenhou.HIDDEN_HAND,) * (self.game.seats - 1)
        self.open = True
        self.furiten = self.replacement = False
        self._play(tenhou.round_start(attrs, hands, self.seats, self.of))

    def _absent(self, attrs: dict[str, str]) -> int:
        """The empty chair of three players: nameless and without points."""
        points = attrs.get("ten", "").split(",")
        empty = [chair for chair in range(1, len(points)) if points[chair] == "0" and not self.names.get(f"n{chair}")]
        if len(empty) != 1:
            raise RecordError(f"three players, but {len(empty)} empty chairs")
        return empty[0]

    def reinit(self, _attrs: dict[str, str]) -> None:
        """A reconnect gives hands and rivers anew, without their order: the round ends here for a replay."""
        if self.open:
            self._end_round(RoundEnd("cut"))

    def move(self, name: str, attrs: dict[str, str]) -> None:
        """A draw or a discard; lower case is a tile thrown as drawn."""
        letter, text = name[0], name[1:]
        if letter in "TUVW":
            self._draw(self.seats["TUVW".index(letter)], text, attrs)
            return
        seat = self.seats["DEFG".index(letter.upper())]
        if seat < 0 or text not in self.of:
            raise RecordError(f"<{name}> is not a discard of this game")
        drawn = letter.islower() or (seat == 0 and int(text) == self.drawn)
        self._play(Discard(seat, self.of[text], drawn=drawn))
        self.drawn = -1
        offered = offers(tenhou.number(attrs, "t")) if "t" in attrs else 0
        if not offered & RON:  # else the lamp waits for the answer
            self._say("furiten", value=self.furiten)
        if seat:
            self._say("offers", value=offered, judged=_ON_DISCARD)

    def _draw(self, seat: int, text: str, attrs: dict[str, str]) -> None:
        if seat < 0 or (text not in self.of if seat == 0 else text):
            raise RecordError(f"a draw of seat {seat} with tile {text!r}")
        self._play(Draw(seat, self.of[text] if seat == 0 else HIDDEN, replacement=self.replacement))
        self.replacement = False
        if seat == 0:
            self.drawn = int(text)
            judged = TSUMO | NINE_TERMINALS
            if not self.old:
                judged |= RIICHI | (NORTH if self.game.seats == 3 else 0)
            self._say("offers", value=offers(int(attrs.get("t", "0"))), judged=judged)

    def reach(self, attrs: dict[str, str]) -> None:
        """Step 1 declares, step 2 says that the declaration stands."""
        seat = tenhou.seat(attrs, "who", self.seats)
        if not self.open:
            return
        if attrs.get("step") == "1":
            self._play(Riichi(seat))
        else:
            self._say("riichi_accepted", value=True, seat=seat)

    def meld(self, attrs: dict[str, str]) -> None:
        """A call, a kan or a north; the server offers a ron on the last two."""
        if not self.open:
            return
        seat = tenhou.seat(attrs, "who", self.seats)
        event = tenhou.meld(int(attrs["who"]), tenhou.number(attrs, "m"), self.seats, reds=self.reds)
        self._play(event)
        self.replacement = tenhou.draws_again(event)
        self.drawn = -1
        if seat and isinstance(event, AddedKan | North) and not (self.old and isinstance(event, North)):
            self._say("offers", value=offers(int(attrs.get("t", "0"))), judged=RON)

    def dora(self, attrs: dict[str, str]) -> None:
        """A further indicator."""
        if self.open:
            for tile in tenhou.tiles(attrs.get("hai", ""), self.of):
                self._play(Dora(tile))

    def lamp(self, attrs: dict[str, str]) -> None:
        """The own furiten state from here on."""
        self.furiten = attrs.get("show") == "1"

    def agari(self, attrs: dict[str, str]) -> None:
        """A win; several in a row are wins on one tile."""
        if self.open:
            event, claim, self.won = tenhou.win(attrs, self.seats, self.of)
            self._play(event)
            self._say("win", value=claim, seat=event.seat)
        self._owari(attrs)

    def ryuukyoku(self, attrs: dict[str, str]) -> None:
        """A draw of one kind or another."""
        if self.open:
            result = tenhou.RESULTS.get(attrs.get("type", ""))
            if result is None:
                raise RecordError(f"RYUUKYOKU type={attrs['type']!r} is unknown")
            last = self.game.events[-1]
            if result == "nine_terminals" and isinstance(last, Draw):
                self._play(NineTerminals(last.seat))
            elif result in {"exhaustive", "nagashi"}:
                for chair in range(4):
                    if attrs.get(f"hai{chair}") and self.seats[chair] >= 0:
                        self._say("tenpai", value=True, seat=self.seats[chair])
            self._end_round(RoundEnd(result, tenhou.scores(attrs, self.seats)[0]))
        self._owari(attrs)

    def _owari(self, attrs: dict[str, str]) -> None:
        if "owari" in attrs:
            if self.won is not None:
                self._end_round(self.won)
            self._play(GameEnd(tenhou.final(attrs, self.seats)))

    def finish(self) -> None:
        """The game's record is complete, as far as the session goes."""
        if self.won is not None:
            self._end_round(self.won)
        if self.open:
            self._end_round(RoundEnd("cut"))
            self.game.cut = True
        if self.game.events:
            self.games.append(self.game)
        self.fresh()

    def _play(self, event: Event) -> None:
        self.game.places.append((len(self.game.events), self.number))
        self.game.events.append(event)

    def _say(self, kind: str, *, value: object, judged: int = 0, seat: int = 0) -> None:
        self.game.statements.append(Statement(len(self.game.events) - 1, seat, kind, value, judged))

    def _end_round(self, event: RoundEnd) -> None:
        self._play(event)
        self.open, self.won = False, None


_ACTIONS: Final = {
    "GO": _Reader.go,
    "UN": _Reader.un,
    "TAIKYOKU": _Reader.taikyoku,
    "INIT": _Reader.init,
    "REINIT": _Reader.reinit,
    "REACH": _Reader.reach,
    "N": _Reader.meld,
    "DORA": _Reader.dora,
    "FURITEN": _Reader.lamp,
    "AGARI": _Reader.agari,
    "RYUUKYOKU": _Reader.ryuukyoku,
}
