"""Tiles and kinds: the two number types everything else is built on, and how they are written.

A `Kind` is one of 34: 0-8 = 1m-9m, 9-17 = 1p-9p, 18-26 = 1s-9s, 27-33 = 1z-7z
(east, south, west, north, white, green, red). A `Tile` is a kind, or a red five (34 `0m`,
35 `0p`, 36 `0s`), or a bonus tile (37-48), or `HIDDEN` (49), a tile that nobody has shown.
A red five is its own tile and the same kind as a five: rules compare kinds (riichi.md 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NewType

from minogashi.errors import TileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Kind = NewType("Kind", int)
Tile = NewType("Tile", int)
Mask = NewType("Mask", int)
"""A set of kinds: bit k stands for kind k."""

KINDS: Final = 34
RED_MAN, RED_PIN, RED_SOU = Tile(34), Tile(35), Tile(36)
HIDDEN: Final = Tile(49)
NO_KIND: Final = Kind(34)
"""The kind of a bonus tile or a hidden tile; no mask ever holds its bit."""

BONUS_NAMES: Final = ("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4", "cat", "rat", "rooster", "centipede")
FIRST_BONUS: Final = Tile(37)

KIND_OF: Final[tuple[Kind, ...]] = tuple(
    [Kind(k) for k in range(KINDS)] + [Kind(4), Kind(13), Kind(22)] + [NO_KIND] * 13
)
"""The kind of every tile; index with a `Tile`."""

SUIT_OF: Final = tuple(min(k // 9, 3) for k in range(KINDS))
"""The suit (0 man, 1 pin, 2 sou, 3 honours) of every kind."""

NORTH: Final = Kind(30)
TERMINALS_AND_HONOURS: Final = Mask(0b1111111_100000001_100000001_100000001)

_MPSZ: Final = tuple(
    [f"{i % 9 + 1}{'mps'[i // 9]}" for i in range(27)]
    + [f"{i}z" for i in range(1, 8)]
    + ["0m", "0p", "0s"]
    + list(BONUS_NAMES)
    + ["?"]
)
_MJAI: Final = (*_MPSZ[:27], "E", "S", "W", "N", "P", "F", "C", "5mr", "5pr", "5sr", *BONUS_NAMES, "?")
_UNICODE: Final = tuple(
    [chr(0x1F007 + i) for i in range(9)]
    + [chr(0x1F019 + i) for i in range(9)]
    + [chr(0x1F010 + i) for i in range(9)]
    + [chr(0x1F000 + i) for i in range(4)]
    + [chr(0x1F006), chr(0x1F005), chr(0x1F004)]
    + [chr(0x1F00B), chr(0x1F01D), chr(0x1F014)]
    + [chr(0x1F022 + i) for i in range(4)]
    + [chr(0x1F026 + i) for i in range(4)]
    + ["cat", "rat", "rooster", "centipede", chr(0x1F02B)]
)
_CHARACTERS: Final = str.maketrans(
    {char: f" {name}" for char, name in zip(_UNICODE, _MPSZ, strict=True) if len(char) == 1 and name[0] != "0"}
    | {char: f" {i % 7 + 1}z" for i, char in enumerate("東南西北白發中東南西北白発中")}
    | dict.fromkeys("\ufe0e\ufe0f", "")  # whether the character before is shown as text or as a picture
)
_REDS: Final = {f"{_UNICODE[red]}r": f" {_MPSZ[red]}" for red in (RED_MAN, RED_PIN, RED_SOU)}
_OF_MPSZ: Final = {name: Tile(i) for i, name in enumerate(_MPSZ)}
_OF_MJAI: Final = {name: Tile(i) for i, name in enumerate(_MJAI)} | {f"{i}z": Tile(26 + i) for i in range(1, 8)}

TENHOU_IDS: Final = 136
_RED_IDS: Final = {16: RED_MAN, 52: RED_PIN, 88: RED_SOU}
OF_TENHOU: Final[tuple[Tile, ...]] = tuple(_RED_IDS.get(i, Tile(i // 4)) for i in range(TENHOU_IDS))
"""The tile of every Tenhou id (kind x 4 + copy) where the room has red fives."""
OF_TENHOU_PLAIN: Final[tuple[Tile, ...]] = tuple(Tile(i // 4) for i in range(TENHOU_IDS))
"""The same where the room has none."""


def kind_of(tile: Tile) -> Kind:
    """The kind of a tile: a red five is a five.

    >>> kind_of(parse_tile("0p")) == kind_of(parse_tile("5p"))
    True
    """
    return KIND_OF[tile]


def parse_tile(text: str) -> Tile:
    """One tile in mpsz: `5p`, red five `0p`, honours `1z`-`7z`, a bonus name, or `?`.

    >>> parse_tile("7z")
    33
    >>> parse_tile("8z")
    Traceback (most recent call last):
    ...
    minogashi.errors.TileError: '8z' is not a tile
    """
    try:
        return _OF_MPSZ[text]
    except KeyError:
        raise TileError(f"{text!r} is not a tile") from None


def parse_tiles(text: str) -> list[Tile]:
    """Tiles in mpsz, groups one after another; an apostrophe marks a sideways tile (R51-R53).

    Characters of the Unicode block, a red five with an `r` behind it, and those of the honours are read as well.

    >>> names(parse_tiles("40p 7'7z ?"))
    '4p 0p 7z 7z ?'
    >>> names(parse_tiles("🀙🀝🀝r 東中"))
    '1p 5p 0p 1z 7z'
    """
    return [tile for tile, _ in parse_marked(text)]


def parse_marked(text: str) -> list[tuple[Tile, bool]]:
    """As `parse_tiles`, with a flag for tiles marked as taken or laid sideways.

    >>> [(name(tile), taken) for tile, taken in parse_marked("7'56p")]
    [('7p', True), ('5p', False), ('6p', False)]
    """
    out: list[tuple[Tile, bool]] = []
    for word in _typed(text).split():
        if word in _OF_MPSZ and not word[0].isdigit():
            out.append((_OF_MPSZ[word], False))
        else:
            out.extend(_groups(word, text))
    return out


def _typed(text: str) -> str:
    """Characters of tiles as what is typed for them."""
    if text.isascii():
        return text
    for shown, red in _REDS.items():
        text = text.replace(shown, red)
    return text.translate(_CHARACTERS)


def _groups(word: str, text: str) -> list[tuple[Tile, bool]]:
    out: list[tuple[Tile, bool]] = []
    pending: list[tuple[str, bool]] = []
    for place, char in enumerate(word):
        if char.isdigit():
            pending.append((char, False))
        elif char == "'" and pending:
            pending[-1] = (pending[-1][0], True)
        elif char == "'" and out and not pending:
            out[-1] = (out[-1][0], True)
        elif char == "?" and not pending:
            out.append((HIDDEN, False))
        elif char in "mpsz" and pending:
            out.extend((parse_tile(digit + char), taken) for digit, taken in pending)
            pending = []
        else:
            found = f"found {char!r} at {word[: place + 1]!r}, expected 0-9 or m p s z"
            raise TileError(f"{text!r} is not a row of tiles: {found}")
    if pending:
        digits = "".join(digit for digit, _ in pending)
        raise TileError(f"{text!r} is not a row of tiles: {digits!r} has no suit letter (m p s z)")
    return out


def check_copies(tiles: Iterable[Tile]) -> None:
    """Refuse a fifth copy of a kind.

    >>> check_copies(parse_tiles("55055m"))
    Traceback (most recent call last):
    ...
    minogashi.errors.TileError: five 5m: there are only four
    """
    seen = [0] * (KINDS + 1)
    for tile in tiles:
        kind = KIND_OF[tile]
        seen[kind] += kind != NO_KIND
        if seen[kind] > 4:
            raise TileError(f"five {_MPSZ[kind]}: there are only four", "too_many_copies")


def name(tile: Tile | Kind) -> str:
    """A tile in mpsz.

    >>> name(RED_SOU)
    '0s'
    """
    return _MPSZ[tile]


def names(tiles: Iterable[Tile | Kind]) -> str:
    """Tiles in mpsz, one by one with spaces between.

    >>> names([Tile(0), Tile(34)])
    '1m 0m'
    """
    return " ".join(_MPSZ[tile] for tile in tiles)


def row(tiles: Iterable[Tile]) -> str:
    """Tiles in mpsz with the suit letter once a group, in the order given.

    >>> row(parse_tiles("1m 2m 5p 0p 1z"))
    '12m50p1z'
    """
    out: list[str] = []
    for tile in tiles:
        text = _MPSZ[tile]
        if out and text[0].isdigit() and len(text) == 2 and out[-1][-1] == text[1] and out[-1][0].isdigit():
            out[-1] = out[-1][:-1] + text
        else:
            out.append(text)
    return "".join(f" {part} " if not part[0].isdigit() and part != "?" else part for part in out).strip()


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """Tiles sorted as people hold them: by kind, a red five before the plain ones.

    >>> row(in_order(parse_tiles("1z5p0p4p")))
    '405p1z'
    """
    return sorted(tiles, key=_RANK.__getitem__)


_RANK: Final = [(TENHOU_IDS + 1) * KIND_OF[tile] - tile for tile in range(HIDDEN + 1)]
"""The place of each tile among those that people hold."""


def unicode(tile: Tile | Kind) -> str:
    """The tile's character of the Unicode block Mahjong Tiles; a red five looks like a five."""
    return _UNICODE[tile]


