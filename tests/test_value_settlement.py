"""Payments, bao, bites and the price of a false hu: every row of singapore.md 12 and 13."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from minogashi.errors import MinogashiError, ProfileError
from minogashi.tiles import Kind, Tile, parse_tile, parse_tiles
from minogashi.value.bao import BaoRules, Fed, FedWin, Liable, bao, is_fresh, kong_payer
from minogashi.value.bites import Bite, bite_table, bites, instant_payments, kong_bite
from minogashi.value.settlement import false_hu_penalty, payments
from minogashi.value.singapore import TaiContext, TaiScorer, TaiValue

# --- payments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tai", "on_discard", "self_drawn"),
    [
        (1, [4, -2, -1, -1], [6, -2, -2, -2]),
        (2, [8, -4, -2, -2], [12, -4, -4, -4]),
        (3, [16, -8, -4, -4], [24, -8, -8, -8]),
        (5, [64, -32, -16, -16], [96, -32, -32, -32]),
    ],
)
def test_classic_doubles_with_each_tai(tai: int, on_discard: list[int], self_drawn: list[int]) -> None:
    assert payments(tai, winner=0, discarder=1) == on_discard
    assert payments(tai, winner=0, discarder=None) == self_drawn


def test_the_cap_counts_and_not_the_sum() -> None:
    capped = TaiValue({"full_flush": 4, "ping_hu": 4}, 8, 5)
    assert payments(capped, winner=3, discarder=0) == [-32, -16, -16, 64]


def test_shooter_pays_for_all_on_a_discard_only() -> None:
    assert payments(3, winner=2, discarder=0, payment="shooter_all") == [-16, 0, 16, 0]
    assert payments(3, winner=2, discarder=None, payment="shooter_all") == [-8, -8, 24, -8]


def test_flat_takes_the_same_from_each() -> None:
    assert payments(3, winner=2, discarder=0, payment="flat") == [-4, -4, 12, -4]
    assert payments(3, winner=2, discarder=None, payment="flat") == [-4, -4, 12, -4]


def test_thirteen_orphans_are_paid_as_self_drawn_unless_the_option_says_as_won() -> None:
    tiles = parse_tiles("19m19p19s12345677z")
    orphans = TaiScorer().value(tiles, parse_tile("7z"), (), TaiContext(self_drawn=False, seat_wind=2))
    assert orphans is not None
    assert payments(orphans, winner=2, discarder=0) == [-32, -32, 96, -32]
    assert payments(orphans, winner=2, discarder=0, payment="shooter_all") == [-32, -32, 96, -32]
    assert payments(orphans, winner=2, discarder=0, thirteen_orphans_payment="as_won") == [-32, -16, 64, -16]


def test_liable_seat_pays_what_all_would_have_paid() -> None:
    assert payments(5, winner=0, discarder=1, bao=2) == [64, 0, -64, 0]
    assert payments(5, winner=0, discarder=1, bao=1) == [64, -64, 0, 0]
    assert payments(5, winner=0, discarder=None, bao=3) == [96, 0, 0, -96]


def test_bao_matters_only_for_self_draws_where_the_shooter_pays_for_all() -> None:
    assert payments(5, winner=0, discarder=1, bao=2, payment="shooter_all") == [64, -64, 0, 0]
    assert payments(5, winner=0, discarder=None, bao=2, payment="shooter_all") == [96, 0, -96, 0]


@pytest.mark.parametrize(
    ("tai", "winner", "discarder", "liable"), [(0, 0, 1, None), (1, 0, 0, None), (1, 0, 4, None), (1, 0, 1, 0)]
)
def test_payments_refuse_what_cannot_be(tai: int, winner: int, discarder: int, liable: int | None) -> None:
    with pytest.raises(MinogashiError, match=r"no price|numbered|pay itself"):
        payments(tai, winner=winner, discarder=discarder, bao=liable)


_SEAT = st.integers(0, 3)


@given(
    st.integers(1, 12), _SEAT, st.none() | _SEAT, st.none() | _SEAT, st.sampled_from(["classic", "shooter_all", "flat"])
)
def test_payments_sum_to_nought(tai: int, winner: int, discarder: int | None, liable: int | None, payment: str) -> None:
    discarder, liable = (None if seat == winner else seat for seat in (discarder, liable))
    paid = payments(tai, winner=winner, discarder=discarder, bao=liable, payment=payment)
    alone = payments(tai, winner=winner, discarder=discarder, payment=payment)
    assert sum(paid) == 0
    assert paid[winner] == alone[winner] > 0
    assert all(amount <= 0 for seat, amount in enumerate(paid) if seat != winner)


# --- false hu ----------------------------------------------------------------------------------------


def test_false_hu_pays_the_limit_double_to_the_discarder() -> None:
    assert false_hu_penalty(offender=2, discarder=3) == [16, 16, -64, 32]


def test_false_self_draw_pays_double_to_all() -> None:
    assert false_hu_penalty(offender=2, discarder=None, max_tai=3) == [8, 8, -24, 8]


@given(_SEAT, st.none() | _SEAT, st.integers(1, 10))
def test_penalty_is_a_limit_win_turned_round(offender: int, discarder: int | None, max_tai: int) -> None:
    discarder = None if discarder == offender else discarder
    won = payments(max_tai, winner=offender, discarder=discarder)
    assert false_hu_penalty(offender=offender, discarder=discarder, max_tai=max_tai) == [-amount for amount in won]


# --- bao ---------------------------------------------------------------------------------------------

RULES = BaoRules()
WEST, EAST = 2, 0


def fed(word: str, tiles: str, seat: int | None, bonus: str = "", live: int = 60, *, fresh: bool = False) -> Fed:  # noqa: PLR0913
    return Fed(word, tuple(parse_tiles(tiles)), seat, tuple(parse_tiles(bonus)), live, fresh)


def win(concealed: str, win_tile: str, *melds: Fed) -> FedWin:
    """A self-drawn win of west, prevailing wind east; `replace` makes it another."""
    return FedWin(
        seat_wind=WEST,
        round_wind=EAST,
        concealed=tuple(parse_tiles(concealed)),
        win_tile=parse_tile(win_tile),
        melds=melds,
    )


def test_third_dragon_set_makes_liable_however_the_win_comes() -> None:
    won = win("345p99m", "3p", fed("pon", "555z", 0), fed("ankan", "6666z", None), fed("pon", "777z", 3))
    assert bao(won, RULES) == Liable(3, "dragons")
    assert bao(replace(won, fed_by=1), RULES) == Liable(3, "dragons")


def test_first_and_second_dragon_set_do_not_make_liable() -> None:
    assert bao(win("345p789s99m", "3p", fed("pon", "555z", 0), fed("pon", "777z", 3)), RULES) is None


def test_dragon_set_that_nobody_fed_makes_nobody_liable() -> None:
    won = win("345p99m", "3p", fed("pon", "555z", 0), fed("pon", "777z", 3), fed("ankan", "6666z", None))
    assert bao(won, RULES) is None
    assert bao(win("345p99m666z", "6z", fed("pon", "555z", 0), fed("pon", "777z", 3)), RULES) is None


def test_discard_that_completes_the_third_dragon_set_feeds_it() -> None:
    won = replace(win("345p99m666z", "6z", fed("pon", "555z", 0), fed("pon", "777z", 3)), fed_by=1)
    assert bao(won, RULES) == Liable(1, "dragons")
    assert bao(replace(won, win_tile=parse_tile("3p")), RULES) is None


def test_fourth_wind_set_makes_liable() -> None:
    melds = (fed("pon", "111z", 0), fed("pon", "222z", 1), fed("daiminkan", "3333z", 3), fed("pon", "444z", 1))
    assert bao(win("99m", "9m", *melds), RULES) == Liable(1, "winds")


def test_set_that_lifts_visible_tai_to_the_cap_makes_liable() -> None:
    shown = fed("pon", "777z", 0, "cat rat f3"), fed("pon", "333z", 1, "cat rat f3")
    won = win("345p789s99m", "3p", *shown)
    assert bao(won, RULES) == Liable(1, "limit")
    assert bao(won, BaoRules({"max_tai": 6})) is None
    assert bao(win("345p789s99m", "3p", shown[0], fed("pon", "444z", 1, "cat rat f3")), RULES) is None
    assert bao(win("345p789s99m", "3p", shown[0], fed("pon", "333z", 1, "cat")), RULES) is None
    assert bao(win("345p789s99m456s", "3p", fed("pon", "777z", 0, "cat rat rooster f3 s3")), RULES) is None


def test_double_wind_may_lift_over_the_cap_and_later_sets_do_not() -> None:
    melds = fed("pon", "111z", 3, "cat rat f1 s1"), fed("pon", "777z", 2, "cat rat f1 s1")
    assert bao(replace(win("345p789s99m", "3p", *melds), seat_wind=EAST), RULES) == Liable(3, "limit")


def test_winning_tile_of_a_flush_with_three_sets_shown_makes_liable() -> None:
    melds = fed("chi", "123p", 1), fed("pon", "555p", 0), fed("chi", "678p", 1)
    won = replace(win("12399p", "3p", *melds), fed_by=3)
    assert bao(won, RULES) == Liable(3, "flush")
    assert bao(replace(won, fed_by=None), RULES) is None
    assert bao(replace(won, concealed=tuple(parse_tiles("123p99s"))), RULES) is None
    two_shown = replace(win("12334599p", "3p", *melds[:2]), fed_by=3)
    assert bao(two_shown, RULES) is None


def test_winning_tile_of_all_honours_with_three_sets_shown_makes_liable() -> None:
    melds = fed("pon", "222z", 1), fed("pon", "444z", 0), fed("pon", "777z", 1)
    assert bao(replace(win("33355z", "5z", *melds), fed_by=3), RULES) == Liable(3, "flush")


def test_winning_tile_of_all_terminals_with_three_exposed_pungs_makes_liable() -> None:
    melds = fed("pon", "111p", 1), fed("kakan", "9999p", 0), fed("pon", "111s", 1)
    won = replace(win("99911m", "1m", *melds), fed_by=3)
    assert bao(won, RULES) == Liable(3, "terminals")
    assert bao(replace(won, concealed=tuple(parse_tiles("999m44z"))), RULES) is None
    concealed_kong = fed("ankan", "9999p", None)
    assert bao(replace(won, melds=(melds[0], concealed_kong, melds[2])), RULES) is None


def test_fresh_tile_for_a_kong_near_the_end_pays_for_the_replacement_win() -> None:
    kong = fed("daiminkan", "9999p", 1, live=6, fresh=True)
    won = replace(win("345p789s99m123m", "3p", kong), kong=kong)
    assert bao(won, RULES) == Liable(1, "fresh_kong")
    assert bao(replace(won, kong=None), RULES) is None
    assert bao(won, BaoRules({"fresh_kong_below": 5})) is None


@pytest.mark.parametrize(
    ("kong", "payer"),
    [
        (fed("daiminkan", "9999p", 1, live=6, fresh=True), 1),
        (fed("daiminkan", "9999p", 1, live=7, fresh=True), None),
        (fed("daiminkan", "9999p", 1, live=6), None),
        (fed("kakan", "9999p", 1, live=6, fresh=True), None),
    ],
)
def test_money_of_a_fresh_kong_is_paid_by_its_feeder(kong: Fed, payer: int | None) -> None:
    assert kong_payer(kong, RULES) == payer
    assert kong_payer(kong, BaoRules({"bao": "off"})) is None


def test_fresh_tile_for_the_win_near_the_end_makes_liable() -> None:
    won = replace(win("345p789s99m123m456s", "3p"), fed_by=1, live=4, fresh=True)
    assert bao(won, RULES) == Liable(1, "fresh_hu")
    assert bao(replace(won, live=5), RULES) is None
    assert bao(replace(won, live=6), BaoRules({"fresh_hu_below": 7})) == Liable(1, "fresh_hu")
    assert bao(replace(won, fresh=False), RULES) is None
    assert bao(replace(won, fed_by=None), RULES) is None


def test_first_row_of_the_text_decides_between_two_liable_seats() -> None:
    melds = fed("pon", "555z", 0), fed("pon", "666z", 0), fed("pon", "777z", 3)
    won = replace(win("11122z", "1z", *melds), fed_by=1, live=2, fresh=True)
    assert bao(won, RULES) == Liable(3, "dragons")


def test_without_bao_nobody_is_liable() -> None:
    won = win("345p99m", "3p", fed("pon", "555z", 0), fed("pon", "666z", 1), fed("pon", "777z", 3))
    assert bao(won, BaoRules({"bao": "off"})) is None


@pytest.mark.parametrize(
    ("definition", "fresh"),
    [
        ("not_in_discards_or_pungs", {"in a run": True, "in a pung": False, "thrown": False, "unseen": True}),
        ("not_in_discards", {"in a run": True, "in a pung": True, "thrown": False, "unseen": True}),
        ("not_in_sight", {"in a run": False, "in a pung": False, "thrown": False, "unseen": True}),
    ],
)
def test_what_is_fresh_depends_on_the_definition(definition: str, fresh: dict[str, bool]) -> None:
    rules = BaoRules({"fresh_definition": definition})
    melds = [("chi", tuple(parse_tiles("456p"))), ("pon", tuple(parse_tiles("999p")))]
    kinds = {"in a run": Kind(12), "in a pung": Kind(17), "thrown": Kind(27), "unseen": Kind(0)}
    found = {
        where: is_fresh(kind, parse_tiles("1z 5m"), melds, rules.fresh_definition) for where, kind in kinds.items()
    }
    assert found == fresh


def test_red_five_thrown_makes_fives_no_longer_fresh() -> None:
    assert not is_fresh(Kind(4), parse_tiles("0m"), [], "not_in_discards")


def test_unknown_definition_is_refused() -> None:
    with pytest.raises(ProfileError, match="fresh_definition"):
        BaoRules({"fresh_definition": "never_seen"})


# --- bites -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "new", "expected"),
    [
        ("cat", "rat", [Bite("cat_rat", 2)]),
        ("centipede", "rooster", [Bite("rooster_centipede", 2)]),
        ("f3", "s3", [Bite("own_flower_season", 2)]),
        ("f1", "s1", []),
        ("cat", "rooster", []),
        ("cat rooster rat", "centipede", [Bite("rooster_centipede", 2), Bite("four_animals", 4)]),
        ("f1 f2 f4", "f3", [Bite("flower_set", 4)]),
        ("s1 s2 s4 f3", "s3", [Bite("own_flower_season", 2), Bite("season_set", 4)]),
        ("cat rat", "rooster", []),
        ("", "", []),
    ],
)
def test_each_bite(before: str, new: str, expected: list[Bite]) -> None:
    assert bites(parse_tiles(before), parse_tiles(new), WEST) == expected


def test_hidden_bites_pay_double_for_pairs_and_the_same_for_sets() -> None:
    animals = parse_tiles("cat rat rooster centipede")
    assert bites((), animals, WEST, hidden=True) == [
        Bite("cat_rat", 4),
        Bite("rooster_centipede", 4),
        Bite("four_animals", 4),
    ]


def test_a_combination_pays_once_a_hand() -> None:
    assert bites(parse_tiles("cat"), parse_tiles("rat"), WEST, paid={"cat_rat"}) == []


@pytest.mark.parametrize(("word", "each"), [("daiminkan", 1), ("kakan", 1), ("ankan", 2)])
def test_each_kong(word: str, each: int) -> None:
    assert kong_bite(word) == each
    assert kong_bite(word, robbed=True) == 0


def test_only_kongs_pay_as_kongs() -> None:
    with pytest.raises(MinogashiError, match="'pon' is not a kong"):
        kong_bite("pon")


def test_amounts_are_an_option() -> None:
    table = bite_table({"bites": "pair=1 hidden_pair=2, set=3 hidden_set=6 open_kong=2 concealed_kong=4"})
    assert bites(parse_tiles("f1 f2 f4 s3"), parse_tiles("f3"), WEST, table=table) == [
        Bite("own_flower_season", 1),
        Bite("flower_set", 3),
    ]
    assert [bite.each for bite in bites((), parse_tiles("f1 f2 f3 f4 s3"), WEST, hidden=True, table=table)] == [2, 6]
    assert (kong_bite("kakan", table), kong_bite("ankan", table)) == (2, 4)


@pytest.mark.parametrize("text", ["pairs=1", "pair=-1", "pair", "2"])
def test_other_amounts_are_refused(text: str) -> None:
    with pytest.raises(ProfileError, match="is not an amount"):
        bite_table({"bites": text})


def test_bites_come_from_each_or_from_one_payer() -> None:
    assert instant_payments(2, seat=1) == [-2, 6, -2, -2]
    assert instant_payments(1, seat=1, payer=3) == [0, 3, 0, -3]
    with pytest.raises(MinogashiError, match="pay itself"):
        instant_payments(1, seat=1, payer=1)


@given(st.integers(0, 9), _SEAT, st.none() | _SEAT)
def test_instant_payments_sum_to_nought(each: int, seat: int, payer: int | None) -> None:
    payer = None if payer == seat else payer
    paid = instant_payments(each, seat=seat, payer=payer)
    assert sum(paid) == 0
    assert paid[seat] == 3 * each


_BONUS = st.sets(st.sampled_from([Tile(37 + i) for i in range(12)]))


@given(_BONUS, _BONUS, _BONUS, _SEAT)
def test_bites_do_not_depend_on_how_the_tiles_come(
    first: set[Tile], second: set[Tile], third: set[Tile], seat: int
) -> None:
    one_by_one = [
        *bites((), first, seat),
        *bites(first, second, seat),
        *bites(first | second, third, seat),
    ]
    assert sorted(one_by_one) == sorted(bites((), first | second | third, seat))
