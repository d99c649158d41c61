"""Comma-separated values: a line of names, then a line a result; nothing where a solver does not tell."""

from __future__ import annotations

import csv
from pathlib import Path

from ..reading import ResultsFile
from ..stored import StoredRun
from .rows import Exported, exported


def write(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes the file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Exported._fields)
        for one in exported(results, run):
            writer.writerow(int(value) if isinstance(value, bool) else value for value in one)
