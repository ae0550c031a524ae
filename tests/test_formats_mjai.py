"""mjai JSON lines: every program's way of writing them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from specimens import HANDS, MJAI

from minogashi.claims import OPEN_KAN, PON
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
    Riichi,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.formats import parse, read
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import HIDDEN, Tile, parse_tile, parse_tiles

HIDDEN_HAND = (HIDDEN,) * 13
START = {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "1m"}


def lines(*events: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(event) for event in events).encode()


def hand(*events: dict[str, Any], **start: object) -> Record:
    return read(lines({**START, **start}, *events))


def draw(actor: int, pai: str = "?") -> dict[str, Any]:
    return {"type": "tsumo", "actor": actor, "pai": pai}


def throw(actor: int, pai: str) -> dict[str, Any]:
    return {"type": "dahai", "actor": actor, "pai": pai}


def test_a_game_in_the_common_form() -> None:
    record = read(MJAI)
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (record.format, record.profile, record.seats, record.view) == ("mjai", "tenhou", 4, 0)
    assert (start.wind, start.number, start.honba, start.sticks, start.dealer) == (1, 1, 1, 2, 1)
    assert start.hands == (tuple(parse_tiles("1m2m3m4m0m6m7m8m9m1z2z3z4z")), *[HIDDEN_HAND] * 3)
    assert record.events[1:] == [
        Draw(1, HIDDEN),
        Discard(1, parse_tile("3p"), drawn=True),
        Call(2, PON, parse_tile("3p"), 1, (parse_tile("3p"),) * 2),
        Discard(2, parse_tile("4z"), drawn=False),
        Call(0, OPEN_KAN, parse_tile("4z"), 2, (parse_tile("4z"),) * 3),
        Draw(0, parse_tile("0s"), replacement=True),
        Dora(parse_tile("6z")),
        Riichi(0),
        Discard(0, parse_tile("0s"), drawn=True),
        Ron(3, 0, parse_tile("0s")),
        RoundEnd("win", (21700, 24000, 26000, 27300)),
        GameEnd(),
    ]
    assert record.statements == [
        Statement(9, 0, "riichi_accepted", value=True),
        Statement(
            10,
            3,
            "win",
            WinClaim(2000, 30, 2, yaku={"tanyao": 1}, ura=(Tile(0),), deltas=(-2300, 0, 0, 4300)),
        ),
    ]
    assert record.place(10) == "line 13"


@pytest.mark.parametrize(
    "dress",
    [
        lambda text: "# a comment\n" + text,
        lambda text: text.replace("\n", "\n\nE-1 kyoku 0 honba\n*{0} tehai: 1m\n [1] tehai:\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "[" + text.replace("\n", ",") + "]",
        lambda text: "[\n" + text.replace("\n", ",\n") + "\n]\n",
        lambda text: "[" + text.replace("\n", ",\r\n ") + "]\n",
        lambda text: json.dumps([json.loads(line) for line in text.split("\n")], indent=2, sort_keys=True),
        lambda text: "\n".join(f"[{line}]" for line in text.split("\n")),
        lambda text: text.replace('{"type":"dora"', '{"type":"hello","names":3}\n{"type":"dora"'),
        lambda text: text.replace('"actor":0,', '"actor":0,"logs":[null,{"a":"b"}],'),
        lambda text: text.replace('"type":"start_game",', '"type":"start_game","seed":[1,2],"uri":"x",'),
    ],
)
def test_the_dress_of_the_file_does_not_matter(dress) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    text = MJAI.decode()
    assert dress(text) != text
    record = read(dress(text).encode())
    assert (record.events, record.statements) == (read(MJAI).events, read(MJAI).statements)


def test_the_place_of_a_fault_in_a_list_is_its_entry() -> None:
    events = [json.loads(line) for line in MJAI.decode().split("\n")]
    at = next(at for at, event in enumerate(events) if event["type"] == "dahai")
    for problem, pai in (("'1q' is not a tile", "1q"), ("not an mjai event: Expected `str`, got `int`", 5)):
        events[at]["pai"] = pai
        with pytest.raises(RecordError, match=f"entry {at + 1}: {problem}"):
            read(json.dumps(events, indent=1).encode())
    with pytest.raises(RecordError, match=r"line 1: not a list of mjai events: .*truncated"):
        read(json.dumps(events, indent=1).encode()[:-9])


def test_unknown_types_in_a_list_are_left_out_too() -> None:
    rest = json.dumps([{"type": "hello"}, {**START}, draw(0)])
    assert read(rest.encode()).events[1] == Draw(0, HIDDEN)


@pytest.mark.parametrize("word", ["nukidora", "kita"])
def test_both_words_for_a_north(word: str) -> None:
    events = hand(draw(0), {"type": word, "actor": 0, "pai": "N"}, draw(0)).events
    assert events[2:4] == [North(0), Draw(0, HIDDEN, replacement=True)]


def test_kans_and_the_draws_that_follow() -> None:
    events = hand(
        draw(0),
        {"type": "ankan", "actor": 0, "consumed": ["5m", "5m", "5m", "5mr"]},
        draw(0),
        throw(0, "P"),
        draw(1),
        {"type": "kakan", "actor": 1, "pai": "5pr", "consumed": ["5p", "5p", "5p"]},
        draw(1),
        {"type": "dora", "dora_marker": "E"},
        throw(1, "F"),
        draw(2),
    ).events
    assert events[2] == ClosedKan(0, tuple(parse_tiles("5550m")))
    assert events[6] == AddedKan(1, parse_tile("0p"))
    assert [event.replacement for event in events if isinstance(event, Draw)] == [False, True, False, True, False]


def test_hands_may_come_in_lines_of_their_own() -> None:
    own = json.loads(f"[{HANDS}]")[0]
    record = read(
        lines(
            {"type": "start_kyoku", "oya": 1, "dora_marker": "6s"},
            {"type": "haipai", "actor": 1, "pais": own},
            {"type": "haipai", "actor": 0, "pais": ["?"] * 13},
            draw(1),
        )
    )
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (start.dealer, start.number, start.scores) == (1, 1, (25000,) * 4)
    assert start.hands == (HIDDEN_HAND, tuple(parse_tiles("1m2m3m4m0m6m7m8m9m1z2z3z4z")), HIDDEN_HAND, HIDDEN_HAND)
    assert record.view == 1


@pytest.mark.parametrize("hands", [None, [], [None] * 4])
def test_missing_hands_are_hidden(hands: list[None] | None) -> None:
    start = hand(draw(0), tehais=hands).events[0]
    assert isinstance(start, RoundStart)
    assert start.hands == (HIDDEN_HAND,) * 4


@pytest.mark.parametrize(
    ("names", "hands"),
    [(["a", "b", "c"], None), (["a", "b", "c", ""], None), (["a", "b", "c", None], None), (None, 3), (None, 4)],
)
def test_three_players_by_names_or_hands(names: list[str | None] | None, hands: int | None) -> None:
    given = None if hands is None else [["?"] * 13] * 3 + [[]] * (hands - 3)
    record = read(lines({"type": "start_game", "names": names}, {**START, "tehais": given}, draw(0)))
    start = record.events[0]
    assert isinstance(start, RoundStart)
    assert (record.seats, record.profile, start.scores) == (3, "tenhou-sanma", (35000,) * 3)


def test_what_a_hand_does_not_tell_is_carried_over_from_the_one_before() -> None:
    def bare(dealer: int) -> dict[str, Any]:
        return {"type": "start_kyoku", "oya": dealer}

    won = {"type": "hora", "actor": 1, "target": 2, "pai": "P", "scores": [25000, 26000, 24000, 25000]}
    end = {"type": "end_kyoku"}
    record = read(
        lines(
            bare(3), draw(3), {"type": "reach", "actor": 3}, throw(3, "P"), {"type": "reach_accepted", "actor": 3},
            {"type": "ryukyoku", "reason": "fanpai"}, end,
            bare(3), draw(3), throw(3, "P"), won, end,
            bare(0), draw(0),
        )
    )  # fmt: skip
    starts = [event for event in record.events if isinstance(event, RoundStart)]
    assert [(start.wind, start.number, start.honba, start.sticks) for start in starts] == [
        (0, 3, 0, 0),
        (0, 3, 1, 1),
        (1, 0, 0, 0),
    ]
    assert starts[2].scores == (25000, 26000, 24000, 25000)


def test_a_win_without_tile_or_source_is_on_the_last_tile() -> None:
    assert hand(draw(1), throw(1, "P"), {"type": "hora", "actor": 2}).events[3] == Ron(2, 1, parse_tile("5z"))
    assert hand(draw(1, "P"), {"type": "hora", "actor": 1}).events[2] == Tsumo(1, parse_tile("5z"))


def test_a_win_without_points_says_at_least_who_paid() -> None:
    won = {"type": "hora", "actor": 2, "target": 1, "deltas": [0, -1000, 1000, 0], "ura_markers": []}
    assert hand(draw(1), throw(1, "P"), won).statements == [Statement(3, 2, "deltas", (0, -1000, 1000, 0))]


@pytest.mark.parametrize(
    ("reason", "result"),
    [
        ("fanpai", "exhaustive"),
        ("kyushukyuhai", "nine_terminals"),
        ("sufonrenta", "four_winds"),
        ("suchareach", "four_riichi"),
        ("sukaikan", "four_kans"),
        ("sanchaho", "triple_ron"),
        ("nagashimangan", "nagashi"),
    ],
)
def test_reasons_of_a_drawn_hand(reason: str, result: str) -> None:
    events = hand(draw(1), {"type": "ryukyoku", "reason": reason}, {"type": "end_kyoku"}).events
    assert events[-1] == RoundEnd(result)
    assert (NineTerminals(1) in events) == (result == "nine_terminals")


def four(claim: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        event for actor in range(4) for event in (draw(actor), {**claim, "actor": actor}, throw(actor, f"{actor + 1}p"))
    ]


@pytest.mark.parametrize(
    ("played", "result"),
    [
        ([draw(0)], "nine_terminals"),
        ([event for i in range(70) for event in (draw(i % 4), throw(i % 4, "P"))], "exhaustive"),
        ([event for i in range(4) for event in (draw(i), throw(i, "S"))], "four_winds"),
        (four({"type": "reach"}), "four_riichi"),
        (four({"type": "ankan", "consumed": ["1m"] * 4}), "four_kans"),
    ],
)
def test_a_drawn_hand_without_a_reason_is_told_by_the_table(played: list[dict[str, Any]], result: str) -> None:
    events = hand(*played, {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}).events
    assert events[-1] == RoundEnd(result)


def test_a_hand_that_nothing_ends_is_cut() -> None:
    record = hand(draw(0), {"type": "end_game", "scores": [1, 2, 3, 4]})
    assert record.cut
    assert record.events[2:] == [RoundEnd("cut"), GameEnd((1, 2, 3, 4))]


@example(MJAI.rindex(b"-") + 1)
@given(st.integers(MJAI.index(b'{"type":"tsumo"'), len(MJAI)))
def test_a_game_cut_anywhere_keeps_its_whole_lines(length: int) -> None:
    record = read(MJAI[:length])
    whole = read(MJAI).events
    kept = [event for event in record.events if not isinstance(event, RoundEnd | GameEnd)]
    assert kept == [event for event in whole if not isinstance(event, RoundEnd | GameEnd)][: len(kept)]
    assert len(kept) >= MJAI[:length].count(b"tsumo")


def test_two_games_in_one_file() -> None:
    games = parse(MJAI + b"\n" + MJAI)
    assert [game.events for game in games] == [read(MJAI).events] * 2
    assert games[1].place(0) == "line 17"


def test_a_greeting_holds_no_game() -> None:
    assert parse(b'{"type":"hello","protocol":"mjsonp"}\n') == []


def test_nobody_is_the_viewer_when_all_hands_are_open() -> None:
    assert hand(draw(0), tehais=[["1m"] * 13] * 4).view is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"type":"tsumo","actor":0,"pai":"1m"}', "line 1: tsumo outside a hand"),
        (
            '{"type":"start_kyoku"}\n{"type":"tsumo","actor":0}',
            "line 2: not an mjai event: Object missing required field",
        ),
        ('{"type":"start_kyoku"}\n{"type":"tsumo","actor":"0","pai":"1m"}', "Expected `int`, got `str` - at `$.actor`"),
        ('{"type":"start_kyoku"}\n{"type":"tsumo","actor":4,"pai":"1m"}', "line 2: seat 4: this game has seats 0 to 3"),
        ('{"type":"start_kyoku"}\n{"type":"tsumo","actor":0,"pai":"8z"}', "line 2: '8z' is not a tile"),
        (
            '{"type":"start_kyoku"}\n{"type":"tsumo","actor":0,"pai"\n{"type":"end_kyoku"}',
            "line 2: not an mjai event: Input data was truncated",
        ),
        ('{"type":"start_kyoku","oya":0,"kyoku":5}', "line 1: kyoku must be 1 to 4, found 5"),
        ('{"type":"start_kyoku","bakaze":"X"}', "line 1: bakaze must be one of E S W N, found 'X'"),
        ('{"type":"start_kyoku","tehais":[["1m"],["1m"]]}', "line 1: expected 4 hands (tehais), found 2"),
        ('{"type":"start_kyoku","tehais":[["1m"],null,null,null]}', "line 1: a dealt hand has 13 tiles, found 1"),
        ('{"type":"start_kyoku","scores":[1,2]}', "line 1: expected 4 scores, found 2"),
        ('{"type":"start_kyoku"}\n{"type":"hora","actor":0}', "line 2: a win before the first draw"),
        ('{"type":"start_kyoku"}\n{"type":"end_kyoku"}\n{"type":"hora","actor":0}', "line 3: hora outside a hand"),
        ('{"type":"start_kyoku"}\n{"type":"end_kyoku"}\n{"type":"ryukyoku"}', "line 3: ryukyoku outside a hand"),
        (
            '{"type":"start_kyoku"}\n{"type":"pon","actor":0,"target":1,"pai":"E","consumed":["E"]}',
            "line 2: a pon consumes 2 tiles, found 1",
        ),
        ('[{"type":"start_kyoku"},{"type":"tsumo"}]', "entry 2: not an mjai event: Object missing required field"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text.encode())
    assert complaint in str(caught.value)
    assert str(caught.value).startswith(("<bytes>: line ", "<bytes>: entry "))
