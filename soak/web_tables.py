"""Play many tables of four persons at once against a server of its own; tell latency and memory.

    python soak/web_tables.py [TABLES] [SECONDS] [THINKING]

Each person waits for news like a page does, thinks THINKING seconds on average, and answers.
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

import httpx2

SOURCE = Path(__file__).parent.parent / "src"
RULES = ("tenhou", "sg-wong-v1")


class Person:
    """One seat's client."""

    def __init__(self, room: str, token: str, dice: random.Random) -> None:
        self.room, self.dice, self.headers = room, dice, {"authorization": f"Bearer {token}"}

    async def play(self, client: httpx2.AsyncClient, end: float, thinking: float, took: list[float]) -> int:
        """Play until the time is over -> the last event seen."""
        at, stamp = -1, ""
        while time.monotonic() < end:
            wait = f"&wait={stamp}" if stamp else ""
            answer = await client.get(f"/api/rooms/{self.room}?since={at}{wait}", headers=self.headers)
            answer.raise_for_status()
            state = answer.json()
            at, stamp = state["at"], state["stamp"]
            if state["over"]:
                return int(at)
            if state["menu"]:
                await asyncio.sleep(self.dice.uniform(0, 2 * thinking))
                body = {"at": at, "choice": self.dice.randrange(len(state["menu"]))}
                begun = time.monotonic()
                answer = await client.post(f"/api/rooms/{self.room}/answer", json=body, headers=self.headers)
                answer.raise_for_status()
                took.append(time.monotonic() - begun)
                at, stamp = answer.json()["at"], answer.json()["stamp"]
        return int(at)


async def sit(client: httpx2.AsyncClient, number: int) -> list[Person]:
    """A table of four persons."""
    wanted = {"rules": RULES[number % 2], "seats": ["me", "person", "person", "person"]}
    seated = (await client.post("/api/rooms", json=wanted)).json()
    tokens = [seated["token"]]
    for invitation in seated["invitations"].values():
        sat = await client.post(f"/api/rooms/{seated['room']}/seat", json={"invitation": invitation})
        tokens.append(sat.json()["token"])
    return [Person(seated["room"], token, random.Random(number * 4 + seat)) for seat, token in enumerate(tokens)]


async def run(address: str, tables: int, seconds: float, thinking: float) -> tuple[list[float], list[int]]:
    """Play -> how long each answer took, and how far each person came."""
    limits, took = httpx2.Limits(keepalive_expiry=2), list[float]()
    async with AsyncExitStack() as stack:
        seated = []
        for number in range(tables):  # a client a table: one with a thousand connections would be what is measured
            client = httpx2.AsyncClient(base_url=address, limits=limits, timeout=60, verify=False)
            await stack.enter_async_context(client)
            seated += [(client, person) for person in await sit(client, number)]
        end = time.monotonic() + seconds
        return took, await asyncio.gather(*[person.play(client, end, thinking, took) for client, person in seated])


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
                took, far = asyncio.run(run(address, tables, seconds, thinking))
                status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
                memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
            finally:
                server.terminate()
    took.sort()
    middle, most = (1000 * took[int(len(took) * part)] for part in (0.5, 0.95))
    print(f"{tables} tables, {len(far)} persons, {len(took)} answers in {seconds:.0f} s, none refused")
    print(f"an answer took {middle:.0f} ms (median), {most:.0f} ms (95th percentile); {int(memory) // 1024} MB at most")


if __name__ == "__main__":
    main()
