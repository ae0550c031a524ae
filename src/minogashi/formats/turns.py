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


_MOST_PLACES: Final = 20_000
Place = tuple[tuple[int, ...], int]
"""How many turns of each seat are over, and whose turn was the last."""


class Turn(Struct, frozen=True):
    """One turn: the call it begins with (tile, source), else a draw; the tile thrown; whether the seat goes on."""

    call: tuple[Tile, int] | None = None
    thrown: Tile | None = None
    again: bool = False


def order(turns: Sequence[Sequence[Turn]], first: int, ends: Callable[[int], bool] = lambda _seat: True) -> list[int]:
    """Whose turn follows whose, from `first` until every turn is over; `ends` says which seat may be the last.

    There is one order at the most. Where two seats could follow one tile, they are different seats, each needs the
    other or another tile of the same discarder to come in later, and whoever leads back to that discarder is either
    of the two: only one of the ways goes through to the end. RecordError where none does.

    >>> draw, pon = Turn(thrown=Tile(3)), Turn(call=(Tile(3), 0), thrown=Tile(4))
    >>> order([[draw], [], [pon], [draw]], 0)
    [0, 2, 3]
    """
    return _Search(turns, ends).run(first)


class _Search:
    """`dead` are places from which nothing goes through, `furthest` is told where nothing does at all."""

    def __init__(self, turns: Sequence[Sequence[Turn]], ends: Callable[[int], bool]) -> None:
        self.turns, self.ends = turns, ends
        self.total = sum(map(len, turns))
        self.dead: set[Place] = set()
        self.furthest: Place = ((0,) * len(turns), -1)

    def run(self, first: int) -> list[int]:
        """The seats in order: one way after another is tried, and left where it comes to an end too soon."""
        if not self.total:
            return []
        if not self.turns[first] or self.turns[first][0].call is not None:
            raise RecordError(f"seat {first} deals and must draw first")
        path = [self._over((0,) * len(self.turns), first)]
        while not self._complete(path[-1]):
            follow = next((place for place in self._next(path[-1]) if place not in self.dead), None)
            if follow is not None:
                path.append(follow)
                continue
            self._leave(path.pop())
            if not path:
                raise RecordError(self._stuck())
        return [seat for _, seat in path]

    def _complete(self, place: Place) -> bool:
        return sum(place[0]) == self.total and self.ends(place[1])

    def _leave(self, place: Place) -> None:
        self.dead.add(place)
        if len(self.dead) > _MOST_PLACES:
            raise RecordError("the turns of the seats fit together in too many ways to try them all")
        if sum(place[0]) > sum(self.furthest[0]):
            self.furthest = place

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
