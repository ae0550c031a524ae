"""From han and fu to points: limits, rounding and who pays which share (riichi.md 4.4)."""

from __future__ import annotations

from typing import Final, NamedTuple

YAKUMAN: Final = 8000
"""The base points of one yakuman."""

_KIRIAGE: Final = ((4, 30), (3, 60))


class Base(NamedTuple):
    """What a non-dealer pays another's self-draw, before rounding, and the limit reached or ""."""

    points: int
    limit: str


class Payment(NamedTuple):
    """What a win brings, without counters and sticks.

    On a discard the discarder pays `total` and both shares are 0. On a self-draw `dealer` is the
    dealer's share (0 where the winner deals) and `other` that of each other payer.
    """

    total: int
    dealer: int = 0
    other: int = 0


_MANGAN: Final = Base(2000, "mangan")
_LIMIT_OF: Final = (
    *(Base(0, ""),) * 5,
    _MANGAN,
    *(Base(3000, "haneman"),) * 2,
    *(Base(4000, "baiman"),) * 3,
    *(Base(6000, "sanbaiman"),) * 2,
    Base(YAKUMAN, "kazoe_yakuman"),
)
"""The limit of 0-13 han; below 5 han the fu decide."""


def base_points(han: int, fu: int, *, yakuman: int = 0, kiriage: bool = False, kazoe: bool = True) -> Base:
    """The base points of a hand of `han` (dora included) and `fu`, or of a multiple of yakuman.

    `kiriage` rounds 4 han 30 fu and 3 han 60 fu up to mangan (kiriage_mangan); without `kazoe`
    13 han and more stay a sanbaiman (kazoe_yakuman, riichi.md 4.4).

    >>> base_points(3, 40), base_points(4, 40)
    (Base(points=1280, limit=''), Base(points=2000, limit='mangan'))
    >>> base_points(13, 30, kazoe=False).limit
    'sanbaiman'
    """
    if yakuman:
        return Base(YAKUMAN * yakuman, "yakuman")
    if han >= 5:
        return _LIMIT_OF[min(han, 13 if kazoe else 12)]
    base = fu << (2 + han)
    if base > 2000 or (kiriage and (han, fu) in _KIRIAGE):
        return _MANGAN
    return Base(base, "")


def payment(base: int, *, tsumo: bool, dealer: bool, seats: int = 4) -> Payment:
    """Who pays what for a hand of `base` points, every share rounded up to a hundred.

    With three seats a self-draw loses the missing payer's share: each of the two pays as if
    there were three.

    >>> payment(1280, tsumo=False, dealer=False), payment(1280, tsumo=True, dealer=False)
    (Payment(total=5200, dealer=0, other=0), Payment(total=5200, dealer=2600, other=1300))
    >>> payment(2000, tsumo=True, dealer=False, seats=3).total
    6000
    """
    if not tsumo:
        return Payment(_rounded(base * (6 if dealer else 4)))
    if dealer:
        share = _rounded(base * 2)
        return Payment(share * (seats - 1), 0, share)
    share, other = _rounded(base * 2), _rounded(base)
    return Payment(share + other * (seats - 2), share, other)


def _rounded(points: int) -> int:
    return -(-points // 100) * 100
