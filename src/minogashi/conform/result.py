"""The outcome of one scenario or rule case."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Result(Struct, frozen=True):
    """`status` is `passed`, `failed` or `unsupported`; a question that cannot be judged is never passed.

    >>> Result("S01", "scenario.riichi", "passed", "", "").status
    'passed'
    """

    id: str
    kind: str
    status: str
    expected: Any
    got: Any
