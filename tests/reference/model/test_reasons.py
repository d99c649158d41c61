"""Why a puzzle has no solution, where one look shows it; and how results and puzzles are shown."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest
from corpora import seventeen_clue

import unitdoku
from unitdoku import Puzzle, Result, classic, from_units, latin, solve
from unitdoku.layouts import samurai
from unitdoku.reference.contract.session import Ended
from unitdoku.reference.model.puzzle import reason_against

REASONS = [
    ("55" + "." * 79, "classic", "5 stands twice in row A: A1 and A2"),
    ("555" + "." * 78, "classic", "5 stands 3 times in row A: A1, A2 and A3"),
    ("12." + "..3" + "...", "latin:3", "A3 has no candidate left: 1 stands in A1, 2 stands in A2 and 3 stands in B3"),
    ("123......" + "...4....." + "." * 63, "classic", None),
    ("12345678" * 8, "latin:8", "1 stands 8 times in column 1: A1, B1, C1, D1, E1, F1, G1 and H1"),
    (
        "123." + "...4" + "." * 8,
        "classic:4",
        "A4 has no candidate left: 1 stands in A1, 2 stands in A2, 3 stands in A3 and",
    ),
    ("2.1." + "...." + ".1.." + "...1", "classic:4", None),
    ("12.." + "...." + "...3" + "....", "latin:4", None),
    ("12..." + "..3.." + "...3." + "....3" + ".....", "latin:5", "no place for 3 in row A"),
    ("5" + "." * 39 + "5" + "." * 40, "diagonal", "5 stands twice in main diagonal: A1 and E5"),
]


@pytest.mark.parametrize(("line", "layout", "reason"), REASONS)
def test_reasons(line: str, layout: str, reason: str | None) -> None:
    result = solve(line, "reference", layout=layout)
    assert solve(line, "native", layout=layout).reason == result.reason
    assert (result.reason or "").startswith(reason or "")
    assert (result.reason is None) == (reason is None)
    assert reason is None or str(result) == f"UNSAT: no solution: {result.reason}"


def test_no_reason_where_there_is_a_solution_or_none_is_proven() -> None:
    assert all(solve(puzzle, "reference").reason is None for puzzle in seventeen_clue(5))
    clash = Puzzle.from_values([1, 1, 0, 0], latin(2))
    assert Result((), False, puzzle=clash).reason is None
    assert Result((), True).reason is None
    assert Result((), True, puzzle=clash).reason == "1 stands twice in row A: A1 and A2"


def test_candidates_count_too() -> None:
    puzzle = Puzzle.from_values({"A1": {1, 2}, "A2": {1}, "B1": {2}}, latin(3))
    assert solve(puzzle).reason == "A1 has no candidate left: 1 stands in A2 and 2 stands in B1"
    puzzle = Puzzle.from_values([{1, 2}, {1, 2}, {1, 2}], from_units(3, [[0, 1, 2]], (1, 3)))
    assert solve(puzzle).reason == "no place for 3 in unit 1"
    many = from_units(12, [range(12)], (1, 12))
    assert "9 more" not in str(solve(Puzzle.from_values([1] * 12, many)).reason)
    assert str(solve(Puzzle.from_values([1] * 12, many)).reason).endswith("A9 and 3 more")


def test_a_result_shows_itself() -> None:
    result = solve("1...............", "reference", 2)
    assert len(result) == 2
    assert result.solution == result.solutions[0]
    assert result.rows == tuple(result.solution[row : row + 4] for row in range(0, 16, 4))
    picture = unitdoku.io.write_picture(result.solution)
    assert str(result) == f"{picture}\nSAT, at least 2 solutions"
    assert repr(result) == "<Result SAT, at least 2 solutions by reference>"
    assert repr(Result((), True)) == "<Result UNSAT: no solution>"
    assert str(Result(((1, 2, 2, 1),), True)) == "1 2 2 1\nSAT, unique"
    with pytest.raises(ValueError, match="made without its puzzle"):
        _ = Result(((1, 2, 2, 1),), True).rows
    nothing = solve("11..............", "reference")
    assert (len(nothing), nothing.solution, nothing.rows) == (0, None, None)
    for one in (result, nothing):
        with pytest.raises(TypeError, match=r"ask result\.verdict"):
            bool(one)


def test_rows_of_cells_that_are_no_rectangle() -> None:
    rows = solve(Puzzle.empty(samurai()), "native").rows
    assert rows is not None
    assert {len(row) for row in rows} == {21}
    assert sum(value is None for row in rows for value in row) == 21 * 21 - samurai().cell_count
    assert rows[0][9:12] == (None,) * 3


def test_a_puzzle_shows_itself() -> None:
    puzzle = Puzzle.from_givens({"A1": 1}, classic(4))
    edge, open_row = "+-----+-----+", "| . . | . . |"
    assert str(puzzle) == "\n".join([edge, "| 1 . | . . |", open_row, edge, open_row, open_row, edge])
    assert repr(puzzle) == "<Puzzle classic:2x2: 1...............>"
    sets = Puzzle.from_values([{1, 2}, None, {3}, None], from_units(3, [], (1, 4)))
    assert repr(sets) == "<Puzzle units: 1/2 . 3 .>"
    assert len(repr(Puzzle.empty(classic(25)))) < 130


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_results_carry_their_puzzle(backend: str) -> None:
    puzzles = seventeen_clue(4)
    for processes in (1, 2):
        results = list(unitdoku.solve_many(puzzles, backend, processes=processes))
        assert all(result.puzzle is puzzle for result, puzzle in zip(results, puzzles, strict=True))
    first = solve(puzzles[0], backend)
    again = pickle.loads(pickle.dumps(first))
    assert (again, again.puzzle) == (first, puzzles[0])
    assert copy.copy(first) == Result(first.solutions, first.exhausted, first.statistics, first.backend)


def test_workers_send_no_puzzle_back() -> None:
    """The parent has the puzzle: to pickle it with every answer would cost more than the answer."""
    assert {*Ended._fields} == {"exhausted", "statistics", "backend", "solutions"}


def test_reasons_print_the_numbers_that_values_stand_for() -> None:
    row = replace(from_units(3, [(0, 1, 2)], (1, 3)), first_value=0)
    assert reason_against(Puzzle(row, (0b001, 0b001, 0b111))) == "0 stands twice in unit 1: A1 and A2"
    assert reason_against(Puzzle(row, (0b011, 0b011, 0b011))) == "no place for 2 in unit 1"
    two = replace(from_units(3, [(0, 1), (0, 2)], (1, 3)), first_value=0)
    said = reason_against(Puzzle(two, (0b011, 0b001, 0b010)))
    assert said == "A1 has no candidate left: 0 stands in A2 and 1 stands in A3"
