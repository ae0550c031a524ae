"""minogashi: a referee for mahjong claims.

It says for every seat, at every moment, which claims are legal, which are refused, and why. Fold
events into a `Table` and ask it; `read` a record; `audit` one; look up a rule book with `profile`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minogashi.audit import Audit, audit_record
    from minogashi.claims import Code, Reason, Verdict
    from minogashi.errors import MinogashiError, ProfileError, RecordError, TileError
    from minogashi.events import IllegalEventError
    from minogashi.formats import read, records
    from minogashi.table import Table
    from minogashi.tiles import parse_tile, parse_tiles

__version__ = "0.1.0"

# Looked up when first used, so that a command starts without what it does not need.
_HOMES = {
    "Audit": "audit",
    "audit_record": "audit",
    "Code": "claims",
    "Reason": "claims",
    "Verdict": "claims",
    "MinogashiError": "errors",
    "ProfileError": "errors",
    "RecordError": "errors",
    "TileError": "errors",
    "IllegalEventError": "events",
    "read": "formats",
    "records": "formats",
    "Table": "table",
    "parse_tile": "tiles",
    "parse_tiles": "tiles",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in _HOMES:
        return getattr(importlib.import_module(f"minogashi.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'minogashi' has no attribute {name!r}")


__all__ = [
    "Audit",
    "Code",
    "IllegalEventError",
    "MinogashiError",
    "ProfileError",
    "Reason",
    "RecordError",
    "Table",
    "TileError",
    "Verdict",
    "__version__",
    "audit_record",
    "parse_tile",
    "parse_tiles",
    "read",
    "records",
]
