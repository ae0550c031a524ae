"""The blocks of the rule pages and the rule cases, opened: line by line, with the engine's answers and the table.

Each is played as `minogashi conform` plays it, so the answers are the engine's and not those that the page states;
both are told. A moment that one position can tell comes with it, to be laid out.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from minogashi.conform import cases
from minogashi.conform.scenarios import agrees, answered, books, play, staged
from minogashi.conform.scene import LETTERS
from minogashi.errors import MinogashiError
from minogashi.events import Live
from minogashi.formats import scenario as blocks
from minogashi.formats.scenario import Act, Query, Scenario
from minogashi.record import Record
from minogashi.rulebook import profile
from minogashi.story import RoundRef
from minogashi.web.frames import Film
from minogashi.web.places import Place, place
from minogashi.web.replies import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.conform.scene import Scene
    from minogashi.rulebook import Profile
    from minogashi.rulebook import Value as OptionValue
    from minogashi.web.document import Frames

CASES: Final = "cases"
_ASKED: Final = {"ron_allowed": "ron", "hu_allowed": "ron", "tsumo_allowed": "tsumo", "waits": "waits"}
"""Questions of rule cases whose answer a laid out position can give, in the words of the scenario blocks."""


class Heading(Struct):
    """What a list of blocks shows of one: `family` is riichi, singapore or cases."""

    id: str
    title: str
    family: str


class Asked(Struct):
    """A question, the answer that the page expects, the engine's, and the position to lay out, where one tells it.

    `word` is the question's in the block's grammar, or `ask` of a rule case; `who` the letter of the seat, or empty.
    Answers stand as the block or case writes them; `told` has the engine's in words, a text a language.
    """

    word: str
    who: str
    expected: str
    got: str
    right: bool
    told: dict[str, str]
    place: Place | None = None


class Line(Struct, omit_defaults=True):
    """A line as it stands in the block, and the event (a frame) after which it holds; -1 where there is no table."""

    text: str
    at: int = -1
    asked: Asked | None = None


class Block(Struct):
    """A block with its answers. `seat` is its hero; `frames` is null where it lays out no table; `why` may be empty."""

    id: str
    title: str
    family: str
    rules: str
    options: dict[str, OptionValue]
    seat: int
    why: str
    lines: list[Line]
    frames: Frames | None


def headings() -> list[Heading]:
    """All that can be opened, those of the rule pages first.

    >>> [(one.family, one.id) for one in headings()][:2]
    [('riichi', 'S01'), ('riichi', 'S02')]
    """
    pages = [Heading(block.id, block.title, block.family) for block in _pages().values()]
    return pages + [Heading(case["id"], case["kind"], CASES) for case in _cases().values()]


@lru_cache(maxsize=64)
def opened(family: str, name: str) -> Block:
    """One block by its family and id. `MinogashiError` where there is none.

    >>> [line.asked.got for line in opened("riichi", "S01").lines if line.asked][:2]
    ['2p 5p 8p', 'D']
    """
    if family == CASES and name in _cases():
        return _case(_cases()[name])
    if (family, name) in _pages():
        return _block(_pages()[family, name])
    raise MinogashiError(f"there is no example {name[:40]!r} of {family[:40]!r}")


@cache
def _pages() -> dict[tuple[str, str], Scenario]:
    found = (block for family in blocks.FAMILIES for block in blocks.scenarios(_shipped(f"{family}.md")))
    return {(block.family, block.id): block for block in found}


@cache
def _cases() -> dict[str, dict[str, Any]]:
    found = map(json.loads, _shipped("cases.jsonl").splitlines())
    return {case["id"]: case for case in found}


def _shipped(file: str) -> str:
    """What tools/examples.py took from docs/."""
    return files("minogashi.web").joinpath("examples", file).read_text(encoding="utf-8")


# A block of a rule page


def _block(scenario: Scenario) -> Block:
    book = _under(scenario)
    scene, hero = staged(scenario, book)
    texts = blocks.lines(scenario)
    lines = [Line(text, 0) for text, _ in zip(texts, scenario.setup, strict=False)]
    for step in scenario.steps:
        line = Line(texts[len(lines)])
        if isinstance(step, Act):
            play(scene, step)
        else:
            line.asked = _asked(scene, step, hero, book)
        line.at = len(scene.events) - 1
        lines.append(line)
    return Block(
        id=scenario.id,
        title=scenario.title,
        family=scenario.family,
        rules=book.name,
        options=dict(book.overrides),
        seat=hero if hero >= 0 else LETTERS.index(next(line.seat for line in scenario.setup if line.seat)),
        why="",
        lines=lines,
        frames=_film(scene, book),
    )


def _under(scenario: Scenario) -> Profile:
    """A rule book that the block is about: one that has its options as it ships, the best known first."""
    about = sorted(books(scenario), key=lambda book: book.name not in {"tenhou", "tenhou-sanma"})
    for book in about:
        usual = profile(book.name)
        if all(str(usual[option]) == str(value) for option, value in book.overrides.items()):
            return usual
    return about[0]


def _asked(scene: Scene, query: Query, hero: int, book: Profile) -> Asked:
    got = answered(scene, query, hero)
    seats = [LETTERS.index(query.seat)] if query.seat else [hero, *range(book.seats)]
    return Asked(
        word=query.word,
        who=query.seat or (LETTERS[hero] if query.word != "claims" and hero >= 0 else ""),
        expected=query.answer,
        got=got,
        right=agrees(got, query.answer),
        told=in_words(got, book.family, query.word),
        place=place(scene, [seat for seat in seats if seat >= 0], query.word, got, book),
    )


# A rule case


def _case(case: dict[str, Any]) -> Block:
    given, found = case["given"], cases.run_case(case)
    book = cases.book_of(case)
    told = None if book is None else cases.Told(given, book)
    placed = given.get("seats") or given.get("events")  # else a question about a text, or about points
    scene = told.staged() if told is not None and placed and "seats" in given else None
    lines = [Line(text, -1 if scene is None else 0) for text in _setup(given)]
    lines += [] if scene is None else _played(scene, given)
    right = found.status == "passed"
    told_as = in_words(found.got, "riichi" if book is None else book.family)
    asked = Asked(case["ask"], given.get("for", ""), _answer(found.expected), _answer(found.got), right, told_as)
    at = -1 if scene is None else len(scene.events) - 1
    hero = told.hero if scene is not None and told is not None and ("for" in given or given["seats"]) else 0
    if scene is not None and book is not None and case["ask"] in _ASKED:
        asked.place = place(scene, [hero], _ASKED[case["ask"]], _answer(found.got), book)
    lines.append(Line(case["ask"], at, asked))
    return Block(
        id=case["id"],
        title=case["kind"],
        family=CASES,
        rules="" if book is None else book.name,
        options={} if book is None else dict(book.overrides),
        seat=hero,
        why=case["why"],
        lines=lines,
        frames=None if scene is None or book is None else _film(scene, book),
    )


def _setup(given: dict[str, Any]) -> Iterator[str]:
    """The seats of a case, a line each, and whatever else it tells of the position."""
    for letter, told in given.get("seats", {}).items():
        parts = [_brief(value) if key == "hand" else f"{key} {_brief(value)}" for key, value in told.items() if value]
        yield f"{letter}: {'; '.join(part.strip() for part in parts)}"
    rest = {key: value for key, value in given.items() if key not in {"seats", "events", "for", "rules", "tile"}}
    if rest:
        yield "; ".join(f"{key} {_brief(value)}" for key, value in rest.items())


def _brief(value: Any) -> str:  # noqa: ANN401  a JSON value
    if isinstance(value, list):
        return ", ".join(map(_brief, value))
    if isinstance(value, dict):
        return " ".join(f"{key} {_brief(one)}".rstrip() for key, one in value.items())
    return "" if value is True else str(value)


def _played(scene: Scene, given: dict[str, Any]) -> Iterator[Line]:
    """The events of a case; one that the rules refuse is the last."""
    for event in given.get("events", []):
        more = " ".join(_brief(value) for key, value in event.items() if key not in {"do", "seat"})
        refused = False
        try:
            cases.play(scene, event)
        except MinogashiError:
            refused = True
        yield Line(f"{event['seat']}:{event['do']} {more}".rstrip(), len(scene.events) - 1)
        if refused:
            return
    if "wall_left" in given:
        scene.apply(Live(given["wall_left"]))


def _answer(got: Any) -> str:  # noqa: ANN401  a JSON value
    """An answer of a case, as the scenario blocks write one where they can."""
    if isinstance(got, dict) and isinstance(got.get("allowed"), bool):
        return "yes" if got["allowed"] else f"no({got['reason'][0]})"
    if isinstance(got, list) and all(isinstance(one, str) for one in got):
        return " ".join(got) or "none"
    if isinstance(got, dict):
        parts = {key: _brief(one) if isinstance(one, list | dict) else _json(one) for key, one in got.items()}
        return "; ".join(f"{key} {part}".rstrip() for key, part in parts.items())
    return _json(got)


def _json(value: Any) -> str:  # noqa: ANN401  a JSON value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# The table


def _film(scene: Scene, book: Profile) -> Frames:
    """The frames of everything that a scene has played."""
    film = Film(Record("", "", book.name, seats=book.seats, events=scene.events), book)
    film.table.referee.worth = scene.table.referee.worth
    last = len(scene.events) - 1
    ref = RoundRef("", 0, 0, last, scene.table.round.dealer, book.seats)
    film.open(ref)
    for at in range(last + 1):
        film.take(at)
    film.close(ref)
    return film.document()
