"""The parts of the core by themselves: tiles, hands, locks, rule books, what a table shows, audits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from board import OK, Board

from minogashi import events as ev
from minogashi.auditing import Summary, audit_record, missed_wins
from minogashi.claims import CHI, DISCARD, NINE_TERMINALS, NORTH, PON, RIICHI, RON, TSUMO, Code, Reason, Verdict
from minogashi.errors import ProfileError, RecordError, TileError
from minogashi.events import IllegalEventError, Meld, RoundStart
from minogashi.hand import Hand
from minogashi.locks import LockBook, LockRule, Locks
from minogashi.record import Record, Statement, WinClaim
from minogashi.rulebook import differences, parse_overrides, profile, profiles
from minogashi.table import Table
from minogashi.tiles import (
    HIDDEN,
    KIND_OF,
    Kind,
    Tile,
    in_order,
    kinds_in,
    name,
    names,
    parse_marked,
    parse_mjai,
    parse_tenhou,
    parse_tenhou6,
    parse_tile,
    parse_tiles,
    row,
    tenhou6,
    unicode,
)

if TYPE_CHECKING:
    from pathlib import Path

# Tiles


@pytest.mark.parametrize("text", ["12", "5x", "m", "5m6", "'5m", "8z", "5m?6", "cats"])
def test_a_row_that_is_no_row_of_tiles_is_refused(text: str) -> None:
    with pytest.raises(TileError, match=r"is not"):
        parse_tiles(text)


def test_marks_may_follow_the_digit_or_the_tile() -> None:
    assert parse_marked("7'56p") == [(parse_tile("7p"), True), (parse_tile("5p"), False), (parse_tile("6p"), False)]
    assert parse_marked("7p'") == [(parse_tile("7p"), True)]
    assert names(parse_tiles("rat 1m?")) == "rat 1m ?"


def test_every_tile_survives_each_way_of_writing_it() -> None:
    for number in range(37):
        tile = Tile(number)
        assert parse_tile(name(tile)) == tile
        assert parse_tenhou6(tenhou6(tile)) == tile
        assert len(unicode(tile)) == 1
    assert row(parse_tiles("f1 1m2m")) == "f1 12m"


@pytest.mark.parametrize("number", [-1, 136])
def test_a_tenhou_id_beyond_the_set_is_refused(number: int) -> None:
    with pytest.raises(TileError, match="0 to 135"):
        parse_tenhou(number)


def test_names_of_other_notations_are_refused_where_unknown() -> None:
    with pytest.raises(TileError):
        parse_mjai("10m")
    with pytest.raises(TileError):
        parse_tenhou6(60)


# Hands


def hand(text: str) -> Hand:
    return Hand(parse_tiles(text))


def test_a_hand_tells_red_fives_from_plain_ones() -> None:
    held = hand("505p1z")
    red, plain = parse_tile("0p"), parse_tile("5p")
    assert (held.count(red), held.count(plain)) == (1, 2)
    held.remove(plain)
    held.remove(plain)
    assert (held.holds(red), held.holds(plain), str(held)) == (True, False, "0p1z")
    with pytest.raises(TileError, match="not in the hand"):
        held.remove(plain)
    held.remove(red)
    assert held.counts[plain] == 0


def test_a_hidden_tile_may_turn_out_to_be_any() -> None:
    held = Hand([HIDDEN, parse_tile("1m")])
    assert not held.known
    held.remove(parse_tile("9s"))
    assert (held.known, str(held), held.size) == (True, "1m", 1)


def test_a_pon_takes_its_fourth_tile_and_keeps_where_it_came_from() -> None:
    meld = Meld(PON, tuple(parse_tiles("505p")), parse_tile("0p"), 2)
    held = Hand(parse_tiles("5p1z"), [meld])
    held.promote(parse_tile("5p"))
    assert (held.kans, held.closed, held.melds[0].taken, held.melds[0].source) == (1, False, parse_tile("0p"), 2)
    assert held.owned()[13] == 4
    with pytest.raises(TileError, match="no pon of 1z"):
        held.promote(parse_tile("1z"))


def test_a_copy_of_a_hand_is_its_own() -> None:
    held = hand("123m")
    copy = held.copy()
    copy.remove(parse_tile("1m"))
    assert (str(held), str(copy)) == ("123m", "23m")
    assert in_order(held.tiles()) == held.tiles()


# Locks


def lock(scope: str, trigger: str = "passed_win", memory: str = "all") -> Locks:
    return Locks(LockBook([LockRule(Code.PASSED_HU, (trigger,), RON, scope, ("own_draw",), memory)]))


def blocked(locks: Locks, waits: int = 0) -> str:
    return names(Kind(kind) for kind in range(34) if locks.blocked(RON, Kind(kind), waits))


@pytest.mark.parametrize(
    ("scope", "reach"),
    [
        ("tile", "5p"),
        ("suji_line", "2p 5p 8p"),
        ("wait_at_trigger", "1m 5p"),
        ("swap", "8p"),
        ("all", names(Kind(kind) for kind in range(34))),
    ],
)
def test_the_scope_of_a_lock_says_what_it_reaches(scope: str, reach: str) -> None:
    locks = lock(scope)
    red = parse_tile("0p")
    locks.fire(0, red, KIND_OF[red], event=3, waits=1 << 13 | 1, swap=1 << 16)
    assert blocked(locks) == reach
    assert names(kinds_in(locks.kinds(Code.PASSED_HU))) == "5p"
    locks.expire(1)
    assert (blocked(locks), locks.active) == ("", 0)


def test_the_suji_line_of_an_honour_is_the_honour() -> None:
    locks = lock("suji_line")
    locks.fire(0, parse_tile("1z"), Kind(27), event=3)
    assert blocked(locks) == "1z"


def test_a_lock_over_the_wait_binds_only_a_wait_that_it_touches() -> None:
    locks = lock("wait")
    locks.fire(0, parse_tile("5p"), Kind(13), event=3)
    assert blocked(locks, waits=1 << 10) == ""
    assert "9s" in blocked(locks, waits=1 << 10 | 1 << 13)
    assert locks.in_force(1 << 10) == {}


def test_a_memory_of_the_latest_forgets_what_came_before() -> None:
    locks = lock("tile", memory="latest")
    for text in ("5p", "9s"):
        locks.fire(0, parse_tile(text), KIND_OF[parse_tile(text)], event=3)
    assert blocked(locks) == "9s"
    latest = lock("tile", "own_discard", memory="latest")
    for text in ("5p", "9s"):
        latest.throw(parse_tile(text), KIND_OF[parse_tile(text)], event=3)
    assert blocked(latest) == "9s"
    assert [mark.tile for mark in latest.marks(0)] == [parse_tile("9s")]


def test_a_red_and_a_plain_five_are_one_lock_by_tile() -> None:
    locks = lock("tile")
    for text in ("5p", "0p"):
        locks.fire(0, parse_tile(text), Kind(13), event=3)
    assert len(locks.in_force(1)) == 1


# Rule books


def test_overrides_are_read_as_pairs() -> None:
    assert parse_overrides(["kuikae=allowed", " riichi_min_wall=0"]) == {"kuikae": "allowed", "riichi_min_wall": "0"}
    for pair in ("kuikae", "=allowed", "kuikae="):
        with pytest.raises(ProfileError, match="option=value"):
            parse_overrides([pair])


def test_unknown_books_options_and_values_are_refused() -> None:
    with pytest.raises(ProfileError, match="tenhou"):
        profile("tenho")
    with pytest.raises(ProfileError, match="no rule book"):
        profile("riichi")  # a family, not a book
    with pytest.raises(ProfileError, match="no option 'nope'"):
        profile("tenhou", {"nope": "yes"})
    with pytest.raises(ProfileError, match="whole number"):
        profile("tenhou", {"riichi_min_wall": "four"})
    with pytest.raises(ProfileError, match="no option 'nope'"):
        profile("tenhou")["nope"]


def test_two_books_of_one_family_are_compared() -> None:
    found = {
        first.name: (first.value, second.value) for first, second in differences(profile("tenhou"), profile("mleague"))
    }
    assert found["temp_furiten_reset"] == ("own_discard", "own_draw_or_call")
    assert "furiten_tsumo" not in found
    with pytest.raises(ProfileError, match="different families"):
        differences(profile("tenhou"), profile(profiles("singapore")[0]))


HOUSE = 'name = "house"\nfamily = "riichi"\ntitle = "Ours"\nseats = 4\nbase = "tenhou"\n'


def test_a_house_rule_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE + '[options]\nkuikae = { value = "allowed", confidence = "H" }\n', encoding="utf-8")
    rules = profile(str(path))
    assert (rules.name, rules["kuikae"], rules["multiple_ron"]) == ("house", "allowed", "double_triple_abort")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HOUSE + '[options]\nnope = { value = "x" }\n', "no option 'nope'"),
        (HOUSE + '[options]\nkuikae = { value = "x" }\n', "kuikae takes"),
        ("name = ", "not a TOML file"),
        (HOUSE + '[[locks]]\ncode = "dead_hand"\ntrigger = "thunder"\nblocks = ["ron"]\n', "thunder"),
        ('title = "no name"\n', "no rule book"),
    ],
)
def test_a_rule_file_that_does_not_fit_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError, match=problem):
        profile(str(path))


def test_a_rule_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot read"):
        profile(str(tmp_path / "none.toml"))


# Tables


def test_what_a_seat_can_see() -> None:
    found = Board("tenhou", {"S": "77m34567p678s777z | 1s", "W": "55p1122334455m9s"})
    found.play("S:t 5p", "S:d 5p", "W:pon 555p", "W:d 1m")
    seen = found.table.in_sight()
    assert {name(Kind(kind)): count for kind, count in enumerate(seen) if count} == {"1m": 1, "5p": 3, "1s": 1}


def test_a_deal_for_another_number_of_seats_is_refused() -> None:
    hands = tuple(tuple(parse_tiles("123456789m1234p")) for _ in range(3))
    start = RoundStart(0, 0, 0, 0, 0, (35000,) * 3, (), hands)
    with pytest.raises(IllegalEventError) as caught:
        Table(profile("tenhou")).apply(start)
    assert caught.value.at == 0


def test_a_called_tile_must_be_the_one_on_offer() -> None:
    found = Board("tenhou", {"S": "55p67p123456789s"}).play("E:d 5p")
    with pytest.raises(IllegalEventError, match="not_offered"):
        found.table.apply(ev.Call(1, PON, parse_tile("5p"), 2, (parse_tile("5p"),) * 2))
    with pytest.raises(IllegalEventError, match="not_offered"):
        found.table.apply(ev.Ron(1, 2, parse_tile("5p")))


def test_own_tiles_must_be_held_and_make_the_set() -> None:
    found = Board("tenhou", {"S": "55p67p123456789s"}).play("E:d 5p")
    for claim, uses in ((CHI, "67s"), (CHI, "6p"), (CHI, "57p"), (PON, "05p"), (PON, "5p"), (PON, "67p"), (CHI, "77p")):
        with pytest.raises(IllegalEventError, match="tile_not_held"):
            found.table.apply(ev.Call(1, claim, parse_tile("5p"), 0, tuple(parse_tiles(uses))))


def test_red_and_plain_fives_are_different_choices() -> None:
    found = Board("tenhou", {"S": "505p67p12345678s"}).play("E:d 5p")
    pons = [verdict for verdict in found.table.claims(1) if verdict.claim == PON and verdict.allowed]
    assert sorted(row(verdict.uses) for verdict in pons) == ["50p", "55p"]
    chi = Board("tenhou", {"S": "505p3p12345678s1z"}).play("E:d 4p")
    chis = [verdict for verdict in chi.table.claims(1) if verdict.claim == CHI and verdict.allowed]
    assert sorted(row(verdict.uses) for verdict in chis) == ["30p", "35p"]


def test_honours_make_no_run_and_suits_do_not_join() -> None:
    honours = Board("tenhou", {"S": "1234z9m11p12345s7m"}).play("E:d 2z")
    assert honours.call("S", "chi") == (Code.TILE_NOT_HELD,)
    edges = Board("tenhou", {"S": "89m23z99s1z123456s"}).play("E:d 1p")
    assert edges.call("S", "chi") == (Code.TILE_NOT_HELD,)


def test_a_riichi_must_leave_a_ready_hand() -> None:
    found = Board("tenhou", {"S": "77m34567p678s777z"}).play("S:t 1z")
    found.table.apply(ev.Riichi(1))
    with pytest.raises(IllegalEventError, match="riichi_discard_breaks_tenpai"):
        found.table.apply(ev.Discard(1, parse_tile("6s")))
    assert found.riichi("S")[0] == Code.IN_RIICHI


def test_riichi_is_refused_open_after_a_call_and_when_not_ready() -> None:
    opened = Board("tenhou", {"S": "55m34p777z678s || chi 123s"}).play("S:t 1z")
    assert opened.riichi("S") == (Code.OPEN_HAND,)
    called = Board("tenhou", {"S": "55m34p777z678s99m"}).play("E:d 9m", "S:pon 999m")
    assert called.riichi("S")[:2] == (Code.NEEDS_DRAW, Code.OPEN_HAND)
    far = Board("tenhou", {"S": "147m258p369s1234z"}).play("S:t 1z")
    assert far.riichi("S") == (Code.NOT_TENPAI,)
    assert Board("tenhou", {"S": "77m34567p678s777z"}).play("E:t 1z").riichi("S")[0] == Code.OUT_OF_TURN


def test_a_double_riichi_is_one_before_any_call() -> None:
    first = Board("tenhou", {"S": "77m34567p678s777z"}, first_turn=1).play("E:d 1m", "S:t 1z", "S:r 1z", "W:d 9m")
    assert (first.seat("S").double_riichi, first.seat("S").ippatsu) == (True, True)
    called = Board("tenhou", {"S": "77m34567p678s777z"}, first_turn=1).play(
        "E:d 1m", "W:pon 111m", "W:d 9s", "S:t 1z", "S:r 1z"
    )
    assert not called.seat("S").double_riichi


def test_ippatsu_ends_with_a_call_or_the_own_discard() -> None:
    def after(*words: str) -> bool:
        return Board("tenhou", {"S": "77m34567p678s777z"}).play("S:t 1z", "S:r 1z", "W:d 9m", *words).seat("S").ippatsu

    assert after()
    assert not after("N:pon 999m")
    assert not after("S:t 2z", "S:d 2z")
    assert not after("N:t 3z", "N:ankan 3z")


def test_kans_on_the_own_turn() -> None:
    found = Board("tenhou", {"S": "1111m7p123456s99s | | pon 777p"}).play("E:t 1z")
    assert found.act("S", "kakan")[0] == Code.OUT_OF_TURN
    found = Board("tenhou", {"S": "1111m7p12399s | | pon 777p"}).play("S:t 1z")
    assert (found.kan("S", "1m"), found.act("S", "kakan"), found.kan("S", "2m")) == (OK, OK, (Code.TILE_NOT_HELD,))
    found.play("last")
    assert found.kan("S", "1m") == (Code.LAST_TILE,)
    with pytest.raises(IllegalEventError, match="tile_not_held"):
        found.table.apply(ev.ClosedKan(1, (parse_tile("9s"),) * 4))
    with pytest.raises(IllegalEventError, match="tile_not_held"):
        found.table.apply(ev.AddedKan(1, parse_tile("9s")))


@pytest.mark.parametrize("tiles", ["5555p", "555p", "0555p5m", "5p"])
def test_a_closed_kan_is_made_of_the_very_tiles_held(tiles: str) -> None:
    found = Board("tenhou", {"S": "055p123456s9999m"}).play("S:t 5p")
    with pytest.raises(IllegalEventError, match="tile_not_held"):
        found.table.apply(ev.ClosedKan(1, tuple(parse_tiles(tiles))))
    assert str(found.seat("S").hand) == "9999m0555p123456s"
    assert found.seat("S").hand.melds == []
    found.table.apply(ev.ClosedKan(1, tuple(parse_tiles("0555p"))))


def test_an_added_kan_is_made_with_the_very_tile_held() -> None:
    found = Board("tenhou", {"S": "0p123456s999m | | pon 555p"}).play("S:t 1z")
    with pytest.raises(IllegalEventError, match="tile_not_held"):
        found.table.apply(ev.AddedKan(1, parse_tile("5p")))
    found.table.apply(ev.AddedKan(1, parse_tile("0p")))
    assert row(found.seat("S").hand.melds[0].tiles) == "5550p"


def test_a_discard_that_is_not_held_is_refused() -> None:
    found = Board("tenhou", {"S": "77m34567p678s777z"}).play("S:t 1z")
    assert found.discard("S", "9s") == (Code.TILE_NOT_HELD,)
    with pytest.raises(IllegalEventError, match="tile_not_held"):
        found.table.apply(ev.Discard(1, parse_tile("9s")))
    assert names(sorted(kinds_in(found.seat("S").river_kinds))) == ""


def test_a_north_must_be_held() -> None:
    found = Board("tenhou-sanma", {"S": "77p34567p678s777z"}).play("S:t 1z")
    assert found.act("S", "kita") == (Code.TILE_NOT_HELD,)


def test_a_seat_that_declared_a_win_and_lost_it_has_passed_nothing() -> None:
    found = Board("mleague", {"S": "77m34567p678s777z", "W": "88m34567p567s666z"}).play("E:d 5p")
    found.table.apply(ev.Ask(2, RON, ()))
    found.play("S:ron")
    found.table.apply(ev.RoundEnd("win"))
    assert found.table.let_go == []
    with pytest.raises(IllegalEventError, match="not_complete"):
        Board("mleague", {"W": "88m34567p567s666z"}).play("E:d 9p").table.apply(ev.Ask(2, RON, ()))


def test_the_end_of_a_game_ends_the_hand_that_runs() -> None:
    found = Board("tenhou", {"S": "77m34567p678s777z"}).play("N:d 5p", "E:d 1m")
    found.table.apply(ev.GameEnd())
    assert not found.table.running
    assert [(span.code, span.ended_by) for span in found.table.spans] == [(Code.FURITEN_TEMPORARY, "hand_end")]
    found.table.apply(ev.GameEnd())
    found.table.apply(ev.RoundEnd("win", (1, 2, 3, 4)))
    assert found.table.round.scores == [1, 2, 3, 4]


def test_a_table_without_riichi_offers_none() -> None:
    rules = profile(profiles("singapore")[0])
    table = Table(rules)
    hands = tuple(
        tuple(parse_tiles(text)) for text in ("123456789m1234p", "123456789p1234s", "123456789s1234m", "1122334455667z")
    )
    table.apply(RoundStart(0, 0, 0, 0, 0, (0,) * 4, (), hands))
    assert table.referee.riichi(table.round, table.seat(0)).codes == (Code.NOT_OFFERED,)


def test_a_self_draw_is_refused_with_its_reason() -> None:
    found = Board("tenhou", {"S": "77m34567p678s777z"})
    assert found.tsumo("S") == (Code.NEEDS_DRAW,)
    assert found.play("S:t 1z").tsumo("S") == (Code.NOT_COMPLETE,)
    assert Board("tenhou", {"S": "44m55z || chi 234s, chi 567p, chi 678s"}).play("S:t 4m").tsumo("S") == (Code.NO_YAKU,)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("666s23p44m || chi 234m, chi 678p", ("E:d 6s", "S:daiminkan 6666s")),
        ("666s23p44m || chi 234m, chi 678p", ("S:t 6s", "S:ankan 6s")),
        ("23p44m || chi 234m, chi 678p, pon 666s", ("S:t 6s", "S:kakan 6s")),
    ],
)
def test_the_tile_after_any_kan_is_a_replacement_whether_or_not_it_is_told(hand: str, words: tuple[str, ...]) -> None:
    assert Board("tenhou", {"S": hand}).play("S:t 1p").tsumo("S") == (Code.NO_YAKU,)
    assert Board("tenhou", {"S": hand}).play(*words, "S:t 1p").tsumo("S") == OK
    last = Board("tenhou", {"S": hand}).play(*words, "S:t 1p", "last")
    value = last.table.value(1)
    assert list(value.yaku) == ["rinshan"]
    later = Board("tenhou", {"S": hand}).play(*words, "S:t 9s", "S:d 9s", "S:t 1p")
    assert later.tsumo("S") == (Code.NO_YAKU,)


def test_the_last_tile_of_the_wall_can_be_drawn_once() -> None:
    found = Board("tenhou", {"S": "77m34567p678s777z"}).play("E:t 1z", "last", "E:d 1z")
    with pytest.raises(IllegalEventError, match="last_tile"):
        found.table.apply(ev.Draw(1, parse_tile("2z")))
    assert Board("tenhou", {"S": "44m23p456s || chi 234m, chi 678p"}).play("E:t 1p", "last", "E:d 1p").ron("S") == OK


def test_a_verdict_reads_well() -> None:
    tile = parse_tile("5p")
    assert str(Verdict(1, RON, tile)) == "seat 1 ron 5p: allowed"
    assert str(Verdict(1, RON, tile, unknown=True)) == "seat 1 ron 5p: unknown (hidden tiles)"
    assert Verdict(1, RIICHI, tile, reasons=(Reason(Code.OPEN_HAND),)).codes == (Code.OPEN_HAND,)
    assert {str(claim) for claim in (DISCARD, TSUMO)} == {"512", "16"}


# Audits


HANDS = tuple(
    tuple(parse_tiles(text))
    for text in ("1112345678999m", "77m34567p678s777z", "19p19s1234z22334p", "445566p3456s889s")
)
START = RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), HANDS)
P5, P8, Z5 = parse_tile("5p"), parse_tile("8p"), parse_tile("5z")


def game(*events: ev.Event, statements: list[Statement] | None = None) -> Record:
    return Record("a.log", "mjai", "tenhou", events=[START, *events], statements=statements or [])


MISSED = (ev.Draw(0, P5), ev.Discard(0, P5), ev.Draw(1, Z5), ev.Discard(1, Z5))


def test_an_audit_tells_missed_wins_spans_and_sums() -> None:
    audit = audit_record(game(*MISSED, ev.Draw(2, P8), ev.Discard(2, P8), ev.Ron(1, 2, P8), ev.RoundEnd("win")))
    (round_, missed), *_ = list(missed_wins(audit))
    assert (missed.seat, missed.tile, missed.why, missed.state, missed.before) == (1, P5, "declined", "dama", ())
    assert [(span.code, span.cause, span.end, span.ended_by) for span in round_.spans] == [
        (Code.FURITEN_TEMPORARY, 2, 4, "own_discard")
    ]
    assert (round_.moments[2].seat, round_.moments[2].turn, audit.clean) == (0, 1, True)
    summary = Summary()
    summary.add(audit)
    assert (summary.games, summary.rounds, summary.ron, summary.tsumo, summary.missed_wins) == (1, 1, 1, 0, 1)
    assert (summary.missed_by_reason["declined"], summary.spans_by_code["furiten_temporary"]) == (1, 1)


def test_an_audit_of_a_record_that_breaks_off_says_cut() -> None:
    audit = audit_record(game(*MISSED))
    assert [round_.result for round_ in audit.rounds] == ["cut"]


def test_an_audit_notes_what_is_forbidden() -> None:
    audit = audit_record(game(*MISSED[:2], ev.Ron(3, 0, P5), ev.RoundEnd("win")))
    assert [(fault.event, fault.seat, fault.act) for fault in audit.rounds[0].faults] == [(3, 3, "Ron")]
    assert not audit.clean


def test_an_audit_stops_at_what_cannot_be_and_says_where() -> None:
    with pytest.raises(
        RecordError, match=r"a\.log: event 2 \(E1\.0\): found Discard 5z by seat 0, which cannot be: tile_not_held"
    ):
        audit_record(game(ev.Draw(0, P5), ev.Discard(0, Z5)))
    with pytest.raises(RecordError, match="too_many_copies"):
        audit_record(
            Record("a.log", "mjai", "tenhou", events=[RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), (HANDS[0],) * 4)])
        )


def test_an_audit_under_other_rules() -> None:
    audit = audit_record(game(*MISSED), {"temp_furiten_trigger": "yaku_only"}, "mleague")
    assert (audit.profile, audit.overrides) == ("mleague", {"temp_furiten_trigger": "yaku_only"})
    assert "kokushi_ankan_ron" in audit.assumed


def test_answers_of_the_server_are_held_against_the_engine() -> None:
    said = [
        Statement(2, 1, "furiten", value=False),
        Statement(2, 1, "offers", RON, RON | PON | CHI),
        Statement(3, 1, "offers", 0, TSUMO | RIICHI),
        Statement(4, 1, "tenpai", value=True),
        Statement(4, 1, "furiten", value=True),
    ]
    audit = audit_record(game(*MISSED, ev.RoundEnd("exhaustive"), statements=said))
    assert audit.agree["ron"] == audit.agree["furiten"] == audit.agree["tenpai"] == 1
    found = [(row.event, row.kind, row.stated, row.found) for row in audit.disagreements]
    assert found == [(2, "chi", "False", "True"), (3, "riichi", "False", "True"), (4, "furiten", "True", "False")]


def test_a_riichi_that_the_record_accepts_must_stand() -> None:
    events = (ev.Draw(0, P5), ev.Discard(0, P5), ev.Draw(1, Z5), ev.Riichi(1), ev.Discard(1, Z5), ev.Draw(2, P8))
    said = [Statement(6, 1, "riichi_accepted", value=True)]
    audit = audit_record(game(*events, ev.RoundEnd("exhaustive"), statements=said))
    assert (audit.agree["riichi_accepted"], audit.clean) == (1, True)
    said = [Statement(6, 0, "riichi_accepted", value=True)]
    wrong = audit_record(game(*events, ev.RoundEnd("exhaustive"), statements=said))
    assert [(row.kind, row.stated, row.found) for row in wrong.disagreements] == [("riichi_accepted", "[0]", "[1]")]


def test_own_offers_of_a_server_are_held_against_the_engine() -> None:
    hands = tuple(tuple(parse_tiles(text)) for text in ("19p19s1234567z224p", "77p34567p678s777z", "445566p3456s889s"))
    events: list[ev.Event] = [
        RoundStart(0, 0, 0, 0, 0, (35000,) * 3, (), hands),
        ev.Draw(0, parse_tile("9m")),
        ev.North(0),
        ev.Draw(0, parse_tile("8s")),
        ev.Discard(0, parse_tile("8s")),
        ev.Draw(1, parse_tile("5p")),
        ev.Discard(1, parse_tile("5p")),
        ev.Draw(2, parse_tile("2p")),
        ev.Discard(2, parse_tile("2p")),
    ]
    said = [
        Statement(1, 0, "offers", NINE_TERMINALS | NORTH, NINE_TERMINALS | NORTH),
        Statement(3, 0, "offers", 0, NINE_TERMINALS | NORTH),
        Statement(5, 1, "offers", TSUMO, TSUMO | RIICHI),
        Statement(8, 1, "offers", 0, RON),
        Statement(8, 1, "furiten", value=True),
        Statement(8, 1, "win", WinClaim(points=1)),
        Statement(8, 0, "win", WinClaim(points=1)),
    ]
    record = Record("a.log", "mjai", "tenhou-sanma", seats=3, events=events, statements=said)
    audit = audit_record(record)
    assert audit.agree == {"nine_terminals": 1, "kita": 1, "tsumo": 1, "furiten": 1}
    assert audit.refused == {"ron: furiten_discard": 1}
    found = [(row.event, row.seat, row.kind) for row in audit.disagreements]
    assert found == [(5, 1, "riichi"), (8, 1, "points")]


def test_a_lamp_that_is_lit_at_the_offer() -> None:
    said = [Statement(2, 1, "furiten", value=True)]
    events: list[ev.Event] = [START, ev.Draw(0, P5), ev.Discard(0, P5)]
    shown = {
        book: audit_record(Record("", "mjai", book, events=events, statements=said)) for book in ("tenhou", "majsoul")
    }
    assert {book: audit.clean for book, audit in shown.items()} == {"tenhou": False, "majsoul": True}


def test_the_stated_value_of_a_win_is_held_against_the_engine() -> None:
    def audited(points: int) -> list[str]:
        claim = WinClaim(points=points, fu=40, han=1)
        won = (*MISSED[:2], ev.Ron(1, 0, P5), ev.RoundEnd("win"))
        audit = audit_record(game(*won, statements=[Statement(3, 1, "win", claim)]))
        return [row.kind for row in audit.disagreements]

    assert audited(1300) == []
    assert audited(1000) == ["points"]


def test_a_place_in_a_record() -> None:
    record = Record("a.xml", "mjlog", "tenhou", unit="tag", places=[(2, 5), (3, 9)])
    assert [record.place(at) for at in (0, 2, 4)] == ["event 0", "tag 5", "tag 10"]


def test_a_record_error_gains_its_place_once() -> None:
    error = RecordError("bad", at="line 3").located(path="a.log", at="line 9")
    assert (str(error), error.path, error.at) == ("a.log: line 3: bad", "a.log", "line 3")
