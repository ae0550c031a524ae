"""Every option of riichi.md 4.1 to 4.3 and 4.5 that changes a ruling: one test for each value."""

from __future__ import annotations

import pytest
from board import OK, Board

from minogashi import events as ev
from minogashi.accounts import Accounts
from minogashi.claims import CHI, PON, RON, Code, Verdict
from minogashi.errors import ProfileError
from minogashi.penalty import chombo_payment, false_win, pass_in_riichi, swap_discard
from minogashi.priority import resolve
from minogashi.rulebook import profile
from minogashi.tiles import parse_tile

DAMA = "77m34567p678s777z"  # waits 2p 5p 8p
OPEN = "55m34p777z678s || chi 123s"  # waits 2p 5p
SANMA = "44z99p123p456s789s"  # waits 9p 4z, a north gives no yaku


def board(options: dict[str, str | int], hand: str = DAMA, book: str = "tenhou", **more: int) -> Board:
    return Board(book, {"S": hand}, options=options, **more)


# 4.1 temp_furiten_reset: the table of section 2.2, column by column


def passed(reset: str, hand: str = DAMA) -> Board:
    """South has let North's 5p go."""
    found = board({"temp_furiten_reset": reset}, hand).play("N:d 5p")
    assert found.ron("S") == OK
    return found.play("E:d 5m")


@pytest.mark.parametrize(
    ("reset", "after_draw"),
    [("own_discard", "temporary"), ("own_draw", ""), ("own_draw_or_call", ""), ("any_call", "")],
)
def test_temp_furiten_reset_own_draw_from_the_live_wall(reset: str, after_draw: str) -> None:
    found = passed(reset)
    assert found.lamp("S") == "temporary"
    assert found.play("S:t 1z").lamp("S") == after_draw
    assert found.play("S:d 1z").lamp("S") == ""


@pytest.mark.parametrize(
    ("reset", "at_kan", "at_replacement"),
    [
        ("own_discard", "temporary", "temporary"),
        ("own_draw", "", ""),
        ("own_draw_or_call", "", ""),
        ("any_call", "", ""),
    ],
)
def test_temp_furiten_reset_own_closed_kan_and_replacement(reset: str, at_kan: str, at_replacement: str) -> None:
    found = passed(reset).play("S:t 7z", "S:ankan 7z")
    assert found.lamp("S") == at_kan
    assert found.play("S:t 1z").lamp("S") == at_replacement
    assert found.play("S:d 1z").lamp("S") == ""


@pytest.mark.parametrize(
    ("reset", "after_call", "after_discard"),
    [
        ("own_discard", "temporary", ""),
        ("own_draw", "temporary", "temporary"),
        ("own_draw_or_call", "", ""),
        ("any_call", "", ""),
    ],
)
def test_temp_furiten_reset_own_pon(reset: str, after_call: str, after_discard: str) -> None:
    found = passed(reset, OPEN).play("S:pon 555m")
    assert found.lamp("S") == after_call
    assert found.play("S:d 3p").lamp("S") == after_discard
    assert found.waits("S") == "4p"
    found.play("W:d 4p")
    assert found.ron("S") == (OK if not after_discard else (Code.FURITEN_TEMPORARY,))


@pytest.mark.parametrize(
    ("reset", "after_replacement"),
    [("own_discard", "temporary"), ("own_draw", ""), ("own_draw_or_call", ""), ("any_call", "")],
)
def test_temp_furiten_reset_own_open_kan_and_its_replacement(reset: str, after_replacement: str) -> None:
    found = board({"temp_furiten_reset": reset}, "5556m777z || chi 123s, chi 678p").play("N:d 6m", "E:d 5m")
    assert found.lamp("S") == "temporary"
    found.play("S:daiminkan 5555m")
    assert found.lamp("S") == ("temporary" if reset in {"own_discard", "own_draw"} else "")
    assert found.play("S:t 9p").lamp("S") == after_replacement


