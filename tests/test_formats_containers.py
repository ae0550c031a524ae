"""Where records come from: folders, archives, compressed data, standard input; and what is refused."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from specimens import GAME, MJAI, SANMA, SESSION

from minogashi.errors import RecordError
from minogashi.formats import containers, parse, read, records
from minogashi.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files: dict[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def found(*sources: str | bytes | Path) -> list[str]:
    """Format or complaint of everything found."""
    return [one.format if isinstance(one, Record) else str(one) for one in records(*sources)]


@pytest.mark.parametrize(
    "pack", [gzip.compress, bz2.compress, lzma.compress, lambda data: gzip.compress(gzip.compress(data))]
)
def test_compressed_records_are_found_by_their_content(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(pack(GAME))
    assert read(path).events == read(GAME).events
    assert read(str(path)).path == str(path)


def test_compressed_data_in_several_members_are_one_file() -> None:
    assert read(gzip.compress(GAME[:500]) + gzip.compress(GAME[500:])).events == read(GAME).events


def test_a_folder_is_walked_in_order_and_its_hidden_files_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "__MACOSX").mkdir()
    for name, data in {
        "c.txt": SESSION,
        "a": MJAI,
        "b/1": GAME,
        "b/.2": GAME,
        ".git/x": GAME,
        "__MACOSX/x": GAME,
        "z": b"words",
    }.items():
        (tmp_path / name).write_bytes(data)
    assert found(tmp_path)[:2] == ["mjai", "tenhou-client"]
    assert found(tmp_path)[3:] == ["mjlog"]
    assert found(tmp_path)[2].startswith(f"{tmp_path / 'z'}: not a record: starts with b'words'; known formats: mjlog")


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize("around", [lambda data: data, gzip.compress])
def test_archives_are_read_member_by_member(
    pack: Callable[..., bytes], around: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    files = {
        "a": GAME,
        "b/c": gzip.compress(SANMA),
        "__MACOSX/a": GAME,
        "b/.hidden": GAME,
        "b/bad": b"words",
        "d": zipped({"e": MJAI}),
    }
    data = around(pack(files))
    path = tmp_path / "games.bin"
    path.write_bytes(data)
    games = list(records(path))
    assert [game.path for game in games if isinstance(game, Record)] == [f"{path}/a", f"{path}/b/c", f"{path}/d/e"]
    assert [str(game).partition(": not")[0] for game in games if isinstance(game, RecordError)] == [f"{path}/b/bad"]


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz"])
def test_compressed_tar_archives(mode: str) -> None:
    assert found(tarred({"a": GAME, "b": MJAI}, mode)) == ["mjlog", "mjai"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(gzip.compress(GAME))

    monkeypatch.setattr(sys, "stdin", Input)
    assert [game.path for game in records("-")] == ["<stdin>"]


def test_a_missing_file_is_an_error_and_the_rest_goes_on(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.xml")
    assert found(missing, GAME) == [f"{missing}: cannot be read: No such file or directory", "mjlog"]
    with pytest.raises(RecordError, match="No such file"):
        read(missing)


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(GAME)[:300] + b"\xff" * 50,
        b"\x1f\x8bnonsense",
        b"BZhnonsense",
        b"\xfd7zXZ\0nonsense",
        b"PK\3\4nonsense",
        tarred({"a": GAME}, "w:gz")[:200],
        b"\0" * 257 + b"ustar" + b"\0" * 300,
        zipped({"a": GAME})[:-30],
    ],
)
def test_damaged_containers_are_errors(data: bytes) -> None:
    (one,) = records(data)
    assert isinstance(one, RecordError)


def test_a_member_with_a_wrong_checksum_is_an_error_and_the_rest_goes_on() -> None:
    data = zipped({"a": b"x" * 40 + GAME, "b": GAME})
    at = data.index(b"PK\3\4", 1) - 8
    broken = data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :]
    assert found(broken)[1:] == ["mjlog"]
    assert "<bytes>/a: damaged archive member" in found(broken)[0]


def test_a_compressed_record_that_breaks_off_is_a_cut_record() -> None:
    whole = gzip.compress(GAME, 1)
    record = read(whole[: len(whole) * 3 // 4])
    assert record.cut


def test_bombs_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(containers, "LIMIT", 1 << 20)
    bomb = b"<mjloggm>" + b" " * (1 << 20)
    large = "larger than 1 MB unpacked, which no record is"
    path = tmp_path / "bomb"
    for data in (
        bomb,
        gzip.compress(bomb),
        gzip.compress(gzip.compress(bomb)),
        bz2.compress(bomb),
        zipped({"a": bomb}),
        tarred({"a": bomb}),
    ):
        path.write_bytes(data)
        (one,) = records(path)
        assert large in str(one)
    assert found(tarred({"a": bomb, "b": GAME}, "w:gz"))[1] == "mjlog"


def test_a_large_archive_is_no_bomb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(containers, "LIMIT", 20_000)
    for pack in (zipped, tarred):
        path = tmp_path / "many"
        path.write_bytes(pack({f"f{i}": GAME for i in range(40)}))
        assert found(path) == ["mjlog"] * 40


def test_data_packed_again_and_again_are_refused() -> None:
    data = GAME
    for _ in range(7):
        data = gzip.compress(data)
    assert found(data) == ["<bytes>: packed too often or too much: no record is like that"]


def test_an_archive_of_archives_of_bombs_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "LIMIT", 1 << 16)
    bomb = gzip.compress(b" " * (1 << 18))
    for _ in range(3):
        bomb = zipped({str(i): bomb for i in range(12)})
    assert len(bomb) < containers.LIMIT
    complaints = found(bomb)
    assert len(complaints) < 12 * 12
    assert any("packed too often or too much" in one for one in complaints)


def test_many_empty_members_take_no_more_than_their_length() -> None:
    assert found(gzip.compress(b"") * 3000 + gzip.compress(GAME)) == ["mjlog"]


def test_a_large_archive_comes_through_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "LIMIT", 20_000)

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    for pack in (zipped, tarred):

        class Input:
            buffer = Pipe(pack({f"f{i}": GAME for i in range(40)}))

        monkeypatch.setattr(sys, "stdin", Input)
        assert found("-") == ["mjlog"] * 40


def test_read_wants_one_game(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(GAME)
    (tmp_path / "b").write_bytes(GAME)
    with pytest.raises(RecordError, match="holds 2 games, expected one: use records"):
        read(tmp_path)
    with pytest.raises(RecordError, match="holds 0 games"):
        read(b'{"type":"hello"}')


def test_an_unforeseen_failure_is_a_record_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_data: bytes, _path: str) -> list[Record]:
        raise IndexError("list index out of range")

    monkeypatch.setattr("minogashi.formats.mjlog.parse", broken)
    with pytest.raises(RecordError, match=r"^game: mjlog: broken record \(IndexError: list index out of range\)$"):
        parse(GAME, "game")
