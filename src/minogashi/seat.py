"""`Seat`, `Round` and `Window`: what one player has and is bound by, what the seats share, what is on offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.locks import LockBook, Locks
from minogashi.tiles import KIND_OF, KINDS, Kind, Mask, Tile

if TYPE_CHECKING:
    from minogashi.hand import Hand

NO_RIICHI, DECLARED, ESTABLISHED = 0, 1, 2
BY_DISCARD: Final = "discard"
BY_ADDED_KAN: Final = "kakan"
BY_CLOSED_KAN: Final = "ankan"
BY_NORTH: Final = "kita"

WINDS: Final = "ESWN"


class Window(Struct, gc=False):
    """A tile that other seats may take now: the tile, whose it is, how it came, and at which event.

    `via` is `discard`, `kakan`, `ankan` or `kita`. The rest are masks of seats: `passed` have declined,
    `asked` for a set, `declared` a win that went to another (or aborted the hand), `won` the tile.
    """

    tile: Tile
    kind: Kind
    source: int
    via: str
    event: int
    passed: int = 0
    asked: int = 0
    declared: int = 0
    won: int = 0


class Round:
    """What all seats share in one hand of play.

    `live` counts the tiles of the live wall; `turn` is the seat to act (-1: not told), `to_draw`
    whether it must draw first; `quiet` holds until the first call or set-aside tile; `replaced` counts the
    tiles that replaced others.
    """

    __slots__ = (
        "calls",
        "dealer",
        "honba",
        "indicators",
        "kans",
        "live",
        "number",
        "quiet",
        "replaced",
        "replacement_due",
        "scores",
        "seats",
        "sticks",
        "thrown",
        "to_draw",
        "turn",
        "wind",
    )

    def __init__(self, seats: int = 4) -> None:
        self.seats = seats
        self.wind = 0
        self.number = 0
        self.dealer = 0
        self.honba = 0
        self.sticks = 0
        self.scores: list[int] = [0] * seats
        self.indicators: list[Tile] = []
        self.live = 0
        self.kans = 0
        self.calls = 0
        self.thrown = 0
        self.quiet = True
        self.turn = -1
        self.to_draw = True
        self.replacement_due = False
        self.replaced = 0

    def copy(self) -> Round:
        """An independent copy."""
        new = Round.__new__(Round)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.scores, new.indicators = self.scores[:], self.indicators[:]
        return new

    def wind_of(self, seat: int) -> int:
        """The seat wind, 0 east to 3 north.

        >>> Round().wind_of(2)
        2
        """
        return (seat - self.dealer) % self.seats

    @property
    def name(self) -> str:
        """The round in the field's short form: wind, number, honba.

        >>> Round().name
        'E1.0'
        """
        return f"{WINDS[self.wind % 4]}{self.number + 1}.{self.honba}"


class Seat:
    """One player: hand, river, riichi, locks, waits.

    `river` holds every own discard, also those that others took (R7); `thrown_at` their events.
    `waits` are those of the hand as it stood at 13 tiles (riichi.md 2.2: between an own draw or
    call and the discard the flags are those of the hand before); 0 where hidden tiles hide them.
    `drawn` is the tile drawn in this turn, None after a call or where no turn is running; `bound`
    stands for the locks that bind the seat (`Locks.binding`). `drawn_replacement` tells whether the
    drawn tile came after a `kan`, a `north` or a `bonus` tile; `replacing` what the next one will
    come after; `short` counts bonus tiles shown and not yet replaced.
    """

    __slots__ = (
        "bonus",
        "bound",
        "dead",
        "double_riichi",
        "drawn",
        "drawn_replacement",
        "first_turn",
        "hand",
        "index",
        "ippatsu",
        "kans_in_turn",
        "known",
        "locks",
        "norths",
        "replacing",
        "riichi",
        "riichi_at",
        "river",
        "short",
        "thrown_at",
        "waits",
    )

    def __init__(self, index: int, hand: Hand, book: LockBook) -> None:
        self.index = index
        self.hand = hand
        self.known = hand.known
        self.locks = Locks(book)
        self.river, self.thrown_at = self.locks.river, self.locks.thrown_at
        self.bound = 0
        self.waits: int = 0
        self.drawn: Tile | None = None
        self.drawn_replacement = ""
        self.replacing = ""
        self.kans_in_turn = 0
        self.short = 0
        self.riichi = NO_RIICHI
        self.riichi_at = -1
        self.double_riichi = False
        self.ippatsu = False
        self.first_turn = True
        self.dead = False
        self.norths = 0
        self.bonus: list[Tile] = []

    def copy(self) -> Seat:
        """An independent copy."""
        new = Seat.__new__(Seat)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.hand, new.locks = self.hand.copy(), self.locks.copy()
        new.river, new.thrown_at, new.bonus = new.locks.river, new.locks.thrown_at, self.bonus[:]
        return new

    @property
    def in_riichi(self) -> bool:
        """Whether the riichi stands: its discard was not won."""
        return self.riichi == ESTABLISHED

    @property
    def sets(self) -> int:
        """How many sets the concealed part still has to make."""
        return 4 - len(self.hand.melds)

    @property
    def state(self) -> str:
        """`riichi`, `open` or `dama`: how the hand stands to the table."""
        if self.in_riichi:
            return "riichi"
        return "dama" if self.hand.closed else "open"

    @property
    def river_kinds(self) -> Mask:
        """The kinds in the own river."""
        out = 0
        for tile in self.river:
            out |= 1 << KIND_OF[tile]
        return Mask(out & ((1 << KINDS) - 1))
