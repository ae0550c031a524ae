"""The answers of a record's server (furiten lamps, offers, waits, points), held against the engine's.

Each kind of statement has one judge; what they find is counted by kind. What kinds there are and what
their values mean: `record.Statement`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from minogashi.claims import (
    CHI,
    CLOSED_KAN,
    DISCARD,
    NINE_TERMINALS,
    NORTH,
    OPEN_KAN,
    PON,
    RIICHI,
    RON,
    TSUMO,
)
from minogashi.seat import BY_DISCARD, ESTABLISHED, NO_RIICHI, Seat, Window
from minogashi.tiles import KIND_OF, KINDS, Kind, Mask, Tile, kinds_in, mask_of, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from minogashi.record import Record, Statement
    from minogashi.table import Table

ANSWERS: Final[dict[int, str]] = {
    PON: "pon",
    OPEN_KAN: "kan",
    CHI: "chi",
    RIICHI: "riichi",
    NINE_TERMINALS: "nine_terminals",
    RON: "ron",
    TSUMO: "tsumo",
    NORTH: "kita",
}
"""The claims that a server offers, by the names that the summary counts them under."""
NOW: Final = -1
"""In a row of a `waits` statement: no tile is to be thrown, or the flag is not told."""


class Disagreement(Struct, frozen=True):
    """An answer of the record's server that the engine does not share."""

    event: int
    seat: int
    kind: str
    stated: str
    found: str


