"""Who pays what: wins, liability, counters, sticks, the end of the wall; one test for each value of an option."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, OPEN_KAN, PON, Claim
from minogashi.errors import MinogashiError
from minogashi.events import AddedKan, Call, ClosedKan, Event, Meld, RoundStart
from minogashi.rulebook import Profile, profile, profiles
from minogashi.settle import WonHand, abort_due, base_of, feeders, laid, settle_exhaustive, settle_wins
from minogashi.tiles import Kind, Tile, parse_tile

TENHOU, SANMA = profile("tenhou"), profile("tenhou-sanma")
MANGAN, HANEMAN, YAKUMAN = 2000, 3000, 8000


def rules(**options: str | int) -> Profile:
    """Tenhou's rules with these options."""
    return profile("tenhou", options)


def test_ron_is_paid_by_the_discarder_alone() -> None:
    assert settle_wins(TENHOU, [WonHand(2, 1, MANGAN)], dealer=0) == [0, -8000, 8000, 0]


def test_ron_of_the_dealer_is_half_as_much_again() -> None:
    assert settle_wins(TENHOU, [WonHand(2, 1, MANGAN)], dealer=2) == [0, -12000, 12000, 0]


def test_self_draw_costs_the_dealer_double() -> None:
    assert settle_wins(TENHOU, [WonHand(1, 1, 240)], dealer=3) == [-300, 1100, -300, -500]


def test_self_draw_of_the_dealer_costs_everybody_double() -> None:
    assert settle_wins(TENHOU, [WonHand(3, 3, 240)], dealer=3) == [-500, -500, -500, 1500]


@pytest.mark.parametrize("source", [0, 1])
def test_a_counter_is_300_points_for_the_winner(source: int) -> None:
    plain = settle_wins(TENHOU, [WonHand(1, source, MANGAN)], dealer=0)
    counted = settle_wins(TENHOU, [WonHand(1, source, MANGAN)], dealer=0, honba=2)
    extra = [more - less for more, less in zip(counted, plain, strict=True)]
    assert extra == ([-600, 600, 0, 0] if source == 0 else [-200, 600, -200, -200])


@pytest.mark.parametrize("source", [0, 1])
def test_a_counter_is_200_points_at_a_table_of_three(source: int) -> None:
    plain = settle_wins(SANMA, [WonHand(1, source, MANGAN)], dealer=0)
    counted = settle_wins(SANMA, [WonHand(1, source, MANGAN)], dealer=0, honba=1)
    extra = [more - less for more, less in zip(counted, plain, strict=True)]
    assert extra == ([-200, 200, 0] if source == 0 else [-100, 200, -100])


def test_at_a_table_of_three_nobody_pays_for_the_missing_seat() -> None:
    assert settle_wins(SANMA, [WonHand(1, 1, HANEMAN)], dealer=0) == [-6000, 9000, -3000]
    assert settle_wins(SANMA, [WonHand(0, 0, HANEMAN)], dealer=0) == [12000, -6000, -6000]


def test_a_declaration_whose_tile_was_won_lays_no_stick() -> None:
    assert settle_wins(TENHOU, [WonHand(1, 2, 480)], dealer=0, sticks=1) == [0, 3000, -2000, 0]


# Several wins on one tile


@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_the_nearest_winner_takes_counters_and_sticks(order: tuple[int, int]) -> None:
    wins = [WonHand(seat, 0, MANGAN) for seat in order]
    assert settle_wins(TENHOU, wins, dealer=2, honba=1, sticks=2, riichi=[3]) == [-16300, 10300, 0, 8000]


def test_nearest_is_counted_from_the_discarder_on() -> None:
    wins = [WonHand(seat, 2, MANGAN) for seat in (1, 0)]
    assert settle_wins(TENHOU, wins, dealer=2, sticks=1) == [9000, 8000, -16000, 0]


