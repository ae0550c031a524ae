"""Scripted Singapore hands: every tile is laid out, every answer is told, and the money is that of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.play.choices import choices_of, understand
from minogashi.play.match import Match
from minogashi.play.singapore import SingaporeHouse
from minogashi.play.walls import Wall, tile_set
from minogashi.rulebook import profile
from minogashi.tiles import Tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile
    from minogashi.table import Table

LETTERS = "ESWN"


class Scripted:
    """Says `E:5p`, `S:pung`, `W:hu` in turn; a seat that is asked out of turn passes, or throws what it drew."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """The next word, if it is this seat's."""
        letter, _, word = self.words[0].partition(":") if self.words else ("", "", "")
        passing = next((choice for choice in choices if isinstance(choice, ev.Pass)), None)
        if letter != LETTERS[seat]:
            drawn = [choice for choice in choices if isinstance(choice, ev.Discard) and choice.drawn]
            assert passing or drawn, f"{LETTERS[seat]} is asked, the script goes on with {self.words}"
            return passing or drawn[0]
        if passing is not None and word[0].isdigit():
            return passing  # its next word is a discard of a later turn
        self.words.pop(0)
        menu = choices_of(table, table.seats[seat], choices)
        meant = understand(word, menu, [choice for choice in choices if isinstance(choice, ev.Discard)])
        return meant if isinstance(meant, ev.Discard) else meant.event


class Stacked(SingaporeHouse):
    """Deals one wall."""

    def __init__(self, profile: Profile, tiles: Sequence[Tile]) -> None:
        super().__init__(profile)
        self.tiles = tiles

    def wall(self, seed: str) -> Wall:  # noqa: ARG002  always the same
        """That wall."""
        return Wall(self.tiles, dead=self.dead_wall)


def play(  # noqa: PLR0913, PLR0917  what is laid out
    east: str,
    south: str,
    west: str,
    north: str,
    draws: str,
    script: str,
    *,
    replacements: str = "",
    **options: str,
) -> tuple[Match, list[ev.Event]]:
    """One hand: 13 tiles for each seat, what is drawn in turn, what comes off the back; the rest is filled up."""
    book = profile("sg-wong-v1", options)
    left = tile_set(book)
    hands = [parse_tiles(text) for text in (east, south, west, north)]
    front, back = parse_tiles(draws), parse_tiles(replacements)
    for tile in (*(tile for hand in hands for tile in hand), *front, *back):
        left.remove(tile)
    left.sort(key=lambda tile: tile < 37)  # bonus tiles stay out of the way, in the dead wall
    for hand in hands:
        while len(hand) < 13:
            hand.append(left.pop())
    dead = int(book["dead_wall"])
    tiles = [tile for hand in hands for tile in hand] + front
    middle = 148 - dead - len(tiles) - len(back)
    rest = left[::-1]
    wall = [*tiles, *rest[:middle], *back[::-1], *rest[middle:]]
    events: list[ev.Event] = []
    player = Scripted(script.split())
    match = Match(book, [player] * 4, 1, watch=events.append)
    match.house = Stacked(book, wall)
    match.run(1)
    assert not player.words
    return match, events


def paid(events: Sequence[ev.Event], why: str) -> list[tuple[int, ...]]:
    return [event.deltas for event in events if isinstance(event, ev.Payment) and event.why == why]


def won(match: Match, events: Sequence[ev.Event]) -> list[int]:
    """What each seat got for the win itself."""
    instant = [sum(event.deltas[seat] for event in events if isinstance(event, ev.Payment)) for seat in range(4)]
    assert match.state is not None
    return [held - before for held, before in zip(match.state.scores, instant, strict=True)]


def test_each_seats_dealt_pairs_are_hidden_whoever_replaces_first() -> None:
    _, events = play("cat rat", "", "rooster centipede", "f4", "", "")
    assert paid(events, "cat_rat") == [(12, -4, -4, -4)]
    assert paid(events, "rooster_centipede") == [(-4, -4, 12, -4)]


