"""The Singapore rule files say what docs/rules/singapore.md says: options, variants, amounts and order of tests."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from minogashi.claims import Code
from minogashi.rulebook import differences, profile, profiles

ROOT = Path(__file__).parent.parent
RULES = ROOT / "src" / "minogashi" / "rules"
TEXT = (ROOT / "docs" / "rules" / "singapore.md").read_text(encoding="utf-8")
REASONS = (ROOT / "docs" / "rules" / "reasons.md").read_text(encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    """A rule file as it stands."""
    return tomllib.loads((RULES / f"{name}.toml").read_text(encoding="utf-8"))


def table(heads: str, text: str = TEXT) -> list[list[str]]:
    """The cells of the table under this line of heads."""
    lines = text.split(f"{heads}\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def words(cell: str) -> list[str]:
    """The words in code quotes, less those of an explanation in brackets."""
    return re.findall(r"`(\w+)`", re.sub(r" \([^)]*\)", "", cell))


def marks(cell: str) -> set[str]:
    """The marks of a cell; `R16 to R18` holds R17."""
    found = set(re.findall(r"\b[RACP]\d*\b", cell))
    for first, last in re.findall(r"R(\d+) to R(\d+)", cell):
        found |= {f"R{number}" for number in range(int(first), int(last) + 1)}
    return found


FAMILY = load("singapore")
OPTIONS: dict[str, dict[str, Any]] = FAMILY["options"]
BASE = load("sg-wong-v1")
LISTED = table("| Option | Values (default first) | Mark |")
ONE = {words(option)[0]: (values, mark) for option, values, mark in LISTED if len(words(option)) == 1}
# Rows of several options: each has its default only, in their order.
MANY = {
    option: (default.strip("`"), mark)
    for options, values, mark in LISTED
    if len(words(options)) > 1
    for option, default in zip(words(options), values.split(", "), strict=True)
}
# Options that the text names outside section 14.
ELSEWHERE = {"fresh_definition", "fresh_kong_below", "fresh_hu_below", "thirteen_orphans_payment"}
VARIANTS = {
    words_of[0]: dict(re.findall(r"`(\w+)=(\w+)`", setting))
    for variant, setting in table("| Variant | Setting |")
    if (words_of := re.findall(r"`([\w-]+)`", variant))
}
FILES = {path.stem: load(path.stem) for path in RULES.glob("*.toml") if load(path.stem)["family"] == "singapore"}
BOOKS = {name: book for name, book in FILES.items() if name != "singapore"}


def test_the_tables_are_read_whole() -> None:
    assert (len(ONE), len(MANY), len(VARIANTS)) == (19, 13, 8)


def test_tiles_and_dead_wall_are_those_of_section_4() -> None:
    assert f"\n* {FAMILY['tiles']} tiles: " in TEXT
    assert f"\n* Dead wall: the last {FAMILY['dead_wall']} tiles are never drawn." in TEXT
    assert OPTIONS["dead_wall"]["default"] == FAMILY["dead_wall"]


def test_every_option_of_the_text_is_declared_and_no_other() -> None:
    assert set(OPTIONS) == set(ONE) | set(MANY) | ELSEWHERE


@pytest.mark.parametrize("option", ONE)
def test_values_are_those_of_the_text_default_first(option: str) -> None:
    declared, said = OPTIONS[option], ONE[option][0]
    if said == "15, other":
        assert (declared["type"], declared["default"]) == ("int", 15)
    else:
        assert declared["values"] == words(said)
        assert declared["default"] == words(said)[0]


@pytest.mark.parametrize("option", sorted(MANY.keys() - {"bites"}))
def test_default_is_that_of_a_row_of_several_options(option: str) -> None:
    declared = OPTIONS[option]
    assert str(declared["default"]) == MANY[option][0]
    assert declared.get("type") == ("int" if MANY[option][0].isdecimal() else None)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("payment", r"\(default (`classic`).*?Options `payment`: (`shooter_all`).*?(`flat`)"),
        ("discard_kong_payer", r"`discard_kong_payer=(all)`; option (`discarder`)"),
    ],
)
def test_values_are_those_of_the_prose(option: str, sentence: str) -> None:
    found = re.search(sentence, TEXT, re.DOTALL)
    assert found is not None
    assert OPTIONS[option]["values"] == [word.strip("`") for word in found.groups()]


def test_amounts_of_bites_are_those_of_the_table() -> None:
    rows = table('| Event | each pays | before any replacement ("hidden") |')
    (pair, hidden_pair), (whole, hidden_whole), (opened, _), (closed, _) = (row[1:] for row in rows)
    said = {
        "pair": pair,
        "hidden_pair": hidden_pair,
        "set": whole.split(",")[0],
        "hidden_set": hidden_whole,
        "open_kong": opened,
        "concealed_kong": closed,
    }
    assert OPTIONS["bites"]["default"] == " ".join(f"{event}={amount}" for event, amount in said.items())


def test_fresh_tiles_count_below_the_numbers_of_the_text() -> None:
    for option, row in (("fresh_kong_below", "fresh kong"), ("fresh_hu_below", "fresh hu")):
        found = re.search(rf"\| {row} \| fewer than (\d+) live tiles", TEXT)
        assert found is not None
        assert OPTIONS[option]["default"] == int(found[1])


@pytest.mark.parametrize("option", OPTIONS)
def test_declaration(option: str) -> None:
    declared = OPTIONS[option]
    assert set(declared) <= {"section", "term", "about", "values", "type", "default"}
    assert ("values" in declared) != ("type" in declared)
    if "values" in declared:
        assert declared["default"] == declared["values"][0]
    else:
        assert isinstance(declared["default"], {"int": int, "text": str}[declared["type"]])
    assert re.search(rf"^##+ {re.escape(declared['section'])}\.? ", TEXT, re.MULTILINE)
    assert declared.get("term", "") in TEXT
    assert re.fullmatch(r"[A-Z][^.]*\.", declared["about"]), "one sentence"


def test_the_options_of_a_section_stand_together() -> None:
    sections = [[int(part) for part in option["section"].split(".")] for option in OPTIONS.values()]
    assert sections == sorted(sections)


def test_every_variant_has_a_file() -> None:
    assert set(profiles("singapore")) == set(BOOKS) == set(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_variant_differs_by_what_the_table_says(name: str) -> None:
    book, base = profile(name), profile("sg-wong-v1")
    changed = {there.name: there.value for _, there in differences(base, book)}
    assert changed == VARIANTS[name]
    assert name == "sg-wong-v1" or set(BOOKS[name]["options"]) == set(VARIANTS[name])
    assert book.assumed == []


def test_the_practice_table_states_every_default() -> None:
    assert {name: said["value"] for name, said in BASE["options"].items()} == {
        name: declared["default"] for name, declared in OPTIONS.items()
    }


@pytest.mark.parametrize("option", [*ONE, *MANY])
def test_confidence_is_a_mark_of_the_text(option: str) -> None:
    assert BASE["options"][option]["confidence"] in marks((ONE | MANY)[option][1])


def test_options_outside_the_table_are_common_practice() -> None:
    assert {BASE["options"][option]["confidence"] for option in ELSEWHERE} == {"C"}


@pytest.mark.parametrize("name", BOOKS)
def test_rule_book(name: str) -> None:
    book = BOOKS[name]
    assert set(book) <= {"name", "family", "base", "title", "seats", "sources", "options"}
    assert (book["name"], book["seats"]) == (name, 4)
    assert book.get("base") == (None if name == "sg-wong-v1" else "sg-wong-v1")
    for option, said in book["options"].items():
        assert set(said) <= {"value", "confidence", "source", "note"}, option
        assert re.fullmatch(r"[RA]\d+|C|P", said["confidence"]), option
        assert (said.get("source") == "ruling") == (said["confidence"][0] in "RA"), option
    used = {said["source"] for said in book["options"].values() if "source" in said}
    assert used <= set(profile(name).sources)
    assert set(book.get("sources", {})) == (used if name == "sg-wong-v1" else used - set(BASE["sources"]))


def test_the_ruling_carries_its_metadata() -> None:
    metadata = re.search(
        r'Metadata .*?: author of the ruling (.*?); scope "(.*?)"; review state "(.*?)"; correction date (\S+)\.\n',
        TEXT,
    )
    assert metadata is not None
    for word in metadata.groups():
        assert word in BASE["sources"]["ruling"]


@pytest.mark.parametrize(("name", "value", "item"), [
    ("sg-wong-v1", "wong", "R16"), ("sg-hu-only", "hu_only", "R17"), ("sg-no-lock", "none", "R18"),
])  # fmt: skip
def test_choices_of_the_ruling_are_shown_by_its_names(name: str, value: str, item: str) -> None:
    shown = re.search(rf'\| {item} \| \*\*Option `{value}`\*\* \((?:default; )?shown as "(.*?)"\)', TEXT)
    assert shown is not None
    option = profile(name).options["passed_lock"]
    assert (option.value, option.confidence, option.note) == (value, item, shown[1])


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, declared in OPTIONS.items() for value in declared.get("values", [])],
)
def test_each_value_can_be_set(option: str, value: str) -> None:
    assert profile("sg-wong-v1", {option: value})[option] == value


def test_order_of_the_tests() -> None:
    said = re.search(r"hu `(dead_hand[^`]*)`; pung, kong, chi `([^`]*)`", TEXT)
    assert said is not None
    assert [FAMILY["order"][claim] for claim in ("ron", "call")] == [codes.split(", ") for codes in said.groups()]


@pytest.mark.parametrize("claim", FAMILY["order"])
def test_codes_of_the_order_belong_to_the_family(claim: str) -> None:
    family = {
        row[0].strip("`"): row[3]
        for row in table("| code | meaning | applies to | family | lock (trigger; blocks; scope; until) |", REASONS)
    }
    codes = FAMILY["order"][claim]
    assert len(codes) == len(set(codes))
    for code in codes:
        assert code in set(Code)
        assert family[code] != "riichi", code


def test_the_order_names_the_claims_of_the_riichi_family() -> None:
    assert set(FAMILY["order"]) == set(load("riichi")["order"])
