"""Random layouts of units, sums and pairs: each backend that takes them against exhaustive enumeration.

In some units values may repeat, and some layouts show a part of their cells: then what these hold is compared.
"""

from __future__ import annotations

import random

import pytest
from drawn_rules import draw, shown_part
from exhaustive import all_grids
from pace import is_slow

from unitdoku import find_backend, violations
from unitdoku.compare.conformance.cases import takes
from unitdoku.encoders.naming.listing import installed_backends

LIMIT = 1000
NOT_LISTED = "smt:z3:encoding=int"
EACH_TIME = {"reference", "native", "sat:cadical195", "cpsat", "cpsat:all-different", "asp:clingo", "auto"}
EACH_TIME |= {"smt:z3", NOT_LISTED}


def compare(count: int, seed: int, step: int) -> None:
    """Asks some backends each puzzle, the others one of `step` puzzles."""
    rng = random.Random(seed)
    backends = [find_backend(name) for name in (*installed_backends(), NOT_LISTED)]
    able = [backend for backend in backends if backend.capabilities.pairs]
    assert {*EACH_TIME, "highs"} <= {backend.name for backend in able}
    numbers = []
    for number in range(count):
        puzzle = draw(rng)
        grids = all_grids(puzzle)
        expected = {shown_part(grid, puzzle) for grid in grids}
        numbers.append(min(len(grids), 2))
        for turn, backend in enumerate(able):
            if (backend.name not in EACH_TIME and (number + turn) % step) or not takes(backend.capabilities, puzzle):
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
    assert set(numbers) == {0, 1, 2}
    assert numbers.count(0) > count / 20


def test_every_solution_is_found_and_no_other() -> None:
    compare(24, 21, step=10)


@pytest.mark.long
def test_every_solution_is_found_and_no_other_on_many() -> None:
    compare(5000, 22, step=50)
