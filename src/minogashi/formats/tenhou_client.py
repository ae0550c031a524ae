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
from minogashi.formats.tags import decoded, parse_tag
from minogashi.record import Record, Statement
from minogashi.tiles import HIDDEN

if TYPE_CHECKING:
    from minogashi.events import Event

NAME: Final = "tenhou-client"
Moves = dict[str, "Draw | Discard"]
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


@lru_cache(16)
def moves(seats: tenhou.Seating, *, reds: bool) -> Moves:
    """The events of draws and discards by name; only the own draws (T) tell their tile.

    >>> moves(tenhou.FOUR, reds=True)["e52"]
    Discard(seat=1, tile=35, drawn=True)
    """
    out: Moves = {"UVW"[chair - 1]: Draw(seats[chair], HIDDEN) for chair in range(1, 4) if seats[chair] >= 0}
    for text, tile in tenhou.tile_of(reds=reds).items():
        out[f"T{text}"] = Draw(0, tile)
        for chair in tenhou.chairs(seats):
            letter = "DEFG"[chair]
            out[f"{letter}{text}"] = Discard(seats[chair], tile, drawn=False)
            out[f"{letter.lower()}{text}"] = Discard(seats[chair], tile, drawn=True)
    return out


def parse(data: bytes, path: str) -> list[Record]:
    """The games of a session, each as seen from seat 0; spectated games are left out."""
    reader = _Reader(path)
    lines = decoded(data).split("\n")
    for number, line in enumerate(lines, 1):
        if not line.startswith("Get:"):
            continue
        try:
            reader.line(line, number)
        except RecordError as error:
            if number == len(lines) and not line.rstrip().endswith(">"):
                break  # the session breaks off inside this line
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
        self.moves: Moves = {}
        self.judged = 0
        self.drawn = ""

    def line(self, line: str, number: int) -> None:
        """All tags of one line."""
        self.number = number
        head, *tags = line.split("<")
        if head.strip() != "Get:":
            raise RecordError(f"expected tags, found {head[4:].strip()[:20]!r}")
        for piece in tags:
            self.tag(*_tag(piece))

    def tag(self, name: str, attrs: dict[str, str]) -> None:
        """One tag: a move of the round in play, or something else."""
        event = self.moves.get(name)
        if event is not None:
            if name[0] == "T":
                self.drawn = f"D{name[1:]}"
            elif name == self.drawn:  # the own discard is always written in upper case
                event = self.moves[name.lower()]
            self.move(event, attrs)
            return
        action = _ACTIONS.get(name)
        if action is not None and (name == "GO" or not self.watched):
            if self.won is not None and name != "AGARI":
                self._end_round(self.won)
            action(self, attrs)
        elif self.open and name[0] in "TUVWDEFGdefg" and name[1:].isdigit():
            raise RecordError(f"<{name[:12]}> is no draw or discard of this game")

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
        self.moves = moves(self.seats, reds=self.reds)
        self.judged = TSUMO | NINE_TERMINALS
        if not self.old:
            self.judged |= RIICHI | (NORTH if three else 0)
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

    def move(self, event: Draw | Discard, attrs: dict[str, str]) -> None:
        """A draw or a discard, and what the server says and offers with it."""
        mask = attrs.get("t")
        offered = 0 if mask is None else offers(tenhou.number(attrs, "t"))
        own = event.seat == 0
        if isinstance(event, Draw):
            if self.replacement:
                event, self.replacement = Draw(event.seat, event.tile, replacement=True), False
            self._play(event)
            if own:
                self._say("offers", value=offered, judged=self.judged)
            return
        self._play(event)
        if not offered & RON:  # else the lamp waits for the answer
            self._say("furiten", value=self.furiten)
        if not own:
            self._say("offers", value=offered, judged=_ON_DISCARD)

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
        self.drawn = ""
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
        if "owari" in attrs and self.game.events:
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
        self.open, self.won, self.moves = False, None, {}


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
