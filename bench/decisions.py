"""How fast whole games are played, beside other engines in the same run: `python bench/decisions.py`.

Every seat picks any entry of its menu with equal chance, in whole hanchan under Tenhou's rules. Three
engines run in this process and one, majiang-core, in Node; whichever is not installed is left out.

A **decision** is a seat that is asked and has two or more entries to choose from: in its own turn, or about
the tile on offer, where `pass` is one of the entries. A draw in riichi that can only be thrown is none, nor
is a discard that nobody may take. Engines count entries differently (equal tiles once or each, riichi with
its discard or before it), so hands a second stand beside: they depend on no way of counting.

Seconds are of processor time, which a busy machine disturbs least (those of Node include its helper
threads). The engines take turns of one or some, in an order drawn anew for each round, so that what
noise is left hits all alike. Figures are medians over the rounds; ratios are medians of the ratios within one
round.

At the end it tells where our own time goes: the same games are replayed from their events, without and
with the menus of every seat that had to be asked.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import shutil
import statistics
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from minogashi.claims import OPEN_KAN
from minogashi.events import AddedKan, Call, ClosedKan, Discard, Draw, Event, Riichi
from minogashi.play import menu
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

try:
    import riichienv
except ImportError:
    riichienv = None
try:
    from jansou.core.rules import preset
    from jansou.game.environment import Environment
except ImportError:
    preset = Environment = None

SEED = 20261130
WARM_UP = 3.0
"""Seconds of the turn before the first that counts: a Node that is not warm plays half as fast."""
BOOK = profile("tenhou")
MAJIANG = Path(__file__).with_name("majiang_core.js")


class Tally(NamedTuple):
    """What an engine did in one turn, in seconds of processor time."""

    decisions: int
    hands: int
    seconds: float


if TYPE_CHECKING:
    Game = Callable[[int], tuple[int, int]]  # plays the hanchan of a seed -> (decisions, hands)
    Turn = Callable[[float], Tally]  # plays whole games until so many seconds are over


class Chooser:
    """A seat of ours: picks any entry of its menu, and counts."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random
        self.decisions = 0

    def choose(self, _table: Table, _seat: int, choices: Sequence[Event]) -> Event:
        """One of the choices."""
        if len(choices) > 1:
            self.decisions += 1
        return choices[int(self.random() * len(choices))]


def ours(seed: int, keep: Callable[[Event], None] = lambda _event: None) -> tuple[int, int]:
    """A hanchan of minogashi: every event made and ruled on, every pass judged."""
    chooser, hands = Chooser(seed), 0
    match = Match(BOOK, [chooser] * 4, seed, keep=keep)
    while match.state is not None:
        match.play_hand(match.state)
        hands += 1
    return chooser.decisions, hands


def riichienv_game(seed: int, *, log: bool) -> tuple[int, int]:
    """A hanchan of riichienv, with or without its mjai log; its hands are told apart by the round they are."""
    rule = riichienv.GameRule.default_tenhou()
    env = riichienv.RiichiEnv(game_mode="4p-red-half", skip_mjai_logging=not log, seed=seed, rule=rule)
    pick, offered, decisions, hands, last = random.Random(seed).random, env.reset(), 0, 0, None
    while not env.done():
        answers = {}
        for seat, view in offered.items():
            menu = view.legal_actions()
            if len(menu) > 1:
                decisions += 1
            if menu:
                answers[seat] = menu[int(pick() * len(menu))]
        offered = env.step(answers)
        now = env.kyoku_idx, env.honba
        if now != last:
            last = now
            hands += 1
    return decisions, hands


def jansou_game(seed: int) -> tuple[int, int]:
    """A hanchan of jansou, its decisions answered one by one."""
    env = Environment(preset("tenhou"), seed=seed)
    pick, decisions, game = random.Random(seed).random, 0, env.play()
    try:
        request = next(game)
        while True:
            menu = request.actions
            if len(menu) > 1:
                decisions += 1
            request = game.send(menu[int(pick() * len(menu))])
    except StopIteration:
        return decisions, len(env.records)


def here(game: Game) -> Turn:
    """Turns of an engine that runs in this process: the games of seed after seed."""
    seeds = itertools.count(SEED)

    def turn(seconds: float) -> Tally:
        decisions = hands = 0
        begun = time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            more, played = game(next(seeds))
            decisions += more
            hands += played
        return Tally(decisions, hands, spent)

    return turn


def in_node(folder: Path, stack: ExitStack) -> Turn:
    """Turns of majiang-core, which measures itself in a process that lives as long as the stack."""
    command, paths = [shutil.which("node") or "node", str(MAJIANG)], {"NODE_PATH": str(folder / "node_modules")}
    process = stack.enter_context(
        subprocess.Popen(  # noqa: S603  our own script
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | paths
        )
    )

    def turn(seconds: float) -> Tally:
        print(seconds, file=process.stdin, flush=True)
        return Tally(*json.loads(process.stdout.readline()))

    return turn


