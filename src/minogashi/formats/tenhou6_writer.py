"""tenhou.net/6 JSON: seat by seat, as Tenhou's own viewer takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON, Claim
from minogashi.errors import RecordError
from minogashi.formats import rounds as by_round
from minogashi.formats import tenhou6_words as words
from minogashi.formats.tenhou6 import DRAWN
from minogashi.tiles import KIND_OF, Tile, tenhou6

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minogashi.formats.rounds import Played
    from minogashi.record import Record, WinClaim

_LETTERS: Final[dict[Claim, str]] = {CHI: "c", PON: "p", OPEN_KAN: "m"}
_CHAIRS: Final = 4


def lost(record: Record) -> list[str]:
    """In words, what of the record tenhou.net/6 cannot hold."""
    out = by_round.lost(record)
    books = {"tenhou", "tenhou-sanma", "majsoul", "majsoul-sanma"}
    if record.profile not in books or record.options.items() - {"red_fives": "0", "kuitan": "no"}.items():
        out.append(by_round.rules(record))
    return out


def write(record: Record) -> bytes:
    """The record as one JSON document. RecordError where hands are hidden or a round is taken up in the middle.

    >>> from minogashi.record import Record
    >>> write(Record("", "", "tenhou", names=("A", "B", "C", "D")))[:50]
    b'{"title":["",""],"name":["A","B","C","D"],"rule":{'
    """
    by_round.all_open(record, "tenhou.net/6")
    names = list(record.names) if len(record.names) == record.seats else [""] * record.seats
    played = by_round.rounds(record)
    document: dict[str, Any] = {
        "title": ["", ""],
        "name": names + [""] * (_CHAIRS - record.seats),
        "rule": _rule(record, south=any(round_.start.wind for round_ in played)),
        "log": [_Round(round_, record).lists() for round_ in played],
    }
    if played and played[-1].last:
        final = played[-1].final or played[-1].end.scores
        if final is not None:
            document["sc"] = [part for score in (*final, *[0] * (_CHAIRS - record.seats)) for part in (score, 0)]
    return msgspec.json.encode(document) + b"\n"


def _rule(record: Record, *, south: bool) -> dict[str, Any]:
    """The room in the letters of Tenhou's lobby; 雀魂 stands for Mahjong Soul."""
    red = int(record.options.get("red_fives", "3") != "0")
    disp = "雀魂" if record.profile.startswith("majsoul") else ""
    disp += "三" * (record.seats == _CHAIRS - 1) + "般" + ("南" if south else "東")
    disp += "喰" * (record.options.get("kuitan", "yes") != "no") + "赤" * red
    return {"disp": disp, "aka": red}


