"""One puzzle from its text, in any of the formats of `formats.py`."""

from __future__ import annotations

from ..errors import PuzzleError
from ..layout import Layout
from ..puzzle import Puzzle
from .formats import DIGITS, FORMATS, read_symbols
from .puzzle_text import PuzzleText, tokens_in


def parse_puzzle(text: str, layout: Layout, symbols: str | None = None) -> Puzzle:
    """Returns the puzzle that a text shows: one line or a picture; frames (`|` `-` `+`) and `#` comments are ignored.

    Open cells are `.` `0` `*` `_`. Cells are single characters, or numbers with blanks or commas between them (above
    nine values: always, unless `symbols` names one character for each value). `1/3/5` is a cell with three candidates;
    a framed picture without open cells may show them as ascending digits, and 729 characters list all those of a 9x9.
    Raises `PuzzleError` with line, cell and value as far as they apply.
    """
    return puzzle_from(PuzzleText.of(text), layout, symbols)


def puzzle_from(text: PuzzleText, layout: Layout, symbols: str | None = None) -> Puzzle:
    """Returns the same as `parse_puzzle`, from text that is already split."""
    if symbols is not None:
        check_symbols(symbols, layout)
        if len(text.characters) != layout.cell_count:
            raise _wrong_length(len(text.characters), text, layout)
        return Puzzle(layout, tuple(read_symbols(text, layout, symbols)))
    for format_ in FORMATS:
        if format_.fits(text, layout):
            return Puzzle(layout, tuple(format_.read(text, layout)))
    by_number = text.listed or layout.size > len(DIGITS)
    raise _wrong_length(len(text.tokens if by_number else text.characters), text, layout)


def check_symbols(symbols: str, layout: Layout) -> None:
    """Raises `PuzzleError` unless there is one distinct, readable character for each value."""
    if len(symbols) != layout.size or len(set(symbols)) != len(symbols):
        raise PuzzleError(f"symbols {symbols!r}: expected {layout.size} different characters", value=symbols)
    if tokens_in(symbols) != [symbols] or "#" in symbols:
        raise PuzzleError(f"symbols {symbols!r}: blanks, # and frame strokes cannot stand for values", value=symbols)


def _wrong_length(count: int, text: PuzzleText, layout: Layout) -> PuzzleError:
    line = text.lines[0][1] if text.lines else None
    cells = "1 cell" if count == 1 else f"{count} cells"
    strokes = sum(text_line.count("-") for text_line, _ in text.lines)
    hint = " (- is read as a frame, not as an open cell)" if count + strokes == layout.cell_count else ""
    return PuzzleError(f"{cells}, but the layout {layout.name} has {layout.cell_count}{hint}", line=line)
