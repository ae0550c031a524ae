"""One position told in a few words, and the answer: waits, furiten, verdicts, ways out (R37-R43, R66).

A `Question` (`notation`) is played on a `Table` like any record, so no rule stands here. What was not told is
reported as not known, never guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from minogashi import events as ev
from minogashi.advice import WaitRow, wait_rows, ways
from minogashi.claims import PON, RIICHI, RON, TSUMO, Code, Reason, Verdict
from minogashi.errors import MinogashiError
from minogashi.events import IllegalEventError
from minogashi.messages import Speaker, letters, short
from minogashi.notation import VIAS, Question, bonus_of, meld_of, seat_of, tile_of, tiles_of, unwrapped
from minogashi.rulings import Grounds, Reporter, Ruling, Wait, concerns
from minogashi.seat import BY_ADDED_KAN, BY_CLOSED_KAN, BY_DISCARD, BY_NORTH, WINDS
from minogashi.shapes import shanten
from minogashi.table import Table
from minogashi.tiles import HIDDEN, KIND_OF, NORTH, Tile, check_copies, kinds_in, name, row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minogashi.rulebook import Profile
    from minogashi.rulebook import Value as OptionValue
    from minogashi.seat import Seat

SCHEMA: Final = "minogashi.check/1"
_ALTERNATIVES: Final = {"riichi_min_wall": ("0", "4")}
DECIDING: Final = (
    *("temp_furiten_reset", "temp_furiten_trigger", "chankan_pass_counts", "kokushi_ankan_ron", "furiten_riichi"),
    *("furiten_tsumo", "kuitan", "ryanhan_shibari", "kuikae", "riichi_ankan", "riichi_min_wall", "karaten_own"),
    *("renhou", "kita_ron", "kita_passes"),
)
"""The options that a verdict on one position can depend on, tried where the rule book leaves them open (R62)."""


class Thrown(NamedTuple):
    """A tile of the own river and its turn."""

    seat: int
    tile: Tile
    turn: int


class Exit(Struct):
    """A discard that leaves a ready hand: its waits, whether it is furiten then, whether it may go with a riichi."""

    discard: str
    waits: list[Wait]
    furiten: Grounds | None
    riichi: bool


class Note(Struct):
    """A warning or a remark, with a code of its own."""

    code: str
    text: str


class Assumption(Struct):
    """An option that the rule book leaves open and on which a verdict depends (R62)."""

    option: str
    assumed: OptionValue
    otherwise: OptionValue
    verdicts: list[str]
    text: str


class Answer(Struct):
    """Everything about the position; `waits` and `shanten` are those before the draw, where one was told."""

    schema: str
    profile: str
    family: str
    overrides: dict[str, OptionValue]
    seat: str
    hand: str
    drawn: str | None
    melds: list[str]
    river: str | None
    riichi: bool
    shanten: int | None
    waits: list[WaitRow]
    furiten: Grounds | None
    verdicts: list[Ruling]
    discards: list[Exit]
    notes: list[Note]
    assumptions: list[Assumption]


def check(question: Question, profile: Profile, language: str = "en", *, rules: str = "") -> Answer:
    """Answer a question under a rule book. `MinogashiError` for what cannot be read or cannot be.

    `rules`: the path that the rule book was read from, where it is not one of those shipped.

    >>> from minogashi.rulebook import profile
    >>> asked = Question(hand="77m34567p678s777z", river="2p", tile="5p")
    >>> check(asked, profile("tenhou")).verdicts[0].reasons[0].text
    "Discard furiten since S's own 2p (turn 1); ends when no wait is left in S's river"
    """
    return Posed(question, profile, language, rules or profile.name).answer()


class Posed:
    """Reads the question, plays it, and asks the table."""

    def __init__(self, question: Question, profile: Profile, language: str, rules: str) -> None:
        question = unwrapped(question)
        self.question, self.profile, self.rules = question, profile, rules
        self.stated = None if question.stated is None else tiles_of(question.stated, "the stated waits")
        seats = WINDS[: profile.seats]
        self.me = seat_of(question.seat, seats, "--seat")
        self.left = (self.me - 1) % profile.seats
        self.source = self.left if question.source is None else seat_of(question.source, seats, "--from")
        if self.source == self.me:
            raise MinogashiError(f"--from {question.source} is the seat that asks; its own tile is not on offer to it")
        self.wind = seat_of(question.wind, WINDS, "--round")
        self.melds = [meld_of(text) for text in question.melds]
        self.river = tiles_of(question.river or "", "the river")
        self.passed = [tile_of(text, "--passed") for text in question.passed]
        self.bonus = [bonus_of(text, profile) for text in question.bonus]
        if len(set(self.bonus)) < len(self.bonus):
            raise MinogashiError("--bonus: there is one bonus tile of each name")
        self.dora = [tile for text in question.dora for tile in tiles_of(text, "--dora")]
        self.tile = None if question.tile is None else tile_of(question.tile, "--tile")
        self._read_hand()
        self._check_all()
        self.speaker = Speaker(letters(0, profile.seats), family=profile.family, language=language)

    def _read_hand(self) -> None:
        question = self.question
        self.hand = tiles_of(question.hand, "the hand")
        self.drawn = None if question.drawn is None else tile_of(question.drawn, "--draw")
        needed, found = 13 - 3 * len(self.melds), len(self.hand)
        if needed < 1:
            raise MinogashiError(f"{len(self.melds)} melds are more than the four that a hand can have")
        if found == needed + 1 and self.drawn is None:
            if self.tile is not None:
                raise MinogashiError(f"--tile is another player's tile, so {needed} tiles are expected, not {found}")
            self.drawn = self.hand.pop()
        elif found != needed:
            beside = f" beside {len(self.melds)} meld{'s' * (len(self.melds) > 1)}" if self.melds else ""
            more = "" if self.drawn is not None or self.tile is not None else f", or {needed + 1} with the tile drawn"
            raise MinogashiError(f"{question.hand!r} has {found} tiles{beside}; expected {needed}{more}")
        if self.tile is not None and self.drawn is not None:
            raise MinogashiError("--tile (another player's tile) and --draw (the own draw) cannot both be on the table")

    def _check_all(self) -> None:
        question = self.question
        if question.via not in VIAS:
            raise MinogashiError(f"--via takes {', '.join(VIAS)}, not {question.via!r}")
        if self.tile is None and (question.via != BY_DISCARD or question.source is not None):
            raise MinogashiError("--via and --from tell how another player's tile came: they need --tile")
        if question.via == BY_NORTH and (self.profile.seats != 3 or self.tile is None or KIND_OF[self.tile] != NORTH):
            told = f"{self.profile.name} has {self.profile.seats} seats"
            raise MinogashiError(f"--via kita is a north (4z) set aside at a table of three; {told}")
        if question.riichi and any(meld.opened for meld in self.melds):
            raise MinogashiError("--riichi: a hand with an open meld cannot be in riichi")
        if question.live is not None and not 0 <= question.live <= 122:
            raise MinogashiError(f"--live takes a number of tiles from 0 to 122, not {question.live}")
        if question.scores and len(question.scores) != self.profile.seats:
            raise MinogashiError(f"--scores takes {self.profile.seats} numbers, not {len(question.scores)}")
        if question.honba < 0:
            raise MinogashiError(f"--honba takes a number from 0, not {question.honba}")
        copies = {BY_ADDED_KAN: 4, BY_CLOSED_KAN: 4}.get(question.via, 1)
        shown = [*self.hand, *self.dora, *self.passed, *self.river]
        shown += [tile for meld in self.melds for tile in meld.tiles]
        shown += [] if self.drawn is None else [self.drawn]
        shown += [] if self.tile is None else [Tile(KIND_OF[self.tile])] * copies
        check_copies(shown)

    # Playing

    def table(self, profile: Profile) -> Table:
        """The position before the asked tile: rivers, riichi, and what was let go."""
        seats, me = profile.seats, self.me
        hands: list[tuple[Tile, ...]] = [(HIDDEN,) * 13] * seats
        melds: list[tuple[ev.Meld, ...]] = [()] * seats
        hands[me], melds[me] = tuple(self.hand), tuple(self.melds)
        if self.tile is not None and self.question.via == BY_ADDED_KAN:
            hands[self.source] = (HIDDEN,) * 10
            melds[self.source] = (ev.Meld(PON, (Tile(KIND_OF[self.tile]),) * 3),)
        scores = tuple(self.question.scores) or (25000,) * seats
        start = ev.RoundStart(self.wind, 0, self.question.honba, 0, 0, scores, tuple(self.dora), tuple(hands))
        rivers = tuple(tuple(self.river) if seat == me else () for seat in range(seats))
        riichi = tuple(self.question.riichi and seat == me for seat in range(seats))
        table = Table(profile)
        bonus = tuple(tuple(self.bonus) if seat == me else () for seat in range(seats))
        table.apply(ev.Position(start, tuple(melds), rivers, riichi, bonus=bonus))
        for tile in self.passed:
            for event in (ev.Turn(self.left), ev.Draw(self.left, HIDDEN), ev.Discard(self.left, tile), ev.Pass(me)):
                table.apply(event)
        if self.question.live is not None:
            table.apply(ev.Live(self.question.live))
        return table

    def offer(self, table: Table) -> None:
        """Put the asked tile on the table: the draw, or another seat's tile."""
        tile, source, via = self.tile, self.source, self.question.via
        if self.drawn is not None:
            self._draw(table, self.me, self.drawn)
        elif tile is not None:
            self._draw(table, source, HIDDEN)
            offers: dict[str, ev.Event] = {
                BY_DISCARD: ev.Discard(source, tile),
                BY_ADDED_KAN: ev.AddedKan(source, tile),
                BY_CLOSED_KAN: ev.ClosedKan(source, (tile, *[Tile(KIND_OF[tile])] * 3)),
                BY_NORTH: ev.North(source, tile),
            }
            table.apply(offers[via])

    @staticmethod
    def _draw(table: Table, seat: int, tile: Tile) -> None:
        """A draw after which as many live tiles are left as before it: `live` is told for the asked moment."""
        live = table.round.live
        for event in (ev.Turn(seat), ev.Live(live + 1), ev.Draw(seat, tile)):
            table.apply(event)

    def verdicts(self, table: Table) -> list[Verdict]:
        """What is asked: ron and the calls on a tile, or the acts after a draw."""
        if self.drawn is not None:
            return [v for v in table.acts(self.me) if v.claim == TSUMO or concerns(v) or _riichi_question(v)]
        if self.tile is None:
            return []
        if table.window is None:
            return [Verdict(self.me, RON, self.tile, reasons=(Reason(Code.NOT_OFFERED),))]
        return [v for v in table.claims(self.me) if v.claim == RON or concerns(v)]

    # Answering

    def answer(self) -> Answer:
        """The whole answer. `MinogashiError` for a position that cannot be."""
        try:
            return self._answer()
        except IllegalEventError as error:
            raise self.refused(error) from None

    def refused(self, error: IllegalEventError) -> MinogashiError:
        """Why the position cannot be, in words."""
        texts = "; ".join(self.speaker.sentence(reason, self.me) for reason in error.reasons)
        return MinogashiError(f"this position cannot be: {texts}")

    def _answer(self) -> Answer:
        table = self.table(self.profile)
        before = table.copy()
        self.offer(table)
        verdicts = self.verdicts(table)
        reporter = self.reporter(table)
        rows = wait_rows(before, self.me, self.source)
        return Answer(
            schema=SCHEMA,
            profile=self.profile.name,
            family=self.profile.family,
            overrides=dict(self.profile.overrides),
            seat=self.speaker.letter(self.me),
            hand=row(self.hand),
            drawn=None if self.drawn is None else name(self.drawn),
            melds=[f"{self.speaker.claim(meld.claim)} {row(meld.tiles)}" for meld in self.melds],
            river=None if self.question.river is None else row(self.river),
            riichi=self.question.riichi,
            shanten=0 if rows else _shanten(before, before.seats[self.me]),
            waits=rows,
            furiten=reporter.furiten(self.me),
            verdicts=[reporter.ruling(verdict) for verdict in verdicts],
            discards=list(self._exits(table)),
            notes=list(self.notes(rows, before)),
            assumptions=list(self._assumptions(verdicts)),
        )

    def reporter(self, table: Table) -> Reporter:
        """What shows the table's answers."""
        return Reporter(table, self.speaker, self._moment, events=False)

    def _moment(self, reason: Reason) -> Thrown | None:
        """Where the own discard that a reason names lies in the river; passed tiles were told without their place."""
        if reason.code not in {Code.FURITEN_DISCARD, Code.OWN_LATEST} or reason.tile is None:
            return None
        turn = self.river.index(reason.tile) + 1 if reason.tile in self.river else len(self.river) + 1
        return Thrown(self.me, reason.tile, turn)

    def _exits(self, table: Table) -> Iterator[Exit]:
        """Each discard that keeps the hand ready (R37)."""
        if self.drawn is None:
            return
        reporter = self.reporter(table)
        for way in ways(table, self.me, ready=True, rows=False):
            lock = None if way.lock is None else reporter.grounds(way.lock, self.me)
            yield Exit(name(way.discard), [Wait(line.tile, line.left) for line in way.waits], lock, way.riichi)

    def notes(self, rows: Sequence[WaitRow], table: Table) -> Iterator[Note]:
        """The warnings of R39 to R42, and what is not known."""
        seat = table.seats[self.me]
        lost = [line.tile for line in rows if line.ron is not None and line.ron.refused]
        good = [line.tile for line in rows if line.ron is not None and not line.ron.refused]
        if lost:  # R39-R41
            yield self._note("one_sided" if good else "no_ron", good=good, bad=lost, why=_refusals(rows))
        trap = [line.tile for line in rows if line.tsumo is not None and line.tsumo.refused]
        by_river = any(rule.scope == "wait" for rule in table.book.rules)
        if trap and by_river and not seat.hand.closed:  # R42, by L2
            yield self._note("draw_trap", bad=trap)
        if self.stated is not None:  # R56
            yield self._compared(seat)
        for tile in self.passed:
            if not seat.waits >> KIND_OF[tile] & 1:
                yield self._note("passed_no_wait", tile=name(tile))
        if not seat.waits:
            return
        if not table.referee.ready_waits(seat, seat.hand.counts, seat.waits):
            yield self._note("karaten", value=self.profile.get("karaten_own", "noten"))
        if self.question.river is None and table.book.fired_by["own_discard"]:
            yield self._note("river_not_told")
        if not self.passed and self.drawn is None and table.book.fired_by["passed_win"]:  # R66
            yield self._note("passes_not_told", "_riichi" if self.question.riichi else "")

    def _compared(self, seat: Seat) -> Note:
        """Stated waits against those of the hand."""
        stated = dict.fromkeys(KIND_OF[tile] for tile in self.stated or ())
        found = kinds_in(seat.waits)
        agree = set(stated) == set(found)
        told = {"stated": row(map(Tile, stated)), "found": row(map(Tile, found)) or self.speaker.text("label.none")}
        return Note("stated_waits", self.speaker.text(f"note.stated_{'agree' if agree else 'differ'}", **told))

    def _note(
        self, code: str, form: str = "", *, good: Sequence[str] = (), bad: Sequence[str] = (), **slots: object
    ) -> Note:
        speaker = self.speaker
        if good:
            slots["good"] = speaker.listed(good)
        if bad:
            slots |= {"bad": speaker.listed(bad), "either": speaker.listed(bad, "or")}
        ron, who = speaker.claim(RON), speaker.letter(self.me)
        return Note(code, speaker.text(f"note.{code}{form}", ron=ron, who=who, **slots))

    def _assumptions(self, verdicts: Sequence[Verdict]) -> Iterator[Assumption]:
        assumed = set(self.profile.assumed)
        for option in DECIDING:
            if option not in assumed:
                continue
            rule, value = self.profile.rules[option], self.profile[option]
            for other in rule.values or _ALTERNATIVES.get(option, ()):
                if other == str(value):
                    continue
                changed = [v for v in self._under(option, other) if v not in verdicts]
                if changed:
                    told = [f"{self.speaker.verdict(verdict)}{_because(verdict)}" for verdict in changed]
                    text = self.speaker.text(
                        "note.assumed",
                        profile=self.profile.name,
                        option=option,
                        value=value,
                        other=other,
                        verdicts=", ".join(told),
                    )
                    yield Assumption(option, value, other, told, text)

    def _under(self, option: str, value: OptionValue) -> list[Verdict]:
        from minogashi.rulebook import profile

        table = self.table(profile(self.rules, {**self.profile.overrides, option: value}))
        self.offer(table)
        return self.verdicts(table)


def _shanten(table: Table, seat: Seat) -> int | None:
    """How far the hand is from ready; None where the rules have no seven pairs, which the tables count."""
    if not table.referee.seven_pairs:
        return None
    m, p, s, z = seat.hand.keys
    return shanten(m, p, s, z, seat.sets)


def _riichi_question(verdict: Verdict) -> bool:
    """A closed hand may ask for riichi, and is told what it lacks."""
    return verdict.claim == RIICHI and not {Code.OPEN_HAND, Code.IN_RIICHI, Code.NOT_OFFERED} & set(verdict.codes)


def _refusals(rows: Sequence[WaitRow]) -> str:
    codes = [line.ron.refused for line in rows if line.ron is not None and line.ron.refused]
    return ", ".join(short(code) for code in dict.fromkeys(codes))


def _because(verdict: Verdict) -> str:
    return "" if verdict.allowed or verdict.unknown else f" ({', '.join(short(code.value) for code in verdict.codes)})"
