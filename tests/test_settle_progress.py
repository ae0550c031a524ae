"""From hand to hand and to the end of the game; one test for each value of an option."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minogashi.errors import MinogashiError
from minogashi.rulebook import Profile, profile, profiles
from minogashi.settle import Finish, Outcome, State, WonHand, aborted, advance, drawn, replayed, standing, won

TENHOU, SANMA, MLEAGUE = profile("tenhou"), profile("tenhou-sanma"), profile("mleague")
EVEN = (25000,) * 4
START = State(0, 0, 0, 0, 0, EVEN)
SOUTH_4 = State(1, 3, 0, 0, 3, (20000, 25000, 27000, 28000))
MANGAN = 2000


def rules(**options: str | int) -> Profile:
    """Tenhou's rules with these options."""
    return profile("tenhou", options)


def hand(follows: State | Finish) -> tuple[int, int, int, int]:
    """Wind, number, honba and dealer of the next hand."""
    assert isinstance(follows, State)
    return follows.wind, follows.number, follows.honba, follows.dealer


def reason(follows: State | Finish) -> str:
    """Why the game ended, or nothing."""
    return follows.reason if isinstance(follows, Finish) else ""


def plain(
    result: str = "win", *, stays: bool = False, deltas: tuple[int, ...] = (0, 0, 0, 0), sticks: int = 0
) -> Outcome:
    """An outcome that moves only these points."""
    return Outcome(result, deltas, stays, int(stays), sticks)


# The next hand


def test_the_deal_goes_on_when_another_seat_wins() -> None:
    state = State(0, 1, 3, 1, 1, EVEN)
    assert hand(advance(TENHOU, state, won(TENHOU, state, [WonHand(2, 0, MANGAN)]))) == (0, 2, 0, 2)


def test_the_dealer_deals_again_after_a_win_on_the_same_tile_as_another() -> None:
    state = State(0, 1, 3, 1, 1, EVEN)
    wins = [WonHand(1, 0, MANGAN), WonHand(2, 0, MANGAN)]
    assert hand(advance(TENHOU, state, won(TENHOU, state, wins))) == (0, 1, 4, 1)


@pytest.mark.parametrize(("renchan", "follows"), [("tenpai", (0, 0, 1, 0)), ("agari", (0, 1, 1, 1))])
def test_a_ready_dealer_deals_again_where_being_ready_is_enough(renchan: str, follows: tuple[int, ...]) -> None:
    book = rules(renchan=renchan)
    assert hand(advance(book, START, drawn(book, START, [0, 3]))) == follows


def test_an_unready_dealer_hands_on_with_a_counter_more() -> None:
    state = State(0, 3, 2, 2, 3, EVEN)
    follows = advance(TENHOU, state, drawn(TENHOU, state, [0]))
    assert follows == State(1, 0, 3, 2, 0, (28000, 24000, 24000, 24000))


def test_three_seats_make_three_hands_a_wind() -> None:
    state = State(0, 2, 0, 0, 2, (35000,) * 3)
    assert hand(advance(SANMA, state, drawn(SANMA, state, []))) == (1, 0, 1, 0)


def test_a_broken_off_hand_is_dealt_again_with_a_counter_more() -> None:
    follows = advance(TENHOU, START, aborted(State(0, 0, 0, 4, 0, EVEN), "four_riichi"))
    assert follows == State(0, 0, 1, 4, 0, EVEN)


def test_sticks_and_counters_go_to_the_winner() -> None:
    state = State(0, 0, 2, 3, 0, (24000, 24000, 24000, 25000))
    outcome = won(TENHOU, state, [WonHand(3, 1, MANGAN)], riichi=[3])
    assert outcome == Outcome("win", (0, -8600, 0, 11600), stays=False, honba=0, sticks=0)


# Terminals and honours


