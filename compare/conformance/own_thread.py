"""A thread that does one thing again and again: what takes the place of a forked child where there are no forks.

It cannot be ended. One that does not answer in time is left behind, and goes on until the program ends; what ends the
process or fills the memory takes the program along.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from threading import TIMEOUT_MAX, Thread
from typing import Any

from ..cross_check.finding import FindingKind
from .outcome import MOST_OUTPUT, Outcome, outcome_of


class OwnThread:
    """Answers questions by `serve` as a `ForkedChild` does, within this process."""

    def __init__(self, serve: Callable[[Any], Any]) -> None:
        self._serve = serve
        self.alive = True
        """Whether it can be asked."""

    def ask(self, question: object, seconds: float | None = None) -> Outcome:
        """What comes of one question within so many seconds."""
        # A copy, as a process of its own would get: what the thread does to it is nobody else's.
        copied = pickle.loads(pickle.dumps(question))  # noqa: S301 - our own
        outcomes: list[Outcome] = []
        printed = io.StringIO()

        def work() -> None:
            outcomes.append(outcome_of(self._serve, copied))

        with redirect_stdout(printed), redirect_stderr(printed):
            thread = Thread(target=work, daemon=True)
            thread.start()
            thread.join(None if seconds is None else min(seconds, TIMEOUT_MAX))
        output = printed.getvalue()[:MOST_OUTPUT]
        if outcomes:
            return outcomes[0]._replace(output=output)
        self.alive = False
        text = f"did not answer within {seconds:g} seconds, and was left behind"
        return Outcome(None, FindingKind.TIMED_OUT, "no answer", text, output)

    def close(self) -> None:
        """Asks no more."""
        self.alive = False
