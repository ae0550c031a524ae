"""A browser and a server for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).parent.parent
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def chromium() -> str:
    """The path of Debian's chromium; without one the test is skipped, or fails where the run requires it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        problem = "no chromium here to open the pages in (apt-get install chromium)"
        if os.environ.get("MINOGASHI_RECORDS_REQUIRED"):
            pytest.fail(f"{problem}, and this run requires it")
        pytest.skip(problem)
    return found


@contextmanager
def browser(*flags: str) -> Iterator[Browser]:
    """A headless browser."""
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        try:
            yield started
        finally:
            started.close()


def watched(page: Page) -> tuple[list[str], list[str]]:
    """The complaints and the requests of a page, as they come."""
    complaints: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("request", lambda request: requests.append(request.url))
    return complaints, requests


@contextmanager
def served(*sources: Path) -> Iterator[str]:
    """The address of a `minogashi serve` of its own."""
    command = [sys.executable, "-m", "minogashi", "serve", "--port", "0", *map(str, sources)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603  our own
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()
