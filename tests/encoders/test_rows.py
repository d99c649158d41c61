from __future__ import annotations

import re
from itertools import product
from operator import eq, ge, le

import pytest

from unitdoku import Layout, Pair, Puzzle, Sum, Unit, classic, from_units, is_solution, latin
from unitdoku.encoders.constraints.linear import fixed_variables, rows

ODD_NAMES = from_units(3, [Unit("a b:c", (2, 0)), Unit("a b:c", (0, 1, 2)), Unit("", (4,)), Unit("ü", ())], (2, 3))


def test_duplicates_are_dropped() -> None:
    layout = classic(4)
    first = layout.units[0].cells
    assert rows(layout + [first[::-1], first]) == rows(layout)


@pytest.mark.parametrize(
    "layout", [ODD_NAMES, classic(9), from_units(2, [(0, 1)], (1, 30)), from_units(2, [], (28, 1))]
)
def test_names_suit_files(layout: Layout) -> None:
    names = [row.name for row in rows(layout)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) for name in names)


OTHER_RULES: list[Sum | Pair] = [
    Sum("equal", (0, 1), 4, (2, -1)),
    Sum("most", (0, 2), 4, relation="<="),
    Sum("least", (1, 2), 3, relation=">="),
    Pair("up", (0, 2), frozenset({(1, 2), (1, 3), (2, 3), (2, 1)})),
]


@pytest.mark.parametrize(
    "layout",
    [
        latin(2),
        from_units(3, [(0, 1), (1, 2, 3)], (1, 4)),
        from_units(2, [], (1, 2)),
        from_units(3, [[0], [], [0, 1]], (1, 2)),
        *[from_units(3, [(1, 0), rule], (1, 3)) for rule in OTHER_RULES],
    ],
)
def test_rows_hold_for_just_the_grids(layout: Layout) -> None:
    program = rows(layout)
    assert all(list(row.variables) == sorted(set(row.variables)) for row in program)
    empty = Puzzle.empty(layout)
    comparisons = [row.comparison for row in program]
    for grid in product(range(1, layout.size + 1), repeat=layout.cell_count):
        true = {cell * layout.size + value for cell, value in enumerate(grid)}
        sums = [sum(times for times, variable in row.terms if variable in true) for row in program]
        compared = {"=": eq, "<=": le, ">=": ge}
        holds = [compared[relation](held, number) for held, (relation, number) in zip(sums, comparisons, strict=True)]
        assert all(holds) == is_solution(grid, empty)
        # The bounds say the same.
        for row, held, comparison in zip(program, sums, holds, strict=True):
            assert comparison == ((row.lower is None or row.lower <= held) and (row.upper is None or held <= row.upper))


def test_what_a_puzzle_fixes() -> None:
    layout = from_units(3, [(0, 1, 2)], (1, 3))
    assert fixed_variables(Puzzle(layout, (0b010, 0b111, 0b101))) == {2: 1, 8: 0}
    assert fixed_variables(Puzzle.empty(layout)) == {}
    four = from_units(4, [], shape=(1, 3))
    assert fixed_variables(Puzzle(four, (0b0011, 0b1111, 0b1100))) == dict.fromkeys((3, 4, 9, 10), 0)
