"""Sessions that stay open between calls of `solve`, `solve_many` and `count`.

A lent session is not in the table of idle ones, so no two threads share one: a call at the same time opens another.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Mapping
from operator import itemgetter
from threading import Lock
from typing import TypeAlias

from ...reference.contract.errors import HARMLESS
from ...reference.contract.session import Session
from ...reference.model.layout import Layout
from .objects import backend_named

MOST_SESSIONS = 16
"""The largest number of idle sessions."""

MOST_BYTES = 1 << 28
"""The largest sum of their `held_bytes`; a session that holds more is closed after each call."""

_Key: TypeAlias = tuple[str, tuple[tuple[str, str], ...], Layout]
"""What a session is kept for: the name of a backend, its options, and a layout."""


class lend_session:  # noqa: N801 - it is used as a function, like `contextlib.closing`
    """Lends a session of this process for the time of a `with`, opened if need be.

    It is closed after an error of the solver. That of a backend object is closed in any case: the object may change.
    Entering raises what `backend_named` and `open` raise.
    """

    def __init__(self, backend: object, options: Mapping[str, object], layout: Layout) -> None:
        self._backend = backend
        self._options = options
        self._layout = layout
        self._key: _Key | None = None
        if isinstance(backend, str):
            written = tuple((name, repr(options[name])) for name in sorted(options)) if options else ()
            self._key = (backend, written, layout)

    def __enter__(self) -> Session:
        with _lock:
            for index in range(len(_idle) - 1, -1, -1):
                if _idle[index][0] == self._key:
                    self._session = _idle.pop(index)[1]
                    return self._session
        self._session = backend_named(self._backend, self._options).open(self._layout)
        return self._session

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        session, surplus = self._session, [self._session]
        usable = not session.closed and (kind is None or issubclass(kind, (*HARMLESS, GeneratorExit)))
        if usable and self._key is not None and session.held_bytes <= MOST_BYTES:
            surplus = []
            with _lock:
                _idle.append((self._key, session, session.held_bytes))
                while len(_idle) > MOST_SESSIONS or sum(map(itemgetter(2), _idle)) > MOST_BYTES:
                    surplus.append(_idle.pop(0)[1])
        for each in surplus:
            each.close()


_lock = Lock()
_idle: list[tuple[_Key, Session, int]] = []
"""Idle sessions with their `held_bytes`, those used last at the end."""
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
