"""Play many tables of four persons at once against a server of its own; tell latency, processor time and memory.

    python soak/web_tables.py [TABLES] [SECONDS] [THINKING]

Each person waits for news like a page does, thinks THINKING seconds on average, and answers. The persons run on the
same processors as the server, so the time that either has spent is told beside how long an answer took.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).parent.parent / "src"
RULES = ("tenhou", "sg-wong-v1")


class Person:
    """One seat's client."""

    def __init__(self, room: str, token: str, dice: random.Random) -> None:
        self.room, self.dice, self.headers = room, dice, {"authorization": f"Bearer {token}"}

    async def play(self, client: httpx2.AsyncClient, end: float, thinking: float, took: list[float]) -> int:
        """Play until the time is over -> how many requests that took."""
        asked, state = 1, await self.ask(client, "GET", "?since=-1")
        while time.monotonic() < end and not state["over"]:
            asked += 1
            if not state["menu"]:
                state = await self.ask(client, "GET", f"?since={state['at']}&wait={state['stamp']}")
                continue
            await asyncio.sleep(self.dice.uniform(0, 2 * thinking))
            body = {"at": state["at"], "choice": self.dice.randrange(len(state["menu"]))}
            begun = time.monotonic()
            state = await self.ask(client, "POST", "/answer", json=body)
            took.append(time.monotonic() - begun)
        return asked

    async def ask(self, client: httpx2.AsyncClient, method: str, path: str, **body: object) -> dict[str, Any]:
        """What the seat is shown."""
        answer = await client.request(method, f"/api/rooms/{self.room}{path}", headers=self.headers, **body)  # type: ignore[arg-type]
        answer.raise_for_status()
        return dict(answer.json())


async def sit(client: httpx2.AsyncClient, number: int) -> list[Person]:
    """A table of four persons."""
    wanted = {"rules": RULES[number % 2], "seats": ["me", "person", "person", "person"]}
    seated = (await client.post("/api/rooms", json=wanted)).json()
    tokens = [seated["token"]]
    for invitation in seated["invitations"].values():
        sat = await client.post(f"/api/rooms/{seated['room']}/seat", json={"invitation": invitation})
        tokens.append(sat.json()["token"])
    return [Person(seated["room"], token, random.Random(number * 4 + seat)) for seat, token in enumerate(tokens)]


async def run(address: str, tables: int, seconds: float, thinking: float, spent: Callable[[], float]) -> None:
    """Play and tell; `spent` tells the processor time of the server so far."""
    limits, took = httpx2.Limits(keepalive_expiry=2), list[float]()
    async with AsyncExitStack() as stack:
        seated = []
        for number in range(tables):  # a client a table: one with a thousand connections would be what is measured
            client = httpx2.AsyncClient(base_url=address, limits=limits, timeout=60, verify=False)
            await stack.enter_async_context(client)
            seated += [(client, person) for person in await sit(client, number)]
        served, own, begun = spent(), time.process_time(), time.monotonic()

        async def measured() -> tuple[float, float]:
            await asyncio.sleep(seconds)  # and not until the last one has been told that the time is over
            return spent() - served, time.process_time() - own

        plays = [person.play(client, begun + seconds, thinking, took) for client, person in seated]
        (served, own), *asked = await asyncio.gather(measured(), *plays)
    took.sort()
    middle, most = (1000 * took[int(len(took) * part)] for part in (0.5, 0.95))
    print(f"{tables} tables, {len(seated)} persons, {seconds:.0f} s: {len(took)} answers, {sum(asked)} requests")
    print(f"an answer took {middle:.0f} ms (median), {most:.0f} ms (95th percentile), none was refused")
    each, every = 1000 * served / len(took), 1000 * served / sum(asked)
    print(f"processor time of the server: {each:.1f} ms an answer, {every:.2f} ms a request")
    print(f"of one core: the server {served / seconds:.0%}, the persons {own / seconds:.0%}")


def processor(process: int) -> float:
    """Seconds of processor time that a process has spent."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Start a server, play, tell."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    thinking = float(sys.argv[3]) if len(sys.argv) > 3 else 2.0
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MINOGASHI_TABLES": f"{folder}/tables.sqlite", "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, "-m", "minogashi", "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:  # noqa: S603
            try:
                assert server.stdout is not None  # noqa: S101  it was asked for
                address = server.stdout.readline().split()[-1]
                asyncio.run(run(address, tables, seconds, thinking, lambda: processor(server.pid)))
                status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
                memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
                print(f"memory of the server: {int(memory) // 1024} MB at most")
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
