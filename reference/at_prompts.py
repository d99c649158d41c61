"""What IPython and notebooks show at their prompts, for what would fill the page as Python writes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from .puzzle import Puzzle
from .rooms_above import html_of, text_of

_Item = TypeVar("_Item")
_Made = TypeVar("_Made", bound="_Pictured[Any]")


def as_printed(shown: object, printer: Any, _cycle: bool) -> None:
    """Shows what `print` shows; a class has this as its method `_repr_pretty_`, which IPython calls."""
    for number, line in enumerate(str(shown).splitlines()):
        if number:
            printer.break_()
        printer.text(line)


class _Pictured(tuple[_Item, ...], Generic[_Item]):
    """A tuple with one item a cell of a puzzle, of which prompts show a picture; it is equal to the plain tuple."""

    pictured: Puzzle | None

    def __new__(cls: type[_Made], items: Iterable[Any], pictured: Puzzle | None) -> _Made:
        """Returns the items, with the puzzle that the picture shows."""
        made = super().__new__(cls, items)
        made.pictured = pictured
        return made

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (tuple(self),)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(text_of(self), printer, cycle)


class SolutionGrid(_Pictured[int]):
    """A solution, one value a cell."""

    pictured: Puzzle
    """The puzzle of which it is a solution."""


class ValueSets(_Pictured[frozenset[int]]):
    """A set of values for each cell; `print` shows the picture, too."""

    pictured: Puzzle | None
    """The puzzle with these candidates; None where there are no values, as there is no solution."""

    def __str__(self) -> str:
        return text_of(self)
