"""A run as it is written: each result is in the file as soon as it is there, and the run can be gone on with."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from ...encoders.backends.listing import versions_of
from ..races.batch import Batch, RaceResult
from ..races.machine import commit
from ..races.plan import RacePlan
from .database import ResultsError, open_for_writing, told
from .file_lock import lock
from .stored_plan import inserted, store_corpus, stored_plan

_RESULT = (
    "entry, puzzle, batch, machine, found, exhausted, digest, wall, cpu, encode, load, peak, pace, "
    "guesses, conflicts, decisions, propagations, failure, said"
)
_INSERT = f"INSERT INTO result ({_RESULT}) VALUES ({', '.join('?' * len(_RESULT.split(',')))})"  # noqa: S608 - our own

_PATH = re.compile(r"(?:/[^/\s'\":,]+)+/([^/\s'\":,]+)")
"""A path in an error of somebody else, of which only the name is kept: where files lie is nobody's business."""


class Recording:
    """Writes one run; a context manager. Made by `new_run` and `old_run`, which say what they raise.

    Every call is a transaction of its own. Raises `ResultsError` where the file cannot be written any more.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, run: int, plan: RacePlan) -> None:
        self.path = path
        self.run = run
        self.plan = plan
        self.connection = connection
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
        told_of = _PATH.sub(r"\1", said) or None
        row = (entry, puzzle, batch.number, self._machine(machine), *values, failed, told_of)
        with told(self.path):
            self.connection.execute(_INSERT, row)

    def lost(self, batch: Batch, worker: str) -> None:
        """Keeps that a worker was lost with a batch."""
        left = len(batch) - batch.known
        with told(self.path):
            self.connection.execute(
                "INSERT INTO loss (run, entry, puzzles, worker, at) VALUES (?, ?, ?, ?, ?)",
                (self.run, self._entries[batch.entry], left, worker, _now()),
            )

    def done(self) -> int:
        """How many results the run has."""
        with told(self.path):
            asked = "SELECT count(*) FROM result JOIN entry ON entry.id = result.entry WHERE run = ?"
            (count,) = self.connection.execute(asked, (self.run,)).fetchone()
        return int(count)

    def finish(self) -> None:
        """Keeps that the run is done."""
        with told(self.path):
            self.connection.execute("UPDATE run SET finished = ? WHERE id = ? AND finished IS NULL", (_now(), self.run))

    def close(self) -> None:
        """Gives the file back."""
        self.connection.close()
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
        settled = "failure IS NULL AND is_settled(found, exhausted, ?)"
        asked = f"SELECT puzzle, {settled} FROM result WHERE entry = ? AND puzzle = ?"  # noqa: S608 - our own
        entry = self._entries[batch.entry]
        with told(self.path):
            rows = [self.connection.execute(asked, (batch.limit, entry, number)).fetchone() for number in batch.numbers]
        return {row[0]: bool(row[1]) for row in rows if row is not None}

    def _machine(self, facts: Mapping[str, str]) -> int:
        text = json.dumps(facts)
        if text not in self._machines:
            with told(self.path):
                self.connection.execute("INSERT OR IGNORE INTO machine (facts) VALUES (?)", (text,))
                (number,) = self.connection.execute("SELECT id FROM machine WHERE facts = ?", (text,)).fetchone()
            self._machines[text] = number
        return self._machines[text]


def new_run(path: Path, plan: RacePlan, how: Mapping[str, object]) -> Recording:
    """A run that begins; `how` says how it is run. The plan, its puzzles and the versions of all packages are kept.

    Raises `ResultsError` for a file that cannot be written, or holds something else.
    """
    connection = open_for_writing(path)
    try:
        environment = _environment(plan, how)
        with _transaction(connection, path):
            run = inserted(
                connection.execute(
                    "INSERT INTO run (started, settings, environment) VALUES (?, ?, ?)",
                    (_now(), json.dumps(plan.settings._asdict()), json.dumps(environment)),
                )
            )
            corpora = [store_corpus(connection, corpus) for corpus in plan.corpora]
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


def old_run(path: Path, run: int | None = None, how: Mapping[str, object] | None = None) -> Recording:
    """A run that is gone on with, by its number; by default the last one that is not finished.

    The versions of all packages, and `how` it is run now, are kept where they are not those that it was begun with.

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
        recording = Recording(path, connection, run, plan)
    except BaseException:
        connection.close()
        raise
    try:
        _keep_what_changed(recording, how or {})
        return recording
    except BaseException:
        connection.close()
        raise


def _environment(plan: RacePlan, how: Mapping[str, object]) -> dict[str, object]:
    return {"versions": versions_of(plan.backends), "commit": commit(), **how}


def _keep_what_changed(recording: Recording, how: Mapping[str, object]) -> None:
    """Adds to the environment of a run what is different now."""
    connection = recording.connection
    with _transaction(connection, recording.path):
        (stored,) = connection.execute("SELECT environment FROM run WHERE id = ?", (recording.run,)).fetchone()
        kept = json.loads(stored)
        changed = {name: now for name, now in _environment(recording.plan, how).items() if kept.get(name) != now}
        if changed:
            kept.setdefault("resumed with", []).append({"at": _now(), **changed})
            new = (json.dumps(kept), recording.run)
            connection.execute("UPDATE run SET environment = ? WHERE id = ?", new)


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
