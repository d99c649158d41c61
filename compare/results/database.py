"""A file of results: opened, checked, and its errors told so that a user understands them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from ...reference.deadline import Deadline
from ...reference.errors import UnitdokuError
from ...reference.judgement import is_refuted, is_settled
from . import schema

_BUSY_SECONDS = 60.0
"""How long a writer waits for another one."""


class ResultsError(UnitdokuError, OSError):
    """A file of results that cannot be read or written, or does not hold what is asked for; the message says why."""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """A connection, each statement its own transaction; a missing or empty file becomes one for results.

    Other programs may read and write meanwhile (write-ahead log). What is committed stays when this program ends,
    however it does. Raises `ResultsError` for a file that holds anything else, or cannot be written.
    """
    with told(path):
        connection = _connected(str(path), isolation_level=None)
        try:
            if schema.is_empty(connection):
                _make(connection)
            _check(connection, path)
            _keep_a_log(connection)
            # A power cut may cost the last results, and never the file.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            # Whether it can be written is to be known before anything is raced.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA user_version = {schema.VERSION}")
            connection.execute("ROLLBACK")
        except BaseException:
            connection.close()
            raise
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; `ResultsError` where the file is missing or no file of results."""
    if not path.is_file():
        raise ResultsError(f"{path}: there is no such file of results")
    with told(path):
        try:
            # Not `mode=ro`: such a connection leaves the log and its index behind.
            return _reading(path, "mode=rw")
        except sqlite3.OperationalError:
            # On a disk that is only to be read there is no room for the index of the log; without a log none is needed.
            if os.path.exists(f"{path}-wal"):
                raise
            return _reading(path, "immutable=1")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What SQLite raises here becomes a `ResultsError` with the name of the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise ResultsError(f"{path}: {_in_words(error)}") from error


def _make(connection: sqlite3.Connection) -> None:
    try:
        schema.make(connection)
    except sqlite3.OperationalError:
        # Somebody else may have been first.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if schema.is_empty(connection):
            raise


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Turns the write-ahead log on; for that SQLite itself does not wait until others are done."""
    deadline = Deadline(_BUSY_SECONDS)
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or deadline.expired:
                raise
            sleep(0.01)


def _connected(where: str, **options: Any) -> sqlite3.Connection:
    """Opens a connection whose queries may call the judgement of answers."""
    connection: sqlite3.Connection = sqlite3.connect(where, timeout=_BUSY_SECONDS, check_same_thread=False, **options)
    for judgement in (is_settled, is_refuted):
        connection.create_function(judgement.__name__, -1, judgement, deterministic=True)
    return connection


def _reading(path: Path, how: str) -> sqlite3.Connection:
    connection = _connected(f"{path.resolve().as_uri()}?{how}", uri=True)
    try:
        connection.execute("PRAGMA query_only = ON")
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    wrong = schema.wrong_with(connection)
    if wrong:
        raise ResultsError(f"{path} {wrong}")


def _in_words(error: sqlite3.Error) -> str:
    said = str(error)
    known = {
        "file is not a database": "is no database",
        "unable to open database file": "cannot be opened",
        "attempt to write a readonly database": "can only be read",
        "database or disk is full": "the disk is full; what was there is kept",
        "disk I/O error": "the disk cannot be written; what was there is kept",
        "database is locked": "another program has been writing to it for too long",
    }
    return known.get(said, said)
