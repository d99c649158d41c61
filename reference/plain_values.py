"""Python's numbers, text and lists for the values of NumPy and pandas, which are recognised without an import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import islice

from .errors import PuzzleError, shown
from .unit import whole_number

OPEN = ".0*_?"
"""Characters that stand for an open cell."""

_MOST_ITEMS = 2**20
"""Items of an iterable that are read, at most: an endless one is refused."""


def plain(value: object) -> object:
    """Returns numbers, text and lists of Python for those of NumPy and pandas; an iterable as a list; others as is.

    Text, sets, mappings and bytes stay.
    """
    if isinstance(value, (int, str, list, tuple, Set, Mapping, bytes, bytearray, type)) or value is None:
        return value
    for name in ("tolist", "to_list", "to_numpy"):
        convert = getattr(value, name, None)
        if callable(convert):
            found = convert()
            return plain(found) if name == "to_numpy" else found
    if isinstance(value, Iterable):
        items = list(islice(value, _MOST_ITEMS + 1))
        if len(items) > _MOST_ITEMS:
            raise PuzzleError(
                f"{shown(value)} has no end, or more than {_MOST_ITEMS} items: no puzzle has so many cells"
            )
        return items
    return value


def whole(value: object) -> int | None:
    """Returns a plain value as a whole number: an integer, a float without fraction, digits; None for anything else."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str):
        text = value.strip()
        # int() alone would also accept digits of other scripts, signs, underscores, and any length.
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    return whole_number(value)


def is_missing(value: object) -> bool:
    """Whether this is NaN, or pandas' NA or NaT."""
    return (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")
