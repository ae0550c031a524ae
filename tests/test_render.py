"""How things look on paper: plain in a pipe, coloured and wrapped on a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from minogashi.errors import TileError
from minogashi.render import Cell, Paper, tile_text
from minogashi.tiles import HIDDEN, Tile, names, parse_tiles

TABLE: list[list[Cell]] = [
    ["name", ("what", "quiet")],
    ["heading"],
    ["見逃し", ("a text that is longer than the others", "wrong")],
]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It does."""
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make both streams one terminal of forty columns."""
    shown = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "stderr", shown)
    return shown


def test_columns_are_aligned_by_what_they_show(capsys: pytest.CaptureFixture[str]) -> None:
    Paper().table(TABLE, indent=2)
    assert capsys.readouterr().out.splitlines() == [
        "  name    what",
        "  heading",
        "  見逃し  a text that is longer than the others",
    ]


def test_numbers_stand_at_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    Paper().table([["a", "1", "22"], ["b", "333", "4"]], right=(1, 2))
    assert capsys.readouterr().out.splitlines() == ["a    1  22", "b  333   4"]


def test_the_last_column_wraps_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    Paper().table(TABLE, indent=2)
    assert shown.getvalue().splitlines() == [
        "  name    \x1b[2mwhat\x1b[0m",
        "  heading",
        "  見逃し  \x1b[1;31ma text that is longer than the\x1b[0m",
        "          \x1b[1;31mothers\x1b[0m",
    ]


def test_a_column_that_would_be_too_narrow_stands_below(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    Paper().table([["a name of some length", "and a text that is longer than that"]])
    assert shown.getvalue().splitlines() == [
        "a name of some length",
        "        and a text that is longer than",
        "        that",
    ]


def test_progress_is_drawn_on_a_terminal_and_lines_keep_out_of_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    paper = Paper()
    with paper.progress("working", 3) as step:
        step()
        paper.line("a line")
        paper.complain("a complaint")
    out = shown.getvalue()
    assert "working" in out
    assert "a line\n" in out
    assert "error: a complaint\n" in out


def test_progress_goes_on_where_there_is_more_than_was_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "80")
    with Paper().progress("working", 2) as step:
        for _ in range(3):
            step()
    assert "3/3" in shown.getvalue()


def test_one_step_needs_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    with Paper().progress("working", 1) as step:
        step()
    assert shown.getvalue() == ""


def test_in_a_pipe_there_is_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    paper = Paper()
    with paper.progress("working", 3) as step:
        step()
        paper.complain("a complaint")
    assert capsys.readouterr() == ("", "error: a complaint\n")


def test_what_is_no_tile_is_shown_as_it_is() -> None:
    assert Paper("unicode").tile("?") == "🀫"
    assert Paper("unicode").tile("no tile") == "no tile"
    assert Paper().tile(None) == "?"


def test_every_tile_that_is_shown_as_a_character_is_read_as_that_tile() -> None:
    every = names([Tile(tile) for tile in range(HIDDEN + 1)])
    shown = tile_text(every, "unicode")
    assert not shown.isascii()
    assert names(parse_tiles(shown)) == every
    assert names(parse_tiles(shown.replace(" ", "").partition("\N{MAHJONG TILE PLUM}")[0])) == every.partition(" f1")[0]
    assert names(parse_tiles("\N{MAHJONG TILE RED DRAGON}\ufe0f東南西北白發中")) == "7z 1z 2z 3z 4z 5z 6z 7z"
    assert names(parse_tiles("\N{MAHJONG TILE EAST WIND}'5p")) == "1z 5p"
    with pytest.raises(TileError, match="'5' has no suit letter"):
        parse_tiles("5\N{MAHJONG TILE EAST WIND}")
