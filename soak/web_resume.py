"""Kill the server of the tables over and over while games are played, and see that nothing anybody saw was lost.

    python soak/web_resume.py [KILLS] [SEED]

Two persons sit at each table. The server is killed (SIGKILL) while answers are on their way to it. The next one must
show each seat everything that it was shown before, unchanged, and take the answers that were acknowledged for given.
Exits 1 at the first difference.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent.parent / "src"
TABLES = (("tenhou", ["me", "sensible", "person", "random"]), ("sg-wong-v1", ["me", "person", "sensible", "random"]))


class Lost(Exception):  # noqa: N818  it is what happened
    """Something that was shown is no longer so."""


class Server:
    """A server in a process of its own, on the same file each time."""

    def __init__(self, path: Path) -> None:
        self.environment = {**os.environ, "MINOGASHI_TABLES": str(path), "PYTHONPATH": str(SOURCE)}
        self.begin()

    def begin(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "minogashi", "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment)  # noqa: S603
        assert self.process.stdout is not None  # noqa: S101  it was asked for
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")

    def kill(self) -> None:
        """End it at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, path: str, token: str = "", body: object = None) -> Any:  # noqa: ANN401  JSON
        """One request. Raises `OSError` where the server is gone."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.address + path, data, headers)  # noqa: S310  our own server
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return {"error": json.load(error)["error"], "status": error.code}


class Person:
    """A seat's client, which remembers everything that it was shown."""

    def __init__(self, room: str, token: str) -> None:
        self.room, self.token = room, token
        self.doc: dict[str, list[Any]] = {}
        self.at = -1
        self.given: int | None = None
        self.over = False

    def look(self, server: Server, since: int) -> dict[str, Any]:
        """What the seat sees; everything that it saw before must still be so."""
        state: dict[str, Any] = server.ask(f"/api/rooms/{self.room}?since={since}", self.token)
        if "doc" not in state:
            raise Lost(state["error"])
        self.take(state)
        return state

    def take(self, state: dict[str, Any]) -> None:
        """Hold what is shown against what was."""
        if state["at"] < self.at:
            raise Lost(f"event {self.at} was shown, and the table stands at {state['at']}")
        for name, (start, fresh) in state["doc"].items():
            for key, rows in fresh.items() if name == "texts" else [(name, fresh)]:
                if name in {"rounds", "offers"}:  # told anew while they are open
                    continue
                had = self.doc.setdefault(key, [])
                if had[start:] != rows[: len(had) - start]:
                    raise Lost(f"{name} is not what it was")
                had[start:] = rows
        if self.given == state["at"] and state["menu"]:
            raise Lost(f"the answer at event {self.given} was acknowledged, and is asked for again")
        self.at, self.over = state["at"], state["over"]

    def answer(self, server: Server, state: dict[str, Any], dice: random.Random) -> None:
        """Answer, and note what is acknowledged."""
        choice = dice.randrange(len(state["menu"]))
        at = state["at"]
        found = server.ask(f"/api/rooms/{self.room}/answer", self.token, {"at": at, "choice": choice})
        if "doc" in found:
            self.given = at
            self.take(found)
        elif found["status"] != 409:
            raise Lost(found["error"])


def sit(server: Server, dice: random.Random) -> list[Person]:
    """A table and the persons at it."""
    rules, seats = dice.choice(TABLES)
    seated = server.ask("/api/rooms", body={"rules": rules, "seats": seats, "winds": 1})
    persons = [Person(seated["room"], seated["token"])]
    for invitation in seated["invitations"].values():
        sat = server.ask(f"/api/rooms/{seated['room']}/seat", body={"invitation": invitation})
        persons.append(Person(sat["room"], sat["token"]))
    return persons


def until_killed(server: Server, persons: list[Person], dice: random.Random) -> bool:
    """Play until the server is gone -> whether the game ended before."""
    try:
        for person in persons:
            person.look(server, -1)
        while not all(person.over for person in persons):
            for person in persons:
                state = person.look(server, person.at)
                if state["menu"]:
                    person.answer(server, state, dice)
    except (OSError, http.client.HTTPException):  # it is gone, or its answer broke off
        return False
    return True


def main() -> None:
    """As many kills as are asked for."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    kills = games = events = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.sqlite")
        persons = sit(server, dice)
        try:
            while kills < wanted:
                killer = threading.Timer(dice.uniform(0.05, 1.0), server.process.send_signal, [signal.SIGKILL])
                killer.start()
                over = until_killed(server, persons, dice)
                killer.join()
                server.process.wait()
                kills += 1
                server.begin()
                if over:
                    events += persons[0].at
                    games, persons = games + 1, sit(server, dice)
        except Lost as lost:
            print(f"after {kills} kills: {lost}")
            sys.exit(1)
        finally:
            server.kill()
    took = time.monotonic() - started
    print(f"{kills} kills, {games} whole games and event {persons[0].at} of one more, nothing lost, {took:.0f} s")


if __name__ == "__main__":
    main()
