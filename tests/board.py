"""A position in words, played forward with words: `Board("tenhou", S="22p34p...").play("N:d 5p")`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi import events as ev
from minogashi.claims import CHI, CLAIM_NAMES, CLAIM_OF, RON, Code, Verdict
from minogashi.conform.scene import LETTERS, Place, Scene, meld
from minogashi.rulebook import profile
from minogashi.tiles import Kind, kinds_in, names, parse_tile, parse_tiles

if TYPE_CHECKING:
    from minogashi.seat import Seat

OK = (Code.OK,)


class Board:
    """A table taken up in the middle. Seats are told as `hand`, or `hand | river | meld, meld` with `riichi` in front.

    Words of play: `N:t 5p` draws (hidden without a tile), `N:d 5p` throws, `N:r 5p` throws with a riichi, `S:chi 567p`,
    `S:pon 555p`, `S:ankan 5p`, `S:kakan 5p`, `S:kita`, `S:ron`, `S:pass`, `S:dead`, `last` (no live tile is left).
    """

    def __init__(
        self, book: str, told: dict[str, str], *, options: dict[str, str | int] | None = None, **more: int
    ) -> None:
        self.profile = profile(book, options or {})
        places = [_place(told.get(letter, "?")) for letter in LETTERS[: self.profile.seats]]
        for place in places:
            place.points = more.get("points", 25000)
        self.scene = Scene(self.profile, places, honba=more.get("honba", 0), first_turn=bool(more.get("first_turn")))
        self.table = self.scene.table

    def play(self, *words: str) -> Board:
        """These words, one after another."""
        for word in words:
            self._play(word)
        return self

    def _play(self, words: str) -> None:
        if words == "last":
            self.table.apply(ev.Live(0))
            return
        letter, _, rest = words.partition(":")
        index, scene = LETTERS.index(letter), self.scene
        act, _, text = rest.partition(" ")
        tiles = parse_tiles(text)
        if act == "t":
            scene.draw(index, *tiles)
        elif act in {"d", "r"}:
            if act == "r":
                scene.riichi(index)
            scene.discard(index, tiles[0])
        elif act == "kita":
            scene.north(index, parse_tile("4z"))
        elif act == "ron":
            scene.ron(index)
        elif act == "pass":
            self.table.apply(ev.Pass(index))
        elif act == "dead":
            self.table.apply(ev.FalseWin(index))
        elif act in {"ankan", "kakan"}:
            scene.kan(index, CLAIM_OF[act], tiles[0])
        else:
            scene.call(index, CLAIM_OF[act], tiles)

    def seat(self, letter: str) -> Seat:
        """A seat by its letter."""
        return self.table.seat(LETTERS.index(letter))

    def ron(self, letter: str) -> tuple[Code, ...]:
        """The codes of a ron on the tile on offer."""
        return self.table.ron(LETTERS.index(letter)).codes

    def tsumo(self, letter: str) -> tuple[Code, ...]:
        """The codes of a self-drawn win."""
        return self._act(letter, "tsumo").codes

    def riichi(self, letter: str) -> tuple[Code, ...]:
        """The codes of a riichi."""
        return self._act(letter, "riichi").codes

    def act(self, letter: str, claim: str) -> tuple[Code, ...]:
        """The codes of an act of the own turn, by its word."""
        return self._act(letter, claim).codes

    def kan(self, letter: str, tile: str) -> tuple[Code, ...]:
        """The codes of a concealed kan of this kind."""
        return self.table.referee.closed_kan(self.table.round, self.seat(letter), Kind(parse_tile(tile))).codes

    def _act(self, letter: str, claim: str) -> Verdict:
        return next(v for v in self.table.acts(LETTERS.index(letter)) if v.claim == CLAIM_OF[claim])

    def discard(self, letter: str, tile: str) -> tuple[Code, ...]:
        """The codes of a discard."""
        return self.table.referee.discard(self.table.round, self.seat(letter), parse_tile(tile)).codes

    def call(self, letter: str, claim: str, uses: str = "") -> tuple[Code, ...]:
        """The codes of a call, with these own tiles where there is a choice."""
        found = [v for v in self.table.claims(LETTERS.index(letter)) if v.claim == CLAIM_OF[claim]]
        wanted = sorted(parse_tiles(uses))
        return next(v for v in found if not uses or sorted(v.uses) == wanted).codes

    def calls(self, letter: str) -> list[str]:
        """The calls this seat may make on the tile on offer, as `chi 56p`."""
        found = [v for v in self.table.claims(LETTERS.index(letter)) if v.allowed and v.claim != RON]
        return [f"{CLAIM_NAMES[v.claim]} {names(v.uses)}" if v.claim == CHI else CLAIM_NAMES[v.claim] for v in found]

    def barred(self, letter: str) -> str:
        """The kinds of the own hand that may not be thrown now."""
        acts = self.table.acts(LETTERS.index(letter))
        return names(v.tile for v in acts if v.claim == CLAIM_OF["discard"] and Code.KUIKAE in v.codes)

    def lamp(self, letter: str) -> str:
        """The furiten that binds this seat now, in one word."""
        found = self.table.furiten(LETTERS.index(letter))
        return "" if found is None else found.code.removeprefix("furiten_")

    def waits(self, letter: str) -> str:
        """The kinds that complete this hand."""
        return names(kinds_in(self.seat(letter).waits))


def _place(text: str) -> Place:
    place = Place(riichi=text.startswith("riichi "))
    hand, _, rest = text.removeprefix("riichi ").partition("|")
    river, _, melds = rest.partition("|")
    place.hand = None if hand.strip() == "?" else parse_tiles(hand)
    place.river = parse_tiles(river)
    for told in filter(None, (part.strip() for part in melds.split(","))):
        word, _, tiles = told.partition(" ")
        place.melds.append(meld(word, parse_tiles(tiles)))
    return place
