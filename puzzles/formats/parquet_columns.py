"""The columns of `csv_columns.py` in a Parquet file; needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from io import SEEK_END
from itertools import chain, islice
from typing import Any

from ...reference.contract.errors import PackageMissing, PuzzleError, install_advice, shown
from ..text.entries import PlainBlock, PuzzleEntry
from ..text.lines import check_growth
from .csv_columns import ColumnReader, Columns, columns_named
from .source import LONGEST_ROW, PuzzleSource

_MOST_BYTES = 2**24
"""The most bytes of text that are made at once: a dictionary in the file stores a value once for any number of rows."""


def read(source: PuzzleSource) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the puzzles of a column; the number of a line is the number of a row, from 1. Memory is bounded."""
    try:
        from pyarrow import parquet, types  # an extra, which few need
    except ImportError as error:
        raise PackageMissing(f"Parquet needs pyarrow ({error}): {install_advice('parquet')}") from error
    file = source.file
    if file is None or not file.seekable():
        raise PuzzleError("Parquet is read from its end: give the path of a file, no stream")
    size = file.seek(0, SEEK_END)
    row = length = 0
    try:
        table: Any = parquet.ParquetFile(file)
        names = list(table.schema_arrow.names)
        columns = columns_named(names, source.options, "parquet")
        wanted = [names[columns.puzzle]] + ([] if columns.solution is None else [names[columns.solution]])
        reader = ColumnReader(source.options, Columns(0, None if columns.solution is None else 1))
        nested = [name for name in wanted if types.is_nested(table.schema_arrow.field(name).type)]
        if nested:
            raise PuzzleError(f"the column {shown(nested[0])} contains lists or records: name a column of text")
        with_dictionaries = parquet.ParquetFile(file, read_dictionary=wanted)
        for group in range(table.num_row_groups):
            at_once = _MOST_BYTES // max(_longest(with_dictionaries, group, name) for name in wanted)
            for batch in table.iter_batches(max(1, min(4096, at_once)), [group], wanted):
                texts = [_texts(batch.column(name)) for name in wanted]
                check_growth("the Parquet file", size, length := length + sum(map(len, chain(*texts))), _MOST_BYTES)
                yield from reader.rows(row + 1, list(zip(*texts, strict=True)))
                row += len(batch)
    except PuzzleError as error:
        yield PuzzleEntry(error.line or row + 1, error=error)
    except (OSError, ArithmeticError, ValueError, KeyError, TypeError, NotImplementedError, MemoryError) as error:
        wrong = f"the Parquet file cannot be read after row {row}: {' '.join(str(error)[:200].split())}"
        yield PuzzleEntry(row + 1, error=PuzzleError(wrong, line=row + 1))  # pyarrow raises any of these errors


def _longest(table: Any, group: int, name: str) -> int:
    """Returns the bytes of the longest value of a column that the file may store once for several rows of a group.

    The dictionary of a column arrives with the first row from a table with `read_dictionary`. A value can also share
    its beginning with the value before it (DELTA_BYTE_ARRAY): then only the size of the whole column bounds it, and 32
    values of that size fit into memory.
    """
    from pyarrow import compute, types

    kind, stated = table.schema_arrow.field(name).type, table.metadata.row_group(group)
    chunk = {each.path_in_schema: each for each in map(stated.column, range(stated.num_columns))}[name]
    check_growth(f"the column {shown(name)}", chunk.total_compressed_size, chunk.total_uncompressed_size, _MOST_BYTES)
    if types.is_dictionary(kind) and "DELTA_BYTE_ARRAY" in chunk.encodings:
        return max(1, int(chunk.total_uncompressed_size) // 32)
    if not types.is_dictionary(kind) or not {"PLAIN_DICTIONARY", "RLE_DICTIONARY"} & {*chunk.encodings}:
        return max(1, int(kind.byte_width) if types.is_fixed_size_binary(kind) else 1)
    dictionaries = [batch.column(0).dictionary for batch in islice(table.iter_batches(1, [group], [name]), 1)]
    return max((int(compute.max(compute.binary_length(one)).as_py() or 1) for one in dictionaries), default=1)


def _texts(column: Any) -> list[bytes]:
    """Returns the values as text, empty for null; the end of a value that is too long for any puzzle is cut off."""
    import pyarrow as pa
    from pyarrow import compute

    plain = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
    as_bytes = compute.cast(plain, pa.large_string(), safe=False).cast(pa.large_binary())
    return [text or b"" for text in compute.binary_slice(as_bytes, 0, LONGEST_ROW + 1).to_pylist()]
