"""What a riichi in furiten is worth (R47, R48): found by play under the same walls, and counted in real records."""

from __future__ import annotations

from minogashi.study.files import write_parquet
from minogashi.study.runs import Study, run, tally
from minogashi.study.trials import ARMS, OPPONENTS, TURNS, Trial, trial

__all__ = ["ARMS", "OPPONENTS", "TURNS", "Study", "Trial", "run", "tally", "trial", "write_parquet"]
