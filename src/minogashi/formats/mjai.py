"""mjai JSON lines, as liberally as the programs that write them differ."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import RecordError, TileError
from minogashi.events import (
    AddedKan,
    Call,
    ClosedKan,
    Discard,
    Dora,
    Draw,
    GameEnd,
    NineTerminals,
    North,
    Riichi,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.formats import lines
from minogashi.formats.tenhou import draws_again
from minogashi.formats.torn import torn
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import HIDDEN, KIND_OF, Tile, parse_mjai

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from minogashi.events import Event

NAME: Final = "mjai"
WINDS: Final = ("E", "S", "W", "N")
REASONS: Final = {
    "kyushukyuhai": "nine_terminals",
    "nine_terminals": "nine_terminals",
    "sufonrenta": "four_winds",
    "four_winds": "four_winds",
    "suchareach": "four_riichi",
    "suchariichi": "four_riichi",
    "four_riichi": "four_riichi",
    "sukaikan": "four_kans",
    "suukaikan": "four_kans",
    "four_kans": "four_kans",
    "sanchaho": "triple_ron",
    "triple_ron": "triple_ron",
    "nagashimangan": "nagashi",
    "nagashi": "nagashi",
    "fanpai": "exhaustive",
    "exhaustive": "exhaustive",
    "exhaustive_draw": "exhaustive",
}
"""Words that programs use for a drawn hand."""

_EVENT: Final = msgspec.json.Decoder(lines.MJAI)
_MANY: Final = msgspec.json.Decoder(list[msgspec.Raw])
_FIRST: Final = re.compile(
    rb'^[\xef\xbb\xbf]*(?:\[\s*)?\{[^{}]*"type"\s*:\s*"(?:hello|start_game|start_kyoku|haipai|tsumo|dahai)"',
    re.MULTILINE,
)
_WINS: Final = frozenset((Ron, Tsumo))
_LIVE: Final = {4: 70, 3: 55}


class _Kind(msgspec.Struct):
    type: str = ""


_KIND: Final = msgspec.json.Decoder(_Kind)
_KNOWN: Final = frozenset(str(line.__struct_config__.tag) for line in lines.MJAI.__args__)


def sniff(head: bytes) -> bool:
    r"""Whether some line starts a JSON object or list with an mjai event.

    >>> sniff(b'# dump\n{"type":"start_game"}'), sniff(b'{"title":["",""]}')
    (True, False)
    """
    return _FIRST.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The games in the data; lines that start with neither `{` nor `[`, and unknown types, are left out."""
    rows, unit = split(data)
    reader = Reader(path, unit)
    number = 0
    try:
        for number, line in events(rows, unit, known=reader.known):
            reader.line(line, number)
    except RecordError as error:
        raise error.located(at=f"{unit} {number}") from error.__cause__
    except TileError as error:
        raise RecordError(str(error), at=f"{unit} {number}") from error
    reader.finish()
    return reader.games


def split(data: bytes) -> tuple[list[bytes], str]:
    r"""The lines of the data; where it is one list, however it is laid out, the list's entries. And what they are.

    >>> split(b'{"type":"none"}\n{"type":"none"}')
    ([b'{"type":"none"}', b'{"type":"none"}'], 'line')
    >>> split(b'[{"type":"none"},\n {"type":"none"}]')
    ([b'{"type":"none"}', b'{"type":"none"}'], 'entry')
    """
    data = data.removeprefix(b"\xef\xbb\xbf").rstrip()
    rows = data.split(b"\n")
    if not rows[0].startswith(b"[") or (len(rows) > 1 and rows[0].rstrip().endswith(b"]")):
        return rows, "line"
    try:
        return [bytes(part) for part in _MANY.decode(data)], "entry"
    except msgspec.MsgspecError as error:
        raise RecordError(f"not a list of mjai events: {error}", at="line 1") from error


def events(
    rows: list[bytes],
    unit: str = "line",
    known: Callable[[list[bytes], int], int] = lambda _rows, at: at,
) -> Iterator[tuple[int, lines.Line]]:
    """The JSON events of the rows, which are a `unit` each, with their numbers; a row may be a list of events.

    `known` deals with rows from a place on and answers with the first place that it leaves.
    """
    number = 0
    while (number := known(rows, number)) < len(rows):
        row = rows[number]
        number += 1
        if not row.startswith((b"{", b"[")):
            continue
        try:
            if row.startswith(b"{"):
                found = _EVENT.decode(row)
                yield number, found
                _remember(row, found)
            else:
                for part in _MANY.decode(row):
                    if (line := _known(part)) is not None:
                        yield number, line
        except msgspec.MsgspecError as error:
            if row[:1] == b"{" and _foreign(row):
                continue
            if number == len(rows) > 1 and torn(row, error):
                return  # the file breaks off inside its last line
            raise RecordError(f"not an mjai event: {error}", at=f"{unit} {number}") from error