def test_each_winner_takes_its_own_stick_back_where_the_rules_say_so() -> None:
    wins = [WonHand(seat, 0, MANGAN) for seat in (1, 3)]
    book = rules(multi_ron_sticks="each_own")
    assert settle_wins(book, wins, dealer=2, sticks=3, riichi=[2, 3]) == [-16000, 10000, 0, 9000]


def test_three_winners_are_all_paid() -> None:
    wins = [WonHand(1, 0, MANGAN), WonHand(2, 0, 240), WonHand(3, 0, HANEMAN)]
    assert settle_wins(profile("majsoul"), wins, dealer=1, sticks=1) == [-25000, 13000, 1000, 12000]


@pytest.mark.parametrize(
    "wins",
    [
        [],
        [WonHand(1, 0, MANGAN), WonHand(2, 3, MANGAN)],
        [WonHand(1, 0, MANGAN), WonHand(1, 0, MANGAN)],
        [WonHand(1, 1, MANGAN), WonHand(2, 1, MANGAN)],
        [WonHand(4, 0, MANGAN)],
        [WonHand(1, 0, YAKUMAN, {"daisangen": 1}, {"daisangen": 7})],
    ],
)
def test_wins_that_cannot_be_are_refused(wins: list[WonHand]) -> None:
    with pytest.raises(MinogashiError):
        settle_wins(TENHOU, wins, dealer=0)


# Liability

DAISANGEN = {"daisangen": 1}
BOTH = {"daisangen": 1, "tsuuiisou": 1}


def test_the_liable_seat_pays_a_self_draw_alone_with_its_counters() -> None:
    win = WonHand(1, 1, YAKUMAN, DAISANGEN, {"daisangen": 3})
    assert settle_wins(TENHOU, [win], dealer=0, honba=1, sticks=1) == [0, 33300, 0, -32300]


def test_the_liable_seat_pays_the_dealer_as_much_as_all_would() -> None:
    win = WonHand(0, 0, YAKUMAN, DAISANGEN, {"daisangen": 3})
    assert settle_wins(TENHOU, [win], dealer=0) == [48000, 0, 0, -48000]


@pytest.mark.parametrize(
    ("payer", "expected"), [("liable", [0, -16000, 32300, -16300]), ("discarder", [0, -16300, 32300, -16000])]
)
def test_discarder_and_liable_seat_share_a_discard_win(payer: str, expected: list[int]) -> None:
    win = WonHand(2, 1, YAKUMAN, DAISANGEN, {"daisangen": 3})
    assert settle_wins(rules(pao_honba=payer), [win], dealer=0, honba=1) == expected


def test_a_liable_discarder_pays_all() -> None:
    win = WonHand(2, 1, YAKUMAN, DAISANGEN, {"daisangen": 1})
    assert settle_wins(TENHOU, [win], dealer=0, honba=1) == [0, -32300, 32300, 0]


@pytest.mark.parametrize(
    ("composite", "source", "expected"),
    [
        ("whole_hand", 1, [0, 64000, 0, -64000]),
        ("liable_only", 1, [-16000, 64000, -8000, -40000]),
        ("whole_hand", 2, [0, 64000, -32000, -32000]),
        ("liable_only", 2, [0, 64000, -48000, -16000]),
    ],
)
def test_what_the_liable_seat_answers_for(composite: str, source: int, expected: list[int]) -> None:
    win = WonHand(1, source, 2 * YAKUMAN, BOTH, {"daisangen": 3})
    assert settle_wins(rules(pao_composite=composite), [win], dealer=0) == expected


def test_yakuman_that_do_not_add_up_are_paid_once() -> None:
    win = WonHand(1, 1, YAKUMAN, BOTH, {"daisangen": 3})
    assert settle_wins(rules(pao_composite="liable_only"), [win], dealer=0) == [0, 32000, 0, -32000]


