"""Writers of the forms that the reader of text takes as they are."""

from __future__ import annotations

from ...reference.errors import PuzzleError
from ...reference.puzzle import Puzzle, values_in
from ..text.entries import PuzzleEntry, in_one_line
from ..text.json_lines import write_json_line
from ..text.plain_lines import PlainBlock
from ..text.write import write_line, write_picture
from .writer import Writer, check_nine, plain_cells, rows_of

_CHARACTERS = bytes.maketrans(bytes(range(10)), b".123456789")


def _line(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    comment = f"  # {in_one_line(entry.name)}" if entry.name else ""
    return f"{write_line(puzzle)}{comment}\n"


def block_lines(block: PlainBlock) -> list[str] | None:
    """Returns the puzzles of a block as lines without their ends; None where values have no digits of their own."""
    layout, width = block.layout, block.layout.cell_count
    if layout.symbols is None or layout.first_value != 1:
        return None
    text = block.values.translate(_CHARACTERS).decode("ascii")
    return [text[first : first + width] for first in range(0, len(text), width)]


def _block(block: PlainBlock) -> str | None:
    lines = block_lines(block)
    if lines is None:
        return None
    return "\n".join([*lines, ""])


LINE = Writer(_line, block=_block)


def _picture(puzzle: Puzzle, entry: PuzzleEntry) -> str:
    if puzzle.layout.has_other_rules:
        raise PuzzleError(f"pictures with the sums and pairs of {puzzle.layout.name} are not read back: choose json")
    comment = f"# {in_one_line(entry.name)}\n" if entry.name else ""
    return f"{comment}{write_picture(puzzle)}\n\n"


PICTURE = Writer(_picture)


def _simple_sudoku(puzzle: Puzzle, _: PuzzleEntry) -> str:
    check_nine(puzzle, "ss")
    rows = rows_of(puzzle, plain_cells(puzzle, "ss"))
    parted = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows]
    between, outer = "|---+---+---|", "*-----------*"
    return "\n".join([outer, *parted[:3], between, *parted[3:6], between, *parted[6:], outer, "", ""])


SIMPLE_SUDOKU = Writer(_simple_sudoku)


def _candidates(puzzle: Puzzle, _: PuzzleEntry) -> str:
    check_nine(puzzle, "candidates")
    cells = ["".join(map(str, values_in(mask))) for mask in puzzle.candidates]
    width = max(map(len, cells)) + 1
    rule = "+".join(["-" * (3 * width + 1)] * 3)
    lines = [f".{rule.replace('+', '-')}."]
    for number, row in enumerate(puzzle.layout.rows):
        if number in (3, 6):
            lines.append(f":{rule}:")
        texts = [cells[cell].ljust(width) for cell in row]
        lines.append("".join(f"| {''.join(texts[first : first + 3])}" for first in (0, 3, 6)) + "|")
    return "\n".join([*lines, f"'{rule.replace('+', '-')}'", "", ""])


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


def _json_block(block: PlainBlock) -> str | None:
    lines = block_lines(block)
    if lines is None:
        return None
    # All lines of a block begin alike: up to the cells of an open puzzle.
    opened = write_json_line(Puzzle.empty(block.layout))
    begin, end = opened[: -len(lines[0]) - 2], opened[-2:]
    return "".join([f"{begin}{line}{end}\n" for line in lines])


JSON = Writer(_json, block=_json_block)
