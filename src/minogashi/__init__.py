"""minogashi: a referee for mahjong claims.

It says for every seat, at every moment, which claims are legal, which are refused, and why. Fold
events into a `Table` and ask it; `read` a record; `audit` one; look up a rule book with `profile`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minogashi.auditing import Audit, audit, audit_record
    from minogashi.claims import Code, Reason, Verdict
    from minogashi.errors import MinogashiError, ProfileError, RecordError, TileError
    from minogashi.events import IllegalEventError
    from minogashi.formats import read, records
    from minogashi.record import Record
    from minogashi.rulebook import Profile, profile, profiles
    from minogashi.table import Table
    from minogashi.tiles import parse_tile, parse_tiles

__version__ = "0.1.0"

# Looked up when first used, so that a command starts without what it does not need.
_HOMES = {
    "Audit": "auditing",
    "audit": "auditing",
    "audit_record": "auditing",
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
    "Record": "record",
    "Profile": "rulebook",
    "profile": "rulebook",
    "profiles": "rulebook",
    "Table": "table",
    "parse_tile": "tiles",
    "parse_tiles": "tiles",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401  every public name has its own type
    if name in _HOMES:
        return getattr(importlib.import_module(f"minogashi.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'minogashi' has no attribute {name!r}")


__all__ = [
    "Audit",
    "Code",
    "IllegalEventError",
    "MinogashiError",
    "Profile",
    "ProfileError",
    "Reason",
    "Record",
    "RecordError",
    "Table",
    "TileError",
    "Verdict",
    "__version__",
    "audit",
    "audit_record",
    "parse_tile",
    "parse_tiles",
    "profile",
    "profiles",
    "read",
    "records",
]
