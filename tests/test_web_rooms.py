"""The tables and the play page: nothing hidden leaks, nothing shown is lost, nobody acts for another."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace
from pages import ROOT, browser, served, watched
from seats import Client, bearer, choice

from minogashi import events as ev
from minogashi.claims import PON
from minogashi.play.bots import BOTS
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.web.app import application
from minogashi.web.sight import Sight, masked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from minogashi.events import Event

GAMES = (
    ("tenhou", ["me", "sensible", "person", "sensible"]),
    ("tenhou-sanma", ["me", "person", "random"]),
    ("sg-wong-v1", ["person", "me", "sensible", "person"]),
)
RULES = ("tenhou", "majsoul-sanma", "sg-wong-v1")
WANTED_BY_TWO = 2
"""The seed of a table at which two persons soon want the same tile."""


@pytest.fixture
def client(tmp_path: Path) -> Client:
    return Client(application([], tables=tmp_path / "tables.sqlite"))


def moments(client: Client, room: str, tokens: dict[int, str], seed: int, most: int = 60) -> Iterator[tuple[int, Any]]:
    """A game played by dice, up to `most` answers: each seat's every answer from the server, in order."""
    dice = random.Random(seed)  # noqa: S311
    since = dict.fromkeys(tokens, -1)
    for _ in range(most):
        acted = False
        for seat, token in tokens.items():
            state = client.look(room, token, since[seat]).json()
            yield seat, state
            since[seat] = state["at"]
            if state["menu"]:
                answer = client.answer(room, token, state["at"], choice(state["menu"], dice))
                assert answer.status_code == 200, answer.text
                since[seat], acted = answer.json()["at"], True
                yield seat, answer.json()
        if not acted:
            return


def hidden_dealt_anew(events: list[Event], seat: int, seed: int) -> list[Event]:
    """The same game with other tiles wherever the seat does not see them, and other answers that it does not hear."""
    dice = random.Random(seed)  # noqa: S311
    out: list[Event] = []
    for event in events:
        if isinstance(event, ev.RoundStart):
            hands = [hand if at == seat else [dice.randrange(34) for _ in hand] for at, hand in enumerate(event.hands)]
            out.append(replace(event, hands=tuple(tuple(hand) for hand in hands)))
        elif isinstance(event, ev.Draw) and event.seat != seat:
            out.append(replace(event, tile=dice.randrange(34)))
        elif not (isinstance(event, ev.Pass | ev.Ask) and event.seat != seat):
            out.append(event)
    return out


def seen(events: list[Event], rules: str, seat: int, truth: Table) -> bytes:
    sight = Sight(profile(rules), seat)
    for event in events:
        sight.see(event, truth)
    return msgspec.json.encode(sight.since(-1))


# What is not to be known


@pytest.mark.parametrize("rules", RULES)
def test_what_a_seat_sees_does_not_depend_on_what_it_may_not_know(rules: str) -> None:
    book = profile(rules)
    kept: list[Event] = []
    match = Match(book, [BOTS["random"](seat) for seat in range(book.seats)], 11, keep=kept.append)
    match.run(hands=3)
    nothing_open = Table(book)
    for seat in range(book.seats):
        usual = seen(kept, rules, seat, nothing_open)
        for seed in range(3):
            assert seen(hidden_dealt_anew(kept, seat, seed), rules, seat, nothing_open) == usual


