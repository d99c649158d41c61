"""Lines of files, bounded in length, packed or not, and the reasons why a file is no text."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from io import BufferedIOBase, BufferedReader, BytesIO, RawIOBase
from types import SimpleNamespace
from typing import IO, Any, AnyStr

from ...reference.contract.errors import PuzzleError

LONGEST_LINE = 2**25
"""The most characters of a line: more than the largest layout in JSON with all candidates of every cell takes."""

_BYTES_IN_PART = 2**18
"""The most that is read at a time: enough to keep the native kernel busy for some milliseconds."""

_BYTES_LOOKED_AT = 1000
"""The bytes of a line that show whether it is text."""

_SIGNATURES = {
    b"\x89PNG": "a PNG picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive, or a document that is one",
    b"\x1f\x8b": "packed by gzip: unpack it first",
    b"BZh": "packed by bzip2: unpack it first",
    b"\xfd7zXZ": "packed by xz: unpack it first",
    b"(\xb5/\xfd": "packed by zstd: unpack it first",
}
"""The first bytes of files in which people have puzzles; any other file that is no text is called binary."""

_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Byte order marks; the longer ones first."""

_CONTROL = re.compile(rb"[\0-\x08\x0e-\x19\x1c-\x1f]")
"""Bytes that no text holds; escape sequences of terminals and the end mark of DOS are left out."""

_TWO_BYTES = re.compile(rb"(?:[^\0]\0)+[^\0]?|(?:\0[^\0])+\0?")
"""ASCII text in UTF-16, whose last character may be cut."""


def is_file(path: str) -> bool:
    """Returns whether the text is the path of something that can be opened, and no folder."""
    try:
        return os.path.exists(path) and not os.path.isdir(path)
    except (OSError, ValueError):
        return False


def lines_of(file: IO[AnyStr]) -> Iterator[AnyStr]:
    """Yields the lines of a file; of a line longer than `LONGEST_LINE` only the beginning, which is longer too."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        cut = len(line) > LONGEST_LINE
        while cut and line and line[-1:] not in ("\n", b"\n"):
            line = file.readline(_BYTES_IN_PART)


def parts_of(file: BufferedIOBase) -> Iterator[list[bytes]]:
    """Yields the same lines in lists, each of all that have arrived: later ones may depend on the answers to these."""
    begun: list[bytes] = []  # a line whose end has not arrived
    length = 0
    while data := file.read1(_BYTES_IN_PART):
        if length > LONGEST_LINE:  # what is left of a line that was passed on
            _, newline, data = data.partition(b"\n")
            length = 0 if newline else length
        whole, newline, rest = data.rpartition(b"\n")
        if newline:
            yield BytesIO(b"".join((*begun, whole, newline))).readlines()
            begun.clear()
            length = 0
        if length <= LONGEST_LINE:
            begun.append(rest)
            length += len(rest)
            if length > LONGEST_LINE:
                yield [b"".join(begun)]
                begun.clear()
    if any(begun):
        yield [b"".join(begun)]


def split_at_returns(part: list[bytes]) -> list[bytes]:
    """Returns the lines, each split at bare carriage returns: some files have no other ends of lines."""
    joined = b"".join(part)
    if b"\r" not in joined or joined.count(b"\r") == joined.count(b"\r\n"):  # the second takes longer
        return part
    return [text + b"\n" for line in part for text in line.rstrip(b"\r\n").split(b"\r")]


def decoded(raw: bytes, number: int) -> str:
    """Returns a line as text; raises `PuzzleError`, with line and column, unless only a comment is no UTF-8."""
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        before, mark, comment = raw.partition(b"#")
        if mark and before.isascii() and not before.lstrip().startswith(b"{"):
            return before.decode() + mark.decode() + comment.decode("latin-1")
        byte = raw[error.start]
        in_cp1252 = bytes([byte]).decode("cp1252", "replace")
        message = f"byte {byte:#04x} at column {error.start + 1} is no UTF-8 ({in_cp1252} in cp1252): save it as UTF-8"
        raise PuzzleError(message, line=number) from error


def why_no_text(line: bytes, is_first: bool) -> str | None:
    """Returns a sentence about a file with this line that is binary, or no UTF-8; None where the line may be text."""
    start = line[:_BYTES_LOOKED_AT]
    if is_first:
        for mark, encoding in _MARKS.items():
            if start.startswith(mark):
                return f"the text is {encoding}: save it as UTF-8"
        for signature, kind in _SIGNATURES.items():
            if start.startswith(signature):
                return f"the file is no text: it is {kind}"
    if not _CONTROL.search(start):
        return None
    if _TWO_BYTES.fullmatch(start):
        return "the text looks like UTF-16: save it as UTF-8"
    return "the file is no text: it is binary"


# Files packed by gzip, read as if they were not packed.

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


class _Unpacked(RawIOBase):
    """What a gzip file holds, with a bound for its growth."""

    def __init__(self, file: IO[bytes]) -> None:
        from gzip import BadGzipFile, GzipFile  # here, as few files are packed

        self._file: Any = file
        packed = SimpleNamespace(read=self._next)
        self._content = GzipFile(fileobj=packed, mode="rb")
        self._damaged = (BadGzipFile, zlib.error)
        self._taken = self._written = 0

    def _next(self, most: int) -> bytes:
        """Returns at most so many bytes of the packed file that have arrived, and none at the end; counts them."""
        data: bytes = getattr(self._file, "read1", self._file.read)(most)
        self._taken += len(data)
        return data

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
        check_growth("the gzip file", self._taken, self._written)
        buffer[: len(found)] = found
        return len(found)

    def close(self) -> None:
        """Closes the packed file too."""
        self._file.close()
        super().close()
