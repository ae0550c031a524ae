"""The Singapore house: bonus tiles, instant payments, the last tile, payments and bao, the deal's passing on.

singapore.md 4, 5, 9, 10, 12. Money is counted in units of a 1-tai discard win and starts at nought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from minogashi.claims import ADDED_KAN, CHI, CLAIM_NAMES, OPEN_KAN, PON
from minogashi.errors import ProfileError
from minogashi.events import Bonus, Call, ClosedKan, DeadHand, Draw, Event, FalseWin, Pass, Payment, RoundStart, Tsumo
from minogashi.penalty import CHOMBO, DEAD_HAND, false_hu
from minogashi.play.state import State
from minogashi.play.walls import Wall, shuffled
from minogashi.seat import WINDS
from minogashi.tiles import FIRST_BONUS, HIDDEN, KIND_OF, Tile
from minogashi.value.bao import BaoRules, Fed, FedWin, bao, is_fresh, kong_payer
from minogashi.value.bites import bite_table, bites, instant_payments, kong_bite
from minogashi.value.settlement import false_hu_penalty, payments
from minogashi.value.singapore import TaiScorer, TaiValue

if TYPE_CHECKING:
    from minogashi.course import Win
    from minogashi.play.deal import Deal
    from minogashi.rulebook import Profile
    from minogashi.seat import Seat
    from minogashi.table import Table

DEALT: Final = 53
"""Thirteen tiles for each seat and the dealer's fourteenth."""
FLOWERS: Final = "flowers"
"""The result of a hand that eight flowers and seasons end."""
BIG_SETS: Final = "big_sets"
"""The result of a hand that three dragon sets or four wind sets end before it is complete."""


