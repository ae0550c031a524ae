"""What a player weighs: the waits and their worth, ways out of furiten, a win let go for a bigger one (R37-R46).

Everything is asked of a table and found by trying events on copies of it, so that no rule stands here. Places are
those that would hold if the hand were paid now; equal points are parted by the order of the first deal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import Code
from minogashi.events import IllegalEventError
from minogashi.seat import BY_DISCARD, ESTABLISHED, Window
from minogashi.shapes import shanten, useful
from minogashi.tiles import KINDS, Kind, Tile, kinds_in, name, parse_tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minogashi.claims import Reason
    from minogashi.seat import Seat
    from minogashi.settle.payments import WonHand
    from minogashi.table import Table


class Win(Struct):
    """Whether a wait would win, were no lock in force: the yaku with their han, or the code that forbids it.

    `points` are those of the win without counters and sticks. In the Singapore game `yaku` holds the elements with
    their tai, and `points` the tai.
    """

    yaku: dict[str, int]
    refused: str | None = None
    points: int = 0


class WaitRow(Struct):
    """A wait: its copies not seen, and whether it wins by ron and by tsumo; null for a fifth copy: it cannot come."""

    tile: str
    left: int
    ron: Win | None
    tsumo: Win | None


class Way(Struct):
    """A discard and the hand that it leaves.

    `shanten` is None where the rules have no seven pairs, which the tables count; `left` counts the tiles not seen
    that complete the hand, or bring it nearer. `lock` is the lock on wins by ron; `riichi`: it may be declared with it.
    """

    discard: Tile
    shanten: int | None
    waits: list[WaitRow]
    left: int
    lock: Reason | None
    riichi: bool


class Turn(Struct):
    """One draw ahead: the kind drawn and its copies not seen, whether it wins, and the ways that stay ready."""

    draw: Kind
    left: int
    wins: bool
    ways: list[Way]


class Standing(Struct):
    """The table after a win is paid: what the winner gets, all points, the winner's place, who falls below zero."""

    gained: int
    scores: list[int]
    place: int
    busts: list[int]


class Bigger(Struct):
    """A furiten riichi instead of a win: the discard, and for each wait the points of its self-draw.

    `han` is what the self-draw has more than the win let go; `standing` the table after it.
    """

    discard: Tile
    lock: Reason | None
    waits: list[tuple[WaitRow, int, Standing]]


class Choice(Struct):
    """A self-drawn win of a closed dama hand (R43, R44): what it brings, and each riichi that could come instead."""

    take: Win
    standing: Standing
    riichi: list[Bigger]


class PassReason(Struct):
    """Why a win may be let go (R46): `bust` or `rank`; the win from `source` would bring `place`, this one `now`."""

    code: str
    source: int
    place: int
    now: int


class Need(Struct):
    """The least hand that brings a place: from whom (`source`; the seat itself: by self-draw) and its points."""

    place: int
    source: int
    points: int


def wait_rows(table: Table, me: int, source: int | None = None) -> list[WaitRow]:
    """The waits of a seat, each with what it would win by ron (from `source`, by default the left neighbour) and tsumo.

    >>> from minogashi.rulebook import profile
    >>> from minogashi.table import Table
    >>> from minogashi.tiles import parse_tiles
    >>> hands = (tuple(parse_tiles("123456789m11p23s")), *((Tile(49),) * 13,) * 3)
    >>> table = Table(profile("tenhou"))
    >>> table.apply(ev.RoundStart(0, 0, 0, 0, 0, (25000,) * 4, (), hands))
    >>> [(row.tile, row.left, row.ron.yaku, row.ron.points) for row in wait_rows(table, 0)]
    [('1s', 4, {'pinfu': 1, 'ittsu': 2}, 5800), ('4s', 4, {'pinfu': 1, 'ittsu': 2}, 5800)]
    """
    seat = table.seats[me]
    giver = (me - 1) % len(table.seats) if source is None else source
    left, owned = table.unseen(me), seat.hand.owned()
    out = []
    for kind in kinds_in(seat.waits):
        possible = owned[kind] < 4
        ron = _win(table, seat, kind, giver) if possible else None
        tsumo = _win(table, seat, kind, None) if possible else None
        out.append(WaitRow(name(kind), left[kind], ron, tsumo))
    return out


def _win(table: Table, seat: Seat, kind: Kind, source: int | None) -> Win:
    worth, tile = table.referee.worth, Tile(kind)
    window = None if source is None else Window(tile, kind, source, BY_DISCARD, table.at)
    if window is None:
        seat = seat.copy()
        seat.hand.add(tile)
        seat.drawn, seat.drawn_replacement = tile, ""
    value = worth.value(table.round, seat, window)
    refused = worth.reasons(table.round, seat, window)
    if value is None:
        return Win({}, refused[0].code.value if refused else None)
    yaku = dict(value.yaku if hasattr(value, "yaku") else value.elements)
    points = 0 if refused else worth.points(table.round, seat, window)
    return Win(yaku, refused[0].code.value if refused else None, points)


