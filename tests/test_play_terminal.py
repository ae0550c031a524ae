"""A person at the table: the screens, the words, the answers, and games played to their end by what is typed."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from minogashi.cli.common import INTERRUPTED, USAGE
from minogashi.events import Call, ClosedKan, Discard, GameEnd, Pass, Riichi, Ron, RoundEnd, RoundStart, Tsumo
from minogashi.formats import read
from minogashi.play import saving
from minogashi.play.bots import SensibleBot
from minogashi.play.choices import WORDS, choices_of
from minogashi.play.terminal import LeftError, Person
from minogashi.record import Setup
from minogashi.render import Paper
from minogashi.tiles import name, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.events import Event
    from minogashi.record import Record
    from minogashi.table import Table

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "minogashi"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "error", "COLUMNS": "100"}
WORD_OF = {claim: word for word, claim in WORDS.items() if word in {"ron", "pon", "chi", "kan", "riichi", "north"}}


def play(text: str, *arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  our own command
        [*COMMAND, *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=ENVIRONMENT,
        cwd=folder,
    )


class Typist(Person):
    """Types what a sensible bot would do, with questions in between."""

    def __init__(self, me: int, *others: int) -> None:
        super().__init__(Paper(), me, self.type, others=others)
        self.bot = SensibleBot(1)
        self.lines: list[str] = []
        self.seated = "" if others else "ESWN"

    def type(self, prompt: str) -> str:
        """The next line; nothing between two hands, and whoever is asked to sits down."""
        if "next hand" in prompt:
            self.seated = self.seated if len(self.seats) == 1 else ""
            return ""
        if "sits here" in prompt:
            self.seated = prompt[0]
            return ""
        assert self.screen.speaker.letter(self.me) in self.seated, "somebody's tiles are shown before the hand-over"
        assert self.lines, "the last answer was not understood"
        return self.lines.pop(0)

    def choose(self, table: Table, seat: int, choices: Sequence[Event]) -> Event:
        """What the bot chooses, typed."""
        wanted = self.bot.choose(table, seat, choices)
        said = self.words(table, seat, choices, wanted)
        self.lines = ["why", "nonsense", "state", said]
        chosen = super().choose(table, seat, choices)
        assert chosen == wanted or "riichi" in said or isinstance(chosen, Discard)
        return chosen

    @staticmethod
    def words(table: Table, seat: int, choices: Sequence[Event], wanted: Event) -> str:
        """What one would type to choose so."""
        if isinstance(wanted, Pass):
            return "pass"
        if isinstance(wanted, Discard):
            return "d" if wanted.drawn else name(wanted.tile)
        menu = choices_of(table, table.seats[seat], choices)
        number = next(number for number, choice in enumerate(menu) if choice.event == wanted)
        if isinstance(wanted, Call):
            word = next(word for word, claim in WORDS.items() if claim & wanted.claim)
            return f"{word} {row(wanted.uses)}"
        return str(number + 1)


def evening(record: Record, path: Path, hands: int | None = None) -> bool:
    saving.create(path, record)
    person = Typist(0)
    game = saving.Game(record, path, person, person.watch)
    person.match = game.match
    return game.run(hands)


@pytest.mark.parametrize(("rules", "seats", "hand"), [("tenhou", 4, 1), ("tenhou-sanma", 3, 1), ("sg-wong-v1", 4, 1)])
def test_a_game_is_typed_to_its_end(
    rules: str, seats: int, hand: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    setup = Setup(hand, (saving.YOU, *("sensible",) * (seats - 1)), 1)
    assert evening(saving.start(rules, {}, setup), path)
    events, shown = read(path).events, capsys.readouterr().out
    assert isinstance(events[-1], GameEnd)
    assert shown.count("The game is over") == 1
    starts = [event for event in events if isinstance(event, RoundStart)]
    for start in starts:
        assert re.search(rf"^{('East', 'South')[start.wind]} {start.number + 1}.*: ", shown, re.MULTILINE)
    for event in events:
        if isinstance(event, Call | Riichi | ClosedKan) and event.seat:
            assert re.search(r"^  [ESWN] (calls|declares riichi|lays down)", shown, re.MULTILINE)
    wins = sum(isinstance(event, Ron | Tsumo) for event in events)
    assert len(re.findall(r"^  [ESWN]  worth  ", shown, re.MULTILINE)) == wins
    assert shown.count("'nonsense' is nothing to do here; expected ") > 0


@pytest.mark.parametrize(("family", "win", "foreign"), [("riichi", "ron", "hu"), ("singapore", "hu", "furiten")])
def test_a_hand_is_played_from_standard_input(family: str, win: str, foreign: str, tmp_path: Path) -> None:
    """The same few lines over and over: what does not fit costs a line and nothing else."""
    script = "pass\nd\nhelp\n" * 120
    found = play(script, "play", family, "--seed", 7, "--hands", 1, folder=tmp_path)
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    (path,) = tmp_path.glob("minogashi-*.jsonl")
    assert f"saved in {path.name}" in found.stdout
    assert f"minogashi play --resume {path.name}" in found.stdout
    events = read(path).events
    assert isinstance(events[-1], RoundEnd)
    assert "East 1   " in found.stdout
    assert "East 1: " in found.stdout
    assert f"or say it: {win}" in found.stdout
    assert not re.search(rf"\b{foreign}\b", found.stdout, re.IGNORECASE)
    audit = play("", "audit", path.name, folder=tmp_path)
    assert audit.returncode == 0, audit.stdout


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    """The end of the input, `quit`, and going on: the game is the one that it would have been."""
    options = ("play", "singapore", "--seed", 3, "--hands", 1)
    play("pass\nd\n" * 150, *options, "--record", "whole", folder=tmp_path)
    first = play("pass\nd\n" * 3, *options, "--record", "game", folder=tmp_path)
    assert first.returncode == 0
    assert first.stdout.endswith("saved; go on with: minogashi play --resume game\n")
    again = play("pass\nd\npass\nd\nquit\n", "play", "--resume", "game", "--hands", 1, folder=tmp_path)
    assert again.stdout.endswith("saved; go on with: minogashi play --resume game\n")
    play("pass\nd\n" * 150, "play", "--resume", "game", "--hands", 1, folder=tmp_path)
    assert (tmp_path / "game").read_bytes() == (tmp_path / "whole").read_bytes()


def test_people_share_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each hand-over is asked for, nobody's tiles come before it, and refusals wait for the one they concern."""
    path = tmp_path / "game.jsonl"
    players = (saving.YOU, "sensible", saving.YOU, saving.YOU)
    saving.create(path, saving.start("sg-wong-v1", {}, Setup(5, players)))
    person = Typist(0, 2, 3)
    game = saving.Game(saving.load(path), path, person, person.watch)
    person.match = game.match
    game.run(2)
    shown = capsys.readouterr().out
    for part in re.split(r"(?=^East )", shown, flags=re.MULTILINE)[1:]:
        refused = re.findall(r"refused\. \S+ is ([ESWN])'s own latest discard", part)
        looks = re.search(r"^  ([ESWN]) you", part, re.MULTILINE)
        assert looks is not None
        assert set(refused) <= {looks[1]}
    again = saving.load(path)
    person = Typist(0, 2, 3)
    game = saving.Game(again, None, person, person.watch)
    person.match = game.match
    assert not game.run(2), "a saved game of several people is taken up again"


