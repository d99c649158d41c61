"""What IPython and notebooks show at their prompts, for what would fill the page as Python writes it."""

from __future__ import annotations

from typing import Any

from .layout import Layout
from .puzzle import Puzzle
from .rooms_above import html_of, text_of


def as_printed(shown: object, printer: Any, _cycle: bool) -> None:
    """Shows what `print` shows; a class has this as its method `_repr_pretty_`, which IPython calls."""
    for number, line in enumerate(str(shown).splitlines()):
        if number:
            printer.break_()
        printer.text(line)


class SolutionGrid(tuple[int, ...]):
    """A solution, one value a cell; it equals the tuple of its values, and IPython and notebooks show a picture."""

    solved: Puzzle
    """The puzzle of which it is a solution."""

    def __new__(cls, grid: tuple[int, ...], puzzle: Puzzle) -> SolutionGrid:
        """Returns the solution of this puzzle."""
        made = super().__new__(cls, grid)
        made.solved = puzzle
        return made

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (tuple(self),)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(Puzzle.from_values(self, self.solved.layout), printer, cycle)


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

    @property
    def candidates(self) -> Puzzle | None:
        """A puzzle with these candidates; None where there are no values, as there is no solution."""
        if not all(self):
            return None
        return Puzzle(self._layout, tuple(sum(1 << value - 1 for value in values) for values in self))

    def _repr_html_(self) -> str | None:
        return html_of(self)

    _repr_pretty_ = as_printed

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return tuple.__repr__(self)
