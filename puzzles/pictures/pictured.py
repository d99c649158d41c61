"""What pictures show of sums and pairs: cages, clues of Kakuro, signs between cells; the others in words.

Cages are found in the layout, as sums over the cells of a unit; nothing else is kept for pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...reference.layout import Layout
from ...reference.layouts.relations import comparison_of
from ...reference.pair import Pair


class Cage(NamedTuple):
    """A total of different values, as pictures show it."""

    cells: tuple[int, ...]
    total: int


class Pictured(NamedTuple):
    """What a picture shows of the sums and pairs of a layout."""

    cages: list[Cage]
    """Connected ones; no two have a cell in common."""
    runs: list[Cage]
    """Clues of Kakuro: cages in one row or column, with a free place before the first cell."""
    signs: dict[tuple[int, int], str]
    """Two cells side by side or below each other, and `<`, `>`, `^` or `v` between them."""
    lines: list[str]
    """The other rules in words."""


def pictured(layout: Layout) -> Pictured:
    """Returns how the sums and pairs of a layout are shown."""
    cages: list[Cage] = []
    runs: list[Cage] = []
    lines: list[str] = []
    signs: dict[tuple[int, int], str] = {}
    taken: set[int] = set()
    units = {frozenset(unit.cells) for unit in layout.units if not unit.repeatable}
    is_grid = layout.is_square
    for each in layout.sums:
        plain = each.relation == "=" and each.coefficients is None and frozenset(each.cells) in units
        if plain and not is_grid and _is_run(layout, each.cells):
            runs.append(Cage(each.cells, each.total))
        elif plain and taken.isdisjoint(each.cells) and _is_connected(layout, each.cells):
            cages.append(Cage(each.cells, each.total))
            taken.update(each.cells)
        else:
            lines.append(f"{each.name}: {each.written(layout.labels)} {each.relation} {each.total}")
    for pair in layout.pairs:
        sign = _sign(pair, layout)
        if sign:
            first, second = sorted(pair.cells)
            signs[first, second] = sign
        else:
            lines.append(f"{pair.name}: {' '.join(layout.labels[cell] for cell in pair.cells)}")
    return Pictured(cages, runs, signs, lines)


def clues_of(layout: Layout, runs: Sequence[Cage]) -> dict[tuple[int, int], list[str]]:
    """Returns by row and column of a black cell the totals below it and to its right."""
    clues: dict[tuple[int, int], list[str]] = {}
    for run in runs:
        row, column = layout.positions[run.cells[0]]
        down, across = (row - 1, column), (row, column - 1)
        # A run of one cell may go either way: the first of two goes down.
        goes_down = _is_down(layout, run.cells) or (len(run.cells) == 1 and not clues.get(down, [""])[0])
        clues.setdefault(down if goes_down else across, ["", ""])[0 if goes_down else 1] = str(run.total)
    return clues


def _is_connected(layout: Layout, cells: Sequence[int]) -> bool:
    places = {layout.positions[cell] for cell in cells}
    reached = [layout.positions[cells[0]]]
    places.discard(reached[0])
    for row, column in reached:
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in places:
                places.discard(place)
                reached.append(place)
    return not places


def _is_down(layout: Layout, cells: Sequence[int]) -> bool:
    return layout.positions[cells[0]][0] != layout.positions[cells[-1]][0]


def _is_run(layout: Layout, cells: Sequence[int]) -> bool:
    """Whether cells are neighbours in one row or column, from its first one on, with no other before and behind."""
    step = (1, 0) if _is_down(layout, cells) else (0, 1)
    row, column = layout.positions[cells[0]]
    places = [(row + step[0] * each, column + step[1] * each) for each in range(-1, len(cells) + 1)]
    ends = (places[0], places[-1])
    inner = [layout.positions[cell] for cell in cells]
    return inner == places[1:-1] and all(min(end) < 0 or layout.cell_at(*end) is None for end in ends)


def _sign(pair: Pair, layout: Layout) -> str | None:
    """Returns the sign between two neighbouring cells of which one is smaller; None for another rule."""
    first, second = sorted(pair.cells)
    (row, column), (other_row, other_column) = layout.positions[first], layout.positions[second]
    beside = (row, column + 1) == (other_row, other_column)
    if not beside and (row + 1, column) != (other_row, other_column):
        return None
    allowed = frozenset(each if pair.cells[0] == first else each[::-1] for each in pair.allowed)
    sign = comparison_of(allowed, layout.size)
    return sign if beside and sign in ("<", ">") else {"<": "^", ">": "v"}.get(sign or "")
