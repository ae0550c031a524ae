"""The parts that frames share: lists in which everything stands once, and the texts of all languages."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec

from minogashi.claims import ADDED_KAN, CLOSED_KAN, Code, Reason
from minogashi.messages import Speaker
from minogashi.texts import TEXTS
from minogashi.tiles import HIDDEN, Tile, in_order, name
from minogashi.web.document import NONE, Meld, Rack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from minogashi import events as ev
    from minogashi.seat import Seat

CALLED, SIDEWAYS, DRAWN, DOWN, ADDED = "c", "s", "t", "b", "a"
"""The flags behind a tile: called away, sideways, thrown as drawn, face down, added on the sideways one."""

BACK: Final = "back"

T = TypeVar("T")


class Pool(Generic[T]):
    """A list in which equal things stand once.

    >>> pool: Pool[str] = Pool()
    >>> [pool.place("a"), pool.place("b"), pool.place("a")], pool.all
    ([0, 1, 0], ['a', 'b'])
    """

    def __init__(self) -> None:
        self.all: list[T] = []
        self._places: dict[bytes, int] = {}

    def place(self, thing: T) -> int:
        """Where the thing stands in the list."""
        key = msgspec.msgpack.encode(thing)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = len(self.all)
            self.all.append(thing)
        return found


class Voices:
    """Says each text in every language at once; a text is a number.

    >>> voices = Voices("riichi")
    >>> voices.say(lambda speaker: speaker.text("claim.ron")), voices.texts()
    (0, {'en': ['ron'], 'ja': ['\u30ed\u30f3']})
    """

    def __init__(self, family: str) -> None:
        self.family = family
        self._texts: dict[tuple[str, ...], int] = {}
        self.seat("ESWN")

    def seat(self, letters: str) -> None:
        """From now on the seats have these winds."""
        self.speakers = [Speaker(letters, family=self.family, language=language) for language in TEXTS]

    def say(self, tell: Callable[[Speaker], str]) -> int:
        """The number of what `tell` makes each language say; nothing said is no text."""
        told = tuple(tell(speaker) for speaker in self.speakers)
        return self._texts.setdefault(told, len(self._texts)) if any(told) else NONE

    def word(self, key: str, **slots: object) -> int:
        """The number of the text of a key."""
        return self.say(lambda speaker: speaker.text(key, **slots))

    def __len__(self) -> int:
        """How many texts were said."""
        return len(self._texts)

    def texts(self, known: int = 0) -> dict[str, list[str]]:
        """What was said after the first `known` texts, a list a language."""
        said = list(islice(self._texts, known, None))
        return {language: [told[place] for told in said] for place, language in enumerate(TEXTS)}


def brief(speaker: Speaker, code: str, seat: int = 0) -> str:
    """A code in a few words, or in its sentence where there are no fewer.

    >>> brief(Speaker(), "no_yaku"), brief(Speaker(), "open_hand")
    ('no yaku', 'The hand is open')
    """
    found = TEXTS[speaker.language].get(f"short.{code}")
    return found or speaker.parts(Reason(Code(code)), seat)[0]


def drawn_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles with spaces between, a hidden one as a back.

    >>> drawn_tiles([Tile(10), HIDDEN])
    '2p back'
    """
    return " ".join(BACK if tile == HIDDEN else name(tile) for tile in tiles)


def rack(seat: Seat, voices: Voices, seats: int) -> Rack:
    """What stands before a seat."""
    tiles = seat.hand.tiles()
    drawn = ""
    last = seat.drawn if seat.drawn in tiles else HIDDEN
    if seat.drawn is not None and last in tiles and len(tiles) % 3 == 2:  # a told hand may leave open which came last
        drawn = drawn_tiles([seat.drawn])
        tiles.remove(last)
    aside = drawn_tiles([*seat.bonus, *[Tile(30)] * seat.norths])
    return Rack(drawn_tiles(tiles), drawn, [meld(laid, seat.index, voices, seats) for laid in seat.hand.melds], aside)


def meld(laid: ev.Meld, owner: int, voices: Voices, seats: int) -> Meld:
    """A set as it lies: the taken tile sideways on the side of the seat it came from, a kan's outer tiles down."""
    word = voices.say(lambda speaker: speaker.claim(laid.claim))
    tiles = in_order(laid.tiles)
    if laid.claim == CLOSED_KAN:
        inner = [name(tile) for tile in tiles]
        return Meld(f"{inner[-1]}:{DOWN} {inner[0]} {inner[1]} {inner[-2]}:{DOWN}", word)
    added: list[str] = []
    if laid.claim == ADDED_KAN:
        added = [f"{name(laid.tiles[-1])}:{ADDED}"]
        tiles = in_order(laid.tiles[:-1])
    if laid.taken is None or laid.source is None:
        return Meld(" ".join([name(tile) for tile in tiles] + added), word)
    tiles.remove(laid.taken)
    own = [name(tile) for tile in tiles]
    from_left, from_right = (owner - 1) % seats, (owner + 1) % seats
    at = 0 if laid.source == from_left else len(own) if laid.source == from_right else 1
    return Meld(" ".join([*own[:at], f"{name(laid.taken)}:{SIDEWAYS}", *added, *own[at:]]), word)
