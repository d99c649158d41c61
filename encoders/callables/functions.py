"""Functions of others as solvers: how they are imported, which form of a puzzle they take, and what they answer."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import reduce
from types import ModuleType
from typing import NamedTuple, cast

from ...puzzles.text.any_puzzle import any_grid
from ...puzzles.text.write import write_line
from ...reference.contract.errors import BackendUnavailable, LayoutError, OptionError, PuzzleError, UnitdokuError, shown
from ...reference.model.grid import Grid, broken_rules, is_grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import whole_number

# The forms in which solvers of others take a puzzle: the object, a line of text, values, rows.


def as_line(puzzle: Puzzle, open_cell: str) -> str:
    """Returns the puzzle in one line, as `write_line` writes it, with this sign for an open cell."""
    return write_line(puzzle).replace(".", open_cell)


def _rows(puzzle: Puzzle) -> list[list[int]]:
    values = puzzle.values
    return [[values[cell] for cell in row] for row in puzzle.layout.rows]


FORMS: dict[str, Callable[[Puzzle, str], object]] = {
    "puzzle": lambda puzzle, _: puzzle,
    "text": as_line,
    "values": lambda puzzle, _: list(puzzle.values),
    "rows": lambda puzzle, _: _rows(puzzle),
}
"""The forms in which a solver may take a puzzle: name to a function of the puzzle and the sign of an open cell."""


def checked_sign(sign: str) -> str:
    """Returns the sign of an open cell; raises `OptionError` for what cannot be one."""
    if len(sign) != 1 or not sign.isprintable() or sign.isspace() or (sign.isdigit() and sign != "0"):
        raise OptionError(f"the sign of an open cell is one character, no blank and no value, not {sign!r}")
    return sign


# The answer that a solver returned, read from any of its forms: a grid, no solution, or a count of solutions.


class SolverAnswer(NamedTuple):
    """An answer as data: a grid, or a count of solutions, or neither for "there is none"."""

    solvable: bool
    grid: Grid | None = None
    number: int | None = None
    """The number of solutions, for a count."""

    def up_to(self, limit: int) -> SolverAnswer:
        """Returns the answer with its count cut down to the limit, above which a count need not be right."""
        return self if self.number is None else self._replace(number=min(self.number, limit))

    def __str__(self) -> str:
        """Returns the answer in words that follow a name."""
        if self.number is not None:
            return f"counts {self.number} solution{'s' * (self.number != 1)}"
        if self.grid is None:
            return "says that there is no solution"
        return "gives the grid " + ("" if max(self.grid) <= 9 else " ").join(map(str, self.grid))


class NoAnswer(UnitdokuError, ValueError):
    """A solver returned something that is no answer; the message follows its name: `returned 3.5, a float: ...`."""


def solver_answer(returned: object, layout: Layout) -> SolverAnswer:
    """Returns the answer: None or False means no solution, an int is a count, anything else must be a grid.

    A grid has any form that `is_solution` takes: text, values in reading order, the rows of the layout, a mapping from
    cells to values, an array of NumPy. Raises `NoAnswer` for anything else, and for a grid that is not complete.
    Whether the grid is right is not decided here.
    """
    value = returned.tolist() if hasattr(returned, "tolist") else returned
    if value is None or value is False:
        return SolverAnswer(False)
    if value is True or isinstance(value, Iterator):
        raise NoAnswer(f"returned {shown(value, 80)}, which is neither a grid nor a number of solutions")
    count = whole_number(value)
    if count is not None:
        if count < 0:
            raise NoAnswer(f"returned {count}, which is no number of solutions")
        return SolverAnswer(count > 0, number=count)
    try:
        values = any_grid(value, layout)
    except (LayoutError, PuzzleError) as error:
        kind = type(returned).__name__
        raise NoAnswer(f"returned {shown(returned, 80)}, a {kind}, which is no grid: {error}") from error
    if len(values) == 2 and isinstance(values[0], bool):
        other = type(values[1]).__name__
        raise NoAnswer(f"returned {values[0]} together with a {other}: a grid alone is an answer, or None")
    if not is_grid(values, layout):
        raise NoAnswer(f"returned what is no complete grid: {next(broken_rules(values, Puzzle.empty(layout)))}")
    return SolverAnswer(True, grid=cast("Grid", values))


# What a module of the caller holds under a name: it is imported as by `python -m`, and an error says why it is not.

_HOOK = "path_hook__"
"""The end of entries of the path that are no folders: hooks of packages that are installed for editing."""

_MOST_NAMES = 10
"""Names of a module that an error lists."""


def imported(module: str, name: str, backend: str) -> object:
    """Returns what a module holds under a name, which may have dots: an attribute of what the module holds.

    The current folder comes first on the path. What the module prints while it is imported goes to standard error.
    Raises `OptionError` for what is no name of a module or not in it, `BackendUnavailable` where the module cannot be
    imported. `backend` begins the errors.
    """
    if not all(part.isidentifier() for part in module.split(".")):
        raise OptionError(
            f"{backend}: {module!r} is no name of a module: python:solver:solve finds solver.py in the current folder"
        )
    if module == "__main__":
        raise OptionError(f"{backend}: worker processes do not find __main__: the function has to be in a module")
    found = _module(module, backend)
    try:
        return reduce(getattr, name.split("."), found)
    except AttributeError:
        own = [each for each, value in vars(found).items() if callable(value) and not each.startswith("_")]
        known = ", ".join(own[:_MOST_NAMES]) or "none"
        raise OptionError(f"{backend}: module {module} has no {name!r}; its functions: {known}") from None


def imported_function(name: str) -> Callable[..., object]:
    """Returns the function `module:function`; raises what `imported` raises, TypeError for what is no function."""
    module, colon, function = name.removeprefix("python:").partition(":")
    if not colon or ":" in function:
        raise OptionError(f"a function is named module:function, not {name!r}")
    found = imported(module, function, name)
    if not callable(found):
        raise TypeError(f"{name} is no function, but {shown(found)}")
    return found


def last_line(error: BaseException) -> str:
    """Returns the last line of an error's traceback, and the file and line that it is about."""
    lines = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()
    if isinstance(error, SyntaxError):
        return f"{lines[-1]} ({error.filename}, line {error.lineno})"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__ and "importlib" not in frame.filename
    ]
    return lines[-1] + (f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else "")


def _module(name: str, backend: str) -> ModuleType:
    importlib.invalidate_caches()  # the file may be newer than the last look at its folder
    try:
        with _current_folder_first(), redirect_stdout(sys.stderr):
            return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        why = f"{backend}: module {name} cannot be imported: {last_line(error)}"
        if isinstance(error, ModuleNotFoundError):
            folders = dict.fromkeys([os.getcwd(), *(folder or os.getcwd() for folder in sys.path)])
            why += "; searched: " + ", ".join(folder for folder in folders if not folder.endswith(_HOOK))
        raise BackendUnavailable(why) from error


@contextmanager
def _current_folder_first() -> Iterator[None]:
    """Puts the current folder first on the path for an import, and then last.

    There the module still finds its neighbours when it imports them later, and they hide no module of other packages.
    """
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        yield
    finally:
        with suppress(ValueError):  # the module may have changed the path
            sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)