@pytest.mark.parametrize(
    ("reset", "lamp"),
    [("own_discard", "temporary"), ("own_draw", "temporary"), ("own_draw_or_call", "temporary"), ("any_call", "")],
)
@pytest.mark.parametrize("call", ["W:pon 555m", "W:ankan 1z"])
def test_temp_furiten_reset_call_by_another_seat(reset: str, lamp: str, call: str) -> None:
    found = passed(reset).play(call)
    assert found.lamp("S") == lamp


@pytest.mark.parametrize("reset", ["own_discard", "own_draw", "own_draw_or_call", "any_call"])
def test_temp_furiten_reset_never_in_riichi(reset: str) -> None:
    found = board({"temp_furiten_reset": reset}, f"riichi {DAMA}").play("N:d 5p", "E:d 5m", "W:pon 555m", "W:d 1z")
    found.play("S:t 1z", "S:d 1z", "W:d 5p")
    assert found.ron("S") == (Code.FURITEN_RIICHI, Code.FURITEN_TEMPORARY)


def test_temp_furiten_reset_any_call_is_lifted_by_the_very_kan_that_was_not_robbed() -> None:
    found = board({"temp_furiten_reset": "any_call"}).play("W:kakan 8p")
    assert found.ron("S") == OK
    assert found.play("W:d 1m").lamp("S") == ""


def test_temp_furiten_reset_a_north_set_aside_is_no_call() -> None:
    found = board({"temp_furiten_reset": "any_call"}, DAMA, "tenhou-sanma").play("W:d 5p", "E:kita", "E:d 1z")
    assert found.lamp("S") == "temporary"


# temp_furiten_trigger

ONE_SIDED = "33m456s78p || chi 234m, pon 666s"  # 6p is tanyao, 9p nothing


def test_temp_furiten_trigger_shape() -> None:
    found = board({"temp_furiten_trigger": "shape"}, ONE_SIDED).play("N:d 9p", "E:d 6p")
    assert found.ron("S") == (Code.FURITEN_TEMPORARY,)


def test_temp_furiten_trigger_yaku_only() -> None:
    found = board({"temp_furiten_trigger": "yaku_only"}, ONE_SIDED).play("N:d 9p", "E:d 6p")
    assert found.ron("S") == OK
    assert found.play("W:d 6p").ron("S") == (Code.FURITEN_TEMPORARY,)


# chankan_pass_counts


@pytest.mark.parametrize(("counts", "codes"), [("yes", (Code.FURITEN_TEMPORARY,)), ("no", OK)])
def test_chankan_pass_counts(counts: str, codes: tuple[Code, ...]) -> None:
    found = board({"chankan_pass_counts": counts}).play("W:kakan 8p")
    assert found.ron("S") == OK
    assert found.play("W:d 1m", "N:d 2p").ron("S") == codes


@pytest.mark.parametrize(("counts", "lamp"), [("yes", "riichi"), ("no", "")])
def test_chankan_pass_counts_in_riichi(counts: str, lamp: str) -> None:
    found = board({"chankan_pass_counts": counts}, f"riichi {DAMA}").play("W:kakan 8p", "W:d 1m")
    assert found.lamp("S") == lamp


# kokushi_ankan_ron

ORPHANS = "119m19p19s123456z"  # waits 7z


def test_kokushi_ankan_ron_yes() -> None:
    found = board({"kokushi_ankan_ron": "yes"}, ORPHANS).play("W:ankan 7z")
    assert found.ron("S") == OK
    assert found.play("W:d 1z").lamp("S") == "temporary"


def test_kokushi_ankan_ron_yes_is_for_thirteen_orphans_only() -> None:
    found = board({"kokushi_ankan_ron": "yes"}).play("W:ankan 8p")
    assert found.ron("S") == (Code.NOT_OFFERED,)
    assert found.play("W:d 1m").lamp("S") == ""


def test_kokushi_ankan_ron_no() -> None:
    found = board({"kokushi_ankan_ron": "no"}, ORPHANS).play("W:ankan 7z")
    assert found.ron("S") == (Code.NOT_OFFERED,)
    assert found.play("W:d 1z").lamp("S") == ""


