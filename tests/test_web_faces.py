"""Tile faces on the pages: pictures of the sprite, in the colours of the theme, of each look that tiles have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
import pytest
from pages import browser, watched

from minogashi.formats import read
from minogashi.web.onefile import onefile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # playwright's own pipes

PICTURE, DRAWING = 'url("data:image/png', 'url("data:image/svg+xml'
LOOK = """async ([face, look]) => {
  const cell = document.createElement("span"), tile = document.createElement("span");
  cell.className = `cell ${look}`;
  tile.className = `tile t-${face}`;
  cell.append(tile);
  document.querySelector(".river-row").append(cell);
  const style = getComputedStyle(tile), image = new Image(), { width, height } = tile.getBoundingClientRect();
  image.src = style.backgroundImage.slice(5, -2);
  await image.decode();
  const [wide, tall] = style.backgroundSize.split(" ").map((share) => parseFloat(share) / 100);
  const [x, y] = style.backgroundPosition.split(" ").map((share) => parseFloat(share) / 100);
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d", { willReadFrequently: true });
  canvas.width = 60;
  canvas.height = 80;
  pen.drawImage(image, x * 60 * (1 - wide), y * 80 * (1 - tall), 60 * wide, 80 * tall);
  cell.remove();
  const pixels = [[30, 40], [5, 70], [30, 77]].map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data]);
  return { box: width / height, pixels };
}"""
"""What lies in the middle, at the edge and on the lip of a tile as it would be painted."""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("faces") / "clean.html"
    path.write_text(onefile(read(games.CLEAN.encode()), seat=1), encoding="utf-8")
    return path.as_uri()


def until(page: Page, what: Callable[[], bool]) -> None:
    """Wait for something; the page's policy lets Playwright's own waiting not in."""
    for _ in range(600):
        if what():
            return
        page.wait_for_timeout(25)
    pytest.fail("waited for 15 seconds")


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.querySelector('.hand .tile')).backgroundImage"))


def opened(page: Page, address: str) -> None:
    page.goto(address)
    until(page, lambda: background(page).startswith(PICTURE))


def near(found: list[int], colour: str) -> bool:
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return found[3] == 255 and all(abs(a - b) <= 3 for a, b in zip(found, wanted, strict=False))


def test_faces_are_pictures_in_the_colours_of_the_theme(chrome: Browser, address: str) -> None:
    page = chrome.new_page(color_scheme="light")
    complaints, _ = watched(page)
    opened(page, address)
    face, blank = page.evaluate(LOOK, ["5z", ""]), page.evaluate(LOOK, ["blank", ""])
    assert face["box"] == pytest.approx(0.75, abs=0.01)
    assert near(blank["pixels"][0], "#fdfcf8")
    assert near(blank["pixels"][2], "#cbc6b8")
    assert near(page.evaluate(LOOK, ["back", ""])["pixels"][1], "#3f6b6c")
    before = background(page)
    page.locator("#theme").click()
    until(page, lambda: before != background(page) and background(page).startswith(PICTURE))
    assert near(page.evaluate(LOOK, ["blank", ""])["pixels"][0], "#333b45")
    assert complaints == []
    page.close()


def test_a_tile_thrown_as_drawn_is_dimmed_and_a_called_one_a_ghost(chrome: Browser, address: str) -> None:
    page = chrome.new_page(color_scheme="light")
    opened(page, address)

    def middle(look: str) -> list[int]:
        found: list[int] = page.evaluate(LOOK, ["blank", look])["pixels"][0]
        return found

    assert near(middle("dim"), "#e6e8e0")
    for look, colour in (("gone", "#fdfcf8"), ("dim gone", "#e6e8e0")):
        *found, depth = middle(look)
        assert depth == pytest.approx(0.34 * 255, abs=2)
        assert near([*found, 255], colour)
    page.close()


def test_every_face_has_its_own_part_of_the_sheet(chrome: Browser, address: str) -> None:
    page = chrome.new_page()
    opened(page, address)
    places = page.evaluate("""() => [...document.querySelectorAll("symbol")].map(({ id }) => {
      const tile = document.createElement("span");
      tile.className = `tile ${id}`;
      document.body.append(tile);
      return getComputedStyle(tile).backgroundPosition;
    })""")
    assert len(places) == len(set(places)) > 50
    page.close()


def test_where_the_browser_guards_its_canvas_faces_stay_drawings(chrome: Browser, address: str) -> None:
    page = chrome.new_page()
    page.add_init_script(
        "CanvasRenderingContext2D.prototype.getImageData = () => ({ data: [255, 255, 255, 255] });"
        "window.asked = 0; const decode = Image.prototype.decode;"
        "Image.prototype.decode = function () { window.asked += 1; return decode.call(this); }"
    )
    complaints, _ = watched(page)
    page.goto(address)
    until(page, lambda: page.evaluate("window.asked") == 4)
    page.wait_for_timeout(100)
    assert background(page).startswith(DRAWING)
    assert complaints == []
    page.close()
