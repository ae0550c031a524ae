"""A table taken up in the middle from a told position, where uneventful turns may be left out.

Rule pages and rule cases tell only what matters. A `Scene` fills the gaps with the events that say
so (`Turn`, a hidden `Draw`), so that the one engine plays them like any record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from minogashi import events as ev
from minogashi.claims import CLAIM_OF, CLOSED_KAN, PON, Claim
from minogashi.errors import MinogashiError
from minogashi.table import Table
from minogashi.tiles import FIRST_BONUS, HIDDEN, KIND_OF, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile
    from minogashi.seat import Seat

LETTERS: Final = "ESWN"


class Place(Struct):
    """What is told of one seat: concealed tiles (None: nothing), melds, river, riichi.

    `partial`: `hand` is only some of the tiles.
    """

    hand: list[Tile] | None = None
    partial: bool = False
    melds: list[ev.Meld] = field(default_factory=list)
    river: list[Tile] = field(default_factory=list)
    riichi: bool = False
    ippatsu: bool = False
    bonus: list[Tile] = field(default_factory=list)
    points: int = 25000

    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles, filled up with hidden ones where they are not all told."""
        told = self.hand or []
        missing = 13 - 3 * len(self.melds) - len(told)
        if self.hand is not None and not self.partial:
            missing = 0
        return (*told, *[HIDDEN] * max(0, missing))


class Scene:
    """Plays a told position forward. Seats are numbers, 0 = east and dealer.

    `events` holds what was played: first a `Position`, and folded again they give the same table.
    """

    def __init__(  # noqa: PLR0913  what a position tells
        self,
        profile: Profile,
        places: Sequence[Place],
        *,
        honba: int = 0,
        sticks: int = 0,
        indicators: Sequence[Tile] = (),
        wind: int = 0,
        first_turn: bool = False,
    ) -> None:
        self.table = Table(profile)
        self.events: list[ev.Event] = []
        self.last_due = False
        points, hands = tuple(place.points for place in places), tuple(place.tiles() for place in places)
        start = ev.RoundStart(wind, 0, honba, sticks, 0, points, tuple(indicators), hands)
        self.apply(
            ev.Position(
                start,
                tuple(tuple(place.melds) for place in places),
                tuple(tuple(place.river) for place in places),
                tuple(place.riichi for place in places),
                tuple(place.ippatsu for place in places),
                tuple(tuple(place.bonus) for place in places),
                first_turn=first_turn,
            )
        )

    def apply(self, event: ev.Event) -> None:
        """Play an event. Raises for one that the rules refuse."""
        self.table.apply(event)
        self.events.append(event)

    def seat(self, index: int) -> Seat:
        """The seat of this number."""
        return self.table.seats[index]

    def to_move(self, index: int) -> None:
        """Make it this seat's turn with a tile drawn, if it is not already."""
        round_ = self.table.round
        if round_.turn != index:
            self.apply(ev.Turn(index))
        if round_.to_draw:
            self.apply(ev.Draw(index, HIDDEN, round_.replacement_due))

    def draw(self, index: int, tile: Tile = HIDDEN, *, replacement: bool = False) -> None:
        """A draw; turns before it may have been left out."""
        round_ = self.table.round
        if round_.turn != index or not round_.to_draw:
            if round_.turn == index and not round_.to_draw and self.seat(index).drawn is not None:
                raise MinogashiError(f"{LETTERS[index]} has drawn already")
            self.apply(ev.Turn(index))
        self.apply(ev.Draw(index, tile, replacement))
        if FIRST_BONUS <= tile < HIDDEN:
            self.apply(ev.Bonus(index, tile))  # "a bonus tile, shown at once"

    def discard(self, index: int, tile: Tile) -> None:
        """A discard, with the draw before it where that was left out."""
        self.to_move(index)
        if self.last_due:
            self.apply(ev.Live(0))
            self.last_due = False
        self.apply(ev.Discard(index, tile))

    def riichi(self, index: int) -> None:
        """A riichi declaration; its discard follows."""
        self.to_move(index)
        self.apply(ev.Riichi(index))

    def call(self, index: int, claim: Claim, tiles: Sequence[Tile]) -> None:
        """A chi, pon or open kan with all tiles of the set told."""
        window = self.table.window
        if window is None:
            raise MinogashiError(f"{LETTERS[index]} calls, but no tile is on offer")
        self.apply(ev.Call(index, claim, window.tile, window.source, self.own_part(tiles)))

    def ask(self, index: int, claim: Claim, tiles: Sequence[Tile]) -> None:
        """A call that another seat's claim outranks."""
        self.apply(ev.Ask(index, claim, self.own_part(tiles)))

    def own_part(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The tiles of a told set without one copy of the offered kind."""
        window = self.table.window
        own = list(tiles)
        taken = next((tile for tile in own if window is not None and KIND_OF[tile] == window.kind), None)
        if taken is not None:
            own.remove(taken)
        return tuple(own)

    def kan(self, index: int, claim: Claim, tile: Tile) -> None:
        """A concealed or added kan of a kind, with the draw before it where that was left out."""
        self.to_move(index)
        seat = self.seat(index)
        if claim == CLOSED_KAN:
            tiles = tuple(seat.hand.of_kind(KIND_OF[tile]))
            self.apply(ev.ClosedKan(index, (*tiles, *[tile] * (4 - len(tiles)))))
            return
        pons = [meld.kind for meld in seat.hand.melds if meld.claim == PON]
        if seat.hand.counts[HIDDEN] and KIND_OF[tile] not in pons:
            # "who gave the tile does not matter": a seat of which nothing is told had its pon before
            unseen = Tile(KIND_OF[tile])
            pon = ev.Meld(PON, (unseen,) * 3)
            seat.hand.lay(pon, [unseen] * 3)
            self.events[0] = _laid_before(self.events[0], index, pon)
        self.apply(ev.AddedKan(index, tile))

    def north(self, index: int, tile: Tile) -> None:
        """A north set aside."""
        self.to_move(index)
        self.apply(ev.North(index, tile))

    def ron(self, index: int) -> None:
        """The tile on offer is won."""
        window = self.table.window
        tile, source = (window.tile, window.source) if window is not None else (HIDDEN, -1)
        self.apply(ev.Ron(index, source, tile))

    def tsumo(self, index: int) -> None:
        """The drawn tile is won."""
        drawn = self.seat(index).drawn
        self.apply(ev.Tsumo(index, HIDDEN if drawn is None else drawn))


def _laid_before(start: ev.Event, index: int, pon: ev.Meld) -> ev.Event:
    """The position in which a seat of hidden tiles has this set."""
    if not isinstance(start, ev.Position):
        return start
    melds, hands = list(start.melds), list(start.start.hands)
    melds[index], hands[index] = (*melds[index], pon), hands[index][: -len(pon.tiles)]
    return replace(start, melds=tuple(melds), start=replace(start.start, hands=tuple(hands)))


def meld(word: str, tiles: Sequence[Tile], taken: Tile | None = None, source: int | None = None) -> ev.Meld:
    """A told set as a `Meld`."""
    return ev.Meld(CLAIM_OF[word], tuple(tiles), taken, source)