# furiten_riichi, furiten_tsumo, riichi_pass


def test_furiten_riichi_allowed() -> None:
    found = board({"furiten_riichi": "allowed"}, f"{DAMA} | 2p").play("S:t 1z")
    assert found.riichi("S") == OK
    assert found.play("S:r 1z", "W:d 8p").ron("S") == (Code.FURITEN_DISCARD,)


def test_furiten_riichi_forbidden() -> None:
    found = board({"furiten_riichi": "forbidden"}, f"{DAMA} | 2p").play("S:t 1z")
    assert found.riichi("S") == (Code.FURITEN_DISCARD,)
    assert found.lamp("S") == "discard"


def test_furiten_riichi_forbidden_counts_the_tile_about_to_be_thrown() -> None:
    found = board({"furiten_riichi": "forbidden"}).play("S:t 8p")
    assert found.tsumo("S") == OK
    assert found.riichi("S") == (Code.FURITEN_DISCARD,)  # L2: whichever tile is thrown is waited for


def test_furiten_riichi_forbidden_leaves_the_discards_that_are_clear() -> None:
    found = board({"furiten_riichi": "forbidden"}, "22288m23p345678s | 1p").play("S:t 3p")
    assert found.riichi("S") == OK
    found.table.apply(ev.Riichi(1))
    assert found.discard("S", "2p") == OK  # waits 8m 3p
    assert found.discard("S", "3p") == (Code.RIICHI_DISCARD_BREAKS_TENPAI,)  # waits 1p 4p, 1p is in the river


@pytest.mark.parametrize("told", [f"{DAMA} | 2p", DAMA, f"riichi {DAMA}"])
@pytest.mark.parametrize("rule", ["allowed", "forbidden"])
def test_furiten_tsumo(rule: str, told: str) -> None:
    found = board({"furiten_tsumo": rule, "temp_furiten_reset": "own_discard"}, told)
    found.play("N:d 5p", "E:d 1m", "S:t 8p")
    code = f"furiten_{found.lamp('S')}"
    assert found.tsumo("S")[0] == ("ok" if rule == "allowed" else code)


def test_furiten_tsumo_forbidden_leaves_a_seat_without_furiten_alone() -> None:
    assert board({"furiten_tsumo": "forbidden"}).play("S:t 8p").tsumo("S") == OK


@pytest.mark.parametrize(("rule", "consequence"), [("furiten", "nothing"), ("chombo", "chombo")])
def test_riichi_pass(rule: str, consequence: str) -> None:
    found = board({"riichi_pass": rule}, f"riichi {DAMA}").play("N:d 5p", "E:d 1m")
    assert found.lamp("S") == "riichi"
    assert pass_in_riichi(found.profile).consequence == consequence


# multiple_ron

DRAGONS = {"S": "23478999m46p555z", "W": "23478999s46p666z", "N": "22567m567s46p777z"}
THREE = {"S": DAMA, "W": "88m34567p567s666z", "N": "99m34567p234s555z"}


def wins(rule: str, *letters: str) -> tuple[list[int], list[str], str]:
    found = Board("tenhou", THREE, options={"multiple_ron": rule}).play("E:d 5p")
    said = [found.table.ron("ESWN".index(letter)) for letter in letters]
    ruling = resolve(found.profile, 0, said)
    return [v.seat for v in ruling.granted], [code for _, code in ruling.refused], ruling.abort or ""


def test_multiple_ron_atamahane() -> None:
    assert wins("atamahane", "W", "S") == ([1], ["head_bumped"], "")
    assert wins("atamahane", "N", "S", "W") == ([1], ["head_bumped", "head_bumped"], "")


def test_multiple_ron_double_triple_abort() -> None:
    assert wins("double_triple_abort", "W", "S") == ([1, 2], [], "")
    assert wins("double_triple_abort", "N", "S", "W") == ([], ["triple_ron"] * 3, "triple_ron")


