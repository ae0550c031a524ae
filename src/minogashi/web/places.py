"""A moment of a played block as one position that may be laid out: kept only where its ruling is the block's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minogashi.claims import CHI, CLAIM_NAMES, OPEN_KAN
from minogashi.conform.scenarios import FLAGS, claims_told
from minogashi.conform.scene import LETTERS
from minogashi.errors import MinogashiError
from minogashi.formats.scenario import WORDS
from minogashi.notation import Question
from minogashi.position import check
from minogashi.rulebook import profiles
from minogashi.seat import BY_DISCARD
from minogashi.tiles import HIDDEN, name, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.conform.scene import Scene
    from minogashi.position import Answer
    from minogashi.rulebook import Profile
    from minogashi.rulings import Ruling

Place = dict[str, str | list[str]]
"""The fields of a position, as the address of the lab holds them."""

_FLAGS: Final = {code.value: letter for code, letter in FLAGS.items()}
_OWN_WORDS: Final = {means: word for word, means in WORDS.items()}
_KANS: Final = {CLAIM_NAMES[OPEN_KAN]: "kan"}


def place(scene: Scene, seats: list[int], word: str, answer: str, book: Profile) -> Place | None:
    """The position of the first of `seats` that has the `answer` to the question `word`; None where none has it.

    A position knows nothing of what went before but the tiles let go, so some moments cannot be told as one.

    >>> from minogashi.conform.scenarios import staged
    >>> from minogashi.formats.scenario import scenarios
    >>> from minogashi.rulebook import profile
    >>> page = ["```scenario riichi", "hand S: 77m34567p678s777z", "river S: 2p", "? flags => D", "```"]
    >>> scene, hero = staged(scenarios(chr(10).join(page))[0], profile("tenhou"))
    >>> place(scene, [hero], "flags", "D", profile("tenhou"))["river"]
    '2p'
    """
    if book.name not in profiles():
        return None
    for seat in seats:
        if scene.seat(seat).known:
            for question in _questions(scene, seat):
                if _holds(question, word, answer, book):
                    return _fields(question, book)
    return None


def _questions(scene: Scene, me: int) -> Iterator[Question]:
    """The seat's position now, as one may tell it: with the tiles let go, and without."""
    table = scene.table
    seat, window = table.seats[me], table.window
    last = -1 if seat.in_riichi or not seat.thrown_at else seat.thrown_at[-1]
    own = window is None or window.source == me
    until = table.at + 1 if window is None or own else window.event
    gone = {let.event: let.verdict.tile for let in table.let_go if let.seat == me and last < let.event < until}
    hand, drawn = seat.hand.tiles(), None
    if len(hand) % 3 == 2 and seat.drawn is not None and seat.drawn in hand:
        hand.remove(seat.drawn)
        drawn = name(seat.drawn)
    for passed in dict.fromkeys((tuple(gone.values()), ())):
        yield Question(
            hand=row(hand),
            drawn=drawn,
            melds=tuple(f"{_word(CLAIM_NAMES[meld.claim])} {row(meld.tiles)}" for meld in seat.hand.melds),
            river=row(seat.river),
            riichi=seat.in_riichi,
            tile=None if window is None or own else name(window.tile),
            source=None if window is None or own else LETTERS[window.source],
            via=BY_DISCARD if window is None or own else window.via,
            seat=LETTERS[me],
            dora=tuple(name(tile) for tile in table.round.indicators if tile != HIDDEN),
            honba=table.round.honba,
            live=0 if table.round.live == 0 else None,
            passed=tuple(name(tile) for tile in passed),
            bonus=tuple(name(tile) for tile in seat.bonus),
        )


def _word(claim: str) -> str:
    return _KANS.get(claim, claim)


def _holds(question: Question, word: str, answer: str, book: Profile) -> bool:
    """Whether the position has this answer."""
    try:
        found = check(question, book)
    except MinogashiError:
        return False
    if word in {"ron", "tsumo"}:
        ruling = next((one for one in found.verdicts if one.claim == word), None)
        return ruling is not None and answer == _yes_or_no(ruling)
    if word == "claims":
        return bool(question.tile) and _offered(found) == set(claims_told(answer).get(question.seat, ()))
    if word == "waits":
        return {line.tile for line in found.waits} == set(answer.split()) - {"none"}
    flag = "-" if found.furiten is None else _FLAGS.get(found.furiten.code, "?")
    return word == "flags" and flag in answer


def _yes_or_no(ruling: Ruling) -> str:
    if ruling.verdict == "allowed":
        return "yes"
    return f"no({ruling.reasons[0].code if ruling.reasons else ruling.verdict})"


def _offered(found: Answer) -> set[str]:
    return {_option(one) for one in found.verdicts if one.verdict == "allowed"}


def _option(ruling: Ruling) -> str:
    if ruling.claim == CLAIM_NAMES[CHI]:
        return f"chi({''.join(sorted(ruling.uses))})"
    return _OWN_WORDS.get(ruling.claim, ruling.claim)


def _fields(question: Question, book: Profile) -> Place:
    told: Place = {
        "rules": book.name,
        "options": " ".join(f"{option}={value}" for option, value in book.overrides.items()),
        "hand": " ".join(part for part in (question.hand, question.drawn) if part),
        "seat": question.seat,
        "meld": list(question.melds),
        "river": question.river or "",
        "passed": "".join(question.passed),
        "bonus": " ".join(question.bonus),
        "dora": "".join(question.dora),
        "tile": question.tile or "",
        "from": question.source or "",
        "riichi": "1" if question.riichi else "",
        "via": question.via if question.via != BY_DISCARD else "",
        "honba": str(question.honba or ""),
        "live": "0" if question.live == 0 else "",
    }
    return {key: value for key, value in told.items() if value}