def test_a_nagashi_that_is_no_win_leaves_dealer_counters_and_sticks_to_the_draw() -> None:
    state = State(0, 0, 2, 1, 0, EVEN)
    outcome = drawn(TENHOU, state, [0], [2])
    assert outcome == Outcome("nagashi", (-4000, -2000, 8000, -2000), stays=True, honba=3, sticks=1)


def test_a_nagashi_that_is_a_win_takes_counters_and_sticks_and_moves_the_deal() -> None:
    state = State(0, 0, 2, 1, 0, EVEN)
    outcome = drawn(rules(nagashi_mangan="a_win"), state, [0], [2])
    assert outcome == Outcome("nagashi", (-4200, -2200, 9600, -2200), stays=False, honba=0, sticks=0)


def test_of_two_nagashi_wins_the_first_from_the_dealer_on_takes_the_sticks() -> None:
    state = State(0, 2, 1, 1, 2, EVEN)
    outcome = drawn(rules(nagashi_mangan="a_win"), state, [], [1, 2])
    assert outcome.deltas == (-6100, 3900, 9300, -6100)
    assert (outcome.stays, outcome.honba) == (True, 2)


def test_no_nagashi_where_the_rules_do_not_have_it() -> None:
    assert drawn(MLEAGUE, START, [0], [2]).result == "exhaustive"


# Chombo


def test_a_chombo_gives_deposits_back_and_plays_the_hand_again() -> None:
    state = State(1, 2, 3, 3, 2, (24000, 25000, 24000, 25000))
    outcome = replayed(profile("ema2012"), state, 1, riichi=[0, 2])
    assert outcome.deltas == (3000, -8000, 5000, 2000)
    follows = advance(profile("ema2012"), state, outcome)
    assert follows == State(1, 2, 3, 1, 2, (27000, 17000, 29000, 27000))


@pytest.mark.parametrize("rule", ["minus_20000", "minus_20000_after_uma", "minus_20000_after_game"])
def test_20000_points_come_off_the_final_score(rule: str) -> None:
    book = profile("mleague", {"chombo_penalty": rule})
    outcome = replayed(book, START, 2)
    assert (outcome.deltas, outcome.penalties) == ((0, 0, 0, 0), (0, 0, -20000, 0))
    assert standing(book, (20000, 25000, 35000, 20000), outcome.penalties)[0].final == 35000 - 30000 + 50000 - 20000


def test_no_chombo_where_software_allows_only_what_is_legal() -> None:
    with pytest.raises(MinogashiError, match="no chombo"):
        replayed(TENHOU, START, 0)


def test_a_chombo_in_the_last_hand_does_not_end_the_game() -> None:
    book = rules(chombo_penalty="reverse_mangan")
    state = State(1, 3, 0, 0, 3, (10000, 20000, 30000, 40000))
    assert hand(advance(book, state, replayed(book, state, 0))) == (1, 3, 0, 3)


# The end


@pytest.mark.parametrize(("tobi", "end"), [("below_0", "tobi"), ("no", "")])
def test_a_seat_below_zero(tobi: str, end: str) -> None:
    book, state = rules(tobi=tobi), State(0, 0, 0, 0, 0, (7900, 30000, 31100, 31000))
    assert reason(advance(book, state, won(book, state, [WonHand(1, 0, MANGAN)]))) == end


def test_a_seat_at_zero_plays_on() -> None:
    state = State(0, 0, 0, 0, 0, (8000, 30000, 31000, 31000))
    assert reason(advance(TENHOU, state, won(TENHOU, state, [WonHand(1, 0, MANGAN)]))) == ""


def test_the_last_hand_ends_the_game() -> None:
    assert reason(advance(TENHOU, SOUTH_4, won(TENHOU, SOUTH_4, [WonHand(2, 0, MANGAN)]))) == "last_hand"


def test_an_east_game_ends_a_wind_earlier() -> None:
    east_4 = State(0, 3, 0, 0, 3, SOUTH_4.scores)
    outcome = won(TENHOU, east_4, [WonHand(2, 0, MANGAN)])
    assert reason(advance(TENHOU, east_4, outcome, winds=1)) == "last_hand"
    assert reason(advance(TENHOU, east_4, outcome)) == ""


