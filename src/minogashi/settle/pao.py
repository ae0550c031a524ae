"""Pao: the seat that fed the set which made a yakuman certain answers for it (riichi.md 4.4, 責任払い)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, KANS, OPEN_KAN
from minogashi.events import AddedKan, Call, ClosedKan, Meld, RoundStart
from minogashi.tiles import KIND_OF, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minogashi.events import Event
    from minogashi.rulebook import Profile

RINSHAN: Final = "rinshan"
"""The name under which `feeders` tells who fed the open kan whose replacement tile won."""
_WINDS: Final = frozenset(map(Kind, range(27, 31)))
_DRAGONS: Final = frozenset(map(Kind, range(31, 34)))


def feeders(profile: Profile, melds: Sequence[Meld], *, rinshan: bool = False) -> dict[str, int]:
    """Which seat is liable for which yakuman of a winner with these melds, in the order they were laid down.

    Daisangen: who fed the third dragon set, daisuushii: the fourth wind set, suukantsu: the fourth kan as an open one
    (mleague: "open fourth kan"). A set laid down concealed counts, but nobody fed it. Adding a tile to a pon changes
    no liability (case pa-3); list it as a further meld (`laid`) or in the pon's place. `rinshan`: the win is on the
    replacement tile of the last meld, for which `pao_rinshan` may make its feeder liable. Options: `pao_*`.

    >>> from minogashi.claims import PON
    >>> from minogashi.rulebook import profile
    >>> from minogashi.tiles import Tile
    >>> fed = [Meld(PON, (Tile(kind),) * 3, Tile(kind), seat) for kind, seat in ((31, 1), (33, 2), (32, 3))]
    >>> feeders(profile("tenhou"), fed), feeders(profile("tenhou"), fed[:2])
    ({'daisangen': 3}, {})
    """
    found = {
        "daisangen": _completer(melds, _DRAGONS),
        "daisuushii": _completer(melds, _WINDS),
        "suukantsu": _fourth_kan(melds),
        RINSHAN: melds[-1].source if rinshan and melds and melds[-1].claim == OPEN_KAN else None,
    }
    return {name: seat for name, seat in found.items() if seat is not None and profile[f"pao_{name}"] == "yes"}


def laid(events: Iterable[Event], seat: int) -> list[Meld]:
    """The sets a seat has laid down in the last hand of these events, as `feeders` takes them.

    >>> from minogashi.claims import PON
    >>> from minogashi.tiles import Tile
    >>> call = Call(2, PON, Tile(31), 0, (Tile(31), Tile(31)))
    >>> [meld.source for meld in laid([call, AddedKan(2, Tile(31))], 2)], laid([call], 1)
    ([0, None], [])
    """
    out: list[Meld] = []
    for event in events:
        if isinstance(event, RoundStart):
            out = []
        elif isinstance(event, Call) and event.seat == seat:
            out.append(Meld(event.claim, (*event.uses, event.tile), event.tile, event.source))
        elif isinstance(event, ClosedKan) and event.seat == seat:
            out.append(Meld(CLOSED_KAN, event.tiles))
        elif isinstance(event, AddedKan) and event.seat == seat:
            out.append(Meld(ADDED_KAN, (event.tile,) * 4))
    return out


def _completer(melds: Sequence[Meld], wanted: frozenset[Kind]) -> int | None:
    """Who fed the set that was the last of these kinds to be laid down; None where one is missing, or nobody did."""
    seen: set[Kind] = set()
    for meld in melds:
        kind = KIND_OF[meld.tiles[0]]
        if meld.claim != CHI and kind in wanted and kind not in seen:
            seen.add(kind)
            if seen == wanted:
                return meld.source
    return None


def _fourth_kan(melds: Sequence[Meld]) -> int | None:
    kans = [meld for meld in melds if meld.claim & KANS]
    return kans[3].source if len(kans) == 4 and kans[3].claim == OPEN_KAN else None
