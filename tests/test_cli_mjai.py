"""`minogashi mjai`: one seat over a pipe, with the others' hands hidden, as a bot and as an advisor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import games
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minogashi import events as ev
from minogashi import formats
from minogashi.errors import MinogashiError
from minogashi.play.bots import BOTS
from minogashi.play.match import Match
from minogashi.play.mjai_bot import Limits
from minogashi.play.mjai_lines import View, act
from minogashi.play.mjai_seat import MjaiSeat
from minogashi.play.players import close_all, make_player, watching
from minogashi.record import Record
from minogashi.rulebook import profile

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "minogashi", "mjai"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "error"}
START = games.line("start_game", id=1, names=["Ann", "Bo", "Cem", "Di"])
PATIENT = Limits(answer=20.0, start=30.0)


def run(text: str | bytes, *options: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit code, answers and standard error."""
    data = text.encode() if isinstance(text, str) else text
    done = subprocess.run([*COMMAND, *options], input=data, capture_output=True, env=ENVIRONMENT, check=False)  # noqa: S603
    return done.returncode, [json.loads(row) for row in done.stdout.splitlines()], done.stderr.decode()


def answers(*rows: str, **options: Any) -> list[dict[str, Any]]:  # noqa: ANN401  the seat's own
    seat = MjaiSeat(**options)
    return [seat.answer(row.encode()) for row in rows]


def game(rules: str, players: list[Any], hands: int | None) -> list[ev.Event]:
    out: list[ev.Event] = []
    match = Match(profile(rules), players, 3, winds=1, keep=out.append, watch=watching(players))
    try:
        match.run(hands)
    finally:
        close_all(players)
    return out


