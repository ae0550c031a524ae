"""What a riichi in furiten is worth, found by play: one wall under four hands that differ in the wait (R47, R48).

A `Trial` is one seed and one turn of riichi. South holds a ready hand from the deal, throws a set row of tiles and
declares riichi with the last of them; the three others are sensible bots. All hands (`ARMS`) meet the same tiles at the
same places of the wall, so that their differences are sharp. Trials in which some hand does not live to its riichi are
left out of all.
"""

from __future__ import annotations

import importlib
from math import sqrt
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from minogashi import events as ev
from minogashi.errors import MinogashiError
from minogashi.play.bots import SensibleBot
from minogashi.play.deal import Deal
from minogashi.play.riichi import RiichiHouse
from minogashi.play.walls import RINSHAN, Wall, shuffled
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import Tile, parse_tile, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from minogashi.rulebook import Profile

SCHEMA: Final = "minogashi.study/1"
ME: Final = 1
SETS: Final = "123m789s55s"
"""What every hand holds beside its five tiles of the wait: no yaku but pinfu can come of it."""
ARMS: Final = {
    "furiten_ryanmen": ("23467p", "8p"),
    "furiten_three_sided": ("34567p", "8p"),
    "kanchan": ("23468p", "8m"),
    "ryanmen": ("66778p", "8m"),
}
"""The tiles of the wait, and the fourth discard: 8p makes 5-8p and 2-5-8p furiten. Ryanmen have 7 tiles left each."""
_RIVER: Final = tuple(parse_tiles("1z9m4z"))
_MORE: Final = tuple(parse_tiles("3z1s2z9s5z1m6z9p1z3z2z1s9m5z"))
TURNS: Final = range(4, len(_RIVER) + len(_MORE) + 2)
"""The turns in which riichi may be declared."""
Z: Final = 1.96
"""For intervals of 95 %."""


class Played(Struct, frozen=True, array_like=True):
    """How one hand ended for its riichi: by ron or self-draw, by dealing in, and what it gained, sticks included."""

    won: bool
    drawn: bool
    dealt_in: bool
    points: int
    gained: int


class Trial(Struct, frozen=True):
    """One seed and turn: how each hand of `ARMS` ended; empty where one did not come to its riichi."""

    number: int
    turn: int
    arms: dict[str, Played]


class Rate(Struct):
    """A mean with its interval of 95 %."""

    mean: float
    low: float
    high: float


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


class TurnTable(Struct):
    """The trials of one turn of riichi: `played` ones, and `left_out` since a hand ended before its riichi."""

    turn: int
    played: int
    left_out: int
    arms: list[Arm]
    contrasts: list[Contrast]


class Study(Struct):
    """Everything about a run, so that it can be repeated."""

    schema: str
    name: str
    profile: str
    overrides: dict[str, str]
    seed: int
    trials: int
    turns: list[TurnTable]


class _Wall(Wall):
    """A wall in which one seat draws a row of tiles of its own first."""

    def __init__(self, tiles: Sequence[Tile], table: Table, script: Sequence[Tile], dead: int) -> None:
        super().__init__(tiles, dead=dead, stock=RINSHAN)
        self.table, self.script = table, list(script)

    def draw(self) -> Tile:
        """The next tile: the own row's where it is that seat's turn, else the front's."""
        if self.script and self.table.running and self.table.round.turn == ME:
            return self.script.pop(0)
        return super().draw()


