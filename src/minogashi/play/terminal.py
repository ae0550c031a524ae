"""People at a terminal: shows the table before each decision, explains it when asked, takes the answer.

Several people may share the terminal: it is handed over, and cleared, before another one's tiles are shown.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from minogashi import events as ev
from minogashi.auditing import Moment
from minogashi.claims import CHI, DISCARD, OPEN_KAN, PON, RIICHI, RON, TSUMO, Claim, Code, Reason, Verdict
from minogashi.errors import MinogashiError, TileError
from minogashi.play.choices import WORDS, Choice, UnclearError, choices_of, understand
from minogashi.play.club import told_apart
from minogashi.play.screen import Screen, worth
from minogashi.rulings import Reporter, concerns
from minogashi.seat import DECLARED
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, Tile, name, parse_tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from minogashi.events import Event
    from minogashi.play.match import Match
    from minogashi.render import Cell, Paper
    from minogashi.rulings import Ruling
    from minogashi.seat import Seat, Window
    from minogashi.table import Table

_TOLD: Final = (ev.Call, ev.Riichi, ev.ClosedKan, ev.AddedKan, ev.North, ev.Bonus, ev.NineTerminals, ev.FalseWin)
"""What others do beside throwing tiles: told in a line each, since the table shows only what came of it."""
_PLAIN: Final = {Code.NO_YAKU, Code.TWO_HAN_MINIMUM, Code.BELOW_MIN_TAI}
_HELP: Final = {
    "5p, d": "throw that tile, or the one just drawn (0p is the red five, 1z to 7z are honours)",
    "1, 2, ...": "take that line of the menu; or say it: {win}, {pon}, {chi}, {kan}{more}",
    "Enter, pass": "let the tile on offer go",
    "why": "every claim on the tile on offer, and which lock or rule stands against it; also why {win}, why 5p",
    "state": "the table again",
    "quit": "stop; the game is saved and can be taken up again",
    "in rivers": "* is on offer, - was claimed by another, ' was thrown with a riichi",
}


class LeftError(Exception):
    """The person has left the table."""


def read_line(prompt: str) -> str:
    """One line from standard input; where that is no terminal, it is shown as if it had been typed."""
    if sys.stdin.isatty():
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    sys.stdout.write(line.rstrip("\n") + "\n")
    return line


class Person:
    """The player at seat `me`, and the `others` who share the terminal: `me` is always who looks at it.

    `match` is set once the game is made; `watch` is to see every event of it. Raises `LeftError` where
    somebody quits or the input ends.
    """

    def __init__(
        self, paper: Paper, me: int, read: Callable[[str], str] = read_line, *, others: Sequence[int] = ()
    ) -> None:
        self.paper, self.me, self.read = paper, me, read
        self.seats = (me, *others)
        self.match: Match | None = None
        self.moments: dict[int, Moment] = {}
        self._refused: dict[int, list[Verdict]] = {seat: [] for seat in self.seats}
        self._untold: dict[int, list[Sequence[Cell]]] = {seat: [] for seat in self.seats}
        self._thrown: list[int] = []
        self._told_at = dict.fromkeys(self.seats, -1)
        self._with_riichi: Tile | None = None
        self._hands = 0
        self._handed = False
        self._screen: Screen | None = None

    @property
    def table(self) -> Table:
        """The table that is played at."""
        return self._game.table

    @property
    def refused(self) -> list[Verdict]:
        """What was refused to the one who looks, since the own last discard."""
        return self._refused[self.me]

    @property
    def screen(self) -> Screen:
        """The view of that table."""
        if self._screen is None:
            self._screen = Screen(self.paper, self._game.profile, self.me)
        return self._screen

    @property
    def _game(self) -> Match:
        if self.match is None:
            raise MinogashiError("this person sits at no table yet")
        return self.match

    @property
    def _reporter(self) -> Reporter:
        def moment(reason: Reason) -> Moment | None:
            return None if reason.event is None else self.moments.get(reason.event)

        return Reporter(self.table, self.screen.speaker, moment)

    # Watching

    def watch(self, event: Event) -> None:
        """See an event before the table knows it: remember who did what, tell what is worth telling."""
        quiet = self._game.replaying
        if not quiet:
            self._aftermath()
        at = self.table.at + 1
        self._remember(event, at)
        if not quiet:
            self._tell(event)

    def _remember(self, event: Event, at: int) -> None:
        screen, seats = self.screen, self.table.seats
        if isinstance(event, ev.RoundStart):
            self._thrown = [0] * len(event.hands)
            for refused in self._refused.values():
                refused.clear()
            self.moments.clear()
            return
        seat = getattr(event, "seat", -1)
        if seat < 0:
            return
        tile = event.tiles[0] if isinstance(event, ev.ClosedKan) else getattr(event, "tile", HIDDEN)
        self.moments[at] = Moment(seat, tile, self._thrown[seat] + 1)
        if isinstance(event, ev.Discard):
            self._thrown[seat] += 1
            if seats[seat].riichi == DECLARED:
                screen.sideways.add((seat, len(seats[seat].river)))
            if seat in self._refused:
                self._refused[seat].clear()
        elif isinstance(event, ev.Call):
            screen.claimed.add((event.source, len(seats[event.source].river) - 1))

    def _tell(self, event: Event) -> None:
        screen, speaker = self.screen, self.screen.speaker
        if isinstance(event, ev.RoundStart):
            self._new_hand(event)
        elif isinstance(event, ev.RoundEnd):
            screen.result(self.table, self._game.house, event)
        elif isinstance(event, ev.GameEnd):
            screen.standing(event.scores or self.table.round.scores, self._game.house.penalties)
        elif isinstance(event, _TOLD):
            of = ""
            if isinstance(event, ev.Call):
                of = f", taking {speaker.letter(event.source)}'s {self._shown(event.tile)}"
            self._say(f"{screen.who(event.seat)} {speaker.did(event)}{of}")
            if isinstance(event, ev.FalseWin):
                self._why_false(event.seat)
        elif isinstance(event, ev.Dora):
            self._say(f"new dora indicator {self._shown(event.tile)}")
        elif isinstance(event, ev.Payment):
            paid = ", ".join(f"{screen.who(seat)} {points:+}" for seat, points in enumerate(event.deltas) if points)
            self._say(f"{event.why.replace('_', ' ')} is paid: {paid}")

    def _why_false(self, seat: int) -> None:
        """What stood against a win that was declared all the same."""
        window = self.table.window
        asked = self.table.acts(seat) if window is None or window.source == seat else self.table.claims(seat)
        self._explain([verdict for verdict in asked if verdict.claim & (RON | TSUMO)], "")

    def _new_hand(self, start: ev.RoundStart) -> None:
        if self._hands:
            self._command(self._prompt("Enter for the next hand > "))
        self._hands += 1
        self._handed = False
        self.screen.dealt(start)
        place = self._game.broken
        if place is not None:
            self._tell_later(*self.seats, line=[(self.screen.broken(place), "quiet")])

    def _say(self, line: str) -> None:
        self.paper.table([[(line, "quiet")]], indent=2)

    def _shown(self, tile: Tile) -> str:
        return self.paper.tile(name(tile))

    def _aftermath(self) -> None:
        """A claim that was refused on the tile that goes now, if its person was not told yet."""
        for seat in self.seats:
            for verdict in self._refusals(self.table.window, seat):
                what = self._offered(self.table.window)
                ruling = self._reporter.ruling(verdict)
                claim = ruling.asked.rpartition(" ")[0]
                self._tell_later(seat, line=[f"{what}: {claim}", (self._refusal(ruling), "lock")])

    def _tell_later(self, *seats: int, line: Sequence[Cell]) -> None:
        """Tell these persons: at once where one has the terminal, else when it is handed over."""
        for seat in seats:
            self._untold[seat].append(line)
        if len(self.seats) == 1:
            self._tell_untold()

    def _tell_untold(self) -> None:
        for line in self._untold[self.me]:
            self.paper.table([line], indent=2)
        self._untold[self.me].clear()

    def _offered(self, window: Window | None) -> str:
        """What put the tile on offer: `S discards 5p`."""
        if window is None:
            return ""
        told = self.screen.speaker.window(window.via, window.tile, window.source)
        return told.replace(name(window.tile), self._shown(window.tile))

    def _refusal(self, ruling: Ruling) -> str:
        reasons = "; ".join(reason.text for reason in ruling.reasons)
        return f"{self.screen.speaker.text('verdict.refused')}. {reasons}"

    def _refusals(self, window: Window | None, seat: int) -> list[Verdict]:
        """Claims of a person that only a lock, or a missing minimum, forbids: once for each tile."""
        if window is None or window.source == seat or window.event <= self._told_at[seat] or not self.table.running:
            return []
        self._told_at[seat] = window.event
        found: dict[Claim, Verdict] = {}
        for verdict in self.table.claims(seat):
            locked = [r for r in verdict.reasons if (r.until and r.code != Code.IN_RIICHI) or r.code in _PLAIN]
            if locked and concerns(verdict) and not (self.club and verdict.claim == RON):
                found.setdefault(verdict.claim, verdict)
        self._refused[seat] += found.values()
        return list(found.values())

    # Deciding

    def choose(self, table: Table, seat: int, choices: Sequence[Event]) -> Event:
        """One of the choices, as the person says."""
        planned, self._with_riichi = self._with_riichi, None
        discards = [event for event in choices if isinstance(event, ev.Discard)]
        if planned is not None:
            for event in discards:
                if event.tile == planned:
                    return event
        self._sit_down(seat)
        menu = choices_of(table, table.seats[seat], choices)
        passing = next((event for event in choices if isinstance(event, ev.Pass)), None)
        self._show(menu, discards, passing)
        while True:
            answer = self._prompt("> ").strip()
            if self._command(answer):
                if answer == "state":
                    self._show(menu, discards, passing)
                continue
            if passing is not None and answer.lower() in {"", "pass"}:
                return passing
            if self._is_false(answer, menu):
                return ev.FalseWin(seat, shown=self._lays_open(answer.lower()))
            try:
                return self._meant(understand(answer, menu, discards))
            except UnclearError as error:
                expected = self._expected(menu, discards, passing)
                self._say(f"{error}; {expected}" if answer else expected)

    def _meant(self, chosen: Choice | ev.Discard) -> Event:
        if isinstance(chosen, ev.Discard):
            return chosen
        self._with_riichi = chosen.then
        return chosen.event

    def _is_false(self, answer: str, menu: Sequence[Choice]) -> bool:
        """Whether a win is declared that is none, at a club table; a dead hand can declare nothing more."""
        claim = WORDS.get(answer.lower(), Claim(0))
        wins = bool(claim & (RON | TSUMO)) and not any(choice.claim & (RON | TSUMO) for choice in menu)
        return self.club and wins and not self.table.seats[self.me].dead

    def _lays_open(self, word: str) -> bool:
        """Whether the tiles follow a false word; asked only where the rule book rules the word alone otherwise."""
        while told_apart(self._game.profile):
            answer = self._prompt(f"{word} is said; show the tiles? yes or no > ").strip().lower()
            if answer in {"n", "no"}:
                return False
            if answer in {"y", "yes"}:
                return True
            if not self._command(answer):
                self._say("expected yes or no; or why, help, quit")
        return True

    @property
    def club(self) -> bool:
        """Whether a false win can be declared here."""
        return bool(self._game.club)

    def _sit_down(self, seat: int) -> None:
        """Nobody sees another's tiles: the terminal is cleared, and waits for the one whose turn it is."""
        if seat != self.me or (len(self.seats) > 1 and not self._handed):
            self._handed = True
            self.paper.clear()
            self.me = self.screen.me = seat
            letter = self.screen.speaker.letter(seat)
            self.paper.line()
            self._command(self._prompt(f"{letter} is asked; Enter when {letter} sits here > "))
        self._tell_untold()

    def _prompt(self, prompt: str) -> str:
        try:
            return self.read(prompt)
        except EOFError:
            raise LeftError from None

    def _command(self, answer: str) -> bool:
        """Whether the answer was a question about the game, which is answered, or the wish to leave."""
        word, _, rest = answer.strip().lower().partition(" ")
        if word in {"quit", "exit", "q"}:
            raise LeftError
        if word == "help":
            self._help()
        elif word == "why":
            self._why(rest.strip())
        return word in {"help", "why", "state"}

    def _expected(self, menu: Sequence[Choice], discards: Sequence[ev.Discard], passing: ev.Pass | None) -> str:
        parts = [f"1 to {len(menu)}" if len(menu) > 1 else "1"] if menu else []
        thrown = next((event for event in discards if event.drawn), discards[-1]) if discards else None
        parts += [f"a tile to throw, such as {name(thrown.tile)}"] if thrown is not None else []
        parts += ["Enter to pass"] if passing is not None else []
        return f"expected {', '.join(parts)}; or why, state, help, quit"

    # Showing

    def _show(self, menu: Sequence[Choice], discards: Sequence[ev.Discard], passing: ev.Pass | None) -> None:
        table, paper, screen = self.table, self.paper, self.screen
        seat = table.seats[self.me]
        refused = self._refusals(table.window, self.me)
        screen.table(table)
        waits = self._reporter.waits(self.me) if not discards and seat.drawn is None else []
        screen.hand(seat, waits, screen.locks(table, self.moments))
        if refused:
            screen.rulings([self._reporter.ruling(verdict) for verdict in refused])
        paper.line()
        window = table.window
        if passing is not None and window is not None and window.source != self.me:
            paper.line(f"  {self._offered(window)}")
        rows: list[list[Cell]] = [
            [(str(number), "title"), self._offer(choice), (self._hint(choice), "quiet")]
            for number, choice in enumerate(menu, 1)
        ]
        if passing is not None:
            rows.append([("Enter", "title"), "pass", ""])
        elif menu:
            rows.append([("tile", "title"), "throw it", ""])
        else:
            paper.line(("  throw a tile", "quiet"))
        paper.table(rows, indent=2)

    def _offer(self, choice: Choice) -> str:
        return f"{self.screen.speaker.claim(choice.claim)} {self.screen.together(choice.tiles)}".rstrip()

    def _hint(self, choice: Choice) -> str:
        """What a win is worth, what a riichi waits for."""
        table, seat = self.table, self.table.seats[self.me]
        if isinstance(choice.event, ev.Ron | ev.Tsumo):
            return worth(table.value(self.me))
        if choice.claim == RIICHI and choice.then is not None:
            waits = dict(table.referee.riichi_discards(seat))[KIND_OF[choice.then]]
            shown = [self._shown(Tile(kind)) for kind in range(KINDS) if waits >> kind & 1]
            return f"waits {' '.join(shown)}"
        return ""

    def _help(self) -> None:
        say = self.screen.speaker.text
        singapore = self._game.profile.family == "singapore"
        words = {
            "win": say("claim.ron") + ("" if singapore else " or tsumo"),
            "pon": say("claim.pon"),
            "chi": say("claim.chi"),
            "kan": "kong" if singapore else "kan",
            "more": "" if singapore else ", riichi 5p, nine (terminals)" + ", north" * (self._game.profile.seats == 3),
        }
        short = {**words, "win": say("claim.ron")}
        self.paper.table(
            [[(key, "title"), told.format(**(short if key == "why" else words))] for key, told in _HELP.items()],
            indent=2,
        )

    # Explaining

    def _why(self, about: str) -> None:
        """Why something may not be done: a claim by its word, a tile, or everything that is in question."""
        if not self.table.running:
            self._say("no tile is in play")
            return
        if not about:
            self._explain(self._in_question(), "nothing is refused here")
        elif about in WORDS:
            self._explain([v for v in self._everything() if v.claim & WORDS[about]], f"{about} is no question here")
        else:
            try:
                self._why_tile(parse_tile(about))
            except TileError:
                self._say(f"expected why, or why with a tile or one of {', '.join(self._words())}")

    def _words(self) -> list[str]:
        if self._game.profile.family == "singapore":
            return ["hu", "pung", "kong", "chi"]
        return ["ron", "tsumo", "pon", "kan", "chi", "riichi"]

    def _everything(self) -> Iterator[Verdict]:
        window = self.table.window
        if window is not None and window.source != self.me:
            yield from self.table.claims(self.me)
        elif self._to_act:
            yield from self.table.acts(self.me)
        yield from (verdict for verdict in self.refused if window is None or verdict.tile != window.tile)

    @property
    def _to_act(self) -> bool:
        return self.table.round.turn == self.me and not self.table.round.to_draw

    def _in_question(self) -> list[Verdict]:
        window = self.table.window
        if window is not None and window.source != self.me:
            return [verdict for verdict in self.table.claims(self.me) if verdict.claim == RON or concerns(verdict)]
        return self.refused + [verdict for verdict in self.table.acts(self.me) if self._to_act and concerns(verdict)]

    def _explain(self, verdicts: Sequence[Verdict], nothing: str) -> None:
        rulings, seen = [], set()
        for verdict in verdicts:
            ruling = self._reporter.ruling(verdict)
            key = (ruling.claim, ruling.tile, ruling.verdict, tuple(reason.text for reason in ruling.reasons))
            if key not in seen:
                seen.add(key)
                rulings.append(ruling)
        if rulings:
            self.screen.rulings(rulings)
        else:
            self._say(nothing)

    def _why_tile(self, tile: Tile) -> None:
        """What stands against the tile: claims on it if it is on offer, throwing it, and the locks that reach it."""
        window, seat = self.table.window, self.table.seats[self.me]
        verdicts: list[Verdict] = []
        if window is not None and window.source != self.me and KIND_OF[window.tile] == KIND_OF[tile]:
            verdicts = self._in_question()
        elif self._to_act and seat.hand.counts[KIND_OF[tile]]:
            verdicts = [self.table.referee.discard(self.table.round, seat, tile)]
        verdicts += [v for v in self._locked(seat, tile) if v.claim not in {found.claim for found in verdicts}]
        self._explain(verdicts, f"no lock stands on {self._shown(tile)}, and it is not on offer")

    @staticmethod
    def _locked(seat: Seat, tile: Tile) -> Iterator[Verdict]:
        kind = KIND_OF[tile]
        for claim in (RON, PON, OPEN_KAN, CHI, DISCARD):
            reasons = seat.locks.against(Claim(claim), kind, seat.waits, in_riichi=seat.in_riichi)
            if claim == RON and not seat.waits:
                reasons = [reason for reason in reasons if not reason.code.value.startswith("furiten")]
            if reasons and kind < KINDS:
                yield Verdict(seat.index, Claim(claim), tile, reasons=tuple(reasons))
