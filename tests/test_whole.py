"""Files are written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from minogashi.whole import tidy, whole


def break_off(path: Path) -> None:
    with whole(path) as part:
        part.write_text("half")
        raise OSError("the disk is full")


def test_a_block_that_raises_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(OSError, match="full"):
        break_off(path)
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text() == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on this system")
def test_a_link_is_followed_and_a_device_is_written_to(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link"
    link.symlink_to(path)
    with whole(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    with whole(Path(os.devnull)) as part:
        assert part == Path(os.devnull)


def test_what_a_killed_block_left_is_taken_away(tmp_path: Path) -> None:
    for name in (".a.zip.77.part", ".b.txt.77.part", "a.zip", "c.part"):
        (tmp_path / name).touch()
    tidy(tmp_path, "*.zip")
    assert sorted(file.name for file in tmp_path.iterdir()) == [".b.txt.77.part", "a.zip", "c.part"]
