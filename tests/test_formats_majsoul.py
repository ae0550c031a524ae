"""Mahjong Soul: records as JSON and as protobuf, and what a client is sent."""

from __future__ import annotations

import json

import pytest
from online import (
    FRAME,
    HANDS,
    ROUND,
    SANMA,
    SEEN,
    SOUL,
    SOUL_2020,
    SOUL_CLIENT,
    SOUL_HEX,
    WIRE,
    WIRE_ACTIONS,
    Message,
    action,
    client,
    deal,
    details,
    discard,
    message,
    new_round,
    offer,
    packed,
    soul,
    texts,
    ting,
)

from minogashi.auditing import audit_record
from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.errors import RecordError
from minogashi.events import (
    AddedKan,
    Ask,
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
from minogashi.formats import parse, read
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import HIDDEN, Tile, parse_tile, parse_tiles

OWN_TURN = TSUMO | RIICHI | NINE_TERMINALS
ON_TILE = CHI | PON | OPEN_KAN | RON


def t(text: str) -> Tile:
    return parse_tile(text)


def said(record: Record, kind: str) -> list[Statement]:
    return [one for one in record.statements if one.kind == kind]


def offered(record: Record, seat: int, *, judged: int) -> list[tuple[int, int]]:
    return [(one.at, one.value) for one in said(record, "offers") if one.seat == seat and one.judged == judged]


def after(*messages: Message, hands: tuple[str, ...] = HANDS) -> Record:
    return read(soul(new_round(hands), *messages))


COURSE = [
    Draw(0, t("9s")),
    Discard(0, t("9s"), drawn=True),
    Pass(2),
    Call(1, CHI, t("9s"), 0, tuple(parse_tiles("78s"))),
    Discard(1, t("4p"), drawn=False),
    Ron(0, 1, t("4p")),
    RoundEnd("win", (30800, 19200, 25000, 25000)),
]


@pytest.mark.parametrize("data", [SOUL, WIRE, FRAME, SOUL_HEX], ids=["json", "wire", "frame", "hex"])
def test_a_round_is_the_same_in_every_wrapping(data: bytes) -> None:
    record = read(data)
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert start.hands == tuple(tuple(parse_tiles(hand)[:13]) for hand in HANDS)
    assert (start.wind, start.number, start.dealer, start.scores, start.live) == (0, 0, 0, (25000,) * 4, 70)
    assert record.events[1:8] == COURSE
    assert (record.profile, record.seats, record.view, record.cut) == ("majsoul", 4, None, False)
    assert audit_record(record).disagreements == []


def test_the_players_and_the_end_stand_in_the_head() -> None:
    record = read(SOUL)
    assert (record.names, record.link) == (("A", "B", "", ""), "000000-x")
    assert record.events[-1] == GameEnd((30800, 30700, 30600, 30500))
    assert read(FRAME).names == ("", "B", "", "")


def test_records_of_2020_have_a_plain_list() -> None:
    events = read(SOUL).events
    assert read(SOUL_2020).events == [event for event in events if not isinstance(event, Pass)]


def test_messages_and_their_places_are_counted_in_actions() -> None:
    record = read(SOUL)
    assert record.place(0) == "action 1"  # one action without a message comes first
    assert record.place(5) == "action 5"


def test_the_servers_answers_are_kept_beside_the_events() -> None:
    record = read(SOUL)
    assert said(record, "offers")[0] == Statement(1, 0, "offers", RIICHI, OWN_TURN)
    assert said(record, "riichi_tiles") == [Statement(1, 0, "riichi_tiles", (9, 26))]
    assert offered(record, 1, judged=ON_TILE) == [(2, CHI)]
    assert offered(record, 0, judged=ON_TILE) == [(5, RON)]
    assert [(one.seat, one.value, one.judged) for one in said(record, "uses")] == [
        (1, (tuple(parse_tiles("78s")),), CHI),
        (2, (tuple(parse_tiles("99s")),), PON),
    ]
    assert said(record, "swap") == [Statement(4, 1, "swap", (23, 26))]
    assert said(record, "waits")[0].value == ((-1, 9, 1, -1), (-1, 12, 1, -1))
    lamps = [(one.at, one.seat) for one in said(record, "furiten") if one.value]
    assert lamps == [(5, 0)]


def test_the_lamp_of_the_seat_with_fourteen_tiles_says_nothing() -> None:
    lamps = [(one.at, one.seat) for one in said(read(SOUL), "furiten")]
    assert lamps == [(2, seat) for seat in range(4)] + [(4, 0), (4, 2), (4, 3)] + [(5, seat) for seat in range(4)]


def test_what_a_win_is_worth_stands_in_the_record() -> None:
    claim = said(read(SOUL), "win")[0].value
    assert isinstance(claim, WinClaim)
    assert (claim.points, claim.fu, claim.han, claim.yaku) == (5800, 30, 3, {"ittsu": 2, "pinfu": 1})
    assert sorted(claim.hand) == sorted(parse_tiles("123456789m1123p4p"))
    assert claim.deltas == (5800, -5800, 0, 0)


@pytest.mark.parametrize(("seat", "points"), [(0, 6000), (1, 4000)])
def test_a_self_draw_is_paid_by_all(seat: int, points: int) -> None:
    won = {"seat": seat, "zimo": True, "hu_tile": "9s", "point_zimo_qin": 2000 * (seat > 0)}
    won["point_zimo_xian"] = 1000 if seat else 2000
    record = after(("Hule", {"hules": [won], "delta_scores": [0] * 4}))
    assert said(record, "win")[0].value.points == points
    assert record.events[2:4] == [Tsumo(seat, t("9s")), RoundEnd("win")]


def test_answers_that_were_stripped_are_not_taken_for_silence() -> None:
    bare = [(kind, {key: value for key, value in data.items() if key != "zhenting"}) for kind, data in ROUND]
    record = read(soul(*bare))
    assert {one.kind for one in record.statements} == {"win"}


def test_a_claim_that_comes_second_is_an_ask() -> None:
    thrown = discard(0, "9s", operations=[offer(1, (2, ["7s|8s"])), offer(2, (3, ["9s|9s"]))])
    chi = ("reply", {"seat": 1, "cpg": {"type": 2}})
    taken = ("ChiPengGang", {"seat": 2, "type": 1, "tiles": texts("999s"), "froms": [2, 2, 0], "zhenting": [False] * 4})
    record = after(thrown, chi, ("reply", {"seat": 2, "cpg": {"type": 3}}), taken)
    assert record.events[3:5] == [
        Ask(1, CHI, tuple(parse_tiles("78s"))),
        Call(2, PON, t("9s"), 0, tuple(parse_tiles("99s"))),
    ]


def test_riichi_stands_when_the_next_message_says_so() -> None:
    stick = {"liqi": {"seat": 0, "score": 24000, "liqibang": 1}}
    record = after(discard(0, "9s", is_liqi=True), deal(1, "3z", **stick))
    assert record.events[2:5] == [Riichi(0), Discard(0, t("9s"), drawn=False), Draw(1, t("3z"))]
    assert [(one.at, one.seat) for one in said(record, "riichi_accepted")] == [(4, 0)]
    failed = after(discard(0, "9s", is_wliqi=True), deal(1, "3z", liqi={"failed": True}))
    assert said(failed, "riichi_accepted") == []


KAN = ("AnGangAddGang", {"seat": 2, "type": 3, "tiles": "1z"})


def test_a_closed_kan_turns_its_indicator_before_the_draw() -> None:
    record = after(discard(0, "9s"), deal(2, "3z"), KAN, deal(2, "4z", doras=["6z", "2z"]))
    kan = ClosedKan(2, (t("1z"),) * 4)
    assert record.events[4:7] == [kan, Dora(t("2z")), Draw(2, t("4z"), replacement=True)]


def test_an_added_kan_turns_its_indicator_after_the_discard() -> None:
    kan = ("AnGangAddGang", {"seat": 1, "type": 2, "tiles": "0p", "operations": [offer(0, (9, ["0p"]))]})
    record = after(
        discard(0, "9s"), deal(1, "0p"), kan, deal(1, "4z", doras=["6z"]), discard(1, "4z", doras=["6z", "2z"])
    )
    assert record.events[4:8] == [
        AddedKan(1, t("0p")),
        Draw(1, t("4z"), replacement=True),
        Discard(1, t("4z"), drawn=False),
        Dora(t("2z")),
    ]
    assert offered(record, 0, judged=RON) == [(4, RON)]
    assert offered(record, 3, judged=RON) == [(4, 0)]


def test_a_kan_of_fives_holds_the_red_one_where_there_is_one() -> None:
    fives = ("AnGangAddGang", {"seat": 0, "type": 3, "tiles": "5p"})
    assert after(discard(0, "9s"), deal(0, "0p"), fives).events[4] == ClosedKan(0, (t("5p"),) * 3 + (t("0p"),))
    plain = after(discard(0, "9s"), deal(0, "5p"), fives)
    assert plain.events[4] == ClosedKan(0, (t("5p"),) * 4)
    assert plain.options == {"red_fives": "0"}


def test_kans_offered_in_the_own_turn_are_kinds() -> None:
    choices = offer(2, (1, []), (4, ["1z|1z|1z|1z"]), (6, ["0p|5p|5p|5p"]))
    record = after(discard(0, "9s"), deal(2, "3z", operation=choices))
    own = [(one.judged, one.value) for one in said(record, "kans") if one.seat == 2]
    assert own == [(CLOSED_KAN, (27,)), (ADDED_KAN, (13,))]


def test_three_players_set_norths_aside() -> None:
    north = ("BaBei", {"seat": 0, "operations": [offer(2, (9, ["4z"]))]})
    start = new_round(SANMA, operation=offer(0, (1, []), (11, [])))
    record = read(soul(start, north, deal(0, "9s")))
    assert (record.profile, record.seats) == ("majsoul-sanma", 3)
    assert record.events[2:4] == [North(0), Draw(0, t("9s"), replacement=True)]
    assert offered(record, 0, judged=OWN_TURN | NORTH)[0] == (1, NORTH)
    assert offered(record, 2, judged=RON) == [(2, RON)]


def test_a_win_on_a_kan_is_a_win_on_the_tile_that_was_shown() -> None:
    kan = ("AnGangAddGang", {"seat": 1, "type": 2, "tiles": "4p"})
    won = ("Hule", {"hules": [{"hu_tile": "4p", "point_rong": 1000}], "delta_scores": [0] * 4})
    assert after(discard(0, "9s"), deal(1, "4p"), kan, won).events[5] == Ron(0, 1, t("4p"))


def test_two_wins_on_one_tile() -> None:
    won = ("Hule", {"hules": [{"hu_tile": "9s", "seat": seat} for seat in (1, 3)], "delta_scores": [-2, 1, 0, 1]})
    record = after(discard(0, "9s"), won)
    assert record.events[3:5] == [Ron(1, 0, t("9s")), Ron(3, 0, t("9s"))]
    # without points, only what was won and lost is told
    assert [(one.at, one.value) for one in said(record, "deltas")] == [(3, (-2, 1, 0, 1)), (4, (-2, 1, 0, 1))]


def test_the_wall_runs_out() -> None:
    ready = [{"tingpai": False}, {"tingpai": True}, {}, {"tingpai": True}]
    change = {"old_scores": [25000] * 4, "delta_scores": [-1500, 1500, -1500, 1500]}
    record = after(discard(0, "9s"), ("NoTile", {"players": ready, "scores": [change]}))
    assert record.events[3] == RoundEnd("exhaustive", (23500, 26500, 23500, 26500))
    assert [one.seat for one in said(record, "tenpai")] == [1, 3]
    nagashi = after(discard(0, "9s"), ("NoTile", {"liujumanguan": True}))
    assert nagashi.events[3] == RoundEnd("nagashi")


@pytest.mark.parametrize(
    ("number", "result"), [(2, "four_winds"), (3, "four_kans"), (4, "four_riichi"), (5, "triple_ron")]
)
def test_aborted_hands(number: int, result: str) -> None:
    assert after(discard(0, "9s"), ("LiuJu", {"type": number})).events[3] == RoundEnd(result)


def test_nine_terminals_end_the_hand() -> None:
    record = after(("LiuJu", {"type": 1, "seat": 0}))
    assert record.events[2:4] == [NineTerminals(0), RoundEnd("nine_terminals")]


def test_a_record_that_breaks_off_is_cut() -> None:
    record = after(discard(0, "9s"))
    assert (record.cut, record.events[-1]) == (True, RoundEnd("cut"))


BROKEN: tuple[tuple[Message, str], ...] = (
    (("DiscardTile", {"tile": "8z"}), "'8z' is not a tile of Mahjong Soul"),
    (("DiscardTile", {"tile": "9s", "seat": 4}), "seat 4: this game has seats 0 to 3"),
    (("DealTile", {"seat": 1}), "a draw without its tile"),
    (("ChiPengGang", {"seat": 1, "tiles": ["9s"], "froms": [1]}), "a call of type 0"),
    (("ChiPengGang", {"seat": 1, "type": 7, "tiles": texts("99s"), "froms": [1, 0]}), "a call of type 7"),
    (("AnGangAddGang", {"tiles": "1z", "type": 5}), "a kan of type 5"),
    (("HuleXueZhanMid", {}), "a game with other rules"),
    (("Hule", {}), "a win without a winner"),
    (("Hule", {"hules": [{"hu_tile": "1m"}]}), "a win on a tile that nobody offered"),
    (("LiuJu", {"type": 9}), "an abortive draw of type 9"),
    (("DiscardTile", {"tile": 5}), "Expected `str`, got `int`"),
    (("NewRound", {"scores": [0, 0]}), "no such hand"),
    (("NewRound", {"scores": [0] * 4, "tiles0": ["1m"], "doras": ["1m"]}), "a dealt hand has 13 tiles, found 1"),
)


@pytest.mark.parametrize(("broken", "why"), BROKEN, ids=[why for _, why in BROKEN])
def test_a_broken_message_is_refused_with_its_place(broken: Message, why: str) -> None:
    with pytest.raises(RecordError, match=r"action 2: .*") as refused:
        after(broken)
    assert why in str(refused.value)


def test_a_hand_starts_with_a_deal() -> None:
    with pytest.raises(RecordError, match="expected NewRound first"):
        read(soul(discard(0, "9s")))


@pytest.mark.parametrize("body", ["{}", "[]", '{"data":{"actions":[1]}}', '{"data":{"actions":[{"type":3}]}}'])
def test_a_record_without_messages_is_refused(body: str) -> None:
    text = body.replace("{", '{"head":{"config":{"meta":{"mode_id":1}}},', 1) if body.startswith('{"') else body
    with pytest.raises(RecordError):
        parse(text.encode())


# The wire


def test_a_broken_wire_is_refused() -> None:
    with pytest.raises(RecordError, match="breaks off"):
        read(WIRE[:-3])
    with pytest.raises(RecordError, match="wire type 7"):
        read(details(b"\x0f"))
    with pytest.raises(RecordError, match="seat: expected a number, found 1 bytes"):
        read(details(*WIRE_ACTIONS[:1], action("DiscardTile", (1, "x"))))
    with pytest.raises(RecordError, match="tile: expected bytes, found the number 3"):
        read(details(*WIRE_ACTIONS[:1], action("DiscardTile", (2, 3))))


def test_points_on_the_wire_may_be_negative_and_numbers_unpacked() -> None:
    end = action("NoTile", (3, message((2, packed(-100, 0, 0, 0)), (3, 5), (3, 0), (3, 0), (3, -5))))
    assert read(details(*WIRE_ACTIONS[:2], end)).events[3] == RoundEnd("exhaustive", (-95, 0, 0, -5))


def test_fields_that_nobody_knows_are_passed_over() -> None:
    known = WIRE_ACTIONS[0]
    strange = message((90, 7), (91, "x")) + b"\xe5\x05abcd" + b"\xe1\x05abcdefgh"
    assert read(details(known + strange)).events[:2] == read(details(known)).events[:2]


# Clients


def test_a_client_sees_its_own_hand() -> None:
    record = read(SOUL_CLIENT)
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (record.view, record.format, record.cut) == (1, "majsoul-client", True)
    assert start.hands == ((HIDDEN,) * 13, tuple(parse_tiles(HANDS[1])), (HIDDEN,) * 13, (HIDDEN,) * 13)
    assert record.events[1:] == [
        Draw(0, HIDDEN),
        Discard(0, t("9s"), drawn=False),
        Pass(1),
        Draw(1, t("9s")),
        Discard(1, t("9s"), drawn=True),
        Draw(2, HIDDEN),
        RoundEnd("cut"),
    ]
    assert record.place(2) == "line 3"


def test_a_clients_answers_are_about_its_own_seat() -> None:
    record = read(SOUL_CLIENT)
    assert {one.seat for one in record.statements} == {1}
    assert offered(record, 1, judged=ON_TILE) == [(2, CHI)]
    assert [one.at for one in said(record, "furiten")] == [2, 5, 6]


def test_a_client_is_told_the_waits_of_each_discard() -> None:
    option = {"tile": "9s", "zhenting": True, "infos": [ting("1p"), ting("4p", yaku=False)]}
    seen = [*SEEN[:4], ("DealTile", {"seat": 1, "tile": "9s", "tingpais": [option]})]
    (told,) = said(read(client(*seen)), "waits_after")
    assert (told.at, told.value) == (4, ((26, 9, 1, 1), (26, 12, 0, 1)))


def test_a_dealer_has_fourteen_tiles() -> None:
    deal_ = ("NewRound", {"scores": [25000] * 4, "ju": 2, "tiles": texts(HANDS[0]), "doras": ["6z"]})
    record = read(client(deal_))
    assert (record.view, record.events[1]) == (2, Draw(2, t("9s")))


def test_a_session_holds_several_games() -> None:
    assert len(parse(SOUL_CLIENT + b"\n" + SOUL_CLIENT)) == 2


def test_the_last_line_of_a_session_may_break_off() -> None:
    assert read(SOUL_CLIENT[:-5]).events == read(client(*SEEN[:-1])).events
    with pytest.raises(RecordError, match="line 2"):
        read(SOUL_CLIENT.replace(b'"NewRound"', b'"New', 1).replace(b'{"name": "ActionNewRound"', b'{"name" "x"', 1))


def test_a_client_that_never_draws_has_no_seat() -> None:
    with pytest.raises(RecordError, match="the own seat is not told"):
        read(client(*SEEN[:3]))


@pytest.mark.parametrize("data", [SOUL, SOUL_2020, WIRE, FRAME, SOUL_HEX, SOUL_CLIENT])
def test_the_audit_of_a_small_game_agrees_with_all_that_is_said(data: bytes) -> None:
    found = audit_record(read(data))
    assert found.clean
    assert sum(found.agree.values()) > 4


def test_the_head_may_be_missing() -> None:
    document = json.loads(SOUL)
    del document["head"]
    headless = read(json.dumps(document).encode())
    assert (headless.names, headless.events[:-1]) == ((), read(SOUL).events[:-1])
