"""Locks as data: what sets a block on a seat's claims, what it blocks, and what ends it.

Riichi furiten, Singapore passed-hu and passed-set locks, swap-calling bans and "closed by riichi"
are rows of one kind (`LockRule`), read from a rule book. A seat's `Locks` remember, per rule, the
tiles and events that set it (`Mark`). Only the table fires and expires locks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.claims import RIICHI, RON, TSUMO, Claim, Code, Reason
from minogashi.tiles import KIND_OF, KINDS, Kind, Mask, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

TRIGGERS: Final = (
    "own_discard",
    "passed_win",
    "passed_set",
    "passed_pung",
    "seen",
    "riichi",
    "own_call",
    "own_north",
    "false_win",
)
SCOPES: Final = ("tile", "wait", "suji_line", "wait_at_trigger", "swap", "all")
MEMORIES: Final = ("all", "latest")
ENDS: Final = (
    "own_draw",
    "own_normal_draw",
    "own_call",
    "own_discard",
    "own_discard_outside_wait",
    "any_call",
    "own_added_kan",
    "hand_end",
)
ALL_KINDS: Final = Mask((1 << KINDS) - 1)


def _suji_line(kind: int) -> int:
    """1-4-7, 2-5-8 or 3-6-9 of the suit; an honour stands alone."""
    if kind >= 27:
        return 1 << kind
    return 0b001001001 << (kind // 9 * 9 + kind % 3)


SUJI_LINE: Final[tuple[Mask, ...]] = tuple(Mask(_suji_line(kind)) for kind in range(KINDS))


class LockRule(Struct, frozen=True):
    """One row of a rule book: trigger, what it blocks, in which scope, until when.

    `triggers`: any of them sets it. `passed_pung` is the pass of a pung or kong, `passed_set` that of
    a chi too, `seen` any discard that nobody took. `when` limits them to seats `in_riichi` or
    `not_in_riichi`; `eligibility` says whether a passed win must have been `legal` or only
    `structural` (a complete shape); `windows` names the offers that count; `kept_in_riichi`: nothing
    but the end of the hand lifts it there. `unless` = `higher_value`: a win worth more than the one
    passed is free.
    """

    code: Code
    triggers: tuple[str, ...]
    blocks: int
    scope: str
    until: tuple[str, ...]
    memory: str = "all"
    when: str = ""
    eligibility: str = "structural"
    windows: tuple[str, ...] = ("discard", "kakan", "ankan", "kita")
    kept_in_riichi: bool = False
    unless: str = ""

    @property
    def wins_only(self) -> bool:
        """Whether the lock blocks wins, and no more than the riichi that leads to one: ready hands only (R27)."""
        return bool(self.blocks & RON) and not self.blocks & ~(RON | TSUMO | RIICHI)


class Mark(Struct, frozen=True, gc=False):
    """What set a lock: the tile, the event's index, the kinds it reaches, and what the win passed was worth."""

    tile: Tile
    event: int
    reach: Mask
    worth: int = 0


class LockBook:
    """The lock rules of a rule book, indexed for the table.

    `blocking[claim]` and `ending[end]` are masks of rule numbers; `fired_by[trigger]` lists them.

    >>> rule = LockRule(Code.FURITEN_DISCARD, ("own_discard",), RON, "wait", ("hand_end",))
    >>> book = LockBook([rule])
    >>> book.blocking[RON], book.fired_by["own_discard"], book.ending["own_draw"]
    (1, (0,), 0)
    """

    __slots__ = (
        "blocking",
        "by_river",
        "by_tile",
        "ending",
        "fired_by",
        "kept_in_riichi",
        "latest",
        "on_discard",
        "rules",
        "told",
    )

    def __init__(self, rules: Sequence[LockRule]) -> None:
        self.rules = tuple(rules)
        self.blocking: dict[int, int] = {
            1 << bit: sum(1 << i for i, rule in enumerate(self.rules) if rule.blocks >> bit & 1) for bit in range(11)
        }
        self.ending: dict[str, int] = {
            end: sum(1 << i for i, rule in enumerate(self.rules) if end in rule.until) for end in ENDS
        }
        self.fired_by: dict[str, tuple[int, ...]] = {
            trigger: tuple(i for i, rule in enumerate(self.rules) if trigger in rule.triggers) for trigger in TRIGGERS
        }
        self.kept_in_riichi = self._mask(lambda rule: rule.kept_in_riichi)
        self.by_river = self._mask(lambda rule: "own_discard" in rule.triggers)
        self.on_discard = self.fired_by["own_discard"]
        self.latest = tuple(i for i in self.fired_by["own_discard"] if self.rules[i].memory == "latest")
        self.by_tile = self._mask(lambda rule: rule.scope not in {"wait", "all"})
        # a riichi and a swap-calling ban are seen on the table anyway
        self.told = tuple(
            (i, rule.scope == "wait", rule.wins_only)
            for i, rule in enumerate(self.rules)
            if not {"riichi", "own_call"} & set(rule.triggers)
        )

    def _mask(self, test: Callable[[LockRule], bool]) -> int:
        return sum(1 << i for i, rule in enumerate(self.rules) if test(rule))