class _Rider:
    """Throws what it draws, lets everything go, declares riichi in its turn, and then takes every win."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        own = table.seats[seat]
        if own.in_riichi and isinstance(choices[0], ev.Ron | ev.Tsumo):
            return choices[0]
        if isinstance(choices[-1], ev.Pass):
            return choices[-1]
        if len(own.river) == self.turn - 1:
            for event in choices:
                if isinstance(event, ev.Riichi):
                    return event
        return next(event for event in choices if isinstance(event, ev.Discard) and event.drawn)


def rules() -> Profile:
    """The rule book that is played: Tenhou's without red fives, which would fall on hands by chance.

    >>> rules().overrides
    {'red_fives': 0}
    """
    return profile("tenhou", {"red_fives": "0"})


def script(arm: str, turn: int) -> list[Tile]:
    """What the hand throws up to its riichi.

    >>> from minogashi.tiles import row
    >>> row(script("furiten_ryanmen", 6))
    '1z9m4z8p3z1s'
    """
    return [*_RIVER, parse_tile(ARMS[arm][1]), *_MORE][:turn]


def rest(order: Sequence[Tile], arm: str, turn: int) -> list[Tile]:
    """The wall without the hand's own tiles: every other tile lies where it lies for any other hand.

    The tiles of the first hand of `ARMS` are taken out; another hand takes what it needs more, and what it does not
    need is put there.
    """
    first = next(iter(ARMS))
    taken, wanted = ([*parse_tiles(SETS + ARMS[name][0]), *script(name, turn)] for name in (first, arm))
    out = list(order)
    for tile in taken:
        out.remove(tile)
    spare = list(taken)
    missing = []
    for tile in wanted:
        if tile in spare:
            spare.remove(tile)
        else:
            missing.append(tile)
    for tile, other in zip(missing, spare, strict=True):
        out[out.index(tile)] = other
    return out


def play(arm: str, number: int, turn: int, seed: int, book: Profile) -> Played | None:
    """Play one hand; None where it ended before its riichi stood."""
    order = shuffled(book, f"{seed}:{number}")
    table, house = Table(book), RiichiHouse(book)
    tiles = rest(order, arm, turn)
    wall = _Wall(tiles, table, script(arm, turn), book.dead_wall)
    hands = [tuple(wall.draw() for _ in range(13)) for _ in range(book.seats - 1)]
    hands.insert(ME, tuple(parse_tiles(SETS + ARMS[arm][0])))
    players = [_Rider(turn) if seat == ME else SensibleBot(number, pass_wins=0) for seat in range(book.seats)]
    deal = Deal(table, wall, players, house, lambda _event: None)
    scores = (int(book["start_points"]),) * book.seats
    deal.play(ev.RoundStart(0, 0, 0, 0, 0, scores, (wall.indicator(0),), tuple(hands)))
    deal.play(ev.Draw(0, wall.draw()))
    deal.run()
    if not table.seats[ME].in_riichi:
        return None
    mine = next((win for win in table.wins if win.seat == ME), None)
    value = None if mine is None else house.value(table, ME)
    dealt_in = mine is None and any(win.source == ME for win in table.wins)
    gained = table.round.scores[ME] - scores[ME]
    return Played(
        mine is not None, mine is not None and mine.source == ME, dealt_in, value.points if value else 0, gained
    )


def trial(number: int, turn: int, seed: int) -> Trial:
    """All hands of `ARMS` under one wall.

    >>> sorted(trial(0, 8, 1).arms) in ([], sorted(ARMS))
    True
    """
    book = rules()
    found = {arm: play(arm, number, turn, seed, book) for arm in ARMS}
    played = {arm: one for arm, one in found.items() if one is not None}
    return Trial(number, turn, played if len(played) == len(ARMS) else {})


def run(  # noqa: PLR0913  what a study is made of
    trials: int,
    turns: Sequence[int] = (8,),
    seed: int = 0,
    *,
    out: Path | None = None,
    jobs: int = 1,
    tell: Callable[[int], None] = lambda _done: None,
) -> tuple[Study, list[Trial]]:
    """Play so many trials a turn -> what came of them, and the trials themselves.

    Each trial is a line of `out` as soon as it is played; a file of the same study is gone on with. `tell` gets the
    number of trials done. Raises `MinogashiError` for a turn that is none of `TURNS` and a file of something else.
    """
    wrong = [turn for turn in turns if turn not in TURNS]
    if wrong:
        raise MinogashiError(f"riichi in turn {wrong[0]}: expected {TURNS.start} to {TURNS.stop - 1}")
    had = {} if out is None else _had(out, seed)
    asked = [(number, turn) for turn in turns for number in range(trials)]
    missing = [key for key in asked if key not in had]
    tell(len(asked) - len(missing))
    found = {key: had[key] for key in asked if key in had}
    sink = None if out is None else out.open("ab")
    try:
        for one in _played(missing, seed, jobs):
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
    study = Study(SCHEMA, "furiten-riichi", book.name, overrides, seed, trials, tables)
    return study, [found[key] for key in asked]


def _played(missing: Sequence[tuple[int, int]], seed: int, jobs: int) -> Iterator[Trial]:
    asked = [(number, turn, seed) for number, turn in missing]
    if jobs < 2 or len(asked) < 2:
        yield from map(_trial, asked)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_trial, asked, chunksize=8)


def _trial(asked: tuple[int, int, int]) -> Trial:
    return trial(*asked)


def _had(out: Path, seed: int) -> dict[tuple[int, int], Trial]:
    """The trials that a file holds; a new file gets its first line, a line that breaks off is cut away."""
    first = msgspec.json.encode({"schema": SCHEMA, "name": "furiten-riichi", "seed": seed}) + b"\n"
    if not out.exists() or not out.stat().st_size:
        out.write_bytes(first)
        return {}
    data = out.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if not whole.startswith(first):
        raise MinogashiError(f"{out} is not a furiten-riichi study of seed {seed}: name another file")
    try:
        found = [msgspec.json.decode(line, type=Trial) for line in whole[len(first) :].splitlines()]
    except msgspec.MsgspecError as error:
        raise MinogashiError(f"{out} holds a line that is no trial: {error}") from None
    if len(whole) < len(data):
        out.write_bytes(whole)
    return {(one.number, one.turn): one for one in found}


CONTRASTS: Final = (
    ("furiten_ryanmen", "kanchan"),
    ("furiten_three_sided", "ryanmen"),
    ("furiten_ryanmen", "ryanmen"),
)
"""The comparisons of R48 and R47, and the price of furiten itself."""


def tally(turn: int, trials: Sequence[Trial]) -> TurnTable:
    """The rates of all hands over trials of one turn, with what parts them trial by trial."""
    played = [one.arms for one in trials if one.arms]
    arms = [_arm(name, [arms[name] for arms in played]) for name in ARMS]
    contrasts = [_contrast(first, second, played) for first, second in CONTRASTS]
    return TurnTable(turn, len(played), len(trials) - len(played), arms, contrasts)


def _arm(name: str, played: Sequence[Played]) -> Arm:
    won = [one for one in played if one.won]
    return Arm(
        name,
        ARMS[name][0],
        share([one.won for one in played]),
        share([one.drawn for one in won]),
        share([one.dealt_in for one in played]),
        mean([one.points for one in won]),
        mean([one.gained for one in played]),
    )


def _contrast(first: str, second: str, played: Sequence[Mapping[str, Played]]) -> Contrast:
    wins = mean([arms[first].won - arms[second].won for arms in played])
    return Contrast(first, second, wins, mean([arms[first].gained - arms[second].gained for arms in played]))


def share(found: Sequence[bool]) -> Rate:
    """How often something held, with Wilson's interval.

    >>> rate = share([True] * 60 + [False] * 40)
    >>> rate.mean, round(rate.low, 3), round(rate.high, 3)
    (0.6, 0.502, 0.691)
    """
    if not found:
        return Rate(0.0, 0.0, 1.0)
    n, p = len(found), sum(found) / len(found)
    middle, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return Rate(p, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def mean(found: Iterable[float]) -> Rate:
    """A mean with its normal interval.

    >>> rate = mean([1.0, 3.0, 1.0, 3.0])
    >>> rate.mean, round(rate.low, 2), round(rate.high, 2)
    (2.0, 0.87, 3.13)
    """
    values = list(found)
    if not values:
        return Rate(0.0, 0.0, 0.0)
    n = len(values)
    middle = sum(values) / n
    spread = Z * sqrt(sum((value - middle) ** 2 for value in values) / max(1, n - 1) / n)
    return Rate(middle, middle - spread, middle + spread)


def write_parquet(trials: Sequence[Trial], path: Path) -> None:
    """The trials as a Parquet table, a row a hand. `MinogashiError` where pyarrow is not installed."""
    try:
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise MinogashiError("pyarrow is not installed: pip install 'minogashi[corpus]'") from None
    rows = [
        {"trial": one.number, "turn": one.turn, "hand": name, **msgspec.structs.asdict(played)}
        for one in trials
        for name, played in one.arms.items()
    ]
    parquet.write_table(arrow.Table.from_pylist(rows), path)
