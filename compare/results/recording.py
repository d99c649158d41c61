"""A run as it is written: each result is in the file as soon as it is there, and the run can be gone on with."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from ...encoders.listing import versions_of
from ...reference.text.json_lines import written_layout
from ...reference.text.write import write_line
from ..file_lock import lock
from ..races.batch import Batch, RaceResult
from ..races.corpus import Corpus
from ..races.machine import commit
from ..races.plan import RacePlan
from .database import ResultsError, open_for_writing, told
from .stored_plan import stored_plan

_RESULT = (
    "entry, puzzle, batch, machine, found, exhausted, digest, wall, cpu, encode, load, peak, pace, "
    "guesses, conflicts, decisions, propagations, failure, said"
)
_INSERT = f"INSERT INTO result ({_RESULT}) VALUES ({', '.join('?' * len(_RESULT.split(',')))})"  # noqa: S608 - our own


class Recording:
    """Writes one run; a context manager. Made by `new_run` and `old_run`, which say what they raise.

    Every call is a transaction of its own. Raises `ResultsError` where the file cannot be written any more.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, run: int, plan: RacePlan) -> None:
        self.path = path
        self.run = run
        self.plan = plan
        self._connection = connection
        self._lock = _lock_run(path, run)
        found = connection.execute("SELECT id FROM entry WHERE run = ? ORDER BY number", (run,))
        self._entries = [entry for (entry,) in found]
        self._machines: dict[str, int] = {}

    def rest(self, batch: Batch) -> Batch | None:
        """What is left of a batch to be run; None where nothing is."""
        known = self._settled(batch)
        settled: list[bool] = []
        for number in batch.numbers:
            if number not in known:
                return batch.going_on(settled)
            settled.append(known[number])
        return None

    def add(self, batch: Batch, result: RaceResult, machine: Mapping[str, str]) -> None:
        """Keeps a result of a batch, and the facts of the machine that it is from."""
        puzzle, *values, failure, said = result
        failed = failure.value if failure is not None else None
        entry = self._entries[batch.entry]
        row = (entry, puzzle, batch.number, self._machine(machine), *values, failed, said or None)
        with told(self.path):
            self._connection.execute(_INSERT, row)

    def lost(self, batch: Batch, worker: str) -> None:
        """Keeps that a worker was lost with a batch."""
        left = len(batch) - batch.known
        with told(self.path):
            self._connection.execute(
                "INSERT INTO loss (run, entry, puzzles, worker, at) VALUES (?, ?, ?, ?, ?)",
                (self.run, self._entries[batch.entry], left, worker, _now()),
            )

    def done(self) -> int:
        """How many results the run has."""
        with told(self.path):
            asked = "SELECT count(*) FROM result JOIN entry ON entry.id = result.entry WHERE run = ?"
            (count,) = self._connection.execute(asked, (self.run,)).fetchone()
        return int(count)

    def finish(self) -> None:
        """Keeps that the run is done."""
        with told(self.path):
            self._connection.execute("UPDATE run SET finished = ? WHERE id = ?", (_now(), self.run))

    def close(self) -> None:
        """Gives the file back."""
        self._connection.close()
        with suppress(OSError):
            os.unlink(self._lock.name)
        self._lock.close()

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _settled(self, batch: Batch) -> dict[int, bool]:
        """Which puzzles of the batch have a result, and whether it is a full answer."""
        asked = (
            "SELECT puzzle, failure IS NULL AND (exhausted OR found >= ?) FROM result WHERE entry = ? AND puzzle = ?"
        )
        entry = self._entries[batch.entry]
        with told(self.path):
            rows = [
                self._connection.execute(asked, (batch.limit, entry, number)).fetchone() for number in batch.numbers
            ]
        return {row[0]: bool(row[1]) for row in rows if row is not None}

    def _machine(self, facts: Mapping[str, str]) -> int:
        text = json.dumps(facts)
        if text not in self._machines:
            with told(self.path):
                self._connection.execute("INSERT OR IGNORE INTO machine (facts) VALUES (?)", (text,))
                (number,) = self._connection.execute("SELECT id FROM machine WHERE facts = ?", (text,)).fetchone()
            self._machines[text] = number
        return self._machines[text]


