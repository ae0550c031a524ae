"""Walls before the seats, broken by dice: whose, where, and what is drawn from there on."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from minogashi.errors import RecordError
from minogashi.events import Draw, Event, RoundStart
from minogashi.play import saving
from minogashi.play.bots import RandomBot
from minogashi.play.match import Match, house_of
from minogashi.play.stepped import SteppedMatch
from minogashi.play.terminal import LeftError, Person
from minogashi.play.walls import Break, broken, from_the_break, shuffled, thrown, tile_set, wall_seed
from minogashi.record import Setup
from minogashi.render import Paper
from minogashi.rulebook import profile
from minogashi.tiles import Tile

if TYPE_CHECKING:
    from pathlib import Path

BOOKS = ("tenhou", "tenhou-sanma", "sg-wong-v1")


@pytest.mark.parametrize(
    ("tiles", "seats", "dice", "wall", "first"),
    [
        # 68 stacks clockwise: East's 0 to 16, North's 17 to 33, West's 34 to 50, South's 51 to 67
        (136, 4, (3, 4), "West", 34 + 7),
        (136, 4, (1, 1), "South", 51 + 2),
        (136, 4, (2, 3), "East", 0 + 5),
        (136, 4, (6, 6), "North", 17 + 12),
        # 54 stacks: East's 0 to 17, West's 18 to 35, South's 36 to 53
        (108, 3, (3, 4), "East", 0 + 7),
        (108, 3, (1, 1), "South", 36 + 2),
        (108, 3, (6, 6), "West", 18 + 12),
        # 74 stacks: East's 0 to 18, North's 19 to 36, West's 37 to 55, South's 56 to 73
        (148, 4, (3, 4), "West", 37 + 7),
        (148, 4, (1, 1), "South", 56 + 2),
        (148, 4, (1, 3), "North", 19 + 4),
        (148, 4, (4, 5), "East", 0 + 9),
    ],
)
def test_the_sum_tells_the_wall_and_the_stack(
    tiles: int, seats: int, dice: tuple[int, int], wall: str, first: int
) -> None:
    place = Break(dice, seats)
    assert ("East", "South", "West", "North")[place.wall] == wall
    order = broken([Tile(number) for number in range(tiles)], place)
    assert order == [*range(2 * first, tiles), *range(2 * first)]


def test_the_dead_wall_lies_before_the_break() -> None:
    """South's wall after two stacks: these two, and five at the left end of West's, the wall before it."""
    order = from_the_break(broken([Tile(number) for number in range(136)], Break((1, 1), 4)), 14)
    south, west = [(104, 105), (102, 103)], [(100, 101), (98, 99), (96, 97), (94, 95), (92, 93)]
    assert order[:2] == [106, 107]
    assert order[-15] == 91, "the last live tile"
    assert order[-14:] == [tile for stack in south + west for tile in stack]


@pytest.mark.parametrize("rules", BOOKS)
def test_every_tile_is_there_once(rules: str) -> None:
    book = profile(rules)
    house, plain = house_of(book, dice=True), house_of(book)
    moved = 0
    for hands in range(40):
        seed = wall_seed(3, hands)
        tiles = house.wall(seed).tiles
        assert Counter(tiles) == Counter(tile_set(book))
        assert plain.wall(seed).tiles == shuffled(book, seed)
        moved += tiles != shuffled(book, seed)
    assert moved == 40


def test_all_throws_come_about() -> None:
    seen = Counter(thrown(wall_seed(1, hands), 4).dice for hands in range(1000))
    assert len(seen) == 36
    assert min(seen.values()) >= 10


@pytest.mark.parametrize("rules", BOOKS)
def test_a_hand_is_dealt_from_the_break_on(rules: str) -> None:
    book = profile(rules)
    told: list[Event] = []
    match = Match(book, [RandomBot(1)] * book.seats, 4, dice=True, keep=told.append)
    place = match.broken
    assert place is not None
    match.run(2)
    starts = [at for at, event in enumerate(told) if isinstance(event, RoundStart)]
    for hands, at in enumerate(starts):
        start, first = told[at], told[at + 1]
        assert isinstance(start, RoundStart)
        assert isinstance(first, Draw)
        order = broken(shuffled(book, wall_seed(4, hands)), thrown(wall_seed(4, hands), book.seats))
        assert [tile for hand in start.hands for tile in hand] + [first.tile] == order[: 13 * book.seats + 1]
        assert not start.indicators or start.indicators[0] == order[-6], "the upper tile of the third stack"
    assert match.broken == thrown(wall_seed(4, 2), book.seats)
    assert Match(book, match.players, 4).broken is None


def test_a_match_in_steps_has_the_same_walls() -> None:
    book, whole, steps = profile("tenhou"), list[Event](), list[Event]()
    Match(book, [RandomBot(1)] * 4, 4, dice=True, winds=1, keep=whole.append).run()
    assert SteppedMatch(book, [RandomBot(1)] * 4, 4, dice=True, winds=1, keep=steps.append).go_on()
    assert whole == steps


@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_with_dice_is_taken_up_again(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = saving.start(rules, {}, Setup(5, ("random",) * profile(rules).seats, dice=True))
    saving.create(path, record)
    saving.Game(record, path).run(2)
    whole = path.read_bytes()
    head, rest = whole.split(b"\n", 1)
    assert b'"dice":true' in head
    for share in (0, 0.3, 0.7, 1):
        path.write_bytes(head + b"\n" + rest[: int(share * len(rest))])
        saving.resume(path).run(2)
        assert path.read_bytes() == whole
    path.write_bytes(head.replace(b',"dice":true', b"") + b"\n" + rest)
    with pytest.raises(RecordError, match="does not follow from its seed"):
        saving.resume(path).run(2)


def test_without_dice_the_record_says_nothing_of_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    saving.create(path, saving.start("tenhou", {}, Setup(5, ("random",) * 4)))
    assert b"dice" not in path.read_bytes()


@pytest.mark.parametrize(("rules", "hand"), [("tenhou", 2), ("sg-wong-v1", 2)])
def test_people_are_told_at_the_start_of_each_hand(rules: str, hand: int, capsys: pytest.CaptureFixture[str]) -> None:
    def typed(prompt: str) -> str:
        return "" if "next hand" in prompt or person.table.window is not None else "d"

    person = Person(Paper(), 0, typed)
    players = (saving.YOU, *("sensible",) * 3)
    game = saving.Game(saving.start(rules, {}, Setup(5, players, dice=True)), None, person, person.watch)
    person.match = game.match
    try:
        game.run(hand)
    except LeftError:
        pytest.fail("nobody left")
    shown = capsys.readouterr().out
    told = re.findall(r"^  dice (\d) and (\d): (\w+)'s wall is broken, after its (\w+) stack$", shown, re.MULTILINE)
    assert len(told) == hand
    for hands, (first, second, wall, after) in enumerate(told):
        place = thrown(wall_seed(5, hands), 4)
        assert (int(first), int(second)) == place.dice
        assert wall == ("East", "South", "West", "North")[place.wall]
        assert after == f"{place.stack}{ {2: 'nd', 3: 'rd'}.get(place.stack, 'th') }"


def test_who_shares_a_terminal_is_told_when_it_is_handed_over(capsys: pytest.CaptureFixture[str]) -> None:
    def typed(prompt: str) -> str:
        if "sits here" in prompt:
            seated.append(prompt[0])
            return ""
        return "" if person.table.window is not None else "d"

    seated: list[str] = []
    person = Person(Paper(), 0, typed, others=[2])
    setup = Setup(5, (saving.YOU, "random", saving.YOU, "random"), dice=True)
    game = saving.Game(saving.start("tenhou", {}, setup), None, person, person.watch)
    person.match = game.match
    game.run(1)
    shown = capsys.readouterr().out
    assert set(seated) == {"E", "W"}
    assert shown.count("'s wall is broken, after its") == 2, "once for each person"