def test_several_people_are_named_by_their_winds(tmp_path: Path) -> None:
    shown = play(
        "\nd\n\nd\n", "play", "riichi", "--seats", 3, "--seed", 2, "--seat", "ws", "--record", "game", folder=tmp_path
    )
    assert re.findall(r"^([ESWN]) is asked; Enter when \1 sits here > $", shown.stdout, re.MULTILINE)[:2] == ["S", "W"]
    assert read(tmp_path / "game").setup.players == ("sensible", saving.YOU, saving.YOU)  # type: ignore[union-attr]


def test_an_interrupt_leaves_quietly(tmp_path: Path) -> None:
    child = subprocess.Popen(  # noqa: S603  our own command
        [*COMMAND, "play", "riichi", "--record", "game"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        cwd=tmp_path,
    )
    assert child.stdout is not None
    seen = b""
    while not seen.endswith(b"\n> "):
        seen += child.stdout.read(1)
    child.send_signal(signal.SIGINT)
    out, errors = child.communicate()
    assert child.returncode == INTERRUPTED
    assert errors == b""
    assert out.endswith(b"saved; go on with: minogashi play --resume game\n")


def on_a_terminal(family: str, seed: int, typed: bytes, folder: Path, **environment: str) -> bytes:
    """What a game shows on a terminal of its own until the person has left."""
    leader, follower = pty.openpty()
    child = subprocess.Popen(  # noqa: S603  our own command
        [*COMMAND, "play", family, "--seed", str(seed), "--record", "game"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**ENVIRONMENT, "TERM": "xterm", **environment},
        cwd=folder,
    )
    os.close(follower)
    os.write(leader, typed)
    shown = b""
    while b"--resume game" not in shown:
        assert select.select([leader], [], [], 60)[0]
        shown += os.read(leader, 4096)
    child.wait()
    os.close(leader)
    assert child.returncode == 0
    return shown


def test_on_a_terminal_the_prompt_waits(tmp_path: Path) -> None:
    assert b"\x1b[1mEast 1" in on_a_terminal("riichi", 3, b"d\nquit\n", tmp_path)


@pytest.mark.parametrize("columns", [60, 80])
def test_lines_wrap_at_words_in_their_column(columns: int, tmp_path: Path) -> None:
    shown = on_a_terminal("singapore", 5, b"d\npass\n" * 20 + b"quit\n", tmp_path, COLUMNS=str(columns))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode()).splitlines()
    assert [line for line in lines if len(line) > columns] == []
    at = next(at for at, line in enumerate(lines) if "refused." in line)
    head, said = lines[at].split("refused.")
    tail = re.fullmatch(r"( +)(\S.*)", lines[at + 1])
    assert tail is not None
    assert len(tail[1]) == len(head), "the rest stands below the first words"
    told = r" (\w\w) is E's own latest discard; ends at E's next draw"
    assert re.fullmatch(told, f"{said.rstrip()} {tail[2]}"), "no word is broken"


