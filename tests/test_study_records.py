"""`minogashi study records`: every riichi of real games by its wait, counted once, and how it ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_type_hints

import pytest
from typer.testing import CliRunner

from minogashi import cli
from minogashi.shapes import keys_of, waits
from minogashi.study.records import FEW, Gap, Group, RecordStudy, Tables, study_records, wait_of
from minogashi.study.runs import Arm, Contrast, Sentence, Study, TurnTable
from minogashi.tiles import counts_of, mjai, parse_tiles

HANDS = {
    "ryanmen": "123789m123s45p99s",
    "furiten_ryanmen": "123789m123s45p99s",
    "kanchan": "123789m123s46p99s",
}
"""South's, with a 1z to throw; 3-6p or 5p are its waits."""
OTHERS = ("19m2589p147s1133z", "258m1778p258s113z", "147m2278p4477s22z")


def line(kind: str, **keys: object) -> str:
    return json.dumps({"type": kind, **keys})


def turn(actor: int, draw: str, *, tsumogiri: bool = True, throw: str = "") -> list[str]:
    return [
        line("tsumo", actor=actor, pai=draw),
        line("dahai", actor=actor, pai=throw or draw, tsumogiri=tsumogiri),
    ]


def game(hand: str, first: str, end: list[str], *, kyoku: int = 1) -> str:
    """South throws `first`, declares riichi in its second turn, and the round goes on with `end`."""
    east, west, north = OTHERS
    tehais = [[mjai(tile) for tile in parse_tiles(text)] for text in (east, HANDS[hand], west, north)]
    rows = [
        line("start_game", names=list("ABCD")),
        line(
            "start_kyoku", bakaze="E", kyoku=1, honba=kyoku, kyotaku=0, oya=0, scores=[25000] * 4, dora_marker="9p",
            tehais=tehais,
        ),
        *turn(0, "N"), *turn(1, first), *turn(2, "N"), *turn(3, "C"), *turn(0, "F"),
        line("tsumo", actor=1, pai="P"), line("reach", actor=1), line("dahai", actor=1, pai="P", tsumogiri=True),
        line("reach_accepted", actor=1), *turn(2, "F"),
    ]  # fmt: skip
    return "\n".join([*rows, *end])


DRAWN = [
    *turn(3, "C"), *turn(0, "F"), line("tsumo", actor=1, pai="6p"),
    line("hora", actor=1, target=1, pai="6p", deltas=[-1000, 3000, -1000, -1000], scores=[24000, 27000, 24000, 24000]),
    line("end_kyoku"),
]  # fmt: skip
RON = [
    line("tsumo", actor=3, pai="6p"), line("dahai", actor=3, pai="6p", tsumogiri=True),
    line("hora", actor=1, target=3, pai="6p", deltas=[0, 3000, 0, -2000], scores=[25000, 27000, 25000, 23000]),
    line("end_kyoku"),
]  # fmt: skip


def study(folder: Path, *texts: str, jobs: int = 1) -> RecordStudy:
    for number, text in enumerate(texts):
        (folder / f"{number}.mjson").write_text(text + "\n" + line("end_game"), encoding="utf-8")
    return study_records([folder], jobs=jobs)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("123456789m23p55s", "ryanmen"),
        ("123456m34567p55s", "three_sided"),
        ("123456789m12p55s", "one_sided"),
        ("123456789m46p55s", "one_sided"),
        ("123456789m111p5s", "one_sided"),
        ("1122334455m66p7s", "one_sided"),
        ("123456789m11p55s", "shanpon"),
        ("123456m4567p789s", "other"),
        ("2223456m777p555s", "other"),
        ("19m19p19s1234567z", "other"),
        ("13579m13579p135s", ""),
    ],
)
def test_waits_are_called_by_how_the_hand_ends(hand: str, name: str) -> None:
    held = counts_of(parse_tiles(hand))
    assert wait_of(held, 4, waits(*keys_of(held))) == name


