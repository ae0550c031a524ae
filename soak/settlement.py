"""Real games settled again: the points of each hand, the hand that follows, the end and the final score.

    python soak/settlement.py FOLDER...

Everything is held against what the records state. Only mjlog files are looked at.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from minogashi import events as ev
from minogashi.accounts import Accounts
from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import parse
from minogashi.formats.containers import members
from minogashi.rulebook import profile
from minogashi.settle import Finish, Place, State, advance, standing
from minogashi.table import Table
from minogashi.tiles import KIND_OF, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.record import Record, WinClaim
    from minogashi.tiles import Kind

HANCHAN = 8
"""The bit of `GO type` that tells the length, which a record does not keep."""


@dataclass
class Findings:
    """What was compared: agreements and totals by kind, and every difference in words."""

    agree: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def compare(self, kind: str, where: str, stated: object, found: object) -> None:
        """Count one comparison."""
        self.total[kind] += 1
        if stated == found:
            self.agree[kind] += 1
        else:
            self.differences.append(f"{where}: {kind}: stated {stated}, found {found}")

    def add(self, other: Findings) -> None:
        """Count another game in."""
        self.agree += other.agree
        self.total += other.total
        self.differences += other.differences


class Game:
    """One game settled hand by hand."""

    def __init__(self, record: Record, winds: int, finals: tuple[float, ...] = ()) -> None:
        self.record, self.winds, self.finals = record, winds, finals
        self.book = profile(record.profile, record.options)
        self.accounts = Accounts(Table(self.book, strict=False))
        self.next: State | Finish | None = None
        self.found = Findings()

    def run(self) -> Findings:
        """Fold the record and compare at each boundary."""
        ura = self._ura()
        answered: object = None
        for at, event in enumerate(self.record.events):
            table = self.accounts.table
            if isinstance(event, ev.Draw | ev.Call) and isinstance(answered, ev.Discard):
                self._compare("no abort due", "", self._due_in_play())
            if isinstance(event, ev.RoundEnd) and event.result == "triple_ron":
                winners = sum(table.ron(seat.index).allowed for seat in table.seats)
                self._compare("winners at triple ron", 3, winners)
            self.accounts.apply(event, ura.get(at, ()))
            answered = event
            if isinstance(event, ev.RoundStart):
                self._begin()
            elif isinstance(event, ev.RoundEnd):
                self._end(event)
            elif isinstance(event, ev.GameEnd):
                self._finish(event)
        return self.found

    def _ura(self) -> dict[int, list[Kind]]:
        claims: list[tuple[int, WinClaim]] = [
            (said.at, said.value) for said in self.record.statements if said.kind == "win"
        ]
        return {at: [KIND_OF[Tile(tile)] for tile in claim.ura] for at, claim in claims}

    def _due_in_play(self) -> str:
        round_ = self.accounts.table.round
        return self.accounts.abort_due() if round_.kans == 4 or round_.thrown == 4 or round_.sticks > 3 else ""

    def _begin(self) -> None:
        if self.next is not None:
            self._compare("next hand", self.accounts.state, self.next)

    def _end(self, event: ev.RoundEnd) -> None:
        outcome, state = self.accounts.outcome, self.accounts.closing
        self.next = None
        if outcome is None or state is None:
            return
        if event.result in {"four_winds", "four_riichi", "four_kans"}:
            self._compare("abort due", event.result, self.accounts.abort_due())
        if event.scores is not None:
            stated = tuple(after - had for after, had in zip(event.scores, state.scores, strict=True))
            self._compare(f"deltas {self.book.seats}p {self._kind()}", stated, outcome.deltas)
        self._compare("result", event.result, outcome.result)
        self.next = advance(self.book, state, outcome, winds=self.winds)

    def _kind(self) -> str:
        outcome, wins = self.accounts.outcome, self.accounts.wins
        if not wins:
            return "" if outcome is None else outcome.result
        pao = "".join(" pao" for win in wins if win.pao)
        return ("tsumo" if wins[0].tsumo else ("ron", "double ron", "triple ron")[len(wins) - 1]) + pao

    def _finish(self, event: ev.GameEnd) -> None:
        if self.next is None:
            return
        ours = self.next.reason if isinstance(self.next, Finish) else self.next
        self._compare("game ends", True, isinstance(self.next, Finish))  # noqa: FBT003
        if not isinstance(self.next, Finish):
            self.found.differences.append(f"{self.record.path}: goes on to {ours}")
            return
        self.found.total[f"end by {ours}"] += 1
        self.found.agree[f"end by {ours}"] += 1
        if event.scores is not None:
            self._compare("final points", event.scores, self.next.scores)
            if self.finals:
                whole = all(final == int(final) for final in self.finals)
                found = final_scores(standing(self.book, event.scores), whole=whole)
                self._compare("final score", self.finals, found)
        self.next = None

    def _compare(self, kind: str, stated: object, found: object) -> None:
        name = self.accounts.table.round.name
        self.found.compare(kind, f"{self.record.path} {name}", stated, found)


def final_scores(places: list[Place], *, whole: bool) -> tuple[float, ...]:
    """Final scores in thousands by seat; `whole` as older logs have them: rounded, the first makes up the sum."""
    if not whole:
        return tuple(place.final / 1000 for place in sorted(places, key=lambda place: place.seat))
    rounded = {place.seat: place.final // 1000 * 1.0 for place in places}
    for place in places[1:]:
        thousands = int(abs(place.points) / 1000 + 0.5) * (1 if place.points >= 0 else -1)
        rounded[place.seat] = thousands + (place.final - place.points) / 1000
    first = places[0].seat
    rounded[first] = -sum(score for seat, score in rounded.items() if seat != first)
    return tuple(rounded[seat] for seat in sorted(rounded))


def games(folder: Path) -> Iterator[Game]:
    """Every game of the mjlog files of a folder."""
    for path, data in members(folder):
        if isinstance(data, RecordError) or "mjlog" not in path:
            continue
        kinds = [int(kind) for kind in re.findall(rb'<GO type="(\d+)"', data)]
        owari = [text.decode().split(",") for text in re.findall(rb'owari="([^"]*)"', data)]
        found = parse(data, path)
        for at, record in enumerate(found):
            kind = kinds[min(at, len(kinds) - 1)] if kinds else HANCHAN
            finals = owari[at][1 : 2 * record.seats : 2] if len(owari) == len(found) else []
            yield Game(record, 2 if kind & HANCHAN else 1, tuple(float(text) for text in finals))


def main() -> None:
    """Print the counts and the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    found, played = Findings(), 0
    for folder in parser.parse_args().folders:
        for game in games(folder):
            played += 1
            try:
                found.add(game.run())
            except MinogashiError as error:
                found.differences.append(f"{game.record.path}: {error}")
    print(f"{played} games")
    for kind, total in sorted(found.total.items()):
        print(f"{kind}: {found.agree[kind]} / {total}")
    print(*found.differences, sep="\n")


if __name__ == "__main__":
    main()
