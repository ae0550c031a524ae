"""How long a step of the replay page takes, press to drawn, and what the pages weigh.

    python bench/pages.py RECORD [STEPS]

The times are processor time of the page's main thread (script; style, layout and paint) and of its raster threads, read
from a trace, so that other work on the machine does not count; and time on the clock, which it does.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from minogashi.formats import read
from minogashi.web.frames import encode, frames
from minogashi.web.page import modules, served, static, whole

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-frame-rate-limit"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-gpu-vsync"),
)
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc", "blink.user_timing", "toplevel"]
WALK = """async (steps) => {
  const clock = [];
  for (let i = 0; i < steps; i++) {
    const start = performance.now();
    performance.mark("press");
    dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    performance.mark("done");
    await new Promise((drawn) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = drawn;
      channel.port2.postMessage(0);
    }));
    clock.push(performance.now() - start);
  }
  return clock;
}"""


def tell(name: str, values: list[float]) -> None:
    """One row: the middle, the 95th percentile and the worst, in milliseconds."""
    ranked = sorted(values)
    middle, most = ranked[len(ranked) // 2], ranked[len(ranked) * 95 // 100]
    print(f"{name:24} median {middle:6.1f}  p95 {most:6.1f}  max {ranked[-1]:6.1f} ms")


def spent(events: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Milliseconds of processor time of each step."""
    marks = {
        name: sorted((e["ts"], e["tts"]) for e in events if e.get("name") == name and "tts" in e)
        for name in ("press", "done")
    }
    starts = [at for at, _ in marks["press"]] + [float("inf")]

    def between(name: str) -> list[float]:
        found = [(e["ts"], e["tdur"]) for e in events if e.get("name") == name and "tdur" in e]
        return [sum(time_ for at, time_ in found if start <= at < end) / 1000 for start, end in pairwise(starts)]

    script = [(b - a) / 1000 for (_, a), (_, b) in zip(marks["press"], marks["done"], strict=True)]
    drawn, raster = between("ProxyMain::BeginMainFrame"), between("RasterTask")
    return {
        "script": script,
        "style, layout, paint": drawn,
        "raster": raster,
        "all": [sum(parts) for parts in zip(script, drawn, raster, strict=True)],
    }


def main(path: str, steps: int = 1000) -> None:
    """Measure one record."""
    record = read(path)
    start = time.perf_counter()
    game = frames(record)
    taken = time.perf_counter() - start
    data = encode(game)
    print(f"{len(game.frames)} frames in {taken:.2f} s, {len(data):,} bytes, {len(gzip.compress(data)):,} packed")
    files = [served(), *(static(name) for name in (*modules("viewer.js"), "tiles.css", "look.css", "viewer.css"))]
    print(f"page without the record: {sum(map(len, files)):,} bytes served, {len(whole('')):,} in one file")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        page_path = Path(folder, "replay.html")
        page_path.write_text(whole(data.decode()), encoding="utf-8")
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(page_path.as_uri())
        opened = page.evaluate("performance.getEntriesByType('navigation')[0].domComplete")
        print(f"opened in {opened:.0f} ms")
        steps = min(steps, len(game.frames) - 1)
        browser.start_tracing(page=page, categories=CATEGORIES)
        clock = page.evaluate(WALK, steps)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        browser.close()
    print(f"{steps} steps")
    for name, values in spent(events).items():
        tell(name, values)
    tell("on the clock", clock)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
