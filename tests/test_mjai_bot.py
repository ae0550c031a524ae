"""Outside programs at the table: whatever they do, the game goes on, and what they did is told."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import MinogashiError
from minogashi.formats import read, written
from minogashi.play import menu, saving
from minogashi.play.match import Match
from minogashi.play.mjai_bot import Limits, MjaiBot, refusal
from minogashi.play.mjai_lines import Answer, View, act_of, asked, chosen
from minogashi.play.players import close_all, make_player, watching
from minogashi.record import Record, Setup, Statement
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import parse_mjai, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.play.deal import Player

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes cannot be waited for there")

BOT = Path(__file__).parent / "bots" / "tsumogiri.py"
QUICK = Limits(answer=0.6, start=20.0, restarts=2, faults=4)
PATIENT = Limits(answer=20.0, start=20.0, restarts=2, faults=4)


def command(*words: object) -> list[str]:
    return [sys.executable, str(BOT), *map(str, words)]


class Tsumogiri:
    """What the bot program does, without a program."""

    def choose(self, _table: Table, _seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """The tile just drawn, or a pass."""
        return next((event for event in choices if isinstance(event, ev.Discard) and event.drawn), choices[-1])


def hand(players: Sequence[Player], rules: str = "tenhou", hands: int = 1) -> list[ev.Event]:
    """The events of a game with these players, whose programs are ended."""
    out: list[ev.Event] = []
    match = Match(profile(rules), players, 4, winds=1, keep=out.append, watch=watching(players))
    try:
        match.run(hands)
    finally:
        close_all(players)
    return out


def beside(bot: MjaiBot, rules: str = "tenhou", hands: int = 1) -> list[ev.Event]:
    """A hand with the bot on seat 1."""
    return hand([bot if seat == 1 else Tsumogiri() for seat in range(profile(rules).seats)], rules, hands)


def childless() -> bool:
    """Whether no child of this process is left, not even one that nobody has waited for."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


@pytest.mark.parametrize(
    ("rules", "batch", "words"),
    [
        ("tenhou", False, []),
        ("tenhou-sanma", True, []),
        ("tenhou", True, ["pieces"]),
        ("tenhou-sanma", False, ["noise"]),
    ],
)
def test_a_good_bot_plays_as_if_it_were_no_program(rules: str, batch: bool, words: list[str]) -> None:  # noqa: FBT001
    told: list[Statement] = []
    bot = MjaiBot(command(*words), 1, batch=batch, tell=told.append, limits=PATIENT)
    seats = profile(rules).seats
    assert beside(bot, rules) == hand([Tsumogiri() for _ in range(seats)], rules)
    assert told == []
    assert bot.starts == 1
    assert childless()


