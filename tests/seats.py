"""Clients of the tables for the tests: they speak to an application in this process, as one seat each."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx2

if TYPE_CHECKING:
    import random

    from starlette.applications import Starlette


class Client:
    """Sends requests to an application."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def send(self, method: str, path: str, **more: Any) -> httpx2.Response:  # noqa: ANN401  httpx2 has the types
        """One request and its answer."""

        async def one() -> httpx2.Response:
            transport = httpx2.ASGITransport(app=self.app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.request(method, path, **more)

        return asyncio.run(one())

    def lay_out(self, rules: str, seats: list[str], **more: object) -> tuple[str, dict[int, str]]:
        """A table whose persons have all sat down -> its name, and the token of each seat."""
        answer = self.send("POST", "/api/rooms", json={"rules": rules, "seats": seats, **more})
        assert answer.status_code == 200, answer.text
        seated = answer.json()
        tokens = {seated["seat"]: seated["token"]}
        for invitation in seated["invitations"].values():
            path = f"/api/rooms/{seated['room']}/seat"
            sat = self.send("POST", path, json={"invitation": invitation, "name": "guest"}).json()
            tokens[sat["seat"]] = sat["token"]
        return seated["room"], tokens

    def look(self, room: str, token: str, since: int = -1, more: str = "") -> httpx2.Response:
        """What a seat sees."""
        return self.send("GET", f"/api/rooms/{room}?since={since}{more}", headers=bearer(token))

    def answer(self, room: str, token: str, at: object, choice: object) -> httpx2.Response:
        """A seat answers."""
        body = {"at": at, "choice": choice}
        return self.send("POST", f"/api/rooms/{room}/answer", json=body, headers=bearer(token))


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"authorization": f"Bearer {token}"}


def choice(menu: list[dict[str, Any]], dice: random.Random) -> int:
    """A lively player: claims half of what it may, and throws what comes."""
    claims = [number for number, entry in enumerate(menu) if entry["claim"] not in {"discard", "pass"}]
    plain = [number for number, entry in enumerate(menu) if entry["claim"] in {"discard", "pass"}]
    return dice.choice(claims) if claims and (not plain or dice.random() < 0.5) else dice.choice(plain)
