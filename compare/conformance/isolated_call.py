"""Calls the code under test apart from this program: in a forked copy of this process, or in a thread.

A fork takes closures and lambdas along, which cannot be pickled. Its hazards: threads of this process do not exist in
the copy, so a lock that one of them held stays locked there, and a library that keeps threads of its own may hang in it
(which ends as a time-out); and seeds of random numbers are the same in every copy. A thread cannot be ended: one that
does not answer in time runs on until the program ends, and a crash or full memory ends the program.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from multiprocessing.connection import Connection, Pipe, wait
from threading import TIMEOUT_MAX, Thread
from typing import Any, NamedTuple

from ...encoders.workers.forks import flush, fork, replace_streams
from ...encoders.workers.limits import Limits
from ...encoders.workers.messages import Closed, Phase
from ...encoders.workers.processes import crash_error, inheritable_bytes, is_childless, refuse_memory_beyond
from ...encoders.workers.spawned_worker import Worker
from ...encoders.workers.supervisor import WorkerSlot
from ...reference.deadline import Deadline
from ...reference.errors import BackendError
from ..cross_check.finding import FindingKind, kind_of
from .report import Flaw

_MOST_OUTPUT = 2000
"""Bytes of what is printed during one call that are kept; the rest is read and dropped."""

_PIPE_READS = 16
"""Pieces of 64 KiB that the largest pipe of an unprivileged process holds."""

_WAYS = {FindingKind.CRASHED: "process ended", FindingKind.TIMED_OUT: "no answer", FindingKind.OUT_OF_MEMORY: "memory"}


class CallOutcome(NamedTuple):
    """The value that a call returned, or the failure in its place."""

    value: Any = None
    failure: Flaw | None = None
    """None where there is a value."""
    output: str = ""
    """The beginning of what was printed meanwhile."""
    childless: bool = False
    """Whether the process that answered has no child processes."""


class ForkedChild(Worker):
    """A forked copy of this process that answers questions by `serve`, which is never called in this process.

    Questions and values are pickled, `serve` is not. `memory` is the limit in bytes for the copy, beside what this
    process holds now. No thread reads the pipes: the next fork must not happen while a thread holds a lock.
    """

    def __init__(self, serve: Callable[[Any], Any], memory: int | None = None) -> None:
        self.inherited_bytes = 0 if memory is None else inheritable_bytes()
        self._connection, theirs = Pipe()
        self._output, output = os.pipe()
        self._printed = bytearray()
        self._prints = True
        """Whether its output is still open."""
        connection, reading = self._connection, self._output

        def answer() -> None:
            connection.close()
            os.close(reading)
            _answer_questions(serve, theirs, output, memory)

        child = fork(answer)
        theirs.close()
        os.close(output)
        os.set_blocking(self._output, False)
        super().__init__(child)
        self._slot = WorkerSlot("it", lambda: self, Limits(grace_seconds=0.0, memory=memory))
        self._slot.worker = self

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._slot.worker is not None

    def ask(self, question: object, seconds: float | None = None) -> CallOutcome:
        """Returns the outcome of one question; any but a value or an exception of `serve` ends the child."""
        self._slot.limits = self._slot.limits._replace(seconds=seconds)
        self.child.childless = False
        try:
            outcome: CallOutcome = self._slot.ask(question, Phase.SOLVING)
            self.child.childless = outcome.childless
            self._read_printed()
        except BackendError as error:
            kind, text = kind_of(error), str(error).removeprefix("it: ")
            if kind is FindingKind.TIMED_OUT:
                text = f"did not answer within {seconds:g} seconds, and was stopped"
            outcome = CallOutcome(failure=Flaw(kind, _WAYS[kind], text))
        except BaseException:
            self.close()
            raise
        printed, self._printed = self._printed, bytearray()
        return outcome._replace(output=printed.decode(errors="replace"))

    def close(self) -> None:
        """Ends the child and all that it started, at once."""
        self._slot.end()

    def send(self, message: object) -> None:
        """Sends a question."""
        with suppress(OSError):  # it has ended
            self._connection.send(message)

    def receive(self, seconds: float) -> Iterator[tuple[Worker, Any]]:
        """Yields the outcome of the question, or its end, if it comes within so many seconds."""
        deadline = Deadline(seconds)
        while not (ready := self._connection.poll(0)) and not deadline.expired:
            wait([self._connection, *[self._output] * self._prints], deadline.remaining)
            self._read_printed()
        if ready:
            message: object = Closed()
            with suppress(Exception):  # its end, or what cannot be read
                message = self._connection.recv()
            yield self, message

    def failure(self) -> BackendError:
        """Returns the error, its text as in `Flaw.text`."""
        how = self.child.how_it_ended()
        self._read_printed()
        return crash_error(f"ended its process: it {how}", bytes(self._printed))

    def kill(self) -> None:
        """Kills the child, and closes its pipes."""
        super().kill()
        self._read_printed()
        self._connection.close()
        os.close(self._output)

    def _read_printed(self) -> None:
        with suppress(OSError):  # there is nothing more at the moment
            # A pipe holds no more than this: code that prints without end must not keep the clock from being read.
            for _ in range(_PIPE_READS):
                chunk = os.read(self._output, 1 << 16)
                self._prints = bool(chunk)
                self._printed += chunk[: _MOST_OUTPUT - len(self._printed)]


class OwnThread:
    """Answers questions by `serve` as a `ForkedChild` does, in a thread of this process."""

    def __init__(self, serve: Callable[[Any], Any]) -> None:
        self._serve = serve
        self.alive = True
        """Whether it can be asked."""

    def ask(self, question: object, seconds: float | None = None) -> CallOutcome:
        """Returns the outcome of one question."""
        # A copy, as another process would get: the thread may change it.
        copied = pickle.loads(pickle.dumps(question))  # noqa: S301 - our own
        outcomes: list[CallOutcome] = []
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            thread = Thread(target=lambda: outcomes.append(_outcome_of(self._serve, copied)), daemon=True)
            thread.start()
            thread.join(None if seconds is None else min(seconds, TIMEOUT_MAX))
        if not outcomes:
            self.alive = False
            text = f"did not answer within {seconds:g} seconds, and was left behind"
            outcomes.append(CallOutcome(failure=Flaw(FindingKind.TIMED_OUT, _WAYS[FindingKind.TIMED_OUT], text)))
        return outcomes[0]._replace(output=printed.getvalue()[:_MOST_OUTPUT])

    def close(self) -> None:
        """Makes it unable to be asked."""
        self.alive = False


def shortened(text: str, most: int = 200) -> str:
    """Returns the text in one line, its end left out where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most] + "..."


