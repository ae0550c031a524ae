"""The order of a round that is told seat by seat: turns put together again, looking ahead where two seats fit.

Each seat's turns are known, in its own order. A turn begins with a draw or with the call of another seat's
tile, and ends with a tile thrown, or with a kan or a north, after which the same seat goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.errors import RecordError
from minogashi.tiles import Tile  # noqa: TC001  msgspec reads the annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_MOST_STATES: Final = 20_000
_MOST_TURNS: Final = 400
Place = tuple[tuple[int, ...], int]
"""How many turns of each seat are over, and whose turn was the last."""


class Turn(Struct, frozen=True):
    """One turn: the call it begins with (tile, source), else a draw; the tile thrown; whether the seat goes on."""

    call: tuple[Tile, int] | None = None
    thrown: Tile | None = None
    again: bool = False


class Order(Struct, frozen=True):
    """The seats in the order of their turns, and in how many orders the turns fit together: 2 is more than one."""

    seats: tuple[int, ...]
    ways: int


def order(turns: Sequence[Sequence[Turn]], first: int, ends: Callable[[int], bool] = lambda _seat: True) -> Order:
    """Whose turn follows whose, from `first` until every turn is over; `ends` says which seat may be the last.

    A seat that calls comes before the next one that draws. RecordError where the turns fit in no order.

    >>> draw, pon = Turn(thrown=Tile(3)), Turn(call=(Tile(3), 0), thrown=Tile(4))
    >>> order([[draw], [], [pon], [draw]], 0)
    Order(seats=(0, 2, 3), ways=1)
    """
    return _Search(turns, ends).run(first)


class _Search:
    def __init__(self, turns: Sequence[Sequence[Turn]], ends: Callable[[int], bool]) -> None:
        self.turns, self.ends = turns, ends
        self.total = sum(map(len, turns))
        self.ways: dict[Place, int] = {}
        self.furthest: Place = ((0,) * len(turns), -1)

    def run(self, first: int) -> Order:
        if not self.total:
            return Order((), 1)
        if self.total > _MOST_TURNS:
            raise RecordError(f"{self.total} turns are more than a round has")
        begun = (0,) * len(self.turns)
        if not self.turns[first] or self.turns[first][0].call is not None:
            raise RecordError(f"seat {first} deals and must draw first")
        place = self._over(begun, first)
        if not self._count(place):
            raise RecordError(self._stuck())
        out = [first]
        while sum(place[0]) < self.total:
            place = next(follow for follow in self._next(place) if self.ways[follow])
            out.append(place[1])
        return Order(tuple(out), self.ways[self._over(begun, first)])

    def _count(self, place: Place) -> int:
        """In how many orders the rest fits; 2 stands for more than one."""
        known = self.ways.get(place)
        if known is not None:
            return known
        if len(self.ways) > _MOST_STATES:
            raise RecordError("the turns of the seats fit together in too many ways to be told apart")
        if sum(place[0]) > sum(self.furthest[0]):
            self.furthest = place
        self.ways[place] = 0
        if sum(place[0]) == self.total:
            ways = int(self.ends(place[1]))
        else:
            ways = sum([self._count(follow) for follow in self._next(place)])
        self.ways[place] = min(ways, 2)
        return self.ways[place]

    def _next(self, place: Place) -> list[Place]:
        over, seat = place
        last = self.turns[seat][over[seat] - 1]
        if last.again:
            follows = self._turn(over, seat)
            return [self._over(over, seat)] if follows is not None and follows.call is None else []
        if last.thrown is None:
            return []
        seats = [(seat + step) % len(self.turns) for step in range(1, len(self.turns))]
        out = []
        for other in seats:
            follows = self._turn(over, other)
            if follows is not None and follows.call == (last.thrown, seat):
                out.append(self._over(over, other))
        follows = self._turn(over, seats[0])
        if follows is not None and follows.call is None:
            out.append(self._over(over, seats[0]))
        return out

    def _turn(self, over: tuple[int, ...], seat: int) -> Turn | None:
        return self.turns[seat][over[seat]] if over[seat] < len(self.turns[seat]) else None

    @staticmethod
    def _over(over: tuple[int, ...], seat: int) -> Place:
        return (*over[:seat], over[seat] + 1, *over[seat + 1 :]), seat

    def _stuck(self) -> str:
        over, seat = self.furthest
        done = sum(over)
        if done == self.total:
            return f"the turns end with seat {seat}, which the result does not fit"
        rest = ", ".join(f"seat {other} has {len(own) - over[other]} left" for other, own in enumerate(self.turns))
        return f"after {done} turns, the last of seat {seat}, no seat's next turn follows ({rest})"
