"""The run: sources in, a folder of shards out; killed at any moment, it goes on where it stopped.

Items are dealt to shards in the order of the sources, so a shard's content does not depend on who makes it or when. A
shard is a folder that is put in its place in one step; whatever lacks its place is made again. Nothing that is
written holds a time or the name of a machine, so a run that was resumed ends with the bytes of one that was not.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import sqlite3
import time
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct, field

from minogashi import __version__
from minogashi.corpus.executors import AGAIN, executor, spread
from minogashi.corpus.extras import extra
from minogashi.corpus.schema import SCHEMA, TABLES
from minogashi.corpus.sources import Item, Seen, items, shards
from minogashi.corpus.work import Shard, audit_shard
from minogashi.errors import MinogashiError
from minogashi.whole import tidy, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

SHARD: Final = 1000
MANIFEST: Final = "corpus.json"
PART: Final = ".part"
_LABEL: Final = "shard.json"


class Settings(Struct, frozen=True, kw_only=True):
    """What a corpus is made from; with other settings it would be another corpus."""

    schema: str = SCHEMA
    minogashi: str = __version__
    sources: list[str]
    shard: int = SHARD
    profile: str = ""
    overrides: dict[str, str | int] = field(default_factory=dict)


class Manifest(Struct, frozen=True, kw_only=True):
    """`corpus.json`: the settings; once all is done how many shards, items, duplicates and rows of each table."""

    settings: Settings
    complete: bool = False
    shards: int = 0
    items: int = 0
    duplicates: int = 0
    rows: dict[str, int] = field(default_factory=dict)


class Label(Struct, frozen=True):
    """`shard.json`: how many items went in, a digest of their ids, and the rows that came out."""

    items: int
    digest: str
    rows: dict[str, int]


class Outcome(Struct):
    """The manifest of the finished corpus, the shards that were there before, and the seconds of this run by part.

    The parts are `read` and `write` (here), `parse`, `replay`, `rows` and `encode` (summed over all workers); `run` is
    by the clock.
    """

    manifest: Manifest
    resumed: int = 0
    games: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


def audit_corpus(  # noqa: PLR0913  what a run can be told
    sources: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    jobs: int = 1,
    scheduler: str = "",
    shard: int = SHARD,
    rules: str = "",
    overrides: Mapping[str, str | int] | None = None,
    step: Callable[[int], None] = lambda _items: None,
) -> Outcome:
    """Audit every record of the sources into the folder `out`, or go on with what is there.

    `step` is told of items that are done. `MinogashiError` where `out` holds something else, or cannot be written.
    """
    extra("pyarrow", "corpus")
    paths = [os.fspath(source) for source in sources]
    for path in paths:  # its own tables would be taken for sources
        if Path(path).is_dir() and Path(out).resolve().is_relative_to(Path(path).resolve()):
            raise MinogashiError(f"{out} lies in the source {path}: name a folder outside of it")
    settings = Settings(sources=paths, shard=shard, profile=rules, overrides=dict(overrides or {}))
    run = _Run(Path(out), settings, step)
    try:
        with _alone(run.out), executor(jobs, scheduler) as (workers, width):
            return run.run(workers.submit, width)
    except BrokenExecutor:
        raise MinogashiError(f"a worker ended without a word, for want of memory perhaps; {AGAIN}") from None
    except OSError as error:
        raise MinogashiError(f"{error.filename or out}: {error.strerror or error}; {AGAIN}") from None
    except sqlite3.Error as error:
        raise MinogashiError(f"the temporary list of games seen cannot be kept: {error}; {AGAIN}") from None


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Keep other runs out of the folder; where the system cannot, nothing is kept."""
    out.mkdir(parents=True, exist_ok=True)
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ModuleNotFoundError:
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise MinogashiError(f"another run is at work in {out}") from None
    else:
        yield
    finally:
        os.close(handle)


