"""Files packed by gzip, read as if they were not packed."""

from __future__ import annotations

import zlib
from io import BufferedReader, RawIOBase
from typing import IO, Any, cast

from ...reference.errors import PuzzleError

_GZIP = b"\x1f\x8b"

_PACKED_BYTES = 2**16
"""The most packed bytes that are read at a time."""

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
    if not begin.startswith(_GZIP):
        return file
    return BufferedReader(_Unpacked(file), 2**18)


class _Unpacked(RawIOBase):
    """The bytes of all members of a gzip file."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._packed = packed
        self._read = self._written = 0
        self._waiting = b""
        self._member: Any = None  # zlib names no type of its objects

    def readable(self) -> bool:
        """Returns True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fills the buffer, and returns how many bytes it holds; 0 at the end."""
        most = len(buffer)
        while True:
            if not self._waiting:
                self._waiting = self._more()
                if not self._waiting and self._member is None:
                    return 0
            found = self._unpack(most)
            if found:
                buffer[: len(found)] = found
                return len(found)

    def close(self) -> None:
        """Closes the packed file too."""
        self._packed.close()
        super().close()

    def _more(self) -> bytes:
        read1 = getattr(self._packed, "read1", self._packed.read)
        data = cast(bytes, read1(_PACKED_BYTES))
        self._read += len(data)
        return data

    def _unpack(self, most: int) -> bytes:
        if self._member is None:
            self._waiting = self._waiting.lstrip(b"\0")  # tapes are filled up with these
            if not self._waiting:
                return b""
            self._member = zlib.decompressobj(31)
        was_empty = not self._waiting
        try:
            found = cast(bytes, self._member.decompress(self._waiting, most))
        except zlib.error as error:
            raise PuzzleError(f"the gzip file is damaged after {self._written} unpacked bytes: {error}") from error
        self._waiting = self._member.unconsumed_tail
        if self._member.eof:
            self._waiting = self._member.unused_data
            self._member = None
        elif was_empty and not found:
            raise PuzzleError(f"the gzip file ends too early, after {self._written} unpacked bytes")
        self._written += len(found)
        taken = self._read - len(self._waiting)
        if self._written > max(_ALWAYS_READ, _MOST_GROWTH * taken):
            raise PuzzleError(
                f"{taken} bytes of the gzip file become more than {self._written}: no file of puzzles does that"
            )
        return found