def _remember(row: bytes, line: lines.Line) -> None:
    if len(_ROWS) == _MOST_ROWS:
        return
    if type(line) is lines.Tsumo:
        _ROWS[row] = draw(line)
    elif type(line) is lines.Dahai:
        _ROWS[row] = discard(line)


def _known(part: msgspec.Raw) -> lines.Line | None:
    try:
        return _EVENT.decode(part)
    except msgspec.ValidationError:
        if _foreign(part):
            return None
        raise


def _foreign(part: bytes | msgspec.Raw) -> bool:
    try:
        return _KIND.decode(part).type not in _KNOWN
    except msgspec.MsgspecError:
        return False


def tiles(names: Iterable[str]) -> tuple[Tile, ...]:
    """Tiles by their mjai names."""
    return tuple([parse_mjai(text) for text in names])


def draw(line: lines.Tsumo) -> Draw:
    """A `tsumo` line's event."""
    return Draw(line.actor, parse_mjai(line.pai), line.replacement)


def discard(line: lines.Dahai) -> Discard:
    """A `dahai` line's event."""
    return Discard(line.actor, parse_mjai(line.pai), line.tsumogiri)


def call(line: lines.Chi | lines.Pon | lines.Daiminkan) -> Call:
    """A `chi`, `pon` or `daiminkan` line's event."""
    claim = _CLAIMS[type(line)]
    takes = 3 if claim == OPEN_KAN else 2
    if len(line.consumed) != takes:
        raise RecordError(f"a {type(line).__name__.lower()} consumes {takes} tiles, found {len(line.consumed)}")
    return Call(line.actor, claim, parse_mjai(line.pai), line.target, tiles(line.consumed))


_CLAIMS: Final = {lines.Chi: CHI, lines.Pon: PON, lines.Daiminkan: OPEN_KAN}
MOVES: Final[dict[type[lines.Line], Callable[..., Event]]] = {
    lines.Tsumo: draw,
    lines.Dahai: discard,
    lines.Reach: lambda line: Riichi(line.actor),
    lines.Chi: call,
    lines.Pon: call,
    lines.Daiminkan: call,
    lines.Ankan: lambda line: ClosedKan(line.actor, tiles(line.consumed)),
    lines.Kakan: lambda line: AddedKan(line.actor, parse_mjai(line.pai)),
    lines.Nukidora: lambda line: North(line.actor, parse_mjai(line.pai)),
    lines.Kita: lambda line: North(line.actor, parse_mjai(line.pai)),
    lines.DoraLine: lambda line: Dora(parse_mjai(line.dora_marker)),
}
"""Lines that stand for one event each."""


_MOST_ROWS: Final = 4096
_ROWS: Final[dict[bytes, Draw | Discard]] = {}
"""Rows of draws and discards, with the event that each stands for."""


