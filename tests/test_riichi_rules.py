"""The claim scenarios P01 to P23 of riichi.md 5.2; P07 to P12 are about safe tiles and stand with the defence."""

from __future__ import annotations

import pytest
from board import OK, Board

from minogashi import events as ev
from minogashi.claims import Code
from minogashi.penalty import chombo_payment, false_win
from minogashi.priority import Ruling, resolve
from minogashi.rulebook import profile, profiles
from minogashi.tiles import kinds_in, name, names

REFERENCE = "77m34567p678s777z"  # waits 2p 5p 8p
SOUTH, WEST, NORTH = REFERENCE, "88m34567p567s666z", "99m34567p234s555z"
FOUR = [book for book in profiles("riichi") if profile(book).seats == 4]


def declared(book: str, told: dict[str, str], *letters: str, rule: str = "") -> Ruling:
    """East throws 5p and these seats declare."""
    found = Board(book, told, options={"multiple_ron": rule} if rule else {}).play("E:d 5p")
    return resolve(found.profile, 0, [found.table.ron("ESWN".index(letter)) for letter in letters])


def winners(ruling: Ruling) -> list[int]:
    return [verdict.seat for verdict in ruling.granted]


def test_p01_two_seats_can_win() -> None:
    told = {"S": SOUTH, "W": WEST}
    bumped = declared("tenhou", told, "W", "S", rule="atamahane")
    assert (winners(bumped), [code for _, code in bumped.refused]) == ([1], [Code.HEAD_BUMPED])
    assert winners(declared("tenhou", told, "S", "W", rule="double_triple_abort")) == [1, 2]
    assert winners(declared("tenhou", told, "S", "W", rule="all_win")) == [1, 2]


def test_p01_a_seat_that_was_bumped_has_passed_nothing() -> None:
    found = Board("mleague", {"S": SOUTH, "W": WEST}).play("E:d 5p", "S:ron")
    found.table.apply(ev.RoundEnd("win"))
    passed = found.table.let_go
    assert [(let_go.seat, let_go.ended) for let_go in passed] == [(2, "ron")]


@pytest.mark.parametrize("book", FOUR)
def test_p02_a_seat_in_furiten_is_no_claimant(book: str) -> None:
    told = {"S": f"{SOUTH} | 2p", "W": WEST}
    assert winners(declared(book, told, "W")) == [2]


def test_p03_a_false_claim_beside_a_valid_one_is_void() -> None:
    told = {"S": f"{SOUTH} | 2p", "W": WEST}
    ruling = declared("ema2016", told, "S", "W")
    assert winners(ruling) == [2]
    assert ruling.refused == ()
    found = false_win(profile("ema2016", {"false_ron_with_valid_ron": "void"}), shown=True, valid_win_elsewhere=True)
    assert (found.consequence, found.replayed) == ("void", False)


@pytest.mark.parametrize(
    ("book", "consequence", "moved", "off", "when"),
    [
        ("ema2016", "chombo", (0, 0, 0, 0), 20000, "after_uma"),
        ("mleague", "chombo", (0, 0, 0, 0), 20000, "unknown"),
        ("ema2012", "chombo", (4000, -8000, 2000, 2000), 0, "at_once"),
        ("tenhou", "not_reachable", (0, 0, 0, 0), 0, "at_once"),
    ],
)
def test_p04_a_false_ron_with_the_tiles_shown(
    book: str, consequence: str, moved: tuple[int, ...], off: int, when: str
) -> None:
    rules = profile(book)
    ruling, payment = false_win(rules, shown=True), chombo_payment(rules, seat=1, dealer=0)
    assert (ruling.consequence, ruling.replayed) == (consequence, consequence == "chombo")
    assert (payment.moved, payment.off, payment.when) == (moved, off, when)


