"""Corpora: sources of every layout, rows that add up, runs that are killed, questions."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
import zipfile
import zlib
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games
import pytest
from typer.testing import CliRunner, Result

from minogashi.auditing import Summary, audit_record
from minogashi.cli import app
from minogashi.corpus.sources import Item, count, items
from minogashi.corpus.work import audit_shard
from minogashi.errors import MinogashiError
from minogashi.formats import parse
from minogashi.formats import records as games_in
from minogashi.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

pytest.importorskip("pyarrow", reason="the extra [corpus] is not installed")
pytest.importorskip("duckdb", reason="the extra [corpus] is not installed")

from minogashi import corpus
from minogashi.corpus.make import Plan
from minogashi.corpus.make import game as planned
from minogashi.corpus.schema import TABLES

SOURCE = Path(corpus.__file__).parent.parent.parent
DOCS = SOURCE.parent / "docs"


def made(number: int, **plan: Any) -> bytes:  # noqa: ANN401  what a plan takes
    return planned(number, Plan(**plan))


SIXES = [made(number, bots="random", form="tenhou6") for number in range(2)]


def games_of(data: bytes) -> Record:
    (record,) = parse(data)
    return record


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["corpus", *map(str, arguments)])


def answer(folder: Path, query: str) -> list[Any]:
    with corpus.open(folder) as found:
        return found.answer(query).rows


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def bots() -> list[bytes]:
    return [made(number, rules="tenhou", bots="random", form="mjlog") for number in range(4)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("CLEAN", "FOUL", "QUIET", "IMPOSSIBLE"):
        (source / f"{name.lower()}.txt").write_text(getattr(games, name), encoding="utf-8")
    return source


# What the rows say


def test_the_rows_of_games_made_by_hand(folder: Path, tmp_path: Path) -> None:
    done = corpus.audit_corpus([folder], tmp_path / "out")
    assert done.manifest.rows["games"] == 3
    assert done.manifest.rows["errors"] == 1
    ((clean,),) = answer(tmp_path / "out", "SELECT game FROM games WHERE path LIKE '%clean.txt'")
    missed = f"SELECT wind, tile, source_wind, reason, furiten FROM missed_wins WHERE game = {clean}"  # noqa: S608
    assert answer(tmp_path / "out", missed) == [
        ["S", "4s", "E", "declined", []],
        ["S", "1s", "W", "declined", []],
        ["S", "4s", "N", "furiten_temporary", ["furiten_temporary"]],
    ]
    won = f"SELECT wind, tile, via FROM wins WHERE game = {clean}"  # noqa: S608
    assert answer(tmp_path / "out", won) == [["S", "4s", "discard"]]
    ready = answer(tmp_path / "out", f"SELECT wind, turn, waits, furiten, state, won FROM ready WHERE game = {clean}")  # noqa: S608
    assert ["S", 1, ["1s", "4s"], None, "dama", "ron"] in ready


def test_a_broken_record_is_a_row_of_errors_with_its_reason(folder: Path, tmp_path: Path) -> None:
    (folder / "empty.txt").write_bytes(b"")
    (folder / "log.gz").write_bytes(gzip.compress(b"x" * 1000)[:40])
    corpus.audit_corpus([folder], tmp_path / "out")
    found = dict(answer(tmp_path / "out", "SELECT parse_filename(path), error FROM errors"))
    assert set(found) == {"empty.txt", "impossible.txt", "log.gz"}
    assert found["empty.txt"] == "it is empty"
    assert "which cannot be" in found["impossible.txt"]


def test_a_fault_of_the_engine_stops_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("minogashi.corpus.work.audit_record", fault)
    assert audit_shard(0, [Item("a", "1", games.CLEAN.encode())]).rows["errors"] == 1


def test_the_sums_are_those_of_the_audit(records: Path, tmp_path: Path) -> None:
    source = records / "mjlog"
    sums = Summary()
    for record in games_in(source):
        assert isinstance(record, Record)
        sums.add(audit_record(record))
    corpus.audit_corpus([source], tmp_path / "out", shard=30)
    wanted = json.loads((records / "expected.json").read_text(encoding="utf-8"))["mjlog"]
    out = tmp_path / "out"
    assert answer(out, "SELECT count(*), sum(rounds) FROM games") == [[wanted["files"], wanted["rounds"]]]
    assert dict(answer(out, "SELECT via = 'draw', count(*) FROM wins GROUP BY 1")) == {
        False: wanted["ron"], True: wanted["tsumo"],
    }  # fmt: skip
    assert answer(out, "SELECT count(*) FROM rounds WHERE result = 'exhaustive'") == [[wanted["exhaustive_draws"]]]
    in_riichi = "SELECT state = 'riichi', count(*) FROM missed_wins WHERE NOT at_end GROUP BY 1"
    assert dict(answer(out, in_riichi)) == {
        False: wanted["missed_wins_not_in_riichi"], True: wanted["missed_wins_in_riichi"],
    }  # fmt: skip
    ready = "SELECT sum(last_turn - turn + 1) FROM ready"
    assert answer(out, ready) == [[wanted["tenpai_after_own_discard"]]]
    # in riichi a win let go is the more decisive, so some of the discard furiten goes by that name
    furiten = (
        "SELECT sum(last_turn - turn + 1) FROM ready WHERE furiten = 'furiten_discard' OR furiten = 'furiten_riichi'"
    )
    assert answer(out, furiten)[0][0] >= wanted["discard_furiten_after_own_discard"]
    assert dict(answer(out, "SELECT code, count(*) FROM spans GROUP BY 1")) == sums.spans_by_code
    assert dict(answer(out, "SELECT kind, sum(agree) FROM answers GROUP BY 1")) == sums.agree
    assert answer(out, "SELECT (SELECT count(*) FROM illegal_acts), (SELECT count(*) FROM errors)") == [[0, 0]]


def test_docs_tell_every_table_and_column() -> None:
    page = (DOCS / "corpus.md").read_text(encoding="utf-8")
    for table, columns in TABLES.items():
        part = page.split(f"### {table}\n")[1].split("\n#")[0]
        rows = [line for line in part.splitlines() if line.startswith("| `")]
        wanted = [f"| `{one.name}` | {one.type}{', may be null' * one.null} | {one.about} |" for one in columns]
        assert rows == wanted, table


# Sources


def test_every_layout_gives_the_same_games(bots: list[bytes], tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    ids = [f"202001010{number}gm-00a9-0000-0123456{number}" for number in range(len(bots))]
    with zipfile.ZipFile(tmp_path / "year.zip", "w") as archive:
        for id_, data in zip(ids, bots, strict=True):
            archive.writestr(f"2020/{id_}.mjlog", gzip.compress(data))
    with tarfile.open(tmp_path / "year.tar.gz", "w:gz") as tar:
        for id_, data in zip(ids, bots, strict=True):
            (tmp_path / "one").write_bytes(data)
            tar.add(tmp_path / "one", f"{id_}.xml")
    (tmp_path / "one").unlink()
    base = sqlite3.connect(tmp_path / "year.db")
    base.execute("CREATE TABLE empty (a)")
    base.execute("CREATE TABLE logs (log_id TEXT PRIMARY KEY, date INT, content BLOB)")
    packers: list[Callable[[bytes], bytes]] = [gzip.compress, zlib.compress]
    rows = [(id_, 5, pack(data)) for id_, data, pack in zip(ids, bots, packers * 2, strict=True)]
    base.executemany("INSERT INTO logs VALUES (?, ?, ?)", [("later", 5, None), *rows])
    base.commit()
    base.close()
    table = arrow.table({"n": range(4), "id": ids, "log": [gzip.compress(data) for data in bots]})
    parquet.write_table(table, tmp_path / "year.parquet")
    lines = [json.dumps({"id": id_, "log": data.decode()}) + "\n" for id_, data in zip(ids, bots, strict=True)]
    (tmp_path / "year.jsonl").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress("".join(lines).encode()))
    for name in ("year.zip", "year.tar.gz", "year.db", "year.parquet", "year.jsonl", "packed.jsonl.gz"):
        found = list(items([tmp_path / name]))
        assert [(item.id, item.data, item.error) for item in found] == [
            (*pair, "") for pair in zip(ids, bots, strict=True)
        ], name
    assert [count([tmp_path / name]) for name in ("year.zip", "year.db", "year.parquet")] == [4, 5, 4]
    done = corpus.audit_corpus(sorted(tmp_path.iterdir()), tmp_path / "out", shard=3)
    assert (done.manifest.rows["games"], done.manifest.duplicates) == (4, 20)


def test_records_a_line_and_what_is_no_record_a_line(bots: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_bytes(made(0, bots="random", form="mjai"))
    (tmp_path / "records.jsonl").write_bytes(b"".join(made(one, bots="random", form="tenhou6") for one in range(3)))
    assert [item.path.rpartition("/")[2] for item in items([tmp_path])] == ["events.jsonl", "1", "2", "3"]
    assert bots


def test_a_list_of_records_is_taken_apart(tmp_path: Path) -> None:
    games_listed = [json.loads(one) for one in SIXES]
    (tmp_path / "a.json").write_text(json.dumps(games_listed, indent=1), encoding="utf-8")
    rows = [
        {"uuid": f"210905-aa0b3c62-21c3-4321-8d2a-01234567890{n}", "log": one} for n, one in enumerate(games_listed)
    ]
    (tmp_path / "b.json").write_text(json.dumps(rows), encoding="utf-8")
    (tmp_path / "c.json").write_text('[{"no": "record"}, 7]', encoding="utf-8")
    found = list(items([tmp_path]))
    assert [json.loads(item.data) for item in found[:4]] == games_listed * 2
    assert [item.id for item in found[2:4]] == [row["uuid"] for row in rows]
    assert [item.path.rpartition("/")[2] for item in found[4:]] == ["c.json"]


def test_tables_and_lines_inside_archives(bots: list[bytes], tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE logs (n INT, log TEXT)")
    base.execute("INSERT INTO logs VALUES (1, ?)", [bots[0].decode()])
    sink = arrow.BufferOutputStream()
    packed = [bytes(arrow.compress(data, "zstd", asbytes=True)) for data in bots[1:3]]
    parquet.write_table(arrow.table({"log": [*packed, None]}), sink)
    lines = b"".join(json.dumps({"n": n, "game": json.loads(one)}).encode() + b"\n\n" for n, one in enumerate(SIXES))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("a.db", base.serialize())
        archive.writestr("b.parquet", sink.getvalue().to_pybytes())
        archive.writestr("c.jsonl", lines + b"{broken\n")
        archive.writestr("d.db", b"SQLite format 3\0" + b"x" * 600)
    found = list(items([tmp_path]))
    assert [item.data for item in found[:3]] == bots[:3]
    assert [json.loads(item.data) for item in found[3:5]] == [json.loads(one) for one in SIXES]
    assert len(found) == 7
    assert [bool(item.error) for item in found[-2:]] == [True, True]
    assert found[-2].error.startswith("line ")


def test_damaged_logs_are_errors_of_their_own(bots: list[bytes], tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "a.db")
    base.execute("CREATE TABLE logs (id TEXT, log BLOB)")
    whole = gzip.compress(bots[0])
    rows = [("a", whole), ("b", zlib.compress(bots[1])[:20] + b"??"), ("c", b"BZh9nonsense"), ("d", 7)]
    base.executemany("INSERT INTO logs VALUES (?, ?)", rows)
    base.commit()
    base.close()
    corpus.audit_corpus([tmp_path / "a.db"], tmp_path / "out")
    found = dict(answer(tmp_path / "out", "SELECT parse_filename(path), error FROM errors ORDER BY 1"))
    assert answer(tmp_path / "out", "SELECT count(*) FROM games") == [[1]]
    assert list(found) == ["2", "3", "4"]
    assert "damaged compressed data" in found["3"]
    assert found["2"] == found["4"] == "it is empty"


def test_a_table_without_logs_in_parquet_is_an_error(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"a": [1, 2]}), tmp_path / "a.parquet")
    parquet.write_table(arrow.table({"a": arrow.array([], arrow.string())}), tmp_path / "b.parquet")
    assert [item.error.partition(":")[0] for item in items([tmp_path])] == ["holds no records"] * 2


@pytest.mark.parametrize("name", ["lines.jsonl", "one.json", "in.tar"])
def test_files_packed_with_zstd(tmp_path: Path, name: str) -> None:
    arrow = pytest.importorskip("pyarrow")
    plain = {"lines.jsonl": b"".join(SIXES), "one.json": SIXES[0], "in.tar": SIXES[0]}[name]
    packed = bytes(arrow.compress(plain, "zstd", asbytes=True))
    source = tmp_path / f"{name}.zst"
    source.write_bytes(packed)
    if name == "in.tar":
        with tarfile.open(tmp_path / "all.tar", "w") as tar:
            tar.add(source, "a.json.zst")
        source.unlink()
    assert [item.data.strip() for item in items([tmp_path])] == [line.strip() for line in plain.splitlines()]
    next(path for path in tmp_path.iterdir()).write_bytes(packed[:60])
    assert [bool(item.error) for item in items([tmp_path])] == [True]


def test_rows_that_are_still_in_the_journal_count(bots: list[bytes], tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "a.db")
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("CREATE TABLE logs (log BLOB)")
    base.execute("INSERT INTO logs VALUES (?)", [bots[0]])
    base.commit()
    assert [item.data for item in items([tmp_path / "a.db"])] == [bots[0]]
    base.close()


def test_links_to_folders_are_followed_and_circles_are_not(tmp_path: Path) -> None:
    make(tmp_path / "elsewhere", 1)
    source = tmp_path / "source"
    source.mkdir()
    (source / "year").symlink_to(tmp_path / "elsewhere")
    (source / "circle").symlink_to(source)
    assert [item.path.rpartition("source/")[2] for item in items([source])] == ["year/0.jsonl"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_an_error(folder: Path) -> None:
    (folder / "closed").mkdir(mode=0)
    (folder / "clean.txt").chmod(0)
    found = {item.path.rpartition("/")[2]: item.error for item in items([folder])}
    assert found["closed"] == found["clean.txt"] == "cannot be read: Permission denied"


def test_what_is_counted_beforehand(folder: Path, tmp_path: Path) -> None:
    assert count([folder]) == 4
    (folder / "broken.zip").write_bytes(b"PK\3\4")
    assert count([folder, tmp_path / "missing"]) == 6
    with (tmp_path / "large.jsonl").open("wb") as file:
        file.truncate(2 << 20)
    assert count([tmp_path / "large.jsonl"]) is None


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("2011020401gm-00a9-0000-f6eff225.mjlog", True),
        ("someone__2011020401gm-00a9-0000-f6eff225&tw=2.mjlog.gz", True),
        ("210905-aa0b3c62-21c3-4321-8d2a-0123456789ab.json", True),
        ("2011020401gm-00a9-0000-f6eff225-part-2.mjlog", False),
        ("game7.mjlog", False),
    ],
)
def test_a_file_named_like_a_game_has_its_log_id(tmp_path: Path, name: str, *, named: bool) -> None:
    (tmp_path / name).write_text(games.CLEAN, encoding="utf-8")
    (item,) = items([tmp_path])
    assert (item.id in name) is named


def test_a_database_without_records_and_a_damaged_one_are_errors(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "a.db")
    base.execute("CREATE TABLE t (a, b)")
    base.execute("INSERT INTO t VALUES (1, 'x')")
    base.commit()
    base.close()
    (tmp_path / "b.db").write_bytes((tmp_path / "a.db").read_bytes()[:150] + b"\xff" * 400)
    (tmp_path / "c.parquet").write_bytes(b"PAR1" + b"x" * 50)
    assert [bool(item.error) for item in items([tmp_path])] == [True] * 3


# Runs


def make(folder: Path, number: int) -> Path:
    folder.mkdir()
    for one in range(number):
        (folder / f"{one}.jsonl").write_bytes(made(one, bots="random"))
    return folder


def test_a_killed_run_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    source = make(tmp_path / "source", 12)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "minogashi", "corpus", "audit", str(source), "--shard", "2", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    subprocess.run([*command, "--out", str(tmp_path / "whole")], check=True, env=environment, capture_output=True)  # noqa: S603
    whole = content(tmp_path / "whole")
    assert len(whole) == 6 * (len(TABLES) + 1) + 1
    for shards in (0, 1, 4):
        with subprocess.Popen([*command, "--out", str(out)], env=environment, stdout=subprocess.DEVNULL) as child:  # noqa: S603
            while (
                child.poll() is None
                and len(list(out.glob("*/shard.json"))) <= shards
                and not (shards == 0 and out.exists())
            ):
                time.sleep(0.005)
            child.send_signal(signal.SIGKILL)
        assert content(out) != whole
    (out / "000009.part").mkdir()
    corpus.audit_corpus([str(source)], out, shard=2)
    assert content(out) == whole


def test_workers_and_shards_change_nothing_that_is_found(tmp_path: Path) -> None:
    source = make(tmp_path / "source", 5)
    corpus.audit_corpus([source], tmp_path / "one", shard=2)
    corpus.audit_corpus([source], tmp_path / "two", shard=2, jobs=2)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    corpus.audit_corpus([source], tmp_path / "three", shard=5)
    tables = [answer(tmp_path / name, "SELECT id, count(*) FROM spans JOIN games USING (game) GROUP BY 1 ORDER BY 1")
              for name in ("one", "three")]  # fmt: skip
    assert tables[0] == tables[1] != []


def test_a_dask_cluster_comes_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    source = make(tmp_path / "source", 5)
    corpus.audit_corpus([source], tmp_path / "one", shard=2)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        corpus.audit_corpus([source], tmp_path / "two", shard=2, scheduler=cluster.scheduler_address)
        with monkeypatch.context() as patch:
            patch.setattr("minogashi.corpus.executors.version", lambda: "0.0")
            with pytest.raises(MinogashiError, match=r"has minogashi 0\.0, here it is .*: install one"):
                corpus.audit_corpus([source], tmp_path / "three", shard=2, scheduler=cluster.scheduler_address)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_a_game_that_comes_again_is_left_out(tmp_path: Path) -> None:
    source = make(tmp_path / "source", 3)
    (source / "again.jsonl").write_bytes((source / "1.jsonl").read_bytes())
    done = corpus.audit_corpus([source, source], tmp_path / "out", shard=2)
    assert (done.manifest.rows["games"], done.manifest.duplicates, done.manifest.items) == (3, 5, 3)
    assert answer(tmp_path / "out", "SELECT count(DISTINCT game), count(DISTINCT id) FROM games") == [[3, 3]]


def test_a_finished_corpus_is_left_as_it_is_and_other_settings_are_refused(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    corpus.audit_corpus([folder], out)
    assert corpus.audit_corpus([folder], out).resumed == 1
    with pytest.raises(MinogashiError, match="begun with shard 1000, not 5"):
        corpus.audit_corpus([folder], out, shard=5)
    with pytest.raises(MinogashiError, match="holds something else"):
        corpus.audit_corpus([out], folder)
    with pytest.raises(MinogashiError, match=r"lies in the source .*: name a folder outside"):
        corpus.audit_corpus([folder.parent], folder / "out")


def test_a_run_keeps_others_out(folder: Path, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="this system has no locks on folders")
    out = tmp_path / "out"
    out.mkdir()
    held = os.open(out, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(MinogashiError, match="another run is at work"):
        corpus.audit_corpus([folder], out)
    os.close(held)
    assert corpus.audit_corpus([folder], out).manifest.complete


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path) -> None:
    source, game = tmp_path / "source", made(0, bots="random")
    source.mkdir()
    for number in range(600):  # so much that it cannot be over before it is interrupted
        (source / f"2020010100gm-00a9-0000-{number:08x}.jsonl").write_bytes(game)
    command = [sys.executable, "-m", "minogashi", "corpus", "audit", str(source), "--shard", "2", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    out = tmp_path / "out"
    with subprocess.Popen(  # noqa: S603
        [*command, "--out", str(out)], env=environment, stderr=subprocess.PIPE, text=True
    ) as child:
        while child.poll() is None and not list(out.glob("*/shard.json")):
            time.sleep(0.005)
        child.send_signal(signal.SIGINT)
        told = child.communicate(timeout=30)[1]
    assert (child.returncode, told) == (
        130,
        "interrupted: what is there is kept, and the same command goes on from it\n",
    )
    assert 1 <= len(list(out.glob("*/shard.json"))) < 300


def test_a_damaged_table_is_told(folder: Path, tmp_path: Path) -> None:
    corpus.audit_corpus([folder], tmp_path / "out")
    (tmp_path / "out" / "000000" / "wins.parquet").write_bytes(b"PAR1")
    with pytest.raises(MinogashiError, match=r"wins\.parquet"):
        corpus.open(tmp_path / "out")


def test_sources_that_changed_meanwhile_are_refused(tmp_path: Path) -> None:
    source = make(tmp_path / "source", 3)
    out = tmp_path / "out"
    corpus.audit_corpus([source], out, shard=2)
    (out / "corpus.json").write_bytes(
        (out / "corpus.json").read_bytes().replace(b'"complete": true', b'"complete": false')
    )
    (source / "0.jsonl").unlink()
    with pytest.raises(MinogashiError, match="the sources have changed"):
        corpus.audit_corpus([source], out, shard=2)


def test_a_full_disk_is_told_and_the_run_goes_on_afterwards(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(MinogashiError, match=r"No space left on device; what is there is kept"):
            corpus.audit_corpus([folder], out)
    assert corpus.audit_corpus([folder], out).manifest.complete


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limit for the size of files")
@pytest.mark.parametrize("what", ["audit", "make"])
def test_a_file_that_cannot_grow_is_told_and_no_half_of_it_stays(tmp_path: Path, what: str) -> None:
    source, out = make(tmp_path / "source", 3), tmp_path / "out"
    words = {"audit": ["audit", source, "--out", out], "make": ["make", 1, "--bots", "random", "--out", out]}[what]
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)); "
    program = limit + "from minogashi.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program, "corpus", *map(str, words), "--jobs", "1"],
        env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert re.fullmatch(r"error: .*File too large; what is there is kept: .*\n", done.stderr)
    assert set(content(out)) <= {"corpus.json"}


def test_a_pipe_among_the_sources_keeps_nobody_waiting(folder: Path, tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with a name")
    os.mkfifo(folder / "pipe.json")
    assert count([folder]) == 5
    corpus.audit_corpus([folder], tmp_path / "out")
    found = dict(answer(tmp_path / "out", "SELECT parse_filename(path), error FROM errors"))
    assert found["pipe.json"] == "cannot be read: it is a pipe or a device, not a file"


def test_no_worker_outlives_a_command_that_is_killed(tmp_path: Path) -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("this system does not tell of its processes in /proc")
    source = make(tmp_path / "source", 12)
    command = [sys.executable, "-m", "minogashi", "corpus", "audit", str(source), "--out", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}

    def there(session: int) -> int:
        found = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                state, *fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
                found += int(fields[2]) == session and state != "Z"
        return found

    with subprocess.Popen(  # noqa: S603
        [*command, "--jobs", "2", "--shard", "1"], env=environment, start_new_session=True, stdout=subprocess.DEVNULL
    ) as child:
        while child.poll() is None and not list(tmp_path.glob("out/*/shard.json")):
            time.sleep(0.005)
        most = there(child.pid)
        child.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while there(child.pid) and time.monotonic() < until:
        time.sleep(0.02)
    assert most >= 3
    assert there(child.pid) == 0


def test_a_worker_that_dies_is_told(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise BrokenExecutor

    monkeypatch.setattr("minogashi.corpus.run.audit_shard", dies)
    with pytest.raises(MinogashiError, match="a worker ended without a word"):
        corpus.audit_corpus([folder], tmp_path / "out")


def test_a_scheduler_that_does_not_answer_is_told(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with pytest.raises(MinogashiError, match="no Dask scheduler answers at nonsense://"):
        corpus.audit_corpus([folder], tmp_path / "out", scheduler="nonsense://here")


def test_sources_without_a_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    with pytest.raises(MinogashiError, match="hold no file"):
        corpus.audit_corpus([tmp_path / "source"], tmp_path / "out")


# Questions


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("asked")
    source = make(base / "source", 6)
    (source / "clean.txt").write_text(games.CLEAN, encoding="utf-8")
    (source / "foul.txt").write_text(games.FOUL, encoding="utf-8")
    corpus.audit_corpus([source], base / "out", shard=4)
    return base / "out"


def test_every_ready_query_answers(asked: Path) -> None:
    with corpus.open(asked) as found:
        answers = {name: found.answer(name) for name in corpus.QUERIES}
    assert {name for name, one in answers.items() if not one.rows} <= {"errors", "answers"}
    kinds = {row[1]: row[2] for row in answers["furiten_kinds"].rows}
    assert kinds["furiten_temporary"] > 1
    winds = {row[0]: row[1] for row in answers["missed_winds"].rows}
    assert winds["S"] >= 3
    assert list(winds) == sorted(winds, key="ESWN".index)
    assert sum(row[4] for row in answers["illegal_acts"].rows) == 1


def test_tables_are_relations_and_arrow_tables(asked: Path) -> None:
    with corpus.open(asked) as found:
        assert found.table("games").count("*").fetchall() == [(8,)]
        assert found.arrow("rounds").schema.names == [column.name for column in TABLES["rounds"]]
        with pytest.raises(MinogashiError, match="no table 'x'"):
            found.table("x")
        with pytest.raises(MinogashiError, match="no ready query 'x'"):
            found.sql("x")
        with pytest.raises(MinogashiError, match="nonesuch"):
            found.sql("SELECT * FROM nonesuch")
        with pytest.raises(MinogashiError, match="Conversion"):
            found.answer("SELECT 'x'::INT")


def test_query_writes_a_table_json_and_csv(asked: Path) -> None:
    sql = "SELECT 1 AS a, 'x,y' AS b, NULL AS c"
    assert run("query", asked, sql).stdout.split() == ["a", "b", "c", "1", "x,y"]
    assert json.loads(run("query", asked, sql, "--json").stdout) == {
        "schema": "minogashi.corpus-query/1", "columns": ["a", "b", "c"], "rows": [[1, "x,y", None]],
    }  # fmt: skip
    assert run("query", asked, sql, "--csv").stdout == 'a,b,c\n1,"x,y",\n'
    assert "furiten_cost" in run("query", asked).stdout
    assert run("query", asked, "nope").exit_code == 1
    assert run("query", asked, sql, "--csv", "--json").exit_code == 2
    assert run("query", asked, sql).stderr == ""
    manifest = asked / "corpus.json"
    whole = manifest.read_bytes()
    manifest.write_bytes(whole.replace(b'"complete": true', b'"complete": false'))
    assert "not finished" in run("query", asked, sql).stderr
    manifest.write_bytes(whole)
    assert "is no corpus" in run("query", asked / "000000", "results").stderr


def test_the_report_is_one_page_that_needs_nothing_else(asked: Path, tmp_path: Path) -> None:
    assert run("report", asked, "--html", tmp_path / "a.html").exit_code == 0
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert all(f'<section id="{name}">' in page for name in corpus.QUERIES)
    assert page.count('<div class="bars">') >= 4
    assert page.count("<svg") == 1
    assert [f'href="#{name}"' in page for name in corpus.QUERIES] == [True] * len(corpus.QUERIES)
    assert "http" not in page
    assert "<script" not in page
    assert run("report", asked, "--html", tmp_path / "no" / "a.html").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]


def test_a_page_for_a_device_goes_there(asked: Path, tmp_path: Path) -> None:
    if not Path("/dev/null").exists():
        pytest.skip("this system has no /dev/null")
    (tmp_path / "nowhere").symlink_to("/dev/null")
    assert run("report", asked, "--html", tmp_path / "nowhere").exit_code == 0
    assert [path.is_symlink() for path in tmp_path.iterdir()] == [True]


def test_numbers_of_a_column_have_as_many_decimals_and_long_words_may_break() -> None:
    from minogashi.corpus.page import table_html
    from minogashi.corpus.query import Answer

    page = table_html(Answer("", ["a", "b", "c"], [[1.5, 1000, "x" * 50], [None, 2, "<y>"], [2.25, 3, ""]]))
    assert re.findall(r'class="n">([^<]*)</td>', page) == ["1.50", "1,000", "", "2", "2.25", "3"]
    assert page.count('class="long"') == 1
    assert "&lt;y&gt;" in page


def test_make_writes_the_same_games_from_the_same_seed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert run("make", 2, "--out", tmp_path / name, "--seed", 7, "--bots", "random", "--jobs", 1).exit_code == 0
    assert content(tmp_path / "a") == content(tmp_path / "b")
    assert [item.path.rpartition("/")[2] for item in items([tmp_path / "a"])] == ["00000000.jsonl", "00000001.jsonl"]
    assert run("make", 2, "--out", tmp_path / "c", "--to", "paper").exit_code == 1
    again = run("make", 3, "--out", tmp_path / "a", "--seed", 7, "--bots", "random", "--jobs", 1)
    assert again.stdout.startswith("3 games played, 0 there before; ")
    assert list(content(tmp_path / "a")) == ["00000000-00000002.zip"]
    assert len(list(items([tmp_path / "a"]))) == 3
    again = run("make", 2, "--out", tmp_path / "a", "--seed", 7, "--bots", "random", "--jobs", 1)
    assert again.stdout == "0 games played, 2 there before\n"
    for other in (["--seed", 8], ["--seed", 7, "--east"], ["--seed", 7, "--to", "mjai"]):
        told = run("make", 2, "--out", tmp_path / "a", "--bots", "random", *other)
        assert "holds games of another seed, kind or version" in told.stderr
    assert run("make", 0, "--out", tmp_path / "c").exit_code == 2


def test_games_of_the_east_wind_are_shorter() -> None:
    short, whole = (
        [round_.name[0] for round_ in audit_record(games_of(made(0, bots="random", winds=winds))).rounds]
        for winds in (1, 0)
    )
    assert short == whole[: len(short)]
    assert len(short) < len(whole)
    assert "W" not in short  # nobody may have the points to end it, then another wind follows


def test_the_command_tells_sums_and_where_the_time_went(folder: Path, tmp_path: Path) -> None:
    result = run("audit", folder, "--out", tmp_path / "out", "--jobs", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("3 games, 6 rounds, ")
    assert "replay" in result.stdout
    assert run("audit", folder, "--out", tmp_path / "out", "--shard", 0).exit_code == 2
    assert "begun with" in run("audit", folder, "--out", tmp_path / "out", "--shard", 7).stderr


def test_what_is_not_installed_is_told_with_the_command(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("audit", folder, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "pip install 'minogashi[corpus]'" in result.stderr
