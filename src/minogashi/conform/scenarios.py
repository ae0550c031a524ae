"""Runs the scenario blocks of the rule pages on the engine."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from minogashi.claims import CHI, CLAIM_NAMES, CLAIM_OF, DISCARD, SETS, Claim, Code, Verdict
from minogashi.conform.result import Result
from minogashi.conform.scene import LETTERS, Place, Scene, meld
from minogashi.errors import MinogashiError
from minogashi.events import DeadHand, Pass
from minogashi.formats.scenario import WORDS, Act, Query, Scenario
from minogashi.rulebook import Profile, profile, scenario_books
from minogashi.tiles import KINDS, NORTH, Kind, Tile, kinds_in, name, names, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SEATS_CLAIMS: Final = re.compile(r"([ESWN])\[([^]]*)\]")
FLAGS: Final = {Code.FURITEN_DISCARD: "D", Code.FURITEN_TEMPORARY: "T", Code.FURITEN_RIICHI: "R"}
"""The letters that answer `? flags`; `-` is none of them."""


def run_scenario(scenario: Scenario) -> Result:
    """Run a block under every rule book that it is about, with each value of its parameters.

    "A block without parameters holds under every profile" (riichi.md 5), so it passes only if it does;
    those of the Singapore pages are about one rule book.
    """
    kind = f"scenario.{scenario.family}"
    about = list(books(scenario))
    if not about:
        return Result(scenario.id, kind, "unsupported", "", f"no rule book of the {scenario.family} family fits")
    for book in about:
        expected, got = run_under(scenario, book)
        if expected != got:
            told = "".join(f" {option}={value}" for option, value in book.overrides.items())
            return Result(scenario.id, kind, "failed", expected, f"{got} (under {book.name}{told})")
    return Result(scenario.id, kind, "passed", "", "")


def books(scenario: Scenario) -> Iterator[Profile]:
    """The rule books that a block is about, with each value of its parameters."""
    seats = 3 if any(isinstance(step, Act) and step.word == "kita" for step in scenario.steps) else 4
    for book_name in scenario_books(scenario.family):
        book = profile(book_name)
        if book.seats == seats:
            for values in product(*scenario.params.values()):
                yield profile(book_name, dict(zip(scenario.params, values, strict=True)))


def run_under(scenario: Scenario, book: Profile) -> tuple[str, str]:
    """Run a block under one rule book -> (what was expected, what came), equal where all answers are right."""
    expected, got = [], []
    line = scenario.line
    try:
        scene, hero = staged(scenario, book)
        for step in scenario.steps:
            line = step.line
            if isinstance(step, Act):
                play(scene, step)
                continue
            answer = answered(scene, step, hero)
            if not agrees(answer, step.answer):
                expected.append(f"line {line}: {step.word} {step.answer}")
                got.append(f"line {line}: {step.word} {answer}")
    except MinogashiError as error:
        expected.append(f"line {line}: a legal event")
        got.append(f"line {line}: {error}")
    return "; ".join(expected), "; ".join(got)


def claims_told(answer: str) -> dict[str, list[str]]:
    """The claims that an answer to `? claims` lists, seat by seat.

    >>> claims_told("S[hu,chi(2p3p)] W[pung]")
    {'S': ['hu', 'chi(2p3p)'], 'W': ['pung']}
    """
    return {seat: claims.split(",") for seat, claims in _SEATS_CLAIMS.findall(answer)}


def agrees(answer: str, expected: str) -> bool:
    """Whether two answers say the same."""
    return _normal(answer) == _normal(expected)


def _normal(answer: str) -> list[str]:
    """An answer with the order taken out where it has no meaning."""
    if "{" in answer:
        return ["".join(sorted(part)) for part in answer.replace("}", "").split("{")]
    return sorted("".join(sorted(word)) if "[" in word else word for word in answer.split())


def staged(scenario: Scenario, book: Profile) -> tuple[Scene, int]:
    """The position of a block before its first event, and its hero: the last seat with a hand, -1 for none."""
    places = [Place() for _ in range(book.seats)]
    honba, hero = 0, -1
    for line in scenario.setup:
        if line.word == "honba":
            honba = line.number
            continue
        index = LETTERS.index(line.seat)
        place = places[index]
        if line.word == "hand":
            place.hand, hero = parse_tiles(line.tiles), index
        elif line.word == "some":
            place.hand, place.partial = parse_tiles(line.tiles), True
        elif line.word == "river":
            place.river = parse_tiles(line.tiles)
        elif line.word == "meld":
            place.melds.append(meld(line.meld, parse_tiles(line.tiles)))
        elif line.word == "bonus":
            place.bonus = parse_tiles(line.tiles)
        else:
            place.riichi = True
    return Scene(book, places, honba=honba), hero


def play(scene: Scene, act: Act) -> None:
    """Play an event line of a block. Raises for one that the rules refuse."""
    index = LETTERS.index(act.seat)
    tiles = parse_tiles(act.tiles)
    claim = CLAIM_OF.get(act.word, Claim(0))
    if act.word in _ACTS:
        _ACTS[act.word](scene, index, tiles, act)
    elif claim & SETS:
        (scene.ask if act.mark == "outranked" else scene.call)(index, claim, tiles)
    else:
        scene.kan(index, claim, tiles[0])


def _riichi(scene: Scene, index: int, tiles: list[Tile], _act: Act) -> None:
    scene.riichi(index)
    scene.discard(index, tiles[0])


def _last(scene: Scene, _index: int, _tiles: list[Tile], _act: Act) -> None:
    scene.last_due = True


_ACTS: Final[dict[str, Callable[[Scene, int, list[Tile], Act], None]]] = {
    "t": lambda scene, index, tiles, act: scene.draw(index, *tiles[:1], replacement=act.mark == "replacement"),
    "d": lambda scene, index, tiles, _act: scene.discard(index, tiles[0]),
    "r": _riichi,
    "kita": lambda scene, index, _tiles, _act: scene.north(index, Tile(NORTH)),
    "ron": lambda scene, index, _tiles, _act: scene.ron(index),
    "tsumo": lambda scene, index, _tiles, _act: scene.tsumo(index),
    "pass": lambda scene, index, _tiles, _act: scene.apply(Pass(index)),
    "dead": lambda scene, index, _tiles, _act: scene.apply(DeadHand(index)),
    "last": _last,
}


def answered(scene: Scene, query: Query, hero: int) -> str:
    """The engine's answer to a query, in the words of the grammar."""
    return _ANSWERS[query.word](scene, LETTERS.index(query.seat) if query.seat else hero)


