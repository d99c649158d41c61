"""A file of results, read: runs, and all that is asked about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from ..corpora.corpus import Provenance
from ..races.question import question_named
from .database import ResultsError, open_for_reading, told
from .stored import Loss, Refuted, StoredCorpus, StoredEntry, StoredResult, StoredRun


class ResultsFile:
    """A file of results, opened for reading; a context manager. Raises `ResultsError` where it is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = open_for_reading(path)

    def query(self, asked: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, as they are read."""
        with told(self.path):
            yield from self._connection.execute(asked, values)

    def runs(self) -> list[StoredRun]:
        """All runs, the oldest first."""
        return [self.run(number) for (number,) in list(self.query("SELECT id FROM run ORDER BY id"))]

    def run(self, number: int | None = None) -> StoredRun:
        """A run by its number; by default the last one. Raises `ResultsError` where there is none."""
        if number is None:
            number = next(self.query("SELECT max(id) FROM run"))[0]
            if number is None:
                raise ResultsError(f"{self.path}: there is no run in it")
        row = next(
            self.query("SELECT id, started, finished, settings, environment FROM run WHERE id = ?", number), None
        )
        if row is None:
            raise ResultsError(f"{self.path}: there is no run {number}")
        counted = "SELECT count(*) FROM result JOIN entry ON entry.id = result.entry WHERE run = ?"
        ((results,),) = self.query(counted, number)
        settings, environment = json.loads(row[3]), json.loads(row[4])
        return StoredRun(row[0], row[1], row[2], settings, environment, results, list(self._entries(number)))

    def results(self, entry: StoredEntry) -> Iterator[StoredResult]:
        """The results of an entry, by ascending number of the puzzle."""
        asked = (
            "SELECT puzzle, batch, found, exhausted, wall / 1e9, cpu / 1e9, (encode + load) / 1e9, peak, pace, "
            "guesses, conflicts, failure FROM result WHERE entry = ? ORDER BY puzzle"
        )
        for row in self.query(asked, entry.id):
            yield StoredResult(row[0], row[1], row[2], bool(row[3]), *row[4:])

    def refuted(self, run: StoredRun) -> dict[int, list[Refuted]]:
        """Entry to its refuted claims, each once.

        All solutions that are kept were held against the rules, so `is_refuted` may compare their sets.
        """
        asked = """
            SELECT mine.entry, mine.puzzle, mine.found, other.backend, theirs.found
            FROM entry JOIN result AS mine ON mine.entry = entry.id
            JOIN entry AS other ON other.run = entry.run AND other.corpus = entry.corpus
            JOIN result AS theirs ON theirs.entry = other.id AND theirs.puzzle = mine.puzzle
            WHERE entry.run = ? AND mine.exhausted AND mine.failure IS NULL AND theirs.failure IS NULL
            AND theirs.digest <> mine.digest AND is_refuted(mine.found, mine.digest, theirs.found, theirs.digest)
            GROUP BY mine.entry, mine.puzzle ORDER BY mine.entry, mine.puzzle"""
        found: dict[int, list[Refuted]] = {}
        for entry, *rest in self.query(asked, run.id):
            found.setdefault(entry, []).append(Refuted(*rest))
        return found

    def failures(self, run: StoredRun) -> Iterator[tuple[StoredEntry, int, str, str]]:
        """Entry, puzzle, kind and words of each failure of the run's entries, in order."""
        asked = "SELECT puzzle, failure, said FROM result WHERE entry = ? AND failure IS NOT NULL ORDER BY puzzle"
        for entry in run.entries:
            for puzzle, kind, said in self.query(asked, entry.id):
                yield entry, puzzle, kind, said or ""

    def layouts(self, corpus: StoredCorpus) -> dict[int, int]:
        """Puzzle to the number of its layout in the file."""
        return dict(self.query("SELECT number, layout FROM puzzle WHERE corpus = ?", corpus.id))

    def cells(self, corpus: StoredCorpus) -> dict[int, int]:
        """Puzzle to the number of cells of its layout."""
        asked = "SELECT number, cells FROM puzzle JOIN layout ON layout.id = layout WHERE corpus = ?"
        return dict(self.query(asked, corpus.id))

    def puzzle_line(self, corpus: StoredCorpus, number: int) -> str:
        """The puzzle as a line of text."""
        asked = "SELECT line FROM puzzle WHERE corpus = ? AND number = ?"
        return str(next(self.query(asked, corpus.id, number))[0])

    def paces(self, run: StoredRun) -> list[int]:
        """How long the same work took before each batch, in nanoseconds, ascending."""
        asked = (
            "SELECT pace FROM result JOIN entry ON entry.id = entry WHERE run = ? AND pace > 0 "
            "GROUP BY entry, pace ORDER BY pace"
        )
        return [pace for (pace,) in self.query(asked, run.id)]

    def machines(self, run: StoredRun) -> list[dict[str, str]]:
        """The facts of all machines that results of the run are from."""
        asked = (
            "SELECT facts FROM machine WHERE id IN "
            "(SELECT DISTINCT machine FROM result JOIN entry ON entry.id = entry WHERE run = ?) ORDER BY id"
        )
        return [json.loads(facts) for (facts,) in self.query(asked, run.id)]

    def losses(self, run: StoredRun) -> list[Loss]:
        """Workers that were lost, in the order in which that was seen."""
        asked = (
            "SELECT backend, name, loss.puzzles, worker, at FROM loss JOIN entry ON entry.id = loss.entry "
            "JOIN corpus ON corpus.id = corpus WHERE loss.run = ? ORDER BY loss.id"
        )
        return [Loss(*row) for row in self.query(asked, run.id)]

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _entries(self, run: int) -> Iterator[StoredEntry]:
        asked = (
            "SELECT entry.id, entry.number, corpus.id, name, digest, puzzles, what, bias, source, licence, question, "
            "mode, backend FROM entry JOIN corpus ON corpus.id = corpus WHERE run = ? ORDER BY entry.number"
        )
        for row in self.query(asked, run):
            corpus = StoredCorpus(row[2], row[3], row[4], row[5], Provenance(*row[6:10]))
            yield StoredEntry(row[0], row[1], corpus, question_named(row[10]), *row[11:])
