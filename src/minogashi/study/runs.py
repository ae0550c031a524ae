"""Many trials: played on all cores, kept in a file that is gone on with, and tallied turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from minogashi.corpus.executors import executor
from minogashi.errors import MinogashiError
from minogashi.study.rates import Rate, mean, share
from minogashi.study.trials import ARMS, OPPONENTS, TURNS, Played, Trial, rules, trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

SCHEMA: Final = "minogashi.study/1"
NAME: Final = "furiten-riichi"


class Arm(Struct):
    """One hand over all trials of a turn: wins, self-draws among them, deals in, points of a win, points gained."""

    name: str
    waits: str
    win: Rate
    drawn: Rate
    deal_in: Rate
    points: Rate
    gain: Rate


class Contrast(Struct):
    """What the first hand has more than the second, trial by trial: in wins and in points gained."""

    first: str
    second: str
    win: Rate
    gain: Rate


class Sentence(Struct):
    """What a requirement says of two hands, and whether it `holds`, `fails` or is still `open` at this table.

    `low` and `high` bound what the first hand may win more often than the second one (riichi.md 5.3).
    """

    requirement: str
    first: str
    second: str
    low: float
    high: float
    verdict: str


class TurnTable(Struct):
    """The trials of one turn of riichi: `played` ones, and `left_out` since a hand ended before its riichi."""

    turn: int
    played: int
    left_out: int
    arms: list[Arm]
    contrasts: list[Contrast]
    sentences: list[Sentence]


class Study(Struct):
    """Everything about a run, so that it can be repeated."""

    schema: str
    name: str
    profile: str
    overrides: dict[str, str]
    opponents: str
    seed: int
    trials: int
    turns: list[TurnTable]


CONTRASTS: Final = (
    ("furiten_ryanmen", "kanchan"),
    ("furiten_three_sided", "ryanmen"),
    ("furiten_ryanmen", "ryanmen"),
)
"""The comparisons of R48 and R47, and the price of furiten itself."""
BANDS: Final = {
    "R48": ("furiten_ryanmen", "kanchan", -0.12, 0.0),
    "R47": ("furiten_three_sided", "ryanmen", -0.08, 0.08),
}
"""How much more often the first hand may win than the second where a requirement holds (riichi.md 5.3)."""


def run(  # noqa: PLR0913  what a study is made of
    trials: int,
    turns: Sequence[int] = (8,),
    seed: int = 0,
    *,
    opponents: str = OPPONENTS[0],
    out: Path | None = None,
    jobs: int = 1,
    tell: Callable[[int], None] = lambda _done: None,
) -> tuple[Study, list[Trial]]:
    """Play so many trials a turn -> what came of them, and the trials themselves.

    Each trial is a line of `out` as soon as it is played; a file of the same study is gone on with. `tell` gets the
    number of trials done. Raises `MinogashiError` for a turn that is none of `TURNS`, opponents that are none of
    `OPPONENTS` and a file of something else.
    """
    wrong = [turn for turn in turns if turn not in TURNS]
    if wrong:
        raise MinogashiError(f"riichi in turn {wrong[0]}: expected {TURNS.start} to {TURNS.stop - 1}")
    if opponents not in OPPONENTS:
        raise MinogashiError(f"no opponents {opponents!r}: expected {', '.join(OPPONENTS)}")
    had = {} if out is None else _had(out, seed, opponents)
    asked = [(number, turn) for turn in turns for number in range(trials)]
    missing = [(*key, seed, opponents) for key in asked if key not in had]
    tell(len(asked) - len(missing))
    found = {key: had[key] for key in asked if key in had}
    sink = None if out is None else out.open("ab")
    try:
        for one in _played(missing, jobs):
            found[one.number, one.turn] = one
            if sink is not None:
                sink.write(msgspec.json.encode(one) + b"\n")
                sink.flush()
            tell(1)
    finally:
        if sink is not None:
            sink.close()
    tables = [tally(turn, [found[number, turn] for number in range(trials)]) for turn in turns]
    book = rules()
    overrides = {name: str(value) for name, value in book.overrides.items()}
    study = Study(SCHEMA, NAME, book.name, overrides, opponents, seed, trials, tables)
    return study, [found[key] for key in asked]


def _played(missing: Sequence[tuple[int, int, int, str]], jobs: int) -> Iterator[Trial]:
    """The trials in the order in which they are asked for, whoever plays them."""
    if jobs < 2 or len(missing) < 2:
        yield from map(_trial, missing)
        return
    with executor(jobs) as (pool, _):
        yield from pool.map(_trial, missing, chunksize=8)


def _trial(asked: tuple[int, int, int, str]) -> Trial:
    return trial(*asked)


def _had(out: Path, seed: int, opponents: str) -> dict[tuple[int, int], Trial]:
    """The trials that a file holds; a new file gets its first line, a line that breaks off is cut away."""
    first = msgspec.json.encode({"schema": SCHEMA, "name": NAME, "seed": seed, "opponents": opponents}) + b"\n"
    data = out.read_bytes() if out.exists() else b""
    if len(data) < len(first) and first.startswith(data):
        out.write_bytes(first)
        return {}
    if not data.startswith(first):
        raise MinogashiError(f"{out} is not a {NAME} study of seed {seed} with {opponents} opponents: name another")
    whole = data[: data.rfind(b"\n") + 1]
    try:
        found = [msgspec.json.decode(line, type=Trial) for line in whole[len(first) :].splitlines()]
    except msgspec.MsgspecError as error:
        raise MinogashiError(f"{out} holds a line that is no trial: {error}") from None
    if len(whole) < len(data):
        with out.open("r+b") as file:
            file.truncate(len(whole))
    return {(one.number, one.turn): one for one in found}


def tally(turn: int, trials: Sequence[Trial]) -> TurnTable:
    """The rates of all hands over trials of one turn, with what parts them trial by trial."""
    played = [one.arms for one in trials if one.arms]
    arms = [_arm(name, [arms[name] for arms in played]) for name in ARMS]
    contrasts = [_contrast(first, second, played) for first, second in CONTRASTS]
    sentences = [
        Sentence(name, first, second, low, high, _contrast(first, second, played).win.within(low, high))
        for name, (first, second, low, high) in BANDS.items()
    ]
    return TurnTable(turn, len(played), len(trials) - len(played), arms, contrasts, sentences if played else [])


def _arm(name: str, played: Sequence[Played]) -> Arm:
    won = [one for one in played if one.won]
    return Arm(
        name,
        ARMS[name][0],
        share(len(won), len(played)),
        share(sum(one.drawn for one in won), len(won)),
        share(sum(one.dealt_in for one in played), len(played)),
        mean(one.points for one in won),
        mean(one.gained for one in played),
    )


def _contrast(first: str, second: str, played: Sequence[Mapping[str, Played]]) -> Contrast:
    wins = mean(arms[first].won - arms[second].won for arms in played)
    return Contrast(first, second, wins, mean(arms[first].gained - arms[second].gained for arms in played))
