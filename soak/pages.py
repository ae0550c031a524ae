"""The tables of docs/soak.md: a row is replaced by the newer one about the same thing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SOAK = Path(__file__).parent.parent / "docs" / "soak.md"


def put(path: Path, heading: str, rows: Sequence[Sequence[str]], machine: str = "", *, key: int = 2) -> None:
    """Put rows into the table under `## heading`; the first `key` cells say what a row is about."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"## {heading}")
    first = next(number for number in range(start, len(lines)) if lines[number].startswith("|---")) + 1
    last = first
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    table = {tuple(cells(line)[:key]): line for line in lines[first:last]}
    for row in rows:
        told = [*row, machine] if machine else list(row)
        table[tuple(told[:key])] = "| " + " | ".join(told) + " |"
    lines[first:last] = sorted(table.values())
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def cells(line: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in line.strip("|").split("|")]
