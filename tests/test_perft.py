"""Claim perft: over seeded games, how many claims and acts are legal, and how many are refused for each reason.

    python tests/test_perft.py --write

rewrites tests/perft.txt. Read the difference before it is committed: a count that moved is a rule that moved. The
players are those of tests/golden.py, so that a better bot changes nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from golden import Lively

from minogashi import events as ev
from minogashi.claims import CLAIM_NAMES, Code
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.claims import Verdict
    from minogashi.rulebook import Profile

FILE: Final = Path(__file__).parent / "perft.txt"
BOOKS: Final = ("tenhou", "tenhou-sanma", "majsoul", "mleague", "ema2016", "sg-wong-v1", "sg-smc")
SEEDS: Final = range(1, 9)
QUIET: Final = ev.Pass | ev.Ask | ev.Ron | ev.Tsumo | ev.Dora | ev.Payment
"""Events after which no seat has a new question."""


class Counted(Table):
    """A table that counts its rulings by claim and by each reason."""

    def __init__(self, book: Profile) -> None:
        super().__init__(book)
        self.events = 0
        self.counts: Counter[tuple[str, str]] = Counter()

    def apply(self, event: ev.Event) -> None:
        """Play an event and count what may follow it."""
        super().apply(event)
        self.events += 1
        if self.running and not isinstance(event, QUIET):
            self.counts.update(
                (CLAIM_NAMES[verdict.claim], code) for verdict in self._asked() for code in verdict.codes
            )

    def _asked(self) -> Iterator[Verdict]:
        yield from self.verdicts()
        if not self.round.to_draw:
            yield from self.acts(self.round.turn)


def counted(rules: str) -> str:
    """The counts of the east games of a rule book, one for each seed, as lines of text."""
    book, events, counts = profile(rules), 0, Counter[tuple[str, str]]()
    for seed in SEEDS:
        match = Match(book, [Lively(seed)] * book.seats, seed, winds=1)
        match.table = table = Counted(book)
        match.run()
        events += table.events
        counts += table.counts
    rows = [f"{claim:15}{code:29}{count:7}" for (claim, code), count in sorted(counts.items())]
    return "\n".join([f"== {rules}, {len(SEEDS)} games, {events} events", *rows, ""])


@pytest.fixture(scope="module")
def had() -> dict[str, str]:
    """The text of each rule book in the file."""
    parts = FILE.read_text(encoding="utf-8").split("== ")[1:]
    return {part.split(",", 1)[0]: f"== {part}" for part in parts}


@pytest.mark.parametrize("rules", BOOKS)
def test_the_rulings_are_as_many_as_they_were(rules: str, had: dict[str, str]) -> None:
    found = counted(rules).splitlines()
    assert found == had[rules].splitlines(), "what moved? `python tests/test_perft.py --write` rewrites it"


def test_the_file_holds_these_books_and_the_locks(had: dict[str, str]) -> None:
    assert tuple(had) == BOOKS
    text = "".join(had.values())
    locks = [Code.FURITEN_DISCARD, Code.FURITEN_TEMPORARY, Code.FURITEN_RIICHI, Code.KUIKAE]
    locks += [Code.PASSED_HU, Code.PASSED_SET, Code.OWN_LATEST]
    assert [code for code in locks if f" {code.value} " not in text] == []


def main() -> int:
    """Rewrite the file."""
    if sys.argv[1:] != ["--write"]:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    FILE.write_text("".join(counted(rules) for rules in BOOKS), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