@pytest.mark.parametrize(("extra", "end"), [("yes", ""), ("no", "last_hand")])
def test_without_the_target_an_extra_round_follows(extra: str, end: str) -> None:
    assert reason(advance(rules(extra_round=extra), SOUTH_4, plain())) == end


@pytest.mark.parametrize(("target", "end"), [(28000, "last_hand"), (28100, "")])
def test_the_target_is_reached_exactly(target: int, end: str) -> None:
    assert reason(advance(rules(target_points=target), SOUTH_4, plain())) == end


@pytest.mark.parametrize("stays", [True, False])
def test_the_extra_round_ends_with_the_first_hand_that_brings_the_target(*, stays: bool) -> None:
    west_1 = State(2, 0, 0, 0, 0, SOUTH_4.scores)
    assert reason(advance(TENHOU, west_1, plain(stays=stays, deltas=(0, 0, -3000, 3000)))) == "target"
    assert reason(advance(TENHOU, west_1, plain(stays=stays))) == ""


def test_the_extra_round_is_one_round() -> None:
    west_4 = State(2, 3, 0, 0, 3, SOUTH_4.scores)
    assert reason(advance(TENHOU, west_4, plain())) == "last_hand"
    assert hand(advance(TENHOU, west_4, plain(stays=True))) == (2, 3, 1, 3)


def leads(result: str) -> Outcome:
    """The dealer of South 4 stays and has 32000 points."""
    return plain(result, stays=True, deltas=(0, 0, -4000, 4000))


@pytest.mark.parametrize(
    ("rule", "stops", "end"),
    [("automatic", False, "agari_yame"), ("yes", True, "agari_yame"), ("yes", False, ""), ("no", True, "")],
)
@pytest.mark.parametrize("result", ["win", "exhaustive", "nagashi"])
def test_a_leading_dealer_ends_the_game(rule: str, result: str, *, stops: bool, end: str) -> None:
    book = rules(agari_yame=rule)
    assert reason(advance(book, SOUTH_4, leads(result), dealer_stops=stops)) == end


def test_a_broken_off_hand_ends_no_game() -> None:
    assert reason(advance(TENHOU, SOUTH_4, leads("four_winds"))) == ""


def test_a_dealer_who_does_not_lead_plays_on() -> None:
    assert reason(advance(TENHOU, SOUTH_4, plain(stays=True, deltas=(0, 0, 4000, 2000)))) == ""


def test_a_dealer_who_leads_by_too_little_plays_on() -> None:
    assert reason(advance(TENHOU, SOUTH_4, plain(stays=True))) == ""
    assert reason(advance(rules(extra_round="no"), SOUTH_4, plain(stays=True))) == "agari_yame"


def test_of_equals_the_dealer_leads_only_if_it_was_earlier_in_the_first_deal() -> None:
    level = State(1, 3, 0, 0, 3, (33000, 15000, 19000, 33000))
    assert reason(advance(TENHOU, level, plain(stays=True))) == ""


@pytest.mark.parametrize(
    ("rule", "scores", "sticks"),
    [
        ("first_place", (10000, 20000, 32000, 36000), 0),
        ("stay_out", (10000, 20000, 32000, 34000), 2),
        ("lost", (10000, 20000, 32000, 34000), 2),
    ],
)
def test_sticks_that_lie_there_at_the_end(rule: str, scores: tuple[int, ...], sticks: int) -> None:
    state = State(1, 3, 0, 2, 3, (10000, 20000, 32000, 34000))
    outcome = plain("exhaustive", sticks=2)
    assert advance(rules(leftover_sticks=rule), state, outcome) == Finish("last_hand", scores, sticks)


# The final score


def finals(book: Profile, scores: tuple[int, ...]) -> dict[int, int]:
    """The final score of each seat."""
    return {place.seat: place.final for place in standing(book, scores)}