class Answers:
    """Judges statements right after the event that they belong to, and counts by kind.

    `refused` counts the winning tiles that the server did not offer, by the engine's reason.
    """

    def __init__(self, table: Table, record: Record) -> None:
        self.table = table
        self.agree: Counter[str] = Counter()
        self.disagree: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.disagreements: list[Disagreement] = []
        self.tells_riichi = record.format == "mjlog"
        self.tells_misses = any(statement.kind == "missed" for statement in record.statements)
        self.shown_at_offer = table.profile.get("furiten_display", "") == "at_offer"
        self.begin()

    def begin(self) -> None:
        """A hand is dealt."""
        self.accepted: set[int] = set()
        self.missed: set[tuple[int, int]] = set()

    def judge(self, said: Statement) -> None:
        """Hold one statement against the table as it stands; kinds that are not known here are left alone."""
        judge = _JUDGES.get(said.kind)
        if judge is not None:
            judge(self, said)

    def end(self, result: str) -> None:
        """The hand is over: what was said of it as a whole."""
        table = self.table
        if (self.accepted or self.tells_riichi) and result != "cut":
            stands = {seat.index for seat in table.seats if seat.riichi == ESTABLISHED}
            self._compare(table.at, NOW, "riichi_accepted", sorted(self.accepted), sorted(stands))
        if self.tells_misses:
            found = {(one.event, one.seat) for one in table.let_go if one.via != "draw"}
            for at, seat in sorted(self.missed | found):
                self._compare(at, seat, "missed", (at, seat) in self.missed, (at, seat) in found)

    # What the server shows

    def lamp(self, said: Statement) -> None:
        """The furiten state as the server shows it: riichi.md 2.2, "display only, rulings are equal"."""
        self._compare(said.at, said.seat, "furiten", said.value, self._lit(said.seat))

    def _lit(self, index: int) -> bool:
        table = self.table
        if table.furiten(index) is not None:
            return True
        seat, window = table.seats[index], table.window
        if window is None or window.source == index or not seat.waits >> window.kind & 1:
            return False
        return self.shown_at_offer or not table.ron(index).allowed

    def stick(self, said: Statement) -> None:
        """A riichi stands."""
        self.accepted.add(said.seat)

    def miss(self, said: Statement) -> None:
        """A winning tile went by."""
        self.missed.add((said.at, said.seat))

    def ready(self, said: Statement) -> None:
        """A hand was shown as ready."""
        seat = self.table.seats[said.seat]
        if seat.known:
            self._compare(said.at, said.seat, "tenpai", said.value, bool(seat.waits))

    # Offers

    def offers(self, said: Statement) -> None:
        """The claims offered on a tile, or the acts offered in the own turn."""
        window = self.table.window
        claiming = window is not None and window.source != said.seat
        allowed = self._claims(said) if claiming else self._acts(said.seat, said.judged)
        for claim, kind in ANSWERS.items():
            if said.judged & claim and (said.value | allowed) & claim:
                self._compare(said.at, said.seat, kind, bool(said.value & claim), bool(allowed & claim))

    def _claims(self, said: Statement) -> int:
        table = self.table
        seat, window = table.seats[said.seat], table.window
        if window is None:
            return 0
        allowed = 0
        for verdict in table.referee.legal_calls(table.round, seat, window):
            allowed |= verdict.claim
        if said.judged & RON:
            ron = table.ron(seat.index)
            allowed |= RON * ron.allowed
            if seat.waits >> window.kind & 1 and not ron.allowed:
                self.refused[f"ron: {ron.codes[0]}"] += 1
        return allowed

    def _acts(self, index: int, judged: int) -> int:
        table = self.table
        seat, referee, round_ = table.seats[index], table.referee, table.round
        allowed = 0
        if judged & TSUMO and seat.drawn is not None and seat.waits >> KIND_OF[seat.drawn] & 1:
            verdict = referee.tsumo(round_, seat)
            allowed |= TSUMO * verdict.allowed
            if not verdict.allowed:
                self.refused[f"tsumo: {verdict.codes[0]}"] += 1
        if judged & RIICHI and referee.riichi(round_, seat).allowed:
            allowed |= RIICHI
        if judged & NINE_TERMINALS and seat.first_turn and referee.nine_terminals(round_, seat).allowed:
            allowed |= NINE_TERMINALS
        if judged & NORTH and table.profile.seats == 3 and referee.north(round_, seat).allowed:
            allowed |= NORTH
        return allowed

    def uses(self, said: Statement) -> None:
        """The own tiles that a call may be made with."""
        found = {tuple(sorted(uses)) for uses in self._sets(said)}
        stated = {tuple(sorted(uses)) for uses in said.value}
        self._compare(said.at, said.seat, f"{ANSWERS[said.judged]}_tiles", _rows(stated), _rows(found))

    def runs(self, said: Statement) -> None:
        """The runs that a chi may make, by their lowest kinds."""
        window = self.table.window
        called = [] if window is None else [window.kind]
        found = {min([*called, *(KIND_OF[tile] for tile in uses)]) for uses in self._sets(said)}
        self._compare(said.at, said.seat, "chi_tiles", names(sorted(said.value)), names(sorted(found)))

    def _sets(self, said: Statement) -> list[tuple[Tile, ...]]:
        table = self.table
        if table.window is None:
            return []
        calls = table.referee.legal_calls(table.round, table.seats[said.seat], table.window)
        return [verdict.uses for verdict in calls if verdict.claim == said.judged]

    def riichi_tiles(self, said: Statement) -> None:
        """The kinds that may be thrown with a riichi."""
        found = [kind for kind, _ in self.table.referee.riichi_discards(self.table.seats[said.seat])]
        self._compare(said.at, said.seat, "riichi_tiles", names(sorted(said.value)), names(sorted(found)))

    def kans(self, said: Statement) -> None:
        """The kinds of which a closed, or an added, kan may be made."""
        table = self.table
        seat, referee = table.seats[said.seat], table.referee
        ask = referee.closed_kan if said.judged == CLOSED_KAN else referee.added_kan
        wanted = 4 if said.judged == CLOSED_KAN else 1
        held = [Kind(kind) for kind in range(KINDS) if seat.hand.counts[kind] >= wanted]
        found = [kind for kind in held if ask(table.round, seat, kind).allowed]
        if found or said.value:
            kind = "closed_kan" if said.judged == CLOSED_KAN else "added_kan"
            self._compare(said.at, said.seat, kind, names(said.value), names(found))

    def swap(self, said: Statement) -> None:
        """The kinds that may not be thrown after a call, held or not."""
        seat = self.table.seats[said.seat]
        found = [kind for kind in map(Kind, range(KINDS)) if seat.locks.blocked(DISCARD, kind, seat.waits)]
        self._compare(said.at, said.seat, "swap", names(sorted(said.value)), names(found))

    # Waits

    def waits(self, said: Statement) -> None:
        """The waits of the hand as it stands."""
        seat = self.table.seats[said.seat]
        if said.value or seat.waits:
            self._compare(said.at, said.seat, "waits", _waits_of(said.value, NOW), names(kinds_in(seat.waits)))
            self._flags(said, NOW, seat, Mask(seat.waits))

    def waits_after(self, said: Statement) -> None:
        """The waits that each discard would leave; in riichi, where only one can be thrown, they need not be told."""
        seat = self.table.seats[said.seat]
        found = dict(self.table.referee.ready_discards(seat))
        stated = {row[0] for row in said.value}
        for thrown in sorted(stated if seat.in_riichi else stated | found.keys()):
            waits = found.get(Kind(thrown), Mask(0))
            self._compare(said.at, said.seat, "waits_after", _waits_of(said.value, thrown), names(kinds_in(waits)))
            self._flags(said, thrown, seat, waits)

    def _flags(self, said: Statement, thrown: int, seat: Seat, waits: Mask) -> None:
        """Of each wait: whether it has a yaku on a discard, and whether the hand would be furiten.

        The second is told of the river without the tile about to be thrown, one answer for all waits of a hand.
        """
        left = None
        for tile, wait, has_yaku, furiten in said.value:
            if tile != thrown or not waits >> wait & 1:
                continue
            if has_yaku != NOW:
                left = left or _thrown(seat, thrown)
                self._compare(said.at, said.seat, "yaku", bool(has_yaku), self._has_yaku(left, Kind(wait)))
            if furiten != NOW:
                self._compare(said.at, said.seat, "furiten_after", bool(furiten), bool(waits & seat.river_kinds))

    def _has_yaku(self, seat: Seat, kind: Kind) -> bool:
        """Whether a ron on this kind would have a yaku; that it might be the last tile does not count."""
        table = self.table
        round_ = table.round.copy()
        round_.live = max(round_.live, 1)
        window = Window(Tile(kind), kind, (seat.index + 1) % round_.seats, BY_DISCARD, table.at)
        return not table.referee.worth.reasons(round_, seat, window)

    # Wins

    def win(self, said: Statement) -> None:
        """The winner's tiles and points."""
        table, claim = self.table, said.value
        seat = table.seats[said.seat]
        if not seat.known:
            return
        window = table.window if table.window is not None and table.window.source != seat.index else None
        if claim.hand:
            hand = seat.hand.tiles() + ([] if window is None else [window.tile])
            self._compare(said.at, seat.index, "hand", sorted(claim.hand), sorted(hand))
        won = seat.drawn if window is None else window.tile
        if won is not None and seat.waits >> KIND_OF[won] & 1:
            value = table.value(seat.index, [KIND_OF[Tile(tile)] for tile in claim.ura])
            self._compare(said.at, seat.index, "points", claim.points, 0 if value is None else value.points)

    def _compare(self, at: int, seat: int, kind: str, stated: object, found: object) -> None:
        if stated == found:
            self.agree[kind] += 1
        else:
            self.disagree[kind] += 1
            self.disagreements.append(Disagreement(at, seat, kind, str(stated), str(found)))


