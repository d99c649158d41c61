"""Files of generated puzzles: CSV, JSON lines or Parquet with a column each, and a manifest beside them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from ...puzzles.formats.source import plain_lines
from ...puzzles.text.entries import PuzzleEntry
from ...puzzles.text.json_lines import written_layout
from ...puzzles.text.part_file import complete_file
from ...puzzles.text.write import grid_text, write_line
from ...reference.contract.errors import PackageMissing, install_advice
from .generate import Batch, Wishes, entries_of

Columns = dict[str, list[Any]]
"""Name of a column to its items, one a puzzle."""


def columns_of(batch: Batch | list[PuzzleEntry], wishes: Wishes) -> Columns:
    """Returns the columns of a batch: puzzle, solution, the kind if there are several, and what was measured."""
    found = _texts(batch, wishes.rules is not None)
    if len(wishes.kinds) > 1:
        found["kind"] = [*batch.kinds] if isinstance(batch, Batch) else [entry.name for entry in batch]
    return found | (batch.more if isinstance(batch, Batch) else {})


def _texts(batch: Batch | list[PuzzleEntry], own_layout: bool) -> Columns:
    """Returns the columns of puzzles and solutions; the latter empty where there is none."""
    puzzles = plain_lines(batch.layout, batch.puzzles.tobytes()) if isinstance(batch, Batch) else None
    if isinstance(batch, Batch) and puzzles is not None:
        solutions = plain_lines(batch.layout, batch.solutions.tobytes()) or []
        stated = ["" if kind == "none" else text for kind, text in zip(batch.kinds, solutions, strict=True)]
        return {"puzzle": puzzles, "solution": stated}
    found: Columns = {"layout": [], "puzzle": [], "solution": []} if own_layout else {"puzzle": [], "solution": []}
    for entry in entries_of(batch):
        if (puzzle := entry.puzzle) is not None:
            if own_layout:
                found["layout"].append(written_layout(puzzle.layout))
            found["puzzle"].append(write_line(puzzle))
            found["solution"].append("" if entry.solution is None else grid_text(entry.solution, puzzle.layout))
    return found


_Write = Callable[[Columns], object]


@contextmanager
def csv_rows(file: BinaryIO) -> Iterator[_Write]:
    """Yields a function that writes columns as CSV, with the heading first."""
    begun = False

    def write(columns: Columns) -> None:
        nonlocal begun
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        if not begun:
            rows.writerow(columns)
        begun = True
        rows.writerows(zip(*columns.values(), strict=True))
        file.write(text.getvalue().encode())

    yield write


@contextmanager
def _json(file: BinaryIO) -> Iterator[_Write]:
    def write(columns: Columns) -> None:
        rows = zip(*columns.values(), strict=True)
        file.writelines(json.dumps(dict(zip(columns, row, strict=True))).encode() + b"\n" for row in rows)

    yield write


@contextmanager
def _parquet(file: BinaryIO) -> Iterator[_Write]:
    try:
        import pyarrow  # an extra, which few need
        from pyarrow import parquet
    except ImportError as error:
        raise PackageMissing(f"Parquet needs pyarrow ({error}): {install_advice('parquet')}") from error
    writer: Any = None

    def write(columns: Columns) -> None:
        nonlocal writer
        table = pyarrow.table(columns)
        writer = writer or parquet.ParquetWriter(file, table.schema)
        writer.write_table(table)

    yield write
    if writer is not None:
        writer.close()


FORMS = {".csv": csv_rows, ".jsonl": _json, ".parquet": _parquet}
"""Endings of files, each with the context of a function that writes columns into an open file."""


def write_file(path: str, tables: Iterable[Columns], about: Callable[[], dict[str, object]]) -> dict[str, object]:
    """Writes a file of generated puzzles, and its manifest as PATH.manifest.json; returns the manifest.

    Both appear when both are complete; after an exception nothing changes. The manifest has what `about` returns at the
    end, the numbers of puzzles and of each kind and level, and the SHA-256 of the file. Raises OSError, and
    `PackageMissing` without pyarrow.
    """
    counts = {"kind": Counter[object](), "level": Counter[object]()}
    total = 0
    with complete_file(path + ".manifest.json") as beside, complete_file(path, lambda: total > 0) as file:
        with FORMS[os.path.splitext(path)[1].lower()](file) as write:
            for columns in tables:
                write(columns)
                total += len(columns["puzzle"])
                for name, counter in counts.items():
                    counter.update(each for each in columns.get(name, ()) if each is not None)
        file.seek(0)
        digest = hashlib.sha256()
        while part := file.read(2**20):
            digest.update(part)
        manifest = {**about(), "puzzles": total, "sha256": digest.hexdigest()}
        manifest |= {f"{name}s": dict(sorted(counter.items())) for name, counter in counts.items() if counter}
        beside.write(json.dumps(manifest, indent=2).encode() + b"\n")
        beside.flush()
    return manifest
