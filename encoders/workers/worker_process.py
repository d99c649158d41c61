"""What runs in a worker: it answers messages until its parent closes the connection, or ends."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from typing import Any

from ...reference.contract.errors import BackendCrashed, BackendError
from .messages import Done, Failed

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_SPARE_BYTES = 1 << 30
"""Libraries map more memory than they touch, and each thread has its stack."""


def serve(handle: int, memory: int | None) -> None:
    """Answers the messages of the parent, which come through the connection with this handle.

    The first message is what makes the function that answers the others (`Make`); its value, or the error that it
    raises, is the end of the answer. `memory` is the limit in bytes.
    """
    if sys.platform != "win32":
        os.set_inheritable(handle, False)
    parent = Connection(handle)
    own = os.getpid()

    def send(message: object) -> None:
        if os.getpid() != own:
            os._exit(0)  # a copy that a solver made of this process must not answer, too
        # As a whole: a message that cannot be pickled must not leave a part in the connection.
        parent.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def receive() -> Any:
        return pickle.loads(parent.recv_bytes())  # noqa: S301 - from our own parent

    try:
        make = receive()
        if memory is not None:
            _refuse_memory_beyond(memory)
        answer = make(send)
        while True:
            question = receive()
            try:
                value = answer(question)
                send(value if isinstance(value, Done) else Done(value))
            except BaseException as error:
                send(Done(Failed(portable(error))))
    except (EOFError, ConnectionError):
        # A normal exit would wait until a solver's library has tidied up.
        os._exit(0)


def portable(error: BaseException) -> Exception:
    """Returns the error; or one with the same text, where it cannot be pickled or would end the receiving process."""
    if not isinstance(error, Exception):
        return BackendCrashed(f"tried to end its process: {error!r}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return BackendError(f"{type(error).__name__}: {error}")
    return error


def _refuse_memory_beyond(limit: int) -> None:
    """Makes the system refuse this process data of more than it has mapped now, twice `limit` bytes and 1 GiB.

    Each of its children too. This stops a process that asks for memory faster than the checks come, or never touches
    it.
    """
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        with suppress(OSError, ValueError, OverflowError):  # a limit that no machine reaches is none
            with open("/proc/self/statm", encoding="ascii") as file:  # proc(5): the sixth number is pages of data
                mapped = int(file.read().split()[5]) * resource.getpagesize()
            bound = mapped + 2 * limit + _SPARE_BYTES
            if hard != resource.RLIM_INFINITY:
                bound = min(bound, hard)
            resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))
