"""Whole folders of real games: the state after every event against a simple account of the same events.

Usage: python soak/rebuild.py FOLDER [FOLDER ...]. Games that no table can play are counted and left out.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from test_real_records import rebuilt  # the account that the tests use

from minogashi.errors import RecordError
from minogashi.events import IllegalEventError
from minogashi.formats import records


def main() -> None:
    """Every game of the folders; the first difference ends the run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    for folder in parser.parse_args().folders:
        start = time.perf_counter()
        games = events = lit = unread = broken = 0
        for game in records(folder):
            if isinstance(game, RecordError):
                unread += 1
                continue
            try:
                lit += rebuilt(game)
            except IllegalEventError:
                broken += 1
                continue
            games, events = games + 1, events + len(game.events)
        spent = time.perf_counter() - start
        left_out = f"{unread} unread, {broken} broken"
        print(f"{folder.name}: {games} games, {events} events, {lit} furiten states, {left_out}, {spent:.0f} s")


if __name__ == "__main__":
    main()
