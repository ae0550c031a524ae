"""Records in other forms: written and read again they are the same game, in all that the form holds."""

from __future__ import annotations

import gzip
import json
import re
import stat
from bisect import bisect_right
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from papers import MAJIANG, PON, TENHOU6, document
from typer.testing import CliRunner, Result

from minogashi import events as ev
from minogashi.cli import app
from minogashi.convert import TARGETS, WRITERS, convert, filled
from minogashi.errors import RecordError
from minogashi.formats import parse, read
from minogashi.formats import records as found_in
from minogashi.formats.rounds import FOREIGN
from minogashi.formats.tenhou import NO_REDS
from minogashi.play.saving import Game, start
from minogashi.record import Record, Setup, WinClaim

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAMPLE = 30


def kept(event: ev.Event, *, timed: bool) -> bool:
    """Whether the comparison looks at an event."""
    return type(event) not in FOREIGN and (timed or not isinstance(event, ev.Dora))


def events(record: Record, *, timed: bool) -> list[ev.Event]:
    """The events that other forms have words for; without indicators where the form tells no moment for them."""
    out: list[ev.Event] = []
    for event in record.events:
        if not kept(event, timed=timed):
            continue
        if isinstance(event, ev.Call):
            out.append(replace(event, uses=tuple(sorted(event.uses))))
        elif isinstance(event, ev.ClosedKan):
            out.append(replace(event, tiles=tuple(sorted(event.tiles))))
        else:
            out.append(event)
    return out


def said(record: Record, kinds: set[str], form: str) -> list[tuple[int, int, str, object]]:
    """The statements of these kinds; without what the form does not tell of a win."""
    indices = [at for at, event in enumerate(record.events) if kept(event, timed=form != "tenhou6")]
    out: list[tuple[int, int, str, object]] = []
    for one in record.statements:
        value = one.value
        if one.kind not in kinds:
            continue
        if isinstance(value, WinClaim):
            value = replace(value, hand=(), yaku=dict(sorted(value.yaku.items())))
            if form == "mjai":
                value = replace(value, yakuman=0, pao=None)
            if form == "tenhou6":
                value = replace(value, fu=0, han=0)
        out.append((bisect_right(indices, one.at), one.seat, one.kind, value))
    return sorted(out, key=lambda row: row[:3])


def check(game: Record) -> None:
    """Written and read again in each form it is the same game."""
    full = filled(game)
    for form, writer in WRITERS.items():
        (again,) = parse(writer.write(full), game.path)
        assert events(again, timed=form != "tenhou6") == events(full, timed=form != "tenhou6"), form
        kinds = {"win"} if form == "tenhou6" else {"win", "tenpai"}
        assert said(again, kinds, form) == said(full, kinds, form), form
        if form != "tenhou6":
            accepted = {"riichi_accepted"}
            assert {*said(again, accepted, form)} >= {*said(game, accepted, form)}, form
        assert (again.seats, again.cut) == (game.seats, game.cut), form
        if not writer.lost(game):
            assert (again.profile, again.options) == (game.profile, game.options), form
            assert again.names in {game.names, ("",) * game.seats}, form


@pytest.mark.parametrize("data", [TENHOU6, MAJIANG, document(PON)])
def test_games_by_hand_are_written_and_read_again(data: bytes) -> None:
    check(read(data))


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_games_played_here_are_written_and_read_again_with_their_ura_indicators(rules: str) -> None:
    won: list[WinClaim] = []
    for seed in range(3):
        game = played(rules, seed)
        check(game)
        won += [said.value for said in filled(game).statements if said.kind == "win"]
        ends = [event.scores for event in game.events if isinstance(event, ev.RoundEnd)]
        starts = [event for event in game.events if isinstance(event, ev.RoundStart)]
        (again,) = parse(convert(game, "mjlog").data)
        assert [event.scores for event in again.events if isinstance(event, ev.RoundEnd)] == ends
        assert len(starts) == len(ends)
    assert sum(bool(claim.ura) for claim in won) > 3
    assert all(claim.points > 0 for claim in won)


def played(rules: str, seed: int) -> Record:
    """A game between bots, as it would be saved; every other one with dice."""
    seats = 3 if "sanma" in rules else 4
    record = start(rules, {}, Setup(seed, ("sensible",) * seats, dice=seed % 2 == 1))
    Game(record, watch=record.events.append).run()
    return record


