"""A corpus at scale: speed, memory, size, what kills do to it, and how fast it answers.

    python soak/corpus.py scale FOLDER [--games 2000,20000,200000] [--alone 20000] [--jobs 2]
    python soak/corpus.py kills FOLDER [--games 2000] [--kills 50] [--seed 1]
    python soak/corpus.py dask FOLDER [--games 2000]
    python soak/corpus.py records FOLDER --records RECORDS

Generated games are made in FOLDER by `minogashi corpus make` and kept there; `--rules NAME`, `--bots NAME` and `--east`
say which. `scale` audits each number of games with
`--jobs` processes, and the numbers of `--alone` with one as well, and asks the ready queries; the last lines are rows
for docs/corpus.md. `kills` ends runs with SIGKILL at random moments, every other time the command itself, else one of
its workers or helpers, looks for processes left behind, and compares the bytes of what was resumed with those of a
run left alone; `dask` does the same audit on a local cluster of two workers; `records` audits folders of real records
and prints the sums beside those of `minogashi audit`. Exits 1 where bytes or sums differ, a process is left behind or
a query is slow.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from minogashi import corpus
from minogashi.corpus.make import PER_FILE
from minogashi.corpus.query import QUERIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MINOGASHI = [sys.executable, "-m", "minogashi"]
SHARD = 1000
MILLION = 1_000_000
LIMIT = 1.0
GRACE = 10.0


def call(*arguments: object) -> str:
    """What a command of minogashi writes."""
    done = subprocess.run([*MINOGASHI, *map(str, arguments)], check=True, capture_output=True, text=True)  # noqa: S603
    return done.stdout


class Bots(NamedTuple):
    """Which games are made."""

    folder: Path
    name: str
    east: bool
    rules: str = "tenhou"

    def sources(self, games: int) -> list[Path]:
        """The zips of so many games, made now where they are not there: shorter corpora are beginnings of longer."""
        name = f"games-{self.rules}-{self.name}{'-east' * self.east}"
        path = self.folder / f"{name}{f'-{games}' * bool(games % PER_FILE)}"
        begun = time.perf_counter()
        how = ["--seed", 1, "--profile", self.rules, "--bots", self.name, *["--east"] * self.east]
        told = call("corpus", "make", games, "--out", path, *how)
        print(
            f"{games} games of {self.rules}, {self.name} bots: {told.strip()} ({time.perf_counter() - begun:.0f} s)",
            flush=True,
        )
        return sorted(path.glob("*.zip"))[: -(-games // PER_FILE)]


def size(paths: Iterable[Path]) -> int:
    """Bytes of the files."""
    return sum(path.stat().st_size for path in paths if path.is_file())


def family(session: int) -> dict[int, int]:
    """The processes of a session, each with the kilobytes that it holds now."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, *fields = path.read_text().rpartition(")")[2].split()
            if int(fields[2]) == session and state != "Z":
                status = (path.parent / "status").read_text()
                found[int(path.parent.name)] = int(status.partition("VmRSS:")[2].split()[0])
        except (OSError, IndexError):
            continue
    return found


def audit(sources: Sequence[Path], out: Path, *options: object) -> list[str]:
    """The command that audits the sources."""
    return [*MINOGASHI, "corpus", "audit", *map(str, sources), "--out", str(out), *map(str, options)]


def run(sources: Sequence[Path], out: Path, *options: object) -> tuple[float, int, str]:
    """Audit in a session of its own -> seconds, most kilobytes of it and its workers, what it told."""
    command = audit(sources, out, *options)
    begun, most = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as child:  # noqa: S603
        while child.poll() is None:
            most = max(most, sum(family(child.pid).values()))
            time.sleep(0.2)
        told = child.stdout.read() if child.stdout is not None else ""
    if child.returncode:
        sys.exit(f"{command}: exit code {child.returncode}")
    return time.perf_counter() - begun, most, told.strip()


def differ(first: Path, second: Path) -> list[str]:
    """Files of two corpora that are not the same bytes; `corpus.json` names its sources and is one of them."""
    names = {path.relative_to(folder) for folder in (first, second) for path in folder.rglob("*") if path.is_file()}
    return sorted(
        str(name)
        for name in names
        if not (first / name).exists()
        or not (second / name).exists()
        or not filecmp.cmp(first / name, second / name, shallow=False)
    )


def check(found: Sequence[str], what: str) -> None:
    """Leave where anything differs."""
    if found:
        sys.exit(f"{what}: {len(found)} files differ, {found[0]} first")
    print(f"{what}: the same bytes", flush=True)


