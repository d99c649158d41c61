"""The formats of exports by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..reading import ResultsFile
from ..stored import StoredRun
from . import csv_file, mkplot, parquet


class Format(NamedTuple):
    """A format: what it is, and what writes a run to a path."""

    what: str
    write: Callable[[ResultsFile, StoredRun, Path], None]


FORMATS = {
    "csv": Format("a file of comma-separated values", csv_file.write),
    "parquet": Format("a Parquet file; needs the extra `parquet`", parquet.write),
    "mkplot": Format("a folder with a JSON file for each solver, for mkplot", mkplot.write),
}
"""Name to format."""