def test_two_liable_seats_answer_for_a_yakuman_each() -> None:
    win = WonHand(1, 1, 2 * YAKUMAN, {"daisangen": 1, "suukantsu": 1}, {"daisangen": 3, "suukantsu": 2})
    assert settle_wins(TENHOU, [win], dealer=0) == [0, 64000, -32000, -32000]


def test_liability_for_a_yakuman_that_the_hand_does_not_have_costs_nothing() -> None:
    win = WonHand(1, 1, MANGAN, {}, {"daisangen": 3})
    assert settle_wins(TENHOU, [win], dealer=0) == [-4000, 8000, -2000, -2000]


def test_who_fed_an_open_kan_pays_for_the_win_on_its_replacement() -> None:
    win = WonHand(1, 1, MANGAN, {}, {"rinshan": 3})
    assert settle_wins(profile("jpml_a"), [win], dealer=0, honba=1) == [0, 8300, 0, -8300]


def meld(claim: Claim, tile: str, source: int | None = None) -> Meld:
    """A set of one kind, or the run that starts there."""
    first = parse_tile(tile)
    taken = None if source is None else first
    return Meld(claim, (first,) * (3 if claim in {PON, CHI} else 4), taken, source)


def test_the_third_dragon_set_makes_liable() -> None:
    fed = [meld(PON, "5z", 0), meld(CHI, "1m", 3), meld(CLOSED_KAN, "6z"), meld(OPEN_KAN, "7z", 2)]
    assert feeders(TENHOU, fed) == {"daisangen": 2}
    assert feeders(TENHOU, fed[:3]) == {}
    assert feeders(rules(pao_daisangen="no"), fed) == {}


def test_nobody_fed_a_last_set_that_was_laid_down_concealed() -> None:
    assert feeders(TENHOU, [meld(PON, "5z", 0), meld(PON, "6z", 1), meld(CLOSED_KAN, "7z")]) == {}


def test_the_fourth_wind_set_makes_liable() -> None:
    fed = [meld(PON, f"{wind}z", wind % 3) for wind in (4, 2, 1, 3)]
    assert feeders(TENHOU, fed) == {"daisuushii": 0}
    assert feeders(TENHOU, fed[:3]) == {}
    assert feeders(rules(pao_daisuushii="no"), fed) == {}


def test_an_added_kan_changes_no_liability() -> None:
    pons = [meld(PON, "5z", 0), meld(PON, "6z", 1), meld(PON, "7z", 3)]
    in_place = [meld(ADDED_KAN, "5z", 0), *pons[1:]]
    assert feeders(TENHOU, [*pons, meld(ADDED_KAN, "5z")]) == feeders(TENHOU, in_place) == {"daisangen": 3}


def test_the_fourth_kan_makes_liable_if_it_was_open() -> None:
    book, kans = rules(pao_suukantsu="yes"), [meld(OPEN_KAN, f"{n}p", 0) for n in (1, 2, 3)]
    assert feeders(book, [*kans, meld(OPEN_KAN, "4p", 2)]) == {"suukantsu": 2}
    assert feeders(book, [meld(PON, "4p", 2), *kans, meld(ADDED_KAN, "4p")]) == {}
    assert feeders(book, [*kans, meld(ADDED_KAN, "4p", 2)]) == {}
    assert feeders(book, [*kans, meld(CLOSED_KAN, "4p")]) == feeders(book, kans) == {}
    assert feeders(rules(pao_suukantsu="no"), [*kans, meld(OPEN_KAN, "4p", 2)]) == {}


def test_a_replacement_tile_after_an_open_kan_makes_liable_where_the_rules_say_so() -> None:
    book, kan = profile("jpml_a"), meld(OPEN_KAN, "9s", 3)
    assert feeders(book, [kan], rinshan=True) == {"rinshan": 3}
    assert feeders(book, [kan]) == feeders(TENHOU, [kan], rinshan=True) == {}
    assert feeders(book, [kan, meld(CLOSED_KAN, "1z")], rinshan=True) == {}


