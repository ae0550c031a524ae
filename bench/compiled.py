"""What mypyc makes of the unchanged source: `python bench/compiled.py` (needs a C compiler, and mypy's mypyc).

Copies the package into a scratch folder, compiles there the modules that can be compiled as they stand,
and lets the plain and the compiled package take turns, each in a process of its own: decisions of random
play, audits of an mjai game (if riichienv is there to play it) and of Tenhou games (if there are records).
Seconds are of processor time. The scratch folder is kept with `--keep`, for instance to run the tests on it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parent.parent
MODULES = [
    "tiles",
    "claims",
    "events",
    "hand",
    "rulebook",
    "value/riichi",
    "value/options",
    "value/points",
    "worth",
    "penalty",
    "referee",
    "priority",
    "passing",
    "spans",
    "play/menu",
    "play/deal",
    "play/bots",
]
"""Whatever is left out breaks when it is compiled as it stands; docs/speed.md says why."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="trial", packages=[], package_dir={"": "src"}, ext_modules=mypycify(%r, opt_level="3"))
"""


def build(folder: Path, modules: list[str]) -> None:
    """Compile the modules in a copy of the package, and say what that takes."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    paths = ["--config-file=", "--disable-error-code=import-untyped", *(f"src/minogashi/{name}.py" for name in modules)]
    (folder / "setup.py").write_text(SETUP % paths)
    begun = os.times()
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    ended, made = os.times(), list((folder / "src").rglob("*.so"))
    spent = ended.children_user + ended.children_system - begun.children_user - begun.children_system
    size = sum(path.stat().st_size for path in made)
    print(f"{len(modules)} modules compiled in {spent:.0f} s of processor time, {size / 1e6:.1f} MB")


def jobs(folder: Path) -> Iterator[tuple[str, Callable[[], int]]]:
    """What is measured, by its name: a function that does a share of it -> how much it did."""
    import audit
    import decisions

    from minogashi.auditing import audit_record
    from minogashi.formats import parse

    seeds = iter(range(10**9))
    yield "decisions of random play", lambda: sum(decisions.ours(next(seeds))[0] for _ in range(6))

    def audits(texts: list[bytes]) -> int:
        for text in texts:
            for record in parse(text):
                audit_record(record)
        return len(texts)

    if audit.riichienv is not None:
        game = "\n".join(audit.mjai_game(audit.SEED)).encode()
        yield "audits of an mjai game", lambda: audits([game] * 20)
    if folder.is_dir():
        games = [gzip.decompress(path.read_bytes()) for path in sorted(folder.iterdir())[:30]]
        yield "audits of Tenhou games", lambda: audits(games)


def work(folder: Path) -> None:
    """Be one of the two: tell the jobs, then do each as it is named and tell how many a second."""
    known = dict(jobs(folder))
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        begun = time.process_time()
        done = known[line.strip()]()
        print(done / (time.process_time() - begun), flush=True)


def compare(sources: dict[str, Path], rounds: int) -> None:
    """Let the packages take turns at every job, and print a line for each."""
    with ExitStack() as stack:
        workers = {}
        for name, source in sources.items():
            command = [sys.executable, __file__, "--work"]
            environment = {**os.environ, "PYTHONPATH": str(source)}
            workers[name] = stack.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603
            )
        named = [json.loads(worker.stdout.readline()) for worker in workers.values()]
        rng = random.Random(1)
        for job in named[0]:
            rates: dict[str, list[float]] = {name: [] for name in workers}
            for _ in range(rounds + 1):
                for name in rng.sample(list(workers), len(workers)):
                    print(job, file=workers[name].stdin, flush=True)
                    rates[name].append(float(workers[name].stdout.readline()))
            plain, compiled = (found[1:] for found in rates.values())  # the first one warms up
            gain = statistics.median(fast / slow for fast, slow in zip(compiled, plain, strict=True))
            print(
                f"{job:26} {statistics.median(plain):9,.1f} /s  {statistics.median(compiled):9,.1f} /s  {gain:5.2f} x"
            )


def main() -> None:
    """Build and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=MODULES, help="modules to compile, such as value/riichi")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--keep", type=Path, help="build here, in a folder that is not there yet, and leave it")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        work(Path(os.environ.get("MINOGASHI_RECORDS", ROOT.parent / "shared" / "records")) / "mjlog-2020")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.keep or Path(scratch) / "trial"
        build(folder, chosen.modules)
        compare({"plain": ROOT / "src", "compiled": folder / "src"}, chosen.rounds)


if __name__ == "__main__":
    main()
