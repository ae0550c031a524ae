"""Tenhou's downloaded logs: every tag, every way a file can be dressed, every way it can be broken."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st
from specimens import GAME, HEAD, SANMA, WIN, dealt, ids, init, mjlog

from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import RecordError
from minogashi.events import (
    AddedKan,
    Call,
    ClosedKan,
    Discard,
    Dora,
    Draw,
    Event,
    GameEnd,
    NineTerminals,
    North,
    Riichi,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.formats import parse, read, records
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import KIND_OF, OF_TENHOU, Tile, parse_tile, parse_tiles


def played(*tags: str) -> list[Event]:
    """The events after the deal of a log with one hand; nothing ends it."""
    return read(mjlog(init(), *tags)).events[1:-1]


def test_a_deal_tells_round_points_indicator_and_hands() -> None:
    record = read(mjlog(init(seed="6,2,1,0,0,52", oya=2, points="100,200,300,400")))
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (start.wind, start.number, start.honba, start.sticks, start.dealer) == (1, 2, 2, 1, 2)
    assert start.scores == (10000, 20000, 30000, 40000)
    assert start.indicators == (parse_tile("0p"),)
    assert [len(hand) for hand in start.hands] == [13] * 4
    assert start.hands[0] == tuple(OF_TENHOU[int(text)] for text in dealt(0).split(","))


def test_names_are_decoded_and_a_player_who_comes_back_changes_nothing() -> None:
    assert read(GAME).names == ("A", "B", "あ", "D")


def test_a_discard_of_the_tile_just_drawn_is_tsumogiri() -> None:
    assert played("<T53/><D53/><U54/><E2/>") == [
        Draw(0, Tile(13)),
        Discard(0, Tile(13), drawn=True),
        Draw(1, Tile(13)),
        Discard(1, Tile(0), drawn=False),
    ]


def test_a_tile_drawn_before_a_call_is_no_longer_the_drawn_one() -> None:
    events = played("<T53/><D99/>", '<N who="1" m="37898"/>', "<E30/>", '<N who="0" m="11275"/>', "<D53/>")
    assert events[-1] == Discard(0, Tile(13), drawn=False)


@pytest.mark.parametrize(
    ("tags", "replacement"),
    [
        ('<N who="0" m="15360"/><T1/>', True),
        ('<N who="0" m="15360"/><DORA hai="9"/><T1/>', True),
        ('<N who="0" m="31008"/><T1/>', True),
        ('<N who="0" m="17418"/><D1/><U2/>', False),
    ],
)
def test_only_the_draw_after_a_kan_or_a_north_is_a_replacement(tags: str, replacement: bool) -> None:  # noqa: FBT001
    draws = [event for event in played(tags) if isinstance(event, Draw)]
    assert [draw.replacement for draw in draws] == [replacement]


def chi_code(base: int, called: int, copies: tuple[int, int, int]) -> int:
    """The meld number of a run called from the left: as the table in the format's description says."""
    return (base * 3 + called) << 10 | copies[2] << 7 | copies[1] << 5 | copies[0] << 3 | 4 | 3


@given(st.integers(0, 20), st.integers(0, 2), st.tuples(*[st.integers(0, 3)] * 3))
def test_a_run_gives_the_called_tile_and_the_own_two(base: int, called: int, copies: tuple[int, int, int]) -> None:
    first = base // 7 * 9 + base % 7
    run = [OF_TENHOU[4 * (first + i) + copies[i]] for i in range(3)]
    taken = run.pop(called)
    assert played(f'<N who="2" m="{chi_code(base, called, copies)}"/>') == [Call(2, CHI, taken, 1, tuple(run))]


@given(st.integers(0, 33), st.integers(0, 3), st.integers(0, 2), st.integers(1, 3), st.integers(0, 3))
def test_a_pon_and_the_kan_added_to_it_share_four_tiles(
    kind: int, unused: int, called: int, far: int, who: int
) -> None:
    code = (kind * 3 + called) << 9 | unused << 5 | 8 | far
    pon, kan = played(f'<N who="{who}" m="{code}"/><N who="{who}" m="{code ^ 24}"/>')
    three = [OF_TENHOU[4 * kind + copy] for copy in range(4) if copy != unused]
    taken = three.pop(called)
    assert pon == Call(who, PON, taken, (who + far) % 4, tuple(three))
    assert kan == AddedKan(who, OF_TENHOU[4 * kind + unused])


