"""The tables of a corpus: names, columns, types and meanings; docs/corpus.md tells the same.

A column is added without a new version; one that goes, or changes its meaning, makes a new one. Where a table says
what `minogashi audit --json` says, it uses the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from minogashi.corpus.extras import extra

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEMA: Final = "minogashi.corpus/1"
"""Kept in `corpus.json` and in the metadata of every Parquet file, under the key `schema`."""

Row = tuple[Any, ...]


class Column(Struct, frozen=True):
    """A column: its type is `int64`, `int32`, `int16`, `int8`, `bool`, `string`, or a list, `string[]` or `int32[]`."""

    name: str
    type: str
    about: str
    null: bool = False


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from lines of `name type meaning`; a `?` behind the type says that it may be null."""
    rows = [line.split(maxsplit=2) for line in text.splitlines() if line.strip()]
    return tuple([Column(name, kind.rstrip("?"), about, kind.endswith("?")) for name, kind, about in rows])


_GAME = "game int64 the game's number in this corpus: the key that joins all tables\n"
_ROUND = _GAME + "round int16 the round of the game, from 0\n"
_SEAT = _ROUND + "seat int8 the seat, from 0\nwind string its wind in that round: E S W N\n"

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": _columns(
        _GAME
        + """
        id string the log id where the name or id column of the record holds one, else a hash of its content
        path string where it was found
        format string the record's format
        profile string the rule book that it was judged by
        family string riichi or singapore
        overrides string[] the options that were changed, as option=value
        seats int8 3 or 4
        view int8? the one seat whose hand is shown; null where all are
        rounds int16 how many rounds it has
        events int32 how many events it has
        cut bool whether the record breaks off
        """
    ),
    "rounds": _columns(
        _ROUND
        + """
        name string wind, number and counters: E3.1
        dealer int8 the dealer's seat
        honba int16 the counters
        sticks int16 the riichi deposits on the table at the deal
        scores int32[] points of each seat at the deal
        start int32 the event of the deal
        events int32 how many events it has
        result string win, exhaustive, nagashi, chombo, cut, or the code of an abort
        """
    ),
    "wins": _columns(
        _SEAT
        + """
        source int8 whose tile it was: the winner's own for a tsumo
        source_wind string that seat's wind
        tile string? the winning tile
        event int32 the declaration
        via string discard, kakan, ankan, kita, or draw for a tsumo
        points int32? what the record says that the hand is worth
        fu int16? the fu that the record states
        han int16? the han that the record states
        """
    ),
    "spans": _columns(
        _SEAT
        + """
        code string which lock: furiten_discard, furiten_temporary, furiten_riichi and others
        tile string? the tile that set it
        cause int32 the event that set it
        cause_seat int8? who acted there
        cause_turn int16? in which of its turns
        start int32 the event from which it bound the seat
        turn int16? the turn of the seat that acts at start
        end int32? the event that ended it; null where it was still in force
        end_turn int16? the turn of the seat that acts at end
        ended_by string what ended it: own_discard, own_draw, own_call, any_call, waits_change, hand_end
        """
    ),
    "missed_wins": _columns(
        _SEAT
        + """
        tile string? the winning tile that was let go
        source int8 whose tile it was
        source_wind string that seat's wind
        via string discard, kakan, ankan or kita
        event int32 the event that offered it
        turn int16? the turn of the seat that acts there
        waits string[] the kinds the hand waited for
        state string riichi, dama or open
        reason string declined where the win was legal, else the code of what forbade it first
        furiten string[] the furiten codes already in force
        at_end bool whether the hand ended on this tile
        ended string how it ended there; empty where it went on
        """
    ),
    "ready": _columns(
        _SEAT
        + """
        event int32 the first own discard after which the hand stood so
        turn int16 the turn of that discard
        last_turn int16 the last own discard after which it still stood so
        waits string[] the kinds it waited for
        furiten string? the furiten code in force, null where it was free
        state string riichi, dama or open
        won string? ron or tsumo where the seat won the round, else null
        """
    ),
    "illegal_acts": _columns(
        _ROUND
        + """
        seat int8? who acted
        wind string? its wind
        act string the event: Discard, Call, Riichi, Ron and others
        tile string? with which tile
        event int32 the event
        turn int16? the turn
        place string where in the file
        reasons string[] the codes of what forbids it, most decisive first
        penalty string? what the rule book makes of it; null where no rule speaks of it
        """
    ),
    "answers": _columns(
        _GAME
        + """
        kind string a kind of answer of the record's server: furiten, ron, points and others
        agree int32 how often the engine gave the same
        disagree int32 how often it gave another
        """
    ),
    "refusals": _columns(
        _GAME
        + """
        claim string ron or tsumo
        reason string the engine's reason why the server did not offer this winning tile
        count int32 how often
        """
    ),
    "disagreements": _columns(
        _ROUND
        + """
        seat int8? whom the answer is about; null where it is about the table
        wind string? its wind
        kind string the kind of answer
        stated string what the record says
        found string what the engine finds
        event int32 when
        place string where in the file
        """
    ),
    "errors": _columns(
        """
        id string as in games; of a file that cannot be read, a hash of its path
        path string where it was found
        number int16 which game of the file, from 1; 0 where the file has none that can be read
        error string what was found and what was expected
        """
    ),
}


def arrow_schema(table: str) -> Any:  # noqa: ANN401  pyarrow is an extra
    """The Arrow schema of a table."""
    arrow = extra("pyarrow", "corpus")
    fields = []
    for column in TABLES[table]:
        kind = getattr(arrow, column.type.removesuffix("[]").replace("bool", "bool_"))()
        of = arrow.list_(arrow.field("element", kind, nullable=False)) if column.type.endswith("[]") else kind
        fields.append(arrow.field(column.name, of, nullable=column.null))
    return arrow.schema(fields, metadata={"schema": SCHEMA})


def encode(table: str, rows: Sequence[Row]) -> bytes:
    """The rows of a table as the bytes of a Parquet file, zstd; the same rows give the same bytes."""
    arrow, parquet = extra("pyarrow", "corpus"), extra("pyarrow.parquet", "corpus")
    schema = arrow_schema(table)
    columns = zip(*rows, strict=True) if rows else [[] for _ in schema]
    arrays = [arrow.array(values, type=field.type) for values, field in zip(columns, schema, strict=True)]
    sink = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), sink, compression="zstd", compression_level=9)
    return bytes(sink.getvalue())
