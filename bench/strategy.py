"""How fast the strategy calls are: `python bench/strategy.py`.

Positions are those of games between bots from a seed: every discard, as the seat that throws meets it. Each call is
timed over all of them, the median of several rounds, in microseconds of processor time a position. Then the study:
hands a second on one process and on two, in turns, and the ratio, with the load of the machine before it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from typing import TYPE_CHECKING, Any

from minogashi import advice, defence
from minogashi import events as ev
from minogashi.play.bots import SensibleBot
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.study import ARMS, OPPONENTS, run
from minogashi.table import Table
from minogashi.tiles import HIDDEN, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Position = tuple[defence.Watch, int]


def positions(name: str, hands: int, seed: int) -> list[Position]:
    """The table before every discard and self-drawn win of some hands, as the seat that acts meets it."""
    book, out = profile(name), []
    events: list[ev.Event] = []
    Match(book, [SensibleBot(seed)] * book.seats, seed, keep=events.append).run(hands)
    watch = defence.Watch(Table(book))
    for event in events:
        if isinstance(event, ev.Discard | ev.Tsumo):
            still = defence.Watch(watch.table.copy())
            still.passes, still.hints = [dict(one) for one in watch.passes], [dict(one) for one in watch.hints]
            out.append((still, event.seat))
        watch.apply(event)
    return out


def offers(name: str, hands: int, seed: int) -> list[Position]:
    """The table at every tile that some seat may win."""
    book, out = profile(name), []
    events: list[ev.Event] = []
    Match(book, [SensibleBot(seed, pass_wins=500)] * book.seats, seed, keep=events.append).run(hands)
    watch = defence.Watch(Table(book))
    for event in events:
        watch.apply(event)
        window = watch.table.window
        if isinstance(event, ev.Discard) and window is not None:
            ready = [seat.index for seat in watch.table.seats if seat.waits >> window.kind & 1]
            out += [(defence.Watch(watch.table.copy()), seat) for seat in ready if seat != window.source]
    return out


def timed(call: Callable[[defence.Watch, int], Any], places: Sequence[Position], rounds: int) -> float:
    """The median time of a call over all positions, in microseconds a position."""
    found = []
    for _ in range(rounds):
        begun = time.process_time()  # what else runs on the machine does not count
        for watch, seat in places:
            call(watch, seat)
        found.append((time.process_time() - begun) / len(places))
    return 1e6 * statistics.median(found)


def thrown(places: Sequence[Position]) -> list[Position]:
    """The same once the drawn tile is thrown: what one draw ahead is asked of."""
    out = []
    for watch, seat in places:
        tile = watch.table.seats[seat].drawn
        if tile is not None and not watch.table.seats[seat].riichi:
            out.append((defence.Watch(advice.after(watch.table, seat, tile)), seat))
    return out


def dama(name: str) -> list[Position]:
    """A closed hand without riichi that draws its win: what the choice between the two is asked of."""
    book = profile(name)
    if not Table(book).referee.has_riichi:
        return []
    table = Table(book)
    hands = (tuple(parse_tiles("77m34567p678s777z")), *((HIDDEN,) * 13,) * (book.seats - 1))
    table.apply(ev.RoundStart(0, 0, 0, 0, 0, (int(book["start_points"]),) * book.seats, (), hands))
    table.apply(ev.Draw(0, parse_tile("8p")))
    return [(defence.Watch(table), 0)] * 20


def calls(rounds: int, hands: int) -> None:
    """Print what each call takes."""
    for name in ("tenhou", "sg-wong-v1"):
        drawn = positions(name, hands, 1)
        told: list[tuple[str, Callable[[defence.Watch, int], Any], Sequence[Position]]] = [
            ("safe: genbutsu, same turn", defence.safe, drawn),
            ("dangers: every tile, every opponent", defence.dangers, drawn),
            ("ways: exit search, waits with worth", lambda watch, me: list(advice.ways(watch.table, me)), drawn),
            ("ahead: one draw ahead", lambda watch, me: advice.ahead(watch.table, me), thrown(drawn)[::10]),
            ("choice: tsumo or furiten riichi", lambda watch, me: advice.choice(watch.table, me), dama(name)),
            ("needs: the least hand for a place", lambda watch, me: advice.needs(watch.table, me), drawn[::10]),
            ("pass_reasons", lambda watch, me: advice.pass_reasons(watch.table, me), offers(name, 4 * hands, 1)),
        ]
        for what, call, places in told:
            if places:
                print(f"{name:12} {what:38} {len(places):5} positions {timed(call, places, rounds):8.0f} us each")


def study(names: Sequence[str], rounds: int, walls: int) -> None:
    """Print hands a second of the study on one process and on two, in turns; starting the processes counts."""
    for opponents in names:
        speeds: dict[int, list[float]] = {1: [], 2: []}
        alone = []
        for seed in range(rounds):
            for jobs, found in speeds.items():
                begun, worked = time.perf_counter(), time.process_time()
                run(walls, [8], seed, opponents=opponents, jobs=jobs)
                if jobs == 1:
                    alone.append(len(ARMS) * walls / (time.process_time() - worked))
                found.append(len(ARMS) * walls / (time.perf_counter() - begun))
        one, two = (statistics.median(speeds[jobs]) for jobs in (1, 2))
        print(f"study, {opponents:9} opponents: {one:6.1f} hands/s on one, {two:6.1f} on two: {two / one:.2f} times;")
        print(f"       {statistics.median(alone):.1f} hands to a second of processor time, on one")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--hands", type=int, default=8)
    parser.add_argument("--walls", type=int, default=300)
    parser.add_argument("--opponents", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    parser.add_argument("--only", choices=["calls", "study"], default="")
    chosen = parser.parse_args()
    print("load before:", " ".join(f"{load:.1f}" for load in os.getloadavg()), "on", os.cpu_count(), "cores")
    if chosen.only != "study":
        calls(chosen.rounds, chosen.hands)
    if chosen.only != "calls":
        study(chosen.opponents, chosen.rounds, chosen.walls)


if __name__ == "__main__":
    main()