@given(st.integers(0, 135), st.integers(0, 3), st.integers(0, 3))
def test_a_kan_is_closed_when_it_takes_from_nobody(tile: int, far: int, who: int) -> None:
    (event,) = played(f'<N who="{who}" m="{tile << 8 | far}"/>')
    four = [OF_TENHOU[tile // 4 * 4 + copy] for copy in range(4)]
    if not far:
        assert event == ClosedKan(who, tuple(four))
    else:
        taken = four.pop(tile % 4)
        assert event == Call(who, OPEN_KAN, taken, (who + far) % 4, tuple(four))


def test_a_room_without_reds_has_plain_fives_and_its_options() -> None:
    record = read(mjlog(init(), "<T16/>", '<N who="0" m="13312"/>', head=HEAD.replace("169", "7")))
    assert (record.profile, record.options) == ("tenhou", {"red_fives": "0", "kuitan": "no"})
    assert record.events[1:3] == [Draw(0, Tile(4)), ClosedKan(0, (Tile(13),) * 4)]


def test_riichi_is_an_event_and_its_acceptance_a_statement_on_the_discard() -> None:
    record = read(mjlog(init(), '<T1/><REACH who="0" step="1"/><D1/><REACH who="0" ten="1,1,1,1" step="2"/><U2/>'))
    assert record.events[1:4] == [Draw(0, Tile(0)), Riichi(0), Discard(0, Tile(0), drawn=True)]
    assert record.statements == [Statement(3, 0, "riichi_accepted", value=True)]


def test_a_win_is_an_event_a_claim_and_the_end_of_the_round() -> None:
    record = read(mjlog(init(), "<T1/><D9/><U61/><E61/>", WIN.format(hai="8,9", machi=61, more=' m="" '), end=""))
    assert record.events[5:] == [Ron(2, 1, Tile(15)), RoundEnd("win", (25000, 20100, 29900, 25000))]
    assert record.statements == [
        Statement(
            5,
            2,
            "win",
            WinClaim(
                points=3900,
                fu=40,
                han=2,
                yaku={"riichi": 1, "aka": 1},
                hand=(Tile(2), Tile(2)),
                ura=(Tile(16),),
                deltas=(0, -3900, 5900, 0),
            ),
        )
    ]


def test_a_hand_written_down_without_its_winning_tile_gets_it() -> None:
    (said,) = read(mjlog(init(), WIN.format(hai="8,9,10,12", machi=16, more=""))).statements
    assert said.value.hand == (*parse_tiles("3334m0m"),)


def test_two_wins_on_one_tile_end_one_round() -> None:
    second = WIN.replace('who="2"', 'who="3"').replace("250,0,240,-39,240,59,250,0", "250,0,201,-10,299,0,250,10")
    record = read(
        mjlog(init(), "<T1/>", WIN.format(hai="8,9", machi=61, more=""), second.format(hai="9", machi=61, more=""))
    )
    assert record.events[2:] == [
        Ron(2, 1, Tile(15)),
        Ron(3, 1, Tile(15)),
        RoundEnd("win", (25000, 19100, 29900, 26000)),
    ]


def test_a_yakuman_counts_its_names_and_tells_who_pays_for_it() -> None:
    record = read(SANMA)
    (said,) = record.statements
    assert (said.value.yakuman, said.value.pao, set(said.value.yaku)) == (2, 2, {"daisangen", "tsuuiisou"})
    assert said.value.deltas == (-32000, 32000, 0)
    assert record.events[-1] == GameEnd((3000, 67000, 35000))


def test_three_players_sit_on_three_seats() -> None:
    record = read(SANMA)
    assert (record.profile, record.seats, record.options) == ("tenhou-sanma", 3, {})
    assert record.events[1:4] == [Draw(0, Tile(7)), North(0), Draw(0, Tile(7), replacement=True)]


def test_an_empty_chair_in_the_middle_is_skipped_in_turn_order() -> None:
    text = mjlog(init("023", points="350,0,340,330", oya=3), "<W1/><G1/><V2/>", head=HEAD.replace("169", "185"))
    record = read(text)
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (start.dealer, start.scores, len(start.hands)) == (2, (35000, 34000, 33000), 3)
    assert record.events[1:4] == [Draw(2, Tile(0)), Discard(2, Tile(0), drawn=True), Draw(1, Tile(0))]


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("", "exhaustive"),
        ('type="nm"', "nagashi"),
        ('type="kaze4"', "four_winds"),
        ('type="reach4"', "four_riichi"),
        ('type="kan4"', "four_kans"),
        ('type="ron3"', "triple_ron"),
    ],
)
def test_a_drawn_round_ends_with_its_kind(kind: str, result: str) -> None:
    record = read(mjlog(init(), "<T1/><D1/>", f'<RYUUKYOKU {kind} ba="0,0" sc="1,2,3,-1,5,0,7,-1"/>'))
    assert record.events[3:] == [RoundEnd(result, (300, 200, 500, 600))]