def test_multiple_ron_all_win() -> None:
    assert wins("all_win", "W", "S") == ([1, 2], [], "")
    assert wins("all_win", "N", "S", "W") == ([1, 2, 3], [], "")


@pytest.mark.parametrize(
    ("book", "option", "rule", "most"),
    [
        ("tenhou", "multiple_ron", "atamahane", 1),
        ("tenhou", "multiple_ron", "double_triple_abort", 2),
        ("tenhou", "multiple_ron", "all_win", 3),
        ("sg-no-lock", "multi_hu", "nearest", 1),
        ("sg-no-lock", "multi_hu", "all", 3),
    ],
)
def test_several_wins_in_events(book: str, option: str, rule: str, most: int) -> None:
    hands = THREE if book == "tenhou" else DRAGONS
    found = Board(book, hands, options={option: rule}).play("E:d 5p")
    for taken, letter in enumerate("SWN", 1):
        if taken <= most:
            found.play(f"{letter}:ron")
        else:
            with pytest.raises(ev.IllegalEventError, match="triple_ron" if most == 2 else "head_bumped"):
                found.play(f"{letter}:ron")
            break
    assert [win.seat for win in found.table.wins] == [1, 2, 3][:most]


# kuitan, ryanhan_shibari


@pytest.mark.parametrize(("rule", "codes"), [("yes", OK), ("no", (Code.NO_YAKU,))])
def test_kuitan(rule: str, codes: tuple[Code, ...]) -> None:
    assert board({"kuitan": rule}, ONE_SIDED).play("N:d 6p").ron("S") == codes


@pytest.mark.parametrize(("rule", "codes"), [("yes", OK), ("no", (Code.NO_YAKU,))])
def test_atozuke(rule: str, codes: tuple[Code, ...]) -> None:
    """Of the waits 6p 9p only 6p has a yaku; where each must have one, a riichi hand is as free as ever."""
    assert board({"atozuke": rule}, ONE_SIDED).play("N:d 6p").ron("S") == codes
    riichi = board({"atozuke": rule}, "riichi 77m34567p678s777z").play("N:d 5p")
    assert riichi.ron("S") == OK


@pytest.mark.parametrize(
    ("rule", "honba", "codes"),
    [
        ("none", 5, OK),
        ("5_honba", 4, OK),
        ("5_honba", 5, (Code.TWO_HAN_MINIMUM,)),
        ("5_honba", 6, (Code.TWO_HAN_MINIMUM,)),
    ],
)
def test_ryanhan_shibari(rule: str, honba: int, codes: tuple[Code, ...]) -> None:
    found = board({"ryanhan_shibari": rule}, ONE_SIDED, honba=honba).play("N:d 6p")
    assert found.ron("S") == codes


def test_ryanhan_shibari_5_honba_holds_for_self_draws_too() -> None:
    one = "123m456p78s11z444s"  # riichi or a closed self-draw alone is one han
    found = board({"ryanhan_shibari": "5_honba"}, one, honba=5).play("S:t 6s")
    assert found.tsumo("S") == (Code.TWO_HAN_MINIMUM,)
    assert board({"ryanhan_shibari": "5_honba"}, f"riichi {one}", honba=5).play("S:t 6s").tsumo("S") == OK


# 4.2 penalties


def test_false_ron_voice_dead_hand() -> None:
    found = board({"false_ron_voice": "dead_hand"}, DAMA, "mleague").play("N:d 1p", "S:dead", "E:d 5p")
    assert found.ron("S") == (Code.DEAD_HAND,)


def test_a_dead_hand_is_not_ready_at_the_end() -> None:
    assert Accounts(board({}, DAMA, "mleague").play("N:d 1p").table).ready == [1]
    assert Accounts(board({}, DAMA, "mleague").play("N:d 1p", "S:dead").table).ready == []


def test_false_ron_voice_deposit_1000() -> None:
    table = board({"false_ron_voice": "deposit_1000"}, DAMA, "mleague").play("N:d 1p", "S:dead").table
    assert (table.round.scores[1], table.round.sticks) == (24000, 1)


