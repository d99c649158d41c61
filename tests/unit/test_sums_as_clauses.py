"""Each encoding of sums and pairs: unit propagation finds that a grid breaks the rule, and the size is as announced."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from small_formulas import follows

from unitdoku import FormulaTooLarge, Grid, Pair, Puzzle, Sum, Unit, encode, from_units, is_solution, size_of

RULES: dict[str, list[Sum | Pair | Unit]] = {
    "a cage": [Unit("cage", (0, 1, 2)), Sum("cage", (0, 1, 2), 7)],
    "a cage without a combination": [Unit("cage", (0, 1)), Sum("cage", (0, 1), 2)],
    "a sum": [Sum("sum", (0, 1, 2), 6)],
    "coefficients": [Sum("sum", (0, 1, 2), 1, (3, -2, 1))],
    "at most": [Sum("sum", (0, 1, 2), 5, relation="<=")],
    "at least": [Sum("sum", (2, 0), 1, (-1, 2), ">=")],
    "always": [Sum("sum", (0, 1), 1, relation=">=")],
    "never": [Sum("sum", (0, 1), 1, relation="<=")],
    "a gap": [Sum("sum", (0, 1), 7, (2, 4))],
    "a pair": [Pair("pair", (2, 0), frozenset({(1, 2), (2, 2), (4, 1)}))],
    "no pair": [Pair("pair", (0, 1), frozenset())],
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("encoding", ["minimal", "efficient", "extended"])
def test_unit_propagation_finds_the_grids_that_break_a_rule(name: str, encoding: str) -> None:
    layout = from_units(4, RULES[name], (1, 3))
    formula = encode(layout, encoding)
    known = list(map(frozenset, formula.clauses))
    empty = Puzzle.empty(layout)
    for grid in product(range(1, 5), repeat=3):
        opposite = frozenset(-formula.variables.literal(cell, value) for cell, value in enumerate(grid))
        assert follows(opposite, known) != is_solution(grid, empty), grid


@pytest.mark.parametrize("name", RULES)
def test_unit_propagation_rules_out_what_a_rule_rules_out(name: str) -> None:
    """At the start, and with one value placed. (Conflicts of pairs say nothing before one of the two is placed.)"""
    layout = from_units(4, RULES[name], (1, 3))
    formula = encode(layout)
    known = list(map(frozenset, formula.clauses))
    empty = Puzzle.empty(layout)
    grids: list[Grid] = [grid for grid in product(range(1, 5), repeat=3) if is_solution(grid, empty)]
    candidates = list(product(range(3), range(1, 5)))
    for placed, other in product(candidates, candidates):
        if placed[0] != other[0] or (placed == other and not layout.pairs):
            together = {-formula.variables.literal(*placed), -formula.variables.literal(*other)}
            possible = any(grid[placed[0]] == placed[1] and grid[other[0]] == other[1] for grid in grids)
            assert follows(frozenset(together), known) != possible


SUMS_OF_FOUR = [
    Sum("sum", (0, 1, 2, 3), 8),
    Sum("sum", (0, 1, 2, 3), 3, (2, -1, 1, 1)),
    Sum("sum", (0, 1, 2, 3), 9, (1, 2, 1, 1), "<="),
    Sum("sum", (0, 1, 2, 3), 10, (3, 1, 2, 1), ">="),
]


@pytest.mark.parametrize("each", SUMS_OF_FOUR)
def test_a_diagram_is_arc_consistent(each: Sum) -> None:
    """With any two candidates ruled out, unit propagation rules all others out that are in no solution."""
    layout = from_units(3, [each], (1, 4))
    formula = encode(layout)
    known = list(map(frozenset, formula.clauses))
    literal = formula.variables.literal
    empty = Puzzle.empty(layout)
    grids: list[Grid] = [grid for grid in product(range(1, 4), repeat=4) if is_solution(grid, empty)]
    candidates = list(product(range(4), range(1, 4)))
    for gone in combinations(candidates, 2):
        left = [grid for grid in grids if all(grid[cell] != value for cell, value in gone)]
        for cell, value in set(candidates) - set(gone):
            ruled_out = follows(frozenset({*(literal(*each) for each in gone), -literal(cell, value)}), known)
            assert ruled_out != any(grid[cell] == value for grid in left)


def test_unit_propagation_finds_the_only_cell_of_a_value_in_a_cage() -> None:
    """Three different values of 1..4 with the sum 7 are 1, 2 and 4."""
    formula = encode(from_units(4, RULES["a cage"], (1, 3)))
    not_four = [formula.variables.literal(cell, 4) for cell in (0, 1)]
    four = formula.variables.literal(2, 4)
    assert follows(frozenset({*not_four, four}), list(map(frozenset, formula.clauses)))


@pytest.mark.parametrize("name", RULES)
def test_sizes_are_as_announced(name: str) -> None:
    layout = from_units(4, RULES[name], (1, 3))
    formula, size = encode(layout, keep_duplicates=True), size_of(layout)
    literals = sum(map(len, formula.clauses))
    announced = (size.variables, size.auxiliaries, size.clauses, size.literals)
    assert announced == (formula.variables.count, formula.auxiliaries, len(formula.clauses), literals)


def test_a_sum_that_would_explode_is_refused_before_it_is_written() -> None:
    """Nearly all partial sums of these coefficients are different."""
    coefficients = tuple(1_000_003 + 7919 * number**2 for number in range(40))
    many = Sum("many", tuple(range(40)), sum(coefficients) * 3 // 2, coefficients)
    layout = from_units(2, [many], (1, 40))
    with pytest.raises(FormulaTooLarge, match="sum 'many' has too many partial sums for clauses; cpsat takes it"):
        size_of(layout)
    hundred = from_units(9, [Sum("hundred", tuple(range(100)), 500)], (1, 100))
    assert size_of(hundred).clauses < 1_000_000
