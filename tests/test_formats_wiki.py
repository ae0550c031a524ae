"""The notations of wiki pages (R53-R59), read, and taken by `minogashi check` as pasted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seats import Client
from typer.testing import CliRunner

from minogashi import cli
from minogashi.errors import MinogashiError, TileError
from minogashi.formats.wiki import Pasted, is_wiki, parse_wiki
from minogashi.notation import Question
from minogashi.position import check
from minogashi.rulebook import profile
from minogashi.web.app import application

LINE = ":{{#mjt:22288m23p3456'78s}} Draw: {{#mjt:3p}} Waiting for: {{#mjt:14p}} (furiten)"
BOXES = """== Example ==
[[Image:Somewhere.png|right|thumb|[http://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d&tw=0&ts=4 a hand]]]
A hand in '''furiten''' {{kana|somewhere}}{{note|words {{kana|more}}}} <ref>[https://example.org/x?t=1 words]</ref>
{{main|Riichi}}
{{Discard pile
|align    = right
|title    = The discards
|tilerow1 = 1s6527z7s
|tilerow2 = 23p3s6z4s1m
|tilerow3 = 4z
|source   = nobody
}}
{{Wait box
|pattern      = 77m34567p678s777z
|tilewaits    = 258p
}}
[[Category:Rules]]
"""
OPEN = "{{< t 44m55z -234s 5-67p 678's >}}"


def test_r54_hand_draw_and_waits_on_one_line() -> None:
    assert parse_wiki(LINE) == Pasted("22288m23p345678s", (), "3p", None, "14p")


def test_r54_the_calls_of_a_sentence_are_no_hand() -> None:
    text = "Had it thrown {{#mjt:1p}} and then {{#mjt:3p}}, it would wait.\n" + LINE
    assert parse_wiki(text).hand == "22288m23p345678s"
    assert parse_wiki("It waits on {{#mjt:3p}} and {{#mjt:8m}}.").hand is None


def test_r54_what_has_a_label_may_follow_on_its_own_line() -> None:
    text = "{{#mjt:22288m23p345678s}}\nDiscards: {{#mjt:9m1p}}\nDora: {{#mjt:4z}}\nanother {{#mjt:123456789m1234p}}"
    assert parse_wiki(text) == Pasted("22288m23p345678s", (), None, "9m1p", None, ("4z",))


def test_r55_r56_r58_r59_boxes_among_other_markup() -> None:
    found = parse_wiki(BOXES)
    assert (found.hand, found.river, found.waits) == ("77m34567p678s777z", "1s6527z7s23p3s6z4s1m4z", "258p")
    assert [(link.log, link.seat, link.hand) for link in found.links] == [("2012110112gm-0009-7447-14ec5c8d", 0, 4)]


def test_r55_a_river_box_may_stand_beside_a_line() -> None:
    assert parse_wiki("{{Discard pile|tilerow1=9m1p}}\n" + LINE).river == "9m1p"


@pytest.mark.parametrize(
    ("word", "meld"),
    [
        ("5-55z", "pon 555z"),
        ("-555z", "pon 555z"),
        ("7'56p", "chi 756p"),
        ("5-555z", "kan 5555z"),
        ("0550z", "ankan 5555z"),
        ("0330m", "ankan 3333m"),
        ("4444s", "ankan 4444s"),
    ],
)
def test_r57_sets_by_dash_apostrophe_and_face_down_tiles(word: str, meld: str) -> None:
    assert parse_wiki(f"{{{{< t 44m55z {word} >}}}}").melds == (meld,)


def test_r57_the_letter_of_a_mark_may_come_before_it() -> None:
    assert parse_wiki(OPEN) == Pasted("44m55z", ("chi 234s", "chi 567p", "chi 678s"))


def test_r59_a_page_without_a_hand_tells_nothing() -> None:
    assert parse_wiki("{{kana|words}} [[Category:Rules]]") == Pasted()
    assert not is_wiki("{{kana|words}}")
    assert is_wiki(BOXES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{#mjt:77x}}", "a tile call: '77x' is not a row of tiles"),
        ("{{Box|pattern=77m|tilewaits=2}}", "tilewaits: '2' is not a row of tiles"),
        ("{{Box|tilerow1=1234567m|tilerow2=1s}}", "tilerow1: has 7 tiles; expected at most 6"),
        ("{{Box|pattern= }}", "pattern: holds no tiles"),
    ],
)
def test_what_is_no_tile_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(TileError) as found:
        parse_wiki(text)
    assert str(found.value).startswith(message)


PIECES = (
    "{{#mjt:",
    "}}",
    "{{< t ",
    " >}}",
    "|tilerow1=",
    "|pattern=",
    "Draw: ",
    "123m",
    "0550z",
    "-",
    "'",
    "|",
    "\n",
    "=",
)


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=25).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = parse_wiki(text)
    except MinogashiError:
        return
    assert isinstance(found, Pasted)


def notes(hand: str, **told: Any) -> dict[str, str]:  # noqa: ANN401
    return {note.code: note.text for note in check(Question(hand=hand, **told), profile("tenhou")).notes}


def test_stated_waits_are_held_against_those_of_the_hand() -> None:
    assert notes(BOXES)["stated_waits"] == "The stated waits 258p are those of the hand"
    wrong = BOXES.replace("258p", "25p")
    assert notes(wrong)["stated_waits"] == "The text states the waits 25p, but the hand waits for 258p"
    assert "stated_waits" not in notes("77m34567p678s777z")


def test_a_pasted_position_is_ruled_on_as_if_typed() -> None:
    pasted = check(Question(hand=BOXES, tile="5p"), profile("tenhou"))
    typed = check(Question(hand="77m34567p678s777z", river="1s6527z7s23p3s6z4s1m4z", tile="5p"), profile("tenhou"))
    assert pasted.verdicts == typed.verdicts
    assert pasted.verdicts[0].reasons[0].code == "furiten_discard"


def test_what_was_told_beside_a_page_goes_first() -> None:
    found = check(Question(hand=LINE, river="1p", tile="4p"), profile("tenhou"))
    assert (found.drawn, found.river, found.verdicts[0].verdict) == (None, "1p", "refused")
    assert check(Question(hand=OPEN), profile("tenhou")).melds == ["chi 234s", "chi 567p", "chi 678s"]


@pytest.mark.parametrize("command", ["check", "exits"])
def test_the_commands_take_a_page_from_standard_input(command: str) -> None:
    done = CliRunner().invoke(cli.app, [command, "-"], input=BOXES)
    assert done.exit_code == 0
    assert "Discard furiten since S's own 2p (turn 7)" in done.stdout


def test_the_lab_takes_a_line_as_pasted() -> None:
    answer = Client(application([])).send("GET", "/api/lab", params={"hand": LINE, "river": "1p"})
    assert answer.status_code == 200
    told = answer.json()
    assert (told["count"], [line["discard"] for line in told["answer"]["discards"]]) == (14, ["2p", "3p"])
    assert "stated_waits" in [note["code"] for note in told["answer"]["notes"]]


def test_a_page_without_a_hand_is_a_wrong_use() -> None:
    done = CliRunner().invoke(cli.app, ["check", "{{kana|words}}"])
    assert done.exit_code == 2
    assert done.stderr.startswith("error: no hand in this text")
