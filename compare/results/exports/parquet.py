"""Parquet: typed columns, for pandas, Polars, DuckDB and the like. Needs pyarrow."""

from __future__ import annotations

import types
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, get_args, get_type_hints

from ..database import ResultsError
from ..reading import ResultsFile
from ..stored import StoredRun
from .rows import Exported, exported

if TYPE_CHECKING:
    import pyarrow

_GROUP = 20_000
"""Results that are written at a time: memory stays bounded."""


def write(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes the file; `ResultsError`, which says what to install, where the package is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ResultsError(f"Parquet needs pyarrow ({error}): pip install 'unitdoku[parquet]'") from error
    schema = _schema()
    rows = exported(results, run)
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        while group := list(islice(rows, _GROUP)):
            columns = [
                pyarrow.array(column, field.type)
                for column, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.table(columns, schema=schema))


def _schema() -> pyarrow.Schema:
    """The columns with their types, after the annotations of the row."""
    import pyarrow

    known = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    fields = []
    for name, hint in get_type_hints(Exported).items():
        optional = isinstance(hint, types.UnionType)
        plain = next(kind for kind in get_args(hint) if kind is not types.NoneType) if optional else hint
        fields.append(pyarrow.field(name, known[plain], nullable=optional))
    return pyarrow.schema(fields)