class Locks:
    """The locks that one seat carries. `active` is the mask of the rules that hold a mark.

    Locks that the own discards set are kept as the river itself: `reach` is their mask, and their
    marks are read off `river` and `thrown_at`, the seat's own lists, from place `since` on.

    >>> from minogashi.tiles import parse_tile
    >>> book = LockBook([LockRule(Code.FURITEN_DISCARD, ("own_discard",), RON, "wait", ("hand_end",))])
    >>> locks = Locks(book)
    >>> locks.throw(parse_tile("2p"), Kind(10), event=7)
    >>> locks.against(RON, Kind(13), waits=1 << 10 | 1 << 13)
    [Reason(code=<Code.FURITEN_DISCARD: 'furiten_discard'>, tile=10, event=7, until=('waits_change', 'hand_end'))]
    """

    __slots__ = ("active", "book", "fired", "reach", "river", "since", "stamp", "thrown_at")

    def __init__(self, book: LockBook) -> None:
        rules = len(book.rules)
        self.book = book
        self.active = 0
        self.stamp = 0
        self.reach: list[int] = [0] * rules
        self.since: list[int] = [0] * rules
        self.river: list[Tile] = []
        self.thrown_at: list[int] = []
        self.fired: list[tuple[Mark, ...]] = [()] * rules

    def copy(self) -> Locks:
        """An independent copy."""
        new = Locks.__new__(Locks)
        new.book, new.active, new.stamp = self.book, self.active, self.stamp
        new.reach, new.since, new.fired = self.reach[:], self.since[:], self.fired[:]
        new.river, new.thrown_at = self.river[:], self.thrown_at[:]
        return new

    def throw(self, tile: Tile, kind: Kind, *, event: int) -> None:
        """An own discard goes into the river; the rules that it triggers fire."""
        self.river.append(tile)
        self.thrown_at.append(event)
        book, reach, bit = self.book, self.reach, 1 << kind
        for number in book.on_discard:
            reach[number] |= bit
        for number in book.latest:
            reach[number] = bit
            self.since[number] = len(self.river) - 1
            self.stamp += 1
        self.active |= book.by_river

    def fire(  # noqa: PLR0913  a rule, what set it, and the masks of the scopes
        self, number: int, tile: Tile, kind: Kind, *, event: int, waits: int = 0, swap: int = 0, worth: int = 0
    ) -> None:
        """Set rule `number` for a tile: `waits` and `swap` are the masks that those scopes reach."""
        rule = self.book.rules[number]
        scope = rule.scope
        if scope in {"tile", "wait"}:
            reach = 1 << kind
        elif scope == "all":
            reach = ALL_KINDS
        elif scope == "suji_line":
            reach = SUJI_LINE[kind]
        else:
            reach = waits if scope == "wait_at_trigger" else swap
        mark = Mark(tile, event, Mask(reach), worth)
        if rule.memory == "latest":
            self.fired[number], self.reach[number] = (mark,), reach
        else:
            self.fired[number] += (mark,)
            self.reach[number] |= reach
        self.active |= 1 << number
        self.stamp += 1

    def marks(self, number: int) -> Sequence[Mark]:
        """What set rule `number`, in order of time."""
        if not self.book.by_river >> number & 1:
            return self.fired[number]
        thrown = zip(self.river[self.since[number] :], self.thrown_at[self.since[number] :], strict=True)
        return [Mark(tile, event, Mask(1 << KIND_OF[tile])) for tile, event in thrown]

    def binding(self, waits: int) -> int:
        """A number that changes whenever the locks that bind a hand with these waits change."""
        out, active, reach = 0, self.active, self.reach
        for number, by_wait, wins_only in self.book.told:
            if active >> number & 1 and (reach[number] & waits if by_wait else waits or not wins_only):
                out |= 1 << number
        return out | self.stamp << 16 if out & self.book.by_tile else out

    def expire(self, numbers: int) -> None:
        """Forget every mark of the rules in this mask."""
        numbers &= self.active
        self.active &= ~numbers
        self.stamp += 1
        for number in _bits(numbers):
            self.fired[number], self.reach[number] = (), 0
            self.since[number] = len(self.river)

    def blocked(self, claim: Claim, kind: Kind, waits: int) -> bool:
        """Whether some lock forbids this claim on a tile of this kind."""
        return any(self._holds(number, kind, waits) for number in _bits(self.active & self.book.blocking[claim]))

    def against(self, claim: Claim, kind: Kind, waits: int, *, in_riichi: bool = False, worth: int = 0) -> list[Reason]:
        """Every lock that forbids this claim on this kind, as reasons with their causes.

        `worth` is that of the win asked for, where a rule frees wins worth more than the one passed.
        """
        return [
            self.reason(number, kind, waits, in_riichi=in_riichi)
            for number in _bits(self.active & self.book.blocking[claim])
            if self._holds(number, kind, waits) and not self._outbid(number, worth)
        ]

    def _outbid(self, number: int, worth: int) -> bool:
        if self.book.rules[number].unless != "higher_value":
            return False
        return worth > max(mark.worth for mark in self.marks(number))

    def reason(self, number: int, kind: Kind, waits: int, *, in_riichi: bool = False) -> Reason:
        """The reason that rule `number` gives: its first mark that matters, and what ends it."""
        rule = self.book.rules[number]
        wanted = waits if rule.scope == "wait" else 1 << kind
        marks = self.marks(number)
        mark = next((mark for mark in marks if mark.reach & wanted), marks[0])
        return Reason(rule.code, mark.tile, mark.event, self._until(rule, in_riichi=in_riichi))

    def over_wait(self, claim: Claim, thrown: Kind, waits: int) -> Reason | None:
        """The lock over the whole wait that would forbid `claim` once this kind is thrown and these waits are left."""
        for number in _bits(self.book.blocking[claim]):
            rule = self.book.rules[number]
            if rule.scope == "wait" and (self.reach[number] | 1 << thrown) & waits:
                mark = next((mark for mark in self.marks(number) if mark.reach & waits), None)
                until = self._until(rule, in_riichi=False)
                tile, event = (Tile(thrown), None) if mark is None else (mark.tile, mark.event)
                return Reason(rule.code, tile, event, until)
        return None

    def in_force(self, waits: int) -> dict[tuple[int, int], Mark]:
        """The locks that bind the seat now, keyed by (rule number, kind or -1), each with its cause.

        A lock over the whole wait, or over every tile, is one lock whatever set it; a lock by tile is
        one lock a kind. Locks that block only wins bind only a ready hand (R27).
        """
        out: dict[tuple[int, int], Mark] = {}
        for number, _, wins_only in self.book.told:
            rule = self.book.rules[number]
            if not self.active >> number & 1 or (wins_only and not waits):
                continue
            if rule.scope == "wait" and not self.reach[number] & waits:
                continue
            if rule.scope in {"wait", "all"}:
                out[number, -1] = next(m for m in self.marks(number) if rule.scope == "all" or m.reach & waits)
            else:
                for mark in self.marks(number):
                    out.setdefault((number, KIND_OF[mark.tile]), mark)
        return out

    def kinds(self, code: Code) -> int:
        """The mask of kinds that set the locks of this code (what was passed or thrown).

        >>> Locks(LockBook([])).kinds(Code.PASSED_HU)
        0
        """
        out = 0
        for number, rule in enumerate(self.book.rules):
            if rule.code == code:
                for mark in self.marks(number):
                    out |= 1 << KIND_OF[mark.tile]
        return out

    def _holds(self, number: int, kind: Kind, waits: int) -> int:
        if self.book.rules[number].scope == "wait":
            return self.reach[number] & waits
        return self.reach[number] >> kind & 1 if kind < KINDS else int(self.reach[number] == ALL_KINDS)

    @staticmethod
    def _until(rule: LockRule, *, in_riichi: bool) -> tuple[str, ...]:
        if in_riichi and (rule.kept_in_riichi or rule.scope == "wait"):
            return ("hand_end",)  # R23: riichi forbids changing the waits
        if rule.scope == "wait":
            return ("waits_change", *rule.until)
        return rule.until


def _bits(mask: int) -> Iterator[int]:
    number = 0
    while mask:
        if mask & 1:
            yield number
        mask >>= 1
        number += 1
