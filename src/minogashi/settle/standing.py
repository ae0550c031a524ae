"""The final score: places, uma and oka (riichi.md 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from minogashi.errors import ProfileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile


class Place(Struct, frozen=True):
    """One seat's place at the end, from 1; `points` are the table's, `final` those with uma and oka.

    Score sheets give `final` in thousands.
    """

    seat: int
    place: int
    points: int
    final: int


def leader(scores: Sequence[int]) -> int:
    """The seat in first place: of equals the first in the order of the first deal.

    >>> leader([24000, 26000, 26000, 24000])
    1
    """
    return max(range(len(scores)), key=lambda seat: (scores[seat], -seat))


def standing(profile: Profile, scores: Sequence[int], penalties: Sequence[int] = ()) -> list[Place]:
    """Places from first to last with their final scores.

    Equal points are parted by the order of the first deal. The final score is what is above `target_points`, the
    `uma` of the place, for the first the `oka`, and the penalties of chombo (`Outcome.penalties`). Where `uma` gives
    one list for each number of seats above the target, the list with that many positive numbers holds, or the
    nearest. A list that is not for this number of seats (the default of four at a table of three) brings no uma.

    >>> from minogashi.rulebook import profile
    >>> [(place.seat, place.final) for place in standing(profile("tenhou"), [28000, 41000, 11000, 20000])]
    [(1, 51000), (0, 8000), (3, -20000), (2, -39000)]
    """
    target, oka = int(profile["target_points"]), 1000 * int(profile["oka"])
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    uma = _uma(uma_lists(profile), scores, target)
    off = penalties or [0] * len(scores)
    return [
        Place(seat, at + 1, scores[seat], scores[seat] - target + uma[at] + (0 if at else oka) + off[seat])
        for at, seat in enumerate(order)
    ]


def uma_lists(profile: Profile) -> list[list[int]]:
    """The lists of `uma`, in points. Raises `ProfileError` where it is no row of numbers.

    >>> from minogashi.rulebook import profile
    >>> uma_lists(profile("tenhou"))
    [[20000, 10000, -10000, -20000]]
    """
    text = str(profile["uma"])
    try:
        return [[1000 * int(word) for word in part.split()] for part in text.split("/")]
    except ValueError:
        raise ProfileError(f"uma = {text!r}: expected whole thousands by place, such as 20 10 -10 -20") from None


def _uma(lists: list[list[int]], scores: Sequence[int], target: int) -> list[int]:
    above = sum(points > target for points in scores)
    uma = min(lists, key=lambda one: abs(sum(points > 0 for points in one) - above))
    return uma if len(uma) == len(scores) else [0] * len(scores)
