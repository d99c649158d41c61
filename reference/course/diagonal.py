"""The classroom on diagonal Sudoku, with the names of a course: `from unitdoku.course import *`.

The project "Diagonal Sudoku" of Udacity's Artificial Intelligence Nanodegree asks for a file `solution.py` with these
names. They are those of a `Classroom` with the layout diagonal; `units` and `peers` are dictionaries here, `display`
prints, and `solve` returns False where there is no solution. `docs/course.md` has the two beside each other.

    >>> naked_twins(grid_values("." * 81))["A1"]
    '123456789'
    >>> solve("2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3")["A2"]
    '6'
"""

# Imports have private names, and `annotations` is not imported: `import *` takes the names of the course alone.
from ..layouts.extra_units import diagonal as _diagonal
from . import classroom as _classroom

_room = _classroom.Classroom(_diagonal())
_Values = _classroom.Values

cross = _classroom.cross
rows = "ABCDEFGHI"
cols = "123456789"
boxes = cross(rows, cols)
"""The labels of the 81 cells, in reading order."""

unitlist = [list(unit) for unit in _room.units]
row_units, column_units, square_units, diagonal_units = unitlist[:9], unitlist[9:18], unitlist[18:27], unitlist[27:]
units = {box: [unit for unit in unitlist if box in unit] for box in boxes}
"""Label of a box to the units that it is in."""
peers = _room.peers
"""Label of a box to the boxes that share a unit with it."""

assignments = _room.record
"""A copy of the board for each box that was reduced to a single digit, as the course's pictures take it."""

assign_value, grid_values = _room.assign_value, _room.grid_values
eliminate, only_choice, naked_twins = _room.eliminate, _room.only_choice, _room.naked_twins


def display(values: _Values) -> None:
    """Prints the board."""
    print(_room.display(values))  # noqa: T201 - what the course asks for


def reduce_puzzle(values: _Values) -> _Values | bool:
    """Returns the board when no pass changes it any more; False if a box has no digit left."""
    return _room.reduce_puzzle(values) or False


def search(values: _Values) -> _Values | bool:
    """Returns the first solution in depth-first order; False if there is none."""
    return _room.search(values) or False


def solve(grid: str) -> _Values | bool:
    """Returns the solved board of a grid; False if it has no solution."""
    return search(grid_values(grid))