def test_a_pair_that_a_replacement_completes_is_not_hidden() -> None:
    _, events = play("cat", "", "", "", "", "", replacements="rat")
    assert paid(events, "cat_rat") == [(6, -2, -2, -2)]


WAITS_4P = "35p999m22s567s78s cat", "9s"


@pytest.mark.parametrize(
    ("definition", "each"),
    [
        ("not_in_discards_or_pungs", [0, 0, 4, -4]),
        ("not_in_discards", [0, 0, 4, -4]),
        ("not_in_sight", [-1, -1, 4, -2]),
    ],
)
def test_a_tile_taken_for_a_run_is_still_fresh(definition: str, each: list[int]) -> None:
    """East's 4p lies in South's run; North's 4p is the win, and North pays for all."""
    script = "E:4p S:chi S:1z N:4p W:hu"
    hand, back = WAITS_4P
    options = {"fresh_definition": definition, "fresh_hu_below": "150"}
    match, events = play("", "23p", hand, "", "4p 3z 4p", script, replacements=back, **options)
    assert won(match, events) == each


def test_a_tile_that_lies_in_a_river_is_not_fresh() -> None:
    hand, back = WAITS_4P
    match, events = play("", "", hand, "", "4p 1z 2z 4p", "E:4p N:4p W:hu", replacements=back, fresh_hu_below="150")
    assert won(match, events) == [-1, -1, 4, -2]


@pytest.mark.parametrize("below", ["0", "150"])
def test_the_replacement_of_a_later_kong_is_not_that_of_the_fed_one(below: str) -> None:
    """North feeds a fresh kong and pays for it alone; the win comes on the replacement of West's own promoted kong."""
    script = "E:5s W:pung W:1z N:9m W:kong W:kong W:hu"
    match, events = play(
        "", "", "999m55s1z123m456m2p", "", "5s 9m", script, replacements="5s 2p", fresh_kong_below=below
    )
    assert paid(events, "kong")[0] == ((0, 0, 3, -3) if below == "150" else (-1, -1, 3, -1))
    assert won(match, events) == [-32, -32, 96, -32]


def test_the_replacement_of_a_fed_fresh_kong_is_paid_by_its_feeder() -> None:
    match, events = play(
        "",
        "",
        "999m55s1z123m456m2p",
        "",
        "5s 9m",
        "E:5s W:pung W:1z N:9m W:kong W:hu",
        replacements="2p",
        fresh_kong_below="150",
    )
    assert won(match, events) == [0, 0, 6, -6]


BIG = {"east": "55z66z777z147m258p", "south": "", "west": "", "north": "", "draws": "9s 5z 1z 2z 6z"}


def test_big_sets_win_at_once_where_the_option_says_so() -> None:
    """The third dragon set is hidden, so nobody fed it and each pays."""
    match, events = play(**BIG, script="E:9s E:pung E:1m S:1z W:2z N:6z E:pung", instant_big_sets="on")
    assert paid(events, "big_sets") == [(64, -16, -16, -32)]
    assert isinstance(events[-1], ev.RoundEnd)
    assert events[-1].result == "big_sets"
    assert match.state is not None
    assert (match.state.dealer, match.state.honba) == (0, 1), "the dealer has won and stays"


def test_big_sets_wait_for_a_whole_hand_by_default() -> None:
    _, events = play(**BIG, script="E:9s E:pung E:1m S:1z W:2z N:6z E:pung E:4m")
    assert not paid(events, "big_sets")


def test_the_feeder_of_the_third_shown_dragon_set_pays_for_all_at_once() -> None:
    script = "E:9s E:pung E:1m S:1z W:2z N:6z E:pung E:4m S:7z E:pung"
    hands = {**BIG, "east": "55z66z77z147m258p3s", "draws": "9s 5z 1z 2z 6z 7z"}
    _, events = play(**hands, script=script, instant_big_sets="on")
    assert paid(events, "big_sets") == [(64, -64, 0, 0)]
