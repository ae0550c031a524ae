"""Seeded games as text: every event, what the seats may do, which locks come and go, what is paid.

    python tests/golden.py --write

rewrites tests/golden/*.txt. Read the difference before it is committed: it shows which rule moved. The players are
made for this and live here, so that a better bot changes nothing.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from minogashi import events as ev
from minogashi import shapes
from minogashi.claims import CLAIM_NAMES
from minogashi.play import menu
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import KIND_OF, SUIT_OF, in_order, name, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile

FOLDER: Final = Path(__file__).parent / "golden"
GAMES: Final = {
    "sg-wong-v1": (6, 2),
    "sg-hu-only": (6, 2),
    "sg-no-lock": (6, 2),
    "tenhou": (7, 3),
    "tenhou-sanma": (7, 3),
}
"""Rule book: seed, and how many hands are told."""


class Lively:
    """Takes four sets of ten and seven wins of ten, declares what it may, and throws what brings it nearer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        luck = zlib.crc32(f"{self.seed}/{seat}/{table.at}".encode()) % 10
        if isinstance(choices[-1], ev.Pass):
            wanted = 7 if isinstance(choices[0], ev.Ron | ev.Tsumo) else 4
            return choices[0] if luck < wanted else choices[-1]
        acts = [event for event in choices if not isinstance(event, ev.Discard)]
        if acts:
            return acts[0]
        return min(choices, key=lambda event: self._steps(table, seat, event))

    @staticmethod
    def _steps(table: Table, index: int, event: ev.Event) -> int:
        """The shanten that a discard leaves."""
        seat = table.seats[index]
        keys = seat.hand.keys[:]
        if isinstance(event, ev.Discard):
            kind = KIND_OF[event.tile]
            keys[SUIT_OF[kind]] -= shapes.WEIGHT[kind]
        return shapes.shanten(keys[0], keys[1], keys[2], keys[3], seat.sets)


class Told(Table):
    """A table that tells what happens at it, line by line."""

    def __init__(self, book: Profile) -> None:
        super().__init__(book)
        self.lines: list[str] = []
        self._bound: set[str] = set()

    def apply(self, event: ev.Event) -> None:
        """Play an event and tell it."""
        super().apply(event)
        if isinstance(event, ev.RoundStart):
            self._bound = set()
            self.lines += ["", f"== {self.round.name}, dealer {event.dealer}, scores {_numbers(event.scores)}"]
            self.lines += [f"{seat}: {row(in_order(hand))}" for seat, hand in enumerate(event.hands)]
        told = [_told(event)] if not isinstance(event, ev.RoundStart) else []
        if told or self._moved():
            self.lines.append(" ".join([*told, *self._locks()]).strip())
        if not isinstance(event, ev.Pass | ev.Ask | ev.Ron | ev.Tsumo | ev.Dora | ev.Payment) and self.running:
            self.lines += self._menus()

    def _moved(self) -> bool:
        return self._binding() != self._bound

    def _binding(self) -> set[str]:
        """The locks that bind now."""
        return {
            f"{span.seat} {span.code.value}({name(span.tile) if span.tile < 49 else ''})"
            for span in self.history.all
            if span.end is None
        }

    def _locks(self) -> list[str]:
        before, self._bound = self._bound, self._binding()
        came = [f"+{lock}" for lock in sorted(self._bound - before)]
        return [f"[{', '.join([*came, *(f'-{lock}' for lock in sorted(before - self._bound))])}]"] * (
            before != self._bound
        )

    def _menus(self) -> list[str]:
        round_ = self.round
        out = []
        if not round_.to_draw:
            choices = menu.own_turn(self, round_.turn)
            words = [_told(event)[2:] for event in choices if not isinstance(event, ev.Discard)]
            may = {event.tile for event in choices if isinstance(event, ev.Discard)}
            barred = [tile for tile in dict.fromkeys(self.seats[round_.turn].hand.tiles()) if tile not in may]
            words += [f"not {row(barred)}"] * bool(barred)
            out += [f"    {round_.turn} may: {', '.join(words)}"] * bool(words)
        else:
            for seat in range(round_.seats):
                words = [_told(event)[2:] for event in menu.offer(self, seat)]
                out += [f"    {seat} may: {', '.join(words)}"] * bool(words)
        return out


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(number) for number in numbers)


def _told(event: ev.Event) -> str:  # noqa: C901, PLR0911, PLR0912  one short line for each kind of event
    """An event in a few words, the seat first."""
    seat = getattr(event, "seat", "")
    match event:
        case ev.Draw():
            return f"{seat} draws {name(event.tile)}{' in its place' if event.replacement else ''}"
        case ev.Discard():
            return f"{seat} throws {name(event.tile)}{' as drawn' if event.drawn else ''}"
        case ev.Call():
            return f"{seat} {CLAIM_NAMES[event.claim]} {name(event.tile)} with {row(event.uses)}"
        case ev.ClosedKan():
            return f"{seat} ankan {row(event.tiles)}"
        case ev.AddedKan():
            return f"{seat} kakan {name(event.tile)}"
        case ev.North():
            return f"{seat} kita"
        case ev.Bonus():
            return f"{seat} shows {name(event.tile)}"
        case ev.Dora():
            return f"- dora {name(event.tile)}"
        case ev.Ask():
            return f"{seat} asks {CLAIM_NAMES[event.claim]}"
        case ev.Ron():
            return f"{seat} ron {name(event.tile)} of {event.source}"
        case ev.Tsumo():
            return f"{seat} tsumo {name(event.tile)}"
        case ev.Payment():
            return f"- {event.why}: {_numbers(event.deltas)}"
        case ev.RoundEnd():
            return f"= {event.result}, scores {_numbers(event.scores or ())}"
        case _:
            return f"{seat} {type(event).__name__.lower()}"


def told(rules: str) -> str:
    """The game of a rule book as text."""
    seed, hands = GAMES[rules]
    book = profile(rules)
    match = Match(book, [Lively(seed)] * book.seats, seed)
    match.table = table = Told(book)
    match.run(hands)
    head = f"{rules}, seed {seed}, {hands} hands. Written by `python tests/golden.py --write`."
    return "\n".join([head, *table.lines]) + "\n"


def main() -> int:
    """Rewrite the texts."""
    if sys.argv[1:] != ["--write"]:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    for rules in GAMES:
        (FOLDER / f"{rules}.txt").write_text(told(rules), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
