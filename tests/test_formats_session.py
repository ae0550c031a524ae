"""Tenhou client sessions: one seat's view, and the server's own answers."""

from __future__ import annotations

import pytest
from specimens import OLD_SANMA_SESSION, SESSION, WALL, dealt

from minogashi.claims import CHI, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.errors import RecordError
from minogashi.events import AddedKan, Call, Discard, Draw, GameEnd, North, Riichi, Ron, RoundEnd, RoundStart
from minogashi.formats import parse, read
from minogashi.record import Record, Statement
from minogashi.tiles import HIDDEN, OF_TENHOU, Tile

DEAL = f'Get: <INIT seed="0,0,0,1,1,{WALL[52]}" ten="250,250,250,250" oya="0" hai="{dealt(0)}"/>'
ROOM = 'Get: <GO type="9" lobby="0"/> <UN n0="A" n1="B" n2="C" n3="D"/>'
OLD_ROOM = 'Get: <GO type="9"/> <UN n0="A" n1="B" n2="C" n3="D"/>'
SANMA_ROOM = 'Get: <GO type="25" lobby="0"/> <UN n0="A" n1="" n2="C" n3="D"/>'
SANMA_DEAL = DEAL.replace("250,250,250,250", "350,0,350,350")


def session(*lines: str, room: str = ROOM, deal: str = DEAL) -> Record:
    return read("\n".join([room, deal, *lines]).encode())


def said(record: Record, kind: str) -> list[tuple[int, object, int]]:
    return [(one.at, one.value, one.judged) for one in record.statements if one.kind == kind]


def test_only_the_own_hand_and_draws_are_known() -> None:
    record = session("Get: <T70/> <D9/> <U/> <e34/>")
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (record.view, record.format, record.cut) == (0, "tenhou-client", True)
    assert start.hands[0] == tuple(OF_TENHOU[int(text)] for text in dealt(0).split(","))
    assert start.hands[1:] == ((HIDDEN,) * 13,) * 3
    assert record.events[1:] == [
        Draw(0, Tile(17)),
        Discard(0, Tile(2), drawn=False),
        Draw(1, HIDDEN),
        Discard(1, Tile(8), drawn=True),
        RoundEnd("cut"),
    ]


def test_the_own_discard_is_always_upper_case_and_tsumogiri_all_the_same() -> None:
    assert session("Get: <T70/> <D70/>").events[2] == Discard(0, Tile(17), drawn=True)


def test_a_tile_drawn_before_an_own_call_is_not_the_drawn_one_after_it() -> None:
    record = session("Get: <T70/> <D9/> <U/> <E25/>", 'Get: <N who="0" m="9739" /> <D70/>')
    assert record.events[-2] == Discard(0, Tile(17), drawn=False)


def test_the_lamp_is_what_the_tags_before_each_discard_made_it() -> None:
    record = session('Get: <FURITEN show="1"/> <T70/> <D70/> <U/> <e34/>', 'Get: <FURITEN show="0"/> <V/> <f1/>')
    assert said(record, "furiten") == [(2, True, 0), (4, True, 0), (6, False, 0)]


def test_the_lamp_is_off_at_each_deal() -> None:
    record = session('Get: <FURITEN show="1"/> <T70/> <RYUUKYOKU ba="0,0"/>', DEAL, "Get: <T70/> <D70/>")
    assert said(record, "furiten") == [(5, False, 0)]


def test_the_lamp_says_nothing_while_a_ron_is_on_offer() -> None:
    record = session('Get: <U/> <e34 t="8"/>')
    assert said(record, "furiten") == []
    assert said(record, "offers") == [(2, RON, PON | CHI | OPEN_KAN | RON)]


def test_offers_on_a_discard_are_bits() -> None:
    record = session('Get: <U/> <e34 t="7"/> <V/> <f34/>')
    assert said(record, "offers") == [
        (2, PON | OPEN_KAN | CHI, PON | CHI | OPEN_KAN | RON),
        (4, 0, PON | CHI | OPEN_KAN | RON),
    ]


@pytest.mark.parametrize(
    ("room", "deal", "judged"),
    [
        (ROOM, DEAL, TSUMO | NINE_TERMINALS | RIICHI),
        (SANMA_ROOM, SANMA_DEAL, TSUMO | NINE_TERMINALS | RIICHI | NORTH),
        (OLD_ROOM, DEAL, TSUMO | NINE_TERMINALS),
    ],
)
def test_offers_on_an_own_draw_depend_on_what_the_server_ever_offers(room: str, deal: str, judged: int) -> None:
    record = session('Get: <T70 t="112"/>', room=room, deal=deal)
    assert said(record, "offers") == [(1, TSUMO | RIICHI | NINE_TERMINALS, judged)]


def test_a_ron_may_be_offered_on_an_added_kan_and_on_a_north() -> None:
    assert said(session('Get: <U/> <N who="1" m="17426" t="8"/>'), "offers") == [(2, RON, RON)]
    norths = ['Get: <V/> <N who="2" m="31008"/>']
    assert said(session(*norths, room=SANMA_ROOM, deal=SANMA_DEAL), "offers") == [(2, 0, RON)]
    old = SANMA_ROOM.replace(' lobby="0"', "")
    assert said(session(*norths, room=old, deal=SANMA_DEAL), "offers") == []
    assert said(session('Get: <T70/> <N who="0" m="17426"/>'), "offers")[1:] == []