def answers(rules: str, seed: int, lines: Sequence[str]) -> list[str]:
    """What the terminal says to each line of a fresh game, without the table in between."""
    person: Person
    shown = io.StringIO()
    left = list(lines)
    out: list[str] = []

    def typed(_prompt: str) -> str:
        sys.stdout.flush()
        out.append(shown.getvalue())
        shown.truncate(0)
        shown.seek(0)
        if not left:
            raise EOFError
        return left.pop(0)

    seats = 3 if rules == "tenhou-sanma" else 4
    person = Person(Paper(), 0, typed)
    record = saving.start(rules, {}, Setup(seed, (saving.YOU, *("sensible",) * (seats - 1))))
    game = saving.Game(record, None, person, person.watch)
    person.match = game.match
    before, sys.stdout = sys.stdout, shown
    try:
        with pytest.raises(LeftError):
            game.run()
    finally:
        sys.stdout = before
    return out[1:]


def test_what_cannot_be_done_is_told_in_one_line() -> None:
    lines = ["", "9", "pon", "chi 99x", "xyzzy", "8z", "riichi"]
    for line, said in zip(lines, answers("tenhou", 3, lines), strict=True):
        assert said.count("\n") == 1, line
        assert "expected a tile to throw, such as " in said


def test_why_without_a_question_and_about_a_tile() -> None:
    said = answers("tenhou", 3, ["why", "why tsumo", "why 9p", "why nothing", "why riichi"])
    assert "nothing is refused here" in said[0]
    assert re.search(r"tsumo \w\w +refused. The tile does not complete the hand", said[1])
    assert "no lock stands on 9p" in said[2] or "discard 9p  allowed" in said[2]
    assert "expected why, or why with a tile or one of ron, tsumo" in said[3]
    assert "The hand is not ready" in said[4]


