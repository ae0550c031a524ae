"""The lab: it rules as `minogashi check` does, for every tile, and its address holds the position."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from pages import browser, served, watched
from seats import Client

from minogashi.position import Question, check
from minogashi.rulebook import profile
from minogashi.web.app import application
from minogashi.web.lab import laid

EXAMPLES: list[dict[str, Any]] = json.loads(files("minogashi.web").joinpath("examples.json").read_text("utf-8"))[
    "examples"
]
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


def test_the_examples_are_those_of_the_rule_pages_and_each_opens(client: Client) -> None:
    assert client.send("GET", "/api/lab/examples").json()["examples"] == EXAMPLES
    assert len(EXAMPLES) > 60
    for example in EXAMPLES[::6]:
        assert ask(client, **example["place"])["answer"] is not None, example["id"]


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
        assert "hand=77m34567p678s" in page.url
        assert "meld=pon+777z" in page.url
        again = chromium.new_page(locale="en")
        again.goto(page.url)
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