FAULTS = {
    "dies": ("died", "ended with exit code 3 (its last line on standard error: no more tiles for me)"),
    "killed": ("died", "was ended by signal 9"),
    "stalls": ("stalled", "gave no answer within 0.6 s"),
    "half": ("stalled", 'only \'{"type":"da\' without an end of line'),
    "floods": ("flooded", "wrote a line of more than 65536 bytes: 'xxxx"),
    "chatters": ("unasked", 'wrote a line that nobody had asked for: \'{"type"'),
    "closes": ("died", "closed its output"),
    "garbage": ("garbled", "which is no mjai act"),
    "number": ("garbled", "answered '17', which is no mjai act"),
    "unknown": ("illegal", "'tsumo' is no act"),
    "other seat": ("illegal", "seat 1 may not act for seat 2"),
    "reach": ("illegal", "answered reach, which is refused: The hand is not ready, whichever tile is thrown"),
    "not held": ("illegal", "answered dahai, which is refused: The tiles that this needs are not held"),
    "no tile": ("illegal", "a dahai needs its tile (pai)"),
    "not a tile": ("illegal", "'0x' is not a tile"),
    "passes": ("illegal", "answered none, which is refused: it is the seat's own turn, so it must act"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_and_the_seat_throws_what_it_drew(fault: str) -> None:
    code, text = FAULTS[fault]
    told: list[Statement] = []
    bot = MjaiBot(command(fault, 2), 1, tell=told.append, limits=QUICK if code == "stalled" else PATIENT)
    began = time.monotonic()
    events = beside(bot)
    assert time.monotonic() - began < 30
    assert events == hand([Tsumogiri() for _ in range(4)])
    codes = [said.value["code"] for said in told]
    assert code in codes
    assert set(codes) <= {code, "out"}
    assert text in told[0].value["text"]
    assert told[0].value["text"].startswith("seat 1: the bot ")
    assert {(said.seat, said.kind) for said in told} == {(1, "bot")}
    assert "\n" not in told[0].value["text"]
    assert childless()


def test_a_program_that_fails_is_started_again_once_a_hand_and_no_more_than_it_may() -> None:
    told: list[Statement] = []
    bot = MjaiBot(command("dies", 3), 1, tell=told.append, limits=Limits(answer=20.0, restarts=3, faults=50))
    events = beside(bot, hands=4)
    starts = [at for at, event in enumerate(events) if isinstance(event, ev.RoundStart)]
    per_hand = [
        sum(start <= said.at < end for said in told)
        for start, end in zip(starts, [*starts[1:], len(events)], strict=True)
    ]
    # two deaths in the first hand (one restart), then a restart a hand, then it is out
    assert per_hand == [2, 1, 1, 1]
    assert [said.value["code"] for said in told] == ["died"] * 4 + ["out"]
    assert "it was started again 3 times" in told[-1].value["text"]
    assert (bot.starts, bot.out) == (4, True)


def test_a_bot_that_is_started_again_hears_the_whole_hand_again(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    told: list[Statement] = []
    bot = MjaiBot([sys.executable, str(BOT.with_name("listener.py")), str(log)], 1, tell=told.append, limits=PATIENT)
    assert beside(bot, hands=2) == hand([Tsumogiri() for _ in range(4)], hands=2)
    assert [said.value["text"].endswith("ended with exit code 0") for said in told] == [True]
    heard = [json.loads(row) for row in log.read_text().splitlines()]
    again = [at for at, line in enumerate(heard) if line["type"] == "start_game"]
    assert len(again) == 2
    before, after = heard[: again[1]], heard[again[1] :]
    assert after[: len(before)] == before
    assert [line["type"] for line in after].count("start_kyoku") == 2
    assert after[-1]["type"] == "end_kyoku"


def test_faults_are_counted_to_the_last_and_then_the_bot_is_out() -> None:
    told: list[Statement] = []
    bot = MjaiBot(command("garbage"), 1, tell=told.append, limits=Limits(answer=20.0, faults=3))
    beside(bot)
    assert [said.value["code"] for said in told] == ["garbled"] * 3 + ["out"]
    assert (
        told[-1]
        .value["text"]
        .endswith("is out of the game, since it made 3 faults; the seat throws what it draws to the end")
    )
    assert (bot.out, bot.starts) == (True, 1)


def test_a_bot_that_ends_with_its_hand_is_started_again_for_the_next() -> None:
    told: list[Statement] = []
    code = "import sys\nfor row in sys.stdin:\n    if 'end_kyoku' in row: sys.exit()\n    print('{\"type\":\"none\"}')"
    with MjaiBot([sys.executable, "-c", code], 1, tell=told.append, limits=Limits(answer=20.0, faults=999)) as bot:
        beside(bot, hands=2)
    died = [said for said in told if said.value["code"] == "died"]
    assert len(died) == bot.starts == 2


def test_what_a_bot_leaves_behind_is_ended_with_it(tmp_path: Path) -> None:
    left = tmp_path / "left"
    bot = MjaiBot(command("bears", 0, left), 1, limits=Limits(answer=0.3, faults=1))
    beside(bot)
    assert bot.out
    time.sleep(1.5)
    assert not left.exists()


def test_a_program_that_is_not_there_is_out_at_once() -> None:
    told: list[Statement] = []
    beside(MjaiBot(["/no/such/program"], 1, tell=told.append))
    assert [said.value["code"] for said in told] == ["missing", "out"]
    assert "cannot be started: No such file or directory" in told[0].value["text"]


def test_faults_are_kept_in_a_record() -> None:
    told: list[Statement] = []
    events = beside(MjaiBot(command("passes"), 1, tell=told.append, limits=PATIENT))
    assert isinstance(events[told[0].at], ev.Draw)
    record = Record("", "minogashi", "tenhou", events=events, statements=told)
    assert read(written.write(record)).statements == told


def test_a_game_with_a_program_is_saved_without_its_command(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = saving.start("tenhou", {}, Setup(3, ("random", "mjai", "random", "random")))
    saving.create(path, record)
    told: list[Statement] = []

    def tell(statement: Statement) -> None:
        told.append(statement)
        game.say(statement)

    game = saving.Game(record, path, guests={1: MjaiBot(command("passes", 2), 1, limits=PATIENT, tell=tell)})
    game.run(hands=1)
    whole = path.read_bytes()
    assert BOT.name.encode() not in whole
    saved = read(path)
    assert saved.statements == told
    assert [said.value["code"] for said in saved.statements] == ["illegal"] * 4 + ["out"]
    assert childless()
    # the program has to be named again, and then the game goes on where it stopped
    with pytest.raises(MinogashiError, match="has to be named again"):
        saving.resume(path)
    cut = whole[: whole.rindex(b'"tsumo"')]
    path.write_bytes(cut[: cut.rindex(b"\n") + 1])
    saving.resume(path, guests={1: MjaiBot(command(), 1, limits=PATIENT)}).run(hands=1)
    again = read(path)
    assert again.events == saved.events
    assert childless()


# What a seat is shown


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_a_seat_is_shown_nothing_of_the_others_hands(rules: str) -> None:
    players = [make_player("random", seat, 5) for seat in range(profile(rules).seats)]
    events = hand(players, rules, hands=3)
    for me in range(len(players)):
        view = View(me)
        lines = [line for event in events for line in view.lines(event)]
        for line in lines:
            if line["type"] == "start_kyoku":
                assert [set(shown) == {"?"} for shown in line["tehais"]] == [seat != me for seat in range(len(players))]
            if line["type"] == "tsumo":
                assert (line["pai"] == "?") == (line["actor"] != me)
        kinds = {line["type"] for line in lines}
        assert not kinds & {"pass", "ask", "none"}
        # and the lines are a record that the reader understands
        names = ["a", "b", "c", "d"][: len(players)]
        text = "\n".join(json.dumps(line) for line in [{"type": "start_game", "id": me, "names": names}, *lines])
        record = read(text.encode())
        assert record.view == me
        told = [event for event in events if not isinstance(event, ev.Pass | ev.Ask)]
        assert [type(event) for event in record.events] == [type(event) for event in told]


def test_a_riichi_stands_before_the_next_draw_unless_its_discard_is_won() -> None:
    tile = parse_mjai("5p")
    start = ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (tile,), ((tile,) * 13,) * 4)

    def kinds(*after: ev.Event) -> list[str]:
        view = View(2)
        return [
            line["type"] for event in (start, ev.Riichi(1), ev.Discard(1, tile), *after) for line in view.lines(event)
        ][1:]

    assert kinds(ev.Pass(3), ev.Draw(2, tile)) == ["reach", "dahai", "reach_accepted", "tsumo"]
    assert kinds(ev.Ask(3, PON), ev.Ron(0, 1, tile)) == ["reach", "dahai"]
    drawn = kinds(ev.RoundEnd("four_riichi", (25000, 24000, 25000, 25000)))
    assert drawn == ["reach", "dahai", "reach_accepted", "ryukyoku", "end_kyoku"]


def test_points_are_told_with_the_last_win() -> None:
    tile = parse_mjai("5p")
    view = View(0)
    view.lines(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (tile,), ((tile,) * 13,) * 4))
    wins = [ev.Ron(2, 1, tile), ev.Ron(3, 1, tile)]
    assert [view.lines(win) for win in wins] == [[], []]
    first, last, end = view.lines(ev.RoundEnd("win", (25000, 22000, 26000, 27000)))
    assert (first["actor"], last["actor"], end["type"]) == (2, 3, "end_kyoku")
    assert "deltas" not in first
    assert last["deltas"] == [0, -3000, 1000, 2000]


# What an answer means


def table(south: str, thrown: str) -> Table:
    """East has thrown a tile, and South holds these."""
    out = Table(profile("tenhou"))
    hidden = (parse_mjai("?"),) * 13
    out.apply(
        ev.RoundStart(
            0, 0, 0, 0, 0, (25000,) * 4, (parse_mjai("N"),), (hidden, tuple(parse_tiles(south)), hidden, hidden)
        )
    )
    out.apply(ev.Draw(0, parse_mjai("?")))
    out.apply(ev.Discard(0, parse_mjai(thrown)))
    return out


RED = table("055m46p340p1122z1s", "5m")


def meant(at: Table, **answer: Any) -> ev.Event | None:  # noqa: ANN401  JSON
    event = asked(Answer(**answer), at, 1)
    return chosen(event, menu.offer(at, 1))


@pytest.mark.parametrize(
    ("kind", "consumed", "claim"),
    [
        ("pon", ["5m", "5m"], PON),
        ("pon", ["5mr", "5m"], PON),
        ("pon", ["5m", "5mr"], PON),
        ("daiminkan", ["5m", "5mr", "5m"], OPEN_KAN),
    ],
)
def test_the_tiles_that_a_call_takes_are_taken_exactly(kind: str, consumed: list[str], claim: int) -> None:
    found = meant(RED, type=kind, actor=1, target=0, pai="5m", consumed=consumed)
    assert isinstance(found, ev.Call)
    assert found.claim == claim
    assert sorted(found.uses) == sorted(parse_mjai(tile) for tile in consumed)
    assert act_of(RED, found)["type"] == kind


def test_a_call_may_leave_out_whose_tile_it_takes() -> None:
    found = meant(table("46p055m340p1122z1s", "5p"), type="chi", consumed=["6p", "4p"])
    assert isinstance(found, ev.Call)
    assert found.claim == CHI


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"type": "pon", "consumed": ["5m"]}, "a pon consumes 2 tiles, found 1"),
        ({"type": "pon", "pai": "6m", "consumed": ["5m", "5m"]}, "5m is on offer, not 6m"),
        ({"type": "pon", "target": 2, "consumed": ["5m", "5m"]}, "is seat 0's, not seat 2's"),
        ({"type": "ankan", "consumed": ["5m", "5m", "5m", "6m"]}, "four tiles of one kind"),
    ],
)
def test_an_answer_that_is_no_act_says_why(answer: dict[str, Any], problem: str) -> None:
    with pytest.raises(MinogashiError, match=problem):
        asked(Answer(**answer), RED, 1)


