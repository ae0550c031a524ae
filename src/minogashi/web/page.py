"""A page put together: served from parts, or whole in one file that asks for nothing.

No build step: the modules are plain files, and one file holds them one after another in the order of their imports.
Both ways carry a content policy that runs no script and loads no thing that is not ours.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from minogashi.texts import TEXTS
from minogashi.tiles import KINDS, RED_MAN, Tile, name

if TYPE_CHECKING:
    from collections.abc import Iterable

STYLES: Final = ("tiles.css", "look.css", "viewer.css")
WORDS: Final = ("ui.", "wind.", "seat.", "claim.", "safe.bar.")
"""The texts that pages say themselves; all others come with what they draw."""

_ICON: Final = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 80'%3E%3Crect width='60' height='80'"
    " rx='9' fill='%233f6b6c'/%3E%3Cpath d='M14 40Q30 22 46 40Q30 58 14 40z' fill='none' stroke='%23d8eee5'"
    " stroke-width='4'/%3E%3Ccircle cx='30' cy='40' r='5' fill='%23d8eee5'/%3E%3C/svg%3E"
)
_IMPORT: Final = re.compile(r'^import (?:[^"]*from )?"\./([\w-]+\.js)";\n', re.MULTILINE)


@cache
def static(file: str) -> str:
    """The text of one of the pages' own files."""
    return files("minogashi.web").joinpath("static", file).read_text(encoding="utf-8")


def tile_name(face: str, language: str) -> str:
    """A tile's full name, for those who hear the page.

    >>> tile_name("0p", "en"), tile_name("7z", "en"), tile_name("back", "en")
    ('red 5 pin', 'red dragon', 'tile face down')
    """
    table = TEXTS[language]
    if f"tile.{face}" in table:
        return table[f"tile.{face}"]
    if face[0] in "fs" and face[1:].isdigit():
        return table["tile.flower" if face[0] == "f" else "tile.season"].format(number=face[1])
    number, suit = face[0], face[1]
    told = table[f"tile.{suit}"].format(number=number if number != "0" else "5")
    return table["tile.red"].format(tile=told) if number == "0" else told


@cache
def words() -> str:
    """What the pages say themselves, in every language, as JSON: the one table of messages, as far as they need it."""
    faces = [name(Tile(tile)) for tile in (*range(KINDS), *range(RED_MAN, RED_MAN + 15))] + ["back"]
    out = {}
    for language, table in TEXTS.items():
        out[language] = {key: text for key, text in table.items() if key.split("/")[-1].startswith(WORDS)}
        out[language] |= {f"name.{face}": tile_name(face, language) for face in faces}
    return in_script(json.dumps(out, ensure_ascii=False, separators=(",", ":")))


def in_script(data: str) -> str:
    r"""JSON that cannot end the script element around it.

    >>> in_script('["</script>"]')
    '["\\u003c/script>"]'
    """
    return data.replace("<", "\\u003c")


def modules(first: str) -> list[str]:
    """The names of a module and of all that it imports, each after those it needs.

    >>> modules("badges.js")
    ['faces.js', 'words.js', 'dom.js', 'badges.js']
    """
    out: list[str] = []

    def visit(file: str) -> None:
        for needed in _IMPORT.findall(static(file)):
            if needed not in out:
                visit(needed)
        if file not in out:
            out.append(file)

    visit(first)
    return out


@cache
def bundle(first: str) -> str:
    """A module and all that it imports as one script."""
    parts = (_IMPORT.sub("", static(file)) for file in modules(first))
    return "\n".join(re.sub(r"^export ", "", part, flags=re.MULTILINE) for part in parts)


def served(body: str = "viewer.html", script: str = "viewer.js", language: str = "en") -> str:
    """A page whose styles and modules the server has under /static/."""
    head = [f'<link rel="stylesheet" href="/static/{file}">' for file in STYLES]
    head += [f'<link rel="modulepreload" href="/static/{file}">' for file in modules(script)]
    end = f'<script type="module" src="/static/{script}"></script>'
    return _page(head, body, [_data("words", words())], end, language)


def whole(frames: str, language: str = "en") -> str:
    """The replay page with everything inside, and `frames`, a JSON text, as its data."""
    style = "\n".join(static(file) for file in STYLES)
    script = bundle("viewer.js")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; base-uri 'none';"
        " form-action 'none'"
    )
    head = [f'<meta http-equiv="Content-Security-Policy" content="{policy}">', f"<style>{style}</style>"]
    data = [_data("words", words()), _data("frames", in_script(frames))]
    return _page(head, "viewer.html", data, f'<script type="module">{script}</script>', language)


def _page(head: Iterable[str], body: str, data: Iterable[str], end: str, language: str) -> str:
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<title>minogashi</title>",
            f'<link rel="icon" href="{_ICON}">',
            *head,
            "</head>\n<body>",
            static("tiles.svg").strip(),
            static(body).strip(),
            *data,
            end,
            "</body>\n</html>\n",
        ]
    )


def _data(name_: str, text: str) -> str:
    return f'<script type="application/json" id="{name_}">{text}</script>'


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
