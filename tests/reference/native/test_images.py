"""The kernel answers an image of a puzzle, renamed and moved by a symmetry, with the images of its solutions."""

from __future__ import annotations

import random

import pytest

from unitdoku import Puzzle, classic, diagonal, find_backend, from_units, is_solution, latin, solve
from unitdoku.compare.conformance.symmetries import moved, symmetries
from unitdoku.compare.cross_check.random_cases import case_of
from unitdoku.compare.generators.constructions import renamed_grid, renamed_puzzle
from unitdoku.reference.native import loading

pytestmark = pytest.mark.skipif(not loading.available_levels(), reason="the kernel was not compiled")

LIMIT = 3


def assert_images_are_answered(puzzle: Puzzle, rng: random.Random, count: int = 10) -> None:
    known = solve(puzzle, "reference", LIMIT)
    of_layout = symmetries(puzzle.layout, effort=20_000)
    names = [rng.sample(range(1, puzzle.layout.size + 1), puzzle.layout.size) for _ in range(count)]
    moves = [of_layout.draw(rng) for _ in range(count)]
    images = [moved(renamed_puzzle(puzzle, name), move) for name, move in zip(names, moves, strict=True)]
    with find_backend("native").open(puzzle.layout) as session:
        results = list(session.solve_many(images, LIMIT))
    for image, name, move, result in zip(images, names, moves, results, strict=True):
        assert (len(result), result.exhausted) == (len(known), known.exhausted)
        assert len(set(result.solutions)) == len(result)
        assert all(is_solution(grid, image) for grid in result)
        if known.exhausted:
            mapped = {moved(Puzzle.from_values(renamed_grid(grid, name), image.layout), move).values for grid in known}
            assert set(result.solutions) == mapped


def test_images_of_all_kinds_of_puzzles() -> None:
    rng = random.Random(5)
    drawn = [case_of(4, number).drawn for number in rng.sample(range(2000), 100)]
    puzzles = [each.puzzle for each in drawn if each is not None and not each.puzzle.layout.has_other_rules]
    assert len(puzzles) > 40
    for puzzle in puzzles:
        assert_images_are_answered(puzzle, rng)


def test_images_of_puzzles_with_one_solution_two_several_and_none() -> None:
    odd = [
        from_units(3, [], (1, 2)),
        from_units(2, [("A1", "B1")] * 3, (2, 1)),
        diagonal(classic(4)),
        from_units(20, [], (1, 2)),
    ]
    givens = [Puzzle.from_givens({"A1": 1, "B2": 1}, latin(3)), Puzzle.from_givens({"A1": 1, "A2": 1}, classic(4))]
    for puzzle in [*map(Puzzle.empty, odd), *givens]:
        assert_images_are_answered(puzzle, random.Random(1))
