"""Functions and backends of a module as backends, by their names."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from commands import run

from unitdoku import (
    BackendCrashed,
    BackendError,
    BackendUnavailable,
    InvalidAnswer,
    OptionError,
    Verdict,
    WrongAnswer,
    find_backend,
    latin,
    parse_puzzle,
    solve,
)

LAYOUT = latin(2)
PUZZLE = parse_puzzle("1...", LAYOUT)
NUMBERS = count()
SOLVERS = '''
"""Solvers of Latin squares of two values, good and bad."""
import os, sys
import unitdoku.reference.search.search

def by_values(values):
    return unitdoku.solve([*values], "reference", layout="latin:2").solution

def by_puzzle(puzzle):
    return by_values(puzzle.values)

def by_text(line):
    return by_values([0 if sign == "_" else int(sign) for sign in line])

def by_rows(rows):
    return unitdoku.solve(rows, "reference", layout="latin:2").rows

class Tools:
    inner = staticmethod(lambda puzzle, limit=1: by_puzzle(puzzle))

def counts(puzzle): return 2
def raises(puzzle): return 1 // 0
def leaves(puzzle): sys.exit(3)
def dies(puzzle): os._exit(3)
def lies(puzzle): return "1111"
def prints(puzzle):
    print("looking")
    return by_puzzle(puzzle)
def asks(puzzle): return input()
async def later(puzzle): return None
def two(puzzle, other): return None
number = 7

class Guess(unitdoku.reference.search.search.ReferenceBackend): pass
guess = Guess()

class Picky(Guess):
    def __init__(self, what): pass
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, and a path that is as before in the end."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def module(folder: Path) -> str:
    """A module in the current folder, under a name that no other test has imported."""
    return written(SOLVERS, folder)


def written(text: str, folder: Path) -> str:
    name = f"solvers_of_a_test_{next(NUMBERS)}"
    (folder / f"{name}.py").write_text(text)
    return name


@pytest.mark.parametrize(
    "rest",
    [
        *("by_puzzle", "by_text:takes=text:open=_", "by_rows:takes=rows", "by_values:takes=values"),
        *("Tools.inner", "prints", "Guess", "guess"),
    ],
)
def test_answers(rest: str, module: str) -> None:
    backend = find_backend(f"python:{module}:{rest}")
    assert backend.name == f"python:{module}:{rest}"
    assert backend.capabilities.incremental == ("uess" in rest)
    with backend.open(LAYOUT) as session:
        result = session.solve(PUZZLE, 2)
        assert (result.solutions, result.exhausted) == (((1, 2, 2, 1),), "uess" in rest)
        assert session.solve(parse_puzzle("11..", LAYOUT), 2).verdict is Verdict.UNSAT


@pytest.mark.parametrize(
    ("rest", "error", "message"),
    [
        ("counts", InvalidAnswer, "counts 2 solutions, but a backend gives grids"),
        ("raises", BackendError, r"failed: ZeroDivisionError: .* by zero \(.*, line 2\d\)"),
        ("leaves", BackendCrashed, "tried to end its process: SystemExit"),
        ("dies", BackendCrashed, "ended with exit code 3"),
        ("lies", WrongAnswer, "no solution"),
        ("later", InvalidAnswer, "a coroutine, which is no grid"),
        ("asks", BackendError, "EOFError"),
    ],
)
def test_what_is_no_answer(rest: str, error: type[BackendError], message: str, module: str) -> None:
    with pytest.raises(error, match=message):
        solve(PUZZLE, f"python:{module}:{rest}")


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("", "write python:MODULE:NAME"),
        (":", "write python:MODULE:NAME"),
        (":by_puzzle:more", "write python:MODULE:NAME"),
        (":by_puzle", "has no 'by_puzle'; its functions: by_values, by_puzzle, by_text, by_rows"),
        (":number", "neither a function nor a backend, but 7"),
        (":Tools", "neither a function nor a backend, but <class"),
        (":two", "cannot be called with one argument, a puzzle: missing a required argument: 'other'"),
        (":by_puzzle:takes=lines", "known: puzzle, text, values, rows"),
        (":by_rows:takes=rows:open=0", "no option 'open'"),
        (":by_text:takes=text:open=12", "one character"),
        (":guess:takes=text", "no option 'takes'"),
        ("/solver.py:solve", "is no name of a module"),
    ],
)
def test_names_that_are_refused(rest: str, message: str, module: str) -> None:
    with pytest.raises(OptionError, match=message):
        find_backend(f"python:{module}{rest}")
    with pytest.raises(BackendUnavailable, match="Picky cannot be made: TypeError"):
        find_backend(f"python:{module}:Picky")
    with pytest.raises(OptionError, match="do not find __main__"):
        find_backend("python:__main__:solve")


def test_a_module_that_is_not_there(folder: Path) -> None:
    sys.path.append("/a-folder/of-the-path")
    with pytest.raises(BackendUnavailable) as caught:
        find_backend("python:no_such_module:solve")
    text = str(caught.value)
    assert "cannot be imported: ModuleNotFoundError: No module named 'no_such_module'; searched: " in text
    assert text.index(str(folder)) < text.index("/a-folder/of-the-path")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import json\n1/0\n", r"ZeroDivisionError: division by zero \(.*, line 2\)$"),
        ("def solve(:\n", r"SyntaxError: .* \(.*py, line 1\)$"),
        ("import sys\nsys.exit('usage: solver FILE')\n", r"SystemExit: usage: solver FILE \(.*, line 2\)$"),
        ("\nimport no_such_module_within\n", r"'no_such_module_within' \(.*, line 2\); searched: "),
        ("raise ValueError('one\\ntwo')\n", r"two \(.*, line 1\)$"),
    ],
)
def test_a_module_that_fails(text: str, message: str, folder: Path) -> None:
    with pytest.raises(BackendUnavailable, match=message):
        find_backend(f"python:{written(text, folder)}:solve")


def test_what_a_module_prints_is_no_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    find_backend(f"python:{written('print(123)' + SOLVERS, folder)}:by_puzzle")
    assert capsys.readouterr() == ("", "123\n")


def test_a_neighbour_that_is_imported_later(tmp_path: Path) -> None:
    """As from a script in another folder: there the current folder is not on the path. It hides no other package."""
    (tmp_path / "mine.py").write_text("def solve(puzzle):\n    from neighbour import GRID\n    return GRID\n")
    (tmp_path / "neighbour.py").write_text("GRID = '1221'\n")
    (tmp_path / "statistics.py").write_text("raise ValueError('this hides the one of Python')\n")
    script = tmp_path / "elsewhere" / "script.py"
    script.parent.mkdir()
    script.write_text(
        "from unitdoku import solve, latin\nprint(solve('1...', 'python:mine:solve', layout=latin(2)).verdict)\n"
        "import statistics\n"
    )
    typed = [sys.executable, str(script)]
    ran = subprocess.run(typed, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.stdout, ran.stderr) == ("SAT\n", "")


def test_from_the_command_line(module: str) -> None:
    lies = f"python:{module}:lies"
    arguments = ["check", "-", "--layout", "latin:2", "--seconds", "20", "--backends", f"{lies},reference"]
    result = run(*arguments, text="....\n")
    assert result.exit_code == 1, result.output
    (folder,) = Path("unitdoku-findings").iterdir()
    said = (folder / "test_finding.py").read_text()
    assert "To see it again, where the check ran:" in said
    assert f"--backends {lies}" in said, said
