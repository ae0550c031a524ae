"""A seat that an outside program plays, over pipes, in mjai JSON lines.

The program gets what its seat sees: a `start_game` with its seat as `id`, then every event. It answers each line with
one line, `{"type":"none"}` where it does nothing; or, in batches, each JSON list of events with one line. Only the
answer to the last event before a decision counts. Whatever it does wrong is told and counted, and the seat throws
the tile just drawn, or passes: no fault of a bot ever holds up a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from minogashi import events as ev
from minogashi.errors import MinogashiError
from minogashi.messages import Speaker, letters
from minogashi.play.mjai_lines import Answer, View, asked, chosen
from minogashi.play.program import BotError, FaultCode, Program, shown
from minogashi.record import Statement
from minogashi.tiles import KIND_OF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minogashi.claims import Verdict
    from minogashi.table import Table

KIND: Final = "bot"
"""The kind of the statements that tell of a bot's faults; their value has a `code` and a `text`."""
_ANSWER: Final = msgspec.json.Decoder(Answer)
_ENCODE: Final = msgspec.json.Encoder().encode
_FAREWELL: Final = 1.0


class Limits(msgspec.Struct, frozen=True):
    """How long a bot may take, in seconds (`start` for its first answer), and how much is forgiven in a game.

    A program that failed is started again at its next decision, once a hand and `restarts` times at most; after
    `faults` faults of any kind the bot is out.
    """

    answer: float = 2.0
    start: float = 10.0
    restarts: int = 3
    faults: int = 10


DEFAULT: Final = Limits()


class MjaiBot:
    """A player whose choices come from a program. Give it every event with `see`, before the table gets it.

    `tell` gets every fault as a `Statement` of kind `bot`. End it with `close`, or use it in a `with`; the end of the
    game does the same.
    """

    def __init__(  # noqa: PLR0913  what a bot is run with
        self,
        command: Sequence[str],
        seat: int,
        *,
        names: Sequence[str] = (),
        limits: Limits = DEFAULT,
        batch: bool = False,
        tell: Callable[[Statement], None] = lambda _fault: None,
    ) -> None:
        self.command, self.seat, self.limits, self.batch = list(command), seat, limits, batch
        self.faults = self.starts = 0
        self.out = False
        self._names, self._tell = list(names), tell
        self._view = View(seat)
        self._program: Program | None = None
        self._hand: list[dict[str, Any]] = []
        self._sent = 0
        self._restarted = False
        self._events = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program, if it runs."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def see(self, event: ev.Event) -> None:
        """Take note of an event of the game; the program hears of it at its next decision, or when the hand ends."""
        self._events += 1
        if isinstance(event, ev.RoundStart):
            names = self._names or [f"seat {seat}" for seat in range(len(event.hands))]
            # a program that is running has heard the start of the game
            self._hand = [{"type": "start_game", "id": self.seat, "names": names}]
            self._sent = 0 if self._program is None else 1
            self._restarted = False
        self._hand += self._view.lines(event)
        if self._program is None:
            return
        if isinstance(event, ev.RoundEnd):
            try:
                self._exchange()
            except BotError as fault:
                self._fails(fault)
        elif isinstance(event, ev.GameEnd):
            self._program.tell(_ENCODE(self._hand[-1:] if self.batch else self._hand[-1]), _FAREWELL)
            self.close()

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """The program's answer, where it is on the menu; else the tile just drawn, or a pass."""
        try:
            if self._runs():
                return self._chosen(table, seat, choices, self._exchange())
        except BotError as fault:
            self._fails(fault)
        return fallback(choices)

    def _runs(self) -> bool:
        """Start the program where it is not running and may be started."""
        if self.out or self._program is not None:
            return not self.out
        if self._restarted:
            return False
        if self.starts > self.limits.restarts:
            self._leaves(f"it was started again {self.limits.restarts} times")
            return False
        self._restarted = self.starts > 0
        self.starts += 1
        self._sent = 0
        self._program = Program(self.command)
        return True

    def _exchange(self) -> bytes:
        """Tell the program what it has not heard -> its last answer."""
        if self._program is None or self._sent == len(self._hand):
            return b'{"type":"none"}'
        limit = self.limits.answer if self._sent else self.limits.start
        unheard, self._sent = self._hand[self._sent :], len(self._hand)
        answer = b""
        for data in [_ENCODE(unheard)] if self.batch else [_ENCODE(line) for line in unheard]:
            answer = self._program.ask(data, limit)
            limit = self.limits.answer
        return answer

    def _chosen(self, table: Table, seat: int, choices: Sequence[ev.Event], data: bytes) -> ev.Event:
        try:
            answer = _ANSWER.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise BotError(FaultCode.GARBLED, f"answered {shown(data)}, which is no mjai act") from None
        try:
            wanted = asked(answer, table, seat)
        except MinogashiError as error:
            raise BotError(FaultCode.ILLEGAL, f"answered {answer.type}: {error}") from None
        found = chosen(wanted, choices)
        if found is None:
            raise BotError(FaultCode.ILLEGAL, f"answered {answer.type}, which is refused: {refusal(table, wanted)}")
        return found

    def _fails(self, fault: BotError) -> None:
        """A fault: an answer that means nothing is forgiven, a program that does not work is ended."""
        self.faults += 1
        self._report(fault.code, str(fault))
        if fault.code not in {FaultCode.GARBLED, FaultCode.ILLEGAL}:
            self.close()
        if fault.code == FaultCode.MISSING:
            self._leaves("it does not start")
        elif self.faults >= self.limits.faults:
            self._leaves(f"it made {self.faults} faults")

    def _leaves(self, why: str) -> None:
        self.out = True
        self.close()
        self._report(FaultCode.OUT, f"is out of the game, since {why}; the seat throws what it draws to the end")

    def _report(self, code: FaultCode, text: str) -> None:
        said = {"code": code.value, "text": f"seat {self.seat}: the bot {text}"}
        self._tell(Statement(self._events, self.seat, KIND, said))