def test_an_event_of_a_kind_that_is_not_known_to_be_open_is_hidden() -> None:
    for made in (ev.Pass(1), ev.Ask(1, PON), ev.Turn(1), ev.Live(3)):
        assert masked(made, 0) is None


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_no_answer_holds_hidden_tiles_of_another_seat(client: Client, rules: str, seats: list[str]) -> None:
    room, tokens = client.lay_out(rules, seats, winds=1)
    others_racks = 0
    racks: dict[int, list[Any]] = {seat: [] for seat in tokens}
    for seat, state in moments(client, room, tokens, 5):
        doc = state["doc"]
        start, fresh = doc["racks"]
        racks[seat][start:] = fresh
        ends = {shown["end"] for shown in doc["rounds"][1]}
        won = {shown["end"]: {win["seat"] for win in shown["wins"]} for shown in doc["rounds"][1]}
        for number, frame in enumerate(doc["frames"][1], doc["frames"][0]):
            for other, place in enumerate(frame["racks"]):
                shown = racks[seat][place]
                if other == seat:
                    continue
                tiles = set(shown["hand"].split()) | set(shown.get("drawn", "").split())
                if number in ends and other in won[number]:
                    assert "back" not in tiles
                else:
                    assert tiles <= {"back"}, (seat, other, shown)
                    others_racks += 1
        for offer in doc["offers"][1]:
            for answers in offer["answers"]:
                if answers["seat"] != seat:
                    assert all(
                        not doc["rulings"][1][number - doc["rulings"][0]].get("uses")
                        for number in answers["rulings"]
                        if number >= doc["rulings"][0]
                    )
        assert "setup" not in json.dumps(state)
        assert "seed" not in json.dumps(state)
    assert others_racks > 200


def test_the_file_holds_no_token(client: Client, tmp_path: Path) -> None:
    _, tokens = client.lay_out(*GAMES[0])
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert kept
    assert all(token.encode() not in kept for token in tokens.values())


# Who may act


def test_a_seat_is_opened_by_its_own_link_only(client: Client) -> None:
    room, tokens = client.lay_out(*GAMES[0])
    other, others = client.lay_out(*GAMES[0])
    mine = tokens[0]
    state = client.look(room, mine).json()
    for wrong in (others[0], mine[:-1], mine + "a", "x", "0", "Bearer"):
        assert client.look(room, wrong).status_code == 403
        assert client.answer(room, wrong, state["at"], 0).status_code == 403
    assert client.look(other, mine).status_code == 403
    assert client.look("nowhere", mine).status_code == 403
    assert client.send("GET", f"/api/rooms/{room}").status_code == 401
    assert client.send("GET", f"/api/rooms/{room}?token={mine}").status_code == 401
    assert client.look(room, mine).json()["at"] == state["at"]


def test_an_invitation_seats_one_person_once(client: Client) -> None:
    wanted = {"rules": "tenhou", "seats": ["me", "person", "random", "random"], "name": "<b>\u202eone"}
    seated = client.send("POST", "/api/rooms", json=wanted).json()
    path, invitation = f"/api/rooms/{seated['room']}/seat", seated["invitations"]["1"]
    waiting = client.look(seated["room"], seated["token"]).json()
    assert (waiting["missing"], waiting["at"], waiting["menu"], waiting["names"][0]) == (1, -1, [], "<b>one")
    assert client.answer(seated["room"], seated["token"], -1, 0).status_code == 409
    assert client.look(seated["room"], invitation).status_code == 403
    assert client.send("POST", path, json={"invitation": seated["token"]}).status_code == 403
    sat = client.send("POST", path, json={"invitation": invitation, "name": "two"})
    assert sat.json()["seat"] == 1
    assert client.send("POST", path, json={"invitation": invitation, "name": "three"}).status_code == 403
    assert client.look(seated["room"], seated["token"]).json()["names"] == ["<b>one", "two", "", ""]


def test_a_seat_acts_when_it_is_asked_and_for_itself_alone(client: Client) -> None:
    room, tokens = client.lay_out("tenhou", ["me", "person", "person", "person"])
    states = {seat: client.look(room, token).json() for seat, token in tokens.items()}
    asked = [seat for seat, state in states.items() if state["menu"]]
    assert asked == [0]
    for seat in (1, 2, 3):
        assert client.answer(room, tokens[seat], states[seat]["at"], 0).status_code == 409
    at = states[0]["at"]
    assert client.answer(room, tokens[0], at - 1, 0).status_code == 409
    for wrong in (99, -1, 10**30):
        assert client.answer(room, tokens[0], at, wrong).status_code == 422
    assert client.answer(room, tokens[0], at, 0).status_code == 200
    assert client.answer(room, tokens[0], at, 0).status_code == 409