def test_p05_three_seats_can_win() -> None:
    told = {"S": SOUTH, "W": WEST, "N": NORTH}
    aborted = declared("tenhou", told, "S", "W", "N", rule="double_triple_abort")
    assert (winners(aborted), aborted.abort) == ([], Code.TRIPLE_RON)
    assert winners(declared("tenhou", told, "S", "W", "N", rule="all_win")) == [1, 2, 3]
    assert winners(declared("tenhou", told, "S", "W", "N", rule="atamahane")) == [1]


def test_p05_a_win_lost_to_the_abort_is_no_pass() -> None:
    told = {"S": SOUTH, "W": WEST, "N": f"{NORTH} | 2p"}
    found = Board("tenhou", told).play("E:d 5p")
    found.table.apply(ev.RoundEnd("triple_ron"))
    assert [(let_go.seat, let_go.ended) for let_go in found.table.let_go] == [(3, "abort")]


def test_p06_one_of_three_is_in_furiten() -> None:
    told = {"S": SOUTH, "W": WEST, "N": f"{NORTH} | 2p"}
    ruling = declared("tenhou", told, "S", "W", "N", rule="double_triple_abort")
    assert (winners(ruling), ruling.abort) == ([1, 2], None)


def test_p13_a_riichi_whose_tile_is_won_never_happened() -> None:
    found = Board("tenhou", {"E": "11m23p456789s222z", "S": SOUTH}).play("E:t 8p", "E:r 8p", "S:ron")
    found.table.apply(ev.RoundEnd("win"))
    assert not found.seat("E").in_riichi
    assert (found.table.round.sticks, found.table.round.scores[0]) == (0, 25000)


def test_p14_a_riichi_whose_tile_is_called_stands() -> None:
    found = Board("tenhou", {"E": "11m23p456789s222z", "W": "88p123456789m11z"})
    found.play("E:t 8p", "E:r 8p", "W:pon 888p", "W:d 1m")
    assert found.seat("E").in_riichi
    assert (found.table.round.sticks, found.table.round.scores[0]) == (1, 24000)
    assert names(found.seat("E").river) == "8p"


@pytest.mark.parametrize(("rule", "barred"), [("forbidden", "4p 7p"), ("suji_allowed", "7p"), ("allowed", "")])
def test_p15_swap_calling(rule: str, barred: str) -> None:
    found = Board("tenhou", {"S": "4567p123456s11z2z"}, options={"kuikae": rule}).play("E:d 7p", "S:chi 567p")
    assert found.barred("S") == barred
    for tile in barred.split():
        assert found.discard("S", tile) == (Code.KUIKAE,)
        with pytest.raises(ev.IllegalEventError, match="kuikae"):
            found.table.copy().apply(ev.Discard(1, next(t for t in found.seat("S").hand.tiles() if name(t) == tile)))


@pytest.mark.parametrize(("rule", "codes"), [("forbidden", (Code.KUIKAE,)), ("suji_allowed", OK), ("allowed", OK)])
def test_p16_a_call_must_leave_a_discard(rule: str, codes: tuple[Code, ...]) -> None:
    told = {"S": "4456m || pon 111z, pon 222z, pon 333z"}
    found = Board("tenhou", told, options={"kuikae": rule}).play("E:d 7m")
    assert found.call("S", "chi", "56m") == codes
    if codes == OK:
        assert found.play("S:chi 567m").discard("S", "4m") == OK


def test_p17_the_ways_out_of_a_discard_furiten() -> None:
    ways = {}
    for thrown in ("2p", "3p"):
        found = Board("tenhou", {"S": "22288m23p345678s | 1p"}).play("S:t 3p", f"S:d {thrown}")
        ways[thrown] = (found.waits("S"), found.lamp("S"))
    assert ways == {"2p": ("8m 3p", ""), "3p": ("1p 4p", "discard")}
    for thrown in ("2m", "8m", "3s", "4s", "5s", "6s", "7s", "8s"):
        found = Board("tenhou", {"S": "22288m23p345678s | 1p"}).play("S:t 3p", f"S:d {thrown}")
        assert found.waits("S") == ""


