"""Puzzles in any format as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...reference.contract.errors import LayoutError, OptionError, PuzzleError
from ...reference.layouts.classic import CLASSIC
from ...reference.model.layout import Layout, check_layout
from ...reference.model.puzzle import Puzzle
from ..text.any_puzzle import any_puzzle
from ..text.entries import PuzzleEntry, each_entry
from ..text.plain_lines import PlainBlock
from .table import format_named, writer_of
from .writer import plain_lines


def write_puzzles(
    puzzles: Iterable[object],
    file_format: str = "line",
    layout: Layout = CLASSIC,
    refused: Callable[[PuzzleEntry], None] | None = None,
) -> Iterator[str]:
    """Yields the text of a file of puzzles in a format, piece by piece; see docs/formats.md for the formats.

    `puzzles` are entries of `read_puzzles` or `read_blocks`, or puzzles in any form that `solve` takes. A format that
    does not say the layout of its puzzles holds those on `layout`, as `read_puzzles` then reads them. An entry with an
    error, and a puzzle that the format cannot hold, goes to `refused`, as an entry with its line and the error; without
    `refused` it raises `PuzzleError` or `LayoutError`. Raises `OptionError` for an unknown format, and for one that is
    only read.
    """
    try:
        format_named(file_format)
    except OptionError as error:
        written = "; text comes back, and no file is written: open(path, 'w').writelines(write_puzzles(...))"
        raise OptionError(f"{error}{written if '.' in str(file_format) else ''}") from error
    if isinstance(puzzles, (str, Puzzle)):
        raise PuzzleError("write_puzzles takes several puzzles: [puzzle] for one")
    check_layout(layout)
    return _texts(puzzles, file_format, layout, refused)


def _texts(
    puzzles: Iterable[object], file_format: str, layout: Layout, refused: Callable[[PuzzleEntry], None] | None
) -> Iterator[str]:
    writer, own_layout = writer_of(file_format), format_named(file_format).own_layout
    begun = False  # the heading comes with the first text: until then it is open whether solutions are stated
    solved = False
    for item in _items(puzzles):
        if not begun:
            solved = (item.solution(0) if isinstance(item, PlainBlock) else item.solution) is not None
        if isinstance(item, PlainBlock) and writer.block is not None and item.layout == layout:
            lines = plain_lines(layout, item.values)
            if lines is not None:
                block = writer.block(layout, lines, item.solutions if solved else None)
                yield block if begun else writer.headings[solved] + block
                begun = True
                continue
        for entry in each_entry([item]):
            try:
                if entry.error is not None:
                    raise entry.error
                if entry.puzzle is None:
                    raise PuzzleError("the entry has no puzzle")
                if not own_layout and entry.puzzle.layout != layout:
                    raise _no_layout(file_format, entry.puzzle.layout, layout)
                text = writer.text(entry.puzzle, entry if solved or own_layout else entry._replace(solution=None))
            except (PuzzleError, LayoutError) as error:
                if refused is None:
                    raise
                error.line = error.line or entry.line
                refused(PuzzleEntry(entry.line, error=error))
            else:
                yield text if begun else writer.headings[solved] + text
                begun = True
    if not begun:
        yield writer.headings[False]


def _no_layout(file_format: str, layout: Layout, named: Layout) -> PuzzleError:
    said = f"{file_format} does not say the layout of a puzzle, here {layout.name}, and is read as {named.name}"
    return PuzzleError(f"{said}: name the layout, or choose a format that holds it, as json")


def _items(puzzles: Iterable[object]) -> Iterator[PuzzleEntry | PlainBlock]:
    for number, item in enumerate(puzzles, start=1):
        if isinstance(item, (PuzzleEntry, PlainBlock)):
            yield item
        else:
            yield PuzzleEntry(number, any_puzzle(item))