BODIES: tuple[tuple[object, int], ...] = (
    (b"", 400),
    (b"{", 400),
    (b"\xff\xfe", 400),
    (b"[" * 3000, 422),
    (b"null", 422),
    (b"[]", 422),
    (b'{"at": "1", "choice": 0}', 422),
    (b'{"at": 1.5, "choice": 0}', 422),
    (b'{"at": 1, "choice": null}', 422),
    (b'{"at": 1, "choice": 0, "seat": 2}', 422),
    (b'{"at": 99999999999999999999999, "choice": 0}', 409),
    (b'{"at": 100000, "choice": 0}', 409),
    (b"x" * 100_000, 413),
)


@pytest.mark.parametrize(("body", "status"), BODIES)
def test_a_forged_answer_is_refused_in_clear_words(client: Client, body: bytes, status: int) -> None:
    room, tokens = client.lay_out(*GAMES[0])
    path = f"/api/rooms/{room}/answer"
    answer = client.send("POST", path, content=body, headers=bearer(tokens[0]))
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]


TABLES: tuple[dict[str, object], ...] = (
    {"rules": "../../etc/passwd", "seats": ["me", "random", "random", "random"]},
    {"rules": "./rules.toml", "seats": ["me", "random", "random", "random"]},
    {"rules": "tenhou", "seats": ["me", "random", "random"]},
    {"rules": "tenhou", "seats": ["me", "me", "random", "random"]},
    {"rules": "tenhou", "seats": ["random"] * 4},
    {"rules": "tenhou", "seats": ["me", "python bot.py", "random", "random"]},
    {"rules": "tenhou", "seats": ["me", "random", "random", "random"], "winds": 400},
    {"rules": "tenhou", "seats": ["me", "random", "random", "random"], "seed": 1},
    {"rules": "tenhou", "seats": 4},
    {"rules": "tenhou"},
)


@pytest.mark.parametrize("wanted", TABLES)
def test_a_table_that_cannot_be_is_refused(client: Client, wanted: dict[str, object]) -> None:
    answer = client.send("POST", "/api/rooms", json=wanted)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]


@pytest.mark.parametrize("since", ["99999", "-2", "x", "1e3", "1" * 40, "\u0661"])
def test_an_event_that_is_not_there_is_refused(client: Client, since: str) -> None:
    room, tokens = client.lay_out(*GAMES[0])
    answer = client.send("GET", f"/api/rooms/{room}", params={"since": since}, headers=bearer(tokens[0]))
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_another_sites_page_can_send_nothing(client: Client) -> None:
    headers = {"sec-fetch-site": "cross-site"}
    wanted = {"rules": "tenhou", "seats": ["me", "random", "random", "random"]}
    assert client.send("POST", "/api/rooms", json=wanted, headers=headers).status_code == 403


# What is kept


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_a_new_server_shows_each_seat_what_the_old_one_did(tmp_path: Path, rules: str, seats: list[str]) -> None:
    path = tmp_path / "tables.sqlite"
    room, tokens = Client(application([], tables=path)).lay_out(rules, seats, winds=1)
    dice = random.Random(3)  # noqa: S311
    for _ in range(12):
        client = Client(application([], tables=path))
        for seat, token in tokens.items():
            state = client.look(room, token).json()
            if not state["menu"]:
                continue
            answer = client.answer(room, token, state["at"], choice(state["menu"], dice))
            assert answer.status_code == 200, answer.text
            for other in tokens.values():
                old = client.look(room, other).json()
                new = Client(application([], tables=path)).look(room, other).json()
                assert {**old, "stamp": 0} == {**new, "stamp": 0}, seat
            break


