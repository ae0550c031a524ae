"""The options of the Singapore family that value depends on (singapore.md 14).

A missing option has its default, an unknown one is another module's and left alone; a number may
come as its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minogashi.errors import ProfileError

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS: Final = {
    "instant_big_sets": ("off", "on"),
    "payment": ("classic", "shooter_all", "flat"),
    "thirteen_orphans_payment": ("self_drawn", "as_won"),
    "bao": ("on", "off"),
    "fresh_definition": ("not_in_discards_or_pungs", "not_in_discards", "not_in_sight"),
    "discard_kong_payer": ("all", "discarder"),
}
"""The values of each option, the default first."""

_NUMBERS: Final = {
    "min_tai": (1, 1),
    "max_tai": (5, 1),
    "self_draw_tai": (0, 0),
    "concealed_tai": (1, 0),
    "seven_pairs": (0, 0),
    "all_green": (4, 0),
    "fresh_kong_below": (7, 0),
    "fresh_hu_below": (5, 0),
}
"""The default of each option, and the least it may be; `off` is another way to write 0."""


def word(options: Mapping[str, str | int] | None, name: str) -> str:
    """The value of an option that is one of a few words.

    Raises `ProfileError` for a word that the option does not have.

    >>> word({}, "payment"), word({"payment": "flat"}, "payment")
    ('classic', 'flat')
    """
    known = _WORDS[name]
    value = str((options or {}).get(name, known[0]))
    if value not in known:
        raise ProfileError(f"{name} = {value!r}: expected one of {', '.join(known)}")
    return value


def number(options: Mapping[str, str | int] | None, name: str) -> int:
    """The value of an option that is a whole number.

    Raises `ProfileError` for anything else and for a number too small.

    >>> number({}, "max_tai"), number({"seven_pairs": "off"}, "seven_pairs"), number({"all_green": "5"}, "all_green")
    (5, 0, 5)
    """
    default, least = _NUMBERS[name]
    given = (options or {}).get(name, default)
    try:
        value = 0 if given == "off" else int(given)
    except ValueError:
        value = least - 1
    if value < least:
        raise ProfileError(f"{name} = {given!r}: expected a whole number, {least} or more")
    return value
