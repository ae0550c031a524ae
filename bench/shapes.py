"""How fast waits and shanten are, beside riichienv in the same run: `python bench/shapes.py`.

Both sides get hands in the form they keep them in (suit keys here, lists of tile ids there), every
hand only once a chunk, all chunks different. A figure is the median over the chunks; chunks of the
two sides take turns, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from minogashi import shapes
from minogashi.tiles import KINDS, kinds_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Contenders = dict[str, tuple[Callable[[Any], Any], list[Any]]]

try:
    from riichienv import HandEvaluator, calculate_shanten
except ImportError:
    HandEvaluator = calculate_shanten = None

Hand = list[int]
SEED = 20261130


def random_hand(rng: random.Random) -> Hand:
    """13 tiles of the wall."""
    return sorted(rng.sample([kind for kind in range(KINDS) for _ in range(4)], 13))


def ready_hand(rng: random.Random) -> Hand:
    """A complete standard hand, about three runs to a triplet, less one tile."""
    while True:
        counts = [0] * KINDS
        for _ in range(4):
            if rng.random() < 0.72:
                first = rng.randrange(3) * 9 + rng.randrange(7)
                for kind in range(first, first + 3):
                    counts[kind] += 1
            else:
                counts[rng.randrange(KINDS)] += 3
        counts[rng.randrange(KINDS)] += 2
        if max(counts) <= 4:
            tiles = [kind for kind in range(KINDS) for _ in range(counts[kind])]
            tiles.remove(rng.choice(tiles))
            return tiles


def counts_of(hand: Hand) -> list[int]:
    """The 34 counts of a hand."""
    return np.bincount(hand, minlength=KINDS).tolist()


def ids_of(hand: Hand) -> list[int]:
    """The hand as the peer takes it: a number for each of the 136 tiles."""
    return [kind * 4 + hand[:place].count(kind) for place, kind in enumerate(hand)]


def peer_waits(ids: list[int]) -> list[int]:
    """The waits as the peer finds them."""
    return HandEvaluator(ids, []).get_waits()


def ours(function: Callable[..., Any]) -> Callable[[Sequence[Any]], Any]:
    """What runs a function of suit keys over a chunk."""
    return lambda chunk: [function(m, p, s, z) for m, p, s, z in chunk]


def one_by_one(function: Callable[..., Any]) -> Callable[[Sequence[Any]], Any]:
    """What runs a function of a hand over a chunk."""
    return lambda chunk: [function(hand) for hand in chunk]


def chunk_rates(contenders: Contenders) -> dict[str, float]:
    """Hands a second of each contender: (what runs over a chunk, its chunks).

    The order is drawn anew each turn, so that nobody always finds the processor's cache as the same other one left it.
    """
    rng = random.Random(SEED)
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(max(len(chunks) for _, chunks in contenders.values())):
        for name in rng.sample(list(contenders), len(contenders)):
            run, chunks = contenders[name]
            chunk = chunks[turn]
            start = time.perf_counter()
            run(chunk)
            times[name].append((time.perf_counter() - start) / len(chunk))
    return {name: 1 / statistics.median(seconds) for name, seconds in times.items()}


def check_answers(hands: list[Hand]) -> None:
    """Show where the two sides do not agree."""
    for hand in hands:
        counts = counts_of(hand)
        found = shapes.possible(shapes.waits(*shapes.keys_of(counts)), counts)
        if kinds_in(found) != sorted(peer_waits(ids_of(hand))):
            print(f"  waits differ: {hand}")
        if shapes.shanten(*shapes.keys_of(counts)) != calculate_shanten(ids_of(hand)):
            print(f"  shanten differs: {hand}")


def measure(title: str, make: Callable[[random.Random], Hand], size: int, chunks: int) -> None:
    """Print a table for one kind of hand."""
    rng = random.Random(SEED)
    hands = [[make(rng) for _ in range(size)] for _ in range(chunks)]
    counts = [[counts_of(hand) for hand in chunk] for chunk in hands]
    keys = [[shapes.keys_of(each) for each in chunk] for chunk in counts]
    many = [np.concatenate([shapes.keys_batch(counts[i])] * (1 + 200_000 // size)) for i in range(chunks)]
    for array in many:
        np.random.default_rng(SEED).shuffle(array)
    single: Contenders = {
        "waits": (ours(shapes.waits), keys),
        "waits, from counts": (one_by_one(lambda each: shapes.waits(*shapes.keys_of(each))), counts),
        "shanten": (ours(shapes.shanten), keys),
        "useful": (ours(shapes.useful), keys),
    }
    batches: Contenders = {
        "waits_batch": (shapes.waits_batch, many),
        "shanten_batch": (shapes.shanten_batch, many),
    }
    if HandEvaluator is not None:
        ids = [[ids_of(hand) for hand in chunk] for chunk in hands]
        single["riichienv waits"] = (one_by_one(peer_waits), ids)
        single["riichienv shanten"] = (one_by_one(calculate_shanten), ids)
        check_answers(hands[0])
    for run, given in (single | batches).values():
        run(given[0][:20])
    print(f"\n{title}: median of {chunks} chunks of {size} hands")
    # in turns of their own: a batch sweeps the processor's cache for whoever comes next
    report(chunk_rates(single) | chunk_rates(batches))


def report(rates: dict[str, float]) -> None:
    """Print rates, and ratios to the peer where it is there."""
    for name, rate in rates.items():
        peer = rates.get(f"riichienv {'waits' if 'waits' in name else 'shanten'}")
        ratio = f"{rate / peer:10.2f} x riichienv" if peer and "riichienv" not in name and name != "useful" else ""
        print(f"  {name:20} {rate:14,.0f} hands/s {ratio}")


def main() -> None:
    """Measure ready hands and random hands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000, help="hands in a chunk")
    parser.add_argument("--chunks", type=int, default=25)
    options = parser.parse_args()
    if HandEvaluator is None:
        print("riichienv is not installed: no ratios (pip install riichienv)")
    measure("ready hands", ready_hand, options.hands, options.chunks)
    measure("random hands", random_hand, options.hands, options.chunks)


if __name__ == "__main__":
    main()
