"""`minogashi conform`: scenario blocks and rule cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from minogashi.cli import app
from minogashi.conform import conform
from minogashi.errors import RecordError

ROOT = Path(__file__).parent.parent
CASES = ROOT / "docs" / "cases" / "cases.jsonl"
PAGE = """# Page

### S1 Waits
```scenario riichi
hand S: 123456m789p1122s
? waits => 1s 2s
```

### S2 Wrong on purpose
```scenario riichi
hand S: 123456m789p1122s
? waits => 3s
```

```scenario riichi
hand S: 123456m789p1122s
? ron => no(not_offered)
```
"""
CASE = {"id": "w-1", "kind": "waits", "given": {"seats": {"S": {"hand": "123456m789p1122s"}}}, "ask": "waits"}


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["conform", *map(str, arguments)], input=stdin)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def cases(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_every_scenario_of_the_riichi_page_passes() -> None:
    result = run("--json", ROOT / "docs" / "rules" / "riichi.md")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["passed"], document["failed"], document["unsupported"]) == (0, 60, 0, 0)


def test_every_supported_rule_case_passes() -> None:
    result = run("--json", CASES)
    document = json.loads(result.stdout)
    assert [case for case in document["results"] if case["status"] == "failed"] == []
    assert document["errors"] == []
    assert document["passed"] + document["unsupported"] == len(CASES.read_text(encoding="utf-8").splitlines())
    assert document["passed"] >= 96
    assert result.exit_code == 0


def test_a_failure_is_told_with_what_was_expected_and_what_came(page: Path) -> None:
    result = run(page)
    assert result.exit_code == 1
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert rows[:2] == ["kind passed failed unsupported", "scenario.riichi 2 1 -"]
    assert "S2 failed (scenario.riichi)" in rows
    assert "expected line 12: waits 3s" in rows
    assert any(row.startswith("got line 12: waits 1s 2s") for row in rows)


def test_the_json_has_each_result(page: Path) -> None:
    document = json.loads(run("--json", page).stdout)
    assert document["schema"] == "minogashi.conform/1"
    assert [(case["id"], case["status"]) for case in document["results"]] == [
        ("S1", "passed"),
        ("S2", "failed"),
        ("S2.2", "passed"),
    ]


def test_only_picks_by_name(page: Path) -> None:
    document = json.loads(run("--json", "--only", "S1", "--only", "S2.2", page).stdout)
    assert [case["id"] for case in document["results"]] == ["S1", "S2.2"]
    unknown = run("--only", "S9", page)
    assert (unknown.exit_code, unknown.stderr) == (2, "error: no scenario or case is called S9\n")


def test_an_unsupported_question_never_counts_as_passed(tmp_path: Path) -> None:
    path = cases(tmp_path / "cases.jsonl", {**CASE, "ask": "the meaning of life", "expect": 42})
    result = run("--json", path)
    document = json.loads(result.stdout)
    assert (document["passed"], document["failed"], document["unsupported"], result.exit_code) == (0, 0, 1, 0)


def test_cases_are_told_by_their_content_not_their_suffix(tmp_path: Path) -> None:
    path = cases(tmp_path / "cases.md", {**CASE, "expect": ["1s", "2s"]}, {**CASE, "id": "w-2", "expect": ["1s"]})
    assert [(found.id, found.status) for found in conform([path]) if not isinstance(found, RecordError)] == [
        ("w-1", "passed"),
        ("w-2", "failed"),
    ]


def test_standard_input_is_read() -> None:
    assert json.loads(run("--json", "-", stdin=PAGE).stdout)["passed"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{bad\n", ": line 1: found no rule case, expected one JSON object a line"),
        ('{"id": "a"}\n', ": line 1: a case needs id, kind, given, ask and expect; 'kind' is missing"),
        (
            json.dumps({**CASE, "given": {"seats": 3}, "expect": []}) + "\n",
            ": line 1: case w-1 is not of the documented",
        ),
        ("# nothing\n", ": found no scenario block"),
        ("```scenario riichi\nhand Q: 1m\n```\n", ": line 2: found 'hand Q: 1m', expected"),
        ("```scenario riichi\n", ": line 1: the block is not closed"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place_and_ends_in_exit_code_1(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    result = run(path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {path}{message}")
    assert len(result.stderr.splitlines()) == 1


def test_a_bad_line_does_not_hide_the_next(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("{bad\n\n" + json.dumps({**CASE, "expect": ["1s", "2s"]}), encoding="utf-8")
    document = json.loads(run("--json", path).stdout)
    assert (document["passed"], len(document["errors"])) == (1, 1)


def test_a_file_that_is_no_text_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_bytes(b"\xff\xfe\x00")
    assert "byte 0: not a text in UTF-8" in run(tmp_path / "page.md").stderr


def test_a_missing_file_is_wrong_use() -> None:
    assert run("nowhere.md").exit_code == 2
