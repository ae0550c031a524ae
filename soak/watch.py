"""Games played under watch: after every event tiles and points are counted, after every hand it is told again.

A `Watch` raises `BrokenGameError` with the seed, the hand and the event at the first thing that does not hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from minogashi import events as ev
from minogashi.auditing import audit_record
from minogashi.claims import CHI, DISCARD, OPEN_KAN, PON, TSUMO, Code
from minogashi.formats import written
from minogashi.play import walls
from minogashi.play.bots import RandomBot, SensibleBot, dice
from minogashi.play.match import Match
from minogashi.record import Record
from minogashi.table import Table
from minogashi.tiles import FIRST_BONUS, HIDDEN, KIND_OF, NORTH, RED_MAN, RED_PIN, RED_SOU

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minogashi.play.state import State
    from minogashi.rulebook import Profile

LOCKS = frozenset(
    {
        Code.FURITEN_DISCARD,
        Code.FURITEN_TEMPORARY,
        Code.FURITEN_RIICHI,
        Code.PASSED_HU,
        Code.PASSED_SET,
        Code.OWN_LATEST,
        Code.KUIKAE,
        Code.IN_RIICHI,
    }
)
STICK = 1000
ONE = [
    1 << 8 * tile | (1 << 8 * KIND_OF[tile] if tile in {RED_MAN, RED_PIN, RED_SOU} else 0) for tile in range(HIDDEN + 1)
]
"""One tile, as `tally_of` counts."""


class BrokenGameError(AssertionError):
    """Something that has to hold does not."""


class Haughty(SensibleBot):
    """Lets every other win and most sets go: the locks of passes arise all the time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, pass_wins=500, pass_sets=500)


