"""The command line as a process: exit codes, pipes, interrupts, start-up, terminals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import games
import pytest

from minogashi import __version__
from minogashi.cli import main

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "minogashi"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "error", "COLUMNS": "100"}


def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  our own command
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", check=False,
        env={**ENVIRONMENT, **more},
    )  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(games.CLEAN, encoding="utf-8")
    return path


def test_help_and_version() -> None:
    assert "audit" in run("--help").stdout
    assert run("--help").stdout.splitlines()[0] == run().stdout.splitlines()[0]
    assert run("--version").stdout == f"{__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["audit", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    """What is slow to import stands inside the commands: that is how help stays under 0.2 s."""
    code = f"import sys; from minogashi.cli import app; app({arguments!r}, standalone_mode=False)"
    loaded = f"{code}; print(*sorted({{'rich', 'numpy', 'mahjong', 'msgspec'}} & set(sys.modules)), 'end')"
    command = [sys.executable, "-c", loaded]
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)  # noqa: S603  our own
    assert found.stdout.splitlines()[-1].strip() == "end"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["audit", "--nothing"], "error: No such option: --nothing"),
        (["audit"], "error: Missing argument"),
        (["nothing"], "error: No such command 'nothing'"),
        (["audit", "nowhere"], "error: nowhere: no such file or folder"),
    ],
)
def test_wrong_use_is_one_line_on_standard_error(arguments: list[str], message: str) -> None:
    found = run(*arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith(message)
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--version"], 0), (["profiles"], 0), (["audit", "nowhere"], 2), (["audit", "--no"], 2)]
)
def test_main_leaves_with_the_code_of_its_command(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int
) -> None:
    monkeypatch.setattr(sys, "argv", ["minogashi", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == code


def test_exit_codes(game: Path) -> None:
    assert run("audit", game).returncode == 0
    game.write_text(games.FOUL, encoding="utf-8")
    assert run("audit", game).returncode == 1


def test_into_a_pipe_goes_plain_text_and_no_progress(game: Path) -> None:
    found = run("audit", game, game)
    assert "\x1b" not in found.stdout
    assert found.stderr == ""


def test_colours_can_be_asked_for_and_refused(game: Path) -> None:
    assert "\x1b[33mfuriten\x1b[0m" in run("audit", game, FORCE_COLOR="1", TERM="xterm").stdout
    assert "\x1b[33m" not in run("audit", game, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm").stdout


def test_the_json_is_utf_8_whatever_the_terminal_speaks(game: Path) -> None:
    game.write_text(games.CLEAN.replace("Bo", "見逃し"), encoding="utf-8")
    found = run("audit", "--json", game, PYTHONIOENCODING="ascii")
    assert json.loads(found.stdout)["files"][0]["names"][1] == "見逃し"
    assert run("audit", game, PYTHONIOENCODING="ascii").returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes break in another way there")
def test_a_reader_that_goes_away_is_no_complaint(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number:03}.txt").write_text(games.CLEAN, encoding="utf-8")
    process = started("audit", "--json", tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(100)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


def writer(pipe: Path) -> int:
    """The other end of a named pipe, as soon as somebody reads it."""
    for _ in range(3000):
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.01)
    raise TimeoutError


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def started(*arguments: object, **more: str) -> subprocess.Popen[bytes]:
    environment = {**ENVIRONMENT, **more}
    return subprocess.Popen(  # noqa: S603  our own command
        [*COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )


def test_an_interrupt_is_quiet(pipe: Path) -> None:
    process = started("audit", pipe, PYTHONWARNINGS="ignore")  # an interrupt may fall between open and with
    end = writer(pipe)
    process.send_signal(signal.SIGINT)
    os.close(end)  # a read that began just before the signal came would wait on
    output, error = process.communicate(timeout=30)
    assert (process.returncode, output, error.strip()) == (130, b"", b"")


def test_a_pipe_is_read_like_a_file(pipe: Path) -> None:
    process = started("audit", "--json", pipe)
    with os.fdopen(writer(pipe), "wb") as end:
        end.write(games.CLEAN.encode())
    output, _ = process.communicate(timeout=30)
    assert json.loads(output)["summary"]["rounds"] == 1


def drawn(width: int, *arguments: object) -> str:
    """What a terminal of this width shows."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")
    import fcntl
    import struct
    import termios

    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover  the other process
        environment = {**ENVIRONMENT, "TERM": "xterm", "COLUMNS": str(width)}
        os.execvpe(sys.executable, [*COMMAND, *map(str, arguments)], environment)  # noqa: S606  our own command
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    os.waitpid(child, 0)
    return shown.decode()


def test_a_terminal_shows_colours_and_progress(tmp_path: Path, game: Path) -> None:
    (tmp_path / "other.txt").write_text(games.QUIET, encoding="utf-8")
    shown = drawn(120, "audit", tmp_path)
    assert "auditing" in shown
    assert "2/2" in shown
    assert "auditing" not in drawn(120, "audit", game)


def test_long_cells_wrap_in_a_terminal() -> None:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn(100, "profiles", "tenhou"))
    assert max(map(len, plain.splitlines())) <= 100
