"""A game as frames: everything that is drawn of it, computed once, one frame an event.

Folds a record through a `Table` and keeps after each event what lies on the table, which locks bind whom and
why, what every seat could claim, and what is safe to throw. The texts are those of `messages`, in every language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from minogashi import events as ev
from minogashi.auditing import Moment, audit_record
from minogashi.claims import CLAIM_NAMES, DISCARD, Code
from minogashi.defence import Watch
from minogashi.errors import MinogashiError
from minogashi.messages import letters
from minogashi.rulebook import profile
from minogashi.rulings import Reporter, concerns, copies_left
from minogashi.seat import BY_DISCARD, DECLARED, Window
from minogashi.story import rounds
from minogashi.table import Table
from minogashi.tiles import HIDDEN, Kind, Tile, kinds_in, name, row
from minogashi.web import findings
from minogashi.web.document import (
    NONE,
    SCHEMA,
    Answers,
    Finding,
    Frame,
    Frames,
    Grounds,
    Offer,
    Rack,
    Round,
    Ruling,
    Safety,
    Span,
)
from minogashi.web.parts import CALLED, DRAWN, SIDEWAYS, Pool, Voices, drawn_tiles, rack
from minogashi.web.safety import safety

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from minogashi.claims import Reason, Verdict
    from minogashi.record import Record
    from minogashi.rulebook import Profile
    from minogashi.rulebook import Value as OptionValue
    from minogashi.seat import Seat
    from minogashi.story import RoundRef


def frames(record: Record, overrides: Mapping[str, OptionValue] | None = None, rules: str = "") -> Frames:
    """The frames of one game, under its own rules or the rule book `rules`, with options overridden.

    Raises `RecordError` at an event that the tiles make impossible, `MinogashiError` where no hand was played.

    >>> from minogashi.formats import read
    >>> found = frames(read(b'{"type":"start_kyoku","oya":0}'))
    >>> len(found.frames), found.texts["en"][found.frames[0].say]
    (2, 'The hand is dealt')
    """
    book = profile(rules or record.profile, {**({} if rules else record.options), **(overrides or {})})
    audit = audit_record(record, overrides, rules)  # first, since it tells of a broken record where it breaks
    refs = rounds(record)
    if not refs:
        raise MinogashiError(f"{record.path}: no hand was played in this game")
    film = Film(record, book)
    for ref in refs:
        film.open(ref)
        for at in range(ref.start, ref.end + 1):
            film.take(at)
        film.close(ref)
    for shown, audited in zip(film.rounds, audit.rounds, strict=True):
        _lanes(shown, audited.spans)
    return film.document(findings.findings(audit, record, film.voices))


def _lanes(shown: Round, spans: Iterable[findings.Bound]) -> None:
    for span in spans:
        end = shown.end if span.end is None else span.end
        shown.locked.append(Span(span.seat, span.start, end))


def encode(document: Frames) -> bytes:
    """The JSON of frames, in one line.

    >>> from minogashi.formats import read
    >>> encode(frames(read(b'{"type":"start_kyoku","oya":0}')))[:32]
    b'{"schema":"minogashi.frames/1","'
    """
    return msgspec.json.encode(document)


class Film:
    """Folds the events of `record` and takes a frame after each: `open` a round, `take` its events, `close` it.

    The record may grow meanwhile: an event is looked at only when it is taken.
    """

    def __init__(self, record: Record, book: Profile) -> None:
        self.record, self.book = record, book
        self.watch = Watch(Table(book, strict=False))
        self.table = self.watch.table
        self.voices = Voices(book.family)
        self.reasons: Pool[Grounds] = Pool()
        self.rulings: Pool[Ruling] = Pool()
        self.racks: Pool[Rack] = Pool()
        self.rivers: Pool[str] = Pool()
        self.waits: Pool[list[tuple[str, int, bool]]] = Pool()
        self.scores: Pool[list[int]] = Pool()
        self.safety: Pool[list[Safety]] = Pool()
        self.offers: list[Offer] = []
        self.frames: list[Frame] = []
        self.rounds: list[Round] = []
        self.choices: list[list[int]] = [[] for _ in range(book.seats)]

    def document(self, found: Sequence[Finding] = ()) -> Frames:
        """What was filmed so far, with what the audit found."""
        record = self.record
        return Frames(
            schema=SCHEMA,
            title=record.path,
            format=record.format,
            profile=self.book.name,
            family=self.book.family,
            seats=self.book.seats,
            names=list(record.names),
            view=NONE if record.view is None else record.view,
            texts=self.voices.texts(),
            reasons=self.reasons.all,
            rulings=self.rulings.all,
            offers=self.offers,
            racks=self.racks.all,
            rivers=self.rivers.all,
            waits=self.waits.all,
            scores=self.scores.all,
            safety=self.safety.all,
            rounds=self.rounds,
            findings=list(found),
            choices=self.choices,
            frames=self.frames,
        )

    # One round

    def open(self, ref: RoundRef) -> None:
        """Begin a round: its winds, and nothing told or set yet."""
        events, table = self.record.events, self.table
        if not self.rounds:  # what stands before the first deal shows nothing, and links count it all the same
            for event in events[: ref.start]:
                self.watch.apply(event)
            self.before = ref.start
        self.winds = letters(ref.dealer, ref.seats)
        self.voices.seat(self.winds)
        self.moments: dict[int, Moment] = {}
        self.thrown = [0] * ref.seats
        self.flags: list[list[str]] = [[] for _ in range(ref.seats)]
        self.told: dict[Verdict, int] = {}
        self.grounds: dict[tuple[Reason, int], int] = {}
        self.with_yaku: list[tuple[object, dict[int, bool]]] = [(None, {})] * ref.seats
        self.ready: list[Span] = []
        self.riichi: list[tuple[int, int]] = []
        self.offer = NONE
        self.now: tuple[list[int], list[int]] = ([], [])
        self.reporters = [Reporter(table, speaker, self._moment) for speaker in self.voices.speakers]

    def take(self, at: int) -> None:
        """Play event `at` of the record, and keep what then lies on the table."""
        if self.table.window is None:
            self.offer = NONE
        self._play(at)
        frame = self._frame(at)
        if not self.frames:
            self.frames += [frame] * self.before
        self.frames.append(frame)

    def _play(self, at: int) -> None:
        event, table = self.record.events[at], self.table
        who = getattr(event, "seat", NONE)
        seat = table.seats[who] if table.seats and who >= 0 else None
        if isinstance(event, ev.Discard) and seat is not None:
            drawn = event.drawn if event.drawn is not None else seat.drawn == event.tile
            self.flags[who].append(SIDEWAYS * (seat.riichi == DECLARED) + DRAWN * drawn)
        window, offer = table.window, self.offer
        self.watch.apply(event)
        if isinstance(event, ev.Position):
            self.flags = [[""] * len(river) for river in event.rivers]
        if isinstance(event, ev.Call):
            self.flags[event.source][-1] += CALLED
        if who >= 0:
            tile = event.tiles[0] if isinstance(event, ev.ClosedKan) else getattr(event, "tile", HIDDEN)
            self.moments[at] = Moment(who, tile, self.thrown[who] + 1)
            self.thrown[who] += isinstance(event, ev.Discard)
        if isinstance(event, ev.Riichi):
            self.riichi.append((who, at))
        if offer != NONE and window is not None:
            self._answered(offer, event, who)
        if table.window is not None and table.window is not window:
            self.offer = self._open(at, table.window)
        elif table.window is None:
            self.offer = NONE

    def _answered(self, offer: int, event: ev.Event, who: int) -> None:
        """Note what a seat did about the tile on offer."""
        if isinstance(event, ev.Ron | ev.Call | ev.Ask | ev.Pass):
            for answers in self.offers[offer].answers:
                if answers.seat == who:
                    answers.did = self.voices.say(lambda speaker: speaker.did(event))

    def close(self, ref: RoundRef) -> None:
        """End a round: its name and what came of it."""
        table, voices, round_ = self.table, self.voices, self.table.round
        end = self.record.events[ref.end]
        if isinstance(end, ev.GameEnd):
            end = self.record.events[ref.end - 1]
        result = end.result if isinstance(end, ev.RoundEnd) else "cut"
        start = self.frames[ref.start]
        before, after = self.scores.all[start.scores], round_.scores
        told = isinstance(end, ev.RoundEnd) and end.scores is not None
        for span in self.ready:
            span.end = ref.end if span.end == NONE else span.end
        self.rounds.append(
            Round(
                name=ref.name,
                label=voices.word(f"round.{'ESWN'[round_.wind % 4]}", number=round_.number + 1),
                short=voices.say(
                    lambda speaker: speaker.text(
                        "round.short",
                        wind=speaker.text(f"wind.{'ESWN'[round_.wind % 4]}"),
                        number=round_.number + 1,
                        honba=round_.honba,
                    )
                ),
                start=ref.start,
                end=ref.end,
                winds=self.winds,
                honba=round_.honba,
                result=voices.word(f"result.{result}")
                if not table.wins
                else voices.say(lambda speaker: findings.won(speaker, table.wins)),
                wins=[findings.win(win, before, after if told else None) for win in table.wins],
                ready=self.ready,
                locked=[],
                riichi=self.riichi,
            )
        )

    # One frame

    def _frame(self, at: int) -> Frame:
        table, round_ = self.table, self.table.round
        event = self.record.events[at]
        who = getattr(event, "seat", NONE)
        frame = Frame(
            say=self.voices.say(lambda speaker: speaker.told(event)),
            left=round_.live,
            scores=self.scores.place(list(round_.scores)),
            dora=drawn_tiles(round_.indicators),
            racks=self._racks(who),
            rivers=self._rivers(event, who),
            sticks=round_.sticks,
            who=who,
            turn=self.moments[at].turn if at in self.moments else 0,
            riichi=[seat.index for seat in table.seats if seat.riichi],
            offer=self.offer,
        )
        if isinstance(event, ev.Draw):
            frame.hush = self.voices.say(lambda speaker: speaker.text("told.draws", who=speaker.wind(who)))
        waits = [self._waits(seat, at) for seat in table.seats] if table.running else []
        if any(found != NONE for found in waits):
            frame.waits = waits
        if table.running:
            locks = [self._locks(seat) for seat in table.seats]
            frame.locks = locks if any(locks) else []
            self._own_turn(at, event, who, frame)
        return frame

    def _own_turn(self, at: int, event: ev.Event, who: int, frame: Frame) -> None:
        table = self.table
        if not isinstance(event, ev.Draw | ev.Call) or table.round.turn != who or table.round.to_draw:
            return
        seat = table.seats[who]
        self.choices[who].append(at)
        if not seat.known:
            return
        found = [self._ruling(verdict) for verdict in table.acts(who) if concerns(verdict)]
        title = self.voices.say(lambda speaker: speaker.text("act.title", who=speaker.text(f"seat.{self.winds[who]}")))
        tile = name(event.tile) if isinstance(event, ev.Draw) and event.tile != HIDDEN else ""
        if found:
            frame.offer = len(self.offers)
            self.offers.append(Offer(who, tile, "turn", at, title, self._how(at, frame.say), [Answers(who, found)]))
        known = safety(self.watch, who, self.voices)
        if known:
            frame.safety = self.safety.place(known)

    def _how(self, at: int, *more: int) -> list[int]:
        turn = self.moments[at].turn if at in self.moments else 0
        return [self.voices.word("offer.turn", turn=turn), *more]

    def _racks(self, who: int) -> list[int]:
        """An event moves tiles of the seat that acts, and of no other; a deal acts for all."""
        seats = self.table.seats
        if who < 0 or len(self.now[0]) != len(seats):
            self.now = ([self.racks.place(rack(seat, self.voices, len(seats))) for seat in seats], self.now[1])
        else:
            self.now[0][who] = self.racks.place(rack(seats[who], self.voices, len(seats)))
        return self.now[0][:]

    def _rivers(self, event: ev.Event, who: int) -> list[int]:
        seats = self.table.seats
        if who < 0 or len(self.now[1]) != len(seats):
            self.now = (self.now[0], [self.rivers.place(self._river(seat)) for seat in seats])
        elif isinstance(event, ev.Discard | ev.Call):
            changed = event.source if isinstance(event, ev.Call) else who
            self.now[1][changed] = self.rivers.place(self._river(seats[changed]))
        return self.now[1][:]

    def _river(self, seat: Seat) -> str:
        flags = self.flags[seat.index]
        return " ".join(
            f"{name(tile)}:{flag}" if flag else name(tile) for tile, flag in zip(seat.river, flags, strict=True)
        )

    def _waits(self, seat: Seat, at: int) -> int:
        """The waits of a ready hand, the copies left of each, and whether it could be won by ron."""
        if not seat.waits:
            self._lane(seat.index, at, ready=False)
            return NONE
        self._lane(seat.index, at, ready=True)
        left, could = copies_left(self.table, seat.index), self._could(seat)
        return self.waits.place([(name(kind), left[kind], could.get(kind, True)) for kind in kinds_in(seat.waits)])

    def _could(self, seat: Seat) -> dict[int, bool]:
        """Which waits have a yaku (or reach the minimum); asked again only when the hand or its state has changed."""
        table, old = self.table, self.with_yaku[seat.index]
        if seat.riichi == DECLARED:
            return {}  # the riichi that now stands or falls is itself a yaku
        if seat.hand.size % 3 != 1:
            return old[1]
        key = (seat.hand.suit_keys, tuple(seat.hand.melds), seat.in_riichi, seat.waits, table.round.live == 0)
        if key != old[0]:
            source = (seat.index + 1) % table.round.seats
            owned = seat.hand.owned()  # a fifth copy cannot come, and no question may be asked about it
            could = {
                int(kind): not table.referee.worth.reasons(
                    table.round, seat, Window(Tile(kind), kind, source, BY_DISCARD, table.at)
                )
                for kind in kinds_in(seat.waits)
                if owned[kind] < 4
            }
            self.with_yaku[seat.index] = (key, could)
        return self.with_yaku[seat.index][1]

    def _lane(self, seat: int, at: int, *, ready: bool) -> None:
        now = next((span for span in reversed(self.ready) if span.seat == seat and span.end == NONE), None)
        if ready and now is None:
            self.ready.append(Span(seat, at, NONE))
        elif not ready and now is not None:
            now.end = at

    # Locks and claims

    def _locks(self, seat: Seat) -> list[int]:
        """The locks in force on a seat, the most decisive first: the order in which a refused win tells them."""
        locks, rank = seat.locks, self.book.order["ron"]
        found = dict.fromkeys(
            locks.reason(number, Kind(max(kind, 0)), seat.waits, in_riichi=seat.in_riichi)
            for number, kind in locks.in_force(seat.waits)
        )
        listed = sorted(found, key=lambda reason: rank.index(reason.code) if reason.code in rank else len(rank))
        return [self._grounds(reason, seat.index) for reason in listed]

    def _moment(self, reason: Reason) -> Moment | None:
        return None if reason.event is None else self.moments.get(reason.event)

    def _grounds(self, reason: Reason, seat: int) -> int:
        found = self.grounds.get((reason, seat))
        if found is None:
            found = self.grounds[reason, seat] = self._told(reason, seat)
        return found

    def _told(self, reason: Reason, seat: int) -> int:
        moment = self._moment(reason)
        parts = {
            reporter.speaker.language: reporter.speaker.parts(reason, seat, moment, reporter.note(reason, seat))
            for reporter in self.reporters
        }
        what, since, until = (
            self.voices.say(lambda speaker, part=part: parts[speaker.language][part])  # type: ignore[misc]
            for part in range(3)
        )
        event = NONE if reason.event is None or moment is None else reason.event
        tile = None
        if moment is not None and reason.event is not None and reason.event in self.table.seats[moment.seat].thrown_at:
            tile = (moment.seat, self.table.seats[moment.seat].thrown_at.index(reason.event))
        return self.reasons.place(Grounds(reason.code.value, what, since, until, event, tile))

    def _ruling(self, verdict: Verdict) -> int:
        found = self.told.get(verdict)
        if found is None:
            found = self.told[verdict] = self.rulings.place(
                Ruling(
                    claim=CLAIM_NAMES[verdict.claim],
                    word=self.voices.say(
                        lambda speaker: (
                            speaker.asked(verdict) if verdict.claim == DISCARD else speaker.claim(verdict.claim)
                        )
                    ),
                    verdict="unknown" if verdict.unknown else "allowed" if verdict.allowed else "refused",
                    uses=row(verdict.uses) and drawn_tiles(verdict.uses),
                    reasons=[self._grounds(reason, verdict.seat) for reason in verdict.reasons],
                    main=verdict.unknown or concerns(verdict),
                )
            )
        return found

    def _open(self, at: int, window: Window) -> int:
        """The offer of a tile, with the answers to every claim of every other seat as it stands."""
        table, voices = self.table, self.voices
        answers = []
        for step in range(1, len(table.seats)):
            seat = (window.source + step) % len(table.seats)
            verdicts = [
                verdict
                for verdict in table.claims(seat)
                if Code.NOT_OFFERED not in verdict.codes and (table.seats[seat].known or not verdict.unknown)
            ]
            found = Answers(seat, list(dict.fromkeys(self._ruling(verdict) for verdict in verdicts)))
            if any(verdict.allowed for verdict in verdicts):
                found.did = voices.word("did.none")
                self.choices[seat].append(at)
            elif any(self.rulings.all[ruling].main for ruling in found.rulings):
                self.choices[seat].append(at)
            if found.rulings:
                answers.append(found)
        how = self._how(at)
        if window.via == BY_DISCARD:
            last = self.flags[window.source][-1]
            how.append(voices.word("offer.drawn" if DRAWN in last else "offer.hand"))
            if SIDEWAYS in last:
                how.append(voices.word("claim.riichi"))
            title = voices.say(
                lambda speaker: speaker.text(
                    "offer.discard", who=speaker.text(f"seat.{self.winds[window.source]}"), tile=name(window.tile)
                )
            )
        else:
            title = voices.say(lambda speaker: speaker.window(window.via, window.tile, window.source))
        self.offers.append(Offer(window.source, name(window.tile), window.via, at, title, how, answers))
        return len(self.offers) - 1
