"""Menus: the events by which a seat may go on now, as the referee allows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi.claims import CHI, Verdict
from minogashi.events import AddedKan, Call, ClosedKan, Discard, Event, NineTerminals, North, Pass, Riichi, Ron, Tsumo
from minogashi.seat import DECLARED, NO_RIICHI
from minogashi.tiles import KIND_OF, KINDS, NORTH, Kind, Tile

if TYPE_CHECKING:
    from minogashi.seat import Seat, Window
    from minogashi.table import Table


def own_turn(table: Table, index: int) -> list[Event]:
    """What a seat may do in its own turn: win, riichi, kans, a north, nine terminals, each discard.

    After its riichi declaration only the discards that keep the hand ready are left.
    """
    seat, referee, round_ = table.seats[index], table.referee, table.round
    if seat.riichi == DECLARED:
        return discards(table, seat)
    out: list[Event] = []
    drawn = seat.drawn
    if drawn is not None:
        if seat.waits >> KIND_OF[drawn] & 1 and referee.tsumo(round_, seat).allowed:
            out.append(Tsumo(index, drawn))
        if seat.first_turn and referee.nine_terminals(round_, seat).allowed:
            out.append(NineTerminals(index))
        if seat.riichi == NO_RIICHI and referee.may_riichi(round_, seat):
            out.append(Riichi(index))
        if table.profile.seats == 3 and seat.hand.counts[NORTH] and referee.north(round_, seat).allowed:
            out.append(North(index, Tile(NORTH)))
    out += kans(table, seat)
    return out + discards(table, seat)


def kans(table: Table, seat: Seat) -> list[Event]:
    """The concealed and added kans that the seat may declare."""
    referee, round_, counts = table.referee, table.round, seat.hand.counts
    out: list[Event] = []
    if seat.drawn is None and not referee.kan_after_call:
        return out
    if 4 in counts[:KINDS]:
        four = [Kind(kind) for kind in range(KINDS) if counts[kind] == 4]
        allowed = [kind for kind in four if referee.closed_kan(round_, seat, kind).allowed]
        out += [ClosedKan(seat.index, tuple(seat.hand.of_kind(kind))) for kind in allowed]
    for meld in seat.hand.melds:
        if len(meld.tiles) == 3 and meld.claim != CHI and counts[meld.kind]:
            verdict = referee.added_kan(round_, seat, meld.kind)
            if verdict.allowed:
                out.append(AddedKan(seat.index, verdict.uses[0]))
    return out


def discards(table: Table, seat: Seat) -> list[Event]:
    """The tiles that the seat may throw, each once; the drawn one is marked as drawn."""
    drawn = seat.drawn
    return [Discard(seat.index, tile, tile == drawn) for tile in table.referee.legal_discards(table.round, seat)]


def offers(table: Table, window: Window) -> list[tuple[int, list[Event]]]:
    """The seats that have a choice about the tile on offer, the nearest to its owner first, with their choices."""
    kind, seats = window.kind, table.seats
    out = []
    left = window.source - len(seats) + 1
    for place in range(left, window.source):
        seat = seats[place]
        # most seats are not asked at all: the tile is no wait of theirs, goes with no pair, and they are not next
        if seat.waits >> kind & 1 or seat.hand.counts[kind] > 1 or place == left:
            choices = offer(table, seat.index)
            if choices:
                out.append((seat.index, choices))
    return out


def offer(table: Table, index: int) -> list[Event]:
    """How a seat may answer the tile on offer: empty where it has no choice, else with `Pass` last."""
    window, seat = table.window, table.seats[index]
    if window is None or (window.passed | window.asked | window.declared | window.won) >> index & 1:
        return []
    out: list[Event] = []
    if seat.waits >> window.kind & 1 and table.referee.ron(table.round, seat, window).allowed:
        out.append(Ron(index, window.source, window.tile))
    calls = table.referee.legal_calls(table.round, seat, window)
    if calls:
        out += [Call(index, verdict.claim, window.tile, window.source, verdict.uses) for verdict in calls]
    if out:
        out.append(Pass(index))
    return out


def verdict_of(table: Table, event: Ron | Call) -> Verdict:
    """The referee's ruling on a claim as it stands now."""
    seat = table.seats[event.seat]
    if isinstance(event, Ron):
        return table.referee.ron(table.round, seat, table.window)
    return table.referee.call(table.round, seat, table.window, event.claim, event.uses)
