"""`minogashi why`: what happened to one seat in one round, told from events."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from minogashi import cli
from minogashi import events as ev
from minogashi.auditing import audit_record
from minogashi.claims import CHI, PON
from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import records as all_records
from minogashi.formats.written import write
from minogashi.record import Record
from minogashi.story import Step, Story, find_round, find_seat, rounds, story
from minogashi.tiles import HIDDEN, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

EAST, SOUTH, WEST, NORTH = range(4)
HIDDEN_HAND = (HIDDEN,) * 13


def deal(hand: str, *, number: int = 0, honba: int = 0, dealer: int = 0, seat: int = SOUTH) -> ev.RoundStart:
    """A deal in which one seat's hand is known."""
    hands = tuple(tuple(parse_tiles(hand)) if index == seat else HIDDEN_HAND for index in range(4))
    return ev.RoundStart(0, number, honba, 0, dealer, (25000,) * 4, (), hands)


def turn(seat: int, tile: str, drawn: str = "") -> list[ev.Event]:
    """A draw (hidden where not told) and a discard."""
    return [ev.Draw(seat, parse_tile(drawn) if drawn else HIDDEN), ev.Discard(seat, parse_tile(tile))]


S05: list[ev.Event] = [
    deal("77m34567p678s777z"),
    *turn(EAST, "1z"),
    *turn(SOUTH, "1m", "1m"),
    *turn(WEST, "1z"),
    *turn(NORTH, "5p"),  # event 8: let go
    *turn(EAST, "8p"),  # event 10: refused
    *turn(SOUTH, "9m", "9m"),
    *turn(WEST, "2p"),  # event 14: won
    ev.Ron(SOUTH, WEST, parse_tile("2p")),
    ev.RoundEnd("win"),
]


def record(events: Sequence[ev.Event], profile: str = "tenhou") -> Record:
    return Record("game.jsonl", "minogashi", profile, events=list(events))


def told(events: Sequence[ev.Event], seat: int = SOUTH, at: int | None = None, **options: str) -> Story:
    game = record(events)
    return story(game, rounds(game)[0], seat, at=at, overrides=options)


def step(found: Story, event: int) -> Step:
    return next(one for one in found.steps if one.event == event)


def codes(one: Step, claim: str) -> str:
    found = next(ruling for ruling in one.verdicts if ruling.claim == claim)
    return " ".join(reason.code for reason in found.reasons) or found.verdict


def test_a_win_let_go_and_the_refusal_that_follows() -> None:
    found = told(S05)
    assert codes(step(found, 8), "ron") == "allowed"
    assert step(found, 8).did == "let go"
    refused = step(found, 10)
    assert codes(refused, "ron") == "furiten_temporary"
    assert refused.verdicts[0].reasons[0].text == ("Same-turn furiten since N's 5p (turn 1); ends at S's next discard")
    since = refused.verdicts[0].reasons[0].since
    assert since is not None
    assert (since.event, since.seat, since.wind, since.tile, since.turn) == (8, NORTH, "N", "5p", 1)
    assert codes(step(found, 14), "ron") == "allowed"
    assert step(found, 14).did == "wins by ron on 2p"


def test_furiten_is_shown_from_its_begin_to_its_end() -> None:
    found = told(S05)
    shown = {one.event: one.furiten is not None for one in found.steps}
    assert shown[9]
    assert not shown[12]


def test_claims_for_which_the_tiles_are_not_held_are_left_out() -> None:
    assert [ruling.claim for ruling in step(told(S05), 14).verdicts] == ["ron"]


def test_only_moments_that_matter_are_told() -> None:
    assert 2 not in [one.event for one in told(S05).steps]


def test_waits_are_told_with_what_is_left_of_them() -> None:
    assert [(wait.tile, wait.left) for wait in step(told(S05), 8).waits] == [("2p", 4), ("5p", 2), ("8p", 4)]


