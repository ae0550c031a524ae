"""Rule cases that tell a lock after a passed win in words, for tables that no rule book here describes.

"With a `passed_win` rule every complete shape counts as a legal win"; the case tells what each win is
worth. Words that are not known make the case unsupported, never guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from minogashi.rulebook import Profile, profile
from minogashi.tiles import KIND_OF, Kind, parse_tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minogashi.claims import Reason
    from minogashi.seat import Round, Seat, Window

_BLOCKS: Final[dict[str, dict[str, str]]] = {
    "discard wins": {"lock_scope": "all"},
    "discard wins of the same or lower value": {"lock_scope": "all", "lock_override": "higher_value"},
    "discard wins on the same tile": {"lock_scope": "same_type"},
}
_UNTIL: Final[dict[str, str]] = {
    "own draw": "any_draw",
    "own draw, pong or kong": "own_turn",
    "own discard": "own_discard",
    "end of the hand": "hand",
}


def rule_book(rule: Mapping[str, str]) -> Profile | None:
    """The rule book that a `passed_win` rule describes; None where its words are not known.

    >>> rule_book({"blocks": "discard wins", "until": "own draw"})["lock_scope"]
    'all'
    >>> rule_book({"blocks": "everything", "until": "never"})
    """
    blocks, until = _BLOCKS.get(rule.get("blocks", "")), _UNTIL.get(rule.get("until", ""))
    if blocks is None or until is None:
        return None
    return profile("sg-wong-v1", {**blocks, "lock_reset": until})


class ToldWorth:
    """Every complete shape may win; what it is worth is told by tile."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = {KIND_OF[parse_tile(text)]: value for text, value in values.items()}

    def reasons(self, _round: Round, _seat: Seat, _window: Window | None) -> list[Reason]:
        """No reason against a complete shape."""
        return []

    def points(self, _round: Round, seat: Seat, window: Window | None) -> int:
        """The value told for the winning tile."""
        tile = seat.drawn if window is None else window.tile
        return 0 if tile is None else self.values.get(KIND_OF[tile], 0)

    def value(self, round_: Round, seat: Seat, window: Window | None, ura: Sequence[Kind] = ()) -> Any:  # noqa: ANN401
        """The same."""
        del ura
        return self.points(round_, seat, window)
