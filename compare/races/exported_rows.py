"""The results of a run as rows for other programs: all that is known of a question and of its result, in flat values.

Statistics start from these rows, so that other programs can repeat them. Times are in seconds, memory is in bytes.
"""

from __future__ import annotations

import csv
import json
from codecs import getwriter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...encoders.cnf.encodings import CNF_NAMES
from ...puzzles.text.json_lines import written_layout
from ...puzzles.text.part_file import complete_file
from ...puzzles.text.write import write_line
from ...reference.model.layout import Layout
from .columns import COLUMNS, RaceResult
from .factors import backend_factors, level
from .reading import ResultsFile, StoredRun
from .summary import Summary, summaries


def rows(results: ResultsFile, run: StoredRun) -> Iterator[dict[str, Any]]:
    """Yields a row for each result of a run, by entry and puzzle, salt left out.

    All rows have the same names. A value is None where the solver does not report it.
    """
    for summary in summaries(results, run):
        for result in summary.results:
            yield _row(run, summary, result)


def write_csv(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes a line of names, then a line for each row: nothing for None, 1 and 0 for true and false."""
    with complete_file(path) as file:
        writer = csv.writer(getwriter("utf-8")(file), lineterminator="\n")
        for number, row in enumerate(rows(results, run)):
            if number == 0:
                writer.writerow(row)
            writer.writerow(int(value) if isinstance(value, bool) else value for value in row.values())


def _row(run: StoredRun, summary: Summary, result: RaceResult) -> dict[str, Any]:
    entry, corpus, puzzle = summary.entry, summary.entry.corpus, summary.entry.corpus.puzzles[result.puzzle]
    backend = backend_factors(entry.backend)
    size = backend.size(puzzle)
    return {
        "run": run.id,
        "corpus": corpus.name,
        "corpus_sha256": corpus.digest,
        # The puzzle that this is an image of, by its number in the corpus; which image (0: itself), which repetition.
        "origin": result.puzzle % corpus.count,
        "image": result.puzzle // corpus.count % corpus.images,
        "repetition": result.puzzle // corpus.count // corpus.images,
        "line": write_line(puzzle),
        "layout": _layout_text(puzzle.layout),
        "values": puzzle.layout.size,
        "cells": puzzle.layout.cell_count,
        "givens": len(puzzle.givens),
        # Of `rate`: 1, 2, or 3 for all higher ones.
        "level": level(puzzle),
        "question": entry.question.name,
        "mode": entry.mode,
        "backend": entry.backend,
        "family": backend.family,
        "solver": backend.solver,
        **{name: backend.cnf and getattr(backend.cnf, name) for name in CNF_NAMES},
        "options": ":".join(f"{name}={value}" for name, value in backend.options.items()),
        # Of the formula without givens.
        "variables": size and size.variables,
        "clauses": size and size.clauses,
        "limit_seconds": summary.limit,
        "machine": json.dumps(run.environment["machines"][result.machine]),
        # SAT, UNSAT, UNKNOWN, or the class of a failure; `wrong` for a refuted claim.
        "verdict": str(result.failure or ("SAT" if result.found else "UNSAT" if result.exhausted else "UNKNOWN")),
        "outcome": str(result.outcome(entry.question.limit)),
        # Whether the question was answered in full, and not wrongly as far as is known.
        "solved": result.is_settled(entry.question.limit),
        # The time, or the limit where it was not solved, over the best time of the puzzle by any backend of the rows.
        "to_best": summary.ratios.get(result.puzzle),
        **{column.name + column.unit.suffix: column.exported(result) for column in COLUMNS if column.name != "machine"},
    }


@lru_cache
def _layout_text(layout: Layout) -> str:
    """Returns the name of a layout, or an object with its units as JSON."""
    written = written_layout(layout)
    return written if isinstance(written, str) else json.dumps(written)