def test_no_yaku_is_noted_in_the_sentence() -> None:
    events = [
        deal("33m456s78p66s34m1z9m"),
        *turn(EAST, "6s"),
        ev.Call(SOUTH, PON, parse_tile("6s"), EAST, tuple(parse_tiles("66s"))),
        ev.Discard(SOUTH, parse_tile("1z")),
        *turn(WEST, "1z"),
        *turn(NORTH, "1z"),
        *turn(EAST, "2m"),
        ev.Call(SOUTH, CHI, parse_tile("2m"), EAST, tuple(parse_tiles("34m"))),
        ev.Discard(SOUTH, parse_tile("9m")),
        *turn(WEST, "9p"),
        *turn(NORTH, "6p"),
    ]
    found = told(events)
    assert codes(step(found, 14), "ron") == "no_yaku"
    assert step(found, 14).did is None
    refused = step(found, 16).verdicts[0].reasons[0]
    assert refused.text == "Same-turn furiten since W's 9p (turn 2, no yaku); ends at S's next discard"
    assert step(found, 10).did == "calls chi with 34m"


def test_a_swap_calling_ban_is_told_with_the_call() -> None:
    events = [
        deal("456p77p123m123s11z"),
        *turn(EAST, "7p"),
        ev.Call(SOUTH, CHI, parse_tile("7p"), EAST, tuple(parse_tiles("56p"))),
        ev.Discard(SOUTH, parse_tile("1z")),
    ]
    banned = [ruling for ruling in step(told(events), 3).verdicts if ruling.claim == "discard"]
    assert [(ruling.tile, ruling.reasons[0].code) for ruling in banned] == [("4p", "kuikae"), ("7p", "kuikae")]
    assert banned[0].reasons[0].until == ["own_discard"]
    assert step(told(events), 3).did == "discards 1z"


def test_riichi_and_tsumo_are_told_with_what_was_done() -> None:
    events = [
        deal("77m34567p678s777z"),
        *turn(EAST, "1m"),
        ev.Draw(SOUTH, parse_tile("9m")),
        ev.Riichi(SOUTH),
        ev.Discard(SOUTH, parse_tile("9m")),
        *turn(WEST, "1m"),
        *turn(NORTH, "1m"),
        *turn(EAST, "7m"),
        ev.Draw(SOUTH, parse_tile("5p")),
        ev.Tsumo(SOUTH, parse_tile("5p")),
        ev.RoundEnd("win"),
    ]
    found = told(events)
    assert codes(step(found, 3), "riichi") == "allowed"
    assert step(found, 3).did == "declares riichi, discards 9m"
    assert codes(step(found, 11), "pon") == "in_riichi"
    assert codes(step(found, 12), "tsumo") == "allowed"
    assert step(found, 12).did == "wins by tsumo with 5p"


def test_one_event_only() -> None:
    found = told(S05, at=10)
    assert [one.event for one in found.steps] == [10]
    assert found.steps[0].kind == "asked"
    assert [ruling.claim for ruling in found.steps[0].verdicts] == ["ron", "chi", "pon", "daiminkan"]
    assert found.river == "1m"


def test_one_event_in_the_own_turn() -> None:
    found = told(S05, at=11)
    assert codes(found.steps[0], "tsumo") == "not_complete"
    assert found.hand == "779m34567p678s777z"


def test_an_event_outside_the_round_is_refused() -> None:
    with pytest.raises(MinogashiError, match=r"event 99 is not in E1\.0, which has the events 0 to 16"):
        told(S05, at=99)


def test_an_override_changes_the_ruling() -> None:
    found = told([*S05[:11], *S05[11:]], temp_furiten_reset="any_call")
    assert found.overrides == {"temp_furiten_reset": "any_call"}
    assert step(found, 10).verdicts[0].reasons[0].until == ["own_draw", "own_call", "own_discard", "any_call"]


def test_a_hidden_hand_is_refused() -> None:
    with pytest.raises(MinogashiError, match="the hand of W is hidden in this record"):
        told(S05, WEST)


def test_an_impossible_event_is_told_with_its_place() -> None:
    with pytest.raises(RecordError, match="tile_not_held") as error:
        told([deal("77m34567p678s777z"), *turn(EAST, "1z"), *turn(SOUTH, "1s", "1m")])
    assert error.value.at == "event 4 (E1.0)"


TWO_ROUNDS: list[ev.Event] = [
    deal("77m34567p678s777z"), ev.RoundEnd("exhaustive"),
    deal("77m34567p678s777z", number=1, dealer=1, honba=1), ev.RoundEnd("exhaustive"),
    deal("77m34567p678s777z", number=1, dealer=1, honba=2), ev.RoundEnd("exhaustive"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "start"), [("E1.0", 0), ("e2.2", 4), ("E2", 2), ("2", 4), (" E1 ", 0)])
