"""A file of results as it is read: runs, entries, results, and all that tables and pictures need of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from ...reference.judgement import claim
from ..corpora.corpus import Provenance
from .columns import RaceResult, read_result
from .database import Database, DatabaseError, open_for_reading, read_in_words
from .plan import COLD, Question, RaceSettings, question_named

COUNTED = "SELECT count(*) FROM result JOIN entry ON entry.id = result.entry WHERE run = ? AND puzzle >= 0"
"""A query for the number of results of a run. Puzzles of salt, which have negative numbers, are left out."""


class StoredCorpus(NamedTuple):
    """A corpus as it was raced."""

    name: str
    digest: str
    puzzles: int
    about: Provenance


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
        """What all entries have in common that are compared with each other."""
        return self.corpus, self.question, self.mode

    @property
    def cold(self) -> bool:
        """Whether each puzzle got a new session."""
        return self.mode == COLD

    @property
    def names(self) -> dict[str, str]:
        """The names by which entries are filtered."""
        corpus, question = self.corpus.name, self.question.name
        return {"corpora": corpus, "questions": question, "modes": self.mode, "backends": self.backend}

    def __str__(self) -> str:
        return f"{self.backend} on {self.corpus.name} ({self.question.name}, {self.mode})"


class Salted(NamedTuple):
    """How much salt a corpus has."""

    corpus: str
    puzzles: int
    unsolvable: int

    def __str__(self) -> str:
        several = self.puzzles - self.unsolvable
        return f"{several} with several solutions, {self.unsolvable} without a solution"


@dataclass(frozen=True)
class StoredRun:
    """A run: when, how and on what it was raced."""

    id: int
    started: str
    finished: str | None
    settings: dict[str, Any]
    environment: dict[str, Any]
    results: int
    entries: list[StoredEntry] = field(repr=False)

    def only(self, filters: Mapping[str, Collection[str]]) -> StoredRun:
        """Returns the run with the entries whose `names` are in the filters; an empty filter keeps all."""
        kept = [
            entry
            for entry in self.entries
            if all(not wanted or entry.names[what] in wanted for what, wanted in filters.items())
        ]
        return replace(self, entries=kept)

    @property
    def planned(self) -> int:
        """The number of results of the finished run."""
        return sum(entry.corpus.puzzles for entry in self.entries)

    @property
    def seconds(self) -> float | None:
        """The time limit of a question."""
        limit = self.settings.get("seconds")
        return None if limit is None else float(limit)

    @property
    def corpora(self) -> list[StoredCorpus]:
        """The corpora, in the order of the plan."""
        return list(dict.fromkeys(entry.corpus for entry in self.entries))

    @property
    def backends(self) -> list[str]:
        """The names of the backends, in the order of the plan."""
        return list(dict.fromkeys(entry.backend for entry in self.entries))


class ResultsFile(Database):
    """A file of results, opened for reading; a context manager. Raises `DatabaseError` for any other file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, open_for_reading(path))

    def runs(self) -> list[StoredRun]:
        """Returns all runs, the oldest first."""
        return [self.run(row["id"]) for row in list(self.query("SELECT id FROM run ORDER BY id"))]

    def run(self, number: int | None = None) -> StoredRun:
        """Returns a run by its number, by default the last run. Raises `DatabaseError` where there is none."""
        if number is None:
            number = self.row("SELECT max(id) FROM run")[0]
            if number is None:
                raise DatabaseError(f"{self.path}: there is no run in it")
        row = run_row(self, number)
        with read_in_words(self.path):
            settings, environment = read_settings(row["settings"])._asdict(), json.loads(row["environment"])
            entries = list(self._entries(number))
        done = self.row(COUNTED, number)[0]
        return StoredRun(number, row["started"], row["finished"], settings, environment, done, entries)

    def rows(self, entry: StoredEntry) -> Iterator[tuple[sqlite3.Row, RaceResult]]:
        """Yields the results of an entry by ascending number of the puzzle.

        Each with a row that also has the puzzle, its layout and the machine. Salt is left out.
        """
        sql = """
            SELECT result.*, line, layout, content, size, cells, facts FROM result
            JOIN entry ON entry.id = result.entry JOIN machine ON machine.id = result.machine
            JOIN puzzle ON puzzle.corpus = entry.corpus AND puzzle.number = result.puzzle
            JOIN layout ON layout.id = puzzle.layout WHERE entry.id = ? ORDER BY result.puzzle"""
        with read_in_words(self.path):
            for row in self.query(sql, entry.id):
                yield row, read_result(row)

    def results(self, entry: StoredEntry) -> Iterator[RaceResult]:
        """Yields the results of an entry by ascending number of the puzzle, salt left out."""
        sql = "SELECT * FROM result WHERE entry = ? AND puzzle >= 0 ORDER BY puzzle"
        with read_in_words(self.path):
            yield from map(read_result, self.query(sql, entry.id))

    def salt(self, entry: StoredEntry) -> Iterator[tuple[str, RaceResult]]:
        """Yields the results of an entry on salt, each with the line of the puzzle."""
        sql = """
            SELECT result.*, line FROM result JOIN entry ON entry.id = result.entry
            JOIN truth ON (truth.run, truth.corpus, truth.number) = (entry.run, entry.corpus, result.puzzle)
            WHERE entry.id = ? AND result.puzzle < 0 ORDER BY result.puzzle DESC"""
        with read_in_words(self.path):
            for row in self.query(sql, entry.id):
                yield row["line"], read_result(row)

    def salted(self, run: StoredRun) -> list[Salted]:
        """Returns how much salt each corpus of the run has, in the order of the plan; no row where it has none."""
        sql = """
            SELECT corpus.name, count(*) AS puzzles, sum(solutions = '[]') AS unsolvable FROM truth
            JOIN corpus ON corpus.id = truth.corpus WHERE run = ? AND number < 0 GROUP BY truth.corpus"""
        found = {row["name"]: Salted(*row) for row in self.query(sql, run.id)}
        return [found[corpus.name] for corpus in run.corpora if corpus.name in found]

    def refuted(self, run: StoredRun) -> dict[int, dict[int, str]]:
        """Returns the refuted claims to have found all solutions: entry to puzzle to what is wrong, in words.

        Solutions that break the rules are failures, which are left out: so `is_refuted` may compare sets of solutions.
        """
        sql = """
            SELECT mine.entry, mine.puzzle, mine.found, other.backend, theirs.found AS more
            FROM entry JOIN result AS mine ON mine.entry = entry.id
            JOIN entry AS other ON other.run = entry.run AND other.corpus = entry.corpus
            JOIN result AS theirs ON theirs.entry = other.id AND theirs.puzzle = mine.puzzle
            WHERE entry.run = ? AND mine.exhausted AND mine.failure IS NULL AND theirs.failure IS NULL
            AND theirs.digest <> mine.digest AND is_refuted(mine.found, mine.digest, theirs.found, theirs.digest)
            GROUP BY mine.entry, mine.puzzle ORDER BY mine.entry, mine.puzzle"""
        found: dict[int, dict[int, str]] = {}
        for row in self.query(sql, run.id):
            more = row["more"] if row["more"] > row["found"] else "another"
            said = f"{claim(row['found'])}, but {row['backend']} found {more}"
            found.setdefault(row["entry"], {})[row["puzzle"]] = said
        return found

    def machines(self, run: StoredRun) -> list[dict[str, str]]:
        """Returns the facts of all machines on which results of the run were measured."""
        sql = (
            "SELECT facts FROM machine WHERE id IN "
            "(SELECT DISTINCT machine FROM result JOIN entry ON entry.id = entry WHERE run = ?) ORDER BY id"
        )
        with read_in_words(self.path):
            return [json.loads(row["facts"]) for row in self.query(sql, run.id)]

    def _entries(self, run: int) -> Iterator[StoredEntry]:
        sql = (
            "SELECT entry.id AS entry_id, number, question, mode, backend, corpus.* "
            "FROM entry JOIN corpus ON corpus.id = corpus WHERE run = ? ORDER BY number"
        )
        for row in self.query(sql, run):
            about = Provenance(row["what"], row["bias"], row["source"], row["licence"])
            corpus = StoredCorpus(row["name"], row["digest"], row["puzzles"], about)
            question = question_named(row["question"])
            yield StoredEntry(row["entry_id"], row["number"], corpus, question, row["mode"], row["backend"])


def run_row(file: Database, number: int) -> sqlite3.Row:
    """Returns the row of a run; `DatabaseError` where there is none."""
    row: sqlite3.Row | None = None
    if number < 1 << 63:  # SQLite has no larger numbers
        row = file.row("SELECT * FROM run WHERE id = ?", number)
    if row is None:
        known = [str(found["id"]) for found in file.query("SELECT id FROM run ORDER BY id")]
        there = f"known: {', '.join(known)}" if known else "there is none in it"
        raise DatabaseError(f"{file.path}: there is no run {number}; {there}")
    return row


def read_settings(text: str) -> RaceSettings:
    """Returns stored settings."""
    return RaceSettings(**json.loads(text))
