"""The scenario text of the rule pages: fenced blocks of setup lines, events and queries.

The grammar is docs/rules/scenario_grammar.md. Reading gives `Scenario`s, `text` writes them again (R60).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from minogashi.errors import RecordError, TileError
from minogashi.tiles import BONUS_NAMES, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

FAMILIES: Final = ("riichi", "singapore")
WORDS: Final = {
    "pung": "pon",
    "kong": "daiminkan",
    "conceal": "ankan",
    "promote": "kakan",
    "hu": "ron",
    "selfhu": "tsumo",
}
"""The Singapore words, each with the word that means the same (grammar: "the two words of a pair")."""

_HEADING: Final = re.compile(r"#{3,4} (?P<id>[SP]\d+)\b\s*(?P<title>.*)")
_SETUP: Final = re.compile(
    r"(?P<word>hand|some|river|meld|bonus) (?P<seat>[ESWN]): (?P<rest>.+)"
    r"|(?P<riichi>riichi) (?P<who>[ESWN])|honba (?P<honba>\d+)"
)
_EVENT: Final = re.compile(r"(?P<seat>[ESWN]):(?P<word>[a-z]+)(?: (?P<rest>.+))?")
_QUERY: Final = re.compile(r"\? (?P<word>[a-z]+)(?: (?P<seat>[ESWN]))? => (?P<answer>.+)")
_SETS: Final = ("chi", "pon", "daiminkan")
_KANS: Final = ("ankan", "kakan")
_QUERIES: Final = ("waits", "flags", "ron", "tsumo", "claims", "locks", "barred")


class Setup(Struct, frozen=True):
    """A line before the events: `word` is hand, some, river, meld, bonus, riichi or honba."""

    line: int
    word: str
    seat: str = ""
    tiles: str = ""
    meld: str = ""
    number: int = 0


class Act(Struct, frozen=True):
    """An event line: `word` is t, d, r, a claim or kan word, kita, ron, tsumo, pass, last or dead."""

    line: int
    seat: str
    word: str
    tiles: str = ""
    mark: str = ""


class Query(Struct, frozen=True):
    """A question and its right answer."""

    line: int
    word: str
    seat: str
    answer: str


class Scenario(Struct):
    """One block: a position, what happens, and what must then be true.

    `id` is the heading's, with `.2`, `.3` for further blocks under it.
    """

    id: str
    title: str
    family: str
    params: dict[str, list[str]] = field(default_factory=dict)
    setup: list[Setup] = field(default_factory=list)
    steps: list[Act | Query] = field(default_factory=list)
    line: int = 0


def scenarios(markdown: str, path: str = "") -> list[Scenario]:
    r"""Every scenario block of a Markdown text.

    >>> page = "### S01 Pass\n```scenario riichi\nhand S: 1z\nN:d 5p\n? waits => 1z\n```"
    >>> [(s.id, s.family, len(s.steps)) for s in scenarios(page)]
    [('S01', 'riichi', 2)]
    """
    out: list[Scenario] = []
    heading, title, block = "", "", None
    seen: dict[str, int] = {}
    for number, line in enumerate(markdown.splitlines(), 1):
        if block is not None:
            if line.startswith("```"):
                out.append(block)
                block = None
            else:
                _read_line(block, line, number, path)
        elif found := _HEADING.match(line):
            heading, title = found["id"], found["title"].strip()
        elif line.startswith("```scenario"):
            block = _opened(line, number, path)
            seen[heading] = seen.get(heading, 0) + 1
            block.id = heading if seen[heading] == 1 else f"{heading}.{seen[heading]}"
            block.title = title
    if block is not None:
        raise RecordError("the block is not closed: expected ``` before the end", path=path, at=f"line {block.line}")
    return out


def _opened(line: str, number: int, path: str) -> Scenario:
    words = line.removeprefix("```scenario").split()
    if not words or words[0] not in FAMILIES:
        raise _error("a family (riichi or singapore) after the word scenario", line, number, path)
    params = {}
    for word in words[1:]:
        option, equals, values = word.partition("=")
        if not equals or not values:
            raise _error("parameters as option=value", line, number, path)
        params[option] = values.split(",")
    return Scenario("", "", words[0], params, line=number)


def _read_line(block: Scenario, line: str, number: int, path: str) -> None:
    text = line.rstrip()
    if found := _QUERY.fullmatch(text):
        word = WORDS.get(found["word"], found["word"])
        if word not in _QUERIES:
            raise _error("a query word (" + ", ".join(_QUERIES) + ")", line, number, path)
        block.steps.append(Query(number, word, found["seat"] or "", found["answer"].strip()))
    elif found := _EVENT.fullmatch(text):
        block.steps.append(_act(found, line, number, path))
    elif found := _SETUP.fullmatch(text):
        if block.steps:
            raise _error("setup lines before the first event", line, number, path)
        block.setup.append(_setup(found, line, number, path))
    else:
        raise _error("a setup line, an event (S:d 5p) or a query (? waits => 5p)", line, number, path)


def _setup(found: re.Match[str], line: str, number: int, path: str) -> Setup:
    if found["honba"]:
        return Setup(number, "honba", number=int(found["honba"]))
    if found["riichi"]:
        return Setup(number, "riichi", found["who"])
    word, seat, rest = found["word"], found["seat"], found["rest"].strip()
    meld = ""
    if word == "meld":
        meld, _, rest = rest.partition(" ")
        meld = WORDS.get(meld, meld)
        if meld not in (*_SETS, *_KANS):
            raise _error("a set word and its tiles", line, number, path)
    _check_tiles(rest, line, number, path)
    return Setup(number, word, seat, rest, meld)


def _act(found: re.Match[str], line: str, number: int, path: str) -> Act:
    word = WORDS.get(found["word"], found["word"])
    rest = (found["rest"] or "").strip()
    mark = ""
    for last in ("replacement", "outranked"):
        if rest == last or rest.endswith(f" {last}"):
            rest, mark = rest.removesuffix(last).strip(), last
    needs = word in {"d", "r", *_SETS, *_KANS}
    known = needs or word in {"t", "kita", "ron", "tsumo", "pass", "last", "dead"}
    if not known or (needs and not rest) or (rest and not needs and word != "t"):
        raise _error("an event of the grammar", line, number, path)
    _check_tiles(rest, line, number, path)
    return Act(number, found["seat"], word, rest, mark)


def _check_tiles(text: str, line: str, number: int, path: str) -> None:
    try:
        if not set(text.split()) <= set(BONUS_NAMES):
            parse_tiles(text)
    except TileError as error:
        raise RecordError(f"{error} (in {line.strip()!r})", path=path, at=f"line {number}") from None


def _error(expected: str, line: str, number: int, path: str) -> RecordError:
    return RecordError(f"found {line.strip()!r}, expected {expected}", path=path, at=f"line {number}")


def text(scenario: Scenario) -> str:
    r"""The block as text; the words are those of its family.

    >>> page = "```scenario riichi\nhand S: 1z\nN:d 5p\n? ron => no(not_complete)\n```\n"
    >>> text(scenarios(page)[0]) == page
    True
    """
    params = "".join(f" {option}={','.join(values)}" for option, values in scenario.params.items())
    return "\n".join([f"```scenario {scenario.family}{params}", *lines(scenario), "```", ""])


def lines(scenario: Scenario) -> list[str]:
    """The setup lines and then the steps of a block, a text each."""
    return list(_lines(scenario))


def _lines(scenario: Scenario) -> Iterator[str]:
    own = {means: word for word, means in WORDS.items()} if scenario.family == "singapore" else {}
    for setup in scenario.setup:
        if setup.word == "honba":
            yield f"honba {setup.number}"
        elif setup.word == "riichi":
            yield f"riichi {setup.seat}"
        else:
            meld = f"{own.get(setup.meld, setup.meld)} " if setup.meld else ""
            yield f"{setup.word} {setup.seat}: {meld}{setup.tiles}"
    for step in scenario.steps:
        word = own.get(step.word, step.word)
        if isinstance(step, Query):
            yield f"? {word}{' ' * bool(step.seat)}{step.seat} => {step.answer}"
        else:
            yield " ".join(part for part in (f"{step.seat}:{word}", step.tiles, step.mark) if part)
