"""A club table: a win declared wrongly is ruled by the rule book, paid for, written down and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.errors import MinogashiError
from minogashi.play import saving
from minogashi.play.club import check
from minogashi.play.match import Match
from minogashi.play.riichi import RiichiHouse
from minogashi.play.terminal import LeftError, Person
from minogashi.play.walls import Wall, tile_set
from minogashi.record import Setup
from minogashi.referee import RINSHAN
from minogashi.render import Paper
from minogashi.rulebook import profile
from minogashi.settle.standing import standing
from minogashi.tiles import KIND_OF, Tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from minogashi.rulebook import Profile
    from minogashi.table import Table


def play(path: Path, rules: str, lines: str, **options: str) -> saving.Game:
    """East types these lines at a club table of seed 5, then leaves; a game that is there goes on."""
    if not path.exists():
        setup = Setup(5, (saving.YOU, *("sensible",) * 3), 1, club=True)
        saving.create(path, saving.start(rules, options, setup))
    left = lines.split("/")

    def typed(_prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    person = Person(Paper(), 0, typed)
    game = saving.Game(saving.load(path), path, person, person.watch)
    person.match = game.match
    with pytest.raises(LeftError):
        game.run()
    return game


def events(path: Path) -> list[ev.Event]:
    return saving.load(path).events


@pytest.mark.parametrize(
    ("lines", "paid"),
    [("d/hu/", [-64, 32, 16, 16]), ("hu/", [-96, 32, 32, 32]), ("d//hu/", [-64, 16, 32, 16])],
)
def test_a_false_hu_is_paid_as_a_limit_hand_and_the_dealer_repeats(lines: str, paid: list[int], tmp_path: Path) -> None:
    """South's discard, the own turn, West's discard."""
    path = tmp_path / "game.jsonl"
    table = play(path, "sg-wong-v1", lines, false_hu="penalty").match.table
    assert table.round.scores == paid
    assert (table.round.name, table.round.dealer) == ("E1.1", 0)
    assert [event.result for event in events(path) if isinstance(event, ev.RoundEnd)] == ["chombo"]


def test_the_cap_is_what_a_false_hu_costs(tmp_path: Path) -> None:
    table = play(tmp_path / "game.jsonl", "sg-wong-v1", "hu/", false_hu="penalty", max_tai="3").match.table
    assert table.round.scores == [-24, 8, 8, 8]


def test_a_dead_hand_plays_on_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    game = play(path, "sg-wong-v1", "d/hu/d/hu", false_hu="dead_hand")
    assert game.match.table.seats[0].dead
    shown = capsys.readouterr().out
    assert "E you declares a win wrongly\n  hu 1z  refused. The tile does not complete the hand\n" in shown
    assert "lock  The hand is dead after a wrong declaration" in shown
    assert "hu is not possible here" in shown, "a dead hand has nothing more to declare"
    assert sum(isinstance(event, ev.FalseWin) for event in events(path)) == 1


@pytest.mark.parametrize(
    ("name", "word", "options"),
    [
        ("sg-wong-v1", "hu", {"false_hu": "penalty"}),
        ("sg-wong-v1", "hu", {"false_hu": "dead_hand"}),
        ("ema2016", "ron", {}),
        ("ema2012", "ron", {}),
        ("mleague", "ron/no", {}),
        ("mleague", "ron/yes", {}),
        ("ema2016", "ron/no", {"false_ron_voice": "deposit_1000"}),
    ],
)
def test_a_game_goes_on_after_any_of_its_lines(name: str, word: str, options: dict[str, str], tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    play(whole, name, f"d//{word}//d//d//d/", **options)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert any(b"false_win" in line for line in lines)
    for cut in range(1, len(lines) + 1):
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(b"".join(lines[:cut]))
        play(path, name, "quit")
        assert whole.read_bytes().startswith(path.read_bytes()), cut


def test_a_chombo_is_replayed_and_comes_off_the_final_score(tmp_path: Path) -> None:
    game = play(tmp_path / "game.jsonl", "ema2016", "d/ron/")
    assert game.match.table.round.name == "E1.0"
    assert game.match.table.round.scores == [30000] * 4
    assert list(game.match.house.penalties) == [-20000, 0, 0, 0]
    book = profile("ema2016")
    clean, fined = (standing(book, [30000] * 4, off)[0].final for off in ((), game.match.house.penalties))
    assert clean - fined == 20000


def test_a_reverse_mangan_is_paid_at_once(tmp_path: Path) -> None:
    table = play(tmp_path / "game.jsonl", "ema2012", "d/ron/").match.table
    start = int(profile("ema2012")["start_points"])
    assert [points - start for points in table.round.scores] == [-12000, 4000, 4000, 4000]


def test_the_word_alone_leaves_a_dead_hand_where_the_rule_book_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    game = play(path, "mleague", "d/ron/perhaps/help/no/d/ron/")
    assert game.match.table.seats[0].dead
    assert game.match.table.running
    assert game.match.table.round.scores == [25000] * 4
    assert list(game.match.house.penalties) == [0] * 4
    assert [event for event in events(path) if isinstance(event, ev.FalseWin)] == [ev.FalseWin(0, shown=False)]
    shown = capsys.readouterr().out
    assert "expected yes or no" in shown
    assert shown.count("lock  The hand is dead") == 2, "once each time that the table is shown"
    assert "ron is not possible here" in shown, "a dead hand has nothing more to declare"


def test_tiles_laid_open_are_a_chombo_where_the_word_alone_is_none(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = play(path, "mleague", "d/ron/yes/")
    assert [event for event in events(path) if isinstance(event, ev.FalseWin)] == [ev.FalseWin(0, shown=True)]
    assert [event.result for event in events(path) if isinstance(event, ev.RoundEnd)] == ["chombo"]
    assert list(game.match.house.penalties) == [-20000, 0, 0, 0]


@pytest.mark.parametrize("lines", ["d/ron/no/", "ron/no/"])
def test_a_deposit_lies_on_the_table_and_the_hand_goes_on(lines: str, tmp_path: Path) -> None:
    """On South's discard, or in the own turn."""
    table = play(tmp_path / "game.jsonl", "ema2016", lines, false_ron_voice="deposit_1000").match.table
    assert (table.round.scores, table.round.sticks) == ([29000, 30000, 30000, 30000], 1)
    assert table.running
    assert not table.seats[0].dead


