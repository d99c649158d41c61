"""The values that occur in some solution."""

from __future__ import annotations

import random

from unitdoku import Puzzle, candidates, classic, latin, solve
from unitdoku.layouts import futoshiki, killer


def test_candidates_are_the_values_of_all_solutions() -> None:
    rng = random.Random(21)
    seen: set[int] = set()
    puzzles = [futoshiki(". < .   .\n    ^\n.   . > .\n\n.   .   ."), Puzzle.empty(killer({"A1 A2": 3}, latin(4)))]
    for _ in range(15):
        given = {cell: rng.randint(1, 4) for cell in rng.sample(range(16), rng.randint(0, 5))}
        puzzles.append(Puzzle.from_givens(given, classic(4)))
    puzzles.append(Puzzle.from_values([{1, 2}] * 4 + [None] * 12, latin(4)))
    for puzzle in puzzles:
        solutions = solve(puzzle, "reference", limit=1000).solutions
        expected = tuple(frozenset(grid[cell] for grid in solutions) for cell in range(puzzle.layout.cell_count))
        assert candidates(puzzle) == candidates(puzzle, "reference") == expected
        seen.add(min(len(solutions), 2))
    assert seen == {0, 1, 2}


def test_candidates_of_text() -> None:
    assert candidates("." * 16, seconds=0) is None
    solved = solve("1.....3....2.4..").solutions[0]
    assert candidates("1.....3....2.4..") == tuple(frozenset({value}) for value in solved)
