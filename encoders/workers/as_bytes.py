"""Functions and objects of the caller as bytes, from which a worker makes them again."""

from __future__ import annotations

import pickle
import pickletools
import sys
from threading import Lock
from typing import Any

from ...reference.errors import OptionError

_lock = Lock()
"""cloudpickle keeps the modules that are copied in a table of the process."""


def as_bytes(name: str, thing: object) -> bytes:
    """Returns a function or another object as bytes for `from_bytes`; `name` begins the error.

    What a new process can import is imported there. Of the rest it gets a copy: functions and classes of a notebook, of
    a script, within functions, and of test modules, which may not be on the path and import much. Raises `OptionError`
    for what cannot be copied, such as an object with a lock.
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
    """Returns whether a new process gets a copy of what is in a module: it is a test, or is not found there."""
    if name == "__main__":
        return False  # always copied, and never registered
    last = name.rpartition(".")[2]
    return last.startswith("test_") or last.endswith("_test") or not _can_be_imported(name)


def _can_be_imported(name: str) -> bool:
    """Returns whether a new process finds a module, where this one may have got it in another way."""
    path, whole = None, ""
    for part in name.split("."):
        whole = f"{whole}.{part}".lstrip(".")
        specs = (finder.find_spec(whole, path) for finder in sys.meta_path)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is None:
            return False
        path = spec.submodule_search_locations
    return True
