"""What runs in a worker: it answers messages until its parent closes the connection, or ends."""

from __future__ import annotations

import os
import pickle
import pickletools
import sys
import sysconfig
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from threading import Lock
from typing import Any

from ...reference.contract.errors import BackendCrashed, BackendError, OptionError
from .limits import Done, Failed

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


# Functions and objects of the caller as bytes, from which a worker makes them again.

_lock = Lock()
"""cloudpickle keeps the modules that are copied in a table of the process."""


def as_bytes(name: str, thing: object) -> bytes:
    """Returns a function or another object as bytes for `from_bytes`; `name` begins the error.

    What a new process can import is imported there. Of the rest it gets a copy: functions and classes of a notebook, of
    a script, within functions, and of test modules that pytest loaded, which import much. Raises `OptionError` for what
    cannot be copied, such as an object with a lock.
    """
    import cloudpickle  # here, as most callers have a backend with a name

    try:
        data: bytes = cloudpickle.dumps(thing)
        words = {word for _, word, _ in pickletools.genops(data) if isinstance(word, str)}
        copied = [sys.modules[word] for word in words if word in sys.modules and _is_copied(word)]
        with _lock:
            for module in copied:
                cloudpickle.register_pickle_by_value(module)
            try:
                return cloudpickle.dumps(thing) if copied else data
            finally:
                for module in copied:
                    cloudpickle.unregister_pickle_by_value(module)
    except Exception as error:
        raise OptionError(f"{name} cannot be copied to a worker process: {error}") from error


def from_bytes(data: bytes) -> Any:
    """Returns what `as_bytes` got, in another process."""
    return pickle.loads(data)  # noqa: S301 - from our own parent


def _is_copied(name: str) -> bool:
    """Returns whether a new process gets a copy of the content of a module: pytest loaded it, and it is not installed.

    pytest also loads each module of a package that has a plugin, this package included, to rewrite its asserts. Such a
    module is imported: a copy of its classes would be other classes.
    """
    module = sys.modules[name]
    if not type(getattr(module, "__loader__", None)).__module__.startswith("_pytest."):
        return False
    folders = tuple(sysconfig.get_path(kind) + os.sep for kind in ("purelib", "platlib"))
    return name.partition(".")[0] not in _plugins() and not str(module.__file__).startswith(folders)


@cache
def _plugins() -> frozenset[str]:
    """Returns the packages that have a plugin for pytest; reads the metadata of all installed packages, once."""
    return frozenset(entry.module.partition(".")[0] for entry in entry_points(group="pytest11"))