def test_rounds_are_found_by_name_or_number(asked: str, start: int) -> None:
    assert find_round(record(TWO_ROUNDS), asked).start == start


@pytest.mark.parametrize("asked", ["S1", "E2.7", "3", "", "E"])
def test_an_unknown_round_lists_those_there_are(asked: str) -> None:
    with pytest.raises(MinogashiError, match=r"there are E1\.0 E2\.1 E2\.2 \(or 0 to 2\)"):
        find_round(record(TWO_ROUNDS), asked)


@pytest.mark.parametrize(("asked", "seat"), [("E", 1), ("n", 0), ("3", 3)])
def test_seats_are_found_by_the_wind_of_that_round_or_by_number(asked: str, seat: int) -> None:
    assert find_seat(find_round(record(TWO_ROUNDS), "E2"), asked) == seat


def test_an_unknown_seat_lists_those_there_are() -> None:
    with pytest.raises(MinogashiError, match=r"no seat 'X'; E1\.0 has E S W N \(or 0 to 3\)"):
        find_seat(rounds(record(TWO_ROUNDS))[0], "X")


# The command


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_bytes(write(record(S05)))
    return str(file)


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["why", *words])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_tells_the_story(path: str) -> None:
    code, out, err = run(path, "--round", "E1", "--seat", "S")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["E1.0  S (seat 1)  tenhou", "dealt  77m34567p678s777z"]
    assert "turn 2   E discards 8p  event 10" in lines
    refused = "ron 8p   refused. Same-turn furiten since N's 5p (turn 1); ends at S's next discard"
    assert refused in [line.strip() for line in lines]


def test_the_only_round_need_not_be_named(path: str) -> None:
    assert run(path, "--seat", "1")[0] == 0


def test_an_event_names_its_round(path: str) -> None:
    _, out, _ = run(path, "--seat", "S", "--at", "10")
    assert out.splitlines()[1:3] == ["hand   77m34567p678s777z", "river  1m"]


def test_the_json_has_its_shape(path: str) -> None:
    found = json.loads(run(path, "--seat", "S", "--at", "10", "--json")[1])
    assert found["schema"] == "minogashi.why/1"
    assert (found["round"], found["seat"], found["wind"]) == ("E1.0", 1, "S")
    assert found["steps"][0]["furiten"]["code"] == "furiten_temporary"
    assert found["steps"][0]["verdicts"][0]["claim"] == "ron"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--round", "S4", "--seat", "S"), "there are E1.0"),
        (("--round", "E1"), "name the seat with --seat: E S W N or 0 to 3"),
        (("--seat", "Q"), "no seat 'Q'"),
        (("--seat", "S", "--at", "500"), "no round has an event 500; the record has the events 0 to"),
        (("--seat", "S", "--game", "2"), "holds one game, so there is no game 2"),
        (("--seat", "S", "--game", "0"), "--game counts from 1"),
        (("--seat", "S", "--profile", "nope"), "no rule book is called 'nope'"),
        (("--seat", "S", "--set", "kuikae"), "--set takes option=value"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(path: str, words: tuple[str, ...], problem: str) -> None:
    code, out, err = run(path, *words)
    assert (code, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


def test_a_missing_file_is_told() -> None:
    assert run("nowhere.xml", "--seat", "S") == (2, "", "error: nowhere.xml: no such file or folder\n")


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("hello")
    code, _, err = run(str(file), "--seat", "S")
    assert code == 2
    assert "not a record" in err


def test_every_win_let_go_in_real_games_is_in_its_story(records: Path) -> None:
    """What the audit finds and what the story tells are one thing."""
    told_of = 0
    for game in all_records(records / "mjlog"):
        if not isinstance(game, Record):
            continue
        for ref, found in zip(rounds(game), audit_record(game).rounds, strict=True):
            for missed in found.missed + found.at_end:
                one = step(story(game, ref, missed.seat), missed.event)
                expected = "allowed" if missed.why == "declined" else missed.why
                assert codes(one, "ron").split()[0] == expected
                told_of += 1
    assert told_of > 50
