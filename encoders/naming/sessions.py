"""From what a caller gives (a name, a function, an object) to an open session; sessions stay open between calls."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from inspect import isclass
from operator import itemgetter
from threading import Lock
from typing import TypeAlias

from ...reference.contract.errors import HARMLESS, OptionError, UnknownBackend, shown
from ...reference.contract.session import Backend, Session
from ...reference.model.layout import Layout
from .families import Options
from .find import find_backend

# Backends as callers give them: a name, a function, or an object.


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


# Sessions that stay open between calls of `solve`, `solve_many` and `count`.
#
# A lent session is not in the list of idle ones, so no two threads share one: a call at the same time opens another.

MOST_SESSIONS = 16
"""The largest number of idle sessions."""

MOST_CANDIDATES = 1 << 15
"""The largest sum of their candidates, cells times values of the layout: two of 25x25, none of 36x36.

A session holds at most 10 KB a candidate (measured on 16x16 and 25x25 with every kind of backend; the most are those of
Z3 and CaDiCaL), or 20 MB on a 9x9 (a worker with a solver's library). So all hold about 320 MB at most.
"""

_Key: TypeAlias = tuple[str, tuple[tuple[str, str], ...], Layout]
"""What a session is kept for: the name of a backend, its options, and a layout."""


@contextmanager
def lend_session(backend: object, options: Mapping[str, object], layout: Layout) -> Iterator[Session]:
    """Lends a session of this process for the time of a `with`, opened if need be.

    It is closed after an error of the solver. That of a backend object is closed in any case: the object may change.
    Raises what `backend_named` and `open` raise.
    """
    key: _Key | None = None
    if isinstance(backend, str):
        key = backend, tuple((name, repr(options[name])) for name in sorted(options)) if options else (), layout
    session = None
    with _lock:
        for index in range(len(_idle) - 1, -1, -1):
            if _idle[index][0] == key:
                session = _idle.pop(index)[1]
                break
    session = session or backend_named(backend, options).open(layout)
    usable = False
    try:
        yield session
        usable = True
    except (*HARMLESS, GeneratorExit):
        usable = True
        raise
    finally:
        if usable and key is not None and not session._closed:
            _keep(key, session)
        else:
            session.close()


def _keep(key: _Key, session: Session) -> None:
    """Adds a session to the idle ones, and closes those used the longest ago that are too many."""
    surplus = []
    with _lock:
        _idle.append((key, session, key[2].cell_count * key[2].size))
        while len(_idle) > MOST_SESSIONS or sum(map(itemgetter(2), _idle)) > MOST_CANDIDATES:
            surplus.append(_idle.pop(0)[1])
    for each in surplus:
        each.close()


_lock = Lock()
_idle: list[tuple[_Key, Session, int]] = []
"""Idle sessions with the candidates of their layouts, those used last at the end."""
_of_the_parent: list[object] = []
"""After a fork: the sessions of the parent. They are neither closed nor freed here: that could end its workers."""


def close_sessions() -> None:
    """Closes the sessions that `solve`, `solve_many` and `count` keep for later calls, and frees their memory.

    Calls after it open sessions again. A session that another thread is using stays open.
    """
    with _lock:
        closing = _idle[:]
        _idle.clear()
    for _, session, _ in closing:
        session.close()


def _begin_anew() -> None:
    global _lock, _idle
    _of_the_parent.append(_idle)
    _lock, _idle = Lock(), []


atexit.register(close_sessions)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