def test_a_call_takes_from_the_seat_in_the_meld() -> None:
    record = read(SESSION)
    assert record.events[3] == Call(0, CHI, Tile(22), 3, (Tile(21), Tile(23)))
    assert record.events[7:] == [
        Ron(0, 1, Tile(10)),
        RoundEnd("win", (26000, 24000, 25000, 25000)),
        GameEnd((26000, 24000, 25000, 25000)),
    ]
    assert (record.link, record.names, record.cut) == ("2018gm", ("A", "B", "C", "D"), False)


def test_riichi_and_its_acceptance() -> None:
    record = session('Get: <U/> <REACH who="1" step="1"/>', 'Get: <e34/> <REACH who="1" ten="1,1,1,1" step="2"/>')
    assert record.events[2] == Riichi(1)
    assert Statement(3, 1, "riichi_accepted", value=True) in record.statements


def test_the_empty_chair_of_three_players_is_found_and_skipped() -> None:
    record = read(OLD_SANMA_SESSION)
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (record.profile, record.seats, record.names) == ("tenhou-sanma", 3, ("A", "B", "D"))
    assert (start.dealer, start.scores, len(start.hands)) == (2, (35000,) * 3, 3)
    assert record.events[1:5] == [
        Draw(2, HIDDEN),
        North(2),
        Draw(2, HIDDEN, replacement=True),
        Discard(2, Tile(8), drawn=True),
    ]


def test_a_reconnect_ends_the_round_for_a_replay_and_the_next_one_counts() -> None:
    reinit = f'Get: <REINIT seed="0,0,0,1,1,1" ten="250,250,250,250" oya="0" hai="{dealt(0)}" kawa0="1"/> <U/>'
    record = session("Get: <T70/> <D70/>", reinit, 'Get: <e34 t="1"/> <RYUUKYOKU ba="0,0"/>', DEAL, "Get: <T70/>")
    assert [type(event) for event in record.events] == [RoundStart, Draw, Discard, RoundEnd, RoundStart, Draw, RoundEnd]
    assert said(record, "offers") == [(1, 0, TSUMO | NINE_TERMINALS | RIICHI), (5, 0, TSUMO | NINE_TERMINALS | RIICHI)]


def test_a_session_holds_as_many_games_as_were_joined() -> None:
    text = "\n".join([ROOM, DEAL, "Get: <T70/>", "Send: <BYE/>", ROOM.replace('"9"', '"7"'), DEAL, "Get: <T16/>"])
    first, second = parse(text.encode())
    assert (first.options, second.options) == ({}, {"red_fives": "0", "kuitan": "no"})
    assert second.events[1] == Draw(0, Tile(4))


def test_spectated_games_are_left_out() -> None:
    text = f'Get: <GO type="1" kansen="1"/>\nGet: <T1/>\n{ROOM}\n{DEAL}\nGet: <T70/>'
    assert len(parse(text.encode())) == 1


def test_a_session_without_a_game_holds_none() -> None:
    assert parse(b'Send: <HELO name="x"/>\nGet: <LN n="a"/>') == []


def test_the_replacement_tile_of_a_kan_is_marked() -> None:
    record = session('Get: <U/> <N who="1" m="17426"/> <U/> <DORA hai="1"/> <e1/> <V/>')
    assert isinstance(record.events[2], AddedKan)
    assert [event.replacement for event in record.events if isinstance(event, Draw)] == [False, True, False]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("Get: <T136/>", "line 3: <T136> is no draw or discard of this game"),
        ("Get: <U1/>", "line 3: <U1> is no draw or discard of this game"),
        ("Get: words <U/>", "line 3: expected tags, found 'words'"),
        ("Get: <U/\nGet: <V/>", "line 3: '<U/' is not a whole tag"),
        ('Get: <e34 t="x"/>', "line 3: t=\"...\" must be a number, found 'x'"),
        ('Get: <N who="7" m="1"/>', 'line 3: who="..." must be a seat of this game'),
        ('Get: <RYUUKYOKU type="rain"/>', "line 3: RYUUKYOKU type='rain' is unknown"),
        ('Get: <INIT seed="0,0,0,1,1,1" ten="1,1,1,1" oya="0"/>', "line 3: a dealt hand has 13 tiles, found 0"),
        ('Get: <GO type="x"/>', "line 3: type=\"...\" must be a number, found 'x'"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(line: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        session(line)
    assert str(caught.value).startswith(f"<bytes>: {complaint}")


def test_a_session_that_breaks_off_keeps_what_was_played() -> None:
    record = session("Get: <T70/> <D70/> <U/> <e3")
    assert record.events[2:] == [Discard(0, Tile(17), drawn=True), Draw(1, HIDDEN), RoundEnd("cut")]
    assert record.cut


def test_three_players_need_exactly_one_empty_chair() -> None:
    with pytest.raises(RecordError, match="three players, but 0 empty chairs"):
        session(room=SANMA_ROOM)
