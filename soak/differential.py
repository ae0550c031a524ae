"""Our menus beside those of other engines, on the same positions of games that are played on purpose for it.

    python soak/differential.py riichienv --seats 4 --menus 100000 --seed 1
    python soak/differential.py libriichi --oracle PYTHON --menus 20000 --seed 1

`riichienv`: its environment plays; its log becomes our events; at every decision the menus of all seats are compared
in both directions. `libriichi`: our bots play; each seat's view goes as mjai lines to the `PlayerState` of the package
mjai in an environment of its own (`--oracle`), whose flags are held against our menus. docs/differences.md explains
what differs. `--write` puts the figures into docs/soak.md.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pages
from play import machine

if TYPE_CHECKING:
    from collections.abc import Iterable

COMPARISONS = "Comparisons"


@dataclass
class Comparison:
    """Menus compared, and every kind of difference with its count and its first place."""

    menus: int = 0
    entries: int = 0
    games: int = 0
    differences: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)

    def compare(self, where: str, ours: Iterable[str], theirs: Iterable[str], note: str = "") -> None:
        """Compare the menus of one seat at one decision; the note goes into the name of a difference."""
        mine, other = set(ours), set(theirs)
        if not mine and not other:
            return
        self.menus += 1
        self.entries += len(mine | other)
        if mine == other:
            return
        for side, only in (("only ours", mine - other), ("only theirs", other - mine)):
            for kind in sorted({entry.split(":")[0] for entry in only}):
                if kind == "pass" and len(only) > 1:
                    continue  # it comes with the entries that it declines
                self.differ(f"{side}: {kind}{note}", f"{where}: {sorted(only)}")

    def differ(self, name: str, where: str) -> None:
        """Count one difference."""
        self.differences[name] += 1
        self.first.setdefault(name, where)


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", choices=["riichienv", "libriichi"])
    parser.add_argument("--seats", type=int, choices=[3, 4], default=4)
    parser.add_argument("--menus", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--oracle", default="python", help="a Python in which mjai is installed")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.peer == "riichienv":
        import beside_riichienv

        found, version = beside_riichienv.run(args.seats, args.menus, args.seed), beside_riichienv.VERSION
    else:
        import beside_libriichi

        found, version = beside_libriichi.run(args.oracle, args.menus, args.seed), "mjai"
    name = f"{version}, {args.seats} seats"
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    row = [name, str(args.seed), today, f"{found.games:,}", f"{found.menus:,}", f"{found.entries:,}"]
    row.append(f"{found.differences.total():,}")
    print("; ".join(row))
    for kind, count in found.differences.most_common():
        print(f"  {count:8,}  {kind}\n            {found.first[kind]}")
    if args.write:
        pages.put(pages.SOAK, COMPARISONS, [row], machine(), key=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
