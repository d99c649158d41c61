"""Units as sets of cells in one integer, and groups of disjoint ones: rows, columns, regions."""

from __future__ import annotations

from collections.abc import Sequence


def set_of(cells: Sequence[int]) -> int:
    """Returns cells as bits of an integer: bit 0 for cell 0."""
    return sum(1 << cell for cell in cells)


def cells_of(cells: int) -> tuple[int, ...]:
    """Returns the cells of such a set, ascending."""
    return tuple(cell for cell in range(cells.bit_length()) if cells >> cell & 1)


def disjoint_groups(units: Sequence[int]) -> list[list[int]]:
    """Puts each unit into the first group in which no unit has a cell of it."""
    groups: list[tuple[list[int], int]] = []
    for unit in units:
        for index, (group, covered) in enumerate(groups):
            if not covered & unit:
                group.append(unit)
                groups[index] = (group, covered | unit)
                break
        else:
            groups.append(([unit], unit))
    return [group for group, _ in groups]