class Fickle:
    """Takes any set it is offered half of the time, and lets wins go half of the time; else throws what it drew."""

    def __init__(self, seed: int) -> None:
        self.seed, self.sensible = seed, SensibleBot(seed, pass_wins=500)

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        calls = [event for event in choices if isinstance(event, ev.Call)]
        roll = dice(self.seed, seat, table.at, 1)
        if calls and not isinstance(choices[0], ev.Ron) and roll % 2:
            return calls[roll // 2 % len(calls)]
        return self.sensible.choose(table, seat, choices)


BOTS: dict[str, tuple[Callable[[int], Any], ...]] = {
    "random": (RandomBot,),
    "sensible": (SensibleBot,),
    "mixed": (SensibleBot, Fickle, Haughty, Fickle),
}


def players(bots: str, seats: int, seed: int) -> list[Any]:
    """The bots of one game."""
    kinds = BOTS[bots]
    return [kinds[(seat + seed) % len(kinds)](seed) for seat in range(seats)]


@dataclass
class Tally:
    """What was played: hands, events, results, and what became of every lock."""

    games: int = 0
    hands: int = 0
    events: int = 0
    results: Counter[str] = field(default_factory=Counter)
    lock_set: Counter[str] = field(default_factory=Counter)
    blocked: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count other games in."""
        self.games += other.games
        self.hands += other.hands
        self.events += other.events
        for name in ("results", "lock_set", "blocked", "ended"):
            getattr(self, name).update(getattr(other, name))

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in vars(self).items()}

    @classmethod
    def of(cls, plain: dict[str, Any]) -> Tally:
        """From JSON."""
        return cls(**{name: Counter(value) if isinstance(value, dict) else value for name, value in plain.items()})


class Kept:
    """A house that remembers the wall it built last."""

    def __init__(self, house: Any) -> None:  # noqa: ANN401  either family's
        self._house = house
        self.before, self.after, self.due = house.before, house.after, house.due
        self.last: walls.Wall | None = None
        self._sums: list[int] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever the house has
        return getattr(self._house, name)

    def wall(self, seed: str) -> walls.Wall:
        """The wall of one hand."""
        self.last = self._house.wall(seed)
        self._sums = list(accumulate(map(ONE.__getitem__, self.last.tiles), initial=0))
        return self.last

    def between(self, first: int, last: int) -> int:
        """The tiles of the wall from one place to before another, as `tally_of` counts."""
        return self._sums[last] - self._sums[first]


class Watch(Table):
    """A table that is looked over after every event; a `light` look is for points, and for the hand told again."""

    def __init__(self, profile: Profile, house: Kept, tally: Tally, *, light: bool = False) -> None:
        super().__init__(profile)
        self.house, self.tally, self.light = house, tally, light
        self.whole = tally_of(walls.tile_set(profile))
        self.riichi = profile.family == "riichi"
        self.money: int | None = None
        self.hand: list[ev.Event] = []
        self.replaced = 0
        self.twin = Table(profile)
        self.looked = -1

    def apply(self, event: ev.Event) -> None:
        """Play an event, then look."""
        super().apply(event)
        self.tally.events += 1
        if isinstance(event, ev.RoundStart):
            self.hand, self.replaced = [], 0
        self.hand.append(event)
        self.replaced += isinstance(event, ev.Draw) and event.replacement
        try:
            self._look(event)
        except BrokenGameError as error:
            raise BrokenGameError(f"event {self.at} ({event}) of {self.round.name}: {error}") from None

    def _look(self, event: ev.Event) -> None:
        if isinstance(event, ev.GameEnd):
            self.twin.apply(event)
            return
        self._count_points(event)
        if not self.light:
            self._count_tiles()
            self._count_blocks(event)
        if isinstance(event, ev.RoundEnd):
            self._told_again(event)

    # Tiles

    def _count_tiles(self) -> None:
        """Each tile of the set lies in one place: a hand, a river, a set, beside a seat, or untouched in the wall."""
        wall = self.house.last
        if wall is None:
            raise BrokenGameError("no wall")
        first_dead, between = len(wall.tiles) - self._dead(), self.house.between
        used = min(self.replaced, wall.stock)
        back = max(wall.front, first_dead - self.replaced)
        untouched = between(wall.front, back) + between(first_dead + used, len(wall.tiles))
        if wall.stock:  # replacements beyond the stock are the last live tiles, nothing takes the place of these
            untouched += between(max(wall.front, first_dead - used), first_dead)
        if back - wall.front != self.round.live:
            raise BrokenGameError(f"the wall has {back - wall.front} live tiles, the table says {self.round.live}")
        counts = untouched + tally_of(self._shown(), [seat.hand.counts for seat in self.seats])
        if counts != self.whole:
            pairs = zip(*[number.to_bytes(HIDDEN + 1, "little") for number in (counts, self.whole)], strict=True)
            wrong = [tile for tile, (count, should) in enumerate(pairs) if count != should]
            raise BrokenGameError(f"tiles that are not there as often as they should be: {wrong}")
        self._count_hands()
        if self.riichi and self.round.indicators != [wall.indicator(n) for n in range(len(self.round.indicators))]:
            raise BrokenGameError("the indicators are not those of the wall")

    def _shown(self) -> list[int]:
        """Rivers without what was called from them, sets, and what lies beside the seats."""
        out: list[int] = []
        called: list[int] = []
        for seat in self.seats:
            if seat.hand.counts[HIDDEN] or not seat.known:
                raise BrokenGameError(f"seat {seat.index} has hidden tiles")
            out += [*seat.river, *seat.bonus, *[NORTH] * seat.norths]
            for meld in seat.hand.melds:
                out += meld.tiles
                called += [] if meld.taken is None else [meld.taken]
        for tile in called:
            out.remove(tile)
        return out

    def _dead(self) -> int:
        return int(self.profile.get("dead_wall", self.profile.dead_wall))

    def _count_hands(self) -> None:
        """13 tiles with every set as three, one more for the seat that is to act, one less for each to be replaced."""
        round_ = self.round
        for seat in self.seats:
            size = seat.hand.size + 3 * len(seat.hand.melds) + (0 if self.riichi else seat.short)
            acts = self.running and round_.turn == seat.index and not round_.to_draw
            waiting = not self.riichi and seat.short and round_.turn == seat.index
            most = 14 if acts or waiting or not self.running else 13
            if not 13 <= size <= most or (acts and self.at > 0 and size != 14 and len(self.hand) > 1):
                raise BrokenGameError(f"seat {seat.index} has {size} tiles")
            shown = acts or seat.short or not round_.thrown  # the deal's own are shown before the first discard
            if not shown and any(seat.hand.counts[FIRST_BONUS:HIDDEN]):
                raise BrokenGameError(f"seat {seat.index} keeps a bonus tile")

    # Points

    def _count_points(self, event: ev.Event) -> None:
        """Scores and sticks come to the same at all times; Singapore money comes to nought."""
        total = sum(self.round.scores)
        if isinstance(event, ev.Payment) and sum(event.deltas):
            raise BrokenGameError("a payment that does not sum to nought")
        if not self.riichi:
            if total:
                raise BrokenGameError(f"the scores sum to {total}")
            return
        outcome = self.house.outcome
        ended = isinstance(event, ev.RoundEnd)
        total += STICK * (outcome.sticks if ended else self.round.sticks)
        if self.money is None:
            self.money = total
        if total != self.money:
            raise BrokenGameError(f"points and sticks come to {total}, they were {self.money}")

    # Locks

    def _count_blocks(self, event: ev.Event) -> None:
        """A claim that would be allowed but for locks counts for each of these locks."""
        window = self.window
        if window is not None and window.event != self.looked and window.event == self.at:
            self.looked = self.at
            for seat in self.seats:
                if seat.index != window.source and seat.locks.active:
                    self._blocked_claims(seat)
        elif isinstance(event, ev.Draw) and self.book.blocking[TSUMO] & self.seats[event.seat].locks.active:
            self._block(self.referee.tsumo(self.round, self.seats[event.seat]).codes)
        elif isinstance(event, ev.Call) and not self.round.to_draw:
            seat = self.seats[event.seat]
            if seat.locks.active & self.book.blocking[DISCARD]:
                self.tally.lock_set[Code.KUIKAE.value] += 1
                self.tally.ended[f"{Code.KUIKAE.value} own_discard"] += 1
                for tile in dict.fromkeys(seat.hand.tiles()):
                    self._block(self.referee.discard(self.round, seat, tile).codes)

    def _blocked_claims(self, seat: Any) -> None:  # noqa: ANN401  a Seat
        window = self.window
        if window is None:
            return
        if seat.waits >> window.kind & 1:
            self._block(self.referee.ron(self.round, seat, window).codes)
        blocking = self.book.blocking
        if (blocking[CHI] | blocking[PON] | blocking[OPEN_KAN]) & seat.locks.active and window.via == "discard":
            for verdict in self.referee.calls(self.round, seat, window):
                if verdict.uses:
                    self._block(verdict.codes)

    def _block(self, codes: Sequence[Code]) -> None:
        if codes and LOCKS.issuperset(codes):
            self.tally.blocked.update({code.value: 1 for code in codes})

    # The hand told again

    def _told_again(self, end: ev.RoundEnd) -> None:
        tally = self.tally
        tally.hands += 1
        result = end.result
        if result == "win":
            result = "ron" if self.wins[0].via != "draw" else "tsumo"
            result += f" x{len(self.wins)}" if len(self.wins) > 1 else ""
        tally.results[result] += 1
        for span in self.history.all:
            tally.lock_set[span.code.value] += 1
            tally.ended[f"{span.code.value} {span.ended_by}"] += 1
        riichi = sum(1 for seat in self.seats if seat.in_riichi)
        if riichi:
            tally.lock_set[Code.IN_RIICHI.value] += riichi
            tally.ended[f"{Code.IN_RIICHI.value} hand_end"] += riichi
        if self.light:
            self._folded_again(self.hand)
        else:
            self._read_back()

    def _folded_again(self, events: Sequence[ev.Event]) -> None:
        """Folded afresh from its events, the table is the same."""
        for event in events:
            self.twin.apply(event)
        for name, had, told in differences(self, self.twin):
            raise BrokenGameError(f"told again from its events, {name} is {told}, not {had}")

    def _read_back(self) -> None:
        """Written and read, the hand is the same; folded afresh, so is the table; audited, it shows no fault."""
        record = Record("", "minogashi", self.profile.name, seats=self.profile.seats, events=self.hand)
        record.options = {name: str(value) for name, value in self.profile.overrides.items()}
        (again,) = written.parse(written.write(record), "")
        if again.events != self.hand:
            raise BrokenGameError("the hand is not the same when it has been written and read")
        self._folded_again(again.events)
        found = audit_record(again)
        if not found.clean:
            raise BrokenGameError(f"the audit finds {[round_.faults for round_ in found.rounds]}")
        if [len(found.rounds[0].spans), len(found.rounds[0].wins)] != [len(self.history.all), len(self.wins)]:
            raise BrokenGameError("the audit counts other locks or wins")


def tally_of(tiles: Sequence[int], hands: Sequence[Sequence[int]] = ()) -> int:
    """Tiles, and the counts of hands, counted as a hand counts them (red fives among the fives, too): a byte a tile."""
    return sum(map(ONE.__getitem__, tiles)) + sum(int.from_bytes(bytes(counts), "little") for counts in hands)


def state_of(table: Table) -> dict[str, Any]:
    """All that a table knows, in plain values."""
    out: dict[str, Any] = {"round": {name: getattr(table.round, name) for name in table.round.__slots__}}
    for seat in table.seats:
        held = {name: getattr(seat, name) for name in seat.__slots__ if name not in {"hand", "locks"}}
        held["hand"] = (seat.hand.counts, seat.hand.keys, seat.hand.melds, seat.hand.size)
        held["locks"] = (
            seat.locks.active,
            seat.locks.reach,
            [seat.locks.marks(n) for n in range(len(table.book.rules))],
        )
        out[f"seat {seat.index}"] = held
    out |= {
        "spans": table.history.all,
        "passes": table.let_go,
        "wins": table.wins,
        "faults": table.faults,
        "at": table.at,
    }
    return out


def differences(one: Table, other: Table) -> list[tuple[str, Any, Any]]:
    """What two tables do not share."""
    had, told = state_of(one), state_of(other)
    return [(name, had[name], told[name]) for name in had if had[name] != told[name]]


def watched(profile: Profile, bots: str, seed: int, tally: Tally, *, light: bool = False) -> Match:
    """A match under watch."""
    match = Match(profile, players(bots, profile.seats, seed), seed)
    house = Kept(match.house)
    match.house = house  # type: ignore[assignment]
    match.table = Watch(profile, house, tally, light=light)
    return match


def play_games(
    profile: Profile, bots: str, seeds: Sequence[int], hands: int | None = None, *, light: bool = False
) -> Tally:
    """Whole games, or the first so many hands of each."""
    tally = Tally()
    for seed in seeds:
        match = watched(profile, bots, seed, tally, light=light)
        try:
            match.run(hands)
            ended(match)
        except Exception as error:
            raise BrokenGameError(
                f"{profile.name}, {bots} bots, seed {seed}: {type(error).__name__}: {error}"
            ) from error
        tally.games += 1
    return tally


def ended(match: Match) -> None:
    """What has to hold when the game is over."""
    state: State | None = match.state
    table: Any = match.table
    if state is not None or not table.riichi:
        return
    finish = match.house.finish  # type: ignore[attr-defined]
    if sum(finish.scores) + STICK * finish.sticks != table.money:
        raise BrokenGameError(
            f"the final scores {finish.scores} and {finish.sticks} sticks do not come to {table.money}"
        )