@pytest.mark.skipif(os.name == "nt", reason="pipes cannot be waited for there")
@pytest.mark.parametrize(
    ("rules", "bot", "batch"),
    [("tenhou", "sensible", False), ("tenhou-sanma", "sensible", True), ("tenhou", "random", True)],
)
def test_a_game_over_pipes_is_the_same_game(rules: str, bot: str, batch: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    monkeypatch.setenv("PYTHONPATH", ENVIRONMENT["PYTHONPATH"])
    told: list[Any] = []
    command = f"{sys.executable} -m minogashi mjai --bot {bot} --seed 7"
    seats = range(profile(rules).seats)
    outside = [make_player(command, seat, 0, batch=batch, limits=PATIENT, tell=told.append) for seat in seats]
    events = game(rules, outside, None)
    assert events == game(rules, [BOTS[bot](7) for _ in seats], None)
    assert isinstance(events[-1], ev.GameEnd)
    assert told == []


def test_a_seat_that_sees_only_itself_is_asked_and_told_the_same_as_at_the_open_table() -> None:
    """Every act of a game played with open hands is what the seat itself answers from its own lines."""
    for rules in ("mleague", "majsoul-sanma"):
        seats = range(profile(rules).seats)
        events = game(rules, [BOTS["random"](9) for _ in seats], 3)
        for me in seats:
            view, seat = View(me), MjaiSeat(rules, bot="random", seed=9, seat=me)
            last = ""
            for event in events:
                acts = getattr(event, "seat", None) == me and isinstance(event, ev.Discard | ev.Riichi | ev.ClosedKan)
                lines = view.lines(event)
                if acts:
                    assert last == json.dumps(next(line for line in lines if line.get("actor") == me))
                for line in lines:
                    answer = seat.answer(json.dumps(line).encode())
                    # an indicator comes between an own draw and the discard, and asks for nothing
                    last = last if line["type"] in {"dora", "reach_accepted"} else json.dumps(answer)
            assert not seat.faulty


ACTS = ev.Discard | ev.Riichi | ev.Call | ev.ClosedKan | ev.AddedKan | ev.North | ev.Ron | ev.Tsumo


def same(line: dict[str, Any]) -> tuple[Any, ...]:
    """An act without what a menu tells otherwise: the order of its tiles, whether one like it was drawn."""
    taken = [] if line["type"] == "kakan" else line.get("consumed", [])
    return line["type"], line.get("pai"), sorted(taken)


def test_whatever_people_did_in_real_games_was_on_the_menu_of_a_seat_that_sees_only_itself(records: Path) -> None:
    acts = 0
    for number, found in enumerate(islice(formats.records(records / "mjlog"), 20)):
        assert isinstance(found, Record)
        me = number % found.seats
        view, seat = View(me), MjaiSeat(found.profile, found.options, bot="none", seat=me)
        menu: list[dict[str, Any]] = []
        for event in found.events:
            if isinstance(event, ACTS) and event.seat == me:
                acts += 1
                assert same(act(event)) in [same(entry) for entry in menu]
            for line in view.lines(event):
                answer = seat.answer(json.dumps(line).encode())
                if line["type"] not in {"dora", "reach_accepted"}:
                    menu = answer.get("menu", [])
        assert not seat.faulty
    assert acts > 1000


def test_the_advisor_tells_the_menu_and_why_a_win_is_refused() -> None:
    told = answers(START, *games.LET_GO, bot="none")
    offered = told[3]
    assert offered["type"] == "none"
    assert offered["menu"] == [
        {"type": "hora", "actor": 1, "target": 0, "pai": "4s"},
        {"type": "chi", "actor": 1, "target": 0, "pai": "4s", "consumed": ["2s", "3s"]},
        {"type": "none"},
    ]
    assert [(found["claim"], found["allowed"]) for found in offered["verdicts"]] == [("ron", True), ("chi", True)]
    refused = told[9]
    assert refused["menu"] == []
    (verdict,) = refused["verdicts"]
    assert verdict == {
        "claim": "ron",
        "tile": "4s",
        "uses": [],
        "allowed": False,
        "reasons": [
            {
                "code": "furiten_temporary",
                "tile": "1s",
                "event": 6,
                "until": ["own_discard"],
                "text": "Same-turn furiten since W's 1s (turn 1); ends at S's next discard",
            }
        ],
    }
    own = told[4]
    assert own["menu"][0] == {"type": "reach", "actor": 1}
    assert [found["claim"] for found in own["verdicts"]] == ["riichi"]
    assert told[0] == told[2] == told[5] == {"type": "none"}


def test_a_bot_that_explains_acts_too() -> None:
    plain, explained = answers(START, *games.LET_GO[:3]), answers(START, *games.LET_GO[:3], explain=True)
    assert plain[3]["type"] == explained[3]["type"] == "hora"
    assert "menu" not in plain[3]
    assert explained[3]["verdicts"][0]["claim"] == "ron"


def test_a_list_of_events_has_one_answer_to_the_last() -> None:
    rows = [json.loads(row) for row in [START, *games.LET_GO[:3]]]
    assert answers(json.dumps(rows[:-1])) == [{"type": "none"}]
    assert answers(json.dumps(rows))[0]["type"] == "hora"
    late = [*rows[:3], {"type": "dora", "dora_marker": "1z"}]
    own = {"type": "start_game", "id": 0, "names": ["a", "b", "c", "d"]}
    assert answers(json.dumps([own, *late[1:]]))[0]["type"] == "dahai"


def test_three_seats_are_played_by_their_own_rules() -> None:
    hands = [["?"] * 13, ["1m", "9m", "N", *["1p", "4p", "7p"] * 3, "7s"], ["?"] * 13]
    deal = games.line(
        "start_kyoku",
        bakaze="E",
        kyoku=1,
        honba=0,
        kyotaku=0,
        oya=1,
        scores=[35000] * 3,
        dora_marker="9p",
        tehais=hands,
    )
    rows = [games.line("start_game", id=1, names=["a", "b", "c"]), deal, games.line("tsumo", actor=1, pai="9s")]
    assert answers(*rows)[-1] == {"type": "nukidora", "actor": 1, "pai": "N"}
    (error,) = [found for found in answers(*rows, rules="mleague") if found["type"] == "error"][:1]
    assert error["message"] == "line 3: this hand cannot be followed: mleague is for 4 seats, and the lines have 3"


def test_the_seat_is_the_one_whose_hand_is_shown_or_the_one_that_is_named() -> None:
    nobody = games.line("start_game", names=["a", "b", "c", "d"])
    assert "which seat is meant?" in answers(nobody, *games.LET_GO[:3])[2]["message"]
    assert answers(nobody, *games.LET_GO[:3], seat=1)[3]["type"] == "hora"
    deal = json.loads(games.LET_GO[0])
    deal["tehais"] = [hand if seat == 1 else ["?"] * 13 for seat, hand in enumerate(deal["tehais"])]
    rows = [nobody, json.dumps(deal), games.line("tsumo", actor=0, pai="?"), games.LET_GO[2]]
    assert answers(*rows)[3]["type"] == "hora"
    seven = games.line("start_game", id=7, names=["a", "b", "c", "d"])
    assert (
        answers(seven, *games.LET_GO[:2])[2]["message"]
        == "line 3: this hand cannot be followed: seat 7: this game has seats 0 to 3"
    )


def test_a_line_that_cannot_be_is_told_and_the_next_hand_goes_on() -> None:
    rows = [
        START,
        *games.LET_GO[:1],
        games.line("tsumo", actor=2, pai="7p"),
        games.line("dahai", actor=2, pai="7p"),
        games.line("end_kyoku"),
        *games.LET_GO[:3],
    ]
    told = answers(*rows)
    assert told[2]["message"] == "line 3: this hand cannot be followed: event 1 (Draw) cannot be: out_of_turn"
    assert told[3]["type"] == told[4]["type"] == "error"
    assert told[7]["type"] == "hora"


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("hello", "expected a JSON object or a list of them"),
        ('{"type":"tsumo"', "not an mjai event"),
        ('{"type":"tsumo","actor":"x","pai":"1m"}', "not an mjai event"),
        ('{"type":"start_kyoku","dora_marker":"11m"}', "'11m' is not a tile"),
        ('{"type":"dahai","actor":0,"pai":"1m"}', "outside a hand"),
        ('{"type":"start_kyoku","kyoku":9,"oya":0}', "kyoku must be 1 to 4"),
    ],
)
def test_a_line_that_cannot_be_read_has_an_error_for_an_answer(row: str, problem: str) -> None:
    told = answers(START, row, START)
    assert [found["type"] for found in told] == ["none", "error", "none"]
    assert told[1]["message"].startswith("line 2: ")
    assert problem in told[1]["message"]


