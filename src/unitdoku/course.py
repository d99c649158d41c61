"""The course project "Diagonal Sudoku" in one line, `from unitdoku.course import *`, and its rules for any layout.

The names are those of the project (`naked_twins`, `solve`, ...), so this module lists none of its own. `Classroom` has
the same functions as methods, for the layout that it is given; docs/course.md has the two beside each other.
"""

from unitdoku.reference.course.classroom import Classroom as Classroom
from unitdoku.reference.course.diagonal import *  # noqa: F403 - the names of the course are what one imports
