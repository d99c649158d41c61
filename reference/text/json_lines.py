"""A puzzle with its layout in one line of JSON: `{"layout": "diagonal", "puzzle": "2...", "name": "..."}`.

The layout is a name, or an object with its units; see `layout_of`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..errors import LayoutError, PuzzleError
from ..layout import Layout
from ..layouts.from_units import content_of, layout_of
from ..layouts.names import layout_named
from ..puzzle import Puzzle
from .parse import parse_puzzle
from .write import write_line


def parse_json_line(line: str, layout: Layout, symbols: str | None = None) -> Puzzle:
    """Returns the puzzle of a JSON object with the key `puzzle`; the key `layout` overrides the given layout.

    Other keys are ignored. Raises `PuzzleError` or `LayoutError`.
    """
    import json  # here, as most files of puzzles hold none

    try:
        content: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"no JSON object: {error}") from error
    text = content.get("puzzle")
    named = content.get("layout")
    if not isinstance(text, str):
        raise PuzzleError("a JSON object needs a text named puzzle", value=repr(text))
    if named is not None and not isinstance(named, (str, dict)):
        raise PuzzleError(f"layout is {named!r}, neither a name nor an object with units", value=repr(named))
    if named is not None:
        layout = read_layout(named)
    # A layout of another size in the same file is read without the symbols.
    fitting = symbols if symbols is not None and len(symbols) == layout.size else None
    return parse_puzzle(text, layout, fitting)


def write_json_line(puzzle: Puzzle, **more: object) -> str:
    """Returns the line that `parse_json_line` reads back, with further keys."""
    import json

    return json.dumps({"layout": written_layout(puzzle.layout), "puzzle": write_line(puzzle), **more})


def written_layout(layout: Layout) -> str | dict[str, object]:
    """Returns the name of the layout if that builds the same layout everywhere, else an object for JSON."""
    return layout.name if _is_built_by_name(layout, layout.name) else content_of(layout)


def read_layout(written: str | dict[str, object]) -> Layout:
    """Returns the layout of a name or an object, as `written_layout` returned it; raises `LayoutError`."""
    return layout_named(written) if isinstance(written, str) else layout_of(written)


@lru_cache(maxsize=64)
def _is_built_by_name(layout: Layout, name: str) -> bool:
    try:
        # Elsewhere a file may be missing or different.
        return "@" not in name and layout_named(name) == layout
    except LayoutError:
        return False
