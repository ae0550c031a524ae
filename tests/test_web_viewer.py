"""The replay page, read as a person reads it: in a browser, with keys and clicks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import games
import pytest
from pages import browser, served, watched

from minogashi.formats import read
from minogashi.story import find_round, rounds, story
from minogashi.web.frames import frames
from minogashi.web.onefile import onefile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # playwright's own pipes

REAL = "mjlog-2020/2020010101gm-00a9-0000-9d62e05f.mjlog"
REFUSED, LOCKED = 8, 7
"""Events of the game by hand: South may not win 4s in furiten; its furiten has begun."""
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture
def page(chrome: Browser) -> Iterator[Page]:
    """A page with the network off: what it needs it has."""
    context = chrome.new_context(viewport={"width": WIDE["width"], "height": WIDE["height"]}, offline=True)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("replay") / "clean.html"
    path.write_text(onefile(read(games.CLEAN.encode()), seat=1), encoding="utf-8")
    return path.as_uri()


def place(page: Page) -> str:
    return page.locator("#walk .pos span").inner_text()


def open_at(page: Page, address: str, event: int, seat: int) -> None:
    page.goto(f"{address}#event={event}&seat={seat}")
    page.locator("#walk .pos span", has_text=re.compile(rf"^event {event} of")).wait_for()


def badges(page: Page, box: str) -> list[str]:
    return [text.strip() for text in page.locator(f"{box} .badge:not(.free)").all_inner_texts()]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_the_page_opens_from_disk_without_the_network(page: Page, by_hand: str) -> None:
    complaints, requests = watched(page)
    page.goto(by_hand)
    press(page, "End", "Home", "ArrowRight")
    assert page.locator("#felt .tile").count() > 50
    assert complaints == []
    assert requests == [by_hand]


def test_each_furiten_of_a_real_game_reads_as_in_why(page: Page, records: Path, tmp_path: Path) -> None:
    record = read(records / REAL)
    game = frames(record)
    path = tmp_path / "real.html"
    path.write_text(onefile(record), encoding="utf-8")
    page.goto(path.as_uri())
    spans = [(row, span) for row in game.rounds for span in row.locked]
    assert len(spans) > 3
    for row, span in spans:
        open_at(page, path.as_uri(), span.start - 1, span.seat)
        press(page, "ArrowRight")
        told = story(record, find_round(record, row.name), span.seat, at=span.start).steps[0].furiten
        assert told is not None
        assert badges(page, "#reading")[0] == told.text


def test_a_span_ends_where_the_lane_says(page: Page, by_hand: str) -> None:
    row = frames(read(games.CLEAN.encode())).rounds[0]
    span = next(span for span in row.locked if span.seat == 1)
    open_at(page, by_hand, span.end - 1, 1)
    assert len(badges(page, "#reading")) == 1
    press(page, "ArrowRight")
    assert badges(page, "#reading") == []
    assert page.locator("#reading").inner_text().endswith("No lock")


def test_a_refused_win_is_explained(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, REFUSED, 1)
    row = page.locator(".claimseat.you .claimrow[data-claim=ron]")
    assert row.get_attribute("data-verdict") == "refused"
    told = story(read(games.CLEAN.encode()), rounds(read(games.CLEAN.encode()))[0], 1, at=REFUSED).steps[0].verdicts[0]
    assert row.locator(".why").inner_text() == told.reasons[0].text
    assert "line-through" in row.locator(".claim").evaluate("node => getComputedStyle(node).textDecorationLine")
    assert row.locator(".claim").get_attribute("title") == told.reasons[0].text


def test_the_cause_is_outlined_and_leads_to_its_event(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, LOCKED, 1)
    cause = page.locator("#felt .cell.cause .tile")
    assert cause.count() == 1
    assert cause.get_attribute("aria-label") == "1 sou, as drawn, cause of a lock"
    page.locator("#reading .badge .jump").click()
    assert place(page).startswith("event 6 of")


def test_allowed_claims_are_shown_as_such(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, 2, 1)
    row = page.locator(".claimseat.you .claimrow[data-claim=ron]")
    assert (row.get_attribute("data-verdict"), row.locator(".why").inner_text()) == ("allowed", "Allowed")
    assert page.locator(".claimseat.you .did").inner_text() == "let go"


def test_keys_walk_events_choices_findings_and_rounds(page: Page, tmp_path: Path) -> None:
    record = read(games.QUIET.encode())
    path = tmp_path / "quiet.html"
    path.write_text(onefile(record, seat=1), encoding="utf-8")
    page.goto(path.as_uri())
    starts = [ref.start for ref in rounds(record)]
    walked = []
    for key in ("ArrowRight", "ArrowLeft", "]", "]", "[", "End", "Home"):
        press(page, key)
        walked.append(int(re.findall(r"\d+", place(page))[0]))
    last = len(record.events) - 1
    ends = [*[start - 1 for start in starts[1:]], last]
    assert walked == [1, 0, starts[1], starts[2], starts[1], ends[1], starts[1]]


def test_keys_walk_own_choices_and_findings(page: Page, by_hand: str) -> None:
    game = frames(read(games.CLEAN.encode()))
    open_at(page, by_hand, 0, 1)
    at = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        press(page, key)
        at.append(int(re.findall(r"\d+", place(page))[0]))
    first, second, *_ = game.choices[1]
    assert at == [first, second, first]
    open_at(page, by_hand, 1, 1)
    at = []
    found = sorted({finding.event for finding in game.findings})
    for _ in found:
        press(page, "PageDown")
        at.append(int(re.findall(r"\d+", place(page))[0]))
    assert at == found
    assert page.locator("#findings [aria-current=true]").count() >= 1


def test_the_current_finding_is_in_sight_in_its_list(page: Page, records: Path, tmp_path: Path) -> None:
    path = tmp_path / "real.html"
    path.write_text(onefile(read(records / REAL)), encoding="utf-8")
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto(path.as_uri())
    press(page, *["PageDown"] * 12)
    assert_in_sight(page)
    press(page, "b")
    page.reload()
    assert_in_sight(page)


def assert_in_sight(page: Page) -> None:
    row = page.locator("#findings [aria-current=true]").last.bounding_box()
    box = page.locator("#findings .list").bounding_box()
    assert row is not None
    assert box is not None
    assert box["y"] <= row["y"] + 1
    assert row["y"] + row["height"] <= box["y"] + box["height"] + 1
    assert page.evaluate("scrollY") == 0


def test_hands_can_be_hidden_and_then_nothing_shows_them(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, REFUSED, 0)
    assert page.locator("#ready").is_visible()
    press(page, "h")
    assert page.locator("#hands").get_attribute("aria-pressed") == "false"
    assert not page.locator("#ready").is_visible()
    assert page.locator(".claimseat").evaluate_all("nodes => nodes.map(node => node.dataset.seat)") == ["0"]
    faces = page.locator("#felt .seat:not([data-pos='0']) .hand .tile").evaluate_all(
        "nodes => nodes.map(node => node.className)"
    )
    assert set(faces) == {"tile t-back"}
    press(page, "r", "ArrowRight")
    assert page.locator("#walk .pos b").inner_text() == "E draws"


def test_the_table_turns_and_the_link_holds_the_place(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, REFUSED, 1)
    press(page, "r", "ArrowRight", "h", "b")
    page.wait_for_url(
        f"**#event={REFUSED + 1}&seat=2&hands=0&lang=en", wait_until="commit"
    )  # told to us a moment later
    before = page.locator("#viewer").inner_text()
    page.reload()
    assert page.locator("#viewer").inner_text() == before


def test_an_address_that_changed_meanwhile_is_not_written_over(page: Page, by_hand: str) -> None:
    page.goto(by_hand)
    press(page, "ArrowRight")  # the address is to follow the place, after a pause
    page.evaluate("history.replaceState(null, '', '#event=7')")  # as a link does, before the page hears of it
    page.wait_for_timeout(400)
    assert page.evaluate("location.hash") == "#event=7"


def test_help_opens_and_closes_by_key(page: Page, by_hand: str) -> None:
    page.goto(by_hand)
    press(page, "?")
    assert page.locator("#help").is_visible()
    press(page, "ArrowRight", "Escape")
    assert not page.locator("#help").is_visible()
    assert place(page).startswith("event 0 of")


def test_everything_is_said_in_japanese_too(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, LOCKED, 1)
    press(page, "b")
    page.locator("#language").select_option("ja")
    told = story(read(games.CLEAN.encode()), rounds(read(games.CLEAN.encode()))[0], 1, at=LOCKED, language="ja")
    assert told.steps[0].furiten is not None
    assert badges(page, "#reading") == [told.steps[0].furiten.text]
    assert page.locator("html").get_attribute("lang") == "ja"
    shown = page.locator("#viewer").inner_text().replace("minogashi", "")
    names = "Ann|Bo|Cem|Di"
    assert re.findall(r"[A-Za-z]{3,}", re.sub(names, "", shown)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_is_wider_than_the_window(chrome: Browser, by_hand: str, size: dict[str, int], scheme: str) -> None:
    context = chrome.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    shown = context.new_page()
    for event in (0, LOCKED, REFUSED):
        open_at(shown, by_hand, event, 1)
        assert shown.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert shown.locator("#felt").bounding_box() is not None
    context.close()


CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(chrome: Browser, by_hand: str, scheme: str) -> None:
    context = chrome.new_context(color_scheme="dark" if scheme == "dark" else "light")
    shown = context.new_page()
    open_at(shown, by_hand, REFUSED, 1)
    assert shown.evaluate(CONTRAST) == []
    context.close()


NAMELESS = """() => {
  const all = document.querySelectorAll("button, a, input, select, [role=img], [role=region], section");
  const label = (node) => node.getAttribute("aria-label") || node.getAttribute("aria-labelledby");
  return [...all].filter((node) => node.checkVisibility() && !node.closest("[aria-hidden=true]"))
    .filter((node) => !label(node) && !node.textContent.trim()).map((node) => node.outerHTML.slice(0, 80));
}"""


def test_everything_that_acts_or_shows_has_a_name(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, REFUSED, 1)
    assert page.evaluate(NAMELESS) == []
    tiles = page.locator("#felt .river .tile")
    assert tiles.count() == tiles.and_(page.locator("[aria-label]")).count()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(node => node.id)")
    assert len(ids) == len(set(ids))


def test_every_button_can_be_reached_by_tab_in_the_order_of_the_page(page: Page, by_hand: str) -> None:
    open_at(page, by_hand, REFUSED, 1)
    wanted = page.evaluate(
        "[...document.querySelectorAll('button, a[href], input, select')].filter(node => node.checkVisibility()).length"
    )
    reached = []
    for _ in range(wanted):
        press(page, "Tab")
        reached.append(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
    assert reached == sorted(set(reached))
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


# From the server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("records")
    (folder / "clean.mjson").write_text(games.CLEAN, encoding="utf-8")
    (folder / "two.mjson").write_text(f"{games.CLEAN}\n{games.QUIET}", encoding="utf-8")
    (folder / "broken.mjson").write_text(games.IMPOSSIBLE, encoding="utf-8")
    with served(folder) as address:
        yield address


def test_a_record_of_the_folder_opens_by_a_click(chrome: Browser, server: str) -> None:
    page = chrome.new_page()
    complaints, requests = watched(page)
    page.goto(server)
    page.get_by_role("link", name="clean.mjson").click()
    page.locator("#felt .tile").first.wait_for()
    press(page, "ArrowRight", "ArrowRight")
    assert place(page).startswith("event 2 of")
    assert complaints == []
    assert {url for url in requests if not url.startswith((server, "data:"))} == set()
    count = len(requests)
    press(page, *["ArrowRight"] * 10)
    assert len(requests) == count  # no request per key
    page.close()


def test_a_link_opens_the_same_place(chrome: Browser, server: str) -> None:
    page = chrome.new_page()
    page.goto(server)
    link = page.get_by_role("link", name="clean.mjson").get_attribute("href")
    page.goto(f"{server}{link}#event={REFUSED}&seat=1")
    page.locator(".claimseat.you").wait_for()
    assert page.locator(".claimseat.you .claimrow[data-claim=ron]").get_attribute("data-verdict") == "refused"
    page.close()


def test_a_record_can_be_pasted_and_one_of_its_games_chosen(chrome: Browser, server: str) -> None:
    page = chrome.new_page()
    page.goto(server)
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text", text);
        dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }""",
        f"{games.CLEAN}\n{games.QUIET}",
    )
    page.locator("#felt .tile").first.wait_for()
    assert page.locator("#games option").count() == 2
    page.locator("#games").select_option("2")
    page.locator("#rounds li").nth(3).wait_for()
    assert page.locator("#findings .aside").inner_text() == "0"
    page.close()


