"""Broken records for the readers: nothing but RecordError may come out, and never late.

Real records are cut, flipped, spliced and renumbered at random; each result must be read or refused in time,
and what is read must survive being written and read again, and be converted to other forms or refused.

    python soak/fuzz_readers.py FOLDER [--count 100000] [--seed 1] [--from 0]
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import resource
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minogashi.convert import TARGETS, convert
from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import parse, written
from minogashi.formats import records as found_in
from minogashi.formats.containers import members
from minogashi.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LARGEST, READ = 256 * 1024, 2 * 1024 * 1024
LONGEST = 300
DEEPER, DROPPED, RESHAPED = 0.97, 0.3, 0.4
SECONDS = 2.0
WRITE_BACK_EVERY, CONVERT_EVERY = 16, 32


@dataclass
class Outcome:
    """What became of the inputs."""

    inputs: int = 0
    games: int = 0
    refused: int = 0
    slowest: float = 0.0


def flip(data: bytearray, rng: random.Random) -> None:
    """Some bits are wrong."""
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def cut(data: bytearray, rng: random.Random) -> None:
    """The end is missing."""
    del data[rng.randrange(len(data)) :]


def hole(data: bytearray, rng: random.Random) -> None:
    """A part in the middle is missing."""
    start = rng.randrange(len(data))
    del data[start : start + rng.randint(1, 400)]


def repeat(data: bytearray, rng: random.Random) -> None:
    """A part stands there twice."""
    start = rng.randrange(len(data))
    at = rng.randrange(len(data))
    data[at:at] = data[start : start + rng.randint(1, 2000)]


def digits(data: bytearray, rng: random.Random) -> None:
    """Numbers are other numbers."""
    places = [at for at in range(len(data)) if 48 <= data[at] <= 57]
    for at in rng.sample(places, min(len(places), rng.randint(1, 12))):
        data[at : at + 1] = rng.choice(
            (b"0", b"9", b"-1", b"1e9", b"", b"99999999999999999999", str(rng.randint(0, 9)).encode())
        )


def swap(data: bytearray, rng: random.Random) -> None:
    """Two lines, tags or objects change places."""
    mark = next((mark for mark in (b"\n", b"<", b"},") if data.count(mark) > 3), b",")
    parts = data.split(mark)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    data[:] = mark.join(parts)


def noise(data: bytearray, rng: random.Random) -> None:
    """Foreign bytes have got in."""
    at = rng.randrange(len(data))
    data[at:at] = rng.choice(
        (rng.randbytes(rng.randint(1, 40)), b'"', b"<", b">", b"&#0;", b"[" * 2000, b"{" * 50, b"<!--", b"\0", b"null")
    )


def reshape(data: bytearray, rng: random.Random) -> None:
    """A value of a JSON document, or of one of its lines, is another value, or missing."""
    rows = bytes(data).split(b"\n")
    at = rng.randrange(len(rows))
    try:
        document = json.loads(rows[at])
        distort(document, rng)
    except (ValueError, RecursionError, TypeError, IndexError, KeyError):
        pass  # no document, or nothing in it
    else:
        rows[at] = json.dumps(document).encode()
        data[:] = b"\n".join(rows)


def distort(node: Any, rng: random.Random) -> None:  # noqa: ANN401  JSON of any shape
    """Go down to some place of the document, texts that are JSON themselves included, and change what is there."""
    key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
    value = node[key]
    if isinstance(value, str) and value[:1] == "{" and rng.random() < DEEPER:
        inner = json.loads(value)
        if inner:
            distort(inner, rng)
            node[key] = json.dumps(inner)
    elif isinstance(value, dict | list) and value and rng.random() < DEEPER:
        distort(value, rng)
    elif rng.random() < DROPPED:
        del node[key]
    else:
        node[key] = rng.choice((None, True, "", "x", "1z", -1, 0, 1, 4, 99, 1 << 70, 1.5, [], {}, [value], [[]], [{}]))


KINDS: Sequence[Callable[[bytearray, random.Random], None]] = (flip, cut, hole, repeat, digits, swap, noise, reshape)


def broken(data: bytes, rng: random.Random) -> bytes:
    """The data, damaged in one to three ways; a document is often only reshaped, or its inside is never tried."""
    out = bytearray(data)
    if out[:1] == b"{" and rng.random() < RESHAPED:
        for _ in range(rng.randint(1, 4)):
            reshape(out, rng)
        return bytes(out)
    for _ in range(rng.randint(1, 3)):
        if out:
            rng.choice(KINDS)(out, rng)
    return bytes(out)


def write_back(game: Record) -> None:
    """Written and read again, it is the same game."""
    (again,) = parse(written.write(game))
    if (again.events, again.statements) != (game.events, game.statements):
        raise AssertionError("written and read back it is another game")


def convert_all(game: Record) -> None:
    """It has another form, which is read again, or it is refused there."""
    for target in TARGETS:
        with suppress(MinogashiError):
            parse(convert(game, target).data)


def fuzz(inputs: Sequence[bytes], count: int, seed: int, start: int = 0) -> Outcome:
    """Read `count` damaged inputs; AssertionError names the seed and number of the one that went wrong."""
    out = Outcome()
    for number in range(start, start + count):
        rng = random.Random(f"{seed}/{number}")
        data = broken(rng.choice(inputs), rng)
        begun = time.perf_counter()
        try:
            found = list(found_in(data))
            for game in found if number % WRITE_BACK_EVERY == 0 else ():
                if isinstance(game, Record):
                    write_back(game)
            took = time.perf_counter() - begun
            for game in found if number % CONVERT_EVERY == 0 else ():
                if isinstance(game, Record):
                    convert_all(game)
        except Exception as error:
            raise AssertionError(f"seed {seed}, input {number}: {type(error).__name__}: {error}") from error
        if took > SECONDS:
            raise AssertionError(f"seed {seed}, input {number}: took {took:.1f} s")
        out.inputs += 1
        out.games += sum(isinstance(game, Record) for game in found)
        out.refused += sum(isinstance(game, RecordError) for game in found)
        out.slowest = max(out.slowest, took)
    return out


def shorter(data: bytes) -> bytes:
    """A large JSON document with its long lists cut short; other data as they are."""

    def short(value: object) -> object:
        if isinstance(value, dict):
            return {key: short(inner) for key, inner in value.items()}
        return [short(inner) for inner in value[:LONGEST]] if isinstance(value, list) else value

    try:
        return json.dumps(short(json.loads(data))).encode()
    except ValueError:
        return data


def gathered(folder: Path) -> list[bytes]:
    """The inputs: files as they are, unpacked, and written in our own form."""
    out: list[bytes] = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > READ:
            continue
        raw = path.read_bytes()
        if len(raw) > LARGEST:
            raw = shorter(raw)
        for name, data in members(raw):
            if isinstance(data, bytes) and len(data) <= LARGEST:
                out.append(data)
                if len(out) % 40 == 0:
                    out.append(raw)
                    out.extend(written.write(game) for game in found_in(data) if isinstance(game, Record) and name)
    return out


def memory() -> float:
    """The peak of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Run and print one line."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--count", type=int, default=100_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--from", type=int, default=0, dest="start")
    args = asked.parse_args()
    inputs = gathered(args.folder)
    fuzz(inputs, min(args.count, 2000), args.seed, args.start)  # caches fill
    before, begun = memory(), time.perf_counter()
    out = fuzz(inputs, args.count, args.seed, args.start)
    now = dt.datetime.now(dt.UTC)
    print(
        f"{now:%Y-%m-%d %H:%M} seed {args.seed}: {out.inputs} broken inputs from {len(inputs)} records:"
        f" {out.games} games read, {out.refused} refusals, nothing else; slowest {out.slowest * 1000:.0f} ms,"
        f" {time.perf_counter() - begun:.0f} s; peak memory {before:.0f} -> {memory():.0f} MB"
    )


if __name__ == "__main__":
    main()
