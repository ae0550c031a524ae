"""Faults that mahjong engines have had, each a test that this one does not have it. The names say the fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from board import OK, Board

import minogashi
from minogashi import events as ev
from minogashi.claims import CLAIM_OF, Code, Verdict
from minogashi.play.match import Match
from minogashi.play.riichi import RiichiHouse
from minogashi.play.walls import Wall, tile_set
from minogashi.priority import resolve
from minogashi.referee import RINSHAN
from minogashi.rulebook import profile, profiles
from minogashi.tiles import KIND_OF, Tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.table import Table

DAMA = "77m34567p678s777z"  # waits 2p 5p 8p, red dragons
NO_YAKU = "123m678m234s68p55s"  # waits 7p, without a yaku
ONE_SIDED = "33m456s78p || chi 234m, pon 666s"  # 6p is tanyao, 9p nothing
ORPHANS = "119m19p19s123456z"  # waits 7z
RIICHI = [book for book in profiles("riichi") if profile(book).seats == 4]
TEMPORARY = (Code.FURITEN_TEMPORARY,)


def claim(found: Board, letter: str, word: str) -> Verdict:
    """The ruling on a claim of this seat."""
    return next(v for v in found.table.claims("ESWN".index(letter)) if v.claim == CLAIM_OF[word])


# Passes that set no furiten


@pytest.mark.parametrize("book", ["tenhou", "majsoul", "mleague"])
def test_declining_a_robbed_kan_sets_furiten(book: str) -> None:
    found = Board(book, {"S": DAMA}).play("W:kakan 8p")
    assert found.ron("S") == OK
    assert found.play("W:t 1m", "W:d 1m").lamp("S") == "temporary"
    assert found.play("N:d 2p").ron("S") == TEMPORARY


def test_declining_a_robbed_kan_in_riichi_binds_to_the_end() -> None:
    found = Board("tenhou", {"S": f"riichi {DAMA}"}).play("W:kakan 8p", "W:t 1m", "W:d 1m", "N:d 1z", "E:d 2z")
    found.play("S:t 1s", "S:d 1s", "W:d 2p")
    assert found.ron("S")[0] == Code.FURITEN_RIICHI


def test_an_unrelated_pass_keeps_furiten() -> None:
    found = Board("tenhou", {"S": DAMA}).play("W:d 5p")
    assert found.ron("S") == OK
    found.play("S:pass", "N:d 7m")
    assert found.call("S", "pon") == OK
    found.play("S:pass", "E:d 2p")
    assert found.ron("S") == TEMPORARY


@pytest.mark.parametrize("calls", [("N:d 9s", "W:pon 999s", "W:d 1z"), ("N:ankan 9m", "N:t 1z", "N:d 1z")])
def test_calls_of_other_seats_keep_furiten(calls: tuple[str, ...]) -> None:
    found = Board("tenhou", {"S": DAMA}).play("W:d 5p", *calls)
    assert found.lamp("S") == "temporary"
    assert found.play("N:d 2p").ron("S") == TEMPORARY


@pytest.mark.parametrize("book", ["tenhou", "majsoul"])
def test_a_pass_without_yaku_sets_furiten(book: str) -> None:
    found = Board(book, {"S": ONE_SIDED}).play("N:d 9p")
    assert found.ron("S") == (Code.NO_YAKU,)
    assert found.play("E:d 6p").ron("S") == TEMPORARY


def test_a_north_without_yaku_completes_and_passes() -> None:
    found = Board("tenhou-sanma", {"S": "44z99p123p456s789s"}, options={"kita_chankan": "no"}).play("W:kita")
    assert found.waits("S") == "9p 4z"
    assert found.ron("S") == (Code.NO_YAKU,)
    assert found.play("W:t 1z", "W:d 1z").lamp("S") == "temporary"


@pytest.mark.parametrize("book", RIICHI)
def test_a_win_let_go_in_riichi_binds_after_the_next_draw(book: str) -> None:
    found = Board(book, {"S": f"riichi {DAMA}"}).play("W:d 5p", "N:d 1m", "E:d 1m", "S:t 9m")
    assert found.lamp("S") == "riichi"
    assert found.play("S:d 9m", "W:d 8p").ron("S")[0] == Code.FURITEN_RIICHI


# Furiten that ends too early, or that is not there


def test_same_turn_furiten_ends_at_the_callers_discard() -> None:
    found = Board("tenhou", {"S": "55m34p777z678s || chi 123s"}).play("N:d 5p", "E:d 5m", "S:pon 555m")
    assert found.lamp("S") == "temporary"
    assert found.play("S:d 3p").lamp("S") == ""
    assert found.play("W:d 4p").ron("S") == OK


def test_the_draw_of_the_next_seat_does_not_end_furiten() -> None:
    found = Board("tenhou", {"S": DAMA}).play("W:d 5p", "N:t 1z")
    assert found.lamp("S") == "temporary"
    assert found.play("N:d 2p").ron("S") == TEMPORARY


@pytest.mark.parametrize("book", RIICHI)
@pytest.mark.parametrize("river", ["2p", "2p1m9m", "1m2p9m"])
def test_every_tile_of_the_river_counts_and_not_the_last_alone(book: str, river: str) -> None:
    found = Board(book, {"S": f"{DAMA} | {river}"}).play("E:d 8p")
    assert found.ron("S") == (Code.FURITEN_DISCARD,)


def test_a_discard_that_was_called_away_still_counts() -> None:
    found = Board("tenhou", {"S": DAMA, "W": "55p123456789m11z"}).play("S:t 5p", "S:d 5p", "W:pon 555p", "W:d 1m")
    assert found.play("N:d 8p").ron("S") == (Code.FURITEN_DISCARD,)


@pytest.mark.parametrize("hand", [DAMA, f"riichi {DAMA}"])
def test_a_winning_tile_thrown_as_drawn_counts(hand: str) -> None:
    found = Board("tenhou", {"S": hand}).play("S:t 5p")
    assert found.tsumo("S") == OK
    found.play("S:d 5p", "W:d 8p")
    assert Code.FURITEN_DISCARD in found.ron("S")


@pytest.mark.parametrize("book", RIICHI)
def test_a_seat_in_furiten_robs_no_kan(book: str) -> None:
    found = Board(book, {"S": f"{DAMA} | 2p"}).play("W:kakan 8p")
    assert found.ron("S") == (Code.FURITEN_DISCARD,)


@pytest.mark.parametrize("book", RIICHI)
def test_a_legal_win_is_not_called_furiten(book: str) -> None:
    told = {"S": f"{DAMA} | 1p3p6p", "E": "? | 2p"}  # the 2p that East threw before is not South's
    found = Board(book, told).play("W:d 4p", "N:d 7p", "E:d 5p")
    assert found.lamp("S") == ""
    assert found.ron("S") == OK
    found.play("S:ron")
    assert [win.seat for win in found.table.wins] == [1]


# Who gets the tile


@pytest.mark.parametrize("book", ["tenhou", "mleague", "ema2016", "sg-wong-v1"])
def test_a_seat_that_declines_its_win_cannot_take_the_tile_past_anothers_win(book: str) -> None:
    told = {"S": "55p77m345678s777z", "W": "88m34p567m567s666z"}
    found = Board(book, told).play("E:d 5p")
    pon, ron = claim(found, "S", "pon"), claim(found, "W", "ron")
    assert (found.waits("S"), claim(found, "S", "ron").allowed, pon.allowed, ron.allowed) == ("7m 5p", True, True, True)
    for claims in ([pon, ron], [ron, pon]):
        ruling = resolve(found.profile, 0, claims)
        assert [verdict.seat for verdict in ruling.granted] == [2]
        assert ruling.refused == ((pon, Code.OUTRANKED),)


HEAD_BUMP = [book for book in RIICHI if profile(book)["multiple_ron"] == "atamahane"]


@pytest.mark.parametrize("book", HEAD_BUMP)
def test_a_head_bump_leaves_one_winner_of_three(book: str) -> None:
    told = {"S": DAMA, "W": "88m34567p567s666z", "N": "99m34567p234s555z"}
    found = Board(book, told).play("E:d 5p")
    ruling = resolve(found.profile, 0, [found.table.ron(seat) for seat in (3, 2, 1)])
    assert ([verdict.seat for verdict in ruling.granted], ruling.abort) == ([1], None)
    assert {code for _, code in ruling.refused} == {Code.HEAD_BUMPED}


class Script:
    """Lays down every kan, throws what it draws, and takes or lets go a win."""

    def __init__(self, *, wins: bool) -> None:
        self.wins = wins

    def choose(self, _table: Table, _seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        if isinstance(choices[-1], ev.Pass):
            return choices[0] if self.wins and isinstance(choices[0], ev.Ron) else choices[-1]
        kan = next((event for event in choices if isinstance(event, ev.ClosedKan)), None)
        return kan or next(event for event in choices if isinstance(event, ev.Discard) and event.drawn)


class Stacked(RiichiHouse):
    """East lays three kans down and South the fourth; South's replacement tile is West's winning one."""

    def wall(self, seed: str) -> Wall:  # noqa: ARG002  always the same
        """The wall of that hand."""
        front = parse_tiles("111122223333m9p 1111s19p9s444555z 77m34567p678s777z 445566m99m2233s6z 9s 2z")
        rinshan = parse_tiles("123z8p")
        rest = [Tile(KIND_OF[tile]) for tile in tile_set(self.profile)]
        for tile in front + rinshan:
            rest.remove(tile)
        live = 136 - 14 - len(front)
        return Wall([*front, *rest[:live], *rinshan, *rest[live:]], dead=14, stock=RINSHAN)


@pytest.mark.parametrize(("wins", "result"), [(True, "win"), (False, "four_kans")])
def test_four_kans_draw_waits_for_the_ron(*, wins: bool, result: str) -> None:
    book = profile("tenhou")
    told: list[ev.Event] = []
    match = Match(book, [Script(wins=wins)] * 4, 1, keep=told.append)
    match.house = Stacked(book)
    match.run(1)
    last = [event for event in told if isinstance(event, ev.Discard | ev.Ron | ev.Pass | ev.RoundEnd)][-3:]
    assert sum(isinstance(event, ev.ClosedKan) for event in told) == 4
    assert [type(event) for event in last] == [ev.Discard, ev.Ron if wins else ev.Pass, ev.RoundEnd]
    assert isinstance(last[-1], ev.RoundEnd)
    assert last[-1].result == result


# Riichi


@pytest.mark.parametrize("book", RIICHI)
def test_riichi_needs_a_ready_hand(book: str) -> None:
    found = Board(book, {"S": "147m258p369s1234z"}).play("S:t 5z")
    assert found.riichi("S") == (Code.NOT_TENPAI,)
    with pytest.raises(ev.IllegalEventError, match="not_tenpai"):
        found.table.apply(ev.Riichi(1))


@pytest.mark.parametrize("book", RIICHI)
def test_the_discard_of_a_riichi_keeps_the_hand_ready(book: str) -> None:
    found = Board(book, {"S": DAMA}).play("S:t 9s")
    found.table.apply(ev.Riichi(1))
    assert found.discard("S", "7z") == (Code.RIICHI_DISCARD_BREAKS_TENPAI,)
    assert found.discard("S", "9s") == OK


@pytest.mark.parametrize("book", RIICHI)
def test_a_riichi_hand_throws_what_it_drew(book: str) -> None:
    found = Board(book, {"S": f"riichi {DAMA}"}).play("S:t 9s")
    assert found.discard("S", "7z") == (Code.RIICHI_MUST_DISCARD_DRAW,)
    with pytest.raises(ev.IllegalEventError, match="riichi_must_discard_draw"):
        found.play("S:d 7z")
    assert found.discard("S", "9s") == OK


# Kuikae, kans to be robbed, first turns


@pytest.mark.parametrize(
    ("hand", "call", "barred"),
    [
        ("55p123456m11s224z", "S:pon 555p", ""),
        ("555p123456m11s24z", "S:pon 555p", "5p"),
        ("5678p123456m11s2z", "S:chi 567p", "5p 8p"),
        ("5p46p123456m11s24z", "S:chi 456p", "5p"),
    ],
)
def test_a_called_set_is_not_swapped(hand: str, call: str, barred: str) -> None:
    found = Board("tenhou", {"S": hand}).play("E:d 5p", call)
    assert found.barred("S") == barred


def test_a_kan_is_offered_to_be_robbed_where_other_hands_are_hidden() -> None:
    found = Board("tenhou", {"S": DAMA}).play("W:kakan 8p")
    assert next(verdict.allowed for verdict in found.table.verdicts() if verdict.seat == 1)
    assert found.play("S:ron").table.wins[0].via == "kakan"


def test_a_robbed_kan_is_never_declared_for_the_seat() -> None:
    found = Board("tenhou", {"S": DAMA}).play("W:kakan 8p", "W:t 1m", "W:d 1m")
    assert (found.table.wins, found.table.running) == ([], True)


def test_a_win_on_a_closed_kan_that_is_called_legal_is_carried_out() -> None:
    found = Board("tenhou", {"S": ORPHANS}, options={"kokushi_ankan_ron": "yes"}).play("W:ankan 7z")
    assert found.ron("S") == OK
    assert [win.seat for win in found.play("S:ron").table.wins] == [1]


def test_a_win_on_a_closed_kan_that_is_called_illegal_is_refused() -> None:
    found = Board("tenhou", {"S": ORPHANS}, options={"kokushi_ankan_ron": "no"}).play("W:ankan 7z")
    assert found.ron("S") == (Code.NOT_OFFERED,)
    with pytest.raises(ev.IllegalEventError, match="not_offered"):
        found.play("S:ron")


@pytest.mark.parametrize("book", ["tenhou", "majsoul", "mleague"])
def test_a_ron_in_the_first_turn_is_no_yaku_of_its_own(book: str) -> None:
    found = Board(book, {"S": NO_YAKU}, first_turn=1).play("E:t 7p", "E:d 7p")
    assert found.ron("S") == (Code.NO_YAKU,)


def test_every_name_that_is_promised_is_there() -> None:
    assert minogashi.__all__
    assert [promised for promised in minogashi.__all__ if not hasattr(minogashi, promised)] == []


# Singapore: the locks of passes

SINGAPORE = ["sg-wong-v1", "sg-hu-only", "sg-smc", "sg-classic-missed"]


@pytest.mark.parametrize("book", SINGAPORE)
def test_a_passed_hu_locks(book: str) -> None:
    found = Board(book, {"S": DAMA}).play("W:d 5p")
    assert found.ron("S") == OK
    assert found.play("S:pass", "N:d 5p").ron("S") == (Code.PASSED_HU,)


@pytest.mark.parametrize("book", ["sg-wong-v1", "sg-smc"])
def test_a_passed_set_locks(book: str) -> None:
    found = Board(book, {"S": "77m1479p258s1234z"}).play("W:d 7m")
    assert found.call("S", "pon") == OK
    assert Code.PASSED_SET in found.play("S:pass", "N:d 7m").call("S", "pon")


def test_a_passed_hu_lock_ends_with_the_own_draw() -> None:
    found = Board("sg-smc", {"S": DAMA}).play("W:d 5p", "N:d 1z", "E:d 1z")
    assert found.lamp("S") == "passed_hu"
    assert found.play("S:t 1z", "S:d 1z", "W:d 5p").ron("S") == OK


def test_the_latest_own_discard_is_not_won() -> None:
    found = Board("sg-wong-v1", {"S": DAMA}).play("S:t 5p", "S:d 5p", "W:d 5p")
    assert found.ron("S") == (Code.OWN_LATEST,)
