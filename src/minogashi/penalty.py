"""What a mistake at the table costs: false wins, a win let go in riichi, a swap discard (riichi.md 2.4, 4.2).

Pure look-ups in a profile. Points are told as who pays whom; to book them is the business of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import RON
from minogashi.value.settlement import false_hu_penalty

if TYPE_CHECKING:
    from minogashi.rulebook import Profile

NOT_REACHABLE: Final = "not_reachable"
VOID, DEAD_HAND, DEPOSIT, CHOMBO, NOTHING = "void", "dead_hand", "deposit_1000", "chombo", "nothing"
_UNTOLD: Final = ("-", NOT_REACHABLE)


class Ruling(Struct, frozen=True):
    """`consequence`: `void`, `dead_hand`, `deposit_1000`, `chombo`, `nothing` or `not_reachable`; `option` says so.

    `replayed`: the hand is played again; its riichi deposits go back, dealer and counters stay.
    """

    consequence: str
    option: str
    replayed: bool = False


class Payment(Struct, frozen=True):
    """What a chombo costs: `moved` are points a seat at once, `off` points that the offender loses at the time `when`.

    `when` is `at_once`, `after_uma`, `after_game`, or `unknown` where the rule book does not tell.
    """

    moved: tuple[int, ...]
    off: int = 0
    when: str = "at_once"


def false_win(profile: Profile, *, shown: bool, valid_win_elsewhere: bool = False) -> Ruling:
    """What follows a win declared although not allowed (R6); `valid_win_elsewhere`: another seat wins the tile.

    >>> from minogashi.rulebook import profile
    >>> false_win(profile("mleague"), shown=False).consequence
    'dead_hand'
    >>> false_win(profile("ema2016"), shown=True)
    Ruling(consequence='chombo', option='false_ron_shown', replayed=True)
    """
    if profile["chombo_penalty"] == NOT_REACHABLE:
        return Ruling(NOT_REACHABLE, "chombo_penalty")
    if valid_win_elsewhere and profile["false_ron_with_valid_ron"] == VOID:
        return Ruling(VOID, "false_ron_with_valid_ron")
    option = "false_ron_shown" if shown else "false_ron_voice"
    found = str(profile[option])
    if found in _UNTOLD:
        return Ruling(NOT_REACHABLE, option)
    return Ruling(found, option, replayed=found == CHOMBO and not valid_win_elsewhere)


def pass_in_riichi(profile: Profile) -> Ruling:
    """What a legal win let go in riichi costs beside the furiten that it always sets.

    >>> from minogashi.rulebook import profile
    >>> pass_in_riichi(profile("tenhou")).consequence
    'nothing'
    """
    if profile["riichi_pass"] == CHOMBO:
        return Ruling(CHOMBO, "riichi_pass", replayed=True)
    return Ruling(NOTHING, "riichi_pass")


def swap_discard(profile: Profile) -> Ruling:
    """What follows a forbidden swap discard (kuikae) that was made.

    >>> from minogashi.rulebook import profile
    >>> swap_discard(profile("rmu_a")).consequence
    'dead_hand'
    """
    if profile["kuikae"] == "allowed":
        return Ruling(NOTHING, "kuikae")
    found = str(profile["kuikae_penalty"])
    if found in _UNTOLD:
        return Ruling(NOT_REACHABLE, "kuikae_penalty")
    return Ruling(found, "kuikae_penalty", replayed=found == CHOMBO)


def false_hu(profile: Profile) -> Ruling:
    """What follows a false hu at a Singapore table (singapore.md 13): refused, paid for, or the hand is dead.

    >>> from minogashi.rulebook import profile
    >>> [false_hu(profile("sg-wong-v1", {"false_hu": word})).consequence for word in ("refuse", "penalty", "dead_hand")]
    ['nothing', 'chombo', 'dead_hand']
    """
    found = {"refuse": NOTHING, "penalty": CHOMBO}.get(str(profile["false_hu"]), DEAD_HAND)
    return Ruling(found, "false_hu", replayed=found == CHOMBO)


def consequence(profile: Profile, event: ev.Event) -> tuple[Ruling, Payment | None] | None:
    """What an act that was forbidden costs, and who pays whom where points move; None where no rule speaks of it.

    >>> from minogashi.rulebook import profile
    >>> from minogashi.tiles import Tile
    >>> rules = profile("sg-wong-v1", {"false_hu": "penalty"})
    >>> consequence(rules, ev.Ron(1, 0, Tile(4)))[1]
    Payment(moved=(32, -64, 16, 16), off=0, when='at_once')
    """
    won = isinstance(event, ev.Ron | ev.Tsumo) or (isinstance(event, ev.Ask) and event.claim == RON)
    if profile.family == "singapore":
        if not won:
            return (Ruling(NOTHING, "false_hu"), None) if isinstance(event, ev.Call | ev.Ask) else None
        ruling = false_hu(profile)
        if ruling.consequence != CHOMBO:
            return ruling, None
        source = event.source if isinstance(event, ev.Ron) else None
        seat = getattr(event, "seat", 0)
        paid = false_hu_penalty(offender=seat, discarder=source, max_tai=int(profile["max_tai"]))
        return ruling, Payment(tuple(paid))
    if won:
        return false_win(profile, shown=True), None
    return (swap_discard(profile), None) if isinstance(event, ev.Discard) else None


def chombo_payment(profile: Profile, seat: int, dealer: int) -> Payment:
    """Who pays whom for a chombo of `seat`: "a non-dealer pays 4000 to the dealer and 2000 to each other player".

    The dealer pays 4000 to each. Where the rule is minus 20000, nobody receives it.

    >>> from minogashi.rulebook import profile
    >>> chombo_payment(profile("ema2012"), seat=1, dealer=0)
    Payment(moved=(4000, -8000, 2000, 2000), off=0, when='at_once')
    >>> chombo_payment(profile("ema2016"), seat=1, dealer=0)
    Payment(moved=(0, 0, 0, 0), off=20000, when='after_uma')
    """
    rule, seats = str(profile["chombo_penalty"]), range(profile.seats)
    if rule.startswith("minus_20000"):
        when = rule.removeprefix("minus_20000").strip("_") or "unknown"
        return Payment((0,) * profile.seats, 20000, when)
    if rule != "reverse_mangan":
        return Payment((0,) * profile.seats)
    paid = [0 if other == seat else 4000 if dealer in {seat, other} else 2000 for other in seats]
    paid[seat] = -sum(paid)
    return Payment(tuple(paid))
