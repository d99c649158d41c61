"""The plan of a run in the file, with all puzzles: what is needed to go on, wherever they came from."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from ...reference.layout import Layout
from ...reference.text.json_lines import read_layout, written_layout
from ...reference.text.parse import parse_puzzle
from ...reference.text.write import write_line
from ..corpora.corpus import Corpus, Provenance
from ..races.plan import RacePlan, RaceSettings
from ..races.question import question_named
from .database import ResultsError


def stored_plan(connection: sqlite3.Connection, run: int, path: Path) -> RacePlan:
    """The plan; `ResultsError` where there is no such run."""
    row = connection.execute("SELECT settings FROM run WHERE id = ?", (run,)).fetchone()
    if row is None:
        raise ResultsError(f"{path}: there is no run {run}")
    asked = "SELECT corpus, question, mode, backend FROM entry WHERE run = ? ORDER BY number"
    # Each in the order in which it is first met, which is that of the plan.
    corpora, questions, modes, backends = map(dict.fromkeys, zip(*connection.execute(asked, (run,)), strict=True))
    return RacePlan(
        tuple(_corpus(connection, corpus) for corpus in corpora),
        tuple(backends),
        tuple(question_named(name) for name in questions),
        tuple(modes),
        RaceSettings(**json.loads(row[0])),
    )


def _corpus(connection: sqlite3.Connection, number: int) -> Corpus:
    asked = "SELECT name, what, bias, source, licence FROM corpus WHERE id = ?"
    name, *about = connection.execute(asked, (number,)).fetchone()
    layouts: dict[int, Layout] = {}
    puzzles = []
    for layout, line in connection.execute(
        "SELECT layout, line FROM puzzle WHERE corpus = ? ORDER BY number", (number,)
    ):
        if layout not in layouts:
            (content,) = connection.execute("SELECT content FROM layout WHERE id = ?", (layout,)).fetchone()
            layouts[layout] = read_layout(json.loads(content))
        puzzles.append(parse_puzzle(line, layouts[layout]))
    return Corpus(name, tuple(puzzles), Provenance(*about))


def store_corpus(connection: sqlite3.Connection, corpus: Corpus) -> int:
    """The row of a corpus; one that is the same, by name and digest, is there only once."""
    found = connection.execute("SELECT id FROM corpus WHERE (name, digest) = (?, ?)", (corpus.name, corpus.digest))
    row = found.fetchone()
    if row is not None:
        return int(row[0])
    number = inserted(
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


def inserted(cursor: sqlite3.Cursor) -> int:
    """The number of the row that was inserted."""
    return cursor.lastrowid or 0
