"""A short run of soak/fuzz_readers.py: broken records give RecordError and nothing else."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from specimens import ALL

from minogashi.formats import read, written

if TYPE_CHECKING:
    from types import ModuleType


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    path = Path(__file__).parent.parent / "soak" / "fuzz_readers.py"
    spec = importlib.util.spec_from_file_location("fuzz_readers", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_readers"] = module
    spec.loader.exec_module(module)
    return module


def test_broken_records_are_read_or_refused(soak: ModuleType) -> None:
    inputs = [*ALL.values(), *(written.write(read(data)) for data in ALL.values())]
    out = soak.fuzz(inputs, 600, seed=1)
    assert out.inputs == 600
    assert out.games > 50
    assert out.refused > 50