def test_p18_after_a_declined_self_draw_every_discard_is_furiten() -> None:
    expected = {
        "8p": "2p 5p 8p", "3p": "3p 6p 9p", "6p": "6p 9p", "5p": "2p 5p", "8s": "5s 8s", "6s": "6s 9s", "7z": "7m 7z",
        "7m": "7m", "4p": "4p", "7p": "7p", "7s": "7s",
    }  # fmt: skip
    for thrown, waits in expected.items():
        found = Board("tenhou", {"S": REFERENCE}).play("S:t 8p")
        assert found.tsumo("S") == OK
        found.play(f"S:d {thrown}")
        assert (found.waits("S"), found.lamp("S")) == (waits, "discard")


@pytest.mark.parametrize("book", FOUR)
def test_p19_no_pon_in_riichi(book: str) -> None:
    found = Board(book, {"S": "riichi 34p567p678s777z99s"}).play("E:d 9s")
    assert found.call("S", "pon") == (Code.IN_RIICHI,)
    with pytest.raises(ev.IllegalEventError, match="in_riichi"):
        found.play("S:pon 999s")


def test_p20_the_last_discard_is_for_ron_only() -> None:
    found = Board("tenhou", {"S": "55m46m222p456s777z"}).play("E:t 5m", "last", "E:d 5m")
    for call in ("chi", "pon", "daiminkan"):
        assert found.call("S", call)[0] == Code.LAST_TILE
    assert found.ron("S") == OK


@pytest.mark.parametrize(
    ("rule", "riichi"), [("noten", "not_tenpai"), ("noten_unless_in_kan", "ok"), ("lenient", "ok")]
)
def test_p21_a_wait_of_which_the_seat_holds_all_four(rule: str, riichi: str) -> None:
    told = {"S": "12m444p678s11z || ankan 3333m"}
    found = Board("tenhou", told, options={"karaten_own": rule})
    assert found.waits("S") == "3m"
    found.play("S:t 2z")
    ready = found.table.referee.ready_discards(found.seat("S"))
    assert [name(kind) for kind, waits in ready if names(kinds_in(waits)) == "3m"] == (
        [] if rule == "noten" else ["2z"]
    )
    found.play("S:d 2z")
    for letter, tile in (("W", "9m"), ("N", "9p"), ("E", "9s")):
        assert found.play(f"{letter}:d {tile}").ron("S") == (Code.NOT_COMPLETE,)
    assert found.lamp("S") == ""
    again = Board("tenhou", told, options={"karaten_own": rule}).play("S:t 2z")
    assert again.riichi("S") == (riichi,)


def test_p22_a_hand_that_was_not_ready_has_passed_nothing() -> None:
    found = Board("tenhou", {"S": "55m34p777z99s1z || chi 123s"}).play("N:d 5p", "E:d 9s", "S:pon 999s", "S:d 1z")
    assert found.lamp("S") == ""
    assert found.play("W:d 5p").ron("S") == OK


def test_p23_a_dead_hand_may_claim_nothing() -> None:
    found = Board("mleague", {"S": "77m34567p678s777z"}).play("N:d 1p", "S:dead", "E:d 7m")
    assert found.ron("S")[0] == Code.DEAD_HAND
    for call in ("pon", "chi", "daiminkan"):
        assert found.call("S", call)[0] == Code.DEAD_HAND
    found.play("S:t 7z")
    for act in ("tsumo", "riichi", "ankan"):
        assert found.act("S", act)[0] == Code.DEAD_HAND
    found.play("S:d 7z", "N:d 5p")
    assert found.ron("S")[0] == Code.DEAD_HAND
    assert found.seat("S").dead


def test_p23_a_dead_hand_that_could_win_has_still_passed() -> None:
    found = Board("mleague", {"S": REFERENCE}).play("N:d 1p", "S:dead", "E:d 5p", "S:t 1z")
    assert [let_go.verdict.codes for let_go in found.table.let_go] == [(Code.DEAD_HAND,)]
