"""`unitdoku bench` and `unitdoku results` as they are typed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

import commands
import pytest
from bad import bad as bad
from click.testing import Result
from raced import path as path

from unitdoku.compare.corpora.corpus import built_in_corpora
from unitdoku.compare.races.race import race
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.recording import Recording
from unitdoku.compare.races.summary import rows


def run(command: str, path: Path, *arguments: str) -> Result:
    return commands.run(command, "--db", path, *arguments)


def results(path: Path, what: str, *arguments: str) -> Result:
    return commands.run("results", "--db", path, what, *arguments)


def raced(path: Path, *arguments: str) -> Result:
    result = run("bench", path, "top95", "--puzzles", "4", "--backends", "reference,reference:twins", *arguments)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(scope="module")
def two_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("two") / "results.sqlite"
    raced(path)
    raced(path, "--modes", "warm,cold", "--questions", "unique,first")
    return path


@pytest.fixture
def two(two_runs: Path, path: Path) -> Path:
    """A file of two runs of the same puzzles, the second with other questions and modes too."""
    copyfile(two_runs, path)
    return path


def refused(result: Result, said: str) -> None:
    assert result.exit_code == 2, result.output
    assert said in result.stderr


def test_a_race_ends_with_tables_and_the_command_for_a_report(path: Path) -> None:
    result = raced(path)
    parts = ("top95, uniqueness, warm", "reference:twins", "4 / 4", f"Run 1: 8 results in {path}")
    for shown in (*parts, f"unitdoku results report 1 --db {path}"):
        assert shown in result.output


def test_broken_lines_are_named_and_the_rest_is_raced(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1...............\n12...\n.2..............\n5...............\n")
    options = ("--layout", "classic:4", "--backends", "reference", "--questions", "count:300")
    result = run("bench", path, str(file), *options)
    refused(result, "line 2")
    assert "line 4" in result.stderr
    assert "mine.txt, all solutions up to 300, warm" in result.output
    assert "2 / 2" in result.output
    with closing(sqlite3.connect(path)) as connection:
        ((name, about),) = connection.execute("SELECT name, about FROM corpus")
    assert (name, str(tmp_path) in about) == ("mine.txt", False)  # not where it lies


@pytest.mark.usefixtures("bad")
def test_wrong_answers_disqualify_and_are_shown(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1..............2\n1..............3\n")
    result = run("bench", path, str(file), "--layout", "classic:4", "--backends", "bad:says-none,reference,bad:garbage")
    assert result.exit_code == 1, result.output
    assert "bad:says-none on mine.txt (unique, warm): wrong, puzzle 0: says that there is no" in result.output
    assert "bad:garbage on mine.txt (unique, warm): invalid, puzzle 0: returned a grid that" in result.output
    assert "3 wrong" in result.output  # two puzzles and a control puzzle


@pytest.mark.parametrize("package", ["jinja2", "matplotlib", "pandas", "scipy"])
def test_a_missing_package_is_named(package: str, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(two.parent)
    status, said = commands.run_without(package, "results", "--db", two.name, "report", "1")
    assert (status, package in said) == (2, True)
    assert "pip install 'unitdoku[report]'" in said
    assert os.listdir() == [two.name]


def test_an_interruption_says_how_to_resume(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(recording: Recording, jobs: int, after_each: Any) -> None:
        def once(*news: object) -> None:
            after_each(*news)
            raise KeyboardInterrupt

        race(recording, jobs, after_each=once)

    with monkeypatch.context() as patched:
        patched.setattr("unitdoku.command.bench.race", interrupted)
        result = run("bench", path, "top95", "--backends", "reference", "--batch", "10")
    assert result.exit_code == 130
    assert f"resume with: unitdoku bench --resume 1 --db {path}" in result.stderr
    listed = run("results", path)  # on any file: it names no programs to be pasted
    assert f"Run 1 is not finished; resume it with:\n  unitdoku bench --resume 1 --db {path}" in listed.output
    assert "of 95" in listed.output
    ended = run("bench", path, "--resume", "1")
    assert ended.exit_code == 0, ended.output
    assert "Run 1: 95 results" in ended.output


def test_an_interruption_names_the_programs_of_the_run_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unitdoku.command.bench.race", interrupted)
    result = run("bench", path, "top95", "--puzzles", "2", "--backends", "reference,python:json:loads")
    assert result.exit_code == 130
    assert f"unitdoku bench --resume 1 --db {path} --backends python:json:loads" in result.stderr


def test_the_built_in_corpora_are_listed() -> None:
    result = commands.run("bench", "--corpora")
    assert result.exit_code == 0
    for name, row in built_in_corpora().items():
        assert f"{name}: {row.about.what}" in result.output
        assert row.about.bias in result.output


def test_runs_are_listed_shown_and_filtered(two: Path) -> None:
    listed = run("results", two)
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.output.splitlines() if line.strip()[:1].isdigit()] == ["1", "2"]
    shown = results(two, "show", "2", "--mode", "cold", "--backend", "reference")
    assert shown.exit_code == 0, shown.output
    assert "first solution, cold" in shown.output
    assert "warm" not in shown.output
    assert "twins" not in shown.output
    refused(results(two, "show", "1", "--mode", "cold"), "run 1 has no such entry; there are modes warm")
    refused(results(two, "show", "7"), "there is no run 7")


def test_exports_hold_what_the_database_holds(two: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    file = tmp_path / "rows.csv"
    assert results(two, "export", "1", "-o", str(file)).exit_code == 0
    table = pandas.read_csv(file)
    with ResultsFile(two) as stored:
        assert list(table) == list(next(rows(stored, stored.run(1))))
    assert list(table.backend) == ["reference"] * 4 + ["reference:twins"] * 4
    assert (table.solved.all(), set(table.verdict), table.conflicts.notna().any()) == (True, {"SAT"}, False)
    with closing(sqlite3.connect(two)) as connection:
        asked = "SELECT wall FROM result WHERE puzzle >= 0 AND run = 1 ORDER BY entry, puzzle"
        walls = [wall for (wall,) in connection.execute(asked)]
    assert [round(seconds * 1e9) for seconds in table.wall_seconds] == walls
    refused(results(two, "export", "1", "-o", str(tmp_path / "missing" / file.name)), "No such file or directory")