class SingaporeHouse:
    """What a Singapore table adds to the claims: see the module. `winds` is the length of the game.

    With `dice` the walls stand before the seats and are broken.
    """

    def __init__(self, profile: Profile, winds: int = len(WINDS), *, dice: bool = False) -> None:
        self.profile, self.winds, self.dice = profile, winds, dice
        self.penalties: tuple[int, ...] = ()
        options = {name: option.value for name, option in profile.options.items()}
        self.scorer = TaiScorer(options)
        self.bao_rules = BaoRules(options)
        self.bite_table = bite_table(options)
        self.dead_wall = int(profile["dead_wall"])
        if not 0 <= self.dead_wall < profile.tiles - DEALT:
            raise ProfileError(f"dead_wall = {self.dead_wall}: a deal takes {DEALT} of {profile.tiles} tiles")
        self._begin()

    def _begin(self) -> None:
        self.paid: list[set[str]] = [set() for _ in range(4)]
        self.fed: list[list[Fed]] = [[] for _ in range(4)]
        self.kong: tuple[int, str, Fed | None] | None = None
        self.replacing: Fed | None = None
        self.replaced: set[int] = set()
        self.opened = False
        self.winner = -1
        self.bitten = False

    # The game

    def start(self) -> State:
        """The first deal."""
        return State(scores=(0, 0, 0, 0))

    def wall(self, seed: str) -> Wall:
        """The wall of one hand."""
        return Wall(shuffled(self.profile, seed, dice=self.dice), dead=self.dead_wall)

    def deal(self, state: State, wall: Wall) -> RoundStart:
        """13 tiles each; the dealer's fourteenth is drawn."""
        self._begin()
        hands = tuple(tuple(wall.draw() for _ in range(13)) for _ in range(4))
        return RoundStart(state.wind, state.number, state.honba, 0, state.dealer, state.scores, (), hands)

    def opening(self, deal: Deal) -> None:
        """The opening replacement (4).

        "Starting at the dealer, each seat in turn exposes all its bonus tiles and draws that many from
        the back; repeat in rounds until nobody holds one."
        """
        table = deal.table
        dealer = table.round.dealer
        again = True
        while again:
            again = False
            for step in range(4):
                seat = table.seats[(dealer + step) % 4]
                shown = [tile for tile in range(FIRST_BONUS, HIDDEN) for _ in range(seat.hand.counts[tile])]
                for tile in shown:
                    deal.play(Bonus(seat.index, Tile(tile)))
                    if deal.result:  # eight flowers
                        return
                for _ in shown:
                    if not deal.wall.live:
                        deal.end("exhaustive")
                        return
                    self._make_up(deal, seat)
                again = again or bool(shown)
        self.opened = True
        for step in range(4):
            self._sets_win(deal, table.seats[(dealer + step) % 4])

    def _make_up(self, deal: Deal, seat: Seat) -> None:
        self.replaced.add(seat.index)
        deal.play(Draw(seat.index, deal.wall.replacement(), replacement=True))

    def next(self, state: State, table: Table, result: str) -> State | None:
        """The next deal: the dealer stays by `dealer_on_win` and `dealer_on_draw`; None after the last wind."""
        scores = tuple(table.round.scores)
        won = {win.seat for win in table.wins} | ({self.winner} if self.winner >= 0 else set())
        if result == "exhaustive":
            stays = self.profile["dealer_on_draw"] == "stay" or not (self.bitten or table.round.kans)
        elif result == CHOMBO:
            stays = True
        else:
            stays = state.dealer in won and self.profile["dealer_on_win"] == "stay"
        if stays:
            return State(state.wind, state.number, state.honba + 1, 0, state.dealer, scores, state.hands + 1)
        number, wind = (state.number + 1) % 4, state.wind + (state.number == 3)
        if wind == self.winds:
            return None
        return State(wind, number, 0, 0, (state.dealer + 1) % 4, scores, state.hands + 1)

    def final(self, table: Table) -> tuple[int, ...]:
        """The money at the end of the game."""
        return tuple(table.round.scores)

    # The hand

    def before(self, deal: Deal, event: Event) -> None:
        """Nothing has to come first."""

    def after(self, deal: Deal, event: Event) -> None:
        """Bonus tiles are shown and paid for at once; kongs are remembered until they stand."""
        table = deal.table
        if isinstance(event, Draw):
            if self.opened:
                self._drawn(deal, event)
        elif isinstance(event, Bonus):
            self._bite(deal, event)
        elif isinstance(event, Call):
            self._fed(table, event)
            self._sets_win(deal, table.seats[event.seat], event)
        elif isinstance(event, ClosedKan):
            self.fed[event.seat].append(Fed("ankan", event.tiles, None))
            self.kong = (event.seat, "ankan", None)
        elif table.window is not None and table.window.via == CLAIM_NAMES[ADDED_KAN] and table.window.event == table.at:
            self._promoted(table)

    def _drawn(self, deal: Deal, event: Draw) -> None:
        if FIRST_BONUS <= event.tile < HIDDEN:
            deal.play(Bonus(event.seat, event.tile))
        else:
            self._sets_win(deal, deal.table.seats[event.seat])

    def _bite(self, deal: Deal, event: Bonus) -> None:
        """Hidden is what lay in the hand as dealt: before the seat's own first replacement, not that of others [P]."""
        table = deal.table
        seat = table.seats[event.seat]
        before = seat.bonus[:-1]
        wind = table.round.wind_of(seat.index)
        hidden = not self.opened and seat.index not in self.replaced
        found = bites(before, [event.tile], wind, hidden=hidden, paid=self.paid[seat.index], table=self.bite_table)
        for bite in found:
            self.paid[seat.index].add(bite.name)
            self.bitten = True
            deal.play(Payment(tuple(instant_payments(bite.each, seat=seat.index)), bite.name))
        self._flower_win(deal, seat, event.tile)

    def _flower_win(self, deal: Deal, shown_by: Seat, tile: Tile) -> None:
        """Eight flowers and seasons win at once; a seat with seven robs the eighth (11.3)."""
        table = deal.table
        for step in range(4):
            seat = table.seats[(shown_by.index + step) % 4]
            robbed = seat is not shown_by
            value = self.scorer.flower_win(seat.bonus, tile if robbed else None)
            if value is not None:
                discarder = shown_by.index if robbed else None
                self._win_at_once(deal, seat, self._payments(value, seat.index, discarder), FLOWERS)
                return

    def _sets_win(self, deal: Deal, seat: Seat, taken: Call | None = None) -> None:
        """Three dragon sets or four wind sets win at once under `instant_big_sets` (11.4), paid as any win."""
        melds = [(CLAIM_NAMES[meld.claim], meld.tiles) for meld in seat.hand.melds]
        value = self.scorer.instant_win(seat.hand.tiles(), melds)
        if value is None or not deal.table.running:
            return
        self._pay_kong(deal)
        discarder, tile = (None, seat.hand.tiles()[-1]) if taken is None else (taken.source, taken.tile)
        liable = bao(self._fed_hand(deal.table, seat, tile, discarder), self.bao_rules)
        paid = self._payments(value, seat.index, discarder, None if liable is None else liable.seat)
        self._win_at_once(deal, seat, paid, BIG_SETS)

    def _win_at_once(self, deal: Deal, seat: Seat, paid: list[int], why: str) -> None:
        """A win that needs no complete hand: paid, and the hand is over."""
        self.winner = seat.index
        deal.play(Payment(tuple(paid), why))
        deal.end(why)

    def _fed(self, table: Table, event: Call) -> None:
        seat = table.seats[event.seat]
        fresh = self._fresh(table, event.tile, taken_by=event.seat)
        word = CLAIM_NAMES[event.claim]
        fed = Fed(word, (*event.uses, event.tile), event.source, tuple(seat.bonus), table.round.live, fresh)
        if event.claim != CHI:
            self.fed[event.seat].append(fed)
        else:
            self.fed[event.seat].append(Fed(word, fed.tiles, event.source))
        if event.claim == OPEN_KAN:
            self.kong = (event.seat, word, fed)

    def _promoted(self, table: Table) -> None:
        window = table.window
        if window is None:
            return
        own = self.fed[window.source]
        for place, fed in enumerate(own):
            if fed.word == CLAIM_NAMES[PON] and KIND_OF[fed.tiles[0]] == window.kind:
                own[place] = fed._replace(word="kakan", tiles=(*fed.tiles, window.tile))
        self.kong = (window.source, "kakan", None)

    def _fresh(self, table: Table, tile: Tile, taken_by: int = -1) -> bool:
        """Whether no copy of the tile was in sight before it was thrown; `taken_by` has just laid it down.

        What others took from a river lies in their melds, and no longer among the discards.
        """
        laid = [meld for seat in table.seats for meld in seat.hand.melds]
        lying = [KIND_OF[other] for seat in table.seats for other in seat.river]
        for meld in laid:
            if meld.taken is not None:
                lying.remove(KIND_OF[meld.taken])
        if taken_by < 0:
            lying.remove(KIND_OF[tile])
        else:
            laid.remove(table.seats[taken_by].hand.melds[-1])
        melds = [(CLAIM_NAMES[meld.claim], meld.tiles) for meld in laid]
        return is_fresh(KIND_OF[tile], [Tile(kind) for kind in lying], melds, self.bao_rules.fresh_definition)

    def due(self, deal: Deal) -> str:
        """The kong that stands is paid; the hand is drawn when the live wall is used up (9, 10)."""
        table = deal.table
        round_ = table.round
        if round_.to_draw:
            if self.kong is not None and round_.replacement_due:
                self._pay_kong(deal)
            return "" if round_.live else "exhaustive"
        if round_.live or self.profile["last_tile_discard"] == "on":
            return ""
        return self._last_tile(deal)

    def _pay_kong(self, deal: Deal) -> None:
        if self.kong is None:
            return
        seat, word, fed = self.kong
        self.kong, self.replacing = None, fed
        payer = None
        if fed is not None:
            by_discarder = self.profile["discard_kong_payer"] == "discarder"
            payer = fed.fed_by if by_discarder else kong_payer(fed, self.bao_rules)
        each = kong_bite(word, self.bite_table)
        deal.play(Payment(tuple(instant_payments(each, seat=seat, payer=payer)), "kong"))

    def _last_tile(self, deal: Deal) -> str:
        """The player who draws the last live tile may declare hu; otherwise the hand is drawn, without a discard."""
        table = deal.table
        seat = table.seats[table.round.turn]
        if seat.drawn is not None and table.referee.tsumo(table.round, seat).allowed:
            chosen = deal.answer(seat.index, [Tsumo(seat.index, seat.drawn), Pass(seat.index)])
            deal.play(chosen)
            if isinstance(chosen, Tsumo):
                return "win"
        return "exhaustive"

    def false_win(self, deal: Deal, event: FalseWin, *, won: bool) -> None:
        """A false hu is paid for as a limit hand and ends the hand, or leaves a dead hand, by `false_hu` (13)."""
        table = deal.table
        ruling = false_hu(self.profile)
        if ruling.consequence == DEAD_HAND:
            deal.play(DeadHand(event.seat))
        elif ruling.consequence == CHOMBO:
            window = table.window
            paid = false_hu_penalty(
                offender=event.seat,
                discarder=None if window is None or window.source == event.seat else window.source,
                max_tai=self.scorer.max_tai,
            )
            deal.play(Payment(tuple(paid), "false_hu"))
            if not won:
                deal.end(CHOMBO)

    # Money

    def settled(self, deal: Deal, result: str) -> tuple[int, ...]:
        """The points of all seats once the hand is over."""
        table = deal.table
        scores = list(table.round.scores)
        if result == "win":
            for win in table.wins:
                for seat, amount in enumerate(self._paid(table, win)):
                    scores[seat] += amount
        return tuple(scores)

    def value(self, table: Table, seat: int) -> Any:  # noqa: ANN401  as `Table.value`
        """What a win of the seat is worth."""
        return table.value(seat)

    def _paid(self, table: Table, win: Win) -> list[int]:
        value = table.value(win.seat)
        discarder = None if win.source == win.seat else win.source
        liable = bao(self._fed_win(table, win, discarder), self.bao_rules)
        return self._payments(value, win.seat, discarder, None if liable is None else liable.seat)

    def _payments(
        self, value: TaiValue | int, winner: int, discarder: int | None, liable: int | None = None
    ) -> list[int]:
        return payments(
            value,
            winner=winner,
            discarder=discarder,
            payment=str(self.profile["payment"]),
            thirteen_orphans_payment=str(self.profile["thirteen_orphans_payment"]),
            bao=liable,
        )

    def _fed_win(self, table: Table, win: Win, discarder: int | None) -> FedWin:
        seat = table.seats[win.seat]
        fresh = discarder is not None and win.via == "discard" and self._fresh(table, win.tile)
        won_by_kong = discarder is None and seat.drawn_replacement == "kan"
        hand = self._fed_hand(table, seat, win.tile, discarder)
        concealed = hand.concealed if discarder is None else (*hand.concealed, win.tile)
        return replace(hand, concealed=concealed, fresh=fresh, kong=self.replacing if won_by_kong else None)

    def _fed_hand(self, table: Table, seat: Seat, tile: Tile, discarder: int | None) -> FedWin:
        """A seat's hand as it lies, and who fed its melds."""
        return FedWin(
            seat_wind=table.round.wind_of(seat.index),
            round_wind=table.round.wind % 4,
            concealed=tuple(seat.hand.tiles()),
            win_tile=tile,
            melds=tuple(self.fed[seat.index]),
            fed_by=discarder,
            bonus=tuple(seat.bonus),
            live=table.round.live,
        )
