"""What a module of the caller holds under a name: it is imported as by `python -m`, and an error says why it is not."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import reduce
from types import ModuleType

from ...reference.contract.errors import BackendUnavailable, OptionError, shown

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
