"""A corpus at scale: speed, memory, size, what kills do to it, and how fast it answers.

    python soak/corpus.py scale FOLDER [--games 2000,20000,200000] [--jobs 2]
    python soak/corpus.py kills FOLDER [--games 2000] [--kills 50] [--seed 1]
    python soak/corpus.py dask FOLDER [--games 2000]
    python soak/corpus.py records FOLDER --records RECORDS

Generated games are made in FOLDER by `minogashi corpus make` and kept there. `scale` audits each number of games with
one process and with `--jobs`, and asks the ready queries; `kills` ends runs with SIGKILL at random moments until one is
through, and compares its bytes with those of a run left alone; `dask` does the same audit on a local cluster of two
workers; `records` audits folders of real records and prints the sums beside those of `minogashi audit`. Exits 1 where
bytes or sums differ.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from minogashi import corpus
from minogashi.corpus.query import QUERIES

if TYPE_CHECKING:
    from collections.abc import Sequence

MINOGASHI = [sys.executable, "-m", "minogashi"]
SHARD = 1000
MILLION = 1_000_000
LIMIT = 1.0


def call(*arguments: object) -> str:
    """What a command of minogashi writes."""
    done = subprocess.run([*MINOGASHI, *map(str, arguments)], check=True, capture_output=True, text=True)  # noqa: S603
    return done.stdout


def source(folder: Path, games: int) -> Path:
    """So many games of bots, made now if they are not there."""
    path = folder / f"games-{games}"
    call("corpus", "make", games, "--out", path, "--seed", 1)
    return path


def size(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def resident(pid: int) -> int:
    """Kilobytes that a process and its children hold now; 0 once it is gone."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            own = int(path.parent.name)
            if own == pid or int(fields[1]) == pid or os.getpgid(own) == pid:
                status = (path.parent / "status").read_text()
                total += int(status.partition("VmRSS:")[2].split()[0])
        except (OSError, IndexError):
            continue
    return total


def run(sources: Path, out: Path, *options: object) -> tuple[float, int, str]:
    """Audit in a process of its own -> seconds, most kilobytes of it and its workers, what it told."""
    command = [
        *MINOGASHI,
        "corpus",
        "audit",
        str(sources),
        "--out",
        str(out),
        "--shard",
        str(SHARD),
        *map(str, options),
    ]
    begun, most = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as child:  # noqa: S603
        while child.poll() is None:
            most = max(most, resident(child.pid))
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


def scale(folder: Path, numbers: Sequence[int], jobs: int) -> None:
    """Speed, memory and bytes at several numbers of games; the queries on the largest."""
    out = folder / "out"
    for games in numbers:
        sources = source(folder, games)
        seconds: dict[int, float] = {}
        for workers in (1, jobs):
            shutil.rmtree(out, ignore_errors=True)
            seconds[workers], most, told = run(sources, out, "--jobs", workers)
            rate = games / seconds[workers]
            print(f"{games} games, {workers} jobs: {rate:.1f} games/s, {most >> 10} MB at most", flush=True)
            print("  " + told.replace("\n", "\n  "))
            hours = [f"{count / rate / 3600:.1f} h" for count in (MILLION, 10 * MILLION)]
            print(f"  a million games would take {hours[0]}, ten million {hours[1]}")
        print(f"  {jobs} to 1: {seconds[1] / seconds[jobs]:.2f}; {size(out) / games:.0f} bytes a game", flush=True)
    ask(out)


def ask(out: Path) -> None:
    """How long each ready query takes."""
    begun = time.perf_counter()
    with corpus.open(out) as found:
        print(f"open {time.perf_counter() - begun:.2f} s")
        for name in QUERIES:
            begun = time.perf_counter()
            found.answer(name)
            took = time.perf_counter() - begun
            print(f"{name} {took:.2f} s{' TOO SLOW' * (took > LIMIT)}")


def kills(folder: Path, games: int, wanted: int, seed: int) -> None:
    """Kill runs at random moments; each that is resumed to its end is compared."""
    dice, done, rounds = random.Random(seed), 0, 0
    sources, whole, out = source(folder, games), folder / "whole", folder / "killed"
    shutil.rmtree(whole, ignore_errors=True)
    options = ["--jobs", "2", "--shard", str(max(games // 40, 1))]
    begun = time.perf_counter()
    call("corpus", "audit", sources, "--out", whole, *options)
    takes = time.perf_counter() - begun
    command = [*MINOGASHI, "corpus", "audit", str(sources), "--out", str(out), *options]
    while done < wanted:
        shutil.rmtree(out, ignore_errors=True)
        while True:
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:  # noqa: S603
                try:
                    child.wait(dice.uniform(0, takes * 0.7) if done < wanted else None)
                except subprocess.TimeoutExpired:
                    child.send_signal(signal.SIGKILL)
                    done += 1
                    continue
            if child.returncode:
                sys.exit(f"the resumed run ended with {child.returncode}")
            break
        rounds += 1
        check(differ(whole, out), f"corpus {rounds}, {done} kills so far")


def dask(folder: Path, games: int) -> None:
    """The process pool against two workers of a local cluster."""
    from distributed import LocalCluster

    sources, pool, cluster_out = source(folder, games), folder / "pool", folder / "cluster"
    for path in (pool, cluster_out):
        shutil.rmtree(path, ignore_errors=True)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        times = [run(sources, pool, "--jobs", 2)[0], run(sources, cluster_out, "--scheduler", address)[0]]
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
        told = "equal" if same else f"audit {wanted}"
        print(f"{sources.name}: {found}, {done.manifest.duplicates} duplicates, {rows['errors']} errors: {told}")
        wrong += not same and not done.manifest.duplicates
    if wrong:
        sys.exit(f"{wrong} folders differ without a duplicate")


def main() -> None:
    """One of the runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("scale", "kills", "dask", "records"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path)
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    if told.what == "scale":
        scale(told.folder, [int(games) for games in (told.games or "2000,20000,200000").split(",")], told.jobs)
    elif told.what == "kills":
        kills(told.folder, int(told.games or 2000), told.kills, told.seed)
    elif told.what == "dask":
        dask(told.folder, int(told.games or 2000))
    elif told.records is not None:
        records(told.folder, told.records)
    else:
        parser.error("records needs --records")


if __name__ == "__main__":
    main()