def scale(bots: Bots, numbers: Sequence[int], alone: Sequence[int], jobs: int) -> None:
    """Speed, memory and bytes at several numbers of games; the queries on the largest."""
    out, rows = bots.folder / "out", []
    bots.sources(max(numbers))
    for games in numbers:
        sources = bots.sources(games)
        taken: dict[int, float] = {}
        for workers in (1, jobs) if games in alone and jobs > 1 else (jobs,):
            shutil.rmtree(out, ignore_errors=True)
            taken[workers], most, told = run(sources, out, "--shard", SHARD, "--jobs", workers)
            rate = games / taken[workers]
            print(f"{games} games, {workers} jobs: {taken[workers]:.0f} s\n  " + told.replace("\n", "\n  "), flush=True)
            sizes = size(sources) / games, size(out.rglob("*")) / games
            rows.append(
                f"| {games:,} | {workers} | {rate:.1f} | {rate / workers:.1f} | {most >> 10} MB "
                f"| {sizes[0]:,.0f} | {sizes[1]:,.0f} | {shares(told)} "
                f"| {MILLION / rate / 3600:.1f} h | {10 * MILLION / rate / 3600:.1f} h |"
            )
        if len(taken) > 1:
            print(f"  {jobs} jobs to 1: {taken[1] / taken[jobs]:.2f}", flush=True)
    print("| games | jobs | games/s | per job | memory | bytes in | bytes out | reading, replay, writing | 1M | 10M |")
    print("\n".join(rows))
    ask(out)


def shares(told: str) -> str:
    """The shares of reading, replay and writing, of what the command tells of its parts."""
    parts = {part: float(percent) for part, percent in re.findall(r"(\w+) ([\d.]+)%", told)}
    groups = (("read", "parse"), ("replay",), ("rows", "encode", "write"))
    return ", ".join(f"{sum(parts[part] for part in group):.1f}%" for group in groups)


def ask(out: Path) -> None:
    """How long each ready query takes."""
    slow = []
    begun = time.perf_counter()
    with corpus.open(out) as found:
        print(f"open {time.perf_counter() - begun:.2f} s")
        for name in QUERIES:
            begun = time.perf_counter()
            found.answer(name)
            took = time.perf_counter() - begun
            print(f"{name} {took:.2f} s", flush=True)
            slow += [name] * (took > LIMIT)
    if slow:
        sys.exit(f"over {LIMIT} s: {', '.join(slow)}")


