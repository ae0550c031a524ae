"""Who pays what for a Singapore win or a false hu (singapore.md 12.1, 12.2, 13).

The unit is what one losing seat pays for a hu of 1 tai on another's discard. Payments are lists by
seat that sum to nought; what a seat gets is positive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi.errors import MinogashiError

if TYPE_CHECKING:
    from minogashi.value.singapore import TaiValue


def payments(  # noqa: PLR0913  what a table of payments is read by
    value: TaiValue | int,
    *,
    winner: int,
    discarder: int | None,
    seats: int = 4,
    payment: str = "classic",
    thirteen_orphans_payment: str = "self_drawn",
    bao: int | None = None,
) -> list[int]:
    """What each seat gets for a win; `discarder` is None for a self-draw, or the seat that was robbed.

    With b = 2 ** (tai - 1), `classic` [C: WIKI]: 2b from the discarder and b from each other; `shooter_all`:
    all of it from the discarder; on a self-draw 2b from each. `flat`: b from each, always. Thirteen
    orphans are paid as if self-drawn, also on a discard, unless that option is `as_won` [C: WIKI].
    `bao` is the seat that pays for all; under `shooter_all` it matters only for what is paid as a self-draw.
    An int is tai after the cap. Raises `MinogashiError` for fewer than 1 tai, which the text does not
    price, and for seats that cannot be.

    >>> payments(5, winner=0, discarder=2), payments(1, winner=3, discarder=None)
    ([64, -16, -32, -16], [-2, -2, -2, 6])
    >>> payments(2, winner=0, discarder=2, payment="shooter_all"), payments(2, winner=0, discarder=2, bao=1)
    ([8, 0, -8, 0], [8, -8, 0, 0])
    """
    tai, limits = (value, ()) if isinstance(value, int) else (value.capped, value.limits)
    if tai < 1:
        raise MinogashiError(f"a win of {tai} tai has no price")
    _check_seats(seats, winner, discarder, bao)
    if "thirteen_orphans" in limits and thirteen_orphans_payment == "self_drawn":
        discarder = None
    shares = _shares(2 ** (tai - 1), winner, discarder, seats, payment)
    if bao is not None and not (payment == "shooter_all" and discarder is not None):
        shares = [sum(shares) if seat == bao else 0 for seat in range(seats)]
    return _settled(shares, winner)


def false_hu_penalty(*, offender: int, discarder: int | None, max_tai: int = 5, seats: int = 4) -> list[int]:
    """What each seat gets for a false hu of `offender` (singapore.md 13) [C: WIKI].

    The offender pays the limit as if the others had won, double to the discarder, or double to all
    for a false self-draw, where `discarder` is None. The option `payment` plays no part.

    >>> false_hu_penalty(offender=1, discarder=0), false_hu_penalty(offender=1, discarder=None, max_tai=1)
    ([32, -64, 16, 16], [2, -6, 2, 2])
    """
    _check_seats(seats, offender, discarder, None)
    shares = _shares(2 ** (max_tai - 1), offender, discarder, seats, "classic")
    return [-amount for amount in _settled(shares, offender)]


def _shares(base: int, winner: int, discarder: int | None, seats: int, payment: str) -> list[int]:
    """What each seat pays."""
    losers = [seat != winner for seat in range(seats)]
    if payment == "flat":
        return [base * loses for loses in losers]
    if discarder is None:
        return [2 * base * loses for loses in losers]
    if payment == "shooter_all":
        return [seats * base if seat == discarder else 0 for seat in range(seats)]
    return [base * loses * (2 if seat == discarder else 1) for seat, loses in enumerate(losers)]


def _settled(shares: list[int], winner: int) -> list[int]:
    return [sum(shares) if seat == winner else -share for seat, share in enumerate(shares)]


def _check_seats(seats: int, winner: int, *others: int | None) -> None:
    if not all(0 <= seat < seats for seat in (winner, *others) if seat is not None):
        raise MinogashiError(f"seats are numbered 0 to {seats - 1}")
    if winner in others:
        raise MinogashiError(f"seat {winner} cannot pay itself")
