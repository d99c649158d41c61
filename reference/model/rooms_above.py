"""What the model calls of `puzzles`: the reader of puzzles in any form, and the pictures of its objects.

`puzzles` imports the model. So the model has these functions by name, and imports them at the first call; no other
module of this folder reaches a parser or a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, cast


def any_puzzle(puzzle: object, layout: object) -> Any:
    """Returns a `Puzzle` from any form of it; see `puzzles/text/any_puzzle.py`."""
    return _function("text.any_puzzle", "any_puzzle")(puzzle, layout)


def each_puzzle(puzzles: object, layout: object) -> Iterator[Any]:
    """Returns an iterator over the puzzles of a list in any form; see `puzzles/text/any_puzzle.py`."""
    return cast("Iterator[Any]", _function("text.any_puzzle", "each_puzzle")(puzzles, layout))


def text_of(shown: object) -> str:
    """Returns what `print` shows; see `puzzles/pictures/shown.py`."""
    return str(_function("pictures.shown", "text_of")(shown))


def html_of(shown: object) -> str | None:
    """Returns what notebooks show; see `puzzles/pictures/shown.py`."""
    return cast("str | None", _function("pictures.shown", "html_of")(shown))


def _function(module: str, name: str) -> Callable[..., object]:
    package = (__package__ or "").removesuffix(".reference.model")
    return cast("Callable[..., object]", getattr(import_module(f"{package}.puzzles.{module}"), name))
