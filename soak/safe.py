"""Every call of "safe" held against what the seats really hold, over real records and games between bots.

    python soak/safe.py --records PATH...
    python soak/safe.py --profile tenhou --games 5000 --seed 1 --jobs 2 --keep FILE --write

Whenever a seat that shows its hand draws, it asks `defence` what each ready opponent can win: a kind called safe, or
called impossible to win, must be locked if that opponent waits on it; a kind that is not locked must have a shape left.
And no ron may take a tile that was genbutsu or had gone by. Hands that are not ready can contradict nothing and are
not counted. Prints one line; `--write` puts it into docs/soak.md; `--keep` as in `soak/play.py`. Games are of one wind.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pages
from play import machine
from watch import BrokenGameError, players

from minogashi import events as ev
from minogashi import formats
from minogashi.claims import RON
from minogashi.corpus.executors import executor, spread
from minogashi.corpus.sources import items, shards
from minogashi.defence import Watch, dangers, genbutsu, safe
from minogashi.errors import MinogashiError
from minogashi.play.match import Match
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import KIND_OF, name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from minogashi.corpus.sources import Item
    from minogashi.rulebook import Profile

SAFE = "Safe tiles"
IN_A_PART = 10


@dataclass
class Tally:
    """What was asked: rons looked at, kinds called safe for certain against ready hands, those of them waited on."""

    games: int = 0
    unreadable: int = 0
    rons: int = 0
    certain: int = 0
    waited_on: int = 0

    def add(self, other: Tally) -> None:
        """Count other games in."""
        for key, count in asdict(other).items():
            setattr(self, key, getattr(self, key) + count)

    def follow(self, events: Iterable[ev.Event], rules: Profile) -> None:
        """Play a game; ask for every seat that draws."""
        watch = Watch(Table(rules, strict=False))
        self.games += 1
        for event in events:
            watch.apply(event)
            if isinstance(event, ev.Ron):
                self._ron(watch, event)
            elif isinstance(event, ev.Draw) and watch.table.seats[event.seat].known:
                self.ask(watch, event.seat)

    def _ron(self, watch: Watch, event: ev.Ron) -> None:
        self.rons += 1
        kind = KIND_OF[event.tile]
        if kind in genbutsu(watch, event.seat) or kind in watch.passes[event.seat]:
            raise BrokenGameError(f"event {watch.table.at}: {name(event.tile)} was called safe and is won")

    def ask(self, watch: Watch, me: int) -> None:
        """Hold what `me` is told of every ready opponent against that opponent's hand."""
        ready = [seat for seat in watch.table.seats if seat.waits and seat.index != me]
        if not ready:
            return
        known, found = safe(watch, me), dangers(watch, me, [seat.index for seat in ready])
        for seat in ready:
            called = {kind for kind, one in found[seat.index].items() if one.certain} | known[seat.index].keys()
            self.certain += len(called)
            for kind in (kind for kind in called | found[seat.index].keys() if seat.waits >> kind & 1):
                locked = seat.locks.against(RON, kind, seat.waits, in_riichi=seat.in_riichi)
                self.waited_on += kind in called
                if not locked and (kind in called or not found[seat.index][kind].shapes):
                    raise BrokenGameError(f"event {watch.table.at}: {name(kind)} is called safe and can be won")


def games_of(task: tuple[str, dict[str, str], int, int]) -> Tally:
    """One part of a run between bots: ten games with seeds of their own."""
    book_name, options, seed, number = task
    book, tally = profile(book_name, options), Tally()
    for game in range(IN_A_PART):
        own = seed * 1_000_000 + number * IN_A_PART + game
        events: list[ev.Event] = []
        Match(book, players("mixed", book.seats, own), own, winds=1, keep=events.append).run()
        try:
            tally.follow(events, book)
        except BrokenGameError as error:
            raise BrokenGameError(f"{book_name}, game {own}: {error}") from None
    return tally


def records_of(portion: list[Item]) -> Tally:
    """Some real records."""
    tally = Tally()
    for item in portion:
        try:
            for record in formats.parse(item.data, item.path):
                tally.follow(record.events, profile(record.profile, record.options))
        except MinogashiError:
            tally.unreadable += 1
        except BrokenGameError as error:
            raise BrokenGameError(f"{item.path}: {error}") from None
    return tally


def tasks(args: argparse.Namespace, run: list[Any], done: dict[int, Tally]) -> Iterator[tuple[int, Any, tuple[Any]]]:
    """What is left to do."""
    if args.records:
        for number, portion in enumerate(shards(items(args.records), IN_A_PART)):
            yield number, records_of, (portion,)
        return
    for number in range(-(-args.games // IN_A_PART)):
        if number not in done:
            yield number, games_of, ((run[0], run[1], run[2], number),)


def kept(path: Path | None, run: list[Any]) -> dict[int, Tally]:
    """The parts of this run that were done before."""
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["part"]: Tally(**row["tally"]) for row in rows if row["run"] == run}


def asked(args: argparse.Namespace, run: list[Any], tell: Callable[[int], None] = lambda _parts: None) -> Tally:
    """The whole run, or what is left of it."""
    keep = None if args.records else args.keep
    done = kept(keep, run)
    out = Tally()
    for tally in done.values():
        out.add(tally)
    with executor(args.jobs) as (pool, width):
        for number, tally in spread(pool.submit, width, tasks(args, run, done)):
            out.add(tally)
            tell(number)
            if keep is not None:
                with keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"run": run, "part": number, "tally": asdict(tally)}) + "\n")
    return out


def main() -> int:
    """Ask, print, and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", nargs="+", default=[], metavar="PATH")
    parser.add_argument("--profile", default="tenhou")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    options = dict(text.split("=", 1) for text in args.set)
    tally = asked(args, [args.profile, options, args.seed])
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    changed = " ".join([args.profile, *(f"{key}={value}" for key, value in sorted(options.items()))])
    what = ("real records", "-") if args.records else (changed, str(args.seed))
    sums = [f"{count:,}" for count in (tally.games, tally.rons, tally.certain, tally.waited_on)]
    print(today, *what, f"{tally.unreadable} unreadable", *sums, sep="; ")
    if args.write:
        pages.put(pages.SOAK, SAFE, [(*what, today, *sums, "0")], machine())
    return 0


if __name__ == "__main__":
    sys.exit(main())