class _Round:
    """One round; `pons` are each seat's triplets on the table, as their texts."""

    def __init__(self, played: Played, record: Record) -> None:
        self.played, self.path = played, record.path
        self.seats = len(played.start.hands)
        self.taken: list[list[int | str]] = [[] for _ in range(_CHAIRS)]
        self.thrown: list[list[int | str]] = [[] for _ in range(_CHAIRS)]
        self.pons: list[list[tuple[Tile, str]]] = [[] for _ in range(_CHAIRS)]
        self.dora = list(played.start.indicators)
        self.declared = False

    def lists(self) -> list[Any]:
        """The round's lists and its result."""
        start = self.played.start
        for _, event in self.played.moves:
            self._move(event)
        short = [0] * (_CHAIRS - self.seats)
        out: list[Any] = [
            [4 * start.wind + start.number, start.honba, start.sticks],
            [*start.scores, *short],
            _numbers(self.dora),
            _numbers(self._ura()),
        ]
        for chair in range(_CHAIRS):
            hand = _numbers(start.hands[chair]) if chair < self.seats else []
            out += [hand, self.taken[chair], self.thrown[chair]]
        result = self._result()
        return [*out, result] if result else out

    def _move(self, event: ev.Event) -> None:
        if isinstance(event, ev.Dora):
            self.dora.append(event.tile)
        elif isinstance(event, ev.Riichi):
            self.declared = True
        elif isinstance(event, ev.Draw):
            self.taken[event.seat].append(tenhou6(event.tile))
        elif isinstance(event, ev.Discard):
            number = DRAWN if event.drawn else tenhou6(event.tile)
            self.thrown[event.seat].append(f"r{number}" if self.declared else number)
            self.declared = False
        elif isinstance(event, ev.Call):
            self._call(event)
        elif isinstance(event, ev.ClosedKan):
            *own, last = event.tiles
            self.thrown[event.seat].append(f"{_text(own)}a{_text([last])}")
        elif isinstance(event, ev.AddedKan):
            self._added(event)
        elif isinstance(event, ev.North):
            self.thrown[event.seat].append("f44")

    def _call(self, event: ev.Call) -> None:
        place = 3 - (event.source - event.seat) % _CHAIRS
        before = 3 if event.claim == OPEN_KAN and place == 2 else place
        own = _text(event.uses)
        text = f"{own[: 2 * before]}{_LETTERS[event.claim]}{_text([event.tile])}{own[2 * before :]}"
        self.taken[event.seat].append(text)
        if event.claim == OPEN_KAN:
            self.thrown[event.seat].append(0)
        elif event.claim == PON:
            self.pons[event.seat].append((event.tile, text))

    def _added(self, event: ev.AddedKan) -> None:
        for tile, text in self.pons[event.seat]:
            if KIND_OF[tile] == KIND_OF[event.tile]:
                self.thrown[event.seat].append(text.replace("p", f"k{_text([event.tile])}"))
                return
        raise RecordError(f"a kan of seat {event.seat} adds to no pon", path=self.path)

    def _ura(self) -> Sequence[int]:
        found = [self.played.wins[at].ura for at, _ in self.played.won if at in self.played.wins]
        return max(found, key=len, default=())

    # The result

    def _result(self) -> list[Any]:
        end, won, change = self.played.end, self.played.won, self.played.change
        short = [0] * (_CHAIRS - self.seats)
        if won:
            out: list[Any] = ["和了"]
            for at, event in won:
                deltas = self.played.deltas.get(at)
                if deltas is None:
                    raise RecordError(f"the points of the win at event {at} are not known", path=self.path)
                out += [[*deltas, *short], self._win(event, self.played.wins.get(at))]
            return out
        if end.result == "exhaustive":
            if change is not None and any(change):
                return ["流局", [*change, *short]]
            return ["全員聴牌" if self.played.ready else "全員不聴"]
        if end.result == "nagashi":
            return ["流し満貫", [*(change or [0] * self.seats), *short]]
        return [words.OF_RESULT[end.result]] if end.result in words.OF_RESULT else []

    def _win(self, event: ev.Ron | ev.Tsumo, claim: WinClaim | None) -> list[Any]:
        seat, start = event.seat, self.played.start
        source = event.source if isinstance(event, ev.Ron) else seat
        if claim is None:
            return [seat, source, seat]
        liable = claim.pao if claim.pao is not None else seat
        worth = words.worth(
            fu=claim.fu, han=claim.han, total=claim.points, dealer=seat == start.dealer,
            payers=self.seats - 1 if source == seat else 0,
        )  # fmt: skip
        return [seat, source, liable, worth, *[self._yaku(yaku, han, seat, claim) for yaku, han in claim.yaku.items()]]

    def _yaku(self, yaku: str, han: int, seat: int, claim: WinClaim) -> str:
        if yaku == "seat_wind":
            name = f"自風 {words.WINDS[(seat - self.played.start.dealer) % self.seats]}"
        elif yaku == "round_wind":
            name = f"場風 {words.WINDS[self.played.start.wind % 4]}"
        else:
            name = words.OF_YAKU.get(yaku, yaku)
        if not claim.yakuman:
            return f"{name}({han}飜)"
        return f"{name}({words.TIMES.get(han // 13, '')}役満)"


def _numbers(tiles: Iterable[int]) -> list[int]:
    return [tenhou6(Tile(tile)) for tile in tiles]


def _text(tiles: Iterable[Tile]) -> str:
    return "".join([str(tenhou6(tile)) for tile in tiles])