def contenders(majiang: Path | None, stack: ExitStack) -> dict[str, Turn]:
    """Whoever is installed; who is not is named, with the way to install it."""
    out = {"minogashi": here(ours)}
    if riichienv is None:
        print("riichienv is left out (pip install riichienv)")
    else:
        out["riichienv"] = here(lambda seed: riichienv_game(seed, log=False))
        out["riichienv, mjai log"] = here(lambda seed: riichienv_game(seed, log=True))
    if Environment is None:
        print("jansou is left out (pip install jansou)")
    else:
        out["jansou"] = here(jansou_game)
    if majiang is None or not (majiang / "node_modules/@kobalab/majiang-core").is_dir() or not shutil.which("node"):
        print(
            "majiang-core is left out (needs Node; npm install --prefix FOLDER @kobalab/majiang-core, --majiang FOLDER)"
        )
    else:
        out["majiang-core"] = in_node(majiang, stack)
    return out


def measure(turns: dict[str, Turn], rounds: int, seconds: float) -> dict[str, list[Tally]]:
    """A tally of each contender for each round, after one to warm up."""
    rng = random.Random(SEED)
    found: dict[str, list[Tally]] = {name: [] for name in turns}
    for round_ in range(rounds + 1):
        for name in rng.sample(list(turns), len(turns)):
            tally = turns[name](seconds if round_ else WARM_UP)
            if round_:
                found[name].append(tally)
    return found


def report(found: dict[str, list[Tally]]) -> None:
    """A line per contender: medians, and how many times as fast minogashi is."""
    print(f"{'':20} {'decisions/s':>12} {'hands/s':>9} {'a hand':>7}   minogashi by decisions, by hands")
    for name, tallies in found.items():
        decisions = [tally.decisions / tally.seconds for tally in tallies]
        hands = [tally.hands / tally.seconds for tally in tallies]
        a_hand = sum(tally.decisions for tally in tallies) / sum(tally.hands for tally in tallies)
        mine = found["minogashi"]
        by_decisions = [own.decisions / own.seconds / rate for own, rate in zip(mine, decisions, strict=True)]
        by_hands = [own.hands / own.seconds / rate for own, rate in zip(mine, hands, strict=True)]
        print(
            f"{name:20} {statistics.median(decisions):12,.0f} {statistics.median(hands):9.1f} {a_hand:7.1f}"
            f"   {statistics.median(by_decisions):5.2f} x  {statistics.median(by_hands):5.2f} x"
        )


def replay(events: Sequence[Event], *, menus: bool) -> None:
    """Apply the events of a hanchan, and make the menus that its seats were asked with."""
    table = Table(BOOK)
    for event in events:
        table.apply(event)
        if not menus:
            continue
        if isinstance(event, Draw | Riichi) or (isinstance(event, Call) and event.claim != OPEN_KAN):
            menu.own_turn(table, event.seat)
        elif isinstance(event, Discard | AddedKan | ClosedKan):
            for step in range(1, 4):
                menu.offer(table, (event.seat + step) % 4)


def report_shares(rounds: int, games: int = 8) -> None:
    """Where our time goes, in microseconds a decision."""
    played: list[list[Event]] = [[] for _ in range(games)]
    decisions = sum(ours(SEED + number, keep=events.append)[0] for number, events in enumerate(played))
    parts: dict[str, Callable[[], object]] = {
        "whole": lambda: [ours(SEED + number) for number in range(games)],
        "events": lambda: [replay(events, menus=False) for events in played],
        "events and menus": lambda: [replay(events, menus=True) for events in played],
    }
    times: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(rounds):
        for name, run in parts.items():
            begun = time.process_time()
            run()
            times[name].append((time.process_time() - begun) / decisions * 1e6)
    whole, events, both = (statistics.median(times[name]) for name in parts)
    print(f"\na decision of minogashi takes {whole:.1f} us: {events:.1f} to apply its events and rule on every window,")
    print(f"{both - events:.1f} to make menus, {whole - both:.1f} for walls, asking, the house and the points")


def main() -> None:
    """Measure all who are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="how many turns each engine gets (default 15)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a turn lasts (default 1)")
    parser.add_argument("--majiang", type=Path, help="a folder into which npm has installed @kobalab/majiang-core")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        turns = contenders(chosen.majiang, stack)
        print(f"random hanchan under {BOOK.name}; medians of {chosen.rounds} turns of {chosen.seconds:g} s")
        report(measure(turns, chosen.rounds, chosen.seconds))
    report_shares(chosen.rounds)


if __name__ == "__main__":
    main()
