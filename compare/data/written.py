"""Files of generated puzzles: CSV, JSON lines or Parquet with a column each, and a manifest beside them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from ...encoders.naming.optional_packages import parquet, pyarrow
from ...puzzles.text.json_lines import written_layout
from ...puzzles.text.part_file import complete_file
from ...puzzles.text.write import grid_text, plain_lines, write_line
from .generate import MadeBlock, Request

Columns = dict[str, list[Any]]
"""Name of a column to its items, one a puzzle."""


def columns_of(block: MadeBlock, request: Request) -> Columns:
    """Returns layout (of puzzles with rules), puzzle, solution, the kind if there are several, and what was measured.

    A solution is empty where there is none.
    """
    layout, kinds = block.layout, block.kinds
    puzzles, solutions = (plain_lines(layout, values.tobytes()) for values in (block.puzzles, block.solutions))
    if puzzles is None or solutions is None:
        puzzles = [write_line(entry.puzzle) for entry in block.entries()]
        solutions = [grid_text(grid.tolist(), layout) for grid in block.solutions]
    found: Columns = {} if request.rules is None else {"layout": [written_layout(layout)] * len(block)}
    found["puzzle"] = puzzles
    found["solution"] = ["" if kind == "none" else text for kind, text in zip(kinds, solutions, strict=True)]
    return found | ({"kind": kinds} if len(request.kinds) > 1 else {}) | block.more


def write_csv(tables: Iterable[Columns], file: BinaryIO) -> None:
    """Writes tables with the same columns as CSV, each as it comes, with the heading first."""
    for number, columns in enumerate(tables):
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        if number == 0:
            rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))
        file.write(text.getvalue().encode())


def _write_json(tables: Iterable[Columns], file: BinaryIO) -> None:
    for columns in tables:
        rows = zip(*columns.values(), strict=True)
        file.writelines(json.dumps(dict(zip(columns, row, strict=True))).encode() + b"\n" for row in rows)


def _write_parquet(tables: Iterable[Columns], file: BinaryIO) -> None:
    writer: Any = None
    for table in map(pyarrow.table, tables):
        writer = writer or parquet.ParquetWriter(file, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


FORMS = {".csv": write_csv, ".jsonl": _write_json, ".parquet": _write_parquet}
"""Endings of files, each with what writes tables into an open file."""


def write_file(path: str, tables: Iterable[Columns], about: Callable[[], dict[str, object]]) -> dict[str, object]:
    """Writes a file of generated puzzles, and its manifest as PATH.manifest.json; returns the manifest.

    Both appear when both are complete; after an exception nothing changes. The manifest has what `about` returns at the
    end, the numbers of puzzles and of each kind and level, and the SHA-256 of the file. Raises OSError, and
    `PackageMissing` without pyarrow.
    """
    counts = {"kind": Counter[object](), "level": Counter[object]()}
    total = 0

    def counted() -> Iterator[Columns]:
        nonlocal total
        for columns in tables:
            yield columns
            total += len(columns["puzzle"])
            for name, counter in counts.items():
                counter.update(each for each in columns.get(name, ()) if each is not None)

    with complete_file(path + ".manifest.json") as beside, complete_file(path, lambda: total > 0) as file:
        FORMS[os.path.splitext(path)[1].lower()](counted(), file)
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # it is a BufferedRandom
        manifest = {**about(), "puzzles": total, "sha256": digest}
        manifest |= {f"{name}s": dict(sorted(counter.items())) for name, counter in counts.items() if counter}
        beside.write(json.dumps(manifest, indent=2).encode() + b"\n")
        beside.flush()
    return manifest
