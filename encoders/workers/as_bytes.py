"""Functions and objects of the caller as bytes, from which a worker makes them again."""

from __future__ import annotations

import os
import pickle
import pickletools
import sys
import sysconfig
from functools import cache
from importlib.metadata import entry_points
from threading import Lock
from typing import Any

from ...reference.contract.errors import OptionError

_lock = Lock()
"""cloudpickle keeps the modules that are copied in a table of the process."""


def as_bytes(name: str, thing: object) -> bytes:
    """Returns a function or another object as bytes for `from_bytes`; `name` begins the error.

    What a new process can import is imported there. Of the rest it gets a copy: functions and classes of a notebook, of
    a script, within functions, and of test modules that pytest loaded, which import much. Raises `OptionError` for what
    cannot be copied, such as an object with a lock.
    """
    import cloudpickle  # here, as most callers have a backend with a name

    try:
        data: bytes = cloudpickle.dumps(thing)
        words = {word for _, word, _ in pickletools.genops(data) if isinstance(word, str)}
        copied = [sys.modules[word] for word in words if word in sys.modules and _is_copied(word)]
        with _lock:
            for module in copied:
                cloudpickle.register_pickle_by_value(module)
            try:
                return cloudpickle.dumps(thing) if copied else data
            finally:
                for module in copied:
                    cloudpickle.unregister_pickle_by_value(module)
    except Exception as error:
        raise OptionError(f"{name} cannot be copied to a worker process: {error}") from error


def from_bytes(data: bytes) -> Any:
    """Returns what `as_bytes` got, in another process."""
    return pickle.loads(data)  # noqa: S301 - from our own parent


def _is_copied(name: str) -> bool:
    """Returns whether a new process gets a copy of the content of a module: pytest loaded it, and it is not installed.

    pytest also loads each module of a package that has a plugin, this package included, to rewrite its asserts. Such a
    module is imported: a copy of its classes would be other classes.
    """
    module = sys.modules[name]
    if not type(getattr(module, "__loader__", None)).__module__.startswith("_pytest."):
        return False
    folders = tuple(sysconfig.get_path(kind) + os.sep for kind in ("purelib", "platlib"))
    return name.partition(".")[0] not in _plugins() and not str(module.__file__).startswith(folders)


@cache
def _plugins() -> frozenset[str]:
    """Returns the packages that have a plugin for pytest; reads the metadata of all installed packages, once."""
    return frozenset(entry.module.partition(".")[0] for entry in entry_points(group="pytest11"))
