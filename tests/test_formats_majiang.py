"""The reader of Majiang's records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from papers import HULE, MAJIANG, paper, turn
from typer.testing import CliRunner

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.cli import app
from minogashi.errors import RecordError
from minogashi.formats import parse, read
from minogashi.tiles import HIDDEN, Tile, parse_tiles

if TYPE_CHECKING:
    from pathlib import Path


def tile(text: str) -> Tile:
    (found,) = parse_tiles(text)
    return found


def played(*entries: dict[str, Any], **more: Any) -> list[ev.Event]:  # noqa: ANN401  JSON
    return read(json.dumps(paper(*entries, **more)).encode()).events


def test_a_game_is_read_with_the_first_dealer_as_seat_0() -> None:
    game = read(MAJIANG)
    assert (game.format, game.names, game.view, game.cut) == ("majiang", ("Ann", "Bo", "Cem", "Di"), None, False)
    north, white = tile("4z"), tile("5z")
    assert game.events[1:] == [
        ev.Draw(0, north),
        ev.Discard(0, north, drawn=True),
        ev.Draw(1, white),
        ev.Discard(1, white, drawn=True),
        ev.Ron(0, 1, white),
        ev.RoundEnd("win", (26500, 23500, 25000, 25000)),
        ev.GameEnd((26500, 23500, 25000, 25000)),
    ]
    (said,) = game.statements
    assert (said.at, said.seat, said.value.points, said.value.yaku) == (5, 0, 1500, {"haku": 1})
    assert sorted(said.value.hand) == sorted(parse_tiles("123m123p123s11555z"))
    assert "Majiang" in game.notes[0]


def test_seats_turn_with_the_deal() -> None:
    game = paper(*turn(0, "z4", "z4_"))
    game["log"][0][0]["qipai"]["jushu"] = 2
    events = read(json.dumps(game).encode()).events
    start = events[0]
    assert isinstance(start, ev.RoundStart)
    assert (start.dealer, start.hands[2][:3]) == (2, tuple(parse_tiles("123m")))
    assert events[1] == ev.Draw(2, tile("4z"))


def test_a_riichi_that_nobody_wins_on_is_paid() -> None:
    drawn = {
        "pingju": {
            "name": "荒牌平局",
            "shoupai": ["m123p123s123z1155", "", "", ""],
            "fenpei": [3000, -1000, -1000, -1000],
        }
    }
    events = played(*turn(0, "z4", "z4_*"), *turn(1, "z3", "z3"), drawn)
    assert events[2:4] == [ev.Riichi(0), ev.Discard(0, tile("4z"), drawn=True)]
    assert events[5] == ev.Discard(1, tile("3z"), drawn=False)
    assert events[6] == ev.RoundEnd("exhaustive", (27000, 24000, 24000, 24000))
    game = read(json.dumps(paper(*turn(0, "z4", "z4_*"), *turn(1, "z3", "z3"), drawn)).encode())
    assert [(said.at, said.seat, said.kind) for said in game.statements] == [(5, 0, "tenpai")]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("m12-3", ev.Call(3, CHI, tile("2m"), 2, (tile("1m"), tile("3m")))),
        ("z444=", ev.Call(3, PON, tile("4z"), 1, (tile("4z"), tile("4z")))),
        ("z4444+", ev.Call(3, OPEN_KAN, tile("4z"), 0, (tile("4z"),) * 3)),
        ("p055-", ev.Call(3, PON, tile("5p"), 2, (tile("0p"), tile("5p")))),
    ],
)
def test_calls(text: str, event: ev.Call) -> None:
    assert played({"fulou": {"l": 3, "m": text}})[1] == event


def test_kans_and_what_replaces_them() -> None:
    events = played(
        {"gang": {"l": 1, "m": "z2222"}}, {"kaigang": {"baopai": "z1"}}, {"gangzimo": {"l": 1, "p": "z7"}},
        {"gang": {"l": 1, "m": "s4-440"}}, {"gangzimo": {"l": 1, "p": "z6"}},
    )  # fmt: skip
    assert events[1:6] == [
        ev.ClosedKan(1, (tile("2z"),) * 4),
        ev.Dora(tile("1z")),
        ev.Draw(1, tile("7z"), replacement=True),
        ev.AddedKan(1, tile("0s")),
        ev.Draw(1, tile("6z"), replacement=True),
    ]


def test_a_yakuman_with_liability() -> None:
    hule = {**HULE["hule"], "damanguan": 1, "fu": None, "fanshu": None, "defen": 48000, "baojia": None}
    hule["hupai"] = [{"name": "大三元", "fanshu": "*", "baojia": "-"}]
    game = read(json.dumps(paper(*turn(0, "z4", "z4"), {"hule": hule})).encode())
    claim = game.statements[0].value
    assert (claim.yakuman, claim.yaku, claim.pao, claim.points) == (1, {"daisangen": 13}, 3, 48000)


def test_what_is_not_shown_is_hidden() -> None:
    game = paper(*turn(0, "", "z4"))
    game["log"][0][0]["qipai"]["shoupai"] = ["", "m456p456s406z2267", "_" * 13, ""]
    found = read(json.dumps(game).encode())
    start = found.events[0]
    assert isinstance(start, ev.RoundStart)
    assert (found.view, start.hands[0], found.events[1]) == (1, (HIDDEN,) * 13, ev.Draw(0, HIDDEN))


def test_a_round_that_does_not_end_is_cut() -> None:
    game = read(json.dumps(paper(*turn(0, "z4", "z4"))).encode())
    assert game.cut
    assert game.events[-1] == ev.RoundEnd("cut")


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([{"zimo": {"l": 4, "p": "m1"}}], "round 1, entry 2: seat 4: a wind is 0 to 3"),
        ([{"zimo": {"l": 0, "p": "x1"}}], "'x1' is not a row of tiles"),
        ([{"zimo": {"l": 0, "p": "m12"}}], "'m12' is not one tile"),
        ([{"fulou": {"l": 0, "m": "m12"}}], "'m12' is not a set"),
        ([{"fulou": {"l": 0, "m": "m1-2-3"}}], "takes two tiles"),
        ([{"fulou": {"l": 0, "m": "z2222"}}], "is not the call of one tile"),
        ([{"gang": {"l": 0, "m": "z22-2"}}], "is not a kan"),
        ([{"pingju": {"name": "なし"}}], "'なし' is no end of a round"),
        ([{"pingju": {"name": "九種九牌"}}], "nine terminals are declared right after a draw"),
        ([{"pingju": {"name": "流局"}}, *turn(0, "m1", "m1")], "entry 3: the round is over"),
        ([{"zimo": {"p": "m1"}}], "not Majiang's JSON: Object missing required field `l`"),
    ],
)
def test_a_broken_record_is_refused_with_its_place(entries: list[dict[str, Any]], complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(json.dumps(paper(*entries)).encode(), "paper.json")
    assert str(caught.value).startswith("paper.json: ")
    assert complaint in str(caught.value)


def test_an_audit_tells_the_readers_notes(tmp_path: Path) -> None:
    (tmp_path / "paper.json").write_bytes(MAJIANG)
    shown = CliRunner().invoke(app, ["audit", str(tmp_path / "paper.json")]).stdout
    assert "No rule book for Majiang is known" in shown
    found = json.loads(CliRunner().invoke(app, ["audit", "--json", str(tmp_path / "paper.json")]).stdout)
    assert found["files"][0]["notes"] == read(MAJIANG).notes
