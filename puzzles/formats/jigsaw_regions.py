"""Jigsaws as givens and regions: a character a cell, then the letter of each cell's region.

Both stand in one line, of 162 characters for nine values, in a line each, or in rows: those of the givens, then those
of the regions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from math import isqrt

from ...reference.contract.errors import LayoutError, PuzzleError
from ...reference.layouts.regions import jigsaw
from ...reference.model.layout import MOST_VALUES, Layout
from ...reference.model.puzzle import Puzzle
from ..text.entries import PuzzleEntry, entry_at
from ..text.parse import parse_puzzle
from .source import PuzzleSource, Writer, plain_cells

_TWO_LINES = (36, 49, 64, 81)
"""The cells of squares whose givens and whose regions stand in a line each: no row is so long."""

_REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def read(source: PuzzleSource) -> Iterator[PuzzleEntry]:
    """Yields a puzzle for each line of givens and regions, each two lines, and each `2 n` rows of `n` characters."""
    symbols = source.options.symbols
    rows: list[str] = []
    start = wanted = 0
    for number, line in source.lines():
        if isinstance(line, PuzzleError):
            yield PuzzleEntry(number, error=line)
            continue
        cells = line.partition("#")[0].replace(" ", "")
        if not cells:
            continue
        if not rows:
            start = number
            whole = 2 if symbols is None and len(cells) in _TWO_LINES else 2 * len(cells)
            # A line of this length may have the givens and the regions of a square.
            side = isqrt(len(cells) // 2)
            wanted = 1 if side > 1 and 2 * side * side == len(cells) else whole
        rows.append(cells)
        if wanted > 1 and (len(cells) != len(rows[0]) or len(cells) > MOST_VALUES):
            wrong = f"{len(cells)} characters where a row of {len(rows[0])} is expected, or a line of 162"
            yield PuzzleEntry(number, error=PuzzleError(wrong, line=number))
            rows = []
        elif len(rows) == wanted:
            yield entry_at(start, partial(_puzzle, "".join(rows), symbols))
            rows = []
    if rows:
        wrong = f"{len(rows)} rows, but {wanted} are expected: givens, then regions"
        yield PuzzleEntry(start, error=PuzzleError(wrong, line=start))


def _puzzle(text: str, symbols: str | None) -> Puzzle:
    count = len(text) // 2
    side = isqrt(count)
    regions = text[count:]
    lines = [regions[first : first + side] for first in range(0, count, side)]
    if side > 1 and all(len(set(line)) == side for line in [*lines, *zip(*lines, strict=True)]):
        raise PuzzleError("each row and column of the regions has all letters, as a solution has: regions are expected")
    return parse_puzzle(text[:count], jigsaw(regions), symbols)


def _text(puzzle: Puzzle, _: PuzzleEntry) -> str:
    layout, givens = puzzle.layout, plain_cells(puzzle, "jigsaw")
    parts = zip(_REGION_LETTERS, layout.units[2 * layout.size :], strict=False)
    letters = {cell: letter for letter, unit in parts for cell in unit.cells}
    regions = "".join(letters.get(cell, "?") for cell in range(layout.cell_count))
    if layout.is_square and layout.first_value == 1 and not layout.has_other_rules:
        with suppress(LayoutError):
            if _cells_of_units(jigsaw(regions)) == _cells_of_units(layout):
                return f"{givens}{regions}\n"
    raise PuzzleError(f"jigsaw holds rows, columns and regions, not the rules of {layout.name}: choose json")


def _cells_of_units(layout: Layout) -> set[frozenset[int]]:
    return {frozenset(unit.cells) for unit in layout.units}


WRITER = Writer(_text)
