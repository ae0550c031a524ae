"""What is safe to throw, and why: genbutsu, same-turn safety (R31-R34), suji (R35, R36), walls, honours left.

Everything here follows from the lock rules of the table's rule book and from what the asking seat can
see: a kind is safe against a seat if that seat, were it waiting on the kind, would be locked, or if no
shape that waits on it can be held any more. So a rule book that resets same-turn furiten at any call
gives fewer safe tiles by itself (P08), and one whose locks bind single tiles gives no suji.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import RON, Code
from minogashi.seat import BY_CLOSED_KAN
from minogashi.tiles import KIND_OF, KINDS, TERMINALS_AND_HONOURS, Kind, Tile, kinds_in

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from minogashi.locks import LockRule
    from minogashi.seat import Seat, Window
    from minogashi.table import Table

_HONOURS: Final = 27
_CHANGES: Final = (ev.Discard, ev.Call, ev.ClosedKan, ev.AddedKan)
_BINDING: Final = frozenset({"tile", "wait", "all", "suji_line"})
"""Lock scopes that cover at least the kind that set the lock."""
_WHOLE: Final = frozenset({"wait", "all"})
"""Lock scopes that bar every wait of a hand once they bar one: what suji rests on."""
LEVELS: Final = ("genbutsu", "turn", "none", "no_chance", "suji", "one_chance", "open")
"""From safe to not (`Danger.level`)."""
CERTAIN: Final = frozenset(LEVELS[:3])
"""The levels at which a kind cannot be won."""


class Safe(Struct, frozen=True):
    """Why a kind cannot be won by a seat: the lock (`code`) that would bar it, and the event that shows it.

    `tile` went by at event `event` and was `source`'s; `until` says how long it holds. `whole`: the lock bars every
    wait of the hand. Without `sure` the lock binds only a hand that could have won the tile when it went by.
    """

    code: Code
    tile: Tile
    event: int
    source: int
    until: tuple[str, ...]
    whole: bool = True
    sure: bool = True


class Suji(Struct, frozen=True):
    """A kind that no two-sided wait can win: `by` are the genbutsu kinds that show it.

    `left` are the shapes that can still win it (R36): kanchan, penchan, shanpon, tanki.
    """

    by: tuple[Kind, ...]
    left: tuple[str, ...]


class Shape(Struct, frozen=True):
    """A way to wait on a kind: the tiles it takes beside the won one, and in how many `ways` they can be held.

    `name` is `ryanmen`, `kanchan`, `penchan`, `shanpon`, `tanki` (seven pairs included) or `kokushi`, which has no
    count: its `ways` are 1.
    """

    name: str
    holds: tuple[Kind, ...]
    ways: int


class Danger(Struct, frozen=True):
    """What one seat knows of a kind against another: the `level`, and what it rests on.

    `level`: `genbutsu` and `turn` by the lock `safe`; `none`: no shape is left; `no_chance`: no two-sided wait is,
    walls among the reasons; `suji`: the same by locks alone; `one_chance`: each that is left needs the last copy of
    a kind; else `open`. `suji` are the kinds whose lock bars a two-sided wait, `walls` those of which no copy is
    left, so that a run cannot be held, `thin` those of which one is left. `shapes` are all that can still win, `left`
    the copies of the kind itself that are not seen. `likely` is a lock that is not sure.
    """

    kind: Kind
    level: str
    left: int
    safe: Safe | None
    likely: Safe | None
    suji: tuple[Kind, ...]
    walls: tuple[Kind, ...]
    thin: tuple[Kind, ...]
    shapes: tuple[Shape, ...]

    @property
    def certain(self) -> bool:
        """Whether the kind cannot be won."""
        return self.level in CERTAIN


class Watch:
    """Plays events on a table and remembers which offers each seat let go by.

    It uses only what everybody sees: offers, rivers, calls, riichi. Locks by own discard are read
    off the river when asked.

    >>> from minogashi.rulebook import profile
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
        self.hints: list[dict[Kind, Safe]] = []
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
            self.hints = [{} for _ in table.seats]
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
                if not self._reaches(rule, seat, window):
                    continue
                until = ("hand_end",) if seat.in_riichi else rule.until
                sure, whole = self._fires(rule, seat), rule.scope in _WHOLE
                found = Safe(rule.code, window.tile, window.event, window.source, until, whole, sure)
                (self.passes if sure else self.hints)[seat.index].setdefault(window.kind, found)

    def _reaches(self, rule: LockRule, seat: Seat, window: Window) -> bool:
        """Whether a pass of the tile is what the lock rule speaks of."""
        if window.via not in rule.windows or not self.table.referee.winnable(seat, window):
            return False
        return rule.when != ("not_in_riichi" if seat.in_riichi else "in_riichi")

    def _fires(self, rule: LockRule, seat: Seat) -> bool:
        """Whether the lock would have been set, whatever the seat holds, had it waited on the tile."""
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
        for known in (self.passes, self.hints):
            known[index] = {
                kind: found for kind, found in known[index].items() if end is not None and end not in found.until
            }