def test_unknown_lines_and_blank_ones_are_let_pass() -> None:
    code, told, error = run(f'{{"type":"hello","protocol":"mjsonp"}}\n\n{START}\n')
    assert (code, told, error) == (0, [{"type": "none"}] * 2, "")


def test_the_exit_code_tells_of_lines_that_could_not_be_read() -> None:
    code, told, error = run(f"{START}\nwhat?\n\xff\xfe\n")
    assert [found["type"] for found in told] == ["none", "error", "error"]
    assert (code, error) == (1, "")


def test_a_line_without_an_end_is_refused() -> None:
    code, told, error = run(b'{"type":"none","x":"' + b"y" * 1_100_000)
    assert (code, [found["type"] for found in told]) == (2, ["error"])
    assert error == "error: standard input has a line of more than 1048576 bytes\n"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--bot", "clever"], "no bot 'clever': expected random, sensible or none"),
        (["--profile", "nowhere"], "nowhere"),
        (["--set", "kuikae=perhaps"], "kuikae"),
        (["--profile", "sg-wong-v1"], "sg-wong-v1 is no riichi rule book"),
    ],
)
def test_wrong_use_is_told_in_one_line(options: list[str], problem: str) -> None:
    code, told, error = run("", *options)
    assert (code, told) == (2, [])
    assert problem in error
    assert error.count("\n") == 1


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(MinogashiError, match="no bot 'x'"):
        MjaiSeat(bot="x")


