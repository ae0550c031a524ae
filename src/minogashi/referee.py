"""The referee: pure legality. (rules, round, seat, offer) -> `Verdict` with every reason.

Nothing here changes a table. Which tests a claim must pass, and their order, is riichi.md 2.3 and
singapore.md 13; the order is data in the family's rule file. Locks (furiten among them) are asked
of the seat; what a hand is worth, of `value`.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from minogashi import shapes
from minogashi.claims import (
    ADDED_KAN,
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
    Claim,
    Code,
    Reason,
    Verdict,
)
from minogashi.seat import BY_CLOSED_KAN, BY_DISCARD, BY_NORTH, DECLARED, NO_RIICHI, Round, Seat, Window
from minogashi.tiles import HIDDEN, KIND_OF, KINDS, SUIT_OF, TERMINALS_AND_HONOURS, Kind, Mask, Tile, kinds_in
from minogashi.tiles import NORTH as NORTH_KIND
from minogashi.worth import worth_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.rulebook import Profile

_ORDER: Final = {
    RON: "ron",
    CHI: "call",
    PON: "call",
    OPEN_KAN: "call",
    CLOSED_KAN: "kan",
    ADDED_KAN: "kan",
    NORTH: "kan",
    TSUMO: "tsumo",
    RIICHI: "riichi",
    DISCARD: "discard",
    NINE_TERMINALS: "nine_terminals",
}
_COPIES: Final = {PON: 2, OPEN_KAN: 3}
RINSHAN: Final = 4
"""So many tiles of a dead wall replace others, whether live tiles are left or not."""
_RUNS: Final = [
    [
        (Kind(kind + low), Kind(kind + high))
        for low, high in ((-2, -1), (-1, 1), (1, 2))
        if kind < 27 and kind % 9 + low >= 0 and kind % 9 + high < 9
    ]
    for kind in range(KINDS + 1)
]
"""The pairs of kinds that make a run with each kind, the lowest run first."""


class Referee:
    """Rules on claims under one profile. Pure: the same round, seat and offer give the same verdict.

    `worth` answers whether a complete hand may win (yaku, minimum) and what it is worth.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.worth = worth_of(profile)
        self.may_chi = profile.get("chi", "yes") != "none" and profile.seats == 4
        self.swap_scope = next((r.scope for r in profile.locks.rules if "own_call" in r.triggers), "")
        self.north_after_call = profile.get("kita_after_call", "no") == "yes"
        self.north_on_last = profile.get("kita_needs_live_tile", "yes") == "no"
        self.north_on_offer = profile.seats == 3 and profile.get("kita_ron", "no") == "yes"
        self.kan_on_offer = (
            profile.get("kokushi_ankan_ron", "no") == "yes" or profile.get("rob_concealed_with_orphans", "off") == "on"
        )
        self.compares = any(rule.unless for rule in profile.locks.rules)
        self.bars_discard = profile.locks.blocking[DISCARD]
        self.kan_after_call = profile.get("kong_after_claim", "off") == "on"
        self.most_kans = 4 if profile.get("kan_after_fourth", "") else 16
        self.seven_pairs = profile.get("seven_pairs", "on") != "off"
        self.counts_tiles = "wrong_tile_count" in profile.order["ron"]
        self.karaten = str(profile.get("karaten_own", "noten"))
        self.has_riichi = "riichi_min_wall" in profile.options
        self.min_wall = int(profile.get("riichi_min_wall", 0))
        self.min_points = profile.get("riichi_min_points", "none")
        self.riichi_ankan = profile.get("riichi_ankan", "never")

    # Claims on an offered tile

    def ron(self, round_: Round, seat: Seat, window: Window | None) -> Verdict:
        """May the seat win the tile on offer? (R1-R4, R10, R11, R13; riichi.md 2.3)."""
        if window is None or window.source == seat.index or not self.winnable(seat, window):
            tile = HIDDEN if window is None else window.tile
            return self._verdict(seat, RON, tile, [*self._dead(seat, RON), Reason(Code.NOT_OFFERED)], ())
        if not seat.known:
            return self._unknown(seat, RON, window.tile)
        kind = window.kind
        worth = self.worth.points(round_, seat, window) if self.compares and seat.waits >> kind & 1 else 0
        reasons = seat.locks.against(RON, kind, seat.waits, in_riichi=seat.in_riichi, worth=worth)
        if self.counts_tiles and seat.hand.size + 3 * len(seat.hand.melds) != 13:
            reasons.append(Reason(Code.WRONG_TILE_COUNT))
        if not seat.waits >> kind & 1:
            # A lock over the wait says nothing about a tile that is no wait.
            reasons = [reason for reason in reasons if reason.code == Code.DEAD_HAND]
            reasons.append(Reason(Code.NOT_COMPLETE))
        else:
            reasons += self.worth.reasons(round_, seat, window)
        return self._verdict(seat, RON, window.tile, reasons, ())

    def winnable(self, seat: Seat, window: Window) -> bool:
        """Whether the offer is one that this seat could win: riichi.md 1, "offer" (a) to (d)."""
        if window.via == BY_CLOSED_KAN:
            return self.kan_on_offer and (orphans_ready(seat) if seat.known else not seat.hand.melds)
        return window.via != BY_NORTH or self.north_on_offer

    def calls(self, round_: Round, seat: Seat, window: Window | None) -> Iterator[Verdict]:
        """Every chi (with each pair of tiles), pon and open kan on the tile on offer."""
        for claim in (CHI, PON, OPEN_KAN):
            choices = list(self.choices(seat, window, claim)) if window is not None else []
            for uses in choices or [()]:
                yield self.call(round_, seat, window, claim, uses)

    def legal_calls(self, round_: Round, seat: Seat, window: Window) -> list[Verdict]:
        """Those of the calls that are allowed, without the work of refusing the others."""
        held = seat.hand.counts[window.kind]
        left = (window.source + 1) % round_.seats == seat.index
        if (held < 2 and not left) or window.via != BY_DISCARD or window.source == seat.index:
            return []
        claims = [CHI] if left else []
        claims += [claim for claim, copies in _COPIES.items() if held >= copies]
        verdicts = [
            self.call(round_, seat, window, claim, uses)
            for claim in claims
            for uses in self.choices(seat, window, claim)
        ]
        return [verdict for verdict in verdicts if verdict.allowed]

    def call(self, round_: Round, seat: Seat, window: Window | None, claim: Claim, uses: tuple[Tile, ...]) -> Verdict:
        """The ruling on taking the tile on offer for this set with these own tiles."""
        if window is None or window.source == seat.index or window.via != BY_DISCARD or self._no_chi(claim):
            tile = HIDDEN if window is None else window.tile
            return self._verdict(seat, claim, tile, [*self._dead(seat, claim), Reason(Code.NOT_OFFERED)], uses)
        kind = window.kind
        reasons = seat.locks.against(claim, kind, seat.waits, in_riichi=True)
        if round_.live == 0:
            reasons.append(Reason(Code.LAST_TILE))
        if claim == CHI and (window.source + 1) % round_.seats != seat.index:
            reasons.append(Reason(Code.NOT_LEFT_NEIGHBOUR))
        if not uses and seat.hand.counts[HIDDEN] and not reasons:
            return Verdict(seat.index, claim, window.tile, unknown=True)
        if not self.fits(seat, window.tile, claim, uses):
            reasons.append(Reason(Code.TILE_NOT_HELD))
        elif claim != OPEN_KAN and not self._leaves_discard(seat, window.tile, claim, uses):
            reasons.append(Reason(Code.KUIKAE, window.tile))
        if claim == OPEN_KAN and round_.kans >= self.most_kans:
            reasons.append(Reason(Code.KAN_LIMIT))
        return self._verdict(seat, claim, window.tile, reasons, uses)

    def choices(self, seat: Seat, window: Window, claim: Claim) -> Iterator[tuple[Tile, ...]]:
        """The own tiles that the set could be made of; red and plain fives are different choices."""
        hand, kind = seat.hand, window.kind
        if claim != CHI:
            held = hand.of_kind(kind)
            if len(held) >= _COPIES[claim]:
                yield from dict.fromkeys(combinations(held, _COPIES[claim]))
            return
        for first, second in _RUNS[kind]:
            if hand.counts[first] and hand.counts[second]:
                for one in dict.fromkeys(hand.of_kind(first)):
                    for other in dict.fromkeys(hand.of_kind(second)):
                        yield (one, other)

    def fits(self, seat: Seat, tile: Tile, claim: Claim, uses: tuple[Tile, ...]) -> bool:
        """Whether the seat holds `uses` (or may hold them among hidden tiles) and they make the set."""
        kind = KIND_OF[tile]
        kinds = [KIND_OF[used] for used in uses]
        if claim == CHI:
            run = sorted([*kinds, kind])
            if len(run) != 3 or run[2] != run[0] + 2 or run[1] != run[0] + 1 or run[2] >= 27 or run[0] % 9 > 6:
                return False
        elif len(kinds) != _COPIES[claim] or any(used != kind for used in kinds):
            return False
        return _holds_all(seat, uses)

    def swap_kinds(self, tile: Tile, claim: Claim, uses: tuple[Tile, ...]) -> Mask:
        """The kinds that swap calling is about: the claimed kind, and the other end of a run (riichi.md 2.5).

        How much of it is forbidden is the scope of the rule book's `kuikae` lock.
        """
        kind = KIND_OF[tile]
        out = 1 << kind
        if claim == CHI:
            low, high = sorted(KIND_OF[used] for used in uses)
            if kind < low and high % 9 < 8:
                out |= 1 << high + 1
            elif kind > high and low % 9 > 0:
                out |= 1 << low - 1
        return Mask(out)

    def _no_chi(self, claim: Claim) -> bool:
        return claim == CHI and not self.may_chi

    def _leaves_discard(self, seat: Seat, tile: Tile, claim: Claim, uses: tuple[Tile, ...]) -> bool:
        """Whether some tile could be thrown after the call ("if every discard would be banned, ...")."""
        hand = seat.hand
        if not self.swap_scope or hand.counts[HIDDEN]:
            return True
        banned = self.swap_kinds(tile, claim, uses) if self.swap_scope == "swap" else 1 << KIND_OF[tile]
        left = hand.size
        for kind in kinds_in(banned):
            left -= hand.counts[kind]
        return left > sum(1 for used in uses if not banned >> KIND_OF[used] & 1)

    # Acts of the own turn

    def tsumo(self, round_: Round, seat: Seat) -> Verdict:
        """May the seat win with the tile just drawn? Furiten does not matter (R2) unless the profile says so."""
        tile = HIDDEN if seat.drawn is None else seat.drawn
        if seat.drawn is None:
            return self._verdict(seat, TSUMO, tile, [*self._dead(seat, TSUMO), Reason(Code.NEEDS_DRAW)], ())
        if not seat.known:
            return self._unknown(seat, TSUMO, tile)
        reasons = seat.locks.against(TSUMO, KIND_OF[tile], seat.waits, in_riichi=seat.in_riichi)
        if self.counts_tiles and seat.hand.size + 3 * len(seat.hand.melds) != 14:
            reasons.append(Reason(Code.WRONG_TILE_COUNT))
        if not shapes.complete(*seat.hand.keys, pairs=self.seven_pairs):
            reasons = [reason for reason in reasons if reason.code == Code.DEAD_HAND]
            reasons.append(Reason(Code.NOT_COMPLETE))
        else:
            reasons += self.worth.reasons(round_, seat, None)
        return self._verdict(seat, TSUMO, tile, reasons, ())

    def discard(self, round_: Round, seat: Seat, tile: Tile, *, drawn: bool | None = None) -> Verdict:
        """May the seat throw this tile now? (kuikae; riichi). `drawn`: it is told whether it is the drawn one."""
        kind = KIND_OF[tile]
        reasons = self._turn(round_, seat)
        if not seat.hand.holds(tile) and not seat.hand.counts[HIDDEN]:
            reasons.append(Reason(Code.TILE_NOT_HELD))
        reasons += seat.locks.against(DISCARD, kind, seat.waits)
        if seat.in_riichi and not self._is_drawn(seat, tile, drawn=drawn):
            reasons.append(Reason(Code.RIICHI_MUST_DISCARD_DRAW, seat.drawn))
        elif seat.riichi == DECLARED and seat.known and not reasons and not self._ready_without(seat, kind):
            reasons.append(Reason(Code.RIICHI_DISCARD_BREAKS_TENPAI))
        return self._verdict(seat, DISCARD, tile, reasons, ())

    def legal_discards(self, round_: Round, seat: Seat) -> list[Tile]:
        """The tiles that the seat may throw now, each once, without the work of refusing the others."""
        held, locks = seat.hand.held(), seat.locks
        if seat.riichi or self._turn(round_, seat):
            return [tile for tile in held if self.discard(round_, seat, tile).allowed]
        if locks.active & self.bars_discard:
            return [tile for tile in held if not locks.blocked(DISCARD, KIND_OF[tile], seat.waits)]
        return held

    def may_riichi(self, round_: Round, seat: Seat) -> bool:
        """Whether `riichi` allows it; without the work of refusing a hand that is open or far from ready."""
        hand = seat.hand
        if not (self.has_riichi and seat.known and hand.closed):
            return False
        near = shapes.discards(hand.counts[:KINDS], seat.sets, hand.suit_keys)
        return bool(near) and self.riichi(round_, seat).allowed

    def riichi(self, round_: Round, seat: Seat) -> Verdict:
        """May the seat declare riichi? The tiles that may go with it: `riichi_discards`."""
        if not self.has_riichi:
            return self._verdict(seat, RIICHI, HIDDEN, [Reason(Code.NOT_OFFERED)], ())
        reasons = self._turn(round_, seat)
        reasons += seat.locks.against(RIICHI, Kind(KINDS), 0, in_riichi=True)
        if seat.drawn is None and not reasons:
            reasons.append(Reason(Code.NEEDS_DRAW))
        if seat.riichi != NO_RIICHI and not any(reason.code == Code.IN_RIICHI for reason in reasons):
            reasons.append(Reason(Code.IN_RIICHI, event=seat.riichi_at))
        if not seat.hand.closed:
            reasons.append(Reason(Code.OPEN_HAND))
        if seat.known:
            reasons += self._no_riichi_discard(seat)
        if self.min_points != "none" and round_.scores[seat.index] < int(self.min_points):
            reasons.append(Reason(Code.SCORE_LOW))
        if round_.live < self.min_wall:
            reasons.append(Reason(Code.WALL_LOW))
        unknown = not seat.known and not reasons
        return Verdict(seat.index, RIICHI, HIDDEN, (), self._sorted(RIICHI, reasons), unknown)

    def riichi_discards(self, seat: Seat) -> list[tuple[Kind, Mask]]:
        """The kinds that may be thrown with a riichi, each with the waits it leaves.

        Where the profile forbids furiten riichi, those whose waits would lie in the own river are left out.
        """
        return [
            (kind, waits)
            for kind, waits in self.ready_discards(seat)
            if seat.locks.over_wait(RIICHI, kind, waits) is None
        ]

    def ready_discards(self, seat: Seat) -> list[tuple[Kind, Mask]]:
        """The kinds whose discard leaves a ready hand, each with the waits it leaves."""
        counts = seat.hand.counts[:KINDS]
        out = []
        for kind, waits in shapes.discards(counts, seat.sets, seat.hand.suit_keys):
            counts[kind] -= 1
            if self.ready_waits(seat, counts, waits):
                out.append((kind, waits))
            counts[kind] += 1
        return out

    def _no_riichi_discard(self, seat: Seat) -> list[Reason]:
        ready = self.ready_discards(seat)
        if not ready:
            return [Reason(Code.NOT_TENPAI)]
        barred = [seat.locks.over_wait(RIICHI, kind, waits) for kind, waits in ready]
        first = barred[0]
        return [first] if first is not None and None not in barred else []

    def ready_waits(self, seat: Seat, counts: list[int], waits: int) -> Mask:
        """The waits that make a hand ready: by `karaten_own` not those of which the seat holds all four itself.

        Four concealed copies always count; called sets unless the rule book is lenient, kans only under `noten`.
        """
        if not seat.hand.melds or self.karaten == "lenient":
            return shapes.possible(Mask(waits), counts)
        own = counts[:]
        for meld in seat.hand.melds:
            if len(meld.tiles) < 4 or self.karaten == "noten":
                for tile in meld.tiles:
                    own[KIND_OF[tile]] += 1
        return shapes.possible(Mask(waits), own)

    def closed_kan(self, round_: Round, seat: Seat, kind: Kind) -> Verdict:
        """May the seat lay down a concealed kan of this kind? Under riichi by `riichi_ankan` (riichi.md 2.5)."""
        reasons = self._kan(round_, seat, CLOSED_KAN, kind)
        if seat.hand.counts[kind] < 4 and not seat.hand.counts[HIDDEN]:
            reasons.append(Reason(Code.TILE_NOT_HELD))
        elif seat.in_riichi and seat.known:
            if seat.drawn is not None and KIND_OF[seat.drawn] != kind:
                reasons.append(Reason(Code.NOT_DRAWN_TILE, seat.drawn))
            elif self.riichi_ankan != "never":
                reasons += self._kan_keeps_hand(seat, kind)
        return self._verdict(seat, CLOSED_KAN, Tile(kind), reasons, tuple(seat.hand.of_kind(kind)))

    def added_kan(self, round_: Round, seat: Seat, kind: Kind) -> Verdict:
        """The ruling on adding a tile of this kind to its pon."""
        reasons = self._kan(round_, seat, ADDED_KAN, kind)
        held = seat.hand.counts[kind] or seat.hand.counts[HIDDEN]
        if not held or not any(meld.claim == PON and meld.kind == kind for meld in seat.hand.melds):
            reasons.append(Reason(Code.TILE_NOT_HELD))
        return self._verdict(seat, ADDED_KAN, Tile(kind), reasons, tuple(seat.hand.of_kind(kind)[:1]))

    def north(self, round_: Round, seat: Seat) -> Verdict:
        """May the seat set a north aside? (riichi.md 4.5)."""
        if self.profile.seats != 3:
            return self._verdict(seat, NORTH, Tile(NORTH_KIND), [Reason(Code.NOT_OFFERED)], ())
        reasons = self._turn(round_, seat) + self._dead(seat, NORTH)
        if seat.drawn is None and not reasons and not self.north_after_call:
            reasons.append(Reason(Code.NEEDS_DRAW))
        if round_.live == 0 and not (self.north_on_last and round_.replaced < RINSHAN):
            reasons.append(Reason(Code.LAST_TILE))
        if not seat.hand.counts[NORTH_KIND] and not seat.hand.counts[HIDDEN]:
            reasons.append(Reason(Code.TILE_NOT_HELD))
        elif seat.in_riichi and seat.known and seat.drawn is not None and KIND_OF[seat.drawn] != NORTH_KIND:
            # reasons.md names in_riichi for an older north, riichi.md 2.3 not_drawn_tile: both hold
            reasons += [Reason(Code.IN_RIICHI, event=seat.riichi_at), Reason(Code.NOT_DRAWN_TILE, seat.drawn)]
        return self._verdict(seat, NORTH, Tile(NORTH_KIND), reasons, (Tile(NORTH_KIND),))

    def nine_terminals(self, round_: Round, seat: Seat) -> Verdict:
        """The ruling on ending the hand with nine different terminals and honours at its first draw."""
        option = "nine_terminals" if self.profile.seats == 3 else "abort_nine_terminals"
        if self.profile.get(option, "no") != "yes":
            return self._verdict(seat, NINE_TERMINALS, HIDDEN, [Reason(Code.NOT_OFFERED)], ())
        reasons = []
        if seat.drawn is None:
            reasons.append(Reason(Code.NEEDS_DRAW))
        if not seat.first_turn:
            reasons.append(Reason(Code.NOT_FIRST_DRAW))
        if not round_.quiet:
            reasons.append(Reason(Code.INTERRUPTED))
        held = sum(1 for kind in range(KINDS) if TERMINALS_AND_HONOURS >> kind & 1 and seat.hand.counts[kind])
        if seat.known and held < 9:
            reasons.append(Reason(Code.TOO_FEW_TERMINALS))
        unknown = not seat.known and not reasons
        return Verdict(seat.index, NINE_TERMINALS, HIDDEN, (), self._sorted(NINE_TERMINALS, reasons), unknown)

    # Parts

    def _kan(self, round_: Round, seat: Seat, claim: Claim, kind: Kind) -> list[Reason]:
        reasons = self._turn(round_, seat)
        reasons += seat.locks.against(claim, kind, seat.waits, in_riichi=True)
        if seat.drawn is None and not reasons and not self.kan_after_call:
            reasons.append(Reason(Code.NEEDS_DRAW))
        if round_.live == 0:
            reasons.append(Reason(Code.LAST_TILE))
        if round_.kans >= self.most_kans:
            reasons.append(Reason(Code.KAN_LIMIT))
        return reasons

    def _kan_keeps_hand(self, seat: Seat, kind: Kind) -> list[Reason]:
        keys = seat.hand.keys[:]
        keys[SUIT_OF[kind]] -= 4 * shapes.WEIGHT[kind]
        reasons = []
        if seat.waits >> kind & 1 or shapes.waits(*keys) != seat.waits:
            reasons.append(Reason(Code.WAITS_CHANGE))
        if self.riichi_ankan == "shape_unchanged":
            counts = seat.hand.counts[:KINDS]
            counts[kind] -= 1
            if not shapes.fixed_triplet(counts, kind, seat.sets):
                reasons.append(Reason(Code.GROUPING_CHANGES))
        return reasons

    def _ready_without(self, seat: Seat, kind: Kind) -> bool:
        """Whether the hand is ready once a tile of this kind is thrown, and a riichi with it allowed."""
        keys, counts = seat.hand.keys[:], seat.hand.counts[:KINDS]
        keys[SUIT_OF[kind]] -= shapes.WEIGHT[kind]
        counts[kind] -= 1
        left = shapes.waits(*keys)
        return bool(self.ready_waits(seat, counts, left)) and seat.locks.over_wait(RIICHI, kind, left) is None

    @staticmethod
    def _is_drawn(seat: Seat, tile: Tile, *, drawn: bool | None) -> bool:
        if drawn is not None and seat.drawn in {None, HIDDEN}:
            return drawn
        return seat.drawn in {HIDDEN, tile} and drawn is not False

    @staticmethod
    def _turn(round_: Round, seat: Seat) -> list[Reason]:
        if round_.turn not in {-1, seat.index} or (round_.to_draw and round_.turn != -1):
            return [Reason(Code.OUT_OF_TURN)]
        return []

    @staticmethod
    def _dead(seat: Seat, claim: Claim) -> list[Reason]:
        if not seat.dead:
            return []
        return [reason for reason in seat.locks.against(claim, Kind(KINDS), 0) if reason.code == Code.DEAD_HAND]

    def _unknown(self, seat: Seat, claim: Claim, tile: Tile) -> Verdict:
        """Hidden tiles decide, unless the hand is dead: that is seen on the table."""
        dead = self._dead(seat, claim)
        return self._verdict(seat, claim, tile, dead, ()) if dead else Verdict(seat.index, claim, tile, unknown=True)

    def _sorted(self, claim: Claim, reasons: list[Reason]) -> tuple[Reason, ...]:
        rank = self.profile.rank[_ORDER[claim]]
        return tuple(sorted(reasons, key=lambda reason: rank.get(reason.code, len(rank))))

    def _verdict(self, seat: Seat, claim: Claim, tile: Tile, reasons: list[Reason], uses: tuple[Tile, ...]) -> Verdict:
        if len(reasons) > 1:
            return Verdict(seat.index, claim, tile, uses, self._sorted(claim, reasons))
        return Verdict(seat.index, claim, tile, uses, tuple(reasons))


def orphans_ready(seat: Seat) -> bool:
    """Whether the hand awaits thirteen orphans, the only hand that may rob a concealed kan."""
    if seat.hand.melds or not seat.waits:
        return False
    counts = seat.hand.counts
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    return len(kinds) >= 12 and all(TERMINALS_AND_HONOURS >> kind & 1 for kind in kinds)


def _holds_all(seat: Seat, tiles: tuple[Tile, ...]) -> bool:
    hand = seat.hand
    spare = hand.counts[HIDDEN]
    for tile in set(tiles):
        spare -= max(0, tiles.count(tile) - hand.count(tile))
    return spare >= 0
