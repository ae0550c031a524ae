"""Every code, end and claim has a text, in every language and in the words of both families."""

from __future__ import annotations

import pytest

from minogashi import events as ev
from minogashi.auditing import Moment
from minogashi.claims import CHI, CLAIM_NAMES, OPEN_KAN, PON, RON, Claim, Code, Reason, Verdict
from minogashi.errors import MinogashiError
from minogashi.locks import ENDS
from minogashi.messages import Speaker, claim_name, letters, short, text
from minogashi.rulebook import profile, profiles
from minogashi.spans import Span
from minogashi.texts import TEXTS
from minogashi.tiles import HIDDEN, Tile, parse_tile, parse_tiles

TWO_PIN = parse_tile("2p")
SOUTH, WEST = 1, 2
LANGUAGES = sorted(TEXTS)
SPAN_ENDERS = ("own_draw", "own_discard", "own_call", "any_call", "waits_change", "hand_end", "")
RESULTS = (
    *("win", "exhaustive", "nagashi", "chombo", "cut"),
    *("nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", ["riichi", "singapore"])
@pytest.mark.parametrize("code", list(Code))
def test_every_code_has_a_sentence(code: Code, family: str, language: str) -> None:
    speaker = Speaker(family=family, language=language)
    sentence = speaker.sentence(Reason(code, TWO_PIN, 3, ("own_draw",)), SOUTH, Moment(WEST, TWO_PIN, 7))
    assert sentence
    assert "{" not in sentence
    assert not sentence.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_window_result_and_claim_has_a_text(language: str) -> None:
    speaker = Speaker(language=language)
    for end in (*ENDS, "waits_change"):
        assert "{" not in speaker.until((end,), SOUTH)
    for via in ("discard", "kakan", "ankan", "kita", "draw", "replacement"):
        assert "{" not in speaker.window(via, TWO_PIN, WEST)
    for ender in SPAN_ENDERS:
        assert text(f"ended.{ender}", language=language)
    for result in RESULTS:
        assert text(f"result.{result}", language=language)
    for claim in CLAIM_NAMES:
        assert speaker.claim(Claim(claim))


def test_every_language_has_every_text() -> None:
    for language in LANGUAGES:
        assert set(TEXTS[language]) == set(TEXTS["en"])


def test_every_lock_code_of_every_rule_book_is_told() -> None:
    for name in profiles():
        book = profile(name)
        speaker = Speaker(family=book.family)
        for rule in book.locks.rules:
            assert speaker.sentence(Reason(rule.code, TWO_PIN, 1, rule.until), SOUTH, Moment(WEST, TWO_PIN, 7))


def test_same_turn_furiten_names_the_tile_the_turn_and_the_end() -> None:
    reason = Reason(Code.FURITEN_TEMPORARY, TWO_PIN, 40, ("own_discard",))
    told = Speaker().sentence(reason, SOUTH, Moment(WEST, TWO_PIN, 7), note="no yaku")
    assert told == "Same-turn furiten since W's 2p (turn 7, no yaku); ends at S's next discard"


@pytest.mark.parametrize(
    ("until", "told"),
    [
        (("own_discard",), "; ends at S's next discard"),
        (("own_draw", "own_call"), "; ends at S's next draw or at S's next call"),
        (("own_draw", "own_call", "own_discard", "any_call"),
         "; ends at S's next draw or at S's next discard or at anyone's next call"),
        (("waits_change", "hand_end"), "; ends when no wait is left in S's river"),
        (("hand_end",), "; lasts to the end of the hand"),
        ((), ""),
    ],
)  # fmt: skip
def test_what_ends_a_lock(until: tuple[str, ...], told: str) -> None:
    assert Speaker().until(until, SOUTH) == told


def test_discard_furiten_names_the_own_tile() -> None:
    reason = Reason(Code.FURITEN_DISCARD, TWO_PIN, 9, ("hand_end",))
    told = Speaker().sentence(reason, SOUTH, Moment(SOUTH, TWO_PIN, 3))
    assert told == "Discard furiten since S's own 2p (turn 3); lasts to the end of the hand"


def test_a_lock_told_without_events_names_the_tile_only() -> None:
    reason = Reason(Code.FURITEN_RIICHI, TWO_PIN, None, ("hand_end",))
    assert Speaker().sentence(reason, SOUTH) == "Riichi furiten since 2p; lasts to the end of the hand"


def test_kuikae_of_a_call_and_of_a_discard_are_told_apart() -> None:
    call = Speaker().sentence(Reason(Code.KUIKAE, TWO_PIN), SOUTH)
    throw = Speaker().sentence(Reason(Code.KUIKAE, TWO_PIN, 5, ("own_discard",)), SOUTH, Moment(SOUTH, TWO_PIN, 2))
    assert "every tile left" in call
    assert throw == "Swap calling: 2p may not be thrown back since S claimed 2p (turn 2); ends at S's next discard"


def test_claims_have_the_words_of_their_family() -> None:
    assert [claim_name(claim) for claim in (RON, PON, CHI, OPEN_KAN)] == ["ron", "pon", "chi", "open kan"]
    sung = [claim_name(claim, family="singapore") for claim in (RON, PON, CHI, OPEN_KAN)]
    assert sung == ["hu", "pung", "chi", "kong"]


def test_the_singapore_game_never_says_furiten() -> None:
    codes = {rule.code for name in profiles("singapore") for rule in profile(name).locks.rules}
    speaker = Speaker(family="singapore")
    told = [speaker.sentence(Reason(code, TWO_PIN, 1, ("own_draw",)), SOUTH) for code in codes]
    told += [speaker.text(key, tile="2p", who="S", good="1p", bad="2p", either="2p", ron="hu", why="below minimum")
             for key in ("note.one_sided", "note.no_ron", "note.river_not_told", "note.passes_not_told",
                         "label.furiten", "state.furiten")]  # fmt: skip
    assert codes
    assert [line for line in told if "furiten" in line] == []


def test_a_span_tells_cause_and_end() -> None:
    span = Span(SOUTH, Code.FURITEN_TEMPORARY, TWO_PIN, 40, 41, ("own_discard",), 44, "own_discard")
    told = Speaker().span(span, Moment(WEST, TWO_PIN, 7), Moment(SOUTH, parse_tile("9m"), 8))
    assert told == "Same-turn furiten since W's 2p (turn 7); ended by S's discard (turn 8)"


def test_a_span_that_goes_on_says_so() -> None:
    span = Span(SOUTH, Code.FURITEN_RIICHI, TWO_PIN, 40, 41, ("hand_end",))
    assert Speaker().span(span, Moment(WEST, TWO_PIN, 7)) == "Riichi furiten since W's 2p (turn 7); still in force"


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ev.Discard(1, Tile(10)), "discards 2p"),
        (ev.Call(1, CHI, Tile(10), 0, tuple(parse_tiles("31p"))), "calls chi with 13p"),
        (ev.ClosedKan(1, (Tile(10),) * 4), "lays down a closed kan of 2p"),
        (ev.Ron(1, 2, Tile(10)), "wins by ron on 2p"),
        (ev.Riichi(1), "declares riichi"),
        (None, "let go"),
    ],
)
def test_acts_are_told(event: ev.Event | None, told: str) -> None:
    assert Speaker().did(event) == told


