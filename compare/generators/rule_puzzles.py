"""Random puzzles with sums and pairs whose answers are known by how they are made: a recipe for each kind."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...reference.grid import Grid
from ...reference.layout import Layout, Rule
from ...reference.layouts.latin import latin
from ...reference.pair import Pair
from ...reference.puzzle import Puzzle
from ...reference.sum import Sum
from .constructions import with_givens
from .grid_rules import FORMS, draw_cages, draw_paths, rising_neighbours, with_cages, with_paths
from .grids import require_grid
from .kakuro import draw_digits, draw_pattern, kakuro_layout, runs_of
from .kinds import Drawn, Kind, Unlucky, known, retried
from .layouts import LAYOUT_RECIPES
from .proven import proof
from .source import Source

_GRIDS = ("latin", "classic", "diagonal", "jigsaw")
"""Kinds of layouts for killers and thermometers."""

_LONGEST = 5
"""The most cells of a thermometer."""

_MOST_RULES = 6
"""Mixed rules of a puzzle."""

_FIRST_VALUES = (1, 0, -2, 5)
"""The numbers that value 1 may stand for where rules are mixed."""


def _layout(source: Source, largest: int, kinds: Sequence[str]) -> Layout:
    return LAYOUT_RECIPES[source.one(kinds)](source, largest)


def _planted(layout: Layout, grid: Grid, how: str) -> Drawn:
    return known(Kind.SATISFIABLE, Puzzle.empty(layout), (grid,), how)


def _killer(source: Source, largest: int) -> Drawn:
    layout = _layout(source, largest, _GRIDS)
    rng, most = source.random(), source.number(1, 5)
    grid = require_grid(layout, rng)
    cages = draw_cages(layout, grid, rng, 1, most)
    return _planted(with_cages(layout, cages, grid), grid, "the cages have the totals of a grid")


def _kakuro(source: Source, largest: int) -> Drawn:
    rows, columns = source.number(2, max(2, largest)), source.number(2, max(2, largest))
    rng, black = source.random(), source.one((0.0, 0.2, 0.4))
    white = draw_pattern(rows, columns, rng, black)
    runs = runs_of(white)
    digits = draw_digits(runs, len(white), rng, {})
    if digits is None:
        raise Unlucky(f"no digits for a pattern of {rows} rows and {columns} columns were found")
    return _planted(kakuro_layout(white, runs, digits), digits, "the runs have the totals of known digits")


def _futoshiki(source: Source, largest: int) -> Drawn:
    layout = latin(source.number(min(2, largest), largest))
    rng, share = source.random(), source.one((1.0, 0.6, 0.3))
    grid = require_grid(layout, rng)
    pairs = [pair for pair in rising_neighbours(layout, grid) if rng.random() < share]
    return _planted(with_paths(layout, pairs), grid, "cells are compared as in a known grid")


def _thermometers(source: Source, largest: int) -> Drawn:
    layout = _layout(source, largest, _GRIDS)
    rng, count = source.random(), source.number(1, 6)
    grid = require_grid(layout, rng)
    paths = draw_paths(layout, grid, rng, count, _LONGEST)
    return _planted(with_paths(layout, paths), grid, "cells are compared as in a known grid")


def _mixed(source: Source, largest: int) -> Drawn:
    layout = _layout(source, largest, tuple(LAYOUT_RECIPES))
    grid = require_grid(layout, source.random())
    layout = replace(layout, first_value=source.one(_FIRST_VALUES))
    rules: list[Rule] = []
    for number in range(1, source.number(1, _MOST_RULES) + 1):
        form = source.one(tuple(FORMS))
        rules += FORMS[form](f"{form} {number}", layout, grid, source)
    return _planted(layout + rules, grid, "sums and pairs of all forms hold for a grid of the layout")


RULE_RECIPES: dict[str, Callable[[Source, int], Drawn]] = {
    "futoshiki": _futoshiki,
    "thermometers": _thermometers,
    "killer": _killer,
    "kakuro": _kakuro,
    "mixed": _mixed,
}
"""Kind of rules to a recipe for puzzles with a solution, of at most so many values (of Kakuro, rows and columns)."""

RULE_KINDS = (Kind.SATISFIABLE, Kind.UNIQUE, Kind.CLASH)
"""The kinds of answers that these puzzles are made for."""


def make_rule_puzzle(rules: str, kind: Kind, source: Source, largest: int) -> Drawn:
    """Returns a puzzle with such rules and of this kind, from these choices; only unique ones are proved.

    Raises `PuzzleError` where it cannot be made, `Unlucky` where other choices may succeed.
    """
    planted = RULE_RECIPES[rules](source, largest)
    cells = range(planted.puzzle.layout.cell_count)
    if kind is Kind.UNIQUE:
        return with_enough_givens(planted, source.order(cells))
    given = source.some(cells)
    if kind is Kind.CLASH:
        return with_broken_rule(planted, source, given)
    return planted._replace(puzzle=with_givens(planted.puzzle.layout, planted.solutions[0], given))


def draw_rule_puzzle(rules: str, kind: Kind, rng: random.Random, largest: int) -> Drawn:
    """Returns a puzzle as `make_rule_puzzle` does, after some tries at most; same seed, same puzzle."""
    source = Source(rng)
    return retried(lambda: make_rule_puzzle(rules, kind, source, largest))


def with_enough_givens(planted: Drawn, order: Sequence[int]) -> Drawn:
    """Returns the puzzle with as few givens, from the beginning of `order`, as leave its solution the only one.

    `order` holds all cells. More givens never add a solution, so that the number is found by halving.
    """
    layout, grid = planted.puzzle.layout, planted.solutions[0]
    count = bisect_left(
        range(len(order)), True, key=lambda n: bool(proof(with_givens(layout, grid, order[:n]), 2).unique)
    )
    how = f"{planted.how}; cells were given until a solver proved that there is one solution"
    return known(Kind.UNIQUE, with_givens(layout, grid, order[:count]), (grid,), how)


def with_broken_rule(planted: Drawn, source: Source, given: Sequence[int]) -> Drawn:
    """Returns the puzzle with these cells given and all those of one sum or pair, which is changed so that it fails.

    Proof: the givens contradict the changed rule. Raises `Unlucky` where there is neither a sum nor a pair.
    """
    layout, grid = planted.puzzle.layout, planted.solutions[0]
    if not layout.has_other_rules:
        raise Unlucky("a puzzle with a broken rule was not found: it has neither sums nor pairs")
    sums, pairs = list(layout.sums), list(layout.pairs)
    number = source.number(0, len(sums) + len(pairs) - 1)
    broken: Sum | Pair
    if number < len(sums):
        broken = sums[number] = _broken_sum(sums[number], [layout.number(value) for value in grid], source)
    else:
        pair = pairs[number - len(sums)]
        first, second = pair.cells
        broken = replace(pair, allowed=pair.allowed - {(grid[first], grid[second])})
        pairs[number - len(sums)] = broken
    puzzle = with_givens(replace(layout, sums=tuple(sums), pairs=tuple(pairs)), grid, [*given, *broken.cells])
    return known(Kind.CLASH, puzzle, (), f"all cells of {broken} are given, and contradict it")


def _broken_sum(each: Sum, numbers: Sequence[int], source: Source) -> Sum:
    """Returns the sum with a total that the numbers just fail."""
    found = each.of(numbers)
    if each.relation == "=":
        return replace(each, total=found + source.one((1, -1)))
    return replace(each, total=found - 1 if each.relation == "<=" else found + 1)
