"""Results as files for other programs: CSV and Parquet. A format is a function and a row."""

from __future__ import annotations

import csv
import json
from codecs import getwriter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from ...puzzles.text.part_file import complete_file
from .columns import COLUMNS, kind_of_hint
from .database import DatabaseError
from .reading import ResultsFile, StoredRun
from .summary import summaries

_GROUP = 20_000
"""Rows that are written to a Parquet file at a time, so that memory stays bounded."""


class _Asked(NamedTuple):
    """What is exported of a result beside its columns: what was asked, and the judgement."""

    run: int
    corpus: str
    corpus_sha256: str
    line: str
    layout: str
    values: int
    cells: int
    question: str
    mode: str
    backend: str
    limit_seconds: float | None
    machine: str
    verdict: str
    """SAT, UNSAT, UNKNOWN, or the class of a failure; `wrong` for a refuted claim."""
    solved: bool
    """Whether the question was answered in full, and not wrongly as far as is known."""
    to_best: float | None
    """The time, or the limit where it was not solved, over the best time of the puzzle by any exported backend."""


EXPORTED = {name: kind_of_hint(hint) for name, hint in get_type_hints(_Asked).items()} | {
    column.exported_name: (type(column.unit.exported(column.kind())), column.nullable)
    for column in COLUMNS
    if column.exported
}
"""Columns of CSV and Parquet files: name to type, and whether there may be no value.

Times are in seconds, memory in bytes. There is no value where a solver does not report it.
"""


def exported(results: ResultsFile, run: StoredRun) -> Iterator[dict[str, Any]]:
    """Yields the values of `EXPORTED` for each result of the run, by entry and puzzle."""
    refuted = results.refuted(run)
    for summary in summaries(results, run):
        entry = summary.entry
        for row, result in results.rows(entry):
            claim = refuted.get(entry.id, {}).get(result.puzzle)
            verdict = "SAT" if result.found else "UNSAT" if result.exhausted else "UNKNOWN"
            layout = json.loads(row["content"])
            asked = _Asked(
                run=run.id,
                corpus=entry.corpus.name,
                corpus_sha256=entry.corpus.digest,
                line=row["line"],
                layout=layout if isinstance(layout, str) else row["content"],
                values=row["size"],
                cells=row["cells"],
                question=entry.question.name,
                mode=entry.mode,
                backend=entry.backend,
                limit_seconds=run.seconds,
                machine=row["facts"],
                verdict="wrong" if claim else str(result.failure or verdict),
                solved=result.is_settled(entry.question.limit) and not claim,
                to_best=summary.ratios.get(result.puzzle),
            )
            if claim:
                result.said = claim
            values = asked._asdict()
            for column in COLUMNS:
                if column.exported:
                    value = getattr(result, column.name)
                    values[column.exported_name] = None if value is None else column.unit.exported(value)
            yield values


def write_csv(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes a line of names, then a line for each result; nothing for None, 1 and 0 for true and false."""
    with complete_file(path) as file:
        writer = csv.writer(getwriter("utf-8")(file), lineterminator="\n")
        writer.writerow(EXPORTED)
        for values in exported(results, run):
            writer.writerow(int(value) if isinstance(value, bool) else value for value in values.values())


def write_parquet(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes typed columns, for pandas, Polars, DuckDB and the like. DatabaseError where pyarrow is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DatabaseError(f"Parquet needs pyarrow ({error}): pip install 'unitdoku[parquet]'") from error
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    schema = pyarrow.schema([pyarrow.field(name, kinds[kind], nullable) for name, (kind, nullable) in EXPORTED.items()])
    rows = exported(results, run)
    with complete_file(path) as file, pyarrow.parquet.ParquetWriter(file, schema) as writer:
        while group := list(islice(rows, _GROUP)):
            writer.write_table(pyarrow.Table.from_pylist(group, schema=schema))


class ExportFormat(NamedTuple):
    """A format: what it is, and what writes a run to a path."""

    what: str
    write: Callable[[ResultsFile, StoredRun, Path], None]


FORMATS = {
    "csv": ExportFormat("a line for each result: times in seconds, memory in bytes", write_csv),
    "parquet": ExportFormat("the same with typed columns; needs the extra `parquet`", write_parquet),
}
"""Name to format."""
