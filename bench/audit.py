"""How fast audits are, beside peers in the same run: `python bench/audit.py`.

Three measures, each a median over rounds in which the contenders take turns:

- an mjai game of four seats, read and audited, beside riichienv (reads and steps through it), jansou
  (reads and replays it) and libriichi (four seats, one after another; in its own environment, whose
  Python is named by `--oracle`, since it wants an older `mahjong`);
- the folder `mjlog-2020` of the real records, a game, beside jansou and beside expat alone;
- `minogashi check` as a cold process beside `python -c pass`.

The mjai game is played by riichienv itself from a seed, so nothing needs to be shipped.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import xml.parsers.expat
from pathlib import Path
from typing import TYPE_CHECKING

from minogashi.auditing import audit_record
from minogashi.errors import RecordError
from minogashi.formats import parse

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    import riichienv
except ImportError:
    riichienv = None
try:
    from jansou.io import mjai as jansou_mjai
    from jansou.io import mjlog as jansou_mjlog
    from jansou.io.replay import replay_paifu
except ImportError:
    jansou_mjai = jansou_mjlog = replay_paifu = None

ROOT = Path(__file__).parent.parent
SEED = 10

LIBRIICHI = """
import json, statistics, sys, time
from mjai.mlibriichi.state import PlayerState
lines = open(sys.argv[1]).read().splitlines()
def seats():
    for seat in range(4):
        state = PlayerState(seat)
        for line in lines:
            state.update('{"type":"start_game","id":%d}' % seat if '"start_game"' in line else line)
seats()
times = []
for _ in range(9):
    begun = time.perf_counter(); seats(); times.append(time.perf_counter() - begun)
print(statistics.median(times))
"""


def mjai_game(seed: int) -> list[str]:
    """The lines of a game of random legal play."""
    rng = random.Random(seed)
    env = riichienv.RiichiEnv(game_mode="4p-red-half", seed=seed, rule=riichienv.GameRule.default_tenhou())
    offered = env.reset()
    while not env.done():
        menus = {seat: view.legal_actions() for seat, view in offered.items()}
        offered = env.step({seat: menu[int(rng.random() * len(menu))] for seat, menu in menus.items() if menu})
    return [json.dumps(event) for event in env.mjai_log]


def medians(contenders: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of each contender: the median over rounds in which they take turns, after one warm-up."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for round_ in range(rounds + 1):
        for name, run in contenders.items():
            begun = time.perf_counter()
            run()
            if round_:
                times[name].append(time.perf_counter() - begun)
    return {name: statistics.median(found) for name, found in times.items()}


def show(title: str, seconds: dict[str, float], per: int = 1) -> None:
    """A line per contender: milliseconds, and how many times as long as minogashi."""
    print(f"\n{title}")
    ours = seconds["minogashi"]
    for name, took in seconds.items():
        print(f"  {name:28} {took / per * 1e3:9.3f} ms   {took / ours:6.2f} x minogashi")


def bench_mjai(oracle: str, rounds: int) -> None:
    """One mjai game of four seats, read and audited."""
    if riichienv is None:
        print("mjai game: riichienv is not installed, so there is neither a game nor a peer (group bench)")
        return
    lines = mjai_game(SEED)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_text("\n".join(lines) + "\n")
        data = path.read_bytes()
        contenders: dict[str, Callable[[], object]] = {
            "minogashi": lambda: audit_record(parse(data)[0]),
            "minogashi, reading alone": lambda: parse(data),
            "riichienv": lambda: [
                None for round_ in riichienv.MjaiReplay.from_jsonl(str(path)).take_kyokus() for _ in round_.steps()
            ],
        }
        if jansou_mjai is not None:
            contenders["jansou"] = lambda: [None for _ in replay_paifu(jansou_mjai.parse_mjai(data))]
        seconds = medians(contenders, rounds)
        if oracle:
            command = [oracle, "-c", LIBRIICHI, str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  the caller's own
            seconds["libriichi, four seats"] = float(done.stdout)
    show(f"mjai game of {len(lines)} events, four seats, with reasons", seconds)


def bench_mjlog(folder: Path, games: int, rounds: int) -> None:
    """Whole games of the record folder, a game."""
    if not folder.is_dir():
        print(f"\nmjlog: no folder {folder}; set MINOGASHI_RECORDS")
        return
    data = [gzip.decompress(path.read_bytes()) for path in sorted(folder.iterdir())[:games]]

    def expat_alone() -> None:
        for text in data:
            parser = xml.parsers.expat.ParserCreate()
            parser.StartElementHandler = lambda _name, _attributes: None
            parser.Parse(text, True)  # noqa: FBT003

    def audits() -> None:
        for text in data:
            for record in parse(text):
                audit_record(record)

    contenders: dict[str, Callable[[], object]] = {
        "minogashi": audits,
        "minogashi, reading alone": lambda: [parse(text) for text in data],
        "expat alone": expat_alone,
    }
    seconds = medians(contenders, rounds)
    if jansou_mjlog is not None:
        begun = time.perf_counter()
        for text in data:
            for _ in replay_paifu(jansou_mjlog.parse_mjlog(text)):
                pass
        seconds["jansou"] = time.perf_counter() - begun
    show(f"mjlog-2020, {len(data)} whole games, a game", seconds, len(data))


def bench_check(rounds: int) -> None:
    """`minogashi check` and `minogashi --help` as cold processes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def run(*arguments: str) -> Callable[[], object]:
        command = [sys.executable, *arguments]
        return lambda: subprocess.run(command, check=True, capture_output=True, env=environment)  # noqa: S603  our own

    hand = "77m34567p678s777z"
    seconds = medians(
        {
            "minogashi": run("-m", "minogashi", "check", hand, "--tile", "5p"),
            "minogashi --help": run("-m", "minogashi", "--help"),
            "python -c pass": run("-c", "pass"),
        },
        rounds,
    )
    show("minogashi check, cold process", seconds)
    print(f"  above bare python: {seconds['minogashi'] - seconds['python -c pass']:.3f} s")


def main() -> None:
    """Run all measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--oracle", default="", help="a Python that has the package mjai (group oracle)")
    parser.add_argument("--games", type=int, default=40, help="how many mjlog-2020 games (default 40)")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    folder = Path(os.environ.get("MINOGASHI_RECORDS", ROOT.parent / "shared" / "records"))
    bench_mjai(chosen.oracle, chosen.rounds)
    bench_mjlog(folder / "mjlog-2020", chosen.games, chosen.rounds)
    try:
        bench_check(chosen.rounds)
    except (subprocess.CalledProcessError, RecordError) as error:
        print(error)


if __name__ == "__main__":
    main()
