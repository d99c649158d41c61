"""A puzzle, or a grid, from what a caller has: text, rows, an array, a mapping, an entry of a file.

Every public function that takes a puzzle calls `any_puzzle`, and `each_puzzle` where it takes several. A `Puzzle` is
passed on as it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...reference.contract.errors import PuzzleError, UnitdokuError, shown
from ...reference.model.cells import grid_values, is_missing, plain
from ...reference.model.grid import broken_rules, solves
from ...reference.model.layout import Layout, check_layout
from ...reference.model.puzzle import Puzzle
from .parse import parse_puzzle

_ENDINGS = (".txt", ".sdm", ".csv", ".json", ".jsonl", ".ss", ".gz", ".tsv", ".parquet")
"""Endings of files of puzzles, to recognise a path."""

_READ_FILES = "read_puzzles(path) yields the puzzles of a file"


def any_layout(layout: Layout | str | None) -> Layout | None:
    """Returns the layout, or the one of this name; None for None. Raises `LayoutError` for anything else.

    Functions that take a puzzle in any form take the name of its layout, too.
    """
    if isinstance(layout, str):
        from ...reference.layouts.names import layout_named  # here, as it imports every builder

        return layout_named(layout)
    if layout is not None:
        check_layout(layout)
    return layout


def any_puzzle(puzzle: object, layout: Layout | str | None = None, symbols: str | None = None) -> Puzzle:
    """Returns a puzzle from any form of it; `layout` is an object or a name, by default classic of the fitting size.

    `symbols` are the characters that stand for the values in text, as in `parse_puzzle`.

    Forms are a `Puzzle`, text as `parse_puzzle` reads it (lines of it may be a list), values in a list, in rows or in
    an array of NumPy, a mapping from cells to values (see `masks_of`), an entry of `read_puzzles`, and a layout, all of
    whose cells are open. A cell may hold a set of candidates. Raises `PuzzleError` for anything else, for what does not
    fit the layout, and for a `Puzzle` on another layout than the given one; `LayoutError` for an unknown layout.
    """
    rules = None if layout is None else any_layout(layout)
    if isinstance(puzzle, Layout):
        puzzle = Puzzle.empty(puzzle)
    if isinstance(puzzle, Puzzle):
        return puzzle if rules is None else on_layout(puzzle, rules)
    if isinstance(puzzle, str):
        return _from_text(puzzle, rules, symbols)
    _refuse(puzzle)
    if isinstance(puzzle, tuple) and hasattr(puzzle, "puzzle"):
        # An entry of a file, or a drawn puzzle; the error of an entry is raised in its turn.
        error = getattr(puzzle, "error", None)
        if isinstance(error, Exception):
            raise error
        return any_puzzle(puzzle.puzzle, rules, symbols)
    cells = plain(puzzle)
    if isinstance(cells, str):
        return _from_text(cells, rules, symbols)
    if isinstance(cells, (list, tuple)) and cells:
        if all(isinstance(item, str) for item in cells) and not (symbols is None and are_cells(cells, rules)):
            return _from_text("\n".join(cells), rules, symbols)
        if isinstance(cells[0], Puzzle):
            raise PuzzleError(f"a list of {len(cells)} puzzles is no puzzle: solve_many takes several")
    from ...reference.model.cells import masks_of  # here, as text does without it

    return Puzzle(*masks_of(cells, rules))


def each_puzzle(puzzles: object, layout: Layout | str | None = None, symbols: str | None = None) -> Iterator[Puzzle]:
    """Returns an iterator over the puzzles of a list in any form; an item that is no puzzle raises in its turn.

    What is no list of puzzles is refused at once, see `list_of_puzzles`, and so is an unknown layout.
    """
    return _raising(puzzles_or_errors(puzzles, layout, symbols))


def puzzles_or_errors(
    puzzles: object, layout: Layout | str | None = None, symbols: str | None = None
) -> Iterator[Puzzle | UnitdokuError]:
    """Returns the same, with the error, which has its `index`, in place of an item that is no puzzle."""
    return _each(list_of_puzzles(puzzles), any_layout(layout), symbols)


def list_of_puzzles(puzzles: object) -> Iterable[object]:
    """Returns the items of a list of puzzles: any iterable, a column of pandas, an array with a puzzle in each row.

    Raises `PuzzleError` for a single puzzle, text included: read as several it would give answers to other questions.
    The same holds for a table of several columns.
    """
    if isinstance(puzzles, (Puzzle, str, Mapping, Layout)):
        one = shown(puzzles) if isinstance(puzzles, str) else f"a {type(puzzles).__name__}"
        raise PuzzleError(f"{one} is one puzzle at most, which solve answers: give a list of puzzles")
    _refuse(puzzles)
    columns = getattr(puzzles, "columns", None)
    if columns is not None and hasattr(puzzles, "to_numpy"):
        return _rows_of_table(puzzles, list(columns))
    if not isinstance(puzzles, Iterable):
        raise PuzzleError(f"{shown(puzzles)} is no list of puzzles")
    return puzzles


def _each(puzzles: Iterable[object], layout: Layout | None, symbols: str | None) -> Iterator[Puzzle | UnitdokuError]:
    equal = layout  # the object that was compared last: to compare two layouts takes longer than an easy puzzle
    for index, puzzle in enumerate(puzzles):
        if isinstance(puzzle, Puzzle) and (layout is None or puzzle.layout is equal):
            yield puzzle
            continue
        found: Puzzle | UnitdokuError
        try:
            found = any_puzzle(puzzle, layout, symbols)
            equal = found.layout
        except UnitdokuError as error:
            error.index = index
            found = error
        yield found


def _raising(puzzles: Iterable[Puzzle | UnitdokuError]) -> Iterator[Puzzle]:
    for puzzle in puzzles:
        if isinstance(puzzle, UnitdokuError):
            raise puzzle
        yield puzzle


def on_layout(puzzle: Puzzle, layout: Layout) -> Puzzle:
    """Returns the puzzle; raises `PuzzleError` where it is on another layout."""
    if puzzle.layout is layout or puzzle.layout == layout:
        return puzzle
    raise PuzzleError(f"the puzzle is on {puzzle.layout.name}, but asked on {layout.name}: layout= may be left out")


def _from_text(text: str, layout: Layout | None, symbols: str | None) -> Puzzle:
    try:
        return parse_puzzle(text, layout, symbols)
    except PuzzleError as error:
        if is_path(text):
            what = "is a path, not a puzzle" if os.path.exists(text) else "is neither a puzzle nor a file that there is"
            raise PuzzleError(f"{shown(text)} {what}: {_READ_FILES}") from error
        if text.lstrip().startswith("{"):
            raise PuzzleError(
                f"{shown(text)} is JSON, as files have it: read_puzzles([text], layout) reads it"
            ) from error
        raise


def is_path(text: str) -> bool:
    """Whether the text, which is no puzzle, looks like a path or names a file."""
    try:
        return text.strip().lower().endswith(_ENDINGS) or os.path.exists(text)
    except ValueError:
        return False


def are_cells(strings: list[Any] | tuple[Any, ...], layout: Layout | None) -> bool:
    """Whether strings are one for each cell, as `["5", "", "12"]`; others are the lines of a text."""
    return len(strings) == layout.cell_count if layout is not None else max(map(len, strings)) <= 3


def _refuse(puzzle: object) -> None:
    """Raises `PuzzleError` for what is often given where a puzzle is expected."""
    if puzzle is None or is_missing(puzzle):
        raise PuzzleError(f"{shown(puzzle)} is no puzzle: text, rows of values or a Puzzle is expected")
    if isinstance(puzzle, (bytes, bytearray)):
        raise PuzzleError(f"{shown(puzzle)} is bytes, not text: decode() makes text of it")
    if isinstance(puzzle, os.PathLike):
        raise PuzzleError(f"{shown(puzzle)} is a path, not a puzzle: {_READ_FILES}")
    if hasattr(puzzle, "verdict"):
        raise PuzzleError("a result is neither a puzzle nor a grid: its attributes puzzle and solution are")


def _rows_of_table(table: Any, columns: list[object]) -> list[object]:
    """Returns the puzzles of a table of pandas: its only column, or one puzzle a row where columns are cells."""
    rows: list[Any] = table.to_numpy().tolist()
    if len(columns) == 1:
        return [row[0] for row in rows]
    if len(columns) < 16:
        named = ", ".join(map(str, columns[:5]))
        raise PuzzleError(
            f"a table with the columns {named} is no list of puzzles: choose one, as in table[{columns[0]!r}]"
        )
    return rows


# A grid from what a caller has, and the check whether it solves a puzzle in any form.


def is_solution(grid: object, puzzle: object) -> bool:
    """Whether each cell has one of its candidates and no rule is broken; `violations` gives the reasons.

    A grid is values in reading order, rows of them, an array of NumPy, a mapping from cells to values, or text. The
    puzzle has any form that `solve` takes. Raises `PuzzleError` for what is no grid or no puzzle at all.
    """
    if isinstance(grid, tuple) and isinstance(puzzle, Puzzle) and solves(grid, puzzle):
        return True  # the usual form, in half the time
    asked, values = _read(grid, puzzle)
    return solves(values, asked)  # type: ignore[arg-type]  # it looks at the types


def violations(grid: object, puzzle: object) -> Iterator[str]:
    """Returns each rule that the grid breaks as a sentence; nothing for a solution. It takes what `is_solution` takes.

    A grid of the wrong length yields only that. Otherwise cells come first, in reading order, then units in the order
    of the layout, each with the repeated value and the cells that hold it, then sums and pairs. A sum or a pair with a
    value that the layout does not have is left out, as its cell is named already. Values are shown as the numbers that
    they stand for.
    """
    asked, values = _read(grid, puzzle)
    return broken_rules(values, asked)


def any_grid(grid: object, layout: Layout) -> tuple[object, ...]:
    """Returns what a grid holds in each cell, from text, rows, an array or a mapping; numbers as int, others as is.

    Nothing is said about its length and values: that is for the caller to see. Raises `PuzzleError` for text that
    cannot be read and for what is no grid at all.
    """
    if isinstance(grid, Puzzle):
        return on_layout(grid, layout).values
    grid = plain(grid)
    if isinstance(grid, (list, tuple)) and grid and all(isinstance(item, str) for item in grid):
        grid = grid if are_cells(grid, layout) else "\n".join(grid)
    if isinstance(grid, str):
        return parse_puzzle(grid, layout).values
    return tuple(grid_values(grid, layout))


def _read(grid: object, puzzle: object) -> tuple[Puzzle, tuple[object, ...]]:
    asked = puzzle if isinstance(puzzle, Puzzle) else any_puzzle(puzzle)
    return asked, any_grid(grid, asked.layout)
