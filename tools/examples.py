"""Write the lab's examples from the scenario blocks of the rule pages.

    python tools/examples.py

A block is played up to a question about its hero, and what then lies on the table is told as one position. It is
kept only where the ruling on that position is the block's own answer, so no example shows what the page does not say.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from minogashi.claims import CLAIM_NAMES
from minogashi.conform.scenarios import _play, _staged
from minogashi.errors import MinogashiError
from minogashi.formats.scenario import Act, Query, scenarios
from minogashi.position import Question, check
from minogashi.rulebook import profile, profiles, scenario_books
from minogashi.seat import BY_DISCARD
from minogashi.tiles import name, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.conform.scene import Scene
    from minogashi.formats.scenario import Scenario
    from minogashi.rulebook import Profile
    from minogashi.rulings import Ruling

ROOT = Path(__file__).parent.parent
OUT = ROOT / "src" / "minogashi" / "web" / "examples.json"
FLAGS = {"furiten_discard": "D", "furiten_temporary": "T", "furiten_riichi": "R"}


def books(scenario: Scenario) -> list[Profile]:
    """The rule books that have the block's options as they ship, the usual ones first."""
    first = ["tenhou", "sg-wong-v1"]
    named = [book for book in first + profiles(scenario.family) if book in scenario_books(scenario.family) + first]
    every = [profile(book) for book in dict.fromkeys([*named, *profiles(scenario.family)])]
    return [
        book
        for book in every
        if book.family == scenario.family and all(str(book[key]) in values for key, values in scenario.params.items())
    ]


def told(scene: Scene, hero: int) -> Iterator[Question]:
    """The hero's position now, as one may tell it: with the tiles let go, and without."""
    table = scene.table
    seat, window = table.seats[hero], table.window
    last = -1 if seat.in_riichi or not seat.thrown_at else seat.thrown_at[-1]
    own = window is None or window.source == hero
    until = table.at + 1 if own else window.event
    passes = {let.event: let.verdict.tile for let in table.let_go if let.seat == hero and last < let.event < until}
    gone = list(passes.values())
    melds = tuple(f"{_word(CLAIM_NAMES[meld.claim])} {row(meld.tiles)}" for meld in seat.hand.melds)
    for passed in (gone, []):
        yield Question(
            hand=row(seat.hand.tiles()),
            melds=melds,
            river=row(seat.river),
            riichi=seat.in_riichi,
            tile=None if own else name(window.tile),
            source=None if own else "ESWN"[window.source],
            via=BY_DISCARD if own else window.via,
            seat="ESWN"[hero],
            honba=table.round.honba,
            live=0 if table.round.live == 0 else None,
            passed=tuple(name(tile) for tile in passed),
        )


def _word(claim: str) -> str:
    return {"daiminkan": "kan"}.get(claim, claim)


def holds(question: Question, query: Query, book: Profile) -> bool:
    """Whether the position has the block's answer."""
    try:
        found = check(question, book)
    except MinogashiError:
        return False
    if query.word == "ron":
        ruling = next((one for one in found.verdicts if one.claim == "ron"), None)
        if ruling is None:
            return False
        return query.answer == ("yes" if ruling.verdict == "allowed" else f"no({ruling.reasons[0].code})")
    if query.word == "claims":
        offered = {_option(one) for one in found.verdicts if one.verdict == "allowed"}
        return bool(question.tile) and offered == claimed(query.answer, question.seat)
    if query.word == "waits":
        return [line.tile for line in found.waits] == sorted(query.answer.split(), key=lambda tile: tile[::-1])
    flag = "-" if found.furiten is None else FLAGS.get(found.furiten.code, "?")
    return query.word == "flags" and query.answer == flag


def claimed(answer: str, seat: str) -> set[str]:
    """The claims that an answer such as `S[hu,chi(2p3p)] W[pung]` lists for a seat."""
    for part in answer.split():
        if part.startswith(f"{seat}["):
            return set(part[2:-1].split(","))
    return set()


def _option(ruling: Ruling) -> str:
    if ruling.claim == "chi":
        return f"chi({''.join(sorted(ruling.uses))})"
    return {"ron": "hu", "pon": "pung", "daiminkan": "kong"}.get(ruling.claim, ruling.claim)


def example(scenario: Scenario) -> dict[str, object] | None:
    """The example of a block, or None where one position does not tell it."""
    found = None
    for book in books(scenario)[:4]:
        scene, hero = _staged(scenario, book)
        try:
            for step in scenario.steps:
                if isinstance(step, Act):
                    _play(scene, step)
                elif step.seat in {"", "ESWN"[hero]} and (found is None or step.word in {"ron", "claims"}):
                    for question in told(scene, hero):
                        if holds(question, step, book):
                            found = _written(scenario, question, book)
                            break
        except MinogashiError:
            continue
        if found is not None:
            return found
    return None


def _written(scenario: Scenario, question: Question, book: Profile) -> dict[str, object]:
    told_of = {
        "rules": book.name,
        "hand": question.hand,
        "seat": question.seat,
        "meld": list(question.melds),
        "river": question.river,
        "passed": "".join(question.passed),
        "tile": question.tile,
        "from": question.source,
        "riichi": "1" if question.riichi else "",
        "via": question.via if question.via != BY_DISCARD else "",
        "honba": str(question.honba or ""),
        "live": "0" if question.live == 0 else "",
    }
    place = {key: value for key, value in told_of.items() if value}
    return {"id": scenario.id, "title": scenario.title, "family": scenario.family, "place": place}


def main() -> None:
    """Write the file."""
    out = []
    for page in ("riichi.md", "singapore.md"):
        blocks = scenarios((ROOT / "docs" / "rules" / page).read_text(encoding="utf-8"), page)
        found = [made for made in map(example, blocks) if made is not None]
        print(f"{page}: {len(found)} of {len(blocks)} blocks")
        out += found
    OUT.write_text(json.dumps({"examples": out}, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
