"""Lines of JSON that break off: whoever wrote them was stopped, and what stands before them is whole."""

from __future__ import annotations

import msgspec


def torn(row: bytes, error: Exception) -> bool:
    """Whether the last line of a file fails to be read because it ends too early, be it inside a number or a word.

    >>> def fails(row):
    ...     try:
    ...         msgspec.json.decode(row)
    ...     except msgspec.MsgspecError as error:
    ...         return torn(row, error)
    >>> [fails(row) for row in (b'{"a":-', b'{"a":tr', b'{"a":{}', b'{"a" 1}', b"words")]
    [True, True, True, False, False]
    """
    if isinstance(error, msgspec.ValidationError) or not isinstance(error, msgspec.MsgspecError):
        return False
    return "truncated" in str(error) or (row.lstrip().startswith(b"{") and not row.rstrip().endswith(b"}"))
