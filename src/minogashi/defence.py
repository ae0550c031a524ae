"""What is safe to throw, and why: genbutsu, same-turn safety (R31-R34), suji (R35, R36).

Everything here follows from the lock rules of the table's rule book and from what all players can
see: a kind is safe against a seat if that seat, were it waiting on the kind, would be locked. So a
rule book that resets same-turn furiten at any call gives fewer safe tiles by itself (P08).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import RON, Code
from minogashi.seat import BY_CLOSED_KAN
from minogashi.tiles import KIND_OF, Kind, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minogashi.locks import LockRule
    from minogashi.seat import Seat, Window
    from minogashi.table import Table

_CHANGES: Final = (ev.Discard, ev.Call, ev.ClosedKan, ev.AddedKan)
_BINDING: Final = frozenset({"tile", "wait", "all", "suji_line"})
"""Lock scopes that cover at least the kind that set the lock."""


class Safe(Struct, frozen=True):
    """Why a kind cannot be won by a seat: the lock (`code`) that would bar it, and the event that shows it.

    `tile` went by at event `event` and was `source`'s; `until` says how long it holds.
    """

    code: Code
    tile: Tile
    event: int
    source: int
    until: tuple[str, ...]


class Suji(Struct, frozen=True):
    """A kind that no two-sided wait can win: `by` are the genbutsu kinds that show it.

    `left` are the shapes that can still win it (R36): kanchan, penchan, shanpon, tanki.
    """

    by: tuple[Kind, ...]
    left: tuple[str, ...]


class Watch:
    """Plays events on a table and remembers which offers each seat let go by.

    It uses only what everybody sees: offers, rivers, calls, riichi. Locks by own discard are read
    off the river when asked.

    >>> from minogashi.profile import profile
    >>> from minogashi.table import Table
    >>> watch = Watch(Table(profile("tenhou")))
    >>> watch.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), ((Tile(49),) * 13,) * 4))
    >>> watch.apply(ev.Draw(0, Tile(49)))
    >>> watch.apply(ev.Discard(0, Tile(13)))
    >>> watch.apply(ev.Draw(1, Tile(49)))
    >>> {seat: [safe[kind].code.value for kind in safe] for seat, safe in safe_this_turn(watch, 1).items()}
    {0: [], 2: ['furiten_temporary'], 3: ['furiten_temporary']}
    >>> {seat: sorted(found) for seat, found in safe(watch, 1).items()}
    {0: [13], 2: [13], 3: [13]}
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.passes: list[dict[Kind, Safe]] = []
        book = table.book
        wins = [rule for rule in book.rules if rule.blocks & RON and rule.scope in _BINDING]
        self.own = [rule for rule in wins if "own_discard" in rule.triggers]
        self._passed = [rule for rule in wins if "passed_win" in rule.triggers]

    def apply(self, event: ev.Event) -> None:
        """Play one event on the table, and note what it shows."""
        table = self.table
        window = table.window
        calls_before, kans_before = (table.round.calls, table.round.kans) if table.seats else (0, 0)
        table.apply(event)
        if isinstance(event, ev.RoundStart | ev.Position):
            self.passes = [{} for _ in table.seats]
            return
        if window is not None and table.window is not window and not window.won:
            self._close(window)
        if (table.round.calls, table.round.kans) != (calls_before, kans_before):
            self._expire_all("any_call")
        self._own_act(event)

    def _close(self, window: Window) -> None:
        if window.via == BY_CLOSED_KAN:
            return  # only thirteen orphans could have won it: it shows nothing about other hands
        for seat in self.table.seats:
            if seat.index == window.source:
                continue
            for rule in self._passed:
                if self._fires(rule, seat, window):
                    until = ("hand_end",) if seat.in_riichi else rule.until
                    found = Safe(rule.code, window.tile, window.event, window.source, until)
                    self.passes[seat.index].setdefault(window.kind, found)

    def _fires(self, rule: LockRule, seat: Seat, window: Window) -> bool:
        """Whether the lock would have been set, whatever the seat holds, had it waited on the tile."""
        if window.via not in rule.windows or not self.table.referee.winnable(seat, window):
            return False
        if rule.when == ("not_in_riichi" if seat.in_riichi else "in_riichi"):
            return False
        if rule.eligibility != "legal":
            return True
        # A riichi hand always has a yaku (R17), save under a two-han minimum.
        return seat.in_riichi and self.table.profile.get("ryanhan_shibari", "none") == "none"

    def _own_act(self, event: ev.Event) -> None:
        index = getattr(event, "seat", -1)
        if not 0 <= index < len(self.passes):
            return
        if isinstance(event, _CHANGES):
            # R34 counts "since P's last discard or call": with either the hand changes.
            self._expire(index, None)
        elif isinstance(event, ev.Draw):
            self._expire(index, "own_draw")

    def _expire_all(self, end: str) -> None:
        for index in range(len(self.passes)):
            self._expire(index, end)

    def _expire(self, index: int, end: str | None) -> None:
        if self.table.seats[index].in_riichi:
            return  # R16, R26: nothing but the end of the hand lifts it
        self.passes[index] = {
            kind: found for kind, found in self.passes[index].items() if end is not None and end not in found.until
        }