def test_uma_and_oka() -> None:
    assert finals(TENHOU, (36000, 20000, 14000, 30000)) == {0: 46000, 3: 10000, 1: -20000, 2: -36000}


def test_uma_of_three() -> None:
    assert finals(SANMA, (25000, 50000, 30000)) == {1: 45000, 2: -10000, 0: -35000}


def test_equals_are_parted_by_the_first_deal() -> None:
    assert [place.seat for place in standing(TENHOU, (20000, 30000, 30000, 20000))] == [1, 2, 0, 3]


@pytest.mark.parametrize(
    ("scores", "uma"),
    [
        ((40000, 29000, 26000, 25000), (12000, -1000, -3000, -8000)),
        ((40000, 31000, 26000, 23000), (8000, 4000, -4000, -8000)),
        ((36000, 32000, 31000, 21000), (8000, 3000, 1000, -12000)),
    ],
)
def test_uma_by_the_seats_above_the_target(scores: tuple[int, ...], uma: tuple[int, ...]) -> None:
    found = finals(profile("jpml_a"), scores)
    assert tuple(found[seat] - scores[seat] + 30000 for seat in range(4)) == uma


def test_an_uma_for_another_number_of_seats_is_none() -> None:
    book = profile("majsoul-sanma", {"uma": "15 5 -5 -15", "oka": 0})
    assert finals(book, (50000, 35000, 20000)) == {0: 10000, 1: -5000, 2: -20000}


# Properties

BOOKS = profiles("riichi")


@given(st.sampled_from(BOOKS), st.lists(st.integers(-300, 600), min_size=4, max_size=4))
def test_final_scores_keep_the_sum(name: str, hundreds: list[int]) -> None:
    book = profile(name)
    scores = [100 * points for points in hundreds[: book.seats]]
    places = standing(book, scores)
    bonus = sum(place.final - place.points for place in places) + book.seats * int(book["target_points"])
    oka = 1000 * int(book["oka"]) if name != "mleague" else 20000  # its uma has the oka in it
    assert bonus == oka
    assert [place.points for place in places] == sorted(scores, reverse=True)
    assert [place.final for place in places] == sorted((place.final for place in places), reverse=True)


@st.composite
def ends(draw: st.DrawFn, book: Profile, state: State) -> Outcome:
    """Some way in which a hand may end."""
    seats = st.integers(0, book.seats - 1)
    word = draw(st.sampled_from(["ron", "tsumo", "draw", "abort"]))
    if word == "abort":
        return aborted(state, "nine_terminals")
    if word == "draw":
        return drawn(book, state, draw(st.sets(seats)), draw(st.sets(seats, max_size=1)))
    seat = draw(seats)
    source = seat if word == "tsumo" else draw(seats.filter(lambda other: other != seat))
    return won(book, state, [WonHand(seat, source, draw(st.sampled_from([240, 640, 2000, 4000])))])


@given(st.data(), st.sampled_from(BOOKS), st.sampled_from([1, 2]))
def test_no_point_is_lost_on_the_way_through_a_game(data: st.DataObject, name: str, winds: int) -> None:
    book = profile(name)
    start = int(book["start_points"])
    state = State(0, 0, 0, 0, 0, (start,) * book.seats)
    for _ in range(30):
        follows = advance(book, state, data.draw(ends(book, state)), winds=winds)
        assert sum(follows.scores) + 1000 * follows.sticks == start * book.seats
        if isinstance(follows, Finish):
            return
        assert follows.dealer == follows.number < book.seats
        assert follows.wind <= winds
        assert (follows.wind, follows.number) >= (state.wind, state.number)
        assert follows.honba == 0 or follows.honba == state.honba + 1
        riichi = data.draw(st.booleans()) and follows.scores[0] >= 1000
        scores = (follows.scores[0] - 1000 * riichi, *follows.scores[1:])
        state = State(follows.wind, follows.number, follows.honba, follows.sticks + riichi, follows.dealer, scores)
