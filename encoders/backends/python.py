"""A function of a module as a backend, `python:MODULE:FUNCTION`, and a backend of a module, `python:MODULE:NAME`.

The function gets a puzzle, in the form that `takes` names, and returns a grid in any form that `solver_answer` reads,
or None where there is no solution. One grid says nothing about others, so only None is exhaustive. The function runs in
a worker process, which is killed when the time is over, as nothing else stops a function.

A backend is an object with `open`, or a class of such objects that needs no arguments. It runs where its caller does.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import isclass, iscoroutine, signature
from typing import Any

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, InvalidAnswer, OptionError, Unsupported, shown
from ...reference.contract.session import Backend, Search, Session
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker
from ..callables.functions import FORMS, NoAnswer, checked_sign, imported, last_line, solver_answer
from ..naming.families import Family, Options
from ..naming.find import backend_made


class FunctionBackend(BackendInWorker):
    """A function, and the form in which it takes a puzzle.

    The options stand behind the name unless that is a whole name already, under which the function is not found: it is
    copied to a worker then. Raises `OptionError` for a function that does not take one argument, and for a bad option.
    """

    def __init__(self, name: str, function: Callable[[Any], object], options: Options, is_whole: bool = False) -> None:
        try:
            signature(function).bind(None)
        except TypeError as error:
            raise OptionError(f"{name} cannot be called with one argument, a puzzle: {error}") from error
        except ValueError:
            pass  # a function of C code, which does not say what it takes
        self.function = function
        self.takes = options.choice("takes", FORMS, "puzzle")
        self.open_cell = checked_sign(options.text("open", ".")) if self.takes == "text" else "."
        layout, is_puzzle = options.layout(), self.takes == "puzzle"
        every = is_puzzle and options.choice("rules", ("units", "all"), "units") == "all"
        self.capabilities = Capabilities(
            layouts=(layout,) if layout else None, candidate_sets=is_puzzle, counts=False, sums=every, pairs=every
        )
        self.name = name if is_whole else name + options.suffix

    def open_here(self, layout: Layout) -> Session:
        """Opens a session in this process."""
        return FunctionSession(layout, self)


class FunctionSession(Session):
    """Calls the function once for each puzzle."""

    _made_by: FunctionBackend

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:  # noqa: ARG002 - it knows neither
        """Yields the grid that the function returns."""
        argument = FORMS[self._made_by.takes](puzzle, self._made_by.open_cell)
        try:
            returned = self._made_by.function(argument)
        except (MemoryError, Unsupported):
            raise
        except Exception as error:
            raise BackendError(f"{self.backend} failed: {last_line(error)}") from error
        if iscoroutine(returned):
            returned.close()
        try:
            answer = solver_answer(returned, self.layout)
        except NoAnswer as error:
            raise InvalidAnswer(f"{self.backend} {error}") from error
        if answer.number is not None:
            raise InvalidAnswer(f"{self.backend} {answer}, but a backend gives grids: check_solver tests what counts")
        if answer.grid is not None:
            yield answer.grid
        return answer.grid is None


class _NamedBackend:
    """A backend of a module, under the name that finds it again."""

    def __init__(self, name: str, backend: Backend) -> None:
        self.name = name
        self.capabilities = backend.capabilities
        self.open = backend.open


def _make(variant: str, options: Options) -> Backend:
    module, _, name = variant.partition(":")
    backend = f"python:{variant}"
    if not module or not name or ":" in name:
        raise OptionError(f"{backend}: write python:MODULE:NAME, the name of a function or of a backend in that module")
    found = imported(module, name, backend)
    if hasattr(found, "open") and hasattr(found, "capabilities"):
        return _NamedBackend(backend, backend_made(lambda: found, backend))
    if isclass(found) or not callable(found):
        raise OptionError(f"{backend} is neither a function nor a backend, but {shown(found, 80)}")
    return FunctionBackend(backend, found, options)


FAMILY = Family(_make)
