"""`minogashi audit`, over records made by hand and over real ones."""

from __future__ import annotations

import gzip
import json
import zipfile
from typing import TYPE_CHECKING, Any

import games
import pytest
import specimens
from typer.testing import CliRunner, Result

from minogashi.cli import app

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ["furiten", "pon", "kan", "chi", "riichi", "nine_terminals", "ron", "tsumo"]


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["audit", *map(str, arguments)], input=stdin)


def document(*arguments: object, stdin: str | None = None) -> Any:  # noqa: ANN401  JSON
    return json.loads(run("--json", *arguments, stdin=stdin).stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("CLEAN", "FOUL", "QUIET", "IMPOSSIBLE"):
        (tmp_path / f"{name.lower()}.txt").write_text(getattr(games, name), encoding="utf-8")
    return tmp_path


def test_a_game_is_told_round_by_round(folder: Path) -> None:
    result = run(folder / "clean.txt")
    assert result.exit_code == 0
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert rows[1] == "mjai, rule book tenhou, 1 round; first round: E Ann, S Bo, W Cem, N Di"
    assert rows[4:10] == [
        "E1.0 S ron 4s from W",
        "let go S Bo 4s of E, turn 1 waits 1s 4s (dama) not taken, though it was legal",
        "furiten S Bo same-turn furiten since E's 4s, turn 1 until S's discard, turn 1",
        "let go S Bo 1s of W, turn 1 waits 1s 4s (dama) not taken, though it was legal",
        "furiten S Bo same-turn furiten since W's 1s, turn 1 until S's discard, turn 2",
        "let go S Bo 4s of N, turn 1 waits 1s 4s (dama) same-turn furiten",
    ]
    assert "wins let go 3: 2 not taken, 1 same-turn furiten" in rows


def test_an_illegal_act_is_told_with_its_reason_and_place_and_ends_in_exit_code_1(folder: Path) -> None:
    result = run(folder / "foul.txt")
    assert result.exit_code == 1
    row = next(line for line in result.stdout.splitlines() if line.startswith("  illegal"))
    assert " ".join(row.split()) == (
        "illegal S Bo ron 4s turn 2, line 11 Same-turn furiten since W's 1s (turn 1); ends at S's next discard"
    )


def test_where_the_record_says_otherwise_is_told(tmp_path: Path) -> None:
    (tmp_path / "sanma.xml").write_bytes(specimens.SANMA)
    result = run(tmp_path / "sanma.xml")
    assert result.exit_code == 1
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "disagree S hand tag 9 the record says 88m, found 14689m2479p57s136z" in rows
    assert "server answers 1 shared, 1 not: hand 1 of 1" in rows
    (round_,) = document(tmp_path / "sanma.xml")["files"][0]["rounds"]
    assert round_["disagreements"] == [
        {
            "seat": 1, "wind": "S", "kind": "hand", "stated": "88m", "found": "14689m2479p57s136z", "event": 5,
            "place": "tag 9",
        }
    ]  # fmt: skip


def test_a_record_that_breaks_off_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "cut.txt").write_text("\n".join([games.START, *games.LET_GO[:3]]), encoding="utf-8")
    result = run(tmp_path / "cut.txt")
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert rows[1].endswith("; the record breaks off")
    assert rows[4] == "E1.0 nothing to tell"
    assert not any(row.startswith(("let go", "furiten")) for row in rows[:6])  # what S did with the 4s is not told


def test_rounds_with_nothing_to_tell_share_a_line(folder: Path) -> None:
    assert "E1.0 to E1.3  nothing to tell" in run(folder / "quiet.txt").stdout.splitlines()


def test_of_many_games_each_with_something_to_tell_gets_a_line(folder: Path) -> None:
    result = run(folder)
    assert result.exit_code == 1
    told = [line.split() for line in result.stdout.splitlines() if line.endswith(".txt")]
    assert told == [
        ["3", "2", "-", "-", str(folder / "clean.txt")],
        ["2", "2", "1", "-", str(folder / "foul.txt")],
    ]
    assert "nothing to tell" in run("--verbose", folder).stdout


