"""The numbers behind `shapes`: built once with numpy, then kept as files in the user's cache folder.

A suit is looked up by its *key*: its nine counts (seven for honours) read as a base-5 number, the
lowest rank weighing least. Two million suits fall into a few hundred classes that no later question
tells apart, so a table is one small class number a suit plus a few words a class.

The cache folder is `$MINOGASHI_CACHE`, else `$XDG_CACHE_HOME/minogashi`, else `~/.cache/minogashi`.
A file that is missing, of another version, cut short or damaged is built again; a folder that cannot be
written costs a build a process (0.3 s or so) and nothing else. numpy is imported only to build.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from minogashi.whole import whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    Array = npt.NDArray[Any]

Arrays = dict[str, "memoryview[int]"]
Name = Literal["waits", "shanten"]

VERSION: Final = 2
"""Rises whenever the content or layout of a table changes: older files are then ignored."""

# What a suit can be to a standard hand. Which of them can stand together is worked out in `shapes`.
DEAD, SETS, TO_PAIR, PAIR, TO_SET, PAIR_TO_SET = range(6)

NEVER: Final = 100  # more tiles than any hand may lack, small enough to add twice in a byte
OTHER_BITS: Final = 14  # of what a suit gives to seven pairs and orphans
WIDTH: Final = 5  # a kind has four copies, so a count, and a number of sets, is 0-4

_HEADER: Final = struct.Struct("=8sIIQ")  # magic, version, CRC-32 and length of what follows
_MAGIC: Final = b"minogash"
_ALIGN: Final = 8


# --- cache files -----------------------------------------------------------------------------------


def load(name: Name) -> Arrays:
    """The arrays of one table set, from the cache folder or freshly built.

    `waits`: `suit`, `honour` (class of every key), `suit_info`, `honour_info` (a word a class, see
    `build_waits`). `shanten`: see `build_shanten`. Never raises for anything wrong with the cache.

    >>> sorted(load("waits"))
    ['honour', 'honour_info', 'suit', 'suit_info']
    """
    folder = cache_folder()
    path = folder / f"{name}-{VERSION}.bin" if folder else None
    if path and (arrays := _read(path)) is not None:
        return arrays
    content = _pack((build_waits if name == "waits" else build_shanten)())
    if path:
        _write(path, content)
    return _unpack(memoryview(content))


def cache_folder() -> Path | None:
    """The folder of the cache files; None when the user has no home folder."""
    if own := os.environ.get("MINOGASHI_CACHE"):
        return Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared, "minogashi")
    try:
        return Path.home() / ".cache" / "minogashi"
    except RuntimeError:
        return None


def _read(path: Path) -> Arrays | None:
    try:
        with path.open("rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # ValueError: an empty file cannot be mapped
        return None
    if len(view) < _HEADER.size:
        return None
    magic, version, crc, length = _HEADER.unpack_from(view)
    body = view[_HEADER.size :]
    if (magic, version, length) != (_MAGIC, VERSION, len(body)) or zlib.crc32(body) != crc:
        return None
    return _unpack(view)


def _write(path: Path, content: bytes) -> None:
    """Keep a table; a folder that cannot be written is passed over."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path) as part:
            part.write_bytes(content)


def _pack(arrays: dict[str, Array]) -> bytes:
    """Header, a line that lists the arrays, then the arrays themselves."""
    listing = " ".join(f"{name}:{array.dtype.char}:{array.size}" for name, array in arrays.items())
    parts = [_padded(f"{listing}\n".encode(), _HEADER.size)]
    parts += [_padded(array.tobytes()) for array in arrays.values()]
    body = b"".join(parts)
    return _HEADER.pack(_MAGIC, VERSION, zlib.crc32(body), len(body)) + body


def _padded(part: bytes, before: int = 0) -> bytes:
    return part + bytes(-(len(part) + before) % _ALIGN)