def test_an_answer_that_waits_for_another_persons_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _bits: WANTED_BY_TWO)
    path, dice = tmp_path / "tables.sqlite", random.Random(2)  # noqa: S311
    client = Client(application([], tables=path))
    room, tokens = client.lay_out("sg-wong-v1", ["me", "person", "person", "person"])
    since = dict.fromkeys(tokens, -1)
    for _ in range(300):
        states = {seat: client.look(room, token, since[seat]).json() for seat, token in tokens.items()}
        since = {seat: state["at"] for seat, state in states.items()}
        first, *others = [seat for seat, state in states.items() if state["menu"]]
        answer = client.answer(room, tokens[first], since[first], choice(states[first]["menu"], dice))
        if others:
            assert answer.json()["at"] == since[first]
            client = Client(application([], tables=path))
            assert client.look(room, tokens[first]).json()["menu"] == []
            assert client.answer(room, tokens[first], since[first], 0).status_code == 409
            assert [client.look(room, tokens[seat]).json()["menu"] for seat in others] == [
                states[seat]["menu"] for seat in others
            ]
            return
    pytest.fail("no tile was wanted by two persons")


def test_a_server_killed_in_the_middle_loses_nothing() -> None:
    command = [sys.executable, str(ROOT / "soak" / "web_resume.py"), "10", "7"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)  # noqa: S603  our own
    assert run.returncode == 0, run.stdout + run.stderr


# In a browser


@pytest.mark.parametrize("rules", ["tenhou", "sg-wong-v1"])
def test_a_whole_hand_is_played_by_clicks(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINOGASHI_TABLES", str(tmp_path / "tables.sqlite"))
    with browser() as chromium, served() as address:
        from playwright.sync_api import TimeoutError  # noqa: A004  playwright's own

        page = chromium.new_page(locale="en", viewport={"width": 390, "height": 900})
        complaints, requests = watched(page)
        page.goto(f"{address}/play")
        page.select_option("select[name=rules]", rules)
        page.fill("input[name=name]", "Mei")
        page.get_by_role("button", name="Deal").click()
        page.wait_for_selector("#felt .hand .slot")
        page.select_option("#pace", "0")
        thrown = 0
        for _ in range(600):
            if page.locator("#act .points").count():
                break
            button = page.locator("#act .act-btn.ok, #act [data-key='0']").first
            slot = page.locator("#felt .slot[data-choice]").last
            try:
                if button.count():
                    button.click(timeout=500)
                elif slot.count():
                    slot.click(timeout=500)
                    thrown += 1
                else:
                    page.wait_for_timeout(40)
            except TimeoutError:  # it went on by itself
                continue
        else:
            pytest.fail("the hand did not end")
        assert thrown > 2
        assert "Mei (you)" in page.inner_text("#act")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert complaints == []
        assert all(request.startswith((address, "data:")) for request in requests)


def test_only_who_has_something_new_to_see_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _bits: WANTED_BY_TWO)
    dice = random.Random(2)  # noqa: S311
    client = Client(application([], tables=tmp_path / "tables.sqlite"))
    room, tokens = client.lay_out("sg-wong-v1", ["me", "person", "person", "person"])
    undisturbed = 0
    while not undisturbed:
        states = {seat: client.look(room, token).json() for seat, token in tokens.items()}
        acting = next(seat for seat, state in states.items() if state["menu"])
        answer = client.answer(room, tokens[acting], states[acting]["at"], choice(states[acting]["menu"], dice)).json()
        assert answer["stamp"] > states[acting]["stamp"]
        for seat in set(tokens) - {acting}:
            old, new = states[seat], client.look(room, tokens[seat]).json()
            assert (new["stamp"] == old["stamp"]) == ({**new, "stamp": 0} == {**old, "stamp": 0}), seat
            undisturbed += new["stamp"] == old["stamp"]


def test_a_new_server_gives_higher_stamps(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    client = Client(application([], tables=path))
    room, tokens = client.lay_out("tenhou", ["me", "random", "random", "random"])
    for token in tokens.values():
        state = client.look(room, token).json()
        old = client.answer(room, token, state["at"], 0).json()["stamp"]
        assert Client(application([], tables=path)).look(room, token).json()["stamp"] > old
