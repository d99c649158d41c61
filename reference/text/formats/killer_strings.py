"""Killer Sudoku in one line, as players' forums have it: `3x3::k:...` (PS format) and `SumoCueV1...`.

In the first each cell is a number, 256 times the total of its cage plus the number of the cage; a total of 0 is no
cage. `3x3:d:k:` has both diagonals. In the second a cell is `=14`, the first of a cage with its total, or `+0`, one of
the cage that begins at cell 0; `J0` behind it is the region of a jigsaw, and a `D` after `V1` is for diagonals. Where
all cells are `=`, regions have no cages: the numbers are givens, and 0 is an open cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import LayoutError, PuzzleError
from ...layout import Layout
from ...layouts.cages import cage_rules
from ...layouts.classic import CLASSIC
from ...layouts.diagonal import diagonal
from ...layouts.jigsaw import jigsaw
from ...puzzle import Puzzle
from ..entries import PuzzleEntry
from ..parse import parse_puzzle
from .source import Source, line_by_line
from .text_forms import puzzle_of
from .writer import Writer

_LONGEST = 10_000
_CAGES = 256


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each line; cells are open, but for jigsaws with givens."""
    return line_by_line(source, _puzzle)


def _puzzle(line: str) -> Puzzle:
    if len(line) > _LONGEST:
        raise PuzzleError(f"{len(line)} characters: no killer string takes more than {_LONGEST}")
    return _of_sumocue(line) if line.startswith("SumoCue") else _of_numbers(line)


def _of_numbers(line: str) -> Puzzle:
    fields = line.split(":")
    if len(fields) < 4 or fields[0] != "3x3" or fields[1] not in ("", "d") or fields[2] != "k":
        begin = ":".join(fields[:3])[:40]
        raise PuzzleError(f"a killer string begins with 3x3::k: or 3x3:d:k:, not {begin!r}", value=begin)
    numbers = fields[3:-1] if not fields[-1] else fields[3:]
    if len(numbers) != CLASSIC.cell_count:
        raise PuzzleError(f"{len(numbers)} numbers, but 81 cells are expected")
    cages: dict[int, list[int]] = {}
    for cell, text in enumerate(numbers):
        if not re.fullmatch("[0-9]{1,6}", text):
            column = len(":".join(fields[: cell + 3])) + 2
            wrong = f"{text[:20]!r} at column {column} is no number, 256 times a total plus the number of a cage"
            raise PuzzleError(wrong, cell=CLASSIC.labels[cell], value=text[:20])
        if int(text) >= _CAGES:
            cages.setdefault(int(text), []).append(cell)
    totals = [(cells, number // _CAGES) for number, cells in cages.items()]
    return _with_cages(diagonal() if fields[1] else CLASSIC, totals)


def _of_sumocue(line: str) -> Puzzle:
    begin = re.match(r"SumoCueV1(D?)", line)
    if not begin:
        raise PuzzleError(f"{line[:12]!r} is no known version: SumoCueV1 is expected", value=line[:12])
    place = begin.end()
    totals: dict[int, int] = {}
    members: dict[int, list[int]] = {}
    regions: list[str] = []
    for cell in range(CLASSIC.cell_count):
        found = re.compile(r"\s*([=+])([0-9]{1,3})(?:J([0-9A-Za-z]))?\s*").match(line, place)
        if not found:
            wrong = f"column {place + 1}: a cell such as =14, +0 or +0J3 is expected"
            raise PuzzleError(wrong, cell=CLASSIC.labels[cell], value=line[place : place + 10])
        place = found.end()
        number = int(found[2])
        first = cell if found[1] == "=" else number
        if found[1] == "=":
            totals[cell] = number
        elif number not in totals:
            raise PuzzleError(f"no cage begins at cell {number}", cell=CLASSIC.labels[cell], value=found[0].strip())
        members.setdefault(first, []).append(cell)
        regions.extend(found[3] or "")
    if line[place:]:
        raise PuzzleError(f"column {place + 1}: {line[place:][:20]!r} follows the last cell")
    if regions and len(regions) != CLASSIC.cell_count:
        raise PuzzleError(f"{len(regions)} cells have a region, and the others have none")
    base: Layout = jigsaw(regions) if regions else CLASSIC
    if regions and len(totals) == CLASSIC.cell_count:
        grid = " ".join(map(str, totals.values()))
        return parse_puzzle(grid, diagonal(base) if begin[1] else base)
    cages = [(members[first], total) for first, total in totals.items() if total]
    return _with_cages(diagonal(base) if begin[1] else base, cages)


def _with_cages(base: Layout, cages: list[tuple[list[int], int]]) -> Puzzle:
    try:
        rules = [rule for cells, total in cages for rule in cage_rules(base, cells, total)]
    except LayoutError as error:
        raise PuzzleError(error.message, cell=error.cell, value=error.value) from error
    return Puzzle.empty(base.extended(rules, "killer") if rules else base)


def _text(entry: PuzzleEntry) -> str:
    puzzle = puzzle_of(entry)
    layout = puzzle.layout
    if any(mask != layout.all_values for mask in puzzle.candidates):
        raise PuzzleError("killer has no place for givens and candidates: choose json")
    numbers = list(range(layout.cell_count))
    cages = [(list(each.cells), each.total) for each in layout.sums]
    for base in (CLASSIC, diagonal()):
        if layout == _with_cages(base, cages).layout and len(cages) < _CAGES:
            break
    else:
        raise PuzzleError(f"killer holds cages on classic or diagonal, not the rules of {layout.name}: choose json")
    taken: set[int] = set()
    for number, (cells, total) in enumerate(cages):
        if not taken.isdisjoint(cells):
            raise PuzzleError(f"killer has no place for cages that overlap, as at {layout.labels[cells[0]]}")
        taken.update(cells)
        for cell in cells:
            numbers[cell] = total * _CAGES + number
    return f"3x3:{'' if base is CLASSIC else 'd'}:k:{':'.join(map(str, numbers))}:\n"


WRITER = Writer(_text)
