"""Questions to a corpus: its tables as DuckDB views, and ready queries.

>>> QUERIES["furiten_ends"].about
'what ends locks, by kind'
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from msgspec import Struct

from minogashi.corpus.extras import extra
from minogashi.corpus.run import Manifest, manifest_of
from minogashi.corpus.schema import SCHEMA, TABLES
from minogashi.errors import MinogashiError

if TYPE_CHECKING:
    import os

JSON: Final = "minogashi.corpus-query/1"


class Query(Struct, frozen=True):
    """A question that is often asked: what it tells, and its SQL."""

    about: str
    sql: str


class Answer(Struct):
    """The JSON of an answer: the columns, and a row of values each."""

    schema: str
    columns: list[str]
    rows: list[list[Any]]


_PROFILED: Final = "JOIN games USING (game)"

QUERIES: Final[dict[str, Query]] = {
    "profiles": Query(
        "games, rounds and events by rule book and format",
        """SELECT profile, format, count(*) AS games, sum(rounds)::BIGINT AS rounds, sum(events)::BIGINT AS events
           FROM games GROUP BY ALL ORDER BY games DESC, profile, format""",
    ),
    "results": Query(
        "how rounds end, by rule book",
        f"""SELECT profile, result, count(*) AS rounds,
                   round(100 * count(*) / sum(count(*)) OVER (PARTITION BY profile), 2) AS percent
            FROM rounds {_PROFILED} GROUP BY profile, result ORDER BY profile, rounds DESC, result""",  # noqa: S608
    ),
    "furiten_kinds": Query(
        "how often locks arise, how long they last and when they set in, by kind and rule book",
        f"""SELECT profile, code, count(*) AS spans,
                   round(count(*) / any_value(per.rounds), 4) AS per_round,
                   round(avg("end" - start), 1) AS mean_events, round(median(turn), 1) AS median_turn
            FROM spans {_PROFILED}
            JOIN (SELECT profile, sum(rounds) AS rounds FROM games GROUP BY profile) AS per USING (profile)
            GROUP BY profile, code ORDER BY profile, spans DESC, code""",  # noqa: S608
    ),
    "furiten_ends": Query(
        "what ends locks, by kind",
        """SELECT code, ended_by, count(*) AS spans,
                  round(100 * count(*) / sum(count(*)) OVER (PARTITION BY code), 2) AS percent
           FROM spans GROUP BY code, ended_by ORDER BY code, spans DESC, ended_by""",
    ),
    "missed_reasons": Query(
        "wins let go by what forbade them, by rule book",
        f"""SELECT profile, reason, state, count(*) FILTER (NOT at_end) AS missed, count(*) FILTER (at_end) AS at_end
            FROM missed_wins {_PROFILED} GROUP BY profile, reason, state
            ORDER BY profile, missed DESC, at_end DESC, reason, state""",  # noqa: S608
    ),
    "missed_winds": Query(
        "wins let go by the wind of the seat, and how many by choice",
        """SELECT wind, count(*) AS missed, count(*) FILTER (reason = 'declined') AS declined,
                  count(*) FILTER (len(furiten) > 0) AS in_furiten
           FROM missed_wins WHERE NOT at_end GROUP BY wind ORDER BY strpos('ESWN', wind)""",
    ),
    "furiten_cost": Query(
        "how often a hand that is ready after its discard wins the round, in and out of furiten, by turn",
        """WITH stretches AS (
               SELECT turn, last_turn, furiten IS NOT NULL AS furiten, won, count(*) AS hands FROM ready
               WHERE game IN (SELECT game FROM games WHERE family = 'riichi') GROUP BY ALL),
           stood AS (SELECT unnest(range(turn, last_turn + 1)) AS turn, furiten, won, hands FROM stretches),
           counted AS (
               SELECT least(turn, 20) AS turn,
                      sum(hands) FILTER (NOT furiten) AS free, sum(hands) FILTER (furiten) AS bound,
                      sum(hands) FILTER (NOT furiten AND won IS NOT NULL) AS free_won,
                      sum(hands) FILTER (furiten AND won IS NOT NULL) AS bound_won,
                      sum(hands) FILTER (NOT furiten AND won = 'ron') AS free_ron,
                      sum(hands) FILTER (furiten AND won = 'ron') AS bound_ron
               FROM stood GROUP BY ALL)
           SELECT turn, coalesce(free, 0)::BIGINT AS free, coalesce(bound, 0)::BIGINT AS furiten,
                  round(100 * coalesce(free_won, 0) / free, 2) AS free_wins_percent,
                  round(100 * coalesce(bound_won, 0) / bound, 2) AS furiten_wins_percent,
                  round(100 * coalesce(free_ron, 0) / free, 2) AS free_ron_percent,
                  round(100 * coalesce(bound_ron, 0) / bound, 2) AS furiten_ron_percent
           FROM counted ORDER BY turn""",
    ),
    "illegal_acts": Query(
        "acts that the rules forbid, by rule book, act and reason",
        f"""SELECT profile, act, reasons[1] AS reason, penalty, count(*) AS acts
            FROM illegal_acts {_PROFILED} GROUP BY ALL ORDER BY acts DESC, profile, act, reason""",  # noqa: S608
    ),
    "answers": Query(
        "how often the engine shares the answers of the records' servers, by format",
        f"""SELECT format, kind, sum(agree)::BIGINT AS agree, sum(disagree)::BIGINT AS disagree
            FROM answers {_PROFILED} GROUP BY ALL ORDER BY format, kind""",  # noqa: S608
    ),
    "wins": Query(
        "wins by how the tile came, by rule book",
        f"""SELECT profile, via, count(*) AS wins, round(avg(points), 0) AS mean_points
            FROM wins {_PROFILED} GROUP BY profile, via ORDER BY profile, wins DESC, via""",  # noqa: S608
    ),
    "errors": Query(
        "why records could not be read",
        r"""SELECT regexp_replace(error, '[0-9]+', 'N', 'g') AS reason, count(*) AS records, min(path) AS example
            FROM errors GROUP BY 1 ORDER BY records DESC, reason""",
    ),
}
"""The ready queries by name."""


class Corpus:
    """A corpus on disk: every table as a DuckDB view of its name; use it in a `with`, or `close` it.

    `base` is the DuckDB connection, `manifest` what the corpus says of itself.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        duckdb = extra("duckdb", "corpus")
        self.folder = Path(folder)
        found = manifest_of(self.folder)
        if found is None:
            raise MinogashiError(f"{folder} is no corpus: make one with minogashi corpus audit")
        self.manifest: Manifest = found
        if found.settings.schema != SCHEMA:
            raise MinogashiError(f"{folder} is of {found.settings.schema}; this program reads {SCHEMA}")
        shards = sorted(path.parent for path in self.folder.glob("[0-9]*/shard.json"))
        if not shards:
            raise MinogashiError(f"{folder} holds no shard yet: go on with minogashi corpus audit")
        self.base: Any = duckdb.connect(":memory:")
        try:
            for table in TABLES:
                paths = [str(shard / f"{table}.parquet") for shard in shards]
                self.base.read_parquet(paths).create_view(table)
        except duckdb.Error as error:
            raise MinogashiError(f"{folder}: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self.base.close()

    def table(self, name: str) -> Any:  # noqa: ANN401  duckdb is an extra
        """A table as a DuckDB relation."""
        if name not in TABLES:
            raise MinogashiError(f"no table {name!r}: there are {', '.join(TABLES)}")
        return self.base.table(name)

    def sql(self, query: str) -> Any:  # noqa: ANN401
        """The DuckDB relation of a ready query, by its name, or of any SQL. `MinogashiError` where it is wrong."""
        text = QUERIES[query].sql if query in QUERIES else query
        if re.fullmatch(r"\w*", text.strip()):
            raise MinogashiError(f"no ready query {query!r}: there are {', '.join(QUERIES)}")
        duckdb = extra("duckdb", "corpus")
        try:
            found = self.base.sql(text)
        except duckdb.Error as error:
            raise MinogashiError(f"{error}") from None
        if found is None:
            raise MinogashiError("this SQL asks for nothing: begin it with SELECT")
        return found

    def arrow(self, query: str) -> Any:  # noqa: ANN401  pyarrow is an extra
        """An Arrow table: of a table by its name, of a ready query, or of any SQL."""
        extra("pyarrow", "corpus")
        found = self.table(query) if query in TABLES and query not in QUERIES else self.sql(query)
        return found.to_arrow_table()

    def answer(self, query: str) -> Answer:
        """The rows of `sql`, as they are written as JSON."""
        found = self.sql(query)
        duckdb = extra("duckdb", "corpus")
        try:
            return Answer(JSON, list(found.columns), [list(row) for row in found.fetchall()])
        except duckdb.Error as error:
            raise MinogashiError(f"{error}") from None


def open_corpus(folder: str | os.PathLike[str]) -> Corpus:
    """The corpus in a folder; `MinogashiError` where there is none."""
    return Corpus(folder)
