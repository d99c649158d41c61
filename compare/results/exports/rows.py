"""What is exported of each result, alike in all formats."""

from __future__ import annotations

import json
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
    verdict: str
    """SAT, UNSAT, UNKNOWN, or the class of a failure; `wrong` for a claim that is refuted."""
    solved: bool
    """Whether the question was answered in full and, as far as anybody knows, rightly."""
    limit_seconds: float | None
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
    said: str | None
    """What is wrong, in words."""
    machine: str


_ASKED = """
    SELECT entry.run, corpus.name, corpus.digest, result.puzzle, batch, puzzle.line, layout.content,
    layout.size, layout.cells, entry.question, entry.mode, entry.backend, found, exhausted,
    failure, failure IS NULL AND (exhausted OR found >= ?), ?,
    wall / 1e9, cpu / 1e9, encode / 1e9, load / 1e9, peak * 1024, pace / 1e9,
    guesses, conflicts, decisions, propagations, said, facts
    FROM result JOIN entry ON entry.id = result.entry JOIN corpus ON corpus.id = entry.corpus
    JOIN puzzle ON puzzle.corpus = entry.corpus AND puzzle.number = result.puzzle
    JOIN layout ON layout.id = puzzle.layout JOIN machine ON machine.id = result.machine
    WHERE entry.id = ? ORDER BY result.puzzle"""


def exported(results: ResultsFile, run: StoredRun) -> Iterator[Exported]:
    """A row for each result of the run, entry by entry, by ascending number of the puzzle."""
    refuted = results.refuted(run)
    for entry in run.entries:
        claims = {claim.puzzle: claim.said for claim in refuted.get(entry.id, ())}
        for row in results.query(_ASKED, entry.question.limit, run.seconds, entry.id):
            yield _judged(Exported(*row), claims.get(row[3]))


def _judged(one: Exported, refuted: str | None) -> Exported:
    layout = json.loads(one.layout)
    return one._replace(
        layout=layout if isinstance(layout, str) else one.layout,
        exhausted=bool(one.exhausted),
        verdict="wrong" if refuted else one.verdict or _verdict(one),
        solved=bool(one.solved) and not refuted,
        said=refuted or one.said,
    )


def _verdict(one: Exported) -> str:
    return "SAT" if one.found else "UNSAT" if one.exhausted else "UNKNOWN"
