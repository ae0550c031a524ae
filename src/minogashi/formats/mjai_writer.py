"""Plain mjai JSON lines, for other programs: no line and no field that they do not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.formats import rounds as by_round
from minogashi.formats.mjai import WINDS
from minogashi.tiles import HIDDEN, KIND_OF, Tile
from minogashi.tiles import mjai as name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minogashi.formats.rounds import Played
    from minogashi.record import Record

REASONS: Final = {
    "exhaustive": "fanpai",
    "nine_terminals": "kyushukyuhai",
    "four_winds": "sufonrenta",
    "four_riichi": "suchareach",
    "four_kans": "sukaikan",
    "triple_ron": "sanchaho",
    "nagashi": "nagashimangan",
}
_CALLS: Final = {CHI: "chi", PON: "pon", OPEN_KAN: "daiminkan"}
_SIMPLE: Final[dict[type[ev.Event], str]] = {ev.Draw: "tsumo", ev.Riichi: "reach", ev.North: "kita"}
_ENCODE: Final = msgspec.json.Encoder().encode
Row = dict[str, Any]


def lost(record: Record) -> list[str]:
    """In words, what of the record plain mjai cannot hold."""
    out = by_round.lost(record)
    if record.profile not in {"tenhou", "tenhou-sanma"} or record.options:
        out.append(by_round.rules(record))
    return out


def write(record: Record) -> bytes:
    r"""The record as mjai lines. RecordError for a hand that is taken up in the middle.

    >>> from minogashi.record import Record
    >>> write(Record("", "", "tenhou", names=("A", "B", "C", "D"))).splitlines()[0]
    b'{"type":"start_game","names":["A","B","C","D"]}'
    """
    names = list(record.names) if len(record.names) == record.seats else [""] * record.seats
    rows: list[Row] = [{"type": "start_game", "names": names}]
    if record.view is not None:
        rows[0]["id"] = record.view
    played = by_round.rounds(record)
    for round_ in played:
        rows += _Round(round_).rows()
    if played and played[-1].last:
        final = played[-1].final
        rows.append({"type": "end_game"} | ({"scores": list(final)} if final is not None else {}))
    return b"".join([_ENCODE(row) + b"\n" for row in rows])


def _names(tiles: Iterable[int]) -> list[str]:
    return [name(Tile(tile)) for tile in tiles]


class _Round:
    """One round; `drawn` is the tile just drawn, `pons` each seat's triplets on the table."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.drawn: Tile | None = None
        self.pons: list[list[tuple[Tile, ...]]] = [[] for _ in played.start.hands]

    def rows(self) -> Iterator[Row]:
        played = self.played
        yield from self._start(played.start)
        for at, event in played.moves:
            if isinstance(event, ev.Ron | ev.Tsumo | ev.NineTerminals):
                continue
            yield self._row(event)
            if at in played.stands:
                yield {"type": "reach_accepted", "actor": played.stands[at]}
        won = played.won
        for at, win in won:
            yield self._win(at, win) | self._scores(told=at == won[-1][0])
        if played.end.result in REASONS:
            yield self._drawn()
        if played.end.result != "cut" or played.last:
            yield {"type": "end_kyoku"}

    def _start(self, start: ev.RoundStart) -> Iterator[Row]:
        yield {
            "type": "start_kyoku",
            "bakaze": WINDS[start.wind % 4],
            "kyoku": start.number + 1,
            "honba": start.honba,
            "kyotaku": start.sticks,
            "oya": start.dealer,
            "scores": list(start.scores),
            **({"dora_marker": name(start.indicators[0])} if start.indicators else {}),
            "tehais": [_names(hand) for hand in start.hands],
        }
        for tile in start.indicators[1:]:
            yield {"type": "dora", "dora_marker": name(tile)}

    def _row(self, event: ev.Event) -> Row:
        drawn = self.drawn
        if isinstance(event, ev.Draw):
            self.drawn = event.tile
        elif not isinstance(event, ev.Riichi | ev.Dora):
            self.drawn = None
        if isinstance(event, ev.Discard):
            thrown = event.drawn if event.drawn is not None else event.tile == drawn
            return {"type": "dahai", "actor": event.seat, "pai": name(event.tile), "tsumogiri": thrown}
        if isinstance(event, ev.Call | ev.ClosedKan | ev.AddedKan):
            return self._meld(event)
        if isinstance(event, ev.Dora):
            return {"type": "dora", "dora_marker": name(event.tile)}
        row: Row = {"type": _SIMPLE[type(event)], "actor": event.seat}  # type: ignore[union-attr]
        return row if isinstance(event, ev.Riichi) else row | {"pai": name(event.tile)}  # type: ignore[union-attr]

    def _meld(self, event: ev.Call | ev.ClosedKan | ev.AddedKan) -> Row:
        actor = event.seat
        if isinstance(event, ev.ClosedKan):
            return {"type": "ankan", "actor": actor, "consumed": _names(event.tiles)}
        kind, row = KIND_OF[event.tile], {"actor": actor, "pai": name(event.tile)}
        if isinstance(event, ev.AddedKan):
            pon: tuple[Tile, ...] = next((pon for pon in self.pons[actor] if KIND_OF[pon[0]] == kind), ())
            return {"type": "kakan", **row, "consumed": _names(pon)}
        if event.claim == PON:
            self.pons[actor].append((event.tile, *event.uses))
        return {"type": _CALLS[event.claim], **row, "target": event.source, "consumed": _names(event.uses)}

    def _win(self, at: int, event: ev.Ron | ev.Tsumo) -> Row:
        target = event.source if isinstance(event, ev.Ron) else event.seat
        row: Row = {"type": "hora", "actor": event.seat, "target": target, "pai": name(event.tile)}
        claim, deltas = self.played.wins.get(at), self.played.deltas.get(at)
        if deltas is not None:
            row["deltas"] = list(deltas)
        if claim is not None:
            row |= {
                "ura_markers": _names(claim.ura),
                "hora_points": claim.points,
                "fu": claim.fu,
                "fan": claim.han,
                "yakus": [[yaku, han] for yaku, han in claim.yaku.items()],
            }
            if claim.hand and HIDDEN not in claim.hand:
                row["hora_tehais"] = _names(claim.hand)
        return row

    def _scores(self, *, told: bool) -> Row:
        scores = self.played.end.scores
        return {"scores": list(scores)} if told and scores is not None else {}

    def _drawn(self) -> Row:
        played = self.played
        row: Row = {"type": "ryukyoku", "reason": REASONS[played.end.result]}
        for _, event in played.moves:
            if isinstance(event, ev.NineTerminals):
                row["actor"] = event.seat
        if played.end.result in {"exhaustive", "nagashi"}:
            row["tenpais"] = [seat in played.ready for seat in range(len(played.start.hands))]
        if played.change is not None:
            row["deltas"] = list(played.change)
        return row | self._scores(told=True)
