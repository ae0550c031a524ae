"""What a study writes: whole files or none, with what is only there if it was asked for at installation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from minogashi.corpus.extras import extra
from minogashi.errors import MinogashiError
from minogashi.whole import whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from minogashi.study.trials import Trial

PICTURES: Final = (".svg", ".png", ".pdf")
"""How the name of a picture may end."""


def ready(parquet: Path | None = None, picture: Path | None = None) -> None:
    """Look before hours of play whether what is wanted at their end can be written; `MinogashiError` where not."""
    if parquet is not None:
        extra("pyarrow", "corpus")
    if picture is not None:
        if picture.suffix.lower() not in PICTURES:
            raise MinogashiError(f"{picture}: the name of a picture must end in {', '.join(PICTURES)}")
        extra("matplotlib", "plot")
    for path in (parquet, picture):
        if path is not None and not path.absolute().parent.is_dir():
            raise MinogashiError(f"{path}: there is no such folder")


def write_parquet(trials: Sequence[Trial], path: Path) -> None:
    """The trials as a Parquet table, a row a hand. `MinogashiError` where pyarrow is not installed."""
    arrow, parquet = extra("pyarrow", "corpus"), extra("pyarrow.parquet", "corpus")
    rows = [
        {"trial": one.number, "turn": one.turn, "hand": name, **msgspec.structs.asdict(played)}
        for one in trials
        for name, played in one.arms.items()
    ]
    with whole(path) as part:
        parquet.write_table(arrow.Table.from_pylist(rows), part)
