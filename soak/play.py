"""Long runs of the play engine: seeded games between bots, watched after every event (`watch.py` says what for).

    python soak/play.py --profile tenhou --games 2000 --bots random --seed 1 --jobs 2
    python soak/play.py --profile sg-wong-v1 --hands 10000 --bots mixed --seed 1 --write

Prints one line; `--write` puts it into docs/soak.md. With `--keep FILE` every part of the run that is done goes
into the file, and a run that was stopped goes on from there. Ends with an error at the first thing that does not hold.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import multiprocessing
import os
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pages
import watch

from minogashi.rulebook import profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.rulebook import Profile

GAMES_IN_A_PART = 10
RUNS, LOCKS = "Games", "Locks"


def machine() -> str:
    """What the run ran on, in words that name no machine."""
    version = ".".join(platform.python_version_tuple()[:2])
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {version}"


def part(task: tuple[str, dict[str, str], str, bool, int, int]) -> dict[str, Any]:
    """One part of a run: ten games with seeds of their own."""
    name, options, bots, light, seed, number = task
    seeds = [seed * 1_000_000 + number * GAMES_IN_A_PART + game for game in range(GAMES_IN_A_PART)]
    return watch.play_games(profile(name, options), bots, seeds, light=light).plain()


def kept(path: Path | None, run: list[Any]) -> dict[int, dict[str, Any]]:
    """The parts of this run that were done before."""
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["part"]: row["tally"] for row in rows if row["run"] == run}


def played(args: argparse.Namespace, options: dict[str, str]) -> watch.Tally:
    """The whole run, or what is left of it."""
    run = [args.profile, options, args.bots, args.light, args.seed]
    done = kept(args.keep, run)
    out = watch.Tally()
    for tally in done.values():
        out.add(watch.Tally.of(tally))
    tasks = ((*run, number) for number in _numbers() if number not in done)
    with multiprocessing.Pool(args.jobs) as pool:
        while not _enough(out, args):
            batch = [next(tasks) for _ in range(args.jobs * 2)]
            for task, tally in zip(batch, pool.imap(part, batch), strict=True):
                out.add(watch.Tally.of(tally))
                if args.keep is not None:
                    with args.keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"run": run, "part": task[-1], "tally": tally}) + "\n")
    return out


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def _enough(tally: watch.Tally, args: argparse.Namespace) -> bool:
    return bool(tally.hands >= args.hands if args.hands else tally.games >= args.games)


def results_of(tally: watch.Tally) -> str:
    """Results, the most frequent first."""
    return ", ".join(f"{name} {count:,}" for name, count in tally.results.most_common())


def lock_rows(tally: watch.Tally) -> list[tuple[str, str, str, str]]:
    """Per lock: how often it was set, blocked a claim by itself, and what ended it."""
    out = []
    for code in sorted(tally.lock_set):
        ended = {name.split()[1]: count for name, count in tally.ended.most_common() if name.split()[0] == code}
        told = ", ".join(f"{why} {count:,}" for why, count in ended.items())
        out.append((code, f"{tally.lock_set[code]:,}", f"{tally.blocked[code]:,}", told))
    return out


def options_of(texts: list[str]) -> dict[str, str]:
    """`name=value` texts as options."""
    return dict(text.split("=", 1) for text in texts)


def title(book: Profile, options: dict[str, str]) -> str:
    """The rule book with what was changed of it."""
    return " ".join([book.name, *(f"{name}={value}" for name, value in sorted(options.items()))])


def main() -> int:
    """Play, print, and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", default="tenhou")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--hands", type=int, default=0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bots", choices=sorted(watch.BOTS), default="mixed")
    parser.add_argument("--light", action="store_true", help="look for points only, and at the whole hand at its end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    options = options_of(args.set)
    book = profile(args.profile, options)
    tally = played(args, options)
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    name = title(book, options)
    sums = [f"{tally.games:,}", f"{tally.hands:,}", f"{tally.events:,}", results_of(tally)]
    bots = f"{args.bots}, light" * args.light or args.bots
    print(today, f"seed {args.seed}", machine(), name, bots, *sums, sep="; ")
    for row in lock_rows(tally):
        print("   ", *row, sep="  ")
    if args.write:
        pages.put(pages.SOAK, RUNS, [(name, bots, str(args.seed), today, *sums)], machine())
        if not args.light:
            pages.put(pages.SOAK, LOCKS, [(name, bots, *row) for row in lock_rows(tally)], key=3)
    return 0


if __name__ == "__main__":
    sys.exit(main())
