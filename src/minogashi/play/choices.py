"""Choices: a menu in the words in which a person answers it, and what an answer means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    NINE_TERMINALS,
    NORTH,
    OPEN_KAN,
    PON,
    RIICHI,
    RON,
    TSUMO,
    Claim,
)  # fmt: skip
from minogashi.errors import MinogashiError, TileError
from minogashi.tiles import KIND_OF, Tile, in_order, name, parse_tile, parse_tiles, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.events import Event
    from minogashi.seat import Seat
    from minogashi.table import Table

WORDS: Final = {
    "ron": RON | TSUMO,
    "hu": RON | TSUMO,
    "tsumo": TSUMO | RON,
    "pon": PON,
    "pung": PON,
    "chi": CHI,
    "kan": OPEN_KAN | CLOSED_KAN | ADDED_KAN,
    "kong": OPEN_KAN | CLOSED_KAN | ADDED_KAN,
    "riichi": RIICHI,
    "north": NORTH,
    "kita": NORTH,
    "nine": NINE_TERMINALS,
}
"""The words of both families, and the claims that each may mean."""
_CLAIMS: Final = {
    ev.Ron: RON,
    ev.Tsumo: TSUMO,
    ev.ClosedKan: CLOSED_KAN,
    ev.AddedKan: ADDED_KAN,
    ev.North: NORTH,
    ev.NineTerminals: NINE_TERMINALS,
    ev.Riichi: RIICHI,
}


class Choice(Struct, frozen=True):
    """One line of a menu: the claim, the tiles that tell it from others, the event; `then` is thrown with a riichi."""

    claim: Claim
    tiles: tuple[Tile, ...]
    event: Event
    then: Tile | None = None


class UnclearError(MinogashiError):
    """An answer that is on no menu; the message says what was expected."""


def choices_of(table: Table, seat: Seat, events: Sequence[Event]) -> list[Choice]:
    """The menu without its discards and the pass; a riichi once for each tile that may go with it."""
    out: list[Choice] = []
    for event in events:
        if isinstance(event, ev.Discard | ev.Pass):
            continue
        if isinstance(event, ev.Riichi):
            out += [Choice(RIICHI, (tile,), event, tile) for tile in riichi_tiles(table, seat)]
        elif isinstance(event, ev.Call):
            out.append(Choice(event.claim, tuple(in_order(event.uses)), event))
        elif isinstance(event, ev.ClosedKan):
            out.append(Choice(CLOSED_KAN, event.tiles[:1], event))
        else:
            tiles = (event.tile,) if isinstance(event, ev.Ron | ev.Tsumo | ev.AddedKan) else ()
            out.append(Choice(Claim(_CLAIMS[type(event)]), tiles, event))
    return out


def riichi_tiles(table: Table, seat: Seat) -> list[Tile]:
    """The own tiles that may be thrown with a riichi."""
    ready = {kind for kind, _ in table.referee.riichi_discards(seat)}
    return [tile for tile in seat.hand.held() if KIND_OF[tile] in ready]


def understand(answer: str, menu: Sequence[Choice], discards: Sequence[ev.Discard]) -> Choice | ev.Discard:
    """What an answer means: a number of the menu, a word with or without tiles, a tile to throw, `d` for the drawn one.

    Raises `UnclearError`.

    >>> understand("d", [], [ev.Discard(0, Tile(4)), ev.Discard(0, Tile(13), True)]).tile
    13
    """
    word, _, rest = answer.lower().strip().partition(" ")
    if word.isdigit() and not rest:
        if 0 < int(word) <= len(menu):
            return menu[int(word) - 1]
        raise UnclearError(f"there is no number {word} here")
    if word in WORDS:
        return _claimed(word, rest, menu)
    if word in {"d", "drawn"}:
        drawn = [event for event in discards if event.drawn]
        if drawn:
            return drawn[0]
        raise UnclearError("no tile was drawn that may be thrown")
    return _thrown(answer.strip(), discards)


def _claimed(word: str, rest: str, menu: Sequence[Choice]) -> Choice:
    fit = [choice for choice in menu if choice.claim & WORDS[word]]
    if not fit:
        raise UnclearError(f"{word} is not possible here; why {word} tells more")
    if rest:
        try:
            asked = in_order(parse_tiles(rest))
        except TileError as error:
            raise UnclearError(str(error)) from None
        exact = [choice for choice in fit if in_order(choice.tiles) == asked]
        kinds = [KIND_OF[tile] for tile in asked]
        fit = exact or [choice for choice in fit if [KIND_OF[tile] for tile in in_order(choice.tiles)] == kinds] or fit
    if len(fit) > 1:
        raise UnclearError(f"expected one of: {', '.join(f'{word} {row(in_order(choice.tiles))}' for choice in fit)}")
    return fit[0]


def _thrown(text: str, discards: Sequence[ev.Discard]) -> ev.Discard:
    try:
        tile = parse_tile(text.lower())
    except TileError:
        raise UnclearError(f"{text!r} is nothing to do here") from None
    for event in discards:
        if event.tile == tile:
            return event
    near = [event for event in discards if KIND_OF[event.tile] == KIND_OF[tile] and KIND_OF[tile] < len(KIND_OF)]
    if len(near) == 1 and near[0].tile != tile:
        raise UnclearError(f"{name(tile)} is not there, {name(near[0].tile)} is")
    raise UnclearError(f"{name(tile)} cannot be thrown; why {name(tile)} tells more")
