"""Shares and means with their intervals of 95 %, the same whatever order the cases come in."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

Z: Final = 1.96
"""For intervals of 95 %."""


class Rate(Struct):
    """A mean with its interval of 95 %."""

    mean: float
    low: float
    high: float

    def within(self, low: float, high: float) -> str:
        """Whether the interval lies within bounds: `holds`, `fails` (wholly outside), or `open` where it sticks out.

        >>> [Rate(0, *interval).within(-0.12, 0) for interval in ((-0.1, -0.01), (-0.3, -0.2), (-0.2, -0.1))]
        ['holds', 'fails', 'open']
        """
        if self.low >= low and self.high <= high:
            return "holds"
        return "fails" if self.high < low or self.low > high else "open"


def share(hits: int, of: int) -> Rate:
    """How often something held, with Wilson's interval.

    >>> rate = share(60, 100)
    >>> rate.mean, round(rate.low, 3), round(rate.high, 3)
    (0.6, 0.502, 0.691)
    """
    if not of:
        return Rate(0.0, 0.0, 1.0)
    p = hits / of
    middle, spread = p + Z * Z / (2 * of), Z * sqrt(p * (1 - p) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    # with none or all of them one end is exact, which rounding would miss
    low = 0.0 if not hits else (middle - spread) / scale
    return Rate(p, low, 1.0 if hits == of else (middle + spread) / scale)


def mean(found: Iterable[int]) -> Rate:
    """A mean with its normal interval.

    >>> rate = mean([1, 3, 1, 3])
    >>> rate.mean, round(rate.low, 2), round(rate.high, 2)
    (2.0, 0.87, 3.13)
    """
    values = list(found)
    if not values:
        return Rate(0.0, 0.0, 0.0)
    n, total = len(values), sum(values)
    squares = n * sum(value * value for value in values) - total * total  # whole numbers: exact in any order
    middle = total / n
    spread = Z * sqrt(squares / n / max(1, n - 1) / n)
    return Rate(middle, middle - spread, middle + spread)


def apart(first: Rate, second: Rate) -> Rate:
    """What one share has more than another one of other cases, with Newcombe's interval.

    >>> rate = apart(share(60, 100), share(40, 100))
    >>> round(rate.mean, 2), round(rate.low, 3), round(rate.high, 3)
    (0.2, 0.061, 0.328)
    """
    gap = first.mean - second.mean
    low = gap - sqrt((first.mean - first.low) ** 2 + (second.high - second.mean) ** 2)
    return Rate(gap, low, gap + sqrt((first.high - first.mean) ** 2 + (second.mean - second.low) ** 2))
