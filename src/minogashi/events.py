"""What can happen at a table: the only input that a `Table` takes.

Seats are numbers from 0 (the first dealer of the game) in turn order. Events say what happened,
never what it means: whether a win was let go, a riichi stands or a lock ends is for the table to
tell. A tile that was not shown is `HIDDEN`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from minogashi.claims import CLOSED_KAN, Claim
from minogashi.errors import MinogashiError
from minogashi.tiles import KIND_OF, Kind, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.claims import Reason


class RoundStart(Struct, frozen=True, gc=False):
    """A hand is dealt. `hands` has 13 tiles a seat (the dealer's first tile follows as a `Draw`).

    `wind` is the round's (0 east .. 3 north), `number` counts its hands from 0, `honba` the
    counters, `sticks` the riichi deposits that lie on the table, `scores` points per seat,
    `live` the live tiles left in the wall when nothing has been drawn (None: by the rule book).
    """

    wind: int
    number: int
    honba: int
    sticks: int
    dealer: int
    scores: tuple[int, ...]
    indicators: tuple[Tile, ...]
    hands: tuple[tuple[Tile, ...], ...]
    live: int | None = None


class Meld(Struct, frozen=True, gc=False):
    """A set on the table: `claim` says which (CHI, PON or a kan); `taken` is the tile claimed from `source`.

    A kan that was added to a pon keeps the pon's `taken` and `source`.
    """

    claim: Claim
    tiles: tuple[Tile, ...]
    taken: Tile | None = None
    source: int | None = None

    @property
    def kind(self) -> Kind:
        """The lowest kind of the set."""
        return min(KIND_OF[tile] for tile in self.tiles)

    @property
    def opened(self) -> bool:
        """Whether it opens the hand: every set but a concealed kan."""
        return self.claim != CLOSED_KAN


class Position(Struct, frozen=True):
    """A hand taken up in the middle: a `RoundStart` and what each seat has done since.

    `start.hands` are the concealed tiles now (13 - 3 x melds, or one more for the seat that is to
    throw); `rivers` all own discards, claimed ones included; `turn` the seat to act, -1 where that
    is not told. `first_turn`: no seat has acted yet.
    """

    start: RoundStart
    melds: tuple[tuple[Meld, ...], ...]
    rivers: tuple[tuple[Tile, ...], ...]
    riichi: tuple[bool, ...]
    ippatsu: tuple[bool, ...] = ()
    bonus: tuple[tuple[Tile, ...], ...] = ()
    turn: int = -1
    first_turn: bool = False


class Draw(Struct, frozen=True, gc=False):
    """A tile from the wall; `replacement` after a kan, a north or a bonus tile."""

    seat: int
    tile: Tile
    replacement: bool = False


class Discard(Struct, frozen=True, gc=False):
    """A tile is thrown; `drawn` = it is the one just drawn (tsumogiri), None = not told."""

    seat: int
    tile: Tile
    drawn: bool | None = None


class Riichi(Struct, frozen=True, gc=False):
    """Riichi is declared; the discard that goes with it follows."""

    seat: int


class Call(Struct, frozen=True, gc=False):
    """A discard is taken for a set: `claim` is CHI, PON or OPEN_KAN, `uses` the own tiles."""

    seat: int
    claim: Claim
    tile: Tile
    source: int
    uses: tuple[Tile, ...]


class ClosedKan(Struct, frozen=True, gc=False):
    """Four tiles of the own hand are laid down as a concealed kan."""

    seat: int
    tiles: tuple[Tile, ...]


class AddedKan(Struct, frozen=True, gc=False):
    """The fourth tile is added to an own pon."""

    seat: int
    tile: Tile


class North(Struct, frozen=True, gc=False):
    """A north is set aside (three players)."""

    seat: int
    tile: Tile = Tile(30)


class Bonus(Struct, frozen=True, gc=False):
    """A flower, season or animal is shown."""

    seat: int
    tile: Tile


class Dora(Struct, frozen=True, gc=False):
    """A further dora indicator is turned."""

    tile: Tile


class Pass(Struct, frozen=True, gc=False):
    """A seat says that it declines everything it is offered now."""

    seat: int


class Ask(Struct, frozen=True, gc=False):
    """A seat asks for the tile (`claim` a set, or RON), and another seat's claim comes first."""

    seat: int
    claim: Claim
    uses: tuple[Tile, ...] = ()


class Ron(Struct, frozen=True, gc=False):
    """The offered tile is won; several in a row are wins on one tile."""

    seat: int
    source: int
    tile: Tile


class Tsumo(Struct, frozen=True, gc=False):
    """The drawn tile is won."""

    seat: int
    tile: Tile


class NineTerminals(Struct, frozen=True, gc=False):
    """A seat ends the hand with nine different terminals and honours."""

    seat: int


class FalseWin(Struct, frozen=True, gc=False):
    """A win is declared that the rules refuse; `shown`: the tiles were laid open."""

    seat: int
    shown: bool = False


class DeadHand(Struct, frozen=True, gc=False):
    """A seat's hand is ruled dead for the rest of the hand."""

    seat: int


class Turn(Struct, frozen=True, gc=False):
    """Turns in which nothing happened that matters are left out: now it is this seat's turn."""

    seat: int


class Live(Struct, frozen=True, gc=False):
    """The live wall is known to hold this many tiles now."""

    left: int


class Payment(Struct, frozen=True, gc=False):
    """Points change hands at once: `deltas` per seat, `why` in a word (a bite, a kong, a false win)."""

    deltas: tuple[int, ...]
    why: str


class RoundEnd(Struct, frozen=True, gc=False):
    """The hand is over.

    `result`: `win`, `exhaustive`, an abort code (`nine_terminals`, `four_winds`, `four_riichi`,
    `four_kans`, `triple_ron`), `nagashi`, `chombo`, or `cut` where the record breaks off.
    `scores` are the points afterwards where the record tells them.
    """

    result: str
    scores: tuple[int, ...] | None = None


class GameEnd(Struct, frozen=True, gc=False):
    """The game is over."""

    scores: tuple[int, ...] | None = None


Event = (
    RoundStart
    | Position
    | Draw
    | Discard
    | Riichi
    | Call
    | ClosedKan
    | AddedKan
    | North
    | Bonus
    | Dora
    | Pass
    | Ask
    | Ron
    | Tsumo
    | NineTerminals
    | FalseWin
    | DeadHand
    | Turn
    | Live
    | Payment
    | RoundEnd
    | GameEnd
)


class IllegalEventError(MinogashiError):
    """An event that the rules, or the tiles, do not allow: which (`at`, `event`) and why (`reasons`)."""

    def __init__(self, at: int, event: Event, reasons: Sequence[Reason]) -> None:
        self.at, self.event, self.reasons = at, event, tuple(reasons)
        codes = ", ".join(reason.code for reason in reasons)
        super().__init__(f"event {at}: {type(event).__name__} is not allowed: {codes}")
