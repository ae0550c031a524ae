"""The worked scenarios of the rule pages and the reported faults of other engines, each as a test of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minogashi.conform.cases import run_case
from minogashi.conform.scenarios import run_scenario
from minogashi.errors import RecordError
from minogashi.formats.scenario import Scenario, scenarios

DOCS = Path(__file__).parent.parent / "docs"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (DOCS / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    if line.strip()
]


def blocks(page: str) -> list[Scenario]:
    return scenarios((DOCS / "rules" / page).read_text(encoding="utf-8"), page)


@pytest.mark.parametrize("scenario", blocks("riichi.md"), ids=lambda scenario: scenario.id)
def test_riichi_scenario(scenario: Scenario) -> None:
    result = run_scenario(scenario)
    assert (result.status, result.got) == ("passed", "")


@pytest.mark.parametrize("scenario", blocks("singapore.md"), ids=lambda scenario: scenario.id)
def test_singapore_scenario(scenario: Scenario) -> None:
    result = run_scenario(scenario)
    assert (result.status, result.got) == ("passed", "")


@pytest.mark.parametrize(
    ("option", "hand", "answer"),
    [
        ("on", "119m19p1s1234567z", "yes"),
        ("off", "119m19p1s1234567z", "no(not_offered)"),
        ("on", "123m456p78s11155z", "no(not_offered)"),
    ],
)
def test_only_thirteen_orphans_rob_a_concealed_kong_and_only_by_option(option: str, hand: str, answer: str) -> None:
    page = f"""### S01 Orphans

```scenario singapore rob_concealed_with_orphans={option}
hand S: {hand}
some E: 999s
E:t 9s
E:conceal 9999s
? hu S => {answer}
```
"""
    result = run_scenario(scenarios(page, "singapore")[0])
    assert (result.status, result.got) == ("passed", "")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_reported_case(case: dict[str, Any]) -> None:
    result = run_case(case)
    assert result.status == "passed", (result.expected, result.got)


def test_a_scenario_with_a_wrong_answer_fails_and_says_where() -> None:
    page = "#### S01 Wrong\n```scenario riichi\nhand S: 77m34567p678s777z\nN:d 5p\n? ron => no(no_yaku)\n```\n"
    result = run_scenario(scenarios(page)[0])
    assert result.status == "failed"
    assert "line 5: ron no(no_yaku)" in result.expected
    assert "line 5: ron yes (under" in result.got


def test_a_scenario_with_an_illegal_event_fails_and_says_where() -> None:
    page = "#### S01 Wrong\n```scenario riichi\nhand S: 77m34567p678s777z\nN:d 1p\nS:ron\n```\n"
    result = run_scenario(scenarios(page)[0])
    assert (result.status, result.expected) == ("failed", "line 5: a legal event")
    assert "not_complete" in result.got


def test_a_case_with_a_wrong_answer_fails() -> None:
    case = next(case for case in CASES if case["ask"] == "ron_allowed")
    wrong = {**case, "expect": {"allowed": not case["expect"]["allowed"], "reason": ["ok", "no_yaku"]}}
    assert run_case(wrong).status == "failed"


def test_a_case_with_an_unknown_question_is_unsupported() -> None:
    assert run_case({**CASES[0], "ask": "who_is_right"}).status == "unsupported"


def test_a_case_without_a_question_is_refused() -> None:
    with pytest.raises(RecordError, match="ask"):
        run_case({key: value for key, value in CASES[0].items() if key != "ask"})