def genbutsu(watch: Watch, opponent: int) -> dict[Kind, Safe]:
    """The kinds that `opponent` can never win while the hand lasts (R5, R26, R31).

    The kinds of its river, called tiles included, and since its riichi every kind that was offered and not won.
    """
    seat = watch.table.seats[opponent]
    out: dict[Kind, Safe] = {}
    for rule in watch.own:
        if rule.memory == "all" and rule.until == ("hand_end",):
            whole = rule.scope in _WHOLE
            for tile, event in zip(seat.river, seat.thrown_at, strict=True):
                out.setdefault(KIND_OF[tile], Safe(rule.code, tile, event, opponent, rule.until, whole))
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
                last = seat.thrown_at[-1]
                whole = rule.scope in _WHOLE
                found.setdefault(KIND_OF[tile], Safe(rule.code, tile, last, seat.index, rule.until, whole))
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
            left = [form.name for form in _FORMS[kind] if form.name not in {"ryanmen", "kokushi"}]
            out[Kind(kind)] = Suji(by, tuple(left))
    return out


def dangers(watch: Watch, me: int, opponents: Container[int] | None = None) -> dict[int, dict[Kind, Danger]]:
    """For each other seat what `me` knows of every kind it holds: safe, and why, or which shapes can still win it.

    Of the `opponents` only, where they are named. Ask when it is `me`'s turn. "Not seen" is what lies open nowhere and
    is not in `me`'s own hand.

    >>> from minogashi.rulebook import profile
    >>> from minogashi.table import Table
    >>> from minogashi.tiles import parse_tiles
    >>> watch, hand = Watch(Table(profile("tenhou"))), tuple(parse_tiles("4888p19m3456s1122z"))
    >>> watch.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (Tile(16),), (hand, *((Tile(49),) * 13,) * 3)))
    >>> watch.apply(ev.Draw(0, Tile(17)))
    >>> nine = dangers(watch, 0)[1][Kind(17)]
    >>> nine.level, nine.walls, [(shape.name, shape.ways) for shape in nine.shapes]
    ('no_chance', (16,), [('shanpon', 3), ('tanki', 3), ('kokushi', 1)])
    """
    held = [Kind(kind) for kind in range(KINDS) if watch.table.seats[me].hand.counts[kind]]
    unseen = watch.table.unseen(me)
    barred = safe(watch, me)
    return {
        other: {
            kind: _danger(watch.table.seats[other], kind, known, watch.hints[other].get(kind), unseen) for kind in held
        }
        for other, known in barred.items()
        if opponents is None or other in opponents
    }


class _Form(NamedTuple):
    """A way to wait on a kind: the tiles it holds, and for a two-sided one the kind that it waits on too."""

    name: str
    holds: tuple[Kind, ...]
    other: Kind | None = None


def _forms(kind: Kind) -> Iterator[_Form]:
    """Every way to wait on a kind; the won tile always ends in one of them."""
    place = kind % 9
    for first, second in ((-1, 1), (-2, -1), (1, 2)) if kind < _HONOURS else ():
        if place + first < 0 or place + second > 8:
            continue
        holds = Kind(kind + first), Kind(kind + second)
        if (first, second) == (-1, 1):
            yield _Form("kanchan", holds)
        elif place + first == 0 or place + second == 8:
            yield _Form("penchan", holds)
        else:
            yield _Form("ryanmen", holds, Kind(kind + (3 if first > 0 else -3)))
    yield _Form("shanpon", (kind, kind))
    yield _Form("tanki", (kind,))
    if TERMINALS_AND_HONOURS >> kind & 1:
        yield _Form("kokushi", tuple(other for other in kinds_in(TERMINALS_AND_HONOURS) if other != kind))


_FORMS: Final = tuple(tuple(_forms(Kind(kind))) for kind in range(KINDS))


def _ways(form: _Form, unseen: Sequence[int], seat: Seat) -> int:
    """In how many ways this seat may hold the tiles, by what is not seen of them."""
    if form.name == "kokushi":
        return int(not seat.hand.melds and all(unseen[kind] for kind in form.holds))
    if len(form.holds) == 1:
        return unseen[form.holds[0]]
    first, second = form.holds
    if not seat.sets:  # four melds: one tile is left to wait with
        return 0
    return unseen[first] * (unseen[second] - 1) // 2 if first == second else unseen[first] * unseen[second]


def _danger(seat: Seat, kind: Kind, known: Mapping[Kind, Safe], likely: Safe | None, unseen: Sequence[int]) -> Danger:
    shapes: list[Shape] = []
    locked: list[Kind] = []
    walls: list[Kind] = []
    walled = False
    for form in _FORMS[kind]:
        ways = _ways(form, unseen, seat)
        if not ways:
            walled |= form.name == "ryanmen"
            walls += [held for held in form.holds if not unseen[held] and form.name != "kokushi" and held != kind]
        elif form.other is not None and form.other in known and known[form.other].whole:
            locked.append(form.other)
        else:
            shapes.append(Shape(form.name, form.holds, ways))
    two_sided = [shape.holds for shape in shapes if shape.name == "ryanmen"]
    thin = [[held for held in holds if unseen[held] == 1] for holds in two_sided]
    if kind in known:
        level = "genbutsu" if known[kind].until == ("hand_end",) else "turn"
    elif not shapes:
        level = "none"
    elif kind >= _HONOURS:
        level = "open"
    elif two_sided:
        level = "one_chance" if all(thin) else "open"
    else:
        level = "no_chance" if walled else "suji"
    return Danger(
        kind=kind,
        level=level,
        left=unseen[kind],
        safe=known.get(kind),
        likely=likely,
        suji=tuple(locked),
        walls=tuple(sorted(set(walls))),
        thin=tuple(sorted({held for holds in thin for held in holds})),
        shapes=tuple(shapes),
    )