def _flags(scene: Scene, index: int) -> str:
    seat = scene.seat(index)
    codes = {scene.table.book.rules[number].code for number, _ in seat.locks.in_force(seat.waits)}
    return "".join(letter for code, letter in FLAGS.items() if code in codes) or "-"


def _barred(scene: Scene, index: int) -> str:
    seat = scene.seat(index)
    kinds = [Kind(kind) for kind in range(KINDS)]
    return names(kind for kind in kinds if seat.locks.blocked(DISCARD, kind, seat.waits)) or "none"


def _yes_or_no(verdict: Verdict) -> str:
    return "yes" if verdict.allowed else f"no({'unknown' if verdict.unknown else verdict.codes[0]})"


def _collections_of(scene: Scene, index: int) -> str:
    locks = scene.seat(index).locks
    parts = ((Code.PASSED_HU, "hu"), (Code.PASSED_SET, "set"), (Code.OWN_LATEST, "own"))
    return " ".join(f"{word}{{{names(kinds_in(locks.kinds(code)))}}}" for code, word in parts)


def _claims(scene: Scene) -> str:
    words = {means: word for word, means in WORDS.items()} if scene.table.profile.family == "singapore" else {}
    found: dict[int, list[str]] = {}
    for verdict in scene.table.verdicts():
        if verdict.allowed:
            word = CLAIM_NAMES[verdict.claim]
            if verdict.claim == CHI:
                word = f"chi({''.join(name(tile) for tile in verdict.uses)})"
            claims = found.setdefault(verdict.seat, [])
            if words.get(word, word) not in claims:
                claims.append(words.get(word, word))
    return " ".join(f"{LETTERS[index]}[{','.join(claims)}]" for index, claims in found.items())


_ANSWERS: Final[dict[str, Callable[[Scene, int], str]]] = {
    "waits": lambda scene, index: names(kinds_in(scene.seat(index).waits)) or "none",
    "flags": _flags,
    "ron": lambda scene, index: _yes_or_no(scene.table.ron(index)),
    "tsumo": lambda scene, index: _yes_or_no(scene.table.referee.tsumo(scene.table.round, scene.seat(index))),
    "claims": lambda scene, _index: _claims(scene) or "none",
    "locks": _collections_of,
    "barred": _barred,
}
