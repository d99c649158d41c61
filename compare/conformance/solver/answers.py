"""What a solver of somebody else's says, in whatever form: a grid, that there is none, or a count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

from ....reference.errors import PuzzleError, UnitdokuError
from ....reference.grid import Grid
from ....reference.layout import Layout
from ....reference.text.parse import parse_puzzle
from ..isolated_call import shortened


class Said(NamedTuple):
    """An answer that can be understood: a grid, or how many solutions are `counted`, or neither for "there is none"."""

    solvable: bool
    grid: Grid | None = None
    counted: int | None = None

    def up_to(self, limit: int) -> Said:
        """The same answer with a count above the limit as the limit: what lies beyond it need not be right."""
        return self if self.counted is None else self._replace(counted=min(self.counted, limit))


class NoAnswer(UnitdokuError, ValueError):
    """What a solver returned is no answer; the message follows its name: `returned 3.5, which is ...`."""


def read_answer(returned: object, layout: Layout) -> Said:
    """The answer that a solver returned: None or False for no solution, an int for a count, anything else a grid.

    A grid is a text of values as `parse_puzzle` reads it, a sequence of values in reading order, the rows of the
    layout as sequences of values, or a mapping from label (`A1`) or index of a cell to its value. A value is a whole
    number or its digits; numbers and sequences of NumPy will do. Raises `NoAnswer` for anything else, and for a grid
    that is not complete. Whether the grid is right is not asked here.
    """
    plain = _plain(returned)
    if plain is None or plain is False:
        return Said(False)
    if plain is True:
        raise NoAnswer("returned True, which says neither a grid nor how many solutions there are")
    count = _whole(plain)
    if count is not None:
        if count < 0:
            raise NoAnswer(f"returned {count}, which counts nothing")
        return Said(count > 0, counted=count)
    values = _values(returned, layout)
    if len(values) != layout.cell_count:
        raise NoAnswer(f"returned {len(values)} values for {layout.cell_count} cells")
    for label, value in zip(layout.labels, values, strict=True):
        if not 1 <= value <= layout.size:
            what = "left it open" if value == 0 else f"{value} is not one of the values 1..{layout.size}"
            raise NoAnswer(f"returned what is no complete grid: cell {label}: {what}")
    return Said(True, grid=tuple(values))


def told(said: Said) -> str:
    """The answer in words that follow a name."""
    if said.counted is not None:
        return f"counts {said.counted} solution{'s' * (said.counted != 1)}"
    if said.grid is None:
        return "says that there is no solution"
    return "gives the grid " + ("" if max(said.grid) <= 9 else " ").join(map(str, said.grid))


def _values(returned: object, layout: Layout) -> list[int]:
    """The values in reading order, 0 for a cell that is open."""
    if isinstance(returned, str):
        try:
            return list(parse_puzzle(returned, layout).values)
        except PuzzleError as error:
            raise NoAnswer(f"returned text that is no grid: {error}: {_shown(returned)}") from error
    if isinstance(returned, Mapping):
        return _by_label(returned, layout)
    listed = _plain(returned)
    if isinstance(listed, (bytes, bytearray)) or not isinstance(listed, Sequence):
        raise NoAnswer(f"returned {_shown(returned)}, a {type(returned).__name__}: neither a grid, a count nor None")
    rows: list[Any] = [_plain(row) for row in listed]
    if rows and all(isinstance(row, Sequence) and not isinstance(row, str) for row in rows):
        lengths = [len(row) for row in rows]
        if lengths != [len(row) for row in layout.rows]:
            raise NoAnswer(f"returned rows of {lengths} values, which are not those of the layout")
        rows = [value for row in rows for value in row]
    return [_value(value) for value in rows]


def _plain(value: Any) -> Any:
    """The value without NumPy, or what else has `tolist`: lists for arrays, numbers of Python for its own."""
    return value.tolist() if hasattr(value, "tolist") else value


def _by_label(returned: Mapping[object, object], layout: Layout) -> list[int]:
    values: list[int | None] = [None] * layout.cell_count
    for key, value in returned.items():
        cell = _at_position(key, layout) if isinstance(key, tuple) else _whole(key)
        if isinstance(key, str):
            try:
                cell = layout.cell(key)
            except UnitdokuError:
                cell = None
        if cell is None or not 0 <= cell < layout.cell_count:
            raise NoAnswer(f"returned a value for {_shown(key)}, which is no cell")
        values[cell] = _value(value)
    missing = [label for label, value in zip(layout.labels, values, strict=True) if value is None]
    if missing:
        raise NoAnswer(f"returned no value for {_listed(missing)}")
    return [value for value in values if value is not None]


def _at_position(key: tuple[object, ...], layout: Layout) -> int | None:
    """The cell at a row and a column, counted from 0; None for anything else."""
    row, column = map(_whole, key) if len(key) == 2 else (None, None)
    return layout.cell_at(row, column) if row is not None and column is not None else None


def _value(value: object) -> int:
    """The value, 0 for None and the signs of an open cell."""
    if value is None or (isinstance(value, str) and value in ("", ".", "_", "*")):
        return 0
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    whole = _whole(value)
    if whole is None or isinstance(value, bool):
        raise NoAnswer(f"returned {_shown(value)} for a value")
    return whole


def _whole(value: object) -> int | None:
    """The value as a whole number, or None where it is of no such type."""
    try:
        return index(value)  # type: ignore[arg-type]  # that is what is being asked
    except (TypeError, ValueError):
        return None


def _listed(labels: Iterable[str], most: int = 5) -> str:
    names = list(labels)
    return ", ".join(names[:most]) + (f" and {len(names) - most} others" if len(names) > most else "")


def _shown(value: object) -> str:
    try:
        return shortened(repr(value), 80)
    except Exception:
        return f"a {type(value).__name__}"
