"""The shape of the frames of a game: what the pages draw from. docs/frames.md tells what every key means.

What many frames share stands once in a list beside them, and frames name it by its place there. So two frames
with the same number show the same thing, and a page redraws only what has another number.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

SCHEMA: Final = "minogashi.frames/1"
NONE: Final = -1
"""The number that stands for nothing."""


class Grounds(Struct, omit_defaults=True):
    """One reason, or one lock in force: three texts that make its sentence, and the event that caused it.

    `tile` is its place in a river, seat and number from 0, where the cause is a discard.
    """

    code: str
    what: int
    since: int = NONE
    until: int = NONE
    event: int = NONE
    tile: tuple[int, int] | None = None


class Ruling(Struct, omit_defaults=True):
    """The answer to one claim. `main`: it tells its player something, it is no plain lack of tiles."""

    claim: str
    word: int
    verdict: str
    uses: str = ""
    reasons: list[int] = field(default_factory=list)
    main: bool = False


class Answers(Struct, omit_defaults=True):
    """The rulings for one seat, and what it then did."""

    seat: int
    rulings: list[int]
    did: int = NONE


class Offer(Struct, omit_defaults=True):
    """A tile on offer (`via` discard, kakan, ankan, kita), or an own turn (`via` turn), and the answers to claims."""

    seat: int
    tile: str
    via: str
    event: int
    title: int
    how: list[int]
    answers: list[Answers]


class Meld(Struct):
    """A set on the table: `tiles` as laid, and what to call it."""

    tiles: str
    word: int


class Rack(Struct, omit_defaults=True):
    """What stands before a seat: the hand in order, the tile just drawn apart, the melds, the tiles set aside."""

    hand: str
    drawn: str = ""
    melds: list[Meld] = field(default_factory=list)
    aside: str = ""


class Safety(Struct):
    """What a seat to act knows of each tile it may throw: `level` g, t, s or n, and why, seat by seat in riichi."""

    tile: str
    level: str
    texts: list[int]


class Frame(Struct, omit_defaults=True):
    """The table right after one event."""

    say: int
    left: int
    scores: int
    dora: str
    racks: list[int]
    rivers: list[int]
    sticks: int = 0
    who: int = NONE
    turn: int = 0
    hush: int = NONE
    waits: list[int] = field(default_factory=list)
    locks: list[list[int]] = field(default_factory=list)
    riichi: list[int] = field(default_factory=list)
    offer: int = NONE
    safety: int = NONE


class Span(Struct):
    """A stretch of a seat's time lane: from event `start` up to event `end`, which it no longer covers."""

    seat: int
    start: int
    end: int


class Win(Struct):
    """A win that was declared, and the points it brought: null where that is not told."""

    seat: int
    source: int
    tile: str
    gain: int | None


class Round(Struct, omit_defaults=True):
    """One hand of play: its events `start` to `end`, the letter of each seat's wind, what came of it."""

    name: str
    label: int
    short: int
    start: int
    end: int
    winds: str
    honba: int
    result: int
    wins: list[Win]
    ready: list[Span]
    locked: list[Span]
    riichi: list[tuple[int, int]]


class Finding(Struct, omit_defaults=True):
    """Something that the audit found: `kind` is furiten, lock, missed, refused, illegal or disagree."""

    kind: str
    round: int
    event: int
    title: int
    seat: int = NONE
    turn: int = 0


class Frames(Struct):
    """Everything that is drawn of one game."""

    schema: str
    title: str
    format: str
    profile: str
    family: str
    seats: int
    names: list[str]
    view: int
    texts: dict[str, list[str]]
    reasons: list[Grounds]
    rulings: list[Ruling]
    offers: list[Offer]
    racks: list[Rack]
    rivers: list[str]
    waits: list[list[tuple[str, int, bool]]]
    scores: list[list[int]]
    safety: list[list[Safety]]
    rounds: list[Round]
    findings: list[Finding]
    choices: list[list[int]]
    frames: list[Frame]
    game: int = 1
    games: int = 1
