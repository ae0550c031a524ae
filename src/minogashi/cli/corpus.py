"""`minogashi corpus`: many records into tables, questions to them, and records to try it on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from minogashi.cli.common import (
    FOUND,
    KEPT,
    AsJson,
    Jobs,
    Overrides,
    ProfileName,
    check_paths,
    complaining,
    fail,
    processes,
    read_overrides,
    store,
)

if TYPE_CHECKING:
    from minogashi.corpus import Outcome
    from minogashi.corpus.query import Answer

PER_SHARD: Final = 1000

group = typer.Typer(
    help="Many records at once: audit them into tables, and ask the tables.",
    short_help="Many records into tables, and questions to the tables.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(group, name="corpus")


@group.command(short_help="Audit records into a folder of Parquet tables.")
def audit(  # noqa: PLR0913  each is an option
    sources: Annotated[
        list[str], typer.Argument(metavar="SRC...", help="Folders, archives, SQLite, Parquet, JSON lines, records.")
    ],
    *,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder of the corpus, new or half done.")],
    jobs: Jobs = 0,
    scheduler: Annotated[
        str, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers do the work.")
    ] = "",
    shard: Annotated[int, typer.Option("--shard", metavar="N", help="Records in a shard.")] = PER_SHARD,
    profile: ProfileName = "",
    changes: Overrides = [],  # noqa: B006  typer copies it
) -> None:
    """Audit every record of the sources, each game once, and write what was found as tables (docs/corpus.md).

    A run that ends early goes on with the same command, and comes to the same bytes. A record that cannot be read is
    a row of the table errors.
    """
    check_paths(sources)
    if not 1 <= shard <= PER_SHARD * 100:
        fail(f"--shard takes a number from 1 to {PER_SHARD * 100}, not {shard}")
    overrides = read_overrides(changes, profile) if changes or profile else {}
    from minogashi.corpus.run import audit_corpus
    from minogashi.corpus.sources import count
    from minogashi.render import Paper

    with complaining(FOUND, KEPT):
        total = count(sources) if sys.stderr.isatty() else None
        with Paper().progress("auditing", total, rate=True) as step:
            done = audit_corpus(
                sources, out, jobs=processes(jobs), scheduler=scheduler, shard=shard, rules=profile,
                overrides=overrides, step=step,
            )  # fmt: skip
        _told(done)


@group.command(short_help="Ask the tables: a ready query, or SQL.")
def query(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a corpus.")],
    asked: Annotated[str, typer.Argument(metavar="NAME|SQL", help="A ready query, or SQL; none lists them.")] = "",
    *,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write CSV with a line of headings.")] = False,
) -> None:
    """Ask a corpus. The tables are views of their names (docs/corpus.md); the SQL is DuckDB's."""
    if as_json and as_csv:
        fail("--json and --csv: only one of them")
    from minogashi.corpus.query import JSON, QUERIES, Answer, Corpus

    with complaining(FOUND, KEPT):
        if asked:
            with Corpus(folder) as corpus:
                found = corpus.answer(asked)
                if not corpus.manifest.complete:
                    sys.stderr.write("note: the audit is not finished; this is what is there so far\n")
        else:
            rows: list[list[Any]] = [[name, ready.about] for name, ready in QUERIES.items()]
            found = Answer(JSON, ["query", "about"], rows)
    _write(found, as_json=as_json, as_csv=as_csv)


@group.command(short_help="A page of tables and plots.")
def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a corpus.")],
    *,
    html: Annotated[str, typer.Option("--html", metavar="OUT", help="The page to write.")],
) -> None:
    """Write the answers of all ready queries as one page, which needs nothing but itself."""
    from minogashi.corpus.page import page
    from minogashi.corpus.query import Corpus

    with complaining(FOUND, KEPT), Corpus(folder) as corpus:
        store(page(corpus), html)


@group.command(short_help="Games between bots, to try a corpus on.")
def make(  # noqa: PLR0913  each is an option
    games: Annotated[int, typer.Argument(metavar="N", help="How many games.")],
    *,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the zips.")],
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed, the same games.")] = 0,
    profile: ProfileName = "tenhou",
    bots: Annotated[str, typer.Option("--bots", metavar="NAME", help="sensible or random.")] = "sensible",
    east: Annotated[bool, typer.Option("--east", help="Play the east wind only.")] = False,
    to: Annotated[str, typer.Option("--to", metavar="FORM", help="minogashi, mjai, mjlog or tenhou6.")] = "minogashi",
    jobs: Jobs = 0,
) -> None:
    """Let bots play N games and write them as zips of a thousand; zips that are there are kept."""
    if games < 1:
        fail(f"N is a number from 1, not {games}")
    from time import perf_counter

    from minogashi.corpus.make import make_corpus
    from minogashi.render import Paper, counted

    begun = perf_counter()
    with complaining(FOUND, KEPT):
        with Paper().progress("playing", games, rate=True) as step:
            played = make_corpus(
                out, games, seed=seed, rules=profile, bots=bots, form=to, winds=int(east), jobs=processes(jobs),
                step=step,
            )  # fmt: skip
        rate = f"; {played / (perf_counter() - begun):.1f} games/s" if played else ""
        Paper().line(f"{counted(played, 'game')} played, {games - played} there before{rate}")


def _told(done: Outcome) -> None:
    """The sums, and where the time went."""
    from minogashi.render import Paper, counted

    paper, found = Paper(), done.manifest
    rows = found.rows
    paper.line(
        f"{counted(rows['games'], 'game')}, {counted(rows['rounds'], 'round')}, "
        f"{counted(rows['missed_wins'], 'win let go', 'wins let go')} (on the last tile of a round, too), "
        f"{counted(rows['spans'], 'span')} of locks, {counted(rows['illegal_acts'], 'illegal act')}"
    )
    paper.line(
        f"{counted(found.items, 'record')}, {counted(found.duplicates, 'duplicate')} left out, "
        f"{counted(rows['errors'], 'error')}; {counted(found.shards, 'shard')}, {done.resumed} of them there before"
    )
    parts = {part: seconds for part, seconds in done.seconds.items() if part != "run"}
    spent = sum(parts.values())
    if done.games and spent:
        shares = ", ".join(f"{part} {100 * seconds / spent:.1f}%" for part, seconds in parts.items())
        paper.line((f"{done.games / done.seconds['run']:.0f} games/s; {shares}", "quiet"))


def _write(found: Answer, *, as_json: bool, as_csv: bool) -> None:
    from minogashi.render import Paper, printable

    paper = Paper()
    if as_json:
        from minogashi.report import line

        paper.raw(line(found) + b"\n")
    elif as_csv:
        import csv
        import io

        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([found.columns, *found.rows])
        paper.raw(text.getvalue().encode())
    else:
        right = [at for at in range(len(found.columns)) if found.rows and isinstance(found.rows[0][at], int | float)]
        cells = [["" if value is None else printable(str(value)) for value in row] for row in found.rows]
        paper.table([[(name, "title") for name in found.columns], *cells], right=right)
