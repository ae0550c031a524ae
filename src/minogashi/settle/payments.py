"""Points that change hands when a hand of play ends: wins, liability, counters, sticks, draws.

Every function gives the change per seat. A list of changes sums to nought, or to the sticks that were taken from
the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from minogashi.errors import MinogashiError
from minogashi.settle.pao import RINSHAN
from minogashi.value.points import YAKUMAN, base_points, payment

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from minogashi.rulebook import Profile
    from minogashi.value.riichi import Value

STICK: Final = 1000
_COUNTER: Final = 100
"""What each payer of a self-draw adds for one counter; a discarder adds it for every payer."""
_MANGAN: Final = 2000


class WonHand(Struct, frozen=True):
    """One win to be paid: who won whose tile (`source` is the winner itself on a self-draw), and its base points.

    `yakuman` tells how many yakuman each of the hand's yakuman is; `pao` which seat is liable for which (`feeders`).
    A name in `pao` that the hand does not have costs nothing.
    """

    seat: int
    source: int
    base: int
    yakuman: dict[str, int] = field(default_factory=dict)
    pao: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, seat: int, source: int, value: Value, pao: Mapping[str, int] | None = None) -> WonHand:
        """The win of a hand whose value is known."""
        yakuman = {name: han // 13 for name, han in value.yaku.items() if han >= 13} if value.yakuman else {}
        return cls(seat, source, value.base, yakuman, dict(pao or {}))

    @property
    def tsumo(self) -> bool:
        """Whether the winner drew the tile."""
        return self.seat == self.source


def settle_wins(  # noqa: PLR0913  what stands on a score sheet
    profile: Profile,
    wins: Sequence[WonHand],
    *,
    dealer: int,
    honba: int = 0,
    sticks: int = 0,
    riichi: Collection[int] = (),
) -> list[int]:
    """What each seat gains by the wins that ended a hand; the sum is the sticks, all of which are taken.

    Wins on one tile may come in any order: the seat nearest to the discarder takes the counters, and the sticks by
    `multi_ron_sticks` (`each_own`: a winner whose riichi stands, as `riichi` tells, takes its own stick back first).
    A counter is 300 (200 at a table of three) from a discarder, 100 from each payer of a self-draw. `pao_composite`
    and `pao_honba` say what a liable seat answers for: it pays a self-draw alone and shares a discard win with the
    discarder (riichi.md 4.1, 4.4, 4.7). A declaration whose tile was won laid no stick (`riichi_tile_won`): leave it
    out of `sticks`. Raises `MinogashiError` for no wins, or several that are not on one discard.

    >>> from minogashi.rulebook import profile
    >>> mangan, one_han = WonHand(3, 0, 2000), WonHand(1, 0, 240)
    >>> settle_wins(profile("tenhou"), [mangan, one_han], dealer=0, honba=1, sticks=1)
    [-9300, 2300, 0, 8000]
    >>> settle_wins(profile("tenhou-sanma"), [WonHand(2, 2, 2000)], dealer=0)
    [-4000, -2000, 6000]
    """
    _check(wins, profile.seats)
    ranked = sorted(wins, key=lambda win: (win.seat - win.source) % profile.seats)
    ledger = _Ledger(profile.seats, dealer)
    composite = str(profile["pao_composite"])
    for win in ranked:
        for base, liable in _parts(win, composite):
            ledger.pay(win, base, liable)
    nearest = ranked[0]
    ledger.count(nearest, honba, _honba_payer(nearest, str(profile["pao_honba"])))
    own = [win.seat for win in ranked if win.seat in riichi] if profile["multi_ron_sticks"] == "each_own" else []
    for seat in own[:sticks]:
        ledger.points[seat] += STICK
    ledger.points[nearest.seat] += STICK * (sticks - len(own[:sticks]))
    return ledger.points


def settle_exhaustive(
    profile: Profile, ready: Collection[int], nagashi: Collection[int] = (), *, dealer: int
) -> list[int]:
    """What each seat gains when the wall ends.

    The unready seats pay 3000 points to the ready ones in equal parts, 2000 at a table of three [records: Tenhou].
    Where `nagashi_mangan` is not `no`, a river of terminals and honours only is paid like a self-drawn mangan instead
    (case ab-13), each such seat by all others.

    >>> from minogashi.rulebook import profile
    >>> settle_exhaustive(profile("tenhou"), [0, 2, 3], dealer=0)
    [1000, -3000, 1000, 1000]
    >>> settle_exhaustive(profile("tenhou"), [0], [2], dealer=0)
    [-4000, -2000, 8000, -2000]
    """
    seats = profile.seats
    if nagashi and profile["nagashi_mangan"] != "no":
        ledger = _Ledger(seats, dealer)
        for seat in nagashi:
            ledger.pay(WonHand(seat, seat, _MANGAN), _MANGAN, None)
        return ledger.points
    paying = seats - len(ready)
    if not ready or not paying:
        return [0] * seats
    pot = 1000 * (seats - 1)
    return [pot // len(ready) if seat in ready else -pot // paying for seat in range(seats)]


def base_of(han: int, fu: int, profile: Profile) -> int:
    """The base points of a hand without a yakuman under a profile.

    >>> from minogashi.rulebook import profile
    >>> base_of(4, 30, profile("tenhou")), base_of(4, 30, profile("wrc2015"))
    (1920, 2000)
    """
    kiriage, kazoe = profile["kiriage_mangan"] == "yes", profile["kazoe_yakuman"] == "yes"
    return base_points(han, fu, kiriage=kiriage, kazoe=kazoe).points


class _Ledger:
    """The changes so far."""

    def __init__(self, seats: int, dealer: int) -> None:
        self.points = [0] * seats
        self.dealer = dealer

    def move(self, payer: int, winner: int, points: int) -> None:
        self.points[payer] -= points
        self.points[winner] += points

    def pay(self, win: WonHand, base: int, liable: int | None) -> None:
        """Pay a part of a win for which `liable` answers, if anybody."""
        seats = len(self.points)
        due = payment(base, tsumo=win.tsumo, dealer=win.seat == self.dealer, seats=seats)
        if win.tsumo and liable is None:
            for payer in range(seats):
                if payer != win.seat:
                    self.move(payer, win.seat, due.dealer if payer == self.dealer else due.other)
            return
        payer = win.source if liable is None else liable
        shared = 0 if win.tsumo or payer == win.source else due.total // 2
        self.move(win.source, win.seat, shared)
        self.move(payer, win.seat, due.total - shared)

    def count(self, win: WonHand, honba: int, payer: int | None) -> None:
        """Pay the counters: one payer, or every other seat its part."""
        seats = len(self.points)
        if payer is not None:
            self.move(payer, win.seat, _COUNTER * (seats - 1) * honba)
            return
        for other in range(seats):
            if other != win.seat:
                self.move(other, win.seat, _COUNTER * honba)


def _parts(win: WonHand, composite: str) -> list[tuple[int, int | None]]:
    """A hand's base points, part by part, with the seat that answers for each."""
    liable = _liable(win)
    if RINSHAN in liable:
        return [(win.base, liable[RINSHAN])]
    left, parts = win.base, list[tuple[int, int | None]]()
    for name, seat in liable.items():
        share = min(left, YAKUMAN * win.yakuman[name])
        left -= share
        parts.append((share, seat))
    if left:
        parts.append((left, next(iter(liable.values()), None) if composite == "whole_hand" else None))
    return parts


def _liable(win: WonHand) -> dict[str, int]:
    """The liabilities that count for this win."""
    return {
        name: seat
        for name, seat in win.pao.items()
        if seat != win.seat and (name in win.yakuman or (name == RINSHAN and win.tsumo))
    }


def _honba_payer(win: WonHand, rule: str) -> int | None:
    """Who pays the counters of a win; None: every other seat its part."""
    liable = next(iter(_liable(win).values()), None)
    if win.tsumo:
        return liable
    return win.source if liable is None or rule == "discarder" else liable


def _check(wins: Sequence[WonHand], seats: int) -> None:
    if not wins:
        raise MinogashiError("no win to settle")
    places = [seat for win in wins for seat in (win.seat, win.source, *win.pao.values())]
    if not all(0 <= seat < seats for seat in places):
        raise MinogashiError(f"seats are numbered 0 to {seats - 1}")
    winners = {win.seat for win in wins}
    if len(wins) > 1 and (len({win.source for win in wins} | winners) != len(wins) + 1):
        raise MinogashiError("several wins are settled together only on one discard")
