"""Riichi City's records: all hands open, with the server's offers, waits and furiten notices of every seat.

Seats are numbered from the first dealer of the game. There is no event for a pass: an offer that is not
answered, on a tile that nobody takes, is one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.errors import RecordError
from minogashi.events import (
    AddedKan,
    Call,
    ClosedKan,
    Discard,
    Dora,
    Draw,
    GameEnd,
    Pass,
    Riichi,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.events import NineTerminals as Nine
from minogashi.events import North as SetAside
from minogashi.formats import city
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import KIND_OF, Tile
from minogashi.tiles import NORTH as NORTH_KIND

if TYPE_CHECKING:
    from collections.abc import Callable

    from minogashi.events import Event

NAME: Final = "riichi-city"
_HEAD: Final = re.compile(rb'"(?:handRecord|fangFu|gamePlay|handEventRecord)"\s*:')
_CALLS: Final = {2: CHI, 3: CHI, 4: CHI, 5: PON, 6: OPEN_KAN}
_OFFERED: Final = {**_CALLS, 7: RON}
_RUN: Final = {2: 0, 3: 1, 4: 2}
"""The place of the called tile in the run."""
_RESULTS: Final = {
    2: "four_winds",
    3: "four_kans",
    4: "four_riichi",
    5: "triple_ron",
    6: "nine_terminals",
    7: "exhaustive",
}
_ON_TILE: Final = CHI | PON | OPEN_KAN | RON
_OWN_TURN: Final = TSUMO | RIICHI | NINE_TERMINALS
_DEAD_WALL: Final = 14
_ROUNDED: Final = ((4, 30), (3, 60))
_MANGAN: Final = (6000, 8000, 12000)
_NOW: Final = -1


def sniff(head: bytes) -> bool:
    """Whether this is a Riichi City record.

    >>> sniff(b'{"code":0,"data":{"fangFu":0,"gamePlay":1001,'), sniff(b'{"type":"start_game"}')
    (True, False)
    """
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and _HEAD.search(head) is not None


def parse(data: bytes, path: str) -> list[Record]:
    """The game in the data."""
    try:
        document = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
        game = document.get("data", document)
        return [_Reader(path, msgspec.convert(game, city.Game)).run()]
    except msgspec.MsgspecError as error:
        raise RecordError(f"broken JSON: {error}") from error


@lru_cache(16)
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


class _Reader:
    """One pass over a game; `offers` are the seats' unanswered offers on the tile that was `offered` last."""

    def __init__(self, path: str, game: city.Game) -> None:
        if game.player_count not in {3, 4}:
            raise RecordError(f"a game of {game.player_count} players")
        self.game, self.count = game, game.player_count
        # "no profile yet" (riichi.md 4.5): what is known of its rules and of its furiten display agrees with Tenhou's
        profile = "tenhou" if self.count == 4 else "tenhou-sanma"
        self.record = Record(path, NAME, profile, seats=self.count, link=game.key_value, unit="event")
        self.record.notes.append(f"No rule book for Riichi City is known; {profile} stands in.")
        self.seats: dict[int, int] = {}
        self.open = False
        self.number = self.at = 0
        self.fresh()

    def fresh(self) -> None:
        """Nothing has happened in this hand."""
        self.hand: city.Hand | None = None
        self.dealer = 0
        self.dealt: dict[int, tuple[Tile, ...]] = {}
        self.drawn: Tile | None = None
        self.replacement = False
        self.melds = [0] * self.count
        self.thrown: tuple[int, Tile] | None = None
        self.offers: dict[int, list[int]] = {}
        self.asked = False
        self.won: list[tuple[int, int]] = []

    def run(self) -> Record:
        """The record of the game."""
        for hand in self.game.hand_record:
            self.fresh()
            self.hand = hand
            for happening in hand.hand_event_record:
                self.number = happening.event_pos
                try:
                    self.happens(happening)
                except RecordError as error:
                    raise error.located(at=f"event {self.number}") from error.__cause__
                except msgspec.MsgspecError as error:
                    raise RecordError(f"type {happening.event_type}: {error}", at=f"event {self.number}") from error
            if self.open:
                self._end("cut")
                self.record.cut = True
        if not self.record.events:
            raise RecordError("no hand is in it")
        return self.record

    def happens(self, happening: city.Happening) -> None:
        """One event."""
        known = _KINDS.get(happening.event_type)
        if known is None:
            return
        kind, act = known
        if kind is city.Deal:
            self.deal(happening.user_id, _decoder(city.Deal).decode(happening.data))
            return
        if not self.open and kind is not city.Over:
            raise RecordError("expected the deal first")
        seat = self.seats.get(happening.user_id, _NOW)
        if seat == _NOW and kind not in {city.Shown, city.End, city.Over}:
            raise RecordError(f"user {happening.user_id} has no seat in this game")
        act(self, seat, _decoder(kind).decode(happening.data))

    def deal(self, user: int, deal: city.Deal) -> None:
        """The deal comes once for each seat."""
        users = [points.user_id for points in deal.user_info_list]
        if len(set(users)) != self.count or not 0 <= deal.dealer_pos < self.count or self.open:
            raise RecordError(f"a deal for the users {users}, dealer {deal.dealer_pos}")
        if not self.seats:
            first = deal.dealer_pos
            self.seats = {user: (place - first) % self.count for place, user in enumerate(users)}
            nicknames = {one.user_id: one.nickname for one in self.hand.players} if self.hand is not None else {}
            self.record.names = tuple([nicknames.get(user, "") for user in users[first:] + users[:first]])
        self.dealt[self.seats[user]] = city.tiles(deal.hand_cards)
        if len(self.dealt) == self.count:
            self._start(deal)

    def _start(self, deal: city.Deal) -> None:
        self.dealer = self.seats[deal.user_info_list[deal.dealer_pos].user_id]
        points = {self.seats[one.user_id]: one.hand_points for one in deal.user_info_list}
        hands = [list(self.dealt[seat]) for seat in range(self.count)]
        for seat, hand in enumerate(hands):
            if len(hand) != 13 + (seat == self.dealer):
                raise RecordError(f"a dealt hand has 13 tiles, the dealer's 14: found {len(hand)}")
        first = hands[self.dealer].pop()
        if not 0 < deal.chang_ci <= 4:
            raise RecordError(f"hand {deal.chang_ci} of a round")
        wall = self.hand.pai_shan if self.hand is not None else None
        self.open = True
        self._play(
            RoundStart(
                city.wind(deal.quan_feng),
                deal.chang_ci - 1,
                deal.ben_chang_num,
                deal.li_zhi_bang_num,
                self.dealer,
                tuple([points[seat] for seat in range(self.count)]),
                (city.tile(deal.bao_pai_card),),
                tuple([tuple(hand) for hand in hands]),
                live=None if wall is None else len(wall) - _DEAD_WALL + 1,
            )
        )
        self._draw(self.dealer, first)

    def turn(self, seat: int, turn: city.Turn) -> None:
        """A draw, or what may be thrown after a call; with all that the server offers and shows."""
        self._passes()
        if turn.in_card:
            self._draw(seat, city.tile(turn.in_card))
        # seen: only records new enough to tell this offer nine terminals
        told = "no" if turn.is_first_xun_in is None else "yes"
        self.record.options.setdefault("nine_terminals" if self.count == 3 else "abort_nine_terminals", told)
        offered = (TSUMO * turn.is_zi_mo) | (RIICHI * turn.is_can_lizhi) | (NINE_TERMINALS * turn.is_nine_cards)
        offered |= NORTH * turn.is_pull_north
        self._say("offers", offered, seat, _OWN_TURN | (NORTH if self.count == 3 else 0))
        self._say("kans", _kinds(turn.gang_cards), seat, CLOSED_KAN)
        self._say("kans", _kinds(turn.bu_gang_cards), seat, ADDED_KAN)
        rows = [
            (int(KIND_OF[city.tile(candidate.discard_card)]), *_wait(wait))
            for candidate in turn.in_ting_info or ()
            for wait in candidate.ting_list or ()
        ]
        self._say("waits_after", tuple(rows), seat)

    def offer(self, seat: int, offer: city.Offer) -> None:
        """What one seat may do with the tile just thrown, or shown."""
        self.offers[seat] = offer.action_list

    def act(self, seat: int, act: city.Act) -> None:
        """What a seat does."""
        action = _ACTS.get(act.action)
        if action is None:
            raise RecordError(f"an act of type {act.action}")
        action(self, seat, act)

    def discard(self, seat: int, act: city.Act) -> None:
        """A discard, with a riichi or without."""
        self._offers()
        tile = city.tile(act.card)
        if act.is_li_zhi:
            self._play(Riichi(seat))
        drawn = self.drawn is not None and tile == self.drawn
        place = act.move_cards_pos[0] if act.move_cards_pos else 0
        told = None if drawn and place != 14 - 3 * self.melds[seat] else drawn
        self.at = self._play(Discard(seat, tile, drawn=told))
        self._opens(seat, tile, _ON_TILE)

    def call(self, seat: int, act: city.Act) -> None:
        """A chi, pon or open kan."""
        self._offers()
        if self.thrown is None:
            raise RecordError("a call, and nothing to take")
        claim = _CALLS[act.action]
        self.at = self._play(Call(seat, claim, self.thrown[1], self.thrown[0], city.tiles(act.group_cards)))
        self.melds[seat] += 1
        self._closed()
        self.replacement = claim == OPEN_KAN

    def closed_kan(self, seat: int, act: city.Act) -> None:
        """A concealed kan."""
        self.melds[seat] += 1
        tile = city.tile(act.card)
        self._kan(seat, ClosedKan(seat, (*city.tiles(act.group_cards), tile)), tile)

    def added_kan(self, seat: int, act: city.Act) -> None:
        """An added kan."""
        tile = city.tile(act.card)
        self._kan(seat, AddedKan(seat, tile), tile)

    def north(self, seat: int, _act: city.Act) -> None:
        """A north is set aside."""
        self._kan(seat, SetAside(seat), Tile(NORTH_KIND))

    def _kan(self, seat: int, event: Event, tile: Tile) -> None:
        self._offers()
        self.at = self._play(event)
        self._opens(seat, tile, RON)
        self.replacement = True

    def ron(self, seat: int, _act: city.Act) -> None:
        """The tile on offer is won."""
        self._offers()
        if self.thrown is None:
            raise RecordError("a ron, and nothing to win")
        self.at = self._play(Ron(seat, *self.thrown))
        self.won.append((seat, self.at))

    def tsumo(self, seat: int, act: city.Act) -> None:
        """The tile drawn is won."""
        self.at = self._play(Tsumo(seat, city.tile(act.card)))
        self.won.append((seat, self.at))

    def nine(self, seat: int, _act: city.Act) -> None:
        """The hand is ended at the first draw."""
        self._play(Nine(seat))

    def indicators(self, _seat: int, shown: city.Shown) -> None:
        """All indicators of kans so far are listed."""
        turned = sum(isinstance(event, Dora) for event in self.record.events[self.start :])
        for number in shown.cards[turned:]:
            self._play(Dora(city.tile(number)))

    def notice(self, seat: int, _nothing: dict[str, object]) -> None:
        """A winning tile went by."""
        self._passes()
        self._say("missed", True, seat)  # noqa: FBT003

    def stick(self, seat: int, _told: dict[str, object]) -> None:
        """A riichi stands."""
        self._say("riichi_accepted", True, seat)  # noqa: FBT003

    def ready(self, seat: int, ready: city.Ready) -> None:
        """The waits of a riichi."""
        self._say("waits", tuple([(_NOW, *_wait(wait)) for wait in ready.ting_info or ()]), seat)

    def over(self, _seat: int, over: city.Over) -> None:
        """The end of the game."""
        points = {self.seats.get(one.user_id, _NOW): one.point_num for one in over.user_data or ()}
        told = set(range(self.count)) <= points.keys()
        self._play(GameEnd(tuple([points[seat] for seat in range(self.count)]) if told else None))

    def end(self, _seat: int, end: city.End) -> None:
        """The end of the hand."""
        if self.won:
            for won in end.win_info or ():
                self._worth(won, end)
            self._end("win", end)
            return
        result = _RESULTS.get(end.end_type)
        if result is None:
            raise RecordError(f"a hand that ends by {end.end_type}, and nobody wins")
        self._passes()
        for won in end.win_info or ():
            if won.fang_info and any(fang.fang_type == city.YAKU.index("nagashi") for fang in won.fang_info):
                result = "nagashi"
            elif result == "exhaustive":
                self._say("tenpai", True, self._seat(won.user_id))  # noqa: FBT003
        self._end(result, end)

    def _worth(self, won: city.Won, end: city.End) -> None:
        seat = self._seat(won.user_id)
        self.at = next((at for winner, at in self.won if winner == seat), self.at)
        fangs = won.fang_info or []
        profits = {self._seat(one.user_id): one.point_profit for one in end.user_profit or ()}
        deltas = tuple([profits.get(other, 0) for other in range(self.count)])
        event = self.record.events[self.at]
        if self.game.is_ge_mu or any(fang.fang_type in city.OPEN_RIICHI for fang in fangs):
            self._say("deltas", deltas, seat)  # paid by rules that no rule book here has
            return
        claim = WinClaim(
            points=won.all_point,
            fu=won.all_fu,
            han=won.all_fang_num,
            yakuman=sum(fang.fang_type in city.YAKUMAN for fang in fangs),
            yaku={city.yaku(fang.fang_type): fang.fang_num for fang in fangs},
            hand=(*city.tiles(won.user_cards), *((event.tile,) if isinstance(event, Ron) else ())),
            ura=city.tiles(won.li_bao_card),
            deltas=deltas,
        )
        self._say("win", claim, seat)
        options = self.record.options
        rounded = (claim.han, claim.fu) in _ROUNDED and claim.points in _MANGAN
        if rounded and "kiriage_mangan" not in options:
            options["kiriage_mangan"] = "yes"
            self.record.notes.append(
                f"A win of {claim.han} han {claim.fu} fu is paid as a mangan, so the room is taken to round up."
            )

    # Parts

    def _seat(self, user: int) -> int:
        if user not in self.seats:
            raise RecordError(f"user {user} has no seat in this game")
        return self.seats[user]

    def _draw(self, seat: int, tile: Tile) -> None:
        self._closed()
        self.at = self._play(Draw(seat, tile, replacement=self.replacement))
        self.drawn, self.replacement = tile, False

    def _opens(self, seat: int, tile: Tile, judged: int) -> None:
        """A tile may be taken by others."""
        self.thrown, self.drawn, self.asked, self.judged = (seat, tile), None, True, judged

    def _offers(self) -> None:
        """Say what each seat was offered on the tile; the offers follow it, so this is known with the next act."""
        if not self.asked or self.thrown is None:
            return
        self.asked = False
        for seat in range(self.count):
            if seat != self.thrown[0]:
                codes = self.offers.get(seat, [])
                mask = 0
                for code in codes:
                    mask |= _OFFERED.get(code, 0)
                self._say("offers", mask, seat, self.judged)
                low = KIND_OF[self.thrown[1]]
                if mask & CHI:
                    self._say("runs", tuple(sorted(low - _RUN[code] for code in codes if code in _RUN)), seat, CHI)

    def _passes(self) -> None:
        """Nobody takes the tile: who was offered it passes."""
        self._offers()
        for seat in sorted(self.offers):
            self._play(Pass(seat))
        self.offers.clear()

    def _closed(self) -> None:
        self.offers.clear()
        self.thrown, self.drawn, self.asked = None, None, False

    def _play(self, event: Event) -> int:
        at = len(self.record.events)
        if isinstance(event, RoundStart):
            self.start = at
        self.record.places.append((at, self.number))
        self.record.events.append(event)
        return at

    def _say(self, kind: str, value: object, seat: int, judged: int = 0) -> None:
        self.record.statements.append(Statement(self.at, seat, kind, value, judged))

    def _end(self, result: str, end: city.End | None = None) -> None:
        points = {self.seats.get(one.user_id): one.user_point for one in (end.user_profit if end else None) or ()}
        scores = [points.get(seat) for seat in range(self.count)]
        told = tuple([score for score in scores if score is not None])
        self._play(RoundEnd(result, told if len(told) == self.count else None))
        self.open = False


