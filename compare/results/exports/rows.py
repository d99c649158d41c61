"""What is exported of each result, alike in all formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..reading import ResultsFile
from ..stored import StoredRun


class Exported(NamedTuple):
    """A result with what it is of; times in seconds, memory in bytes, None where a solver does not tell."""

    run: int
    corpus: str
    corpus_sha256: str
    puzzle: int
    batch: int
    line: str
    layout: str
    values: int
    cells: int
    question: str
    mode: str
    backend: str
    found: int
    exhausted: bool
    settled: bool
    refuted: bool
    wall_seconds: float
    cpu_seconds: float
    encode_seconds: float
    load_seconds: float
    peak_bytes: int
    pace_seconds: float
    guesses: int | None
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    failure: str | None
    said: str | None


_ASKED = """
    SELECT entry.run, corpus.name, corpus.digest, result.puzzle, batch, puzzle.line, layout.content,
    layout.size, layout.cells, entry.question, entry.mode, entry.backend, found, exhausted,
    failure IS NULL AND (exhausted OR found >= ?), 0,
    wall / 1e9, cpu / 1e9, encode / 1e9, load / 1e9, peak * 1024, pace / 1e9,
    guesses, conflicts, decisions, propagations, failure, said
    FROM result JOIN entry ON entry.id = result.entry JOIN corpus ON corpus.id = entry.corpus
    JOIN puzzle ON puzzle.corpus = entry.corpus AND puzzle.number = result.puzzle
    JOIN layout ON layout.id = puzzle.layout
    WHERE entry.id = ? ORDER BY result.puzzle"""


def exported(results: ResultsFile, run: StoredRun) -> Iterator[Exported]:
    """A row for each result of the run, entry by entry, by ascending number of the puzzle."""
    refuted = results.refuted(run)
    for entry in run.entries:
        lied = {claim.puzzle for claim in refuted.get(entry.id, ())}
        for row in results.query(_ASKED, entry.question.limit, entry.id):
            one = Exported(*row)
            wrong = one.puzzle in lied
            yield one._replace(exhausted=bool(one.exhausted), settled=bool(one.settled) and not wrong, refuted=wrong)