def kills(bots: Bots, games: int, wanted: int, seed: int) -> None:
    """Kill runs at random moments; each that is resumed to its end is compared."""
    dice, done, rounds = random.Random(seed), Counter[str](), 0
    sources, whole, out = bots.sources(games), bots.folder / "whole", bots.folder / "killed"
    shutil.rmtree(whole, ignore_errors=True)
    options = ["--jobs", "2", "--shard", str(max(games // 40, 1))]
    begun = time.perf_counter()
    subprocess.run(audit(sources, whole, *options), check=True, capture_output=True)  # noqa: S603
    takes = time.perf_counter() - begun
    while done.total() < wanted:
        shutil.rmtree(out, ignore_errors=True)
        while done.total() < wanted and killed(audit(sources, out, *options), dice.uniform(0, takes * 0.7), dice, done):
            pass
        subprocess.run(audit(sources, out, *options), check=True, capture_output=True)  # noqa: S603
        rounds += 1
        check(differ(whole, out), f"corpus {rounds}, kills so far {dict(done)}")


def killed(command: Sequence[str], after: float, dice: random.Random, done: Counter[str]) -> bool:
    """Start a run and kill it, or one of its helpers, after so many seconds; False where it was through before."""
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        try:
            child.wait(after)
        except subprocess.TimeoutExpired:
            others = sorted(family(child.pid).keys() - {child.pid})
            victim = dice.choice(others) if others and done.total() % 2 else child.pid
            done["the command" if victim == child.pid else "a helper"] += 1
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        told = child.communicate()[1]
    if child.returncode not in {0, -signal.SIGKILL} and not (child.returncode == 1 and told.startswith("error: ")):
        sys.exit(f"a killed run ended with {child.returncode}: {told}")
    until = time.monotonic() + GRACE
    while left := family(child.pid):
        if time.monotonic() > until:
            sys.exit(f"left behind: {left}")
        time.sleep(0.05)
    return child.returncode != 0


def dask(bots: Bots, games: int) -> None:
    """The process pool against two workers of a local cluster."""
    from distributed import LocalCluster

    sources, pool, cluster_out = bots.sources(games), bots.folder / "pool", bots.folder / "cluster"
    for path in (pool, cluster_out):
        shutil.rmtree(path, ignore_errors=True)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        shard = "--shard", max(games // 40, 1)
        times = [
            run(sources, pool, "--jobs", 2, *shard)[0],
            run(sources, cluster_out, "--scheduler", address, *shard)[0],
        ]
    print(f"pool {games / times[0]:.1f} games/s, cluster {games / times[1]:.1f} games/s")
    check(differ(pool, cluster_out), "pool and cluster")


def records(folder: Path, real: Path) -> None:
    """Each folder of real records by itself, since a game may lie in several: rows beside the audit's sums."""
    wrong = 0
    for sources in sorted(path for path in real.iterdir() if path.is_dir()):
        out = folder / "real"
        shutil.rmtree(out, ignore_errors=True)
        done = corpus.audit_corpus([sources], out)
        audited = subprocess.run([*MINOGASHI, "audit", "-q", "--json", sources], check=False, capture_output=True)  # noqa: S603
        sums = json.loads(audited.stdout)["summary"]
        rows = done.manifest.rows
        wanted = {
            "games": sums["games"],
            "rounds": sums["rounds"],
            "wins": sums["ron"] + sums["tsumo"],
            "missed_wins": sums["missed_wins"] + sums["missed_at_end"],
            "spans": sum(sums["spans_by_code"].values()),
            "illegal_acts": sums["illegal_acts"],
        }
        found = {table: rows[table] for table in wanted}
        same = found == wanted
        told = ("equal" if same else f"audit {wanted}") + against(real, sources.name, out)
        print(
            f"{sources.name}: {found}, {done.manifest.duplicates} duplicates, {rows['errors']} errors: {told}",
            flush=True,
        )
        wrong += not same and not done.manifest.duplicates
    if wrong:
        sys.exit(f"{wrong} folders differ without a duplicate")


COUNTED = {
    "rounds": "SELECT count(*) FROM rounds",
    "start_kyoku": "SELECT count(*) FROM rounds",
    "ron": "SELECT count(*) FROM wins WHERE via <> 'draw'",
    "tsumo": "SELECT count(*) FROM wins WHERE via = 'draw'",
    "exhaustive_draws": "SELECT count(*) FROM rounds WHERE result = 'exhaustive'",
    "missed_wins_in_riichi": "SELECT count(*) FROM missed_wins WHERE state = 'riichi' AND NOT at_end",
    "missed_wins_not_in_riichi": "SELECT count(*) FROM missed_wins WHERE state <> 'riichi' AND NOT at_end",
    "tenpai_after_own_discard": "SELECT sum(last_turn - turn + 1) FROM ready",
}
"""What `expected.json` of the records counts, and the same from the tables."""


def against(real: Path, name: str, out: Path) -> str:
    """The counts of the records' own `expected.json` beside those of the tables, in words."""
    path = real / "expected.json"
    counts = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    own = name.replace("-", "_")
    told = [counts[key] for key in counts if key == own or (own == "majsoul" and key == "majsoul_iwamoto65")]
    wanted = {key: sum(one[key] for one in told) for key in COUNTED if told and all(key in one for one in told)}
    with corpus.open(out) as tables:
        found = {key: tables.answer(COUNTED[key]).rows[0][0] for key in wanted}
    apart = {key: f"{found[key]}, not {wanted[key]}" for key in wanted if found[key] != wanted[key]}
    return f"; of {len(wanted)} counts of expected.json " + (f"differ {apart}" if apart else "all equal")


def main() -> None:
    """One of the runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("scale", "kills", "dask", "records"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="")
    parser.add_argument("--alone", default="20000")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="sensible")
    parser.add_argument("--east", action="store_true")
    parser.add_argument("--rules", default="tenhou")
    parser.add_argument("--records", type=Path)
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    bots = Bots(told.folder, told.bots, told.east, told.rules)
    if told.what == "scale":
        scale(bots, numbers(told.games or "2000,20000,200000"), numbers(told.alone), told.jobs)
    elif told.what == "kills":
        kills(bots, int(told.games or 2000), told.kills, told.seed)
    elif told.what == "dask":
        dask(bots, int(told.games or 2000))
    elif told.records is not None:
        records(told.folder, told.records)
    else:
        parser.error("records needs --records")


def numbers(text: str) -> list[int]:
    """Numbers with commas between."""
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    main()
