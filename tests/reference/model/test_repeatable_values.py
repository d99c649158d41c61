"""Units in which some values may repeat: what they take, and each solver, encoding and format that reads units."""

from __future__ import annotations

import pickle
import re
from itertools import product
from typing import Any

import pytest
from drawn_rules import check_controls
from exhaustive import all_grids
from small_formulas import with_duplicates

from unitdoku import (
    Layout,
    LayoutError,
    Puzzle,
    Sum,
    Unit,
    classic,
    from_units,
    is_solution,
    latin,
    solve,
    violations,
)
from unitdoku.encoders.cnf.encodings import CnfOptions
from unitdoku.encoders.constraints.linear import rows
from unitdoku.io import encode
from unitdoku.layouts import anti_knight
from unitdoku.reference.model.puzzle import reason_against

BACKENDS = [
    *("native", "reference", "reference:twins", "sat:cadical195", "sat:minisat22:encoding=minimal"),
    *("sat:minisat22:encoding=reduced", "cpsat", "cpsat:all-different", "highs", "auto"),
    *("smt:z3", "smt:z3:encoding=int", "asp:clingo"),
]


def line(size: int, cells: int, *repeatable: int) -> Layout:
    """A row of cells that are one unit."""
    return from_units(size, [Unit("line", tuple(range(cells)), repeatable)], (1, cells))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("layout", "count"),
    [
        (line(1, 3, 1), 1),  # all values may repeat: the unit demands nothing
        (line(2, 3, 1, 2), 8),
        (line(2, 3, 2), 4),  # at most one 1, in one of three cells
        (line(3, 3, 3), 13),  # as many cells as values, and still not every value
        (line(3, 1, 2), 3),
        (line(4, 2, 1, 3), 14),
    ],
)
def test_only_repeatable_values_repeat(backend: str, layout: Layout, count: int) -> None:
    result = solve(Puzzle.empty(layout), backend, limit=50)
    assert len(all_grids(Puzzle.empty(layout))) == count
    assert (set(result.solutions), result.exhausted) == (all_grids(Puzzle.empty(layout)), True)
    every = product(range(1, layout.size + 1), repeat=layout.cell_count)
    assert sum(is_solution(grid, Puzzle.empty(layout)) for grid in every) == count


def test_units_keep_and_compare_them() -> None:
    unit = Unit("u", (0, 1), (3, 1, 3))
    assert unit.repeatable == (1, 3)
    assert unit != Unit("u", (0, 1))
    assert Unit("u", (0, 1), {1, 3}) == unit  # type: ignore[arg-type]
    assert hash(Unit("u", (0, 1), (1, 3))) == hash(unit)
    assert pickle.loads(pickle.dumps(unit)) == unit
    assert repr(unit) == "Unit(name='u', cells=(0, 1), repeatable=(1, 3))"
    assert repr(Unit("u", (0, 1))) == "Unit(name='u', cells=(0, 1))"
    assert eval(repr(unit)) == unit
    assert latin(3).unit(["A1", "B2"], "u", [2]) == Unit("u", (0, 4), (2,))


@pytest.mark.parametrize(
    ("repeatable", "message"),
    [
        *((each, f"unit 'u': its repeatable values are {each!r}, not a list of values") for each in ("12", 1, None)),
        *(((each,), rf"unit 'u' lets \({each},\) repeat, which are not all values") for each in (0, True, 1.5)),
        ((1, 3), r"unit 'u' lets 3 repeat, but the values are 1\.\.2"),
    ],
)
def test_repeatable_values_that_are_none(repeatable: Any, message: str) -> None:
    with pytest.raises(LayoutError, match=f"^{message}$"):
        from_units(2, [Unit("u", (0, 1), repeatable)])


def test_what_follows_from_units() -> None:
    layout = line(3, 3, 3)
    assert not layout.is_complete(layout.units[0])
    assert layout.complete_units == ()
    assert layout.repeating_units == layout.units
    assert layout.has_other_rules
    assert not latin(3).has_other_rules
    assert layout.peers[0] == {1, 2}
    assert [layout.rivals(0, value) for value in (1, 2, 3)] == [{1, 2}, {1, 2}, frozenset()]
    assert latin(3).rivals(0, 1) == latin(3).peers[0]
    both = layout + [Unit("pair", (0, 1))]
    assert both.rivals(0, 3) == {1}