class Reader:
    """One pass over the events of a file; what a writer left out is carried along."""

    def __init__(self, path: str, unit: str = "line") -> None:
        self.path, self.unit = path, unit
        self.games: list[Record] = []
        self.game = self._new()

    def _new(self) -> Record:
        self.own: int | None = None
        self.start: RoundStart | None = None
        self.hands: dict[int, tuple[Tile, ...]] = {}
        self.scores: tuple[int, ...] = ()
        self.last: RoundStart | None = None
        self.ended = ""
        self.open = self.replacement = self.told = False
        self.first = self.number = self.start_line = 0
        return Record(self.path, NAME, "tenhou", unit=self.unit)

    def known(self, rows: list[bytes], at: int) -> int:
        """Play rows that were met before, from place `at` on: those of draws and discards come again and again."""
        if not self.open or self.ended or self.start is not None or self.replacement:
            return at
        seats, events, places = self.game.seats, self.game.events, self.game.places
        while at < len(rows):
            event = _ROWS.get(rows[at])
            if event is None or event.seat >= seats:
                break
            at += 1
            places.append((len(events), at))
            events.append(event)
        return at

    def line(self, line: lines.Line, number: int) -> None:
        """One mjai event."""
        self.number = number
        if type(line) is lines.Haipai:
            self._seat(line.actor)
            self.hands[line.actor] = self._hand(line.pais)
            return
        if self.start is not None:
            self._deal()
        move = MOVES.get(type(line))
        if move is None:
            _ACTIONS[type(line)](self, line)
            return
        if not self.open or self.ended:
            raise RecordError(f"{type(line).__name__.lower()} outside a hand")
        event = move(line)
        if type(event) is not Dora:
            self._seat(event.seat)  # type: ignore[union-attr]
            if type(event) is Call:
                self._seat(event.source)
        if type(event) is Draw:
            if self.replacement:
                event = Draw(event.seat, event.tile, replacement=True)
            self.replacement = False
        elif type(event) is not Dora:
            self.replacement = draws_again(event)
        self._play(event)

    def start_game(self, line: lines.StartGame) -> None:
        """A game begins."""
        self.finish()
        names = [name or "" for name in line.names or ()]
        if len(names) == 4 and not names[3] and all(names[:3]):
            names.pop()
        self.game.names = tuple(names)
        self.game.seats = 3 if len(names) == 3 else 4
        self.own = line.id

    def start_kyoku(self, line: lines.StartKyoku) -> None:
        """A hand is dealt; `haipai` lines may follow."""
        self._close()
        hands = list(line.tehais or ())
        if len(hands) == 4 and not hands[3] and hands[3] is not None:
            hands.pop()
        if not self.game.events:
            self.game.seats = 3 if len(hands) == 3 or (not hands and self.game.seats == 3) else 4
            if self.game.seats == 3:
                self.game.profile = "tenhou-sanma"
        seats = self.game.seats
        if hands and len(hands) != seats:
            raise RecordError(f"expected {seats} hands (tehais), found {len(hands)}")
        dealer = line.oya if line.oya is not None else (line.kyoku or 1) - 1
        self._seat(dealer)
        scores = (line.scores or ())[:seats] or self.scores or (35000 if seats == 3 else 25000,) * seats
        if len(scores) != seats:
            raise RecordError(f"expected {seats} scores, found {len(scores)}")
        if line.kyoku is not None and not 1 <= line.kyoku <= 4:
            raise RecordError(f"kyoku must be 1 to 4, found {line.kyoku}")
        if line.bakaze is not None and line.bakaze not in WINDS:
            raise RecordError(f"bakaze must be one of E S W N, found {line.bakaze!r}")
        self.scores = tuple(scores)
        self.hands = {seat: self._hand(hand) for seat, hand in enumerate(hands)}
        told = None not in (line.bakaze, line.honba, line.kyotaku)
        wind, honba, sticks = (0, 0, 0) if told else self._carried(dealer)
        self.start = RoundStart(
            wind=WINDS.index(line.bakaze) if line.bakaze is not None else wind,
            number=line.kyoku - 1 if line.kyoku is not None else dealer,
            honba=line.honba if line.honba is not None else honba,
            sticks=line.kyotaku if line.kyotaku is not None else sticks,
            dealer=dealer,
            scores=tuple(scores),
            indicators=tiles([line.dora_marker]) if line.dora_marker else (),
            hands=(),
        )
        self.start_line = self.number

    def _carried(self, dealer: int) -> tuple[int, int, int]:
        """Wind, counters and sticks as the hand before leaves them, for writers that tell none of them."""
        last = self.last
        if last is None:
            return 0, 0, 0
        played = self.game.events[self.first :]
        won = any(type(event) in _WINS for event in played)
        laid = sum(said.kind == "riichi_accepted" and said.at >= self.first for said in self.game.statements)
        return (
            min(last.wind + (dealer < last.dealer), 3),
            0 if won and dealer != last.dealer else last.honba + 1,
            0 if won else last.sticks + laid,
        )

    def _hand(self, hand: list[str] | None) -> tuple[Tile, ...]:
        if hand and len(hand) != 13:
            raise RecordError(f"a dealt hand has 13 tiles, found {len(hand)}")
        return tiles(hand) if hand else (HIDDEN,) * 13

    def _deal(self) -> None:
        hidden = (HIDDEN,) * 13
        start, self.start = self.start, None
        if start is not None:
            hands = tuple([self.hands.get(seat, hidden) for seat in range(self.game.seats)])
            self.first = len(self.game.events)
            self.last = msgspec.structs.replace(start, hands=hands)
            number, self.number = self.number, self.start_line
            self._play(self.last)
            self.number = number
            self.open, self.replacement, self.told, self.ended = True, False, False, ""

    def reach_accepted(self, line: lines.ReachAccepted) -> None:
        """The declaration stands."""
        self._seat(line.actor)
        if self.open:
            self._say(line.actor, "riichi_accepted", value=True)

    def hora(self, line: lines.Hora) -> None:
        """A win; the tile and its source are the last ones where the line does not tell."""
        if not self.open or self.ended not in {"", "win"}:
            raise RecordError("hora outside a hand")
        self._seat(line.actor)
        seat, tile = self._offered()
        target = line.target if line.target is not None else seat
        self._seat(target)
        tile = parse_mjai(line.pai) if line.pai else tile
        self._play(Tsumo(line.actor, tile) if target == line.actor else Ron(line.actor, target, tile))
        self.ended = "win"
        self._result(line.scores)
        if line.hora_points is not None:
            self._say(line.actor, "win", value=_claim(line, tile))
        elif line.deltas:
            self._say(line.actor, "deltas", value=tuple(line.deltas))

    def _offered(self) -> tuple[int, Tile]:
        for event in reversed(self.game.events):
            if isinstance(event, Draw | Discard | AddedKan | North):
                return event.seat, event.tile
            if isinstance(event, ClosedKan):
                return event.seat, event.tiles[0]
        raise RecordError("a win before the first draw")

    def ryukyoku(self, line: lines.Ryukyoku) -> None:
        """A drawn hand; where no reason is given, the table tells."""
        if not self.open or self.ended:
            raise RecordError("ryukyoku outside a hand")
        result = REASONS.get(line.reason or "") or self._why()
        if result == "nine_terminals":
            seat = line.actor if line.actor is not None else self._offered()[0]
            self._seat(seat)
            self._play(NineTerminals(seat))
        for seat, tenpai in enumerate(line.tenpais or ()):
            if tenpai and seat < self.game.seats:
                self._say(seat, "tenpai", value=True)
        self.ended = result
        self._result(line.scores)

    def _why(self) -> str:
        played = self.game.events[self.first :]
        if isinstance(played[-1], Draw) and not any(isinstance(event, Call) for event in played):
            return "nine_terminals"
        if sum(isinstance(event, Draw) for event in played) >= _LIVE[self.game.seats]:
            return "exhaustive"
        if sum(isinstance(event, Riichi) for event in played) == 4:
            return "four_riichi"
        if sum(draws_again(event) for event in played if not isinstance(event, North)) == 4:
            return "four_kans"
        thrown = {KIND_OF[event.tile] for event in played if isinstance(event, Discard)}
        return "four_winds" if len(thrown) == 1 and 27 <= min(thrown) <= 30 else "exhaustive"

    def end_kyoku(self, line: lines.EndKyoku) -> None:
        """The end of a hand."""
        self._result(line.scores)
        self._close()

    def end_game(self, line: lines.EndGame) -> None:
        """The end of the game."""
        self._close()
        if self.game.events:
            self._play(GameEnd(tuple(line.scores[: self.game.seats]) if line.scores else None))
        self.finish()

    def _result(self, scores: list[int] | None) -> None:
        if scores:
            if len(scores) < self.game.seats:
                raise RecordError(f"expected {self.game.seats} scores, found {len(scores)}")
            self.scores = tuple(scores[: self.game.seats])
            self.told = True

    def _close(self) -> None:
        if self.open:
            self.game.cut |= not self.ended
            self._play(RoundEnd(self.ended or "cut", self.scores if self.told else None))
        self.open, self.ended, self.replacement = False, "", False

    def finish(self) -> None:
        """The game's record is complete, as far as the file goes."""
        if self.start is not None:
            self._deal()
        self._close()
        if self.game.events:
            self.game.view = self._view()
            self.games.append(self.game)
        self.game = self._new()

    def _view(self) -> int | None:
        starts = [event for event in self.game.events if type(event) is RoundStart]
        seen = {seat for start in starts for seat, hand in enumerate(start.hands) if HIDDEN not in hand}
        if len(seen) == self.game.seats or not starts:
            return None
        return seen.pop() if len(seen) == 1 else self.own

    def _seat(self, seat: int) -> None:
        if not 0 <= seat < self.game.seats:
            raise RecordError(f"seat {seat}: this game has seats 0 to {self.game.seats - 1}")

    def _play(self, event: Event) -> None:
        self.game.places.append((len(self.game.events), self.number))
        self.game.events.append(event)

    def _say(self, seat: int, kind: str, *, value: object) -> None:
        self.game.statements.append(Statement(len(self.game.events) - 1, seat, kind, value))


def _claim(line: lines.Hora, tile: Tile) -> WinClaim:
    hand = tiles(line.hora_tehais or ())
    if len(hand) % 3 == 1:
        hand = (*hand, tile)  # some writers leave the winning tile out
    return WinClaim(
        points=line.hora_points or 0,
        fu=line.fu or 0,
        han=line.fan or 0,
        yaku=dict(line.yakus or ()),
        hand=hand,
        ura=tiles(line.ura_markers or line.uradora_markers or ()),
        deltas=tuple(line.deltas or ()),
    )


_ACTIONS: Final[dict[type[lines.Line], Callable[..., None]]] = {
    lines.StartGame: Reader.start_game,
    lines.StartKyoku: Reader.start_kyoku,
    lines.ReachAccepted: Reader.reach_accepted,
    lines.Hora: Reader.hora,
    lines.Ryukyoku: Reader.ryukyoku,
    lines.EndKyoku: Reader.end_kyoku,
    lines.EndGame: Reader.end_game,
}
