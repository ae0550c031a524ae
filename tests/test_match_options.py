"""Options of the whole game in games that are played: who pays a fed yakuman, when a game ends, when it goes on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.claims import OPEN_KAN
from minogashi.play.match import Match
from minogashi.play.riichi import RiichiHouse
from minogashi.play.state import State
from minogashi.play.walls import Wall, tile_set
from minogashi.referee import RINSHAN
from minogashi.rulebook import profile
from minogashi.tiles import parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile
    from minogashi.table import Table

READY = "234567m234p678p5s"
"""Waits for 5s, with all simples."""
JUNK = ("147m147p147s1234z", "258m258p258s1234z", "369m369p369s1234z")
EVEN = (25000,) * 4
SOUTH_4 = (1, 3)


class Stacked(RiichiHouse):
    """Every hand has the same wall: these hands, these draws, and the rest in an order of no account."""

    def __init__(self, book: Profile, hands: Sequence[str], draws: str) -> None:
        super().__init__(book)
        front = parse_tiles("".join(hands) + draws)
        rest = tile_set(book)
        for tile in front:
            rest.remove(tile)
        Random(1).shuffle(rest)  # noqa: S311  a fixed wall
        self.tiles = [*front, *rest]

    def wall(self, seed: str) -> Wall:  # noqa: ARG002  always the same
        """That wall."""
        return Wall(self.tiles, dead=14, stock=RINSHAN)


class Plain:
    """Wins if it may and `wins`, takes `pons` and `kans`, throws what it draws, and after a pon one of `spare`."""

    def __init__(self, *, wins: bool = True, pons: str = "", kans: str = "", spare: str = "") -> None:
        self.wins, self.pons, self.spare = wins, parse_tiles(pons), parse_tiles(spare)
        self.kans = parse_tiles(kans)

    def choose(self, _table: Table, _seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        for choice in choices:
            if self.wins and isinstance(choice, ev.Ron | ev.Tsumo):
                return choice
            if isinstance(choice, ev.Call) and choice.tile in (self.kans if choice.claim == OPEN_KAN else self.pons):
                return choice
            if isinstance(choice, ev.ClosedKan) and choice.tiles[0] in self.kans:
                return choice
            if isinstance(choice, ev.AddedKan) and choice.tile in self.kans:
                return choice
        if isinstance(choices[-1], ev.Pass):
            return choices[-1]
        thrown = [choice for choice in choices if isinstance(choice, ev.Discard)]
        return max(thrown, key=lambda choice: (choice.drawn, choice.tile in self.spare))


class Played:
    """Up to two hands of a game that stands so: what was dealt, how each ended, and the points when it was over."""

    def __init__(  # noqa: PLR0913  how a game may stand
        self,
        hands: Sequence[str],
        draws: str,
        *,
        start: tuple[int, int] = (0, 0),
        scores: tuple[int, ...] = EVEN,
        honba: int = 0,
        player: Plain | None = None,
        **options: str | int,
    ) -> None:
        book, told = profile("tenhou", options), list[ev.Event]()
        match = Match(book, [player or Plain()] * 4, 1, keep=told.append)
        match.house = Stacked(book, hands, draws)
        match.state = State(*start, dealer=start[1], scores=scores, honba=honba)
        match.run(2)
        self.dealt = [(event.wind, event.number, event.honba) for event in told if isinstance(event, ev.RoundStart)]
        self.ends = [event for event in told if isinstance(event, ev.RoundEnd)]
        self.final = next((event.scores for event in told if isinstance(event, ev.GameEnd)), None)
        self.gained = [after - had for had, after in zip(scores, self.ends[0].scores or scores, strict=True)]


@pytest.mark.parametrize(
    ("last", "pao", "paid"),
    [
        ("3z4z8s1m", "yes", [48000, 0, -48000, 0]),
        ("3z4z8s1m", "no", [48000, -16000, -16000, -16000]),
        ("1m", "yes", [48000, -24000, -24000, 0]),
        ("1m", "no", [48000, -48000, 0, 0]),
    ],
)
def test_who_fed_the_third_dragon_set_answers_for_the_yakuman(last: str, pao: str, paid: list[int]) -> None:
    """South feeds two sets, West the third; East draws 1m, or South throws it."""
    hands = ("23m147p99s556677z", JUNK[1], JUNK[2], "147m369p147s1234z")
    east = Plain(pons="567z", spare="147p")
    played = Played(hands, "1z5z6z2z7z" + last, player=east, tobi="no", pao_daisangen=pao)
    assert played.gained == paid


YAKUMAN = 48000
WINDS = ("11223344z147p1s", "258m258p258s5566z", "369m369p369s5566z", "147m369p1478s777z")
"""The dealer has two of each wind, and no other seat has any."""
KANS = ("111222333444p9s", "258m5678p258s556z", "369m5678p369s556z", "147m999p147s7777z")
"""The dealer has three of each of four tiles, and no other seat has any."""


@pytest.mark.parametrize(
    ("last", "pao", "paid"),
    [
        ("2p2s8s9m", "yes", [YAKUMAN, 0, -YAKUMAN, 0]),
        ("2p2s8s9m", "no", [YAKUMAN, -16000, -16000, -16000]),
        ("9m", "yes", [YAKUMAN, -24000, -24000, 0]),
        ("9m", "no", [YAKUMAN, -YAKUMAN, 0, 0]),
    ],
)
def test_who_fed_the_fourth_wind_set_answers_for_the_yakuman(last: str, pao: str, paid: list[int]) -> None:
    """South feeds three sets, West the fourth; East draws the other 9m, or South throws it."""
    hands = (WINDS[0] + "9m", *WINDS[1:])
    east = Plain(pons="1234z", spare="147p1s")
    played = Played(hands, "8m1z2z3z8p4z" + last, player=east, tobi="no", pao_daisuushii=pao)
    assert played.gained == paid


@pytest.mark.parametrize(
    ("last", "composite", "paid"),
    [
        ("2p2s8s7z", "whole_hand", [2 * YAKUMAN, 0, -2 * YAKUMAN, 0]),
        ("2p2s8s7z", "liable_only", [2 * YAKUMAN, -16000, -YAKUMAN - 16000, -16000]),
        ("7z", "whole_hand", [2 * YAKUMAN, -YAKUMAN, -YAKUMAN, 0]),
        ("7z", "liable_only", [2 * YAKUMAN, -YAKUMAN - 24000, -24000, 0]),
    ],
)
def test_for_a_second_yakuman_who_fed_the_first_answers_by_rule_book(
    last: str, composite: str, paid: list[int]
) -> None:
    """The four winds and a pair of dragons: all honours, too."""
    hands = (WINDS[0] + "7z", *WINDS[1:3], "147m369p14789s77z")
    east = Plain(pons="1234z", spare="147p1s")
    played = Played(hands, "8m1z2z3z8p4z" + last, player=east, tobi="no", pao_composite=composite)
    assert played.gained == paid


@pytest.mark.parametrize(("payer", "paid"), [("liable", [-24000, -24600]), ("discarder", [-24600, -24000])])
def test_who_pays_the_honba_of_a_shared_ron(payer: str, paid: list[int]) -> None:
    hands = (WINDS[0] + "9m", *WINDS[1:])
    east = Plain(pons="1234z", spare="147p1s")
    played = Played(hands, "8m1z2z3z8p4z9m", honba=2, player=east, tobi="no", pao_honba=payer)
    assert played.gained == [YAKUMAN + 600, *paid, 0]


@pytest.mark.parametrize(
    ("last", "pao", "paid"),
    [
        ("4p2z3z4z9s", "yes", [YAKUMAN, 0, -YAKUMAN, 0]),
        ("4p2z3z4z9s", "no", [YAKUMAN, -16000, -16000, -16000]),
        ("4p9s", "yes", [YAKUMAN, -24000, -24000, 0]),
        ("4p9s", "no", [YAKUMAN, -YAKUMAN, 0, 0]),
        ("1z2z4p9s", "yes", [YAKUMAN, -YAKUMAN, 0, 0]),
        ("1z2z4p3z1z2z9s", "yes", [YAKUMAN, -16000, -16000, -16000]),
    ],
)
def test_who_fed_the_fourth_kan_answers_for_the_yakuman(last: str, pao: str, paid: list[int]) -> None:
    """South feeds three kans, West the fourth, or East draws it; then East draws the other 9s, or South throws it."""
    played = Played(KANS, "8m1p2p3p8p" + last, player=Plain(kans="1234p"), tobi="no", pao_suukantsu=pao)
    assert played.gained == paid


@pytest.mark.parametrize(
    ("last", "paid"),
    [("9s", [YAKUMAN, -YAKUMAN, 0, 0]), ("2z3z4z9s", [YAKUMAN, -16000, -16000, -16000])],
)
def test_who_fed_the_pon_of_an_added_fourth_kan_answers_for_nothing(last: str, paid: list[int]) -> None:
    """West feeds the pon of 4p, and East draws the last 4p later; then South throws 9s, or East draws it."""
    hands = ("11122233344p9s1z", *KANS[1:])
    east = Plain(pons="4p", kans="1234p", spare="1z")
    played = Played(hands, "8m1p2p3p8p4p2s2z3z4p" + last, player=east, tobi="no", pao_suukantsu="yes")
    assert played.gained == paid


@pytest.mark.parametrize("result", ["win", "exhaustive"])
@pytest.mark.parametrize(("yame", "over"), [("automatic", True), ("yes", True), ("no", False)])
def test_a_dealer_who_leads_after_the_last_hand_ends_the_game(result: str, yame: str, *, over: bool) -> None:
    """North deals South 4 and wins with its second tile, or lets every win go and is ready at the end."""
    scores = (20000, 24000, 27000, 29000)
    played = Played(
        (*JUNK, READY), "1234z5s", start=SOUTH_4, scores=scores, player=Plain(wins=result == "win"), agari_yame=yame
    )
    assert played.ends[0].result == result
    assert played.gained[3] >= 3000
    assert played.dealt == ([(1, 3, 0)] if over else [(1, 3, 0), (1, 3, 1)])
    assert (played.final is not None) == over


def test_a_dealer_who_does_not_lead_goes_on_dealing() -> None:
    scores = (5000, 5000, 71000, 19000)
    played = Played((*JUNK, READY), "1234z5s", start=SOUTH_4, scores=scores, agari_yame="automatic")
    assert played.gained[3] > 0
    assert played.dealt == [(1, 3, 0), (1, 3, 1)]


@pytest.mark.parametrize(("tobi", "over"), [("below_0", True), ("no", False)])
def test_a_seat_below_zero_ends_the_game(tobi: str, *, over: bool) -> None:
    """East throws 5s, which South wins."""
    hands = (JUNK[0], READY, JUNK[1], JUNK[2])
    played = Played(hands, "1234z5s", scores=(900, 33000, 33000, 33100), tobi=tobi)
    assert played.ends[0].scores is not None
    assert played.ends[0].scores[0] < 0
    assert played.dealt == ([(0, 0, 0)] if over else [(0, 0, 0), (0, 1, 0)])
    assert played.final == (played.ends[0].scores if over else None)


@pytest.mark.parametrize(
    ("extra", "target", "over"),
    [("yes", 30000, False), ("no", 30000, True), ("yes", 26000, True)],
)
def test_where_nobody_has_the_target_the_west_round_is_played(extra: str, target: int, *, over: bool) -> None:
    """East wins the last hand of the south round, and has less than 30000 points then."""
    played = Played((READY, *JUNK), "1234z9m5s", start=SOUTH_4, extra_round=extra, target_points=target)
    assert played.gained[0] > 1000
    assert 26000 <= max(played.ends[0].scores or ()) < 30000
    assert played.dealt == ([(1, 3, 0)] if over else [(1, 3, 0), (2, 0, 0)])
    assert played.final == played.ends[-1].scores, "East wins West 1, too, and has the target then"
