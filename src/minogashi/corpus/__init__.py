"""Many records: audited at scale into tables of typed rows, as Parquet, and asked with DuckDB.

`minogashi.corpus.open(folder)` gives a `Corpus`. It needs `pip install 'minogashi[corpus]'`; what the tables hold is
told in docs/corpus.md.
"""

from __future__ import annotations

from minogashi.corpus.query import QUERIES, Corpus
from minogashi.corpus.query import open_corpus as open  # noqa: A004  minogashi.corpus.open is its name
from minogashi.corpus.run import Outcome, audit_corpus

__all__ = ["QUERIES", "Corpus", "Outcome", "audit_corpus", "open"]