def test_grids_are_judged_by_the_other_values() -> None:
    puzzle = Puzzle.empty(line(3, 4, 3))
    assert is_solution((3, 1, 3, 2), puzzle)
    assert list(violations((3, 1, 3, 2), puzzle)) == []
    assert list(violations((3, 1, 3, 1), puzzle)) == ["unit line: 1 stands in A2 and A4"]


def test_givens_that_repeat_are_no_reason() -> None:
    layout = line(3, 4, 3)
    assert solve(Puzzle.from_values([3, 3, 1, 0], layout), limit=9).solutions == ((3, 3, 1, 2), (3, 3, 1, 3))
    clash = solve(Puzzle.from_values([3, 1, 1, 3], layout), "reference")
    assert clash.reason == "1 stands twice in line: A2 and A3"
    assert solve(Puzzle(layout, (4, 4, 4, 4)), "reference", limit=2).unique
    assert reason_against(Puzzle(line(3, 3, 3), (4, 0b101, 1))) is None  # the 3 may stand in A1 and A2
    none_left = solve(Puzzle(layout, (1, 1 | 2, 2, 4)), "reference")
    assert none_left.reason == "A2 has no candidate left: 1 stands in A1 and 2 stands in A3"


def test_twins_with_a_repeatable_value_rule_nothing_out() -> None:
    """1 and 3 in two cells: where 3 may repeat, the 1 may stand elsewhere."""
    puzzle = Puzzle(line(3, 4, 3), (0b101, 0b101, 0b011, 0b111))
    assert set(solve(puzzle, "reference:twins", limit=99).solutions) == all_grids(puzzle)


def test_a_sum_over_such_a_unit_is_no_cage() -> None:
    puzzle = Puzzle.empty(line(3, 2, 2) + [Sum("sum", (0, 1), 4)])
    for backend in ("reference", "sat:cadical195", "cpsat"):
        assert set(solve(puzzle, backend, limit=9).solutions) == {(1, 3), (2, 2), (3, 1)}


@pytest.mark.parametrize("encoding", ["minimal", "efficient", "extended", "reduced"])
def test_sizes_of_formulas_are_counted(encoding: str) -> None:
    others = [Unit("other", (3, 2, 1, 0), (2, 3)), Unit("pair", (0, 1)), Unit("other pair", (1, 2), (1,))]
    layout = line(3, 4, 2) + others
    formula = with_duplicates(layout, CnfOptions(encoding))
    assert CnfOptions(encoding).size(layout) == (formula.variable_count, len(formula.clauses))


def test_the_row_of_a_complete_unit_wins() -> None:
    """The same cells as a unit with repeatable values: its rows are weaker, and come first here."""
    layout = from_units(2, [Unit("some", (0, 1), (2,)), Unit("all", (0, 1))], (1, 2))
    assert {row.variables: row.lower for row in rows(layout)}[(1, 3)] == 1
    assert sum(row.variables == (1, 3) for row in rows(layout)) == 1


def test_minizinc_lets_them_repeat() -> None:
    layout = line(3, 3, 2, 3) + [Unit("pair", (0, 1))]
    text = "".join(encode(Puzzle.empty(layout), "minizinc"))
    found = re.findall(r"^constraint (.*); % (line|pair)$", text, re.MULTILINE)
    assert found == [
        (r"forall(i, j in {1, 2, 3} where i < j)(cell[i] != cell[j] \/ cell[i] in {2, 3})", "line"),
        ("all_different([cell[1], cell[2]])", "pair"),
    ]


def test_a_move_of_chess_counts_where_values_may_repeat() -> None:
    """Cells of such a unit may be equal, so the pair is needed."""
    knights = len(anti_knight(classic(4)).units)
    blocks = [Unit(unit.name, unit.cells, (1,)) for unit in classic(4).units]
    assert len(anti_knight(from_units(4, blocks)).units) == knights
    wide = from_units(4, [Unit("all", tuple(range(16)), (1, 2, 3, 4))])
    assert len(anti_knight(wide).units) == 1 + 24


def test_control_puzzles_are_true_where_values_may_repeat() -> None:
    layout = from_units(3, [Unit("top", (0, 1, 2, 3), (3,)), Unit("down", (0, 4), (3,))], (2, 4))
    rests = ([2, 1, 1, 1], [3, 2, 2, 2], [0, 1, 1, 1])
    check_controls(Puzzle.from_values([1, 2, 3, 3, *rest], layout) for rest in rests)
