"""Who gets the tile: ranks the claims that several seats make on one offer (riichi.md 2.3, singapore.md 6.2).

Ron comes before pon and kan, those before chi. How many may win together is the option
`multiple_ron` (riichi) or `multi_hu` (Singapore). Only valid claims are ranked (R64).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.claims import CHI, OPEN_KAN, PON, RON, Code, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile

_RANK: Final = {RON: 0, PON: 1, OPEN_KAN: 1, CHI: 2}


class Ruling(Struct, frozen=True):
    """`granted` in order of payment (nearest to the discarder first), `refused` with the code of each.

    `abort` is `triple_ron` where three wins end the hand without a winner.
    """

    granted: tuple[Verdict, ...]
    refused: tuple[tuple[Verdict, Code], ...] = ()
    abort: Code | None = None


def resolve(profile: Profile, source: int, claims: Sequence[Verdict], seats: int = 4) -> Ruling:
    """Rank the valid claims on a tile of seat `source`; claims that are not allowed are left out.

    `claims` are in the order in which they were voiced: it decides between pon and chi where `call_precedence` is
    `first_voice`. Of the two rules with a time limit the claims are taken to be in time (R70).

    >>> from minogashi.rulebook import profile
    >>> wins = [Verdict(seat, RON, 4) for seat in (3, 1)]
    >>> [verdict.seat for verdict in resolve(profile("tenhou"), 0, wins).granted]
    [1, 3]
    >>> [(verdict.seat, code.value) for verdict, code in resolve(profile("mleague"), 0, wins).refused]
    [(3, 'head_bumped')]
    """
    valid = [verdict for verdict in claims if verdict.allowed]
    if not valid:
        return Ruling(())
    if profile.get("call_precedence", "") == "first_voice":
        valid.sort(key=lambda verdict: (verdict.seat - source) % seats if verdict.claim == RON else seats)
    else:
        valid.sort(key=lambda verdict: (_RANK[verdict.claim], (verdict.seat - source) % seats))
    wins = [verdict for verdict in valid if verdict.claim == RON]
    if not wins:
        return Ruling((valid[0],), tuple((verdict, Code.OUTRANKED) for verdict in valid[1:]))
    outranked = tuple((verdict, Code.OUTRANKED) for verdict in valid[len(wins) :])
    most = winners_allowed(profile)
    if most == 2 and len(wins) > 2:
        return Ruling((), tuple((verdict, Code.TRIPLE_RON) for verdict in wins) + outranked, Code.TRIPLE_RON)
    bumped = tuple((verdict, Code.HEAD_BUMPED) for verdict in wins[most:])
    return Ruling(tuple(wins[:most]), bumped + outranked)


def winners_allowed(profile: Profile) -> int:
    """How many seats may win one tile: 1, 2 (a third aborts the hand) or 3."""
    rule = profile.get("multiple_ron", "") or profile.get("multi_hu", "nearest")
    return {"double_triple_abort": 2, "all_win": 3, "all": 3}.get(str(rule), 1)
