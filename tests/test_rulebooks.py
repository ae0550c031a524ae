"""The rule files say what docs/rules/riichi.md says, cell by cell, and are consistent with one another."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from minogashi.claims import CLAIM_OF, Code

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs" / "rules"
RULES = ROOT / "src" / "minogashi" / "rules"
TEXT = (DOCS / "riichi.md").read_text(encoding="utf-8")

FAMILY: dict[str, Any] = tomllib.loads((RULES / "riichi.toml").read_text(encoding="utf-8"))
OPTIONS: dict[str, dict[str, Any]] = FAMILY["options"]
BOOKS: dict[str, dict[str, Any]] = {
    path.stem: book
    for path in sorted(RULES.glob("*.toml"))
    if (book := tomllib.loads(path.read_text(encoding="utf-8")))["family"] == "riichi" and path.stem != "riichi"
}
NAMES = {
    "tenhou", "majsoul", "mleague", "saikou", "jpml_a", "jpml_b", "rmu_a", "ema2012", "ema2016", "ema2025",
    "wrc2015", "wrc2022", "tenhou-sanma", "majsoul-sanma",
}  # fmt: skip

# Rows of the tables whose name is not the option's.
ROWS = {
    "after chombo": "after_chombo",
    "kuikae committed": "kuikae_penalty",
    "riichi tile won by ron": "riichi_tile_won",
    "last discard": "last_discard",
    "double-wind pair fu": "double_wind_fu",
    "red fives": "red_fives",
    "leftover riichi sticks at end": "leftover_sticks",
    "kita ron gives chankan": "kita_chankan",
    "yakuless kita completes P's shape": "kita_passes",
    "kita under riichi": "kita_riichi",
    "kita needs a live tile": "kita_needs_live_tile",
    "kita directly after chi or pon": "kita_after_call",
    "nine terminals": "nine_terminals",
    "furiten with own set-aside north": "furiten_own_north",
}
# Rows of 4.4 that hold several options; `test_rows_of_several_options` reads some of them.
SEVERAL = {"abortive draws", "pao", "ippatsu / ura / kan dora", "start / target", "uma / oka"}
# Rows whose cells carry only a mark, since the value is the same everywhere.
SAME = {
    "after_chombo": "replay", "riichi_tile_won": "void", "last_discard": "ron_only", "kita_passes": "yes",
    "kita_riichi": "drawn_only", "kita_needs_live_tile": "yes", "kita_after_call": "no", "chi": "none",
    "furiten_own_north": "no", "riichi_min_wall": "3",
}  # fmt: skip
# What a cell says in words. A cell that is not here says the value itself.
WORDS = {
    ("after_chombo", "(replay)"): "replay",
    ("after_chombo", "as left"): "replay",
    ("kuitan", "per room"): "yes",
    ("kokushi_ankan_ron", "yes (2012 text)"): "yes",
    ("chombo_penalty", "minus_20000 (after uma)"): "minus_20000_after_uma",
    ("call_precedence", "pon_over_chi unless clearly late"): "pon_over_chi_unless_late",
    ("call_precedence", "3-second window"): "three_second_window",
    ("kan_dora_timing", "ankan_now..."): "ankan_now_others_after_discard",
    ("riichi_min_wall", "4 (sanma 3)"): "4",
    ("riichi_min_points", "none (borrow)"): "none",
    ("kan_after_fourth", "yes"): "one_player",
    ("kan_after_fourth", "fifth never"): "fifth_never",
    ("last_discard", "ron only"): "ron_only",
    ("nagashi_mangan", "yes, not a win"): "not_a_win",
    ("nagashi_mangan", "yes, a win"): "a_win",
    ("double_wind_fu", "4 until 2022, 2 from 2023"): "2",
    ("yakuman", "stack, no double"): "stack_no_double",
    ("yakuman", "stack, double for four patterns"): "stack_double",
    ("yakuman", "single only"): "single",
    ("yakuman", "single; daisuushii double"): "single_daisuushii_double",
    ("red_fives", "3 or none by room"): "3",
    ("red_fives", "none"): "0",
    ("red_fives", "none (RMU: 3)"): "0",
    ("agari_yame", "automatic when first"): "automatic",
    ("tobi", "below 0"): "below_0",
    ("karaten_own", "noten in text, reported lenient when the four are in a kan"): "noten_unless_in_kan",
    ("leftover_sticks", "first place"): "first_place",
    ("leftover_sticks", "stay out"): "stay_out",
}


def table(section: str) -> list[dict[str, str]]:
    """The first table of a section: one dict a row, keyed by the heads of the columns."""
    body = re.split(r"\n###? ", TEXT.split(f"### {section} ", 1)[1], maxsplit=1)[0]
    lines = [line for line in body.splitlines() if line.startswith("| ")]
    head, *rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    return [dict(zip(["option", *head[1:]], row, strict=True)) for row in rows]


def option_of(row: dict[str, str]) -> str:
    """The option that a row is about; the head of a row may add the Japanese term in brackets."""
    head = re.sub(r" \([^)]*\)$", "", row["option"])
    return ROWS.get(head, head)


def read_cell(option: str, cell: str) -> tuple[str, str]:
    """The value and the mark that a cell states; `?` for a mark it does not have."""
    if cell in {"?", "-"}:
        return cell, "?"
    if cell == "conflict":
        return "?", "?"
    marks = re.findall(r"\b[HML]\b", cell)
    words = re.sub(r" ?\b[HML]\b", "", cell).strip()
    value = SAME[option] if not words else WORDS.get((option, words), words)
    return value, marks[0] if marks else "?"


def cells(*sections: str) -> list[Any]:
    """Every cell of the sections' tables that speaks of one option of one rule book."""
    return [
        pytest.param(option_of(row), book, row[book], id=f"{option_of(row)}-{book}")
        for section in sections
        for row in table(section)
        if re.sub(r" \([^)]*\)$", "", row["option"]) not in SEVERAL
        for book in BOOKS
        if book in row
    ]


