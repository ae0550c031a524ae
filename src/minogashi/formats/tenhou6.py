"""tenhou.net/6 JSON: what Tenhou's own viewer shows and many programs write; three or four players.

It tells draws and discards seat by seat and no order among the seats: `turns` puts them together again. When a kan's
indicator is turned it does not tell either: here it is when Tenhou does it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes

import msgspec
from msgspec import Struct, field

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import RecordError, TileError
from minogashi.formats import tenhou6_words as words
from minogashi.formats.tenhou import draws_again
from minogashi.formats.torn import torn
from minogashi.formats.turns import Turn, order
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import Tile, parse_tenhou6

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME: Final = "tenhou6"
DRAWN: Final = 60
"""The discard of the tile just drawn."""
_SNIFF: Final = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\[\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\]')
_LINK: Final = re.compile(rb"https?://tenhou\.net/\d/#json=")
_CALLS: Final = {"c": CHI, "p": PON, "m": OPEN_KAN}
_TAKEN: Final = re.compile(r"(?P<before>(?:\d\d){0,3})(?P<letter>[cpm])(?P<after>(?:\d\d){1,4})")
_KAN: Final = re.compile(r"(?P<before>(?:\d\d){0,3})(?P<letter>[ak])(?P<after>(?:\d\d){1,4})")
_THROWN: Final = re.compile(r"r(\d\d)")
_NORTH: Final = "f44"
_TENHOU_ROOM: Final = re.compile(r"三?[般上特鳳技若銀琥孔].*[東南]")
_MAJSOUL_ROOM: Final = re.compile(r"雀魂|[銅銀金玉]の間|王座|大会戦|友人戦")
_WHOLE: Final = 16


class Document(Struct):
    """One JSON document: a game, or rounds of it."""

    log: list[list[Any]]
    name: list[str] = []
    rule: dict[str, Any] = {}
    sc: list[float] = []
    ref: str = ""


_DOCUMENT: Final = msgspec.json.Decoder(Document)
_MANY: Final = msgspec.json.Decoder(list[msgspec.Raw])


def sniff(head: bytes) -> bool:
    """Whether this has a log whose first round starts with three numbers, or is a link to Tenhou's viewer with one.

    >>> sniff(b'{"title":["",""],"log":[[[0,0,0],[25000,25000]'), sniff(b'{"log":[[{"qipai":{')
    (True, False)
    >>> sniff(b"https://tenhou.net/6/#json=%7B%22title%22")
    True
    """
    is_json = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"["))
    return (_SNIFF if is_json else _LINK).search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The games in the data; rounds that follow each other in several documents are one game."""
    reader = _Reader(path)
    rows, unit = _documents(data.removeprefix(b"\xef\xbb\xbf").strip())
    cut = False
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        try:
            document = _DOCUMENT.decode(row)
        except msgspec.MsgspecError as error:
            if number == len(rows) > 1 and torn(row, error):
                cut = True  # the file breaks off inside its last line
                break
            raise _broken(error, f"{unit} {number}" if len(rows) > 1 else "") from error
        reader.document(document)
    reader.finish()
    if cut and reader.games:
        reader.games[-1].cut = True
    return reader.games


def _documents(whole: bytes) -> tuple[list[bytes], str]:
    """The documents, and what each is: all of it, a list's entries, one a line, or one in the link of a line."""
    if whole.startswith(b"["):
        try:
            return [bytes(entry) for entry in _MANY.decode(whole)], "entry"
        except msgspec.MsgspecError as error:
            raise _broken(error, "") from error
    rows = whole.split(b"\n")
    if not whole.startswith(b"{"):
        return [_linked(row) for row in rows], "line"
    if len(rows) == 1 or not rows[1].lstrip().startswith(b"{") or not rows[0].rstrip().endswith(b"}"):
        rows = [whole]
    return rows, "line"


def _linked(row: bytes) -> bytes:
    """The document that a link to Tenhou's viewer holds; browsers write some of its signs as `%22`. Or nothing."""
    link = _LINK.search(row)
    if link is None:
        return b""
    held = row[link.end() :]
    if not held.strip():
        raise RecordError("a link to Tenhou's viewer that holds nothing")
    if b"%22" in held:
        held = unquote_to_bytes(held)
    return held[: held.rfind(b"}") + 1] or held


