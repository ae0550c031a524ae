"""What a complete hand is worth: one module a family of rule books."""

from __future__ import annotations
