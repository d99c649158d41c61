"""Random layouts of units, sums and pairs: each backend that takes them against exhaustive enumeration.

In some units values may repeat, and some layouts show a part of their cells: then what these hold is compared.
"""

from __future__ import annotations

import random

import pytest
from drawn_rules import all_grids, draw, shown_part
from pace import is_slow

from unitdoku import find_backend, violations
from unitdoku.compare.conformance.backend.scope import takes
from unitdoku.encoders.backends.listing import installed_backends

LIMIT = 1000
EACH_TIME = {"reference", "native", "sat:cadical195", "cpsat", "cpsat:all-different", "auto"}


def compare(count: int, seed: int, step: int) -> None:
    """Asks some backends each puzzle, the others one of `step` puzzles."""
    rng = random.Random(seed)
    backends = [find_backend(name) for name in installed_backends()]
    able = [backend for backend in backends if backend.capabilities.pairs]
    assert {*EACH_TIME, "ilp:highs"} <= {backend.name for backend in able}
    for number in range(count):
        puzzle = draw(rng)
        grids = all_grids(puzzle)
        expected = {shown_part(grid, puzzle) for grid in grids}
        for turn, backend in enumerate(able):
            asked = backend.name in EACH_TIME or (number + turn) % step == 0
            if not asked or not takes(backend.capabilities, puzzle):
                continue
            limit = 2 if is_slow(backend.name) else LIMIT
            with backend.open(puzzle.layout) as session:
                result = session.solve(puzzle, limit)
            assert grids.issuperset(result.solutions), backend.name
            found = {shown_part(grid, puzzle) for grid in result.solutions}
            assert len(found) == len(result.solutions) == min(len(expected), limit), backend.name
            assert result.exhausted or len(expected) >= limit, backend.name
        for grid in list(grids)[:3]:
            assert list(violations(grid, puzzle)) == []


def test_the_puzzles_are_of_all_sorts() -> None:
    rng = random.Random(20)
    numbers = [min(len(all_grids(draw(rng))), 2) for _ in range(200)]
    assert set(numbers) == {0, 1, 2}
    assert numbers.count(0) > 10


def test_every_solution_is_found_and_no_other() -> None:
    compare(50, 20, step=10)


@pytest.mark.long
def test_every_solution_is_found_and_no_other_on_many() -> None:
    compare(5000, 21, step=50)
