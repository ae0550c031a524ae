"""Bots: one that plays any legal event, some that play to get ready and fold to riichi, or do not.

Their choices come from the seed, the seat and what everybody can count at the table, so that a game that was
interrupted goes on as it would have, and a bot that is told only what its seat sees chooses the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from minogashi import shapes
from minogashi.claims import CHI, OPEN_KAN
from minogashi.events import AddedKan, Call, ClosedKan, Discard, Event, North, Pass, Riichi, Ron, Tsumo
from minogashi.tiles import KIND_OF, KINDS, SUIT_OF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minogashi.defence import Danger, Watch
    from minogashi.play.deal import Player
    from minogashi.seat import Seat
    from minogashi.table import Table

_MASK: Final = (1 << 64) - 1


def dice(seed: int, *numbers: int) -> int:
    """A number that looks random and is the same for the same arguments (a 64-bit mixing function).

    >>> dice(1, 2, 3) == dice(1, 2, 3), dice(1, 2, 3) == dice(1, 2, 4)
    (True, False)
    """
    out = seed & _MASK
    for number in numbers:
        out = (out ^ (number + 0x9E3779B97F4A7C15)) * 0xBF58476D1CE4E5B9 & _MASK
        out = (out ^ (out >> 27)) * 0x94D049BB133111EB & _MASK
        out ^= out >> 31
    return out


def roll(seed: int, table: Table, seat: int) -> int:
    """The dice of one moment: the same for whoever sees the table from this seat, since it counts no secret."""
    round_ = table.round
    hand = _hand_dice(seed, seat, round_.wind, round_.number, round_.honba)
    return dice(hand, round_.live, round_.thrown, round_.calls, round_.kans, table.seats[seat].riichi)


_hand_dice: Final = lru_cache(maxsize=64)(dice)
"""What does not change while a hand is played; what follows is mixed into it."""


def _steps(keys: list[int], sets: int) -> int:
    return shapes.shanten(keys[0], keys[1], keys[2], keys[3], sets)


class RandomBot:
    """Plays any entry of its menu with equal chance."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, table: Table, seat: int, choices: Sequence[Event]) -> Event:
        """One of the choices."""
        return choices[roll(self.seed, table, seat) % len(choices)]


