"""A puzzle with its layout in one line of JSON: `{"layout": "diagonal", "puzzle": "2...", "name": "..."}`."""

from __future__ import annotations

from typing import Any

from ..errors import PuzzleError
from ..layout import Layout
from ..layouts.names import layout_named
from ..puzzle import Puzzle
from .parse import parse_puzzle


def parse_json_line(line: str, layout: Layout, symbols: str | None = None) -> Puzzle:
    """The puzzle of a JSON object with `puzzle`, and a `layout` by name where it is not the given one.

    Other keys are left to the reader of the file. Raises `PuzzleError` or `LayoutError`.
    """
    import json  # here, as most files of puzzles hold none

    try:
        content: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"no JSON object: {error}") from error
    text = content.get("puzzle")
    name = content.get("layout")
    if not isinstance(text, str):
        raise PuzzleError("a JSON object needs a text named puzzle", value=repr(text))
    if name is not None and not isinstance(name, str):
        raise PuzzleError(f"layout is {name!r}, not a name", value=repr(name))
    if name is not None:
        layout = layout_named(name)
    # Symbols are for the puzzles that have as many values; another layout in the same file is read without.
    fitting = symbols if symbols is not None and len(symbols) == layout.size else None
    return parse_puzzle(text, layout, fitting)
