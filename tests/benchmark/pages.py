"""Puts measured tables into pages, between marks, and into CSV files."""

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


def put_between_marks(page: Path, name: str, text: str) -> None:
    """Replaces what stands between `<!-- NAME: begin -->` and `<!-- NAME: end -->`, each a line of its own."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    page.write_text(f"{before}{begin}{text.strip()}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def write_csv(rows: Iterable[Sequence[object]], path: Path | None) -> None:
    """Writes rows to a file as soon as each is measured, or to standard output where there is no path."""
    file = sys.stdout if path is None else path.open("w", encoding="utf-8", newline="")
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        file.flush()
