"""A corpus to try things on: games between bots, from a seed.

Games are written as zips of `PER_FILE`, each whole or not at all. The same seed gives the same games, and the first
ones of a longer corpus are those of a shorter one.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from minogashi.convert import TARGETS, convert
from minogashi.corpus.executors import executor, spread
from minogashi.errors import MinogashiError
from minogashi.play import saving
from minogashi.play.bots import BOTS
from minogashi.record import Setup
from minogashi.rulebook import profile

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from minogashi.events import Event

PER_FILE: Final = 1000
ENDINGS: Final = {"minogashi": "jsonl", "mjai": "mjson", "mjlog": "mjlog", "tenhou6": "json"}
_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zips, so that they hold no clock."""


def make_corpus(  # noqa: PLR0913  what a corpus is made of
    out: str | os.PathLike[str],
    games: int,
    *,
    seed: int = 0,
    rules: str = "tenhou",
    bots: str = "sensible",
    form: str = "minogashi",
    jobs: int = 1,
    step: Callable[[int], None] = lambda _games: None,
) -> None:
    """Write so many games as zips into the folder `out`; zips that are there already are kept.

    `MinogashiError` for a form, bot or rule book that is not known, and where a zip cannot be written.
    """
    if form not in TARGETS:
        raise MinogashiError(f"{form!r} is not a form to write: expected one of {', '.join(TARGETS)}")
    if bots not in BOTS:
        raise MinogashiError(f"{bots!r} is not a bot: expected one of {', '.join(BOTS)}")
    profile(rules)
    folder = Path(out)

    def tasks() -> Iterator[tuple[tuple[Path, int], Callable[..., bytes], tuple[object, ...]]]:
        for first in range(0, games, PER_FILE):
            last = min(first + PER_FILE, games)
            path = folder / f"{first:08d}-{last - 1:08d}.zip"
            if path.exists():
                step(last - first)
            else:
                yield (path, last - first), _zipped, (first, last, seed, rules, bots, form)

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with executor(jobs) as (workers, width):
            for (path, count), data in spread(workers.submit, width, tasks()):
                _write(path, data)
                step(count)
    except BrokenExecutor:
        raise MinogashiError("a worker ended without a word, for want of memory perhaps") from None
    except OSError as error:
        raise MinogashiError(f"{error.filename or out}: {error.strerror or error}") from None


def game(
    number: int, *, seed: int = 0, rules: str = "tenhou", bots: str = "sensible", form: str = "minogashi"
) -> bytes:
    """Game `number` of the corpus of a seed, in the form wanted.

    >>> game(0, rules="sg-wong-v1", bots="random")[:27]
    b'{"type":"start_game","minog'
    """
    own = int.from_bytes(hashlib.blake2b(f"{seed}:{number}".encode(), digest_size=6).digest())
    record = saving.start(rules, {}, Setup(own, (bots,) * profile(rules).seats))
    events: list[Event] = []
    saving.Game(record, watch=events.append).run()
    record.events = events
    return convert(record, form).data


def _zipped(first: int, last: int, seed: int, rules: str, bots: str, form: str) -> bytes:  # noqa: PLR0913, PLR0917
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(first, last):
            name = zipfile.ZipInfo(f"{number:08d}.{ENDINGS[form]}", _FIRST_DAY)
            name.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(name, game(number, seed=seed, rules=rules, bots=bots, form=form))
    return out.getvalue()


def _write(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)
