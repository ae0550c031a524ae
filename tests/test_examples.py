"""The example records: played here, clean, and with something of every kind to read about."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from minogashi import events as ev
from minogashi.auditing import Audit, audit, missed_wins
from minogashi.cli import app
from minogashi.cli.common import FOUND
from minogashi.formats import read
from minogashi.formats.written import write
from minogashi.play import saving

EXAMPLES = Path(__file__).parent.parent / "examples"
RIICHI, SINGAPORE = EXAMPLES / "sample.jsonl", EXAMPLES / "singapore.jsonl"
BOTH = pytest.mark.parametrize("path", [RIICHI, SINGAPORE], ids=["riichi", "singapore"])
LARGEST = 200_000


def spans(found: Audit) -> Counter[str]:
    return Counter(span.code.value for round_ in found.rounds for span in round_.spans)


@BOTH
def test_an_example_is_small_and_clean(path: Path) -> None:
    assert path.stat().st_size < LARGEST
    result = CliRunner().invoke(app, ["audit", str(path)])
    assert result.exit_code == 0, result.output


@BOTH
def test_an_example_follows_from_its_seed(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    assert saving.resume(copy).run()
    assert copy.read_bytes() == path.read_bytes()


def test_the_riichi_example_has_every_furiten_and_every_way_to_let_a_win_go() -> None:
    found = audit(RIICHI)
    assert spans(found).keys() == {"furiten_discard", "furiten_temporary", "furiten_riichi"}
    missed = [missed for _, missed in missed_wins(found)]
    assert {one.why for one in missed} >= {"declined", "no_yaku", "furiten_discard", "furiten_riichi"}
    assert any(one.why == "declined" and one.state == "riichi" for one in missed)


def test_the_singapore_example_has_all_three_locks() -> None:
    found = audit(SINGAPORE)
    assert spans(found).keys() == {"own_latest", "passed_set", "passed_hu"}
    assert {one.why for _, one in missed_wins(found)} >= {"declined", "passed_hu", "below_min_tai"}


def test_a_singapore_audit_and_story_speak_the_words_of_the_game() -> None:
    told = CliRunner().invoke(app, ["audit", str(SINGAPORE)]).output
    round_, locked = next(pair for pair in missed_wins(audit(SINGAPORE)) if pair[1].why == "passed_hu")
    asked = ["why", str(SINGAPORE), "--round", round_.name, "--seat", str(locked.seat)]
    story = CliRunner().invoke(app, asked).output
    assert "self-drawn hu" in told
    for text in (told, story):
        assert "passed" in text.lower()
        for foreign in ("furiten", " ron ", " pon ", " kan ", "riichi furiten"):
            assert foreign not in text.split("summary")[0].lower(), foreign
    assert re.search(r"hu \w\w +refused. Passed hu since [ESWN]'s \w\w \(turn \d+\); ends at [ESWN]'s next draw", story)


@pytest.mark.parametrize(
    ("option", "costs"),
    [
        ("refuse", "Refused, no penalty"),
        ("penalty", "False hu: costs 64"),
        ("dead_hand", "The hand is dead"),
    ],
)
def test_a_false_hu_is_told_with_what_it_costs(option: str, costs: str, tmp_path: Path) -> None:
    record = read(SINGAPORE)
    at = next(number for number, event in enumerate(record.events) if isinstance(event, ev.Discard))
    thrown = record.events[at]
    assert isinstance(thrown, ev.Discard)
    false = ev.Ron((thrown.seat + 1) % 4, thrown.seat, thrown.tile)
    record.events = [*record.events[: at + 1], false, ev.RoundEnd("win")]
    path = tmp_path / "false.jsonl"
    path.write_bytes(write(record))
    result = CliRunner().invoke(app, ["audit", str(path), "--set", f"false_hu={option}"])
    assert result.exit_code == FOUND
    assert f"The tile does not complete the hand. {costs}" in result.output
