"""Sessions that stay open between calls of `solve`, `solve_many` and `count`.

A session in use is not in the table, so no two threads share one: a call at the same time opens another.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple, TypeAlias

from ...reference.contract import Session
from ...reference.errors import HARMLESS
from ...reference.layout import Layout
from .named import backend_named

MOST_SESSIONS = 16
"""The largest number of idle sessions."""

MOST_BYTES = 1 << 28
"""The largest sum of their `held_bytes`; a session that holds more is closed after each call."""

_Key: TypeAlias = tuple[int, object, tuple[tuple[str, str], ...], Layout]
"""The hash of the rest, the name of a backend, its options, and a layout: what a session is kept for."""


class _Idle(NamedTuple):
    key: _Key
    session: Session
    bytes: int


class Loan:
    """A session that is lent for the time of a `with`; it is closed after an error of the solver.

    That of a backend object is closed in any case: the object may change.
    """

    def __init__(self, kept: KeptSessions, backend: object, options: Mapping[str, object], layout: Layout) -> None:
        self._kept = kept
        self._own = None if isinstance(backend, str) else backend_named(backend, options)
        if self._own is not None:
            backend = self._own.name  # the object may have no hash
        written = tuple((name, repr(options[name])) for name in sorted(options)) if options else ()
        self._key: _Key = (hash((backend, written, layout)), backend, written, layout)
        self._options = options
        self._session: Session | None = None

    def __enter__(self) -> Session:
        _, backend, _, layout = self._key
        if self._own is not None:
            self._session = self._own.open(layout)
        else:
            self._session = self._kept.take(self._key) or backend_named(backend, self._options).open(layout)
        return self._session

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        session = self._session
        if session is None:
            return
        usable = not session.closed and (kind is None or issubclass(kind, (*HARMLESS, GeneratorExit)))
        if usable and self._own is None and session.held_bytes <= MOST_BYTES:
            self._kept.keep(self._key, session)
        else:
            session.close()


class KeptSessions:
    """Idle sessions, those used last at the end."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[_Idle] = []
        self._bytes = 0

    def take(self, key: _Key) -> Session | None:
        """Takes an idle session out of the table, if there is one."""
        with self._lock:
            for index in range(len(self._idle) - 1, -1, -1):
                idle = self._idle[index]
                # Hashes first: to compare layouts takes long.
                if idle.key[0] == key[0] and idle.key == key:
                    del self._idle[index]
                    self._bytes -= idle.bytes
                    return idle.session
        return None

    def keep(self, key: _Key, session: Session) -> None:
        """Puts a session into the table; closes those for which there is no room."""
        surplus = []
        with self._lock:
            self._idle.append(_Idle(key, session, session.held_bytes))
            self._bytes += session.held_bytes
            while len(self._idle) > MOST_SESSIONS or self._bytes > MOST_BYTES:
                surplus.append(self._idle.pop(0))
                self._bytes -= surplus[-1].bytes
        for idle in surplus:
            idle.session.close()

    def close(self) -> None:
        """Closes all idle sessions."""
        with self._lock:
            closing, self._idle, self._bytes = self._idle, [], 0
        for idle in closing:
            idle.session.close()


_kept = KeptSessions()
_of_the_parent: list[KeptSessions] = []
"""After a fork: the sessions of the parent. They are neither closed nor freed here: that could end its workers."""


def lend_session(backend: object, options: Mapping[str, object], layout: Layout) -> Loan:
    """Lends a session of this process, opened if need be; raises what `backend_named` and `open` raise."""
    return Loan(_kept, backend, options, layout)


def close_sessions() -> None:
    """Closes the sessions that `solve`, `solve_many` and `count` keep for later calls, and frees their memory.

    Calls after it open sessions again. A session that another thread is using stays open.
    """
    _kept.close()


def _begin_anew() -> None:
    global _kept
    _of_the_parent.append(_kept)
    _kept = KeptSessions()


atexit.register(close_sessions)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
