"""Measured tables as CSV files."""

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


def write_csv(rows: Iterable[Sequence[object]], path: Path | None) -> None:
    """Writes rows to a file as soon as each is measured, or to standard output where there is no path."""
    file = sys.stdout if path is None else path.open("w", encoding="utf-8", newline="")
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        file.flush()
