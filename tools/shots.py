"""Take the pictures of the pages that docs/ shows: light and dark, wide and phone.

    python tools/shots.py [FOLDER] [NAME]...      default docs/shots, and every picture

The games are played here by bots, from seeds, and the same pictures come again. Needs chromium, playwright, and what
`minogashi serve` and `minogashi corpus` need.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from minogashi.events import Discard, Pass
from minogashi.formats import read
from minogashi.play.bots import BOTS
from minogashi.tiles import name
from minogashi.web.frames import frames
from minogashi.web.onefile import onefile
from minogashi.web.rooms import Rooms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from minogashi.web.rooms import Room

OUT: Final = Path(__file__).parent.parent / "docs" / "shots"
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SIZES: Final = {"wide": (1160, 720), "phone": (390, 844)}
SEEDS: Final = range(7, 60)
GAMES: Final = 60
"""So many bot games make the corpus that is reported on."""
LONGEST: Final = 400
"""So many answers are given at one table, at most, before the next seed is tried."""


def minogashi(*words: object) -> None:
    """Run a command of minogashi."""
    command = [sys.executable, "-m", "minogashi", *map(str, words)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  our own


def replay(folder: Path) -> str:
    """The address of a seeded game in one file, at a win refused for furiten."""
    for seed in SEEDS:
        path = folder / f"table-{seed}.jsonl"
        minogashi("play", "riichi", "--auto", "--seed", seed, "--record", path)
        record = read(path)
        shown = frames(record)
        for finding in shown.findings:
            if finding.kind == "refused" and "furiten" in shown.texts["en"][finding.title]:
                page = folder / "replay.html"
                page.write_text(onefile(record, seat=finding.seat), encoding="utf-8")
                return f"{page.as_uri()}#event={finding.event}&seat={finding.seat}"
    raise SystemExit("no game of these seeds has a win refused for furiten")


def shelf(folder: Path) -> None:
    """A few records to choose from."""
    folder.mkdir()
    for seed, game in enumerate(("riichi", "riichi", "singapore", "riichi", "singapore"), 1):
        minogashi("play", game, "--auto", "--seed", seed, "--record", folder / f"{game}-{seed}.jsonl")


def corpus(folder: Path) -> str:
    """The address of the report on a corpus of bot games."""
    minogashi("corpus", "make", GAMES, "--out", folder / "games", "--seed", 7)
    minogashi("corpus", "audit", folder / "games", "--out", folder / "corpus")
    minogashi("corpus", "report", folder / "corpus", "--html", folder / "report.html")
    return (folder / "report.html").as_uri()


def table(rooms: Rooms, rules: str, claim: str) -> str:
    """The path of a table at which a lock refuses its first player a claim, while the player may still answer."""
    for seed in SEEDS:
        seated = rooms.create(rules, ["me", "sensible", "sensible", "sensible"], "Mei", 1, seed=seed)
        room = rooms.room(seated.room)
        for _ in range(LONGEST):
            if refused(room, claim):
                return f"/play?room={seated.room}#{seated.token}"
            if not answered(room, seed):
                break
    raise SystemExit(f"no table of these seeds refuses a {claim} for a lock")


def refused(room: Room, claim: str) -> bool:
    """Whether the tile on offer is one that a lock keeps from the first player."""
    sight = room.sights[0]
    offer = sight.frames[-1].offer
    if offer < 0 or sight.offers[offer].via == "turn":
        return False
    told = [sight.rulings.all[number] for at in sight.offers[offer].answers if at.seat == 0 for number in at.rulings]
    locks = {lock for locks in sight.frames[-1].locks[:1] for lock in locks}
    return any(one.claim == claim and one.main and locks & set(one.reasons[:1]) for one in told)


def answered(room: Room, seed: int) -> bool:
    """Let the first player throw what the bot would, and claim nothing; False at the end of the game."""
    table, menu = room.match.table, room.match.menu(0)
    if not menu:
        return False
    throws = [event for event in menu if isinstance(event, Discard)]
    chosen = BOTS["sensible"](seed).choose(table, 0, throws) if throws else Pass(0)
    entries = room.shown(0, room.sights[0].at)["menu"]
    tile = name(chosen.tile) if isinstance(chosen, Discard) else ""
    wanted = "discard" if tile else "pass"
    at = next(at for at, entry in enumerate(entries) if entry.claim == wanted and entry.tiles in {tile, ""})
    room.answer(0, room.sights[0].at, at)
    return True


@contextmanager
def served(folder: Path, tables: Path) -> Iterator[str]:
    """The address of a server that has these records and tables."""
    command = [sys.executable, "-m", "minogashi", "serve", "--port", "0", str(folder)]
    environment = {**os.environ, "MINOGASHI_TABLES": str(tables)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603  our own
        try:
            yield process.stdout.readline().split()[-1].rstrip("/") if process.stdout else ""
        finally:
            process.terminate()


def addresses(scratch: Path, server: str, tables: dict[str, str]) -> dict[str, tuple[str, str]]:
    """What each picture shows: an address, and what stands on the page once it is drawn."""
    return {
        "replay": (replay(scratch), "#felt .slot"),
        "start": (f"{server}/", "#shelf li"),
        "lab": (f"{server}/lab", "#ruling .badge"),
        "example": (f"{server}/lab#example=riichi+S09&line=8", "mg-block .badge"),
        "play-riichi": (server + tables["play-riichi"], "#act .act-btn"),
        "play-singapore": (server + tables["play-singapore"], "#act .act-btn"),
        "corpus": (corpus(scratch), "svg"),
    }


def take(browser: Browser, address: str, drawn: str, out: Path) -> None:
    """The pictures of one page."""
    for scheme in ("light", "dark"):
        for size, (width, height) in SIZES.items():
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                locale="en",
            )
            page.goto(address)
            page.wait_for_selector(drawn)
            page.wait_for_timeout(200)
            page.screenshot(path=out.with_name(f"{out.name}-{size}-{scheme}.png"))
            page.close()


def main(out: Path, only: list[str]) -> None:
    """Write the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        scratch = Path(folder)
        shelf(scratch / "records")
        rooms = Rooms(scratch / "tables.sqlite")
        tables = {
            "play-riichi": table(rooms, "tenhou", "ron"),
            "play-singapore": table(rooms, "sg-wong-v1", "ron"),
        }
        rooms.close()
        with served(scratch / "records", scratch / "tables.sqlite") as server:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
            for picture, (address, drawn) in addresses(scratch, server, tables).items():
                if not only or picture in only:
                    take(browser, address, drawn, out / picture)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else OUT, sys.argv[2:])
