"""Questions of rule cases about money: what is paid, how a hand ends, whether it is broken off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minogashi import settle
from minogashi.accounts import Accounts
from minogashi.conform.scene import LETTERS, meld
from minogashi.events import RoundEnd
from minogashi.settle import State, WonHand
from minogashi.tiles import parse_tile, parse_tiles
from minogashi.value.points import YAKUMAN

if TYPE_CHECKING:
    from minogashi.conform.cases import Told

Case = dict[str, Any]
Answer = tuple[Any, bool]


def payments(case: Told, expected: Case) -> Answer:
    """Points gained or lost per seat, sticks included."""
    state = _state(case)
    deltas = settle.settle_wins(case.book, _wins(case), dealer=state.dealer, honba=state.honba, sticks=state.sticks)
    got = _lettered(deltas)
    return got, {letter: got[letter] for letter in expected} == expected


def round_result(case: Told, expected: Case) -> Answer:
    """How the hand ends; only the keys that the case lists are compared."""
    outcome = _outcome(case)
    abort = outcome.result not in {"win", "exhaustive", "nagashi"}
    got: Case = {
        "result": "abort" if abort else "win" if outcome.result == "win" else "exhaustive",
        "reason": outcome.result,
        "deltas": _lettered(outcome.deltas),
        "dealer_stays": outcome.stays,
        "honba_next": outcome.honba,
        "sticks_left": outcome.sticks,
    }
    return got, {key: got[key] for key in expected} == expected


def abort_due(case: Told, expected: Case) -> Answer:
    """Whether the hand is broken off now, and why."""
    code = Accounts(case.scene.table).abort_due()
    got: Case = {"abort": bool(code), "reason": code}
    return got, {key: got[key] for key in expected} == expected


def _outcome(case: Told) -> settle.Outcome:
    given, book, state = case.given, case.book, _state(case)
    if "wins" in given:
        wins = _wins(case)
        code = settle.abort_due(book, winners=len(wins))
        return settle.aborted(state, code) if code else settle.won(book, state, wins)
    if "exhaustive" in given:
        told = given["exhaustive"]
        return settle.drawn(book, state, _seats(told.get("ready", ())), _seats(told.get("nagashi", ())))
    accounts = Accounts(case.scene.table.copy())
    accounts.apply(RoundEnd(accounts.abort_due() or "exhaustive"))
    outcome = accounts.outcome
    return settle.aborted(state, "cut") if outcome is None else outcome


def _state(case: Told) -> State:
    given = case.given
    dealer = LETTERS.index(given.get("dealer", "E"))
    points = tuple(given.get("points", {}).get(letter, 25000) for letter in LETTERS[: case.book.seats])
    return State(0, dealer, given.get("honba", 0), given.get("sticks", 0), dealer, points)


def _wins(case: Told) -> list[WonHand]:
    return [_win(case, told) for told in case.given["wins"]]


def _win(case: Told, told: Case) -> WonHand:
    book, seat = case.book, LETTERS.index(told["seat"])
    tsumo = told.get("by", "ron") == "tsumo"
    source = seat if tsumo else LETTERS.index(told.get("discarder") or case.given["discarder"])
    if "yakuman" not in told:
        return WonHand(seat, source, settle.base_of(told["han"], told["fu"], book))
    names = list(told["yakuman"])
    count = len(names) if str(book["yakuman"]).startswith("stack") else 1
    pao = {name: LETTERS.index(letter) for name, letter in told.get("pao", {}).items()}
    return WonHand(seat, source, YAKUMAN * count, dict.fromkeys(names, 1), pao or _fed(case, told["seat"]))


def _fed(case: Told, letter: str) -> dict[str, int]:
    """Liability from the melds told of the winner."""
    rows = case.given.get("seats", {}).get(letter, {}).get("melds", ())
    melds = [
        meld(
            row["type"],
            parse_tiles(row["tiles"]),
            parse_tile(row["taken"]) if row.get("taken") else None,
            LETTERS.index(row["from"]) if row.get("from") else None,
        )
        for row in rows
    ]
    return settle.feeders(case.book, melds)


def _seats(letters: Any) -> list[int]:  # noqa: ANN401  a JSON value
    return [LETTERS.index(letter) for letter in letters]


def _lettered(deltas: Any) -> dict[str, int]:  # noqa: ANN401  a list or a tuple
    return dict(zip(LETTERS, deltas, strict=False))
