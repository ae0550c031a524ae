"""Where records come from: files, folders, archives, compressed data, standard input.

Everything is found by looking at the first bytes, never by a suffix, and nothing is unpacked
beyond `LIMIT`: a small archive can hold a large bomb.
"""

from __future__ import annotations

import bz2
import io
import lzma
import os
import sys
import tarfile
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
_DEPTH: Final = 4
_GZIP, _BZIP2, _XZ, _ZIP = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"PK\3\4"
_DAMAGE: Final = (
    OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zlib.error, lzma.LZMAError,
    tarfile.TarError, zipfile.BadZipFile,
)  # fmt: skip


def members(source: Source) -> Iterator[Member]:
    """Everything found in a path, a folder, an archive, the bytes themselves, or `-` (standard input).

    Folders are walked in sorted order; hidden names and the `__MACOSX` twins of archives are left out.
    """
    if isinstance(source, bytes):
        yield from _unpack("<bytes>", source)
    elif source == "-":
        yield from _unpack("<stdin>", sys.stdin.buffer.read(LIMIT + 1))
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
            data = file.read(LIMIT + 1)
            if len(data) > LIMIT or data.startswith(_ZIP):
                file.seek(0)
                yield from _large(path, file, data[:512])
                return
    except OSError as error:
        yield path, RecordError(f"cannot be read: {error.strerror or error}", path=path)
        return
    yield from _unpack(path, data)


def _large(path: str, file: IO[bytes], head: bytes) -> Iterator[Member]:
    """An archive is read member by member and may be of any size; another large file is refused."""
    if head.startswith(_ZIP):
        yield from _zip(path, file, 0)
    elif head.startswith((_GZIP, _BZIP2, _XZ)) or _is_tar(head):
        yield from _tar(path, file, 0)
    else:
        yield path, _too_large(path)


def _unpack(path: str, data: bytes, depth: int = 0) -> Iterator[Member]:
    inner: bytes | RecordError
    if depth > _DEPTH:
        yield path, RecordError(f"packed more than {_DEPTH} times over", path=path)
    elif data.startswith(_ZIP):
        yield from _zip(path, io.BytesIO(data), depth)
    elif _is_tar(data):
        yield from _tar(path, io.BytesIO(data), depth)
    elif data.startswith((_GZIP, _BZIP2, _XZ)):
        inner = _decompress(path, data)
        if isinstance(inner, RecordError):
            yield path, inner
        elif len(inner) > LIMIT and _is_tar(inner):
            yield from _tar(path, io.BytesIO(data), depth)
        else:
            yield from _unpack(path, inner, depth + 1)
    elif len(data) > LIMIT:
        yield path, _too_large(path)
    else:
        yield path, data


def _is_tar(data: bytes) -> bool:
    return data[257:262] == b"ustar"


def _too_large(path: str) -> RecordError:
    return RecordError(f"larger than {LIMIT >> 20} MB unpacked, which no record is", path=path)


def _decompress(path: str, data: bytes) -> bytes | RecordError:
    """One stream after another, up to a little more than `LIMIT`; a stream that breaks off gives what it has."""
    out: list[bytes] = []
    size = 0
    rest = data
    try:
        while rest and size <= LIMIT:
            if rest.startswith(_GZIP):
                unzip = zlib.decompressobj(31)
                out.append(unzip.decompress(rest, LIMIT + 1 - size))
                rest = unzip.unused_data
            elif rest.startswith((_BZIP2, _XZ)):
                other = bz2.BZ2Decompressor() if rest.startswith(_BZIP2) else lzma.LZMADecompressor()
                out.append(other.decompress(rest, LIMIT + 1 - size))
                rest = other.unused_data
            else:
                break  # padding after the last stream
            size += len(out[-1])
    except _DAMAGE as error:
        return RecordError(f"damaged compressed data: {error}", path=path)
    return out[0] if len(out) == 1 else b"".join(out)


def _zip(path: str, file: IO[bytes], depth: int) -> Iterator[Member]:
    try:
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                if info.is_dir() or _hidden(info.filename):
                    continue
                name = f"{path}/{info.filename}"
                try:
                    with archive.open(info) as member:
                        data = member.read(LIMIT + 1)
                except _DAMAGE as error:
                    yield name, RecordError(f"damaged archive member: {error}", path=name)
                    continue
                yield from _unpack(name, data, depth + 1)
    except _DAMAGE as error:
        yield path, RecordError(f"damaged zip archive: {error}", path=path)


def _tar(path: str, file: IO[bytes], depth: int) -> Iterator[Member]:
    try:
        with tarfile.open(fileobj=file, mode="r|*") as archive:
            for info in archive:
                if not info.isfile() or _hidden(info.name):
                    continue
                member = archive.extractfile(info)
                if member is not None:
                    yield from _unpack(f"{path}/{info.name}", member.read(LIMIT + 1), depth + 1)
    except _DAMAGE as error:
        yield path, RecordError(f"damaged or not a tar archive: {error}", path=path)