def test_a_call_with_tiles_that_are_not_held_is_on_no_menu() -> None:
    assert meant(table("5m46p340p1122z123s", "5m"), type="pon", consumed=["5m", "5m"]) is None


def own_turn(hand: str, drawn: str) -> Table:
    """East has drawn a tile to this hand."""
    out = Table(profile("tenhou"))
    hidden = (parse_mjai("?"),) * 13
    hands = (tuple(parse_tiles(hand)), hidden, hidden, hidden)
    out.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (parse_mjai("N"),), hands))
    out.apply(ev.Draw(0, parse_mjai(drawn)))
    return out


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"type": "reach"}, "The hand is not ready, whichever tile is thrown"),
        ({"type": "hora"}, "The tile does not complete the hand"),
        ({"type": "ryukyoku"}, "Fewer than nine different terminals and honours are held"),
        ({"type": "ankan", "consumed": ["2m"] * 4}, "The tiles that this needs are not held"),
        ({"type": "kakan", "pai": "2m"}, "The tiles that this needs are not held"),
        ({"type": "dahai", "pai": "8s"}, "The tiles that this needs are not held"),
        ({"type": "kita"}, "No tile is on offer that this could take"),
        ({"type": "nukidora", "pai": "N"}, "No tile is on offer that this could take"),
        ({"type": "none"}, "it is the seat's own turn, so it must act"),
    ],
)
def test_an_act_in_the_own_turn_is_refused_with_the_referees_words(answer: dict[str, Any], problem: str) -> None:
    at = own_turn("123m456m258p369s1z", "2z")
    event = asked(Answer(**answer), at, 0)
    assert chosen(event, menu.own_turn(at, 0)) is None
    assert refusal(at, event) == problem


