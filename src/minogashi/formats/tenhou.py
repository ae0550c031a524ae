"""What Tenhou's downloaded logs and its client sessions share: seats, tiles, melds, rooms, wins."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import RecordError
from minogashi.events import AddedKan, Call, ClosedKan, North, Ron, RoundEnd, RoundStart, Tsumo
from minogashi.record import WinClaim
from minogashi.tiles import HIDDEN, OF_TENHOU, OF_TENHOU_PLAIN, Tile
from minogashi.yaku import NAMES

if TYPE_CHECKING:
    from minogashi.events import Event

YAKU: Final = (*NAMES, "dora", "ura", "aka")
"""The yaku by Tenhou's number."""
_YAKU: Final = {str(i): yaku for i, yaku in enumerate(YAKU)}

RESULTS: Final = {
    "": "exhaustive",
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kans",
    "ron3": "triple_ron",
    "nm": "nagashi",
}
"""`RYUUKYOKU type` and the result it stands for."""

NO_REDS, NO_OPEN_TANYAO, THREE_PLAYERS, CHIPS = 2, 4, 16, 512
Seating = tuple[int, ...]
"""The seat of each of Tenhou's four chairs; -1 for the empty one of three players."""
FOUR: Final[Seating] = (0, 1, 2, 3)
HIDDEN_HAND: Final = (HIDDEN,) * 13
_CHAIR: Final = {"0": 0, "1": 1, "2": 2, "3": 3}
_MELDS: Final = 1 << 16


def seating(absent: int | None) -> Seating:
    """Seats renumbered in turn order where one chair is empty.

    >>> seating(None), seating(2)
    ((0, 1, 2, 3), (0, 1, -1, 2))
    """
    if absent is None:
        return FOUR
    return tuple(-1 if chair == absent else chair - (chair > absent) for chair in range(4))


@lru_cache(4)
def tile_of(*, reds: bool) -> dict[str, Tile]:
    """The tile of each id in writing; a dict, so that an id such as -1 is found out."""
    return {str(i): tile for i, tile in enumerate(OF_TENHOU if reds else OF_TENHOU_PLAIN)}


def tiles(text: str, of: dict[str, Tile]) -> tuple[Tile, ...]:
    """A list of ids.

    >>> tiles("0,52", tile_of(reds=True))
    (0, 35)
    """
    try:
        return tuple(map(of.__getitem__, text.split(","))) if text else ()
    except KeyError as error:
        raise RecordError(f"{error.args[0]!r} in {text[:80]!r} is not a tile id (0-135)") from None


def number(attrs: dict[str, str], key: str) -> int:
    """A whole number; RecordError names the attribute that lacks it."""
    try:
        return int(attrs[key])
    except (KeyError, ValueError):
        raise RecordError(f'{key}="..." must be a number, found {attrs.get(key)!r}') from None


def numbers(text: str) -> list[int]:
    """Whole numbers with commas between; signs may be written out."""
    try:
        return list(map(int, text.split(","))) if text else []
    except ValueError:
        raise RecordError(f"{text[:80]!r} must be whole numbers with commas between") from None


def seat(attrs: dict[str, str], key: str, seats: Seating) -> int:
    """The seat an attribute names."""
    chair = _CHAIR.get(attrs.get(key, ""))
    if chair is None or seats[chair] < 0:
        raise RecordError(f'{key}="..." must be a seat of this game, found {attrs.get(key)!r}')
    return seats[chair]


def room(kind: int) -> tuple[str, dict[str, str]]:
    """Profile and options of a `GO type`.

    >>> room(169), room(23)
    (('tenhou', {}), ('tenhou-sanma', {'red_fives': '0', 'kuitan': 'no'}))
    """
    options = {}
    if kind & NO_REDS:
        options["red_fives"] = "0"
    if kind & NO_OPEN_TANYAO:
        options["kuitan"] = "no"
    if kind & CHIPS:
        options["kiriage_mangan"] = "yes"  # seen: 4 han 30 fu is paid as a mangan in these lobbies
    return ("tenhou-sanma" if kind & THREE_PLAYERS else "tenhou"), options