@pytest.mark.parametrize("rule", ["deposit_1000", "chombo"])
def test_false_ron_voice_does_not_kill_the_hand(rule: str) -> None:
    found = board({"false_ron_voice": rule}, DAMA, "mleague").play("N:d 1p", "S:dead", "E:d 5p")
    assert found.ron("S") == OK
    assert false_win(found.profile, shown=False).consequence == rule


def test_false_ron_shown_chombo() -> None:
    rules = profile("mleague", {"false_ron_shown": "chombo"})
    assert (false_win(rules, shown=True).consequence, false_win(rules, shown=True).replayed) == ("chombo", True)


@pytest.mark.parametrize(("rule", "consequence"), [("void", "void"), ("still_penalised", "chombo")])
def test_false_ron_with_valid_ron(rule: str, consequence: str) -> None:
    ruling = false_win(profile("mleague", {"false_ron_with_valid_ron": rule}), shown=True, valid_win_elsewhere=True)
    assert (ruling.consequence, ruling.replayed) == (consequence, False)


@pytest.mark.parametrize("dealer", range(4))
def test_chombo_penalty_reverse_mangan(dealer: int) -> None:
    found = chombo_payment(profile("ema2016", {"chombo_penalty": "reverse_mangan"}), seat=1, dealer=dealer)
    assert sum(found.moved) == 0
    assert found.moved[1] == (-12000 if dealer == 1 else -8000)
    assert [found.moved[seat] for seat in (0, 2, 3)] == [4000 if dealer in {1, seat} else 2000 for seat in (0, 2, 3)]


@pytest.mark.parametrize(
    ("rule", "when"),
    [("minus_20000", "unknown"), ("minus_20000_after_uma", "after_uma"), ("minus_20000_after_game", "after_game")],
)
def test_chombo_penalty_minus_20000(rule: str, when: str) -> None:
    found = chombo_payment(profile("ema2016", {"chombo_penalty": rule}), seat=1, dealer=0)
    assert (found.moved, found.off, found.when) == ((0, 0, 0, 0), 20000, when)


def test_chombo_penalty_not_reachable() -> None:
    rules = profile("ema2016", {"chombo_penalty": "not_reachable"})
    assert false_win(rules, shown=True).consequence == "not_reachable"
    assert chombo_payment(rules, seat=1, dealer=0).moved == (0, 0, 0, 0)


@pytest.mark.parametrize("rule", ["dead_hand", "chombo", "not_reachable"])
def test_kuikae_penalty(rule: str) -> None:
    assert swap_discard(profile("mleague", {"kuikae_penalty": rule})).consequence == rule
    assert swap_discard(profile("mleague", {"kuikae_penalty": rule, "kuikae": "allowed"})).consequence == "nothing"


# 4.3 kuikae


@pytest.mark.parametrize(
    ("rule", "low", "middle", "high", "pon"),
    [
        ("forbidden", "4p 7p", "6p", "5p 8p", "9m"),
        ("suji_allowed", "4p", "6p", "8p", "9m"),
        ("allowed", "", "", "", ""),
    ],
)
def test_kuikae(rule: str, low: str, middle: str, high: str, pon: str) -> None:
    def after(thrown: str, call: str) -> str:
        found = board({"kuikae": rule}, "45678p99m123456s").play(f"{thrown[0]}:d {thrown[2:]}", f"S:{call}")
        return found.barred("S")

    assert after("E 4p", "chi 456p") == (low if rule != "forbidden" else "4p 7p")
    assert after("E 6p", "chi 567p") == middle
    assert after("E 8p", "chi 678p") == high
    found = board({"kuikae": rule}, "99m9m45678p12345s").play("N:d 9m", "S:pon 999m")
    assert found.barred("S") == pon


