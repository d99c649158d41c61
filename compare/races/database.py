"""The SQLite file of results: opened and locked, with the errors of SQLite in words.

Several programs may read and write one of them at the same time.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any, TypeVar

from ...reference.deadline import Deadline
from ...reference.errors import UnitdokuError
from ...reference.judgement import is_refuted, is_settled
from .schema import TABLES, VERSION

_BUSY_SECONDS = 60.0
"""How long a writer waits for another one."""


class DatabaseError(UnitdokuError, OSError):
    """A file that cannot be read or written, or that does not hold what is asked for; the message says why."""


_Self = TypeVar("_Self", bound="Database")


class Database:
    """An open file; a context manager. Raises `DatabaseError`, which names the file, for what SQLite raises."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self._lock: tuple[Path, sqlite3.Connection] | None = None

    def lock(self, name: str, said: str) -> None:
        """Takes the lock of this name until the file is closed. DatabaseError, with `said`, where it is held."""
        path = self.path.with_name(f"{self.path.name}-{name}")
        lock = take_lock(path)
        if lock is None:
            raise DatabaseError(f"{self.path}: {said}")
        self._lock = (path, lock)

    def query(self, sql: str, *values: object) -> Iterator[sqlite3.Row]:
        """Yields the rows of a query as they are read."""
        with in_words(self.path):
            yield from self.connection.execute(sql, values)

    def row(self, sql: str, *values: object) -> Any:
        """Returns the first row of a query; None where there is none."""
        return next(self.query(sql, *values), None)

    def insert(self, table: str, row: Mapping[str, object]) -> int:
        """Inserts a row, given as column to value, and returns its number."""
        names = ", ".join(row)
        sql = f"INSERT INTO {table} ({names}) VALUES (:{', :'.join(row)})"  # noqa: S608 - names of our own
        with in_words(self.path):
            return self.connection.execute(sql, row).lastrowid or 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Makes all that is written inside one transaction, which is undone after an exception."""
        with in_words(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Closes the file, and releases its lock."""
        self.connection.close()
        if self._lock is not None:
            path, lock = self._lock
            with suppress(OSError):
                path.unlink()
            lock.close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def take_lock(path: Path) -> sqlite3.Connection | None:
    """Returns a lock on a path, which is held until it is closed; None where another program holds it.

    The lock is a transaction in an empty SQLite file, which is made. The system releases it when the process ends,
    however it ends, and a forked child does not inherit it. Raises `DatabaseError` where no file can be made.
    """
    with in_words(path):
        lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            lock.close()
            if "locked" not in str(error):
                raise
            return None
    # A program that releases a lock may have removed the file since it was opened here.
    return lock if path.exists() else take_lock(path)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Returns a connection whose statements are transactions of their own; a missing or empty file gets the tables.

    What is committed stays when this program ends, however it ends. Raises `DatabaseError` for a file that holds
    anything else, which is left as it is, and for one that cannot be written.
    """
    with in_words(path), ExitStack() as after_errors:
        connection = after_errors.enter_context(closing(_connected(str(path))))
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            _check_version(connection, path)
        tables = TABLES.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS")
        # This writes in any case: a file that cannot be written is found before anything is measured.
        connection.executescript(f"BEGIN IMMEDIATE; {tables} PRAGMA user_version = {VERSION}; COMMIT")
        _use_write_ahead_log(connection)
        # A power cut may cost the last rows, and never the file.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        after_errors.pop_all()
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Returns a connection that changes nothing. `DatabaseError` where the file is missing or holds anything else."""
    if not path.is_file():
        raise DatabaseError(f"{path}: there is no such file of results")
    # In a folder that cannot be written there is no room for the index of the log. `mode=ro` would leave it behind.
    fixed = not os.access(path.parent, os.W_OK) and not os.path.exists(f"{path}-wal")
    where = f"{path.resolve().as_uri()}?{'immutable=1' if fixed else 'mode=rw'}"
    with in_words(path), ExitStack() as after_errors:
        connection = after_errors.enter_context(closing(_connected(where, uri=True)))
        _check_version(connection, path)
        connection.execute("PRAGMA query_only = ON")
        after_errors.pop_all()
    return connection


@contextmanager
def in_words(path: Path, errors: tuple[type[Exception], ...] = (sqlite3.Error, UnicodeEncodeError)) -> Iterator[None]:
    """Turns what SQLite raises inside into a `DatabaseError` with the name of the file."""
    try:
        yield
    except errors as error:
        raise DatabaseError(f"{path} cannot be used for results ({error})") from error


def read_in_words(path: Path) -> AbstractContextManager[None]:
    """Turns what stored content raises where it is not as it was written into a `DatabaseError`."""
    return in_words(path, (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError))


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `DatabaseError` where the tables of a file are not those of this version."""
    if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        raise DatabaseError(f"{path} cannot be used for results (its tables are not those of this version)")


def _connected(where: str, uri: bool = False) -> sqlite3.Connection:
    """Opens a connection whose queries may call the judgement of answers."""
    connection = sqlite3.connect(where, timeout=_BUSY_SECONDS, check_same_thread=False, isolation_level=None, uri=uri)
    connection.row_factory = sqlite3.Row
    for judgement in (is_settled, is_refuted):
        connection.create_function(judgement.__name__, -1, judgement, deterministic=True)
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
