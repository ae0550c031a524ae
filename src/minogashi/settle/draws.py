"""Abortive draws: when a hand ends without a winner before the wall does (riichi.md 4.4, 途中流局)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile
    from minogashi.tiles import Kind

_EAST, _NORTH = 27, 30


def abort_due(  # noqa: PLR0913  one argument for each kind of draw
    profile: Profile,
    *,
    rivers: Sequence[Sequence[Kind]] = (),
    quiet: bool = False,
    riichi: int = 0,
    kans: Sequence[int] = (),
    winners: int = 0,
) -> str:
    """The draw that is due after a discard: its code (`RoundEnd.result`), or nothing.

    Asked when a discard has been answered. `winners` seats declared ron on it: three of them end the hand under
    `abort_triple_ron`, fewer win. Else `four_winds`: the same wind thrown first by all four, `quiet` meaning that
    nobody has called or laid down a kan; `four_riichi`: that many riichi stand; `four_kans`: four `kans` of more than
    one seat, kans per seat. The nine terminals are a seat's own act, which the referee judges.

    >>> from minogashi.rulebook import profile
    >>> abort_due(profile("tenhou"), kans=[1, 0, 3, 0]), abort_due(profile("tenhou"), kans=[0, 0, 4, 0])
    ('four_kans', '')
    >>> abort_due(profile("tenhou"), winners=3), abort_due(profile("mleague"), riichi=4)
    ('triple_ron', '')
    """
    if winners:
        due = ["triple_ron"] * (winners > 2)
    else:
        due = [
            *["four_winds"] * (quiet and _one_wind(rivers)),
            *["four_riichi"] * (riichi == 4),
            *["four_kans"] * (sum(kans) == 4 and max(kans) < 4),
        ]
    return next((code for code in due if profile[f"abort_{code}"] == "yes"), "")


def _one_wind(rivers: Sequence[Sequence[Kind]]) -> bool:
    """Whether every seat of four has thrown one tile, all the same wind."""
    thrown = {kind for river in rivers for kind in river}
    if len(rivers) != 4 or len(thrown) != 1 or any(len(river) != 1 for river in rivers):
        return False
    return _EAST <= thrown.pop() <= _NORTH
