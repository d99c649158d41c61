"""SQLite files of this package: opened, migrated and locked, with the errors of SQLite in words.

Results of races are such files. Several programs may read and write one of them at the same time.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple, TypeVar

from ...reference.deadline import Deadline
from ...reference.errors import UnitdokuError
from ...reference.judgement import is_refuted, is_settled

_BUSY_SECONDS = 60.0
"""How long a writer waits for another one."""

_WORDS = {
    "file is not a database": "is no database; name another file",
    "file is encrypted": "is no database; name another file",
    "malformed": "is damaged; name another file for new results, and sqlite3 FILE .recover shows what is left in it",
    "unable to open database file": "cannot be opened; its folder has to exist, and to allow new files",
    "readonly database": "can only be read; name a file in a folder that allows new files",
    "disk is full": "the disk is full, and what was there is kept; make room, or name a file on another disk",
    "disk I/O error": "the disk cannot be written, and what was there is kept; make room, or name another file",
    "is locked": "another program has been writing to it for too long; try again when that has ended",
}
"""Words in an error of SQLite to what it means and what to do, to be read after the name of the file."""

_DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What stored content that is not as it was written raises where it is read."""


_MOST_SEEN = 80
"""Characters of an error about damaged content."""


class DatabaseError(UnitdokuError, OSError):
    """A file that cannot be read or written, or that does not hold what is asked for; the message says why."""


class Schema(NamedTuple):
    """What a kind of file holds. A file of an earlier version is migrated, one of a later version is refused.

    Tables and columns that a file lacks are added from `tables`: a column that is added there has to be nullable or to
    have a default, and needs no new version. Any other change is a step.
    """

    application: int
    """What SQLite keeps in the header of a file to say to which program it belongs."""
    what: str
    """What the file holds, in words."""
    tables: str
    """SQL that makes the tables of the latest version."""
    steps: tuple[tuple[str, ...], ...] = ()
    """The SQL statements that lead from version 1 to 2, from 2 to 3, and so on."""

    @property
    def version(self) -> int:
        """The version of the tables, from 1."""
        return 1 + len(self.steps)


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
        except sqlite3.OperationalError as error:
            lock.close()
            if "locked" not in str(error):
                raise
            return None
    # A program that releases a lock may have removed the file since it was opened here.
    return lock if path.exists() else take_lock(path)


def open_for_writing(path: Path, schema: Schema) -> sqlite3.Connection:
    """Returns a connection whose statements are transactions of their own; a missing or empty file gets the tables.

    What is committed stays when this program ends, however it ends. Raises `DatabaseError` for a file that holds
    anything else or is of a later version, which is left as it is, and for one that cannot be written.
    """
    with in_words(path):
        connection = _connected(str(path), isolation_level=None)
        try:
            # This writes in any case: a file that cannot be written is found before anything is measured.
            connection.execute("BEGIN IMMEDIATE")
            is_latest = _is_latest(connection, path, schema)
            _migrate(connection, schema)
            connection.execute("ROLLBACK" if is_latest else "COMMIT")
            _use_write_ahead_log(connection)
            # A power cut may cost the last rows, and never the file.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
    return connection


def open_for_reading(path: Path, schema: Schema) -> sqlite3.Connection:
    """Returns a connection that changes nothing; a file of an earlier version is migrated in a temporary copy.

    Raises `DatabaseError` where the file is missing, holds anything else or is of a later version.
    """
    if not path.is_file():
        raise DatabaseError(f"{path}: there is no such file of {schema.what}")
    with in_words(path):
        try:
            # Not `mode=ro`: such a connection leaves the log and its index behind.
            return _reading(path, schema, "mode=rw")
        except sqlite3.OperationalError:
            # On a read-only disk there is no room for the index of the log; without a log none is needed.
            if os.path.exists(f"{path}-wal"):
                raise
            return _reading(path, schema, "immutable=1")


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns what SQLite raises inside into a `DatabaseError` with the name of the file."""
    try:
        yield
    except sqlite3.Error as error:
        said = next((said for words, said in _WORDS.items() if words in str(error)), f"{error}; name another file")
        raise DatabaseError(f"{path}: {said}") from error
    except UnicodeEncodeError as error:
        raise DatabaseError(f"{path}: {error.object!r} is no text that can be stored; name it otherwise") from error


@contextmanager
def damage_in_words(path: Path, what: str) -> Iterator[None]:
    """Turns what damaged content raises where it is read into a `DatabaseError`; `what` is the content in words."""
    try:
        yield
    except _DAMAGE as error:
        seen = str(error) if len(str(error)) <= _MOST_SEEN else f"{str(error)[:_MOST_SEEN]}..."
        raise DatabaseError(f"{path}: {what} cannot be read ({seen}): the file is damaged, name another one") from error


def _connected(where: str, **options: Any) -> sqlite3.Connection:
    """Opens a connection whose queries may call the judgement of answers."""
    connection: sqlite3.Connection = sqlite3.connect(where, timeout=_BUSY_SECONDS, check_same_thread=False, **options)
    connection.row_factory = sqlite3.Row
    for judgement in (is_settled, is_refuted):
        connection.create_function(judgement.__name__, -1, judgement, deterministic=True)
    return connection


def _reading(path: Path, schema: Schema, how: str) -> sqlite3.Connection:
    connection = _connected(f"{path.resolve().as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        if not _is_latest(connection, path, schema):
            copy = _connected("", isolation_level=None)  # a temporary file, which SQLite removes
            with closing(connection):
                connection.backup(copy)
            connection = copy
            _migrate(connection, schema)
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _number(connection: sqlite3.Connection, sql: str) -> int:
    return int(connection.execute(sql).fetchone()[0])


def _is_latest(connection: sqlite3.Connection, path: Path, schema: Schema) -> bool:
    """Whether the file needs no migration; DatabaseError for a file of another kind or of a later version."""
    if not _number(connection, "SELECT count(*) FROM sqlite_master"):
        return False
    if _number(connection, "PRAGMA application_id") != schema.application:
        raise DatabaseError(f"{path} is a database of something else, not of {schema.what}")
    version = _number(connection, "PRAGMA user_version")
    if version > schema.version:
        raise DatabaseError(f"{path} was made by a later unitdoku (tables of version {version}, not {schema.version})")
    return version == schema.version and not _missing(connection, schema)


def _migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    """Brings the tables to the latest version, by the steps from the version of the file, then by what is missing."""
    version = _number(connection, "PRAGMA user_version")
    for step in schema.steps[version - 1 :] if version else ():
        for statement in step:
            connection.execute(statement)
    for statement in _missing(connection, schema):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {schema.application}")
    connection.execute(f"PRAGMA user_version = {schema.version}")


def _missing(connection: sqlite3.Connection, schema: Schema) -> list[str]:
    """Returns the statements that add the tables and columns of the schema that the file lacks."""
    statements = []
    with closing(sqlite3.connect(":memory:")) as latest:
        latest.executescript(schema.tables)
        for table, sql in latest.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"):
            known = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            if not known:
                statements.append(sql)
                continue
            for _, name, kind, required, default, _ in latest.execute(f"PRAGMA table_info({table})"):
                if name not in known:
                    rest = " NOT NULL" * required + (f" DEFAULT {default}" if default is not None else "")
                    statements.append(f"ALTER TABLE {table} ADD COLUMN {name} {kind}{rest}")
    return statements


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
