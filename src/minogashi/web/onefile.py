"""A replay in one file: it opens from disk, without a server and without a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minogashi.errors import MinogashiError
from minogashi.texts import TEXTS
from minogashi.web.frames import encode, frames
from minogashi.web.page import whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from minogashi.record import Record
    from minogashi.rulebook import Value as OptionValue


def onefile(
    record: Record,
    *,
    seat: int | None = None,
    language: str = "en",
    overrides: Mapping[str, OptionValue] | None = None,
    rules: str = "",
) -> str:
    """The page of one game, seen from `seat` (else from the seat whose hand is known), first in `language`.

    Raises what `frames` raises, and `MinogashiError` for a language or seat that is not there.

    >>> from minogashi.formats import read
    >>> page = onefile(read(b'{"type":"start_kyoku","oya":0}'), language="ja")
    >>> page.splitlines()[1], "http-equiv" in page
    ('<html lang="ja">', True)
    """
    if language not in TEXTS:
        raise MinogashiError(f"no texts in {language!r}; there are {', '.join(TEXTS)}")
    document = frames(record, overrides, rules)
    document.title = record.path.replace("\\", "/").rsplit("/", 1)[-1]
    if seat is not None:
        if not 0 <= seat < document.seats:
            raise MinogashiError(f"no seat {seat}; there are 0 to {document.seats - 1}")
        document.view = seat
    return whole(encode(document).decode(), language)