def test_quiet_leaves_the_summary_only(folder: Path) -> None:
    assert run("--quiet", folder).stdout.splitlines()[0] == "summary"
    assert [entry["path"] for entry in document("--quiet", folder)["files"]] == [str(folder / "impossible.txt")]


def test_what_cannot_be_read_is_one_line_on_standard_error_and_counted(folder: Path) -> None:
    (folder / "other.txt").write_text("hello", encoding="utf-8")
    result = run(folder)
    assert result.stderr.splitlines() == [
        f"error: {folder}/impossible.txt: line 5 (E1.0): found Draw 7p by seat 2, which cannot be: out_of_turn",
        f"error: {folder}/other.txt: not a record: starts with b'hello'; known formats: "
        + result.stderr.split("known formats: ")[1].strip(),
    ]
    assert "5 files (2 unreadable), 3 games" in result.stdout


def test_the_json_of_a_game(folder: Path) -> None:
    found = document(folder / "foul.txt")
    assert found["schema"] == "minogashi.audit/1"
    (entry,) = found["files"]
    (round_,) = entry["rounds"]
    assert (entry["path"], entry["format"], entry["profile"], entry["game"]) == (
        str(folder / "foul.txt"), "mjai", "tenhou", 1,
    )  # fmt: skip
    assert (round_["name"], round_["result"]) == ("E1.0", "win")
    first, second = round_["spans"]
    assert first == {
        "seat": 1,
        "wind": "S",
        "code": "furiten_temporary",
        "tile": "4s",
        "cause": {"event": 2, "seat": 0, "wind": "E", "tile": "4s", "turn": 1},
        "start": 3,
        "turn": 1,
        "until": ["own_discard"],
        "end": 4,
        "end_turn": 1,
        "ended_by": "own_discard",
        "text": "Same-turn furiten since E's 4s (turn 1); ended by S's discard (turn 1)",
    }
    assert second["ended_by"] == "hand_end"
    assert [(missed["tile"], missed["reason"], missed["waits"]) for missed in round_["missed_wins"]] == [
        ("4s", "declined", ["1s", "4s"]),
        ("1s", "declined", ["1s", "4s"]),
    ]
    (act,) = round_["illegal_acts"]
    assert (act["act"], act["tile"], act["place"], act["reasons"][0]["code"]) == (
        "Ron", "4s", "line 11", "furiten_temporary",
    )  # fmt: skip


def test_the_summary_always_lists_the_server_answers(folder: Path) -> None:
    summary = document(folder)["summary"]
    assert list(summary["server_answers"])[: len(KINDS)] == KINDS
    assert (summary["files"], summary["unreadable"], summary["games"], summary["rounds"]) == (4, 1, 3, 6)
    assert (summary["ron"], summary["tsumo"], summary["exhaustive_draws"]) == (2, 0, 4)
    assert (summary["missed_wins"], summary["illegal_acts"]) == (5, 1)
    assert summary["missed_by_reason"] == {"declined": 4, "furiten_temporary": 1}
    assert summary["spans_by_code"] == {"furiten_temporary": 4}


def test_an_unreadable_file_is_an_entry_with_its_error(folder: Path) -> None:
    (entry,) = document(folder / "impossible.txt")["files"]
    assert entry["rounds"] == []
    assert entry["error"] == "line 5 (E1.0): found Draw 7p by seat 2, which cannot be: out_of_turn"


def test_the_json_of_nothing_is_a_document_too(tmp_path: Path) -> None:
    found = document(tmp_path)
    assert (found["files"], found["summary"]["files"]) == ([], 0)


def test_a_file_with_several_games_is_one_file_with_an_entry_a_game(tmp_path: Path) -> None:
    (tmp_path / "session.log").write_bytes(specimens.SESSION + b"\n" + specimens.SESSION)
    found = document(tmp_path)
    assert found["summary"]["files"] == 1
    assert [entry["game"] for entry in found["files"]] == list(range(1, len(found["files"]) + 1))
    assert len({entry["path"] for entry in found["files"]}) == 1
    assert len(found["files"]) > 1