def test_nine_terminals_belong_to_the_seat_that_drew() -> None:
    events = read(mjlog(init(), '<T1/><D1/><U9/><RYUUKYOKU type="yao9" ba="0,0"/>')).events
    assert events[4:] == [NineTerminals(1), RoundEnd("nine_terminals")]


def test_hands_shown_at_an_exhaustive_draw_are_said_to_be_tenpai() -> None:
    assert Statement(25, 2, "tenpai", value=True) in read(GAME).statements


def test_the_last_tag_of_a_game_tells_the_final_points() -> None:
    assert read(GAME).events[-1] == GameEnd((24000, 19100, 33900, 23000))


def test_chips_after_the_points_are_left_out() -> None:
    tag = '<RYUUKYOKU ba="0,0" sc="250,1,250,2,250,3,250,4,0,1,0,0,0,0,0,-1"/>'
    assert read(mjlog(init(), tag)).events[-1] == RoundEnd("exhaustive", (25100, 25200, 25300, 25400))


def bare(text: str) -> str:
    return text.removeprefix('<mjloggm ver="2.3">').removesuffix("</mjloggm>")


@pytest.mark.parametrize(
    "dress",
    [
        lambda text: '<?xml version="1.0" encoding="UTF-8"?>\n' + text,
        lambda text: "\ufeff" + text,
        lambda text: text.replace("><", ">\n  <"),
        lambda text: text.replace("/>", " />"),
        lambda text: text.replace("<T53/>", "<T53></T53>"),
        lambda text: text.replace('" ', '"\n      '),
        lambda text: text.replace("<T53/>", "<!-- <T54/> \n > --><T53/>"),
        lambda text: "<!-- saved by hand -->\n" + text,
        lambda text: text.replace('"', "'"),
        lambda text: text.replace("%41", "&#65;"),
        lambda text: text.replace("<T53/>", '<CHAT text="x"/><T53/>'),
        bare,
    ],
)
def test_the_dress_of_the_file_does_not_matter(dress) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    text = GAME.decode()
    assert dress(text) != text
    for data in (dress(text).encode(), gzip.compress(dress(text).encode())):
        record = read(data)
        assert (record.events, record.statements) == (read(GAME).events, read(GAME).statements)
        assert (record.names, record.cut) == (read(GAME).names, False)


def test_every_event_knows_the_tag_it_stands_in() -> None:
    record = read(GAME.replace(b"><", b">\n<"))
    tags = GAME.decode().split("<")
    marks: dict[type[Event], str] = {
        RoundStart: "INIT",
        Riichi: "REACH",
        Dora: "DORA",
        Ron: "AGARI",
        NineTerminals: "RYUUKYOKU",
        GameEnd: "RYUUKYOKU",
        Call: "N ",
        ClosedKan: "N ",
    }
    for at, event in enumerate(record.events):
        tag = tags[int(record.place(at).removeprefix("tag "))]
        if isinstance(event, Draw):
            assert tag.startswith("TUVW"[event.seat])
            assert KIND_OF[event.tile] == int(tag[1:-2]) // 4
        elif isinstance(event, Discard):
            assert tag.startswith("DEFG"[event.seat])
        elif type(event) in marks:
            assert tag.startswith(marks[type(event)])


@pytest.mark.parametrize("end", ["", "<T5", '<INIT seed="0,0', "<", "<!-- "])
def test_a_log_that_breaks_off_keeps_what_was_played(end: str) -> None:
    record = read(mjlog(init(), "<T53/><D53/>", end=end))
    assert record.cut
    assert record.events[1:] == [Draw(0, Tile(13)), Discard(0, Tile(13), drawn=True), RoundEnd("cut")]


@given(st.integers(0, len(GAME)))
def test_a_log_cut_anywhere_is_a_cut_record_or_an_error(length: int) -> None:
    dealt_by = GAME.index(b"<T53/>")
    if length < dealt_by:
        with pytest.raises(RecordError):
            read(GAME[:length])
        return
    record = read(GAME[:length])
    whole = read(GAME).events
    same = len(record.events) - (record.events[-1] != whole[len(record.events) - 1])
    assert record.events[:same] == whole[:same]
    assert record.cut == (length < len(GAME))


def test_a_log_without_its_closing_tag_is_cut_even_between_rounds() -> None:
    assert read(GAME.removesuffix(b"</mjloggm>")).cut


def test_two_logs_in_one_file_are_two_games() -> None:
    games = list(records(GAME + b"\n" + SANMA))
    assert [game.seats for game in games if isinstance(game, Record)] == [4, 3]
    with pytest.raises(RecordError, match=r"holds 2 games, expected one: use records"):
        read(GAME + SANMA)


