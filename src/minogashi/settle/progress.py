"""From one hand of play to the next, or to the end of the game (riichi.md 4.4).

A `State` says how the table stands; `won`, `drawn`, `aborted` and `replayed` say how a hand ended; `advance` gives
the next `State` or the `Finish`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from minogashi.errors import MinogashiError
from minogashi.penalty import NOT_REACHABLE, chombo_payment
from minogashi.settle.payments import STICK, WonHand, settle_exhaustive, settle_wins
from minogashi.settle.standing import leader

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from minogashi.rulebook import Profile

_MANGAN = 2000


class State(Struct, frozen=True):
    """A hand of play: wind (0 east), number in it from 0, counters, sticks on the table, dealer, points per seat.

    Where a hand ends, `sticks` and `scores` are those of its end, with the riichi that stood in it paid.
    """

    wind: int
    number: int
    honba: int
    sticks: int
    dealer: int
    scores: tuple[int, ...]


class Outcome(Struct, frozen=True):
    """How a hand ended: `result` as in `RoundEnd`, points gained per seat, and what goes on to the next hand.

    `stays`: the dealer deals again; `honba` and `sticks` are those of the next hand; `penalties` are points taken off
    the final score.
    """

    result: str
    deltas: tuple[int, ...]
    stays: bool
    honba: int
    sticks: int = 0
    penalties: tuple[int, ...] = ()


class Finish(Struct, frozen=True):
    """The end of a game.

    `reason`: `tobi` (a seat fell below zero), `agari_yame` (the leading dealer ends it), `target` (somebody reached
    the target after the last regular hand) or `last_hand`. `scores` have the leftover sticks in them; `sticks` are
    those that nobody got.
    """

    reason: str
    scores: tuple[int, ...]
    sticks: int = 0


def won(profile: Profile, state: State, wins: Sequence[WonHand], riichi: Collection[int] = ()) -> Outcome:
    """The hand was won; `riichi` are the seats whose riichi stood in it.

    The dealer stays if it is among the winners, else the counters go (連荘).

    >>> from minogashi.rulebook import profile
    >>> state = State(0, 0, 2, 1, 0, (25000, 25000, 25000, 24000))
    >>> won(profile("tenhou"), state, [WonHand(0, 3, 240)])
    Outcome(result='win', deltas=(3100, 0, 0, -2100), stays=True, honba=3, sticks=0, penalties=())
    """
    deltas = settle_wins(profile, wins, dealer=state.dealer, honba=state.honba, sticks=state.sticks, riichi=riichi)
    stays = any(win.seat == state.dealer for win in wins)
    return Outcome("win", tuple(deltas), stays, state.honba + 1 if stays else 0)


def drawn(profile: Profile, state: State, ready: Collection[int], nagashi: Collection[int] = ()) -> Outcome:
    """The wall has ended; `ready` seats were tenpai, `nagashi` ones threw terminals and honours only.

    The sticks stay, a counter is added, and the dealer stays if it is ready (`renchan=tenpai`). A nagashi mangan
    changes the points only (case ab-13), unless it counts as a win (`nagashi_mangan=a_win`): then counters and sticks
    are paid with it, to the first such seat from the dealer on, and the dealer stays if it is one.

    >>> from minogashi.rulebook import profile
    >>> state = State(0, 0, 0, 1, 0, (25000, 25000, 25000, 24000))
    >>> drawn(profile("tenhou"), state, [0, 1])
    Outcome(result='exhaustive', deltas=(1500, 1500, -1500, -1500), stays=True, honba=1, sticks=1, penalties=())
    """
    rule = profile["nagashi_mangan"]
    if nagashi and rule == "a_win":
        return _nagashi_win(profile, state, nagashi)
    deltas = settle_exhaustive(profile, ready, nagashi, dealer=state.dealer)
    stays = profile["renchan"] == "tenpai" and state.dealer in ready
    result = "nagashi" if nagashi and rule != "no" else "exhaustive"
    return Outcome(result, tuple(deltas), stays, state.honba + 1, state.sticks)


def aborted(state: State, code: str) -> Outcome:
    """The hand was broken off (`draws.abort_due`, nine terminals): nobody pays, the dealer stays with one counter more.

    >>> aborted(State(0, 0, 0, 4, 0, (24000,) * 4), "four_riichi").honba
    1
    """
    return Outcome(code, (0,) * len(state.scores), stays=True, honba=state.honba + 1, sticks=state.sticks)


def replayed(profile: Profile, state: State, offender: int, riichi: Collection[int] = ()) -> Outcome:
    """A chombo: the hand is played again, the deposits of the `riichi` seats go back, nothing else moves (2.4 step 4).

    Points that `chombo_penalty` takes off come off the final score, where no place hangs on them (P04). Raises
    `MinogashiError` where the software of a rule book lets no chombo happen.

    >>> from minogashi.rulebook import profile
    >>> replayed(profile("mleague"), State(1, 2, 1, 1, 2, (25000, 24000, 25000, 25000)), 0, riichi=[1])
    Outcome(result='chombo', deltas=(0, 1000, 0, 0), stays=True, honba=1, sticks=0, penalties=(-20000, 0, 0, 0))
    """
    if profile["chombo_penalty"] == NOT_REACHABLE:
        raise MinogashiError(f"under {profile.name} no chombo can happen")
    due = chombo_payment(profile, offender, state.dealer)
    deltas = tuple(points + STICK * (seat in riichi) for seat, points in enumerate(due.moved))
    penalties = tuple(-due.off * (seat == offender) for seat in range(profile.seats))
    return Outcome("chombo", deltas, True, state.honba, state.sticks - len(riichi), penalties)  # noqa: FBT003


def advance(
    profile: Profile, state: State, outcome: Outcome, *, winds: int = 2, dealer_stops: bool = True
) -> State | Finish:
    """The next hand, or the end of the game.

    `winds` is the length: 1 east only, 2 a hanchan. The tests, in this order: `tobi`; in the last hand or after it,
    `agari_yame` of a dealer who stays by a win or by being ready and leads with the target reached (`yes` asks
    `dealer_stops`); the last hand without the dealer staying. Where `extra_round` is `yes`, a game in which nobody
    has the target by then goes on into one more wind, until somebody has it.

    >>> from minogashi.rulebook import profile
    >>> last = State(1, 3, 0, 0, 3, (24000, 26000, 24000, 26000))
    >>> tenhou = profile("tenhou")
    >>> advance(tenhou, last, drawn(tenhou, last, [1]))
    State(wind=2, number=0, honba=1, sticks=0, dealer=0, scores=(23000, 29000, 23000, 25000))
    >>> advance(tenhou, last, won(tenhou, last, [WonHand(3, 0, 2000)]))
    Finish(reason='agari_yame', scores=(12000, 26000, 24000, 38000), sticks=0)
    """
    scores = tuple(had + gained for had, gained in zip(state.scores, outcome.deltas, strict=True))
    reason = _end(profile, state, outcome, scores, winds, dealer_stops=dealer_stops)
    if reason:
        return _finish(profile, reason, scores, outcome.sticks)
    if outcome.stays:
        return State(state.wind, state.number, outcome.honba, outcome.sticks, state.dealer, scores)
    seats = profile.seats
    wind, number = divmod(state.wind * seats + state.number + 1, seats)
    return State(wind, number, outcome.honba, outcome.sticks, (state.dealer + 1) % seats, scores)


def _end(  # noqa: PLR0913  the parts of `advance`
    profile: Profile, state: State, outcome: Outcome, scores: Sequence[int], winds: int, *, dealer_stops: bool
) -> str:
    """Why the game ends here, or nothing."""
    if profile["tobi"] == "below_0" and min(scores) < 0:
        return "tobi"
    seats = profile.seats
    past = state.wind * seats + state.number - (winds * seats - 1)
    if past < 0:
        return ""
    extra = profile["extra_round"] == "yes"
    first = leader(scores)
    reached = scores[first] >= int(profile["target_points"])
    if past > 0 and reached:
        return "target"
    if outcome.stays:
        yame = profile["agari_yame"]
        stops = yame == "automatic" or (yame == "yes" and dealer_stops)
        earned = outcome.result in {"win", "exhaustive", "nagashi"}
        return "agari_yame" if stops and earned and first == state.dealer and (reached or not extra) else ""
    if extra and not reached and past < seats:
        return ""
    return "last_hand"


def _finish(profile: Profile, reason: str, scores: tuple[int, ...], sticks: int) -> Finish:
    if profile["leftover_sticks"] != "first_place":
        return Finish(reason, scores, sticks)
    first = leader(scores)
    return Finish(reason, tuple(had + STICK * sticks * (seat == first) for seat, had in enumerate(scores)))


def _nagashi_win(profile: Profile, state: State, nagashi: Collection[int]) -> Outcome:
    """A river of terminals and honours that counts as a win by self-draw."""
    seats, dealer = profile.seats, state.dealer
    first, *others = sorted(nagashi, key=lambda seat: (seat - dealer) % seats)
    deltas = settle_wins(
        profile, [WonHand(first, first, _MANGAN)], dealer=dealer, honba=state.honba, sticks=state.sticks
    )
    for seat in others:
        paid = settle_wins(profile, [WonHand(seat, seat, _MANGAN)], dealer=dealer)
        deltas = [had + more for had, more in zip(deltas, paid, strict=True)]
    stays = dealer in nagashi
    return Outcome("nagashi", tuple(deltas), stays, state.honba + 1 if stays else 0)