def recorded(me: int = 1) -> list[dict[str, Any]]:
    view = View(me)
    events = game("tenhou", [BOTS["random"](2) for _ in range(4)], 2)
    return [line for event in events for line in view.lines(event)]


RECORDED = recorded()
TILES = ["1m", "5mr", "9p", "E", "P", "?", "5s", "x", ""]
VALUES = st.one_of(
    st.none(), st.integers(-2, 40), st.sampled_from(TILES), st.lists(st.sampled_from(TILES), max_size=14)
)


@settings(max_examples=150, deadline=None)
@given(
    bot=st.sampled_from(["random", "none"]),
    edits=st.lists(
        st.tuples(st.integers(0, len(RECORDED) - 1), st.sampled_from(["drop", "twice", "change"]), st.data(), VALUES),
        min_size=1,
        max_size=4,
    ),
)
def test_no_line_ends_in_a_traceback(bot: str, edits: list[tuple[int, str, st.DataObject, Any]]) -> None:
    rows = [json.loads(START), *json.loads(json.dumps(RECORDED))]
    for at, how, data, value in edits:
        line = rows[min(at, len(rows) - 1)]
        if how == "change":
            line[data.draw(st.sampled_from(sorted(line)))] = value
        elif how == "twice":
            rows.insert(at, line)
        else:
            rows.remove(line)
    seat = MjaiSeat(bot=bot)
    for row in rows:
        answer = seat.answer(json.dumps(row).encode())
        assert answer["type"] in {
            "none", "error", "dahai", "reach", "chi", "pon", "daiminkan", "ankan", "kakan", "hora", "ryukyoku",
        }  # fmt: skip


def play(*arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of `minogashi play`."""
    command = [*COMMAND[:-1], "play", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT, check=False, text=True)  # noqa: S603
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes cannot be waited for there")
def test_a_program_plays_at_the_table_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    bot = f"{sys.executable} {Path(__file__).parent / 'bots' / 'tsumogiri.py'}"
    game = ("riichi", "--auto", "--seed", 4, "--hands", 1, "--bots", "random", "--record", path)
    code, told, error = play(*game, "--bot", f"{bot} passes 17")
    assert (code, told.count("E1.0")) == (0, 1)
    assert error == "seat 0: the bot answered none, which is refused: it is the seat's own turn, so it must act\n"
    saved = formats.read(path)
    assert [said.value["text"] for said in saved.statements] == [error.strip()]
    assert saved.setup is not None
    assert saved.setup.players == ("mjai", "random", "random", "random")
    assert play("--resume", path) == (2, "", "error: --bot is needed as often as programs play here (1), found 0\n")
    code, told, error = play("--resume", path, "--hands", 2, "--bot", bot)
    assert (code, error) == (0, "")
    assert len(told.splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("singapore", "--auto", "--bot", sys.executable), "mjai has no words for singapore's tiles"),
        (("riichi", "--auto", "--bot", "random"), "--bot takes the command of a program, not 'random'"),
        (("riichi", "--auto", "--bot", "/no/such program"), "no player '/no/such program'"),
        (("riichi", *["--bot", sys.executable] * 4), "4 programs (--bot) are more than the 3 seats"),
    ],
)
def test_a_program_that_cannot_play_is_refused_before_a_file_is_made(
    arguments: tuple[str, ...], problem: str, tmp_path: Path
) -> None:
    code, _, error = play(*arguments, "--record", tmp_path / "game.jsonl")
    assert code == 2
    assert problem in error
    assert list(tmp_path.iterdir()) == []
