"""When the indicator of a kan is turned: `ankan_now_others_after_discard` (riichi.md 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.play.bots import RandomBot
from minogashi.play.match import Match
from minogashi.rulebook import profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.table import Table


class Hoarder(RandomBot):
    """Declares every kan and north, and takes every triplet."""

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        wanted = [
            event for event in choices if isinstance(event, ev.ClosedKan | ev.AddedKan | ev.North) or _triplet(event)
        ]
        return wanted[0] if wanted else super().choose(table, seat, choices)


def _triplet(event: ev.Event) -> bool:
    return isinstance(event, ev.Call) and len(set(event.uses)) == 1


def indicators_due(events: Sequence[ev.Event]) -> tuple[list[tuple[int, int]], set[str]]:
    """(turned, due) at every replacement and discard, and which acts came between a kan and its discard."""
    out, met = [], set()
    turned = kans = 0
    last = ""
    for event in events:
        late = isinstance(event, ev.AddedKan) or (isinstance(event, ev.Call) and len(event.uses) == 3)
        if isinstance(event, ev.RoundStart):
            turned = kans = 0
        if late or isinstance(event, ev.ClosedKan | ev.North):
            if kans > turned:
                met.add("late" if late else type(event).__name__)
            kans += not isinstance(event, ev.North)
            last = "late" if late else "now"
        elif isinstance(event, ev.Dora):
            turned += 1
        elif isinstance(event, ev.Draw) and event.replacement:
            out.append((turned, kans - (last == "late")))
        elif isinstance(event, ev.Discard):
            out.append((turned, kans))
    return out, met


@pytest.mark.parametrize(
    ("name", "seeds", "wanted"),
    [("tenhou", (58, 81, 164), {"late"}), ("tenhou-sanma", (33, 55, 58, 62, 102), {"late", "North"})],
)
def test_an_earlier_kans_indicator_comes_before_the_next_replacement(
    name: str, seeds: Sequence[int], wanted: set[str]
) -> None:
    book, met = profile(name), set()
    for seed in seeds:
        events: list[ev.Event] = []
        Match(book, [Hoarder(seed)] * book.seats, seed, keep=events.append).run(2)
        pairs, acts = indicators_due(events)
        met |= acts
        assert [pair for pair in pairs if pair[0] != pair[1]] == [], f"seed {seed}"
    assert wanted <= met
