"""Solutions that are counted over chosen cells only: what layouts take, and each place where solutions are compared."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from drawn_rules import check_controls
from found import Found, FoundSession, Named
from raced import batch

from unitdoku import (
    Grid,
    InvalidAnswer,
    Layout,
    LayoutError,
    Pair,
    Puzzle,
    Result,
    Sum,
    Unit,
    count,
    find_backend,
    from_units,
    latin,
    solve,
)
from unitdoku.backend import Capabilities
from unitdoku.compare.cross_check.finding import findings
from unitdoku.compare.cross_check.shrink import without_cells, without_rules
from unitdoku.compare.generators.proven import with_false_given
from unitdoku.compare.races.columns import RaceResult
from unitdoku.compare.races.judging import judged
from unitdoku.proofs import prove
from unitdoku.reference.contract.judgement import defects

BACKENDS = [
    "native",
    *("reference", "reference:twins", "sat:cadical195", "sat:minisat22:encoding=reduced", "cpsat"),
    *("cpsat:all-different", "highs", "smt:z3", "asp:clingo", "auto", "portfolio:cpsat,reference"),
]


def pair_of_cells(shown: Any) -> Layout:
    """A1 below A2, and nothing else: three solutions, two values of A1, two of A2."""
    return from_units(3, [Pair("below", (0, 1), frozenset({(1, 2), (1, 3), (2, 3)}))], (1, 2), shown=shown)


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_cell_shown_is_one_solution_at_most(backend: str) -> None:
    plain = Puzzle.empty(replace(latin(3), shown=()))
    result = solve(plain, backend, limit=5)
    assert (len(result), result.exhausted, result.unique) == (1, True, True)
    clash = Puzzle.from_values([1, 1, *[0] * 7], plain.layout)
    assert solve(clash, backend, limit=5).verdict.name == "UNSAT"


@pytest.mark.parametrize("backend", [name for name in BACKENDS if "reduced" not in name])
def test_solutions_differ_in_the_shown_cells(backend: str) -> None:
    for shown, expected in ((None, {(1, 2), (1, 3), (2, 3)}), ([0], {(1,), (2,)}), (["A2"], {(2,), (3,)})):
        puzzle = Puzzle.empty(pair_of_cells(shown))
        for limit in (1, 2, 4):
            result = solve(puzzle, backend, limit=limit)
            parts = [puzzle.layout.shown_part(grid) for grid in result.solutions]
            assert len(set(parts)) == len(parts) == min(limit, len(expected))
            assert expected.issuperset(parts)
            assert result.exhausted or limit <= len(expected)
            assert all(first < second for first, second in result.solutions)
        assert count(puzzle, backend) == len(expected)
    assert solve(Puzzle.from_givens({"A1": 1}, pair_of_cells([0])), backend, limit=2).unique


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ((0, 0), " names cell index 0 twice"),
        *(((each,), rf" names cell index {each}, but the cells are 0\.\.3") for each in (4, -1)),
        (("A1",), r": 'A1' is no cell index; layout.cell\('A1'\) returns the index of a label"),
        ((True,), ": True is no cell index"),
        *((each, f" is {each!r}, not a list of cells") for each in ("A1", 1)),
    ],
)
def test_shown_cells_that_are_none(shown: Any, message: str) -> None:
    with pytest.raises(LayoutError, match=f"^the list of shown cells{message}$"):
        replace(latin(2), shown=shown)


def test_builders_name_shown_cells_by_labels() -> None:
    assert from_units(2, [], shown=["B2", (0, 0)]).shown == (0, 3)
    assert from_units(2, [], shown=range(4)) == from_units(2, [])
    with pytest.raises(LayoutError, match="cell C1: the list of shown cells names an unknown cell"):
        from_units(2, [], shown=["C1"])


def test_layouts_keep_them() -> None:
    layout = replace(latin(3), shown=(0, 4))
    assert (layout + [Sum("sum", (0, 1), 3)]).shown == (0, 4)
    assert repr(layout) == "<Layout latin:3: 9 cells, 3 values, 6 units, 2 cells shown>"
    assert layout.shown_part((1, 2, 3, 2, 3, 1, 3, 1, 2)) == (1, 3)
    assert layout.shown_part((1, 2)) == (1, 2)


ABLE = Named("mine", Capabilities(pairs=True, shown=True))


class Listing(FoundSession):
    """Returns these grids for every puzzle; of two cells the first is shown."""

    def __init__(self, *grids: Grid) -> None:
        super().__init__(pair_of_cells([0]), ABLE)
        self.grids = grids

    def found(self, *_: object) -> Found:
        return Found(self.grids)


def test_an_answer_with_one_shown_part_twice_is_invalid() -> None:
    with pytest.raises(InvalidAnswer, match="returned a solution twice"):
        Listing((1, 2), (1, 3)).solve(Puzzle.empty(pair_of_cells([0])), limit=5)
    grids: list[Grid] = [(1, 2), (1, 3)]
    assert [defect.way for defect in defects(grids, Puzzle.empty(pair_of_cells([0])), 5)] == ["twice"]
    assert list(defects(grids, Puzzle.empty(pair_of_cells([1])), 5)) == []


def test_solutions_that_differ_in_other_cells_refute_no_claim() -> None:
    puzzle = Puzzle.from_givens({"A1": 1}, pair_of_cells([0]))
    answers = {"one": Result(((1, 2),), True), "other": Result(((1, 3),), True)}
    assert findings(puzzle, answers, 2) == []
    shown = Puzzle.empty(pair_of_cells([0]))
    refuted = findings(shown, {"one": Result(((1, 2),), True), "other": Result(((2, 3),), False)}, 2)
    assert [(each.backend, each.way) for each in refuted] == [("one", "says unique")]


def test_races_compare_what_is_shown() -> None:
    puzzle = Puzzle.empty(pair_of_cells([0]))

    def digest(*grids: Grid) -> int:
        return judged(Result(grids, True), puzzle, RaceResult(0, wall=1, cpu=1), batch("mine", limit=5)).digest

    assert digest((1, 2), (2, 3)) == digest((2, 3), (1, 3))
    assert digest((1, 2)) != digest((2, 3))


def test_solutions_are_announced_once() -> None:
    puzzle = Puzzle.empty(pair_of_cells([0]))
    for name in ("reference", "cpsat", "auto", "sat:cadical195"):
        announced: list[Grid] = []
        with find_backend(name).open(puzzle.layout) as session:
            result = session.solve(puzzle, 9, on_solution=announced.append)
        assert announced == list(result.solutions)


def test_a_proof_of_no_other_solution_is_about_the_shown_cells() -> None:
    puzzle = Puzzle.from_values([1, 2, 3, 0, 0, 0, 0, 0, 0], replace(latin(3), shown=(0, 1)))
    found = prove(puzzle)
    assert found is not None
    assert found.solution is not None
    # With two more cells shown there are two solutions.
    several = replace(puzzle.layout, shown=(0, 3))
    with pytest.raises(ValueError, match="several solutions"):
        prove(Puzzle(several, puzzle.candidates))
    # A clause over a shown cell that is open.
    one = Puzzle.from_values([1, 0, 0, 2, 0, 0, 0, 0, 0], replace(latin(3), shown=(6,)))
    found = prove(one)
    assert found is not None
    assert found.formula.clauses[-1] == (-found.formula.variables.literal(6, 3),)


def test_false_givens_are_in_shown_cells() -> None:
    """In a hidden cell another value may well be right."""
    puzzle = Puzzle.from_givens({"A1": 1}, pair_of_cells([0]))
    assert with_false_given(puzzle, (1, 2), random.Random(1)) is None
    narrow = Puzzle(pair_of_cells([1]), (0b11, 0b110))
    for seed in range(10):
        other = with_false_given(narrow, (1, 2), random.Random(seed))
        assert other is not None
        assert other.candidates[0] == 0b11


def test_control_puzzles_are_true_for_shown_cells() -> None:
    layout = replace(latin(4), shown=tuple(range(8)))
    rows = ([2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1], [2, 3, 4, 0], [3, 0, 0, 0])
    check_controls(Puzzle.from_values([1, 2, 3, 4, *row, *[0] * 8], layout) for row in rows)


def test_reductions_keep_the_rules_of_the_cells_that_stay() -> None:
    pair = Pair("pair", (2, 3), frozenset({(1, 2)}))
    rules: list[Unit | Sum | Pair] = [
        Unit("line", (0, 1, 2, 3), (3,)),
        Sum("sum", (1, 2), 3),
        Sum("gone", (0, 3), 4),
        pair,
    ]
    puzzle = Puzzle.empty(from_units(3, rules, (1, 4), first_value=0, shown=(0, 1, 3)))
    smaller = without_cells(puzzle, [0])
    assert smaller is not None
    assert smaller.layout.rules == (Unit("line", (0, 1, 2), (3,)), Sum("sum", (0, 1), 3), replace(pair, cells=(1, 2)))
    assert (smaller.layout.first_value, smaller.layout.shown) == (0, (0, 2))
    fewer = without_rules(puzzle, [0]).layout
    assert (fewer.rules, fewer.shown) == (puzzle.layout.rules[1:], (0, 1, 3))


def test_the_reference_solver_completes_each_solution_once() -> None:
    """Ten helper cells of ten values: a search that went on below a solution would take 10**10 boards."""
    puzzle = Puzzle.empty(from_units(10, [(0, 1)], (1, 12), shown=[0, 1]))
    result = solve(puzzle, "reference", limit=100)
    assert (len(result), result.exhausted) == (90, True)
    assert result.statistics["nodes"] < 2000
