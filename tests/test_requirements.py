"""The requirements of riichi.md section 3 on rules and on the engine, one test each.

Where a scenario of section 5.1 says the same, the test runs that scenario under every rule book.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from board import OK, Board
from model import Model
from streams import play

from minogashi import events as ev
from minogashi.claims import CHI, RON, Code
from minogashi.conform.scenarios import run_scenario
from minogashi.errors import RecordError, TileError
from minogashi.events import IllegalEventError, Meld, Position, RoundStart
from minogashi.formats.link import parse_link
from minogashi.formats.scenario import Scenario, scenarios
from minogashi.priority import resolve
from minogashi.rulebook import profile, profiles
from minogashi.table import Table
from minogashi.tiles import HIDDEN, Tile, check_copies, parse_tile, parse_tiles

PAGE = (Path(__file__).parent.parent / "docs" / "rules" / "riichi.md").read_text(encoding="utf-8")
SCENARIOS: dict[str, Scenario] = {found.id: found for found in scenarios(PAGE)}
DAMA = "77m34567p678s777z"  # waits 2p 5p 8p
FURITEN = f"{DAMA} | 2p"
RIICHI = f"riichi {DAMA}"


def holds(*ids: str) -> None:
    """These scenarios hold under every rule book."""
    assert [
        (result.id, result.got) for result in (run_scenario(SCENARIOS[id_]) for id_ in ids) if result.status != "passed"
    ] == []


def tenhou(hand: str = DAMA, **options: str | int) -> Board:
    return Board("tenhou", {"S": hand}, options=options)


# 3.1 Rules


def test_r01_no_ron_in_furiten_even_with_a_yaku() -> None:
    found = tenhou(FURITEN).play("N:d 5p")
    assert found.ron("S") == (Code.FURITEN_DISCARD,)
    with pytest.raises(IllegalEventError, match="furiten_discard"):
        found.play("S:ron")


def test_r02_a_self_draw_wins_in_furiten_with_a_yaku() -> None:
    assert tenhou(FURITEN).play("S:t 5p").tsumo("S") == OK
    assert tenhou("44m55z | 5z | chi 234s, chi 567p, chi 678s").play("S:t 4m").tsumo("S") == (Code.NO_YAKU,)


def test_r03_any_kind_of_the_wait_in_the_river_makes_furiten() -> None:
    for kind in range(34):
        tile = f"{kind % 9 + 1}{'mpsz'[kind // 9]}"
        lamp = tenhou(f"{DAMA} | {tile}" if tile != "7z" else DAMA).lamp("S")
        assert lamp == ("discard" if tile in {"2p", "5p", "8p"} else "")


def test_r04_letting_a_winning_tile_go_makes_furiten() -> None:
    assert tenhou().play("N:d 5p", "E:d 1m").lamp("S") == "temporary"


def test_r05_every_kind_of_a_river_is_safe_against_its_seat() -> None:
    rivers = tenhou(f"{DAMA} | 1s652z7z7s2p3p3s6z")
    for tile in ("1s", "5p", "2p", "3p", "8p"):
        assert rivers.play(f"N:d {tile}").ron("S") != OK


def test_r06_the_penalty_of_a_ron_in_furiten_comes_from_the_profile() -> None:
    from minogashi.penalty import false_win

    found = {book: false_win(profile(book), shown=True).consequence for book in profiles("riichi")}
    assert set(found.values()) == {"chombo", "not_reachable"}
    assert (found["mleague"], found["tenhou"]) == ("chombo", "not_reachable")


def test_r07_a_claimed_discard_still_counts() -> None:
    holds("S03")


def test_r08_in_riichi_the_first_pass_is_for_the_rest_of_the_hand() -> None:
    holds("S13", "S59")


def test_r09_without_riichi_a_pass_blocks_until_the_next_own_discard() -> None:
    holds("S05", "S11")


def test_r10_a_winning_tile_is_one_that_completes_the_shape() -> None:
    holds("S36", "S56", "S57", "S25")


def test_r11_the_block_covers_every_kind_of_the_wait() -> None:
    found = tenhou().play("N:d 5p", "E:d 8p")
    assert found.ron("S") == (Code.FURITEN_TEMPORARY,)


def test_r12_changing_the_wait_ends_discard_furiten() -> None:
    holds("S26", "S27")


def test_r13_a_yakuless_tile_must_go_and_blocks() -> None:
    found = tenhou("44m55z || chi 234s, chi 567p, chi 678s").play("N:d 4m")
    assert found.ron("S") == (Code.NO_YAKU,)
    with pytest.raises(IllegalEventError, match="no_yaku"):
        found.play("S:ron")
    assert found.play("E:d 5z").ron("S") == (Code.FURITEN_TEMPORARY,)


def test_r14_a_win_may_be_declined() -> None:
    found = tenhou().play("N:d 5p")
    assert found.ron("S") == OK
    assert found.play("S:pass").lamp("S") == "temporary"
    assert list(found.table.claims(1)) == []


def test_r15_a_call_may_lift_other_blocks_where_the_rules_say_so() -> None:
    holds("S06", "S07")


def test_r16_in_riichi_the_block_never_expires() -> None:
    found = tenhou(RIICHI).play("N:d 5p", "E:d 1m")
    for tile in ("1z", "2z", "9m"):
        found.play(f"S:t {tile}", f"S:d {tile}", "W:d 8p")
        assert found.ron("S")[0] == Code.FURITEN_RIICHI


def test_r17_in_riichi_no_yaku_cannot_be_missing_but_two_han_can() -> None:
    hand = "riichi 123m456p78s11z444s"
    assert tenhou(hand).play("W:d 6s").ron("S") == OK
    holds("S52")


def test_r18_a_pass_in_riichi_may_be_a_discard_or_an_added_kan() -> None:
    holds("S13", "S20")


def test_r19_in_riichi_other_tiles_are_blocked_too() -> None:
    found = tenhou(RIICHI).play("N:d 5p", "E:d 2p")
    assert found.ron("S")[0] == Code.FURITEN_RIICHI


def test_r20_a_declined_self_draw_cannot_be_made_good_by_ron() -> None:
    holds("S17", "S18")


def test_r21_the_first_ron_or_some_furiten() -> None:
    for hand, lamp in ((DAMA, "temporary"), (RIICHI, "riichi")):
        assert tenhou(hand).play("N:d 5p", "E:d 1m").lamp("S") == lamp
        assert tenhou(hand).play("S:t 5p", "S:d 5p").lamp("S") == "discard"


def test_r22_a_temporary_block_is_for_one_turn() -> None:
    found = tenhou().play("N:d 5p", "E:d 1m", "S:t 1z", "S:d 1z", "W:d 5p")
    assert found.ron("S") == OK


def test_r23_riichi_keeps_the_wait_and_the_block() -> None:
    found = tenhou(RIICHI).play("N:d 5p", "E:d 1m", "S:t 3m")
    assert found.discard("S", "7m") == (Code.RIICHI_MUST_DISCARD_DRAW,)
    lamp = found.table.furiten(1)
    assert lamp is not None
    assert lamp.until == ("hand_end",)
    found.play("S:d 3m", "W:d 8p")
    assert [(reason.code, reason.until) for reason in found.table.ron(1).reasons] == [
        (Code.FURITEN_RIICHI, ("hand_end",)),
        (Code.FURITEN_TEMPORARY, ("hand_end",)),
    ]


def test_r24_everything_after_the_declaration_counts_also_when_the_tile_is_called() -> None:
    found = Board("tenhou", {"S": DAMA, "W": "11z123456789m22s"}).play(
        "S:t 1z", "S:r 1z", "W:pon 111z", "W:d 2s", "N:d 8p"
    )
    assert found.seat("S").in_riichi
    assert found.ron("S") == OK
    assert found.play("E:d 8p").ron("S")[0] == Code.FURITEN_RIICHI


def test_r25_dama_can_choose_the_discarder_and_riichi_cannot() -> None:
    holds("S50", "S51")
    opened = tenhou("55m34p777z678s || chi 123s").play("N:d 5p", "E:d 1m", "S:t 9m", "S:d 9m", "W:d 5p")
    assert opened.ron("S") == OK


def test_r26_what_went_by_after_the_riichi_is_safe() -> None:
    found = tenhou(RIICHI).play("N:d 5p", "E:d 3m", "S:t 1z", "S:d 1z", "W:d 5p")
    assert found.ron("S") != OK
    assert found.play("N:d 3m").ron("S") != OK


def test_r27_only_a_ready_hand_is_furiten() -> None:
    found = tenhou("2s44p555m678p777z9m | 1s")
    assert (found.waits("S"), found.lamp("S")) == ("", "")
    holds("S33", "S34")


def test_r28_a_wait_filled_before_tenpai_is_no_furiten() -> None:
    holds("S35")


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("2233344456m123p", "2m 3m 4m 6m 7m"),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("1122334455667m", "1m 4m 7m"),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
    ],
)
def test_r29_all_waits_are_known(hand: str, waits: str) -> None:
    assert tenhou(hand).waits("S") == waits


def test_r30_a_misread_wait_is_furiten_all_the_same() -> None:
    holds("S32")


def test_r49_every_refusal_names_its_cause() -> None:
    found = tenhou(FURITEN).play("N:d 5p", "E:d 8p")
    by_discard, by_pass = found.table.ron(1).reasons
    assert (by_discard.code, by_discard.tile, by_discard.event) == (Code.FURITEN_DISCARD, parse_tile("2p"), 0)
    assert by_discard.until == ("waits_change", "hand_end")
    assert (by_pass.code, by_pass.tile, by_pass.until) == (Code.FURITEN_TEMPORARY, parse_tile("5p"), ("own_discard",))
    assert by_pass.event == found.table.let_go[0].event
    assert str(found.table.ron(1)) == "seat 1 ron 8p: refused (furiten_discard, furiten_temporary)"


def test_r50_any_seat_can_be_asked_at_any_point() -> None:
    rules = profile("tenhou")
    events = play(rules, 12)
    simple = Model({name: str(option.value) for name, option in rules.options.items()})
    for at, event in enumerate(events):
        simple.tell(event)
        table = Table(rules)
        for earlier in events[: at + 1]:
            table.apply(earlier)
        for seat, player in zip(table.seats, simple.players, strict=True):
            lamp = table.furiten(seat.index)
            assert (lamp is not None) == bool(player.waits and player.furiten)
            assert lamp is None or lamp.until


# 3.3 Notations that belong to the core's neighbours


@pytest.mark.parametrize(
    ("rules", "reds", "open_tanyao", "hanchan", "seats"),
    [("0089", True, True, True, 4), ("00a9", True, True, True, 4), ("0001", True, True, False, 4),
     ("000f", False, False, True, 4), ("0007", False, False, False, 4), ("00b9", True, True, True, 3)],
)  # fmt: skip
def test_r58_a_log_link_is_kept_and_read(
    rules: str, *, reds: bool, open_tanyao: bool, hanchan: bool, seats: int
) -> None:
    link = parse_link(f"http://tenhou.net/0/?log=2009060321gm-{rules}-0000-1a2b3c4d&tw=3&ts=7")
    assert (link.log, link.hour, link.lobby) == (f"2009060321gm-{rules}-0000-1a2b3c4d", "2009060321", "0000")
    assert (link.seat, link.hand) == (3, 7)
    assert (link.red_fives, link.open_tanyao, link.hanchan, link.seats, link.fast) == (
        reds,
        open_tanyao,
        hanchan,
        seats,
        False,
    )


def test_r58_a_bare_log_id_and_a_fast_room() -> None:
    link = parse_link("2020010100gm-00e1-0000-45ea0ff1")
    assert (link.seat, link.hand, link.fast, link.hanchan) == (None, None, True, False)


@pytest.mark.parametrize(
    "text",
    ["", "http://tenhou.net/0/?tw=1", "http://tenhou.net/0/?log=abc", "http://tenhou.net/0/?log=2020010100gm-00a9-0000-4&tw=4",
     "http://tenhou.net/0/?log=2020010100gm-00a9-0000-4&ts=x"],
)  # fmt: skip
def test_r58_what_is_no_log_link_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="log"):
        parse_link(text)


def test_r60_scenario_blocks_are_read() -> None:
    from minogashi.formats.scenario import text

    assert len(SCENARIOS) >= 60
    for scenario in SCENARIOS.values():
        again = scenarios(text(scenario))[0]
        assert (again.setup and again.setup[0].tiles, len(again.steps)) == (
            scenario.setup[0].tiles,
            len(scenario.steps),
        )


# 3.4 Engine duties


def test_r61_a_profile_fixes_every_option_and_records_overrides() -> None:
    for book in profiles("riichi"):
        rules = profile(book)
        assert set(rules.options) == set(rules.rules)
        assert rules.overrides == {}
    changed = profile("tenhou", {"kuikae": "allowed", "riichi_min_wall": 0})
    assert changed.overrides == {"kuikae": "allowed", "riichi_min_wall": 0}
    assert profile("tenhou")["kuikae"] == "forbidden"


def test_r62_unknown_options_fall_back_and_are_told() -> None:
    rules = profile("mleague")
    assert "kokushi_ankan_ron" in rules.assumed
    option = rules.options["kokushi_ankan_ron"]
    assert (option.value, option.stated, option.origin) == ("no", "?", "default")
    assert "temp_furiten_reset" not in rules.assumed


def test_r63_kans_and_norths_are_offers() -> None:
    found = Board("tenhou", {"S": DAMA, "N": "99m34567p234s555z"}).play("W:kakan 8p")
    ruling = resolve(found.profile, 2, [found.table.ron(1), found.table.ron(3)])
    assert [verdict.seat for verdict in ruling.granted] == [3, 1]
    holds("S19", "S23", "S54")


def test_r64_each_claimant_is_tested_alone() -> None:
    told = {"S": FURITEN, "W": "88m34567p567s666z", "N": "99m34567p234s555z"}
    found = Board("mleague", told).play("E:d 5p")
    assert [found.ron(letter) for letter in "SWN"] == [(Code.FURITEN_DISCARD,), OK, OK]
    ruling = resolve(found.profile, 0, [found.table.ron(seat) for seat in (1, 2, 3)])
    assert [verdict.seat for verdict in ruling.granted] == [2]


def test_r65_hidden_hands_of_others_do_not_matter() -> None:
    seen = Board("tenhou", {"S": DAMA, "W": "88m34567p567s666z"}).play("E:d 5p")
    alone = Board("tenhou", {"S": DAMA}).play("E:d 5p")
    assert list(seen.table.claims(1)) == list(alone.table.claims(1))
    assert next(alone.table.claims(2)).unknown
    assert not next(alone.table.claims(2)).allowed


def told_position(*, river: str, drawn: bool = False) -> Table:
    hand = parse_tiles(DAMA)
    start = RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), ((HIDDEN,) * 13, tuple(hand), (HIDDEN,) * 13, (HIDDEN,) * 13))
    rivers: tuple[tuple[Tile, ...], ...] = ((), tuple(parse_tiles(river)), (), ())
    table = Table(profile("tenhou"))
    table.apply(Position(start, ((),) * 4, rivers, (False,) * 4, turn=1 if drawn else 0))
    return table


def test_r66_discard_furiten_is_exact_in_a_told_position() -> None:
    lamp = told_position(river="1z0p").furiten(1)
    assert lamp is not None
    assert (lamp.code, lamp.tile) == (Code.FURITEN_DISCARD, parse_tile("0p"))
    assert told_position(river="1z").furiten(1) is None


def test_r66_a_hand_that_a_hidden_tile_has_entered_is_unknown() -> None:
    table = told_position(river="1z", drawn=True)
    table.apply(ev.Draw(1, HIDDEN))
    assert next(verdict for verdict in table.acts(1) if verdict.claim != RON).unknown
    table.apply(ev.Discard(1, parse_tile("7m")))
    assert table.seat(1).waits == 0
    table.apply(ev.Draw(2, HIDDEN))
    table.apply(ev.Discard(2, parse_tile("2p")))
    assert table.ron(1).unknown
    assert table.furiten(1) is None


def test_r66_a_hidden_tile_that_is_thrown_at_once_leaves_the_hand_known() -> None:
    table = told_position(river="1z", drawn=True)
    table.apply(ev.Draw(1, HIDDEN))
    table.apply(ev.Discard(1, parse_tile("7m"), drawn=True))
    table.apply(ev.Draw(2, HIDDEN))
    table.apply(ev.Discard(2, parse_tile("2p")))
    assert table.ron(1).allowed


DEAL = RoundStart(
    0, 0, 0, 0, 0, (25000,) * 4, (parse_tile("9s"),),
    tuple(tuple(parse_tiles(hand)) for hand in ("1112345678999m", DAMA, "19p19s1234z22334p", "445566p3456s789s")),
)  # fmt: skip


CHI_FROM_ACROSS = ev.Call(2, CHI, parse_tile("6m"), 0, tuple(parse_tiles("78m")))


def refused(*events: ev.Event) -> tuple[int, Code]:
    table = Table(profile("tenhou"))
    table.apply(DEAL)
    for event in events[:-1]:
        table.apply(event)
    with pytest.raises(IllegalEventError) as caught:
        table.apply(events[-1])
    return caught.value.at, caught.value.reasons[0].code


t = parse_tile


@pytest.mark.parametrize(
    ("code", "at", "events"),
    [
        (Code.OUT_OF_TURN, 1, [ev.Draw(1, t("1s"))]),
        (Code.OUT_OF_TURN, 1, [ev.Discard(0, t("1m"))]),
        (Code.OUT_OF_TURN, 2, [ev.Draw(0, t("1s")), ev.Discard(1, t("7m"))]),
        (Code.OUT_OF_TURN, 2, [ev.Draw(0, t("1s")), ev.Draw(0, t("1s"))]),
        (Code.TOO_MANY_COPIES, 3, [ev.Draw(0, t("1m")), ev.Discard(0, t("1m")), ev.Draw(1, t("1m"))]),
        (Code.TILE_NOT_HELD, 2, [ev.Draw(0, t("1s")), ev.Discard(0, t("7z"))]),
        (Code.NOT_OFFERED, 2, [ev.Draw(0, t("1s")), ev.Ron(1, 0, t("1s"))]),
        (Code.NOT_COMPLETE, 3, [ev.Draw(0, t("1s")), ev.Discard(0, t("1s")), ev.Ron(1, 0, t("1s"))]),
        (Code.NOT_LEFT_NEIGHBOUR, 3, [ev.Draw(0, t("6m")), ev.Discard(0, t("6m")), CHI_FROM_ACROSS]),
        (Code.NEEDS_DRAW, 1, [ev.Tsumo(0, t("1s"))]),
        (Code.NOT_OFFERED, 1, [ev.Ask(1, CHI, ())]),
    ],
)  # fmt: skip
def test_r67_an_event_that_breaks_a_rule_is_refused_where_it_stands(
    code: Code, at: int, events: list[ev.Event]
) -> None:
    assert refused(*events) == (at, code)


def test_r67_a_fifth_copy_is_refused() -> None:
    with pytest.raises(TileError, match="five 5m"):
        check_copies(parse_tiles("55505m"))
    hands = (*DEAL.hands[:3], tuple(parse_tiles("1m445566p3456s78s")))
    with pytest.raises(IllegalEventError, match="too_many_copies"):
        Table(profile("tenhou")).apply(RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (t("1m"),), hands))


def test_r67_a_call_in_riichi_is_refused() -> None:
    found = tenhou("riichi 34p567p678s777z99s").play("E:d 9s")
    with pytest.raises(IllegalEventError, match="in_riichi"):
        found.play("S:pon 999s")


def test_r67_a_riichi_seat_throws_what_it_drew() -> None:
    found = tenhou(RIICHI).play("S:t 7m")
    with pytest.raises(IllegalEventError, match="riichi_must_discard_draw"):
        found.table.copy().apply(ev.Discard(1, t("7m"), drawn=False))
    found.table.apply(ev.Discard(1, t("7m"), drawn=True))


def test_r67_a_table_that_is_not_strict_notes_what_is_forbidden() -> None:
    table = Table(profile("tenhou"), strict=False)
    events: list[ev.Event] = [DEAL, ev.Draw(0, t("6s")), ev.Discard(0, t("6s")), ev.Ron(1, 0, t("6s"))]
    for event in events:
        table.apply(event)
    assert [(fault.event, fault.seat, fault.act, fault.reasons[0].code) for fault in table.faults] == [
        (3, 1, "Ron", Code.NOT_COMPLETE)
    ]


def test_r67_a_refused_event_leaves_the_number_of_the_next() -> None:
    table = Table(profile("tenhou"))
    table.apply(DEAL)
    with pytest.raises(IllegalEventError):
        table.apply(ev.Draw(1, t("1s")))
    assert table.at == 0
    table.apply(ev.Draw(0, t("1s")))
    assert table.at == 1


def test_r68_a_replay_tells_for_every_offer_who_passed() -> None:
    rules = profile("tenhou")
    seen = 0
    for seed in range(20):
        table, simple = Table(rules), Model({name: str(option.value) for name, option in rules.options.items()})
        for event in play(rules, seed):
            table.apply(event)
            simple.tell(event)
        told = [(let_go.seat, let_go.event) for let_go in table.let_go]
        assert sorted(told) == sorted((seat, event) for seat, _, event in simple.let_go)
        seen += len(told)
    assert seen > 10


def test_r68_a_seat_passes_once_and_never_its_own_tile() -> None:
    found = tenhou().play("S:t 5p", "S:d 5p", "S:pass", "N:d 8p", "S:pass", "S:pass", "E:d 1m")
    assert [(let_go.seat, let_go.tile) for let_go in found.table.let_go] == [(1, t("8p"))]


def test_r69_three_players() -> None:
    found = Board("tenhou-sanma", {"S": "4578p99m11z456s4z1s"}).play("E:d 6p")
    assert found.call("S", "chi") == (Code.NOT_OFFERED,)
    assert [seat.index for seat in found.table.seats] == [0, 1, 2]
    found.play("S:t 4z", "S:kita", "S:t 9s", "S:d 9s", "W:d 1z", "E:d 2z")
    assert found.seat("S").norths == 1
    assert found.table.round.turn == 1
    four = Board("tenhou", {"S": DAMA}).play("S:t 4z").table
    assert four.referee.north(four.round, four.seat(1)).codes == (Code.NOT_OFFERED,)


def test_r70_the_same_events_give_the_same_verdicts() -> None:
    rules = profile("majsoul")
    events = play(rules, 5)
    first, second = Table(rules), Table(profile("majsoul"))
    for event in events:
        first.apply(event)
        second.apply(event)
        assert list(first.verdicts()) == list(second.verdicts())
    assert [repr(span) for span in first.spans] == [repr(span) for span in second.spans]
    assert play(rules, 5) == events


def test_a_meld_knows_its_kind_and_whether_it_opens_the_hand() -> None:
    meld = Meld(CHI, tuple(parse_tiles("0p67p")), parse_tile("7p"), 0)
    assert (meld.kind, meld.opened) == (13, True)
