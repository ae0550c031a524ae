"""`minogashi profiles`: the rule books, one of them in full, or what differs between two."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Final

import typer

from minogashi.cli.common import AsJson, Overrides, fail

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minogashi.catalogue import BookDetail, Books, Difference, Lock, Setting
    from minogashi.render import Cell, Paper

CONFIDENCE: Final = {"H": "sure", "M": "likely", "L": "doubtful"}

LONG: Final = 32
"""A longer value stands with what it is about, so that the columns stay together."""
OVER: Final = {"all": "every tile", "tile": "the tile", "wait": "the whole wait", "swap": "the tile and its swap"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(short_help="The rule books: their options, locks and differences.")(profiles)


def profiles(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A rule book, or a TOML file of one.")] = "",
    *,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="Tell what differs between two rule books.")
    ] = None,
    family: Annotated[str, typer.Option("--family", metavar="FAMILY", help="List those of one family only.")] = "",
    changes: Overrides = [],  # noqa: B006  typer copies it
    as_json: AsJson = False,
) -> None:
    """List the rule books; tell one in full, with its options and locks; or tell two apart.

    Where a rule book's own text gives no answer, the option has the family's default and is marked as unknown.
    """
    from minogashi import catalogue
    from minogashi.errors import ProfileError
    from minogashi.render import Paper
    from minogashi.rulebook import parse_overrides, profile
    from minogashi.rulebook import profiles as names

    if bool(name) + bool(diff) + bool(family) > 1:
        fail("give a name, --family or --diff, not several of them")
    if changes and not name:
        fail("--set goes with the name of one rule book")
    paper = Paper()
    document: Books | BookDetail | Difference
    try:
        if name:
            document = catalogue.book(profile(name, parse_overrides(changes)))
        elif diff:
            document = catalogue.difference(profile(diff[0]), profile(diff[1]))
        else:
            document = catalogue.books(profile(found) for found in names(family))
            if not document.profiles:
                families = sorted({profile(found).family for found in names()})
                fail(f"no family of rule books is called {family!r}; there are {', '.join(families)}")
    except ProfileError as error:
        fail(str(error))
    if as_json:
        paper.json(document)
    elif isinstance(document, catalogue.Books):
        _list(paper, document)
    elif isinstance(document, catalogue.Difference):
        _difference(paper, document)
    else:
        _book(paper, document)


def _heads(*texts: str) -> list[Cell]:
    return [(text, "quiet") for text in texts]


def _list(paper: Paper, document: Books) -> None:
    rows = [_heads("name", "family", "seats", "options", "unknown", "title")]
    for book in document.profiles:
        unknown = (str(book.unknown), "lock") if book.unknown else ("-", "quiet")
        rows.append([(book.name, "title"), book.family, str(book.seats), str(book.options), unknown, book.title])
    paper.table(rows, right=(2, 3, 4))


def _book(paper: Paper, document: BookDetail) -> None:
    paper.line((document.name, "title"), f"  {document.title}; {document.family}, {document.seats} players")
    rows: list[list[Cell]] = [_heads("option", "value", "origin", "source", "what it is about")]
    for section, options in groupby(document.options, key=lambda option: option.section):
        rows.append([(f"section {section} of docs/rules/{document.family}.md", "quiet")])
        rows += [_option(option) for option in options]
    paper.line()
    paper.table(rows)
    paper.line()
    _locks(paper, document.locks)
    if document.sources:
        paper.line()
        paper.line(("sources", "title"))
        paper.table([[name, text] for name, text in document.sources.items()], indent=2)


def _option(option: Setting) -> list[Cell]:
    value: Cell = str(option.value)
    if option.origin == "default":
        origin, value = ("unknown, default", "lock"), (str(option.value), "lock")
    elif option.origin == "override":
        origin, value = (f"override of {option.stated}", "miss"), (str(option.value), "miss")
    else:
        origin = (", ".join(("stated", *CONFIDENCE.get(option.confidence, "").split())), "")
    about = option.about + (f" ({option.note})" if option.note else "")
    if len(str(option.value)) > LONG:
        value, about = ("...", value[1]) if isinstance(value, tuple) else "...", f"{option.value}. {about}"
    return [f"  {option.name}", value, origin, option.source or "-", about]


def _locks(paper: Paper, locks: Iterable[Lock], title: str = "locks") -> None:
    paper.line((title, "title"))
    rows: list[list[Cell]] = [_heads("code", "set by", "until", "over", "blocks")]
    paper.table(rows + [_lock(lock) for lock in locks], indent=2)


def _lock(lock: Lock) -> list[Cell]:
    trigger = " or ".join(lock.triggers).replace("_", " ")
    if lock.eligibility == "legal" and "passed_win" in lock.triggers:
        trigger = trigger.replace("passed win", "passed legal win")
    if lock.when:
        trigger += f" {lock.when.replace('_', ' ')}"
    over = OVER.get(lock.scope, lock.scope.replace("_", " ")) + (" (latest only)" if lock.memory == "latest" else "")
    until = " or ".join(end.replace("_", " ") for end in lock.until)
    if lock.kept_in_riichi:
        until += "; in riichi hand end"
    if lock.unless:
        until += f"; unless {lock.unless.replace('_', ' ')}"
    return [(lock.code, "lock"), trigger, until, over, " ".join(lock.blocks)]


def _difference(paper: Paper, document: Difference) -> None:
    if not document.options:
        paper.line(f"{document.first} and {document.second} have the same options")
    else:
        rows = [_heads("option", document.first, document.second, "what it is about")]
        rows += [
            [pair.name, _told(pair.first, pair.first_origin), _told(pair.second, pair.second_origin), pair.about]
            for pair in document.options
        ]
        paper.table(rows)
    for name, locks in ((document.first, document.first_locks), (document.second, document.second_locks)):
        if locks:
            paper.line()
            _locks(paper, locks, f"locks of {name} only")


def _told(value: str | int, origin: str) -> Cell:
    return (f"{value} (unknown)", "lock") if origin == "default" else str(value)