def _thrown(seat: Seat, kind: int) -> Seat:
    """The seat as it will be once a tile of this kind is thrown, its riichi standing if it has declared one."""
    new = seat.copy()
    if kind != NOW:
        new.hand.remove(next(tile for tile in new.hand.tiles() if KIND_OF[tile] == kind))
    if new.riichi != NO_RIICHI:
        new.riichi = ESTABLISHED
    return new


def _waits_of(rows: Iterable[tuple[int, ...]], thrown: int) -> str:
    return names(kinds_in(mask_of(Kind(row[1]) for row in rows if row[0] == thrown)))


def _rows(sets: Iterable[tuple[Tile, ...]]) -> str:
    return ", ".join(names(one) for one in sorted(sets))


_JUDGES: Final[dict[str, Callable[[Answers, Any], None]]] = {
    "furiten": Answers.lamp,
    "riichi_accepted": Answers.stick,
    "missed": Answers.miss,
    "tenpai": Answers.ready,
    "offers": Answers.offers,
    "uses": Answers.uses,
    "runs": Answers.runs,
    "riichi_tiles": Answers.riichi_tiles,
    "kans": Answers.kans,
    "swap": Answers.swap,
    "waits": Answers.waits,
    "waits_after": Answers.waits_after,
    "win": Answers.win,
}
