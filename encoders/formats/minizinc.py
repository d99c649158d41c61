"""A puzzle in MiniZinc, for the solvers of constraint programs."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.puzzle import Puzzle, values_in
from .names import header, one_line


def write(puzzle: Puzzle) -> Iterator[str]:
    """The lines: an integer a cell, one of its candidates; `all_different` for each unit; all values in one line.

    Cells are counted from 1; comments give their labels.
    """
    layout = puzzle.layout
    cells = f"1..{layout.cell_count}"
    for comment in header(puzzle):
        yield f"% {comment}\n"
    yield 'include "all_different.mzn";\n'
    yield f"array[{cells}] of set of int: candidates = [\n"
    for label, mask in zip(layout.labels, puzzle.candidates, strict=True):
        yield f"  {_set(mask, layout.size)}, % {label}\n"
    yield "];\n"
    yield f"array[{cells}] of var 1..{layout.size}: cell;\n"
    yield f"constraint forall(i in {cells})(cell[i] in candidates[i]);\n"
    for unit in layout.units:
        if len(unit) > 1:
            members = ", ".join(f"cell[{index + 1}]" for index in unit.cells)
            yield f"constraint all_different([{members}]); % {one_line(unit.name)}\n"
    yield "solve satisfy;\n"
    yield f'output [join(" ", [show(cell[i]) | i in {cells}]), "\\n"];\n'


def _set(mask: int, size: int) -> str:
    if mask == (1 << size) - 1:
        return f"1..{size}"
    return "{" + ", ".join(map(str, values_in(mask))) + "}"
