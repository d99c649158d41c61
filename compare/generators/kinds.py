"""Kinds of puzzles by what is known about their answer, and which requests for them cannot be met."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result


class Kind(str, Enum):
    """What is known about a drawn puzzle."""

    SATISFIABLE = "satisfiable"
    """It has a solution, and perhaps others."""
    UNIQUE = "unique"
    """It has exactly one solution."""
    SEVERAL = "several"
    """It has two solutions at least."""
    CLASH = "clash"
    """It has none: two givens of a unit are equal."""
    SEARCH = "search"
    """It has none, and elimination and only choice do not see that."""
    UNKNOWN = "unknown"
    """Nothing is known."""

    def __str__(self) -> str:
        return self.value


class Drawn(NamedTuple):
    """A puzzle whose answer follows from how it was made."""

    puzzle: Puzzle
    kind: Kind
    truth: Result | None
    """What is certain: the solutions known, `exhausted` if there are no others. None for an unknown answer."""
    how: str
    """A sentence that says how it was made."""


class Unlucky(PuzzleError):
    """These choices lead to no puzzle of the kind; others may."""


def check_request(kind: Kind, layout: Layout, givens: int | None) -> None:
    """Raises `PuzzleError` where no puzzle of this kind can be made on the layout with just so many givens.

    What it lets pass may still turn out to be impossible when it is drawn.
    """
    cells = layout.cell_count
    if kind is Kind.SEVERAL and layout.size == 1:
        raise _impossible(kind, layout, givens, "with one value there is one grid at most")
    if kind is Kind.CLASH and all(len(unit) < 2 for unit in layout.units):
        raise _impossible(kind, layout, givens, "no unit has two cells that could clash")
    if givens is None:
        return
    if isinstance(givens, bool) or not isinstance(givens, int) or givens < 0:
        raise PuzzleError(f"a number of givens is a whole number from 0 up, not {givens!r}", value=repr(givens))
    if givens > cells:
        raise _impossible(kind, layout, givens, f"it has only {cells} cells")
    if layout.size == 1 and givens < cells:
        raise _impossible(kind, layout, givens, f"with one value each of its {cells} cells is given")
    if kind is Kind.SEVERAL and givens == cells:
        raise _impossible(kind, layout, givens, "two solutions differ in a cell, which is not given then")
    if kind is Kind.CLASH and givens < 2:
        raise _impossible(kind, layout, givens, "a clash takes two givens")
    if kind is Kind.UNIQUE and layout.size > 1 and givens < (parts := connected_parts(layout)):
        reason = f"the construction keeps a given in each part of it that units hold together, {parts} in all"
        raise _impossible(kind, layout, givens, reason)


_WORDS = {
    Kind.SATISFIABLE: "that has a solution",
    Kind.UNIQUE: "with exactly one solution",
    Kind.SEVERAL: "with several solutions",
    Kind.CLASH: "in which givens clash",
    Kind.SEARCH: "that only search shows to be unsatisfiable",
    Kind.UNKNOWN: "of unknown answer",
}


def _impossible(kind: Kind, layout: Layout, givens: int | None, reason: str) -> PuzzleError:
    return PuzzleError(f"{wanted(kind, layout, givens)} cannot be made: {reason}")


def wanted(kind: Kind, layout: Layout | None = None, givens: int | None = None) -> str:
    """The request in words, for messages."""
    of_givens = "" if givens is None else f" of {givens} given" + "s" * (givens != 1)
    on_layout = "" if layout is None else f" on {layout.name}"
    return f"a puzzle{of_givens}{on_layout} {_WORDS[kind]}"


def connected_parts(layout: Layout) -> int:
    """How many parts the cells fall into when cells of one unit belong together."""
    left = set(range(layout.cell_count))
    parts = 0
    while left:
        parts += 1
        todo = [left.pop()]
        while todo:
            near = layout.peers[todo.pop()] & left
            left -= near
            todo += near
    return parts
