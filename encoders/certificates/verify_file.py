"""`verify_file`: each certificate of a file, in one process or several."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import IO, TYPE_CHECKING, NamedTuple

from ...puzzles.text.lines import LONGEST_LINE, decoded, lines_of, unpacked, why_no_text
from ...reference.certificates.checker import verify
from ...reference.contract.errors import InvalidCertificate, PuzzleError

if TYPE_CHECKING:
    from ..workers.executor import Item, Outcome


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
        yield from in_processes(partial(_verified, seconds=seconds), _lines(stream), processes)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yields the lines that are not empty, with their numbers."""
    is_first = True
    try:
        for number, line in enumerate(lines_of(unpacked(stream)), start=1):
            if line.removeprefix(BOM_UTF8).strip():
                if is_first:
                    _check_first(line.removeprefix(BOM_UTF8), number)
                is_first = False
                yield number, line
    except PuzzleError as error:
        raise OSError(f"the packed content cannot be read: {error}") from error
    if is_first:
        raise InvalidCertificate("holds no certificate")


def _check_first(line: bytes, number: int) -> None:
    """Raises `InvalidCertificate` where the first line shows that a file has other content, not a bad certificate."""
    why = why_no_text(line, is_first=True)
    if why is None and not (line.lstrip().startswith(b"{") and b'"certificate"' in line):
        why = 'it is no object of JSON, in one line, with the key "certificate"'
    if why is not None:
        raise InvalidCertificate(f"line {number} is no certificate: {why}")


def _verified(numbered: tuple[int, bytes], seconds: float | None) -> Verified:
    number, line = numbered
    try:
        if len(line) > LONGEST_LINE:
            raise InvalidCertificate(f"it has more than {LONGEST_LINE:,} bytes")
        return Verified(number, verify(decoded(line, number), seconds).claim)
    except PuzzleError as error:
        return Verified(number, None, error.message)
    except InvalidCertificate as error:
        return Verified(number, None, str(error))
    except TimeoutError as error:
        return Verified(number, None, str(error), in_time=False)


# Calls of a function for many items, some at a time, in one process or several.

_AT_ONCE = 8
"""Items that a worker gets at a time."""

_AHEAD = 2
"""Groups of items for each worker that are taken before their results are needed."""


def in_processes(
    function: Callable[[Item], Outcome], items: Iterable[Item], processes: int
) -> Generator[Outcome, None, None]:
    """Yields what a function returns for each item, in order.

    The function can be imported by its name, or is a `functools.partial` of such a one; with one process it is called
    here. The workers end with the iterator and with this process. Raises what the function raises, and `BackendError`
    where a worker dies.
    """
    if processes == 1:
        yield from map(function, items)
        return
    from ..workers.executor import WorkerExecutor, in_order  # here, as most callers have one process

    left = iter(items)
    groups = iter(lambda: list(islice(left, _AT_ONCE)), [])
    with WorkerExecutor(processes) as executor:
        for outcomes in in_order(executor, partial(_each, function), groups, _AHEAD * processes):
            yield from outcomes


def _each(function: Callable[[Item], Outcome], items: Sequence[Item]) -> list[Outcome]:
    return list(map(function, items))
