"""The lab's part of the server: one position, ruled on for every tile, under one rule book or two; the examples."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from minogashi.errors import MinogashiError, TileError
from minogashi.notation import VIAS, Question, bonus_names, unwrapped
from minogashi.position import Answer, check
from minogashi.rulebook import parse_overrides, profile, profiles
from minogashi.seat import BY_DISCARD
from minogashi.texts import TEXTS
from minogashi.tiles import KINDS, Kind, name, parse_tiles
from minogashi.web import asked, blocks
from minogashi.web.page import served
from minogashi.web.rooms import RoomError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.datastructures import QueryParams
    from starlette.requests import Request

    from minogashi.rulebook import Profile
    from minogashi.rulings import Ruling
    from minogashi.tiles import Tile

LONGEST: Final = 400
"""No field of a position is longer than this."""


class Offered(Struct):
    """What the seat could ask for of one kind of tile, were it on offer."""

    tile: str
    rulings: list[Ruling]


class Change(Struct):
    """A ruling that differs between two rule books: in words, with its reasons; empty where it is no question there."""

    asked: str
    here: str
    there: str
    allowed: tuple[bool, bool]


class Comparison(Struct):
    """The same position under another rule book."""

    rules: str
    title: str
    changes: list[Change]


class Laid(Struct):
    """The lab's answer. `answer` is null while tiles are missing: then `wanted` says how many there should be.

    `bonus` are the bonus tiles that the rule book plays with. `tiles` are those that a claim is a question for,
    `others` counts the kinds that are not listed.
    """

    rules: str
    title: str
    family: str
    count: int
    wanted: int
    bonus: tuple[str, ...]
    answer: Answer | None = None
    tiles: list[Offered] = msgspec.field(default_factory=list)
    others: int = 0
    against: Comparison | None = None


def routes() -> list[Route]:
    """The routes.

    >>> [route.path for route in routes()]
    ['/lab', '/api/lab', '/api/lab/examples', '/api/lab/example']
    """
    return [
        Route("/lab", _page),
        Route("/api/lab", asked.answered(_rule)),
        Route("/api/lab/examples", asked.answered(_examples)),
        Route("/api/lab/example", asked.answered(_example)),
    ]


async def _page(request: Request) -> Response:
    preferred = request.headers.get("accept-language", "")[:2]
    return HTMLResponse(served("lab.html", "lab.js", preferred if preferred in TEXTS else "en"))


async def _examples(_request: Request) -> Response:
    return asked.encoded({"examples": await run_in_threadpool(blocks.headings)})


async def _example(request: Request) -> Response:
    told = request.query_params
    return asked.encoded(await run_in_threadpool(blocks.opened, told.get("family", ""), told.get("id", "")))


async def _rule(request: Request) -> Response:
    told = request.query_params
    if any(len(value) > LONGEST for _, value in told.multi_items()) or len(told.multi_items()) > 40:
        raise RoomError(413, f"no field is longer than {LONGEST} letters")
    language = told.get("lang", "en")
    if language not in TEXTS:
        raise RoomError(422, f"lang is one of {', '.join(TEXTS)}")
    rules, against = told.get("rules") or "tenhou", told.get("against", "")
    for book in (rules, against or rules):
        if book not in profiles():  # elsewhere it may be the path of a file, never here
            raise RoomError(422, f"no rule book is called {book[:40]!r}")
    question = _question(told, asked.number(request, "honba", 0), asked.number(request, "live", -1))
    options = told.get("options", "")
    return asked.encoded(await run_in_threadpool(laid, question, rules, against, language, options))


def _question(told: QueryParams, honba: int, live: int) -> Question:
    via = told.get("via") or BY_DISCARD
    if via not in VIAS:
        raise RoomError(422, f"via is one of {', '.join(VIAS)}")
    question = Question(
        hand=told.get("hand", ""),
        melds=tuple(told.getlist("meld")),
        river=told.get("river"),
        riichi=told.get("riichi") == "1",
        tile=told.get("tile") or None,
        source=told.get("from") or None,
        via=via,
        seat=told.get("seat") or "S",
        wind=told.get("round") or "E",
        dora=tuple(text for text in told.getlist("dora") if text),
        live=None if live < 0 else live,
        honba=honba,
        passed=tuple(name(tile) for tile in _parsed(told.get("passed", ""))),
        bonus=tuple(told.get("bonus", "").split()),
    )
    pasted = unwrapped(question)  # a tile that a page says was drawn lies in the hand here
    return pasted if pasted.drawn is None else replace(pasted, hand=f"{pasted.hand} {pasted.drawn}", drawn=None)


def _parsed(text: str) -> list[Tile]:
    return list(parse_tiles(text)) if text.strip() else []


@lru_cache(maxsize=256)
def laid(question: Question, rules: str, against: str = "", language: str = "en", options: str = "") -> Laid:
    """Rule on a position under `rules`, and say what `against` would change. `MinogashiError` for what cannot be.

    `options` sets single options of `rules`: `option=value` texts with spaces between.

    >>> found = laid(Question(hand="77m34567p678s777z", river="2p"), "tenhou")
    >>> [offered.tile for offered in found.tiles][:3], found.others, found.answer.furiten.code
    (['7m', '2p', '3p'], 20, 'furiten_discard')
    """
    book = profile(rules, parse_overrides(options.split()))
    count, wanted = len(_parsed(question.hand)), 13 - 3 * len(question.melds)
    out = Laid(rules, book.title, book.family, count, wanted, bonus_names(book))
    if count not in {wanted, wanted + 1}:
        return out
    asker = replace(question, via=BY_DISCARD, source=None) if question.tile is None else question
    out.answer = check(asker, book, language)
    if count == wanted:
        out.tiles = list(_offered(question, book, language))
        out.others = KINDS - len(out.tiles)
    if against and (against != rules or options):
        other = laid(question, against, "", language)
        out.against = Comparison(against, other.title, list(_changes(out, other)))
    return out


def _offered(question: Question, book: Profile, language: str) -> Iterator[Offered]:
    """Every kind of which a copy is left, with what it would be good for."""
    for kind in range(KINDS):
        try:
            found = check(replace(question, tile=name(Kind(kind))), book, language)
        except TileError:  # all four are told already
            continue
        except MinogashiError:
            if question.via == BY_DISCARD:
                raise
            continue  # no other seat can hold four of them, or it is no north
        rulings = [one for one in found.verdicts if _main(one)]
        if rulings:
            yield Offered(name(Kind(kind)), rulings)


_NOT_THERE: Final = {"not_complete", "not_offered"}


def _main(ruling: Ruling) -> bool:
    return not {reason.code for reason in ruling.reasons} & _NOT_THERE


def _changes(here: Laid, there: Laid) -> Iterator[Change]:
    """The rulings that are not the same, those of the position first."""
    if here.answer is not None and there.answer is not None:
        first, second = here.answer.furiten, there.answer.furiten
        texts = tuple("" if one is None else one.text for one in (first, second))
        if texts[0] != texts[1]:
            yield Change("", texts[0], texts[1], (first is None, second is None))
    ours, theirs = _rulings(here), _rulings(there)
    for key in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(key), theirs.get(key)
        told, also = _told(one), _told(other)
        if told != also:
            shown = one or other
            yield Change("" if shown is None else shown.asked, told, also, (_allowed(one), _allowed(other)))


def _rulings(found: Laid) -> dict[tuple[str, ...], Ruling]:
    all_ = [ruling for offered in found.tiles for ruling in offered.rulings]
    if found.answer is not None:
        all_ += [ruling for ruling in found.answer.verdicts if _main(ruling)]
    return {(ruling.claim, ruling.tile or "", *ruling.uses): ruling for ruling in all_}


def _told(ruling: Ruling | None) -> str:
    return "" if ruling is None else "; ".join(reason.text for reason in ruling.reasons) or ruling.verdict


def _allowed(ruling: Ruling | None) -> bool:
    return ruling is not None and ruling.verdict == "allowed"
