"""A bot that throws every tile that it draws: `python tsumogiri.py [FAULT [AFTER]]`.

After so many acts it goes wrong in one of the ways below, every time.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Line = dict[str, Any]

LONG = 60.0


def write(text: str, code: int = 1) -> None:
    """Anything at all, at once."""
    os.write(code, text.encode("utf-8", "surrogateescape"))


def say(answer: Line) -> None:
    """One line."""
    write(json.dumps(answer) + "\n")


def die(_act: Line) -> None:
    write("first line\nno more tiles for me\n", 2)
    sys.exit(3)


def half(_act: Line) -> None:
    write('{"type":"da')
    time.sleep(LONG)


def pieces(act: Line) -> None:
    text = json.dumps(act)
    for part in (text[:5], text[5:], "\r\n\n", " \n"):
        write(part)
        time.sleep(0.01)


def flood(_act: Line) -> None:
    while True:
        write("x" * 100_000)


def chatter(act: Line) -> None:
    while True:
        write((json.dumps(act) + "\n") * 20)


def noise(act: Line) -> None:
    for _ in range(100):
        write("log " * 1000 + "\n", 2)
    say(act)


def close(_act: Line) -> None:
    os.close(1)
    time.sleep(LONG)


def bear(_act: Line) -> None:
    """End, and leave a child that holds the pipes and makes a file of the name given."""
    code = "import sys, time; time.sleep(1.2); open(sys.argv[1], 'w').close()"
    subprocess.Popen([sys.executable, "-c", code, sys.argv[3]])  # noqa: S603  a child of a test
    sys.exit(0)


FAULTS: dict[str, Callable[[Line], object]] = {
    "dies": die,
    "killed": lambda _act: os.kill(os.getpid(), signal.SIGKILL),
    "stalls": lambda _act: time.sleep(LONG),
    "half": half,
    "pieces": pieces,
    "floods": flood,
    "chatters": chatter,
    "noise": noise,
    "closes": close,
    "bears": bear,
    "garbage": lambda _act: write("\udc80\x00 not mjai\n"),
    "number": lambda _act: write("17\n"),
    "unknown": lambda act: say({**act, "type": "tsumo"}),
    "other seat": lambda act: say({**act, "actor": (act["actor"] + 1) % 3}),
    "reach": lambda act: say({"type": "reach", "actor": act["actor"]}),
    "not held": lambda act: say({**act, "pai": "5mr" if act["pai"] != "5mr" else "5sr"}),
    "no tile": lambda _act: say({"type": "dahai"}),
    "not a tile": lambda act: say({**act, "pai": "0x"}),
    "passes": lambda _act: say({"type": "none"}),
}


def main() -> None:
    """Read lines, or lists of lines, until there are no more."""
    fault = FAULTS[sys.argv[1]] if len(sys.argv) > 1 else say
    after = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    seat = acts = 0
    for row in sys.stdin:
        found = json.loads(row)
        answer: Line = {"type": "none"}
        for event in found if isinstance(found, list) else [found]:
            seat = event.get("id", seat)
            answer = {"type": "none"}
            if event["type"] == "tsumo" and event["actor"] == seat:
                answer = {"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True}
        acts += answer["type"] == "dahai"
        if answer["type"] == "dahai" and acts > after:
            fault(answer)
        else:
            say(answer)


main()
