"""Cells as builders of rules take them, a step apart where they are drawn, and in connected parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from ..contract.errors import LayoutError, shown
from ..model.layout import Cells, Layout, Position

CellList: TypeAlias = "str | Cells"
"""Labels with blanks or commas between them, or a list of cells as `Layout.unit` takes it."""


def cells_in(layout: Layout, cells: Any, rule: str) -> tuple[int, ...]:
    """Returns the indices of the cells; errors name the rule that has the cells."""
    if isinstance(cells, list) and any(
        isinstance(each, list) or (isinstance(each, str) and " " in each) for each in cells
    ):
        wrong = f"{rule} is a list of several: give each of them as an argument of its own"
        raise LayoutError(wrong)
    return layout.indices(cells.replace(",", " ").split() if isinstance(cells, str) else cells, rule)


def rule_with(cells: object, what: str) -> str:
    """Returns how errors name a rule with these cells, as they were given: "thermometer 'A1 A2'"."""
    return f"{what} {shown(cells)}" if isinstance(cells, str) and cells else f"the {what}"


def lines_in(layout: Layout, lines: Sequence[Any], what: str, loops: bool = False) -> Iterator[tuple[int, ...]]:
    """Yields the cells of each line, which are two or more; `what` names such a line, as "thermometer".

    With `loops` a line of three cells or more may end with its first cell.
    """
    if not lines:
        raise LayoutError(f"no {what} is given")
    for line in lines:
        rule = rule_with(line, what)
        cells = _loop_in(layout, line, rule) if loops else ()
        cells = cells or cells_in(layout, line, rule)
        if len(cells) < 2:
            count = "no cell" if not cells else "one cell"
            wrong = f"{rule} has {count}: a line of several is one text, as 'A1 A2 B2', or one list"
            raise LayoutError(wrong)
        yield cells


def _loop_in(layout: Layout, line: Any, rule: str) -> tuple[int, ...]:
    """Returns the cells of a line that ends with its first cell; none for another line."""
    listed = line.replace(",", " ").split() if isinstance(line, str) else line
    if not isinstance(listed, (list, tuple)) or len(listed) < 4:
        return ()
    first, last = (cells_in(layout, [listed[end]], rule) for end in (0, -1))
    return cells_in(layout, listed[:-1], rule) + last if first == last else ()


# Cells that are a step apart where they are drawn: (rows down, columns to the right).


def beside(layout: Layout, cell: int, step: Position) -> int | None:
    """Returns the cell that is a step away; None where there is none."""
    row, column = layout.positions[cell]
    return layout.cell_at(row + step[0], column + step[1])


def line_from(layout: Layout, cell: int, step: Position) -> tuple[int, ...]:
    """Returns the cells from this one on, each a step from the one before, up to the first place without a cell."""
    line = [cell]
    while (following := beside(layout, line[-1], step)) is not None:
        line.append(following)
    return tuple(line)


# Cells that share an edge, and the connected parts that cells fall into.


@lru_cache(maxsize=64)
def cells_beside(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Returns for each cell those above, left, right and below, as far as there are cells."""
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    near = ([beside(layout, cell, step) for step in steps] for cell in range(layout.cell_count))
    return tuple(tuple(other for other in cells if other is not None) for cells in near)


def is_connected(cells: Iterable[int], layout: Layout) -> bool:
    """Whether the cells are connected by their sides."""
    return len(list(connected_parts(cells, cells_beside(layout).__getitem__))) <= 1


def connected_parts(cells: Iterable[int], near: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yields the parts that the cells fall into, each in the order of a breadth-first walk from its first cell."""
    cells = list(cells)
    left = set(cells)
    for start in cells:
        if start in left:
            left.remove(start)
            part = [start]
            for cell in part:
                found = [other for other in near(cell) if other in left]
                left.difference_update(found)
                part += found
            yield part
