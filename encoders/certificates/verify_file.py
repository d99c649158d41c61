"""`verify_file`: each certificate of a file, in one process or several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import IO, NamedTuple

from ...puzzles.text.lines import why_no_text
from ...puzzles.text.unpacked import unpacked
from ...reference.certificates.verify import verify
from ...reference.errors import InvalidCertificate, PuzzleError
from .in_processes import in_processes

LONGEST = 2**26
"""The most bytes of a certificate in a file."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_AT_ONCE, _BYTES_AT_ONCE = 64, 2**16
"""Certificates that a process takes at a time: no more once they have so many bytes."""


class Verified(NamedTuple):
    """A certificate of a file, and what came of it."""

    line: int
    """Counted from 1."""
    claim: str | None
    """What is proved: `none`, `one` or `several`; None where the certificate is invalid or its time was over."""
    reason: str = ""
    """Why it is invalid."""
    in_time: bool = True


def verify_file(
    file: str | os.PathLike[str] | IO[bytes], seconds: float | None = None, processes: int = 1
) -> Iterator[Verified]:
    """Yields what comes of each certificate of a file, in order; empty lines are left out.

    The file, a path or one that is open as bytes, has one certificate a line, as text or packed by gzip; `seconds` is
    for each of them. Raises OSError for a file that cannot be read, also where its packed content is damaged, and
    `InvalidCertificate` for a file that holds something else than certificates, or nothing.
    """
    with open(file, "rb") if isinstance(file, (str, os.PathLike)) else nullcontext(file) as stream:
        lines = _lines(unpacked(stream))
        yield from in_processes(partial(_verified, seconds=seconds), _groups(lines), processes)


def _groups(lines: Iterator[tuple[int, bytes]]) -> Iterator[list[tuple[int, bytes]]]:
    group: list[tuple[int, bytes]] = []
    size = 0
    for numbered in lines:
        group.append(numbered)
        size += len(numbered[1])
        if len(group) == _AT_ONCE or size >= _BYTES_AT_ONCE:
            yield group
            group, size = [], 0
    yield group


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yields the lines with their numbers; of one that is too long its beginning."""
    is_first = True
    try:
        for number in range(1, 2**63):
            line = stream.readline(LONGEST + 1)
            if not line:
                break
            if number == 1:
                line = line.removeprefix(_BYTE_ORDER_MARK)
            if line.strip():
                why = _why_no_certificate(line) if is_first else None
                if why is not None:
                    raise InvalidCertificate(f"line {number} is no certificate: {why}")
                is_first = False
                yield number, line
            if len(line) > LONGEST:
                break
    except PuzzleError as error:
        raise OSError(f"the packed content cannot be read: {error}") from error
    if is_first:
        raise InvalidCertificate("holds no certificate")


def _why_no_certificate(line: bytes) -> str | None:
    """Returns why the first line of a file shows that it has other content; None for a certificate, even a bad one."""
    why = why_no_text(line, is_first=True)
    if why is None and not (line.lstrip().startswith(b"{") and b'"certificate"' in line):
        return 'it is no object of JSON, in one line, with the key "certificate"'
    return why


def _verified(numbered: tuple[int, bytes], seconds: float | None) -> Verified:
    number, line = numbered
    try:
        if len(line) > LONGEST:
            raise InvalidCertificate(f"it has more than {LONGEST:,} bytes; what comes after it is not read")
        return Verified(number, verify(line.decode("utf-8"), seconds).claim)
    except UnicodeDecodeError as error:
        return Verified(number, None, f"it is no UTF-8 text: {error.reason} at byte {error.start}")
    except InvalidCertificate as error:
        return Verified(number, None, str(error))
    except TimeoutError as error:
        return Verified(number, None, str(error), in_time=False)