def names(attrs: dict[str, str], seats: Seating) -> tuple[str, ...]:
    """The players of an `UN` tag in seat order; names are percent-encoded."""
    return tuple([unquote(attrs.get(f"n{chair}", "")) for chair in chairs(seats)])


def round_start(
    attrs: dict[str, str], hands: tuple[tuple[Tile, ...], ...], seats: Seating, of: dict[str, Tile]
) -> RoundStart:
    """The event of an `INIT` tag with the hands already read, in seat order."""
    seed, points = attrs.get("seed", "").split(","), numbers(attrs.get("ten", ""))
    if len(seed) != 6 or len(points) < 4:
        raise RecordError(f"seed and ten must have 6 and 4 numbers: {attrs.get('seed')!r}, {attrs.get('ten')!r}")
    for hand in hands:
        if len(hand) != 13:
            raise RecordError(f"a dealt hand has 13 tiles, found {len(hand)}")
    try:
        round_number, honba, sticks = int(seed[0]), int(seed[1]), int(seed[2])
    except ValueError:
        raise RecordError(f"seed must be six numbers, found {attrs['seed']!r}") from None
    if not 0 <= round_number < 16 or honba < 0 or sticks < 0:
        raise RecordError(f"no such hand, counters or sticks: seed={attrs['seed']!r}")
    return RoundStart(
        wind=round_number // 4,
        number=round_number % 4,
        honba=honba,
        sticks=sticks,
        dealer=seat(attrs, "oya", seats),
        scores=seated(points, seats),
        indicators=tiles(seed[5], of),
        hands=hands,
    )


@lru_cache(16)
def chairs(seats: Seating) -> tuple[int, ...]:
    """The chairs that are taken, in seat order."""
    return tuple([chair for chair, seat in enumerate(seats) if seat >= 0])


def seated(hundreds: list[int], seats: Seating) -> tuple[int, ...]:
    """Points of the taken chairs, from hundreds."""
    return tuple([100 * hundreds[chair] for chair in chairs(seats)])


