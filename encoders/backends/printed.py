"""Reads the answer of an external program from its output for people: grids, and words for "none" and "no others"."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...puzzles.formats.reading import read_puzzles
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle

_BEFORE = r"(?:[^:]*:|s(?=\s))?\s*(?:(?:the|this|it)\s+)?(?:(?:puzzle|sudoku|grid|solution)\s+)?(?:(?:is|has)\s+)?"
_NONE = re.compile(
    _BEFORE + r"(?:there (?:is|are) )?"
    r"(?:unsat|unsatisfiable|unsolvable|infeasible|no solutions?(?: found| exists?)?|not solvable|impossible)",
    re.I,
)
_UNIQUE = re.compile(_BEFORE + r"(?:(?:a |one |1 )?unique(?: solution)?)", re.I)
_PARTS = re.compile(r"[\n#,;.!()]+")
"""The separators between statements of a program."""


class Printed(NamedTuple):
    """The grids of an answer, and whether the program says that there are no others."""

    grids: list[Grid]
    exhausted: bool


def read_printed(text: str, puzzle: Puzzle) -> Printed | None:
    """Returns the answer in a text; None where there is none.

    Whether the grids are right is not decided here.
    """
    grids = _grids(text, puzzle.layout)
    none = _states(_NONE, text)
    if none:
        # A puzzle with all cells given, printed again, is no solution.
        grids = [grid for grid in grids if grid != puzzle.values]
    if grids:
        return Printed(grids, _states(_UNIQUE, text))
    return Printed([], True) if none else None


def _grids(text: str, layout: Layout) -> list[Grid]:
    """Returns all grids of the text, each once, in order."""
    found: dict[Grid, None] = {}
    for entry in read_puzzles(text.splitlines(), layout):
        if entry.puzzle is not None and 0 not in entry.puzzle.values:
            found[entry.puzzle.values] = None
    return list(found)


def _states(words: re.Pattern[str], text: str) -> bool:
    """Returns whether a line, or a part of one, consists of these words."""
    return any(words.fullmatch(part.strip(" \t\r'\"*-=")) for part in _PARTS.split(text))
