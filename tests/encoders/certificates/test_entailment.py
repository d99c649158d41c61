"""Units that follow from others, with certificates; and the values that occur in some solution."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from unitdoku import (
    Layout,
    LayoutError,
    Puzzle,
    Sum,
    Unit,
    Unsupported,
    candidates,
    classic,
    from_units,
    is_solution,
    latin,
    solve,
    verify,
)
from unitdoku.layouts import futoshiki, killer
from unitdoku.proofs import implied_units, is_implied


def test_what_cannot_be_asked() -> None:
    with pytest.raises(Unsupported, match="is_implied takes no sums"):
        is_implied([0, 5], latin(4) + [Sum("s", (0, 1), 3)])
    assert is_implied([0, 5], latin(4), seconds=0) is None
    assert candidates(Puzzle.empty(latin(4)), seconds=0) is None
    with pytest.raises(Unsupported):
        next(implied_units(classic(4) + [Sum("s", (0, 1), 3)]))


SIX = ["row 1", "row 4", "row 7", "column 1", "column 4", "column 7"]


@pytest.mark.parametrize(
    ("layout", "names"),
    [
        (classic(4), ["row 1", "row 3", "column 1", "column 3"]),
        # Demoen and Garcia de la Banda (2014)
        pytest.param(classic(), SIX, marks=pytest.mark.long),
    ],
    ids=["classic:4", "classic"],
)
def test_units_that_follow_from_the_others(layout: Layout, names: list[str]) -> None:
    """What is left has the same grids, and none of it follows."""
    found = [each for each in implied_units(layout) if each is not None]
    assert [each.unit for each in found] == list(layout.units)
    assert [each.unit.name for each in found if each.implied] == names
    rest = [each.unit for each in found if not each.implied]
    for each in found:
        statements = list(map(verify, each.certificates))
        assert {statement.claim for statement in statements} == ({"none"} if each.implied else {"several"})
        if not each.implied:
            fewer = Puzzle.empty(replace(layout, units=tuple(unit for unit in rest if unit != each.unit)))
            assert len({*each.counterexamples}) == 2
            assert [statement.grids for statement in statements] == [each.counterexamples]
            # Judged by the rules: all units but this one and those that follow hold.
            assert all(is_solution(grid, fewer) for grid in each.counterexamples)
            assert not any(is_solution(grid, Puzzle.empty(layout)) for grid in each.counterexamples)
    if layout.size == 4:
        smaller = replace(layout, units=tuple(rest))
        assert set(solve(smaller, limit=1000).solutions) == set(solve(layout, limit=1000).solutions)


def test_a_unit_that_a_layout_has_and_one_of_one_cell() -> None:
    for unit in (Unit("row", (0, 1, 2, 3)), Unit("one", (5,)), ["A1", "B2"]):
        found = is_implied(unit, classic(4))
        assert found
        assert found.certificates == ()
    assert not is_implied(["A1", "C3"], classic(4))
    alone = is_implied((0, 1), from_units(1, [], (1, 2)))
    assert alone is not None
    assert alone.counterexamples == ((1, 1),)


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
    solved = solve("1.....3....2.4..").solutions[0]
    assert candidates("1.....3....2.4..") == tuple(frozenset({value}) for value in solved)


def test_cells_as_text_and_the_truth_of_an_answer() -> None:
    found = is_implied("A1 D4", classic(4))
    assert found is not None
    assert not found
    assert repr(found) == "<Entailment: A1 D4 does not follow, 1 certificate>"
    with pytest.raises(LayoutError, match="the unit names an unknown cell"):
        is_implied("A1 Z9", classic(4))
