"""Hands as wiki and site pages write them: tile calls, discard boxes, wait boxes, links to logs (R53-R59).

Only the notation is read here. Everything else on a page, other templates, links and prose, is passed over.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from minogashi.errors import RecordError, TileError
from minogashi.formats.link import Link, parse_link
from minogashi.tiles import KIND_OF, Tile, parse_marked, row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROW: Final = 6
"""The most tiles of a row of a discard box; the last row may go on."""
SMALLEST: Final = 4
"""The fewest tiles that are taken for a hand."""
LABEL: Final = 40
"""How far before a tile call its label may begin."""
_CALL: Final = re.compile(
    r"\{\{\s*#mjt:\s*(?P<wiki>[^|{}]*)(?:\|[^{}]*)?\}\}|\{\{<\s*t\s+(?P<site>[^<>{}]*)>\}\}", re.IGNORECASE
)
_FIELD: Final = re.compile(r"\|\s*(?P<name>tilerow\d|pattern|tilewaits)\s*=(?P<text>[^|{}\n]*)", re.IGNORECASE)
_LINK: Final = re.compile(r"https?://tenhou\.net/\S*?log=[^\s\]|}\"'<>]+")
_LABELS: Final = (
    ("drawn", re.compile(r"(?:draw|tsumo|ツモ)\s*[:：]\s*$", re.IGNORECASE)),  # noqa: RUF001  as pages write it
    ("waits", re.compile(r"(?:wait\w*(?: (?:for|on))?|待ち)\s*[:：]\s*$", re.IGNORECASE)),  # noqa: RUF001
    ("river", re.compile(r"(?:discards?|river|捨て牌)\s*[:：]\s*$", re.IGNORECASE)),  # noqa: RUF001
    ("dora", re.compile(r"(?:dora(?: indicator)?|ドラ表示牌)\s*[:：]\s*$", re.IGNORECASE)),  # noqa: RUF001
)


class Pasted(Struct, frozen=True):
    """What a piece of a page tells of one position, in mpsz: None where it does not.

    `melds` are in the words of `notation.Question`; `waits` are those that the page states; `links` are kept as a
    reference and never followed.
    """

    hand: str | None = None
    melds: tuple[str, ...] = ()
    drawn: str | None = None
    river: str | None = None
    waits: str | None = None
    dora: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


def is_wiki(text: str) -> bool:
    """Whether a text holds any of these notations.

    >>> is_wiki("{{#mjt:14p}}"), is_wiki("77m34567p678s777z")
    (True, False)
    """
    return _CALL.search(text) is not None or _FIELD.search(text) is not None


def parse_wiki(text: str) -> Pasted:
    """The position that a piece of a page tells: its boxes, or else the first line with a hand in tile calls.

    Raises TileError for a call or box that holds no tiles, or a row of more than six with another below it.

    >>> found = parse_wiki(":{{#mjt:22288m23p3456'78s}} Draw: {{#mjt:3p}} Waiting for: {{#mjt:14p}} (furiten)")
    >>> found.hand, found.drawn, found.waits
    ('22288m23p345678s', '3p', '14p')
    """
    plain = html.unescape(text)
    fields = {found["name"].lower(): found["text"].strip() for found in _FIELD.finditer(plain)}
    rows = [fields[name] for name in sorted(fields) if name.startswith("tilerow") and fields[name]]
    told = {} if "pattern" in fields else _line(plain)
    if "pattern" in fields:
        told["hand"] = row(_tiles(fields["pattern"], "pattern"))
    if fields.get("tilewaits"):
        told["waits"] = row(_tiles(fields["tilewaits"], "tilewaits"))
    if rows:
        told["river"] = _river(rows)
    return Pasted(**told, links=tuple(_links(plain)))  # type: ignore[arg-type]


def _line(text: str) -> dict[str, object]:
    """The parts of the first line that shows a hand; what has a label may stand on lines of its own."""
    out: dict[str, object] = {}
    melds: list[str] = []
    for line in text.splitlines():
        labelled_only = "hand" in out
        end = 0
        for call in _CALL.finditer(line):
            before, end = line[end : call.start()], call.end()
            part = next((part for part, label in _LABELS if label.search(before[-LABEL:])), None)
            words = [call["wiki"]] if call["wiki"] is not None else call["site"].split()
            if part == "dora":
                out.setdefault("dora", tuple(row([tile]) for word in words for tile in _tiles(word, "dora")))
            elif part is not None:
                out.setdefault(part, row([tile for word in words for tile in _tiles(word, part)]))
            elif not labelled_only:
                _hand(words, out, melds)
    if "hand" in out:
        out["melds"] = tuple(melds)
    return out


def _hand(words: Sequence[str], out: dict[str, object], melds: list[str]) -> None:
    """Unlabelled tiles: the concealed part first, sets behind it; fewer tiles are tiles that a sentence speaks of."""
    for word in words:
        if "hand" not in out:
            tiles = _tiles(word, "a tile call")
            if len(tiles) >= SMALLEST:
                out["hand"] = row(tiles)
        elif meld := _meld(word):
            melds.append(meld)


def _meld(word: str) -> str:
    """`5'55z`, `5-55z`: a pon; `7'56p` a chi; `0550z` or `5555z` a closed kan; nothing for other tiles."""
    hidden = re.fullmatch(r"0(\d)\1?0([mpsz])", word.strip())
    if hidden:
        return f"ankan {hidden[1] * 4}{hidden[2]}"
    marked = _marked(word)
    kinds = sorted(KIND_OF[tile] for tile, _ in marked)
    tiles, taken = row([tile for tile, _ in marked]), any(sideways for _, sideways in marked)
    if len(kinds) == 4 and len(set(kinds)) == 1:
        return f"{'kan' if taken else 'ankan'} {tiles}"
    if len(kinds) == 3 and taken:
        return f"{'pon' if len(set(kinds)) == 1 else 'chi'} {tiles}"
    return ""


def _marked(word: str) -> list[tuple[Tile, bool]]:
    """Tiles with a flag for those laid sideways: an apostrophe behind the digit, or a dash before it."""
    return parse_marked(re.sub(r"-(\d)", r"\1'", word.strip()))


def _tiles(text: str, where: str) -> list[Tile]:
    try:
        tiles = [tile for tile, _ in _marked(text)]
    except TileError as error:
        raise TileError(f"{where}: {error}", error.code) from None
    if not tiles:
        raise TileError(f"{where}: holds no tiles")
    return tiles


def _river(rows: Sequence[str]) -> str:
    tiles: list[Tile] = []
    for number, text in enumerate(rows, 1):
        found = _tiles(text, f"tilerow{number}")
        if len(found) > ROW and number < len(rows):
            raise TileError(
                f"tilerow{number}: has {len(found)} tiles; expected at most {ROW} where another row follows"
            )
        tiles += found
    return row(tiles)


def _links(text: str) -> Iterator[Link]:
    for found in _LINK.finditer(text):
        try:
            yield parse_link(found[0])
        except RecordError:
            continue  # a link to something else