def test_every_rule_book_has_a_file() -> None:
    assert set(BOOKS) == NAMES


def test_the_tables_are_read_whole() -> None:
    assert [len(table(section)) for section in ("4.1", "4.2", "4.3", "4.4", "4.5")] == [12, 6, 10, 17, 10]
    assert len(cells("4.1", "4.2", "4.3")) == (12 + 6 + 10) * 12


@pytest.mark.parametrize(("option", "book", "cell"), cells("4.1", "4.2", "4.3", "4.4", "4.5"))
def test_cell(option: str, book: str, cell: str) -> None:
    said = BOOKS[book]["options"][option]
    assert (str(said["value"]), said["confidence"]) == read_cell(option, cell)


@pytest.mark.parametrize("row", table("4.1") + table("4.2") + table("4.3"), ids=option_of)
def test_default_is_the_last_column(row: dict[str, str]) -> None:
    option = option_of(row)
    assert str(OPTIONS[option]["default"]) == read_cell(option, row["default"])[0]


@pytest.mark.parametrize("row", table("4.1"), ids=option_of)
def test_values_are_those_of_the_values_column(row: dict[str, str]) -> None:
    assert OPTIONS[option_of(row)]["values"] == row["values"].split(" / ")


def test_rows_of_several_options() -> None:
    rows = {re.sub(r" \([^)]*\)$", "", row.pop("option")): row for row in table("4.4")}
    for book, cell in rows["abortive draws"].items():
        options = BOOKS[book]["options"]
        for draw in ("nine_terminals", "four_winds", "four_riichi", "four_kans"):
            assert options[f"abort_{draw}"]["value"] == ("no" if cell.startswith("none") else "yes"), (book, draw)
        assert (options["abort_triple_ron"]["value"] == "yes") == ("incl. triple ron" in cell), book
    for book, cell in rows["start / target"].items():
        start, *target = re.findall(r"\d{5}", cell)
        options = BOOKS[book]["options"]
        assert options["start_points"]["value"] == int(start)
        assert [str(options[name]["value"]) for name in ("target_points",) if name in options] == target, book
    for book, cell in rows["uma / oka"].items():
        if not cell.startswith(("same", "by players")):
            assert cell.startswith(BOOKS[book]["options"]["uma"]["value"]), book
    for book, cell in rows["ippatsu / ura / kan dora"].items():
        for option in ("ippatsu", "ura_dora", "kan_dora"):
            said = BOOKS[book]["options"][option]
            assert cell.replace("none", "no").startswith(f"{said['value']} {said['confidence']}"), (book, option)


def fits(option: str, value: object) -> bool:
    """Whether a value is one that the family declares for the option."""
    declared = OPTIONS[option]
    if "values" in declared:
        return value in declared["values"]
    return isinstance(value, {"int": int, "text": str}[declared["type"]])


@pytest.mark.parametrize("option", OPTIONS)
def test_declaration(option: str) -> None:
    declared = OPTIONS[option]
    assert ("values" in declared) != ("type" in declared)
    assert fits(option, declared["default"])
    assert f"\n### {declared['section']} " in TEXT
    assert declared.get("term", "") in TEXT
    assert re.fullmatch(r"[A-Z][^.]*\.", declared["about"].replace("4.5", "")), "one sentence"