def scores(attrs: dict[str, str], seats: Seating) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Points after a hand and the changes, from `sc` (before and change in turn; chips may follow).

    >>> scores({"sc": "250,-39,250,49,250,0,240,0"}, FOUR)
    ((21100, 29900, 25000, 24000), (-3900, 4900, 0, 0))
    """
    flat = numbers(attrs.get("sc", ""))
    if len(flat) < 8:
        return None, ()
    change = flat[1:8:2]
    return seated([flat[0] + change[0], flat[2] + change[1], flat[4] + change[2], flat[6] + change[3]], seats), seated(
        change, seats
    )


def final(attrs: dict[str, str], seats: Seating) -> tuple[int, ...] | None:
    """Points at the end of the game, from `owari` (points in hundreds and placing score in turn)."""
    flat = attrs.get("owari", "").split(",")[0:8:2]
    return seated(numbers(",".join(flat)), seats) if len(flat) == 4 else None


def win(attrs: dict[str, str], seats: Seating, of: dict[str, Tile]) -> tuple[Ron | Tsumo, WinClaim, RoundEnd]:
    """The event of an `AGARI` tag, what the server says the win is worth, and the end it makes."""
    winner, source = seat(attrs, "who", seats), seat(attrs, "fromWho", seats)
    won, hand = tiles(attrs.get("machi", ""), of), tiles(attrs.get("hai", ""), of)
    if len(won) != 1:
        raise RecordError(f'machi="..." must be one tile, found {attrs.get("machi")!r}')
    worth = numbers(attrs.get("ten", ""))
    if len(worth) < 2:
        raise RecordError(f'ten="..." must be fu, points and limit, found {attrs.get("ten")!r}')
    yaku, yakuman = _yaku(attrs.get("yaku", "")), attrs.get("yakuman", "").split(",") if attrs.get("yakuman") else []
    after, deltas = scores(attrs, seats)
    claim = WinClaim(
        points=worth[1],
        fu=worth[0],
        han=sum(yaku.values()),
        yakuman=len(yakuman),
        yaku=yaku or {_yaku_name(text): 13 for text in yakuman},
        hand=hand + won if len(hand) % 3 == 1 else hand,  # some simulators leave the winning tile out
        ura=tiles(attrs.get("doraHaiUra", ""), of),
        pao=seat(attrs, "paoWho", seats) if "paoWho" in attrs else None,
        deltas=deltas,
    )
    event = Tsumo(winner, won[0]) if winner == source else Ron(winner, source, won[0])
    return event, claim, RoundEnd("win", after)


def _yaku(text: str) -> dict[str, int]:
    listed = text.split(",") if text else []
    if len(listed) % 2:
        raise RecordError(f"yaku must be pairs of number and han, found {text!r}")
    try:
        # an ura dora of 0 han is listed for every riichi
        return {_YAKU[listed[at]]: int(listed[at + 1]) for at in range(0, len(listed), 2) if listed[at + 1] != "0"}
    except (KeyError, ValueError):
        raise RecordError(f"yaku must be pairs of number (0-{len(YAKU) - 1}) and han, found {text!r}") from None


def _yaku_name(text: str) -> str:
    try:
        return _YAKU[text]
    except KeyError:
        raise RecordError(f"{text!r} is not the number of a yaku (0-{len(YAKU) - 1})") from None


@lru_cache(_MELDS)
def meld(who: int, code: int, seats: Seating, *, reds: bool) -> Call | ClosedKan | AddedKan | North:
    """The event of an `N` tag: caller's chair and meld number.

    >>> meld(0, 31008, FOUR, reds=True)
    North(seat=0, tile=30)
    >>> meld(0, 53487, FOUR, reds=True).uses
    (21, 23)
    """
    caller, source = seats[who], seats[(who + (code & 3)) % 4]
    of = OF_TENHOU if reds else OF_TENHOU_PLAIN
    if code < 0 or source < 0 or (code & 12 and caller == source):
        raise RecordError(f"meld {code} of chair {who} takes from no other seat of this game")
    try:
        if code & 4:
            return _chi(code, caller, source, of)
        if code & 24:
            return _pon(code, caller, source, of)
        if code & 32:
            return North(caller, of[code >> 8])
        return _kan(code, caller, source, of)
    except IndexError:
        raise RecordError(f"meld {code} names a tile beyond the last one") from None


def draws_again(event: Event) -> bool:
    """Whether a replacement tile follows the event: a kan or a north."""
    return event.claim == OPEN_KAN if isinstance(event, Call) else isinstance(event, ClosedKan | AddedKan | North)


def _chi(code: int, caller: int, source: int, of: tuple[Tile, ...]) -> Call:
    base, called = divmod(code >> 10, 3)
    if base > 20:
        raise RecordError(f"meld {code} is a run that no suit holds")
    first = 4 * (base // 7 * 9 + base % 7)
    run = [of[first + 4 * i + (code >> 3 + 2 * i & 3)] for i in range(3)]
    tile = run.pop(called)
    return Call(caller, CHI, tile, source, tuple(run))


def _pon(code: int, caller: int, source: int, of: tuple[Tile, ...]) -> Call | AddedKan:
    kind, called = divmod(code >> 9, 3)
    unused = code >> 5 & 3
    if not code & 8:
        return AddedKan(caller, of[4 * kind + unused])
    three = [of[4 * kind + copy] for copy in range(4) if copy != unused]
    tile = three.pop(called)
    return Call(caller, PON, tile, source, tuple(three))


def _kan(code: int, caller: int, source: int, of: tuple[Tile, ...]) -> Call | ClosedKan:
    tile = code >> 8
    four = [of[tile // 4 * 4 + copy] for copy in range(4)]
    if caller == source:
        return ClosedKan(caller, tuple(four))
    called = four.pop(tile % 4)
    return Call(caller, OPEN_KAN, called, source, tuple(four))
