"""Files packed by gzip, read as if they were not packed."""

from __future__ import annotations

import zlib
from io import BufferedReader, RawIOBase
from typing import IO, Any

from ...reference.contract.errors import PuzzleError

_GZIP = b"\x1f\x8b"

_MOST_GROWTH = 400
_ALWAYS_READ = 2**20
"""A file that becomes longer than this must not have grown more than `_MOST_GROWTH` times: one that repeats a single
puzzle grows 300 times, and gzip can reach 1,030."""


def unpacked(file: IO[bytes]) -> IO[bytes]:
    """Returns a file as it is, or what gzip has packed in it; memory is bounded.

    Reading raises `PuzzleError` where a packed file is damaged, or holds little but repetitions.
    """
    if hasattr(file, "peek"):
        begin = file.peek(2)
    elif hasattr(file, "seekable") and file.seekable():
        begin = file.read(2)
        file.seek(-len(begin), 1)
    else:
        return file
    return BufferedReader(_Unpacked(file), 2**18) if begin.startswith(_GZIP) else file


def check_growth(what: str, packed: int, length: int, always: int = _ALWAYS_READ) -> None:
    """Raises `PuzzleError` if packed bytes become so many bytes that they hold little but repetitions."""
    if length > max(always, _MOST_GROWTH * packed):
        raise PuzzleError(f"{packed} bytes of {what} become {length} or more: no real file does that")


class _Packed:
    """A packed file as `GzipFile` reads it: what has arrived is enough. It counts the bytes."""

    def __init__(self, file: Any) -> None:
        self._read1 = getattr(file, "read1", file.read)
        self.taken = 0

    def read(self, most: int) -> bytes:
        """Returns at most so many bytes, and none at the end."""
        data: bytes = self._read1(most)
        self.taken += len(data)
        return data


class _Unpacked(RawIOBase):
    """What a gzip file holds, with a bound for its growth."""

    def __init__(self, file: IO[bytes]) -> None:
        from gzip import BadGzipFile, GzipFile  # here, as few files are packed

        self._file = file
        self._packed = _Packed(file)
        self._content = GzipFile(fileobj=self._packed, mode="rb")  # type: ignore[call-overload]  # it has all that is read
        self._damaged = (BadGzipFile, zlib.error)
        self._written = 0

    def readable(self) -> bool:
        """Returns True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fills the buffer, and returns how many bytes it holds; 0 at the end."""
        try:
            found = self._content.read1(len(buffer))
        except EOFError as error:
            raise PuzzleError(f"the gzip file ends too early, after {self._written} unpacked bytes") from error
        except self._damaged as error:
            raise PuzzleError(f"the gzip file is damaged after {self._written} unpacked bytes: {error}") from error
        self._written += len(found)
        check_growth("the gzip file", self._packed.taken, self._written)
        buffer[: len(found)] = found
        return len(found)

    def close(self) -> None:
        """Closes the packed file too."""
        self._file.close()
        super().close()
