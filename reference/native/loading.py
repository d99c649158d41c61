"""Which build of the compiled kernel to load: the best for this processor, or the one that is forced."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..contract.errors import BackendUnavailable

FORCE = "UNITDOKU_NATIVE_LEVEL"
"""The environment variable that names a level, or `none`, for tests."""

LEVELS = ("v4", "v3", "v2", "baseline")
"""Instruction sets, best first: x86-64-v4 (AVX-512), -v3 (AVX2), -v2 (SSE4.2), and the default of other machines."""


@cache
def available_levels() -> tuple[str, ...]:
    """Returns the levels that were built and can run here, best first; found out once."""
    if _in_a_subinterpreter() or find_spec("._kernel", __package__) is None:
        return ()
    try:
        runnable = import_module("._kernel", __package__).levels()
    except ImportError:
        return ()  # a damaged file, or a C++ library older than the one it was built with
    return tuple(level for level in LEVELS if level in runnable and _was_built(level))


def _in_a_subinterpreter() -> bool:
    """Returns whether this is not the main interpreter of the process; False where Python does not say that.

    In another one already the import of a module made with pybind11 may wait for ever.
    """
    for name in ("_interpreters", "_xxsubinterpreters"):  # from Python 3.13 on, and before
        with suppress(ImportError):
            interpreters = import_module(name)
            return bool(interpreters.get_current() != interpreters.get_main())
    return False


def _was_built(level: str) -> bool:
    return all(find_spec(f".{module}", __package__) for module in ("_kernel", f"_level_{level}"))


def missing() -> str | None:
    """Returns why there is no kernel and how to get one; None if there is one."""
    forced = os.environ.get(FORCE)
    levels = available_levels()
    if forced:
        return None if forced in levels else f"{FORCE} is {forced}; here are: {', '.join(levels) or 'none'}"
    if levels:
        return None
    if _in_a_subinterpreter():
        return "it runs in the main interpreter of a process only, and this is a sub-interpreter"
    if not any(map(_was_built, LEVELS)):
        return "it was not compiled: install a C++20 compiler (GCC 11, Clang 14 or newer), then unitdoku once more"
    return "none of its builds runs here: install unitdoku once more on this machine, with a C++20 compiler"


def level() -> str:
    """Returns the level to use; raises `BackendUnavailable` with the reason if there is none."""
    why = missing()
    if why is not None:
        raise BackendUnavailable(f"the native kernel is missing: {why}")
    return os.environ.get(FORCE) or available_levels()[0]


def kernel() -> Any:
    """Returns that level of the compiled kernel, see `kernel/binding.cpp`; a process may load several."""
    name = level()
    try:
        searches = import_module(f"._level_{name}", __package__)
        return import_module("._kernel", __package__).Level(searches.level)
    except ImportError as error:
        raise BackendUnavailable(f"the native kernel cannot be loaded: {error}") from error
