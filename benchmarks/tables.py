"""Measured tables as CSV files, and where they were measured."""

import csv
import platform
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from unitdoku.encoders.naming.listing import versions_of


def environment() -> str:
    """Returns a line with the Python, the processor's kind and the version of PySAT."""
    versions = ", ".join(f"{package} {version}" for package, version in versions_of(["sat:cadical195"]).items())
    return f"Python {platform.python_version()}, {platform.machine()}, {versions}"


def write_csv(rows: Iterable[Sequence[object]], path: Path | None) -> None:
    """Writes rows to a file as soon as each is measured, or to standard output where there is no path."""
    file = sys.stdout if path is None else path.open("w", encoding="utf-8", newline="")
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        file.flush()
