"""Take the pictures of the pages that docs/ shows: light and dark, wide and phone.

    python tools/shots.py [FOLDER]      default docs/shots

The game is one that bots played here, from a seed. Needs chromium and playwright.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from minogashi.formats import read
from minogashi.web.frames import frames
from minogashi.web.onefile import onefile

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SIZES = {"wide": (1280, 800), "phone": (390, 844)}
SEEDS = range(7, 40)


def game(folder: Path) -> tuple[Path, int, int]:
    """A seeded game with a refused win in it, as a page; the event and the seat to show."""
    for seed in SEEDS:
        path = folder / f"table-{seed}.jsonl"
        command = [sys.executable, "-m", "minogashi", "play", "riichi", "--auto", "--seed", str(seed), "--record", path]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  our own
        record = read(path)
        shown = frames(record)
        for finding in shown.findings:
            if finding.kind == "refused" and "furiten" in shown.texts["en"][finding.title]:
                page = folder / "replay.html"
                page.write_text(onefile(record, seat=finding.seat), encoding="utf-8")
                return page, finding.event, finding.seat
    raise SystemExit("no game of these seeds has a win refused for furiten")


def main(out: Path) -> None:
    """Write the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as play:
        page_path, event, seat = game(Path(scratch))
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for scheme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
                )
                page.goto(f"{page_path.as_uri()}#event={event}&seat={seat}")
                page.screenshot(path=out / f"replay-{size}-{scheme}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(*sys.argv[1:2]) if sys.argv[1:] else Path(__file__).parent.parent / "docs" / "shots")
