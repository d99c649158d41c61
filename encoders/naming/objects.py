"""Backends as callers give them: a name, a function, or an object."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from inspect import isclass

from ...reference.contract.errors import OptionError, UnknownBackend, shown
from ...reference.contract.session import Backend
from ...reference.model.layout import Layout
from .find import find_backend
from .options import Options


def backend_named(backend: object, options: Mapping[str, object]) -> Backend:
    """Returns the backend that a caller of `solve` means: by a name, a function of a puzzle, or a backend object.

    Raises what `find_backend` and `as_backend` raise, `OptionError` for anything else and for options of an object.
    """
    if isinstance(backend, str):
        try:
            return find_backend(backend, **options)
        except UnknownBackend:
            from ...reference.layouts.names import is_layout_name  # here, as it imports every builder

            if is_layout_name(backend):
                raise OptionError(f"{backend!r} is a layout, not a backend: write layout={backend!r}") from None
            raise
    if isinstance(backend, Backend) or callable(backend):
        if options:
            raise OptionError(f"as_backend has the options of a function; {next(iter(options))!r} is not for an object")
        return as_backend(backend)
    meant = ""
    if isinstance(backend, Layout):
        meant = ": a layout is given as layout=..."
    elif isinstance(backend, (int, float)):
        meant = f": limit={backend} is the number of solutions, seconds={backend} a time limit"
    raise OptionError(f"the name of a backend is text, not {shown(backend)}{meant}")


def as_backend(
    solver: object,
    *,
    takes: str = "puzzle",
    open_cell: str = ".",
    layout: str | None = None,
    rules: str = "units",
    name: str | None = None,
) -> Backend:
    """Returns a function as a backend that can be compared and raced; a backend as it is.

    The function gets a puzzle in the form `takes`, as in `check_solver` ("puzzle", "text", "values" or "rows", with
    `open_cell` for the open cells of text), and returns a grid in any form that `check_solver` takes, or None where
    there is no solution. One grid says nothing about others, so only None is exhaustive. It runs in a worker process,
    which imports it, or gets a copy. `layout` is the name of the only layout that it takes. With `rules="all"` a
    function of a `Puzzle` gets layouts with sums and pairs, too. The backend has this `name`, else
    `python:MODULE:FUNCTION` where that leads to the function, else the function's.

    Raises TypeError for a class and for what is neither a function nor a backend, `OptionError` for a function that
    does not take one argument, and for a bad form, sign, layout or name.
    """
    if isclass(solver):
        raise TypeError(f"a backend is an object or a function, not a class: {solver.__name__}() makes an object")
    if isinstance(solver, Backend):
        if (takes, open_cell, layout, rules, name) != ("puzzle", ".", None, "units", None):
            raise OptionError(
                f"{solver.name} is a backend already: takes, open_cell, layout, rules and name are for functions"
            )
        return solver
    if not callable(solver):
        what = "a name, a function of a puzzle or an object with name, capabilities and open(layout)"
        raise TypeError(f"a backend is {what}, not {shown(solver)}")
    from ..backends.python import FunctionBackend  # here, since most callers have a name

    found = _checked_name(name or _import_name(solver) or _own_name(solver))
    options = {"takes": takes, "layout": layout or "", **({} if open_cell == "." else {"open": open_cell})}
    options.update({} if rules == "units" else {"rules": rules})
    chosen = Options(found, options)
    backend = FunctionBackend(found, solver, chosen, name is not None)
    chosen.finish()
    backend.is_own = True
    return backend


def by_name(backends: Iterable[object]) -> dict[str, str | Backend]:
    """Returns backends by their names, in order and each once: names as they are, functions and objects as backends.

    Raises what `as_backend` raises, and `OptionError` for two different objects of one name.
    """
    chosen: dict[str, str | Backend] = {}
    for each in backends:
        if isinstance(each, str):
            chosen.setdefault(each, each)
            continue
        backend = as_backend(each)
        if chosen.setdefault(_checked_name(backend.name), backend) is not backend:
            raise OptionError(f"two backends have the name {backend.name!r}: as_backend(..., name=...) gives another")
    return chosen


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not name or not name.isprintable() or "," in name:
        raise OptionError(f"the name of a backend is text in a line, without a comma, not {shown(name)}")
    return name


def _import_name(function: object) -> str | None:
    """Returns `python:MODULE:FUNCTION`, if that leads to this very function; nothing is imported."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__" or not name.isidentifier():
        return None
    return f"python:{module}:{name}" if getattr(sys.modules.get(module), name, None) is function else None


def _own_name(function: object) -> str:
    name = str(getattr(function, "__name__", "") or type(function).__name__)
    return "lambda" if name == "<lambda>" else name
