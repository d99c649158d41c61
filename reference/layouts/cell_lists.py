"""Cells as builders of rules take them: text such as `"A1 A2 B2"`, or a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from ..errors import LayoutError, shown
from ..layout import Cells, Layout

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
