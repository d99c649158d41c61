"""A run as it is written: each result is in the file as soon as it is measured, and the run can be resumed."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...encoders.naming.families import runs_code
from ...encoders.naming.listing import versions_of
from ...reference.contract.session import AnyBackend
from .columns import NAMES, RaceResult, read_result, values_of
from .judging import Batch
from .plan import RacePlan, write_corpus, write_plan
from .racer import load
from .reading import DatabaseError, ResultsFile, take_lock

_PATH = re.compile(r"(?:/[^/\s'\":,]+)+/([^/\s'\":,]+)")
"""A path in the message of an error. Only the last name is kept: results do not say where files lie on a machine."""

_INSERT = f"INSERT INTO result (run, entry, {', '.join(NAMES)}) VALUES (?, ?{', ?' * len(NAMES)})"  # noqa: S608 - our own


@dataclass
class Recording:
    """Writes one run, which `new_run` or `old_run` has opened.

    Each call is a transaction of its own. Raises `DatabaseError` where the file cannot be written any more.
    """

    file: ResultsFile
    run: int
    plan: RacePlan
    environment: dict[str, Any]
    """How and where it was raced so far, as the file has it."""

    def note(self, how: Mapping[str, object]) -> None:
        """Stores how the run is raced from now on, with the versions of all packages, and the load at this time."""
        with self.file.transaction() as connection:
            self._fact(connection, "raced", {**how, **versions_of(self.plan.names)})
            self._fact(connection, "loads", {"begun": _now(), "load": load()})

    def rest(self, batch: Batch) -> Batch | None:
        """Returns what is left to be run of a batch; None where all results are there."""
        settled: list[bool] = []
        for number in batch.numbers:
            key = (self.run, batch.entry, number)
            row = self.file.row("SELECT * FROM result WHERE (run, entry, puzzle) = (?, ?, ?)", *key)
            if row is None:
                return batch.resumed(settled)
            settled.append(read_result(row).is_settled(batch.limit))
        return None

    def add(self, batch: Batch, results: Sequence[RaceResult], machine: Mapping[str, str]) -> None:
        """Writes results of a batch, and the facts of the machine on which they were measured."""
        with self.file.transaction() as connection:
            number = self._fact(connection, "machines", machine)
            for result in results:
                result.batch, result.machine = batch.number, number
                result.said = result.said and _PATH.sub(r"\1", result.said)
            connection.executemany(_INSERT, [(self.run, batch.entry, *values_of(result)) for result in results])

    def done(self) -> int:
        """Returns the number of results that the run has, control puzzles left out."""
        return self.file.count(self.run)

    def finish(self) -> None:
        """Writes that the run is finished."""
        with self.file.transaction() as connection:
            finished = "UPDATE run SET finished = ? WHERE id = ? AND finished IS NULL"
            connection.execute(finished, (_now(), self.run))

    def _fact(self, connection: sqlite3.Connection, name: str, facts: Mapping[str, object]) -> int:
        """Returns the number of these facts in a list of the environment, to which they are added if they are new."""
        known: list[Mapping[str, object]] = self.environment.setdefault(name, [])
        if facts not in known:
            known.append(facts)
            new = (json.dumps(self.environment), self.run)
            connection.execute("UPDATE run SET environment = ? WHERE id = ?", new)
        return known.index(facts)


@contextmanager
def new_run(path: Path, plan: RacePlan) -> Iterator[Recording]:
    """Begins a run, and closes the file at the end; the file keeps the plan with its puzzles.

    Raises `DatabaseError` for a file that cannot be written, or that holds something else.
    """
    with ResultsFile(path, writing=True) as file:
        _ = plan.controls  # they take a while to make, in which other programs may write
        corpora = list(map(write_corpus, plan.corpora))
        with file.transaction() as connection:
            insert = "INSERT OR IGNORE INTO corpus (name, digest, about, puzzles) VALUES (?, ?, ?, ?)"
            connection.executemany(insert, corpora)
            key = "SELECT id FROM corpus WHERE (name, digest) = (?, ?)"
            written = write_plan(plan, [file.row(key, *corpus[:2])["id"] for corpus in corpora])
            insert = "INSERT INTO run (started, plan, environment) VALUES (?, ?, '{}')"
            run = connection.execute(insert, (_now(), written)).lastrowid or 0
        with _locked(path, run):
            yield Recording(file, run, plan, {})


@contextmanager
def old_run(
    path: Path,
    run: int | None = None,
    backends: Mapping[str, AnyBackend] | None = None,
    plan: RacePlan | None = None,
) -> Iterator[Recording]:
    """Resumes a run by its number, by default the last one that is not finished; with a plan only a run of that plan.

    `backends` are those that the caller names again, by their names: functions and objects, and names that start a
    program or import a module. A file may be from someone else, and must not run such code by itself. Raises
    `DatabaseError` where there is no such run, another program is racing it, it has another plan, or a backend is not
    named again that has to be.
    """
    if not path.is_file():
        raise DatabaseError(f"{path}: there is no such file of results")
    with ResultsFile(path, writing=True) as file:
        number = file.row("SELECT max(id) FROM run WHERE finished IS NULL")[0] if run is None else run
        if number is None:
            raise DatabaseError(f"{path}: no run in it was interrupted")
        stored = file.run(number, backends)
        if plan is not None and plan.asked != stored.plan.asked:
            raise DatabaseError(f"{path}: run {number}, the last one that is not finished, has another plan")
        refused = [name for name in stored.plan.names if runs_code(name) and name not in (backends or {})]
        if refused:
            raise DatabaseError(
                f"{path}: run {number} has backends that start programs or import modules: "
                f"{', '.join(map(repr, refused))}; to trust them, name them again with --backends"
            )
        with _locked(path, number):
            yield Recording(file, number, stored.plan, stored.environment)


@contextmanager
def _locked(path: Path, run: int) -> Iterator[None]:
    """Keeps other programs from racing this run; raises `DatabaseError` where one does."""
    lock = path.with_name(f"{path.name}-run{run}")
    held = take_lock(lock)
    if held is None:
        raise DatabaseError(f"{path}: another program is racing run {run}")
    with closing(held):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows: while it is held
                lock.unlink()


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