def test_a_claim_is_refused_with_the_referees_words() -> None:
    at = table("055m46p340p1122z1s", "9p")
    hora, pon = asked(Answer(type="hora", target=0), at, 1), asked(Answer(type="pon", consumed=["9p", "9p"]), at, 1)
    assert refusal(at, hora) == "The tile does not complete the hand"
    assert refusal(at, pon) == "The tiles that this needs are not held"
    with pytest.raises(MinogashiError, match="no tile is on offer for a pon"):
        asked(Answer(type="pon", consumed=["9p", "9p"]), own_turn("123m456m258p369s1z", "2z"), 0)


def test_a_kan_that_is_added_names_its_pon() -> None:
    at = table("055m46p340p1122z1s", "1z")
    events: list[ev.Event] = [
        ev.Call(1, PON, parse_mjai("E"), 0, (parse_mjai("E"),) * 2),
        ev.Discard(1, parse_mjai("1s"), drawn=False),
        ev.Draw(2, parse_mjai("?")),
        ev.Discard(2, parse_mjai("9p"), drawn=True),
        ev.Draw(3, parse_mjai("?")),
        ev.Discard(3, parse_mjai("9p"), drawn=True),
        ev.Draw(0, parse_mjai("?")),
        ev.Discard(0, parse_mjai("9p"), drawn=True),
        ev.Draw(1, parse_mjai("E")),
    ]
    view = View(1)
    for event in events:
        view.lines(event)
        at.apply(event)
    kan = next(event for event in menu.own_turn(at, 1) if isinstance(event, ev.AddedKan))
    line: dict[str, Any] = {"type": "kakan", "actor": 1, "pai": "E", "consumed": ["E", "E", "E"]}
    assert act_of(at, kan) == line
    assert view.lines(kan) == [line]
    assert chosen(asked(Answer(**line), at, 1), [kan]) == kan


