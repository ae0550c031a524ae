"""Real games of Mahjong Soul and Riichi City: the counts that others counted, and no answer that differs."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from minogashi.auditing import Audit, audit_record
from minogashi.claims import CLAIM_NAMES
from minogashi.events import Call
from minogashi.formats import parse, written
from minogashi.formats import records as games_in
from minogashi.record import Record

if TYPE_CHECKING:
    from pathlib import Path

Expected = dict[str, Any]
EVENTS = {
    "rounds": "RoundStart",
    "discards": "Discard",
    "ron": "Ron",
    "tsumo": "Tsumo",
    "chi": "chi",
    "pon": "pon",
    "kakan": "AddedKan",
    "riichi": "Riichi",
    "riichi_declared": "Riichi",
    "exhaustive_draws": "exhaustive",
}


@pytest.fixture(scope="module")
def expected(records: Path) -> Expected:
    found: Expected = json.loads((records / "expected.json").read_text(encoding="utf-8"))
    return found


@cache
def games(path: Path) -> list[Record]:
    out = []
    for game in games_in(path):
        assert isinstance(game, Record), str(game)
        out.append(game)
    return out


@cache
def audits(path: Path) -> list[Audit]:
    return [audit_record(game) for game in games(path)]


def counted(found: list[Record]) -> Counter[str]:
    out: Counter[str] = Counter()
    for event in (event for game in found for event in game.events):
        out[CLAIM_NAMES[event.claim] if isinstance(event, Call) else type(event).__name__] += 1
        out[getattr(event, "result", "")] += 1
    return out


def agreed(found: list[Audit]) -> Counter[str]:
    """What agrees; nothing may differ, and nothing forbidden be done."""
    assert [row for audit in found for row in audit.disagreements] == []
    assert [fault for audit in found for round_ in audit.rounds for fault in round_.faults] == []
    return sum((audit.agree for audit in found), Counter())


@pytest.mark.parametrize("name", ["majsoul", "majsoul_iwamoto65"])
def test_mahjong_soul_records(name: str, records: Path, expected: Expected) -> None:
    want = expected[name]
    path = records / "majsoul" / want["file"]
    found, out = games(path), counted(games(path))
    assert {key: out[event] for key, event in EVENTS.items() if key in want} == {
        key: want[key] for key in EVENTS if key in want
    }
    lit = Counter(one.value for game in found for one in game.statements if one.kind == "furiten")
    agree = agreed(audits(path))
    answers, offers = want["server_answers"], want["operations"]
    assert agree["furiten"] == sum(lit.values()) == want["zhenting_compared"]
    assert (agree["chi"], agree["chi_tiles"]) == (offers["chi"],) * 2
    assert (agree["pon"], agree["pon_tiles"]) == (offers["pon"],) * 2
    assert (agree["kan"], agree["kan_tiles"]) == (offers["open_kan"],) * 2
    assert (agree["riichi"], agree["riichi_tiles"]) == (answers["riichi_offered"],) * 2
    assert agree["tsumo"] == answers["tsumo_offered"]
    assert (agree["closed_kan"], agree["added_kan"]) == (answers["closed_kan_offered"], answers["added_kan_offered"])
    assert agree["swap"] == answers["swap_call_lists"]
    assert agree["waits"] == want["tingpais"]
    assert agree["points"] == agree["hand"] == want["ron"] + want["tsumo"]
    assert out["Pass"] == answers["offers_cancelled"]
    rows = [row for game in found for one in game.statements if one.kind == "waits" for row in one.value]
    assert agree["yaku"] == len(rows)
    if "haveyi_true" in want:
        assert Counter(row[2] for row in rows) == {1: want["haveyi_true"], 0: want["haveyi_false"]}


def test_the_wins_that_mahjong_soul_did_not_offer(records: Path) -> None:
    refused = sum((audit.refused for audit in audits(records / "majsoul")), Counter())
    assert refused == {"ron: furiten_discard": 1, "tsumo: no_yaku": 1}


def test_mahjong_soul_clients(records: Path, expected: Expected) -> None:
    want = expected["majsoul_client"]
    path = records / "majsoul-client"
    out, agree = counted(games(path)), agreed(audits(path))
    assert (out["RoundStart"], out["Discard"]) == (want["rounds"], want["discards"])
    assert agree["furiten"] == want["zhenting_compared"]
    for kind, key in (
        ("chi", "chi_offered"),
        ("chi_tiles", "chi_offered"),
        ("pon", "pon_offered"),
        ("riichi_tiles", "riichi_offered"),
        ("closed_kan", "closed_kan_offered"),
        ("kita", "nukidora_offered"),
        ("swap", "swap_call_lists"),
        ("waits", "wait_lists"),
        ("waits_after", "candidate_wait_lists"),
    ):
        assert agree[kind] == want[key], kind
    assert agree["yaku"] == 55


def test_the_mahjong_soul_wire(records: Path, expected: Expected) -> None:
    want = expected["majsoul_wire"]
    path = records / "majsoul-wire"
    out = counted(games(path))
    assert {key: out[event] for key, event in EVENTS.items() if key in want} == {
        key: want[key] for key in EVENTS if key in want
    }
    # the deal of the dealer's first tile is not counted there
    assert out["Draw"] - out["RoundStart"] == want["draws"]
    assert agreed(audits(path)) == {}


def test_riichi_city_records(records: Path, expected: Expected) -> None:
    want = expected["riichi_city"]
    path = records / "riichi-city"
    found, out = games(path), counted(games(path))
    assert len(found) == want["files"]
    assert Counter(game.seats for game in found for event in game.events if type(event).__name__ == "RoundStart") == {
        3: want["rounds_three_seats"],
        4: want["rounds_four_seats"],
    }
    assert {key: out[event] for key, event in EVENTS.items() if key in want} == {
        key: want[key] for key in EVENTS if key in want
    }
    melds = {"daiminkan": "daiminkan", "ankan": "ClosedKan", "kakan": "AddedKan", "nukidora": "North", "pon": "pon"}
    assert {key: out[event] for key, event in melds.items()} == {key: want["melds"][key] for key in melds}
    agree, answers = agreed(audits(path)), want["server_answers"]
    for kind, key in (
        ("ron", "ron_offered"),
        ("pon", "pon_offered"),
        ("kan", "open_kan_offered"),
        ("tsumo", "tsumo_offered"),
        ("riichi", "riichi_offered"),
        ("kita", "nukidora_offered"),
        ("closed_kan", "closed_kan_offered"),
        ("added_kan", "added_kan_offered"),
        ("nine_terminals", "nine_terminals_offered"),
        ("missed", "event_9"),
    ):
        assert agree[kind] == answers[key]["cases"], kind
    assert (agree["chi"], agree["chi_tiles"]) == (answers["chi_codes_offered"]["offers"],) * 2
    before, after = answers["wait_lists_before_discard"], answers["wait_lists_after_riichi"]
    assert (agree["waits_after"], agree["waits"]) == (before["lists"], after["lists"])
    assert agree["yaku"] == agree["furiten_after"] == before["waits"] + after["waits"]
    rows = [row for game in found for one in game.statements if one.kind == "waits_after" for row in one.value]
    assert sum(row[3] for row in rows) == answers["is_zhen_ting"]["true"]
    assert sum(not row[2] for row in rows) == answers["is_wu_yi_true"]
    # three wins of a wareme room are paid by a rule of its own
    assert agree["points"] == want["ron"] + want["tsumo"] - 3


def test_the_wins_that_riichi_city_did_not_offer(records: Path) -> None:
    refused = sum((audit.refused for audit in audits(records / "riichi-city")), Counter())
    assert refused == {"ron: furiten_discard": 4, "ron: no_yaku": 1}


@pytest.mark.parametrize("folder", ["majsoul", "majsoul-client", "majsoul-wire", "riichi-city"])
def test_each_is_written_and_read_back(folder: str, records: Path) -> None:
    for game in games(records / folder):
        (again,) = parse(written.write(game))
        assert (again.events, again.statements) == (game.events, game.statements)


@pytest.mark.parametrize(
    ("folder", "rule", "found"),
    [
        ("majsoul", {"riichi_min_wall": 1}, {"riichi": 3}),
        ("majsoul", {"kuikae": "allowed"}, {"swap": 60}),
        ("majsoul", {"furiten_display": "at_close_or_no_win"}, {"furiten": 14}),
        ("riichi-city", {"riichi_min_wall": 1}, {"riichi": 4}),
        ("riichi-city", {"kita_after_call": "yes"}, {"kita": 6}),
    ],
)
def test_another_rule_would_be_found_out(
    records: Path, folder: str, rule: dict[str, str | int], found: dict[str, int]
) -> None:
    under = [audit_record(game, rule) for game in games(records / folder)]
    assert sum((audit.disagree for audit in under), Counter()) == found
