"""Tenhou's downloaded logs (mjlog XML): all hands open, three or four players.

A log that breaks off, inside a round or a tag, is a record with `cut` set: what was played stands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from minogashi.errors import RecordError
from minogashi.events import Discard, Dora, Draw, GameEnd, NineTerminals, Riichi, RoundEnd
from minogashi.formats import tenhou
from minogashi.formats.tags import parse_tag, pieces
from minogashi.record import Record, Statement

if TYPE_CHECKING:
    from minogashi.events import Event
    from minogashi.tiles import Tile

NAME: Final = "mjlog"
Moves = dict[str, tuple["Event", "Event", "Event | None"]]
_KNOWN: Final = (b"<mjloggm", b"<SHUFFLE", b"<GO ", b"<TAIKYOKU", b"<INIT ")
_HANDS: Final = ("hai0", "hai1", "hai2", "hai3")
_IGNORED: Final = frozenset({"?xml", "SHUFFLE", "TAIKYOKU", "BYE", "PROF", "CHAT"})


def sniff(head: bytes) -> bool:
    """Whether this is mjlog XML, with or without its root tag.

    >>> sniff(b'<!-- saved --><mjloggm ver="2.3">'), sniff(b"Get: <GO />")
    (True, False)
    """
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and any(tag in head for tag in _KNOWN)


@lru_cache(16)
def moves(seats: tenhou.Seating, *, reds: bool) -> Moves:
    """Draws, discards and declarations by their text: two readings and what would throw a draw back.

    A draw is (from the wall, after a kan, the kept discard of its tile), a discard (kept tile, tile just
    drawn, None). All records share these events: they are frozen.
    """
    out: Moves = {}
    for chair in tenhou.chairs(seats):
        seat = seats[chair]
        for text, tile in tenhou.tile_of(reds=reds).items():
            kept = Discard(seat, tile, drawn=False)
            out[f"{'DEFG'[chair]}{text}/>"] = (kept, Discard(seat, tile, drawn=True), None)
            out[f"{'TUVW'[chair]}{text}/>"] = (Draw(seat, tile), Draw(seat, tile, replacement=True), kept)
        declared = Riichi(seat)
        for end in ("/>", " />"):
            out[f'REACH who="{chair}" step="1"{end}'] = (declared, declared, None)
    return out


def parse(data: bytes, path: str) -> list[Record]:
    """The games in the data.

    >>> hands = " ".join(f'hai{i}="{",".join(str(i * 13 + j) for j in range(13))}"' for i in range(4))
    >>> log = f'<GO type="9"/><INIT seed="0,0,0,1,1,99" ten="250,250,250,250" oya="0" {hands}/><T100/><D100/>'
    >>> parse(log.encode(), "")[0].events[2]
    Discard(seat=0, tile=25, drawn=True)
    """
    reader = _Reader(path)
    reader.read(pieces(data))
    if not reader.games:
        raise RecordError("the log breaks off before the first hand is dealt")
    return reader.games


class _Reader:
    """One pass over the tags of a file; `game` is the record being filled."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.games: list[Record] = []
        self.rooted = self.closed = False
        self.number = 0
        self.fresh()

    def fresh(self) -> None:
        """Nothing is known of the game to come."""
        self.game = Record(self.path, NAME, "tenhou", unit="tag")
        self.moves: Moves = {}
        self.seats = tenhou.FOUR
        self.reds = True
        self.open = False
        self.won: RoundEnd | None = None

    def read(self, tags: list[str]) -> None:
        """Draws and discards are looked up whole, everything else is parsed."""
        get, events = self.moves.get, self.game.events
        drawn: Event | None = None
        replacement = False
        number = 0
        try:
            for number, text in enumerate(tags[1:], 1):
                move = get(text)
                if move is None:
                    name, attrs = parse_tag(text)
                    move = get(f"{name}/>")
                    if move is None:
                        self.number = number
                        self.tag(name, attrs)
                        get, events = self.moves.get, self.game.events
                        if name in {"N", "INIT"}:
                            drawn, replacement = None, tenhou.draws_again(events[-1])
                        self.game.places.append((len(events), number + 1))
                        continue
                first, second, back = move
                if back is not None:
                    events.append(second if replacement else first)
                    drawn, replacement = back, False
                else:
                    events.append(second if first is drawn else first)
        except RecordError as error:
            if number < len(tags) - 1 or tags[-1].rstrip().endswith(">"):
                raise error.located(at=f"tag {number}") from error.__cause__
            self.rooted, self.closed = True, False  # the file breaks off inside this tag
        self.finish()

    def tag(self, name: str, attrs: dict[str, str]) -> None:
        """Any tag but a draw or discard of the round in play."""
        if self.won is not None and name != "AGARI":
            self._end_round(self.won)
        action = _ACTIONS.get(name)
        if action is not None:
            action(self, attrs)
        elif name not in _IGNORED and not name.startswith("/"):
            where = "in a round" if self.open else "outside a round"
            raise RecordError(f"<{name[:12]}> is no tag of a log {where}")

    def root(self, _attrs: dict[str, str]) -> None:
        """A log begins; another one may stand before it in the same file."""
        self.finish()
        self.rooted, self.closed = True, False

    def end(self, _attrs: dict[str, str]) -> None:
        """The log is complete."""
        self.closed = True

    def go(self, attrs: dict[str, str]) -> None:
        """The room, before the first round."""
        if self.game.events:
            self.finish()
        kind = tenhou.number(attrs, "type")
        self.game.profile, self.game.options = tenhou.room(kind)
        self.reds = not kind & tenhou.NO_REDS
        self._seat(3 if kind & tenhou.THREE_PLAYERS else None)

    def _seat(self, absent: int | None) -> None:
        self.seats = tenhou.seating(absent)
        self.game.seats = 4 if absent is None else 3

    def un(self, attrs: dict[str, str]) -> None:
        """The players; a later one with a single name is a player who comes back."""
        if not self.game.names:
            self.game.names = tenhou.names(attrs, self.seats)

    def init(self, attrs: dict[str, str]) -> None:
        """A round is dealt."""
        if self.open:
            self._end_round(RoundEnd("cut"))
        of = tenhou.tile_of(reds=self.reds)
        hands = tuple([tenhou.tiles(attrs.get(key, ""), of) for key in _HANDS])
        absent = None
        if () in hands:
            absent = hands.index(())
            hands = hands[:absent] + hands[absent + 1 :]
        if not self.game.events:
            self._seat(absent)
            self.game.profile = "tenhou" if absent is None else "tenhou-sanma"
            self.game.names = self.game.names[: self.game.seats]
        elif len(hands) != self.game.seats or (absent is not None and self.seats[absent] >= 0):
            raise RecordError(f"the players change: expected {self.game.seats} hands as before")
        self._add(tenhou.round_start(attrs, hands, self.seats, of))
        self.moves = moves(self.seats, reds=self.reds)
        self.open = True

    def reach(self, attrs: dict[str, str]) -> None:
        """Step 1 declares, step 2 says that the declaration stands."""
        seat = tenhou.seat(attrs, "who", self.seats)
        if not self.open:
            raise RecordError("<REACH> outside a round")
        if attrs.get("step") == "1":
            self._play(Riichi(seat))
        elif attrs.get("step") == "2":
            self._say(seat, "riichi_accepted", value=True)
        else:
            raise RecordError(f'REACH step="..." must be 1 or 2, found {attrs.get("step")!r}')

    def meld(self, attrs: dict[str, str]) -> None:
        """A call, a kan or a north."""
        tenhou.seat(attrs, "who", self.seats)
        self._play(tenhou.meld(int(attrs["who"]), tenhou.number(attrs, "m"), self.seats, reds=self.reds))

    def dora(self, attrs: dict[str, str]) -> None:
        """A further indicator."""
        for tile in self._tiles(attrs.get("hai", "")):
            self._play(Dora(tile))

    def agari(self, attrs: dict[str, str]) -> None:
        """A win; several in a row are wins on one tile."""
        event, claim, self.won = tenhou.win(attrs, self.seats, tenhou.tile_of(reds=self.reds))
        self._play(event)
        self._say(event.seat, "win", value=claim)
        if "owari" in attrs:
            self._end_round(self.won)
            self._add(GameEnd(tenhou.final(attrs, self.seats)))

    def ryuukyoku(self, attrs: dict[str, str]) -> None:
        """A draw of one kind or another; the hands shown are tenpai, or the nine terminals."""
        kind = attrs.get("type", "")
        if kind not in tenhou.RESULTS:
            raise RecordError(f"RYUUKYOKU type={kind!r} is unknown: expected one of {', '.join(tenhou.RESULTS)}")
        if not self.open:
            raise RecordError("<RYUUKYOKU> outside a round")
        result = tenhou.RESULTS[kind]
        if result == "nine_terminals":
            last = self.game.events[-1]
            if not isinstance(last, Draw):
                raise RecordError("nine terminals are declared right after a draw")
            self._play(NineTerminals(last.seat))
        elif result in {"exhaustive", "nagashi"}:
            for chair in range(4):
                if attrs.get(f"hai{chair}") and self.seats[chair] >= 0:
                    self._say(self.seats[chair], "tenpai", value=True)
        self._end_round(RoundEnd(result, tenhou.scores(attrs, self.seats)[0]))
        if "owari" in attrs:
            self._add(GameEnd(tenhou.final(attrs, self.seats)))

    def finish(self) -> None:
        """The game's record is complete, as far as the file goes."""
        if self.won is not None:
            self._end_round(self.won)
        self.game.cut = self.open or (self.rooted and not self.closed)
        if self.open:
            self._end_round(RoundEnd("cut"))
        if self.game.events:
            self.games.append(self.game)
        self.fresh()

    def _play(self, event: Event) -> None:
        if not self.open:
            raise RecordError(f"{type(event).__name__} outside a round")
        self._add(event)

    def _add(self, event: Event) -> None:
        self.game.places.append((len(self.game.events), self.number))
        self.game.events.append(event)

    def _say(self, seat: int, kind: str, *, value: object) -> None:
        self.game.statements.append(Statement(len(self.game.events) - 1, seat, kind, value))

    def _end_round(self, event: RoundEnd) -> None:
        self._add(event)
        self.moves = {}
        self.open, self.won = False, None

    def _tiles(self, text: str) -> tuple[Tile, ...]:
        return tenhou.tiles(text, tenhou.tile_of(reds=self.reds))


_ACTIONS: Final = {
    "mjloggm": _Reader.root,
    "/mjloggm": _Reader.end,
    "GO": _Reader.go,
    "UN": _Reader.un,
    "INIT": _Reader.init,
    "REACH": _Reader.reach,
    "N": _Reader.meld,
    "DORA": _Reader.dora,
    "AGARI": _Reader.agari,
    "RYUUKYOKU": _Reader.ryuukyoku,
}