def genbutsu(watch: Watch, opponent: int) -> dict[Kind, Safe]:
    """The kinds that `opponent` can never win while the hand lasts (R5, R26, R31).

    The kinds of its river, called tiles included, and since its riichi every kind that was offered and not won.
    """
    seat = watch.table.seats[opponent]
    out: dict[Kind, Safe] = {}
    for rule in watch.own:
        if rule.scope == "wait" and rule.until == ("hand_end",):
            for tile, event in zip(seat.river, seat.thrown_at, strict=True):
                out.setdefault(KIND_OF[tile], Safe(rule.code, tile, event, opponent, rule.until))
    if seat.in_riichi:
        for kind, found in watch.passes[opponent].items():
            out.setdefault(kind, found)
    return out


def safe_this_turn(watch: Watch, me: int) -> dict[int, dict[Kind, Safe]]:
    """For each other seat the kinds that it let go since its last discard or call (R32-R34).

    Ask when it is `me`'s turn: a tile still on offer is not yet let go. A seat's own river is `genbutsu`.
    """
    out = {}
    for seat in watch.table.seats:
        if seat.index == me:
            continue
        found = dict(watch.passes[seat.index])
        for rule in watch.own:
            if rule.memory == "latest" and seat.river:
                tile = seat.river[-1]
                found.setdefault(KIND_OF[tile], Safe(rule.code, tile, seat.thrown_at[-1], seat.index, rule.until))
        out[seat.index] = found
    return out


def safe(watch: Watch, me: int) -> dict[int, dict[Kind, Safe]]:
    """For each other seat every kind that it cannot win now: `genbutsu` and same-turn safety together.

    Where both hold, the reason that holds longer is given.
    """
    return {seat: {**found, **genbutsu(watch, seat)} for seat, found in safe_this_turn(watch, me).items()}


def suji(known: Iterable[Kind]) -> dict[Kind, Suji]:
    """The kinds that are suji behind these genbutsu kinds, none of them genbutsu itself (R35).

    A kind is suji if every two-sided wait on it also waits on a genbutsu kind: 1-3 by the kind three above,
    7-9 by the kind three below, 4-6 by both.

    >>> from minogashi.tiles import name, parse_tiles
    >>> found = suji([KIND_OF[tile] for tile in parse_tiles("17m5p")])
    >>> [name(kind) for kind in found], found[Kind(3)].left
    (['4m', '2p', '8p'], ('kanchan', 'shanpon', 'tanki'))
    """
    shown = set(known)
    out = {}
    for kind in range(27):
        place = kind % 9
        by = tuple(Kind(kind + step) for step in (-3, 3) if 0 <= place + step <= 8)
        if Kind(kind) not in shown and shown.issuperset(by):
            out[Kind(kind)] = Suji(by, tuple(_shapes_left(place)))
    return out


def _shapes_left(place: int) -> Iterable[str]:
    if 1 <= place <= 7:
        yield "kanchan"
    if place in {2, 6}:
        yield "penchan"
    yield "shanpon"
    yield "tanki"
