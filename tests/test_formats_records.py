"""The readers over real records: the counts that others counted, and hands that add up."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from minogashi.claims import CHI, CLAIM_NAMES, NINE_TERMINALS, NORTH, OPEN_KAN, PON, RIICHI, RON, TSUMO
from minogashi.events import (
    AddedKan,
    Call,
    ClosedKan,
    Discard,
    Draw,
    GameEnd,
    North,
    Ron,
    RoundEnd,
    RoundStart,
    Tsumo,
)
from minogashi.formats import parse, read, written
from minogashi.formats import records as found_in
from minogashi.record import Record, WinClaim
from minogashi.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minogashi.events import Event

Expected = dict[str, Any]
SAMPLE = 60


@pytest.fixture(scope="session")
def expected(records: Path) -> Expected:
    found: Expected = json.loads((records / "expected.json").read_text(encoding="utf-8"))
    return found


def games(folder: Path, sample: int | None = None) -> Iterator[Record]:
    files = sorted(folder.iterdir())
    for path in files if sample is None else files[:: max(1, len(files) // sample)]:
        for game in found_in(path):
            assert isinstance(game, Record), str(game)
            yield game


def counts(found: list[Record]) -> Counter[str]:
    out: Counter[str] = Counter()
    for game in found:
        out["games"] += 1
        for at, event in enumerate(game.events):
            name = type(event).__name__
            if isinstance(event, Call):
                name = CLAIM_NAMES[event.claim]
            if isinstance(event, RoundEnd):
                name = event.result
            out[name] += 1
            out["three"] += isinstance(event, RoundStart) and len(event.hands) == 3
            out["double"] += isinstance(event, Ron) and isinstance(game.events[at + 1], Ron)
            if isinstance(event, Ron):
                before = next(e for e in reversed(game.events[:at]) if not isinstance(e, Ron))
                out["ron on " + type(before).__name__] += 1
        for said in game.statements:
            out["says " + said.kind] += 1
            if said.kind == "win":
                out["yakuman"] += said.value.yakuman > 0
                out["pao"] += said.value.pao is not None
                out["yaku chankan"] += "chankan" in said.value.yaku
    return out


DRAWN = {
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kans",
    "ron3": "triple_ron",
    "nm": "nagashi",
}
MELDS = {
    "chi": "chi",
    "pon": "pon",
    "daiminkan": "daiminkan",
    "ankan": "ClosedKan",
    "kakan": "AddedKan",
    "nukidora": "North",
}


def check(out: Counter[str], want: dict[str, Any]) -> None:
    """The counts that every description of a folder has."""
    assert out["RoundStart"] == want["rounds"]
    assert (out["Ron"], out["Tsumo"]) == (want["ron"], want["tsumo"])
    assert out["says win"] == want["ron"] + want["tsumo"]
    assert out["exhaustive"] == want["exhaustive_draws"]
    for kind, number in want["draws"].items():
        assert out[DRAWN[kind]] == number, kind
    for kind, number in want["melds"].items():
        assert out[MELDS[kind]] == number, kind
    assert out["says riichi_accepted"] == want["riichi_accepted"]


def test_mjlog_counts(records: Path, expected: Expected) -> None:
    want = expected["mjlog"]
    out = counts(list(games(records / "mjlog")))
    check(out, want)
    assert out["games"] == want["files"]
    assert out["three"] == want["rounds_three_seats"]
    assert out["Discard"] == want["discards"]
    assert out["Riichi"] == want["riichi_declared"]
    assert out["double"] == want["rounds_with_double_ron"]
    assert out["ron on Discard"] == want["ron_on_discard"]
    assert out["ron on AddedKan"] == want["ron_on_added_kan"]
    assert out["yaku chankan"] == want["wins_with_chankan_yaku"]
    assert out["yakuman"] == want["yakuman_wins"]
    assert out["pao"] == want["wins_with_paoWho"]


def test_mjlog_quirks_are_read_and_cut_where_they_break_off(records: Path, expected: Expected) -> None:
    want = expected["mjlog_quirks"]
    found = list(games(records / "mjlog-quirks"))
    out = counts(found)
    assert (len(found), out["RoundStart"]) == (want["files"], want["rounds"])
    assert (out["Ron"], out["Tsumo"], out["exhaustive"]) == (want["ron"], want["tsumo"], want["exhaustive_draws"])
    assert out["says riichi_accepted"] == want["riichi_accepted"]
    assert [Path(game.path).name for game in found if game.cut] == [
        "mjx-project__py-2011020401gm-00a9-0000-f6eff225-no-round-end.mjlog"
    ]


def test_mjlog_2020_agrees_with_a_count_of_its_tags(records: Path) -> None:
    for game in games(records / "mjlog-2020", SAMPLE):
        text = gzip.decompress(Path(game.path).read_bytes()).decode()
        tags = Counter(re.findall(r"<([A-Z]+)\d*[ /]", text))
        out = counts([game])
        assert out["RoundStart"] == tags["INIT"]
        assert out["Draw"] == sum(tags[letter] for letter in "TUVW")
        assert out["Discard"] == sum(tags[letter] for letter in "DEFG")
        assert sum(out[name] for name in MELDS.values()) == tags["N"]
        assert out["Ron"] + out["Tsumo"] == tags["AGARI"]
        assert out["Dora"] == tags["DORA"]
        assert out["Riichi"] + out["says riichi_accepted"] == tags["REACH"]
        assert game.seats == (3 if "gm-00b9-" in game.path else 4)


class Hands:
    """Tiles in hand and on the table, kept in the simplest way: a second opinion on every meld and win."""

    def __init__(self, start: RoundStart) -> None:
        self.hands = [Counter(hand) for hand in start.hands]
        self.offered: tuple[int, Tile] | None = None

    def take(self, seat: int, *tiles: Tile) -> None:
        """Tiles leave a hand that must have them."""
        for tile in tiles:
            assert self.hands[seat][tile] > 0, (seat, tile)
            self.hands[seat][tile] -= 1

    def apply(self, event: Event) -> None:
        """Move the tiles of one event."""
        match event:
            case Draw(seat, tile):
                self.hands[seat][tile] += 1
            case Discard(seat, tile):
                self.take(seat, tile)
                self.offered = seat, tile
            case Call(seat, claim, tile, source, uses):
                assert self.offered == (source, tile)
                assert claim != CHI or (source + 1) % len(self.hands) == seat
                self.take(seat, *uses)
            case ClosedKan(seat, tiles):
                self.take(seat, *tiles)
                self.offered = seat, tiles[0]
            case AddedKan(seat, tile) | North(seat, tile):
                self.take(seat, tile)
                self.offered = seat, tile
            case Ron(seat, source, tile):
                assert self.offered == (source, tile)

    def won(self, event: Ron | Tsumo, claim: WinClaim) -> None:
        """The hand the record states is the one that was played."""
        hand = self.hands[event.seat] + Counter([event.tile] if isinstance(event, Ron) else [])
        assert +hand == Counter(map(Tile, claim.hand))


@pytest.mark.parametrize(("folder", "sample"), [("mjlog", None), ("mjlog-2020", SAMPLE)])
def test_every_meld_and_every_winning_hand_adds_up(folder: str, sample: int | None, records: Path) -> None:
    melds = wins = 0
    for game in games(records / folder, sample):
        claims = {said.at: said.value for said in game.statements if said.kind == "win"}
        hands = None
        for at, event in enumerate(game.events):
            if isinstance(event, RoundStart):
                hands = Hands(event)
            assert hands is not None
            hands.apply(event)
            melds += isinstance(event, Call | ClosedKan | AddedKan | North)
            if isinstance(event, Ron | Tsumo):
                hands.won(event, claims[at])
                wins += 1
    assert melds > 900
    assert wins > 400


def test_a_game_goes_on_from_the_points_of_the_round_before(records: Path) -> None:
    checked = 0
    for game in games(records / "mjlog-2020", SAMPLE):
        after: tuple[int, ...] | None = None
        for event in game.events:
            if isinstance(event, RoundEnd):
                after = event.scores
            elif isinstance(event, RoundStart) and after is not None:
                assert event.scores == after
                checked += 1
    assert checked > 300


def offered(found: list[Record], kind: type[Any], claim: int) -> int:
    return sum(
        said.value & claim > 0
        for game in found
        for said in game.statements
        if said.kind == "offers" and type(game.events[said.at]) is kind
    )


def server_answers(found: list[Record], want: dict[str, Any]) -> None:
    answers = want["server_answers"]
    lamp = [said.value for game in found for said in game.statements if said.kind == "furiten"]
    assert (len(lamp), sum(lamp)) == (answers["furiten_states"]["cases"], answers["furiten_states"]["true"])
    for name, kind, claim in (
        ("pon_offered", Discard, PON),
        ("open_kan_offered", Discard, OPEN_KAN),
        ("chi_offered", Discard, CHI),
        ("riichi_offered", Draw, RIICHI),
        ("tsumo_offered", Draw, TSUMO),
        ("nine_terminals_offered", Draw, NINE_TERMINALS),
    ):
        assert offered(found, kind, claim) == answers[name]["cases"], name
    assert offered(found, Discard, RON) == answers["discards_that_hit_seat_0"]["ron_offered"]


def test_client_sessions(records: Path, expected: Expected) -> None:
    want = expected["tenhou_client"]
    found = list(games(records / "tenhou-client"))
    assert all((game.view, game.format) == (0, "tenhou-client") for game in found)
    out = counts(found)
    server_answers(found, want)
    # 5 wins stand in rounds that a reconnect left without their beginning
    assert out["Ron"] + out["Tsumo"] == want["wins"] - want["rounds_not_replayed_after_reinit"]
    assert out["RoundStart"] == want["rounds"]
    assert out["exhaustive"] == want["exhaustive_draws"]
    assert [out[MELDS[kind]] for kind in want["melds"]] == list(want["melds"].values())
    assert offered(found, AddedKan, RON) == want["server_answers"]["ron_offered_on_added_kan"]["cases"]
    assert offered(found, Draw, NORTH) == want["server_answers"]["nukidora_offered"]
    judged = [said for game in found for said in game.statements if said.judged]
    assert sum(said.judged & TSUMO > 0 for said in judged) == want["own_draws"]
    on_discards = [game.events[s.at] for game in found for s in game.statements if s.judged & PON]
    assert len(on_discards) == want["opponent_discards"]


def test_client_sessions_of_2008(records: Path, expected: Expected) -> None:
    want = expected["tenhou_client_2008"]
    found = list(games(records / "tenhou-client-2008"))
    server_answers(found, {"server_answers": {**want["server_answers"], "riichi_offered": {"cases": 0}}})
    assert counts(found)["RoundStart"] == want["rounds"]
    assert sum(len(game.events) > 0 for game in found) == want["games"]
    rooms = Counter((game.profile, *game.options.values()) for game in found)
    types = want["go_type_games"]
    assert rooms == {
        ("tenhou",): types["1"] + types["65"],
        ("tenhou", "0", "no"): types["7"] + types["15"],
        ("tenhou-sanma",): types["17"] + types["25"],
    }
    assert not any(said.judged & (RIICHI | NORTH) for game in found for said in game.statements)


def test_mjai_counts(records: Path, expected: Expected) -> None:
    want = expected["mjai"]
    found = list(games(records / "mjai"))
    out = counts(found)
    assert (out["games"], out["RoundStart"]) == (want["start_game"], want["start_kyoku"])
    assert (out["Ron"], out["Tsumo"]) == (want["ron"], want["tsumo"])
    assert (out["Riichi"], out["says riichi_accepted"]) == (want["reach"], want["reach_accepted"])
    assert sum(out[name] for name in ("exhaustive", *DRAWN.values())) == want["ryukyoku"]
    assert [out[MELDS[kind]] for kind in ("chi", "pon", "daiminkan", "ankan", "kakan")] == [
        want[kind] for kind in ("chi", "pon", "daiminkan", "ankan", "kakan")
    ]


def moves(record: Record) -> list[object]:
    """The events, without the points, and without tsumogiri, which older mjai does not tell."""
    out: list[object] = []
    for event in record.events:
        if isinstance(event, RoundStart):
            out.append(
                (event.wind, event.number, event.honba, event.sticks, event.dealer, event.indicators, event.hands)
            )
        elif isinstance(event, RoundEnd):
            out.append(event.result)
        elif not isinstance(event, GameEnd):
            out.append((event.seat, event.tile) if isinstance(event, Discard) else event)
    return out


def test_a_game_in_two_formats_is_the_same_game(records: Path) -> None:
    one = read(records / "mjlog" / "gimite__test.mjlog.gz")
    other = read(records / "mjai" / "gimite__test.mjlog.golden.log")
    assert moves(one) == moves(other)
    assert len(one.events) > 1800


@pytest.mark.parametrize(
    ("folder", "sample"),
    [("mjlog", None), ("mjlog-2020", 20), ("tenhou-client", 20), ("tenhou-client-2008", None), ("mjai", None)],
)
def test_every_record_is_written_and_read_back(folder: str, sample: int | None, records: Path) -> None:
    for game in games(records / folder, sample):
        (again,) = parse(written.write(game), game.path)
        assert (again.events, again.statements) == (game.events, game.statements)
        assert (again.profile, again.options, again.seats, again.view) == (
            game.profile,
            game.options,
            game.seats,
            game.view,
        )
        assert (again.names, again.link, again.cut) == (game.names, game.link, game.cut)


def test_a_kan_or_a_north_that_is_not_won_is_followed_by_a_replacement(records: Path) -> None:
    seen = 0
    for game in games(records / "mjlog"):
        owed = False
        for event in game.events:
            if isinstance(event, Draw):
                assert event.replacement == owed
                seen += owed
                owed = False
            elif isinstance(event, RoundEnd):
                owed = False
            else:
                owed |= isinstance(event, ClosedKan | AddedKan | North)
                owed |= isinstance(event, Call) and event.claim == OPEN_KAN
    assert seen > 90
