"""Tai: every row of the table, every limit hand, caps, minimum and options; then hands made at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from minogashi.errors import MinogashiError, ProfileError, TileError
from minogashi.shapes import keys_of, waits
from minogashi.tiles import Kind, Tile, counts_of, kinds_in, mask_of, parse_tile, parse_tiles
from minogashi.value.reading import MELD_WORDS
from minogashi.value.singapore import TaiContext, TaiScorer, TaiValue
from minogashi.value.tai import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

WEST = 2


class Hand(NamedTuple):
    """What a scorer is told of a hand, in its order."""

    concealed: list[Tile]
    win_tile: Tile
    melds: list[tuple[str, tuple[Tile, ...]]]


def hand(tiles: str, win: str, *melds: str) -> Hand:
    """The hand before the win, the winning tile, and melds as in `pon 555z`."""
    sets = [(word, tuple(parse_tiles(text))) for word, text in (meld.split() for meld in melds)]
    return Hand([*parse_tiles(tiles), parse_tile(win)], parse_tile(win), sets)


def hu(seat_wind: int = WEST, bonus: str = "", **more: bool) -> TaiContext:
    """A hu on a discard, prevailing wind east."""
    return replace(TaiContext(self_drawn=False, seat_wind=seat_wind, bonus=tuple(parse_tiles(bonus))), **more)


def drawn(seat_wind: int = WEST, bonus: str = "", replacement: str = "", **more: bool) -> TaiContext:
    """A self-drawn hu, prevailing wind east."""
    held = tuple(parse_tiles(bonus))
    return replace(TaiContext(self_drawn=True, seat_wind=seat_wind, bonus=held, replacement=replacement), **more)


def value(held: Hand, context: TaiContext, **options: str | int) -> TaiValue:
    found = TaiScorer(options).value(*held, context)
    assert found is not None
    return found


def elements(held: Hand, context: TaiContext, **options: str | int) -> dict[str, int]:
    return value(held, context, **options).elements


PLAIN = hand("46p999m22s567s789s", "5p")
OPEN = hand("46p22s567s789s", "5p", "pon 999m")
PING_HU = hand("34p123m456m789s55s", "5p")
FOUR_PUNGS = hand("11m222p9s9s", "9s", "pon 333s", "pon 666m")


# --- bonus tiles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        ("", {}),
        ("f3", {"own_flower": 1}),
        ("s3", {"own_season": 1}),
        ("f1 f2 s4", {}),
        ("cat centipede", {"animal": 2}),
        ("cat rat rooster centipede", {"animal": 4, "all_animals": 1}),
        ("f1 f2 f3 f4", {"own_flower": 1, "flower_set": 1}),
        ("s1 s2 s3 s4", {"own_season": 1, "season_set": 1}),
    ],
)
def test_bonus_tiles_count_by_themselves(bonus: str, expected: dict[str, int]) -> None:
    assert elements(PLAIN, hu(bonus=bonus)) == expected


# --- sets that count ---------------------------------------------------------------------------------


def test_each_dragon_set_counts_one() -> None:
    assert elements(hand("46p99m789s", "5p", "pon 555z", "ankan 7777z"), hu()) == {"dragon_set": 2}


@pytest.mark.parametrize(
    ("seat", "pung", "expected"),
    [
        (WEST, "333z", {"seat_wind": 1}),
        (WEST, "111z", {"round_wind": 1}),
        (0, "111z", {"seat_wind": 1, "round_wind": 1}),
        (WEST, "444z", {}),
    ],
)
def test_wind_sets_count_for_seat_and_round(seat: int, pung: str, expected: dict[str, int]) -> None:
    assert elements(hand("46p99m123s789s", "5p", f"pon {pung}"), hu(seat)) == expected


# --- ping hu -----------------------------------------------------------------------------------------


def test_ping_hu_with_two_waits_on_a_discard() -> None:
    assert elements(PING_HU, hu()) == {"ping_hu": 4}


def test_bonus_tiles_make_ping_hu_the_lesser_one_even_if_they_count_nothing() -> None:
    assert elements(PING_HU, hu(bonus="f1")) == {"lesser_ping_hu": 1}
    assert elements(PING_HU, hu(bonus="cat")) == {"animal": 1, "lesser_ping_hu": 1}


@pytest.mark.parametrize("bonus", ["", "f1"])
def test_single_wait_on_a_discard_is_neither_ping_hu(bonus: str) -> None:
    assert elements(hand("46p123m456m789s55s", "5p"), hu(bonus=bonus)) == {}


@pytest.mark.parametrize(("bonus", "name_"), [("", "ping_hu"), ("f1", "lesser_ping_hu")])
def test_self_draw_asks_for_no_second_wait(bonus: str, name_: str) -> None:
    assert name_ in elements(hand("46p123m456m789s55s", "5p"), drawn(bonus=bonus))


def test_waits_are_those_of_the_whole_hand() -> None:
    # the pair 5s is a single wait of its part, but 4555s waits for 3s and 6s too
    assert elements(hand("4555s123m456m789m", "6s"), hu(seat_wind=0)) == {"ping_hu": 4}
    waiting_for_two = mask_of([Kind(13), Kind(16)])
    told = TaiContext(self_drawn=False, seat_wind=WEST, waits=waiting_for_two)
    assert elements(hand("46p123m456m789s55s", "5p"), told) == {"ping_hu": 4}


def test_robbed_kong_is_a_discard_for_the_wait_rule() -> None:
    assert elements(hand("46p123m456m789s55s", "5p"), hu(robbing=True)) == {"robbed_kong": 1}
    assert elements(PING_HU, hu(robbing=True)) == {"ping_hu": 4, "robbed_kong": 1}


@pytest.mark.parametrize(("pair", "is_ping_hu"), [("55z", False), ("33z", False), ("11z", False), ("22z", True)])
def test_pair_of_ping_hu_is_no_dragon_seat_or_prevailing_wind(pair: str, *, is_ping_hu: bool) -> None:
    assert ("ping_hu" in elements(hand(f"34p123m456m789s{pair}", "5p"), hu())) is is_ping_hu


def test_four_exposed_runs_are_never_ping_hu() -> None:
    runs = ("chi 123m", "chi 456m", "chi 789s")
    assert elements(hand("5s", "5s", *runs, "chi 345p"), drawn()) == {}
    assert elements(hand("34p55s", "5p", *runs), hu()) == {"ping_hu": 4}


def test_a_pung_is_no_ping_hu() -> None:
    assert elements(hand("34p999m456m789s55s", "5p"), hu()) == {}


# --- the other elements made from the tiles ----------------------------------------------------------


def test_all_pungs() -> None:
    assert elements(FOUR_PUNGS, hu()) == {"all_pungs": 2}


def test_half_flush_and_full_flush() -> None:
    assert elements(hand("345678p99p22z", "2z", "chi 789p"), hu()) == {"half_flush": 2}
    assert elements(hand("1334567899p", "2p", "pon 111p"), hu()) == {"full_flush": 4}


def test_mixed_terminals_count_on_top_of_all_pungs() -> None:
    held = hand("99m44z", "4z", "pon 111p", "pon 999s", "pon 111m")
    assert elements(held, hu()) == {"all_pungs": 2, "mixed_terminals": 2}


def test_little_three_dragons_contains_its_dragon_sets() -> None:
    held = hand("46p123s77z", "5p", "pon 555z", "pon 666z")
    assert elements(held, hu()) == {"little_three_dragons": 3}


def test_half_flush_adds_to_little_three_dragons() -> None:
    held = hand("46p123p77z", "5p", "pon 555z", "pon 666z")
    assert elements(held, hu()) == {"half_flush": 2, "little_three_dragons": 3}


def test_little_four_winds_adds_wind_sets_that_count_and_the_half_flush() -> None:
    held = hand("46p44z", "5p", "pon 111z", "pon 222z", "pon 333z")
    assert elements(held, hu()) == {"seat_wind": 1, "round_wind": 1, "half_flush": 2, "little_four_winds": 2}


def test_all_green_replaces_the_flush_and_leaves_the_dragon_set() -> None:
    assert elements(hand("2233446664s", "4s", "pon 888s"), hu()) == {"all_green": 4}
    assert elements(hand("2233446664s", "4s", "pon 666z"), hu()) == {"dragon_set": 1, "all_green": 4}


def test_without_all_green_the_flush_counts() -> None:
    assert elements(hand("2233446664s", "4s", "pon 888s"), hu(), all_green=0) == {"full_flush": 4}
    assert elements(hand("2233446664s", "4s", "pon 666z"), hu(), all_green="off") == {"dragon_set": 1, "half_flush": 2}


def test_seven_pairs_only_where_accepted() -> None:
    held = hand("11m33m55p77p99s22z4z", "4z")
    assert TaiScorer().value(*held, hu()) is None
    assert elements(held, hu(), seven_pairs=3) == {"seven_pairs": 3}
    assert elements(hand("11m33m55m77m99m22z4z", "4z"), hu(), seven_pairs="3") == {"half_flush": 2, "seven_pairs": 3}


def test_seven_pairs_are_seven_different_ones_without_melds() -> None:
    scorer = TaiScorer({"seven_pairs": 2})
    assert scorer.value(*hand("11m1m1m55p77p99s22z4z", "4z"), hu()) is None
    assert scorer.value(*hand("11m33m55p77p99s22z4z", "4z", "pon 777z"), hu()) is None


# --- elements of how it was won ----------------------------------------------------------------------


def test_concealed_self_draw_counts_one_also_with_a_concealed_kong() -> None:
    assert elements(PLAIN, drawn()) == {"concealed_self_draw": 1}
    assert elements(hand("46p22s567s789s", "5p", "ankan 9999m"), drawn()) == {"concealed_self_draw": 1}
    assert elements(OPEN, drawn()) == {}
    assert elements(PLAIN, hu()) == {}


def test_self_draw_alone_counts_only_by_option() -> None:
    assert elements(OPEN, drawn(), self_draw_tai=1) == {"self_draw": 1}
    assert elements(PLAIN, drawn(), self_draw_tai=1) == {"concealed_self_draw": 1, "self_draw": 1}
    assert elements(PLAIN, drawn(), concealed_tai=0) == {}


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (drawn(replacement="kong"), {"kong_replacement": 1}),
        (drawn(replacement="bonus"), {"bonus_replacement": 1}),
        (hu(robbing=True), {"robbed_kong": 1}),
        (drawn(last_tile=True), {"last_live_tile": 1}),
        (hu(last_tile=True), {}),
        (drawn(replacement="kong", last_tile=True), {"kong_replacement": 1}),
        (drawn(replacement="bonus", last_tile=True), {"bonus_replacement": 1}),
    ],
)
def test_circumstances_of_the_win(context: TaiContext, expected: dict[str, int]) -> None:
    assert elements(OPEN, context) == expected


# --- limit hands -------------------------------------------------------------------------------------

_LIMIT_HANDS = {
    "big_three_dragons": (hand("345p99m77z", "7z", "pon 555z", "pon 666z"), hu()),
    "big_four_winds": (hand("99m44z", "4z", "pon 111z", "pon 222z", "pon 333z"), hu()),
    "all_honours": (hand("77z44z", "4z", "pon 111z", "pon 222z", "pon 555z"), hu()),
    "all_terminals": (hand("99m11p", "1p", "pon 111s", "pon 999s", "pon 111m"), hu()),
    "thirteen_orphans": (hand("19m19p19s1234567z", "7z"), hu()),
    "nine_gates": (hand("1112345678999p", "5p"), hu()),
    "four_concealed_pungs": (hand("11m222p99s333s", "9s", "ankan 6666m"), drawn()),
    "four_kongs": (hand("5p", "5p", "ankan 1111m", "kakan 3333p", "daiminkan 7777s", "ankan 2222s"), hu()),
    "kong_on_kong": (OPEN, drawn(replacement="kong", kong_on_kong=True)),
    "heavenly": (PLAIN, drawn(seat_wind=0, first_turn=True)),
    "earthly": (PLAIN, drawn(first_turn=True)),
    "humanly": (PLAIN, hu(first_turn=True)),
}


@pytest.mark.parametrize("name_", [limit.name for limit in LIMITS])
def test_limit_hand_scores_the_cap_and_absorbs_what_its_tiles_make(name_: str) -> None:
    held, context = _LIMIT_HANDS[name_]
    found = value(held, context)
    assert (found.limits, found.limit, found.elements, found.capped) == ((name_,), True, {name_: 5}, 5)
    assert value(held, context, max_tai=8).elements == {name_: 8}


def test_bonus_tiles_and_circumstances_add_to_a_limit_hand_before_the_cap() -> None:
    held, _ = _LIMIT_HANDS["big_three_dragons"]
    found = value(held, hu(bonus="cat", robbing=True))
    assert found.elements == {"big_three_dragons": 5, "animal": 1, "robbed_kong": 1}
    assert (found.tai, found.capped) == (7, 5)
    orphans, _ = _LIMIT_HANDS["thirteen_orphans"]
    assert elements(orphans, drawn()) == {"thirteen_orphans": 5, "concealed_self_draw": 1}


def test_several_limit_hands_score_once() -> None:
    found = value(hand("77z44z", "4z", "pon 111z", "pon 222z", "pon 333z"), hu(), max_tai=6)
    assert (found.limits, found.tai) == (("big_four_winds", "all_honours"), 6)


def test_exposed_nine_gates_and_discarded_fourth_pung_are_no_limit() -> None:
    assert not value(hand("2345678999p", "5p", "pon 111p"), hu()).limit
    assert not value(hand("11m222p99s333s", "9s", "ankan 6666m"), hu()).limit
    assert not value(hand("11m222p99s333s", "9s", "pon 666m"), drawn()).limit


def test_three_kongs_are_no_limit() -> None:
    held = hand("5p", "5p", "ankan 1111m", "kakan 3333p", "daiminkan 7777s", "pon 222s")
    assert elements(held, hu()) == {"all_pungs": 2}


def test_seven_pairs_of_honours_are_all_honours() -> None:
    assert value(hand("1122334455667z", "7z"), hu(), seven_pairs=2).limits == ("all_honours",)


def test_earthly_on_the_first_discard_of_the_dealer_whatever_was_called() -> None:
    assert value(PLAIN, hu(dealers_discard=True, first_turn=True)).limits == ("earthly",)
    assert value(PLAIN, hu(dealers_discard=True, exposed=True)).limits == ("earthly",)
    assert value(PLAIN, drawn(first_turn=True, exposed=True)).limits == ("earthly",)


@pytest.mark.parametrize(
    "context",
    [
        hu(),
        drawn(),
        drawn(seat_wind=0),
        hu(first_turn=True, exposed=True),  # humanly: "with no exposed meld anywhere"
        hu(seat_wind=0, first_turn=True),  # the dealer has had a first turn
        hu(seat_wind=0, dealers_discard=True),
        drawn(first_turn=True, replacement="kong"),
        drawn(seat_wind=0, first_turn=True, replacement="kong"),
        drawn(kong_on_kong=True, replacement="bonus"),
    ],
)
def test_no_hand_of_the_first_go_around(context: TaiContext) -> None:
    assert not value(PLAIN, context).limit


def test_bonus_replacement_belongs_to_the_first_draw() -> None:
    assert value(PLAIN, drawn(first_turn=True, replacement="bonus")).limits == ("earthly",)


# --- flowers, instant wins, robbed concealed kongs ---------------------------------------------------


def test_eight_flowers_and_seasons_win_at_once() -> None:
    scorer, eight = TaiScorer(), parse_tiles("f1 f2 f3 f4 s1 s2 s3 s4")
    found = scorer.flower_win(eight)
    assert found is not None
    assert (found.limits, found.capped) == (("eight_flowers",), 5)
    assert scorer.flower_win(eight[:-1]) is None


def test_seven_flowers_rob_the_eighth() -> None:
    scorer, seven = TaiScorer({"max_tai": 4}), parse_tiles("f1 f2 f3 f4 s1 s2 s4")
    found = scorer.flower_win(seven, parse_tile("s3"))
    assert found is not None
    assert (found.limits, found.capped) == (("robbed_eighth",), 4)
    assert scorer.flower_win(seven, parse_tile("cat")) is None
    assert scorer.flower_win(seven[1:], parse_tile("s3")) is None


def test_instant_big_sets_need_their_option_and_all_their_sets() -> None:
    winds = hand("111z222z19m", "9m", "pon 333z", "daiminkan 4444z")
    on = TaiScorer({"instant_big_sets": "on"})
    found = on.instant_win(winds.concealed, winds.melds)
    assert found is not None
    assert found.limits == ("big_four_winds",)
    assert TaiScorer().instant_win(winds.concealed, winds.melds) is None
    assert on.instant_win(winds.concealed, winds.melds[1:]) is None


# --- cap, minimum, readings, errors ------------------------------------------------------------------


def test_tai_add_up_and_the_cap_comes_last() -> None:
    found = value(hand("1123334567899p", "2p"), drawn())
    assert found.elements == {"ping_hu": 4, "full_flush": 4, "concealed_self_draw": 1}
    assert (found.tai, found.capped, found.limit) == (9, 5, False)
    assert value(hand("1123334567899p", "2p"), drawn(), max_tai=20).capped == 9


@pytest.mark.parametrize(("min_tai", "legal"), [(1, True), (2, False), (3, False)])
def test_minimum_decides_what_is_legal(min_tai: int, *, legal: bool) -> None:
    scorer = TaiScorer({"min_tai": min_tai})
    assert scorer.legal(value(PLAIN, hu(bonus="cat"))) is legal


def test_the_best_reading_counts() -> None:
    as_pungs, as_runs = hand("222333444p77z5m", "5m", "pon 777z"), hand("222333444p55s34m", "5m")
    assert TaiScorer().value(*as_pungs, hu()) is None
    assert elements(as_runs, hu()) == {"ping_hu": 4}
    assert elements(hand("222333444p5s", "5s", "pon 888m"), hu()) == {"all_pungs": 2}


def test_incomplete_hand_has_no_value() -> None:
    assert TaiScorer().value(*hand("46p999m22s567s789s", "7p"), hu()) is None
    assert TaiScorer().value(*hand("46p999m22s567s", "5p"), hu()) is None


@pytest.mark.parametrize("held", [hand("46p999m22s567s789s", "cat"), hand("46p999m22s567s78s?", "5p")])
def test_only_numbers_and_honours_make_a_hand(held: Hand) -> None:
    with pytest.raises(TileError, match="only numbers and honours"):
        TaiScorer().value(*held, hu())


def test_winning_tile_must_be_in_the_hand_and_melds_need_a_known_word() -> None:
    with pytest.raises(TileError, match="9p is not among"):
        TaiScorer().value(PLAIN.concealed, parse_tile("9p"), [], hu())
    with pytest.raises(MinogashiError, match="'kong' is not a meld"):
        TaiScorer().value(*hand("46p22s567s789s", "5p", "kong 9999m"), hu())


@pytest.mark.parametrize(
    ("name_", "given_"),
    [
        ("min_tai", "many"),
        ("min_tai", 0),
        ("max_tai", 0),
        ("seven_pairs", -1),
        ("instant_big_sets", "yes"),
        ("all_green", "green"),
    ],
)
def test_options_refuse_what_they_do_not_have(name_: str, given_: str | int) -> None:
    with pytest.raises(ProfileError, match=name_):
        TaiScorer({name_: given_})


def test_red_five_is_a_five() -> None:
    assert elements(hand("34p123m456m789s55s", "0p"), hu()) == {"ping_hu": 4}


# --- the hands of the scenario blocks (singapore.md 16) ----------------------------------------------


@pytest.mark.parametrize(
    ("held", "context", "expected"),
    [
        pytest.param(PLAIN, hu(bonus="cat"), {"animal": 1}, id="S01"),
        pytest.param(PLAIN, hu(), {}, id="S01-no-bonus"),
        pytest.param(hand("77z55p999m234s", "7z", "chi 678p"), hu(), {"dragon_set": 1}, id="S02"),
        pytest.param(hand("23p777m55s234s", "4p", "pon 999s"), hu(1, "f2"), {"own_flower": 1}, id="S04"),
        pytest.param(hand("55p77z999m234s678s", "5p"), hu(bonus="cat"), {"animal": 1}, id="S06-5p"),
        pytest.param(hand("55p77z999m234s678s", "7z"), hu(bonus="cat"), {"animal": 1, "dragon_set": 1}, id="S06-7z"),
        pytest.param(hand("4555s123m456m789m", "6s"), hu(0), {"ping_hu": 4}, id="S09"),
        pytest.param(hand("45s777m555z22m", "3s", "pon 999p"), hu(0), {"dragon_set": 1}, id="S12"),
        pytest.param(hand("34p777m234s999s11z", "2p"), hu(bonus="cat"), {"animal": 1}, id="S19"),
        pytest.param(hand("46p77z999m567s789s", "5p"), hu(), {}, id="S21-below"),
        pytest.param(hand("46p99m567s789s", "5p", "pon 777z"), hu(), {"dragon_set": 1}, id="S21"),
        pytest.param(hand("46p111m22m345m678m", "5p"), hu(1, "rat"), {"animal": 1}, id="S25"),
        pytest.param(hand("23p11p", "4p", "pon 999m", "pon 777z", "chi 456s"), hu(1), {"dragon_set": 1}, id="S31"),
    ],
)
def test_hands_of_the_scenarios(held: Hand, context: TaiContext, expected: dict[str, int]) -> None:
    found = value(held, context)
    assert found.elements == expected
    assert TaiScorer().legal(found) is bool(expected)


# --- hands made at random ----------------------------------------------------------------------------

_RUNS = [Kind(kind) for kind in range(27) if kind % 9 < 7]


class Won(NamedTuple):
    """A hand with the context it was won in."""

    held: Hand
    context: TaiContext


@st.composite
def won_hands(draw: st.DrawFn) -> Won:
    """Complete hands of four sets and a pair, any of the sets melded, in any circumstances."""
    left = [4] * 34
    concealed: list[Tile] = []
    melds: list[tuple[str, tuple[Tile, ...]]] = []

    def take(choices: list[tuple[int, ...]]) -> tuple[Tile, ...]:
        possible = [tiles for tiles in choices if all(left[kind] >= tiles.count(kind) for kind in tiles)]
        chosen = draw(st.sampled_from(possible))
        for kind in chosen:
            left[kind] -= 1
        return tuple(Tile(kind) for kind in chosen)

    concealed += take([(kind, kind) for kind in range(34)])
    for _ in range(4):
        word = draw(st.sampled_from(["", "", *MELD_WORDS]))
        size = 4 if word.endswith("kan") else 3
        runs = [(kind, kind + 1, kind + 2) for kind in _RUNS] if word in {"", "chi"} else []
        pungs = [(kind,) * size for kind in range(34)] if word != "chi" else []
        tiles = take([*runs, *pungs])
        if word:
            melds.append((word, tiles))
        else:
            concealed += tiles
    flag = st.booleans()
    context = TaiContext(
        self_drawn=draw(flag),
        seat_wind=draw(st.integers(0, 3)),
        round_wind=draw(st.integers(0, 3)),
        bonus=tuple(draw(st.sets(st.sampled_from([Tile(37 + i) for i in range(12)])))),
        replacement=draw(st.sampled_from(["", "kong", "bonus"])),
        kong_on_kong=draw(flag),
        robbing=draw(flag),
        last_tile=draw(flag),
        first_turn=draw(flag),
        dealers_discard=draw(flag),
        exposed=draw(flag),
    )
    return Won(Hand(concealed, draw(st.sampled_from(concealed)), melds), context)


def moved(held: Hand, place: Callable[[int], int]) -> Hand:
    """The same hand with its kinds renamed."""
    melds = [(word, tuple(Tile(place(tile)) for tile in tiles)) for word, tiles in held.melds]
    return Hand([Tile(place(tile)) for tile in held.concealed], Tile(place(held.win_tile)), melds)


@given(won_hands())
def test_tai_are_the_sum_of_elements_and_never_negative(won: Won) -> None:
    found = value(*won)
    assert all(tai > 0 for tai in found.elements.values())
    assert found.tai == sum(found.elements.values())
    assert found.capped == min(found.tai, 5)
    assert not found.limit or found.capped == 5


@given(won_hands(), st.integers(1, 12), st.integers(0, 12))
def test_a_higher_cap_never_lowers(won: Won, cap: int, more: int) -> None:
    assert value(*won, max_tai=cap).capped <= value(*won, max_tai=cap + more).capped


@given(won_hands())
def test_self_draw_is_never_worth_less_than_a_discard(won: Won) -> None:
    here = won.context
    by_discard = TaiContext(self_drawn=False, seat_wind=here.seat_wind, round_wind=here.round_wind, bonus=here.bonus)
    by_hand = replace(by_discard, self_drawn=True)
    assert value(won.held, by_hand, max_tai=50).capped >= value(won.held, by_discard, max_tai=50).capped


@given(won_hands(), st.randoms())
def test_order_of_the_tiles_does_not_matter(won: Won, random: Random) -> None:
    shuffled = [*won.held.concealed]
    random.shuffle(shuffled)
    melds = [(word, tiles[::-1]) for word, tiles in won.held.melds]
    assert value(Hand(shuffled, won.held.win_tile, melds), won.context) == value(*won)


@given(won_hands())
def test_suits_are_alike_but_for_all_green(won: Won) -> None:
    turned = moved(won.held, lambda kind: (kind + 9) % 27 if kind < 27 else kind)
    assert value(turned, won.context, all_green=0) == value(*won, all_green=0)


@given(won_hands())
def test_suits_read_backwards_are_alike_but_for_all_green(won: Won) -> None:
    mirrored = moved(won.held, lambda kind: kind - kind % 9 + 8 - kind % 9 if kind < 27 else kind)
    assert value(mirrored, won.context, all_green=0) == value(*won, all_green=0)


@given(won_hands())
def test_told_waits_are_worth_what_found_waits_are(won: Won) -> None:
    before = counts_of(won.held.concealed)
    before[won.held.win_tile] -= 1
    found = waits(*keys_of(before))
    assert Kind(won.held.win_tile) in kinds_in(found)
    assert value(won.held, replace(won.context, waits=found)) == value(*won)
