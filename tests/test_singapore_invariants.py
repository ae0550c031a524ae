"""The invariants of the Singapore locks, singapore.md 7.5, over hands in which claims come between (7.6).

Every seat starts ready, with a bonus tile for its minimum. Tiles that somebody waits for, holds a pair of or has
passed are drawn and thrown on purpose, and seats take, pass or stay silent as Hypothesis likes. Beside the table runs
a twin under the same rule book without the three locks: what they change is the difference.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from minogashi import events as ev
from minogashi.claims import RON, SETS, Code
from minogashi.play import menu
from minogashi.priority import resolve
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import FIRST_BONUS, KIND_OF, KINDS, Kind, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.seat import Seat

STATES = (Code.PASSED_HU, Code.PASSED_SET, Code.OWN_LATEST)
CHOICES = st.integers(0, 99)
SEEDS = st.integers(0, 1 << 32)


def ready_hand(rng: Random, left: list[int]) -> list[Tile]:
    """Thirteen tiles that wait for a fourteenth: four sets and a pair, one tile taken out."""
    out: list[int] = []
    while len(out) < 12:
        kind = rng.randrange(KINDS)
        run = [kind, kind + 1, kind + 2] if kind < 27 and kind % 9 < 7 and rng.random() < 0.5 else [kind] * 3
        if all(left[one] >= run.count(one) for one in run):
            for one in run:
                left[one] -= 1
            out += run
    pair = rng.choice([kind for kind in range(KINDS) if left[kind] >= 2])
    left[pair] -= 2
    out += [pair, pair]
    freed = out.pop(rng.randrange(len(out)))
    left[freed] += 1
    return [Tile(kind) for kind in out]


class Locks(RuleBasedStateMachine):
    """One hand after the other; subclasses name the rule book."""

    book: ClassVar[str]
    ended_by_draw: ClassVar[bool] = True
    ended_by_claim: ClassVar[bool] = False
    hu_apart: ClassVar[bool] = True
    seen: ClassVar[Counter[str]]

    @initialize(seed=SEEDS)
    def deal(self, seed: int) -> None:
        """Four ready hands."""
        rng = Random(seed)  # noqa: S311  tiles, no secret
        left = [4] * KINDS
        hands = tuple(tuple(ready_hand(rng, left)) for _ in range(4))
        self.wall = [Tile(kind) for kind in range(KINDS) for _ in range(left[kind])]
        rng.shuffle(self.wall)
        start = ev.RoundStart(0, 0, 0, 0, 0, (0,) * 4, (), hands, live=len(self.wall) - 15)
        animals = tuple((Tile(FIRST_BONUS + 8 + seat),) for seat in range(4))
        none: tuple[tuple[()], ...] = ((),) * 4
        position = ev.Position(start, none, none, (False,) * 4, bonus=animals, turn=0)
        self.table = Table(profile(self.book))
        self.free = Table(profile(self.book, {"passed_lock": "none", "own_latest_lock": "off"}))
        self.may_grow: set[int] = set()
        self.table.apply(position)
        self.free.apply(position)

    # What happens

    @precondition(lambda self: not self.table.running)
    @rule(seed=SEEDS)
    def deal_again(self, seed: int) -> None:
        """The next hand."""
        self.deal(seed)

    @precondition(lambda self: self.table.running and self.table.round.to_draw and not self._offers())
    @rule(wanted=CHOICES)
    def draw(self, wanted: int) -> None:
        """The seat in turn draws."""
        round_ = self.table.round
        if not round_.live or not self.wall:
            self._apply(ev.RoundEnd("exhaustive", (0,) * 4))
            return
        tile = self._choice(self.wall, wanted, round_.turn)
        self.wall.remove(tile)
        self._apply(ev.Draw(round_.turn, tile, round_.replacement_due))

    @precondition(lambda self: self.table.running and not self.table.round.to_draw)
    @rule(wanted=CHOICES, act=CHOICES)
    def own_turn(self, wanted: int, act: int) -> None:
        """A kan, or a discard."""
        seat = self.table.round.turn
        choices = menu.own_turn(self.table, seat)
        kans = [event for event in choices if isinstance(event, ev.ClosedKan | ev.AddedKan)]
        if kans and act < 50:
            self._apply(kans[act % len(kans)])
            return
        discards = {event.tile: event for event in choices if isinstance(event, ev.Discard)}
        self._apply(discards[self._choice(list(discards), wanted, seat)])

    @precondition(lambda self: self.table.running and self.table.round.to_draw and bool(self._offers()))
    @rule(answers=st.lists(CHOICES, min_size=3, max_size=3), silent=st.booleans())
    def answer(self, answers: list[int], silent: bool) -> None:  # noqa: FBT001
        """Every seat that has a choice answers, or all stay silent."""
        window = self.table.window
        assert window is not None
        chosen: list[ev.Pass | ev.Ron | ev.Call] = []
        for (seat, choices), luck in zip(self._offers().items(), answers, strict=False):
            sets = [event for event in choices if isinstance(event, ev.Call)]
            first = choices[0]
            if isinstance(first, ev.Ron) and luck >= 95:
                chosen.append(first)
            else:
                chosen.append(sets[luck % len(sets)] if sets and luck < 45 else ev.Pass(seat))
        claims = {event.seat: event for event in chosen if isinstance(event, ev.Ron | ev.Call)}
        if silent and not claims and self.table.round.live:
            self.may_grow = {event.seat for event in chosen if isinstance(event, ev.Pass)}
            self.draw(answers[0])  # the window is let expire
            return
        ruling = resolve(
            self.table.profile, window.source, [menu.verdict_of(self.table, one) for one in claims.values()]
        )
        for event in chosen:
            if isinstance(event, ev.Pass):
                self._pass(event)
        # a set taken, or asked for, where a hu was possible passes the hu (A3)
        self.may_grow = {seat for seat in claims if isinstance(claims[seat], ev.Call)}
        for verdict, _ in ruling.refused:
            self._apply(ev.Ask(verdict.seat, verdict.claim, verdict.uses))
        for verdict in ruling.granted:
            self._apply(claims[verdict.seat])
        if self.table.wins:
            self._apply(ev.RoundEnd("win", (0,) * 4))

    def _offers(self) -> dict[int, list[ev.Event]]:
        found = {seat: menu.offer(self.table, seat) for seat in range(4)}
        return {seat: choices for seat, choices in found.items() if choices}

    def _choice(self, tiles: Sequence[Tile], wanted: int, seat: int) -> Tile:
        """Mostly a tile that others wait for, hold twice or have passed."""
        if wanted % 10 == 9:
            return tiles[wanted % len(tiles)]
        ranked = sorted(set(tiles), key=lambda tile: -self._wanted(KIND_OF[tile], seat))
        return ranked[wanted % min(3, len(ranked))]

    def _wanted(self, kind: Kind, thrower: int) -> int:
        others = [seat for seat in self.table.seats if seat.index != thrower]
        return sum(
            3 * (self._reach(seat) >> kind & 1) + 2 * (seat.waits >> kind & 1) + (seat.hand.counts[kind] >= 2)
            for seat in others
        )

    @staticmethod
    def _reach(seat: Seat) -> int:
        return seat.locks.kinds(Code.PASSED_HU) | seat.locks.kinds(Code.PASSED_SET)

    # What holds

    def _states(self) -> list[tuple[int, ...]]:
        return [tuple(seat.locks.kinds(code) for code in STATES) for seat in self.table.seats]

    def _pass(self, event: ev.Pass) -> None:
        """I2: "adding to passed_set never changes the set of tiles a player may hu on"."""
        seat = self.table.seats[event.seat]
        before, could_win = self._open_to_hu(seat), isinstance(menu.offer(self.table, event.seat)[0], ev.Ron)
        self.may_grow = {event.seat}
        self._apply(event)
        if self.hu_apart and not could_win:
            self.seen["passed_set"] += 1
            assert self._open_to_hu(seat) == before

    @staticmethod
    def _open_to_hu(seat: Seat) -> list[int]:
        """The types that no lock keeps the seat from, whatever it waits for now or later."""
        return [kind for kind in range(KINDS) if not seat.locks.blocked(RON, Kind(kind), seat.waits)]

    def _apply(self, event: ev.Event) -> None:
        before = self._states()
        self.table.apply(event)
        self.free.apply(event)
        after = self._states()
        self._only_own_acts_add(event, before, after)
        if isinstance(event, ev.RoundEnd):
            return
        self._only_ends_take_away(event, before, after)
        if isinstance(event, ev.Draw):
            self._drawn(event)
        if self.table.window is not None and self.table.window.event == self.table.at:
            self._offered()

    def _only_own_acts_add(
        self, event: ev.Event, before: Sequence[tuple[int, ...]], after: Sequence[tuple[int, ...]]
    ) -> None:
        """I4: "a state is only ever enlarged by the owner's own pass or discard"."""
        for seat in range(4):
            hu, sets, own = (now & ~then for now, then in zip(after[seat], before[seat], strict=True))
            if own:
                assert isinstance(event, ev.Discard)
                assert (event.seat, 1 << KIND_OF[event.tile]) == (seat, own)
            if hu or sets:
                assert seat in self.may_grow
        if not isinstance(event, ev.Ask | ev.Pass):
            self.may_grow = set()

    def _only_ends_take_away(
        self, event: ev.Event, before: Sequence[tuple[int, ...]], after: Sequence[tuple[int, ...]]
    ) -> None:
        """I5: "between two own draws passed_hu and passed_set only grow", or between whatever ends them here."""
        for seat in range(4):
            lost = any(then & ~now for now, then in zip(after[seat][:2], before[seat][:2], strict=True))
            if lost:
                assert getattr(event, "seat", -1) == seat
                ends: tuple[type, ...] = (ev.Draw,) if self.ended_by_draw else (ev.Discard,)
                assert isinstance(event, (*ends, ev.Call) if self.ended_by_claim else ends)
                self.seen["ended"] += 1

    def _drawn(self, event: ev.Draw) -> None:
        """I1: after the draw all three are empty. I3: no lock touches a self-drawn win."""
        if self.ended_by_draw:
            assert self._states()[event.seat] == (0, 0, 0)
        mine, free = (table.referee.tsumo(table.round, table.seats[event.seat]) for table in (self.table, self.free))
        assert mine == free
        self.seen["tsumo"] += mine.allowed

    def _offered(self) -> None:
        """I6: a claim on a type that no state holds is as free as without locks; what is refused, a lock refuses."""
        window = self.table.window
        assert window is not None
        for seat in self.table.seats:
            if seat.index == window.source:
                continue
            held = [code for code in STATES if seat.locks.kinds(code) >> window.kind & 1]
            pairs = zip(self.table.claims(seat.index), self.free.claims(seat.index), strict=True)
            for mine, free in pairs:
                assert free.allowed or not mine.allowed
                if not held:
                    assert mine == free
                if free.allowed and not mine.allowed:
                    assert set(mine.codes) <= set(held)
                    self.seen[f"{mine.codes[0].value} {'hu' if mine.claim == RON else 'set'}"] += 1
                    self._blocks(mine.codes, hu=mine.claim == RON, sets=bool(mine.claim & SETS))

    def _blocks(self, codes: Sequence[Code], *, hu: bool, sets: bool) -> None:
        """7.3: a passed hu bars hu, a passed set bars sets, where the classes are apart."""
        if self.hu_apart:
            assert not (hu and Code.PASSED_SET in codes)
            assert not (sets and Code.PASSED_HU in codes)


class Wong(Locks):
    """Everything holds as the text has it."""

    book = "sg-wong-v1"


class HuOnly(Locks):
    """Sets passed leave nothing."""

    book = "sg-hu-only"


class Smc(Locks):
    """A claim ends the locks as a draw does."""

    book = "sg-smc"
    ended_by_claim = True


class Classic(Locks):
    """Ends with the own discard and bars both classes: I1 and I2 do not hold here, I3 to I6 do."""

    book = "sg-classic-missed"
    ended_by_draw = False
    hu_apart = False


WANTED = {
    Wong: {"passed_hu hu", "passed_set set", "own_latest hu", "own_latest set", "passed_set", "ended", "tsumo"},
    HuOnly: {"passed_hu hu", "own_latest hu", "own_latest set", "ended", "tsumo"},
    Smc: {"passed_hu hu", "passed_set set", "own_latest hu", "own_latest set", "passed_set", "ended", "tsumo"},
    Classic: {"passed_hu hu", "passed_set set", "ended", "tsumo"},
}
"""What a run has to have met: locks that blocked, and ended, and wins that were open all the same."""


@pytest.mark.parametrize("machine", WANTED, ids=lambda machine: machine.book)
def test_the_invariants_hold_where_claims_come_between(machine: type[Locks]) -> None:
    machine.seen = Counter()
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    chosen = settings(
        max_examples=40,
        stateful_step_count=50,
        deadline=None,
        suppress_health_check=slow,
        derandomize=True,
        database=None,
    )
    run_state_machine_as_test(machine, settings=chosen)
    assert WANTED[machine] - set(machine.seen) == set(), machine.seen
