"""One record in, another form of it out: what the target asks for and the record does not state is worked out.

Wins need a value, ends of a hand need points, and draws the seats that were ready: a record that lacks them is
folded through a table under its own rule book, and the table's answers are put in. What it states is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from minogashi import events as ev
from minogashi.accounts import Accounts
from minogashi.errors import MinogashiError, RecordError
from minogashi.formats import mjai_writer, mjlog_writer, tenhou, tenhou6_writer, written
from minogashi.record import Statement, WinClaim
from minogashi.rulebook import profile
from minogashi.settle.payments import settle_wins
from minogashi.table import Table
from minogashi.tiles import KIND_OF, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.record import Record
    from minogashi.value.riichi import Value


class Writer(Protocol):
    """What a module that writes a format offers."""

    def lost(self, record: Record, /) -> list[str]:
        """In words, what of the record the format cannot hold."""

    def write(self, record: Record, /) -> bytes:
        """The record's bytes."""


WRITERS: Final[dict[str, Writer]] = {"mjai": mjai_writer, "mjlog": mjlog_writer, "tenhou6": tenhou6_writer}
"""The formats of other programs; `minogashi` is our own, and holds everything."""
TARGETS: Final = ("minogashi", *WRITERS)
_UNTOLD: Final = {"cut", "chombo"}
_STATED: Final = ("red_fives", "kuitan", "kiriage_mangan")
"""Options that other programs' records state in words of their own."""


class Conversion(Struct, frozen=True):
    """A record's bytes in another form, and in words what that form cannot hold."""

    data: bytes
    lost: tuple[str, ...] = ()


def convert(record: Record, target: str) -> Conversion:
    r"""A record in one of `TARGETS`.

    RecordError where the target has no form for it: another family of rules, hidden hands, a win without value.

    >>> from minogashi.record import Record
    >>> convert(Record("", "", "tenhou"), "mjai").data
    b'{"type":"start_game","names":["","","",""]}\n'
    """
    if target == "minogashi":
        return Conversion(written.write(record))
    if target not in WRITERS:
        raise RecordError(f"{target!r} is not a form to write: expected one of {', '.join(TARGETS)}", path=record.path)
    book = profile(record.profile, record.options)
    if book.family != "riichi":
        raise RecordError(
            f"{target} has no words for {book.family} rules: only minogashi's own form has", path=record.path
        )
    writer = WRITERS[target]
    return Conversion(writer.write(filled(record)), tuple(writer.lost(record)))


def filled(record: Record) -> Record:
    """The same record with what it does not state worked out: values of wins, points, who was ready, a few options.

    >>> from minogashi.record import Record
    >>> filled(Record("", "", "tenhou")).statements
    []
    """
    return _Filler(record).run()


