"""Saved games: whole at every moment, taken up again without loss, refused where they do not follow from their seed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minogashi.cli.common import USAGE
from minogashi.errors import MinogashiError, RecordError
from minogashi.events import Ask, Discard, Event, Pass, Ron
from minogashi.formats import read
from minogashi.play import saving
from minogashi.record import Setup

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "minogashi", "play"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "error"}
KILLS = 20
HANDS = 2
BOOKS = [("tenhou", 4), ("tenhou-sanma", 3), ("sg-wong-v1", 4)]


def begun(path: Path, rules: str = "tenhou", seats: int = 4, bot: str = "random", seed: int = 5) -> saving.Game:
    record = saving.start(rules, {}, Setup(seed, (bot,) * seats))
    saving.create(path, record)
    return saving.Game(record, path)


def cli(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603  our own command
        [*COMMAND, *map(str, arguments)], env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def finish(*arguments: object) -> None:
    child = cli(*arguments)
    told = child.communicate()[1]
    assert child.returncode == 0, told


@pytest.mark.parametrize(("rules", "seats"), BOOKS)
def test_a_file_cut_anywhere_goes_on_to_the_same_game(tmp_path: Path, rules: str, seats: int) -> None:
    path = tmp_path / "game.jsonl"
    begun(path, rules, seats).run(hands=2)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    dice = random.Random(rules)  # noqa: S311  places to cut, no secret
    for cut in [first, len(whole), *(dice.randrange(first, len(whole)) for _ in range(12))]:
        path.write_bytes(whole[:cut])
        saving.resume(path).run(hands=2)
        assert path.read_bytes() == whole, cut


def test_a_resumed_game_answers_nothing_twice(tmp_path: Path) -> None:
    """What was saved is played as it was, whoever sits there now: only what follows is asked."""
    path = tmp_path / "game.jsonl"
    begun(path, bot="sensible").run(hands=1)
    before = read(path).events
    path.write_bytes(path.read_bytes().replace(b'"sensible"', b'"random"'))
    saving.resume(path).run(hands=2)
    assert read(path).events[: len(before)] == before


def test_a_process_that_is_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    dice = random.Random(1)  # noqa: S311  moments to kill at, no secret
    options = ["riichi", "--auto", "--seed", 11, "--bots", "random"]
    started = time.monotonic()
    finish(*options, "--hands", HANDS, "--record", tmp_path / "whole")
    takes = time.monotonic() - started
    path, kept = tmp_path / "game.jsonl", 0
    for _ in range(KILLS):
        arguments = ["--resume", path] if path.exists() else [*options, "--record", path]
        child = cli(*arguments, "--hands", HANDS)
        time.sleep(dice.uniform(0, 1.2 * takes))
        child.send_signal(signal.SIGKILL)
        child.communicate()
        if path.exists():
            whole = path.read_bytes().rpartition(b"\n")[0]
            assert len(whole) >= kept
            kept = len(whole) - 400  # the answers to one tile may be taken back, nothing else
    finish(*(["--resume", path] if path.exists() else [*options, "--record", path]), "--hands", HANDS)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_answers_are_written_with_what_settles_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seen: list[tuple[Event, int]] = []

    def watch(event: Event) -> None:
        seen.append((event, len(read(path).events)))

    record = saving.start("sg-wong-v1", {}, Setup(2, ("sensible",) * 4))
    saving.create(path, record)
    saving.Game(record, path, watch=watch).run(hands=1)
    assert any(isinstance(event, Pass) for event, _ in seen)
    for number, (event, saved) in enumerate(seen):
        if not isinstance(event, Pass | Ask | Ron):
            assert saved == number + 1, event


def test_an_event_that_the_seed_does_not_give_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun(path).run(hands=1)
    path.write_bytes(path.read_bytes().replace(b'"seed":5', b'"seed":6'))
    with pytest.raises(RecordError, match="line 2: the saved game does not follow from its seed"):
        saving.resume(path).run()


def test_an_answer_that_was_on_no_menu_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun(path).run(hands=1)
    events = read(path).events
    at = next(number for number, event in enumerate(events) if isinstance(event, Discard))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[: at + 1], lines[at + 1].replace(b'"actor":0', b'"actor":1'), *lines[at + 2 :]]))
    with pytest.raises(RecordError, match="does not follow from its seed"):
        saving.resume(path).run()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not a game saved by minogashi"),
        (b'{"type":"start_game","minogashi":1', "not a game saved by minogashi"),
        (b"<mjloggm/>\n", "not a game saved by minogashi"),
        (b'{"type":"start_game","minogashi":1,"rules":"tenhou"}\n', "holds no seed"),
        (b'{"type":"start_game","minogashi":9,"setup":{"seed":1,"players":[]}}\n', "written by version 9"),
        (b'{"type":"start_game","minogashi":1,"setup":{"seed":1,"players":["random"]}}\n', "for 4 seats, found 1"),
        (b'{"type":"start_game","minogashi":1,"setup":{"seed":1,"players":["x","x","x","x"]}}\n', "no player 'x'"),
    ],
)
def test_what_is_no_saved_game_is_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with pytest.raises(MinogashiError, match=problem):
        saving.resume(path)


def test_a_missing_file_and_a_missing_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        saving.resume(tmp_path / "none.jsonl")
    with pytest.raises(RecordError, match="cannot be written"):
        begun(tmp_path / "none" / "game.jsonl")


def test_no_game_is_written_over_another(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun(path).run(hands=1)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="exists already"):
        begun(path)
    child = cli("riichi", "--auto", "--record", path)
    assert b"exists already" in child.communicate()[1]
    assert child.returncode == USAGE
    assert path.read_bytes() == before


def test_a_game_without_its_person_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    saving.create(path, saving.start("tenhou", {}, Setup(1, (saving.YOU, "random", "random", "random"))))
    with pytest.raises(MinogashiError, match="nobody sits at this table"):
        saving.resume(path)
