"""The wheel with the extra `testing`: the fixtures of pytest and the strategies of Hypothesis, as users write tests."""

from __future__ import annotations

import pytest
from environments import Installed

ENVIRONMENT = "testing"

FIXTURES = """
import unitdoku

def mine(line):
    return unitdoku.solve(line, "reference").solution

def none(line):
    return None

def test_mine(check_solver):
    check_solver(mine, takes="text", examples=5)

def test_backend(check_backend):
    check_backend("reference", examples=2)

def test_session_of_mine(check_backend):
    check_backend(mine, [unitdoku.classic(4)], examples=2)

def test_wrong(check_solver):
    check_solver(none, takes="text", examples=5)
"""

MODULE = """
import unitdoku

def solve(line):
    return unitdoku.solve(line, "reference", layout="classic:4").solution
"""

UNITTEST = """
import unittest

import unitdoku
from unitdoku.check import check_solver


class MyTests(unittest.TestCase):
    @staticmethod
    def mine(line):
        return unitdoku.solve(line, "reference").solution

    def test_mine(self):
        check_solver(self.mine, unitdoku.classic(4), takes="text", examples=5)

    def test_named(self):
        check_solver("my_solver:solve", unitdoku.classic(4), takes="text", examples=5)


if __name__ == "__main__":
    unittest.main()
"""

STRATEGIES = """
from hypothesis import given, settings
from hypothesis import strategies as st

import unitdoku
from unitdoku.strategies import known_puzzles, puzzles

FEW = settings(max_examples=10, derandomize=True, database=None, deadline=None)

@FEW
@given(known_puzzles(unitdoku.classic(4)))
def test_known(drawn):
    assert unitdoku.solve(drawn.puzzle, "reference", limit=2).verdict == drawn.truth.verdict

@FEW
@given(puzzles(unitdoku.classic(4)), st.from_type(unitdoku.Layout))
def test_drawn(puzzle, layout):
    assert isinstance(unitdoku.count(puzzle), unitdoku.Count)
    assert layout.cell_count > 0
"""


@pytest.mark.parametrize(
    "options",
    ["", "-n2", *(pytest.param(one, marks=pytest.mark.long) for one in ("--import-mode=importlib", "--assert=plain"))],
)
def test_the_fixtures(user: Installed, options: str) -> None:
    (user.folder / "my_solver.py").write_text(MODULE)
    (user.folder / "test_mine.py").write_text(FIXTURES)
    (user.folder / "test_unittest.py").write_text(UNITTEST)
    ran = user.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *options.split())
    assert "1 failed, 5 passed" in ran.printed, ran.text
    assert "says that there is no solution, but there is" in ran.printed
    assert (user.folder / "conftest.py").exists() is False


def test_unittest_alone(user: Installed) -> None:
    (user.folder / "my_solver.py").write_text(MODULE)
    ran = user.script(UNITTEST)
    assert ran.status == 0, ran.text


def test_the_strategies(user: Installed) -> None:
    (user.folder / "test_drawn.py").write_text(STRATEGIES)
    ran = user.run("pytest", "-q", "-W", "error", "-p", "no:cacheprovider")
    assert "2 passed" in ran.printed, ran.text
