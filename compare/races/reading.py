"""The file of results: opened, and read as runs with their plans and the results of each entry."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from os.path import samestat
from pathlib import Path
from time import sleep
from typing import Any
from zlib import crc32

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import UnitdokuError
from ...reference.contract.session import AnyBackend
from ...reference.layouts.from_units import read_json
from ..corpora.corpus import Corpus
from .columns import COLUMNS, RaceResult, read_result
from .judging import refute
from .plan import RaceEntry, RacePlan, check_kind, read_corpus, read_plan

# The tables of a file of results, and connections, locks and errors of SQLite for it.
#
# Several programs may read and write one of them at the same time. Times are nanoseconds and memory is KiB. SQLite
# stores a whole number in as few bytes as it needs: a result takes some sixty bytes.

TABLES = f"""
CREATE TABLE corpus (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest TEXT NOT NULL, -- SHA-256 of the puzzles with their layouts
    about TEXT NOT NULL, -- JSON: what it is, bias, source, licence
    puzzles TEXT NOT NULL, -- JSON: layouts, and for each puzzle the number of its layout and its line
    UNIQUE (name, digest)
);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL, -- UTC, as 2026-11-21T20:00:00Z
    finished TEXT, -- NULL where it is not
    plan TEXT NOT NULL, -- JSON: numbers of the corpora, backends, questions, settings, control puzzles, certificates
    environment TEXT NOT NULL -- JSON: machines, how it was raced with which versions, load when it began
);
CREATE TABLE result (
    run INTEGER NOT NULL REFERENCES run,
    entry INTEGER NOT NULL, -- its number in the plan
{"".join(column.sql for column in COLUMNS)}    PRIMARY KEY (run, entry, puzzle)
) WITHOUT ROWID;
"""

VERSION = crc32(re.sub(r"--.*|\s", "", TABLES).encode()) >> 1
"""The number of these tables, comments apart, which a file keeps as its `user_version`."""

BUSY_SECONDS = 60.0
"""How long a writer waits for another one."""


class DatabaseError(UnitdokuError, OSError):
    """A file that cannot be read or written, or that does not hold what is asked for; the message says why."""


def take_lock(path: Path) -> sqlite3.Connection | None:
    """Returns a lock on a path, which is held until it is closed; None where another program holds it.

    The lock is a transaction in an empty SQLite file, which is made. The system releases it when the process ends,
    however it ends, and a forked child does not inherit it. Raises `DatabaseError` where no file can be made.
    """
    # A program that releases a lock removes the file, and another one may have made it anew since it was opened here.
    with in_words(path, (sqlite3.Error, OSError)):
        path.touch()
        with suppress(FileNotFoundError), ExitStack() as unless_held:
            before = path.stat()
            lock = unless_held.enter_context(closing(connected(str(path))))
            try:
                lock.execute("PRAGMA journal_mode = MEMORY")
                lock.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                return None
            if samestat(path.stat(), before):
                unless_held.pop_all()
                return lock
    return take_lock(path)


@contextmanager
def in_words(path: Path, errors: tuple[type[Exception], ...] = (sqlite3.Error,)) -> Iterator[None]:
    """Turns what SQLite raises inside, or other errors, into a `DatabaseError` with the name of the file.

    Only Ctrl-C interrupts a statement: see `connected`.
    """
    try:
        yield
    except errors as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise KeyboardInterrupt from error
        raise DatabaseError(f"{path} cannot be used for results ({error})") from error


def connected(where: str, seconds: float = 0) -> sqlite3.Connection:
    """Opens a connection whose statements are transactions of their own; it waits `seconds` for a lock."""
    connection = sqlite3.connect(where, timeout=seconds, isolation_level=None, uri=where.startswith("file:"))
    connection.row_factory = sqlite3.Row
    connection.set_progress_handler(lambda: 0, 10**6)  # Python handles Ctrl-C in it, also during an endless statement
    return connection


def use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Lets other programs read while this connection writes; SQLite itself does not wait until they let it switch."""
    deadline = Deadline(BUSY_SECONDS)
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or deadline.expired:
                raise
            sleep(0.01)