def mjai(tile: Tile | Kind) -> str:
    """The tile's mjai name.

    >>> mjai(RED_PIN), mjai(Tile(33))
    ('5pr', 'C')
    """
    return _MJAI[tile]


def parse_mjai(text: str) -> Tile:
    """A tile by its mjai name; honours also as 1z-7z.

    >>> name(parse_mjai("P"))
    '5z'
    """
    try:
        return _OF_MJAI[text]
    except (KeyError, TypeError):
        raise TileError(f"{text!r} is not a tile") from None


def parse_tenhou(number: int, *, reds: bool = True) -> Tile:
    """A tile by its Tenhou id 0-135; 16, 52 and 88 are the red fives where the room has them.

    >>> name(parse_tenhou(52)), name(parse_tenhou(52, reds=False))
    ('0p', '5p')
    """
    if not 0 <= number < TENHOU_IDS:
        raise TileError(f"{number} is not a tile: Tenhou ids run from 0 to 135")
    return (OF_TENHOU if reds else OF_TENHOU_PLAIN)[number]


_TENHOU6: Final = tuple([10 * (k // 9 + 1) + k % 9 + 1 for k in range(27)] + [41 + k for k in range(7)] + [51, 52, 53])
_OF_TENHOU6: Final = {number: Tile(i) for i, number in enumerate(_TENHOU6)}


def tenhou6(tile: Tile) -> int:
    """The tile's number in tenhou.net/6 JSON: 11-19, 21-29, 31-39, 41-47, red fives 51-53.

    >>> tenhou6(parse_tile("0p"))
    52
    """
    return _TENHOU6[tile]


def parse_tenhou6(number: int) -> Tile:
    """A tile by its tenhou.net/6 number.

    >>> name(parse_tenhou6(47))
    '7z'
    """
    try:
        return _OF_TENHOU6[number]
    except (KeyError, TypeError):
        raise TileError(f"{number!r} is not a tile number of tenhou.net/6") from None


def mask_of(kinds: Iterable[Kind]) -> Mask:
    """The set of the given kinds.

    >>> bin(mask_of([Kind(0), Kind(2)]))
    '0b101'
    """
    out = 0
    for kind in kinds:
        out |= 1 << kind
    return Mask(out)


def kinds_in(mask: int) -> list[Kind]:
    """The kinds of a mask in the order m p s z.

    >>> names(kinds_in(mask_of([Kind(33), Kind(4)])))
    '5m 7z'
    """
    out = []
    while mask:
        lowest = mask & -mask
        out.append(Kind(lowest.bit_length() - 1))
        mask ^= lowest
    return out


def counts_of(tiles: Sequence[Tile]) -> list[int]:
    """How many of each of the 34 kinds; hidden and bonus tiles do not count."""
    out = [0] * (KINDS + 1)
    for tile in tiles:
        out[KIND_OF[tile]] += 1
    return out[:KINDS]


def dora_of(indicator: Kind, *, seats: int = 4) -> Kind:
    """The dora that an indicator shows: the next of its suit, 9 to 1, north to east, red to white.

    With three seats there are no 2m-8m, so 1m shows 9m.

    >>> name(dora_of(Kind(8))), name(dora_of(Kind(30))), name(dora_of(Kind(33))), name(dora_of(Kind(0), seats=3))
    ('1m', '1z', '5z', '9m')
    """
    if indicator < 27:
        if seats == 3 and indicator == 0:
            return Kind(8)
        return Kind(indicator - 8 if indicator % 9 == 8 else indicator + 1)
    if indicator <= 30:
        return Kind(27 if indicator == 30 else indicator + 1)
    return Kind(31 if indicator == 33 else indicator + 1)
