"""`minogashi safe`: the reasons for safe tiles at a moment of a record, told (P07 to P10)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from minogashi import cli, safety
from minogashi import events as ev
from minogashi.claims import CHI
from minogashi.defence import LEVELS
from minogashi.errors import MinogashiError
from minogashi.formats.written import write
from minogashi.messages import Speaker
from minogashi.record import Record
from minogashi.story import rounds
from minogashi.tiles import HIDDEN, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

EAST, SOUTH, WEST, NORTH = range(4)
ROOT = Path(__file__).parent.parent


def deal(hand: str) -> ev.RoundStart:
    """South shows its hand."""
    hands = tuple(tuple(parse_tiles(hand)) if seat == SOUTH else (HIDDEN,) * 13 for seat in range(4))
    return ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), hands)


def turn(seat: int, tile: str) -> list[ev.Event]:
    return [ev.Draw(seat, HIDDEN), ev.Discard(seat, parse_tile(tile))]


LEFT_5S: list[ev.Event] = [deal("5s19p19m1122334z"), *turn(EAST, "5s"), ev.Draw(SOUTH, parse_tile("4z"))]
ACROSS_5S: list[ev.Event] = [
    deal("5556s19p9m112233z"), *turn(EAST, "1z"), ev.Draw(SOUTH, parse_tile("1m")), ev.Discard(SOUTH, parse_tile("1m")),
    *turn(WEST, "1z"), *turn(NORTH, "5s"), *turn(EAST, "4s"),
    ev.Call(SOUTH, CHI, parse_tile("4s"), EAST, tuple(parse_tiles("56s"))),
]  # fmt: skip


def found(events: Sequence[ev.Event], at: int = -1, seat: int | None = None, **options: Any) -> safety.Safety:  # noqa: ANN401
    record = Record("game.jsonl", "minogashi", options.pop("profile", "tenhou"), events=list(events))
    return safety.safety(record, rounds(record)[0], at % len(events), seat, **options)


def against(told: safety.Safety, tile: str) -> dict[str, safety.Against]:
    return {one.wind: one for one in next(line for line in told.tiles if line.tile == tile).against}


def test_p07_names_lock_event_and_end() -> None:
    told = against(found(LEFT_5S), "5s")
    assert {wind: one.level for wind, one in told.items()} == {"W": "turn", "N": "turn", "E": "genbutsu"}
    west = told["W"].reason
    assert west is not None
    assert west.since is not None
    assert (west.code, west.since.event, west.since.wind, west.until) == ("furiten_temporary", 2, "E", ["own_discard"])
    assert west.text == "Same-turn furiten since E's 5s (turn 1); ends at W's next discard"


def test_p08_tells_under_which_resets_a_tile_is_safe() -> None:
    told = against(found(ACROSS_5S), "5s")
    assert told["W"].resets == {"own_discard": True, "own_draw": True, "own_draw_or_call": True, "any_call": False}
    assert (told["W"].level, told["N"].level, told["N"].resets) == ("turn", "genbutsu", None)


def test_p08_under_any_call_it_is_not_safe() -> None:
    told = against(found(ACROSS_5S, overrides={"temp_furiten_reset": "any_call"}), "5s")
    assert (told["W"].level, told["W"].certain, told["N"].certain) == ("open", False, True)


def test_what_suji_does_not_cover_is_told() -> None:
    told = against(found([deal("5s19p1m11223344z"), *turn(EAST, "4m"), ev.Draw(SOUTH, parse_tile("4z"))]), "1m")
    assert told["E"].text == "suji; 4m locked; can win: shanpon 3, tanki 3, kokushi 1"


def test_in_the_singapore_game_the_latest_discard_is_safe_until_its_player_draws() -> None:
    told = against(found(LEFT_5S, profile="sg-wong-v1"), "5s")
    assert told["E"].reason is not None
    assert (told["E"].reason.code, told["E"].reason.until, told["E"].level) == ("own_latest", ["own_draw"], "turn")
    assert told["W"].likely is not None
    assert (told["W"].likely.code, told["W"].certain, told["W"].resets) == ("passed_hu", False, None)


def test_a_tile_still_on_offer_is_told() -> None:
    assert found(LEFT_5S, 2, SOUTH).on_offer == "5s"
    assert found(LEFT_5S).on_offer is None


def test_a_hidden_hand_and_a_wrong_event_are_refused() -> None:
    with pytest.raises(MinogashiError, match="the hand of W is hidden"):
        found(LEFT_5S, seat=WEST)
    record = Record("game.jsonl", "minogashi", "tenhou", events=LEFT_5S)
    with pytest.raises(MinogashiError, match=r"event 9 is not in E1\.0, which has the events 0 to 3"):
        safety.safety(record, rounds(record)[0], 9)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_level_and_shape_has_a_text(language: str) -> None:
    speaker = Speaker(language=language)
    assert all(speaker.text(f"level.{level}") for level in LEVELS)
    for shape in ("ryanmen", "kanchan", "penchan", "shanpon", "tanki", "kokushi"):
        assert speaker.text(f"shape.{shape}")


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli.app, ["safe", *words])
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_bytes(write(Record("game.jsonl", "minogashi", "tenhou", events=ACROSS_5S)))
    return str(file)


def test_the_page_gives_the_safest_tile_first(path: str) -> None:
    code, out, _ = run(path, "--at", str(len(ACROSS_5S) - 1))
    assert code == 0
    titles = re.findall(r"^(\d[mpsz])  \d left$", out, re.MULTILINE)
    assert titles[0] == "1z"
    assert set(titles) == {"5s", "1p", "9p", "9m", "1z", "2z", "3z"}
    assert "not under temp_furiten_reset=any_call" in out


def test_json_is_of_the_documented_shape(path: str) -> None:
    code, out, _ = run(path, "--round", "E1.0", "--at", str(len(ACROSS_5S) - 1), "--seat", "S", "--json")
    told = json.loads(out)
    assert (code, told["schema"], told["wind"], told["what"]) == (
        0,
        "minogashi.safe/1",
        "S",
        "S calls chi with 56s, taking 4s",
    )


def test_without_a_moment_it_is_a_wrong_use(path: str) -> None:
    code, out, err = run(path)
    assert (code, out) == (2, "")
    assert err.startswith("error: name the moment with --at")


def test_every_key_is_documented() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### ([^\n]+)$(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    shapes = {
        "Safety": safety.Safety, "TileSafety": safety.TileSafety, "Against": safety.Against,
        "ShapeLeft": safety.ShapeLeft,
    }  # fmt: skip
    missing = [
        f"{name}.{field}"
        for name, shape in shapes.items()
        for field in shape.__struct_fields__
        if f"`{field}`" not in sections[name]
    ]
    assert missing == []
