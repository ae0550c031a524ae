"""Records of Majiang (kobalab's paipu JSON): one game, or a list of games; four players.

Its seats are the winds of a round; here they count from the first dealer of the game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct, field

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import RecordError, TileError
from minogashi.formats.tenhou import draws_again
from minogashi.formats.tenhou6_words import YAKU
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import HIDDEN, KIND_OF, Tile, parse_tile

if TYPE_CHECKING:
    from collections.abc import Callable

NAME: Final = "majiang"
RESULTS: Final = {
    "荒牌平局": "exhaustive",
    "流局": "exhaustive",
    "流し満貫": "nagashi",
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四開槓": "four_kans",
    "三家和": "triple_ron",
}
_SNIFF: Final = re.compile(rb'"qipai"\s*:\s*\{')
_GROUP: Final = re.compile(r"([mpsz])([0-9+=\-]+)")
_MELD: Final = re.compile(r"([mpsz])(\d)([+=\-]?)(\d)([+=\-]?)(\d)([+=\-]?)(?:(\d)([+=\-]?))?")
_FROM: Final = {"+": 1, "=": 2, "-": 3}


class Deal(Struct):
    """`qipai`: seats are winds."""

    zhuangfeng: int
    jushu: int
    changbang: int
    lizhibang: int
    defen: list[int]
    baopai: str
    shoupai: list[str]


class Act(Struct):
    """A tile of a seat: drawn or thrown (`p`), or a set (`m`)."""

    l: int  # noqa: E741  the format's own name
    p: str = ""
    m: str = ""


class Turned(Struct):
    """A further indicator."""

    baopai: str


class Yaku(Struct):
    """A yaku with its han; stars for yakuman; `baojia`: from where the seat that is liable sits."""

    name: str
    fanshu: int | str = 0
    baojia: str | None = None


class Win(Struct):
    """A win."""

    l: int  # noqa: E741  the format's own name
    shoupai: str
    baojia: int | None = None
    fubaopai: list[str] | None = None
    fu: int | None = None
    fanshu: int | None = None
    damanguan: int | None = None
    defen: int = 0
    hupai: list[Yaku] | None = None
    fenpei: list[int] | None = None


class Drawn(Struct):
    """A drawn hand; the hands shown are those of seats that were ready."""

    name: str = ""
    shoupai: list[str] = []
    fenpei: list[int] | None = None


class Entry(Struct):
    """One entry of a log has one of these."""

    qipai: Deal | None = None
    zimo: Act | None = None
    dapai: Act | None = None
    fulou: Act | None = None
    gang: Act | None = None
    gangzimo: Act | None = None
    kaigang: Turned | None = None
    hule: Win | None = None
    pingju: Drawn | None = None


class Game(Struct):
    """One game; `qijia` is the player who dealt first."""

    log: list[list[Entry]]
    title: str | None = None
    player: list[str] = field(default_factory=list)
    qijia: int | None = 0
    defen: list[int] = field(default_factory=list)


_GAME: Final = msgspec.json.Decoder(Game)
_GAMES: Final = msgspec.json.Decoder(list[Game])


def sniff(head: bytes) -> bool:
    """Whether a deal of this format is near the start.

    >>> sniff(b'[{"title":"","log":[[{"qipai":{'), sniff(b'{"log":[[[0,0,0]')
    (True, False)
    """
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")) and _SNIFF.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The games in the data."""
    text = data.removeprefix(b"\xef\xbb\xbf").strip()
    try:
        games = _GAMES.decode(text) if text.startswith(b"[") else [_GAME.decode(text)]
    except msgspec.MsgspecError as error:
        raise RecordError(f"not Majiang's JSON: {error}") from error
    return [_Reader(game, path, number if len(games) > 1 else 0).read() for number, game in enumerate(games, 1)]


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in the format's order; marks of riichi and melds are not for this.

    >>> tiles("m05z7")
    (34, 4, 33)
    """
    found = _GROUP.findall(text)
    if "".join(suit + digits for suit, digits in found) != text:
        raise RecordError(f"{text[:40]!r} is not a row of tiles such as 'm123p0z7'")
    return tuple([parse_tile(digit + suit) for suit, digits in found for digit in digits])


def _tile(text: str) -> Tile:
    if text in {"", "_"}:
        return HIDDEN
    found = tiles(text)
    if len(found) != 1:
        raise RecordError(f"{text[:20]!r} is not one tile")
    return found[0]


class _Reader:
    """One game; `dealer` is the seat of the wind 0 in the round being read."""

    def __init__(self, game: Game, path: str, number: int) -> None:
        self.raw, self.which = game, number
        first = game.qijia or 0
        if not 0 <= first < 4:
            raise RecordError(f"qijia must be a seat, 0 to 3, found {first}")
        # double yakuman and yakuman that add up are the program's own default
        self.game = Record(path, NAME, "tenhou", {"yakuman": "stack_double"}, unit="entry")
        self.game.notes.append("No rule book for Majiang is known; tenhou with yakuman that count twice stands in.")
        self.game.names = tuple(game.player[first:] + game.player[:first]) if len(game.player) == 4 else ()
        self.first = first
        self.dealer = self.number = 0
        self.ended = "none"  # the result once the round is over; no round has begun yet

    def read(self) -> Record:
        """The record of the game."""
        for number, entries in enumerate(self.raw.log, 1):
            for at, entry in enumerate(entries, 1):
                try:
                    self._entry(entry, at)
                except (RecordError, TileError) as error:
                    place = f"round {number}, entry {at}"
                    raise RecordError(str(error), at=f"game {self.which}, {place}" if self.which else place) from error
            self._end()
        game, scores = self.game, self.raw.defen
        game.view = self._view()
        if not game.events:
            raise RecordError("no round is dealt")
        if len(scores) == 4 and not game.cut:
            self._add(ev.GameEnd(tuple(scores[self.first :] + scores[: self.first])))
        return game

    def _view(self) -> int | None:
        seen = {
            seat
            for event in self.game.events
            if isinstance(event, ev.RoundStart)
            for seat, hand in enumerate(event.hands)
            if HIDDEN not in hand
        }
        return seen.pop() if len(seen) == 1 else None

    def _entry(self, entry: Entry, number: int) -> None:
        self.number = number
        if entry.qipai is not None:
            self._deal(entry.qipai)
            return
        if self.ended and (entry.hule is None or self.ended != "win"):
            raise RecordError("the round is over, or has not begun")
        for name, read in _ENTRIES.items():
            found = getattr(entry, name)
            if found is not None:
                read(self, found)
                return

    def _deal(self, deal: Deal) -> None:
        if not (0 <= deal.zhuangfeng < 4 and 0 <= deal.jushu < 4 and len(deal.defen) == len(deal.shoupai) == 4):
            raise RecordError("a deal has winds 0 to 3, four hands and four scores")
        self.dealer = deal.jushu
        hands = [_hand(text) for text in self._seated(deal.shoupai)]
        self.scores = list(self._seated(deal.defen))
        self.after: tuple[int, ...] | None = None
        self.riichi: set[int] = set()
        self.sticks: set[int] = set()
        self.ended = ""
        self._add(
            ev.RoundStart(
                deal.zhuangfeng, deal.jushu, deal.changbang, deal.lizhibang, self.dealer, tuple(self.scores),
                tiles(deal.baopai), tuple(hands),
            )
        )  # fmt: skip

    def _seated(self, by_wind: list[Any]) -> list[Any]:
        return [by_wind[(seat - self.dealer) % 4] for seat in range(4)]

    def _seat(self, wind: int) -> int:
        if not 0 <= wind < 4:
            raise RecordError(f"seat {wind}: a wind is 0 to 3")
        return (wind + self.dealer) % 4

    def draw(self, act: Act) -> None:
        """A tile from the wall, or the replacement."""
        self._stand()
        before = self.game.events[-1]
        if isinstance(before, ev.Dora):
            before = next(event for event in reversed(self.game.events) if not isinstance(event, ev.Dora))
        self._add(ev.Draw(self._seat(act.l), _tile(act.p), replacement=draws_again(before)))

    def discard(self, act: Act) -> None:
        """A tile is thrown; a star declares riichi."""
        seat = self._seat(act.l)
        if "*" in act.p:
            self._add(ev.Riichi(seat))
            self.riichi.add(seat)
        self._add(ev.Discard(seat, _tile(act.p.rstrip("*_")), drawn="_" in act.p[2:]))

    def call(self, act: Act) -> None:
        """A chi, pon or open kan."""
        self._stand()
        seat, (own, taken, source) = self._seat(act.l), _meld(act.m)
        if taken is None or len(own) > 3:
            raise RecordError(f"{act.m[:20]!r} is not the call of one tile")
        claim = OPEN_KAN if len(own) == 3 else PON if len({KIND_OF[tile] for tile in (*own, taken)}) == 1 else CHI
        self._add(ev.Call(seat, claim, taken, (seat + source) % 4, own))

    def kan(self, act: Act) -> None:
        """A closed or an added kan."""
        self._stand()
        seat, (own, taken, _) = self._seat(act.l), _meld(act.m)
        if len(own) + (taken is not None) != 4:
            raise RecordError(f"{act.m[:20]!r} is not a kan")
        self._add(ev.ClosedKan(seat, own) if taken is None else ev.AddedKan(seat, own[-1]))

    def indicator(self, turned: Turned) -> None:
        """A further indicator."""
        self._stand()
        self._add(ev.Dora(_tile(turned.baopai)))

    def win(self, win: Win) -> None:
        """A win; several in a row are wins on one tile."""
        winner = self._seat(win.l)
        hand = tiles(win.shoupai.split(",")[0].replace("*", "").replace("_", ""))
        if not hand:
            raise RecordError("a win shows no tile")
        if win.baojia is None:
            self._stand()
            self._add(ev.Tsumo(winner, hand[-1]))
        else:
            self._add(ev.Ron(winner, self._seat(win.baojia), hand[-1]))
        self._say(winner, "win", value=self._claim(win, winner, hand))
        self._paid("win", win.fenpei)

    def _claim(self, win: Win, winner: int, hand: tuple[Tile, ...]) -> WinClaim:
        listed = win.hupai or []
        yaku = {YAKU.get(found.name, found.name): _han(found) for found in listed}
        liable = next((found.baojia for found in listed if found.baojia in _FROM), None)
        return WinClaim(
            points=win.defen,
            fu=win.fu or 0,
            han=win.fanshu or 0,
            yakuman=win.damanguan or 0,
            yaku=yaku,
            hand=hand,
            ura=tiles("".join(win.fubaopai or ())),
            pao=None if liable is None else (winner + _FROM[liable]) % 4,
            deltas=tuple(self._seated(win.fenpei)) if win.fenpei is not None and len(win.fenpei) == 4 else (),
        )

    def drawn(self, drawn: Drawn) -> None:
        """A drawn hand of one kind or another."""
        result = RESULTS.get(drawn.name)
        if result is None:
            raise RecordError(f"{drawn.name[:20]!r} is no end of a round: expected one of {', '.join(RESULTS)}")
        if result != "triple_ron":
            self._stand()
        if result == "nine_terminals":
            last = self.game.events[-1]
            if not isinstance(last, ev.Draw):
                raise RecordError("nine terminals are declared right after a draw")
            self._add(ev.NineTerminals(last.seat))
        elif result in {"exhaustive", "nagashi"} and len(drawn.shoupai) == 4:
            for seat, shown in enumerate(self._seated(drawn.shoupai)):
                if shown:
                    self._say(seat, "tenpai", value=True)
        self._paid(result, drawn.fenpei)

    def _stand(self) -> None:
        """Nobody won the last tile: a riichi stands."""
        for seat in self.riichi - self.sticks:
            self.sticks.add(seat)
            self.scores[seat] -= 1000

    def _paid(self, result: str, changes: list[int] | None) -> None:
        self.ended = result
        if changes is not None and len(changes) == 4:
            self.scores = [had + won for had, won in zip(self.scores, self._seated(changes), strict=True)]
            self.after = tuple(self.scores)

    def _end(self) -> None:
        if self.ended in {"none", "over"}:
            return
        self.game.cut |= not self.ended
        self._add(ev.RoundEnd(self.ended or "cut", self.after))
        self.ended = "over"

    def _add(self, event: ev.Event) -> None:
        self.game.places.append((len(self.game.events), self.number))
        self.game.events.append(event)

    def _say(self, seat: int, kind: str, *, value: object) -> None:
        self.game.statements.append(Statement(len(self.game.events) - 1, seat, kind, value))


def _hand(text: str) -> tuple[Tile, ...]:
    if not text.strip("_"):
        return (HIDDEN,) * 13
    hand = tiles(text)
    if len(hand) != 13:
        raise RecordError(f"a dealt hand has 13 tiles, found {len(hand)}")
    return hand


def _meld(text: str) -> tuple[tuple[Tile, ...], Tile | None, int]:
    """The own tiles of a set, in order, the tile taken, and from how many seats on; none is taken for a closed kan."""
    found = _MELD.fullmatch(text)
    if found is None:
        raise RecordError(f"{text[:20]!r} is not a set such as 'm12-3' or 'z6666'")
    suit, *rest = found.groups()
    own, taken, source = [], None, 0
    for digit, mark in zip(rest[::2], rest[1::2], strict=True):
        if digit is None:
            continue
        if not mark:
            own.append(parse_tile(digit + suit))
        elif taken is None:
            taken, source = parse_tile(digit + suit), _FROM[mark]
        else:
            raise RecordError(f"{text[:20]!r} takes two tiles")
    return tuple(own), taken, source


def _han(yaku: Yaku) -> int:
    if isinstance(yaku.fanshu, int):
        return yaku.fanshu
    if yaku.fanshu.strip("*") or not yaku.fanshu:
        raise RecordError(f"{yaku.name}: {yaku.fanshu[:10]!r} is neither han nor stars")
    return 13 * len(yaku.fanshu)


_ENTRIES: Final[dict[str, Callable[[_Reader, Any], None]]] = {
    "zimo": _Reader.draw,
    "gangzimo": _Reader.draw,
    "dapai": _Reader.discard,
    "fulou": _Reader.call,
    "gang": _Reader.kan,
    "kaigang": _Reader.indicator,
    "hule": _Reader.win,
    "pingju": _Reader.drawn,
}
