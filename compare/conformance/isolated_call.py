"""Calls the code under test apart from this program: in a worker process, or in a thread.

A thread cannot be ended: a call that does not return in time runs on until the program ends, and a crash or full memory
ends the program.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from threading import TIMEOUT_MAX, Thread
from typing import Any, NamedTuple

from ...encoders.workers.limits import Entered, Limits, Phase, Send
from ...encoders.workers.worker import Worker
from ...encoders.workers.worker_process import as_bytes, from_bytes
from ...reference.contract.errors import BackendError, BackendTimedOut, OptionError
from ..cross_check.finding import FindingKind, kind_of
from .report import CheckFinding

_MOST_OUTPUT = 2000
"""Bytes of what is printed during one call that are kept."""

Serve = Callable[[Any], Any]
"""What is called with each question."""


class CallOutcome(NamedTuple):
    """The value that a call returned, or the failure in its place."""

    value: Any = None
    failure: CheckFinding | None = None
    """None where there is a value."""
    output: str = ""
    """The beginning of what was printed meanwhile."""


class CallsInWorker:
    """A worker process that calls its copy of `serve` with each question.

    The process starts with the first question, and anew with the next one after it has ended. `serve` may be any object
    that `as_bytes` takes; questions and values are pickled. `memory` is the limit in bytes. Raises `OptionError` for an
    object that cannot be copied.
    """

    def __init__(self, serve: Serve, memory: int | None = None) -> None:
        try:
            copied = as_bytes("the code under test", serve)
        except OptionError as error:
            raise OptionError(f"{error}; isolated=False calls it in this process") from error
        # An error begins with the name of its worker, and so becomes the text of a finding.
        self._worker = Worker("failed", partial(_made, copied), Limits(grace_seconds=0.0, memory=memory))

    @property
    def alive(self) -> bool:
        """Whether the next question goes to the process of the previous one."""
        return self._worker.has_process()

    def ask(self, question: object, seconds: float | None = None) -> CallOutcome:
        """Returns the outcome of one question; any but a value or an exception ends the process."""
        worker = self._worker
        worker.limits = worker.limits._replace(seconds=seconds)
        try:
            outcome: CallOutcome = worker.ask(question, Phase.SOLVING if self.alive else Phase.OPENING)
        except BackendError as error:
            kind, text = kind_of(type(error)), str(error)
            if kind is FindingKind.TIMED_OUT:
                text = f"did not answer within {seconds:g} seconds, and was stopped"
            return CallOutcome(failure=CheckFinding(kind, type(error).__name__, text))
        return outcome

    def close(self) -> None:
        """Ends the process and all that it started, at once."""
        self._worker.end()


def _made(copied: bytes, send: Send) -> Callable[[Any], CallOutcome]:
    """Returns what answers questions in the worker; the time of the first one begins when all is imported."""
    serve = from_bytes(copied)
    send(Entered(Phase.SOLVING))
    return partial(_outcome_of, serve)


class CallsInThread:
    """Answers questions as `CallsInWorker` does, in a thread of this process."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self.alive = True
        """Whether the latest call has ended."""

    def ask(self, question: object, seconds: float | None = None) -> CallOutcome:
        """Returns the outcome of one question."""
        # A copy, as another process would get: the thread may change it.
        copied = pickle.loads(pickle.dumps(question))  # noqa: S301 - our own
        outcomes: list[CallOutcome] = []
        thread = Thread(target=lambda: outcomes.append(_outcome_of(self._serve, copied)), daemon=True)
        stdout, stderr = sys.stdout, sys.stderr
        thread.start()
        thread.join(None if seconds is None else min(seconds, TIMEOUT_MAX))
        self.alive = bool(outcomes)
        if not outcomes:
            sys.stdout, sys.stderr = stdout, stderr
            text = f"did not answer within {seconds:g} seconds, and was left behind"
            return CallOutcome(failure=CheckFinding(FindingKind.TIMED_OUT, BackendTimedOut.__name__, text))
        return outcomes[0]

    def close(self) -> None:
        """Does nothing: a thread cannot be ended."""


class _Printed(io.BytesIO):
    """Keeps the beginning of what is written to it."""

    def write(self, data: Any) -> int:
        return super().write(data) if self.tell() < _MOST_OUTPUT else len(data)

    def fileno(self) -> int:
        return 2  # for child processes of the code under test


def shortened(text: str, most: int = 200) -> str:
    """Returns the text in one line, its end left out where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most] + "..."


def _outcome_of(serve: Serve, question: object) -> CallOutcome:
    """Returns the value of a call, or the failure for what it raised, also for an exit; with what it printed."""
    printed = _Printed()
    stream = io.TextIOWrapper(printed, "utf-8", "replace", write_through=True)
    with redirect_stdout(stream), redirect_stderr(stream):
        try:
            outcome = CallOutcome(serve(question))
        except BaseException as error:
            text = f"raised {type(error).__name__}"
            with suppress(Exception):  # it may be one that cannot be printed
                text += f": {shortened(str(error))}"
            kind = FindingKind.OUT_OF_MEMORY if isinstance(error, MemoryError) else FindingKind.CRASHED
            outcome = CallOutcome(failure=CheckFinding(kind, type(error).__name__, text))
    return outcome._replace(output=printed.getvalue()[:_MOST_OUTPUT].decode(errors="replace"))
