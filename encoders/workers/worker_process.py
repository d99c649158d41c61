"""What runs in a worker: it answers messages until its parent closes the pipe, or ends."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import Any

from ...reference.errors import BackendCrashed, BackendError
from .messages import Failed, Returned, Send, Start
from .processes import refuse_memory_beyond

_INSIDE = "UNITDOKU_INSIDE_A_WORKER"
"""Set in the environment of a worker that is not nested."""

keeps_workers = False
"""Whether the worker of each session that is closed waits for the next session, until this process ends."""


def inside_a_worker() -> bool:
    """Returns whether a backend must solve in this process, as it is a worker that is not nested."""
    return _INSIDE in os.environ


def serve() -> None:
    """Answers the messages of the parent; the first is a `Start`.

    The code that answers finds an empty standard input, and what it prints goes to standard error: the real streams
    carry the messages, and its own child processes do not inherit them.
    """
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)

    def send(message: object) -> None:
        # As a whole: a message that cannot be pickled must not leave a part in the pipe.
        data = memoryview(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
        while data:
            data = data[os.write(outbox, data) :]

    try:
        start: Start = pickle.load(inbox)  # noqa: S301 - from our own parent
        if not start.nested:
            os.environ[_INSIDE] = "1"
        if start.memory is not None:
            refuse_memory_beyond(start.memory)
        answer = start.make(send)
        while True:
            answer(pickle.load(inbox))  # noqa: S301 - from our own parent
    except (EOFError, BrokenPipeError):
        # A normal exit would wait until a solver's library has tidied up.
        os._exit(0)


class Calling:
    """Answers each message with a `Returned`, the value of a function of the message; or with `Failed`."""

    def __init__(self, function: Callable[[Any], object], send: Send) -> None:
        self._function = function
        self._send = send

    def __call__(self, question: object) -> None:
        """Sends the value."""
        try:
            self._send(Returned(self._function(question)))
        except BaseException as error:
            self._send(Failed(portable(error)))


def portable(error: BaseException) -> Exception:
    """Returns the error; or one with the same text, where it cannot be pickled or would end the receiving process."""
    if not isinstance(error, Exception):
        return BackendCrashed(f"tried to end its process: {error!r}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return BackendError(f"{type(error).__name__}: {error}")
    return error
