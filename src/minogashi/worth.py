"""Whether a complete hand may win, and its value: the bridge from a seat's situation to `value`.

Asked only where the shape is complete. Which test it is, the family's rule file names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from minogashi.claims import CLAIM_NAMES, Code, Reason
from minogashi.seat import BY_ADDED_KAN, BY_CLOSED_KAN, BY_NORTH, Round, Seat, Window
from minogashi.shapes import possible
from minogashi.tiles import KIND_OF, Kind, Mask, Tile, kinds_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile
    from minogashi.value.riichi import Scorer, Value, WinContext
    from minogashi.value.singapore import TaiScorer, TaiValue


class Worth(Protocol):
    """What the referee asks of a value test."""

    def reasons(self, round_: Round, seat: Seat, window: Window | None) -> list[Reason]:
        """Why this complete hand may not win with the tile on offer (None: the tile drawn); empty if it may."""

    def value(self, round_: Round, seat: Seat, window: Window | None, ura: Sequence[Kind] = ()) -> Any:  # noqa: ANN401
        """What the win is worth in the family's own terms; None where it may not win."""

    def points(self, round_: Round, seat: Seat, window: Window | None) -> int:
        """How much the win is worth, to compare it with another of the same seat; 0 where it may not win."""


def worth_of(profile: Profile) -> Worth:
    """The value test that the profile's family names."""
    tests: dict[str, type[Yaku | Tai]] = {"riichi": Yaku, "singapore": Tai}
    return tests[profile.value](profile)


class Yaku:
    """Riichi: yaku, and two han from yaku where the counters demand it."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.chankan = {BY_ADDED_KAN, BY_CLOSED_KAN}
        if profile.get("kita_chankan", "no") == "yes":
            self.chankan.add(BY_NORTH)
        self.may_be_one_sided = profile.get("atozuke", "yes") != "no"
        self.two_han_from = 5 if profile.get("ryanhan_shibari", "none") == "5_honba" else None
        self._scorer: Scorer | None = None
        self._asked_last: object = None
        self._answer: Value | None = None

    @property
    def scorer(self) -> Scorer:
        """The scorer for these options, made when first needed: it is a heavy import."""
        if self._scorer is None:
            from minogashi.value.riichi import Scorer

            self._scorer = Scorer({name: option.value for name, option in self.profile.options.items()})
        return self._scorer

    def reasons(self, round_: Round, seat: Seat, window: Window | None) -> list[Reason]:
        """Why this complete hand may not win with the tile on offer (None: the tile drawn); empty if it may."""
        if self.two_han_from is not None and round_.honba >= self.two_han_from:
            # "ippatsu is a yaku and counts; dora does not" (riichi.md 2.2)
            han = self.scorer.yaku_han(*self._asked(round_, seat, window, ()))
            if han < 2:
                return [Reason(Code.TWO_HAN_MINIMUM if han else Code.NO_YAKU)]
            return []
        if seat.in_riichi or (window is None and seat.hand.closed):
            return []  # R17: riichi is a yaku, and so is a closed self-draw
        if not self.value(round_, seat, window):
            return [Reason(Code.NO_YAKU)]
        return [] if self.may_be_one_sided or self._is_sure(round_, seat, window) else [Reason(Code.NO_YAKU)]

    def _is_sure(self, round_: Round, seat: Seat, window: Window | None) -> bool:
        """Whether every wait of the hand gives a yaku, chance aside: what `atozuke=no` asks for (R39: kata-agari)."""
        tiles, tile, melds, context = self._asked(round_, seat, window, ())
        tiles.remove(tile)
        plain = replace(context, rinshan=False, chankan=False, last_tile=False)
        waits = [Tile(kind) for kind in kinds_in(possible(seat.waits, seat.hand.owned()))]
        return all(self.scorer.has_yaku([*tiles, other], other, melds, plain) for other in waits)

    def points(self, round_: Round, seat: Seat, window: Window | None) -> int:
        """The points of the win without counters and sticks."""
        found = self.value(round_, seat, window)
        return 0 if found is None else found.points

    def value(self, round_: Round, seat: Seat, window: Window | None, ura: Sequence[Kind] = ()) -> Value | None:
        """The hand's value with the tile on offer or drawn; None where it has no yaku."""
        asked = self._asked(round_, seat, window, ura)
        if asked != self._asked_last:  # the ruling on a win and its points ask the same thing, one after the other
            self._asked_last, self._answer = asked, self.scorer.value(*asked)
        return self._answer

    def _asked(
        self, round_: Round, seat: Seat, window: Window | None, ura: Sequence[Kind]
    ) -> tuple[list[Tile], Tile, list[tuple[str, tuple[Tile, ...]]], WinContext]:
        return *_won(seat, window), self._context(round_, seat, window, ura)

    def _context(self, round_: Round, seat: Seat, window: Window | None, ura: Sequence[Kind]) -> WinContext:
        from minogashi.value.riichi import WinContext

        rinshan = window is None and bool(seat.drawn_replacement)
        return WinContext(
            tsumo=window is None,
            seat_wind=round_.wind_of(seat.index),
            round_wind=round_.wind % 4,
            riichi=seat.in_riichi,
            double_riichi=seat.in_riichi and seat.double_riichi,
            ippatsu=seat.in_riichi and seat.ippatsu,
            rinshan=rinshan,
            chankan=window is not None and window.via in self.chankan,
            last_tile=round_.live == 0 and not rinshan,
            first_turn=round_.quiet and seat.first_turn,
            dora=tuple(KIND_OF[tile] for tile in round_.indicators),
            ura=tuple(ura),
            norths=seat.norths,
            seats=round_.seats,
        )