@pytest.mark.parametrize("name", ["ema2016", "ema2012"])
def test_where_word_and_tiles_cost_the_same_nobody_is_asked_for_them(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path / "game.jsonl", name, "d/ron/")
    assert "show the tiles" not in capsys.readouterr().out


@pytest.mark.parametrize("rules", ["tenhou", "sg-wong-v1"])
def test_where_a_false_win_is_refused_there_is_no_club_table(rules: str) -> None:
    with pytest.raises(MinogashiError, match="a false win is refused"):
        check(profile(rules))


class Stacked(RiichiHouse):
    """East draws 5p and throws it; West waits for it."""

    def wall(self, seed: str) -> Wall:  # noqa: ARG002  always the same
        """The wall of that hand."""
        front = parse_tiles("1199m1199s1199p1z 2288m2288s2288p2z 234456m22678s34p 3377m3377s377p34z 5p")
        rest = [Tile(KIND_OF[tile]) for tile in tile_set(self.profile)]
        for tile in front:
            rest.remove(tile)
        return Wall([*front, *rest], dead=14, stock=RINSHAN)


class Fated:
    """East throws 5p, South declares a false win, West wins."""

    def __init__(self, *, shown: bool) -> None:
        self.shown = shown

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:  # noqa: ARG002
        """One of the choices, or not."""
        if seat == 0 and isinstance(choices[-1], ev.Discard):
            return next(choice for choice in choices if isinstance(choice, ev.Discard) and choice.drawn)
        return ev.FalseWin(1, shown=self.shown) if seat == 1 else choices[0]


class Game(Match):
    """One hand of that."""

    def __init__(self, book: Profile, *, shown: bool = True) -> None:
        self.told: list[ev.Event] = []
        super().__init__(book, [Fated(shown=shown)] * 4, 1, club=[1], keep=self.told.append)
        self.house = Stacked(book)
        self.run(1)


@pytest.mark.parametrize(("rule", "off"), [("void", 0), ("still_penalised", -20000)])
def test_beside_a_valid_ron_a_false_one_is_void_or_only_paid(rule: str, off: int) -> None:
    game = Game(profile("ema2016", {"false_ron_with_valid_ron": rule}))
    assert [win.seat for win in game.table.wins] == [2]
    assert list(game.house.penalties) == [0, off, 0, 0]
    assert any(isinstance(event, ev.FalseWin) for event in game.told) is (rule != "void")
    assert sum(game.table.round.scores) == 4 * 30000


@pytest.mark.parametrize(("rule", "paid"), [("void", 0), ("still_penalised", 1000)])
def test_beside_a_valid_ron_the_word_alone_is_void_or_its_deposit_goes_to_the_winner(rule: str, paid: int) -> None:
    book = profile("ema2016", {"false_ron_with_valid_ron": rule, "false_ron_voice": "deposit_1000"})
    plain, game = Game(profile("ema2016")), Game(book, shown=False)
    assert any(isinstance(event, ev.FalseWin) for event in game.told) is (rule != "void")
    gained = [after - had for after, had in zip(game.table.round.scores, plain.table.round.scores, strict=True)]
    assert gained == [0, -paid, paid, 0]
