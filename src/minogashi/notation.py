"""How a person writes one position: texts for tiles, seats, sets and bonus tiles, or a piece of a wiki page.

What cannot be read raises `MinogashiError` in the words of the command line, naming the option.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from minogashi import events as ev
from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, OPEN_KAN, PON, Claim
from minogashi.errors import MinogashiError, TileError
from minogashi.seat import BY_ADDED_KAN, BY_CLOSED_KAN, BY_DISCARD, BY_NORTH
from minogashi.tiles import BONUS_NAMES, KIND_OF, KINDS, NORTH, Kind, Tile, names, parse_tile, parse_tiles, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.rulebook import Profile

VIAS: Final = (BY_DISCARD, BY_ADDED_KAN, BY_CLOSED_KAN, BY_NORTH)
_MELDS: Final = {
    "chi": CHI, "pon": PON, "kan": OPEN_KAN, "daiminkan": OPEN_KAN, "ankan": CLOSED_KAN, "kakan": ADDED_KAN,
}  # fmt: skip


class Question(Struct, frozen=True, kw_only=True):
    """A position in texts: tiles in mpsz, seats as wind letters.

    `hand` has 13 tiles less three a meld, or one more: then the last is the one just drawn. `tile`
    is another seat's (`source`, by default the left neighbour's), offered by `via`; `passed` are winning tiles let
    go since the last own discard (in riichi: since the riichi); `bonus` the bonus tiles set out (`f1`, `s4`, `cat`);
    `dora` the indicators; `scores` the points of all
    seats from east on, where they are not all the same; `stated` the waits that somebody claims, to be checked.
    `hand` may also be a piece of a wiki page (`formats.wiki`): what it tells is taken where nothing else was told.
    """

    hand: str
    melds: Sequence[str] = ()
    river: str | None = None
    riichi: bool = False
    tile: str | None = None
    drawn: str | None = None
    source: str | None = None
    via: str = BY_DISCARD
    seat: str = "S"
    wind: str = "E"
    dora: Sequence[str] = ()
    live: int | None = None
    honba: int = 0
    passed: Sequence[str] = ()
    bonus: Sequence[str] = ()
    scores: Sequence[int] = ()
    stated: str | None = None


def unwrapped(question: Question) -> Question:
    """A question whose hand is a piece of a wiki page, with what that tells; what was told beside it goes first."""
    if "{{" not in question.hand and "|" not in question.hand:
        return question
    from minogashi.formats.wiki import parse_wiki  # with it every reader of records comes in

    found = parse_wiki(question.hand)
    if found.hand is None:
        raise MinogashiError(
            "no hand in this text: expected {{#mjt:77m34567p678s777z}}, {{< t 77m34567p >}} or |pattern="
        )
    told = question.drawn is not None or question.tile is not None
    return replace(
        question,
        hand=found.hand,
        melds=question.melds or found.melds,
        river=found.river if question.river is None else question.river,
        drawn=question.drawn if told else found.drawn,
        dora=question.dora or found.dora,
        stated=found.waits if question.stated is None else question.stated,
    )


def bonus_names(profile: Profile) -> tuple[str, ...]:
    """The bonus tiles that a rule book plays with: those in its wall beside four of every kind.

    >>> from minogashi.rulebook import profile
    >>> bonus_names(profile("tenhou")), bonus_names(profile("sg-wong-v1"))[-4:]
    ((), ('cat', 'rat', 'rooster', 'centipede'))
    """
    return BONUS_NAMES[: max(0, profile.tiles - 4 * KINDS)]


def seat_of(text: str, there: str, option: str) -> int:
    """The number of a wind letter among those `there` are.

    >>> seat_of("w", "ESWN", "--seat")
    2
    """
    wanted = text.strip().upper()
    if len(wanted) != 1 or wanted not in there:
        raise MinogashiError(f"{option} takes one of {' '.join(there)}, not {text!r}")
    return there.index(wanted)


def tiles_of(text: str, where: str) -> list[Tile]:
    """Tiles in mpsz; bonus tiles and hidden ones are none of a hand. `where` they were told goes into the error.

    >>> row(tiles_of("3p 4p", "the river"))
    '34p'
    """
    try:
        tiles = parse_tiles(text)
    except TileError as error:
        raise TileError(f"{where}: {error}", error.code) from None
    if any(KIND_OF[tile] >= NORTH + 4 for tile in tiles):
        wrong = names(tile for tile in tiles if KIND_OF[tile] >= NORTH + 4)
        raise TileError(f"{where}: found {wrong}, expected 1m-9m, 1p-9p, 1s-9s, 1z-7z and red fives 0m 0p 0s")
    return tiles


def tile_of(text: str, where: str) -> Tile:
    """One tile in mpsz."""
    tiles = tiles_of(text, where)
    if len(tiles) != 1:
        raise TileError(f"{where}: {text!r} has {len(tiles)} tiles; expected one")
    return tiles[0]


def bonus_of(text: str, profile: Profile) -> Tile:
    """`cat`, `f1`: a bonus tile, of a game that has them."""
    word, known = text.strip().lower(), bonus_names(profile)
    if not known:
        raise MinogashiError(f"--bonus: {profile.name} plays without bonus tiles")
    if word not in known:
        raise MinogashiError(f"--bonus takes {', '.join(known)}, not {text!r}")
    return parse_tile(word)


def meld_of(text: str) -> ev.Meld:
    """`pon 777z`, `chi 4'56p`, `ankan 5555p`."""
    word, _, rest = text.strip().partition(" ")
    if word not in _MELDS or not rest.strip():
        raise MinogashiError(f'--meld takes a word ({", ".join(_MELDS)}) and tiles, as in "pon 777z", not {text!r}')
    tiles = tiles_of(rest, f"--meld {word}")
    claim = _MELDS[word]
    if not _makes(claim, [KIND_OF[tile] for tile in tiles]):
        shape = {CHI: "a run of three", PON: "three of a kind"}.get(claim, "four of a kind")
        raise MinogashiError(f"--meld {text!r}: {row(tiles)} is not {shape}")
    return ev.Meld(claim, tuple(tiles))


def _makes(claim: Claim, kinds: Sequence[Kind]) -> bool:
    low = min(kinds)
    if claim == CHI:
        return sorted(kinds) == [low, low + 1, low + 2] and low < 27 and low % 9 < 7
    return len(kinds) == (3 if claim == PON else 4) and all(kind == low for kind in kinds)