def _broken(error: Exception, at: str) -> RecordError:
    return RecordError(f"not tenhou.net/6 JSON: {error}", at=at)


class _Reader:
    """Documents in, games out; `last` is the round and counters of the round before."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.games: list[Record] = []
        self.rounds: list[_Round] = []
        self.first: Document | None = None
        self.last = (-1, -1)
        self.sc: list[float] = []

    def document(self, document: Document) -> None:
        """A game, or its next rounds."""
        head = [_numbers(round_[:1], "a round", 3) for round_ in document.log]
        starts = (head[0][0], head[0][1]) if head else (0, 0)
        first = self.first
        if first is None or (document.name, document.rule) != (first.name, first.rule) or starts <= self.last:
            self.finish()
            self.first = document
        for number, round_ in enumerate(document.log, len(self.rounds) + 1):
            try:
                self.rounds.append(_Round(round_))
            except (RecordError, TileError) as error:
                raise RecordError(str(error), at=f"round {number}") from error
        if head:
            self.last = head[-1][0], head[-1][1]
        self.sc = document.sc

    def finish(self) -> None:
        """The game's record is complete."""
        if self.first is None or not self.rounds:
            self.first = None
            return
        game = _game(self.first, self.rounds, self.path)
        told = any(
            DRAWN in seat.thrown or f"r{DRAWN}" in seat.thrown for round_ in self.rounds for seat in round_.hands
        )
        ended = True
        for number, round_ in enumerate(self.rounds, 1):
            begun = len(game.events)
            try:
                ended = _Played(game, round_, told=told).play()
            except (RecordError, TileError) as error:
                raise RecordError(str(error), at=f"round {number}") from error
            game.places += [(at, number) for at in range(begun, len(game.events))]
        game.cut = not ended
        if ended and len(self.sc) >= 2 * game.seats:
            game.places.append((len(game.events), len(self.rounds)))
            game.events.append(ev.GameEnd(tuple([int(score) for score in self.sc[0 : 2 * game.seats : 2]])))
        self.games.append(game)
        self.rounds, self.first, self.last = [], None, (-1, -1)


def _game(document: Document, rounds: Sequence[_Round], path: str) -> Record:
    seats = len(rounds[0].hands)
    disp = document.rule.get("disp", "")
    disp = disp if isinstance(disp, str) else ""
    options = {}
    reds = {key: value for key, value in document.rule.items() if re.fullmatch(r"aka(5[123])?", key)}
    if reds and not any(reds.values()):
        options["red_fives"] = "0"
    if _TENHOU_ROOM.match(disp) and "喰" not in disp:
        options["kuitan"] = "no"
    family = "majsoul" if _MAJSOUL_ROOM.search(disp) else "tenhou"
    return Record(
        path, NAME, f"{family}-sanma" if seats == 3 else family, options, seats, names=tuple(document.name[:seats]),
        unit="round",
    )  # fmt: skip


class _Hand(Struct):
    """What a round tells of one seat."""

    dealt: tuple[Tile, ...]
    taken: list[int | str]
    thrown: list[int | str]
    turns: list[Turn] = field(default_factory=list)
    acts: list[list[ev.Event]] = field(default_factory=list)


class _Round:
    """The lists of a round, checked for their kinds only."""

    def __init__(self, raw: list[Any]) -> None:
        if len(raw) < _WHOLE:
            raise RecordError(f"a round has {_WHOLE} lists and a result, found {len(raw)} parts")
        self.number, self.honba, self.sticks = _numbers(raw[:1], "round, counters and sticks", 3)[:3]
        self.scores = _numbers(raw[1:2], "scores", 3)
        self.dora, self.ura = _tiles(raw[2], "dora"), _tiles(raw[3], "ura")
        lists = raw[4:_WHOLE]
        if not all(isinstance(part, list) for part in lists):
            raise RecordError("hands, draws and discards must be lists")
        rows = [lists[at : at + 3] for at in range(0, 12, 3)]
        if not rows[3][0]:
            rows.pop()
        self.hands = [_Hand(_dealt(hand, seat), taken, thrown) for seat, (hand, taken, thrown) in enumerate(rows)]
        if not 0 <= self.number < _WHOLE or self.honba < 0 or self.sticks < 0 or self.number % 4 >= len(self.hands):
            raise RecordError(f"no such round: {raw[0]!r}")
        if len(self.scores) < len(self.hands):
            raise RecordError(f"expected {len(self.hands)} scores, found {len(self.scores)}")
        self.scores = self.scores[: len(self.hands)]
        result = raw[_WHOLE] if len(raw) > _WHOLE else []
        if not isinstance(result, list) or (result and not isinstance(result[0], str)):
            raise RecordError(f"a result is a list that starts with a word, found {str(result)[:40]}")
        self.result: list[Any] = result


