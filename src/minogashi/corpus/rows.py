"""One audited game as rows of the corpus tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from minogashi import events as ev
from minogashi import report
from minogashi.messages import letters
from minogashi.record import WinClaim
from minogashi.tiles import kinds_in, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.auditing import Audit
    from minogashi.corpus.schema import Row
    from minogashi.record import Record
    from minogashi.rulebook import Profile
    from minogashi.table import Table


_DEALS: Final = (ev.RoundStart, ev.Position)


class Ready:
    """Looks at a table after every event, and notes how long each ready hand stood as it did: see `schema`."""

    def __init__(self) -> None:
        self.stretches: list[dict[str, Any]] = []
        self.round = -1
        self.turns: list[int] = []
        self.latest: list[tuple[Any, ...] | None] = []
        self.open: dict[int, dict[str, Any]] = {}

    def __call__(self, table: Table, event: ev.Event) -> None:
        """One event was applied to the table."""
        if isinstance(event, ev.Discard):
            self._thrown(table, event.seat)
        elif isinstance(event, _DEALS):
            self._begin(table, event)

    def _begin(self, table: Table, event: ev.Event) -> None:
        self.round += 1
        rivers = event.rivers if isinstance(event, ev.Position) else [()] * len(table.seats)
        self.turns = [len(river) for river in rivers]
        self.latest = [None] * len(table.seats)

    def _thrown(self, table: Table, index: int) -> None:
        self.turns[index] += 1
        seat = table.seats[index]
        if not seat.waits:
            self.latest[index] = None
            return
        lock = table.furiten(index) if seat.bound else None
        state = (seat.waits, lock and lock.code, seat.state)
        if state == self.latest[index]:
            self.open[index]["last_turn"] = self.turns[index]
            return
        self.latest[index] = state
        self.open[index] = {
            "round": self.round,
            "seat": index,
            "event": table.at,
            "turn": self.turns[index],
            "last_turn": self.turns[index],
            "waits": names(kinds_in(seat.waits)).split(),
            "furiten": None if lock is None else lock.code.value,
            "state": seat.state,
        }
        self.stretches.append(self.open[index])


def rows_of(key: int, id_: str, found: Audit, record: Record, book: Profile, ready: Ready) -> dict[str, list[Row]]:  # noqa: PLR0913, PLR0917  what is known of a game
    """The rows of one game, by table; `key` is its number in the corpus."""
    told = report.game(found, record, book)
    rows: dict[str, list[Row]] = {
        "games": [_game(key, id_, told, record)],
        "rounds": list(_rounds(key, found, record)),
        "ready": list(_ready(key, found, ready)),
        "answers": [
            (key, kind, found.agree[kind], found.disagree[kind]) for kind in sorted({*found.agree, *found.disagree})
        ],
        "refusals": [(key, *what.split(": ", 1), count) for what, count in sorted(found.refused.items())],
    }
    stated = {said.at: said.value for said in record.statements if said.kind == "win"}
    for number, round_ in enumerate(told.rounds):
        at = (key, number)
        rows.setdefault("wins", []).extend([_win(at, win, stated.get(win.event)) for win in round_.wins])
        rows.setdefault("spans", []).extend([_span(at, span) for span in round_.spans])
        let_go = [(one, False) for one in round_.missed_wins] + [(one, True) for one in round_.missed_at_end]
        let_go.sort(key=lambda pair: (pair[0].event, pair[0].seat))
        rows.setdefault("missed_wins", []).extend([_missed(at, one, at_end=ended) for one, ended in let_go])
        rows.setdefault("illegal_acts", []).extend([_illegal(at, act) for act in round_.illegal_acts])
        rows.setdefault("disagreements", []).extend(
            [
                (*at, one.seat, one.wind, one.kind, one.stated, one.found, one.event, one.place)
                for one in round_.disagreements
            ]
        )
    return rows


def _game(key: int, id_: str, told: report.Game, record: Record) -> Row:
    changed = [f"{option}={value}" for option, value in told.overrides.items()]
    return (
        key, id_, told.path, told.format, told.profile, told.family, changed, told.seats, record.view,
        len(told.rounds), len(record.events), told.cut,
    )  # fmt: skip


def _rounds(key: int, found: Audit, record: Record) -> Iterator[Row]:
    ends = [round_.start for round_ in found.rounds[1:]] + [len(record.events)]
    for number, (round_, end) in enumerate(zip(found.rounds, ends, strict=True)):
        dealt = record.events[round_.start]
        start = dealt.start if isinstance(dealt, ev.Position) else dealt
        if isinstance(start, ev.RoundStart):
            yield (
                key, number, round_.name, round_.dealer, start.honba, start.sticks, list(start.scores), round_.start,
                end - round_.start, round_.result,
            )  # fmt: skip


def _ready(key: int, found: Audit, ready: Ready) -> Iterator[Row]:
    for one in ready.stretches:
        round_ = found.rounds[one["round"]]
        won = {win.seat: "tsumo" if win.via == "draw" else "ron" for win in round_.wins}
        seat = one["seat"]
        yield (
            key, one["round"], seat, letters(round_.dealer, round_.seats)[seat], one["event"], one["turn"],
            one["last_turn"], one["waits"], one["furiten"], one["state"], won.get(seat),
        )  # fmt: skip


def _win(at: tuple[int, int], win: report.Win, stated: object) -> Row:
    told = (stated.points, stated.fu, stated.han) if isinstance(stated, WinClaim) else (None, None, None)
    return (*at, win.seat, win.wind, win.source, win.source_wind, win.tile, win.event, win.via, *told)


def _span(at: tuple[int, int], span: report.Span) -> Row:
    cause = span.cause
    return (
        *at, span.seat, span.wind, span.code, span.tile, cause.event, cause.seat, cause.turn, span.start, span.turn,
        span.end, span.end_turn, span.ended_by,
    )  # fmt: skip


def _missed(at: tuple[int, int], one: report.MissedWin, *, at_end: bool) -> Row:
    return (
        *at, one.seat, one.wind, one.tile, one.source, one.source_wind, one.via, one.event, one.turn, one.waits,
        one.state, one.reason, one.furiten, at_end, one.ended,
    )  # fmt: skip


def _illegal(at: tuple[int, int], act: report.IllegalAct) -> Row:
    return (
        *at, act.seat, act.wind, act.act, act.tile, act.event, act.turn, act.place,
        [ground.code for ground in act.reasons], act.penalty,
    )  # fmt: skip
