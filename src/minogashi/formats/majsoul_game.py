"""From Mahjong Soul's messages to events and statements: what its records and its client messages share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.errors import RecordError
from minogashi.events import (
    AddedKan,
    Ask,
    Call,
    ClosedKan,
    Discard,
    Dora,
    Draw,
    NineTerminals,
    North,
    Pass,
    Riichi,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.formats import liqi
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import HIDDEN, KIND_OF, RED_MAN, RED_PIN, RED_SOU, Tile
from minogashi.tiles import NORTH as NORTH_KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minogashi.claims import Claim
    from minogashi.events import Event

_ON_TILE: Final = CHI | PON | OPEN_KAN | RON
_OWN_TURN: Final = TSUMO | RIICHI | NINE_TERMINALS
_CALL: Final = {0: CHI, 1: PON, 2: OPEN_KAN}
_SETS: Final = (CHI, PON, OPEN_KAN)
_RED: Final = {KIND_OF[red]: red for red in (RED_MAN, RED_PIN, RED_SOU)}
_UNTOLD: Final = -1


class Game:
    """One game, filled message by message.

    `view` is the seat of a client, whose hand alone is known; `answers` says that the messages hold the server's
    offers and furiten flags (some writers strip them); without `reds` there are no red fives.
    """

    def __init__(
        self, path: str, form: str, *, view: int | None = None, answers: bool = True, reds: bool = True
    ) -> None:
        self.record = Record(path, form, "majsoul", view=view, unit="action")
        if not reds:
            self.record.options["red_fives"] = "0"
        self.view, self.answers, self.reds = view, answers, reds
        self.open = False
        self.number = self.at = 0
        self.seats = 4
        self.dealer = self.indicators = 0
        self.replacement = False
        self.offered: tuple[int, Tile] | None = None
        self.sets: dict[tuple[int, Claim], tuple[tuple[Tile, ...], ...]] = {}
        self.asked: list[tuple[int, liqi.Answer]] = []

    def play(self, name: str, data: dict[str, Any], number: int) -> None:
        """A message by its name, say `.lq.RecordDealTile` or `ActionDealTile`; `number` is its place in the file."""
        self.number = number
        known = _MESSAGES.get(short(name))
        if known is None:
            raise RecordError(f"{name!r} is a message of a game with other rules", at=f"action {number}")
        kind, act = known
        try:
            message = msgspec.convert({key: value for key, value in data.items() if value is not None}, kind)
            if kind is not liqi.NewRound:
                self._expect(message.seat)
            act(self, message)
        except RecordError as error:
            raise error.located(at=f"action {number}") from error.__cause__
        except msgspec.ValidationError as error:
            raise RecordError(f"{name}: {error}", at=f"action {number}") from error

    def answer(self, seat: int, answer: liqi.Answer) -> None:
        """What a player replied to an offer: nothing of it is a pass, a claim may come second to another's."""
        if self.open and self.offered is not None and 0 <= seat < self.seats and seat != self.offered[0]:
            if answer.cancel_operation:
                self._play(Pass(seat))
            else:
                self.asked.append((seat, answer))

    def finish(self) -> None:
        """Nothing more comes."""
        if self.open:
            self._end("cut")
            self.record.cut = True

    # Messages

    def new_round(self, deal: liqi.NewRound) -> None:
        """The deal, and the dealer's first tile."""
        if self.open:
            self._end("cut")
        self.seats = len(deal.scores)
        self.dealer = deal.ju
        if self.seats not in {3, 4} or not (0 <= deal.ju < self.seats and 0 <= deal.chang < 4):
            raise RecordError(f"no such hand: chang {deal.chang}, ju {deal.ju}, {self.seats} seats")
        game = self.record
        game.seats, game.profile = self.seats, "majsoul" if self.seats == 4 else "majsoul-sanma"
        hands = self._hands(deal)
        first = hands[self.dealer].pop() if len(hands[self.dealer]) == 14 else HIDDEN
        for hand in hands:
            if len(hand) != 13:
                raise RecordError(f"a dealt hand has 13 tiles, found {len(hand)}")
        shown = liqi.tiles(deal.doras or [deal.dora])
        self.open, self.indicators = True, len(shown)
        self._forget()
        self._play(
            RoundStart(
                deal.chang,
                deal.ju,
                deal.ben,
                deal.liqibang,
                deal.ju,
                tuple(deal.scores),
                shown,
                tuple([tuple(hand) for hand in hands]),
                live=deal.left_tile_count + 1 if deal.left_tile_count else None,
            )
        )
        self.at = self._play(Draw(self.dealer, first))
        deal.tingpais = deal.tingpais0
        self._own_turn(deal, self.dealer)

    def _hands(self, deal: liqi.NewRound) -> list[list[Tile]]:
        shown = [deal.tiles0, deal.tiles1, deal.tiles2, deal.tiles3][: self.seats]
        if self.view is not None:
            shown = [deal.tiles if seat == self.view else [] for seat in range(self.seats)]
        hidden = [HIDDEN] * 13 if self.view is not None else []
        return [list(liqi.tiles(hand)) or hidden[:] for hand in shown]

    def deal(self, draw: liqi.DealTile) -> None:
        """A draw."""
        if not draw.tile and self.view in {None, draw.seat}:
            raise RecordError("a draw without its tile")
        tile = liqi.tile(draw.tile) if draw.tile else HIDDEN
        self._turn_indicators(draw)
        self._forget()
        self.at = self._play(Draw(draw.seat, tile, replacement=self.replacement))
        self.replacement = False
        self._riichi_stands(draw)
        self._furiten(draw, acting=draw.seat)
        self._own_turn(draw, draw.seat)

    def discard(self, thrown: liqi.DiscardTile) -> None:
        """A discard, with a riichi or without."""
        tile = liqi.tile(thrown.tile)
        if thrown.is_liqi or thrown.is_wliqi:
            self._play(Riichi(thrown.seat))
        self._forget()
        self.at = self._play(Discard(thrown.seat, tile, drawn=thrown.moqie))
        self.offered = (thrown.seat, tile)
        self._furiten(thrown)
        self._offers(thrown, _ON_TILE)
        if self._told(thrown.seat):
            self._say("waits", _waits(thrown.tingpais), thrown.seat)
        # "the indicator of an added or open kan follows the discard"
        self._turn_indicators(thrown)

    def called(self, call: liqi.ChiPengGang) -> None:
        """A chi, pon or open kan."""
        claim = _CALL.get(call.type)
        taken = [place for place, source in enumerate(call.froms) if source != call.seat]
        if claim is None or len(taken) != 1 or len(call.froms) != len(call.tiles):
            raise RecordError(f"a call of type {call.type} with the tiles {call.tiles} from {call.froms}")
        made = list(liqi.tiles(call.tiles))
        tile = made.pop(taken[0])
        self._outranked({call.seat})
        self._forget()
        self.at = self._play(Call(call.seat, claim, tile, self._expect(call.froms[taken[0]]), tuple(made)))
        self.replacement = claim == OPEN_KAN
        self._riichi_stands(call)
        self._furiten(call, acting=_UNTOLD if claim == OPEN_KAN else call.seat)
        if claim != OPEN_KAN and self._told(call.seat):
            for choice in _list(call.operation):
                if choice.type == liqi.THROW:
                    self._say("swap", _kinds(choice), call.seat)
            self._candidates(call)

    def kan(self, kan: liqi.AnGangAddGang) -> None:
        """An added or concealed kan."""
        tile = liqi.tile(kan.tiles)
        self._forget()
        if kan.type == 2:
            self.at = self._play(AddedKan(kan.seat, tile))
        elif kan.type == 3:
            kind = Tile(KIND_OF[tile])
            last = _RED.get(KIND_OF[tile], kind) if self.reds else kind
            self.at = self._play(ClosedKan(kan.seat, (kind, kind, kind, last)))
        else:
            raise RecordError(f"a kan of type {kan.type}")
        self._set_aside(kan, tile)

    def north(self, north: liqi.BaBei) -> None:
        """A north is set aside."""
        self._forget()
        self.at = self._play(North(north.seat))
        self._set_aside(north, Tile(NORTH_KIND))

    def _set_aside(self, shown: liqi.Message, tile: Tile) -> None:
        """A kan or a north may be won by others; a replacement tile follows."""
        self.replacement = True
        self.offered = (shown.seat, tile)
        if self.view is not None:
            self._furiten(shown)
        self._offers(shown, RON)
        self._turn_indicators(shown)

    def hule(self, end: liqi.Hule) -> None:
        """Wins."""
        if not end.hules:
            raise RecordError("a win without a winner")
        self._outranked({won.seat for won in end.hules})
        for won in end.hules:
            self._expect(won.seat)
            if won.zimo:
                self.at = self._play(Tsumo(won.seat, liqi.tile(won.hu_tile)))
            elif self.offered is not None:
                self.at = self._play(Ron(won.seat, *self.offered))
            else:
                raise RecordError("a win on a tile that nobody offered")
            self._worth(won, end)
        scores = end.scores
        if not scores and end.old_scores:
            scores = [old + change for old, change in zip(end.old_scores, end.delta_scores, strict=True)]
        self._end("win", scores)

    def _worth(self, won: liqi.Won, end: liqi.Hule) -> None:
        deltas = tuple(end.delta_scores)
        points = won.point_rong
        if won.zimo:
            payers = self.seats - 1
            dealer = won.point_zimo_xian if won.seat == self.dealer else won.point_zimo_qin
            points = dealer + won.point_zimo_xian * (payers - 1)
        if not points:
            self._say("deltas", deltas, won.seat)
            return
        claim = WinClaim(
            points=points,
            fu=won.fu,
            han=0 if won.yiman else won.count,
            yakuman=won.count if won.yiman else 0,
            yaku={_yaku(fan.id): fan.val for fan in won.fans if fan.val},
            hand=liqi.tiles([*won.hand, won.hu_tile]) if won.hand else (),
            ura=liqi.tiles(won.li_doras),
            deltas=deltas,
        )
        self._say("win", claim, won.seat)

    def no_tile(self, end: liqi.NoTile) -> None:
        """The wall ran out."""
        self._forget()
        self.at = len(self.record.events) - 1
        for seat, player in enumerate(end.players):
            if player.tingpai:
                self._say("tenpai", True, self._expect(seat))  # noqa: FBT003
        scores = list(end.scores[0].old_scores) if end.scores else []
        for change in end.scores:
            for seat, points in enumerate(change.delta_scores[: len(scores)]):
                scores[seat] += points
        self._end("nagashi" if end.liujumanguan else "exhaustive", scores)

    def abort(self, end: liqi.LiuJu) -> None:
        """An abortive draw."""
        self._riichi_stands(end)
        if end.type == 1:
            self._play(NineTerminals(end.seat))
            result = "nine_terminals"
        else:
            result = {2: "four_winds", 3: "four_kans", 4: "four_riichi", 5: "triple_ron"}.get(end.type, "")
        if not result:
            raise RecordError(f"an abortive draw of type {end.type}")
        self._end(result)

    # The server's answers

    def _told(self, seat: int) -> bool:
        """Whether the messages hold the server's answers to this seat."""
        return self.answers and self.view in {None, seat}

    def _furiten(self, message: liqi.Message, acting: int = _UNTOLD) -> None:
        """The lamps; that of the seat with 14 tiles says nothing of its hand."""
        flags = message.zhenting
        if isinstance(flags, bool):
            if self.view is not None and self.answers and self.view != acting:
                self._say("furiten", flags, self.view)
            return
        for seat, lit in enumerate(flags[: self.seats]):
            if seat != acting:
                self._say("furiten", lit, seat)

    def _offers(self, message: liqi.Message, judged: int) -> None:
        offers = {made.seat: made for made in message.operations}
        if message.operation is not None:
            offers[message.operation.seat] = message.operation
        for seat in range(self.seats):
            if seat != message.seat and self._told(seat):
                choices = _list(offers.get(seat))
                self._say("offers", _mask(choices), seat, judged)
                for choice in choices:
                    claim = liqi.CLAIM.get(choice.type)
                    if claim in _SETS:
                        self.sets[seat, claim] = choice.sets()
                        self._say("uses", tuple(sorted(choice.sets())), seat, claim)

    def _own_turn(self, message: liqi.Message, seat: int) -> None:
        if not self._told(seat):
            return
        choices = _list(message.operation)
        self._say("offers", _mask(choices), seat, _OWN_TURN | (NORTH if self.seats == 3 else 0))
        named = {liqi.CLAIM.get(choice.type): choice for choice in choices}
        if RIICHI in named:
            # one of several fives is named, and a tile once for each reading of the hand
            self._say("riichi_tiles", _kinds(named[RIICHI]), seat)
        for claim in (CLOSED_KAN, ADDED_KAN):
            self._say("kans", _kinds(named[claim]) if claim in named else (), seat, claim)
        self._candidates(message, seat)

    def _candidates(self, message: liqi.Message, seat: int | None = None) -> None:
        """What a client is told before it throws: the waits that each tile would leave."""
        if self.view is not None:
            rows = [
                row
                for option in message.tingpais
                for row in _waits(option.infos, int(KIND_OF[liqi.tile(option.tile)]), furiten=option.zhenting)
            ]
            self._say("waits_after", tuple(rows), message.seat if seat is None else seat)

    def _riichi_stands(self, message: liqi.Message) -> None:
        if message.liqi is not None and not message.liqi.failed:
            self._say("riichi_accepted", True, self._expect(message.liqi.seat))  # noqa: FBT003

    # Parts

    def _turn_indicators(self, message: liqi.Message) -> None:
        for text in message.doras[self.indicators :]:
            self._play(Dora(liqi.tile(text)))
        self.indicators = max(self.indicators, len(message.doras))

    def _outranked(self, takers: set[int]) -> None:
        """Claims of seats that did not get the tile."""
        for seat, answer in self.asked:
            claim = liqi.CLAIM.get(answer.type)
            if seat in takers or claim is None or not claim & _ON_TILE:
                continue
            sets = self.sets.get((seat, claim), ())
            self._play(Ask(seat, claim, sets[answer.index] if 0 <= answer.index < len(sets) else ()))

    def _forget(self) -> None:
        """The offer of the last tile is over."""
        self.asked.clear()
        self.sets.clear()
        self.offered = None

    def _expect(self, seat: int) -> int:
        if not self.open:
            raise RecordError("expected NewRound first: no hand has been dealt")
        if not 0 <= seat < self.seats:
            raise RecordError(f"seat {seat}: this game has seats 0 to {self.seats - 1}")
        return seat

    def _play(self, event: Event) -> int:
        """Add an event; its number."""
        at = len(self.record.events)
        self.record.places.append((at, self.number))
        self.record.events.append(event)
        return at

    def _say(self, kind: str, value: object, seat: int, judged: int = 0) -> None:
        self.record.statements.append(Statement(self.at, seat, kind, value, judged))

    def _end(self, result: str, scores: Sequence[int] = ()) -> None:
        self._play(RoundEnd(result, tuple(scores) if len(scores) == self.seats else None))
        self.open = self.replacement = False
        self._forget()


