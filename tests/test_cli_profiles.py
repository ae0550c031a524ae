"""`minogashi profiles`: the rule books as people see them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from minogashi.cli import app
from minogashi.rulebook import profiles


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["profiles", *arguments])


def document(*arguments: str) -> Any:  # noqa: ANN401  JSON
    result = run("--json", *arguments)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def rows(*arguments: str) -> dict[str, list[str]]:
    """The lines of the page by their first word."""
    lines = [line.split() for line in run(*arguments).stdout.splitlines() if line.strip()]
    return {line[0]: line[1:] for line in reversed(lines)}


def test_the_list_has_every_rule_book() -> None:
    found = document()
    assert found["schema"] == "minogashi.profiles/1"
    assert [book["name"] for book in found["profiles"]] == profiles()
    page = rows()
    assert page["mleague"][:2] == ["riichi", "4"]
    assert page["tenhou-sanma"][:2] == ["riichi", "3"]


def test_the_list_of_one_family() -> None:
    assert [book["name"] for book in document("--family", "riichi")["profiles"]] == profiles("riichi")


def test_a_rule_book_has_every_option_with_its_origin() -> None:
    found = document("tenhou")
    assert found["schema"] == "minogashi.profile/1"
    options = {option["name"]: option for option in found["options"]}
    stated, unknown = options["temp_furiten_reset"], options["pao_suukantsu"]
    assert (stated["value"], stated["origin"], stated["confidence"]) == ("own_discard", "stated", "H")
    assert stated["source"] in found["sources"]
    assert (unknown["value"], unknown["origin"], unknown["stated"]) == (unknown["default"], "default", "?")
    page = rows("tenhou")
    assert page["temp_furiten_reset"][:4] == ["own_discard", "stated,", "sure", "site"]
    assert page["pao_suukantsu"][:3] == ["no", "unknown,", "default"]


def test_a_rule_book_has_its_lock_rules() -> None:
    locks = {lock["code"]: lock for lock in document("tenhou")["locks"]}
    assert locks["furiten_temporary"]["until"] == ["own_discard"]
    assert locks["furiten_temporary"]["triggers"] == ["passed_win"]
    assert locks["furiten_discard"]["blocks"] == ["ron"]
    page = " ".join(rows("tenhou")["furiten_temporary"])
    assert page == "passed win own discard; in riichi hand end every tile ron"


def test_an_option_that_is_set_is_an_override_and_moves_the_locks() -> None:
    found = document("tenhou", "--set", "kuikae=allowed")
    kuikae = next(option for option in found["options"] if option["name"] == "kuikae")
    assert (kuikae["value"], kuikae["origin"], kuikae["stated"]) == ("allowed", "override", "forbidden")
    assert "kuikae" not in {lock["code"] for lock in found["locks"]}
    assert rows("tenhou", "--set", "kuikae=allowed")["kuikae"][:4] == ["allowed", "override", "of", "forbidden"]


def test_what_differs_between_two() -> None:
    found = document("--diff", "tenhou", "mleague")
    assert found["schema"] == "minogashi.profile-diff/1"
    pairs = {pair["name"]: (pair["first"], pair["second"]) for pair in found["options"]}
    assert pairs["temp_furiten_reset"] == ("own_discard", "own_draw_or_call")
    assert "kuikae" not in pairs
    assert [lock["until"] for lock in found["first_locks"]] == [["own_discard"]]
    assert [lock["until"] for lock in found["second_locks"]] == [["own_draw", "own_call"]]
    assert rows("--diff", "tenhou", "mleague")["temp_furiten_reset"][:2] == ["own_discard", "own_draw_or_call"]


def test_a_rule_book_does_not_differ_from_itself() -> None:
    assert document("--diff", "ema2016", "ema2016")["options"] == []
    assert run("--diff", "ema2016", "ema2016").stdout == "ema2016 and ema2016 have the same options\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "no rule book is called 'nothing'; there are "),
        (["nothing.toml"], "cannot read the rule book nothing.toml"),
        (["tenhou", "--set", "kuikae=maybe"], "option kuikae takes forbidden, suji_allowed, allowed, not 'maybe'"),
        (["--set", "kuikae=allowed"], "--set goes with the name of one rule book"),
        (["--family", "chess"], "no family of rule books is called 'chess'; there are "),
        (["--diff", "tenhou", "nothing"], "no rule book is called 'nothing'"),
        (["tenhou", "--family", "riichi"], "give a name, --family or --diff, not several of them"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {message}")
    assert len(result.stderr.splitlines()) == 1
