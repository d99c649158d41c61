"""The tables of a file of results, and connections, locks and errors of SQLite for it.

Several programs may read and write one of them at the same time. Times are nanoseconds and memory is KiB. SQLite stores
a whole number in as few bytes as it needs: a result takes some sixty bytes.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from os.path import samestat
from pathlib import Path
from time import sleep
from zlib import crc32

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import UnitdokuError
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