def ways(table: Table, me: int, *, ready: bool = False, rows: bool = True) -> Iterator[Way]:
    """Each legal discard of the seat whose turn it is, and what it leaves (R37, R38), tried on a copy of the table.

    With `ready` only those that leave a ready hand; without `rows` the waits are told without their worth.
    """
    seat = table.seats[me]
    referee = table.referee
    could = {kind for kind, _ in referee.riichi_discards(seat)} if referee.riichi(table.round, seat).allowed else set()
    stay = {kind for kind, _ in referee.ready_discards(seat)}
    for kind in range(KINDS):
        if not seat.hand.counts[kind] or (ready and kind not in stay):
            continue
        tile = seat.hand.of_kind(Kind(kind))[0]
        if not referee.discard(table.round, seat, tile).allowed:
            continue
        tried = table.copy()
        try:
            tried.apply(ev.Discard(me, tile))
        except IllegalEventError:
            continue
        yield _way(tried, me, tile, riichi=kind in could, ready=kind in stay, rows=rows)


def _way(  # noqa: PLR0913  what is known of the discard
    tried: Table, me: int, tile: Tile, *, riichi: bool, ready: bool, rows: bool
) -> Way:
    seat = tried.seats[me]
    unseen = tried.unseen(me)
    m, p, s, z = seat.hand.suit_keys
    counted = tried.referee.seven_pairs
    steps = 0 if ready else max(1, shanten(m, p, s, z, seat.sets)) if counted else None
    waits: list[WaitRow] = []
    if ready:
        bare = [WaitRow(name(kind), unseen[kind], None, None) for kind in kinds_in(seat.waits)]
        waits = wait_rows(tried, me) if rows else bare
        left = sum(row.left for row in waits)
    else:
        left = sum(unseen[kind] for kind in kinds_in(useful(m, p, s, z, seat.sets)))
    return Way(tile, steps, waits, left, tried.furiten(me) if ready else None, riichi)


def ahead(table: Table, me: int) -> list[Turn]:
    """One draw ahead of a hand that has discarded: each kind not seen that wins or leaves a ready hand (R38)."""
    out = []
    for kind, left in enumerate(table.unseen(me)):
        if not left:
            continue
        tried = drawn(table, me, Tile(kind))
        if tried is None:
            continue
        wins = tried.referee.tsumo(tried.round, tried.seats[me]).allowed
        found = list(ways(tried, me, ready=True, rows=False))
        if wins or found:
            out.append(Turn(Kind(kind), left, wins, found))
    return out


def after(table: Table, me: int, tile: Tile) -> Table:
    """The table once the seat has thrown a tile."""
    tried = table.copy()
    tried.apply(ev.Discard(me, tile))
    return tried


def drawn(table: Table, me: int, tile: Tile) -> Table | None:
    """The table once the seat has drawn a tile in its next turn; None where no such turn can come."""
    tried = table.copy()
    try:
        for event in (ev.Turn(me), ev.Live(max(tried.round.live, 1)), ev.Draw(me, tile)):
            tried.apply(event)
    except IllegalEventError:
        return None
    return tried


def standing(table: Table, me: int, won: WonHand, *, riichi: bool = False) -> Standing:
    """The table after the seat's win is paid; with `riichi` the seat has laid a stick first."""
    from minogashi.settle.payments import STICK, settle_wins  # most questions are not about points

    round_ = table.round
    scores = list(round_.scores)
    scores[me] -= STICK * riichi
    deltas = settle_wins(
        table.profile,
        [won],
        dealer=round_.dealer,
        honba=round_.honba,
        sticks=round_.sticks + riichi,
        riichi=[seat.index for seat in table.seats if seat.in_riichi] + [me] * riichi,
    )
    after_it = [had + gained for had, gained in zip(scores, deltas, strict=True)]
    gained = after_it[me] - round_.scores[me]
    busts = [seat for seat, points in enumerate(after_it) if points < 0]
    return Standing(gained, after_it, place(after_it, me), busts)


def place(scores: Sequence[int], me: int) -> int:
    """The place of a seat, from 1; of equals the first in the order of the first deal stands higher.

    >>> place([25000, 25000, 30000, 20000], 1)
    3
    """
    return 1 + sum((points, -seat) > (scores[me], -me) for seat, points in enumerate(scores))


