"""The columns of `csv_columns.py` in a Parquet file; needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...reference.errors import PackageMissing, PuzzleError, install_advice
from ..text.entries import PuzzleEntry
from ..text.plain_lines import PlainBlock
from .csv_columns import ColumnReader, Columns, columns_named
from .source import Source

_ROWS = 4096


def read(source: Source) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the puzzles of a column; the number of a line is that of a row, from 1."""
    try:
        from pyarrow import parquet  # an extra, which few need
    except ImportError as error:
        raise PackageMissing(f"Parquet needs pyarrow ({error}): {install_advice('parquet')}") from error
    file = source.file
    if file is None or not file.seekable():
        raise PuzzleError("Parquet is read from its end: give the path of a file, no stream")
    file.seek(0)
    row = 0
    try:
        table: Any = parquet.ParquetFile(file)
        names = list(table.schema_arrow.names)
        columns = columns_named(names, source.options, "parquet")
        wanted = [names[columns.puzzle]] + ([] if columns.solution is None else [names[columns.solution]])
        reader = ColumnReader(source.options, Columns(0, None if columns.solution is None else 1))
        for batch in table.iter_batches(batch_size=_ROWS, columns=wanted):
            fields = [map(_text, batch.column(batch.schema.get_field_index(name)).to_pylist()) for name in wanted]
            rows = list(zip(*fields, strict=True))
            yield from reader.rows(row + 1, rows)
            row += len(rows)
    except PuzzleError as error:
        yield PuzzleEntry(error.line or row + 1, error=error)
    except (OSError, ValueError, KeyError, TypeError, NotImplementedError, MemoryError) as error:  # as pyarrow raises
        wrong = f"the Parquet file cannot be read after row {row}: {' '.join(str(error)[:200].split())}"
        yield PuzzleEntry(row + 1, error=PuzzleError(wrong, line=row + 1))


def _text(value: object) -> bytes:
    return b"" if value is None else str(value).encode()
