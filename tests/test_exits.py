"""`minogashi exits`: the ways out of a hand typed in, as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from minogashi import cli
from minogashi import exits as shapes
from minogashi.errors import MinogashiError
from minogashi.exits import Exits, exits
from minogashi.notation import Question
from minogashi.rulebook import profile

if TYPE_CHECKING:
    from msgspec import Struct

ROOT = Path(__file__).parent.parent
REFERENCE = "77m34567p678s777z"
LAST = (33000, 25000, 22000, 20000)


def asked(rules: str = "tenhou", *, last: bool = False, language: str = "en", **told: Any) -> Exits:  # noqa: ANN401
    return exits(Question(**told), profile(rules), language, last=last)


def test_p17_names_the_discard_that_ends_furiten() -> None:
    found = asked(hand="22288m23p345678s", river="1p", drawn="3p")
    assert [line.discard for line in found.discards if line.ends] == ["2p"]
    stays = next(line for line in found.discards if line.discard == "3p")
    assert stays.furiten is not None
    assert stays.furiten.text == "Discard furiten since S's own 1p (turn 1); ends when no wait is left in S's river"


def test_a_discard_that_stays_furiten_is_followed_one_draw_further() -> None:
    found = asked(hand="22288m23p345678s", river="1p", drawn="3p")
    by_tile = {line.discard: line for line in found.discards}
    assert by_tile["2p"].ahead == []
    free = {turn.draw: [line.discard for line in turn.exits if line.furiten is None] for turn in by_tile["3p"].ahead}
    assert (free["2p"], free["1p"]) == (["3p"], [])
    assert [turn.draw for turn in by_tile["3p"].ahead if turn.wins] == ["1p", "4p"]


def test_each_wait_after_a_discard_tells_whether_it_wins() -> None:
    found = asked(hand="44m23p456s", melds=("chi 234m", "pon 666s"), river="", drawn="9s")
    line = next(line for line in found.discards if line.discard == "9s")
    assert [(wait.tile, wait.ron.refused if wait.ron else "") for wait in line.waits] == [
        ("1p", "no_yaku"),
        ("4p", None),
    ]
    assert [note.code for note in found.notes][:2] == ["one_sided", "draw_trap"]


def test_r45_is_a_note() -> None:
    found = asked(hand="2s44p555m678p777z9m", river="1s", drawn="3s")
    note = next(note for note in found.notes if note.code == "furiten_at_tenpai")
    assert note.text.startswith("Ready only now, and furiten at once if 9m goes: no error")


def test_r43_r44_with_and_without_points() -> None:
    found = asked(hand=REFERENCE, river="", drawn="8p")
    assert found.choice is not None
    assert (found.choice.points, found.choice.place) == (2000, None)
    told = asked(hand=REFERENCE, river="", drawn="8p", scores=(26000, 24000, 25500, 24500))
    assert told.choice is not None
    row = next(row for row in told.choice.riichi if row.discard == "8p")
    assert (told.choice.place, [(win.tile, win.han_more, win.place) for win in row.wins]) == (
        1, [("2p", 1, 1), ("5p", 1, 1), ("8p", 1, 1)],
    )  # fmt: skip


def test_r46_passing_is_told_with_points_only() -> None:
    points = (30000, 40000, 29000, 1000)
    found = asked(hand=REFERENCE, river="", tile="5p", scores=points)
    assert [(line.code, line.wind, line.place, line.now) for line in found.passes] == [("bust", "N", 1, 1)]
    assert asked(hand=REFERENCE, river="", tile="5p").passes == []


def test_what_a_place_needs_is_told_in_the_last_hand() -> None:
    found = asked(hand=REFERENCE, river="", scores=LAST, last=True)
    assert [(line.place, line.wind, line.points) for line in found.needs] == [
        (1, "E", 4500), (1, "S", 5900), (1, "W", 12000), (1, "N", 12000),
    ]  # fmt: skip
    assert asked(hand=REFERENCE, river="", scores=LAST).needs == []


def test_the_wrong_number_of_points_is_refused() -> None:
    with pytest.raises(MinogashiError, match="--scores takes 4 numbers, not 3"):
        asked(hand=REFERENCE, scores=(1, 2, 3))


def test_the_singapore_table_has_exits_too() -> None:
    found = asked("sg-wong-v1", hand="123456789m11p23s", river="1s", drawn="9p")
    line = next(line for line in found.discards if line.discard == "9p")
    assert ([wait.tile for wait in line.waits], found.choice, line.riichi) == (["1s", "4s"], None, False)


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli.app, ["exits", *words])
    return done.exit_code, done.stdout, done.stderr


def test_the_page() -> None:
    code, out, _ = run("22288m23p345678s", "--draw", "3p", "--river", "1p")
    assert code == 0
    lines = out.splitlines()
    assert lines[4:7] == [
        "throw  waits                     furiten",
        "2p     8m (2 left), 3p (2 left)  no: ends",
        "3p     1p (3 left), 4p (4 left)  discard furiten 1p",
    ]
    assert "8m     1 away, 26 tiles help" in lines
    assert "2p (3 left)  throw 3p: 8m (2 left), 2p (2 left)" in lines


def test_the_page_of_a_win_and_of_the_last_hand() -> None:
    _, out, _ = run(REFERENCE, "--draw", "8p", "--scores", "26000,24000,25500,24500")
    assert "The win now: menzen_tsumo 1, chun 1, 2000 points, place 1" in out
    assert "throw 5p  2p 4000 (+1 han, place 1), 5p 4000 (+1 han, place 1)" in out
    _, out, _ = run(REFERENCE, "--scores", ",".join(map(str, LAST)), "--last")
    assert "For place 1: 4500 from E, 5900 by tsumo, 12000 from W, 12000 from N" in out


@pytest.mark.parametrize(
    "words", [("77m",), (REFERENCE, "--scores", "many"), (REFERENCE, "--tile", "5p", "--from", "S")]
)
def test_wrong_use_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ")


def test_every_key_is_documented() -> None:
    code, out, _ = run(REFERENCE, "--draw", "8p", "--json")
    assert (code, json.loads(out)["schema"]) == (0, "minogashi.exits/1")
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### ([^\n]+)$(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    names = ("Exits", "Throw", "TurnRow", "TakeOrRiichi", "RiichiRow", "DrawnWin", "PassRow", "NeedRow")
    told: dict[str, type[Struct]] = {name: getattr(shapes, name) for name in names}
    missing = [
        f"{name}.{field}"
        for name, shape in told.items()
        for field in shape.__struct_fields__
        if f"`{field}`" not in sections.get(name, "")
    ]
    assert missing == []