def choice(table: Table, me: int) -> Choice | None:
    """A self-drawn win of a closed hand without riichi, and the furiten riichi that could come instead (R43, R44).

    None where the seat has no such win, or the family no riichi.
    """
    seat, referee = table.seats[me], table.referee
    if not referee.has_riichi or seat.in_riichi or not seat.hand.closed or seat.drawn is None:
        return None
    if not referee.tsumo(table.round, seat).allowed:
        return None
    from minogashi.settle.payments import WonHand

    value = table.value(me)
    bigger = []
    if referee.riichi(table.round, seat).allowed:
        for kind, _ in referee.riichi_discards(seat):
            bigger.append(_bigger(table, me, seat.hand.of_kind(kind)[0], value.han))
    take = Win(dict(value.yaku), None, value.points)
    return Choice(take, standing(table, me, WonHand.of(me, me, value)), bigger)


def _bigger(table: Table, me: int, tile: Tile, han: int) -> Bigger:
    from minogashi.settle.payments import WonHand

    tried = after(table, me, tile)
    seat = tried.seats[me]
    seat.riichi = ESTABLISHED
    out = []
    for line in wait_rows(tried, me):
        if line.tsumo is None:
            continue
        winner, wanted = seat.copy(), parse_tile(line.tile)
        winner.hand.add(wanted)
        winner.drawn, winner.drawn_replacement = wanted, ""
        value = tried.referee.worth.value(tried.round, winner, None)
        out.append((line, value.han - han, standing(table, me, WonHand.of(me, me, value), riichi=True)))
    return Bigger(tile, tried.furiten(me), out)


def pass_reasons(table: Table, me: int, *, last: bool = False) -> list[PassReason]:
    """Why a seat that may win the tile on offer might let it go (R46), by the points at the table.

    `bust`: the same win from another seat would end the game with this seat first, and this one would not.
    `rank`: in the last hand, the same win from another seat would bring a better place.

    Empty where the seat may not win, and in a family without these points.
    """
    window = table.window
    if window is None or not table.referee.has_riichi or not table.ron(me).allowed:
        return []
    from minogashi.settle.payments import WonHand

    value = table.value(me)
    now = standing(table, me, WonHand.of(me, window.source, value))
    ends = table.profile.get("tobi", "no") == "below_0"
    out = []
    for other in range(len(table.seats)):
        if other in {me, window.source}:
            continue
        then = standing(table, me, WonHand.of(me, other, value))
        if ends and then.busts and then.place == 1 and not (now.busts and now.place == 1):
            out.append(PassReason("bust", other, then.place, now.place))
        elif last and then.place < now.place:
            out.append(PassReason("rank", other, then.place, now.place))
    return out


def needs(table: Table, me: int) -> list[Need]:
    """The least hand that brings each better place, by ron from each seat and by self-draw (R46).

    Counters and sticks on the table are paid too; `points` leave them out. Empty for a family without these points.
    """
    if not table.referee.has_riichi:
        return []
    from minogashi.settle.payments import WonHand
    from minogashi.value.points import payment

    round_ = table.round
    best = place(round_.scores, me)
    out: list[Need] = []
    for source in range(len(table.seats)):
        reached = best
        for base in bases():
            found = standing(table, me, WonHand(me, source, base))
            if found.place < reached:
                paid = payment(base, tsumo=source == me, dealer=me == round_.dealer, seats=len(table.seats))
                out += [Need(better, source, paid.total) for better in range(found.place, reached)]
                reached = found.place
    return sorted(out, key=lambda need: (need.place, need.source))


@lru_cache(maxsize=1)
def bases() -> tuple[int, ...]:
    """The base points that a hand can have, from least to most; yakuman of more than one aside.

    >>> bases()[:4], bases()[-1]
    ((240, 320, 400, 480), 8000)
    """
    from minogashi.value.points import base_points

    small = {(han, fu) for han in range(1, 5) for fu in (20, 25, *range(30, 120, 10))} - {(1, 20), (1, 25)}
    return tuple(sorted({base_points(han, fu).points for han, fu in small | {(han, 30) for han in range(5, 14)}}))


def is_last(table: Table, winds: int = 2) -> bool:
    """Whether this is the last hand of a game of so many winds, or a later one.

    >>> from minogashi.rulebook import profile
    >>> from minogashi.table import Table
    >>> table = Table(profile("tenhou"))
    >>> table.round.wind, table.round.number = 1, 3
    >>> is_last(table), is_last(table, 3)
    (True, False)
    """
    seats = len(table.round.scores)
    return table.round.wind * seats + table.round.number >= winds * seats - 1


def came_with_tenpai(before: Table, me: int, way: Way) -> bool:
    """Whether a hand that was not ready becomes so in discard furiten: a hint of how it grew, no error (R45)."""
    return not before.seats[me].waits and way.lock is not None and way.lock.code == Code.FURITEN_DISCARD
