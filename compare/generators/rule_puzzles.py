"""Random puzzles with sums and pairs whose answers are known by how they are made: a recipe for each kind of rules."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...reference.contract.errors import PuzzleError
from ...reference.layouts.cages import killer
from ...reference.layouts.classic import latin
from ...reference.layouts.lines import less_than, thermometer
from ...reference.layouts.neighbours import neighbours
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Pair, Sum
from .constructions import with_givens
from .grid_rules import FORMS, draw_cages, draw_paths, draw_pattern, total_of
from .grids import Choices, random_grid
from .kinds import Drawn, Kind, Unlucky, known, retried
from .layouts import LAYOUT_RECIPES
from .proven import is_only_solution, proof, with_false_given

_GRIDS = ("latin", "classic", "diagonal", "jigsaw")
"""Kinds of layouts for killers and thermometers."""

_LONGEST = 5
"""The most cells of a thermometer."""

_MOST_RULES = 6
"""Mixed rules of a puzzle."""

_FIRST_VALUES = (1, 0, -2, 5)
"""The numbers that value 1 may stand for where rules are mixed."""


def _layout_and_grid(source: Choices, largest: int | Layout, kinds: Sequence[str] = _GRIDS) -> tuple[Layout, Grid]:
    """Returns a layout, drawn if none is given, and a grid of it; raises `Unlucky` where it has none: others may."""
    layout = largest if isinstance(largest, Layout) else LAYOUT_RECIPES[source.one(kinds)](source, largest)
    try:
        return layout, random_grid(layout, source.random())
    except PuzzleError as error:
        raise Unlucky(error.message) from error


def _planted(layout: Layout, grid: Grid, how: str) -> Drawn:
    return known(Kind.SATISFIABLE, Puzzle.empty(layout), (grid,), how)


def _killer(source: Choices, largest: int | Layout) -> Drawn:
    layout, grid = _layout_and_grid(source, largest)
    rng, sizes = source.random(), (2, 5) if isinstance(largest, Layout) else (1, source.number(1, 5))
    cages = [(cage, total_of(layout, cage, grid)) for cage in draw_cages(layout, grid, rng, *sizes)]
    return _planted(killer(cages, layout), grid, "the cages have the totals of a grid")


def _kakuro(source: Choices, largest: int | Layout) -> Drawn:
    most = max(2, largest.size if isinstance(largest, Layout) else largest)
    rows, columns = source.number(2, most), source.number(2, most)
    rng, black = source.random(), source.one((0.0, 0.2, 0.4))
    pattern = draw_pattern(rows, columns, rng, black)
    digits = random_grid(pattern, rng)
    totals = [Sum(run.name, run.cells, total_of(pattern, run.cells, digits)) for run in pattern.units]
    return _planted(pattern.extended(totals, "totals"), digits, "the runs have the totals of known digits")


def _futoshiki(source: Choices, largest: int | Layout) -> Drawn:
    layout = latin(largest.size if isinstance(largest, Layout) else source.number(min(2, largest), largest))
    rng, share = source.random(), source.one((1.0, 0.6, 0.3))
    grid = random_grid(layout, rng)
    signs = [sorted(pair, key=grid.__getitem__) for pair in neighbours(layout) if rng.random() < share]
    return _planted(less_than(layout, *signs) if signs else layout, grid, "cells are compared as in a known grid")


def _thermometers(source: Choices, largest: int | Layout) -> Drawn:
    layout, grid = _layout_and_grid(source, largest)
    rng, count = source.random(), source.number(1, 6)
    paths = draw_paths(layout, grid, rng, count, _LONGEST)
    return _planted(thermometer(layout, *paths) if paths else layout, grid, "thermometers rise along a known grid")


def _mixed(source: Choices, largest: int | Layout) -> Drawn:
    layout, grid = _layout_and_grid(source, largest, tuple(LAYOUT_RECIPES))
    layout = replace(layout, first_value=source.one(_FIRST_VALUES))
    rules: list[Rule] = []
    for number in range(1, source.number(1, _MOST_RULES) + 1):
        form = source.one(tuple(FORMS))
        rules += FORMS[form](f"{form} {number}", layout, grid, source)
    return _planted(layout + rules, grid, "sums and pairs of all forms hold for a grid of the layout")


RULE_RECIPES: dict[str, Callable[[Choices, int | Layout], Drawn]] = {
    "futoshiki": _futoshiki,
    "thermometers": _thermometers,
    "killer": _killer,
    "kakuro": _kakuro,
    "mixed": _mixed,
}
"""Kind of rules to a recipe for puzzles with a solution: of at most so many values (of Kakuro, rows and columns), or on
a layout (of Futoshiki, a Latin square of its size; of Kakuro, as for its number of values)."""

RULE_KINDS = (Kind.SATISFIABLE, Kind.UNIQUE, Kind.CLASH)
"""The kinds of answers that these puzzles are made for."""


def of_kind(planted: Drawn, kind: Kind, source: Choices) -> Drawn:
    """Returns a puzzle of this kind around a solution of an empty puzzle, which is what `planted` holds.

    A clash has another sum or pair. One, several and no solutions that need search are proved by a solver. Raises
    `PuzzleError` where it cannot be made, `Unlucky` where other choices may succeed.
    """
    layout, grid = planted.puzzle.layout, planted.solutions[0]
    cells = range(layout.cell_count)
    if kind is Kind.SATISFIABLE:
        return planted._replace(puzzle=with_givens(layout, grid, source.some(cells)))
    if kind is Kind.CLASH:
        return with_broken_rule(planted, source, source.some(cells))
    order = source.order(cells)
    unique = with_enough_givens(planted, order)
    if kind is Kind.SEARCH:
        false = with_false_given(unique.puzzle, grid, source.random())
        if false is not None:
            return known(kind, false, (), "a puzzle with one solution got a false given")
        raise Unlucky("every cell is given")
    if kind is Kind.SEVERAL:
        # Without the last given of this order a second solution was found; without another one perhaps not.
        fewer = with_givens(layout, grid, order[: max(0, len(unique.puzzle.givens) - 1)])
        truth = proof(fewer, 2)
        if len(truth.solutions) == 2:
            return Drawn(fewer, kind, truth, "a given was dropped")
        raise Unlucky("one solution is left without a given, as far as is proved")
    return unique


def draw_rule_puzzle(rules: str, kind: Kind, rng: random.Random, largest: int | Layout) -> Drawn:
    """Returns a puzzle with such rules and of this kind, after some tries at most; same seed, same puzzle."""
    source = Choices(rng)
    return retried(lambda: of_kind(RULE_RECIPES[rules](source, largest), kind, source))


def with_enough_givens(planted: Drawn, order: Sequence[int]) -> Drawn:
    """Returns the puzzle with as few givens, from the beginning of `order`, as leave its solution the only one.

    `order` holds all cells. More givens never add a solution, so that the number is found by halving.
    """
    layout, grid = planted.puzzle.layout, planted.solutions[0]
    count = bisect_left(range(len(order)), True, key=lambda number: is_only_solution(layout, grid, order[:number]))
    how = f"{planted.how}; cells were given until a solver proved that there is one solution"
    return known(Kind.UNIQUE, with_givens(layout, grid, order[:count]), (grid,), how)


def with_broken_rule(planted: Drawn, source: Choices, given: Sequence[int]) -> Drawn:
    """Returns the puzzle with these cells given and all those of one sum or pair, which is changed so that it fails.

    Proof: the givens contradict the changed rule. Raises `Unlucky` where there is neither a sum nor a pair.
    """
    layout, grid = planted.puzzle.layout, planted.solutions[0]
    if not layout.has_other_rules:
        raise Unlucky("a puzzle with a broken rule was not found: it has neither sums nor pairs")
    rules: list[Sum | Pair] = [*layout.sums, *layout.pairs]
    rule = source.one(rules)
    broken = _broken(rule, layout, grid, source)
    changed = layout.only(broken if each is rule else each for each in layout.rules)
    puzzle = with_givens(replace(changed, name=f"{layout.name}+broken"), grid, [*given, *broken.cells])
    return known(Kind.CLASH, puzzle, (), f"all cells of {broken} are given, and contradict it")


def _broken(rule: Sum | Pair, layout: Layout, grid: Grid, source: Choices) -> Sum | Pair:
    """Returns the rule, changed so that the grid just fails it."""
    if isinstance(rule, Pair):
        return replace(rule, allowed=rule.allowed - {(grid[rule.cells[0]], grid[rule.cells[1]])})
    found = rule.of([layout.number(value) for value in grid])
    if rule.relation == "=":
        return replace(rule, total=found + source.one((1, -1)))
    return replace(rule, total=found - 1 if rule.relation == "<=" else found + 1)
