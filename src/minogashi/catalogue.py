"""The JSON of rule books: the list, one in full, what differs between two (docs/json.md, as in `report`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.claims import CLAIM_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minogashi.locks import LockRule
    from minogashi.rulebook import Option, Profile

PROFILES: Final = "minogashi.profiles/1"
PROFILE: Final = "minogashi.profile/1"
DIFFERENCE: Final = "minogashi.profile-diff/1"


class Book(Struct):
    """One line of the list of rule books; `unknown` counts the options whose answer was not found."""

    name: str
    family: str
    title: str
    seats: int
    options: int
    unknown: int


class Books(Struct):
    """The list of rule books."""

    schema: str
    profiles: list[Book]


class Setting(Struct):
    """An option of a rule book."""

    name: str
    section: str
    term: str
    about: str
    value: str | int
    origin: str
    stated: str | int
    default: str | int
    confidence: str
    source: str
    note: str
    values: list[str]


class Lock(Struct):
    """A lock rule: what sets it, what it blocks, where, and until when."""

    code: str
    triggers: list[str]
    blocks: list[str]
    scope: str
    until: list[str]
    memory: str
    when: str
    eligibility: str
    windows: list[str]
    kept_in_riichi: bool
    unless: str


class BookDetail(Struct):
    """A rule book with every option and lock rule."""

    schema: str
    name: str
    family: str
    title: str
    seats: int
    options: list[Setting]
    locks: list[Lock]
    sources: dict[str, str]


class OptionPair(Struct):
    """An option on which two rule books differ."""

    name: str
    section: str
    about: str
    first: str | int
    first_origin: str
    second: str | int
    second_origin: str


class Difference(Struct):
    """What differs between two rule books; lock rules that only one of them has in this form."""

    schema: str
    first: str
    second: str
    options: list[OptionPair]
    first_locks: list[Lock]
    second_locks: list[Lock]


def books(found: Iterable[Profile]) -> Books:
    """The list of rule books.

    >>> from minogashi.rulebook import profile
    >>> books([profile("tenhou")]).profiles[0].seats
    4
    """
    return Books(
        PROFILES,
        [Book(book.name, book.family, book.title, book.seats, len(book.options), len(book.assumed)) for book in found],
    )


def book(found: Profile) -> BookDetail:
    """A rule book in full.

    >>> from minogashi.rulebook import profile
    >>> [lock.code for lock in book(profile("tenhou")).locks][:2]
    ['dead_hand', 'furiten_riichi']
    """
    return BookDetail(
        schema=PROFILE,
        name=found.name,
        family=found.family,
        title=found.title,
        seats=found.seats,
        options=[_setting(found, option) for option in found.options.values()],
        locks=[_lock(rule) for rule in found.locks.rules],
        sources=dict(found.sources),
    )


def _setting(book: Profile, option: Option) -> Setting:
    rule = book.rules[option.name]
    return Setting(
        name=option.name,
        section=rule.section,
        term=rule.term,
        about=rule.about,
        value=option.value,
        origin=option.origin,
        stated=option.stated,
        default=rule.default,
        confidence=option.confidence,
        source=option.source,
        note=option.note,
        values=list(rule.values),
    )


def _lock(rule: LockRule) -> Lock:
    return Lock(
        code=rule.code.value,
        triggers=list(rule.triggers),
        blocks=[word for bit, word in CLAIM_NAMES.items() if rule.blocks & bit],
        scope=rule.scope,
        until=list(rule.until),
        memory=rule.memory,
        when=rule.when,
        eligibility=rule.eligibility,
        windows=list(rule.windows),
        kept_in_riichi=rule.kept_in_riichi,
        unless=rule.unless,
    )


def difference(first: Profile, second: Profile) -> Difference:
    """What differs between two rule books; ProfileError where their families differ.

    >>> from minogashi.rulebook import profile
    >>> [pair.name for pair in difference(profile("tenhou"), profile("tenhou", {"kuikae": "allowed"})).options]
    ['kuikae']
    """
    from minogashi.rulebook import differences

    return Difference(
        schema=DIFFERENCE,
        first=first.name,
        second=second.name,
        options=[
            OptionPair(
                option.name,
                first.rules[option.name].section,
                first.rules[option.name].about,
                option.value,
                option.origin,
                other.value,
                other.origin,
            )
            for option, other in differences(first, second)
        ],
        first_locks=[_lock(rule) for rule in first.locks.rules if rule not in second.locks.rules],
        second_locks=[_lock(rule) for rule in second.locks.rules if rule not in first.locks.rules],
    )