def test_a_file_can_be_dropped(chrome: Browser, server: str) -> None:
    page = chrome.new_page()
    page.goto(server)
    page.evaluate(
        """text => { const data = new DataTransfer(); data.items.add(new File([text], "<b>evil</b>.mjson"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true })); }""",
        games.CLEAN.replace("Bo", "<img src=x onerror=alert(1)>"),
    )
    page.locator("#felt .tile").first.wait_for()
    assert page.locator("#what b").inner_text() == ["<b>evil<", "b>.mjson"][-1]
    assert page.locator(".plate .name").nth(1).inner_text().startswith("<img src=x")
    assert page.locator("img").count() == 0
    page.close()


def test_what_cannot_be_read_is_told(chrome: Browser, server: str) -> None:
    page = chrome.new_page()
    page.goto(server)
    page.get_by_role("link", name="broken.mjson").click()
    page.get_by_text("This cannot be opened").wait_for()
    assert "out_of_turn" in page.locator("#note").inner_text()
    page.close()


STEPS = """async (steps) => {
  const spent = [];
  for (let i = 0; i < steps; i++) {
    const start = performance.now();
    dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    document.querySelector("#felt").getBoundingClientRect();
    spent.push(performance.now() - start);
    await new Promise((done) => setTimeout(done));
  }
  return spent.sort((a, b) => a - b);
}"""


def test_a_step_is_instant(page: Page, records: Path, tmp_path: Path) -> None:
    """The median of script, style and layout; the figures to hold are measured on a quiet machine (bench/pages.py)."""
    path = tmp_path / "real.html"
    path.write_text(onefile(read(records / REAL)), encoding="utf-8")
    page.goto(path.as_uri())
    spent = page.evaluate(STEPS, 300)
    assert spent[150] < 16
