"""What IPython and notebooks show at their prompts, for what would fill the page as Python writes it."""

from __future__ import annotations

from typing import Any

from .layout import Layout
from .puzzle import Puzzle

_WIDTH = 80
"""The columns of a terminal."""

_NONE = "no values: there is no solution"


def as_printed(shown: object, printer: Any, _cycle: bool) -> None:
    """Shows what `print` shows; a class has this as its method `_repr_pretty_`, which IPython calls."""
    for number, line in enumerate(str(shown).splitlines()):
        if number:
            printer.break_()
        printer.text(line)


class SolutionGrid(tuple[int, ...]):
    """A solution, one value a cell; it equals the tuple of its values, and IPython and notebooks show a picture."""

    _puzzle: Puzzle

    def __new__(cls, grid: tuple[int, ...], puzzle: Puzzle) -> SolutionGrid:
        """Returns the solution of this puzzle."""
        made = super().__new__(cls, grid)
        made._puzzle = puzzle
        return made

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (tuple(self),)

    def _repr_html_(self) -> str | None:
        from .drawing.notebook import html_of  # here, as few solutions are ever shown

        return html_of(self._puzzle, self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(Puzzle.from_values(self, self._puzzle.layout), printer, cycle)


class ValueSets(tuple[frozenset[int], ...]):
    """A set of values for each cell; it equals the tuple of the sets, and prompts and `print` show a picture."""

    _layout: Layout

    def __new__(cls, sets: tuple[frozenset[int], ...], layout: Layout) -> ValueSets:
        """Returns the sets of the cells of this layout."""
        made = super().__new__(cls, sets)
        made._layout = layout
        return made

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (tuple(self),)

    def _repr_html_(self) -> str | None:
        from .drawing.notebook import html_of, paragraph  # here, as few are ever shown

        return html_of(self._drawn(), candidates=True) if all(self) else paragraph(_NONE)

    _repr_pretty_ = as_printed

    def __str__(self) -> str:
        from .drawing.terminal import terminal_picture  # here, as few are ever shown

        picture = terminal_picture(self._drawn(), candidates=True, width=_WIDTH) if all(self) else _NONE
        return repr(self) if picture is None else picture

    def __repr__(self) -> str:
        return tuple.__repr__(self)

    def _drawn(self) -> Puzzle:
        """Returns a puzzle with these candidates; it takes one or more for each cell."""
        return Puzzle(self._layout, tuple(sum(1 << value - 1 for value in values) for values in self))
