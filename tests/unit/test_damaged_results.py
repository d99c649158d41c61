"""Files of results that are damaged, of another kind, locked or not to be written: a sentence each, with the file."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from bad import bad as bad
from click.testing import CliRunner, Result
from raced import plan, run_of

from unitdoku.command.main import main
from unitdoku.compare.results import database

SHOWING = (
    ("results",),
    ("results", "show"),
    ("results", "compare", "1", "1"),
    ("results", "export", "-o", "out.csv"),
    ("results", "export", "-o", "plots", "--format", "mkplot"),
)
READING = (*SHOWING, ("bench", "--resume", "1"))


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("raced") / "results.sqlite"
    run_of(path, plan("reference", seconds=5))
    return path


@pytest.fixture
def path(raced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(raced, "r.sqlite")
    return Path("r.sqlite")


def ran(*arguments: str, path: str = "r.sqlite") -> Result:
    return CliRunner().invoke(main, [*arguments, "--db", path])


def refused(result: Result, *parts: str) -> None:
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2, result.output
    *_, last = result.stderr.splitlines()
    assert all(part in last for part in ("r.sqlite", *parts)), result.stderr


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE run SET settings = 'x'",
        "UPDATE run SET settings = '[]'",
        "UPDATE run SET settings = '{\"speed\": 1}'",
        'UPDATE run SET settings = \'{"seconds": "five"}\'',
        "UPDATE run SET settings = '{\"seed\": 1.5}'",
        "UPDATE run SET settings = x'ff'",
        "UPDATE run SET settings = replace(hex(zeroblob(50000)), '00', '[')",
        "UPDATE run SET environment = '[1]'",
        "UPDATE run SET started = x'05'",
        "UPDATE entry SET question = 'why'",
        "UPDATE entry SET mode = 'tepid'",
        "UPDATE corpus SET puzzles = 'many'",
        "UPDATE corpus SET name = x'00ff'",
    ],
)
def test_a_damaged_run(damage: str, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    for arguments in SHOWING:
        refused(ran(*arguments), "run 1 cannot be read (", "the file is damaged, name another one")
    resumed = ran("bench", "--resume", "1")
    assert resumed.exit_code == 2
    assert isinstance(resumed.exception, SystemExit)
    assert "r.sqlite: run 1 cannot be read (" in resumed.stderr


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE result SET wall = 'long' WHERE puzzle = 3",
        "UPDATE result SET failure = 'tired' WHERE puzzle = 3",
        "UPDATE result SET found = 1.5 WHERE puzzle = 3",
        "UPDATE machine SET facts = '1'",
    ],
)
def test_damaged_results(damage: str, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    refused(ran("results", "show"), "cannot be read", "name another one")
    refused(ran("results", "export", "-o", "out.csv"), "cannot be read", "name another one")
    assert os.listdir() == ["r.sqlite"]
    refused(ran("results", "show", path="journal-r.sqlite"), "there is no such file of results")


@pytest.mark.parametrize("damage", ["UPDATE puzzle SET line = '1'", "UPDATE layout SET content = '3' WHERE id = 1"])
def test_damaged_puzzles_of_a_run_that_is_resumed(damage: str, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    refused(ran("bench", "--resume", "1"), "run 1 cannot be read (")


@pytest.mark.parametrize("seed", range(6))
def test_damaged_bytes(seed: int, path: Path) -> None:
    """Pages overwritten at random, and a file that is cut: an answer or a sentence, never a traceback."""
    content = bytearray(path.read_bytes())
    rng = random.Random(seed)
    for _ in range(4):
        start = rng.randrange(100, len(content))
        content[start : start + 500] = rng.randbytes(min(500, len(content) - start))
    for damaged in (bytes(content), bytes(content[: len(content) * 2 // 3])):
        for arguments in READING:
            path.write_bytes(damaged)
            result = ran(*arguments)
            assert isinstance(result.exception, SystemExit | None), (arguments, result.exception)
            if result.exit_code == 2:
                assert "r.sqlite" in result.stderr, result.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no database at all, but text" * 50, "is no database; name another file"),
        (b"SQLite format 3\0" + bytes(84) + b"x" * 4000, "; name another file"),
    ],
)
def test_other_files(content: bytes, said: str, path: Path) -> None:
    for arguments in READING:
        path.write_bytes(content)
        refused(ran(*arguments), said)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    for arguments in READING:
        refused(ran(*arguments), "r.sqlite is a database of something else, not of results")


def test_a_file_that_is_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.1)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(
            ran("bench", "top95", "--puzzles", "1", "--backends", "reference"),
            "another program has been writing to it for too long; try again when that has ended",
        )
    other.close()


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    racing = ("bench", "top95", "--puzzles", "1", "--backends", "reference")
    refused(ran(*racing, path="nowhere/r.sqlite"), "nowhere/r.sqlite: cannot be opened; its folder has to exist")
    if os.geteuid():
        tmp_path.chmod(0o500)
        refused(ran(*racing), "cannot be opened")


@pytest.mark.parametrize("number", ["9" * 20, "9223372036854775808", "999999999999999999999999"])
def test_numbers_of_runs_that_are_too_large(number: str, path: Path) -> None:
    for arguments in (
        ("bench", "--resume", number),
        ("results", "show", number),
        ("results", "export", number, "-o", "x.csv"),
        ("results", "compare", "1", number),
        ("report", number),
    ):
        result = ran(*arguments)
        assert result.exit_code == 2
        assert f"'{number}' is no whole number up to 1000000000000000" in result.stderr
    refused(ran("bench", "--resume", "77"), "there is no run 77; known: 1")
    from unitdoku.compare.results.reading import ResultsFile

    with (
        ResultsFile(path) as results,
        pytest.raises(database.DatabaseError, match=r"there is no run 9{20}; known: 1"),
    ):
        results.run(int("9" * 20))