def new_run(path: Path, plan: RacePlan, how: Mapping[str, object]) -> Recording:
    """A run that begins; `how` says how it is run. The plan, its puzzles and the versions of all packages are kept.

    Raises `ResultsError` for a file that cannot be written, or holds something else.
    """
    connection = open_for_writing(path)
    try:
        environment = {"versions": versions_of(plan.backends), "commit": commit(), **how}
        with _transaction(connection, path):
            run = _inserted(
                connection.execute(
                    "INSERT INTO run (started, settings, environment) VALUES (?, ?, ?)",
                    (_now(), json.dumps(plan.settings._asdict()), json.dumps(environment)),
                )
            )
            corpora = [_corpus(connection, corpus) for corpus in plan.corpora]
            connection.executemany(
                "INSERT INTO entry (run, number, corpus, question, mode, backend) VALUES (?, ?, ?, ?, ?, ?)",
                (
                    (run, entry.number, corpora[entry.corpus], entry.question.name, entry.mode, entry.backend)
                    for entry in plan.entries
                ),
            )
        return Recording(path, connection, run, plan)
    except BaseException:
        connection.close()
        raise


def old_run(path: Path, run: int | None = None) -> Recording:
    """A run that is gone on with, by its number; by default the last one that is not finished.

    Raises `ResultsError` where there is none, or where another program is at it.
    """
    if not path.is_file():
        raise ResultsError(f"{path}: there is no such file of results")
    connection = open_for_writing(path)
    try:
        with told(path):
            if run is None:
                (run,) = connection.execute("SELECT max(id) FROM run WHERE finished IS NULL").fetchone()
                if run is None:
                    raise ResultsError(f"{path}: no run in it was interrupted")
            plan = stored_plan(connection, run, path)
        return Recording(path, connection, run, plan)
    except BaseException:
        connection.close()
        raise


@contextmanager
def _transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    with told(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _corpus(connection: sqlite3.Connection, corpus: Corpus) -> int:
    """The row of a corpus; one that is the same, by name and digest, is there only once."""
    found = connection.execute("SELECT id FROM corpus WHERE (name, digest) = (?, ?)", (corpus.name, corpus.digest))
    row = found.fetchone()
    if row is not None:
        return int(row[0])
    number = _inserted(
        connection.execute(
            "INSERT INTO corpus (name, digest, puzzles, what, bias, source, licence) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (corpus.name, corpus.digest, len(corpus.puzzles), *corpus.about),
        )
    )
    layouts: dict[str, int] = {}
    for index, puzzle in enumerate(corpus.puzzles):
        layout = puzzle.layout
        content = json.dumps(written_layout(layout))
        if content not in layouts:
            connection.execute(
                "INSERT OR IGNORE INTO layout (content, size, cells) VALUES (?, ?, ?)",
                (content, layout.size, layout.cell_count),
            )
            (layouts[content],) = connection.execute("SELECT id FROM layout WHERE content = ?", (content,)).fetchone()
        row = (number, index, layouts[content], write_line(puzzle))
        connection.execute("INSERT INTO puzzle (corpus, number, layout, line) VALUES (?, ?, ?, ?)", row)
    return number


def _inserted(cursor: sqlite3.Cursor) -> int:
    """The number of the row that was inserted."""
    return cursor.lastrowid or 0


def _lock_run(path: Path, run: int) -> TextIOWrapper:
    """An open file beside the results that says that somebody is at the run; it goes with the program."""
    beside = path.with_name(f"{path.name}-run{run}")
    with told(path):
        while True:
            try:
                file = open(beside, "a", encoding="ascii")  # noqa: SIM115 - open as long as the run is written
            except OSError as error:
                raise ResultsError(f"{beside}: {error.strerror}") from error
            if not lock(file):
                file.close()
                raise ResultsError(f"{path}: run {run} is being raced by another program")
            # Whoever had it may have removed it just before.
            with suppress(OSError):
                if os.fstat(file.fileno()).st_ino == os.stat(beside).st_ino:
                    return file
            file.close()


def _now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
