"""How long a step of the replay page takes, press to drawn, and what the pages weigh.

    python bench/pages.py RECORD [STEPS]

Processor time is read from a trace, so that other work on the machine counts as little as can be: the page's main
thread (script; style, layout and paint), its raster threads, and the threads that put the drawn parts together. Time on
the clock, where other work counts in full, is told thrice: from a key press until the page has drawn and may take the
next one; and, as Chromium counts it, until the frame is shown, for a key held down and for keys without any pause,
where a step waits for the frames before it.
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
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from minogashi.formats import read
from minogashi.web.frames import encode, frames
from minogashi.web.page import modules, served, static, whole

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-frame-rate-limit"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-gpu-vsync"),
)
CATEGORIES = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "cc",
    "blink.user_timing",
    "toplevel",
    "input",
]
TOGETHER = ("Compositor", "VizCompositorThread")
"""The threads of the page and of the browser that put layers together."""
HELD = 1 / 30
"""Seconds between the steps of a key that is held down."""
WALK = """async (steps) => {
  const took = [];
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
    took.push(performance.now() - start);
  }
  return took;
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

    def named(name: str) -> list[float]:
        return between([(e["ts"], e["tdur"]) for e in events if e.get("name") == name and "tdur" in e])

    def between(found: list[tuple[float, float]]) -> list[float]:
        return [sum(time_ for at, time_ in found if start <= at < end) / 1000 for start, end in pairwise(starts)]

    threads = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e.get("name") == "thread_name"}
    whole = sorted((e for e in events if "tdur" in e), key=lambda e: (e["pid"], e["tid"], e["ts"], -e["dur"]))
    outer, thread, end = list[tuple[float, float]](), None, 0.0
    for e in whole:  # what runs within something else is counted there
        if thread != (e["pid"], e["tid"]) or e["ts"] >= end:
            thread, end = (e["pid"], e["tid"]), e["ts"] + e["dur"]
            if threads.get(thread) in TOGETHER:
                outer.append((e["ts"], e["tdur"]))

    script = [(b - a) / 1000 for (_, a), (_, b) in zip(marks["press"], marks["done"], strict=True)]
    drawn, raster, together = named("ProxyMain::BeginMainFrame"), named("RasterTask"), between(outer)
    return {
        "script": script,
        "style, layout, paint": drawn,
        "raster": raster,
        "put together": together,
        "all": [sum(parts) for parts in zip(script, drawn, raster, together, strict=True)],
    }


def waited(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds on the clock from each key press to the frame that shows what came of it."""
    begun, out = dict[tuple[int, str], float](), []
    for e in sorted((e for e in events if e.get("name") == "EventLatency"), key=lambda e: float(e["ts"])):
        key = (e["pid"], str(e.get("id2") or e.get("id")))
        if e["ph"] == "b" and e["args"].get("event_latency", {}).get("event_type") == "KEY_PRESSED":
            begun[key] = e["ts"]
        elif e["ph"] == "e" and key in begun:
            out.append((e["ts"] - begun.pop(key)) / 1000)
    return out


def pressed(browser: Browser, page: Page, steps: int, pause: float) -> list[float]:
    """Walk by real key presses, one each `pause` seconds, and tell what `waited` tells."""
    page.evaluate("location.hash = '#event=0'")
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=["input", "cc", "benchmark"])
    start = time.perf_counter()
    for step in range(steps):
        page.keyboard.press("ArrowRight")
        time.sleep(max(0.0, start + (step + 1) * pause - time.perf_counter()))
    return waited(json.loads(browser.stop_tracing())["traceEvents"])


def main(path: str, steps: int = 5000) -> None:
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
        took = page.evaluate(WALK, steps)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        held, hurried = (pressed(browser, page, steps, pause) for pause in (HELD, 0))
        browser.close()
    print(f"{steps} steps")
    for name, values in spent(events).items():
        tell(name, values)
    tell("until the page is done", took)
    tell("shown, key held down", held)
    tell("shown, no pause", hurried)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
