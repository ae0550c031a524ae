"""Our bots play; libriichi's `PlayerState` of every seat looks on, and its flags are held against our menus."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import watch
from differential import Comparison

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.play import menu
from minogashi.play.bots import RandomBot, SensibleBot
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import KIND_OF, KINDS, Tile, mjai

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minogashi.rulebook import Profile

Line = dict[str, Any]
WINDS = "ESWN"
CALLS = {CHI: "chi", PON: "pon", OPEN_KAN: "daiminkan"}


class Scribe(Table):
    """A table that writes down, for every event, what each seat sees of it and what its menu holds after it."""

    def __init__(self, book: Profile) -> None:
        super().__init__(book)
        self.lines: list[list[Line]] = []
        self.menus: list[list[set[str]]] = []
        self.hands: list[tuple[str, list[list[Line]], list[list[set[str]]]]] = []
        self.stood: set[int] = set()

    def apply(self, event: ev.Event) -> None:
        """Play an event and write it down."""
        super().apply(event)
        if isinstance(event, ev.RoundStart):
            self.stood = set()
            self.lines, self.menus = [[] for _ in range(4)], [[] for _ in range(4)]
        for seat in self.seats:
            if seat.in_riichi and seat.index not in self.stood:
                self.stood.add(seat.index)
                self._write([{"type": "reach_accepted", "actor": seat.index}] * 4)
        seen = [self._seen(event, view) for view in range(4)]
        if seen[0] is not None:
            asked = not isinstance(event, ev.Dora | ev.RoundEnd | ev.Ron | ev.Tsumo)
            self._write(seen, asked=asked)  # type: ignore[arg-type]
        if isinstance(event, ev.RoundEnd):
            self.hands.append((self.round.name, self.lines, self.menus))

    def _write(self, seen: list[Line], *, asked: bool = False) -> None:
        for seat in range(4):
            self.lines[seat].append(seen[seat])
            self.menus[seat].append(self._menu(seat) if asked else {"?"})

    def _seen(self, event: ev.Event, view: int) -> Line | None:
        """The line of this event for one seat; None where mjai has none."""
        if isinstance(event, ev.RoundStart):
            hands = [[mjai(tile) for tile in hand] if at == view else ["?"] * 13 for at, hand in enumerate(event.hands)]
            return {
                "type": "start_kyoku", "bakaze": WINDS[event.wind % 4], "kyoku": event.number + 1, "honba": event.honba,
                "kyotaku": event.sticks, "oya": event.dealer, "scores": list(event.scores), "tehais": hands,
                "dora_marker": mjai(event.indicators[0]),
            }  # fmt: skip
        if isinstance(event, ev.Draw):
            return {"type": "tsumo", "actor": event.seat, "pai": mjai(event.tile) if event.seat == view else "?"}
        if isinstance(event, ev.Discard):
            return {"type": "dahai", "actor": event.seat, "pai": mjai(event.tile), "tsumogiri": bool(event.drawn)}
        return self._seen_set(event) or self._seen_word(event)

    @staticmethod
    def _seen_word(event: ev.Event) -> Line | None:
        if isinstance(event, ev.Riichi):
            return {"type": "reach", "actor": event.seat}
        if isinstance(event, ev.Dora):
            return {"type": "dora", "dora_marker": mjai(event.tile)}
        return {"type": "end_kyoku"} if isinstance(event, ev.RoundEnd) else None

    def _seen_set(self, event: ev.Event) -> Line | None:
        if isinstance(event, ev.Call):
            return {
                "type": CALLS[event.claim], "actor": event.seat, "target": event.source, "pai": mjai(event.tile),
                "consumed": [mjai(tile) for tile in event.uses],
            }  # fmt: skip
        if isinstance(event, ev.ClosedKan):
            return {"type": "ankan", "actor": event.seat, "consumed": [mjai(tile) for tile in event.tiles]}
        if isinstance(event, ev.AddedKan):
            meld = next(meld for meld in self.seats[event.seat].hand.melds if meld.kind == KIND_OF[event.tile])
            used = [mjai(tile) for tile in meld.tiles[:3]]
            return {"type": "kakan", "actor": event.seat, "pai": mjai(event.tile), "consumed": used}
        return None

    def _menu(self, index: int) -> set[str]:
        """Our menu as flags."""
        if not self.round.to_draw:
            return self._own_turn(index) if self.round.turn == index else set()
        out = set()
        for event in menu.offer(self, index):
            if isinstance(event, ev.Ron):
                out.add("can_ron_agari")
            elif isinstance(event, ev.Call):
                out.add(f"can_{CALLS[event.claim]}{_end(event)}")
        return out

    def _own_turn(self, index: int) -> set[str]:
        words = {ev.Discard: "can_discard", ev.Riichi: "can_riichi", ev.Tsumo: "can_tsumo_agari"}
        words |= {ev.ClosedKan: "can_ankan", ev.AddedKan: "can_kakan", ev.NineTerminals: "can_ryukyoku"}
        choices = menu.own_turn(self, index)
        out = {words[type(event)] for event in choices if type(event) in words}
        for event in choices:
            if isinstance(event, ev.ClosedKan | ev.AddedKan):
                tile = event.tiles[0] if isinstance(event, ev.ClosedKan) else event.tile
                out.add(f"{'ankan' if isinstance(event, ev.ClosedKan) else 'kakan'}:{mjai(Tile(KIND_OF[tile]))}")
        seat = self.seats[index]
        if seat.drawn is None:  # after a call: what may not be thrown
            may = {KIND_OF[event.tile] for event in choices if isinstance(event, ev.Discard)}
            out |= {f"barred:{kind}" for kind in range(KINDS) if seat.hand.counts[kind] and kind not in may}
        return out


def _end(event: ev.Call) -> str:
    """Which end of the run the called tile is, as mjai's flags put it."""
    if event.claim != CHI:
        return ""
    return f"_{('low', 'mid', 'high')[sum(KIND_OF[tile] < KIND_OF[event.tile] for tile in event.uses)]}"


