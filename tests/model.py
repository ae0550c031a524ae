"""A second, simple account of waits and furiten, told from the raw events alone, to hold the engine against.

Nothing here uses the engine: hands are plain counts, the waits of a hand are found by taking it apart,
and the flags follow riichi.md 2.1 and 2.2 word by word. Slow and short on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from minogashi.claims import OPEN_KAN
from minogashi.tiles import KIND_OF, KINDS, NO_KIND, Tile

if TYPE_CHECKING:
    from minogashi import events as ev

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
Suit = tuple[int, ...]


@cache
def sets_only(suit: Suit, *, honours: bool) -> bool:
    """Whether the tiles of one suit are nothing but triplets and runs."""
    rank = next((rank for rank, count in enumerate(suit) if count), None)
    if rank is None:
        return True
    rest = list(suit)
    if rest[rank] >= 3:
        rest[rank] -= 3
        if sets_only(tuple(rest), honours=honours):
            return True
        rest[rank] += 3
    if not honours and rank < 7 and rest[rank + 1] and rest[rank + 2]:
        for step in range(3):
            rest[rank + step] -= 1
        return sets_only(tuple(rest), honours=honours)
    return False


@cache
def sets_and_pair(suit: Suit, *, honours: bool) -> bool:
    for rank, count in enumerate(suit):
        if count >= 2:
            rest = list(suit)
            rest[rank] -= 2
            if sets_only(tuple(rest), honours=honours):
                return True
    return False


def wins(counts: list[int]) -> bool:
    """Whether 14 - 3 x melds tiles are a winning shape."""
    suits = [tuple(counts[start : start + 9]) for start in (0, 9, 18, 27)]
    plain = [sets_only(suit, honours=place == 3) for place, suit in enumerate(suits)]
    if plain.count(False) == 1 and sets_and_pair(suits[plain.index(False)], honours=not plain[3]):
        return True
    if sum(counts) != 14:
        return False
    if sum(1 for count in counts if count == 2) == 7:
        return True
    return sum(counts[kind] for kind in ORPHANS) == 14 and all(counts[kind] for kind in ORPHANS)


@cache
def _waits(counts: Suit) -> frozenset[int]:
    hand, out = list(counts), set()
    for kind in range(KINDS):
        hand[kind] += 1
        if wins(hand):
            out.add(kind)
        hand[kind] -= 1
    return frozenset(out)


def waits_of(counts: list[int]) -> frozenset[int]:
    return _waits(tuple(counts)) if sum(counts) % 3 == 1 else frozenset()


@dataclass
class Player:
    """One seat as the simple account sees it."""

    counts: list[int]
    known: bool = True
    melds: int = 0
    river: list[int] = field(default_factory=list)
    waits: frozenset[int] = frozenset()
    passed: bool = False  # T
    barred: bool = False  # R
    riichi: str = ""

    @property
    def furiten(self) -> set[str]:
        """The causes of furiten, by their codes."""
        found = {"furiten_discard"} if self.waits & set(self.river) else set()
        found |= {"furiten_temporary"} if self.passed else set()
        return found | ({"furiten_riichi"} if self.barred else set())


@dataclass
class Offer:
    """A tile that others may win, and who has had a say."""

    kind: int
    source: int
    via: str
    event: int
    done: set[int] = field(default_factory=set)
    won: bool = False


class Model:
    """The seats of one hand of play. `let_go` lists (seat, kind, event of the offer) of every pass."""

    def __init__(self, options: dict[str, str]) -> None:
        self.reset = options["temp_furiten_reset"]
        self.kan_counts = options["chankan_pass_counts"] == "yes"  # noqa: S105  a rule
        self.orphans_rob = options["kokushi_ankan_ron"] == "yes"
        self.north_won = options["kita_ron"] == "yes"
        self.at = -1
        self.players: list[Player] = []
        self.offer: Offer | None = None
        self.kan_waits = False
        self.let_go: list[tuple[int, int, int]] = []

    def tell(self, event: ev.Event) -> None:
        """The next event."""
        self.at += 1
        method = getattr(self, f"_{type(event).__name__.lower()}", None)
        if method is not None:
            method(event)

    def _roundstart(self, event: ev.RoundStart) -> None:
        self.offer, self.kan_waits, self.let_go = None, False, []
        self.players = []
        for hand in event.hands:
            counts = [0] * KINDS
            for tile in hand:
                if KIND_OF[tile] != NO_KIND:
                    counts[KIND_OF[tile]] += 1
            player = Player(counts, known=sum(counts) == 13)
            self.players.append(player)
            self._look(player)

    def _draw(self, event: ev.Draw) -> None:
        self._close()
        player = self.players[event.seat]
        if KIND_OF[event.tile] != NO_KIND:
            player.counts[KIND_OF[event.tile]] += 1
        if self.reset != "own_discard":
            self._lift(player)

    def _discard(self, event: ev.Discard) -> None:
        self._close()
        player, kind = self.players[event.seat], KIND_OF[event.tile]
        self._take(player, [event.tile])
        player.river.append(kind)
        if self.reset in {"own_discard", "any_call"}:
            self._lift(player)
        self._look(player)
        self.offer = Offer(kind, event.seat, "discard", self.at)

    def _riichi(self, event: ev.Riichi) -> None:
        self.players[event.seat].riichi = "declared"

    def _call(self, event: ev.Call) -> None:
        self._close()
        player = self.players[event.seat]
        self._take(player, event.uses)
        player.melds += 1
        if event.claim == OPEN_KAN:
            self._look(player)
        if self.reset == "own_draw_or_call":
            self._lift(player)
        self._any_call()

    def _closedkan(self, event: ev.ClosedKan) -> None:
        player, kind = self.players[event.seat], KIND_OF[event.tiles[0]]
        self._take(player, event.tiles)
        player.melds += 1
        self._look(player)
        self.offer = Offer(kind, event.seat, "ankan", self.at)
        self.kan_waits = any(self._hit(other, self.offer) for other in range(len(self.players)))
        if not self.kan_waits:
            self._any_call()

    def _addedkan(self, event: ev.AddedKan) -> None:
        player = self.players[event.seat]
        self._take(player, [event.tile])
        self._look(player)
        self.offer, self.kan_waits = Offer(KIND_OF[event.tile], event.seat, "kakan", self.at), True

    def _north(self, event: ev.North) -> None:
        player = self.players[event.seat]
        self._take(player, [event.tile])
        self._look(player)
        self.offer = Offer(KIND_OF[event.tile], event.seat, "kita", self.at)

    def _pass(self, event: ev.Pass) -> None:
        if self.offer is not None and event.seat != self.offer.source and event.seat not in self.offer.done:
            self._passes(event.seat, self.offer)
            self.offer.done.add(event.seat)

    def _ron(self, event: ev.Ron) -> None:
        assert self.offer is not None
        self.offer.done.add(event.seat)
        self.offer.won = True

    def _tsumo(self, _: ev.Tsumo) -> None:
        self._close()

    def _roundend(self, event: ev.RoundEnd) -> None:
        if self.offer is not None and event.result == "triple_ron":  # declared and lost to the abort: not a pass
            self.offer.done |= {seat for seat, player in enumerate(self.players) if not player.furiten}
        if event.result == "cut":  # what the seats did is not told
            self.offer = None
        self._close()

    def _close(self) -> None:
        offer, self.offer = self.offer, None
        if offer is None:
            return
        for seat in range(len(self.players)):
            if seat not in offer.done:
                self._passes(seat, offer)
        source = self.players[offer.source]
        if source.riichi == "declared" and not offer.won:
            source.riichi = "established"
        if self.kan_waits and not offer.won:
            self._any_call()
        self.kan_waits = False

    def _hit(self, seat: int, offer: Offer) -> bool:
        player = self.players[seat]
        if seat == offer.source or offer.kind not in player.waits:
            return False
        if offer.via == "ankan":
            return (
                self.orphans_rob
                and not player.melds
                and not any(count for kind, count in enumerate(player.counts) if kind not in ORPHANS)
            )
        return offer.via != "kita" or self.north_won

    def _passes(self, seat: int, offer: Offer) -> None:
        if not self._hit(seat, offer):
            return
        self.let_go.append((seat, offer.kind, offer.event))
        player = self.players[seat]
        if self.kan_counts or offer.via not in {"kakan", "ankan"}:
            player.passed = True
            player.barred = player.barred or player.riichi == "established"

    def _any_call(self) -> None:
        if self.reset == "any_call":
            for player in self.players:
                self._lift(player)

    @staticmethod
    def _lift(player: Player) -> None:
        if player.riichi != "established":
            player.passed = False

    @staticmethod
    def _take(player: Player, tiles: list[Tile] | tuple[Tile, ...]) -> None:
        for tile in tiles:
            player.counts[KIND_OF[tile]] -= 1

    @staticmethod
    def _look(player: Player) -> None:
        player.waits = waits_of(player.counts) if player.known else frozenset()