_DAMAGE = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What stored content raises that is not as it was written."""


@dataclass(frozen=True)
class StoredRun:
    """A run: when, how and on what it was raced."""

    id: int
    started: str
    finished: str | None
    environment: dict[str, Any]
    results: int
    """The number of results that it has, control puzzles left out."""
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
    def corpora(self) -> list[Corpus]:
        """The corpora, in the order of the plan."""
        return list({entry.corpus.name: entry.corpus for entry in self.entries}.values())

    @property
    def backends(self) -> list[str]:
        """The names of the backends, in the order of the plan."""
        return list(dict.fromkeys(entry.backend for entry in self.entries))

    @property
    def controls(self) -> dict[str, str]:
        """How many control puzzles and certificates each corpus has, in words, by the name of the corpus."""
        known = {corpus.name: self.plan.controls[corpus.name].in_words for corpus in self.corpora}
        return {name: words for name, words in known.items() if words}


class ResultsFile:
    """An open file; a context manager. Raises `DatabaseError`, which names the file, for what SQLite raises.

    A file for reading is never changed. A missing or empty file for writing gets the tables. What was written in a
    `transaction` stays when this program ends, however it ends. A file that holds anything else is refused, and left as
    it is.
    """

    def __init__(self, path: Path, writing: bool = False, name: Path | None = None) -> None:
        self.path = name or path
        """The name of the file in errors."""
        self._corpora: dict[int, Corpus] = {}
        if not writing and not path.is_file():
            raise DatabaseError(f"{self.path}: there is no such file of results")
        # In a folder that cannot be written there is no room for the index of the log.
        fixed = not writing and not os.access(path.parent, os.W_OK) and not os.path.exists(f"{path}-wal")
        where = f"{path.resolve().as_uri()}?{'immutable=1' if fixed else 'mode=rwc' if writing else 'mode=rw'}"
        with in_words(self.path), ExitStack() as unless_good:
            self.connection = unless_good.enter_context(closing(connected(where, BUSY_SECONDS)))
            self._check(writing)
            self.close = unless_good.pop_all().close

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check(self, writing: bool) -> None:
        is_new = writing and not self.row("SELECT count(*) FROM sqlite_master")[0]
        # No views: one may have rows without end.
        tables = self.row("SELECT total(type = 'table') FROM sqlite_master WHERE name IN ('corpus', 'run', 'result')")
        if not is_new and (tables[0] < 3 or self.row("PRAGMA user_version")[0] != VERSION):
            raise sqlite3.DatabaseError("its tables are not those of this version")
        if not writing:
            self.connection.execute("PRAGMA query_only = ON")
            return
        tables = TABLES.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS")
        # This writes in any case: a file that cannot be written is found before anything is measured.
        self.connection.executescript(f"BEGIN IMMEDIATE; {tables} PRAGMA user_version = {VERSION}; COMMIT")
        use_write_ahead_log(self.connection)
        # A power cut may cost the last rows, and never the file.
        self.connection.execute("PRAGMA synchronous = NORMAL")

    def query(self, sql: str, *values: object) -> Iterator[sqlite3.Row]:
        """Yields the rows of a query as they are read."""
        with in_words(self.path):
            yield from self.connection.execute(sql, values)

    def row(self, sql: str, *values: object) -> Any:
        """Returns the first row of a query; None where there is none."""
        return next(self.query(sql, *values), None)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Makes all that is written inside one transaction, which is undone after an exception."""
        with in_words(self.path), self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            yield self.connection

    def runs(self) -> list[StoredRun]:
        """Returns all runs, the oldest first."""
        return list(map(self.run, self._numbers()))

    def run(self, number: int | None = None, backends: Mapping[str, AnyBackend] | None = None) -> StoredRun:
        """Returns a run by its number, by default the last run. Raises `DatabaseError` where there is none.

        The backends of its plan are names, except for those that `backends` maps to an object.
        """
        known = self._numbers()
        number = max(known, default=0) if number is None else number
        if number not in known:
            there = ", ".join(map(str, known)) or "none"
            raise DatabaseError(f"{self.path}: there is no run {number or 'in it'}; known: {there}")
        row = self.row("SELECT * FROM run WHERE id = ?", number)
        with in_words(self.path, _DAMAGE):
            plan, environment = read_plan(row["plan"], self._corpus, backends or {}), read_json(row["environment"])
            check_kind(dict, environment, *chain.from_iterable(environment.values()))
            check_kind(str, row["started"], row["finished"] or "")
        return StoredRun(number, row["started"], row["finished"], environment, self.count(number), plan, plan.entries)

    def count(self, run: int) -> int:
        """Returns the number of results that a run has, control puzzles left out."""
        return int(self.row("SELECT count(*) FROM result WHERE run = ? AND puzzle >= 0", run)[0])

    def results(self, run: StoredRun) -> dict[int, list[RaceResult]]:
        """Returns the results of each entry of the plan, by its number: first those to control puzzles, then by puzzle.

        A claim to have found all solutions that another answer to the same puzzle refutes is a failure.
        """
        entries = run.plan.entries
        found: dict[int, list[RaceResult]] = {entry.number: [] for entry in entries}
        with in_words(self.path, _DAMAGE):
            for row in self.query("SELECT * FROM result WHERE run = ? ORDER BY entry, puzzle", run.id):
                found[row["entry"]].append(result := read_result(row))
                corpus = entries[row["entry"]].corpus
                puzzles = corpus.puzzles if result.puzzle >= 0 else run.plan.controls[corpus.name].puzzles
                _ = puzzles[result.puzzle], run.environment["machines"][result.machine]  # else an IndexError
        answers: dict[tuple[str, int], list[tuple[str, RaceResult]]] = {}
        for entry in entries:
            for result in found[entry.number]:
                if result.puzzle >= 0 and result.failure is None:
                    answers.setdefault((entry.corpus.name, result.puzzle), []).append((entry.backend, result))
        for same in answers.values():
            refute(same)
        return found

    def _numbers(self) -> list[int]:
        return [row["id"] for row in self.query("SELECT id FROM run ORDER BY id")]

    def _corpus(self, number: int) -> Corpus:
        if number not in self._corpora:
            row = self.row("SELECT name, digest, about, puzzles FROM corpus WHERE id = ?", number)
            self._corpora[number] = read_corpus(*row)
        return self._corpora[number]