def _unpack(view: memoryview[int]) -> Arrays:
    start = _HEADER.size
    listing = bytes(view[start : start + 1000]).partition(b"\n")[0]
    at = start + len(_padded(listing + b"\n", start))
    arrays: Arrays = {}
    for entry in listing.decode().split():
        name, code, size = entry.split(":")
        length = int(size) * struct.calcsize(code)
        arrays[name] = view[at : at + length].cast(code)  # type: ignore[call-overload]
        at += length + -length % _ALIGN
    return arrays


# --- waits -----------------------------------------------------------------------------------------


def build_waits() -> dict[str, Array]:
    """Classes of suits as far as waits go: about 430 for a suit, 80 for honours.

    The word of a class: bits 0-8 the ranks that complete the suit, 9-11 what it is to a standard
    hand (`DEAD` ... `PAIR_TO_SET`), 12-13 its faults for seven pairs and 14-15 for thirteen
    orphans, both counted only up to two, since a ready hand has at most one.
    """
    out: dict[str, Array] = {}
    for name, ranks, runs in (("suit", 9, True), ("honour", 7, False)):
        out[name], out[f"{name}_info"] = _classes(_wait_words(ranks, runs=runs), ranks)
    return out


def _wait_words(ranks: int, *, runs: bool) -> Array:
    import numpy as np

    sets = _sums_of_sets(ranks, runs=runs)
    pairs = (sets[:, None] + 2 * np.eye(ranks, dtype=np.int64)).reshape(-1, ranks)
    only_sets, to_set = _complete_and_waiting(sets)
    with_pair, to_pair = _complete_and_waiting(pairs)

    state = np.full(5**ranks, DEAD, np.uint16)  # the sets are disjoint by tile count, save the last two
    state[only_sets] = SETS
    state[to_pair > 0] = TO_PAIR
    state[to_set > 0] = TO_SET
    state[with_pair] = np.where(to_set[with_pair] > 0, PAIR_TO_SET, PAIR)

    simples = [runs and 0 < rank < ranks - 1 for rank in range(ranks)]
    odd = _spread([(0, 1, 0, 2, 2)] * ranks)
    unfit = _spread([(0, 2, 2, 2, 2) if simple else (1, 0, 0, 0, 0) for simple in simples])
    return to_set | to_pair | state << 9 | np.minimum(odd, 2) << 12 | np.minimum(unfit, 2) << 14


def _sums_of_sets(ranks: int, *, runs: bool) -> Array:
    """Counts (M, ranks) of everything that nought to four sets can make, with up to five of a kind."""
    import numpy as np

    units = [3 * np.eye(ranks, dtype=np.int64)]
    if runs:
        steps = np.eye(ranks, dtype=np.int64)
        units.append(steps[:-2] + steps[1:-1] + steps[2:])
    unit = np.concatenate(units)
    layers = [np.zeros((1, ranks), np.int64)]
    for _ in range(4):
        sums = (layers[-1][:, None] + unit).reshape(-1, ranks)
        sums = sums[sums.max(1) <= WIDTH]
        _, first = np.unique(sums @ 6 ** np.arange(ranks), return_index=True)
        layers.append(sums[first])
    return np.concatenate(layers)


def _complete_and_waiting(shapes: Array) -> tuple[Array, Array]:
    """-> (keys of the shapes, per key the ranks that turn it into one of them).

    A formal wait takes no notice of how many copies exist, so a shape may hold a fifth copy: of one
    kind, and only as the tile waited for.
    """
    import numpy as np

    ranks = shapes.shape[1]
    weights = 5 ** np.arange(ranks)
    waiting = np.zeros(5**ranks, np.uint16)
    shapes = shapes[(shapes >= WIDTH).sum(1) + (shapes > WIDTH).any(1) <= 1]
    keys, real = shapes @ weights, shapes.max(1) < WIDTH
    for rank in range(ranks):
        held = (shapes[:, rank] > 0) & (real | (shapes[:, rank] == WIDTH))
        waiting[keys[held] - weights[rank]] |= 1 << rank
    return keys[real], waiting


