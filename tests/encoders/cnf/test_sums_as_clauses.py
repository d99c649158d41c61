"""Each encoding of sums and pairs: unit propagation finds that a grid breaks the rule, and the size is as announced."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from exhaustive import all_grids
from small_formulas import follows, propagated, with_duplicates

from unitdoku import FormulaTooLarge, Layout, OptionError, Pair, Puzzle, Sum, Unit, from_units, is_solution, latin
from unitdoku.encoders.cnf.clauses import PAIRS
from unitdoku.encoders.cnf.encodings import CnfOptions
from unitdoku.encoders.cnf.sums import SUMS
from unitdoku.io import cnf, encode

RULES: dict[str, list[Sum | Pair | Unit]] = {
    "a cage": [Unit("cage", (0, 1, 2)), Sum("cage", (0, 1, 2), 7)],
    "a cage of two combinations": [Unit("cage", (0, 2)), Sum("cage", (0, 2), 5)],
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


ENCODINGS = [(name, next(iter(PAIRS))) for name in SUMS] + [(next(iter(SUMS)), name) for name in list(PAIRS)[1:]]
"""Names of encodings of sums and pairs: each once."""


def check_grids(layout: Layout, encoding: str, by_sum: str, pair: str) -> None:
    """With all cells known, unit propagation finds a contradiction where they break a rule, and nowhere else."""
    options = CnfOptions(encoding, sum=by_sum, pair=pair)
    formula = with_duplicates(layout, options)
    assert options.size(layout) == (formula.variable_count, len(formula.clauses))
    assert all(len({abs(literal) for literal in clause}) == len(clause) > 0 for clause in formula.clauses)
    known = list(map(frozenset, formula.clauses))
    empty = Puzzle.empty(layout)
    for grid in product(range(1, layout.size + 1), repeat=layout.cell_count):
        opposite = frozenset(-formula.variables.literal(cell, value) for cell, value in enumerate(grid))
        assert follows(opposite, known) != is_solution(grid, empty), grid


@pytest.mark.parametrize(("by_sum", "pair"), ENCODINGS)
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("encoding", ["minimal", "efficient", "extended"])
def test_unit_propagation_finds_the_grids_that_break_a_rule(name: str, encoding: str, by_sum: str, pair: str) -> None:
    check_grids(from_units(4, RULES[name], (1, 3)), encoding, by_sum, pair)


@pytest.mark.parametrize("by_sum", SUMS)
@pytest.mark.parametrize("relation", ["=", "<=", ">="])
def test_random_sums(by_sum: str, relation: str) -> None:
    """All coefficients, totals in reach, next to it and far away, and other numbers than the values."""
    rng = random.Random(f"{by_sum} {relation}")
    for _ in range(20):
        size, count = rng.choice(((1, 3), (2, 4), (3, 3), (4, 3), (5, 2), (9, 1), (7, 2)))
        weights = tuple(rng.choice((-6, -2, -1, 1, 1, 2, 3, 5, 8, 100)) for _ in range(count))
        first_value = rng.choice((1, 0, -4))
        reached = sum(weight * (rng.randint(1, size) + first_value - 1) for weight in weights)
        total = reached + rng.choice((0, 0, 0, 1, -1, 7, -1000, 1000))
        cells = tuple(rng.sample(range(count), count))
        rules = [Sum("sum", cells, total, rng.choice((weights, None)), relation)]
        check_grids(from_units(size, rules, (1, count), first_value=first_value), "extended", by_sum, "conflict")


@pytest.mark.parametrize("name", RULES)
def test_unit_propagation_rules_out_what_a_rule_rules_out(name: str) -> None:
    """At the start, and with one value placed. (Conflicts of pairs say nothing before one of the two is placed.)"""
    layout = from_units(4, RULES[name], (1, 3))
    formula = cnf(layout)
    known = list(map(frozenset, formula.clauses))
    grids = all_grids(Puzzle.empty(layout))
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
def test_a_diagram_finds_values_that_are_in_no_solution(each: Sum) -> None:
    """With two candidates ruled out and a third one assumed, unit propagation finds out whether there is a solution."""
    layout = from_units(3, [each], (1, 4))
    formula = cnf(layout, sum="mdd")
    known = list(map(frozenset, formula.clauses))
    literals = {place: formula.variables.literal(*place) for place in product(range(4), range(1, 4))}
    grids = [set(enumerate(grid)) for grid in all_grids(Puzzle.empty(layout))]
    for gone in combinations(literals, 2):
        left = set().union(*(grid for grid in grids if not grid & set(gone)))
        for place in literals.keys() - set(gone):
            ruled_out = follows(frozenset({*(literals[one] for one in gone), -literals[place]}), known)
            assert ruled_out == (place not in left)


def test_unit_propagation_finds_the_only_cell_of_a_value_in_a_cage() -> None:
    cage = (0, 1, 2)
    # Three different values of 1..4 with the sum 7 are 1, 2 and 4.
    four = (4, 7, [(0, 4), (1, 4), (2, 4)])
    # Three different values of 1..6 with the sum 10 are 1, 3, 6, or 1, 4, 5, or 2, 3, 5: without 1 the last.
    six = (6, 10, [(0, 1), (1, 1), (2, 1), (0, 5), (1, 5), (2, 5)])
    for size, total, gone in (four, six):
        formula = cnf(from_units(size, [Unit("cage", cage), Sum("cage", cage, total)], (1, 3)))
        literals = {formula.variables.literal(cell, value) for cell, value in gone}
        assert follows(frozenset(literals), list(map(frozenset, formula.clauses)))


def test_a_diagram_has_no_dead_ends() -> None:
    """Bounds leave nodes from which no value leads on; each would have a clause that rules it out."""
    layout = from_units(4, [Sum("gaps", (0, 1, 2), 34, (7, 5, 3))], (1, 3))
    formula = cnf(layout, sum="mdd")
    assert not [clause for clause in formula.clauses if len(clause) == 1 and clause[0] < -formula.variables.count]
    check_grids(layout, "extended", "mdd", "conflict")


def test_support_clauses_are_arc_consistent() -> None:
    """With any two candidates ruled out, unit propagation rules out each value without a partner."""
    layout = from_units(4, [Pair("pair", (0, 1), frozenset({(1, 2), (1, 3), (2, 2), (3, 4), (4, 1), (4, 2)}))], (1, 2))
    formula = cnf(layout, pair="support")
    literals = {place: formula.variables.literal(*place) for place in product(range(2), range(1, 5))}
    for gone in combinations(literals, 2):
        grids = map(set, map(enumerate, layout.pairs[0].allowed))
        left: set[tuple[int, int]] = set().union(*(grid for grid in grids if not grid & set(gone)))
        found = propagated({-literals[one] for one in gone}, formula.clauses)
        assert found is not None
        for place in literals.keys() - set(gone):
            assert (-literals[place] in found) == (place not in left)


COEFFICIENTS = tuple(1_000_003 + 7919 * number**2 for number in range(40))
MANY = Sum("many", tuple(range(40)), sum(COEFFICIENTS) * 3 // 2, COEFFICIENTS)
"""Nearly all partial sums are different."""


def test_a_sum_that_would_explode_is_refused_before_it_is_written() -> None:
    layout = from_units(2, [MANY], (1, 40))
    for question in (CnfOptions.size, CnfOptions.encode):
        message = "^sum 'many' has too many partial sums for the encoding mdd; sum=adder takes it$"
        with pytest.raises(FormulaTooLarge, match=message):
            question(CnfOptions(sum="mdd"), layout)


def test_no_sum_is_too_large_for_an_adder() -> None:
    layout = from_units(2, [MANY], (1, 40))
    assert CnfOptions().size(layout) == CnfOptions(sum="adder").size(layout)
    coefficients = tuple(10**10 + number**3 for number in range(100))
    trillion = from_units(9, [Sum("trillion", tuple(range(100)), 4 * 10**12, coefficients)], (1, 100))
    assert CnfOptions().size(trillion) == CnfOptions(sum="adder").size(trillion)
    formula = with_duplicates(trillion)
    assert len(formula.clauses) == CnfOptions().size(trillion).clauses < 200_000


def test_what_is_no_cage_is_written_as_a_diagram_and_as_an_adder_where_that_is_long() -> None:
    cage, short = RULES["a cage"], from_units(9, [Sum("short", tuple(range(9)), 45)], (1, 9))
    assert cnf(from_units(4, cage, (1, 3)), sum="mdd") != cnf(from_units(4, cage, (1, 3)))
    assert cnf(short) == cnf(short, sum="mdd")
    long = from_units(9, [Sum("long", tuple(range(20)), 100)], (1, 20))
    assert CnfOptions().size(long) == CnfOptions(sum="adder").size(long) != CnfOptions(sum="mdd").size(long)


ARROW = Sum("arrow", tuple(range(9)), 0, (*(1,) * 8, -1))


@pytest.mark.parametrize(
    ("each", "by_sum", "clauses", "auxiliaries"),
    [
        (15, "combination", 80, 8),
        (15, "mdd", 191, 20),
        # Nine bits of 11 clauses, six full adders of 20, two half ones of 8, six bits of the total.
        (15, "adder", 241, 25),
        (8, "combination", 31, 2),
        (ARROW, "mdd", 239, 18),
        (ARROW, "adder", 897, 91),
    ],
)
def test_sizes_of_sums(each: Sum | int, by_sum: str, clauses: int, auxiliaries: int) -> None:
    """Nine values: a cage of three cells with a total, and an arrow, as docs/measured/sums-sizes.csv has them."""
    cage = (0, 1, 2)
    rules: list[Any] = [each] if isinstance(each, Sum) else [cage, Sum("cage", cage, each)]
    layout = from_units(9, rules, (1, 9 if isinstance(each, Sum) else 3))
    without, size = CnfOptions().size(replace(layout, sums=())), CnfOptions(sum=by_sum).size(layout)
    assert (size.clauses - without.clauses, size.variables - without.variables) == (clauses, auxiliaries)


def test_many_combinations_are_not_excluded_in_pairs() -> None:
    """Four of sixteen values with the sum 34 have 86 combinations."""
    line = (0, 1, 2, 3)
    layout = from_units(16, [line, Sum("line", line, 34)], (1, 4))
    without = CnfOptions().size(from_units(16, [line], (1, 4)))
    added = CnfOptions().size(layout).clauses - without.clauses
    # One of 86; each with four values, each of which is in some of them; no value is in all of them.
    assert added == 1 + 86 * 4 + 16 * 4


def test_formulas_that_are_too_large_and_unknown_encodings_are_refused() -> None:
    with pytest.raises(FormulaTooLarge, match=r"the limit is 9 clauses; most-clauses raises it$"):
        cnf(from_units(4, RULES["a sum"], (1, 3)), most_clauses=9)
    with pytest.raises(OptionError, match=r"^unknown encoding of sums 'bdd'; known: combination, mdd, adder$"):
        cnf(latin(2), sum="bdd")
    with pytest.raises(OptionError, match=r"^unknown encoding of pairs 'table'; known: conflict, support$"):
        cnf(latin(2), pair="table")


def test_options_are_part_of_names_and_of_files() -> None:
    layout = from_units(4, [*RULES["a sum"], *RULES["a pair"]], (1, 3))
    lines = list(encode(Puzzle.empty(layout), "dimacs", sum="adder", pair="support"))
    assert "c encoding extended, at-most-one pairwise, sum adder, pair support\n" in lines
    formula = cnf(layout, sum="adder", pair="support")
    assert f"p cnf {formula.variable_count} {len(formula.clauses)}\n" in lines
    assert any("at-most-one pairwise\n" in line for line in encode(Puzzle.empty(latin(2)), "dimacs"))
