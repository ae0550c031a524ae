"""`minogashi check`: positions of riichi.md, section 5, and what a person may type wrongly."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from minogashi import advice, cli, position, rulings, story
from minogashi.errors import MinogashiError
from minogashi.notation import Question
from minogashi.position import DECIDING, Answer, check
from minogashi.rulebook import profile, profiles

if TYPE_CHECKING:
    from msgspec import Struct

    from minogashi.rulings import Ruling

REFERENCE = "77m34567p678s777z"
S36: dict[str, Any] = {"hand": "44m55z", "melds": ("chi 234s", "chi 567p", "chi 678s"), "river": ""}
S39: dict[str, Any] = {"hand": "44m23p456s", "melds": ("chi 234m", "pon 666s"), "river": ""}
S12: dict[str, Any] = {"hand": "33m456s78p", "melds": ("chi 234m", "pon 666s"), "river": ""}


def asked(rules: str = "tenhou", overrides: dict[str, str | int] | None = None, **told: Any) -> Answer:  # noqa: ANN401
    return check(Question(**told), profile(rules, overrides))


def waits(answer: Answer) -> str:
    return " ".join(line.tile for line in answer.waits)


def ruling(answer: Answer, claim: str) -> Ruling:
    return next(one for one in answer.verdicts if one.claim == claim)


def outcome(answer: Answer, claim: str) -> str:
    """`allowed`, or the codes of the refusal."""
    found = ruling(answer, claim)
    return " ".join(reason.code for reason in found.reasons) or found.verdict


def ways_out(answer: Answer) -> dict[str, tuple[str, bool]]:
    """Each discard that stays ready: the waits it leaves and whether it is furiten then."""
    return {
        line.discard: (" ".join(wait.tile for wait in line.waits), line.furiten is not None) for line in answer.discards
    }


# Furiten


def test_s01_an_own_discard_blocks_ron_on_every_wait() -> None:
    answer = asked(hand=REFERENCE, river="1s6527z7s23p3s6z4s1m4z", tile="5p")
    assert waits(answer) == "2p 5p 8p"
    assert outcome(answer, "ron") == "furiten_discard"
    assert answer.furiten is not None
    assert answer.furiten.since is not None
    assert (answer.furiten.tile, answer.furiten.since.turn) == ("2p", 7)
    assert answer.furiten.text == "Discard furiten since S's own 2p (turn 7); ends when no wait is left in S's river"


def test_s01_tsumo_stays_open() -> None:
    assert outcome(asked(hand=REFERENCE, river="2p", drawn="5p"), "tsumo") == "allowed"


def test_s04_a_red_five_is_a_five() -> None:
    assert outcome(asked(hand=REFERENCE, river="0p", tile="2p"), "ron") == "furiten_discard"


def test_s05_a_tile_let_go_blocks_until_the_own_discard() -> None:
    answer = asked(hand=REFERENCE, river="9m", passed=("5p",), tile="8p")
    assert outcome(answer, "ron") == "furiten_temporary"
    assert ruling(answer, "ron").reasons[0].until == ["own_discard"]
    assert [note.code for note in answer.notes] == []


def test_s05_the_next_discard_frees_the_hand() -> None:
    answer = asked(hand=REFERENCE, river="9m", passed=("5p",), drawn="9m")
    assert answer.furiten is not None
    assert answer.furiten.code == "furiten_temporary"
    assert ways_out(answer)["9m"] == ("2p 5p 8p", False)


def test_under_own_draw_the_draw_frees_the_hand() -> None:
    answer = asked(overrides={"temp_furiten_reset": "own_draw"}, hand=REFERENCE, passed=("5p",), drawn="9m")
    assert answer.furiten is None


def test_s13_a_pass_in_riichi_lasts_to_the_end() -> None:
    answer = asked(hand=REFERENCE, river="9m", riichi=True, passed=("5p",), tile="8p")
    assert outcome(answer, "ron") == "furiten_riichi furiten_temporary"
    assert ruling(answer, "ron").reasons[0].until == ["hand_end"]


# Yaku by wait: R39-R42


def test_s12_one_sided_yaku_is_told_per_wait() -> None:
    answer = asked(**S12)
    rows = {line.tile: line for line in answer.waits}
    assert rows["6p"].ron is not None
    assert rows["6p"].ron.yaku == {"tanyao": 1}
    assert rows["9p"].ron is not None
    assert (rows["9p"].ron.yaku, rows["9p"].ron.refused) == ({}, "no_yaku")
    assert "one_sided" in [note.code for note in answer.notes]


def test_s12_the_yakuless_tile_let_go_blocks_the_other() -> None:
    assert outcome(asked(**S12, passed=("9p",), tile="6p"), "ron") == "furiten_temporary"
    assert outcome(asked(**S12, tile="9p"), "ron") == "no_yaku"


def test_s36_pair_wait_with_one_yakuhai() -> None:
    answer = asked(**S36, tile="4m")
    assert waits(answer) == "4m 5z"
    assert outcome(answer, "ron") == "no_yaku"
    assert outcome(asked(**S36, passed=("4m",), tile="5z"), "ron") == "furiten_temporary"
    text = next(note.text for note in answer.notes if note.code == "one_sided")
    assert text == ("One-sided: 5z would win by ron, 4m would not (no yaku); letting 4m go is furiten all the same")


def test_s37_s38_drawing_the_yakuless_wait_leaves_no_way_out() -> None:
    answer = asked(**S36, drawn="4m")
    assert outcome(answer, "tsumo") == "no_yaku"
    assert ways_out(answer) == {"4m": ("4m 5z", True), "5z": ("5z", True)}
    assert "draw_trap" in [note.code for note in answer.notes]


def test_s39_the_end_of_a_run_without_tanyao() -> None:
    answer = asked(**S39, tile="1p")
    assert waits(answer) == "1p 4p"
    assert outcome(answer, "ron") == "no_yaku"
    assert outcome(asked(**S39, passed=("1p",), tile="4p"), "ron") == "furiten_temporary"


def test_s40_the_last_discard_supplies_the_yaku() -> None:
    assert outcome(asked(hand="44m23p456s", melds=("chi 234m", "chi 678p"), tile="1p", live=0), "ron") == "allowed"


def test_a_riichi_hand_has_no_one_sided_wait() -> None:
    answer = asked(hand="123m456p78s11z444s", river="9m", riichi=True)
    assert [note.code for note in answer.notes] == ["passes_not_told"]


def test_s52_two_han_minimum() -> None:
    answer = asked("ema2012", hand="123m456p78s11z444s", riichi=True, honba=5, tile="6s")
    assert outcome(answer, "ron") == "two_han_minimum"


# Ways out: R37


def test_p17_exit_search() -> None:
    answer = asked(hand="22288m23p345678s3p", river="1p")
    assert answer.drawn == "3p"
    assert ways_out(answer) == {"2p": ("8m 3p", False), "3p": ("1p 4p", True)}


def test_p18_declining_a_win_always_leaves_furiten() -> None:
    found = ways_out(asked(hand=REFERENCE, drawn="8p", river=""))
    assert found["8p"] == ("2p 5p 8p", True)
    assert found["3p"] == ("3p 6p 9p", True)
    assert found["7z"] == ("7m 7z", True)
    assert all(furiten for _, furiten in found.values())


def test_riichi_is_told_with_its_discards() -> None:
    answer = asked(hand="22288m23p345678s3p", river="1p")
    assert outcome(answer, "riichi") == "allowed"
    assert {line.discard for line in answer.discards if line.riichi} == {"2p", "3p"}


def test_riichi_with_a_furiten_wait_where_it_is_forbidden() -> None:
    answer = asked(overrides={"furiten_riichi": "forbidden"}, hand="22288m23p345678s3p", river="1p")
    assert {line.discard for line in answer.discards if line.riichi} == {"2p"}


def test_a_riichi_seat_may_throw_only_the_drawn_tile() -> None:
    answer = asked(hand=REFERENCE, riichi=True, drawn="7z")
    assert list(ways_out(answer)) == ["7z"]
    assert outcome(answer, "ankan") == "allowed"


# Calls and other offers


def test_p16_a_chi_that_leaves_nothing_to_throw() -> None:
    hand: dict[str, Any] = {"hand": "4456m", "melds": ("chi 234s", "chi 567p", "chi 678s"), "tile": "7m"}
    assert outcome(asked(**hand), "chi") == "kuikae"
    assert outcome(asked(overrides={"kuikae": "suji_allowed"}, **hand), "chi") == "allowed"


def test_chi_only_from_the_left() -> None:
    hand: dict[str, Any] = {"hand": REFERENCE, "tile": "5p", "river": "2p"}
    assert "chi" in [one.claim for one in asked(**hand).verdicts]
    assert "chi" not in [one.claim for one in asked(**hand, source="W").verdicts]


def test_p19_no_pon_in_riichi() -> None:
    answer = asked(hand="123456m567p9955s", riichi=True, tile="9s")
    assert outcome(answer, "ron") == "allowed"
    assert outcome(answer, "pon") == "in_riichi"


def test_s19_a_robbed_kan_is_an_offer() -> None:
    assert outcome(asked(hand="33m456s78p", melds=("chi 234m", "pon 666s"), tile="9p", via="kakan"), "ron") == "allowed"


def test_s23_s24_thirteen_orphans_and_a_concealed_kan() -> None:
    hand: dict[str, Any] = {"hand": "119m19p19s123456z", "tile": "7z", "via": "ankan"}
    assert outcome(asked(overrides={"kokushi_ankan_ron": "yes"}, **hand), "ron") == "allowed"
    assert outcome(asked(overrides={"kokushi_ankan_ron": "no"}, **hand), "ron") == "not_offered"


def test_s54_a_north_set_aside_gives_no_yaku() -> None:
    hand: dict[str, Any] = {"hand": "44z99p123p456s789s", "tile": "4z", "via": "kita"}
    assert outcome(asked("tenhou-sanma", **hand), "ron") == "no_yaku"
    assert outcome(asked("tenhou-sanma", **hand, riichi=True), "ron") == "allowed"


def test_p21_a_wait_that_cannot_come() -> None:
    answer = asked("ema2016", hand="12m444p678s11z", melds=("ankan 3333m",), river="")
    assert [(line.tile, line.left, line.ron) for line in answer.waits] == [("3m", 0, None)]
    assert "karaten" in [note.code for note in answer.notes]


# What is counted and what is not known


def test_tiles_left_are_those_not_seen() -> None:
    answer = asked(hand=REFERENCE, river="2p2p8p", dora=("5p",), passed=())
    assert [(line.tile, line.left) for line in answer.waits] == [("2p", 2), ("5p", 2), ("8p", 3)]


def test_a_called_river_tile_counts_once() -> None:
    assert [line.left for line in asked(hand=REFERENCE, passed=("8p",)).waits] == [4, 3, 3]


def test_r66_what_was_not_told_is_said() -> None:
    codes = [note.code for note in asked(hand=REFERENCE, tile="5p").notes]
    assert codes == ["river_not_told", "passes_not_told"]


def test_a_passed_tile_that_is_no_wait_means_nothing() -> None:
    answer = asked(hand=REFERENCE, river="", passed=("1m",), tile="5p")
    assert outcome(answer, "ron") == "allowed"
    assert [note.code for note in answer.notes] == ["passed_no_wait"]


def test_r62_an_open_option_that_decides_is_told() -> None:
    answer = asked("saikou", hand="119m19p19s123456z", tile="7z", via="ankan")
    told = [(one.option, one.assumed, one.otherwise) for one in answer.assumptions]
    assert told == [("kokushi_ankan_ron", "no", "yes")]
    assert answer.assumptions[0].verdicts == ["ron 7z: allowed"]


def test_r62_an_open_option_that_does_not_matter_is_not_told() -> None:
    assert asked("saikou", hand=REFERENCE, tile="5p").assumptions == []


def test_deciding_options_exist() -> None:
    assert set(DECIDING) <= set(profile("tenhou").rules)


def test_an_unready_hand_is_told_how_far_it_is() -> None:
    answer = asked(hand="147m147p147s1234z", tile="1m")
    assert (answer.shanten, waits(answer), answer.furiten) == (6, "", None)
    assert outcome(answer, "ron") == "not_complete"


@pytest.mark.parametrize("rules", profiles())
def test_every_rule_book_answers(rules: str) -> None:
    hand = "123p456p789p1122z"
    answer = asked(rules, hand=hand, tile="1z", river="9s", passed=("2z",))
    assert waits(answer) == "1z 2z"
    assert answer.verdicts[0].claim == "ron"
    assert asked(rules, hand=hand, drawn="1z").verdicts[0].claim == "tsumo"


def test_the_singapore_game_has_its_own_words() -> None:
    answer = asked("sg-wong-v1", hand="123456789m1122p", river="1p", tile="1p")
    assert answer.verdicts[0].asked == "hu 1p"
    texts = [reason.text for one in answer.verdicts for reason in one.reasons] + [note.text for note in answer.notes]
    assert [text for text in texts if "furiten" in text] == []


# What cannot be


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"hand": "77m34567p678s77"}, "'77' has no suit letter"),
        ({"hand": "77m34567p678s77x"}, "found 'x'"),
        ({"hand": "77m34567p678s77z"}, "has 12 tiles; expected 13, or 14 with the tile drawn"),
        ({"hand": "77m34567p678s777z", "melds": ("pon 111z",)}, "has 13 tiles beside 1 meld; expected 10"),
        ({"hand": "77m34567p678s7777z", "tile": "5p"}, "another player's tile, so 13 tiles are expected, not 14"),
        ({"hand": "77777m34567p678s"}, "five 7m: there are only four"),
        ({"hand": REFERENCE, "river": "7m7m7m"}, "five 7m"),
        ({"hand": REFERENCE, "tile": "7m", "via": "kakan"}, "five 7m"),
        ({"hand": REFERENCE, "tile": "55p"}, "--tile: '55p' has 2 tiles; expected one"),
        ({"hand": REFERENCE, "tile": "5p", "drawn": "5p"}, "cannot both be"),
        ({"hand": REFERENCE, "tile": "5p", "via": "foo"}, "--via takes discard, kakan, ankan, kita"),
        ({"hand": REFERENCE, "via": "kakan"}, "need --tile"),
        ({"hand": REFERENCE, "tile": "4z", "via": "kita"}, "a table of three; tenhou has 4 seats"),
        ({"hand": REFERENCE, "tile": "5p", "source": "S"}, "the seat that asks"),
        ({"hand": REFERENCE, "seat": "Q"}, "--seat takes one of E S W N"),
        ({"hand": REFERENCE, "wind": ""}, "--round takes one of E S W N"),
        ({"hand": "77m34567p678s", "melds": ("777z",)}, "--meld takes a word"),
        ({"hand": "7m", "melds": ("pon 111z",) * 5}, "5 melds are more than the four"),
        ({"hand": "77m34567p678s", "melds": ("pon 77z",)}, "77z is not three of a kind"),
        ({"hand": "77m34567p678s", "melds": ("chi 891m",)}, "is not a run of three"),
        ({"hand": "77m34567p678s", "melds": ("kan 777z",)}, "is not four of a kind"),
        ({"hand": "77m34567p678s", "melds": ("pon 777z",), "riichi": True}, "cannot be in riichi"),
        ({"hand": "77m34567p678s77z?"}, "expected 1m-9m"),
        ({"hand": "77m34567p678s77z ?"}, "found ?"),
        ({"hand": REFERENCE, "live": -1}, "--live takes"),
        ({"hand": REFERENCE, "honba": -1}, "--honba takes"),
        ({"hand": REFERENCE, "tile": "8p", "via": "kakan", "live": 0}, "cannot be: The live wall is empty"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(told: dict[str, Any], problem: str) -> None:
    with pytest.raises(MinogashiError) as error:
        asked(**told)
    assert problem in str(error.value)


# The command


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["check", *words])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_puts_the_answer_first() -> None:
    code, out, err = run(REFERENCE, "--river", "1s6527z7s23p3s6z4s1m4z", "--tile", "5p")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == (
        "Ron 5p: refused. Discard furiten since S's own 2p (turn 7); ends when no wait is left in S's river  (tenhou)"
    )


def test_the_command_aligns_its_tables() -> None:
    _, out, _ = run("33m456s78p", "--meld", "chi 234m", "--meld", "pon 666s", "--river", "1z", "--passed", "9p")
    assert out.splitlines()[:5] == [
        "Ready, furiten. Same-turn furiten since 9p; ends at S's next discard  (tenhou)",
        "",
        "wait  left  by ron    by tsumo",
        "6p       4  tanyao 1  tanyao 1",
        "9p       3  no yaku   no yaku",
    ]


def test_the_command_takes_a_hand_in_several_words() -> None:
    assert run("77m", "34567p", "678s", "777z")[1].startswith("Ready  (tenhou)")


def test_an_allowed_ron_says_how_much_was_told() -> None:
    assert run(REFERENCE, "--tile", "5p")[1].startswith("Ron 5p: allowed, as far as told")
    assert run(REFERENCE, "--tile", "5p", "--river", "9m", "--passed", "1m")[1].startswith("Ron 5p: allowed  (")


def test_the_command_shows_the_ways_out() -> None:
    _, out, _ = run("22288m23p345678s3p", "--river", "1p")
    assert "2p     8m (2 left), 3p (2 left)  yes     no" in out.splitlines()


def test_an_override_is_shown() -> None:
    assert "(tenhou, kuikae=allowed)" in run(REFERENCE, "--set", "kuikae=allowed")[1]


def test_the_json_has_its_shape() -> None:
    _, out, _ = run(REFERENCE, "--river", "2p", "--tile", "5p", "--json")
    found = json.loads(out)
    assert found["schema"] == "minogashi.check/1"
    assert found["furiten"]["code"] == "furiten_discard"
    assert found["furiten"]["since"] == {"event": None, "seat": 1, "wind": "S", "tile": "2p", "turn": 1}
    assert found["waits"][0] == {
        "tile": "2p",
        "left": 3,
        "ron": {"yaku": {"chun": 1}, "refused": None, "points": 1300},
        "tsumo": {"yaku": {"menzen_tsumo": 1, "chun": 1}, "refused": None, "points": 2000},
    }
    assert found["verdicts"][0]["verdict"] == "refused"


def test_a_rule_book_of_ones_own_is_tried_with_its_open_options(tmp_path: Path) -> None:
    book = tmp_path / "club.toml"
    book.write_text('name = "club"\nfamily = "riichi"\ntitle = "Club"\nseats = 4\n')
    _, out, err = run("119m19p19s123456z", "--via", "ankan", "--tile", "7z", "--profile", str(book))
    assert err == ""
    assert "club does not state kokushi_ankan_ron; taken as no. With yes: ron 7z: allowed" in out


def test_tiles_as_characters() -> None:
    assert run(REFERENCE, "--tile", "5p", "--river", "2p", "--tiles", "unicode")[1].startswith("Ron 🀝: refused")


@pytest.mark.parametrize(
    "words",
    [("77m",), (REFERENCE, "--profile", "nope"), (REFERENCE, "--set", "kuikae=maybe"), (REFERENCE, "--tiles", "x")],
)
def test_wrong_use_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_every_key_of_both_shapes_is_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### ([^\n]+)$(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    shapes: dict[str, type[Struct]] = {
        "Story": story.Story,
        "Step": story.Step,
        "Ruling": rulings.Ruling,
        "Grounds of a ruling": rulings.Grounds,
        "Since": rulings.Since,
        "Wait": rulings.Wait,
        "Answer of check": position.Answer,
        "WaitRow": advice.WaitRow,
        "Win of a wait": advice.Win,
        "Exit": position.Exit,
        "Note": position.Note,
        "Assumption": position.Assumption,
    }
    missing = [
        f"{name}.{field}"
        for name, shape in shapes.items()
        for field in shape.__struct_fields__
        if f"`{field}`" not in sections[name]
    ]
    assert missing == []


def test_bonus_tiles_count_where_the_rule_book_has_them() -> None:
    hand: dict[str, Any] = {"hand": "46p999m22s567s789s", "tile": "5p", "source": "E", "seat": "W"}
    singapore = profile("sg-wong-v1")
    assert check(Question(**hand), singapore).verdicts[0].verdict == "refused"
    assert check(Question(**hand, bonus=("cat",)), singapore).verdicts[0].verdict == "allowed"
    for bonus, problem in ((("cat", "cat"), "one bonus tile"), (("5p",), "takes f1, ")):
        with pytest.raises(MinogashiError, match=problem):
            check(Question(**hand, bonus=bonus), singapore)
    with pytest.raises(MinogashiError, match="without bonus tiles"):
        check(Question(**hand, bonus=("f1",)), profile("tenhou"))