def _kinds(numbers: list[int] | None) -> tuple[int, ...]:
    return tuple(sorted(int(KIND_OF[tile]) for tile in city.tiles(numbers)))


def _wait(wait: city.Wait) -> tuple[int, int, int]:
    return int(KIND_OF[city.tile(wait.ting_card)]), int(not wait.is_wu_yi), int(wait.is_zhen_ting)


_KINDS: Final[dict[int, tuple[Any, Callable[[_Reader, int, Any], None]]]] = {
    1: (city.Deal, _Reader.deal),
    2: (city.Turn, _Reader.turn),
    3: (city.Offer, _Reader.offer),
    4: (city.Act, _Reader.act),
    5: (city.End, _Reader.end),
    6: (city.Over, _Reader.over),
    7: (city.Shown, _Reader.indicators),
    8: (dict[str, object], _Reader.stick),
    9: (dict[str, object], _Reader.notice),
    11: (city.Ready, _Reader.ready),
}
_ACTS: Final[dict[int, Callable[[_Reader, int, city.Act], None]]] = {
    **dict.fromkeys(_CALLS, _Reader.call),
    7: _Reader.ron,
    8: _Reader.closed_kan,
    9: _Reader.added_kan,
    10: _Reader.tsumo,
    11: _Reader.discard,
    12: _Reader.nine,
    13: _Reader.north,
}
