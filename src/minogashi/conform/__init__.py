"""Runs what others can run, too: the scenario blocks of rule pages, and rule cases."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi.conform.cases import run_case
from minogashi.conform.scenarios import run_scenario
from minogashi.errors import RecordError
from minogashi.formats.scenario import scenarios

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from minogashi.conform.result import Result

_UNFORESEEN: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration, OverflowError)
"""What a case that is not of the documented shape may end in, wherever it is looked into."""


def conform(paths: Iterable[str | Path], only: Collection[str] = ()) -> Iterator[Result | RecordError]:
    """Run every scenario block and rule case of these files, `-` being standard input.

    Found by looking: a file whose first sign is `{` holds rule cases, one JSON object a line (docs/cases/README.md);
    any other is Markdown with scenario blocks (docs/rules/scenario_grammar.md). What cannot be read comes out as its
    RecordError, with path and place, and the rest goes on. `only`: the names of those to run; none means all.

    >>> [str(found) for found in conform(["nowhere.md"])]
    ['nowhere.md: cannot be read: No such file or directory']
    """
    for path in paths:
        try:
            text = _text(path)
        except RecordError as error:
            yield error
            continue
        yield from conform_text(text, str(path), only)


def conform_text(text: str, path: str = "", only: Collection[str] = ()) -> Iterator[Result | RecordError]:
    """The same for a text that is there already.

    >>> page = ["### S1", "```scenario riichi", "hand S: 123456m789p1122s", "? waits => 1s 2s", "```"]
    >>> page = chr(10).join(page)
    >>> [found.status for found in conform_text(page)]
    ['passed']
    """
    if text.lstrip().startswith("{"):
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                found = _case(line, path, number, only)
                if found is not None:
                    yield found
        return
    try:
        blocks = scenarios(text, path)
    except RecordError as error:
        yield error.located(path=path)
        return
    if not blocks:
        yield RecordError("found no scenario block (```scenario ...) and no rule case, expected one", path=path)
    for block in blocks:
        if not only or block.id in only:
            yield run_scenario(block)


def _text(path: str | Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("not a text in UTF-8", path=str(path), at=f"byte {error.start}") from None


def _case(line: str, path: str, number: int, only: Collection[str]) -> Result | RecordError | None:
    at = f"line {number}"
    try:
        case: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        return RecordError(f"found no rule case, expected one JSON object a line: {error}", path=path, at=at)
    if only and str(case.get("id")) not in only:
        return None
    try:
        return run_case(case)
    except RecordError as error:
        return error.located(path=path, at=at)
    except _UNFORESEEN as error:
        told = f"{type(error).__name__}: {error}"
        return RecordError(f"case {case.get('id')} is not of the documented shape ({told})", path=path, at=at)
