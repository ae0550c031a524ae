"""How fast games are played, and what share of the time goes into claim windows: `python bench/play.py`.

Four (or three) bots that play any legal event, from seeds. Asking the seats about a tile on offer
and closing the window again, passes judged and locks set, count as time in claim windows.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from minogashi.passing import Passing
from minogashi.play.bots import RandomBot
from minogashi.play.deal import Deal
from minogashi.play.match import Match
from minogashi.rulebook import profile

if TYPE_CHECKING:
    from collections.abc import Callable

SPENT = {"windows": 0.0}


def timed(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, with the time it takes added up; what a timed method calls is counted once."""

    def run(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401  any method
        if SPENT.get("inside"):
            return method(*arguments, **named)
        SPENT["inside"] = 1.0
        begun = time.perf_counter()
        try:
            return method(*arguments, **named)
        finally:
            SPENT["windows"] += time.perf_counter() - begun
            SPENT["inside"] = 0.0

    return run


def play(name: str, hands: int) -> tuple[float, float]:
    """Play so many hands under a rule book -> (seconds, seconds in claim windows)."""
    book = profile(name)
    SPENT["windows"] = 0.0
    begun, seed, played = time.perf_counter(), 0, 0
    while played < hands:
        match = Match(book, [RandomBot(seed)] * book.seats, seed)
        while match.state is not None and played < hands:
            match.play_hand(match.state)
            played += 1
        seed += 1
    return time.perf_counter() - begun, SPENT["windows"]


def main() -> None:
    """Print hands a second and the share of claim windows for each rule book."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("books", nargs="*", default=["sg-wong-v1", "sg-no-lock", "tenhou", "tenhou-sanma"])
    parser.add_argument("--hands", type=int, default=300)
    chosen = parser.parse_args()
    plain = {name: play(name, chosen.hands)[0] for name in chosen.books}
    Deal._ask_all = timed(Deal._ask_all)  # type: ignore[method-assign]  # noqa: SLF001
    Passing.silent = timed(Passing.silent)  # type: ignore[method-assign]
    for name in chosen.books:
        seconds, windows = play(name, chosen.hands)
        rate = chosen.hands / plain[name]
        print(f"{name:14} {rate:7.1f} hands/s   claim windows {windows / seconds:4.0%} of the time")


if __name__ == "__main__":
    main()
