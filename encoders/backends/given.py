"""Backends that a caller passes as objects: known by their names in this process for a while.

A worker process finds a backend by its name. An object has none that leads to it, so its worker is a fork of this
process, which has the object (see `SpawnedWorker`). What asks backends by name gives it the objects first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from ...reference.contract import Backend
from ...reference.errors import OptionError

_given: dict[str, list[Backend]] = {}
"""Name to the object that has it, as often as it was given."""

_lock = Lock()


def given(name: str) -> Backend | None:
    """Returns the object that was given under this name; None where there is none."""
    objects = _given.get(name)
    return objects[0] if objects else None


@contextmanager
def giving(backends: Mapping[str, str | Backend]) -> Iterator[None]:
    """Makes the objects among these known by their names, in this process and its forks, while the context lasts.

    Raises `OptionError` where another object has one of the names, which another thread is asking.
    """
    objects = {name: backend for name, backend in backends.items() if not isinstance(backend, str)}
    with _lock:
        for name, backend in objects.items():
            if _given.get(name, [backend])[0] is not backend:
                raise OptionError(f"another backend of the name {name!r} is being asked in another thread")
        for name, backend in objects.items():
            _given.setdefault(name, []).append(backend)
    try:
        yield
    finally:
        with _lock:
            for name in objects:
                _given[name].pop()
                if not _given[name]:
                    del _given[name]


def give_here(name: str, backend: Backend) -> None:
    """Makes an object known by its name to the end of this process, which is a worker."""
    _given[name] = [backend]
