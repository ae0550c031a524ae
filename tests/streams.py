"""Random legal games: every event is one that the table itself allows, and the wall is whatever suits.

Hands are dealt near to ready, winning tiles are thrown and let go more often than at a real table,
and calls, kans, norths and riichi are taken whenever the dice say so: that is where rules go wrong.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from minogashi import events as ev
from minogashi import shapes
from minogashi.claims import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    NINE_TERMINALS,
    NORTH,
    OPEN_KAN,
    PON,
    RIICHI,
    RON,
    TSUMO,
    Verdict,
)
from minogashi.priority import resolve
from minogashi.seat import DECLARED
from minogashi.table import Table
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, TERMINALS_AND_HONOURS, Kind, Tile, kinds_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minogashi.rulebook import Profile

APPETITE = {
    RON: 0.25,
    TSUMO: 0.25,
    PON: 0.5,
    CHI: 0.4,
    OPEN_KAN: 0.8,
    CLOSED_KAN: 0.8,
    ADDED_KAN: 0.9,
    NORTH: 0.8,
    RIICHI: 0.6,
}
"""How often an allowed claim or act is taken."""


def tile_set(seats: int) -> list[Tile]:
    kinds = [kind for kind in range(KINDS) if seats == 4 or not 1 <= kind <= 7]
    tiles = [Tile(kind) for kind in kinds for _ in range(4)]
    for plain, red in ((4, 34), (13, 35), (22, 36)):
        if plain in kinds:
            tiles[tiles.index(Tile(plain))] = Tile(red)
    return tiles


def play(profile: Profile, seed: int) -> list[ev.Event]:
    """One hand of play under a profile, all events from the deal to the end."""
    return Game(profile, Random(seed)).run()  # noqa: S311  a seeded game, no secret


class Game:
    """One hand of play, made up as it goes."""

    def __init__(self, profile: Profile, rng: Random) -> None:
        self.rng, self.seats = rng, profile.seats
        self.wall = tile_set(self.seats)
        rng.shuffle(self.wall)
        self.table = Table(profile)
        self.events: list[ev.Event] = []
        self.dealer, self.plot, self.bait = rng.randrange(self.seats), -1, False

    def run(self) -> list[ev.Event]:
        """All events from the deal to the end."""
        rng = self.rng
        hands = self._deal()
        scores = tuple(rng.choice((25000, 25000, 900)) for _ in range(self.seats))
        live = rng.choice((None, None, 6, 12, 25))
        honba = rng.choice((0, 0, 5))
        self._emit(ev.RoundStart(rng.randrange(2), 0, honba, 0, self.dealer, scores, (self.wall.pop(),), hands, live))
        while self.table.running:
            self._step()
        return self.events

    def _emit(self, event: ev.Event) -> None:
        self.events.append(event)
        self.table.apply(event)

    def _often(self, share: float) -> bool:
        return self.rng.random() < share

    # The deal

    def _deal(self) -> tuple[tuple[Tile, ...], ...]:
        """Hands for all seats; often one seat waits for a tile (`plot`) of which another may make a kan."""
        rng = self.rng
        starts: list[list[Tile | None]] = [[] for _ in range(self.seats)]
        dice = rng.random()
        first, second, third, *_ = rng.sample(range(self.seats), self.seats)
        if dice < 0.1:
            kind = rng.choice(kinds_in(TERMINALS_AND_HONOURS))
            self.dealer, self.plot = first, kind
            starts[first] = [self._grab(kind) for _ in range(3)]
            starts[second] = [self._grab(other) for other in kinds_in(TERMINALS_AND_HONOURS) if other != kind]
            starts[second].append(self._grab(0 if kind else 8))
        elif dice < 0.5:
            kind = Kind(9 * rng.randrange(1, 3) + rng.randrange(1, 8))
            self.dealer, self.plot, self.bait = third, kind, True
            starts[first], starts[third] = [self._grab(kind), self._grab(kind)], [self._grab(kind)]
            starts[second] = [self._grab(kind - 1), self._grab(kind + 1), *self._pair()]
            starts[second] += [tile for _ in range(3) for tile in self._set()]
        if dice < 0.5:
            return tuple(tuple(self._fill(start)) for start in starts)
        return tuple(tuple(self._hand()) for _ in range(self.seats))

    def _pair(self) -> list[Tile | None]:
        kind = self.rng.choice(kinds_in(TERMINALS_AND_HONOURS))
        return [self._grab(kind), self._grab(kind)]

    def _hand(self) -> list[Tile]:
        dice = self.rng.random()
        if dice < 0.1:
            orphans = [kind for kind in range(KINDS) if TERMINALS_AND_HONOURS >> kind & 1]
            return self._fill(self._grab(kind) for kind in orphans)
        if dice < 0.6:
            return self._fill(tile for _ in range(4) for tile in self._set())
        return self._fill([])

    def _fill(self, tiles: Iterable[Tile | None]) -> list[Tile]:
        hand = [tile for tile in tiles if tile is not None][:13]
        while len(hand) < 13:
            hand.append(self.wall.pop())
        return hand

    def _set(self) -> list[Tile | None]:
        suit, low = 9 * self.rng.randrange(3), self.rng.randrange(7)
        if self._often(0.4):
            kind = self.rng.randrange(KINDS)
            return [self._grab(kind) for _ in range(3)]
        return [self._grab(suit + low + step) for step in range(3)]

    def _grab(self, kind: int) -> Tile | None:
        found = next((place for place, tile in enumerate(self.wall) if KIND_OF[tile] == kind), None)
        return None if found is None else self.wall.pop(found)

    # Turns

    def _step(self) -> None:
        table = self.table
        if table.window is not None and self._claims():
            return
        round_ = table.round
        if not round_.to_draw:
            self._own_turn()
        elif round_.live == 0:
            self._emit(ev.RoundEnd("exhaustive"))
        else:
            if round_.kans > len(round_.indicators) - 1 and self._often(0.5):
                self._emit(ev.Dora(self.wall.pop()))
            self._emit(ev.Draw(round_.turn, self._drawn(), round_.replacement_due))

    def _drawn(self) -> Tile:
        """The next tile of the wall, often one that somebody waits for or has a pon of."""
        if self._often(0.4):
            waits = [seat.waits for seat in self.table.seats]
            mine = self.table.seats[self.table.round.turn].hand
            wanted = sum(1 << meld.kind for meld in mine.melds if meld.claim == PON)
            wanted |= sum(1 << kind for kind in range(KINDS) if mine.counts[kind] == 3)
            if wanted >> max(0, self.plot) & 1 and self.plot >= 0:
                wanted = 1 << self.plot
            elif not wanted or self._often(0.3):
                wanted = self.rng.choice(waits)
            for kind in self.rng.sample(kinds_in(wanted), len(kinds_in(wanted))):
                tile = self._grab(kind)
                if tile is not None:
                    return tile
        return self.wall.pop()

    def _claims(self) -> bool:
        """What the seats say to the tile on offer. True where an event took the turn on or ended the hand."""
        table, window = self.table, self.table.window
        assert window is not None
        said: list[Verdict] = []
        for index in self.rng.sample(range(self.seats), self.seats):
            if index == window.source:
                continue
            allowed = [verdict for verdict in table.claims(index) if verdict.allowed]
            wanted = [verdict for verdict in allowed if self._often(APPETITE[verdict.claim])]
            if wanted:
                said.append(min(wanted, key=lambda verdict: (verdict.claim != RON, self.rng.random())))
            elif self._often(0.2):
                self._emit(ev.Pass(index))
        ruling = resolve(table.profile, window.source, said, self.seats)
        if ruling.abort is not None:
            self._emit(ev.RoundEnd("triple_ron"))
            return True
        for verdict, _ in ruling.refused:
            if verdict.claim != RON and self._often(0.5):
                self._emit(ev.Ask(verdict.seat, verdict.claim, verdict.uses))
        for verdict in ruling.granted:
            self._emit(claimed(verdict, window.source))
        if ruling.granted and ruling.granted[0].claim == RON:
            self._emit(ev.RoundEnd("win"))
        return bool(ruling.granted)

    def _own_turn(self) -> None:
        table, index = self.table, self.table.round.turn
        acts = [verdict for verdict in table.acts(index) if verdict.allowed]
        wanted = [verdict for verdict in acts if verdict.claim not in {DISCARD, NINE_TERMINALS}]
        wanted = [verdict for verdict in wanted if self._often(APPETITE[verdict.claim])]
        if table.seats[index].riichi != DECLARED and wanted:
            act = self.rng.choice(wanted)
            self._emit(acted(act))
            if act.claim == TSUMO:
                self._emit(ev.RoundEnd("win"))
            return
        thrown = [verdict.tile for verdict in acts if verdict.claim == DISCARD]
        tile = self._choice(index, thrown)
        self._emit(ev.Discard(index, tile, tile == table.seats[index].drawn or None))

    def _choice(self, index: int, thrown: list[Tile]) -> Tile:
        seats, rng = self.table.seats, self.rng
        if self.bait and self.plot in thrown and index == self.dealer and not seats[index].river:
            return Tile(self.plot)
        dice = rng.random()
        if dice < 0.2:
            return rng.choice(thrown)
        if dice < 0.45:
            others = [
                tile for tile in thrown if any(seat.waits >> KIND_OF[tile] & 1 for seat in seats if seat.index != index)
            ]
            if others:
                return rng.choice(others)
        hand = seats[index].hand
        left = {tile: _away(hand.keys, KIND_OF[tile], seats[index].sets) for tile in thrown}
        return rng.choice([tile for tile in thrown if left[tile] == min(left.values())])


def _away(keys: list[int], thrown: Kind, sets: int) -> int:
    """How far the hand is from ready without this tile."""
    man, pin, sou, honours = (
        key - shapes.WEIGHT[thrown] * (suit == min(thrown // 9, 3)) for suit, key in enumerate(keys)
    )
    return shapes.shanten(man, pin, sou, honours, sets)


def claimed(verdict: Verdict, source: int) -> ev.Event:
    """The event of a claim on the tile of seat `source`."""
    if verdict.claim == RON:
        return ev.Ron(verdict.seat, source, verdict.tile)
    return ev.Call(verdict.seat, verdict.claim, verdict.tile, source, verdict.uses)


def acted(verdict: Verdict) -> ev.Event:
    """The event of an act of the own turn."""
    seat, tile = verdict.seat, verdict.tile
    made: dict[int, ev.Event] = {
        TSUMO: ev.Tsumo(seat, tile),
        RIICHI: ev.Riichi(seat),
        CLOSED_KAN: ev.ClosedKan(seat, verdict.uses),
        ADDED_KAN: ev.AddedKan(seat, verdict.uses[0] if verdict.uses else tile),
        NORTH: ev.North(seat),
        NINE_TERMINALS: ev.NineTerminals(seat),
        DISCARD: ev.Discard(seat, tile),
    }
    return made[verdict.claim]


def seen_by(events: list[ev.Event], view: int) -> list[ev.Event]:
    """The same game as one seat sees it: the others' hands and draws are hidden."""
    out: list[ev.Event] = []
    for event in events:
        told = event
        if isinstance(event, ev.RoundStart):
            hands = tuple(hand if seat == view else (HIDDEN,) * 13 for seat, hand in enumerate(event.hands))
            told = ev.RoundStart(
                event.wind,
                event.number,
                event.honba,
                event.sticks,
                event.dealer,
                event.scores,
                event.indicators,
                hands,
                event.live,
            )
        elif isinstance(event, ev.Draw) and event.seat != view:
            told = ev.Draw(event.seat, HIDDEN, event.replacement)
        out.append(told)
    return out
