"""`Table`: the fold of a game's events. It opens and closes claim windows, and there sets the locks.

Each event runs the same course: the open window closes (who could have taken the tile and did
not: locks fire), the tiles move, locks expire and own acts fire theirs, the waits of the seat whose
hand changed are refreshed, the next window opens. No clock and no randomness: the same events
give the same state (R70).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from minogashi import events as ev
from minogashi.claims import CLOSED_KAN, OPEN_KAN, Code, Reason
from minogashi.claims import RON as RON_CLAIM
from minogashi.course import Course, Win
from minogashi.errors import TileError
from minogashi.hand import Hand
from minogashi.passing import Close
from minogashi.seat import (
    BY_ADDED_KAN,
    BY_CLOSED_KAN,
    BY_DISCARD,
    BY_NORTH,
    DECLARED,
    Round,
    Seat,
    Window,
)
from minogashi.spans import Spans
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, Kind, Tile

if TYPE_CHECKING:
    from collections.abc import Callable


class Table(Course):
    """One table under one profile: `apply` events, then ask.

    `strict`: an event that the rules forbid raises `IllegalEventError`; else it is noted in `faults`
    and played. An event that the tiles make impossible always raises.

    >>> from minogashi.rulebook import profile
    >>> Table(profile("tenhou")).at
    -1
    """

    def copy(self) -> Table:
        """An independent copy: cheap enough to try an event on."""
        new = Table.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.round = self.round.copy()
        new.seats = [seat.copy() for seat in self.seats]
        new.window = None if self.window is None else replace(self.window)
        new.history = self.history.copy()
        new.faults, new.let_go, new.wins = self.faults[:], self.let_go[:], self.wins[:]
        new.seen = self.seen[:]
        return new

    def _repr_html_(self) -> str:
        """How a notebook shows the table."""
        drawn = importlib.import_module("minogashi.web.notebook")  # above this layer, and heavy
        return str(drawn.table_html(self))

    # Folding

    def apply(self, event: ev.Event) -> None:
        """Play one event. Raises `IllegalEventError` with its number and reasons."""
        self.at += 1
        self._handlers[event.__class__](self, event)

    def _round_start(self, event: ev.RoundStart) -> None:
        seats = len(event.hands)
        if seats != self.profile.seats:
            self._impossible(event, Code.OUT_OF_TURN)
        self._begin(event)
        self.round.turn = event.dealer
        for seat in self.seats:
            if seat.known:
                self._await(seat)

    def _begin(self, event: ev.RoundStart) -> None:
        round_ = Round(self.profile.seats)
        round_.wind, round_.number, round_.dealer = event.wind, event.number, event.dealer
        round_.honba, round_.sticks = event.honba, event.sticks
        round_.scores, round_.indicators = list(event.scores), list(event.indicators)
        round_.live = self._full_wall if event.live is None else event.live
        self.round = round_
        self.window, self._kan_by, self.running = None, None, True
        self.faults, self.let_go, self.wins = [], [], []
        self.history = Spans(round_.seats)
        self.seats = [Seat(index, Hand(hand), self.book) for index, hand in enumerate(event.hands)]
        self._awaited = 0
        self.seen = [sum(counts) for counts in zip(*[seat.hand.counts[:KINDS] for seat in self.seats], strict=True)]
        self.seen.append(0)
        if max(self.seen) > 4:
            self._impossible(event, Code.TOO_MANY_COPIES)
        self._reveal(event, round_.indicators)

    def _position(self, event: ev.Position) -> None:
        self._begin(event.start)
        round_ = self.round
        round_.turn, round_.to_draw = event.turn, True
        round_.quiet = event.first_turn
        round_.thrown = sum(len(river) for river in event.rivers) if event.first_turn else round_.seats
        for seat, melds, river, riichi in zip(self.seats, event.melds, event.rivers, event.riichi, strict=True):
            seat.hand.melds = list(melds)
            self._reveal(event, [tile for meld in melds for tile in meld.tiles])
            round_.kans += seat.hand.kans
            round_.replaced += seat.hand.kans
            for tile in river:
                seat.locks.throw(tile, KIND_OF[tile], event=self.at)
            seat.first_turn = event.first_turn and not river
            if riichi:
                self._establish(seat)
                seat.ippatsu = bool(event.ippatsu and event.ippatsu[seat.index])
            if seat.hand.size % 3 == 2:
                round_.turn, round_.to_draw = seat.index, False
                seat.drawn = HIDDEN
            elif seat.known:
                self._await(seat)
        for seat, bonus in zip(self.seats, event.bonus, strict=False):
            seat.bonus = list(bonus)
        for seat in self.seats:
            self._note(seat, "")

    def _draw(self, event: ev.Draw) -> None:
        round_, index, tile = self.round, event.seat, event.tile
        seat = self.seats[index]
        if (round_.turn != index or not round_.to_draw or round_.live <= 0) and self._unusual_draw(event, seat):
            return
        kind = KIND_OF[tile]
        if kind != KINDS:
            if self.seen[kind] == 4:
                self._impossible(event, Code.TOO_MANY_COPIES)
            self.seen[kind] += 1
        elif tile == HIDDEN:
            seat.known = False
        if self.window is not None:
            self._close()
        seat.hand.add(tile)
        seat.drawn = tile
        if round_.live:
            round_.live -= 1
        round_.to_draw = False
        ends = self._ends_draw
        if event.replacement or round_.replacement_due:
            self._replaced(seat)
        else:
            ends = self._ends_any_draw
            if seat.drawn_replacement:
                seat.drawn_replacement, seat.kans_in_turn = "", 0
        if seat.locks.active & ends:
            self._expire(seat, ends, "own_draw")

    def _unusual_draw(self, event: ev.Draw, seat: Seat) -> bool:
        """A draw that is not the next seat's from a wall with live tiles -> whether it is dealt with."""
        round_ = self.round
        if round_.turn != event.seat or not round_.to_draw:
            if seat.short and event.replacement:
                self._make_up(event, seat)
                return True
            if round_.turn != -1:
                self._impossible(event, Code.OUT_OF_TURN)
            round_.turn = event.seat
        if round_.live <= 0 and not (round_.replacement_due and self.referee.north_on_last):
            self._impossible(event, Code.LAST_TILE)
        return False

    def _replaced(self, seat: Seat) -> None:
        seat.drawn_replacement, seat.replacing = seat.replacing or "kan", ""
        self.round.replacement_due = False
        self.round.replaced += 1
        if seat.short:
            seat.short -= 1
            if seat.short:  # several bonus tiles were shown together
                self.round.to_draw = self.round.replacement_due = True
                seat.replacing = "bonus"

    def _make_up(self, event: ev.Draw, seat: Seat) -> None:
        """A bonus tile of the deal is replaced while it is another seat's turn."""
        self._reveal(event, [event.tile])
        seat.hand.add(event.tile)
        seat.short -= 1
        self.round.live -= 1
        self._refresh(seat)

    def _discard(self, event: ev.Discard) -> None:
        round_, index, tile = self.round, event.seat, event.tile
        seat = self.seats[index]
        locks, drawn = seat.locks, seat.drawn
        if round_.turn != index or round_.to_draw:
            self._impossible(event, Code.OUT_OF_TURN)
        if locks.active & self.referee.bars_discard or (
            seat.riichi and (tile != drawn or event.drawn is False or seat.riichi == DECLARED)
        ):
            self._judge(event, self.referee.discard(round_, seat, tile, drawn=event.drawn))
        if seat.known:
            try:
                seat.hand.remove(tile)
            except TileError:
                self._impossible(event, Code.TILE_NOT_HELD)
        else:
            self._give(event, seat, tile, unseen=bool(event.drawn) and drawn == HIDDEN)
        if locks.active & self._ends_discard:
            self._expire(seat, self._ends_discard, "own_discard")
        kind = KIND_OF[tile]
        if locks.active & self._ends_outside and not seat.waits >> kind & 1:
            self._expire(seat, self._ends_outside, "own_discard_outside_wait")
        locks.throw(tile, kind, event=self.at)
        if tile != drawn and seat.known:
            self._await(seat)
        seat.drawn = None
        seat.first_turn = seat.ippatsu = False
        if seat.waits or seat.bound or self._discard_binds:
            self.history.note(seat, self.at, "waits_change")
        self.window = Window(tile, kind, index, BY_DISCARD, self.at)
        round_.thrown += 1
        round_.turn = index + 1 if index + 1 < round_.seats else 0
        round_.to_draw = True

    def _riichi(self, event: ev.Riichi) -> None:
        seat = self.seats[event.seat]
        self._judge(event, self.referee.riichi(self.round, seat))
        seat.riichi, seat.riichi_at = DECLARED, self.at
        seat.double_riichi = self.round.quiet and seat.first_turn

    def _call(self, event: ev.Call) -> None:
        seat, window = self.seats[event.seat], self.window
        if window is not None and (window.tile, window.source) != (event.tile, event.source):
            window = None
        verdict = self.referee.call(self.round, seat, window, event.claim, event.uses)
        if window is None or Code.TILE_NOT_HELD in verdict.codes:
            self._impossible(event, *verdict.codes)
        self._judge(event, verdict)
        self._close(Close(event.seat, event.claim))
        if not seat.known:
            self._reveal(event, [tile for tile in event.uses if not seat.hand.holds(tile)])
        seat.hand.lay(ev.Meld(event.claim, (*event.uses, event.tile), event.tile, event.source), event.uses)
        seat.drawn = None
        round_ = self.round
        round_.turn, round_.to_draw = event.seat, event.claim == OPEN_KAN
        self._called(seat)
        if event.claim == OPEN_KAN:
            round_.kans += 1
            round_.replacement_due, seat.replacing = True, "kan"
            seat.kans_in_turn = 1
            self._refresh(seat)
            return
        swap = self.referee.swap_kinds(event.tile, event.claim, event.uses)
        for number in self.book.fired_by["own_call"]:
            seat.locks.fire(number, event.tile, KIND_OF[event.tile], event=self.at, swap=swap)

    def _closed_kan(self, event: ev.ClosedKan) -> None:
        seat, kind = self.seats[event.seat], KIND_OF[event.tiles[0]]
        if not seat.known:
            self._reveal(event, [tile for tile in event.tiles if not seat.hand.holds(tile)])
        verdict = self.referee.closed_kan(self.round, seat, kind)
        if Code.TILE_NOT_HELD in verdict.codes or [KIND_OF[tile] for tile in event.tiles] != [kind] * 4:
            self._impossible(event, Code.TILE_NOT_HELD)
        self._judge(event, verdict)
        hand = seat.hand.copy()  # a hand that turns out not to hold them all stays as it was
        try:
            hand.lay(ev.Meld(CLOSED_KAN, event.tiles), event.tiles)
        except TileError:
            self._impossible(event, Code.TILE_NOT_HELD)
        seat.hand = hand
        self._await_replacement(seat, event.tiles[0], "kan")
        if not self.referee.kan_on_offer:
            self._kan_stands(seat)
            return
        self.window = Window(event.tiles[0], kind, event.seat, BY_CLOSED_KAN, self.at)
        # "A concealed kan that thirteen orphans might rob is treated as an added kan" (2.2); any other stands at once.
        if any(other.waits >> kind & 1 and self.referee.winnable(other, self.window) for other in self.seats):
            self._kan_by = event.seat
        else:
            self._kan_stands(seat)

    def _added_kan(self, event: ev.AddedKan) -> None:
        seat = self.seats[event.seat]
        verdict = self.referee.added_kan(self.round, seat, KIND_OF[event.tile])
        if Code.TILE_NOT_HELD in verdict.codes:
            self._impossible(event, *verdict.codes)
        self._judge(event, verdict)
        if not seat.known and not seat.hand.holds(event.tile):
            self._reveal(event, [event.tile])
        try:
            seat.hand.promote(event.tile)
        except TileError:
            self._impossible(event, Code.TILE_NOT_HELD)
        self._await_replacement(seat, event.tile, "kan")
        self._expire(seat, self._ends_added_kan, "own_added_kan")
        self.window = Window(event.tile, KIND_OF[event.tile], event.seat, BY_ADDED_KAN, self.at)
        self._kan_by = event.seat

    def _north(self, event: ev.North) -> None:
        seat = self.seats[event.seat]
        verdict = self.referee.north(self.round, seat)
        self._judge(event, verdict)
        self._give(event, seat, event.tile)
        seat.norths += 1
        for number in self.book.fired_by["own_north"]:
            seat.locks.fire(number, event.tile, KIND_OF[event.tile], event=self.at)
        self._await_replacement(seat, event.tile, "north")
        if self.referee.north_on_offer:
            self.window = Window(event.tile, KIND_OF[event.tile], event.seat, BY_NORTH, self.at)
        else:
            self._interrupt()

    def _await_replacement(self, seat: Seat, tile: Tile, after: str) -> None:
        round_ = self.round
        unchanged = tile == seat.drawn and not seat.hand.melds
        seat.drawn, seat.replacing = None, after
        seat.kans_in_turn += after == "kan"
        round_.turn, round_.to_draw, round_.replacement_due = seat.index, True, True
        if not unchanged:
            self._refresh(seat)

    def _bonus(self, event: ev.Bonus) -> None:
        round_, seat = self.round, self.seats[event.seat]
        self._give(event, seat, event.tile)
        seat.bonus.append(event.tile)
        seat.short += 1
        if round_.turn in {-1, event.seat} and not round_.to_draw:
            seat.drawn, seat.replacing = None, "bonus"
            round_.turn, round_.to_draw, round_.replacement_due = event.seat, True, True

    def _dora(self, event: ev.Dora) -> None:
        self._reveal(event, [event.tile])
        self.round.indicators.append(event.tile)

    def _pass(self, event: ev.Pass) -> None:
        window = self.window
        if window is None or (window.passed | 1 << window.source) >> event.seat & 1:
            return
        seat = self.seats[event.seat]
        let_go = self._passing.one(self.round, seat, window)
        window.passed |= 1 << event.seat
        if let_go is not None:
            self.let_go.append(let_go)
        self._note(seat, "")

    def _ask(self, event: ev.Ask) -> None:
        window, seat = self.window, self.seats[event.seat]
        if window is None:
            self._impossible(event, Code.NOT_OFFERED)
        if event.claim == RON_CLAIM:
            self._judge(event, self.referee.ron(self.round, seat, window))
            window.declared |= 1 << event.seat
        else:
            self._judge(event, self.referee.call(self.round, seat, window, event.claim, event.uses))
            window.asked |= 1 << event.seat

    def _ron(self, event: ev.Ron) -> None:
        window, seat = self.window, self.seats[event.seat]
        if window is None or window.source != event.source or window.tile != event.tile:
            self._impossible(event, Code.NOT_OFFERED)
        self._judge(event, self.referee.ron(self.round, seat, window))
        window.won |= 1 << event.seat
        self._judge_order(event, window)
        self.wins.append(Win(event.seat, event.source, event.tile, self.at, window.via))

    def _judge_order(self, event: ev.Ron, window: Window) -> None:
        """Several wins on one tile: one, two, or all (R64; singapore.md 6.2)."""
        if window.won.bit_count() > self._winners:
            self._fault(event, [Reason(Code.TRIPLE_RON if self._winners == 2 else Code.HEAD_BUMPED)])

    def _tsumo(self, event: ev.Tsumo) -> None:
        seat = self.seats[event.seat]
        if seat.drawn not in {None, HIDDEN, event.tile}:
            self._impossible(event, Code.TILE_NOT_HELD)
        self._judge(event, self.referee.tsumo(self.round, seat))
        if self.window is not None:
            self._close()
        self.wins.append(Win(event.seat, event.seat, event.tile, self.at, "draw"))

    def _nine_terminals(self, event: ev.NineTerminals) -> None:
        self._judge(event, self.referee.nine_terminals(self.round, self.seats[event.seat]))

    def _false_win(self, event: ev.FalseWin) -> None:
        """A wrong declaration: what follows is the profile's (riichi.md 2.4); what lets the hand go on is here."""
        found = self.profile.get("false_ron_shown" if event.shown else "false_ron_voice", "chombo")
        if found == "dead_hand":
            self._dead_hand(ev.DeadHand(event.seat))
        elif found == "deposit_1000":
            self._deposit(event.seat)

    def _dead_hand(self, event: ev.DeadHand) -> None:
        seat = self.seats[event.seat]
        seat.dead = True
        for number in self.book.fired_by["false_win"]:
            seat.locks.fire(number, HIDDEN, Kind(KINDS), event=self.at)
        self._note(seat, "")

    def _turn(self, event: ev.Turn) -> None:
        if self.window is not None:
            self._close()
        self.round.turn, self.round.to_draw = event.seat, True
        self.round.replacement_due = False

    def _live(self, event: ev.Live) -> None:
        self.round.live = event.left

    def _payment(self, event: ev.Payment) -> None:
        scores = self.round.scores
        for index, delta in enumerate(event.deltas):
            scores[index] += delta

    def _round_end(self, event: ev.RoundEnd) -> None:
        if self.window is not None:
            self._close(Close(ended=event.result))
        self.history.close(self.at)
        if event.scores is not None:
            self.round.scores = list(event.scores)
        self.running = False

    def _game_end(self, _event: ev.GameEnd) -> None:
        if self.running:
            self._round_end(ev.RoundEnd("cut"))

    _handlers: ClassVar[dict[type, Callable[[Table, Any], None]]] = {
        ev.RoundStart: _round_start,
        ev.Position: _position,
        ev.Draw: _draw,
        ev.Discard: _discard,
        ev.Riichi: _riichi,
        ev.Call: _call,
        ev.ClosedKan: _closed_kan,
        ev.AddedKan: _added_kan,
        ev.North: _north,
        ev.Bonus: _bonus,
        ev.Dora: _dora,
        ev.Pass: _pass,
        ev.Ask: _ask,
        ev.Ron: _ron,
        ev.Tsumo: _tsumo,
        ev.NineTerminals: _nine_terminals,
        ev.FalseWin: _false_win,
        ev.DeadHand: _dead_hand,
        ev.Turn: _turn,
        ev.Live: _live,
        ev.Payment: _payment,
        ev.RoundEnd: _round_end,
        ev.GameEnd: _game_end,
    }
