"""A run as it is written: each result is in the file as soon as it is measured, and the run can be resumed.

The file holds the plan of a run with all its puzzles, so that a run can be resumed without the files they came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path

from ...encoders.backends.listing import versions_of
from ...encoders.backends.registry import runs_code
from ...puzzles.text.json_lines import read_layout, written_layout
from ...puzzles.text.parse import parse_puzzle
from ...puzzles.text.write import write_line
from ...reference.contract import AnyBackend
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..corpora.corpus import Corpus, Provenance
from .batch import Batch
from .columns import RaceResult
from .database import Database, DatabaseError, open_for_writing, read_in_words
from .machine import commit
from .plan import RacePlan, question_named
from .reading import COUNTED, read_settings, run_row
from .salt import SaltPuzzle

_PATH = re.compile(r"(?:/[^/\s'\":,]+)+/([^/\s'\":,]+)")
"""A path in the message of an error. Only the last name is kept: results do not say where files lie on a machine."""


class Recording(Database):
    """Writes one run; a context manager. `new_run` and `old_run` make it, and say what they raise.

    Each call is a transaction of its own. Raises `DatabaseError` where the file cannot be written any more.
    """

    def __init__(self, file: Database, run: int, plan: RacePlan) -> None:
        super().__init__(file.path, file.connection)
        self.run = run
        self.plan = plan
        self.lock(f"run{run}", f"another program is racing run {run}")
        self._entries = [row["id"] for row in self.query("SELECT id FROM entry WHERE run = ? ORDER BY number", run)]
        self._machines: dict[str, int] = {}

    def rest(self, batch: Batch) -> Batch | None:
        """Returns what is left to be run of a batch; None where all results are there."""
        sql = (
            "SELECT failure IS NULL AND is_settled(found, exhausted, ?) AS settled "
            "FROM result WHERE entry = ? AND puzzle = ?"
        )
        settled: list[bool] = []
        for number in batch.numbers:
            row = self.row(sql, batch.limit, self._entries[batch.entry], number)
            if row is None:
                return batch.resumed(settled)
            settled.append(bool(row["settled"]))
        return None

    def add(self, batch: Batch, result: RaceResult, machine: Mapping[str, str]) -> None:
        """Writes a result of a batch, and the facts of the machine on which it was measured."""
        said = None if result.said is None else _PATH.sub(r"\1", result.said)
        of = {"entry": self._entries[batch.entry], "batch": batch.number, "machine": self._machine(machine)}
        self.insert("result", {**vars(result), **of, "said": said})

    def done(self) -> int:
        """Returns the number of results that the run has, salt left out."""
        return int(self.row(COUNTED, self.run)[0])

    def finish(self) -> None:
        """Writes that the run is finished."""
        with self.transaction():
            finished = "UPDATE run SET finished = ? WHERE id = ? AND finished IS NULL"
            self.connection.execute(finished, (_now(), self.run))

    def _machine(self, facts: Mapping[str, str]) -> int:
        text = json.dumps(facts)
        if text not in self._machines:
            with self.transaction():  # other programs may write the same machine
                self._machines[text] = _id_of(self, "machine", facts=text)
        return self._machines[text]


def new_run(path: Path, plan: RacePlan, how: Mapping[str, object]) -> Recording:
    """Begins a run; the file keeps the plan, its puzzles, the versions of all packages, and `how` the race is run.

    Raises `DatabaseError` for a file that cannot be written, or that holds something else.
    """
    file = Database(path, open_for_writing(path))
    try:
        # Salt and certificates take a while, in which other programs may write.
        environment, salted, certified = _environment(plan, how), plan.salt, plan.certified
        with file.transaction():
            settings = json.dumps(plan.settings._asdict())
            run = file.insert("run", {"started": _now(), "settings": settings, "environment": json.dumps(environment)})
            corpora = [_store_corpus(file, corpus) for corpus in plan.corpora]
            for corpus, salt, proved in zip(corpora, salted, certified, strict=True):
                truths: list[tuple[int, Puzzle | None, Result]] = [*salt]
                truths += [(number, None, answer) for number, answer in proved.items()]
                for number, puzzle, answer in truths:
                    of = {"run": run, "corpus": corpus, "number": number}
                    known = {"solutions": json.dumps(answer.solutions), "exhausted": answer.exhausted}
                    layout = None if puzzle is None else _layout(file, puzzle.layout)
                    line = None if puzzle is None else write_line(puzzle)
                    file.insert("truth", {**of, "layout": layout, "line": line, **known})
            for entry in plan.entries:
                row = {**entry._asdict(), "corpus": corpora[entry.corpus], "question": entry.question.name}
                file.insert("entry", {"run": run, **row})
        return Recording(file, run, plan)
    except BaseException:
        file.close()
        raise


def old_run(
    path: Path,
    run: int | None = None,
    how: Mapping[str, object] | None = None,
    backends: Mapping[str, AnyBackend] | None = None,
    plan: RacePlan | None = None,
) -> Recording:
    """Resumes a run by its number, by default the last one that is not finished; with a plan only a run of that plan.

    `backends` are those that the caller names again, by their names: functions and objects, and names that start a
    program or import a module. A file may be from someone else, and must not run such code by itself. The versions of
    packages and the parts of `how` that differ from those of the start are added to the file. Raises `DatabaseError`
    where there is no such run, another program is racing it, it has another plan, or a backend is not named again that
    has to be.
    """
    if not path.is_file():
        raise DatabaseError(f"{path}: there is no such file of results")
    file = Database(path, open_for_writing(path))
    try:
        if run is None:
            run = file.row("SELECT max(id) FROM run WHERE finished IS NULL")[0]
            if run is None:
                raise DatabaseError(f"{path}: no run in it was interrupted")
        with read_in_words(path):
            stored = _stored_plan(file, run, backends or {})
        if plan is not None and not plan.is_same(stored):
            raise DatabaseError(f"{path}: run {run}, the last one that is not finished, has another plan")
        refused = [name for name in stored.names if runs_code(name) and name not in (backends or {})]
        if refused:
            raise DatabaseError(
                f"{path}: run {run} has backends that start programs or import modules: "
                f"{', '.join(map(repr, refused))}; to trust them, name them again with --backends"
            )
        file = recording = Recording(file, run, stored)
        _add_changes(recording, how or {})
        return recording
    except BaseException:
        file.close()
        raise


def _environment(plan: RacePlan, how: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {"versions": versions_of(plan.names), "commit": commit(), **how}
    if plan.settings.certify:
        of = sum(len(corpus.puzzles) for corpus in plan.corpora)
        found["certificates"] = f"{sum(map(len, plan.certified)):,} of {of:,} puzzles"
    return found


def _add_changes(recording: Recording, how: Mapping[str, object]) -> None:
    """Adds to the environment of a run what is different now."""
    with recording.transaction():
        stored = recording.row("SELECT environment FROM run WHERE id = ?", recording.run)
        kept = json.loads(stored["environment"])
        changed = {name: now for name, now in _environment(recording.plan, how).items() if kept.get(name) != now}
        if changed:
            kept.setdefault("resumed with", []).append({"at": _now(), **changed})
            new = (json.dumps(kept), recording.run)
            recording.connection.execute("UPDATE run SET environment = ? WHERE id = ?", new)


def _store_corpus(file: Database, corpus: Corpus) -> int:
    """Returns the number of a corpus in the file; a corpus of the same name and digest is stored once."""
    stored = file.row("SELECT id FROM corpus WHERE (name, digest) = (?, ?)", corpus.name, corpus.digest)
    if stored is not None:
        return int(stored["id"])
    row = {"name": corpus.name, "digest": corpus.digest, "puzzles": len(corpus.puzzles), **corpus.about._asdict()}
    number = file.insert("corpus", row)
    layouts: dict[Layout, int] = {}
    for index, puzzle in enumerate(corpus.puzzles):
        layout = puzzle.layout
        if layout not in layouts:
            layouts[layout] = _layout(file, layout)
        puzzle_row = {"corpus": number, "number": index, "layout": layouts[layout], "line": write_line(puzzle)}
        file.insert("puzzle", puzzle_row)
    return number


def _layout(file: Database, layout: Layout) -> int:
    """Returns the number of a layout in the file."""
    content = json.dumps(written_layout(layout))
    return _id_of(file, "layout", content=content, size=layout.size, cells=layout.cell_count)


def _id_of(file: Database, table: str, **row: object) -> int:
    """Returns the number of a row, which is inserted where no row has the same first value."""
    name, value = next(iter(row.items()))
    sql = f"SELECT id FROM {table} WHERE {name} = ?"  # noqa: S608 - names of our own
    stored = file.row(sql, value)
    return file.insert(table, row) if stored is None else int(stored["id"])


def _stored_plan(file: Database, run: int, backends: Mapping[str, AnyBackend]) -> RacePlan:
    """Returns the plan of a run; `DatabaseError` where there is no such run."""
    settings = run_row(file, run)["settings"]
    entries = list(file.query("SELECT corpus, question, mode, backend FROM entry WHERE run = ? ORDER BY number", run))
    # Each in the order in which it first occurs, which is that of the plan.
    parts = {name: dict.fromkeys(entry[name] for entry in entries) for name in entries[0].keys()}  # noqa: SIM118
    return RacePlan(
        tuple(_stored_corpus(file, corpus) for corpus in parts["corpus"]),
        tuple(backends.get(name, name) for name in parts["backend"]),
        tuple(question_named(name) for name in parts["question"]),
        tuple(parts["mode"]),
        read_settings(settings),
        *zip(*(_stored_truths(file, run, corpus) for corpus in parts["corpus"]), strict=True),
    )


def _stored_truths(file: Database, run: int, corpus: int) -> tuple[tuple[SaltPuzzle, ...], dict[int, Result]]:
    """Returns the salt of a corpus in a run, and what certificates prove of its puzzles, by number."""
    salt, certified = [], {}
    sql = (
        "SELECT truth.*, content FROM truth LEFT JOIN layout ON layout.id = layout WHERE (run, corpus) = (?, ?) "
        "ORDER BY abs(number)"
    )
    for row in file.query(sql, run, corpus):
        answer = Result(tuple(map(tuple, json.loads(row["solutions"]))), bool(row["exhausted"]))
        if row["line"] is None:
            certified[row["number"]] = answer
        else:
            puzzle = parse_puzzle(row["line"], read_layout(json.loads(row["content"])))
            salt.append(SaltPuzzle(row["number"], puzzle, answer))
    return tuple(salt), certified


def _stored_corpus(file: Database, number: int) -> Corpus:
    name, *about = file.row("SELECT name, what, bias, source, licence FROM corpus WHERE id = ?", number)
    layouts: dict[int, Layout] = {}
    puzzles = []
    for row in file.query("SELECT layout, line FROM puzzle WHERE corpus = ? ORDER BY number", number):
        if row["layout"] not in layouts:
            content = file.row("SELECT content FROM layout WHERE id = ?", row["layout"])["content"]
            layouts[row["layout"]] = read_layout(json.loads(content))
        puzzles.append(parse_puzzle(row["line"], layouts[row["layout"]]))
    return Corpus(name, tuple(puzzles), Provenance(*about))


def _now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
