"""The open sessions of one backend, for callers whose puzzles are on several layouts."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from ...reference.contract.session import Session
from ...reference.model.layout import Layout


class Sessions:
    """The open sessions of one backend.

    `opens` returns a new session for a layout, or lends one (`lend_session`). They stay open for the `most` layouts
    used last, and not for all, as each may hold a large formula.
    """

    def __init__(self, opens: Callable[[Layout], AbstractContextManager[Session]], most: int = 4) -> None:
        self._opens = opens
        self._most = most
        self._open: OrderedDict[Layout, tuple[Session, AbstractContextManager[Session]]] = OrderedDict()

    def on(self, layout: Layout) -> Session:
        """Returns the session for this layout."""
        if layout not in self._open:
            if len(self._open) == self._most:
                self._give_back(next(iter(self._open)))
            opened = self._opens(layout)
            self._open[layout] = opened.__enter__(), opened
        self._open.move_to_end(layout)
        return self._open[layout][0]

    def drop(self, layout: Layout) -> None:
        """Closes the session for this layout, if there is one, also a lent one; the next puzzle gets a new one.

        An error of closing is dropped too: the session has answered, or failed before, and others are still in use.
        """
        if layout in self._open:
            with suppress(Exception):
                self._open[layout][0].close()
            self._give_back(layout)

    def close(self) -> None:
        """Closes all sessions; those that are lent go back."""
        for layout in list(self._open):
            self._give_back(layout)

    def _give_back(self, layout: Layout) -> None:
        _, opened = self._open.pop(layout)
        with suppress(Exception):
            opened.__exit__(*sys.exc_info())  # after an interruption, say, none is lent again
