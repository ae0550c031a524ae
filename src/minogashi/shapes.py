"""Waits, winning shapes and shanten of one hand, or of an array of hands, from the same tables.

A hand is given by its four *suit keys*: the nine counts of a suit (seven of the honours) read as a
base-5 number, so that kind k weighs `5 ** (k % 9)`. A seat keeps its keys in step by adding and
subtracting `WEIGHT[kind]`; then a question costs a few look-ups. Only the concealed part is given.
Melds are known by its size: 13 - 3 x melds tiles when waiting, 14 - 3 x melds when complete, never
more than 14, never five of a kind (`tiles.check_copies` is the place where that is refused).

The tables load on the first question (about 2 ms from the cache files of `tables`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from minogashi import tables
from minogashi.arrangements import arrangements
from minogashi.errors import TileError
from minogashi.tiles import KINDS, SUIT_OF, TERMINALS_AND_HONOURS, Kind, Mask, counts_of, kinds_in, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

WEIGHT: Final = tuple(5 ** (kind % 9) for kind in range(KINDS))
"""What a tile of each kind adds to the key of its suit."""

Keys = tuple[int, int, int, int]
_FOUR: Final = 4  # copies of a kind, and sets of a hand without melds


class _Unloaded:
    """Stands for a table until it is first indexed, so that hot functions need no test for it."""

    def __init__(self, name: str, source: tables.Name) -> None:
        self.name, self.source = name, source

    def __getitem__(self, index: int) -> int:
        _load_waits() if self.source == "waits" else _load_shanten()
        return cast("tuple[int, ...]", globals()[self.name])[index]


def _unloaded(name: str, source: tables.Name) -> tuple[int, ...]:
    return cast("tuple[int, ...]", _Unloaded(name, source))


def _shared(numbers: Iterable[int]) -> tuple[int, ...]:
    """A tuple in which equal numbers are one object, so that few of them have to be fetched."""
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(number, number) for number in numbers)


# --- suit keys -------------------------------------------------------------------------------------

_BASE_5: Final = b"01234".ljust(256, b"x")


def keys_of(counts: Sequence[int]) -> Keys:
    """The four suit keys of 34 counts.

    Raises `TileError` for a count that is not 0-4.

    >>> keys_of([1, 0, 2] + [0] * 30 + [1])
    (51, 0, 0, 15625)
    """
    try:
        digits = bytes(counts).translate(_BASE_5)
        return int(digits[8::-1], 5), int(digits[17:8:-1], 5), int(digits[26:17:-1], 5), int(digits[:26:-1], 5)
    except ValueError:
        raise TileError("a kind is held no fewer than 0 and no more than 4 times", "too_many_copies") from None


def parse_keys(text: str) -> Keys:
    """The suit keys of a concealed part in mpsz.

    >>> parse_keys("1133m7z")
    (52, 0, 0, 15625)
    """
    return keys_of(counts_of(parse_tiles(text)))


# --- waits and winning shapes ----------------------------------------------------------------------

# What each state of `tables` adds to the sum of a hand: the smallest numbers for which the sum over
# four suits tells apart all the cases of `_WAITING` and `_COMPLETE`.
_STATE_SUM: Final = {
    tables.DEAD: 10,
    tables.SETS: 0,
    tables.TO_PAIR: 9,
    tables.PAIR: 5,
    tables.TO_SET: 7,
    tables.PAIR_TO_SET: 6,
}
_STATE_SUMS: Final = 4 * _STATE_SUM[tables.DEAD] + 1
_FAULT_SUMS: Final = 9  # sums of four fault numbers, each 0-2

_READY, _HALF, _SEVEN_PAIRS, _ORPHANS = 1, 2, 4, 8

_CLASS = _unloaded("_CLASS", "waits")
_HONOUR_CLASS = _unloaded("_HONOUR_CLASS", "waits")
_SUM: tuple[int, ...] = ()
_HONOUR_SUM: tuple[int, ...] = ()
_MAN: tuple[int, ...] = ()
_PIN: tuple[int, ...] = ()
_SOU: tuple[int, ...] = ()
_HONOURS: tuple[int, ...] = ()
# The same without the suits that are in state PAIR_TO_SET.
_SETS_MAN: tuple[int, ...] = ()
_SETS_PIN: tuple[int, ...] = ()
_SETS_SOU: tuple[int, ...] = ()
_SETS_HONOURS: tuple[int, ...] = ()
_WAITING: tuple[int, ...] = ()
_COMPLETE: tuple[int, ...] = ()


def _load_waits() -> None:
    arrays = tables.load("waits")
    suit, honour = arrays["suit_info"].tolist(), arrays["honour_info"].tolist()
    _, _, to_pair, pair, to_set, either = _STATE_SUM.values()
    ready = {to_pair: _READY, pair + to_set: _READY, pair + either: _READY, 2 * either: _READY}
    globals().update(
        _SUM=_sums(suit),
        _HONOUR_SUM=_sums(honour),
        _MAN=_masks(suit, 0),
        _PIN=_masks(suit, 9),
        _SOU=_masks(suit, 18),
        _HONOURS=_masks(honour, 27),
        _SETS_MAN=_masks(suit, 0, but=tables.PAIR_TO_SET),
        _SETS_PIN=_masks(suit, 9, but=tables.PAIR_TO_SET),
        _SETS_SOU=_masks(suit, 18, but=tables.PAIR_TO_SET),
        _SETS_HONOURS=_masks(honour, 27, but=tables.PAIR_TO_SET),
        # beside a suit that needs a set, `either` is the pair and waits for nothing: hence _HALF
        _WAITING=_verdicts({**ready, to_set + either: _HALF}, odd=1, unfit=(0, 1)),
        _COMPLETE=_verdicts({pair: _READY, either: _READY}, odd=0, unfit=(0,)),
    )
    # last, for they let other threads in
    globals().update(_HONOUR_CLASS=arrays["honour"], _CLASS=arrays["suit"])


def _masks(words: list[int], shift: int, but: int | None = None) -> tuple[int, ...]:
    return _shared(0 if word >> 9 & 7 == but else (word & 511) << shift for word in words)


def _sums(words: list[int]) -> tuple[int, ...]:
    """What each class adds to the index of `_WAITING` and `_COMPLETE`."""
    return _shared(_STATE_SUM[w >> 9 & 7] + _STATE_SUMS * ((w >> 12 & 3) + _FAULT_SUMS * (w >> 14)) for w in words)


def _verdicts(states: dict[int, int], *, odd: int, unfit: Sequence[int]) -> tuple[int, ...]:
    """By the sums of states, of faults for seven pairs and of faults for orphans: which shapes can be."""
    return tuple(
        states.get(total, 0) | (_SEVEN_PAIRS if pairs == odd else 0) | (_ORPHANS if orphans in unfit else 0)
        for orphans in range(_FAULT_SUMS)
        for pairs in range(_FAULT_SUMS)
        for total in range(_STATE_SUMS)
    )


def waits(m: int, p: int, s: int, z: int) -> Mask:
    """The kinds that complete a concealed part of 13 - 3 x melds tiles: its formal waits, as a mask.

    Standard shape, and with 13 tiles seven different pairs and thirteen orphans. Tiles in sight, yaku
    and furiten play no part, nor does it that a kind may be held four times already: see `possible`
    (riichi.md 1, "wait set" and "fifth-copy kind"). Nought for a hand that is not ready or has
    another number of tiles.

    >>> from minogashi.tiles import kinds_in, names
    >>> names(kinds_in(waits(*parse_keys("2223334567888p"))))
    '2p 3p 4p 5p 6p 7p 8p 9p'
    """
    a = _CLASS[m]
    b = _CLASS[p]
    c = _CLASS[s]
    d = _HONOUR_CLASS[z]
    verdict = _WAITING[_SUM[a] + _SUM[b] + _SUM[c] + _HONOUR_SUM[d]]
    if not verdict:
        return 0  # type: ignore[return-value]  # calling a NewType costs as much as the look-ups
    if verdict == _READY:
        return _MAN[a] | _PIN[b] | _SOU[c] | _HONOURS[d]  # type: ignore[return-value]
    if verdict == _HALF:
        return _SETS_MAN[a] | _SETS_PIN[b] | _SETS_SOU[c] | _SETS_HONOURS[d]  # type: ignore[return-value]
    return _rare_waits(verdict, (m, p, s, z), (a, b, c, d))


def _rare_waits(verdict: int, keys: Keys, classes: Keys) -> Mask:
    """The waits of a hand that may be seven pairs or thirteen orphans, and a standard hand as well."""
    a, b, c, d = classes
    out = 0
    if verdict & _READY:
        out = _MAN[a] | _PIN[b] | _SOU[c] | _HONOURS[d]
    elif verdict & _HALF:
        out = _SETS_MAN[a] | _SETS_PIN[b] | _SETS_SOU[c] | _SETS_HONOURS[d]
    tiles, once, held = _held(*keys)
    if tiles == 13:
        if verdict & _SEVEN_PAIRS:
            out |= once
        if verdict & _ORPHANS:
            out |= TERMINALS_AND_HONOURS & ~held or TERMINALS_AND_HONOURS
    return Mask(out)


def _held(m: int, p: int, s: int, z: int) -> tuple[int, int, int]:
    """-> (tiles, kinds held just once, kinds held)."""
    parts = zip((_suit_held(m), _suit_held(p), _suit_held(s), _suit_held(z)), (0, 9, 18, 27), strict=True)
    tiles = once = held = 0
    for (more, single, any_), shift in parts:
        tiles += more
        once |= single << shift
        held |= any_ << shift
    return tiles, once, held


@lru_cache(maxsize=4096)
def _suit_held(key: int) -> tuple[int, int, int]:
    digits = [key // weight % 5 for weight in WEIGHT[:9]]
    once = sum(1 << rank for rank, count in enumerate(digits) if count == 1)
    return sum(digits), once, sum(1 << rank for rank, count in enumerate(digits) if count)


def waits_without_pairs(m: int, p: int, s: int, z: int) -> Mask:
    """As `waits`, for tables that do not accept seven pairs.

    >>> waits_without_pairs(*parse_keys("11m22p33s44z55z66z7z")), waits(*parse_keys("11m22p33s44z55z66z7z")) > 0
    (0, True)
    """
    a, b, c, d = _CLASS[m], _CLASS[p], _CLASS[s], _HONOUR_CLASS[z]
    verdict = _WAITING[_SUM[a] + _SUM[b] + _SUM[c] + _HONOUR_SUM[d]] & ~_SEVEN_PAIRS
    return _rare_waits(verdict, (m, p, s, z), (a, b, c, d)) if verdict else Mask(0)


def complete(m: int, p: int, s: int, z: int, *, pairs: bool = True) -> bool:
    """Whether a concealed part of 14 - 3 x melds tiles is a winning shape of any of the three families.

    `pairs` says whether seven pairs are one of them.

    >>> complete(*parse_keys("11m22p33s44z55z66z77z")), complete(*parse_keys("64s"))
    (True, False)
    """
    a, b, c, d = _CLASS[m], _CLASS[p], _CLASS[s], _HONOUR_CLASS[z]
    verdict = _COMPLETE[_SUM[a] + _SUM[b] + _SUM[c] + _HONOUR_SUM[d]]
    if not pairs:
        verdict &= ~_SEVEN_PAIRS
    return bool(verdict) and (bool(verdict & _READY) or _held(m, p, s, z)[0] == 14)


def held_out(counts: Sequence[int]) -> Mask:
    """The kinds of which a seat holds all four itself; the counts may include its melds.

    >>> bin(held_out([4, 1, 4] + [0] * 31))
    '0b101'
    """
    return Mask(sum(1 << kind for kind, count in enumerate(counts) if count >= _FOUR))


def possible(mask: int, counts: Sequence[int]) -> Mask:
    """Those kinds of a mask that can still appear: without fifth copies (riichi.md 1, L1).

    `counts` says what counts as held, which is the profile's `karaten_own`: the 34 counts of the
    concealed part, or of that and the seat's own melds.

    >>> from minogashi.tiles import kinds_in, names
    >>> hand = [1, 1, 1] * 3 + [4] + [0] * 24
    >>> formal = waits(*keys_of(hand))
    >>> names(kinds_in(formal)), names(kinds_in(possible(formal, hand)))
    ('1p', '')
    """
    rest = mask
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        if counts[lowest.bit_length() - 1] >= _FOUR:
            mask ^= lowest
    return Mask(mask)


# --- shanten ---------------------------------------------------------------------------------------

_NEEDS = _unloaded("_NEEDS", "shanten")
_HONOUR_NEEDS = _unloaded("_HONOUR_NEEDS", "shanten")
# By class: its row in the table of two suits, its place in such a row, its row in the table of a suit
# with honours (there an honour class is its own place), and what it adds to the index of _OTHER.
_ROW: tuple[tuple[int, ...], ...] = ()
_PLACE: tuple[int, ...] = ()
_REST_ROW: tuple[tuple[int, ...], ...] = ()
_WORD: tuple[int, ...] = ()
_HONOUR_WORD: tuple[int, ...] = ()
_LAST: tuple[Sequence[int], ...] = ()
_LAST_OF_FOUR: Sequence[int] = ()
_OTHER: Sequence[int] = ()


def _load_shanten() -> None:
    arrays = tables.load("shanten")
    suit, honour = arrays["suit_info"].tolist(), arrays["honour_info"].tolist()
    bits = tables.OTHER_BITS
    place, honour_place = (tuple(word >> bits for word in words) for words in (suit, honour))
    rests = max(arrays["rest"]) + 1
    two = _rows(_shared(number * rests for number in arrays["two"]), max(place) + 1)
    rest = _rows(arrays["rest"].tolist(), max(honour_place) + 1)
    by_class = tuple(tuple(row[at] for at in honour_place) for row in rest)
    last = arrays["last"]
    width = len(last) // (_FOUR + 1)
    lasts = tuple(last[at : at + width] for at in range(0, len(last), width))
    globals().update(
        _ROW=tuple(two[number] for number in place),
        _PLACE=place,
        _REST_ROW=tuple(by_class[number] for number in place),
        _WORD=_shared(word & (1 << bits) - 1 for word in suit),
        _HONOUR_WORD=_shared(word & (1 << bits) - 1 for word in honour),
        _LAST=lasts,  # left as bytes: eight times the numbers in the processor's cache
        _LAST_OF_FOUR=lasts[_FOUR],
        _OTHER=arrays["other"],
    )
    # last, for they let other threads in
    globals().update(_HONOUR_NEEDS=arrays["honour"], _NEEDS=arrays["suit"])


def _rows(numbers: Sequence[int], width: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(numbers[at : at + width]) for at in range(0, len(numbers), width))


def shanten(m: int, p: int, s: int, z: int, sets: int = 4) -> int:
    """How many tiles a concealed part lacks to be ready; 0 is ready, -1 complete.

    `sets` is 4 - melds, for 13 - 3 x melds or 14 - 3 x melds tiles. The least of the standard shape
    and, with four sets to make, of seven pairs and thirteen orphans. A hand that only a fifth copy
    could complete is not ready.

    >>> shanten(*parse_keys("123456789m1111z")), shanten(*parse_keys("111124m1111z"), sets=3)
    (1, 1)
    """
    a = _NEEDS[m]
    b = _NEEDS[p]
    c = _NEEDS[s]
    d = _HONOUR_NEEDS[z]
    if sets != 4:
        return _LAST[sets][_ROW[a][_PLACE[b]] + _REST_ROW[c][d]]
    standard = _LAST_OF_FOUR[_ROW[a][_PLACE[b]] + _REST_ROW[c][d]]
    if not standard and (m ^ p ^ s ^ z) & 1:  # 5 is odd, so an odd number of tiles: 13, which no shape is complete with
        return 0
    other = _OTHER[_WORD[a] + _WORD[b] + _WORD[c] + _HONOUR_WORD[d]]
    return standard if standard < other else other  # noqa: FURB136  (a call of min costs as much as five look-ups)


def useful(m: int, p: int, s: int, z: int, sets: int = 4) -> Mask:
    """The kinds whose draw brings a hand of 13 - 3 x melds tiles one step nearer, as a mask.

    A kind of which the concealed part holds four is never among them. For a ready hand they are its waits.

    >>> from minogashi.tiles import kinds_in, names
    >>> names(kinds_in(useful(*parse_keys("123456789m45p19s"))))
    '3p 6p 1s 9s'
    """
    keys = [m, p, s, z]
    now = shanten(m, p, s, z, sets)
    out = 0
    for kind, weight in enumerate(WEIGHT):
        suit = SUIT_OF[kind]
        key = keys[suit]
        if key // weight % 5 < _FOUR:
            keys[suit] = key + weight
            if shanten(keys[0], keys[1], keys[2], keys[3], sets) < now:
                out |= 1 << kind
            keys[suit] = key
    return Mask(out)


def ukeire(counts: Sequence[int], sets: int = 4, visible: Sequence[int] | None = None) -> dict[Kind, int]:
    """The useful kinds of a hand and how many copies of each may still come.

    `counts` are those of the concealed part (13 - 3 x melds tiles), `visible` those of all other
    tiles that the seat can see: rivers, melds (its own too), dora indicators. A useful kind of which
    no copy is left is listed with nought.

    >>> from minogashi.tiles import name
    >>> found = ukeire(counts_of(parse_tiles("33m555p678p234s77s")))
    >>> {name(kind): left for kind, left in found.items()}
    {'3m': 2, '7s': 2}
    """
    seen = visible or (0,) * KINDS
    return {kind: max(0, _FOUR - counts[kind] - seen[kind]) for kind in kinds_in(useful(*keys_of(counts), sets))}


def discards(counts: Sequence[int], sets: int = 4, keys: Keys | None = None) -> list[tuple[Kind, Mask]]:
    """The discards after which a hand of 14 - 3 x melds tiles waits for something, with the formal waits.

    In the order m p s z. `keys` are the suit keys of the counts where the caller has them at hand.

    >>> from minogashi.tiles import kinds_in, name, names
    >>> found = discards(counts_of(parse_tiles("123456789m11p45s1z")))
    >>> [(name(kind), names(kinds_in(mask))) for kind, mask in found]
    [('1z', '3s 6s')]
    """
    keys = keys or keys_of(counts)
    # a hand that formally waits for a fifth copy is not ready by shanten
    if _FOUR not in counts and shanten(*keys, sets) > 0:
        return []
    out = []
    rest = list(keys)
    for kind, count in enumerate(counts):
        if count:
            suit = SUIT_OF[kind]
            rest[suit] -= WEIGHT[kind]
            if mask := waits(*rest):
                out.append((Kind(kind), mask))
            rest[suit] += WEIGHT[kind]
    return out


def fixed_triplet(counts: Sequence[int], kind: Kind, sets: int = 4) -> bool:
    """Whether three copies of a kind are a triplet in every arrangement for every wait of a hand.

    The hand has 13 - 3 x melds tiles, the drawn fourth copy not among them: this is what
    `shape_unchanged` asks of a concealed kan in riichi beyond unchanged waits (riichi.md 2.5).
    False for a hand that is not ready.

    >>> hand = counts_of(parse_tiles("222333444p23m11z"))
    >>> fixed_triplet(hand, Kind(10)), fixed_triplet(counts_of(parse_tiles("111m222333p5678s")), Kind(0))
    (False, True)
    """
    found = False
    for wait in kinds_in(waits(*keys_of(counts))):
        whole = list(counts)
        whole[wait] += 1
        for arrangement in arrangements(whole, sets):
            if (kind, True) not in arrangement.sets:
                return False
            found = True
    return found


# --- many hands ------------------------------------------------------------------------------------

_CHUNK: Final = 1 << 15  # hands at a time, so that the columns in work stay in the processor's cache


def keys_batch(counts: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """The suit keys (N, 4) of the counts (N, 34) of many hands.

    >>> keys_batch([[1, 0, 2] + [0] * 30 + [1]]).tolist()
    [[51, 0, 0, 15625]]
    """
    import numpy as np

    weights = np.zeros((KINDS, 4), np.float32)  # exact: every key is below 2 ** 24
    weights[np.arange(KINDS), SUIT_OF] = WEIGHT
    return (np.asarray(counts, np.float32) @ weights).astype(np.int32)


def waits_batch(keys: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint64]:
    """The formal waits (N,) of many hands given by their suit keys (N, 4): `waits` for each of them.

    >>> waits_batch(keys_batch([counts_of(parse_tiles("1p"))])).tolist() == [1 << 9]
    True
    """
    import numpy as np

    out = np.zeros(len(keys), np.uint64)
    arrays = _wait_arrays()
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        out[start : start + _CHUNK] = _waits_of_chunk(part, *arrays)
    return out


@lru_cache(maxsize=1)
def _wait_arrays() -> tuple[Any, ...]:
    """The tables of `waits` as arrays."""
    import numpy as np

    _ = _CLASS[0]
    classes = np.asarray(_CLASS), np.asarray(_HONOUR_CLASS)
    sums = np.array(_SUM, np.int16), np.array(_HONOUR_SUM, np.int16)
    masks = np.array([_MAN, _PIN, _SOU], np.uint64), np.array(_HONOURS, np.uint64)
    half = np.array([_SETS_MAN, _SETS_PIN, _SETS_SOU], np.uint64), np.array(_SETS_HONOURS, np.uint64)
    return classes, sums, np.array(_WAITING, np.uint8), ((_READY, *masks), (_HALF, *half))


def _waits_of_chunk(keys: Any, classes: Any, sums: Any, waiting: Any, masks: Any) -> Any:  # noqa: ANN401
    import numpy as np

    a, b, c = (classes[0].take(keys[:, suit]) for suit in range(3))
    d = classes[1].take(keys[:, 3])
    verdict = waiting.take(sums[0].take(a) + sums[0].take(b) + sums[0].take(c) + sums[1].take(d))
    out = np.zeros(len(keys), np.uint64)
    for kind, (man, pin, sou), honours in masks:
        rows = np.flatnonzero(verdict == kind)
        out[rows] = man.take(a[rows]) | pin.take(b[rows]) | sou.take(c[rows]) | honours.take(d[rows])
    for row in np.flatnonzero(verdict > _HALF).tolist():
        out[row] = waits(*keys[row].tolist())
    return out


def shanten_batch(keys: npt.NDArray[np.integer[Any]], sets: int = 4) -> npt.NDArray[np.int8]:
    """The shanten (N,) of many hands given by their suit keys (N, 4): `shanten` for each of them.

    >>> shanten_batch(keys_batch([counts_of(parse_tiles("123456789m1111z"))])).tolist()
    [1]
    """
    import numpy as np

    out = np.empty(len(keys), np.int8)
    arrays = _shanten_arrays()
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        out[start : start + _CHUNK] = _shanten_of_chunk(part, sets, *arrays)
    return out


@lru_cache(maxsize=1)
def _shanten_arrays() -> tuple[Any, ...]:
    import numpy as np

    _ = _NEEDS[0]
    classes = np.asarray(_NEEDS), np.asarray(_HONOUR_NEEDS)
    pairs = np.array(_ROW), np.array(_REST_ROW)
    places = np.array(_PLACE)
    words = np.array(_WORD, np.int16), np.array(_HONOUR_WORD, np.int16)
    return classes, pairs, places, words, [np.asarray(last) for last in _LAST], np.asarray(_OTHER)


def _shanten_of_chunk(keys: Any, sets: int, classes: Any, pairs: Any, places: Any, *rest: Any) -> Any:  # noqa: ANN401
    import numpy as np

    words, last, other = rest
    a, b, c = (classes[0].take(keys[:, suit]) for suit in range(3))
    d = classes[1].take(keys[:, 3])
    standard = last[sets].take(pairs[0][a, places.take(b)] + pairs[1][c, d])
    if sets < _FOUR:
        return standard
    total = words[0].take(a) + words[0].take(b) + words[0].take(c) + words[1].take(d)
    return np.minimum(standard, other.take(total))