def fallback(choices: Sequence[ev.Event]) -> ev.Event:
    """What a seat does that nobody plays: it passes, or throws the tile just drawn, or the last that it may throw.

    >>> from minogashi.tiles import parse_tile
    >>> fallback([ev.Discard(0, parse_tile("1m")), ev.Discard(0, parse_tile("5z"), drawn=True)]).drawn
    True
    """
    drawn = [event for event in choices if isinstance(event, ev.Discard) and event.drawn]
    return drawn[0] if drawn else choices[-1]


def refusal(table: Table, event: ev.Event) -> str:
    """Why the referee does not allow an act, in sentences."""
    if isinstance(event, ev.Pass):
        return "it is the seat's own turn, so it must act"
    verdict = verdict_on(table, event)
    speaker = Speaker(letters(table.round.dealer, table.round.seats), family=table.profile.family)
    if verdict is None or not verdict.reasons:
        return "it is not possible here"
    return "; ".join(speaker.sentence(reason, verdict.seat) for reason in verdict.reasons)


def verdict_on(table: Table, event: ev.Event) -> Verdict | None:  # noqa: PLR0911  one for each act
    """The referee's ruling on any act as the table stands; None for a pass."""
    referee, round_, window = table.referee, table.round, table.window
    seat = table.seats[getattr(event, "seat", 0)]
    match event:
        case ev.Ron():
            return referee.ron(round_, seat, window)
        case ev.Call():
            return referee.call(round_, seat, window, event.claim, event.uses)
        case ev.Discard():
            return referee.discard(round_, seat, event.tile)
        case ev.Riichi():
            return referee.riichi(round_, seat)
        case ev.ClosedKan():
            return referee.closed_kan(round_, seat, KIND_OF[event.tiles[0]])
        case ev.AddedKan():
            return referee.added_kan(round_, seat, KIND_OF[event.tile])
        case ev.North():
            return referee.north(round_, seat)
        case ev.Tsumo():
            return referee.tsumo(round_, seat)
        case ev.NineTerminals():
            return referee.nine_terminals(round_, seat)
    return None