@pytest.mark.parametrize("name", BOOKS)
def test_rule_book(name: str) -> None:
    book = BOOKS[name]
    assert book["name"] == name
    assert book["seats"] == (3 if name.endswith("-sanma") else 4)
    assert book.get("base") == (name.removesuffix("-sanma") if name.endswith("-sanma") else None)
    assert set(book) <= {"name", "family", "base", "title", "seats", "tiles", "sources", "options"}
    for option, said in book["options"].items():
        assert set(said) <= {"value", "confidence", "source", "note"}, option
        assert said["value"] in {"?", "-"} or fits(option, said["value"]), option
        assert said["confidence"] in {"H", "M", "L", "?"}, option
        assert said["value"] != "?" or said["confidence"] == "?", option
        assert "source" not in said or said["source"] in book["sources"], option
    for key, wording in BOOKS[book["base"]]["sources"].items() if "base" in book else ():
        assert book["sources"].get(key, wording) == wording, "inherited options name this source too"
    assert set(book["sources"]) == {said["source"] for said in book["options"].values() if "source" in said}


def switches(field: object) -> list[dict[str, Any]]:
    """Every switch inside a field of a lock."""
    if isinstance(field, list):
        return [switch for item in field for switch in switches(item)]
    return [field] if isinstance(field, dict) else []


def words(field: object) -> set[str]:
    """Every plain word that a field of a lock may come to, whatever its switches say."""
    if isinstance(field, list):
        return {word for item in field for word in words(item)}
    if isinstance(field, dict):
        return {word for key, item in field.items() if key != "option" for word in words(item)}
    return {str(field)}


LOCK_WORDS = {
    "trigger": {"own_discard", "passed_win", "passed_set", "seen", "riichi", "own_call", "own_north", "false_win"},
    "when": {"in_riichi", "not_in_riichi"},
    "scope": {"tile", "wait", "suji_line", "wait_at_trigger", "swap", "all"},
    "memory": {"all", "latest"},
    "windows": {"discard", "kakan", "ankan", "kita"},
    "eligibility": {"structural", "legal"},
    "enabled": {"True", "False"},
    "kept_in_riichi": {"True", "False"},
    "until": {"own_discard", "own_draw", "own_call", "any_call", "hand_end"},
    "blocks": set(CLAIM_OF),
}


@pytest.mark.parametrize("lock", FAMILY["locks"], ids=lambda lock: lock["code"])
def test_lock(lock: dict[str, Any]) -> None:
    assert lock["code"] in set(Code)
    assert {"code", "trigger", "blocks", "scope", "memory", "until"} <= set(lock)
    for name, field in lock.items():
        if name != "code":
            assert words(field) <= LOCK_WORDS[name], name
        for switch in switches(field):
            assert set(switch) - {"option"} <= set(OPTIONS[switch["option"]]["values"]), name


def order_of_tests() -> dict[str, list[str]]:
    """The codes of each row of the table of 2.3 that gives the order of the tests."""
    lines = TEXT.split("| claim or action | order of the tests |")[1].split("\n\n")[0].splitlines()[2:]
    rows = [line.strip("|").split("|") for line in lines]
    return {
        head.strip(): [
            code for codes in re.findall(r"`([^`]*)`", cell) if "=" not in codes for code in codes.split(", ")
        ]
        for head, cell in rows
    }


def test_order_of_the_tests() -> None:
    order, said = dict(FAMILY["order"]), order_of_tests()
    furiten = ["furiten_riichi", "furiten_discard", "furiten_temporary"]
    at = said["tsumo"].index("no_yaku")
    said["tsumo"][at:at] = furiten  # "then the furiten codes only if `furiten_tsumo=forbidden`"
    heads = {"call": "chi, pon, daiminkan", "kan": "ankan, kakan, kita", "nine_terminals": "nine terminals"}
    assert {heads.get(name, name): codes for name, codes in order.items()} == said


def test_locks_stand_in_the_order_of_their_codes() -> None:
    order = list(dict.fromkeys(code for codes in order_of_tests().values() for code in codes))
    codes = [lock["code"] for lock in FAMILY["locks"]]
    assert codes == sorted(codes, key=order.index)


def test_temporary_furiten_ends_as_the_table_of_resets_says() -> None:
    until = next(lock for lock in FAMILY["locks"] if lock["code"] == "furiten_temporary")["until"]
    lines = TEXT.split("### 2.2 ")[1].split("\n\n")[1].splitlines()[2:]
    for line in lines:
        value, draw, replacement, call, discard, other_call = (cell.strip() for cell in line.strip("|").split("|"))
        assert draw == replacement
        ends = {"own_draw": draw, "own_call": call, "own_discard": discard, "any_call": other_call}
        assert until[value.strip("`")] == [end for end, cell in ends.items() if cell.startswith("**yes**")]
    assert len(lines) == len(until) - 1


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_rule_texts_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