def _answer_questions(serve: Callable[[Any], Any], connection: Connection, output: int, memory: int | None) -> None:
    """Runs the child to its end; what this process registered for its own end does not run here."""
    try:
        with open(os.devnull, "rb") as nothing:
            replace_streams(nothing.fileno(), output, output)
        if memory is not None:
            refuse_memory_beyond(memory)
        while True:
            outcome = _outcome_of(serve, connection.recv())
            flush()
            connection.send(outcome._replace(childless=is_childless()))
    except (EOFError, ConnectionError):
        os._exit(0)


def _outcome_of(serve: Callable[[Any], Any], question: object) -> CallOutcome:
    """Returns the value of a call, or the failure for what it raised, also for an exit."""
    own = os.getpid()
    code: object = 1
    try:
        value = serve(question)
        code = None
        return CallOutcome(value)
    except MemoryError:
        return CallOutcome(failure=Flaw(FindingKind.OUT_OF_MEMORY, "memory", "ran out of memory"))
    except SystemExit as error:
        code = error.code
        text = f"tried to end the program: SystemExit({error.code!r})"
        return CallOutcome(failure=Flaw(FindingKind.CRASHED, "SystemExit", text))
    except BaseException as error:
        name = type(error).__name__
        try:
            text = str(error)
        except Exception:
            text = "(it cannot be printed)"
        return CallOutcome(failure=Flaw(FindingKind.CRASHED, name, f"raised {name}: {shortened(text)}"))
    finally:
        if os.getpid() != own:
            # A copy that `serve` made of this process must not answer in the place of this one.
            flush()
            os._exit(code & 0xFF if isinstance(code, int) else code is not None)
