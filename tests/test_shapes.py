"""Waits, winning shapes and shanten against PyPI `mahjong`, against each other and by the rule texts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from minogashi import shapes, tables
from minogashi.arrangements import arrangements
from minogashi.errors import TileError
from minogashi.tiles import KINDS, Kind, counts_of, kinds_in, mask_of, name, names, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

Counts = list[int]

SUITS = [range(9), range(9, 18), range(18, 27), range(27, 34)]
TRIPLETS = [(kind,) * 3 for kind in range(KINDS)]
RUNS = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
ORPHANS = "19m19p19s1234567z"


def hand(text: str) -> Counts:
    return counts_of(parse_tiles(text))


def shown(mask: int) -> str:
    return names(kinds_in(mask))


def with_one_more(counts: Sequence[int], kind: int, more: int = 1) -> Counts:
    out = list(counts)
    out[kind] += more
    return out


def tallied(kinds: Sequence[int]) -> Counts:
    return [list(kinds).count(kind) for kind in range(KINDS)]


def any_hand(rng: random.Random, tiles: int) -> Counts:
    """Tiles at random, from the whole wall or from one to three suits."""
    pool = [kind for suit in rng.sample(SUITS, rng.choice((1, 1, 2, 3, 4))) for kind in suit] * 4
    if len(pool) < 36:  # honours alone make dull hands
        pool = list(range(KINDS)) * 4
    return tallied(rng.sample(pool, tiles))


def complete_hand(rng: random.Random, sets: int) -> Counts:
    while True:
        suits = rng.sample(SUITS, rng.choice((1, 1, 2, 4)))
        pool = [unit for unit in (*TRIPLETS, *RUNS, *RUNS) if any(unit[0] in suit for suit in suits)]
        kinds = [kind for unit in rng.choices(pool, k=sets) for kind in unit]
        counts = tallied(kinds + [rng.choice([kind for suit in suits for kind in suit])] * 2)
        if max(counts) <= 4:
            return counts


def seven_pairs(rng: random.Random) -> Counts:
    return tallied(rng.sample(range(KINDS), 7) * 2)


def near_orphans(rng: random.Random) -> Counts:
    kinds = [kind for kind, count in enumerate(hand(ORPHANS)) if count]
    return tallied([*kinds, rng.choice(kinds)])


def waiting_hand(rng: random.Random, sets: int) -> Counts:
    """A complete hand of any family less one tile; one in three has another tile swapped as well."""
    rare = rng.choice((None, None, None, seven_pairs, near_orphans)) if sets == 4 else None
    counts = rare(rng) if rare else complete_hand(rng, sets)
    counts = with_one_more(counts, rng.choice([k for k in range(KINDS) if counts[k]]), -1)
    if rng.random() < 1 / 3:
        counts = with_one_more(counts, rng.choice([k for k in range(KINDS) if counts[k]]), -1)
        counts = with_one_more(counts, rng.choice([k for k in range(KINDS) if counts[k] < 4]))
    return counts


def mixed_hands(seed: int, number: int, sets: int) -> list[Counts]:
    """Hands of 13 - 3 x melds tiles, half of them ready or nearly so."""
    rng = random.Random(seed)  # noqa: S311  (positions, no secrets)
    return [any_hand(rng, 3 * sets + 1) if i % 2 else waiting_hand(rng, sets) for i in range(number)]


def won(counts: Counts, sets: int) -> bool:
    """A winning shape by PyPI `mahjong`."""
    return bool(Agari.is_agari(counts)) and sum(counts) == 3 * sets + 2


SETS = pytest.mark.parametrize("sets", range(5))


# --- waits -----------------------------------------------------------------------------------------


@SETS
def test_waits_are_the_kinds_with_which_mahjong_sees_a_win(sets: int) -> None:
    ready = 0
    for counts in mixed_hands(1, 600, sets):
        expected = [k for k in range(KINDS) if counts[k] < 4 and won(with_one_more(counts, k), sets)]
        found = shapes.waits(*shapes.keys_of(counts))
        assert kinds_in(shapes.possible(found, counts)) == expected, counts
        ready += bool(expected)
    assert ready >= 150  # the hands are such that the comparison says something


@SETS
def test_formal_waits_take_no_notice_of_the_copies_held(sets: int) -> None:
    for counts in mixed_hands(2, 300, sets):
        whole = [with_one_more(counts, kind) for kind in range(KINDS)]
        expected = [
            kind
            for kind in range(KINDS)
            if any(arrangements(whole[kind], sets)) or (counts[kind] < 4 and won(whole[kind], sets))
        ]
        assert kinds_in(shapes.waits(*shapes.keys_of(counts))) == expected, counts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1133557799m222z", ""),  # five pairs and a triplet are no seven pairs
        ("115599m3377p228s", "8s"),
        ("1199m33777p2s", ""),  # one meld: no seven pairs
        ("2223334567888p", "2p 3p 4p 5p 6p 7p 8p 9p"),
        ("2333344567888s", "1s 2s 4s 5s 6s 7s 8s 9s"),
        ("40p678m345678s22z", "3p 6p"),
        ("13p456p789s11z234m", "2p"),
        ("119m19p19s123456z", "7z"),
        (ORPHANS, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("3334567m678p345s", "2m 4m 5m 7m 8m"),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("223344m556677p8s", "8s"),
        ("5z", "5z"),
        ("11m22p", "1m 2p"),
        ("34m22s", "2m 5m"),
    ],
)
def test_waits_of_hands_that_other_engines_got_wrong(text: str, expected: str) -> None:
    counts = hand(text)
    assert shown(shapes.possible(shapes.waits(*shapes.keys_of(counts)), counts)) == expected


@pytest.mark.parametrize(
    "text", ["", "11m", "2233m55p", "123m11p", "123456789m11123p", "1133557799m2244z", ORPHANS + "1m"]
)
def test_a_hand_of_another_size_waits_for_nothing(text: str) -> None:
    assert shapes.waits(*shapes.parse_keys(text)) == 0


def test_a_wait_all_held_is_formal_but_not_possible() -> None:
    concealed, with_kan = hand("12m444p678s11z"), hand("123333m444p678s11z")
    formal = shapes.waits(*shapes.keys_of(concealed))
    assert shown(formal) == "3m"
    assert shown(shapes.possible(formal, concealed)) == "3m"
    assert shown(shapes.possible(formal, with_kan)) == ""
    assert shown(shapes.held_out(with_kan)) == "3m"


def test_a_tile_waits_for_its_own_fifth_copy_only_formally() -> None:
    counts = hand("123456789m1111p")
    formal = shapes.waits(*shapes.keys_of(counts))
    assert (shown(formal), shown(shapes.possible(formal, counts))) == ("1p", "")


# --- winning shapes --------------------------------------------------------------------------------


@SETS
def test_complete_agrees_with_mahjong(sets: int) -> None:
    rng = random.Random(3)  # noqa: S311
    hands = [complete_hand(rng, sets) for _ in range(200)]
    hands += [with_one_more(h, rng.choice([k for k in range(KINDS) if h[k] < 4])) for h in mixed_hands(3, 600, sets)]
    for counts in hands:
        assert shapes.complete(*shapes.keys_of(counts)) == won(counts, sets), counts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("46p", False),
        ("66p", True),
        ("64s", False),
        ("1122m334455p6677z", True),
        ("1111m334455p6677z", False),  # seven pairs are different pairs
        (ORPHANS + "9s", True),
        (ORPHANS + "2m", False),
        ("11m22p33s44z", False),
        ("123m", False),
        ("123456789m11123p", True),
    ],
)
def test_winning_shapes(text: str, *, expected: bool) -> None:
    assert shapes.complete(*shapes.parse_keys(text)) is expected


# --- shanten and acceptance ------------------------------------------------------------------------


@SETS
def test_shanten_agrees_with_mahjong(sets: int) -> None:
    rng = random.Random(4)  # noqa: S311
    for counts in mixed_hands(4, 1500, sets):
        drawn = with_one_more(counts, rng.choice([k for k in range(KINDS) if counts[k] < 4]))
        for each in (counts, drawn):
            expected = Shanten.calculate_shanten(each, use_chiitoitsu=sets == 4, use_kokushi=sets == 4)
            assert shapes.shanten(*shapes.keys_of(each), sets) == expected, each


@pytest.mark.parametrize(
    ("text", "sets", "expected"),
    [("123456789m1111z", 4, 1), ("111124m1111z", 3, 1), ("1111z", 1, 1), ("1z", 0, 0), ("11z", 0, -1), ("12z", 0, 0)],
)
def test_four_equal_tiles_do_not_wait_for_a_fifth(text: str, sets: int, expected: int) -> None:
    assert shapes.shanten(*shapes.parse_keys(text), sets) == expected


@SETS
def test_ready_is_having_a_wait_that_can_come(sets: int) -> None:
    for counts in mixed_hands(5, 1000, sets):
        keys = shapes.keys_of(counts)
        assert (shapes.shanten(*keys, sets) == 0) == bool(shapes.possible(shapes.waits(*keys), counts)), counts


@SETS
def test_useful_kinds_are_those_that_lower_the_shanten(sets: int) -> None:
    for counts in mixed_hands(6, 60, sets):
        special = {"use_chiitoitsu": sets == 4, "use_kokushi": sets == 4}
        now = Shanten.calculate_shanten(counts, **special)
        expected = [
            kind
            for kind in range(KINDS)
            if counts[kind] < 4 and Shanten.calculate_shanten(with_one_more(counts, kind), **special) < now
        ]
        assert kinds_in(shapes.useful(*shapes.keys_of(counts), sets)) == expected, counts


def named(found: dict[Kind, int]) -> dict[str, int]:
    return {name(kind): left for kind, left in found.items()}


def test_ukeire_counts_the_copies_out_of_sight() -> None:
    counts = hand("33m555p678p234s77s")
    assert named(shapes.ukeire(counts)) == {"3m": 2, "7s": 2}
    assert named(shapes.ukeire(counts, visible=hand("33m7s"))) == {"3m": 0, "7s": 1}


def test_ukeire_of_a_hand_with_melds() -> None:
    assert named(shapes.ukeire(hand("23m55z"), 1, hand("1114m"))) == {"1m": 1, "4m": 3}


@SETS
def test_discards_are_those_that_leave_waits(sets: int) -> None:
    rng = random.Random(7)  # noqa: S311
    found_any = 0
    for counts in mixed_hands(7, 400, sets):
        drawn = with_one_more(counts, rng.choice([k for k in range(KINDS) if counts[k] < 4]))
        expected = [
            (kind, shapes.waits(*shapes.keys_of(with_one_more(drawn, kind, -1))))
            for kind in range(KINDS)
            if drawn[kind]
        ]
        expected = [(kind, mask) for kind, mask in expected if mask]
        assert shapes.discards(drawn, sets) == expected, drawn
        assert shapes.discards(drawn, sets, shapes.keys_of(drawn)) == expected
        found_any += bool(expected)
    assert found_any >= 100


# --- arrangements ----------------------------------------------------------------------------------


@SETS
def test_arrangements_put_together_are_the_hand(sets: int) -> None:
    rng = random.Random(8)  # noqa: S311
    for _ in range(200):
        counts = complete_hand(rng, sets)
        found = list(arrangements(counts, sets))
        assert len(set(found)) == len(found) >= 1
        for pair, parts in found:
            assert len(parts) == sets
            kinds = [k for first, triplet in parts for k in (first, first + (not triplet), first + 2 * (not triplet))]
            assert tallied([*kinds, pair, pair]) == counts


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("111222333m99p234s", 2),
        ("11123455m", 0),
        ("222333444m555z11z", 2),
        ("11122233344455m", 4),
        ("11m22p33s44z55z66z77z", 0),
    ],
)
def test_number_of_arrangements(text: str, number: int) -> None:
    assert len(list(arrangements(hand(text)))) == number


@pytest.mark.parametrize(
    ("text", "waits", "kan", "waits_unchanged", "shape_unchanged"),
    [
        ("3444m778899s333z", "2m 3m 5m", "4m", False, False),
        ("3444m778899s333z", "2m 3m 5m", "3z", True, True),
        ("111m222333p5678s", "5s 8s", "1m", True, True),
        ("111m222333p5678s", "5s 8s", "2p", True, True),
        ("111m222333p5678s", "5s 8s", "3p", True, True),
        ("3335666p111456s", "4p 5p 7p", "6p", False, False),
        ("3335666p111456s", "4p 5p 7p", "3p", True, False),
        ("222333444p23m11z", "1m 4m", "2p", True, False),
        ("222333444p23m11z", "1m 4m", "3p", True, False),
        ("222333444p23m11z", "1m 4m", "4p", True, False),
        ("22234p777m345s33z", "2p 5p 3z", "2p", False, False),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m", "1m", False, False),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m", "9m", False, False),
    ],
)
def test_concealed_kan_in_riichi(
    text: str, waits: str, kan: str, *, waits_unchanged: bool, shape_unchanged: bool
) -> None:
    """The table of riichi.md 2.5."""
    counts, kind = hand(text), Kind(parse_tile(kan))
    before = shapes.waits(*shapes.keys_of(counts))
    after = shapes.waits(*shapes.keys_of(with_one_more(counts, kind, -3)))
    assert set(shown(before).split()) == set(waits.split())
    unchanged = before == after and not before >> kind & 1
    assert unchanged == waits_unchanged
    assert (unchanged and shapes.fixed_triplet(counts, kind)) == shape_unchanged


def test_no_triplet_is_fixed_in_a_hand_that_is_not_ready() -> None:
    assert not shapes.fixed_triplet(hand("111m2468p13579s1z"), Kind(0))


# --- properties ------------------------------------------------------------------------------------


@st.composite
def complete_hands(draw: st.DrawFn) -> Counts:
    sets = draw(st.integers(0, 4))
    units = draw(st.lists(st.sampled_from(TRIPLETS + RUNS), min_size=sets, max_size=sets))
    counts = tallied([kind for unit in units for kind in unit] + [draw(st.integers(0, 33))] * 2)
    if max(counts) > 4:
        counts = tallied(draw(st.permutations(range(KINDS)))[:7] * 2)
    return counts


@given(complete_hands())
def test_throwing_any_tile_of_a_complete_hand_leaves_a_wait_on_it(counts: Counts) -> None:
    """riichi.md 1, L2."""
    assert shapes.complete(*shapes.keys_of(counts))
    for kind in range(KINDS):
        if counts[kind]:
            assert shapes.waits(*shapes.keys_of(with_one_more(counts, kind, -1))) >> kind & 1


@given(complete_hands(), st.data())
def test_a_wait_that_can_come_completes_and_a_fifth_copy_never_can(counts: Counts, data: st.DataObject) -> None:
    """riichi.md 1, L1: a kind held four times can be neither offered nor drawn."""
    thrown = data.draw(st.sampled_from([kind for kind in range(KINDS) if counts[kind]]))
    counts = with_one_more(counts, thrown, -1)
    formal = shapes.waits(*shapes.keys_of(counts))
    can_come = shapes.possible(formal, counts)
    assert can_come == formal & ~shapes.held_out(counts)
    for kind in range(KINDS):
        if counts[kind] < 4:
            assert shapes.complete(*shapes.keys_of(with_one_more(counts, kind))) == bool(can_come >> kind & 1)
        else:
            assert not can_come >> kind & 1


@given(st.lists(st.integers(0, 135), unique=True, max_size=14))
def test_keys_are_sums_of_weights(tiles: list[int]) -> None:
    counts = tallied([tile // 4 for tile in tiles])
    keys = [sum(shapes.WEIGHT[kind] * counts[kind] for kind in suit) for suit in SUITS]
    assert list(shapes.keys_of(counts)) == keys
    assert shapes.keys_batch([counts]).tolist() == [keys]


@pytest.mark.parametrize("wrong", [5, 47, 256, -1])
def test_a_count_that_no_hand_has_is_refused(wrong: int) -> None:
    with pytest.raises(TileError) as caught:
        shapes.keys_of(with_one_more([0] * KINDS, 3, wrong))
    assert caught.value.code == "too_many_copies"


# --- batches ---------------------------------------------------------------------------------------


@SETS
def test_a_batch_equals_hands_one_by_one(sets: int) -> None:
    hands = mixed_hands(9, 3000, sets)
    keys = shapes.keys_batch(np.array(hands, np.uint8))
    assert keys.tolist() == [list(shapes.keys_of(counts)) for counts in hands]
    waits = shapes.waits_batch(keys)
    assert waits.dtype == np.uint64
    assert waits.tolist() == [shapes.waits(*key) for key in keys.tolist()]
    shanten = shapes.shanten_batch(keys, sets)
    assert shanten.dtype == np.int8
    assert shanten.tolist() == [shapes.shanten(m, p, s, z, sets) for m, p, s, z in keys.tolist()]


def test_a_batch_larger_than_a_chunk() -> None:
    keys = np.tile(shapes.keys_batch(mixed_hands(10, 1000, 4)), (40, 1))
    for function in (shapes.waits_batch, shapes.shanten_batch):
        assert (function(keys).reshape(40, -1) == function(keys[:1000])).all()


def test_an_empty_batch() -> None:
    keys = shapes.keys_batch(np.zeros((0, KINDS), np.uint8))
    assert (keys.shape, len(shapes.waits_batch(keys)), len(shapes.shanten_batch(keys))) == ((0, 4), 0, 0)


# --- the cache of tables ---------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("MINOGASHI_CACHE", str(folder))
    return folder


def content(arrays: tables.Arrays) -> dict[str, bytes]:
    return {key: bytes(array) for key, array in arrays.items()}


@pytest.fixture(scope="module")
def built() -> dict[str, bytes]:
    return {key: array.tobytes() for key, array in tables.build_waits().items()}


def test_a_cached_table_is_the_built_table(cache: Path, built: dict[str, bytes]) -> None:
    assert content(tables.load("waits")) == built
    (file,) = cache.iterdir()
    before = file.stat().st_mtime_ns
    assert content(tables.load("waits")) == built
    assert file.stat().st_mtime_ns == before


def test_whoever_changes_a_table_raises_its_version() -> None:
    """Else the files that users have would be read as what they are not."""
    parts = [*tables.build_waits().items(), *tables.build_shanten().items()]
    crc = 0
    for key, array in parts:
        crc = zlib.crc32(f"{key} {array.dtype.kind}{array.dtype.itemsize}".encode(), crc)
        crc = zlib.crc32(array.astype(array.dtype.newbyteorder("<")).tobytes(), crc)
    assert (tables.VERSION, crc) == (2, 813727648)


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[:0],
        lambda whole: whole[:10],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1],
        lambda whole: whole + b"\0",
        lambda whole: b"elsewise" + whole[8:],
        lambda whole: whole[:8] + b"\xff" + whole[9:],
        lambda whole: whole[:3000] + bytes([whole[3000] ^ 1]) + whole[3001:],
        lambda whole: whole[:12] + bytes(4) + whole[16:],
    ],
    ids=["empty", "header cut", "cut", "one byte short", "one byte more", "no table", "version", "one bit", "checksum"],
)
def test_a_damaged_cache_is_built_again(cache: Path, built: dict[str, bytes], damage: Callable[[bytes], bytes]) -> None:
    tables.load("waits")
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert content(tables.load("waits")) == built
    assert file.read_bytes() == whole
    assert list(cache.iterdir()) == [file]


def test_without_a_place_to_write_the_tables_stay_in_memory(cache: Path, built: dict[str, bytes]) -> None:
    cache.write_text("a file where the folder should be")
    assert content(tables.load("waits")) == built
    assert cache.read_text() == "a file where the folder should be"


def test_a_folder_in_place_of_the_file_is_left_alone(cache: Path, built: dict[str, bytes]) -> None:
    tables.load("waits")
    (file,) = cache.iterdir()
    file.unlink()
    file.mkdir()
    assert content(tables.load("waits")) == built
    assert list(cache.iterdir()) == [file]


def test_the_cache_is_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINOGASHI_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tables.cache_folder() == tmp_path / "minogashi"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert tables.cache_folder() == tmp_path / ".cache" / "minogashi"


ASK = """
import sys
from minogashi import shapes
keys = shapes.parse_keys("2223334567888p")
print(shapes.waits(*keys), shapes.shanten(*keys), "numpy" in sys.modules)
"""


def ask(cache: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "MINOGASHI_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", ASK], env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603


def test_processes_that_build_at_once_do_not_disturb_each_other(cache: Path) -> None:
    answers = {process.communicate()[0] for process in [ask(cache), ask(cache), ask(cache)]}
    expected = f"{mask_of([Kind(k) for k in range(10, 18)])} 0"
    assert answers <= {f"{expected} True\n", f"{expected} False\n"}
    assert len(list(cache.iterdir())) == 2
    # from here on nothing is built, and so numpy is not needed
    assert ask(cache).communicate()[0] == f"{expected} False\n"
