"""The JSON lines of mjai, and those that minogashi adds so that every event can be written down.

Field names are mjai's. Programs disagree about which fields they write, so only those without which
a line means nothing are required; a field that is there must have its type.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from minogashi.record import Setup  # noqa: TC001  msgspec reads the annotations

Numbers = list[int]
Names = list[str]


class Line(Struct, tag_field="type", gc=False, omit_defaults=True):
    """One JSON object."""


class StartGame(Line, tag="start_game"):
    """`minogashi`, `rules`, `options` and what follows are written by minogashi only."""

    minogashi: int | None = None
    names: list[str | None] | None = None
    id: int | None = None
    rules: str | None = None
    options: dict[str, str] | None = None
    seats: int | None = None
    view: int | None = None
    link: str | None = None
    cut: bool = False
    setup: Setup | None = None


class StartKyoku(Line, tag="start_kyoku"):
    """`kyoku` counts from 1; `dora_markers` are all of them where there is not exactly one."""

    bakaze: str | None = None
    kyoku: int | None = None
    honba: int | None = None
    kyotaku: int | None = None
    oya: int | None = None
    scores: Numbers | None = None
    dora_marker: str | None = None
    tehais: list[Names | None] | None = None
    dora_markers: Names | None = None
    live: int | None = None


class Haipai(Line, tag="haipai"):
    """A hand, where `start_kyoku` has none."""

    actor: int
    pais: Names


class Tsumo(Line, tag="tsumo"):
    """A draw."""

    actor: int
    pai: str
    replacement: bool = False


class Dahai(Line, tag="dahai"):
    """A discard."""

    actor: int
    pai: str
    tsumogiri: bool | None = None


class Reach(Line, tag="reach"):
    """Riichi is declared."""

    actor: int


class ReachAccepted(Line, tag="reach_accepted"):
    """Riichi stands."""

    actor: int
    scores: Numbers | None = None


class Chi(Line, tag="chi"):
    """A run is called."""

    actor: int
    target: int
    pai: str
    consumed: Names


class Pon(Line, tag="pon"):
    """A triplet is called."""

    actor: int
    target: int
    pai: str
    consumed: Names


class Daiminkan(Line, tag="daiminkan"):
    """A kan is called."""

    actor: int
    target: int
    pai: str
    consumed: Names


class Ankan(Line, tag="ankan"):
    """A closed kan."""

    actor: int
    consumed: Names


class Kakan(Line, tag="kakan"):
    """The fourth tile is added to a pon."""

    actor: int
    pai: str
    consumed: Names | None = None


class Nukidora(Line, tag="nukidora"):
    """A north is set aside."""

    actor: int
    pai: str = "N"


class Kita(Line, tag="kita"):
    """The same, as RiichiEnv calls it."""

    actor: int
    pai: str = "N"


class DoraLine(Line, tag="dora"):
    """A further indicator."""

    dora_marker: str


class Hora(Line, tag="hora"):
    """A win; `fu` to `scores` are the writer's own account of it."""

    actor: int
    target: int | None = None
    pai: str | None = None
    fu: int | None = None
    fan: int | None = None
    hora_points: int | None = None
    yakus: list[tuple[str, int]] | None = None
    hora_tehais: Names | None = None
    ura_markers: Names | None = None
    uradora_markers: Names | None = None
    deltas: Numbers | None = None
    scores: Numbers | None = None


class Ryukyoku(Line, tag="ryukyoku"):
    """A drawn hand."""

    reason: str | None = None
    actor: int | None = None
    tenpais: list[bool] | None = None
    deltas: Numbers | None = None
    scores: Numbers | None = None


class EndKyoku(Line, tag="end_kyoku"):
    """The end of a hand; `result` is minogashi's."""

    result: str | None = None
    scores: Numbers | None = None


class EndGame(Line, tag="end_game"):
    """The end of the game."""

    scores: Numbers | None = None


MJAI = (
    StartGame | StartKyoku | Haipai | Tsumo | Dahai | Reach | ReachAccepted | Chi | Pon | Daiminkan | Ankan | Kakan
    | Nukidora | Kita | DoraLine | Hora | Ryukyoku | EndKyoku | EndGame
)  # fmt: skip


class Bonus(Line, tag="bonus"):
    """A flower, season or animal is shown."""

    actor: int
    pai: str


class Pass(Line, tag="pass"):
    """A seat declines."""

    actor: int


class Ask(Line, tag="ask"):
    """A seat asks for a set."""

    actor: int
    claim: str
    consumed: Names


class NineTerminals(Line, tag="nine_terminals"):
    """A seat ends the hand with nine terminals."""

    actor: int


class FalseWin(Line, tag="false_win"):
    """A win is declared that the rules refuse."""

    actor: int
    shown: bool = False


class DeadHand(Line, tag="dead_hand"):
    """A hand is ruled dead."""

    actor: int


class Turn(Line, tag="turn"):
    """Turns are left out."""

    actor: int


class Live(Line, tag="live"):
    """The live wall is known."""

    left: int


class Payment(Line, tag="payment"):
    """Points change hands at once."""

    deltas: Numbers
    why: str


class Says(Line, tag="says"):
    """A statement of the record's writer about the event before it, or about event `at`."""

    actor: int
    kind: str
    value: Any = None
    judged: Names | None = None
    at: int | None = None


class MeldLine(Struct, gc=False, omit_defaults=True):
    """A set on the table."""

    claim: str
    tiles: Names
    taken: str | None = None
    source: int | None = None


class Position(Line, tag="position"):
    """A hand taken up in the middle."""

    start: StartKyoku
    melds: list[list[MeldLine]]
    rivers: list[Names]
    riichi: list[bool]
    ippatsu: list[bool] = []
    bonus: list[Names] = []
    turn: int = -1
    first_turn: bool = False


WRITTEN = MJAI | Position | Bonus | Pass | Ask | NineTerminals | FalseWin | DeadHand | Turn | Live | Payment | Says