class _Run:
    def __init__(self, out: Path, settings: Settings, step: Callable[[int], None]) -> None:
        self.out, self.settings, self.step = out, settings, step
        self.rows = dict.fromkeys(TABLES, 0)
        self.seen = Seen()
        self.resumed = self.games = self.items = self.shards = 0
        self.seconds: dict[str, float] = {"read": 0.0, "write": 0.0}

    def run(self, submit: Callable[..., Future[Shard]], width: int) -> Outcome:
        """All shards that are not there yet, and the manifest of the whole."""
        begun = time.perf_counter()
        found = self._begin()
        if found is not None and found.complete:
            return Outcome(found, resumed=found.shards)
        for (number, label), shard in spread(submit, width, self._tasks()):
            self._settle(number, label, shard)
        if not self.shards:
            raise MinogashiError("the sources hold no file at all")
        if self._folder(self.shards).exists():
            raise self._moved(self.shards)
        manifest = Manifest(
            settings=self.settings,
            complete=True,
            shards=self.shards,
            items=self.items,
            duplicates=self.seen.again,
            rows=self.rows,
        )
        self._manifest(manifest)
        self.seen.close()
        self.seconds["run"] = time.perf_counter() - begun
        return Outcome(manifest, self.resumed, self.games, self.seconds)

    def _tasks(self) -> Iterator[tuple[tuple[int, Label], Callable[..., Shard], tuple[object, ...]]]:
        for number, shard in enumerate(self._portions()):
            self.shards = number + 1
            self.items += len(shard)
            label = Label(len(shard), _digest(shard), {})
            if not self._have(number, label):
                yield (number, label), audit_shard, (number, shard, self.settings.profile, self.settings.overrides)

    def _begin(self) -> Manifest | None:
        """Make the folder, or see that it holds the beginning of this very corpus."""
        for torn in self.out.glob(f"*{PART}"):
            if torn.name.removesuffix(PART).isdecimal():
                shutil.rmtree(torn)
        tidy(self.out, MANIFEST)
        found = manifest_of(self.out)
        if found is not None:
            for name in Settings.__struct_fields__:
                had, wanted = getattr(found.settings, name), getattr(self.settings, name)
                if had != wanted:
                    raise MinogashiError(
                        f"{self.out} was begun with {name} {had!r}, not {wanted!r}: keep to that, or name a new folder"
                    )
        elif any(self.out.iterdir()):
            raise MinogashiError(f"{self.out} holds something else: name a new folder")
        else:
            self._manifest(Manifest(settings=self.settings))
        return found

    def _portions(self) -> Iterator[Sequence[Item]]:
        fresh = shards(self._fresh(), self.settings.shard)
        while True:
            begun = time.perf_counter()
            shard = next(fresh, None)
            self.seconds["read"] += time.perf_counter() - begun
            if shard is None:
                return
            yield shard

    def _fresh(self) -> Iterator[Item]:
        for item in items(self.settings.sources):
            if self.seen.new(item.id):
                yield item.packed()
            else:
                self.step(1)

    def _folder(self, number: int) -> Path:
        return self.out / f"{number:06d}"

    def _have(self, number: int, label: Label) -> bool:
        path = self._folder(number) / _LABEL
        if not path.exists():
            return False
        had = msgspec.json.decode(path.read_bytes(), type=Label)
        if (had.items, had.digest) != (label.items, label.digest):
            raise self._moved(number)
        self._count(had)
        self.resumed += 1
        return True

    def _moved(self, number: int) -> MinogashiError:
        return MinogashiError(
            f"{self._folder(number)} was made from other records: the sources have changed, so name a new folder"
        )

    def _count(self, label: Label) -> None:
        for table, rows in label.rows.items():
            self.rows[table] += rows
        self.step(label.items)

    def _settle(self, number: int, label: Label, shard: Shard) -> None:
        """Put a shard in its place."""
        begun = time.perf_counter()
        label = Label(label.items, label.digest, shard.rows)
        self._store(number, {f"{table}.parquet": data for table, data in shard.files.items()}, label)
        self.seconds["write"] += time.perf_counter() - begun
        for part, seconds in shard.seconds.items():
            self.seconds[part] = self.seconds.get(part, 0.0) + seconds
        self.games += shard.rows["games"]
        self._count(label)

    def _store(self, number: int, files: Mapping[str, bytes], label: Label) -> None:
        folder = self._folder(number)
        part = folder.with_name(folder.name + PART)
        part.mkdir()
        try:
            for name, data in {**files, _LABEL: _json(label)}.items():
                _write(part / name, data)
            _sync(part)
            part.replace(folder)
        except OSError:  # a full disk, most likely: leave it what room there is
            shutil.rmtree(part, ignore_errors=True)
            raise
        _sync(self.out)

    def _manifest(self, manifest: Manifest) -> None:
        with whole(self.out / MANIFEST) as part:
            part.write_bytes(_json(manifest))
        _sync(self.out)


def manifest_of(folder: Path) -> Manifest | None:
    """What a corpus says of itself; None where there is none. `MinogashiError` where it is of another version."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.MsgspecError as error:
        raise MinogashiError(f"{path} is not the manifest of a corpus: {error}") from None


def _digest(shard: Sequence[Item]) -> str:
    """Of the ids and the paths: what the rows depend on, but for the bytes."""
    return hashlib.blake2b(
        "\n".join(f"{item.id} {item.path}" for item in shard).encode(errors="surrogateescape"), digest_size=16
    ).hexdigest()


def _json(what: Any) -> bytes:  # noqa: ANN401  a struct
    return msgspec.json.format(msgspec.json.encode(what), indent=2) + b"\n"


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Put a folder's names on the disk, where the system can."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
