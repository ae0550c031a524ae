"""Kill games that are being played, over and over, and see that each resumed record is the one of a game left alone.

    python soak/resume.py [KILLS] [SEED]

Every game is begun by a process of its own that is killed (SIGKILL) after a random while, and taken up again by the
next one, which is killed in turn, until the game is over. Exits 1 at the first record that differs.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = (
    ("riichi", "random"),
    ("riichi", "sensible"),
    ("singapore", "random"),
    ("singapore", "sensible"),
)
PLAY = [sys.executable, "-m", "minogashi", "play"]
HANDS = ["--hands", "20"]


def begin(arguments: list[str]) -> subprocess.Popen[bytes]:
    """A game in a process of its own."""
    return subprocess.Popen([*PLAY, *arguments, *HANDS], stdout=subprocess.DEVNULL)  # noqa: S603  our own command


def one(folder: Path, family: str, bots: str, dice: random.Random) -> int:
    """Play one game alone and once more under fire -> how often it was killed; -1 where the records differ."""
    options = [family, "--auto", "--bots", bots, "--seed", str(dice.randrange(1 << 31))]
    whole, path = folder / "whole.jsonl", folder / "game.jsonl"
    for old in (whole, path):
        old.unlink(missing_ok=True)
    started = time.monotonic()
    begin([*options, "--record", str(whole)]).wait()
    takes = time.monotonic() - started
    kills = 0
    while True:
        child = begin(["--resume", str(path)] if path.exists() else [*options, "--record", str(path)])
        try:
            child.wait(dice.uniform(0, takes * 0.9))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
            kills += 1
        else:
            return kills if child.returncode == 0 and path.read_bytes() == whole.read_bytes() else -1


def main() -> None:
    """As many kills as are asked for."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    dice = random.Random(seed)
    games = kills = 0
    with tempfile.TemporaryDirectory() as folder:
        while kills < wanted:
            family, bots = GAMES[games % len(GAMES)]
            found = one(Path(folder), family, bots, dice)
            if found < 0:
                print(f"game {games} ({family}, {bots}, seed {seed}): the resumed record differs")
                sys.exit(1)
            games, kills = games + 1, kills + found
            print(f"{games} games, {kills} kills, every record whole", flush=True)


if __name__ == "__main__":
    main()
