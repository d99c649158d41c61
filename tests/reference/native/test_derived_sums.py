"""Sums that follow from units and sums: innies and outies, none where there is nothing to derive, all true."""

from __future__ import annotations

import random

import pytest

from unitdoku import Grid, Layout, Puzzle, Sum, Unit, Verdict, classic, latin, solve
from unitdoku.layouts import layout_named
from unitdoku.reference.model.layout import Rule
from unitdoku.reference.native.rules import derived_sums


def cage(cells: tuple[int, ...], total: int) -> list[Rule]:
    return [Unit(f"cage {cells}", cells), Sum(f"cage {cells}", cells, total)]


def held(layout: Layout) -> set[tuple[tuple[int, ...], tuple[int, ...] | None, int]]:
    return {(each.cells, each.coefficients, each.total) for each in derived_sums(layout)}


@pytest.mark.parametrize(
    "layout", [classic(), latin(4) + cage((0, 1), 4)[:1], latin(4) + [Sum("s", (0, 1), 4, (2, 1))]]
)
def test_nothing_follows_without_plain_sums(layout: Layout) -> None:
    assert all(len(each) > 4 or each.total == layout.size * (layout.size + 1) // 2 for each in derived_sums(layout))
    assert derived_sums(classic()) == ()
    assert derived_sums(classic() + [Sum("at most", (0, 1, 2), 9, relation="<=")]) == ()


@pytest.mark.parametrize("total", [-(2**53), 2**53])
def test_none_beyond_the_largest_sum(total: int) -> None:
    layout = classic() + [Sum("s", tuple(range(8)), total)]
    assert all(abs(each.total) <= 2**53 for each in derived_sums(layout))
    assert solve(Puzzle.empty(layout)).verdict is Verdict.UNSAT


def test_the_rest_of_a_unit() -> None:
    layout = latin(4) + cage((0, 1), 4)
    assert ((2, 3), None, 6) in held(layout)


def test_innies_and_outies() -> None:
    # In row A there are a sum of two, and two cells of a sum of three.
    layout = latin(4) + [*cage((0, 1), 4), Sum("three", (2, 3, 7), 8)]
    assert ((7,), None, 2) in held(layout)
    # In a row of five one cell is left.
    wide = latin(5) + [*cage((0, 1), 4), Sum("three", (2, 3, 7), 8)]
    assert ((4, 7), (1, -1), 3) in held(wide)


def test_numbers_from_0() -> None:
    digits = Layout(4, latin(4).units, latin(4).positions, first_value=0) + [Sum("two", (0, 1), 1)]
    assert ((2, 3), None, 7) in held(digits)


def test_totals_that_contradict_the_units() -> None:
    layout = latin(4) + [Sum("a", (0, 1), 4), Sum("b", (2, 3), 5)]
    assert [(len(each), each.total) for each in derived_sums(layout)] == [(1, 0)]
    for backend in ("reference", "native"):
        result = solve(Puzzle.empty(layout), backend)
        assert (len(result), result.exhausted) == (0, True)


def drawn_cages(rng: random.Random, layout: Layout, grid: Grid) -> list[Rule]:
    """Sums of cells near each other, with totals of the grid; most are disjoint, and some cells have none."""
    free = list(range(layout.cell_count))
    rng.shuffle(free)
    rules: list[Rule] = []
    while len(free) > 3:
        chosen = [free.pop()]
        near = sorted(free, key=lambda cell: (abs(cell - chosen[0]), rng.random()))
        chosen += [cell for cell in near[: rng.randint(0, 4)] if rng.random() < 0.9]
        if rng.random() < 0.8:
            free = [cell for cell in free if cell not in chosen]
        if rng.random() < 0.95:
            rules.append(Sum(f"sum {len(rules)}", tuple(chosen), sum(grid[cell] for cell in chosen)))
    return rules


def test_true_for_every_grid() -> None:
    rng = random.Random(45)
    seen = 0
    jigsaw = "jigsaw:AAABABBBCCCDCDDD"
    for name in ("classic:4", "latin:5", "classic:2x3", "classic:2x3+diagonal", jigsaw, "diagonal", "windoku"):
        plain = layout_named(name)
        for grid in solve(Puzzle.empty(plain), limit=12).solutions:
            layout = plain + drawn_cages(rng, plain, grid)
            for each in derived_sums(layout):
                seen += 1
                assert 1 <= len(each) <= 4
                assert each.holds(grid)
    assert seen > 500
