"""Instant payments ("bite", 咬) for bonus tiles and kongs (singapore.md 12.3).

They are made at once and kept whatever the end of the hand [C: WIKI]. The unit is that of `settlement`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import fields, replace

from minogashi.errors import MinogashiError, ProfileError
from minogashi.value.flowers import ANIMALS, CAT, CENTIPEDE, FLOWERS, RAT, ROOSTER, SEASONS, own_flower, own_season

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from minogashi.tiles import Tile


class BiteTable(Struct, frozen=True):
    """What each of the others pays; `hidden` is a combination complete before any replacement [C: MP]."""

    pair: int = 2
    hidden_pair: int = 4
    set: int = 4
    hidden_set: int = 4
    open_kong: int = 1
    concealed_kong: int = 2


DEFAULT: Final = BiteTable()


class Bite(NamedTuple):
    """A combination of bonus tiles, and what each of the others pays for it."""

    name: str
    each: int


def bite_table(options: Mapping[str, str | int] | None = None) -> BiteTable:
    """The table of the option `bites`: `name=amount` words, what is not named is as by default.

    Raises `ProfileError` for another name or amount.

    >>> bite_table({"bites": "pair=1 set=2"}).pair, bite_table().set
    (1, 4)
    """
    amounts: dict[str, int] = {}
    for part in str((options or {}).get("bites", "")).replace(",", " ").split():
        name, _, amount = part.partition("=")
        if name not in {field.name for field in fields(BiteTable)} or not amount.isdecimal():
            raise ProfileError(f"bites: {part!r} is not an amount; expected for example {fields(BiteTable)[0].name}=2")
        amounts[name] = int(amount)
    return replace(DEFAULT, **amounts)


def bites(  # noqa: PLR0913  what the table is read by
    before: Iterable[Tile],
    new: Iterable[Tile],
    seat_wind: int,
    *,
    hidden: bool = False,
    paid: Collection[str] = (),
    table: BiteTable = DEFAULT,
) -> list[Bite]:
    """The combinations that a seat's `new` bonus tiles complete, beside those it had `before`.

    `hidden` says that the seat has drawn no replacement yet. Each pays once a hand: `paid` has the names
    of those paid already. A set pays on top of its pairs.

    >>> from minogashi.tiles import parse_tiles
    >>> bites(parse_tiles("cat rooster"), parse_tiles("rat"), 0)
    [Bite(name='cat_rat', each=2)]
    >>> bites((), parse_tiles("s3 f3"), 2, hidden=True)
    [Bite(name='own_flower_season', each=4)]
    """
    pair = table.hidden_pair if hidden else table.pair
    whole = table.hidden_set if hidden else table.set
    rows = (
        ("cat_rat", frozenset((CAT, RAT)), pair),
        ("rooster_centipede", frozenset((ROOSTER, CENTIPEDE)), pair),
        ("own_flower_season", frozenset((own_flower(seat_wind), own_season(seat_wind))), pair),
        ("four_animals", ANIMALS, whole),
        ("flower_set", FLOWERS, whole),
        ("season_set", SEASONS, whole),
    )
    had = frozenset(before)
    held = had.union(new)
    return [Bite(name, each) for name, tiles, each in rows if had < had | tiles <= held and name not in paid]


def kong_bite(word: str, table: BiteTable = DEFAULT, *, robbed: bool = False) -> int:
    """What each of the others pays for a kong: `daiminkan`, `kakan` or `ankan`; a robbed one earns nothing.

    >>> kong_bite("kakan"), kong_bite("ankan"), kong_bite("kakan", robbed=True)
    (1, 2, 0)
    """
    if word not in {"daiminkan", "kakan", "ankan"}:
        raise MinogashiError(f"{word!r} is not a kong: expected daiminkan, kakan or ankan")
    if robbed:
        return 0
    return table.concealed_kong if word == "ankan" else table.open_kong


def instant_payments(each: int, *, seat: int, payer: int | None = None, seats: int = 4) -> list[int]:
    """What every seat gets when each of the others pays `each` to `seat`, or `payer` alone pays for all.

    A payer stands alone for a claimed kong where `discard_kong_payer` is `discarder`, and under the
    bao of a fresh kong ("pays the kong money alone", 12.2): the discarder then pays what all would [P].

    >>> instant_payments(2, seat=0), instant_payments(1, seat=0, payer=3)
    ([6, -2, -2, -2], [3, 0, 0, -3])
    """
    if payer == seat:
        raise MinogashiError(f"seat {seat} cannot pay itself")
    total = each * (seats - 1)
    shares = [each if payer is None else total if other == payer else 0 for other in range(seats)]
    return [total if other == seat else -shares[other] for other in range(seats)]
