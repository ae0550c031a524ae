"""Where tests find real records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
collect_ignore = ["bots"]  # programs that tests start


@pytest.fixture(scope="session")
def records() -> Path:
    """The folder of real records: `MINOGASHI_RECORDS`, by default `../shared/records`."""
    folder = Path(os.environ.get("MINOGASHI_RECORDS", ROOT.parent / "shared" / "records"))
    if not folder.is_dir():
        if os.environ.get("MINOGASHI_RECORDS_REQUIRED"):
            pytest.fail(f"no folder of real records at {folder}, and this run requires it")
        pytest.skip(f"no folder of real records at {folder}; set MINOGASHI_RECORDS to run this test")
    return folder
