"""Files that appear, or change, only when they are complete: what is written goes to a part file beside them first.

The part file of `out.txt` is `out.txt.part`. It is locked while it is written; the system releases the lock when a
program ends, however it ends. A part file without a lock is left over: the next program that writes the file takes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN, EBUSY
from pathlib import Path
from stat import S_IMODE, S_IRUSR, S_IWUSR
from typing import BinaryIO

from ...reference.contract.errors import OptionError

END = ".part"
"""The ending of part files."""


def part_path(path: str | Path) -> str:
    """Returns the path of the part file; a link is followed, so that the file behind it is replaced."""
    return os.path.realpath(path) + END


def is_replaced(path: str | Path) -> bool:
    """Returns whether a path gets a part file: a device or a pipe cannot be replaced, and is written directly."""
    return os.path.isfile(path) or not os.path.exists(path)


def open_part(path: str | Path) -> BinaryIO:
    """Opens and locks the part file of a path, and empties it; it has the permissions of the file that it replaces.

    Raises OSError, with the path, where it cannot be written or another program is writing it.
    """
    part, target = part_path(path), os.path.realpath(path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        # A private file stays private while its successor is written.
        mode = S_IMODE(os.stat(target).st_mode) | S_IRUSR | S_IWUSR if os.path.exists(target) else None
        try:
            number = os.open(part, flags, 0o666 if mode is None else mode)
        except OSError as error:
            error.filename = os.fspath(path)
            raise
        file = os.fdopen(number, "r+b")
        try:
            if not _lock(number):
                raise OSError(EBUSY, "another program is writing this file", os.fspath(path))
            # The program that had the lock may have moved the file to its final name, or removed it.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.stat(part), os.fstat(number)):
                    if mode is not None:
                        os.chmod(part, mode)  # of one that is left over
                    file.truncate()
                    return file
        except BaseException:
            file.close()
            raise
        file.close()


def finish_part(file: BinaryIO, path: str | Path) -> None:
    """Gives a part file its final name, and closes it; a file that is replaced hands on its permissions."""
    target = os.path.realpath(path)
    file.flush()
    if os.path.exists(target):
        os.chmod(part_path(path), S_IMODE(os.stat(target).st_mode))
    if os.name == "nt":
        file.close()  # Windows moves no open file
    os.replace(part_path(path), target)
    file.close()


@contextmanager
def complete_file(path: str | Path, wanted: Callable[[], bool] = lambda: True) -> Iterator[BinaryIO]:
    """Opens a file whose content takes effect when the context ends; after an exception all is as before.

    The same holds where the content is not `wanted` at the end. Raises OSError, with the path.
    """
    try:
        if not is_replaced(path):
            with open(path, "wb") as direct:
                yield direct
            return
        file = open_part(path)
        try:
            yield file
            if wanted():
                finish_part(file, path)
            else:
                remove_part(file, path)
        except BaseException:
            remove_part(file, path)
            raise
    except OSError as error:
        if error.errno is not None:
            error.filename = os.fspath(path)
        raise


def write_complete(path: str | Path, content: str | bytes) -> None:
    """Writes a whole file; text as UTF-8. Raises OSError, with the path."""
    with complete_file(path) as file:
        file.write(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)


def check_ending(path: str | os.PathLike[str], ending: str) -> None:
    """Raises `OptionError` unless the name of a file ends so, in either case of letters."""
    if not os.fspath(path).lower().endswith(ending):
        raise OptionError(f"{os.fspath(path)!r} has to end in {ending}")


def remove_part(file: BinaryIO, path: str | Path) -> None:
    """Closes a part file, and removes it; the disk may be full."""
    if os.name != "nt":
        _unlink(path)
    with suppress(OSError):  # the rest of the buffer may not fit the disk
        file.close()
    if os.name == "nt":
        _unlink(path)


def _unlink(path: str | Path) -> None:
    with suppress(OSError):
        os.unlink(part_path(path))


def _lock(number: int) -> bool:
    """Takes the lock of an open file, which no forked child inherits; False where another program has it."""
    try:
        import fcntl
    except ImportError:  # Windows neither moves nor removes a file that another program has open
        return True
    try:
        fcntl.lockf(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (EAGAIN, EACCES)  # else the file system has no locks
    return True
