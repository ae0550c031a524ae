"""Games under rule books with options changed at random, watched after every event (`watch.py` says what for).

    python soak/options.py riichi --games 5000 --seed 1 --write
    python soak/options.py singapore --games 5000 --seed 1 --write

Every game draws a rule book of the family, up to twelve options with one of their values each, and its bots. Sets that
a rule book refuses are counted. Prints one line; `--write` puts it into docs/soak.md. Ends with an error, which names
the options and the seed, at the first thing that does not hold.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
from collections import Counter

import pages
import watch
from play import machine, results_of

from minogashi.errors import ProfileError
from minogashi.rulebook import profile, profiles

MOST = 12
HANDS = 2
TABLE = "Options at random"


def drawn(family: str, rng: random.Random) -> tuple[str, dict[str, str]]:
    """A rule book of the family, and what is changed of it."""
    name = rng.choice(profiles(family))
    rules = {option: rule.values for option, rule in profile(name).rules.items() if rule.values}
    changed = rng.sample(sorted(rules), rng.randint(1, MOST))
    return name, {option: rng.choice(rules[option]) for option in changed}


def played(family: str, games: int, seed: int) -> tuple[watch.Tally, int, Counter[str]]:
    """So many games: what came of them, how many sets of options were refused, and which options were changed."""
    rng, tally, refused, changed = random.Random(seed), watch.Tally(), 0, Counter[str]()
    while tally.games < games:
        name, options = drawn(family, rng)
        bots, start = rng.choice(("random", "sensible", "mixed")), rng.randrange(10**6)
        try:
            book = profile(name, options)
        except ProfileError:
            refused += 1
            continue
        try:
            tally.add(watch.play_games(book, bots, [start], HANDS))
        except watch.BrokenGameError as error:
            told = " ".join(f"--set {option}={value}" for option, value in options.items())
            raise watch.BrokenGameError(f"{error}; with {told}") from error
        changed.update(options.keys())
    return tally, refused, changed


def main() -> int:
    """Play, print, and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=("riichi", "singapore"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    tally, refused, changed = played(args.family, args.games, args.seed)
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    least = min(changed.values())
    sums = [f"{tally.games:,}", f"{tally.hands:,}", f"{len(changed)}", f"{least:,}", f"{refused:,}", results_of(tally)]
    print(today, args.family, f"seed {args.seed}", *sums, sep="; ")
    if args.write:
        pages.put(pages.SOAK, TABLE, [(args.family, str(args.seed), today, *sums)], machine())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