def test_archives_compressed_files_and_standard_input_are_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("one", games.CLEAN)
        archive.writestr("two", games.QUIET)
    (tmp_path / "three.gz").write_bytes(gzip.compress(games.FOUL.encode()))
    found = document(tmp_path)
    assert [entry["path"] for entry in found["files"]] == [
        str(tmp_path / name) for name in ("games.zip/one", "games.zip/two", "three.gz")
    ]
    assert document("-", stdin=games.CLEAN)["files"][0]["path"] == "<stdin>"


def test_an_option_that_was_set_is_shown_with_the_result(folder: Path) -> None:
    found = document("--set", "temp_furiten_reset=own_draw", folder / "clean.txt")
    assert found["files"][0]["overrides"] == {"temp_furiten_reset": "own_draw"}
    assert found["files"][0]["rounds"][0]["spans"][0]["ended_by"] == "own_draw"
    text = run("--set", "temp_furiten_reset=own_draw", folder / "clean.txt").stdout
    assert "changed: temp_furiten_reset=own_draw" in text


def test_options_that_the_rule_book_does_not_tell_are_named(folder: Path) -> None:
    assert document(folder / "clean.txt")["files"][0]["assumed"]["pao_suukantsu"] == "no"
    assert "default taken: pao_suukantsu=no" in run(folder / "clean.txt").stdout


def test_another_rule_book_judges(folder: Path) -> None:
    assert document("--profile", "mleague", folder / "clean.txt")["files"][0]["profile"] == "mleague"


def test_a_rule_book_for_another_number_of_players_is_told_as_such(folder: Path) -> None:
    (entry,) = document("--profile", "tenhou-sanma", folder / "clean.txt")["files"]
    assert entry["error"] == "found a game of 4, expected one of 3 for the rule book tenhou-sanma"


def test_tiles_as_characters(folder: Path) -> None:
    assert "S ron 🀓 from W" in run("--tiles", "unicode", folder / "clean.txt").stdout


def test_names_cannot_steer_the_terminal(folder: Path) -> None:
    (folder / "clean.txt").write_text(games.CLEAN.replace("Bo", "\\u001b[2J"), encoding="utf-8")
    text = run(folder / "clean.txt").stdout
    assert "�[2J" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "error: nowhere: no such file or folder"),
        ([".", "--profile", "nothing"], "error: no rule book is called 'nothing'; there are "),
        ([".", "--set", "kuikae"], "error: --set takes option=value, not 'kuikae'"),
        ([".", "--set", "kuikae=maybe"], "error: option kuikae takes forbidden, suji_allowed, allowed, not 'maybe'"),
        ([".", "--set", "nothing=yes"], "error: the riichi rules have no option 'nothing'"),
        ([".", "--tiles", "wood"], "error: --tiles takes mpsz or unicode, not 'wood'"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1


def test_the_totals_of_real_games(records: Path) -> None:
    expected = json.loads((records / "expected.json").read_text(encoding="utf-8"))["mjlog"]
    summary = document(records / "mjlog")["summary"]
    for key, wanted in {
        "files": "files", "rounds": "rounds", "ron": "ron", "tsumo": "tsumo", "exhaustive_draws": "exhaustive_draws",
    }.items():  # fmt: skip
        assert (key, summary[key]) == (key, expected[wanted])
    missed = expected["missed_wins_not_in_riichi"] + expected["missed_wins_in_riichi"]
    assert summary["missed_wins"] == missed == 50
    assert (summary["unreadable"], summary["illegal_acts"]) == (0, 0)


def test_real_missed_wins_one_by_one(records: Path) -> None:
    """Seat, tile, source, waits, how the hand stood and whether it was furiten before."""
    expected = json.loads((records / "expected.json").read_text(encoding="utf-8"))["missed_wins"]
    wanted = sorted(
        (row["file"], row["round"], row["seat"], row["from_seat"], row["hand"], row["before"] != "-")
        for row in expected
        if row["round_ending"] is None
    )
    found = sorted(
        (
            entry["path"].rsplit("/", 1)[1],
            number,
            missed["seat"],
            missed["source"],
            missed["state"],
            bool(missed["furiten"]),
        )
        for entry in document(records / "mjlog")["files"]
        for number, round_ in enumerate(entry["rounds"], 1)
        for missed in round_["missed_wins"]
    )
    assert found == wanted