class _Played:
    """One round turned into events; `told`: the record marks the discards of tiles just drawn."""

    def __init__(self, game: Record, round_: _Round, *, told: bool) -> None:
        self.game, self.round, self.told = game, round_, told
        self.hidden = list(round_.dora[1:])
        self.late = 0
        self.riichi: set[int] = set()
        self.sticks: set[int] = set()

    def play(self) -> bool:
        """Add the events; whether the round's end is told."""
        round_, seats = self.round, len(self.round.hands)
        if seats != self.game.seats:
            raise RecordError(f"the players change: expected {self.game.seats} hands as before")
        for seat, hand in enumerate(round_.hands):
            self._read(seat, hand)
        word = round_.result[0] if round_.result else ""
        wins = self._wins() if word == "和了" else []
        dealer = round_.number % 4
        seated = order([hand.turns for hand in round_.hands], dealer, lambda seat: not wins or seat == wins[0][1])
        self._add(
            ev.RoundStart(
                round_.number // 4, dealer, round_.honba, round_.sticks, dealer, tuple(round_.scores),
                tuple(round_.dora[:1]), tuple([hand.dealt for hand in round_.hands]),
            )
        )  # fmt: skip
        rest = [iter(hand.acts) for hand in round_.hands]
        for seat in seated:
            for event in next(rest[seat]):
                self._act(event)
        if word and word not in words.RESULTS and not wins:
            raise RecordError(f"{word[:20]!r} is no result: expected 和了 or one of {', '.join(words.RESULTS)}")
        if wins:
            self._win(wins)
        elif word:
            self._drawn(word, seats)
        else:
            self._add(ev.RoundEnd("cut"))
        return bool(word)

    # Turns

    def _read(self, seat: int, hand: _Hand) -> None:
        thrown = iter(hand.thrown)
        again = False
        for number, entry in enumerate(hand.taken, 1):
            try:
                acts, call = self._turn(seat, entry, thrown, again=again)
            except (RecordError, TileError) as error:
                raise RecordError(f"seat {seat}, turn {number}: {error}") from None
            last = acts[-1]
            again = draws_again(last)
            hand.turns.append(Turn(call, last.tile if isinstance(last, ev.Discard) else None, again))
            hand.acts.append(acts)
        left = list(thrown)
        if left:
            raise RecordError(f"seat {seat}: {len(left)} discards without a draw, from {left[0]!r} on")

    def _turn(
        self, seat: int, entry: int | str, thrown: Iterator[int | str], *, again: bool
    ) -> tuple[list[ev.Event], tuple[Tile, int] | None]:
        """The events of one turn, and the call that it begins with."""
        begun, call = self._begin(seat, entry, again=again)
        if isinstance(begun, ev.Call) and begun.claim == OPEN_KAN:
            if next(thrown, 0) != 0:
                raise RecordError("expected a 0 among the discards for the open kan")
            return [begun], call
        out = next(thrown, None)
        return [begun, *(self._end(seat, begun, out) if out is not None else [])], call

    def _begin(self, seat: int, entry: int | str, *, again: bool) -> tuple[ev.Draw | ev.Call, tuple[Tile, int] | None]:
        if not isinstance(entry, str):
            return ev.Draw(seat, _tile(entry), replacement=again), None
        found = _TAKEN.fullmatch(entry)
        if found is None:
            raise RecordError(f"{entry[:20]!r} is neither a tile drawn nor a call")
        claim = _CALLS[found["letter"]]
        tiles = _pairs(found["before"] + found["after"])
        at = len(found["before"]) // 2
        if len(tiles) != (4 if claim == OPEN_KAN else 3):
            raise RecordError(f"{entry[:20]!r} has {len(tiles)} tiles")
        source = self._source(seat, 0 if at == 0 else 1 if at == 1 else 2, entry)
        tile = tiles.pop(at)
        return ev.Call(seat, claim, tile, source, tuple(tiles)), (tile, source)

    def _source(self, seat: int, place: int, entry: str) -> int:
        """Left, across or right; of three players the fourth chair is empty, and some programs close the gap."""
        seats = len(self.round.hands)
        source = (seat + 3 - place) % 4
        if source >= seats:
            source = (seat + (2 if place == 0 else 1)) % seats
        if source == seat:
            raise RecordError(f"{entry[:20]!r} takes from the own seat")
        return source

    def _end(self, seat: int, begun: ev.Draw | ev.Call, entry: int | str) -> list[ev.Event]:
        if isinstance(entry, str):
            declared = _THROWN.fullmatch(entry)
            if declared is None:
                return [self._own(seat, entry)]
            return [ev.Riichi(seat), self._discard(seat, begun, int(declared[1]))]
        return [self._discard(seat, begun, entry)]

    def _discard(self, seat: int, begun: ev.Draw | ev.Call, entry: int) -> ev.Discard:
        drawn = begun.tile if isinstance(begun, ev.Draw) else None
        if entry == DRAWN:
            if drawn is None:
                raise RecordError("60 throws the tile just drawn, but none was")
            return ev.Discard(seat, drawn, drawn=True)
        tile = _tile(entry)
        return ev.Discard(seat, tile, drawn=None if tile == drawn and not self.told else False)

    @staticmethod
    def _own(seat: int, entry: str) -> ev.Event:
        if entry == _NORTH:
            return ev.North(seat)
        found = _KAN.fullmatch(entry)
        tiles = _pairs(found["before"] + found["after"]) if found is not None else []
        if found is None or len(tiles) != 4:
            raise RecordError(f"{entry[:20]!r} is neither a discard nor a kan nor a north")
        if found["letter"] == "a":
            return ev.ClosedKan(seat, tuple(tiles))
        return ev.AddedKan(seat, tiles[len(found["before"]) // 2])

    # Events

    def _act(self, event: ev.Event) -> None:
        """A move, with the indicators that it brings: at once after a closed kan, else with the next discard."""
        if isinstance(event, ev.Discard):
            self._indicate()
        elif isinstance(event, ev.Draw):
            self._indicate(keep=isinstance(self.game.events[-1], ev.AddedKan | ev.Call))
        if isinstance(event, ev.Riichi):
            self.riichi.add(event.seat)
        elif not isinstance(event, ev.Discard):
            self.sticks |= self.riichi  # nobody won the tile
        self._add(event)
        if isinstance(event, ev.ClosedKan):
            self.late += 1
            self._indicate()
        elif isinstance(event, ev.AddedKan) or (isinstance(event, ev.Call) and event.claim == OPEN_KAN):
            self.late += 1

    def _indicate(self, *, keep: bool = False) -> None:
        """Turn what is due; `keep`: the last kan's waits for the discard."""
        while self.late > keep:
            self.late -= 1
            if self.hidden:
                self._add(ev.Dora(self.hidden.pop(0)))

    def _add(self, event: ev.Event) -> None:
        self.game.events.append(event)

    def _say(self, seat: int, kind: str, *, value: object) -> None:
        self.game.statements.append(Statement(len(self.game.events) - 1, seat, kind, value))

    # Results

    def _wins(self) -> list[tuple[int, int, list[Any], tuple[int, ...]]]:
        """Winner, source, the statement and the points won and lost, for each win."""
        rest, seats = self.round.result[1:], len(self.round.hands)
        if not rest or len(rest) % 2:
            raise RecordError("和了 is followed by pairs of points and win")
        out = []
        for deltas, win in zip(rest[::2], rest[1::2], strict=True):
            if not isinstance(win, list) or len(win) < 2 or not all(type(seat) is int for seat in win[:2]):
                raise RecordError(f"a win starts with winner and source, found {str(win)[:40]}")
            if not (0 <= win[0] < seats and 0 <= win[1] < seats):
                raise RecordError(f"a win names seats {win[0]} and {win[1]}: this game has seats 0 to {seats - 1}")
            out.append((win[0], win[1], win[2:], tuple(_numbers([deltas], "points", seats)[:seats])))
        return out

    def _win(self, wins: list[tuple[int, int, list[Any], tuple[int, ...]]]) -> None:
        last = self.game.events[-1]
        source, tile = self._offered(last)
        after = self._before()
        for winner, loser, stated, deltas in wins:
            if loser != source or (winner == loser) != isinstance(last, ev.Draw):
                raise RecordError(f"seat {winner} cannot win from seat {loser} after a {type(last).__name__.lower()}")
            self._add(ev.Tsumo(winner, tile) if winner == loser else ev.Ron(winner, loser, tile))
            if len(stated) > 1:
                self._say(winner, "win", value=self._claim(winner, loser, stated, deltas))
            else:
                self._say(winner, "deltas", value=deltas)
            after = [had + won for had, won in zip(after, deltas, strict=True)]
        self._add(ev.RoundEnd("win", tuple(after)))

    @staticmethod
    def _offered(last: ev.Event) -> tuple[int, Tile]:
        if isinstance(last, ev.Draw | ev.Discard | ev.AddedKan | ev.North):
            return last.seat, last.tile
        if isinstance(last, ev.ClosedKan):
            return last.seat, last.tiles[0]
        if isinstance(last, ev.Dora):
            raise RecordError("a win right after a closed kan whose indicator was turned")
        raise RecordError(f"nothing can be won after a {type(last).__name__.lower()}")

    def _claim(self, winner: int, loser: int, stated: list[Any], deltas: tuple[int, ...]) -> WinClaim:
        liable, text, listed = stated[0], stated[1], stated[2:]
        if not all(isinstance(part, str) for part in (text, *listed)) or type(liable) is not int:
            raise RecordError("a win tells the seat that is liable, then texts")
        fu, points = words.points(text, payers=len(self.round.hands) - 1)
        found = [words.yaku(part) for part in listed]
        yaku = {name: han for name, han, _ in found if han}
        yakuman = sum(times for *_, times in found)
        return WinClaim(
            points=points,
            fu=fu,
            han=0 if yakuman else sum(yaku.values()),
            yakuman=yakuman,
            yaku=yaku,
            ura=tuple(self.round.ura) if winner in self.riichi else (),
            pao=liable if liable not in {winner, loser} or (liable != winner and winner == loser) else None,
            deltas=deltas,
        )

    def _before(self) -> list[int]:
        """The points when the round ends, riichi paid."""
        return [had - 1000 * (seat in self.sticks) for seat, had in enumerate(self.round.scores)]

    def _drawn(self, word: str, seats: int) -> None:
        result = words.RESULTS[word]
        if result != "triple_ron":
            self.sticks |= self.riichi
        if result == "nine_terminals":
            last = self.game.events[-1]
            if not isinstance(last, ev.Draw):
                raise RecordError("nine terminals are declared right after a draw")
            self._add(ev.NineTerminals(last.seat))
        rest = self.round.result[1:]
        deltas = _numbers(rest[:1], "points", seats)[:seats] if rest else [0] * seats
        for seat, won in enumerate(deltas):
            if (result == "exhaustive" and won > 0) or word == "全員聴牌":
                self._say(seat, "tenpai", value=True)
        after = tuple([had + won for had, won in zip(self._before(), deltas, strict=True)])
        self._add(ev.RoundEnd(result, after))


def _numbers(parts: list[Any], what: str, least: int) -> list[int]:
    found = parts[0] if parts else None
    if not isinstance(found, list) or len(found) < least or not all(type(number) is int for number in found):
        raise RecordError(f"{what} must be at least {least} whole numbers, found {str(found)[:40]}")
    return found


def _tile(number: object) -> Tile:
    if type(number) is not int:
        raise RecordError(f"{str(number)[:20]!r} is not a tile number")
    return parse_tenhou6(number)


def _tiles(found: object, what: str) -> list[Tile]:
    if not isinstance(found, list):
        raise RecordError(f"{what} must be a list of tiles, found {str(found)[:40]}")
    return [_tile(number) for number in found]


def _dealt(found: list[Any], seat: int) -> tuple[Tile, ...]:
    if len(found) != 13:
        raise RecordError(f"a dealt hand has 13 tiles, found {len(found)} for seat {seat}")
    return tuple([_tile(number) for number in found])


def _pairs(digits: str) -> list[Tile]:
    return [parse_tenhou6(int(digits[at : at + 2])) for at in range(0, len(digits), 2)]
