"""The tables of a file of results.

Times are nanoseconds and memory is KiB. SQLite stores a whole number in as few bytes as it needs: a result takes some
sixty bytes.
"""

from __future__ import annotations

import re
from zlib import crc32

from .columns import COLUMNS

TABLES = f"""
CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL UNIQUE -- JSON: processor, cores, memory, system, Python
);
CREATE TABLE layout (
    id INTEGER PRIMARY KEY,
    content TEXT NOT NULL UNIQUE, -- JSON: its name, or an object with all units
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
    finished TEXT, -- NULL where it is not
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
    machine INTEGER NOT NULL REFERENCES machine,
{"".join(column.sql for column in COLUMNS)}    PRIMARY KEY (entry, puzzle)
) WITHOUT ROWID;
CREATE TABLE truth (
    run INTEGER NOT NULL REFERENCES run,
    corpus INTEGER NOT NULL REFERENCES corpus,
    number INTEGER NOT NULL, -- of a puzzle with a certificate; negative for salt
    layout INTEGER REFERENCES layout, -- NULL where the corpus has the puzzle
    line TEXT,
    solutions TEXT NOT NULL, -- JSON: some of them
    exhausted INTEGER NOT NULL, -- whether these are all
    PRIMARY KEY (run, corpus, number)
) WITHOUT ROWID;
"""

VERSION = crc32(re.sub(r"--.*|\s", "", TABLES).encode()) >> 1
"""The number of these tables, comments apart, which a file keeps as its `user_version`."""