def test_a_verdict_names_the_own_tiles_of_a_set() -> None:
    verdict = Verdict(SOUTH, CHI, TWO_PIN, tuple(parse_tiles("31p")), (Reason(Code.LAST_TILE),))
    assert Speaker().verdict(verdict) == "chi 13p: refused"
    assert Speaker().verdict(Verdict(SOUTH, RON, HIDDEN, unknown=True)) == "ron: unknown (hidden tiles)"


def test_seat_letters_turn_with_the_dealer() -> None:
    assert [letters(dealer) for dealer in range(4)] == ["ESWN", "NESW", "WNES", "SWNE"]
    assert [letters(dealer, 3) for dealer in range(3)] == ["ESW", "WES", "SWE"]


def test_a_code_without_a_short_form_is_told_with_spaces() -> None:
    assert (short("furiten_temporary"), short("tile_not_held")) == ("same-turn furiten", "tile not held")


def test_an_unknown_language_or_key_is_refused() -> None:
    with pytest.raises(MinogashiError, match="no texts in 'xx'"):
        Speaker(language="xx")
    with pytest.raises(MinogashiError, match=r"no text for 'code\.nothing'"):
        text("code.nothing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lock_says_what_since_and_until_in_this_order(language: str) -> None:
    """The pages show the three parts of a badge apart, so no template may mix them."""
    for key, template in TEXTS[language].items():
        if "{since}" in template or "{until}" in template:
            assert template.endswith(("{since}{until}", "{until}")), key
            assert "{since}" not in template.removesuffix("{since}{until}"), key


def test_a_sentence_is_its_parts() -> None:
    reason = Reason(Code.FURITEN_TEMPORARY, TWO_PIN, 40, ("own_discard",))
    parts = Speaker().parts(reason, SOUTH, Moment(WEST, TWO_PIN, 7), "no yaku")
    assert parts == ("Same-turn furiten", " since W's 2p (turn 7, no yaku)", "; ends at S's next discard")


def test_japanese_says_it_in_japanese() -> None:
    reason = Reason(Code.FURITEN_TEMPORARY, TWO_PIN, 40, ("own_discard",))
    told = Speaker(language="ja").sentence(reason, SOUTH, Moment(WEST, TWO_PIN, 7))
    assert told == "同巡フリテン（西の2p、7巡目から）。南の次の打牌まで"
