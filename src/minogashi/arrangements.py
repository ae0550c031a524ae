"""The ways to read a hand as sets and a pair, where it matters which tiles stand together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from minogashi.tiles import KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Arrangement(NamedTuple):
    """One way to read a complete hand: the kind of its pair, and its sets.

    A set is its lowest kind, and whether it is a triplet (else a run).
    """

    pair: Kind
    sets: tuple[tuple[Kind, bool], ...]


def arrangements(counts: Sequence[int], sets: int = 4) -> Iterator[Arrangement]:
    """Every way to split 14 - 3 x melds tiles into `sets` sets and a pair, each once; none if not complete.

    >>> from minogashi.tiles import counts_of, parse_tiles
    >>> len(list(arrangements(counts_of(parse_tiles("111222333m99p234s")))))
    2
    """
    if sum(counts) == 3 * sets + 2:
        yield from _split(list(counts), 0, None, ())


def _split(left: list[int], kind: int, pair: Kind | None, sets: tuple[tuple[Kind, bool], ...]) -> Iterator[Arrangement]:
    while kind < KINDS and not left[kind]:
        kind += 1
    if kind == KINDS:
        if pair is not None:
            yield Arrangement(pair, sets)
        return
    this = Kind(kind)
    for triplets, pairs in ((0, 0), (1, 0), (0, 1), (1, 1)):
        runs = left[kind] - 3 * triplets - 2 * pairs  # what is left of the lowest kind can only begin runs
        if runs < 0 or (pairs and pair is not None) or (runs and not _may_begin(kind)):
            continue
        rest = left.copy()
        rest[kind] = 0
        if runs:
            rest[kind + 1] -= runs
            rest[kind + 2] -= runs
            if min(rest[kind + 1], rest[kind + 2]) < 0:
                continue
        more = ((this, True),) * triplets + ((this, False),) * runs
        yield from _split(rest, kind + 1, this if pairs else pair, sets + more)


def _may_begin(kind: int) -> bool:
    return kind < 27 and kind % 9 < 7
