"""Where records come from: files, folders, archives, compressed data, standard input.

Everything is found by looking at the first bytes, never by a suffix. A small file can hold a large
bomb: one record may have `LIMIT` bytes, and what is packed inside one file a few times as many.
"""

from __future__ import annotations

import bz2
import io
import lzma
import os
import shutil
import sys
import tarfile
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from minogashi.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

Source = str | os.PathLike[str] | bytes
Member = tuple[str, bytes | RecordError]
"""A path (inside archives: `archive/member`) and what is there, or why it cannot be had."""

LIMIT: Final = 64 * 1024 * 1024
"""The most bytes that one record may have when unpacked."""
_NESTED: Final = 4
_BLOCK: Final = 1 << 16
_GZIP, _BZIP2, _XZ, _ZIP = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"PK\3\4"
_DAMAGE: Final = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
)


def members(source: Source) -> Iterator[Member]:
    """Everything found in a path, a folder, an archive, the bytes themselves, or `-` (standard input).

    Folders are walked in sorted order; hidden names and the `__MACOSX` twins of archives are left out.
    """
    if isinstance(source, bytes):
        yield from _Unpacker().unpack("<bytes>", source)
    elif source == "-":
        yield from _stream("<stdin>", sys.stdin.buffer)
    elif (path := Path(source)).is_dir():
        for folder, inner, names in os.walk(path):
            inner[:] = sorted(name for name in inner if not _hidden(name))
            for name in sorted(name for name in names if not _hidden(name)):
                yield from _file(os.path.join(folder, name))  # noqa: PTH118  a Path costs ten times as much
    else:
        yield from _file(os.fspath(path))


def _hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/") if part not in {".", ".."})


def _file(path: str) -> Iterator[Member]:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            yield from _stream(path, file)
    except OSError as error:
        yield path, RecordError(f"cannot be read: {error.strerror or error}", path=path)


def _stream(path: str, file: IO[bytes]) -> Iterator[Member]:
    data = file.read(LIMIT + 1)
    if len(data) <= LIMIT and not data.startswith(_ZIP):
        yield from _Unpacker().unpack(path, data)
        return
    # an archive may be of any size, and is read member by member
    with tempfile.TemporaryFile() if not file.seekable() else file as whole:
        if whole is not file:
            whole.write(data)
            shutil.copyfileobj(file, whole)
        whole.seek(0)
        if data.startswith(_ZIP):
            yield from _zip(path, whole)
        elif data.startswith((_GZIP, _BZIP2, _XZ)) or _is_tar(data):
            yield from _tar(path, whole)
        else:
            yield path, _too_large(path)


class _Unpacker:
    """Opens what is packed inside one file, as long as `left` bytes last."""

    def __init__(self) -> None:
        self.left = _NESTED * LIMIT

    def unpack(self, path: str, data: bytes, depth: int = 0) -> Iterator[Member]:
        """The record in the data, or all records where the data are packed."""
        if depth > _NESTED or self.left < 0:
            yield path, RecordError("packed too often or too much: no record is like that", path=path)
        elif data.startswith(_ZIP):
            yield from _zip(path, io.BytesIO(data), self, depth)
        elif _is_tar(data):
            yield from _tar(path, io.BytesIO(data), self, depth)
        elif data.startswith((_GZIP, _BZIP2, _XZ)):
            yield from self._compressed(path, data, depth)
        elif len(data) > LIMIT:
            yield path, _too_large(path)
        else:
            yield path, data

    def _compressed(self, path: str, data: bytes, depth: int) -> Iterator[Member]:
        try:
            inner = _decompress(data)
        except _DAMAGE as error:
            yield path, RecordError(f"damaged compressed data: {error}", path=path)
            return
        self.left -= len(inner) if depth else 0
        if len(inner) > LIMIT and _is_tar(inner):
            yield from _tar(path, io.BytesIO(data), self, depth)
        else:
            yield from self.unpack(path, inner, depth + 1)


def _is_tar(data: bytes) -> bool:
    return data[257:262] == b"ustar"


def _too_large(path: str) -> RecordError:
    return RecordError(f"larger than {LIMIT >> 20} MB unpacked, which no record is", path=path)


def _decompress(data: bytes) -> bytes:
    """One stream after another, up to a little more than `LIMIT`; a stream that breaks off gives what it has."""
    out: list[bytes] = []
    at = size = 0
    while size <= LIMIT and data.startswith((_GZIP, _BZIP2, _XZ), at):
        if data.startswith(_GZIP, at):
            stream: zlib._Decompress | bz2.BZ2Decompressor | lzma.LZMADecompressor = zlib.decompressobj(31)
        else:
            stream = bz2.BZ2Decompressor() if data.startswith(_BZIP2, at) else lzma.LZMADecompressor()
        while not stream.eof and at < len(data) and size <= LIMIT:
            out.append(stream.decompress(data[at : at + _BLOCK], LIMIT + 1 - size))
            size += len(out[-1])
            at = min(at + _BLOCK, len(data))
        at -= len(stream.unused_data)
    return out[0] if len(out) == 1 else b"".join(out)


def _zip(path: str, file: IO[bytes], around: _Unpacker | None = None, depth: int = 0) -> Iterator[Member]:
    try:
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                name = f"{path}/{info.filename}"
                if info.is_dir() or _hidden(info.filename):
                    continue
                try:
                    with archive.open(info) as member:
                        data = member.read(LIMIT + 1)
                except _DAMAGE as error:
                    yield name, RecordError(f"damaged archive member: {error}", path=name)
                    continue
                yield from _member(name, data, around, depth)
                if around is not None and around.left < 0:
                    return
    except _DAMAGE as error:
        yield path, RecordError(f"damaged zip archive: {error}", path=path)


def _tar(path: str, file: IO[bytes], around: _Unpacker | None = None, depth: int = 0) -> Iterator[Member]:
    try:
        with tarfile.open(fileobj=file, mode="r|*") as archive:
            for info in archive:
                if not info.isfile() or _hidden(info.name):
                    continue
                member = archive.extractfile(info)
                if member is not None:
                    yield from _member(f"{path}/{info.name}", member.read(LIMIT + 1), around, depth)
                if around is not None and around.left < 0:
                    return
    except _DAMAGE as error:
        yield path, RecordError(f"damaged or not a tar archive: {error}", path=path)


def _member(name: str, data: bytes, around: _Unpacker | None, depth: int) -> Iterator[Member]:
    """A member of an outermost archive has its own allowance, one of an archive inside shares it."""
    if around is None or depth == 0:
        yield from _Unpacker().unpack(name, data, 1)
    else:
        around.left -= len(data)
        yield from around.unpack(name, data, depth + 1)