@pytest.mark.parametrize("low", range(1, 8))
@pytest.mark.parametrize("place", range(3))
def test_kuikae_forbidden_every_run_and_every_tile_of_it(low: int, place: int) -> None:
    run = [low, low + 1, low + 2]
    taken = run.pop(place)
    barred = {taken, low + 3 if place == 0 else 0, low - 1 if place == 2 else 0} & set(range(1, 10))
    found = board({"kuikae": "forbidden"}, f"123456789p{run[0]}{run[1]}p11z").play(f"E:d {taken}p")
    found.play(f"S:chi {low}{low + 1}{low + 2}p")
    assert found.barred("S") == " ".join(f"{number}p" for number in sorted(barred))


@pytest.mark.parametrize("rule", ["forbidden", "suji_allowed"])
def test_kuikae_ends_with_the_discard(rule: str) -> None:
    found = board({"kuikae": rule}, "45678p99m123456s").play("E:d 6p", "S:chi 567p", "S:d 1s", "S:t 6p")
    assert found.discard("S", "6p") == OK


# riichi_ankan: the whole table of section 2.5, each kan with the tile just drawn

TABLE_2_5 = [
    ("3444m778899s333z", "4m", False, False),
    ("3444m778899s333z", "3z", True, True),
    ("111m222333p5678s", "1m", True, True),
    ("111m222333p5678s", "2p", True, True),
    ("111m222333p5678s", "3p", True, True),
    ("3335666p111456s", "6p", False, False),
    ("3335666p111456s", "3p", True, False),
    ("222333444p23m11z", "2p", True, False),
    ("222333444p23m11z", "3p", True, False),
    ("222333444p23m11z", "4p", True, False),
    ("22234p777m345s33z", "2p", False, False),
    ("22213p555m678s99s", "2p", False, False),  # it is the win; the pair could wait too
    ("1112345678999m", "1m", False, False),
    ("1112345678999m", "9m", False, False),
]


@pytest.mark.parametrize(("hand", "tile", "keeps_waits", "keeps_shape"), TABLE_2_5)
@pytest.mark.parametrize("rule", ["never", "waits_unchanged", "shape_unchanged"])
def test_riichi_ankan(rule: str, hand: str, tile: str, *, keeps_waits: bool, keeps_shape: bool) -> None:
    found = board({"riichi_ankan": rule}, f"riichi {hand}").play(f"S:t {tile}")
    before = found.waits("S")
    codes = found.kan("S", tile)
    expected = {"never": False, "waits_unchanged": keeps_waits, "shape_unchanged": keeps_shape}[rule]
    assert (codes == OK) == expected
    if rule == "never":
        assert codes[0] == Code.IN_RIICHI
    elif not expected:
        assert codes[0] == (Code.GROUPING_CHANGES if keeps_waits else Code.WAITS_CHANGE)
    if expected:
        found.play(f"S:ankan {tile}")
        assert found.waits("S") == before
    else:
        with pytest.raises(ev.IllegalEventError):
            found.play(f"S:ankan {tile}")


@pytest.mark.parametrize("rule", ["waits_unchanged", "shape_unchanged"])
def test_riichi_ankan_only_with_the_tile_just_drawn(rule: str) -> None:
    found = board({"riichi_ankan": rule}, "riichi 111123m456p78s99s").play("S:t 5z")
    assert found.kan("S", "1m") == (Code.NOT_DRAWN_TILE,)


# riichi_min_wall, riichi_min_points, open_riichi, kan_after_fourth


@pytest.mark.parametrize("least", [0, 3, 4])
def test_riichi_min_wall(least: int) -> None:
    for left in range(6):
        found = board({"riichi_min_wall": least}).play("S:t 1z")
        found.table.apply(ev.Live(left))
        assert found.riichi("S") == (OK if left >= least else (Code.WALL_LOW,))


@pytest.mark.parametrize(
    ("rule", "points", "codes"), [("1000", 1000, OK), ("1000", 900, (Code.SCORE_LOW,)), ("none", 0, OK)]
)
def test_riichi_min_points(rule: str, points: int, codes: tuple[Code, ...]) -> None:
    assert board({"riichi_min_points": rule}, points=points).play("S:t 1z").riichi("S") == codes


