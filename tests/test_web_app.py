"""The server of the pages: what it opens, what it refuses, and how it says so. And the two commands of the pages."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import games
import pytest
from pages import served
from starlette.testclient import TestClient

from minogashi.errors import MinogashiError, RecordError
from minogashi.web import app
from minogashi.web.app import UPLOAD, application, film
from minogashi.web.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inner = tmp_path / "games"
    (inner / "2020").mkdir(parents=True)
    (inner / "2020" / "clean.mjson").write_text(games.CLEAN, encoding="utf-8")
    (inner / "broken.mjson").write_text(games.IMPOSSIBLE, encoding="utf-8")
    (inner / ".hidden").write_text(games.CLEAN, encoding="utf-8")
    (tmp_path / "secret.mjson").write_text(games.CLEAN, encoding="utf-8")
    (inner / "link.mjson").symlink_to(tmp_path / "secret.mjson")
    return inner


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(application([str(folder)]), base_url="http://localhost") as started:
        yield started


def test_it_lists_the_files_of_its_folders(client: TestClient) -> None:
    found = client.get("/api/records").json()["records"]
    assert [entry["id"] for entry in found] == ["games/broken.mjson", "games/2020/clean.mjson"]


def test_it_opens_a_listed_record(client: TestClient) -> None:
    answer = client.get("/api/frames", params={"record": "games/2020/clean.mjson"})
    assert answer.status_code == 200
    game = answer.json()
    assert (game["schema"], game["title"], game["games"]) == ("minogashi.frames/1", "games/2020/clean.mjson", 1)


OUTSIDE = (
    *("", "nowhere", "games", "games/", "games/nothing", "games/.hidden", "games/link.mjson", "games/2020"),
    *("games/../secret.mjson", "../secret.mjson", "/etc/passwd", "games//etc/passwd", "games/2020/\0"),
    "games/./broken.mjson",
)


@pytest.mark.parametrize("asked", OUTSIDE)
def test_no_name_leads_out_of_the_folders(client: TestClient, asked: str) -> None:
    answer = client.get("/api/frames", params={"record": asked})
    assert answer.status_code == 404
    assert answer.json()["error"].endswith("no such record")


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/api/nothing", "/static/"])
def test_only_its_own_files_are_static(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_two_folders_of_one_name_stay_apart(tmp_path: Path) -> None:
    for parent in ("a", "b"):
        (tmp_path / parent / "games").mkdir(parents=True)
        (tmp_path / parent / "games" / "x").write_text(parent)
    shelf = Shelf([str(tmp_path / "a" / "games"), str(tmp_path / "b" / "games")])
    assert [shelf.path(entry.id).read_text() for entry in shelf.entries()] == ["a", "b"]


def test_one_file_can_be_the_whole_shelf(folder: Path) -> None:
    shelf = Shelf([str(folder / "broken.mjson")])
    assert [entry.id for entry in shelf.entries()] == ["broken.mjson"]
    assert shelf.path("broken.mjson") == (folder / "broken.mjson").resolve()


@pytest.mark.parametrize("path", ["/", "/api/records", "/static/viewer.js", "/nothing"])
def test_every_answer_has_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


def test_the_page_comes_in_the_language_of_the_browser(client: TestClient) -> None:
    assert '<html lang="ja">' in client.get("/", headers={"accept-language": "ja-JP"}).text
    assert '<html lang="en">' in client.get("/", headers={"accept-language": "fr"}).text


def test_a_given_record_is_read(client: TestClient) -> None:
    answer = client.post("/api/frames", params={"name": "mine"}, content=games.CLEAN)
    assert (answer.status_code, answer.json()["title"]) == (200, "mine")


def test_each_game_of_a_given_file_can_be_had(client: TestClient) -> None:
    both = f"{games.CLEAN}\n{games.QUIET}"
    answer = client.post("/api/frames", params={"game": "2"}, content=both).json()
    assert (answer["game"], answer["games"], len(answer["rounds"])) == (2, 2, 4)
    assert client.post("/api/frames", params={"game": "3"}, content=both).status_code == 422
    assert client.post("/api/frames", params={"game": "0"}, content=both).status_code == 400
    assert client.post("/api/frames", params={"game": "x"}, content=both).status_code == 400


def test_a_large_upload_is_refused(client: TestClient) -> None:
    told = client.post("/api/frames", content=b"x" * (UPLOAD + 1))
    assert (told.status_code, told.json()["error"]) == (413, "larger than 8 MB, which no record is")

    def untold() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * (UPLOAD // 8)

    assert client.post("/api/frames", content=untold()).status_code == 413


def bomb(members: int, size: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(members):
            archive.writestr(f"{number}.json", b"\n" * size)
    return packed.getvalue()


def test_a_bomb_is_refused_before_it_goes_off(client: TestClient) -> None:
    packed = bomb(4, 40_000_000)
    assert len(packed) < UPLOAD
    answer = client.post("/api/frames", content=packed)
    assert (answer.status_code, answer.json()["error"]) == (422, "unpacks to more than a record can be")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "it is empty"),
        (b"hello", "not a record"),
        (b"PK\3\4rubbish", "damaged zip archive"),
        (games.IMPOSSIBLE.encode(), "out_of_turn"),
        (b'{"type":"start_game"}', "no game was played here"),
    ],
)
def test_what_is_no_record_is_told(client: TestClient, content: bytes, told: str) -> None:
    answer = client.post("/api/frames", content=content)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "EVENTS", 10)
    with pytest.raises(MinogashiError, match=r"has \d+ events, which no game has"):
        film(games.CLEAN.encode(), "long")


def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SECONDS", -1.0)
    with pytest.raises(RecordError, match="more than a record can be"):
        film(games.CLEAN.encode(), "slow")


def test_another_host_name_is_refused(client: TestClient) -> None:
    assert client.get("/api/records", headers={"host": "evil.example"}).status_code == 400


def test_another_site_cannot_give_records(client: TestClient) -> None:
    answer = client.post("/api/frames", content=games.CLEAN, headers={"sec-fetch-site": "cross-site"})
    assert (answer.status_code, answer.json()) == (403, {"error": "this page is not ours"})


# The commands


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "minogashi", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603  our own


def test_serve_tells_its_address_and_answers_there(folder: Path) -> None:
    with served(folder) as address:
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}/api/records") as answer:  # noqa: S310  our own server
            assert len(json.load(answer)["records"]) == 2


def test_serve_says_that_a_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = run("serve", "--port", str(taken.getsockname()[1]))
    assert found.returncode == 2
    assert "cannot listen on 127.0.0.1 port" in found.stderr


@pytest.mark.parametrize("module", ["starlette", "uvicorn"])
def test_serve_tells_what_to_install(module: str) -> None:
    code = (
        f"import sys; sys.modules[{module!r}] = None; from minogashi.cli import main; sys.argv = ['', 'serve']; main()"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    found = subprocess.run(  # noqa: S603  our own
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "error: the pages need starlette and uvicorn: pip install 'minogashi[web]'\n"


def test_replay_writes_one_page(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    found = run("replay", folder / "2020" / "clean.mjson", "--html", out, "--seat", "S", "--lang", "ja")
    assert (found.returncode, found.stdout) == (0, f"the page: {out}\n")
    page = out.read_text(encoding="utf-8")
    assert '<html lang="ja">' in page
    assert '"view":1' in page


def test_replay_refuses_what_is_not_there(folder: Path, tmp_path: Path) -> None:
    clean, out = folder / "2020" / "clean.mjson", tmp_path / "out.html"
    assert run("replay", folder / "broken.mjson", "--html", out).returncode == 1
    for wrong in (["--seat", "X"], ["--lang", "xx"], ["--game", "0"]):
        assert run("replay", clean, "--html", out, *wrong).returncode == 2
    assert run("replay", clean, "--html", tmp_path / "nowhere" / "out.html").returncode == 2
    assert run("replay", clean, "--game", "2", "--html", out).returncode == 1
    assert not out.exists()