class _Filler:
    """Folds a record; `claims` are the statements about wins by event number, `wins` the events of this hand."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events = list(record.events)
        self.accounts = Accounts(Table(profile(record.profile, record.options), strict=False))
        about = {"win", "deltas"}
        self.claims = {said.at: said for said in record.statements if said.kind in about}
        self.others = [said for said in record.statements if said.kind not in about]
        self.ready = {said.at for said in self.others if said.kind == "tenpai"}
        self.wins: list[int] = []
        self.valued = True
        self.dealt = 0

    def run(self) -> Record:
        """The record filled in."""
        for at, event in enumerate(self.record.events):
            try:
                self._event(at, event)
            except ev.IllegalEventError as error:
                codes = ", ".join(reason.code for reason in error.reasons)
                problem = f"{type(event).__name__} cannot be: {codes}"
                raise RecordError(problem, path=self.record.path, at=self.record.place(at)) from None
        said = sorted([*self.others, *self.claims.values()], key=lambda said: said.at)
        book = self.accounts.table.profile  # its writers know no rule books
        options = {name: str(book[name]) for name in _STATED if name in book.options}
        return replace(self.record, events=self.events, statements=said, options=self.record.options | options)

    def _event(self, at: int, event: ev.Event) -> None:
        accounts = self.accounts
        if isinstance(event, ev.RoundEnd) and event.result not in _UNTOLD:
            self._end(at, event)
        accounts.table.apply(event)
        accounts.note(event)
        if isinstance(event, ev.RoundStart | ev.Position):
            self.wins, self.valued = [], True
            self.dealt += 1
        elif isinstance(event, ev.Ron | ev.Tsumo):
            self.wins.append(at)
            self._win(at, event)

    def _win(self, at: int, event: ev.Ron | ev.Tsumo) -> None:
        said = self.claims.get(at)
        claim = said.value if said is not None and said.kind == "win" else None
        ura = claim.ura if claim is not None else self._ura(event.seat)
        try:
            value = self.accounts.win(event, [KIND_OF[Tile(tile)] for tile in ura])
        except MinogashiError:  # hidden tiles, or a win that the rules forbid: what is stated stands alone
            self.valued = False
            return
        if claim is None:
            claim = WinClaim(0, ura=ura, deltas=said.value if said is not None else ())
        self.claims[at] = Statement(at, event.seat, "win", _valued(claim, value))

    def _ura(self, seat: int) -> tuple[Tile, ...]:
        """The indicators that a winner in riichi turned, where the game was played here: its seed has them."""
        setup, table = self.record.setup, self.accounts.table
        if setup is None or not table.seats[seat].in_riichi:
            return ()
        from minogashi.play.match import house_of

        wall = house_of(table.profile, setup.winds).wall(f"{setup.seed}:{self.dealt - 1}")
        return tuple([wall.indicator(number, ura=True) for number in range(len(table.round.indicators))])

    def _end(self, at: int, event: ev.RoundEnd) -> None:
        if not self.valued:
            return
        accounts = self.accounts
        outcome = accounts.ending(event.result)
        after = tuple([had + won for had, won in zip(accounts.state.scores, outcome.deltas, strict=True)])
        if event.scores is None:
            self.events[at] = replace(event, scores=after)
        if event.result == "win":
            self._share(outcome.deltas)
        elif event.result == "exhaustive" and at - 1 not in self.ready and event.scores in {None, after}:
            self.others += [Statement(at - 1, seat, "tenpai", value=True) for seat in accounts.ready]

    def _share(self, total: Sequence[int]) -> None:
        """What each of the wins brings; counters and sticks go to the one nearest to the discarder."""
        accounts, seats = self.accounts, self.record.seats
        state = accounts.state
        parts = [settle_wins(accounts.table.profile, [win], dealer=state.dealer) for win in accounts.wins]
        nearest = min(range(len(parts)), key=lambda i: (accounts.wins[i].seat - accounts.wins[i].source) % seats)
        for seat in range(seats):
            parts[nearest][seat] += total[seat] - sum(part[seat] for part in parts)
        for at, part in zip(self.wins, parts, strict=True):
            said = self.claims[at]
            if not said.value.deltas:
                self.claims[at] = replace(said, value=replace(said.value, deltas=tuple(part)))


def _valued(claim: WinClaim, value: Value) -> WinClaim:
    """The claim, with what it leaves open taken from the engine's value."""
    named = _named(value)
    if not claim.points:
        return replace(claim, points=value.points, fu=value.fu, han=value.han, yakuman=value.yakuman, yaku=named)
    if claim.points != value.points:
        return claim  # the record's rules are not quite ours, so nothing of the value can be lent
    known = claim.yaku.keys() <= set(tenhou.YAKU) and claim.yaku
    return replace(
        claim,
        fu=claim.fu or value.fu,
        han=claim.han or (0 if value.yakuman else value.han),
        yakuman=claim.yakuman or value.yakuman,
        yaku=claim.yaku if known else named,
    )


def _named(value: Value) -> dict[str, int]:
    """The yaku by their names in records, dora last."""
    named = dict(value.yaku)
    dora = {"dora": value.dora + value.north, "aka": value.red, "ura": value.ura}
    return named | {name: han for name, han in dora.items() if han and not value.yakuman}