class Oracle:
    """The other environment."""

    def __init__(self, python: str) -> None:
        script = str(Path(__file__).parent / "oracle_libriichi.py")
        self.process = subprocess.Popen(  # noqa: S603  the python that was named
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, seat: int, lines: Iterable[Line]) -> list[list[str]]:
        """The flags after each line."""
        told, heard = self.process.stdin, self.process.stdout
        if told is None or heard is None:
            raise BrokenPipeError
        start = {"type": "start_game", "id": seat, "names": ["a", "b", "c", "d"]}
        told.write(json.dumps({"seat": seat, "lines": [start, *lines]}) + "\n")
        told.flush()
        said = json.loads(heard.readline())
        if "error" in said:
            raise RuntimeError(f"the oracle stopped: {said['error']}")
        return [list(flags) for flags in said[1:]]

    def close(self) -> None:
        """Let the other environment end."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()


def players(seed: int) -> list[Any]:
    """Sensible seats mostly, one of them wild and sometimes one at random."""
    kinds: list[Any] = [SensibleBot, watch.Fickle, SensibleBot, RandomBot if seed % 3 == 0 else watch.Haughty]
    return [kinds[(seat + seed) % 4](seed) for seat in range(4)]


def hold(found: Comparison, oracle: Oracle, table: Scribe, seed: int) -> None:
    """Hold the flags of one game against our menus."""
    for name, lines, menus in table.hands:
        for seat in range(4):
            said = oracle.ask(seat, lines[seat])
            for at, (theirs, ours) in enumerate(zip(said, menus[seat], strict=True)):
                if "?" not in ours:
                    where = f"seed {seed}, {name}, seat {seat}, line {at} {json.dumps(lines[seat][at])}"
                    found.compare(where, ours, theirs)


def run(python: str, menus: int, seed: int) -> Comparison:
    """Games one after the other until so many menus are compared."""
    found, oracle, book = Comparison(), Oracle(python), profile("tenhou")
    while found.menus < menus:
        number = seed * 1_000_000 + found.games
        match = Match(book, players(number), number)
        match.table = table = Scribe(book)
        match.run()
        hold(found, oracle, table, number)
        found.games += 1
    oracle.close()
    return found
