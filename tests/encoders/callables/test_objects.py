"""Functions and objects of the caller as backends: asked, compared and raced without a name that leads to them."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from liars import Liar
from raced import made_unfinished

from unitdoku import (
    Grid,
    OptionError,
    Puzzle,
    UnitdokuError,
    Unsupported,
    classic,
    is_solution,
    latin,
    solve,
    solve_many,
)
from unitdoku.backend import Capabilities, as_backend
from unitdoku.check import check_backend, check_solver, cross_check
from unitdoku.compare.races.reading import DatabaseError, ResultsFile
from unitdoku.layouts import killer
from unitdoku.races import Corpus, Provenance, Question, RacePlan, bench

SMALL = classic(4)

PUZZLES = [Puzzle.from_givens({"A1": value}, SMALL) for value in (1, 2, 3, 4)]
CORPUS = Corpus("four", tuple(PUZZLES), Provenance("four puzzles"))
FIRST = (Question(1),)


def first_grid(puzzle: Puzzle) -> Grid | None:
    return next(iter(solve(puzzle, "reference").solutions), None)


def by_text(line: str) -> str | None:
    result = solve(line.replace("0", "."), "reference", layout=SMALL)
    return "".join(map(str, result.solution)) if result.solution else None


def hangs(puzzle: Puzzle) -> None:
    while True:
        time.sleep(0.01)


# Each has state of its own, its name; the second one lies.
MINE, LIAR = Liar("mine"), Liar("hopeless")


# One puzzle, many puzzles.


def test_a_function_and_an_object_answer_a_puzzle() -> None:
    secret = 3

    def closure(puzzle: Puzzle) -> Grid | None:
        return first_grid(puzzle) if secret == 3 else None

    for backend in (first_grid, closure, lambda puzzle: first_grid(puzzle), MINE, as_backend(by_text, takes="text")):
        result = solve(PUZZLES[0], backend)
        assert result.solution is not None
        assert result.solution[0] == 1
    assert solve(PUZZLES[0], MINE, limit=5).exhausted is False
    assert [len(result.solutions) for result in solve_many(PUZZLES, closure)] == [1] * 4
    assert [len(result.solutions) for result in solve_many(PUZZLES, closure, processes=2)] == [1] * 4


def test_a_function_keeps_its_time_limit_and_may_end_its_process() -> None:
    def ends(puzzle: Puzzle) -> None:
        os._exit(7)

    started = time.perf_counter()
    assert solve(PUZZLES[0], hangs, seconds=0.2).verdict.value == "UNKNOWN"
    assert time.perf_counter() - started < 60
    with pytest.raises(UnitdokuError, match="ends: its process ended with exit code 7"):
        solve(PUZZLES[0], ends)


def test_names_of_functions() -> None:
    assert as_backend(first_grid).name.endswith(":first_grid")
    assert as_backend(first_grid, name="short").name == "short"
    assert as_backend(lambda puzzle: None).name == "lambda"
    backend = as_backend(by_text, takes="text", open_cell="0", layout="classic:4", name="by text")
    assert backend.name == "by text"
    assert backend.capabilities == Capabilities(layouts=("classic:4",), candidate_sets=False, counts=False)
    assert as_backend(MINE) is MINE


def test_a_function_of_all_rules() -> None:
    layout = killer({"A1 A2": 3, "A3 B3": 4}, latin(3))
    backend = as_backend(lambda puzzle: solve(puzzle, "reference").solution, rules="all")
    result = solve(Puzzle.empty(layout), backend)
    assert result.solution is not None
    assert is_solution(result.solution, Puzzle.empty(layout))
    with pytest.raises(Unsupported, match="takes no sums"):
        solve(Puzzle.empty(layout), lambda puzzle: None)


@pytest.mark.parametrize(
    ("solver", "options", "error", "reason"),
    [
        (3, {}, TypeError, "a backend is a name, a function of a puzzle or an object"),
        ("native", {}, TypeError, "not 'native'"),
        (first_grid, {"takes": "json"}, OptionError, "takes 'json' is unknown; known: puzzle, text"),
        (first_grid, {"layout": "clasic"}, OptionError, "layout 'clasic'"),
        (first_grid, {"open_cell": "0"}, OptionError, "has no option 'open'"),
        (by_text, {"takes": "text", "open_cell": "10"}, OptionError, "the sign of an open cell is one character"),
        (first_grid, {"name": "a,b"}, OptionError, "the name of a backend is text in a line, without a comma"),
        (MINE, {"takes": "text"}, OptionError, "mine is a backend already"),
    ],
)
def test_what_is_no_backend(solver: Any, options: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        as_backend(solver, **options)


def test_check_backend_takes_a_function_as_a_backend() -> None:
    report = check_backend(as_backend(first_grid, layout="classic:4"), examples=5, without=["time limits"])
    assert report.asked["known answers"] > 0
    assert check_backend(first_grid, SMALL, examples=2, without=["time limits"]).passed


# Comparisons.


@pytest.mark.parametrize("isolated", [True, False])
def test_objects_are_compared(isolated: bool) -> None:
    report = cross_check(PUZZLES, ["reference", first_grid, MINE, LIAR, lambda puzzle: None], isolated=isolated)
    assert list(report.tallies)[2:] == ["mine", "hopeless", "lambda"]
    assert report.tallies["mine"].solved == cross_check(PUZZLES, MINE, isolated=isolated).tallies["mine"].solved == 4
    wrong = {finding.backend for each in report.disagreements for finding in each.findings}
    assert wrong == {"hopeless", "lambda"}


def test_two_objects_of_one_name_are_refused() -> None:
    with pytest.raises(OptionError, match="two backends have the name 'mine'"):
        cross_check(PUZZLES, [MINE, Liar("mine")])


# Races.


@pytest.mark.parametrize(
    "executor",
    [nullcontext(), ThreadPoolExecutor(2), ProcessPoolExecutor(1, mp_context=get_context("spawn"))],
    ids=["here", "threads", "processes"],
)
def test_objects_are_raced(executor: AbstractContextManager[Executor | None], tmp_path: Path) -> None:
    database = tmp_path / "results.sqlite"
    plan = RacePlan((CORPUS,), ("reference", MINE, as_backend(by_text, takes="text", name="text")), FIRST)
    assert plan.names == ("reference", "mine", "text")
    with executor as opened:
        run = bench(plan, database, opened)
    with ResultsFile(database) as results:
        stored = results.run(run.number)
        assert stored.backends == ["reference", "mine", "text"]
        assert all(result.is_settled(1) for found in results.results(stored).values() for result in found)


def test_a_race_of_objects_is_resumed_with_them(tmp_path: Path) -> None:
    database = tmp_path / "results.sqlite"
    plan = RacePlan((CORPUS,), ("reference", MINE), FIRST)
    run = bench(plan, database)
    made_unfinished(database)
    with pytest.raises(DatabaseError, match="another plan"):
        bench(RacePlan((CORPUS,), ("reference",), FIRST), database, resume=True)
    assert bench(RacePlan((CORPUS,), ("reference", Liar("mine")), FIRST), database, resume=True) == run
    with ResultsFile(database) as results:
        assert results.run(run.number).results == 8


def test_a_plan_has_each_name_once() -> None:
    with pytest.raises(ValueError, match="two backends have the name 'mine'"):
        RacePlan((CORPUS,), (MINE, Liar("mine")), FIRST)


def test_an_object_that_cannot_be_copied_says_so() -> None:
    lock = Lock()

    def locked(puzzle: Puzzle) -> object:
        with lock:
            return None

    for ask in (
        lambda: solve(PUZZLES[0], locked),
        lambda: cross_check(PUZZLES, [locked, "reference"]),
        lambda: check_solver(locked, SMALL, examples=1),
        lambda: RacePlan((CORPUS,), (locked,), FIRST).check_backends(),
    ):
        with pytest.raises(OptionError, match="cannot be copied to a worker process"):
            ask()