@pytest.mark.parametrize("rule", ["one_player", "fifth_never"])
def test_kan_after_fourth_a_fifth_is_refused(rule: str) -> None:
    told = {
        "W": "? || ankan 1111z, ankan 2222z, ankan 3333z, ankan 4444z",
        "S": "5555m123456789s",
        "N": "666m123456789s1p",
    }
    found = Board("tenhou", told, options={"kan_after_fourth": rule}).play("S:t 1p")
    assert found.kan("S", "5m") == (Code.KAN_LIMIT,)
    found.play("S:d 1p", "E:d 6m")
    assert found.call("N", "daiminkan") == (Code.KAN_LIMIT,)
    assert found.call("N", "pon") == OK


def test_kan_limit_is_not_reached_with_three() -> None:
    told = {"W": "? || ankan 1111z, ankan 2222z, ankan 3333z", "S": "5555m123456789s"}
    assert Board("tenhou", told).play("S:t 1p").kan("S", "5m") == OK


@pytest.mark.parametrize(
    ("rule", "winner"),
    [("pon_over_chi", PON), ("pon_over_chi_unless_late", PON), ("three_second_window", PON), ("first_voice", CHI)],
)
def test_call_precedence(rule: str, winner: int) -> None:
    said = [Verdict(1, CHI, parse_tile("5p")), Verdict(3, PON, parse_tile("5p"))]
    rules = profile("tenhou", {"call_precedence": rule})
    assert resolve(rules, 0, said).granted[0].claim == winner
    assert resolve(rules, 0, said[::-1]).granted[0].claim == PON
    assert [code for _, code in resolve(rules, 0, said).refused] == ["outranked"]


def test_call_precedence_never_stands_above_a_win() -> None:
    said = [Verdict(1, CHI, parse_tile("5p")), Verdict(3, RON, parse_tile("5p")), Verdict(2, RON, parse_tile("5p"))]
    ruling = resolve(profile("tenhou", {"call_precedence": "first_voice"}), 0, said)
    assert [v.seat for v in ruling.granted] == [2, 3]


# 4.5 three players


def sanma(options: dict[str, str | int], hand: str = SANMA) -> Board:
    return board(options, hand, "tenhou-sanma")


def test_kita_ron_yes() -> None:
    assert sanma({"kita_ron": "yes"}, f"riichi {SANMA}").play("W:kita").ron("S") == OK


def test_kita_ron_no() -> None:
    found = sanma({"kita_ron": "no"}, f"riichi {SANMA}").play("W:kita")
    assert found.ron("S") == (Code.NOT_OFFERED,)
    assert found.play("W:d 1z").lamp("S") == ""


@pytest.mark.parametrize(("rule", "codes"), [("no", (Code.NO_YAKU,)), ("yes", OK)])
def test_kita_chankan(rule: str, codes: tuple[Code, ...]) -> None:
    assert sanma({"kita_chankan": rule}).play("W:kita").ron("S") == codes


@pytest.mark.parametrize(("rule", "lamp"), [("yes", "temporary"), ("no", "")])
def test_kita_passes(rule: str, lamp: str) -> None:
    assert sanma({"kita_passes": rule}).play("W:kita", "W:d 1z").lamp("S") == lamp


def test_kita_riichi_drawn_only() -> None:
    found = sanma({}, f"riichi {SANMA}").play("S:t 1z")
    assert found.act("S", "kita") == (Code.IN_RIICHI, Code.NOT_DRAWN_TILE)
    assert sanma({}, "riichi 11z99p123p456s789s").play("S:t 4z").act("S", "kita") == OK


@pytest.mark.parametrize(("rule", "codes"), [("yes", (Code.LAST_TILE,)), ("no", OK)])
def test_kita_needs_live_tile(rule: str, codes: tuple[Code, ...]) -> None:
    found = sanma({"kita_needs_live_tile": rule}).play("S:t 1z", "last")
    assert found.act("S", "kita") == codes
    if rule == "no":
        found.play("S:kita", "S:t 2z", "S:d 2z")
        assert found.call("W", "pon")[0] == Code.LAST_TILE