def test_nine_terminals_are_told_as_the_draw_that_they_are() -> None:
    tile = parse_mjai("5p")
    view = View(0)
    view.lines(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (tile,), ((tile,) * 13,) * 4))
    assert view.lines(ev.NineTerminals(2)) == []
    told = view.lines(ev.RoundEnd("nine_terminals", (25000,) * 4))[0]
    assert (told["type"], told["actor"], told["reason"]) == ("ryukyoku", 2, "kyushukyuhai")
    assert view.lines(ev.Dora(tile)) == [{"type": "dora", "dora_marker": "5p"}]
    assert view.lines(ev.GameEnd()) == [{"type": "end_game"}]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sensibel", "no player 'sensibel': expected random, sensible, human or the command of a bot"),
        ("", "no player ''"),
        ("python3 -c '", "cannot be read"),
        ("human", "nobody sits at this table"),
        ("'open", "cannot be read: No closing quotation"),
    ],
)
def test_a_player_that_nobody_is_is_refused(text: str, problem: str) -> None:
    with pytest.raises(MinogashiError, match=problem):
        make_player(text, 0, 1)


def test_a_bot_is_no_player_of_a_game_for_which_mjai_has_no_words() -> None:
    with pytest.raises(MinogashiError, match="riichi only"):
        make_player(f"{sys.executable} bot.py", 0, 1, family="singapore")
    assert isinstance(make_player(f"{sys.executable} 'my bot.py'", 0, 1), MjaiBot)
