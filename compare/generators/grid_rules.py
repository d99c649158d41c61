"""Rules that hold for a known grid: cages, rising paths, and single rules of every form."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from ...reference.layouts.cages import cage_rules
from ...reference.layouts.cell_lists import beside, cells_beside, connected_parts, is_connected
from ...reference.layouts.neighbours import compared
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout, Position, Rule
from ...reference.model.rules import Pair, Sum, Unit
from .grids import Choices
from .kinds import Unlucky

Cage = tuple[int, ...]
"""The cells of a cage, ascending."""

Path = tuple[int, ...]
"""The cells of a thermometer, from the bulb on: their values rise."""

_SHORTEST = 3
"""Cells of a thermometer."""

_MOST_CELLS = 5
"""Cells of a sum."""

_SLACK = 3
"""How far a bound may be from the sum of the grid."""

_COEFFICIENTS = (1, 2, -1, -3)


def draw_cages(layout: Layout, grid: Grid, rng: random.Random, least: int, most: int) -> list[Cage]:
    """Returns connected cages of the grid that hold every cell once, of at most `most` cells, in reading order.

    A cage grows from the free cell with the fewest free neighbours to a random size from `least` on, and is smaller
    where no neighbour of another value is free.
    """
    near = cells_beside(layout)
    free = set(range(layout.cell_count))
    cages: list[Cage] = []
    while free:
        cell = min(free, key=lambda each: (len(free.intersection(near[each])), rng.random()))
        free.discard(cell)
        cage = [cell]
        size = rng.randint(least, most)
        while len(cage) < size:
            values = {grid[each] for each in cage}
            fit = {other for each in cage for other in near[each] if other in free and grid[other] not in values}
            if not fit:
                break
            cage.append(rng.choice(sorted(fit)))
            free.discard(cage[-1])
        cages.append(tuple(sorted(cage)))
    return sorted(cages)


def total_of(layout: Layout, cells: Iterable[int], grid: Grid) -> int:
    """Returns what the numbers of the grid add up to."""
    return sum(layout.number(grid[cell]) for cell in cells)


def draw_paths(layout: Layout, grid: Grid, rng: random.Random, count: int, longest: int) -> list[Path]:
    """Returns at most `count` paths of neighbours, by sides or corners, with rising values, that share no cell."""
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    free = set(range(layout.cell_count))
    paths: list[Path] = []
    for cell in rng.sample(sorted(free), len(free)):
        length = rng.randint(_SHORTEST, max(_SHORTEST, longest))
        path = [cell] if cell in free else []
        while path and len(path) < length:
            near = [beside(layout, path[-1], step) for step in steps]
            higher = [each for each in near if each in free and grid[each] > grid[path[-1]]]
            if not higher:
                break
            path.append(rng.choice(higher))
        if len(path) >= _SHORTEST and len(paths) < count:
            paths.append(tuple(path))
            free.difference_update(path)
    return sorted(paths)


def _cage(name: str, layout: Layout, grid: Grid, source: Choices) -> Sequence[Rule]:
    cells = sorted({grid[cell]: cell for cell in _cells(layout, source)}.values())
    return cage_rules(layout, cells, total_of(layout, cells, grid), name)


def _total(name: str, layout: Layout, grid: Grid, source: Choices) -> Sequence[Rule]:
    return [_sum(name, layout, grid, _cells(layout, source))]


def _arrow(name: str, layout: Layout, grid: Grid, source: Choices) -> Sequence[Rule]:
    cells = _cells(layout, source, least=2)
    return [_sum(name, layout, grid, cells, (1, *(-1 for _ in cells[1:])))]


def _weighted(name: str, layout: Layout, grid: Grid, source: Choices) -> Sequence[Rule]:
    cells = _cells(layout, source)
    return [_sum(name, layout, grid, cells, tuple(source.one(_COEFFICIENTS) for _ in cells))]


def _bound(name: str, layout: Layout, grid: Grid, source: Choices) -> Sequence[Rule]:
    exact = _sum(name, layout, grid, _cells(layout, source))
    slack = source.number(0, _SLACK)
    relation, total = source.one((("<=", exact.total + slack), (">=", exact.total - slack)))
    return [replace(exact, relation=relation, total=total)]


def _comparison(name: str, layout: Layout, grid: Grid, source: Choices) -> list[Pair]:
    cells = source.some(range(layout.cell_count), min(2, layout.cell_count))
    one, other = grid[cells[0]], grid[cells[-1]]
    allowed = compared("<" if one < other else ">" if one > other else "<=", layout.size)
    return [Pair(name, (cells[0], cells[1]), allowed)] if len(cells) == 2 else []


def _table(name: str, layout: Layout, grid: Grid, source: Choices) -> Sequence[Rule]:
    values = range(1, layout.size + 1)
    others = source.some([(one, other) for one in values for other in values])
    return [
        replace(pair, allowed=frozenset([*others, (grid[pair.cells[0]], grid[pair.cells[1]])]))
        for pair in _comparison(name, layout, grid, source)
    ]


FORMS: dict[str, Callable[[str, Layout, Grid, Choices], Sequence[Rule]]] = {
    "comparison": _comparison,
    "cage": _cage,
    "sum": _total,
    "arrow": _arrow,
    "weighted sum": _weighted,
    "bound": _bound,
    "table": _table,
}
"""Form of a rule to a function that returns rules of this form and a given name, which hold for a grid."""


def _cells(layout: Layout, source: Choices, least: int = 1) -> tuple[int, ...]:
    """Returns some cells, fewer than `least` only where the layout has fewer."""
    most = min(_MOST_CELLS, layout.cell_count)
    return tuple(source.some(range(layout.cell_count), source.number(min(least, most), most)))


def _sum(
    name: str, layout: Layout, grid: Grid, cells: tuple[int, ...], coefficients: tuple[int, ...] | None = None
) -> Sum:
    bare = Sum(name, cells, 0, coefficients)
    return replace(bare, total=bare.of([layout.number(value) for value in grid]))


# Patterns of Kakuro: runs of white cells between black ones.

_DIGITS = 9
"""The most cells of a run, whose digits differ."""

_PATTERNS = 40
"""Patterns that are drawn for one in which every run has at most nine cells."""


def draw_pattern(rows: int, columns: int, rng: random.Random, black: float) -> Layout:
    """Returns the white cells of a rectangle with about that share of black ones, and a unit for each run.

    The pattern stays the same when it is turned by half a turn, the white cells are connected, and each is in a run of
    2 to 9 cells in its row and its column. Row 0 and column 0 of the positions are left to clues, as in print. Raises
    `Unlucky` where no such pattern is found.
    """
    paper = Layout(_DIGITS, (), tuple((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)))
    fewest = rows * columns - round(black * rows * columns)
    last = paper.cell_count - 1
    for _ in range(_PATTERNS):
        white: Sequence[int] = range(paper.cell_count)
        for cell in rng.sample(white, len(white)):
            left = [each for each in white if each not in (cell, last - cell)]
            wanted = len(left) >= fewest or any(cell in run for run in _runs(paper, white) if len(run) > _DIGITS)
            if wanted and min(map(len, _runs(paper, left)), default=0) > 1 and is_connected(left, paper):
                white = left
        pattern = Layout(_DIGITS, (), tuple(paper.positions[cell] for cell in white), name="kakuro")
        runs = _runs(pattern, range(pattern.cell_count))
        if 1 < min(map(len, runs)) <= max(map(len, runs)) <= _DIGITS:
            at = pattern.positions
            ways = ("across" if at[run[0]][0] == at[run[1]][0] else "down" for run in runs)
            units = [Unit(f"{way} {pattern.labels[run[0]]}", run) for way, run in zip(ways, runs, strict=True)]
            return pattern.extended(units, "runs")
    raise Unlucky(f"no pattern of {rows} rows and {columns} columns was found")


def _runs(paper: Layout, white: Sequence[int]) -> list[Cage]:
    """Returns the runs of these white cells, which ascend: those of the rows, then those of the columns."""

    def next_of(cell: int, step: Position) -> list[int]:
        found = beside(paper, cell, step)
        return [] if found is None else [found]

    return [tuple(run) for step in ((0, 1), (1, 0)) for run in connected_parts(white, partial(next_of, step=step))]
