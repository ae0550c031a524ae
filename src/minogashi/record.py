"""What a reader hands over: a game's events, the rules it was played by, and what its writer said.

`Statement`s are not events: they are answers of the server or writer (its furiten lamp, its claim
offers, its points), kept beside the events so that an audit can hold the engine against them.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from msgspec import Struct, field

from minogashi.events import Event  # noqa: TC001  msgspec reads the annotations


class Statement(Struct, frozen=True, gc=False):
    """One answer of the record's writer about `seat`, right after event number `at`.

    `kind` and `value`:

    - `furiten`: whether the lamp is lit.
    - `offers`: a mask of `Claim`s offered on the tile just offered or drawn; only the claims in `judged` were
      the writer's to offer.
    - `uses`: the sets of own tiles that the one claim in `judged` may be made with; `runs`: the lowest kinds of
      the runs that a chi may make.
    - `riichi_tiles`, `kans` (closed or added, by `judged`), `swap` (not to be thrown after a call): kinds.
    - `waits` of a hand that has thrown, `waits_after` each discard of one that is to throw: rows of the kind
      thrown (-1: none), the kind awaited, whether it has a yaku on a discard, and whether the hand is furiten
      by its river without the tile about to be thrown (-1: not told).
    - `missed`: True, said of event `at` when a winning tile had gone by.
    - `win`: a `WinClaim`, or `deltas` where only the points won and lost are told.
    - `riichi_accepted` and `tenpai` (shown at a draw): True.
    - `bot`: the `code` and `text` of a fault of the program that plays the seat.
    """

    at: int
    seat: int
    kind: str
    value: Any
    judged: int = 0


class WinClaim(Struct, frozen=True, gc=False):
    """The value of a win as the record states it.

    `points` is what the hand is worth without counters and sticks; `fu` may be 0 for a yakuman;
    `yaku` maps names of the record's format to han; `hand` is the closed hand with the winning
    tile, as tiles in the record's order; `deltas` the points won and lost, where told.
    """

    points: int
    fu: int = 0
    han: int = 0
    yakuman: int = 0
    yaku: dict[str, int] = field(default_factory=dict)
    hand: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()
    pao: int | None = None
    deltas: tuple[int, ...] = ()


class Setup(Struct, frozen=True, omit_defaults=True):
    """What a game that was played here needs to be taken up again: the seed of its walls, and who sits where.

    `players` has a word for each seat, `you`, a bot's or `mjai` (a program's); `winds` is the length, 0 the
    family's own; `club` tells a club table, where people may declare a false win; `dice` break the walls.

    >>> Setup(7, ("you", "sensible", "sensible", "random")).winds
    0
    """

    seed: int
    players: tuple[str, ...]
    winds: int = 0
    club: bool = False
    dice: bool = False


class Record(Struct):
    """One game. `profile` names the rule book it was played by, `options` what its room changes.

    `view` is the seat whose hand is known where the others' are hidden, else None. `cut` says that
    the file breaks off. `places` are (event, number) pairs, rising: from that event on, each event
    stands one `unit` (line or tag of the file) further, until the next pair; ask with `place`. `setup` is there
    where the game was played here. `notes` say in words what the reader had to settle that the file leaves open.
    """

    path: str
    format: str
    profile: str
    options: dict[str, str] = field(default_factory=dict)
    seats: int = 4
    view: int | None = None
    names: tuple[str, ...] = ()
    link: str = ""
    events: list[Event] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    cut: bool = False
    unit: str = "event"
    places: list[tuple[int, int]] = field(default_factory=list)
    setup: Setup | None = None
    notes: list[str] = field(default_factory=list)

    def place(self, at: int) -> str:
        """Where event number `at` stands in the file, in words.

        >>> Record("a.xml", "mjlog", "tenhou", unit="tag", places=[(0, 5), (3, 9)]).place(4)
        'tag 10'
        """
        number = self.number(at)
        return f"event {at}" if number is None else f"{self.unit} {number}"

    def number(self, at: int) -> int | None:
        """In which `unit` of the file event number `at` stands; None where no place of it is told.

        >>> Record("a.xml", "mjlog", "tenhou", places=[(3, 9)]).number(4)
        10
        """
        step = bisect_right(self.places, at, key=lambda pair: pair[0]) - 1
        if step < 0:
            return None
        event, number = self.places[step]
        return number + at - event
