"""A corpus to try things on: games between bots, from a seed.

Games are written as zips of `PER_FILE`, each whole or not at all. The same seed gives the same games, and the first
ones of a longer corpus are those of a shorter one.
"""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from minogashi import __version__
from minogashi.convert import TARGETS, convert
from minogashi.corpus.executors import AGAIN, executor, spread
from minogashi.errors import MinogashiError
from minogashi.play import saving
from minogashi.play.bots import BOTS
from minogashi.record import Setup
from minogashi.rulebook import profile
from minogashi.whole import tidy, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from minogashi.events import Event

PER_FILE: Final = 1000
ENDINGS: Final = {"minogashi": "jsonl", "mjai": "mjson", "mjlog": "mjlog", "tenhou6": "json"}
_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zips, so that they hold no clock."""


class Plan(Struct, frozen=True, kw_only=True):
    """What decides the games of a corpus; every zip carries it as its comment."""

    minogashi: str = __version__
    seed: int = 0
    rules: str = "tenhou"
    bots: str = "sensible"
    form: str = "minogashi"
    winds: int = 0
    """How many winds a game has; 0: as many as its family plays."""


def make_corpus(  # noqa: PLR0913  what a corpus is made of
    out: str | os.PathLike[str],
    games: int,
    *,
    seed: int = 0,
    rules: str = "tenhou",
    bots: str = "sensible",
    form: str = "minogashi",
    winds: int = 0,
    jobs: int = 1,
    step: Callable[[int], None] = lambda _games: None,
) -> int:
    """Write so many games as zips into the folder `out` -> how many were played; zips that are there are kept.

    `MinogashiError` for a form, bot or rule book that is not known, where a zip cannot be written, and where the
    folder holds games of another seed or kind.
    """
    if form not in TARGETS:
        raise MinogashiError(f"{form!r} is not a form to write: expected one of {', '.join(TARGETS)}")
    if bots not in BOTS:
        raise MinogashiError(f"{bots!r} is not a bot: expected one of {', '.join(BOTS)}")
    profile(rules)
    folder, plan, played = Path(out), Plan(seed=seed, rules=rules, bots=bots, form=form, winds=winds), 0

    def tasks() -> Iterator[tuple[tuple[int, int], Callable[..., bytes], tuple[object, ...]]]:
        for first in range(0, games, PER_FILE):
            last = min(first + PER_FILE, games) - 1
            if any(int(path.stem.partition("-")[2]) >= last for path in _there(folder, first, plan)):
                step(last + 1 - first)
            else:
                yield (first, last), _zipped, (first, last, plan)

    try:
        folder.mkdir(parents=True, exist_ok=True)
        tidy(folder, "*.zip")
        with executor(jobs) as (workers, width):
            for (first, last), data in spread(workers.submit, width, tasks()):
                shorter = _there(folder, first, plan)
                with whole(folder / f"{first:08d}-{last:08d}.zip") as part:
                    part.write_bytes(data)
                for path in shorter:
                    path.unlink()
                played += last + 1 - first
                step(last + 1 - first)
    except BrokenExecutor:
        raise MinogashiError(f"a worker ended without a word, for want of memory perhaps; {AGAIN}") from None
    except OSError as error:
        raise MinogashiError(f"{error.filename or out}: {error.strerror or error}; {AGAIN}") from None
    return played


def _there(folder: Path, first: int, plan: Plan) -> list[Path]:
    """The zips that begin with game `first`; all are of this plan."""
    wanted, found = msgspec.json.encode(plan), sorted(folder.glob(f"{first:08d}-*.zip"))
    for path in found:
        with path.open("rb") as file:
            file.seek(-min(len(wanted), path.stat().st_size), os.SEEK_END)
            if file.read() != wanted:
                raise MinogashiError(f"{path} holds games of another seed, kind or version: name a new folder")
    return found


def game(number: int, plan: Plan) -> bytes:
    """Game `number` of the corpus of a plan.

    >>> game(0, Plan(rules="sg-wong-v1", bots="random"))[:27]
    b'{"type":"start_game","minog'
    """
    own = int.from_bytes(hashlib.blake2b(f"{plan.seed}:{number}".encode(), digest_size=6).digest())
    setup = Setup(own, (plan.bots,) * profile(plan.rules).seats, plan.winds)
    record = saving.start(plan.rules, {}, setup)
    events: list[Event] = []
    saving.Game(record, watch=events.append).run()
    record.events = events
    return convert(record, plan.form).data


def _zipped(first: int, last: int, plan: Plan) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = msgspec.json.encode(plan)
        for number in range(first, last + 1):
            name = zipfile.ZipInfo(f"{number:08d}.{ENDINGS[plan.form]}", _FIRST_DAY)
            name.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(name, game(number, plan))
    return out.getvalue()