def test_the_own_latest_discard_is_a_lock_that_binds_and_is_explained() -> None:
    """Seat 0 throws what it draws until an offer finds it under its own latest discard."""
    lines = ["pass", "d"] * 10
    said = "".join(answers("sg-wong-v1", 5, lines))
    found = re.search(r"lock  (\w\w) is E's own latest discard; ends at E's next draw", said)
    assert found
    assert "furiten" not in said.lower()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "name the game: singapore or riichi"),
        (("poker",), "expected singapore or riichi, found 'poker'"),
        (("riichi", "--profile", "sg-wong-v1"), "is a rule book of singapore"),
        (("singapore", "--seats", 3), "for 4 players, not 3"),
        (("riichi", "--seats", 3, "--seat", "N"), "--seat takes one of E S W"),
        (("riichi", "--bots", "clever"), "--bots takes random or sensible, not 'clever'"),
        (("riichi", "--bots", "random,random"), "--bots takes one name for all, or 3; found 2"),
        (("riichi", "--hands", 0), "--hands takes a number from 1"),
        (("--resume", "none"), "No such file"),
        (("riichi", "--resume", "none"), "stands alone"),
        (("--dice", "--resume", "none"), "stands alone"),
        (("riichi", "--set", "uma=abc"), "uma = 'abc': expected whole thousands by place"),
        (("singapore", "--set", "min_tai=0"), "min_tai = 0: expected a whole number, 1 or more"),
        (("singapore", "--set", "dead_wall=130", "--auto"), "dead_wall = 130: a deal takes 53 of 148 tiles"),
        (("singapore", "--set", "bites=pair=x"), "bites: 'pair=x' is not an amount"),
        (("riichi", "--club"), "under tenhou a false win is refused"),
        (("riichi", "--seat", "EE"), "--seat takes one of E S W N, or several, not 'EE'"),
        (("riichi", "--seat", ""), "--seat takes one of E S W N, or several, not ''"),
        (("riichi", "--tiles", "emoji"), "--tiles takes mpsz or unicode"),
        (("riichi", "--record", "no/where"), "cannot be written"),
    ],
)
def test_wrong_use_is_told_in_one_line(arguments: tuple[object, ...], problem: str, tmp_path: Path) -> None:
    found = play("", "play", *arguments, folder=tmp_path)
    assert found.returncode == USAGE
    assert found.stderr.startswith("error: ")
    assert found.stderr.count("\n") == 1
    assert problem in found.stderr
    assert found.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_bots_tell_each_hand_in_a_line(tmp_path: Path) -> None:
    found = play("", "play", "riichi", "--auto", "--seed", 4, "--east", "--record", "game", folder=tmp_path)
    assert found.returncode == 0
    rounds = [event for event in read(tmp_path / "game").events if isinstance(event, RoundStart)]
    lines = [line for line in found.stdout.splitlines() if re.match(r"[ESW]\d\.\d ", line)]
    assert len(lines) == len(rounds)
    assert "The game is over" in found.stdout
    assert {start.wind for start in rounds} <= {0, 1}


def test_dice_are_told_kept_and_thrown_again(tmp_path: Path) -> None:
    options = ("--seed", 7, "--dice", "--record", "game")
    told = r"^  dice \d and \d: (East|South|West|North)'s wall is broken, after its \d+(nd|rd|th) stack$"
    for family in ("riichi", "singapore"):
        shown = play("d\nquit\n", "play", family, *options, folder=tmp_path)
        assert re.search(told, shown.stdout, re.MULTILINE)
        setup = read(tmp_path / "game").setup
        assert setup is not None
        assert setup.dice
        again = play("quit\n", "play", "--resume", "game", folder=tmp_path)
        assert again.returncode == 0, again.stderr
        (tmp_path / "game").unlink()


def test_bots_save_nothing_unasked(tmp_path: Path) -> None:
    assert play("", "play", "singapore", "--auto", "--hands", 1, folder=tmp_path).returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_tiles_as_characters(tmp_path: Path) -> None:
    found = play("d\n", "play", "riichi", "--seed", 3, "--tiles", "unicode", folder=tmp_path)
    assert re.search(r"hand  [\U0001f000-\U0001f02b]", found.stdout)
