"""Results as files for other programs: CSV and Parquet. A format is a function and a row."""

from __future__ import annotations

import csv
import json
from codecs import getwriter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ...puzzles.text.json_lines import written_layout
from ...puzzles.text.part_file import complete_file
from ...puzzles.text.write import write_line
from ...reference.layout import Layout
from .columns import COLUMNS, RaceResult
from .database import DatabaseError
from .reading import ResultsFile, StoredRun
from .summary import Summary, summaries

_GROUP = 20_000
"""Rows that are written to a Parquet file at a time, so that memory stays bounded."""


@lru_cache
def _layout_text(layout: Layout) -> str:
    """Returns the name of a layout, or an object with its units as JSON."""
    written = written_layout(layout)
    return written if isinstance(written, str) else json.dumps(written)


class _Of(NamedTuple):
    """A result, and what is exported with it."""

    result: RaceResult
    summary: Summary
    run: StoredRun

    @property
    def layout(self) -> Layout:
        return self.summary.entry.corpus.puzzles[self.result.puzzle].layout

    @property
    def verdict(self) -> str:
        verdict = "SAT" if self.result.found else "UNSAT" if self.result.exhausted else "UNKNOWN"
        return str(self.result.failure or verdict)


class ExportColumn(NamedTuple):
    """The type of a column, whether there may be no value, and what returns the value."""

    kind: type
    nullable: bool
    value: Callable[[_Of], Any]


def _measured() -> Iterator[tuple[str, ExportColumn]]:
    """Yields the columns of `RaceResult`."""
    for column in COLUMNS:
        if column.exported:

            def value(of: _Of, name: str = column.name, unit: Callable[[Any], Any] = column.unit.exported) -> Any:
                stored = getattr(of.result, name)
                return None if stored is None else unit(stored)

            kind = type(column.unit.exported(column.kind()))
            yield column.name + column.unit.suffix, ExportColumn(kind, column.nullable, value)


EXPORTED = {
    "run": ExportColumn(int, False, lambda of: of.run.id),
    "corpus": ExportColumn(str, False, lambda of: of.summary.entry.corpus.name),
    "corpus_sha256": ExportColumn(str, False, lambda of: of.summary.entry.corpus.digest),
    "line": ExportColumn(str, False, lambda of: write_line(of.summary.entry.corpus.puzzles[of.result.puzzle])),
    "layout": ExportColumn(str, False, lambda of: _layout_text(of.layout)),
    "values": ExportColumn(int, False, lambda of: of.layout.size),
    "cells": ExportColumn(int, False, lambda of: of.layout.cell_count),
    "question": ExportColumn(str, False, lambda of: of.summary.entry.question.name),
    "mode": ExportColumn(str, False, lambda of: of.summary.entry.mode),
    "backend": ExportColumn(str, False, lambda of: of.summary.entry.backend),
    "limit_seconds": ExportColumn(float, True, lambda of: of.summary.limit),
    "machine": ExportColumn(str, False, lambda of: json.dumps(of.run.environment["machines"][of.result.machine])),
    # SAT, UNSAT, UNKNOWN, or the class of a failure; `wrong` for a refuted claim.
    "verdict": ExportColumn(str, False, lambda of: of.verdict),
    # Whether the question was answered in full, and not wrongly as far as is known.
    "solved": ExportColumn(bool, False, lambda of: of.summary.times[of.result.puzzle] < inf),
    # The time, or the limit where it was not solved, over the best time of the puzzle by any exported backend.
    "to_best": ExportColumn(float, True, lambda of: of.summary.ratios.get(of.result.puzzle)),
    **dict(_measured()),
}
"""Columns of CSV and Parquet files, by name.

Times are in seconds, memory in bytes. There is no value where a solver does not report it.
"""


def exported(results: ResultsFile, run: StoredRun) -> Iterator[dict[str, Any]]:
    """Yields the values of `EXPORTED` for each result of the run, by entry and puzzle."""
    for summary in summaries(results, run):
        for result in summary.results:
            of = _Of(result, summary, run)
            yield {name: column.value(of) for name, column in EXPORTED.items()}


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
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    schema = pyarrow.schema([pyarrow.field(name, kinds[of.kind], of.nullable) for name, of in EXPORTED.items()])
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