def short(name: str) -> str:
    """A message's name without its family.

    >>> short(".lq.RecordDealTile"), short("ActionDealTile")
    ('DealTile', 'DealTile')
    """
    return name.removeprefix(".lq.").removeprefix("Record").removeprefix("Action")


def _list(choices: liqi.Choices | None) -> list[liqi.Choice]:
    return [] if choices is None else choices.operation_list


def _mask(choices: list[liqi.Choice]) -> int:
    mask = 0
    for choice in choices:
        mask |= liqi.CLAIM.get(choice.type, 0)
    return mask


def _kinds(choice: liqi.Choice) -> tuple[int, ...]:
    """The kinds of the choices' first tiles."""
    return tuple(sorted({int(KIND_OF[one[0]]) for one in choice.sets()}))


def _waits(
    infos: list[liqi.Ting], thrown: int = _UNTOLD, *, furiten: bool | None = None
) -> tuple[tuple[int, ...], ...]:
    flag = _UNTOLD if furiten is None else int(furiten)
    return tuple([(thrown, int(KIND_OF[liqi.tile(wait.tile)]), int(wait.haveyi), flag) for wait in infos])


def _yaku(number: int) -> str:
    return liqi.YAKU[number] if 0 < number < len(liqi.YAKU) else f"yaku {number}"


_MESSAGES: Final[dict[str, tuple[type[liqi.Message], Callable[[Game, Any], None]]]] = {
    "NewRound": (liqi.NewRound, Game.new_round),
    "DealTile": (liqi.DealTile, Game.deal),
    "DiscardTile": (liqi.DiscardTile, Game.discard),
    "ChiPengGang": (liqi.ChiPengGang, Game.called),
    "AnGangAddGang": (liqi.AnGangAddGang, Game.kan),
    "BaBei": (liqi.BaBei, Game.north),
    "Hule": (liqi.Hule, Game.hule),
    "NoTile": (liqi.NoTile, Game.no_tile),
    "LiuJu": (liqi.LiuJu, Game.abort),
}