def test_a_riichi_is_counted_by_wait_and_furiten_with_its_end(tmp_path: Path) -> None:
    found = study(tmp_path, game("ryanmen", "S", RON), game("furiten_ryanmen", "3p", DRAWN, kyoku=2))
    (table,) = found.tables
    assert (found.games, found.riichi, found.again, found.hidden, table.seats) == (2, 2, 0, 0, 4)
    got = {(one.wait, one.furiten): one for one in table.groups if one.turns == "all"}
    assert set(got) == {("ryanmen", False), ("ryanmen", True)}
    free, furiten = got["ryanmen", False], got["ryanmen", True]
    assert (free.win.mean, free.drawn.mean, free.gain.mean, free.enough) == (1.0, 0.0, 2000.0, False)
    assert (furiten.win.mean, furiten.drawn.mean, furiten.gain.mean) == (1.0, 1.0, 2000.0)
    assert [(gap.first, gap.second, gap.win.mean) for gap in table.gaps] == [("furiten_ryanmen", "ryanmen", 0.0)]
    assert {one.turns for one in table.groups} == {"all", "1-6"}


def test_a_deal_that_two_records_tell_of_is_counted_once(tmp_path: Path) -> None:
    found = study(tmp_path, game("kanchan", "S", RON[:2]), game("ryanmen", "S", RON), game("ryanmen", "S", RON) + "\n")
    assert (found.riichi, found.again) == (1, 1)


def test_a_round_that_breaks_off_tells_nothing(tmp_path: Path) -> None:
    found = study(tmp_path, game("kanchan", "S", []))
    assert (found.games, found.riichi, found.tables) == (1, 0, [])


def test_a_hidden_hand_is_counted_as_such(tmp_path: Path) -> None:
    text = game("ryanmen", "S", DRAWN[:-2])
    shown = json.dumps([mjai(tile) for tile in parse_tiles(HANDS["ryanmen"])])
    hidden = text.replace(shown, json.dumps(["?"] * 13))
    found = study(tmp_path, hidden + "\n" + line("ryukyoku", deltas=[0] * 4) + "\n" + line("end_kyoku"))
    assert (found.riichi, found.hidden) == (0, 1)


def test_what_cannot_be_read_is_counted(tmp_path: Path) -> None:
    (tmp_path / "bad.xml").write_bytes(b"<mjloggm")
    found = study(tmp_path, game("ryanmen", "S", RON))
    assert (found.unreadable, found.riichi) == (1, 1)


def test_the_command_says_where_cases_are_too_few(tmp_path: Path) -> None:
    study(tmp_path, game("ryanmen", "S", RON))
    done = CliRunner().invoke(cli.app, ["study", "records", str(tmp_path), "--jobs", "1"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "1 game, 1 riichi (0 of hands that are not shown, 0 told of before)" in done.stdout
    assert "too few" in done.stdout.splitlines()[-1]
    told = json.loads(CliRunner().invoke(cli.app, ["study", "records", str(tmp_path), "--json"]).stdout)
    assert told["schema"] == "minogashi.study_records/1"
    assert CliRunner().invoke(cli.app, ["study", "records", "nowhere"]).exit_code == 2


@pytest.mark.parametrize("struct", [RecordStudy, Tables, Group, Gap, Study, TurnTable, Arm, Contrast, Sentence])
def test_every_key_is_documented(struct: type) -> None:
    page = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
    told = page[page.index("## minogashi.study/1") : page.index("## mjai lines of an advisor")]
    assert [key for key in get_type_hints(struct) if f"`{key}`" not in told] == []


def test_the_real_games(records: Path) -> None:
    """Cases enough for plain waits, none for furiten ones; the same on one process and on two."""
    found = study_records([records / "mjlog-2020"], jobs=2)
    assert found == study_records([records / "mjlog-2020"])
    four = {(one.wait, one.furiten): one for one in found.tables[0].groups if one.turns == "all"}
    assert four["ryanmen", False].win.low > four["one_sided", False].win.high
    assert all(one.drawn.mean == 1 for (_, furiten), one in four.items() if furiten and one.win.mean)
    assert all(one.cases < FEW and not one.enough for (_, furiten), one in four.items() if furiten)