def _spread(values: Sequence[Sequence[int]]) -> Array:
    """For every key the sum over its ranks of `values[rank][count]`."""
    import numpy as np

    out = np.zeros(1, np.uint16)
    for row in values:
        out = np.add.outer(np.array(row, np.uint16), out).ravel()
    return out


def _classes(words: Array, ranks: int) -> tuple[Array, Array]:
    """-> (class of every key, word of every class).

    Classes are numbered by how often hands have them: Python keeps small numbers ready-made, and the
    first entries of the tables stay in the processor's cache.
    """
    import numpy as np

    deals = np.ones(1)  # in how many ways the wall can deal the suit
    for _ in range(ranks):
        deals = np.multiply.outer([1.0, 4.0, 6.0, 4.0, 1.0], deals).ravel()
    deals[_spread([range(WIDTH)] * ranks) > 6] = 0
    distinct = np.flatnonzero(np.bincount(words))
    often = np.bincount(words, deals)[distinct]
    distinct = distinct[np.argsort(-often, kind="stable")]
    number = np.zeros(distinct.max() + 1, np.uint16)
    number[distinct] = np.arange(len(distinct))
    return number[words], distinct.astype(np.uint32)


# --- shanten ---------------------------------------------------------------------------------------


def build_shanten() -> dict[str, Array]:
    """Tables for the fewest tiles that a hand lacks.

    What a suit can give is a 5 x 2 table: the fewest tiles to add so that it holds m sets and q
    pairs. All suits make only 126 such tables, honours 55, two suits together 180 (`two`,
    row-major) and a suit with honours 165 (`rest`), so `last[sets, two, rest]` ends it.
    For seven pairs and orphans every suit gives one number, and the sum of four indexes `other`.
    `suit` and `honour` are the classes of the keys; the word of a class (`suit_info`, `honour_info`)
    has in bits 0-13 the number for `other`, and above it the number of its 5 x 2 table.
    """
    import numpy as np

    suit, suit_needs = _suit_needs(9, runs=True)
    honour, honour_needs = _suit_needs(7, runs=False)
    two, two_needs = _joined(suit_needs, suit_needs)
    rest, rest_needs = _joined(suit_needs, honour_needs)
    last = np.full((WIDTH, len(two_needs), len(rest_needs)), NEVER, np.int16)
    for sets in range(WIDTH):
        for m in range(sets + 1):
            for q in range(2):
                together = two_needs[:, None, m, q] + rest_needs[None, :, sets - m, 1 - q]
                np.minimum(last[sets], together, out=last[sets])
    out = {"two": two.astype(np.uint8), "rest": rest.astype(np.uint8), "last": (last - 1).astype(np.int8)}
    for name, needs, ranks, ends in (("suit", suit, 9, (0, 8)), ("honour", honour, 7, range(7))):
        out[name], out[f"{name}_info"] = _classes(needs << OTHER_BITS | _other_words(ranks, ends), ranks)
    out["other"] = _other_shanten()
    return out


def _suit_needs(ranks: int, *, runs: bool) -> tuple[Array, Array]:
    """-> (class of every key, tables (class, sets, pairs) of the tiles to add).

    The counts are read rank by rank. What is known by then is a table of runs begun two ranks ago,
    runs begun one rank ago, sets and pairs; equal tables are merged after every rank, so few remain.
    """
    import numpy as np

    width = WIDTH if runs else 1
    known = np.full((1, width, width, WIDTH, 2), NEVER, np.uint8)
    known[0, 0, 0, 0, 0] = 0
    classes = np.zeros(1, np.int64)
    for rank in range(ranks):
        starts = runs and rank < ranks - 2
        after = np.concatenate([_one_rank(known, count, starts=starts) for count in range(WIDTH)])
        flat, merged = _merged(after)
        merged = merged.reshape(WIDTH, len(known))
        classes = np.concatenate([merged[count][classes] for count in range(WIDTH)])
        known = flat.reshape(-1, width, width, WIDTH, 2)
    flat, merged = _merged(known[:, 0, 0])
    return merged[classes], flat.reshape(-1, WIDTH, 2).astype(np.int16)


