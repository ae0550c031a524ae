"""mjlog XML as Tenhou's downloads have it: tiles get ids, melds their numbers, rooms their bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from minogashi import events as ev
from minogashi.claims import CHI, PON
from minogashi.errors import RecordError
from minogashi.formats import rounds as by_round
from minogashi.formats import tenhou
from minogashi.formats.tenhou6_words import base_of
from minogashi.tiles import KIND_OF, OF_TENHOU, OF_TENHOU_PLAIN, Kind, Tile, name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minogashi.formats.rounds import Played
    from minogashi.record import Record, WinClaim

_CHAIRS: Final = 4
_NUMBER: Final = {yaku: number for number, yaku in reversed(list(enumerate(tenhou.YAKU)))}
_TYPES: Final = {result: kind for kind, result in tenhou.RESULTS.items()}
_LIMITS: Final = (2000, 3000, 4000, 6000, 8000)
_VERSUS_HUMANS, _HANCHAN = 1, 8


def lost(record: Record) -> list[str]:
    """In words, what of the record mjlog cannot hold."""
    out = by_round.lost(record)
    held = {"red_fives": "0", "kuitan": "no", "kiriage_mangan": "yes"}
    if record.profile not in {"tenhou", "tenhou-sanma"} or record.options.items() - held.items():
        out.append(by_round.rules(record))
    if any(claim.yakuman > len(claim.yaku) for round_ in by_round.rounds(record) for claim in round_.wins.values()):
        out.append("yakuman that count twice")
    return out


def write(record: Record) -> bytes:
    """The record as mjlog XML. RecordError where hands are hidden, or a win's value or the first indicator is not told.

    >>> from minogashi.record import Record
    >>> write(Record("", "", "tenhou", names=("A", "B", "C", "D")))[:48]
    b'<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO '
    """
    by_round.all_open(record, "mjlog")
    played = by_round.rounds(record)
    reds = record.options.get("red_fives", "3") != "0"
    kind = _VERSUS_HUMANS | (0 if reds else tenhou.NO_REDS)
    kind |= tenhou.NO_OPEN_TANYAO if record.options.get("kuitan", "yes") == "no" else 0
    kind |= tenhou.CHIPS if record.options.get("kiriage_mangan", "no") == "yes" else 0
    kind |= _HANCHAN if any(round_.start.wind for round_ in played) else 0
    kind |= tenhou.THREE_PLAYERS if record.seats == 3 else 0
    names = [quote(name_) for name_ in record.names][:_CHAIRS]
    out = ['<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/>', f'<GO type="{kind}" lobby="0"/>']
    if names:
        names += [""] * (_CHAIRS - len(names))
        out.append("<UN " + " ".join(f'n{chair}="{text}"' for chair, text in enumerate(names)) + "/>")
    out.append(f'<TAIKYOKU oya="{played[0].start.dealer if played else 0}"/>')
    for round_ in played:
        out += _Round(round_, record.path, reds=reds).tags()
    if not record.cut:
        out.append("</mjloggm>")
    return "".join(out).encode()


class _Ids:
    """The ids of one round: each copy of a tile gets one when it is first seen."""

    def __init__(self, path: str, *, reds: bool) -> None:
        self.path = path
        self.free: dict[Tile, list[int]] = {}
        for number, tile in reversed(list(enumerate(OF_TENHOU if reds else OF_TENHOU_PLAIN))):
            self.free.setdefault(tile, []).append(number)

    def new(self, tile: Tile) -> int:
        """An id that no tile of the round has yet."""
        if not self.free.get(tile):
            raise RecordError(f"mjlog has no id for another {name(tile)} of this room", path=self.path)
        return self.free[tile].pop()


class _Round:
    """One round; `hands` hold ids, `thrown` is the id on offer, `drawn` the one just drawn, `melds` codes by kind."""

    def __init__(self, played: Played, path: str, *, reds: bool) -> None:
        self.played, self.path = played, path
        self.ids, self.of = _Ids(path, reds=reds), OF_TENHOU if reds else OF_TENHOU_PLAIN
        self.seats = len(played.start.hands)
        self.hands = [[self.ids.new(tile) for tile in hand] for hand in played.start.hands]
        self.melds: list[list[tuple[Kind, int]]] = [[] for _ in self.hands]
        self.dora: list[int] = []
        self.ura: list[int] = []
        self.drawn = self.thrown = -1
        self.points = list(played.before)

    def tags(self) -> list[str]:
        """The tags of the round."""
        out = [self._init()]
        for at, event in self.played.moves:
            if isinstance(event, ev.Ron | ev.Tsumo | ev.NineTerminals):
                continue
            out.append(self._tag(event))
            if at in self.played.stands:
                out.append(f'<REACH who="{self.played.stands[at]}" ten="{self._ten()}" step="2"/>')
        won = self.played.won
        out += [self._agari(at, event, last=at == won[-1][0]) for at, event in won]
        if not won and self.played.end.result in _TYPES:
            out.append(self._ryuukyoku(self.played.end.result))
        return out

    def _init(self) -> str:
        start = self.played.start
        if not start.indicators:
            raise RecordError("mjlog starts each round with an indicator, and none is told", path=self.path)
        self.dora = [self.ids.new(tile) for tile in start.indicators]
        seed = f"{4 * start.wind + start.number},{start.honba},{start.sticks},0,0,{self.dora[0]}"
        hands = " ".join(f'hai{chair}="{_row(hand)}"' for chair, hand in enumerate(self._chairs(self.hands)))
        tag = f'<INIT seed="{seed}" ten="{_row(self._hundreds(start.scores))}" oya="{start.dealer}" {hands}/>'
        return tag + "".join(f'<DORA hai="{number}"/>' for number in self.dora[1:])

    def _chairs(self, rows: list[list[int]]) -> list[list[int]]:
        return rows + [[] for _ in range(_CHAIRS - self.seats)]

    def _hundreds(self, points: Iterable[int]) -> list[int]:
        out = []
        for score in points:
            if score % 100:
                raise RecordError(f"mjlog counts hundreds of points, and there are {score}", path=self.path)
            out.append(score // 100)
        return out + [0] * (_CHAIRS - self.seats)

    def _ten(self) -> str:
        return _row(self._hundreds(self.points))

    # Moves

    def _tag(self, event: ev.Event) -> str:
        if isinstance(event, ev.Draw):
            self.drawn = self.ids.new(event.tile)
            self.hands[event.seat].append(self.drawn)
            return f"<{'TUVW'[event.seat]}{self.drawn}/>"
        if isinstance(event, ev.Dora):
            self.dora.append(self.ids.new(event.tile))
            return f'<DORA hai="{self.dora[-1]}"/>'
        if isinstance(event, ev.Riichi):
            return f'<REACH who="{event.seat}" step="1"/>'
        if isinstance(event, ev.Discard):
            self.thrown = self._take(event.seat, event.tile, drawn=event.drawn is not False)
            self.drawn = -1
            return f"<{'DEFG'[event.seat]}{self.thrown}/>"
        return self._meld(event)

    def _take(self, seat: int, tile: Tile, *, drawn: bool = False) -> int:
        """Take a copy out of the hand: the one just drawn, or rather not."""
        held = [number for number in self.hands[seat] if self.of[number] == tile]
        if not held:
            raise RecordError(f"seat {seat} does not hold the {name(tile)} that it uses", path=self.path)
        number = max(held, key=lambda number: (number == self.drawn) == drawn)
        self.hands[seat].remove(number)
        return number

    def _meld(self, event: ev.Event) -> str:
        seat: int = event.seat  # type: ignore[union-attr]
        if isinstance(event, ev.Call):
            code = self._call(event)
            self.melds[seat].append((KIND_OF[event.tile], code))
        elif isinstance(event, ev.ClosedKan):
            four = [self._take(seat, tile) for tile in event.tiles]
            code = four[0] << 8
            self.melds[seat].append((KIND_OF[event.tiles[0]], code))
            self.thrown = four[0]
        elif isinstance(event, ev.AddedKan):
            code = self._added(event)
        elif isinstance(event, ev.North):
            self.thrown = self._take(seat, event.tile, drawn=True)
            code = self.thrown << 8 | 32
            self.melds[seat].append((KIND_OF[event.tile], code))
        else:
            raise RecordError(f"mjlog has no tag for {type(event).__name__}", path=self.path)
        self.drawn = -1
        return f'<N who="{seat}" m="{code}"/>'

    def _call(self, event: ev.Call) -> int:
        seat, taken = event.seat, self.thrown
        own = [self._take(seat, tile) for tile in event.uses]
        # chairs, not seats: of three players the fourth chair is empty
        source = (event.source - seat) % _CHAIRS
        tiles = sorted([*own, taken])
        place = tiles.index(taken)
        if event.claim == CHI:
            low = tiles[0] // 4
            run = (low // 9 * 7 + low % 9) * 3 + place
            copies = sum((number % 4) << (3 + 2 * at) for at, number in enumerate(tiles))
            return run << 10 | copies | 4 | source
        if event.claim == PON:
            unused = 6 - sum(number % 4 for number in tiles)
            return (tiles[0] // 4 * 3 + place) << 9 | unused << 5 | 8 | source
        return taken << 8 | source

    def _added(self, event: ev.AddedKan) -> int:
        seat, kind = event.seat, KIND_OF[event.tile]
        self.thrown = added = self._take(seat, event.tile, drawn=True)
        before = next(
            ((at, code) for at, (own, code) in enumerate(self.melds[seat]) if own == kind and code & 12 == 8), None
        )
        if before is None:
            raise RecordError(f"a kan of seat {seat} adds to no pon", path=self.path)
        at, code = before
        code = code & ~0b1101000 | 16 | (added % 4) << 5
        self.melds[seat][at] = kind, code
        return code

    # Ends

    def _ba(self) -> str:
        return f"{self.played.start.honba},{self.played.start.sticks + len(self.played.stands)}"

    def _sc(self, change: Sequence[int]) -> str:
        before, moved = self._hundreds(self.points), self._hundreds(change)
        self.points = [had + won for had, won in zip(self.points, change, strict=True)]
        return _row([part for pair in zip(before, moved, strict=True) for part in pair])

    def _agari(self, at: int, event: ev.Ron | ev.Tsumo, *, last: bool) -> str:
        claim, deltas, seat = self.played.wins.get(at), self.played.deltas.get(at), event.seat
        if claim is None or deltas is None:
            raise RecordError(f"what the win at event {at} is worth is not known", path=self.path)
        source = event.source if isinstance(event, ev.Ron) else seat
        won = self.thrown if source != seat else self.drawn
        hand = sorted({*self.hands[seat], won})
        melds = [code for _, code in reversed(self.melds[seat])]
        dealer = seat == self.played.start.dealer
        base = base_of(claim.points, dealer=dealer, payers=self.seats - 1 if source == seat else 0)
        limit = sum(base >= least for least in _LIMITS)
        parts = [
            f'ba="{self._ba()}" hai="{_row(hand)}"',
            f'm="{_row(melds)}"' if melds else "",
            f'machi="{won}" ten="{claim.fu},{claim.points},{limit}"',
            self._yaku(claim, seat),
            f'doraHai="{_row(self.dora)}"',
            self._ura(claim.ura),
            f'who="{seat}" fromWho="{source}"',
            f'paoWho="{claim.pao}"' if claim.pao is not None else "",
            f'sc="{self._sc(deltas)}"',
            self._owari() if last else "",
        ]
        return f"<AGARI {' '.join(part for part in parts if part)}/>"

    def _ura(self, tiles: Sequence[int]) -> str:
        """The winners of one tile turn the same indicators."""
        if tiles and not self.ura:
            self.ura = [self.ids.new(Tile(tile)) for tile in tiles]
        return f'doraHaiUra="{_row(self.ura)}"' if tiles else ""

    def _yaku(self, claim: WinClaim, seat: int) -> str:
        start = self.played.start
        numbers = []
        for yaku, han in claim.yaku.items():
            if yaku not in _NUMBER:
                raise RecordError(f"mjlog has no number for the yaku {yaku!r}", path=self.path)
            number = _NUMBER[yaku]
            number += {"seat_wind": (seat - start.dealer) % self.seats, "round_wind": start.wind % 4}.get(yaku, 0)
            numbers.append((number, han))
        if claim.yakuman:
            return f'yakuman="{_row([number for number, han in numbers if han >= 13])}"'
        return f'yaku="{_row([part for pair in numbers for part in pair])}"'

    def _ryuukyoku(self, result: str) -> str:
        change = self.played.change
        shown = set(self.played.ready)
        shown |= {event.seat for _, event in self.played.moves if isinstance(event, ev.NineTerminals)}
        parts = [
            f'type="{_TYPES[result]}"' if _TYPES[result] else "",
            f'ba="{self._ba()}"',
            f'sc="{self._sc(change)}"' if change is not None else "",
            *[f'hai{seat}="{_row(sorted(self.hands[seat]))}"' for seat in sorted(shown)],
            self._owari(),
        ]
        return f"<RYUUKYOKU {' '.join(part for part in parts if part)}/>"

    def _owari(self) -> str:
        """The points at the end of the game; what the places add is no part of a record."""
        if not self.played.last:
            return ""
        final = self._hundreds(self.played.final or self.played.end.scores or self.points)
        return f'owari="{",".join(f"{score},0.0" for score in final)}"'


def _row(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
