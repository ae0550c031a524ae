"""Real games: the state after every event against a simple account, and the figures that were counted apart.

The whole of the larger folders is the work of soak/rebuild.py; here a part of them has to do.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from model import Model

from minogashi.auditing import Audit, Missed, audit_record
from minogashi.claims import Code
from minogashi.formats import records as games_in
from minogashi.record import Record
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import KIND_OF, kinds_in, mjai

SAMPLE = 12  # every twelfth file of a large folder
FURITEN = (Code.FURITEN_RIICHI, Code.FURITEN_DISCARD, Code.FURITEN_TEMPORARY)
BEFORE = {"furiten_discard": "discard", "furiten_temporary": "temporary", "furiten_riichi": "riichi"}


@cache
def games(folder: Path, every: int = 1) -> list[Record]:
    out = []
    for path in sorted(folder.iterdir())[::every]:
        for game in games_in(path):
            assert isinstance(game, Record), game
            out.append(game)
    return out


@cache
def audits(folder: Path, every: int = 1) -> list[Audit]:
    return [audit_record(game) for game in games(folder, every)]


def expected(records: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((records / "expected.json").read_text(encoding="utf-8"))
    return found


def rebuilt(game: Record) -> int:
    """Hold the table against the simple account after every event; how many furiten states were on."""
    rules = profile(game.profile, game.options)
    table = Table(rules, strict=False)
    simple = Model({option: str(found.value) for option, found in rules.options.items()})
    lit = 0
    for event in game.events:
        table.apply(event)
        simple.tell(event)
        for seat, player in zip(table.seats, simple.players, strict=True):
            assert seat.waits == sum(1 << kind for kind in player.waits), (game.path, table.at)
            furiten = player.furiten if player.waits else set()
            lamp = table.furiten(seat.index)
            wanted = next((code for code in FURITEN if code in furiten), None)
            assert (lamp and lamp.code) == wanted, (game.path, table.at, seat.index)
            lit += wanted is not None
        passed = [(let_go.seat, KIND_OF[let_go.tile], let_go.event) for let_go in table.let_go]
        assert sorted(passed) == sorted(simple.let_go), (game.path, table.at)
    return lit


def test_every_state_of_the_mjlog_games_is_rebuilt(records: Path) -> None:
    assert sum(rebuilt(game) for game in games(records / "mjlog")) > 1000


@pytest.mark.parametrize(
    ("folder", "every"),
    [
        ("mjlog-2020", SAMPLE),
        ("tenhou-client", SAMPLE),
        ("mjai", 1),
        ("tenhou-client-2008", 2),
        ("majsoul", 1),
        ("majsoul-wire", 1),
        ("riichi-city", 1),
    ],
)
def test_every_state_of_other_games_is_rebuilt(records: Path, folder: str, every: int) -> None:
    assert sum(rebuilt(game) for game in games(records / folder, every)) > 0


def category(missed: Missed) -> str:
    """As expected.md counts: how the hand stood, and the furiten before; a discard comes first."""
    words = [BEFORE[code] for code in missed.before]
    return f"{missed.state} {'discard' if 'discard' in words else words[0] if words else '-'}"


def test_every_ron_of_the_mjlog_games_is_legal(records: Path) -> None:
    wanted = expected(records)["mjlog"]
    rounds = [round_ for audit in audits(records / "mjlog") for round_ in audit.rounds]
    wins = [win for round_ in rounds for win in round_.wins]
    assert len(rounds) == wanted["rounds"]
    assert Counter(win.via == "draw" for win in wins) == {False: wanted["ron"], True: wanted["tsumo"]}
    assert sum(win.via == "kakan" for win in wins) == wanted["ron_on_added_kan"]
    assert [fault for round_ in rounds for fault in round_.faults] == []


def test_the_missed_wins_of_the_mjlog_games_by_hand_and_furiten(records: Path) -> None:
    wanted = expected(records)["mjlog"]
    missed = [missed for audit in audits(records / "mjlog") for round_ in audit.rounds for missed in round_.missed]
    assert Counter(map(category, missed)) == wanted["missed_wins_by_hand_and_furiten_before"]
    in_riichi = sum(found.state == "riichi" for found in missed)
    assert (in_riichi, len(missed) - in_riichi) == (6, wanted["missed_wins_not_in_riichi"])
    assert in_riichi == wanted["missed_wins_in_riichi"]


def test_the_missed_wins_of_the_mjlog_games_one_by_one(records: Path) -> None:
    wanted = [
        (
            row["file"], row["round"], row["round_name"], row["seat"], row["tile"].removesuffix("r"), row["from_seat"],
            row["source"], tuple(row["waits"]), f"{row['hand']} {row['before']}", row["round_ending"] is not None,
        )
        for row in expected(records)["missed_wins"]
    ]  # fmt: skip
    found = [
        (
            Path(audit.path).name, at, round_.name.replace(".", "-"), missed.seat, mjai(KIND_OF[missed.tile]),
            missed.source, missed.via, tuple(mjai(kind) for kind in kinds_in(missed.waits)), category(missed),
            bool(missed.ended),
        )
        for audit in audits(records / "mjlog")
        for at, round_ in enumerate(audit.rounds, 1)
        for missed in [*round_.missed, *round_.at_end]
    ]  # fmt: skip
    assert sorted(found) == sorted(wanted)


def test_the_games_of_2020(records: Path) -> None:
    wanted = expected(records)["mjlog_2020"]
    found = [audit_record(game) for game in games_in(records / "mjlog-2020") if isinstance(game, Record)]
    rounds = [round_ for audit in found for round_ in audit.rounds]
    wins = Counter(win.via for round_ in rounds for win in round_.wins)
    assert (len(found), len(rounds)) == (wanted["files"], wanted["rounds"])
    assert wins == {"draw": wanted["tsumo"], "discard": wanted["ron_on_discard"], "kita": wanted["ron_on_nukidora"]}
    assert wins["discard"] + wins["kita"] == wanted["ron"] == 3326
    assert [fault for round_ in rounds for fault in round_.faults] == []
    missed = [missed for round_ in rounds for missed in round_.missed]
    assert Counter(map(category, missed)) == wanted["missed_wins_by_hand_and_furiten_before"]
    assert len(missed) == wanted["missed_wins_not_in_riichi"] + wanted["missed_wins_in_riichi"] == 418
    last = sum(len(round_.at_end) for round_ in rounds)
    assert last == wanted["missed_wins_on_the_last_tile_not_counted_above"]


def test_the_server_answers_of_client_sessions(records: Path) -> None:
    found = audits(records / "tenhou-client", SAMPLE)
    agree = sum((audit.agree for audit in found), Counter())
    assert [(audit.path, row) for audit in found for row in audit.disagreements if row.kind != "points"] == []
    assert {kind for kind in ("furiten", "ron", "pon", "chi", "riichi", "tsumo", "kan") if not agree[kind]} == set()
    assert agree["furiten"] > 10_000