def _one_rank(known: Array, count: int, *, starts: bool) -> Array:
    """The tables after a rank of which the suit holds `count` tiles."""
    import numpy as np

    new = np.full_like(known, NEVER)
    width = known.shape[1]
    for older, old in ((i, j) for i in range(width) for j in range(width)):
        source = known[:, older, old]
        if (source == NEVER).all():
            continue
        for begun in range(width if starts else 1):
            for triplet, pair in ((0, 0), (0, 1), (1, 0), (1, 1)):
                need = older + old + begun + 3 * triplet + 2 * pair
                if need > 4:  # four copies exist: a shape with a fifth cannot be what the hand aims for
                    continue
                sets = begun + triplet
                target = new[:, old, begun] if width > 1 else new[:, 0, 0]
                cost = np.minimum(source[:, : WIDTH - sets, : 2 - pair] + np.uint8(max(0, need - count)), NEVER)
                np.minimum(target[:, sets:, pair:], cost, out=target[:, sets:, pair:])
    return new


def _merged(tables: Array) -> tuple[Array, Array]:
    """-> (distinct tables as rows, row number of each)."""
    import numpy as np

    flat = np.ascontiguousarray(tables.reshape(len(tables), -1))
    rows, number = np.unique(flat.view(np.dtype((np.void, flat.shape[1]))).ravel(), return_inverse=True)
    return rows.view(np.uint8).reshape(len(rows), -1), number.ravel()


def _joined(left: Array, right: Array) -> tuple[Array, Array]:
    """Two suits as one: -> (class of every pair of classes, tables of the classes)."""
    import numpy as np

    out = np.full((len(left), len(right), WIDTH, 2), NEVER, np.int16)
    for m, n in ((i, j) for i in range(WIDTH) for j in range(WIDTH - i)):
        for q, r in ((0, 0), (0, 1), (1, 0)):
            together = left[:, None, m, q] + right[None, :, n, r]
            np.minimum(out[:, :, m + n, q + r], together, out=out[:, :, m + n, q + r])
    flat, merged = _merged(out.reshape(-1, WIDTH, 2).astype(np.uint8))
    return merged.reshape(len(left), len(right)), flat.reshape(-1, WIDTH, 2).astype(np.int16)


# A word of seven pairs and orphans, fields that add up: kinds held twice (3 bits), kinds held (4),
# orphan kinds held (4), suits with an orphan held twice (3). A hand has at most 14 tiles, so they fit.
_KINDS, _ORPHANS, _TWICE = 1 << 3, 1 << 7, 1 << 11


def _other_words(ranks: int, ends: Iterable[int]) -> Array:
    orphans = [rank in ends for rank in range(ranks)]
    words = _spread([(0, _KINDS + end * _ORPHANS, *[1 + _KINDS + end * _ORPHANS] * 3) for end in orphans])
    twice = _spread([(0, 0, end, end, end) for end in orphans]) > 0
    tiles = _spread([range(WIDTH)] * ranks)
    words[twice] += _TWICE
    words[tiles > 14] = 0  # no hand holds them
    return words


def _other_shanten() -> Array:
    import numpy as np

    word = np.arange(1 << OTHER_BITS)
    twice, kinds, orphans = word & 7, word >> 3 & 15, word >> 7 & 15
    seven_pairs = 6 - twice + np.maximum(0, 7 - kinds)
    out: Array = np.minimum(seven_pairs, 13 - orphans - (word >= _TWICE)).astype(np.int8)
    return out
