"""The open sessions of one backend, for callers whose puzzles are on several layouts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from ...reference.contract import Session
from ...reference.layout import Layout


class Sessions:
    """The open sessions of one backend: `opens` makes one for each new layout.

    They are kept for the `most` layouts used last, and not all, as each may hold a large formula.
    """

    def __init__(self, opens: Callable[[Layout], Session], most: int = 4) -> None:
        self._opens = opens
        self._most = most
        self._open: OrderedDict[Layout, Session] = OrderedDict()

    def on(self, layout: Layout) -> Session:
        """Returns the session for this layout."""
        if layout not in self._open:
            if len(self._open) == self._most:
                self.drop(next(iter(self._open)))
            self._open[layout] = self._opens(layout)
        self._open.move_to_end(layout)
        return self._open[layout]

    def __contains__(self, layout: Layout) -> bool:
        """Whether a session for this layout is open."""
        return layout in self._open

    def drop(self, layout: Layout) -> None:
        """Closes the session for this layout, if there is one; the next puzzle gets a new one.

        An error of closing is dropped too: the session has answered, or failed before, and others are still in use.
        """
        session = self._open.pop(layout, None)
        if session is not None:
            with suppress(Exception):
                session.close()

    def close(self) -> None:
        """Closes all sessions."""
        for layout in list(self._open):
            self.drop(layout)
