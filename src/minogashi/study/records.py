"""The same question asked of real games: every riichi by its wait, furiten or not, and what became of it (R47, R48).

Each record is folded through a `Table` under its own rules. A riichi counts once its declaration stood, where the
hand is known and the round was recorded to its end. It is counted once, however many records tell of it.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi import formats
from minogashi.arrangements import arrangements
from minogashi.claims import Code
from minogashi.corpus.executors import executor, spread
from minogashi.corpus.sources import items, shards
from minogashi.errors import MinogashiError, RecordError
from minogashi.rulebook import profile
from minogashi.shapes import possible
from minogashi.study.rates import Rate, apart, mean, share
from minogashi.table import Table
from minogashi.tiles import KIND_OF, KINDS, kinds_in

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from minogashi.corpus.sources import Item
    from minogashi.record import Record
    from minogashi.seat import Seat
    from minogashi.tiles import Kind, Mask

SCHEMA: Final = "minogashi.study_records/1"
WAITS: Final = ("ryanmen", "three_sided", "one_sided", "shanpon", "other")
"""`one_sided` waits for one kind (kanchan, penchan, tanki), `three_sided` for three ryanmen sides of one line."""
ROWS: Final = {"all": (1, 99), "1-6": (1, 6), "7-12": (7, 12), "13-": (13, 99)}
"""Turns of riichi, as rivers are laid: in rows of six."""
FEW: Final = 100
"""With fewer cases an interval is wider than ten points to either side, which is what parts one wait from another."""
_PORTION: Final = 20


class Case(Struct, frozen=True, array_like=True):
    """One riichi: the seats at the table, the wait, whether the river made it furiten, the turn, and its end.

    `key` tells the deal and the hand; `gained` are the points of the whole hand, sticks included, where they are told.
    """

    key: int
    seats: int
    wait: str
    furiten: bool
    turn: int
    won: bool
    drawn: bool
    dealt_in: bool
    gained: int | None


class Group(Struct):
    """The cases of one wait: how many, their wins, the self-draws among these, deals in, points gained.

    `enough`: there are `FEW` of them or more; with fewer the figures say little.
    """

    wait: str
    furiten: bool
    turns: str
    cases: int
    enough: bool
    win: Rate
    drawn: Rate
    deal_in: Rate
    gain: Rate


class Gap(Struct):
    """How much more often the first wait, a furiten one, wins than the second, which is not."""

    first: str
    second: str
    enough: bool
    win: Rate


class Tables(Struct):
    """What the tables of so many seats show."""

    seats: int
    groups: list[Group]
    gaps: list[Gap]


class RecordStudy(Struct):
    """What the records show. `hidden` riichi are of hands that no record shows, `again` those met before."""

    schema: str
    games: int
    unreadable: int
    riichi: int
    hidden: int
    again: int
    tables: list[Tables]


class Found(Struct):
    """What a portion of records holds."""

    cases: list[Case]
    games: int = 0
    unreadable: int = 0
    hidden: int = 0


def study_records(
    sources: Iterable[str | os.PathLike[str]], *, jobs: int = 1, tell: Callable[[int], None] = lambda _done: None
) -> RecordStudy:
    """Every riichi of the records in files, folders, archives and databases; `tell` gets the number of records done."""
    known: dict[int, Case] = {}
    told = Found([])
    again = 0
    with executor(jobs) as (pool, width):
        tasks = ((len(portion), cases_of, (portion,)) for portion in shards(items(sources), _PORTION))
        for number, found in spread(pool.submit, width, tasks):
            for case in found.cases:
                again += case.key in known
                known.setdefault(case.key, case)
            told.games += found.games
            told.unreadable += found.unreadable
            told.hidden += found.hidden
            tell(number)
    tables = [_tables(seats, list(known.values())) for seats in (4, 3)]
    shown = [table for table in tables if table.groups]
    return RecordStudy(SCHEMA, told.games, told.unreadable, len(known), told.hidden, again, shown)


def cases_of(portion: Sequence[Item]) -> Found:
    """The riichi of some records; what cannot be read, or be, is counted only."""
    found = Found([])
    for item in portion:
        try:
            games = [] if item.error else formats.parse(item.data, item.path)
        except RecordError:
            games = None
        if games is None or item.error:
            found.unreadable += 1
            continue
        for record in games:
            _fold(record, found)
    return found


def _fold(record: Record, found: Found) -> None:
    """Play a game; its riichi are those up to an event that cannot be."""
    try:
        book = profile(record.profile, record.options)
        watched = Riichi(Table(book, strict=False), found)
        for event in record.events:
            watched.apply(event)
    except MinogashiError:
        found.unreadable += 1
        return
    found.games += 1


class Riichi:
    """Plays events on a table and keeps how each riichi stood when it was declared, and how it ended."""

    def __init__(self, table: Table, found: Found) -> None:
        self.table, self.found = table, found
        self.deal: ev.RoundStart | None = None
        self.declared: dict[int, tuple[str, bool, int, int]] = {}

    def apply(self, event: ev.Event) -> None:
        """Play one event."""
        table = self.table
        table.apply(event)
        if isinstance(event, ev.RoundStart | ev.Position):
            self.deal = event if isinstance(event, ev.RoundStart) else None
            self.declared = {}
        elif isinstance(event, ev.Discard) and table.seats[event.seat].riichi and event.seat not in self.declared:
            self._declare(table.seats[event.seat])
        elif isinstance(event, ev.RoundEnd) and event.result != "cut":
            for index in self.declared:
                if table.seats[index].in_riichi:
                    self._end(index, event)

    def _declare(self, seat: Seat) -> None:
        counts = seat.hand.counts
        wait = wait_of(counts, seat.sets, possible(seat.waits, seat.hand.owned())) if seat.known else ""
        lock = self.table.furiten(seat.index)
        furiten = lock is not None and lock.code == Code.FURITEN_DISCARD
        self.declared[seat.index] = wait, furiten, len(seat.river), self.table.round.scores[seat.index]

    def _end(self, index: int, end: ev.RoundEnd) -> None:
        wait, furiten, turn, before = self.declared[index]
        if not wait or self.deal is None:
            self.found.hidden += 1
            return
        wins = self.table.wins
        mine = next((win for win in wins if win.seat == index), None)
        dealt_in = mine is None and any(win.source == index for win in wins)
        gained = None if end.scores is None else end.scores[index] - before
        drawn = mine is not None and mine.source == index
        key, seats = _key(self.deal, index), len(self.table.seats)
        self.found.cases.append(Case(key, seats, wait, furiten, turn, mine is not None, drawn, dealt_in, gained))


def _key(deal: ev.RoundStart, index: int) -> int:
    """The same for every record of a deal, whichever seats it shows and however it counts them."""
    seats = len(deal.hands)
    hand = sorted(KIND_OF[tile] for tile in deal.hands[index])
    place = deal.wind, deal.number, deal.honba, (index - deal.dealer) % seats
    return hash((seats, *place, *(KIND_OF[tile] for tile in deal.indicators), *hand))


def wait_of(counts: Sequence[int], sets: int, waits: Mask) -> str:
    """What a wait is called: one of `WAITS`, or nothing for none.

    >>> from minogashi.shapes import keys_of, waits
    >>> from minogashi.tiles import counts_of, parse_tiles
    >>> for text in ("23p55789s", "34567p55s", "24p55789s", "555789s1z", "1155p789s"):
    ...     held = counts_of(parse_tiles("123456m" + text))
    ...     wait_of(held, 4, waits(*keys_of(held)))
    'ryanmen'
    'three_sided'
    'one_sided'
    'one_sided'
    'shanpon'
    """
    kinds = list(kinds_in(waits))
    if len(kinds) < 2:
        return "one_sided" if kinds else ""
    line = kinds[-1] < 27 and all(high - low == 3 and high // 9 == low // 9 for low, high in pairwise(kinds))
    names = [set(_ends(counts, sets, kind)) for kind in kinds]
    if line and len(kinds) <= 3 and all("ryanmen" in found for found in names):
        return "ryanmen" if len(kinds) == 2 else "three_sided"
    return "shanpon" if len(kinds) == 2 and all(found == {"shanpon"} for found in names) else "other"


def _ends(counts: Sequence[int], sets: int, kind: Kind) -> Iterator[str]:
    """How a wait ends a hand, in every way to read it."""
    whole = list(counts[:KINDS])
    whole[kind] += 1
    for arrangement in arrangements(whole, sets):
        if arrangement.pair == kind:
            yield "tanki"
        for low, triplet in arrangement.sets:
            if triplet:
                if low == kind:
                    yield "shanpon"
            elif low <= kind <= low + 2:
                edge = (kind == low and low % 9 == 6) or (kind == low + 2 and low % 9 == 0)
                yield "kanchan" if kind == low + 1 else "penchan" if edge else "ryanmen"


def _tables(seats: int, cases: Sequence[Case]) -> Tables:
    by: defaultdict[tuple[str, bool, str], list[Case]] = defaultdict(list)
    for case in cases:
        if case.seats == seats:
            for name, (first, last) in ROWS.items():
                if first <= case.turn <= last:
                    by[case.wait, case.furiten, name].append(case)
    order = [(wait, furiten, name) for wait in WAITS for furiten in (False, True) for name in ROWS]
    groups = {key: _group(*key, by[key]) for key in order if by[key]}
    return Tables(seats, list(groups.values()), list(_gaps(groups)))


def _group(wait: str, furiten: bool, turns: str, cases: Sequence[Case]) -> Group:  # noqa: FBT001  a part of its name
    won = [case for case in cases if case.won]
    return Group(
        wait,
        furiten,
        turns,
        len(cases),
        len(cases) >= FEW,
        share(len(won), len(cases)),
        share(sum(case.drawn for case in won), len(won)),
        share(sum(case.dealt_in for case in cases), len(cases)),
        mean(case.gained for case in cases if case.gained is not None),
    )


def _gaps(groups: dict[tuple[str, bool, str], Group]) -> Iterator[Gap]:
    """The comparisons of R48 and R47, and the price of furiten itself, over all turns."""
    for first, second in (("ryanmen", "one_sided"), ("three_sided", "ryanmen"), ("ryanmen", "ryanmen")):
        one, other = groups.get((first, True, "all")), groups.get((second, False, "all"))
        if one is not None and other is not None:
            yield Gap(f"furiten_{first}", second, one.enough and other.enough, apart(one.win, other.win))