def test_no_north_is_set_aside_when_nothing_is_left_to_replace_it() -> None:
    """Four tiles of the dead wall replace others; a fifth replacement would be a live tile."""
    found = sanma({"kita_needs_live_tile": "no"}, "4444z1111p99p123s").play("S:t 2z", "S:ankan 1p", "S:t 1z", "last")
    for drawn in ("1z", "1z", "3z"):
        assert found.act("S", "kita") == OK
        found.play("S:kita", f"S:t {drawn}")
    assert found.act("S", "kita") == (Code.LAST_TILE,)


@pytest.mark.parametrize(("rule", "codes"), [("no", (Code.NEEDS_DRAW,)), ("yes", OK)])
def test_kita_after_call(rule: str, codes: tuple[Code, ...]) -> None:
    found = sanma({"kita_after_call": rule}).play("W:d 9p", "S:pon 999p")
    assert found.act("S", "kita") == codes


@pytest.mark.parametrize(("rule", "codes"), [("yes", OK), ("no", (Code.NOT_OFFERED,))])
def test_nine_terminals(rule: str, codes: tuple[Code, ...]) -> None:
    found = Board("tenhou-sanma", {"E": "19m19p19s12345z22p"}, options={"nine_terminals": rule}, first_turn=1).play(
        "E:t 3s"
    )
    assert found.act("E", "nine_terminals") == codes


@pytest.mark.parametrize(("rule", "codes"), [("yes", OK), ("no", (Code.NOT_OFFERED,))])
def test_abort_nine_terminals(rule: str, codes: tuple[Code, ...]) -> None:
    found = Board("tenhou", {"E": "19m19p19s12345z22p"}, options={"abort_nine_terminals": rule}, first_turn=1).play(
        "E:t 3s"
    )
    assert found.act("E", "nine_terminals") == codes


def test_nine_terminals_needs_nine_a_first_draw_and_no_call() -> None:
    few = Board("tenhou", {"E": "19m19p19s12z23452p"}, first_turn=1).play("E:t 3s")
    assert few.act("E", "nine_terminals") == (Code.TOO_FEW_TERMINALS,)
    late = Board("tenhou", {"E": "19m19p19s12345z22p"}, first_turn=1).play("E:t 3s", "E:d 3s", "N:d 1s", "E:t 4s")
    assert late.act("E", "nine_terminals") == (Code.NOT_FIRST_DRAW,)
    called = Board("tenhou", {"S": "19m19p19s12345z22p"}, first_turn=1).play("E:d 5m", "W:pon 555m", "W:d 1s", "S:t 4s")
    assert called.act("S", "nine_terminals") == (Code.INTERRUPTED,)


@pytest.mark.parametrize("rule", ["none", "yes"])
def test_chi_with_three_players(rule: str) -> None:
    found = sanma({"chi": rule}, "45678p99m123456s").play("E:d 6p")
    assert found.call("S", "chi") == (Code.NOT_OFFERED,)


def test_chi_none_with_four_players() -> None:
    found = board({"chi": "none"}, "45678p99m123456s").play("E:d 6p")
    assert found.call("S", "chi") == (Code.NOT_OFFERED,)


@pytest.mark.parametrize(("rule", "codes"), [("no", OK), ("yes", (Code.FURITEN_DISCARD,))])
def test_furiten_own_north(rule: str, codes: tuple[Code, ...]) -> None:
    found = sanma({"furiten_own_north": rule}, SANMA).play("S:t 4z", "S:kita", "S:t 1z")
    found.play("S:d 1z", "W:d 9p")
    assert [code for code in found.ron("S") if code.startswith("furiten")] == [code for code in codes if code != "ok"]


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(ProfileError, match="own_turn"):
        profile("tenhou", {"temp_furiten_reset": "own_turn"})
