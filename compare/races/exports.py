"""Results as files for other programs: CSV and Parquet. A format is a function and a row."""

from __future__ import annotations

import csv
import json
from codecs import getwriter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ...puzzles.text.json_lines import written_layout
from ...puzzles.text.part_file import complete_file
from ...puzzles.text.write import write_line
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .columns import COLUMNS, NANOSECONDS, Column, RaceResult
from .database import DatabaseError
from .reading import ResultsFile, StoredRun
from .summary import Summary, summaries


@lru_cache
def _layout_text(layout: Layout) -> str:
    """Returns the name of a layout, or an object with its units as JSON."""
    written = written_layout(layout)
    return written if isinstance(written, str) else json.dumps(written)


class Exported(NamedTuple):
    """A column: the type of its values, and what returns the value of a result of an entry of a run."""

    kind: type
    value: Callable[[RaceResult, Summary, StoredRun], Any]


def _puzzle(result: RaceResult, summary: Summary) -> Puzzle:
    return summary.entry.corpus.puzzles[result.puzzle]


def _verdict(result: RaceResult) -> str:
    return str(result.failure or ("SAT" if result.found else "UNSAT" if result.exhausted else "UNKNOWN"))


def _measured(column: Column, result: RaceResult, *_: object) -> Any:
    value = getattr(result, column.name)
    return None if value is None else column.unit.exported(value)


EXPORTED = {
    "run": Exported(int, lambda _, __, run: run.id),
    "corpus": Exported(str, lambda _, summary, __: summary.entry.corpus.name),
    "corpus_sha256": Exported(str, lambda _, summary, __: summary.entry.corpus.digest),
    "line": Exported(str, lambda result, summary, _: write_line(_puzzle(result, summary))),
    "layout": Exported(str, lambda result, summary, _: _layout_text(_puzzle(result, summary).layout)),
    "values": Exported(int, lambda result, summary, _: _puzzle(result, summary).layout.size),
    "cells": Exported(int, lambda result, summary, _: _puzzle(result, summary).layout.cell_count),
    "question": Exported(str, lambda _, summary, __: summary.entry.question.name),
    "mode": Exported(str, lambda _, summary, __: summary.entry.mode),
    "backend": Exported(str, lambda _, summary, __: summary.entry.backend),
    "limit_seconds": Exported(float, lambda _, summary, __: summary.limit),
    "machine": Exported(str, lambda result, _, run: json.dumps(run.environment["machines"][result.machine])),
    # SAT, UNSAT, UNKNOWN, or the class of a failure; `wrong` for a refuted claim.
    "verdict": Exported(str, lambda result, _, __: _verdict(result)),
    # Whether the question was answered in full, and not wrongly as far as is known.
    "solved": Exported(bool, lambda result, summary, _: summary.times[result.puzzle] < inf),
    # The time, or the limit where it was not solved, over the best time of the puzzle by any exported backend.
    "to_best": Exported(float, lambda result, summary, _: summary.ratios.get(result.puzzle)),
}
"""Columns of CSV and Parquet files, by name; those of `RaceResult` follow.

Times are in seconds, memory in bytes. There is no value where a solver does not report it.
"""

EXPORTED |= {
    column.name + column.unit.suffix: Exported(
        float if column.unit is NANOSECONDS else column.kind, partial(_measured, column)
    )
    for column in COLUMNS
    if column.name not in EXPORTED
}


def exported(results: ResultsFile, run: StoredRun) -> Iterator[dict[str, Any]]:
    """Yields the values of `EXPORTED` for each result of the run, by entry and puzzle."""
    for summary in summaries(results, run):
        for result in summary.results:
            yield {name: column.value(result, summary, run) for name, column in EXPORTED.items()}


def write_csv(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes a line of names, then a line for each result; nothing for None, 1 and 0 for true and false."""
    with complete_file(path) as file:
        writer = csv.writer(getwriter("utf-8")(file), lineterminator="\n")
        writer.writerow(EXPORTED)
        for row in exported(results, run):
            writer.writerow(int(value) if isinstance(value, bool) else value for value in row.values())


def write_parquet(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes typed columns, for pandas, Polars, DuckDB and the like. DatabaseError where pyarrow is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DatabaseError(f"Parquet needs pyarrow ({error}): pip install 'unitdoku[parquet]'") from error
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds.get(of.kind, pyarrow.string())) for name, of in EXPORTED.items()])
    with complete_file(path) as file:
        table = pyarrow.Table.from_pylist(list(exported(results, run)), schema)
        pyarrow.parquet.write_table(table, file)


class ExportFormat(NamedTuple):
    """A format: what it is, and what writes a run to a path."""

    what: str
    write: Callable[[ResultsFile, StoredRun, Path], None]


FORMATS = {
    "csv": ExportFormat("a line for each result: times in seconds, memory in bytes", write_csv),
    "parquet": ExportFormat("the same with typed columns; needs the extra `parquet`", write_parquet),
}
"""Name to format."""