class Tai:
    """Singapore: tai, of which the table asks a minimum."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._scorer: TaiScorer | None = None

    @property
    def scorer(self) -> TaiScorer:
        """The scorer for these options."""
        if self._scorer is None:
            from minogashi.value.singapore import TaiScorer

            self._scorer = TaiScorer({name: option.value for name, option in self.profile.options.items()})
        return self._scorer

    def reasons(self, round_: Round, seat: Seat, window: Window | None) -> list[Reason]:
        """`below_min_tai`, or nothing."""
        value = self.value(round_, seat, window)
        return [] if value is not None and self.scorer.legal(value) else [Reason(Code.BELOW_MIN_TAI)]

    def points(self, round_: Round, seat: Seat, window: Window | None) -> int:
        """The tai of the win."""
        value = self.value(round_, seat, window)
        return 0 if value is None else value.tai

    def value(self, round_: Round, seat: Seat, window: Window | None, ura: Sequence[Kind] = ()) -> TaiValue | None:
        """The hand's tai with the tile on offer or drawn; None for a shape that the table does not accept."""
        del ura  # there is no such thing here
        from minogashi.value.singapore import TaiContext

        after = seat.drawn_replacement if window is None else ""
        context = TaiContext(
            self_drawn=window is None,
            seat_wind=round_.wind_of(seat.index),
            round_wind=round_.wind % 4,
            bonus=tuple(seat.bonus),
            replacement={"kan": "kong"}.get(after, after),
            kong_on_kong=after == "kan" and seat.kans_in_turn > 1,
            robbing=window is not None and window.via in {BY_ADDED_KAN, BY_CLOSED_KAN},
            last_tile=round_.live == 0 and window is None and not after,
            first_turn=seat.first_turn and round_.quiet,
            dealers_discard=window is not None and window.source == round_.dealer and round_.thrown == 1,
            exposed=not round_.quiet,
            waits=Mask(seat.waits),
        )
        return self.scorer.value(*_won(seat, window), context)


def _won(seat: Seat, window: Window | None) -> tuple[list[Tile], Tile, list[tuple[str, tuple[Tile, ...]]]]:
    """The concealed tiles with the winning one, the winning tile, and the melds in words."""
    tiles = seat.hand.tiles()
    if window is None:
        tile = seat.drawn if seat.drawn is not None else tiles[-1]
    else:
        tile = window.tile
        tiles.append(tile)
    return tiles, tile, [(CLAIM_NAMES[meld.claim], meld.tiles) for meld in seat.hand.melds]
