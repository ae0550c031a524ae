"""Seeded games are told as they were; tests/golden.py says how the texts are rewritten."""

from __future__ import annotations

import pytest
from golden import FOLDER, GAMES, told


@pytest.mark.parametrize("rules", GAMES)
def test_the_game_is_told_as_it_was(rules: str) -> None:
    had = (FOLDER / f"{rules}.txt").read_text(encoding="utf-8")
    assert told(rules).splitlines() == had.splitlines(), "what moved? `python tests/golden.py --write` rewrites it"


def test_the_texts_hold_what_they_are_for() -> None:
    """Locks that came, blocked and ended, payments, calls and wins are all in them."""
    text = "\n".join((FOLDER / f"{rules}.txt").read_text(encoding="utf-8") for rules in GAMES)
    words = ("passed_hu(", "passed_set(", "own_latest(", "furiten_", "kong:", "riichi", "kita", "pon ", "chi ", "not ")
    assert [word for word in words if word not in text] == []
    assert "= win" in text