def games(folder: Path, sample: int | None = None) -> Iterator[Record]:
    files = sorted(folder.iterdir())
    for path in files if sample is None else files[:: max(1, len(files) // sample)]:
        for game in found_in(path):
            assert isinstance(game, Record), str(game)
            yield game


@pytest.mark.parametrize(("folder", "sample"), [("mjlog", None), ("mjlog-2020", SAMPLE), ("majiang", None)])
def test_real_games_are_written_and_read_again(folder: str, sample: int | None, records: Path) -> None:
    number = 0
    for game in games(records / folder, sample):
        check(game)
        number += 1
    assert number >= SAMPLE


def test_the_rules_that_a_rule_book_states_are_told_to_the_writer() -> None:
    game = Record("", "", "ema2016")
    assert b'"aka":0' in convert(game, "tenhou6").data, "played without red fives"
    room = re.search(rb'<GO type="(\d+)"', convert(game, "mjlog").data)
    assert room is not None
    assert int(room[1]) & NO_REDS


def test_games_of_tenhou6_are_written_as_mjlog_with_what_it_does_not_state(records: Path) -> None:
    number = 0
    for game in games(records / "tenhou6", SAMPLE):
        if game.path.endswith("confusing_nakis_2.json"):  # made up by another project, with a fifth 5s
            continue
        (again,) = parse(convert(game, "mjlog").data)
        assert events(again, timed=True) == events(filled(game), timed=True)
        number += 1
    assert number >= SAMPLE - 1


def mjai_lines(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


def test_mjai_has_what_other_programs_ask_for() -> None:
    lines = mjai_lines(convert(read(MAJIANG), "mjai").data)
    assert [line["type"] for line in lines] == [
        "start_game", "start_kyoku", "tsumo", "dahai", "tsumo", "dahai", "hora", "end_kyoku", "end_game",
    ]  # fmt: skip
    start, win = lines[1], lines[6]
    assert all(isinstance(hand, list) and len(hand) == 13 for hand in start["tehais"])  # type: ignore[attr-defined]
    assert win["deltas"] == [1500, -1500, 0, 0]
    assert (win["actor"], win["target"], win["pai"], win["ura_markers"]) == (0, 1, "P", [])
    riichi = [line["type"] for line in mjai_lines(convert(read(document(PON)), "mjai").data)]
    assert riichi[3:6] == ["reach", "dahai", "reach_accepted"]


def test_hidden_hands_go_to_mjai_only() -> None:
    game = read(b'{"type":"start_kyoku","bakaze":"E","kyoku":1,"oya":0,"dora_marker":"1m"}')
    (line,) = [line for line in mjai_lines(convert(game, "mjai").data) if line["type"] == "start_kyoku"]
    assert line["tehais"] == [["?"] * 13] * 4
    for form in ("mjlog", "tenhou6"):
        with pytest.raises(RecordError, match="shows every hand"):
            convert(game, form)


def test_what_is_missing_is_worked_out_and_what_is_stated_is_kept() -> None:
    stated = read(TENHOU6)
    assert filled(stated).statements == stated.statements
    bare = replace(stated, statements=[])
    bare.events = [replace(event, scores=None) if isinstance(event, ev.RoundEnd) else event for event in bare.events]
    full = filled(bare)
    (win,) = [said.value for said in full.statements if said.kind == "win"]
    assert (win.yaku, win.fu, win.han) == ({"haku": 1, "sanshoku": 2, "chanta": 2}, 40, 5)
    assert (win.points, win.deltas) == (12000, (12000, -12000, 0, 0))
    ends = [event.scores for event in full.events if isinstance(event, ev.RoundEnd)]
    assert ends[0] == (37000, 13000, 25000, 25000)


def test_other_families_have_no_other_form() -> None:
    with pytest.raises(RecordError, match="has no words for singapore rules"):
        convert(Record("", "", "sg-wong-v1"), "mjlog")
    assert convert(Record("", "", "sg-wong-v1"), "minogashi").data
    with pytest.raises(RecordError, match=", ".join(TARGETS)):
        convert(Record("", "", "tenhou"), "xml")


def test_what_a_form_cannot_hold_is_told() -> None:
    game = read(MAJIANG)
    game.events.insert(3, ev.Pass(1))
    assert convert(game, "mjai").lost == ("spoken passes: 1", "the rules: tenhou yakuman=stack_double")


# Other programs read it


@pytest.mark.parametrize(("folder", "sample"), [("mjlog", 10), ("mjlog-2020", 8), ("tenhou6", 8)])
def test_another_program_reads_our_mjlog(folder: str, sample: int | None, records: Path) -> None:
    mjlog = pytest.importorskip("jansou.io.mjlog", reason="jansou is not installed")
    replay = pytest.importorskip("jansou.io.replay")
    for game in games(records / folder, sample):
        states = list(replay.replay_paifu(mjlog.parse_mjlog(convert(game, "mjlog").data)))
        assert len(states) > len([event for event in game.events if isinstance(event, ev.Discard)]) / 2


@pytest.mark.parametrize(("folder", "sample"), [("mjlog", 6), ("mjlog-2020", 6)])
def test_another_program_reads_our_mjai(folder: str, sample: int, records: Path, tmp_path: Path) -> None:
    riichienv = pytest.importorskip("riichienv", reason="riichienv is not installed")
    for game in games(records / folder, sample):
        path = tmp_path / "game.jsonl"
        path.write_bytes(convert(game, "mjai").data)
        replay = riichienv.MjaiReplay.from_jsonl(str(path))
        rounds = sum(isinstance(event, ev.RoundStart) for event in game.events)
        assert replay.num_rounds() == rounds
        steps = sum(len(list(kyoku.steps())) for kyoku in replay.take_kyokus())
        assert steps > rounds


# The command


def run(*arguments: str | Path, data: bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["convert", *map(str, arguments)], input=data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.json").write_bytes(TENHOU6)
    (tmp_path / "two.json").write_bytes(b"\n".join([TENHOU6, TENHOU6]))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.mjlog", "mjlog"), ("a.xml", "mjlog"), ("a.json", "tenhou6"), ("a.mjson", "mjai"), ("a.jsonl", "minogashi")],
)
def test_the_suffix_tells_the_form(name: str, form: str, folder: Path) -> None:
    assert run(folder / "game.json", folder / name).exit_code == 0
    assert read(folder / name).format == form
    assert stat.S_IMODE((folder / name).stat().st_mode) & 0o600 == 0o600
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_a_packed_file_and_standard_output(folder: Path) -> None:
    assert run(folder / "game.json", folder / "a.mjlog.gz").exit_code == 0
    text = gzip.decompress((folder / "a.mjlog.gz").read_bytes())
    assert run(folder / "game.json", "-", "--to", "mjlog").stdout_bytes == text
    assert run("-", "-", "--to", "mjlog", data=TENHOU6).stdout_bytes == text


def test_several_games_need_a_choice_or_a_folder(folder: Path) -> None:
    result = run(folder / "two.json", folder / "a.mjlog")
    assert result.exit_code == 2
    assert "2 games do not fit into one file: pick one with --game, or name a folder" in result.stderr
    assert not (folder / "a.mjlog").exists()
    assert run(folder / "two.json", folder / "a.mjlog", "--game", "2").exit_code == 0
    assert run(folder / "two.json", "-", "--to", "mjai").exit_code == 2
    assert run(folder / "two.json", f"{folder / 'out'}/", "--to", "mjai").exit_code == 0
    assert [path.name for path in sorted((folder / "out").iterdir())] == ["1.mjson", "2.mjson"]
    result = run(folder / "two.json", folder / "a.mjlog", "--game", "3")
    assert (result.exit_code, "has no game 3: it holds 2" in result.stderr) == (1, True)


def test_nothing_is_half_written(folder: Path) -> None:
    target = folder / "a.mjlog"
    target.write_text("before")
    (folder / "bad.json").write_bytes(TENHOU6[:-30])
    assert run(folder / "bad.json", target).exit_code == 1
    assert target.read_text() == "before"
    assert "breaks" not in run(folder / "game.json", folder / "nowhere" / "a.mjlog").stdout
    assert run(folder / "game.json", folder / "nowhere" / "a.mjlog").exit_code == 1
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_what_is_lost_is_told_on_standard_error(folder: Path) -> None:
    (folder / "paper.json").write_bytes(MAJIANG)
    result = run(folder / "paper.json", folder / "a.mjlog")
    assert result.exit_code == 0
    assert result.stderr == f"{folder / 'a.mjlog'}: mjlog cannot hold the rules: tenhou yakuman=stack_double\n"
    assert result.stdout == ""


def test_wrong_use(folder: Path) -> None:
    for arguments in (
        (folder / "game.json", folder / "a.txt"),
        (folder / "game.json", "-"),
        (folder / "no.json", "a.xml"),
    ):
        assert run(*arguments).exit_code == 2
    assert run(folder / "game.json", folder / "a.xml", "--to", "pdf").exit_code == 2
