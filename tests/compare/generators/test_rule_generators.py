"""Generators of puzzles with sums and pairs: their answers are as said, and the same seed gives the same puzzle."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from unitdoku import Puzzle, PuzzleError, classic, from_units, latin, solve
from unitdoku.compare.generators.grid_rules import FORMS, draw_cages, draw_paths, draw_pattern
from unitdoku.compare.generators.grids import random_grid
from unitdoku.compare.generators.kinds import Drawn, Kind, Unlucky
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle, with_enough_givens
from unitdoku.reference.layouts.cell_lists import cells_beside, is_connected
from unitdoku.reference.layouts.neighbours import comparison_of


def drawn(rules: str, kind: Kind, count: int, largest: int = 4) -> list[Drawn]:
    """Puzzles of `count` seeds, without those that a seed does not give."""
    found = []
    for seed in range(count):
        with suppress(PuzzleError):
            found.append(draw_rule_puzzle(rules, kind, random.Random(seed), largest))
    assert len(found) > count / 2
    return found


@pytest.mark.parametrize("rules", RULE_RECIPES)
def test_broken_rules_break_nothing_but_one_rule(rules: str) -> None:
    """With the rules that the givens fail left out, there would be a solution."""
    for each in drawn(rules, Kind.CLASH, 10):
        layout = each.puzzle.layout
        values = each.puzzle.values
        numbers = [layout.number(value) if value else 0 for value in values]
        known = {cell for cell, value in enumerate(values) if value}
        failed = [one for one in layout.sums if known.issuperset(one.cells) and not one.holds(numbers)]
        tables = [one for one in layout.pairs if known.issuperset(one.cells) and not one.holds(values)]
        assert len(failed) + len(tables) == 1
        kept = replace(
            layout,
            sums=tuple(one for one in layout.sums if one not in failed),
            pairs=tuple(one for one in layout.pairs if one not in tables),
        )
        assert solve(Puzzle(kept, each.puzzle.candidates), "reference").solutions


def test_a_puzzle_without_rules_has_none_to_break() -> None:
    with pytest.raises(Unlucky, match=r"neither sums nor pairs .12 times"):
        draw_rule_puzzle("futoshiki", Kind.CLASH, random.Random(0), 1)


def test_enough_givens_are_no_more_than_needed() -> None:
    planted = draw_rule_puzzle("killer", Kind.SATISFIABLE, random.Random(4), 4)
    planted = planted._replace(puzzle=Puzzle.empty(planted.puzzle.layout))
    count = len(with_enough_givens(planted, range(16)).puzzle.givens)
    grid = planted.truth.solutions[0]
    for less in range(count):
        fewer = Puzzle.from_givens({cell: grid[cell] for cell in range(less)}, planted.puzzle.layout)
        assert not solve(fewer, "reference", 2).unique


def test_cages_are_connected_and_hold_every_cell_once() -> None:
    layout = classic(9)
    for seed in range(10):
        rng = random.Random(seed)
        grid = random_grid(layout, rng)
        cages = draw_cages(layout, grid, rng, 2, 5)
        assert sorted(cell for cage in cages for cell in cage) == list(range(81))
        assert all(is_connected(cage, layout) for cage in cages)
        assert all(len({grid[cell] for cell in cage}) == len(cage) <= 5 for cage in cages)


def test_cells_beside() -> None:
    assert cells_beside(latin(2)) == ((1, 2), (0, 3), (0, 3), (1, 2))
    assert cells_beside(latin(3))[4] == (1, 3, 5, 7)
    assert cells_beside(from_units(2, [], (1, 1))) == ((),)


@pytest.mark.parametrize(("rows", "columns", "black"), [(2, 2, 0.0), (3, 5, 0.2), (8, 6, 0.4), (12, 12, 0.3)])
def test_patterns_of_kakuro(rows: int, columns: int, black: float) -> None:
    pattern = draw_pattern(rows, columns, random.Random(1), black)
    white, runs = pattern.positions, [unit.cells for unit in pattern.units]
    assert {(rows + 1 - row, columns + 1 - column) for row, column in white} == set(white)
    assert min(label[0] for label in pattern.labels) == "B"
    assert {unit.name.split()[0] for unit in pattern.units} == {"across", "down"}
    assert Counter(cell for run in runs for cell in run) == dict.fromkeys(range(len(white)), 2)
    assert {len(run) for run in runs} <= set(range(2, 10))
    assert len(white) >= rows * columns * (1 - black) - 2 or columns > 9
    assert is_connected(range(len(white)), pattern)


def test_a_single_row_has_no_pattern() -> None:
    with pytest.raises(Unlucky, match="no pattern of 1 rows"):
        draw_pattern(1, 3, random.Random(0), 0.3)


def test_thermometers_rise() -> None:
    grid = random_grid(classic(6), random.Random(0))
    paths = draw_paths(classic(6), grid, random.Random(0), 4, 5)
    assert 1 <= len(paths) <= 4
    for path in paths:
        values = [grid[cell] for cell in path]
        assert values == sorted(set(values))
        assert 3 <= len(path) <= 5


def test_mixed_rules_are_of_all_forms() -> None:
    made = [each.puzzle.layout for each in drawn("mixed", Kind.SATISFIABLE, 80)]
    names = {rule.name.rstrip(" 0123456789") for layout in made for rule in layout.rules}
    assert names >= set(FORMS)
    assert {layout.first_value for layout in made} == {1, 0, -2, 5}
    assert {each.relation for layout in made for each in layout.sums} == {"=", "<=", ">="}
    compared = {comparison_of(pair.allowed, layout.size) for layout in made for pair in layout.pairs}
    assert compared >= {"<", ">", "<="}