def test_sets_are_told_from_the_events_of_the_hand() -> None:
    white, red = Tile(31), Tile(33)
    start = RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), ((),) * 4)
    events: list[Event] = [
        Call(1, PON, red, 0, (red, red)),
        start,
        Call(1, PON, white, 2, (white, white)),
        Call(3, PON, red, 0, (red, red)),
        ClosedKan(1, (Tile(0),) * 4),
        AddedKan(1, white),
    ]
    assert [(found.claim, found.source) for found in laid(events, 1)] == [
        (PON, 2),
        (CLOSED_KAN, None),
        (ADDED_KAN, None),
    ]


# The end of the wall


@pytest.mark.parametrize(
    ("ready", "expected"),
    [
        ([], [0, 0, 0, 0]),
        ([2], [-1000, -1000, 3000, -1000]),
        ([0, 2], [1500, -1500, 1500, -1500]),
        ([0, 2, 3], [1000, -3000, 1000, 1000]),
        ([0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_the_unready_pay_3000(ready: list[int], expected: list[int]) -> None:
    assert settle_exhaustive(TENHOU, ready, dealer=0) == expected


@pytest.mark.parametrize(
    ("ready", "expected"),
    [([], [0, 0, 0]), ([1], [-1000, 2000, -1000]), ([0, 1], [1000, 1000, -2000]), ([0, 1, 2], [0, 0, 0])],
)
def test_the_unready_of_three_pay_2000(ready: list[int], expected: list[int]) -> None:
    assert settle_exhaustive(SANMA, ready, dealer=0) == expected


def test_terminals_and_honours_only_are_paid_like_a_self_drawn_mangan() -> None:
    assert settle_exhaustive(TENHOU, [1], [0], dealer=0) == [12000, -4000, -4000, -4000]
    assert settle_exhaustive(TENHOU, [], [1, 2], dealer=0) == [-8000, 6000, 6000, -4000]
    assert settle_exhaustive(SANMA, [0], [1], dealer=0) == [-4000, 6000, -2000]


def test_terminals_and_honours_are_nothing_where_the_rules_do_not_have_them() -> None:
    assert settle_exhaustive(rules(nagashi_mangan="no"), [1], [0], dealer=0) == [-1000, 3000, -1000, -1000]


# Abortive draws

EAST, WHITE = Kind(27), Kind(31)


def test_the_same_wind_from_all_four_ends_the_hand() -> None:
    rivers = [[EAST]] * 4
    assert abort_due(TENHOU, rivers=rivers, quiet=True) == "four_winds"
    assert abort_due(TENHOU, rivers=rivers, quiet=False) == ""
    assert abort_due(TENHOU, rivers=[[EAST]] * 3, quiet=True) == ""
    assert abort_due(TENHOU, rivers=[[EAST]] * 3 + [[]], quiet=True) == ""
    assert abort_due(TENHOU, rivers=[[EAST]] * 3 + [[EAST, EAST]], quiet=True) == ""
    assert abort_due(TENHOU, rivers=[[WHITE]] * 4, quiet=True) == ""
    assert abort_due(rules(abort_four_winds="no"), rivers=rivers, quiet=True) == ""


def test_four_riichi_end_the_hand() -> None:
    assert abort_due(TENHOU, riichi=4) == "four_riichi"
    assert abort_due(TENHOU, riichi=3) == ""
    assert abort_due(rules(abort_four_riichi="no"), riichi=4) == ""


def test_four_kans_of_several_seats_end_the_hand() -> None:
    assert abort_due(TENHOU, kans=[0, 2, 1, 1]) == "four_kans"
    assert abort_due(TENHOU, kans=[0, 2, 1, 0]) == abort_due(TENHOU, kans=[0, 0, 4, 0]) == ""
    assert abort_due(rules(abort_four_kans="no"), kans=[0, 2, 1, 1]) == ""


def test_three_wins_on_one_tile_end_the_hand() -> None:
    assert abort_due(TENHOU, winners=3) == "triple_ron"
    assert abort_due(rules(abort_triple_ron="no"), winners=3) == ""


def test_a_discard_that_is_won_ends_the_hand_in_no_other_way() -> None:
    assert abort_due(TENHOU, winners=1, riichi=4) == ""


@pytest.mark.parametrize(("kiriage", "base"), [("yes", 2000), ("no", 1920)])
def test_rounding_up_to_mangan(kiriage: str, base: int) -> None:
    assert base_of(4, 30, rules(kiriage_mangan=kiriage)) == base_of(3, 60, rules(kiriage_mangan=kiriage)) == base


@pytest.mark.parametrize(("kazoe", "base"), [("yes", 8000), ("no", 6000)])
def test_counted_yakuman(kazoe: str, base: int) -> None:
    assert base_of(13, 30, rules(kazoe_yakuman=kazoe)) == base


# Properties

BASES = [240, 320, 640, 1280, 1920, 2000, 3000, 4000, 6000]
RIICHI_BOOKS = profiles("riichi")


@st.composite
def settled(draw: st.DrawFn) -> tuple[Profile, list[WonHand], int, int, int, list[int]]:
    """A rule book, wins, dealer, counters, sticks, and the seats in riichi."""
    book = profile(
        draw(st.sampled_from(RIICHI_BOOKS)),
        {
            "multi_ron_sticks": draw(st.sampled_from(["nearest", "each_own"])),
            "pao_composite": draw(st.sampled_from(["whole_hand", "liable_only"])),
            "pao_honba": draw(st.sampled_from(["liable", "discarder"])),
        },
    )
    seats = st.integers(0, book.seats - 1)
    source = draw(seats)
    winners = draw(
        st.one_of(st.just([source]), st.lists(seats.filter(lambda seat: seat != source), min_size=1, unique=True))
    )
    wins = [draw(st.builds(WonHand, st.just(seat), st.just(source), st.sampled_from(BASES))) for seat in winners]
    if draw(st.booleans()):
        names = draw(st.lists(st.sampled_from(["daisangen", "tsuuiisou", "suukantsu"]), min_size=1, unique=True))
        pao = draw(st.dictionaries(st.sampled_from(names), seats))
        wins[0] = WonHand(winners[0], source, YAKUMAN * len(names), dict.fromkeys(names, 1), pao)
    riichi = draw(st.lists(seats, unique=True))
    sticks = len(riichi) + draw(st.integers(0, 3))
    return book, wins, draw(seats), draw(st.integers(0, 9)), sticks, riichi


@given(settled())
def test_wins_move_points_and_take_the_sticks(told: tuple[Profile, list[WonHand], int, int, int, list[int]]) -> None:
    book, wins, dealer, honba, sticks, riichi = told
    deltas = settle_wins(book, wins, dealer=dealer, honba=honba, sticks=sticks, riichi=riichi)
    assert sum(deltas) == 1000 * sticks
    liable = {seat for win in wins for seat in win.pao.values()}
    winners = {win.seat for win in wins}
    for seat, gained in enumerate(deltas):
        assert gained % 100 == 0
        if seat not in winners:
            assert gained <= 0
        elif seat not in liable:
            assert gained > 0


@given(st.data(), st.sampled_from(RIICHI_BOOKS))
def test_a_draw_moves_points_only_between_seats(data: st.DataObject, name: str) -> None:
    book = profile(name)
    seats = st.integers(0, book.seats - 1)
    ready, nagashi = data.draw(st.sets(seats)), data.draw(st.sets(seats))
    deltas = settle_exhaustive(book, ready, nagashi, dealer=data.draw(seats))
    assert sum(deltas) == 0
    if not nagashi:
        assert all((gained >= 0) == (seat in ready) or gained == 0 for seat, gained in enumerate(deltas))
