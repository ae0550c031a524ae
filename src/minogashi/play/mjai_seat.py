"""The other end of the pipe: one seat's mjai lines in, an act out, or every act and every refusal.

The table is folded from what the seat sees, with the others' hands hidden; the built-in bots and the referee do not
need more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import CLAIM_NAMES, DISCARD
from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import lines, mjai
from minogashi.play import menu
from minogashi.play.bots import BOTS
from minogashi.play.mjai_lines import NONE, act_of
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import HIDDEN, Tile
from minogashi.tiles import mjai as name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from minogashi.claims import Reason, Verdict
    from minogashi.messages import Speaker
    from minogashi.record import Record
    from minogashi.rulebook import Value as OptionValue
    from minogashi.rulings import Reporter

    Line = dict[str, Any]

BOOKS: Final = {3: "tenhou-sanma", 4: "tenhou"}
ADVISOR: Final = "none"


class Acted(Struct, frozen=True):
    """Who did something with which tile, in which of its turns (from 1): what a sentence says of a cause."""

    seat: int
    tile: Tile
    turn: int


class MjaiSeat:
    """Answers the mjai lines that one seat is sent, line by line.

    `rules` names the rule book; by default `tenhou`, or `tenhou-sanma` for three. `bot` is `sensible`, `random` or
    `none`, which never acts and tells the menu and the verdicts instead; `explain` tells them with a bot's acts too.
    `seat` is needed where the lines show neither an `id` nor one hand only.

    >>> MjaiSeat().answer(b'{"type":"start_game","id":1,"names":["a","b","c","d"]}')
    {'type': 'none'}
    """

    def __init__(  # noqa: PLR0913  what a seat is played with
        self,
        rules: str = "",
        overrides: Mapping[str, OptionValue] | None = None,
        *,
        bot: str = "sensible",
        seed: int = 0,
        seat: int | None = None,
        explain: bool = False,
    ) -> None:
        if bot not in BOTS and bot != ADVISOR:
            raise MinogashiError(f"no bot {bot!r}: expected {', '.join(BOTS)} or {ADVISOR}")
        self.rules, self.overrides = rules, dict(overrides or {})
        if rules and profile(rules, self.overrides).family != "riichi":
            raise MinogashiError(f"{rules} is no riichi rule book, and mjai has no words for other games")
        self.bot = None if bot == ADVISOR else BOTS[bot](seed)
        self.explains = explain or self.bot is None
        self.told_seat, self.seat = seat, seat
        self.faulty = False
        self._reader = mjai.Reader("")
        self._game = self._reader.game
        self._done = self._number = 0
        self._table: Table | None = None
        self._lost = ""
        self._owed = False
        self._moments: dict[int, Acted] = {}
        self._thrown: list[int] = []
        self._speaker: Speaker | None = None

    def answer(self, row: bytes) -> Line:
        """The answer to one line, or to one line with a list of events; `faulty` is set where it is an error."""
        self._number += 1
        try:
            if not row.lstrip().startswith((b"{", b"[")):
                raise RecordError("expected a JSON object or a list of them")
            for _, line in mjai.events([row.strip()]):
                self._hear(line)
            return self._answer()
        except MinogashiError as error:
            self.faulty = True
            problem = error.problem if isinstance(error, RecordError) else str(error)
            return {"type": "error", "message": f"line {self._number}: {problem}"}

    # Listening

    def _hear(self, line: lines.Line) -> None:
        if isinstance(line, lines.StartGame):
            self.seat = line.id if self.told_seat is None else self.told_seat
            self._table = None
        self._reader.line(line, self._number)
        self._follow(self._game)
        if self._reader.game is not self._game:
            self._reader.games.clear()
            self._game, self._done = self._reader.game, 0

    def _follow(self, game: Record) -> None:
        """Play what the reader has understood."""
        while self._done < len(game.events):
            number, event = self._done, game.events[self._done]
            self._done += 1
            if isinstance(event, ev.RoundStart):
                try:
                    self._begin(game.profile, number, event)
                except MinogashiError as error:
                    self._lost = str(error)
            if self._table is None or self._lost:
                continue
            try:
                self._table.apply(event)
            except ev.IllegalEventError as error:
                codes = ", ".join(reason.code for reason in error.reasons)
                self._lost = f"event {number} ({type(event).__name__}) cannot be: {codes}"
                continue
            self._note(number, event)
            self._owed = self._owed or not isinstance(event, ev.Dora)
        if self._lost:
            raise RecordError(f"this hand cannot be followed: {self._lost}")

    def _begin(self, book: str, number: int, event: ev.RoundStart) -> None:
        self._lost = ""
        if self._table is None:
            seats = len(event.hands)
            rules = profile(self.rules or BOOKS.get(seats, book), self.overrides)
            if rules.seats != seats:
                raise RecordError(f"{rules.name} is for {rules.seats} seats, and the lines have {seats}")
            self._table = Table(rules, strict=False)
        self._table.at = number - 1
        self._moments, self._thrown = {}, [0] * len(event.hands)
        self._speaker = None
        if self.seat is None:
            shown = [seat for seat, hand in enumerate(event.hands) if HIDDEN not in hand]
            if len(shown) != 1:
                raise RecordError("which seat is meant? start_game has no id, and not exactly one hand is shown")
            self.seat = shown[0]
        if not 0 <= self.seat < len(event.hands):
            raise RecordError(f"seat {self.seat}: this game has seats 0 to {len(event.hands) - 1}")

    def _note(self, number: int, event: ev.Event) -> None:
        who = getattr(event, "seat", -1)
        if self.explains and who >= 0:
            tile = event.tiles[0] if isinstance(event, ev.ClosedKan) else getattr(event, "tile", HIDDEN)
            self._moments[number] = Acted(who, tile, self._thrown[who] + 1)
            self._thrown[who] += isinstance(event, ev.Discard)

    # Answering

    def _answer(self) -> Line:
        table, seat = self._table, self.seat
        owed, self._owed = self._owed, False
        if not owed or table is None or seat is None or not table.running or table.wins:
            return dict(NONE)
        choices = self._choices(table, seat)
        if choices is None:
            return dict(NONE)
        out = dict(NONE)
        if self.bot is not None and choices:
            chosen = choices[0] if len(choices) == 1 else self.bot.choose(table, seat, choices)
            out = act_of(table, chosen)
        if self.explains:
            verdicts = [self._told(verdict) for verdict in self._verdicts(table, seat)]
            if choices or verdicts:
                out["menu"] = [act_of(table, event) for event in choices]
                out["verdicts"] = verdicts
        return out

    @staticmethod
    def _choices(table: Table, seat: int) -> list[ev.Event] | None:
        """What the seat may do now; None where nobody asks it."""
        window = table.window
        if window is not None:
            return menu.offer(table, seat) if window.source != seat else None
        if table.round.turn != seat or table.round.to_draw:
            return None
        if not table.seats[seat].known:
            raise RecordError(f"it is the turn of seat {seat}, whose hand was not shown")
        return menu.own_turn(table, seat)

    @staticmethod
    def _verdicts(table: Table, seat: int) -> Iterator[Verdict]:
        from minogashi.rulings import concerns

        if table.window is not None:
            asked = table.claims(seat)
        else:
            asked = (verdict for verdict in table.acts(seat) if verdict.claim != DISCARD or not verdict.allowed)
        return (verdict for verdict in asked if verdict.allowed or concerns(verdict))

    def _told(self, verdict: Verdict) -> Line:
        reporter = self._reporter()
        return {
            "claim": CLAIM_NAMES[verdict.claim],
            "tile": _shown(verdict.tile),
            "uses": [name(tile) for tile in verdict.uses],
            "allowed": None if verdict.unknown else verdict.allowed,
            "reasons": [
                {
                    "code": reason.code.value,
                    "tile": None if reason.tile is None else _shown(reason.tile),
                    "event": reason.event,
                    "until": list(reason.until),
                    "text": reporter.grounds(reason, verdict.seat).text,
                }
                for reason in verdict.reasons
            ],
        }

    def _reporter(self) -> Reporter:
        from minogashi.messages import Speaker, letters
        from minogashi.rulings import Reporter

        table = self._table
        if table is None:
            raise RecordError("no hand has begun")
        if self._speaker is None:
            self._speaker = Speaker(letters(table.round.dealer, table.round.seats), family=table.profile.family)
        return Reporter(table, self._speaker, self._moment)

    def _moment(self, reason: Reason) -> Acted | None:
        return None if reason.event is None else self._moments.get(reason.event)


def _shown(tile: Tile) -> str | None:
    return None if tile == HIDDEN else name(tile)