class SensibleBot:
    """Wins when it may (mostly), gets ready by shanten and useful tiles, declares riichi, folds to riichi.

    `pass_wins` in a thousand wins on another's tile are let go, and `pass_sets` in a thousand useful
    sets, so that locks arise as they do at a table of people.
    """

    def __init__(self, seed: int, *, pass_wins: int = 100, pass_sets: int = 300) -> None:
        self.seed, self.pass_wins, self.pass_sets = seed, pass_wins, pass_sets

    def choose(self, table: Table, seat: int, choices: Sequence[Event]) -> Event:
        """One of the choices."""
        first = choices[0]
        luck = roll(self.seed, table, seat) % 1000
        if isinstance(first, Tsumo):
            return first
        if isinstance(first, Ron):
            return first if luck >= self.pass_wins else choices[-1]
        if isinstance(choices[-1], Pass):
            return self._call(table, table.seats[seat], choices, luck)
        return self._own_turn(table, table.seats[seat], choices)

    def _call(self, table: Table, seat: Seat, choices: Sequence[Event], luck: int) -> Event:
        """Take a set that brings the hand nearer to ready, unless the hand is closed and quick already."""
        decline = choices[-1]
        if luck < self.pass_sets or self._danger(table, seat):
            return decline
        now = shapes.shanten(*seat.hand.suit_keys, seat.sets)
        best, best_shanten = decline, now
        for event in choices[:-1]:
            if isinstance(event, Call) and event.claim != OPEN_KAN:
                after = self._after_call(seat, event)
                if after < best_shanten and (event.claim != CHI or now > 1 or not seat.hand.closed):
                    best, best_shanten = event, after
        return best

    @staticmethod
    def _after_call(seat: Seat, event: Call) -> int:
        keys = seat.hand.keys[:]
        for tile in event.uses:
            kind = KIND_OF[tile]
            keys[SUIT_OF[kind]] -= shapes.WEIGHT[kind]
        return _steps(keys, seat.sets - 1)

    def _own_turn(self, table: Table, seat: Seat, choices: Sequence[Event]) -> Event:
        threat = self._danger(table, seat)
        for event in choices:
            late = threat and len(seat.river) > 14
            if isinstance(event, North) or (isinstance(event, Riichi) and not late):
                return event
            if isinstance(event, ClosedKan | AddedKan) and not threat and self._kan_is_free(event):
                return event
        discards: Sequence[Discard] = [event for event in choices if isinstance(event, Discard)]
        if threat and shapes.shanten(*seat.hand.suit_keys, seat.sets) > 0:
            discards = self._fold(table, seat, discards)
        return self._best(seat, discards)

    def _fold(self, table: Table, seat: Seat, discards: Sequence[Discard]) -> Sequence[Discard]:
        """The discards that are safe against every riichi; all of them where none is."""
        return [event for event in discards if self._safe(table, seat, event)] or discards

    @staticmethod
    def _kan_is_free(event: ClosedKan | AddedKan) -> bool:
        kind = KIND_OF[event.tiles[0] if isinstance(event, ClosedKan) else event.tile]
        return kind >= 27

    def _best(self, seat: Seat, discards: Sequence[Discard]) -> Event:
        """The discard that leaves the fewest steps, and among those the most useful tiles."""
        keys, counts = seat.hand.keys[:], seat.hand.counts
        ranked = []
        for event in discards:
            kind = KIND_OF[event.tile]
            suit = SUIT_OF[kind]
            keys[suit] -= shapes.WEIGHT[kind]
            steps = _steps(keys, seat.sets)
            keys[suit] += shapes.WEIGHT[kind]
            ranked.append((steps, event))
        least = min(steps for steps, _ in ranked)
        near = [event for steps, event in ranked if steps == least]
        if len(near) == 1:
            return near[0]
        return max(near, key=lambda event: self._merit(keys, counts, seat, event))

    @staticmethod
    def _merit(keys: list[int], counts: list[int], seat: Seat, event: Discard) -> tuple[int, int]:
        kind = KIND_OF[event.tile]
        suit = SUIT_OF[kind]
        keys[suit] -= shapes.WEIGHT[kind]
        useful = shapes.useful(keys[0], keys[1], keys[2], keys[3], seat.sets)
        keys[suit] += shapes.WEIGHT[kind]
        left = sum(4 - counts[other] for other in range(KINDS) if useful >> other & 1)
        return left, event.tile < KINDS

    @staticmethod
    def _danger(table: Table, seat: Seat) -> bool:
        return any(other.in_riichi for other in table.seats if other is not seat) and not seat.in_riichi

    @staticmethod
    def _safe(table: Table, seat: Seat, event: Discard) -> bool:
        """Genbutsu against every riichi: it lies in that seat's river (R5)."""
        kind = KIND_OF[event.tile]
        return all(other.river_kinds >> kind & 1 for other in table.seats if other is not seat and other.in_riichi)


class BoldBot(SensibleBot):
    """Plays as `SensibleBot` does, and minds no riichi."""

    @staticmethod
    def _danger(_table: Table, _seat: Seat) -> bool:
        return False


class CarefulBot(SensibleBot):
    """Plays as `SensibleBot` does, and folds by all that `defence` tells: it throws what the fewest hands can win.

    Needs the `Watch` through which the events of its table go. Hands are counted, not weighed: every way to hold the
    tiles of a shape that can still win counts as one, and a tile that cannot be won as none.
    """

    def __init__(self, seed: int, watch: Watch, *, pass_wins: int = 100, pass_sets: int = 300) -> None:
        super().__init__(seed, pass_wins=pass_wins, pass_sets=pass_sets)
        self.watch = watch

    def _fold(self, table: Table, seat: Seat, discards: Sequence[Discard]) -> Sequence[Discard]:
        from minogashi.defence import dangers

        found = dangers(self.watch, seat.index, [other.index for other in table.seats if other.in_riichi])
        risks = [sum(hands(known[KIND_OF[event.tile]]) for known in found.values()) for event in discards]
        least = min(risks)
        return [event for event, risk in zip(discards, risks, strict=True) if risk == least]


def hands(danger: Danger) -> int:
    """In how many ways a seat may hold the tiles to win this one; 0 where it cannot."""
    return 0 if danger.certain else sum(shape.ways for shape in danger.shapes)


BOTS: Final[dict[str, Callable[[int], Player]]] = {"random": RandomBot, "sensible": SensibleBot}
"""The bots by their names; each is made from the seed of its game."""
