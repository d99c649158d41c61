"""The open sessions of one backend, for a stream of puzzles on different layouts."""

from __future__ import annotations

from collections import OrderedDict

from ...reference.contract import Backend, Session
from ...reference.layout import Layout


class Sessions:
    """Opens a session when a layout is first met, and keeps those of the `most` layouts met last.

    Each may hold a large formula, so not all are kept.
    """

    def __init__(self, backend: Backend, most: int = 4) -> None:
        self._backend = backend
        self._most = most
        self._open: OrderedDict[Layout, Session] = OrderedDict()

    def on(self, layout: Layout) -> Session:
        """The session for this layout."""
        if layout not in self._open:
            if len(self._open) == self._most:
                self.drop(next(iter(self._open)))
            self._open[layout] = self._backend.open(layout)
        self._open.move_to_end(layout)
        return self._open[layout]

    def drop(self, layout: Layout) -> None:
        """Closes the session for this layout, if there is one; the next puzzle gets a new one."""
        session = self._open.pop(layout, None)
        if session is not None:
            session.close()

    def close(self) -> None:
        """Closes all."""
        for layout in list(self._open):
            self.drop(layout)

    def __enter__(self) -> Sessions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
