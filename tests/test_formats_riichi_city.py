"""Riichi City: turns, offers, waits, notices."""

from __future__ import annotations

from typing import Any

import pytest
from online import CITY, CITY_OVER, CITY_ROUND, HANDS, SANMA, Happening, act, card, cards, city, city_deal, turn

from minogashi.auditing import audit_record
from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.errors import RecordError
from minogashi.events import (
    AddedKan,
    Call,
    ClosedKan,
    Discard,
    Dora,
    Draw,
    GameEnd,
    NineTerminals,
    North,
    Pass,
    Riichi,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.formats import read
from minogashi.record import Record, Statement
from minogashi.tiles import Tile, parse_tile, parse_tiles

OWN_TURN = TSUMO | RIICHI | NINE_TERMINALS
ON_TILE = CHI | PON | OPEN_KAN | RON


def t(text: str) -> Tile:
    return parse_tile(text)


def said(record: Record, kind: str) -> list[Statement]:
    return [one for one in record.statements if one.kind == kind]


def played(*happenings: Happening, hands: tuple[str, ...] = HANDS, room: dict[str, object] | None = None) -> Record:
    return read(city([*city_deal(hands), *happenings], count=len(hands), room=room))


THROWN = act(501, 11, "9s", move_cards_pos=[14, 13])


def ended(kind: int, *wins: dict[str, Any]) -> Happening:
    return 5, 0, {"end_type": kind, "win_info": list(wins), "user_profit": []}


def test_a_round_from_the_deal_to_the_win() -> None:
    record = read(CITY)
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert start.hands == tuple(tuple(parse_tiles(hand)[:13]) for hand in HANDS)
    assert (start.indicators, start.live, start.dealer) == ((t("6z"),), 70, 0)
    assert record.events[1:] == [
        Draw(0, t("9s")),
        Discard(0, t("9s"), drawn=True),
        Call(1, CHI, t("9s"), 0, tuple(parse_tiles("78s"))),
        Discard(1, t("4p"), drawn=False),
        Pass(0),
        Draw(2, t("3z")),
        Discard(2, t("3z"), drawn=True),
        Draw(3, t("4z")),
        Discard(3, t("4z"), drawn=True),
        Draw(0, t("9s")),
        Riichi(0),
        Discard(0, t("9s"), drawn=True),
        Pass(2),
        Draw(1, t("1p")),
        Discard(1, t("1p"), drawn=True),
        Ron(0, 1, t("1p")),
        RoundEnd("win", (37000, 13000, 25000, 25000)),
        GameEnd((25000,) * 4),
    ]
    assert (record.profile, record.names, record.link) == ("tenhou", ("p501", "p502", "p503", "p504"), "k")
    assert record.place(4) == "event 10"


def test_all_that_the_server_says_agrees() -> None:
    found = audit_record(read(CITY))
    assert found.clean
    told = {"riichi", "waits_after", "yaku", "furiten_after", "chi", "chi_tiles", "pon", "ron", "closed_kan", "waits"}
    assert told | {"missed", "points", "hand", "riichi_accepted"} == found.agree.keys()


def test_offers_are_said_of_every_seat() -> None:
    record = read(CITY)
    on_tile = [(one.at, one.seat, one.value) for one in said(record, "offers") if one.judged == ON_TILE]
    assert on_tile[:6] == [(2, 1, CHI), (2, 2, PON), (2, 3, 0), (4, 0, RON), (4, 2, 0), (4, 3, 0)]
    assert said(record, "runs") == [Statement(2, 1, "runs", (24,), CHI)]
    own = [(one.at, one.seat, one.value) for one in said(record, "offers") if one.judged == OWN_TURN]
    assert own[:3] == [(1, 0, RIICHI), (3, 1, 0), (6, 2, 0)]


def test_waits_and_notices() -> None:
    record = read(CITY)
    assert said(record, "waits_after")[0] == Statement(
        1, 0, "waits_after", ((26, 9, 1, 0), (26, 12, 1, 0), (9, 26, 1, 0))
    )
    assert said(record, "waits") == [Statement(12, 0, "waits", ((-1, 9, 1, 0), (-1, 12, 1, 0)))]
    assert said(record, "missed") == [Statement(4, 0, "missed", value=True)]
    assert [(one.at, one.value) for one in said(record, "kans") if one.seat == 2] == [(6, (27,)), (6, ())]


def test_what_a_win_is_worth() -> None:
    (claim,) = [one.value for one in said(read(CITY), "win")]
    assert (claim.points, claim.han, claim.fu, claim.ura) == (12000, 5, 30, (t("7z"),))
    assert claim.yaku == {"riichi": 1, "ippatsu": 1, "pinfu": 1, "ittsu": 2}
    assert sorted(claim.hand) == sorted(parse_tiles("123456789m11123p"))
    assert claim.deltas == (13000, -12000, 0, 0)


def test_people_keep_records_without_the_servers_wrapping() -> None:
    bare = city([*city_deal(), *CITY_ROUND, CITY_OVER], wrapped=False)
    assert read(bare).events == read(CITY).events


def test_seats_are_numbered_from_the_first_dealer() -> None:
    record = read(city([*city_deal(dealer=2), turn(503), act(503, 11, "9s")]))
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (start.dealer, record.names[0]) == (0, "p503")
    assert record.events[2] == Discard(0, t("9s"), drawn=None)


def test_whether_the_drawn_tile_is_thrown_is_told_by_its_place() -> None:
    assert played(act(501, 11, "9s", move_cards_pos=[3, 1])).events[2] == Discard(0, t("9s"), drawn=None)
    assert played(act(501, 11, "1m", move_cards_pos=[14, 1])).events[2] == Discard(0, t("1m"), drawn=False)


def test_nine_terminals_are_offered_by_the_newer_records() -> None:
    assert played(turn(501, is_first_xun_in=True)).options == {"abort_nine_terminals": "yes"}
    assert played(turn(501)).options == {"abort_nine_terminals": "no"}
    assert played(turn(501), hands=SANMA).options == {"nine_terminals": "no"}


def test_a_win_of_4_han_30_fu_tells_whether_the_room_rounds_up() -> None:
    for points, options in ((8000, {"kiriage_mangan": "yes"}), (7700, {})):
        won = {"user_id": 502, "all_fang_num": 4, "all_fu": 30, "all_point": points}
        record = played(THROWN, act(502, 7, "9s"), ended(0, won))
        assert record.options == options
        assert len(record.notes) == 1 + len(options)


def test_rooms_that_pay_by_other_rules_tell_only_what_was_won_and_lost() -> None:
    won = {"user_id": 502, "all_point": 8000}
    assert said(played(THROWN, act(502, 7, "9s"), ended(0, won), room={"isGeMu": True}), "win") == []
    opened = {**won, "fang_info": [{"fang_type": 52, "fang_num": 2}]}
    record = played(THROWN, act(502, 7, "9s"), ended(0, opened))
    assert (said(record, "win"), len(said(record, "deltas"))) == ([], 1)


def test_kans_and_their_indicators() -> None:
    record = played(
        THROWN,
        turn(503, "3z"),
        act(503, 8, "1z", group_cards=cards("111z")),
        (7, 0, {"cards": cards("2z")}),
        turn(503, "4z"),
        act(503, 9, "0p"),
        (7, 0, {"cards": cards("2z3z")}),
        turn(503, "5z"),
    )
    assert record.events[4:10] == [
        ClosedKan(2, (t("1z"),) * 4),
        Dora(t("2z")),
        Draw(2, t("4z"), replacement=True),
        AddedKan(2, t("0p")),
        Dora(t("3z")),
        Draw(2, t("5z"), replacement=True),
    ]
    assert {one.judged for one in said(record, "kans")} == {CLOSED_KAN, ADDED_KAN}


def test_an_open_kan_is_followed_by_a_replacement() -> None:
    taken = act(503, 6, "9s", group_cards=cards("999s"))
    record = played(THROWN, taken, turn(503, "3z"))
    assert record.events[3:5] == [
        Call(2, OPEN_KAN, t("9s"), 0, tuple(parse_tiles("999s"))),
        Draw(2, t("3z"), replacement=True),
    ]


def test_three_players_set_norths_aside() -> None:
    record = played(turn(501, is_pull_north=True), act(501, 13, "4z"), turn(501, "9s"), hands=SANMA)
    assert (record.profile, record.seats) == ("tenhou-sanma", 3)
    assert record.events[2:4] == [North(0), Draw(0, t("9s"), replacement=True)]
    assert said(record, "offers")[0].value == NORTH


def test_an_offer_that_another_seat_takes_away_is_no_pass() -> None:
    offers = [(3, user, {"out_card": card("9s"), "action_list": codes}) for user, codes in ((502, [4]), (503, [5]))]
    record = played(THROWN, *offers, act(503, 5, "9s", group_cards=cards("99s")), turn(503))
    assert [event for event in record.events if isinstance(event, Pass)] == []


@pytest.mark.parametrize(
    ("number", "result"), [(2, "four_winds"), (3, "four_kans"), (4, "four_riichi"), (5, "triple_ron")]
)
def test_aborted_hands(number: int, result: str) -> None:
    assert played(THROWN, ended(number)).events[3] == RoundEnd(result)


def test_hands_without_a_winner() -> None:
    nine = played(act(501, 12), ended(6))
    assert nine.events[2:] == [NineTerminals(0), RoundEnd("nine_terminals")]
    ready = played(THROWN, ended(7, {"user_id": 503}))
    assert (ready.events[3], [one.seat for one in said(ready, "tenpai")]) == (RoundEnd("exhaustive"), [2])
    nagashi = played(THROWN, ended(7, {"user_id": 503, "fang_info": [{"fang_type": 30}]}))
    assert nagashi.events[3] == RoundEnd("nagashi")


def test_a_self_draw() -> None:
    record = played(act(501, 10, "9s"), ended(1, {"user_id": 501, "all_point": 6000, "user_cards": cards(HANDS[0])}))
    assert record.events[2] == Tsumo(0, t("9s"))
    assert len(said(record, "win")[0].value.hand) == 14


def test_a_record_that_breaks_off_is_cut() -> None:
    record = played(THROWN)
    assert (record.cut, record.events[-1]) == (True, RoundEnd("cut"))


BROKEN: tuple[tuple[Happening, str], ...] = (
    (act(501, 99), "an act of type 99"),
    ((4, 501, {"action": 11, "card": 0x10}), "16 is not a tile of Riichi City"),
    ((4, 509, {"action": 11}), "user 509 has no seat"),
    (act(502, 5, "9s"), "a call, and nothing to take"),
    (act(502, 7, "9s"), "a ron, and nothing to win"),
    (ended(1), "nobody wins"),
    ((4, 501, {"card": 1}), "missing required field `action`"),
    (city_deal()[0], "a deal for the users"),
)


@pytest.mark.parametrize(("broken", "why"), BROKEN, ids=[why for _, why in BROKEN])
def test_a_broken_event_is_refused_with_its_place(broken: Happening, why: str) -> None:
    with pytest.raises(RecordError, match="event 4: ") as refused:
        played(broken)
    assert why in str(refused.value)


def test_a_broken_deal_is_refused() -> None:
    with pytest.raises(RecordError, match="expected the deal first"):
        read(city([THROWN]))
    with pytest.raises(RecordError, match="the dealer's 14: found 12"):
        played(hands=("123456789m11p9s", *HANDS[1:]))
    with pytest.raises(RecordError, match="is not the wind of a round"):
        read(city(city_deal(quan_feng=0x71)))
    with pytest.raises(RecordError, match="hand 5 of a round"):
        read(city(city_deal(chang_ci=5)))
    with pytest.raises(RecordError, match="a game of 2 players"):
        read(city([], room={"playerCount": 2}))
    with pytest.raises(RecordError, match="no hand is in it"):
        read(city([]))
