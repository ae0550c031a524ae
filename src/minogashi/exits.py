"""Ways out of one position told in a few words: what each discard leaves, and what a win is weighed against.

The same `Question` as `position` answers, and `advice` for the answers; this module says them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.advice import (
    WaitRow,
    after,
    ahead,
    came_with_tenpai,
    choice,
    needs,
    pass_reasons,
    wait_rows,
    ways,
)
from minogashi.events import IllegalEventError
from minogashi.position import Exit, Note, Posed
from minogashi.rulings import Grounds, Reporter, Wait
from minogashi.tiles import name, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.advice import Bigger, Standing, Turn, Way
    from minogashi.notation import Question
    from minogashi.rulebook import Profile
    from minogashi.rulebook import Value as OptionValue
    from minogashi.table import Table

SCHEMA: Final = "minogashi.exits/1"


class TurnRow(Struct):
    """One draw ahead: the tile drawn, its copies not seen, whether it wins, and the discards that stay ready."""

    draw: str
    left: int
    wins: bool
    exits: list[Exit]


class Throw(Struct):
    """A legal discard and the hand that it leaves (R37, R38).

    `left` counts the tiles not seen that complete the hand, or bring it nearer. `ends`: the seat was furiten before the
    discard and is not after it. `ahead` looks one draw further where the hand is ready and furiten.
    """

    discard: str
    shanten: int | None
    waits: list[WaitRow]
    left: int
    furiten: Grounds | None
    ends: bool
    riichi: bool
    ahead: list[TurnRow]


class DrawnWin(Struct):
    """A self-draw after the furiten riichi: yaku and points, the han it has more, what the seat gains, its place.

    `place` is null where no points were told.
    """

    tile: str
    left: int
    yaku: dict[str, int]
    points: int
    han_more: int
    gained: int
    place: int | None


class RiichiRow(Struct):
    """A furiten riichi in place of a win: the discard and what each wait would bring by self-draw."""

    discard: str
    furiten: Grounds | None
    wins: list[DrawnWin]


class TakeOrRiichi(Struct):
    """A self-drawn win of a dama hand, and each riichi that could come instead (R43, R44)."""

    yaku: dict[str, int]
    points: int
    gained: int
    place: int | None
    riichi: list[RiichiRow]


class PassRow(Struct):
    """A reason to let the win go (R46): `bust` or `rank`; the seat whose tile would bring `place`, this one `now`."""

    code: str
    wind: str
    place: int
    now: int
    text: str


class NeedRow(Struct):
    """The least points of a hand that bring a place: by a tile of `wind`, or by self-draw where that is the own one."""

    place: int
    wind: str
    points: int


class Exits(Struct):
    """Everything about the ways out; `waits` and `furiten` are those before the draw, where one was told."""

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
    waits: list[WaitRow]
    furiten: Grounds | None
    discards: list[Throw]
    ahead: list[TurnRow]
    choice: TakeOrRiichi | None
    passes: list[PassRow]
    needs: list[NeedRow]
    notes: list[Note]


def exits(question: Question, profile: Profile, language: str = "en", *, last: bool = False, rules: str = "") -> Exits:
    """The ways out of a position. `MinogashiError` for what cannot be read or cannot be.

    `last`: it is the last hand of the game, so that places count; `needs` are told then. Points are compared where
    the question tells `scores`.

    >>> from minogashi.notation import Question
    >>> from minogashi.rulebook import profile
    >>> found = exits(Question(hand="22288m23p345678s", drawn="3p", river="1p"), profile("tenhou"))
    >>> [(line.discard, [wait.tile for wait in line.waits], line.ends) for line in found.discards if line.waits]
    [('2p', ['8m', '3p'], True), ('3p', ['1p', '4p'], False)]
    """
    posed = Posed(question, profile, language, rules or profile.name)
    try:
        return _Finder(posed, last=last).exits()
    except IllegalEventError as error:
        raise posed.refused(error) from None


class _Finder:
    """Plays the question, and asks."""

    def __init__(self, posed: Posed, *, last: bool) -> None:
        self.posed, self.last, self.me = posed, last, posed.me
        self.before = posed.table(posed.profile)
        self.table = self.before.copy()
        posed.offer(self.table)
        self.reporter: Reporter = posed.reporter(self.table)

    def exits(self) -> Exits:
        posed, question, profile = self.posed, self.posed.question, self.posed.profile
        lock = self.before.furiten(self.me)
        rows = wait_rows(self.before, self.me, posed.source)
        found = [] if posed.drawn is None else list(ways(self.table, self.me))
        speaker = posed.speaker
        return Exits(
            schema=SCHEMA,
            profile=profile.name,
            family=profile.family,
            overrides=dict(profile.overrides),
            seat=speaker.letter(self.me),
            hand=row(posed.hand),
            drawn=None if posed.drawn is None else name(posed.drawn),
            melds=[f"{speaker.claim(meld.claim)} {row(meld.tiles)}" for meld in posed.melds],
            river=None if question.river is None else row(posed.river),
            riichi=question.riichi,
            waits=rows,
            furiten=None if lock is None else self.reporter.grounds(lock, self.me),
            discards=[self._throw(way, was_locked=lock is not None) for way in found],
            ahead=self._turns(self.before) if posed.drawn is None and posed.tile is None else [],
            choice=self._choice(),
            passes=list(self._passes()),
            needs=list(self._needs()),
            notes=[*posed.notes(rows, self.before), *self._hints(found)],
        )

    def _throw(self, way: Way, *, was_locked: bool) -> Throw:
        locked = way.lock is not None
        further = (
            self._turns(after(self.table, self.me, way.discard)) if locked and not self.posed.question.riichi else []
        )
        return Throw(
            discard=name(way.discard),
            shanten=way.shanten,
            waits=way.waits,
            left=way.left,
            furiten=None if way.lock is None else self.reporter.grounds(way.lock, self.me),
            ends=was_locked and bool(way.waits) and not locked,
            riichi=way.riichi,
            ahead=further,
        )

    def _turns(self, table: Table) -> list[TurnRow]:
        return [self._turn(turn) for turn in ahead(table, self.me)]

    def _turn(self, turn: Turn) -> TurnRow:
        return TurnRow(name(turn.draw), turn.left, turn.wins, [self._exit(way) for way in turn.ways])

    def _exit(self, way: Way) -> Exit:
        lock = None if way.lock is None else self.reporter.grounds(way.lock, self.me)
        return Exit(name(way.discard), [Wait(line.tile, line.left) for line in way.waits], lock, way.riichi)

    def _choice(self) -> TakeOrRiichi | None:
        found = choice(self.table, self.me)
        if found is None:
            return None
        take, standing = found.take, found.standing
        riichi = [self._riichi(bigger) for bigger in found.riichi]
        return TakeOrRiichi(take.yaku, take.points, standing.gained, self._place(standing), riichi)

    def _place(self, standing: Standing) -> int | None:
        return standing.place if self.posed.question.scores else None

    def _riichi(self, bigger: Bigger) -> RiichiRow:
        lock = None if bigger.lock is None else self.reporter.grounds(bigger.lock, self.me)
        wins = [
            DrawnWin(
                line.tile, line.left, line.tsumo.yaku, line.tsumo.points, han, standing.gained, self._place(standing)
            )
            for line, han, standing in bigger.waits
            if line.tsumo is not None
        ]
        return RiichiRow(name(bigger.discard), lock, wins)

    def _passes(self) -> Iterator[PassRow]:
        speaker = self.posed.speaker
        for found in pass_reasons(self.table, self.me, last=self.last) if self.posed.question.scores else ():
            slots = {"who": speaker.wind(found.source), "place": found.place, "now": found.now}
            text = speaker.text(f"pass.{found.code}", **slots)
            yield PassRow(found.code, speaker.letter(found.source), found.place, found.now, text)

    def _needs(self) -> Iterator[NeedRow]:
        for found in needs(self.before, self.me) if self.last and self.posed.question.scores else ():
            yield NeedRow(found.place, self.posed.speaker.letter(found.source), found.points)

    def _hints(self, found: list[Way]) -> Iterator[Note]:
        grown = [name(way.discard) for way in found if came_with_tenpai(self.before, self.me, way)]
        if grown:  # R45
            speaker = self.posed.speaker
            text = speaker.text("note.furiten_at_tenpai", tiles=speaker.listed(grown, "or"))
            yield Note("furiten_at_tenpai", text)