def test_two_rooms_under_one_root_are_two_games() -> None:
    text = mjlog(init(), "<T1/>", HEAD.partition("/>")[2], init(), "<T1/>")
    assert [game.events[-1] for game in parse(text)] == [RoundEnd("cut")] * 2


@pytest.mark.parametrize(
    ("tags", "complaint"),
    [
        ("<T136/>", "tag 7: <T136> is no tag of a log in a round"),
        ("<X1/>", "tag 7: <X1> is no tag of a log in a round"),
        ("<T1/><D1/>/>", "tag 8: '<D1/>/>' is not a whole tag"),
        ("<T1/>lost words<D1/>", "tag 7: '<T1/>lost words' is not a whole tag"),
        ('<T1/><D1 t="', "is not a whole tag"),
        ('<N who="0" m="x"/>', "tag 7: m=\"...\" must be a number, found 'x'"),
        ('<N who="0"/>', 'tag 7: m="..." must be a number, found None'),
        ('<N who="4" m="15360"/>', "who=\"...\" must be a seat of this game, found '4'"),
        ('<N who="0" m="34824"/>', "meld 34824 of chair 0 takes from no other seat"),
        ('<N who="0" m="-1"/>', "takes from no other seat of this game"),
        ('<N who="0" m="65539"/>', "meld 65539 names a tile beyond the last one"),
        ('<N who="0" m="64519"/>', "meld 64519 is a run that no suit holds"),
        ('<DORA hai="136"/>', "'136' in '136' is not a tile id"),
        ('<DORA hai="-1"/>', "'-1' in '-1' is not a tile id"),
        ('<REACH who="0" step="3"/>', "must be 1 or 2, found '3'"),
        ('<RYUUKYOKU type="rain"/>', "RYUUKYOKU type='rain' is unknown: expected one of"),
        ('<RYUUKYOKU type="yao9"/>', "nine terminals are declared right after a draw"),
        ('<AGARI who="0" fromWho="0"/>', 'machi="..." must be one tile, found None'),
        ('<AGARI who="0" fromWho="0" machi="1" ten="30"/>', "must be fu, points and limit, found '30'"),
        ('<AGARI who="0" fromWho="0" machi="1" ten="30,1,0" yaku="1"/>', "yaku must be pairs"),
        ('<AGARI who="0" fromWho="0" machi="1" ten="30,1,0" yaku="99,1"/>', "number (0-54)"),
        ('<AGARI who="0" fromWho="0" machi="1" ten="0,1,0" yakuman="99"/>', "'99' is not the number of a yaku"),
        ('<AGARI who="0" fromWho="0" machi="1" ten="a,b,c"/>', "'a,b,c' must be whole numbers"),
        (init(seed="99,0,0,1,1,1"), "no such hand, counters or sticks"),
        (init(seed="0,0,0"), "seed and ten must have 6 and 4 numbers"),
        (init(seed="a,0,0,1,1,1"), "seed must be six numbers"),
        (init("012", points="1,1,1,0"), "the players change: expected 4 hands as before"),
        (init().replace(f'hai1="{dealt(1)}"', f'hai1="{ids(range(12))}"'), "a dealt hand has 13 tiles, found 12"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]>", "a document type or an open comment"),
    ],
)
def test_a_broken_tag_is_refused_with_its_place(tags: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(mjlog(init(), tags, "<T1/>"))
    assert complaint in str(caught.value)
    assert caught.value.at.startswith("tag ")
    assert str(caught.value).startswith("<bytes>: tag ")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (mjlog("<T1/>"), "<T1> is no tag of a log outside a round"),
        (mjlog('<N who="0" m="15360"/>'), "ClosedKan outside a round"),
        (mjlog("<RYUUKYOKU/>"), "<RYUUKYOKU> outside a round"),
        (mjlog('<REACH who="0" step="2"/>'), "<REACH> outside a round"),
        (mjlog(), "the log breaks off before the first hand is dealt"),
        (mjlog(head="<!DOCTYPE mjloggm><mjloggm>"), "tag 1: a document type"),
        (b"\xff\xfe<mjloggm>", "not a record"),
        (b"<mjloggm>\xff</mjloggm>", "<bytes>: line 1: byte 0xff is not UTF-8 text"),
        (b"", "not a record: it is empty"),
        (b"http://tenhou.net/0/?log=2010091009gm-00a9-0000-83af2648", "not a record: it is a link, and nothing"),
    ],
)
def test_a_broken_file_is_refused(text: bytes, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert complaint in str(caught.value)


def test_a_self_drawn_win_is_a_tsumo() -> None:
    text = WIN.format(hai="8,9", machi=61, more="").replace('fromWho="1"', 'fromWho="2"')
    assert played(f"<V61/>{text}")[1] == Tsumo(2, Tile(15))
