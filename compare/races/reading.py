"""A file of results as it is read: runs with their plans, and the results of each entry."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...puzzles.text.json_lines import read_layout
from ...puzzles.text.parse import parse_puzzle
from ...reference.contract import AnyBackend
from ...reference.judgement import claim, is_refuted
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..corpora.corpus import Corpus, Provenance
from ..cross_check.finding import FindingKind
from .columns import RaceResult, read_result
from .database import Database, DatabaseError, in_words
from .plan import RaceEntry, RacePlan, RaceSettings, question_named
from .salt import SaltPuzzle

_DAMAGE = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What stored content raises that is not as it was written."""


@dataclass(frozen=True)
class StoredRun:
    """A run: when, how and on what it was raced."""

    id: int
    started: str
    finished: str | None
    environment: dict[str, Any]
    results: int
    """The number of results that it has, salt left out."""
    plan: RacePlan = field(repr=False)
    entries: list[RaceEntry] = field(repr=False)
    """Those of the plan, or some of them; see `only`."""

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
        return sum(len(entry.corpus.puzzles) for entry in self.entries)

    @property
    def corpora(self) -> list[Corpus]:
        """The corpora, in the order of the plan."""
        return list({entry.corpus.name: entry.corpus for entry in self.entries}.values())

    @property
    def backends(self) -> list[str]:
        """The names of the backends, in the order of the plan."""
        return list(dict.fromkeys(entry.backend for entry in self.entries))

    @property
    def salted(self) -> dict[str, str]:
        """How much salt each corpus has, in words, by the name of the corpus; no row where it has none."""
        found = {}
        for corpus, salt in zip(self.plan.corpora, self.plan.salt, strict=True):
            several = sum(bool(one.truth.solutions) for one in salt)
            if salt and corpus in self.corpora:
                unsolvable = len(salt) - several
                found[corpus.name] = f"{several} with several solutions, {unsolvable} without a solution"
        return found


class ResultsFile(Database):
    """A file of results; a context manager. Raises `DatabaseError` for any other file."""

    def __init__(self, path: Path, writing: bool = False) -> None:
        super().__init__(path, writing)
        self._corpora: dict[int, Corpus] = {}

    def runs(self) -> list[StoredRun]:
        """Returns all runs, the oldest first."""
        return list(map(self.run, self._numbers()))

    def run(self, number: int | None = None, backends: Mapping[str, AnyBackend] | None = None) -> StoredRun:
        """Returns a run by its number, by default the last run. Raises `DatabaseError` where there is none.

        Its plan has names as backends, but for those names that `backends` has.
        """
        known = self._numbers()
        if number is None and not known:
            raise DatabaseError(f"{self.path}: there is no run in it")
        number = known[-1] if number is None else number
        if number not in known:
            there = f"known: {', '.join(map(str, known))}" if known else "there is none in it"
            raise DatabaseError(f"{self.path}: there is no run {number}; {there}")
        row = self.row("SELECT * FROM run WHERE id = ?", number)
        with in_words(self.path, _DAMAGE):
            plan, environment = self._plan(json.loads(row["plan"]), backends or {}), json.loads(row["environment"])
        return StoredRun(number, row["started"], row["finished"], environment, self.count(number), plan, plan.entries)

    def count(self, run: int) -> int:
        """Returns the number of results that a run has, salt left out."""
        return int(self.row("SELECT count(*) FROM result WHERE run = ? AND puzzle >= 0", run)[0])

    def results(self, run: StoredRun) -> dict[int, list[RaceResult]]:
        """Returns the results of each entry of the plan, by its number; in the order of the puzzles, salt first.

        A claim to have found all solutions that another answer to the same puzzle refutes is a failure.
        """
        found: dict[int, list[RaceResult]] = {entry.number: [] for entry in run.plan.entries}
        with in_words(self.path, _DAMAGE):
            for row in self.query("SELECT * FROM result WHERE run = ? ORDER BY entry, puzzle", run.id):
                found[row["entry"]].append(read_result(row))
        answers: dict[tuple[str, int], list[tuple[str, RaceResult]]] = {}
        for entry in run.plan.entries:
            for result in found[entry.number]:
                if result.puzzle >= 0 and result.failure is None:
                    answers.setdefault((entry.corpus.name, result.puzzle), []).append((entry.backend, result))
        for same in answers.values():
            _refute(same)
        return found

    def _numbers(self) -> list[int]:
        return [row["id"] for row in self.query("SELECT id FROM run ORDER BY id")]

    def _plan(self, stored: Any, backends: Mapping[str, AnyBackend]) -> RacePlan:
        return RacePlan(
            tuple(map(self._corpus, stored["corpora"])),
            tuple(backends.get(name, name) for name in stored["backends"]),
            tuple(map(question_named, stored["questions"])),
            tuple(stored["modes"]),
            RaceSettings(**stored["settings"]),
        ).with_known(
            map(tuple, map(_read_salt, stored["salt"])),
            ({int(number): _read_truth(*truth) for number, truth in each.items()} for each in stored["certified"]),
        )

    def _corpus(self, number: int) -> Corpus:
        if number not in self._corpora:
            row = self.row("SELECT * FROM corpus WHERE id = ?", number)
            puzzles = tuple(_read_puzzles(**json.loads(row["puzzles"])))
            self._corpora[number] = Corpus(row["name"], puzzles, Provenance(*json.loads(row["about"])))
            # To compute it again takes longer than all else.
            vars(self._corpora[number])["digest"] = row["digest"]
        return self._corpora[number]


def _refute(answers: list[tuple[str, RaceResult]]) -> None:
    """Makes refuted claims failures, of answers of these backends to one puzzle, none of which is a failure yet.

    Solutions that break the rules are failures: so `is_refuted` may compare sets of solutions.
    """
    if len({result.digest for _, result in answers}) == 1:
        return
    for _, mine in answers:
        for backend, theirs in answers:
            if mine.exhausted and is_refuted(mine.found, mine.digest, theirs.found, theirs.digest):
                more = theirs.found if theirs.found > mine.found else "another"
                mine.failure, mine.said = FindingKind.WRONG, f"{claim(mine.found)}, but {backend} found {more}"
                break


def _read_puzzles(layouts: list[Any], puzzles: list[tuple[int, str]]) -> Iterator[Puzzle]:
    read = list(map(read_layout, layouts))
    return (parse_puzzle(line, read[layout]) for layout, line in puzzles)


def _read_salt(stored: Any) -> Iterator[SaltPuzzle]:
    puzzles = _read_puzzles(stored["layouts"], stored["puzzles"])
    for number, (puzzle, truth) in enumerate(zip(puzzles, stored["truths"], strict=True), start=1):
        yield SaltPuzzle(-number, puzzle, _read_truth(*truth))


def _read_truth(solutions: list[list[int]], exhausted: bool) -> Result:
    return Result(tuple(map(tuple, solutions)), exhausted)
