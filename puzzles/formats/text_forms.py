"""Writers of the forms that the reader of text takes as they are."""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ..text.entries import PuzzleEntry, in_one_line
from ..text.json_lines import write_json_line
from ..text.write import write_line, write_picture
from .source import Writer, check_nine, plain_cells


def _line(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    comment = f"  # {in_one_line(entry.name)}" if entry.name else ""
    return f"{write_line(puzzle)}{comment}\n"


def _lines(_: Layout, lines: list[str], __: object) -> str:
    return "\n".join([*lines, ""])


LINE = Writer(_line, block=_lines)


def _picture(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    if puzzle.layout.has_other_rules:
        raise PuzzleError(f"pictures with the sums and pairs of {puzzle.layout.name} are not read back: choose json")
    comment = f"# {in_one_line(entry.name)}\n" if entry.name else ""
    return f"{comment}{write_picture(puzzle)}\n\n"


PICTURE = Writer(_picture)


def _framed(cells: Sequence[str], blank: str, corners: str) -> str:
    """Returns rows of nine cells in a frame; `blank` is beside cells, and the corners are those above, between, below.

    The columns are as wide as the longest cell.
    """
    width = max(map(len, cells)) + len(blank)
    rule = "+".join(["-" * (3 * width + len(blank))] * 3)
    outer = rule.replace("+", "-")
    above, between, below = (corner + line + corner for corner, line in zip(corners, (outer, rule, outer), strict=True))
    lines = [above]
    for first in range(0, 81, 9):
        texts = [cell.ljust(width) for cell in cells[first : first + 9]]
        groups = (blank + "".join(texts[column : column + 3]) for column in (0, 3, 6))
        lines += [between] * (first in (27, 54)) + [f"|{'|'.join(groups)}|"]
    return "\n".join([*lines, below, "", ""])


def _simple_sudoku(puzzle: Puzzle, _: PuzzleEntry) -> str:
    check_nine(puzzle, "ss")
    return _framed(plain_cells(puzzle, "ss"), "", "*|*")


SIMPLE_SUDOKU = Writer(_simple_sudoku)


def _candidates(puzzle: Puzzle, _: PuzzleEntry) -> str:
    check_nine(puzzle, "candidates")
    return _framed(["".join(map(str, values_in(mask))) for mask in puzzle.candidates], " ", ".:'")


CANDIDATES = Writer(_candidates)


def _numbers(puzzle: Puzzle, _: PuzzleEntry) -> str:
    if puzzle.layout.first_value <= 0:
        raise PuzzleError(f"numbers has 0 for open cells, but {puzzle.layout.name} has the value 0: choose json")
    return " ".join("0" if cell == "." else cell for cell in puzzle.cell_texts()) + "\n"


NUMBERS = Writer(_numbers)


def _pencil_marks(puzzle: Puzzle, _: PuzzleEntry) -> str:
    layout = puzzle.layout
    if layout.symbols is None or layout.first_value != 1:
        raise PuzzleError(f"pencil-marks holds the digits 1 to 9, not the values of {layout.name}: choose json")
    digits = [(1 << place, digit) for place, digit in enumerate(layout.symbols)]
    return "".join(digit if mask & bit else "." for mask in puzzle.candidates for bit, digit in digits) + "\n"


PENCIL_MARKS = Writer(_pencil_marks)


def _json(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    more = {"name": entry.name} if entry.name else {}
    return write_json_line(puzzle, **more) + "\n"


def _json_block(layout: Layout, lines: list[str], _: object) -> str:
    # All lines of a block begin alike: up to the cells of an open puzzle.
    opened = write_json_line(Puzzle.empty(layout))
    begin, end = opened[: -len(lines[0]) - 2], opened[-2:]
    return "".join([f"{begin}{line}{end}\n" for line in lines])


JSON = Writer(_json, block=_json_block)
