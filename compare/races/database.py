"""The SQLite file of results: its tables, opened and locked, with the errors of SQLite in words.

Several programs may read and write one of them at the same time. Times are nanoseconds and memory is KiB. SQLite stores
a whole number in as few bytes as it needs: a result takes some sixty bytes.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import sleep
from typing import Any
from zlib import crc32

from ...reference.deadline import Deadline
from ...reference.errors import UnitdokuError
from .columns import COLUMNS

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
    plan TEXT NOT NULL, -- JSON: numbers of the corpora, backends, questions, modes, settings, salt, certificates
    environment TEXT NOT NULL -- JSON: machines, how it was raced with which versions
);
CREATE TABLE result (
    run INTEGER NOT NULL REFERENCES run,
    entry INTEGER NOT NULL, -- its number in the plan
{"".join(column.sql for column in COLUMNS)}    PRIMARY KEY (run, entry, puzzle)
) WITHOUT ROWID;
"""

VERSION = crc32(re.sub(r"--.*|\s", "", TABLES).encode()) >> 1
"""The number of these tables, comments apart, which a file keeps as its `user_version`."""

_BUSY_SECONDS = 60.0
"""How long a writer waits for another one."""


class DatabaseError(UnitdokuError, OSError):
    """A file that cannot be read or written, or that does not hold what is asked for; the message says why."""


class Database(ExitStack):
    """An open file; a context manager. Raises `DatabaseError`, which names the file, for what SQLite raises.

    A file for reading is never changed. A missing or empty file for writing gets the tables. What was written in a
    `transaction` stays when this program ends, however it ends. A file that holds anything else is refused, and left as
    it is.
    """

    def __init__(self, path: Path, writing: bool = False) -> None:
        super().__init__()
        self.path = path
        if not writing and not path.is_file():
            raise DatabaseError(f"{path}: there is no such file of results")
        where = f"{path.resolve().as_uri()}?mode={'rwc' if writing else 'rw'}"
        with in_words(path), ExitStack() as after_errors:
            after_errors.enter_context(self)
            self.connection = self.enter_context(closing(_connected(where, _BUSY_SECONDS, uri=True)))
            self._check(writing)
            after_errors.pop_all()

    def _check(self, writing: bool) -> None:
        is_new = writing and not self.row("SELECT count(*) FROM sqlite_master")[0]
        if not is_new and self.row("PRAGMA user_version")[0] != VERSION:
            raise DatabaseError(f"{self.path} cannot be used for results (its tables are not those of this version)")
        if not writing:
            self.connection.execute("PRAGMA query_only = ON")
            return
        tables = TABLES.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS")
        # This writes in any case: a file that cannot be written is found before anything is measured.
        self.connection.executescript(f"BEGIN IMMEDIATE; {tables} PRAGMA user_version = {VERSION}; COMMIT")
        _use_write_ahead_log(self.connection)
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


def take_lock(path: Path) -> sqlite3.Connection | None:
    """Returns a lock on a path, which is held until it is closed; None where another program holds it.

    The lock is a transaction in an empty SQLite file, which is made. The system releases it when the process ends,
    however it ends, and a forked child does not inherit it. Raises `DatabaseError` where no file can be made.
    """
    with in_words(path), ExitStack() as after_errors:
        lock = after_errors.enter_context(closing(_connected(str(path), 0)))
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            return None
        after_errors.pop_all()
    # A program that releases a lock may have removed the file since it was opened here.
    return lock if path.exists() else take_lock(path)


@contextmanager
def in_words(path: Path, errors: tuple[type[Exception], ...] = (sqlite3.Error,)) -> Iterator[None]:
    """Turns what SQLite raises inside, or other errors, into a `DatabaseError` with the name of the file."""
    try:
        yield
    except errors as error:
        raise DatabaseError(f"{path} cannot be used for results ({error})") from error


def _connected(where: str, seconds: float, uri: bool = False) -> sqlite3.Connection:
    """Opens a connection whose statements are transactions of their own; it waits so long for other programs."""
    connection = sqlite3.connect(where, timeout=seconds, isolation_level=None, uri=uri)
    connection.row_factory = sqlite3.Row
    return connection


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Lets other programs read while this connection writes; SQLite itself does not wait until they let it switch."""
    deadline = Deadline(_BUSY_SECONDS)
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or deadline.expired:
                raise
            sleep(0.01)
