"""What one seat may throw at a moment of a record, told: per tile and opponent how safe it is, and why.

`defence` finds it, this module says it. Seats are numbers, `wind` is the letter of a seat in its round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.claims import Code, Reason
from minogashi.defence import Watch, dangers, safe
from minogashi.errors import MinogashiError
from minogashi.messages import Speaker, letters
from minogashi.rulebook import profile
from minogashi.rulings import Grounds, Reporter
from minogashi.story import Playback
from minogashi.table import Table
from minogashi.tiles import name, row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from minogashi.defence import Danger, Safe
    from minogashi.record import Record
    from minogashi.rulebook import Profile
    from minogashi.rulebook import Value as OptionValue
    from minogashi.story import RoundRef
    from minogashi.tiles import Kind

SCHEMA: Final = "minogashi.safe/1"
RESET: Final = "temp_furiten_reset"
"""The option on which same-turn safety hangs (R34)."""


class ShapeLeft(Struct):
    """A shape that can still win the tile, what it holds, and in how many ways, by the tiles not seen."""

    name: str
    holds: list[str]
    ways: int


class Against(Struct):
    """How safe a tile is against one opponent.

    `level` is that of `defence.Danger`, `certain` whether it cannot be won. `reason` is the lock that would bar a win,
    `likely` one that binds only a hand that could have won when the tile went by. `resets`: for each
    value of `temp_furiten_reset` whether a lock would bar the win; null where no such value matters here.
    """

    seat: int
    wind: str
    level: str
    certain: bool
    text: str
    reason: Grounds | None
    likely: Grounds | None
    resets: dict[str, bool] | None
    suji: list[str]
    walls: list[str]
    thin: list[str]
    shapes: list[ShapeLeft]


class TileSafety(Struct):
    """A kind in the hand: the copies not seen, and what is known against each opponent."""

    tile: str
    left: int
    against: list[Against]


class Safety(Struct):
    """What the seat may throw right after `event`; `on_offer` is a tile of another seat that still may be won."""

    schema: str
    path: str
    profile: str
    family: str
    overrides: dict[str, OptionValue]
    round: str
    event: int
    what: str
    seat: int
    wind: str
    hand: str
    on_offer: str | None
    tiles: list[TileSafety]


def safety(  # noqa: PLR0913  each answers its own question
    record: Record,
    ref: RoundRef,
    at: int,
    seat: int | None = None,
    *,
    overrides: Mapping[str, OptionValue] | None = None,
    rules: str = "",
    language: str = "en",
) -> Safety:
    """How safe each tile is that `seat` (None: the seat whose turn it is) holds right after event `at`.

    Under the record's own rules, or the rule book `rules`. Raises `MinogashiError` where the seat's hand is hidden
    or the event lies outside the round, `RecordError` where the tiles cannot be.
    """
    if not ref.start <= at <= ref.end:
        raise MinogashiError(f"event {at} is not in {ref.name}, which has the events {ref.start} to {ref.end}")
    changed = {**({} if rules else record.options), **(overrides or {})}
    book = profile(rules or record.profile, changed)
    others = {}
    if RESET in book.rules:
        others = {
            value: profile(rules or record.profile, {**changed, RESET: value}) for value in book.rules[RESET].values
        }
    return _Sayer(record, ref, at, book, language).say(seat, others)


class _Sayer:
    """Plays up to the moment and tells what is safe then."""

    def __init__(self, record: Record, ref: RoundRef, at: int, book: Profile, language: str) -> None:
        self.record, self.ref, self.at, self.book = record, ref, at, book
        self.speaker = Speaker(letters(ref.dealer, ref.seats), family=book.family, language=language)
        self.watch, self.playback = self._played(book)
        self.reporter = Reporter(self.watch.table, self.speaker, self.playback.moment)

    def _played(self, book: Profile) -> tuple[Watch, Playback]:
        watch = Watch(Table(book, strict=False))
        watch.table.at = self.ref.start - 1
        playback = Playback(self.record, self.ref, watch.apply)
        for number in range(self.ref.start, self.at + 1):
            playback.play(number)
        return watch, playback

    def say(self, seat: int | None, others: Mapping[str, Profile]) -> Safety:
        table = self.watch.table
        if seat is None and not 0 <= table.round.turn < self.ref.seats:
            raise MinogashiError(f"after event {self.at} it is no seat's turn: name the seat with --seat")
        me = table.round.turn if seat is None else seat
        if not table.seats[me].known:
            raise self.playback.hidden(self.speaker, me)
        by_reset = {value: safe(self._played(book)[0], me) for value, book in others.items()}
        found = dangers(self.watch, me)
        held = list(next(iter(found.values()), ()))
        window = table.window
        return Safety(
            schema=SCHEMA,
            path=self.record.path,
            profile=self.book.name,
            family=self.book.family,
            overrides=dict(self.book.overrides),
            round=self.ref.name,
            event=self.at,
            what=self.speaker.told(self.record.events[self.at]),
            seat=me,
            wind=self.speaker.letter(me),
            hand=row(table.seats[me].hand.tiles()),
            on_offer=None if window is None or window.source == me else name(window.tile),
            tiles=[self._tile(kind, found, by_reset) for kind in held],
        )

    def _tile(
        self,
        kind: Kind,
        found: Mapping[int, Mapping[Kind, Danger]],
        by_reset: Mapping[str, Mapping[int, Mapping[Kind, Safe]]],
    ) -> TileSafety:
        against = []
        for other, known in found.items():
            resets = {value: kind in barred[other] for value, barred in by_reset.items()}
            hangs = known[kind].level != "genbutsu" and any(resets.values())
            against.append(self._against(other, known[kind], resets if hangs else None))
        left = next(iter(found.values()))[kind].left
        return TileSafety(name(kind), left, against)

    def _against(self, other: int, danger: Danger, resets: dict[str, bool] | None) -> Against:
        return Against(
            seat=other,
            wind=self.speaker.letter(other),
            level=danger.level,
            certain=danger.certain,
            text=self._text(danger),
            reason=self._grounds(danger.safe, other),
            likely=self._grounds(danger.likely, other),
            resets=resets,
            suji=[name(kind) for kind in danger.suji],
            walls=[name(kind) for kind in danger.walls],
            thin=[name(kind) for kind in danger.thin],
            shapes=[ShapeLeft(one.name, [name(kind) for kind in one.holds], one.ways) for one in danger.shapes],
        )

    def _grounds(self, found: Safe | None, other: int) -> Grounds | None:
        if found is None:
            return None
        until = ("waits_change",) if found.code == Code.FURITEN_DISCARD else found.until
        return self.reporter.grounds(Reason(found.code, found.tile, found.event, until), other)

    def _text(self, danger: Danger) -> str:
        """The level, what it rests on, and the shapes that can still win with the ways to hold them."""
        say = self.speaker.text
        told = [say(f"level.{danger.level}")]
        if danger.certain:
            return told[0]
        for word, kinds in (("suji", danger.suji), ("walls", danger.walls), ("thin", danger.thin)):
            if kinds:
                told.append(say(f"safe.by_{word}", tiles=self.speaker.listed([name(kind) for kind in kinds])))
        ways: dict[str, int] = {}
        for shape in danger.shapes:
            ways[shape.name] = ways.get(shape.name, 0) + shape.ways
        left = [say("safe.ways", shape=say(f"shape.{shape}"), count=count) for shape, count in ways.items()]
        return say("list.semicolon").join([*told, say("safe.left", shapes=say("list.comma").join(left))])
