"""The tables of a results file, and which of its versions can be read.

Times are nanoseconds, memory is KiB, and whole numbers take no more bytes than they need: a result takes some sixty.
"""

from __future__ import annotations

import sqlite3

APPLICATION = 0x756E6974
"""What SQLite keeps in a file's header to say whose it is: `unit`."""

VERSION = 1

TABLES = """
CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL UNIQUE -- JSON: processor, cores, memory, system, Python
);
CREATE TABLE layout (
    id INTEGER PRIMARY KEY,
    content TEXT NOT NULL UNIQUE, -- JSON: the name, or the object with all units
    size INTEGER NOT NULL,
    cells INTEGER NOT NULL
);
CREATE TABLE corpus (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest TEXT NOT NULL, -- SHA-256 of the puzzles with their layouts
    puzzles INTEGER NOT NULL,
    what TEXT NOT NULL,
    bias TEXT NOT NULL,
    source TEXT NOT NULL,
    licence TEXT NOT NULL,
    UNIQUE (name, digest)
);
CREATE TABLE puzzle (
    corpus INTEGER NOT NULL REFERENCES corpus,
    number INTEGER NOT NULL, -- from 0, in the order of the file
    layout INTEGER NOT NULL REFERENCES layout,
    line TEXT NOT NULL,
    PRIMARY KEY (corpus, number)
) WITHOUT ROWID;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL, -- UTC, as 2026-11-21T20:00:00Z
    finished TEXT, -- NULL: it can be gone on with
    settings TEXT NOT NULL, -- JSON
    environment TEXT NOT NULL -- JSON: versions, commit, how it was run
);
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run,
    number INTEGER NOT NULL, -- from 0, in the order of the plan
    corpus INTEGER NOT NULL REFERENCES corpus,
    question TEXT NOT NULL, -- first, unique, count:1000
    mode TEXT NOT NULL, -- cold, warm
    backend TEXT NOT NULL,
    UNIQUE (run, number)
);
CREATE TABLE result (
    entry INTEGER NOT NULL REFERENCES entry,
    puzzle INTEGER NOT NULL, -- its number in the corpus of the entry
    batch INTEGER NOT NULL, -- from 0; what was measured at one time
    machine INTEGER NOT NULL REFERENCES machine,
    found INTEGER NOT NULL,
    exhausted INTEGER NOT NULL,
    digest INTEGER NOT NULL, -- of the set of solutions
    wall INTEGER NOT NULL, -- of solving; encode and load are apart
    cpu INTEGER NOT NULL,
    encode INTEGER NOT NULL,
    load INTEGER NOT NULL,
    peak INTEGER NOT NULL, -- of the process by then
    pace INTEGER NOT NULL, -- of a fixed piece of work just before the batch
    guesses INTEGER,
    conflicts INTEGER,
    decisions INTEGER,
    propagations INTEGER,
    failure TEXT, -- crashed, timed out, out of memory, invalid, wrong
    said TEXT,
    PRIMARY KEY (entry, puzzle)
) WITHOUT ROWID;
CREATE TABLE loss (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run,
    entry INTEGER NOT NULL REFERENCES entry,
    puzzles INTEGER NOT NULL, -- that were begun again elsewhere
    worker TEXT NOT NULL,
    at TEXT NOT NULL
);
"""


def make(connection: sqlite3.Connection) -> None:
    """Makes the tables in an empty file, all or none."""
    connection.executescript(
        f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT"
    )


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether there is nothing in the file."""
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def wrong_with(connection: sqlite3.Connection) -> str:
    """Why the file cannot be used, to be read after its name; empty where it can."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        return "is a database of something else"
    if version < VERSION:
        return (
            f"was made by an earlier unitdoku (tables of version {version}, this one has {VERSION}); use another file"
        )
    if version > VERSION:
        return f"was made by a later unitdoku (tables of version {version}, not {VERSION})"
    return ""
