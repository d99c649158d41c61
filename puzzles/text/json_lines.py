"""A puzzle with its layout in one line of JSON: `{"layout": "diagonal", "puzzle": "2...", "name": "..."}`.

The layout is a name, or an object with its units; see `layout_of`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from ...reference.contract.errors import LayoutError, PuzzleError, shown
from ...reference.layouts.from_units import begins, content_of, layout_of, read_json
from ...reference.layouts.names import layout_named
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .entries import PuzzleEntry, errors_name, in_one_line
from .parse import parse_puzzle, symbols_for
from .write import write_line


def parse_json_line(line: str, layout: Layout, symbols: str | None = None, allow_files: bool = False) -> Puzzle:
    """Returns the puzzle of a JSON object; see `read_json_line`."""
    return cast(Puzzle, read_json_line(line, layout, symbols, allow_files).puzzle)


def read_json_line(line: str, layout: Layout, symbols: str | None = None, allow_files: bool = False) -> PuzzleEntry:
    """Returns the entry of a JSON object with the key `puzzle`, as line 1, and with its `name`.

    The keys `layout` and `symbols` override the given layout and symbols. The puzzle is a text, a number with a digit
    for each cell, or a list: of texts, one for each row or cell; of numbers and texts, one for each cell; of such
    lists, one for each row. In a list 0, null and an empty text are open cells too, and a list in the place of a cell
    holds its candidates. A text or list with the key `solution` states the solution. Other keys are ignored. Raises
    `PuzzleError` or `LayoutError`; also for a key that is there twice, and for a layout in another file unless
    `allow_files` is set.
    """
    try:
        content: Any = read_json(line)
    except ValueError as error:
        raise PuzzleError(f"no JSON object: {error}") from error
    if not isinstance(content, dict) or "puzzle" not in content:
        raise PuzzleError("a JSON object needs a key named puzzle, with a text or a list of rows")
    named, own_symbols, name = (content.get(key) for key in ("layout", "symbols", "name"))
    if named is not None and not isinstance(named, (str, dict, list)):
        raise PuzzleError(f"layout is {shown(named)}, neither a name nor an object with units")
    if own_symbols is not None and not isinstance(own_symbols, str):
        raise PuzzleError(f"symbols are {shown(own_symbols)}, not a text")
    if named is not None:
        layout = read_layout(named, allow_files)
    if own_symbols is None:
        own_symbols = symbols_for(layout, symbols)
    puzzle = parse_puzzle(_text_of(content["puzzle"], layout), layout, own_symbols)
    name = None if name is None else in_one_line(str(name))
    solution = content.get("solution") or None
    if isinstance(solution, (str, list)):
        return PuzzleEntry(1, puzzle, name=name, solution=stated_grid(_text_of(solution, layout), layout, own_symbols))
    return PuzzleEntry(1, puzzle, name=name)


def stated_grid(text: str, layout: Layout, symbols: str | None = None) -> tuple[int, ...]:
    """Returns the grid that a text states as the solution; raises `PuzzleError` where a cell has no value."""
    with errors_name("the solution"):
        values = parse_puzzle(text, layout, symbols).values
        if 0 in values:
            raise PuzzleError("a value is expected in each cell", cell=layout.labels[values.index(0)])
    return values


def _text_of(puzzle: Any, layout: Layout) -> str:
    """Returns the text that `parse_puzzle` reads."""
    if isinstance(puzzle, str):
        return puzzle
    if isinstance(puzzle, int) and not isinstance(puzzle, bool):
        return str(puzzle)
    if not isinstance(puzzle, list) or not puzzle:
        raise PuzzleError(f"puzzle is {shown(puzzle)}, neither a text nor a list of rows")
    if len(puzzle) != layout.cell_count:
        if all(isinstance(row, str) for row in puzzle):
            return "\n".join(puzzle)
        if all(isinstance(row, list) for row in puzzle):
            lengths, right = list(map(len, puzzle)), list(map(len, layout.rows))
            if lengths != right:
                wrong = f"puzzle has rows of {shown(lengths)} cells, but the layout {layout.name} of {shown(right)}"
                raise PuzzleError(wrong)
            puzzle = [cell for row in puzzle for cell in row]
    # With commas, so that each token is one cell, also where most have several digits.
    return ",".join([_cell_text(cell) for cell in puzzle])


def _cell_text(cell: Any) -> str:
    if isinstance(cell, list) and cell and not any(isinstance(candidate, list) for candidate in cell):
        return "/".join(map(_cell_text, cell))
    if isinstance(cell, int) and not isinstance(cell, bool):
        return str(cell)
    if cell is None:
        return "."
    if isinstance(cell, str) and "," not in cell:
        return cell.strip() or "."
    raise PuzzleError(f"{shown(cell)} is no cell")


def write_json_line(puzzle: Puzzle, **more: object) -> str:
    """Returns the line that `parse_json_line` reads back, with further keys."""
    import json

    return json.dumps({"layout": written_layout(puzzle.layout), "puzzle": write_line(puzzle), **more})


def written_layout(layout: Layout) -> str | dict[str, object]:
    """Returns the name of the layout if that builds the same layout everywhere, else an object for JSON.

    The object has a `base` where the beginning of the name builds a layout that has the first of the rules.
    """
    if _built_by_name(layout.name) == layout:
        return layout.name
    name = layout.name
    while layout.has_other_rules and "+" in name:
        name = name.rpartition("+")[0]
        base = _built_by_name(name)
        if base is not None and begins(base, layout):
            return {"base": name, **content_of(layout, base)}
    return content_of(layout)


def read_layout(written: str | dict[str, object] | list[object], allow_files: bool = False) -> Layout:
    """Returns the layout of a name or an object, as `written_layout` returned it.

    An object is as in `layout_of`; with `base`, the name of a layout, it adds its rules to that. Raises `LayoutError`,
    also for a name with a file (`@FILE`) unless `allow_files` is set.
    """
    if isinstance(written, str):
        return layout_named(written, allow_files)
    if not isinstance(written, dict) or "base" not in written:
        return layout_of(written)
    base = written["base"]
    own = {"units": []} | {key: value for key, value in written.items() if key != "base"}
    for key in ("size", "shape", "positions", "block", "first_value"):
        if key in own:
            raise LayoutError(f"layout: the base has a {key} already")
    return replace(layout_of(own, base=layout_named(base, allow_files)), name=f"{base}+units")  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _built_by_name(name: str) -> Layout | None:
    try:
        # Elsewhere a file may be missing or different.
        return layout_named(name, allow_files=False)
    except LayoutError:
        return None
