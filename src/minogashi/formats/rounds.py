"""A record round by round, as writers of other formats need it: what happened, and what is stated about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.errors import RecordError
from minogashi.record import WinClaim  # noqa: TC001  msgspec reads the annotations
from minogashi.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.record import Record, Statement

FOREIGN: Final[dict[type[ev.Event], str]] = {
    ev.Position: "positions taken up in the middle of a hand",
    ev.Bonus: "bonus tiles",
    ev.Pass: "spoken passes",
    ev.Ask: "claims that another seat's came before",
    ev.FalseWin: "wrongly declared wins",
    ev.DeadHand: "dead hands",
    ev.Turn: "turns left out",
    ev.Live: "counts of the live wall",
    ev.Payment: "payments within a hand",
}
"""Events that no format but ours has a word for."""


class Played(Struct):
    """One round: its deal, what happened in it as (event number, event), and how it ended.

    `wins` has the value stated for the win with that event number; `stands` the numbers of the discards with
    which a riichi stood; `ready` the seats stated to be ready at a draw; `deltas` the points won and lost by
    each win, or by the draw, where the record tells them.
    """

    start: ev.RoundStart
    moves: list[tuple[int, ev.Event]]
    end: ev.RoundEnd
    wins: dict[int, WinClaim]
    stands: dict[int, int]
    ready: set[int]
    deltas: dict[int, tuple[int, ...]]
    last: bool = False
    final: tuple[int, ...] | None = None

    @property
    def won(self) -> list[tuple[int, ev.Ron | ev.Tsumo]]:
        """The wins that ended it; three on one tile that end it in a draw are none."""
        if self.end.result != "win":
            return []
        return [(at, event) for at, event in self.moves if isinstance(event, ev.Ron | ev.Tsumo)]

    @property
    def before(self) -> tuple[int, ...]:
        """The points when the round ends, every riichi that stands paid."""
        paid = list(self.stands.values())
        return tuple([had - 1000 * paid.count(seat) for seat, had in enumerate(self.start.scores)])

    @property
    def change(self) -> tuple[int, ...] | None:
        """The points that the end of the round moved, where they are told."""
        if self.end.scores is None:
            return None
        return tuple([after - had for had, after in zip(self.before, self.end.scores, strict=True)])


def rounds(record: Record) -> list[Played]:
    """The rounds of a record. RecordError where a hand is taken up in its middle.

    >>> from minogashi.record import Record
    >>> rounds(Record("", "", "tenhou"))
    []
    """
    said: dict[int, list[Statement]] = {}
    for statement in record.statements:
        said.setdefault(statement.at, []).append(statement)
    out: list[Played] = []
    for at, event in enumerate(record.events):
        if isinstance(event, ev.RoundStart):
            out.append(Played(event, [], ev.RoundEnd("cut"), {}, {}, set(), {}))
        elif isinstance(event, ev.Position):
            problem = f"holds {FOREIGN[ev.Position]}, for which only minogashi's own form has words"
            raise RecordError(problem, path=record.path)
        elif not out:
            raise RecordError(f"{type(event).__name__} comes before the first deal", path=record.path)
        else:
            _move(out[-1], at, event)
        for statement in said.get(at, ()):
            _note(out[-1], statement)
    for played in out:
        played.stands |= dict(_stands(played))
        _settle(played)
    return out


def _move(played: Played, at: int, event: ev.Event) -> None:
    if isinstance(event, ev.RoundEnd):
        played.end = event
    elif isinstance(event, ev.GameEnd):
        played.last, played.final = True, event.scores
    elif type(event) not in FOREIGN:
        played.moves.append((at, event))


def _settle(played: Played) -> None:
    """A single win brings what the end of the round moved."""
    won, change = played.won, played.change
    if len(won) == 1 and won[0][0] not in played.deltas and change is not None:
        played.deltas[won[0][0]] = change


def _note(played: Played, statement: Statement) -> None:
    if statement.kind == "win":
        played.wins[statement.at] = statement.value
        if statement.value.deltas:
            played.deltas[statement.at] = statement.value.deltas
    elif statement.kind == "deltas":
        played.deltas[statement.at] = statement.value
    elif statement.kind == "tenpai":
        played.ready.add(statement.seat)
    elif statement.kind == "riichi_accepted":
        played.stands[statement.at] = statement.seat


def _stands(played: Played) -> Iterator[tuple[int, int]]:
    """A riichi stands where anything but a win follows its discard."""
    declared = discarded = -1
    for at, event in played.moves:
        if isinstance(event, ev.Riichi):
            declared = event.seat
        elif isinstance(event, ev.Discard) and event.seat == declared:
            discarded = at
        elif declared >= 0 and discarded >= 0:
            if not isinstance(event, ev.Ron):
                yield discarded, declared
            declared = discarded = -1
    if discarded >= 0 and played.end.result not in {"win", "triple_ron", "cut"}:
        yield discarded, declared


def lost(record: Record, kept: tuple[str, ...] = ("win", "deltas", "riichi_accepted", "tenpai")) -> list[str]:
    """In words, what another format cannot hold; statements of the kinds in `kept` it can.

    >>> from minogashi.record import Record
    >>> lost(Record("", "", "tenhou", events=[ev.Pass(1)]))
    ['spoken passes: 1']
    """
    out = []
    for kind, name in FOREIGN.items():
        number = sum(type(event) is kind for event in record.events)
        if number:
            out.append(f"{name}: {number}")
    kinds = sorted({statement.kind for statement in record.statements} - set(kept))
    out += [f"statements: {kind}" for kind in kinds]
    untold = sum(isinstance(event, ev.Discard) and event.drawn is None for event in record.events)
    if untold:
        out.append(f"discards not told to be drawn or from the hand: {untold}")
    if any(isinstance(event, ev.RoundEnd) and event.result == "chombo" for event in record.events):
        out.append("the result chombo")
    if record.view is not None:
        out.append("which seat's view it is")
    return out


def rules(record: Record) -> str:
    """The rules of a record in words.

    >>> from minogashi.record import Record
    >>> rules(Record("", "", "tenhou", {"kuitan": "no"}))
    'the rules: tenhou kuitan=no'
    """
    return " ".join(["the rules:", record.profile, *[f"{key}={value}" for key, value in record.options.items()]])


def all_open(record: Record, form: str) -> None:
    """RecordError where tiles are hidden, which `form` cannot write."""
    for event in record.events:
        if (isinstance(event, ev.RoundStart) and any(HIDDEN in hand for hand in event.hands)) or (
            getattr(event, "tile", Tile(0)) == HIDDEN
        ):
            raise RecordError(f"{form} shows every hand, and this record hides some", path=record.path)
