"""Runs as they are read: what was raced, and the results of each entry as columns."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from ..races.corpus import About
from ..races.plan import COLD
from ..races.question import Question, question_named
from .database import ResultsError, open_for_reading, told


class StoredCorpus(NamedTuple):
    """A corpus as it was raced."""

    id: int
    name: str
    digest: str
    puzzles: int
    about: About


class StoredEntry(NamedTuple):
    """One backend with one question in one mode on one corpus."""

    id: int
    number: int
    corpus: StoredCorpus
    question: Question
    mode: str
    backend: str

    @property
    def contest(self) -> tuple[StoredCorpus, Question, str]:
        """What it has in common with those that it is compared with."""
        return self.corpus, self.question, self.mode


class StoredResult(NamedTuple):
    """A result with times in seconds; see `RaceResult`."""

    puzzle: int
    found: int
    exhausted: bool
    wall: float
    cpu: float
    setup: float
    peak: int
    guesses: int | None
    conflicts: int | None
    failure: str | None

    def is_settled(self, limit: int) -> bool:
        """Whether the question was answered in full."""
        return self.failure is None and (self.exhausted or self.found >= limit)

    def seconds(self, mode: str) -> float:
        """What is compared: solving, and in cold mode the set-up too, since there every puzzle pays for it."""
        return self.wall + self.setup if mode == COLD else self.wall


class Refuted(NamedTuple):
    """A claim to have found all solutions that the true solutions of another one refute."""

    puzzle: int
    found: int
    witness: str
    witness_found: int

    @property
    def said(self) -> str:
        """What is wrong, to be read after the name of the backend."""
        claims = {0: "says that there is no solution", 1: "claims that its solution is the only one"}
        claim = claims.get(self.found, f"claims that its {self.found} solutions are all")
        more = f"{self.witness_found}" if self.witness_found > self.found else "another"
        return f"{claim}, but {self.witness} found {more}"


class Loss(NamedTuple):
    """A worker that was lost with a part of a batch."""

    backend: str
    corpus: str
    puzzles: int
    worker: str
    at: str


@dataclass(frozen=True)
class StoredRun:
    """A run: when, how, and on what it was."""

    id: int
    started: str
    finished: str | None
    settings: dict[str, Any]
    environment: dict[str, Any]
    results: int
    entries: list[StoredEntry] = field(repr=False)

    @property
    def planned(self) -> int:
        """How many results there are when it is finished."""
        return sum(entry.corpus.puzzles for entry in self.entries)

    @property
    def seconds(self) -> float | None:
        """The limit for each question."""
        limit = self.settings.get("seconds")
        return None if limit is None else float(limit)

    @property
    def backends(self) -> list[str]:
        """Their names, in the order in which they were given."""
        return list(dict.fromkeys(entry.backend for entry in self.entries))

    @property
    def contests(self) -> dict[tuple[StoredCorpus, Question, str], list[StoredEntry]]:
        """Corpus, question and mode to the entries that are compared there, in the order of the plan."""
        found: dict[tuple[StoredCorpus, Question, str], list[StoredEntry]] = {}
        for entry in self.entries:
            found.setdefault(entry.contest, []).append(entry)
        return found


class ResultsFile:
    """A file of results, opened for reading; a context manager. Raises `ResultsError` where it is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = open_for_reading(path)

    def runs(self) -> list[StoredRun]:
        """All runs, the oldest first."""
        with told(self.path):
            found = self._connection.execute("SELECT id FROM run ORDER BY id").fetchall()
        return [self.run(number) for (number,) in found]

    def run(self, number: int | None = None) -> StoredRun:
        """A run by its number; by default the last one. Raises `ResultsError` where there is none."""
        with told(self.path):
            if number is None:
                (number,) = self._connection.execute("SELECT max(id) FROM run").fetchone()
                if number is None:
                    raise ResultsError(f"{self.path}: there is no run in it")
            asked = "SELECT id, started, finished, settings, environment FROM run WHERE id = ?"
            row = self._connection.execute(asked, (number,)).fetchone()
            if row is None:
                raise ResultsError(f"{self.path}: there is no run {number}")
            counted = "SELECT count(*) FROM result JOIN entry ON entry.id = result.entry WHERE run = ?"
            (results,) = self._connection.execute(counted, (number,)).fetchone()
            settings, environment = json.loads(row[3]), json.loads(row[4])
            entries = list(self._entries(int(number)))
            return StoredRun(row[0], row[1], row[2], settings, environment, results, entries)

    def results(self, entry: StoredEntry) -> Iterator[StoredResult]:
        """The results of an entry, by ascending number of the puzzle."""
        asked = (
            "SELECT puzzle, found, exhausted, wall / 1e9, cpu / 1e9, (encode + load) / 1e9, peak, guesses, conflicts, "
            "failure FROM result WHERE entry = ? ORDER BY puzzle"
        )
        with told(self.path):
            for row in self._connection.execute(asked, (entry.id,)):
                yield StoredResult(row[0], row[1], bool(row[2]), *row[3:])

    def refuted(self, run: StoredRun) -> dict[int, list[Refuted]]:
        """Entry to its refuted claims, each once.

        All solutions that are kept were held against the rules. So whoever claims to have all is refuted by anybody who
        found more, or as many but not the same.
        """
        asked = """
            SELECT mine.entry, mine.puzzle, mine.found, other.backend, theirs.found
            FROM entry JOIN result AS mine ON mine.entry = entry.id
            JOIN entry AS other ON other.run = entry.run AND other.corpus = entry.corpus
            JOIN result AS theirs ON theirs.entry = other.id AND theirs.puzzle = mine.puzzle
            WHERE entry.run = ? AND mine.exhausted AND mine.failure IS NULL AND theirs.failure IS NULL
            AND (theirs.found > mine.found OR (theirs.found = mine.found AND theirs.digest <> mine.digest))
            GROUP BY mine.entry, mine.puzzle ORDER BY mine.entry, mine.puzzle"""
        found: dict[int, list[Refuted]] = {}
        with told(self.path):
            for entry, *rest in self._connection.execute(asked, (run.id,)):
                found.setdefault(entry, []).append(Refuted(*rest))
        return found

    def failures(self, run: StoredRun) -> Iterator[tuple[StoredEntry, int, str, str]]:
        """Entry, puzzle, kind and words of each failure, in order."""
        entries = {entry.id: entry for entry in run.entries}
        asked = (
            "SELECT entry, puzzle, failure, said FROM result JOIN entry ON entry.id = entry "
            "WHERE run = ? AND failure IS NOT NULL ORDER BY entry, puzzle"
        )
        with told(self.path):
            for entry, puzzle, kind, said in self._connection.execute(asked, (run.id,)):
                yield entries[entry], puzzle, kind, said or ""

    def sizes(self, corpus: StoredCorpus) -> dict[int, tuple[int, int]]:
        """Puzzle to the number of values and of cells of its layout."""
        asked = "SELECT number, size, cells FROM puzzle JOIN layout ON layout.id = layout WHERE corpus = ?"
        with told(self.path):
            return {number: (size, cells) for number, size, cells in self._connection.execute(asked, (corpus.id,))}

    def puzzle_line(self, corpus: StoredCorpus, number: int) -> str:
        """The puzzle as a line of text."""
        asked = "SELECT line FROM puzzle WHERE corpus = ? AND number = ?"
        with told(self.path):
            return str(self._connection.execute(asked, (corpus.id, number)).fetchone()[0])

    def machines(self, run: StoredRun) -> list[dict[str, str]]:
        """The facts of all machines that results of the run are from."""
        asked = (
            "SELECT facts FROM machine WHERE id IN "
            "(SELECT DISTINCT machine FROM result JOIN entry ON entry.id = entry WHERE run = ?) ORDER BY id"
        )
        with told(self.path):
            return [json.loads(facts) for (facts,) in self._connection.execute(asked, (run.id,))]

    def losses(self, run: StoredRun) -> list[Loss]:
        """Workers that were lost, in the order in which that was seen."""
        asked = (
            "SELECT backend, name, loss.puzzles, worker, at FROM loss JOIN entry ON entry.id = loss.entry "
            "JOIN corpus ON corpus.id = corpus WHERE loss.run = ? ORDER BY loss.id"
        )
        with told(self.path):
            return [Loss(*row) for row in self._connection.execute(asked, (run.id,))]

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
        for row in self._connection.execute(asked, (run,)):
            corpus = StoredCorpus(row[2], row[3], row[4], row[5], About(*row[6:10]))
            yield StoredEntry(row[0], row[1], corpus, question_named(row[10]), *row[11:])


def connection_of(results: ResultsFile) -> sqlite3.Connection:
    """The connection of an open file, for those that export whole tables."""
    return results._connection
