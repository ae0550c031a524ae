"""The lab: it rules as `minogashi check` does, for every tile, and its address holds the position."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest
from pages import ROOT, browser, served, watched
from seats import Client

from minogashi.formats.scenario import FAMILIES, scenarios, text
from minogashi.notation import Question
from minogashi.position import check
from minogashi.rulebook import profile
from minogashi.texts import TEXTS
from minogashi.web.app import application
from minogashi.web.blocks import headings, opened
from minogashi.web.lab import laid
from minogashi.web.replies import in_words

DOCS = ROOT / "docs"
HAND = "77m34567p678s777z"


@pytest.fixture
def client() -> Client:
    return Client(application([]))


def ask(client: Client, **place: Any) -> Any:  # noqa: ANN401  JSON
    answer = client.send("GET", "/api/lab", params=place)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("rules", ["tenhou", "mleague", "sg-wong-v1"])
def test_every_tile_has_the_ruling_that_the_command_gives(rules: str) -> None:
    question = Question(hand=HAND, river="2p4z", passed=("5p",))
    found = laid(question, rules)
    told = {offered.tile: offered.rulings for offered in found.tiles}
    for tile in ("2p", "5p", "8p", "7z", "7m", "6s"):
        alone = check(Question(hand=HAND, river="2p4z", passed=("5p",), tile=tile), profile(rules))
        wanted = [
            ruling
            for ruling in alone.verdicts
            if not {reason.code for reason in ruling.reasons} & {"not_complete", "not_offered"}
        ]
        assert told[tile] == wanted
    assert len(told) + found.others == 34


def test_waits_and_lock_are_told_in_the_language_that_is_asked_for(client: Client) -> None:
    english, japanese = (ask(client, hand=HAND, river="2p", lang=lang) for lang in ("en", "ja"))
    assert [wait["tile"] for wait in english["answer"]["waits"]] == ["2p", "5p", "8p"]
    assert english["answer"]["furiten"]["text"].startswith("Discard furiten since S's own 2p (turn 1)")
    assert japanese["answer"]["furiten"]["text"].startswith("捨て牌フリテン")


def test_another_rule_book_changes_what_it_changes_and_nothing_else(client: Client) -> None:
    kuitan = {"hand": "234m456p5588s", "meld": "chi 567s"}
    assert ask(client, **kuitan, rules="tenhou")["against"] is None
    same = ask(client, **kuitan, rules="tenhou", against="majsoul")["against"]
    assert same == {"rules": "majsoul", "title": profile("majsoul").title, "changes": []}
    passed = {"hand": HAND, "passed": "5p", "tile": "8p", "seat": "S"}
    changes = ask(client, **passed, rules="sg-wong-v1", against="sg-no-lock")["against"]["changes"]
    assert {change["asked"] for change in changes if change["allowed"] == [False, True]} >= {"hu 5p"}


def test_missing_tiles_are_counted_and_a_drawn_one_is_asked_about(client: Client) -> None:
    short = ask(client, hand="123m", meld="pon 777z")
    assert (short["answer"], short["count"], short["wanted"]) == (None, 3, 10)
    drawn = ask(client, hand="123m456p789s1122z3z", seat="E")
    assert drawn["answer"]["drawn"] == "3z"
    assert [exit_["discard"] for exit_ in drawn["answer"]["discards"]] == ["3z"]
    assert drawn["tiles"] == []


@pytest.mark.parametrize(
    "place",
    [
        {"hand": "xyz"},
        {"hand": "55555m12345678p"},
        {"hand": HAND, "river": "9z"},
        {"hand": "77m34567p678s", "meld": "chow 123m"},
        {"hand": HAND, "passed": "99"},
        {"hand": HAND, "seat": "Q"},
        {"hand": HAND, "live": "x"},
        {"hand": HAND, "honba": "-1"},
        {"hand": HAND, "live": "9999"},
        {"hand": HAND, "via": "post"},
        {"hand": HAND, "tile": "5p5p"},
        {"hand": HAND, "lang": "xx"},
        {"hand": HAND, "rules": "/etc/passwd"},
        {"hand": HAND, "rules": "../pyproject.toml"},
        {"hand": HAND, "against": "nobody"},
        {"hand": HAND, "bonus": "cat"},
        {"hand": HAND, "bonus": "cat cat", "rules": "sg-wong-v1"},
        {"hand": HAND, "options": "kuitan"},
        {"hand": HAND, "options": "nothing=1"},
        {"hand": "1m" * 500},
        {"hand": "\u0661m\u0662p"},
        {"hand": HAND, "meld": ["pon 777z"] * 60},
        {"hand": HAND, "honba": "9" * 30},
    ],
)
def test_what_cannot_be_is_refused_in_words(client: Client, place: dict[str, Any]) -> None:
    answer = client.send("GET", "/api/lab", params=place)
    assert answer.status_code in {400, 413, 422}, answer.text
    assert answer.json()["error"]


def test_what_is_shipped_are_the_blocks_and_cases_of_the_docs(client: Client) -> None:
    inside = files("minogashi.web").joinpath("examples")
    listed = client.send("GET", "/api/lab/examples").json()["examples"]
    told = []
    for family in FAMILIES:
        docs, ours = (
            (DOCS / "rules" / f"{family}.md").read_text("utf-8"),
            inside.joinpath(f"{family}.md").read_text("utf-8"),
        )
        blocks, copies = scenarios(docs), scenarios(ours)
        assert [(one.id, one.title, text(one)) for one in blocks] == [(one.id, one.title, text(one)) for one in copies]
        told += [{"id": one.id, "title": one.title, "family": family} for one in blocks]
    cases = (DOCS / "cases" / "cases.jsonl").read_text("utf-8")
    assert cases == inside.joinpath("cases.jsonl").read_text("utf-8")
    told += [
        {"id": case["id"], "title": case["kind"], "family": "cases"} for case in map(json.loads, cases.splitlines())
    ]
    assert listed == told


def test_every_block_and_case_opens_with_the_answers_that_it_expects() -> None:
    laid_out = dict.fromkeys(("riichi", "singapore", "cases"), 0)
    for one in headings():
        block = opened(one.family, one.id)
        asked = [line.asked for line in block.lines if line.asked is not None]
        assert asked, one
        assert all(question.right for question in asked), one
        assert block.why if one.family == "cases" else block.frames, one
        if block.frames is not None:
            assert {line.at for line in block.lines} <= set(range(len(block.frames.frames))), one
        laid_out[one.family] += any(question.place for question in asked)
    assert laid_out == {"riichi": 59, "singapore": 32, "cases": 32}, "those that one position tells"


def test_a_laid_out_moment_has_the_answer_of_its_block(client: Client) -> None:
    for one in headings()[::7]:
        for line in opened(one.family, one.id).lines:
            if line.asked is None or line.asked.place is None:
                continue
            answer = ask(client, **line.asked.place)["answer"]
            if line.asked.word == "waits":
                waits = " ".join(wait["tile"] for wait in answer["waits"])
                assert (waits or "none") == line.asked.got
            elif line.asked.word == "ron":
                ron = next(ruling for ruling in answer["verdicts"] if ruling["claim"] == "ron")
                assert (ron["verdict"] == "allowed") == (line.asked.got == "yes"), (one, line)


@pytest.mark.parametrize("language", TEXTS)
def test_every_question_and_answer_of_the_examples_is_told_in_words(language: str) -> None:
    for one in headings():
        for asked in (line.asked for line in opened(one.family, one.id).lines if line.asked):
            question, told = TEXTS[language][f"ui.block.ask.{asked.word}"], asked.told[language]
            assert asked.who or "{who}" not in question, (one, asked)
            assert told, (one, asked)
            assert not re.search(r"[_\[{]|\b(?:true|false|None)\b|no\(", told), (one, asked)


@pytest.mark.parametrize(
    ("family", "ask", "answer", "english", "japanese"),
    [
        ("riichi", "flags", "T", "same-turn furiten", "同巡フリテン"),
        ("riichi", "flags", "-", "none", "なし"),
        ("riichi", "ron", "no(unknown)", "no: unknown (hidden tiles)", "不可：不明（伏せ牌による）"),
        ("singapore", "ron", "no(own_latest)", "no: own latest discard", "不可：直前の捨て牌"),
        ("singapore", "claims", "S[hu,chi(4p6p)] N[pung]", "S: hu, chi 4p6p; N: pung", "南: 胡, チー 4p6p; 北: 碰"),
        ("singapore", "locks", "hu{} set{4p} own{}", "passed set 4p", "鳴きの見送り 4p"),
        ("riichi", "waits", "none", "none", "なし"),
    ],
)
def test_a_short_answer_is_told_in_words(family: str, ask: str, answer: str, english: str, japanese: str) -> None:
    assert in_words(answer, family, ask) == {"en": english, "ja": japanese}


def test_an_example_shows_the_table_at_each_line() -> None:
    block = opened("riichi", "S09")
    assert (block.rules, block.options) == ("tenhou", {"temp_furiten_reset": "own_draw"})
    frames = block.frames
    assert frames is not None
    flags = [line for line in block.lines if line.asked and line.asked.word == "flags"]
    locks = [[frames.reasons[lock].code for lock in frames.frames[line.at].locks[block.seat]] for line in flags[:1]]
    assert locks == [["furiten_temporary"]]
    assert flags[0].asked is not None
    assert flags[0].asked.place is None, "the wait has changed since the tile was let go"
    assert frames.frames[flags[1].at].locks == []


@pytest.mark.parametrize("name", [("riichi", "S99"), ("cases", "no-1"), ("", ""), ("../riichi", "S01")])
def test_an_example_that_is_not_there_is_refused(client: Client, name: tuple[str, str]) -> None:
    answer = client.send("GET", "/api/lab/example", params={"family": name[0], "id": name[1]})
    assert answer.status_code == 422
    assert "no example" in answer.json()["error"]


def test_bonus_tiles_and_options_count(client: Client) -> None:
    hand = {"hand": "46p999m22s567s789s", "tile": "5p", "from": "E", "seat": "W", "rules": "sg-wong-v1"}
    verdicts = [ask(client, **hand, bonus=bonus)["answer"]["verdicts"][0]["verdict"] for bonus in ("", "cat")]
    assert verdicts == ["refused", "allowed"]
    assert ask(client, hand=HAND)["bonus"] == []
    kuitan = {"hand": "234m456p5588s", "meld": "chi 567s", "tile": "5s", "rules": "tenhou"}
    changed = ask(client, **kuitan, options="kuitan=no", against="tenhou")
    assert changed["answer"]["verdicts"][0]["reasons"][0]["code"] == "no_yaku"
    told = {change["asked"]: change["allowed"] for change in changed["against"]["changes"]}
    assert told == {"ron 5s": [False, True], "ron 8s": [False, True]}


def test_an_example_is_opened_walked_and_left() -> None:
    with browser() as chromium, served() as address:
        page = chromium.new_page(locale="en", viewport={"width": 390, "height": 900})
        complaints, _ = watched(page)
        page.goto(f"{address}/lab")
        page.wait_for_selector("#examples option >> nth=100", state="attached")
        page.select_option("#examples", "riichi S09")
        chosen = page.locator("mg-block li > [aria-current]")
        chosen.wait_for()
        assert chosen.inner_text().split("\n") == ["May S win on it?", "yes"]
        assert "example=riichi+S09" in page.evaluate("location.href")
        page.wait_for_selector("#ruling [data-claim=ron][data-verdict=allowed]")
        page.get_by_role("button", name="Which furiten has S? same-turn furiten").click()
        badge = page.locator("mg-block .badge")
        assert badge.inner_text() == "Same-turn furiten since N's 5p (turn 1); ends at S's next draw"
        assert not page.locator("#ruling").is_visible(), "no single position tells this"
        again = chromium.new_page(locale="en")
        again.goto(page.evaluate("location.href"))
        again.wait_for_selector("mg-block .badge")
        assert again.locator("mg-block .badge").inner_text() == badge.inner_text()
        badge.locator("a").click()
        assert chosen.inner_text() == "N discards 5p"
        page.get_by_role("button", name="Next example").click()
        page.wait_for_selector("mg-block h2:has-text('S10')")
        page.select_option("#examples", "cases fd-8")
        page.wait_for_selector("mg-block h2:has-text('fd-8')")
        assert page.locator("mg-block .got").inner_text() == "no: discard furiten"
        page.fill("#text-river", "9m")
        page.wait_for_selector("tr[data-tile='5s'] [data-claim=ron][data-verdict=allowed]")
        assert "example" not in page.evaluate("location.href")
        assert page.locator("mg-block li > [aria-current]").count() == 0
        page.get_by_role("button", name="Close").click()
        assert not page.locator("mg-block").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert complaints == []


def test_a_position_is_laid_out_by_clicks_and_the_address_holds_it() -> None:
    with browser() as chromium, served() as address:
        page = chromium.new_page(locale="en", viewport={"width": 390, "height": 900})
        complaints, requests = watched(page)
        page.goto(f"{address}/lab")
        page.wait_for_selector("#ruling .badge")
        page.get_by_role("button", name="Clear").click()
        for name in ("7 man", "7 man", "3 pin", "4 pin", "5 pin", "6 pin", "7 pin", "6 sou", "7 sou", "8 sou"):
            page.get_by_role("button", name=f"Add {name}", exact=True).click()
        page.get_by_text("Pon", exact=True).first.click()
        page.get_by_role("button", name="Add red dragon", exact=True).click()
        page.get_by_text("River", exact=True).first.click()
        page.get_by_role("button", name="Add 2 pin", exact=True).click()
        badge = page.wait_for_selector("#ruling .badge[data-code]")
        assert badge is not None
        assert badge.inner_text() == (
            "Discard furiten since S's own 2p (turn 1); ends when no wait is left in S's river"
        )
        refused = page.locator("tr[data-tile='5p'] [data-claim=ron]")
        assert refused.get_attribute("data-verdict") == "refused"
        assert "hand=77m34567p678s" in page.evaluate("location.href")
        assert "meld=pon+777z" in page.evaluate("location.href")
        again = chromium.new_page(locale="en")
        again.goto(page.evaluate("location.href"))
        found = again.wait_for_selector("#ruling .badge[data-code]")
        assert found is not None
        assert found.inner_text() == badge.inner_text()
        page.fill("#text-river", "9m")
        page.wait_for_selector("tr[data-tile='5p'] [data-claim=ron][data-verdict=allowed]")
        page.select_option("#language", "ja")
        page.wait_for_selector("text=制限なし")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert complaints == []
        assert all(request.startswith((address, "data:")) for request in requests)
