"""Files of results that are damaged, locked or not to be written: one clear error with the name of the file."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path

import pytest
from click.testing import Result
from commands import run
from processes import interrupted
from raced import plan, run_of

from unitdoku.compare.races import reading as database
from unitdoku.compare.races.reading import ResultsFile

SHOW, EXPORT, RESUME = ("results", "show"), ("results", "export", "-o", "out.csv"), ("bench", "--resume", "1")


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("raced") / "results.sqlite"
    run_of(path, plan("reference", seconds=5))
    return path


@pytest.fixture
def path(raced: Path, here: Path) -> Path:
    shutil.copyfile(raced, "r.sqlite")
    return Path("r.sqlite")


def ran(*arguments: str, path: str = "r.sqlite") -> Result:
    return run(*arguments, "--db", path)


def changed(statement: str, *values: object) -> None:
    with closing(sqlite3.connect("r.sqlite")) as connection, connection:
        connection.execute(statement, values)


def refused(result: Result) -> None:
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2, result.output
    assert "r.sqlite cannot be used for results (" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("run SET plan", "x"),
        ("run SET plan = replace(plan, 'seed', 'speed'), started", "now"),
        ("run SET plan", "[" * 100_000),
        ("run SET plan", b"\xff\0"),
        ("run SET plan = json_set(plan, '$.settings.memory', 1.5), started", "now"),
        ("run SET plan = replace(plan, '\"seconds\": 5', '\"seconds\": 1' || hex(zeroblob(200))), started", "now"),
        ("run SET plan = replace(plan, '\"seconds\": 5', '\"seconds\": NaN'), started", "now"),
        ("run SET plan = json_set(plan, '$.backends', json('[1]')), started", "now"),
        ("run SET plan = json_set(plan, '$.questions', json('[1]')), started", "now"),
        ("run SET plan = json_set(plan, '$.salted', json('{}')), started", "now"),
        ("run SET plan = json_set(plan, '$.salted.small.truths', json('[[\"x\", [], true]]')), started", "now"),
        ("run SET started", b"\xff"),
        ("run SET finished", b"\xff"),
        ("run SET environment", "[]"),
        ("run SET environment", '{"machines": ["x"]}'),
        ("run SET environment", "{}"),
        ("corpus SET puzzles = replace(puzzles, '...', '.'), about", "[]"),
        ("corpus SET about", "[1, 2, 3, 4]"),
        ("corpus SET digest", b"\xff"),
        ("corpus SET puzzles = json_set(puzzles, '$.images', 5), about", "[]"),
        ("corpus SET puzzles = json_set(puzzles, '$.times', -1), about", "[]"),
        ("result SET failure", "tired"),
        ("result SET entry = entry + 9, wall", 1),
        ("result SET wall", b"12"),
        ("result SET wall", -5),
        ("result SET wall", float("inf")),
        ("result SET guesses", 1.5),
        ("result SET said", b"\xff"),
        ("result SET machine", 99),
        ("result SET puzzle = puzzle + 99999, wall", 1),
        ("result SET puzzle = puzzle - 99999, wall", 1),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_values_of_another_kind(change: str, value: object, path: Path) -> None:
    changed(f"UPDATE {change} = ?", value)
    for arguments in (SHOW, EXPORT, RESUME)[: 3 if "SET p" in change else 2]:  # of results only those that are needed
        refused(ran(*arguments))
    assert os.listdir() == ["r.sqlite"]


_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


def test_what_a_race_writes_can_be_read(tmp_path: Path) -> None:
    """A huge time limit is none, and a seed may be any number."""
    path = tmp_path / "results.sqlite"
    raced = plan("reference", seed=2**70, seconds=1e20, setup_seconds=inf, memory=2**70)
    number = run_of(path, raced)
    with ResultsFile(path) as results:
        assert results.run(number).plan.settings == raced.settings._replace(seconds=None, setup_seconds=None)


def test_views_are_refused(path: Path) -> None:
    """Each of the views would keep a reader busy without end."""
    changed("DROP TABLE result")
    changed(f"CREATE VIEW result AS {_ENDLESS}")
    for arguments in (SHOW, EXPORT, RESUME, ("results",)):
        refused(ran(*arguments))


def test_ctrl_c_ends_a_statement(path: Path) -> None:
    with ResultsFile(path) as results, interrupted(0.2), pytest.raises(KeyboardInterrupt):
        results.row(f"SELECT count(*) FROM ({_ENDLESS})")


@pytest.mark.parametrize("seed", range(3))
def test_damaged_bytes(seed: int, path: Path) -> None:
    """Pages overwritten at random, and a file that is cut: an answer or a sentence, never a traceback."""
    content = bytearray(path.read_bytes())
    rng = random.Random(seed)
    for _ in range(4):
        start = rng.randrange(100, len(content))
        content[start : start + 500] = rng.randbytes(min(500, len(content) - start))
    for damaged in (bytes(content), bytes(content[: len(content) * 2 // 3])):
        for arguments in (SHOW, EXPORT, RESUME):
            path.write_bytes(damaged)
            result = ran(*arguments)
            assert isinstance(result.exception, SystemExit | None), (arguments, result.exception)
            assert result.exit_code in (0, 2)


def test_a_file_that_is_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(ran("bench", "top95", "--puzzles", "1", "--backends", "reference"))
    other.close()


def test_a_folder_that_cannot_be_written(path: Path, tmp_path: Path) -> None:
    racing = ("bench", "top95", "--puzzles", "1", "--backends", "reference")
    refused(ran(*racing, path="nowhere/r.sqlite"))
    if os.geteuid():
        tmp_path.chmod(0o500)
        refused(ran(*racing))
        assert ran("results", "show").exit_code == 0


def test_numbers_of_runs_that_are_too_large(path: Path) -> None:
    for arguments in (RESUME, ("results", "show", "1")):
        assert ran(*arguments[:-1], "9223372036854775808").exit_code == 2
    with ResultsFile(path) as results, pytest.raises(database.DatabaseError, match=r"there is no run 9{20}; known: 1"):
        results.run(int("9" * 20))
