"""Writes the output of commands to standard output, or to a file that appears only when it is complete."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import EPIPE
from shutil import copymode

import click


def write_lines(lines: Iterable[str], path: str | None, *, at_once: bool = False) -> None:
    """Writes lines, each with its newline, to a file; to standard output if the path is None or `-`.

    With `at_once` standard output is flushed after each line. A file appears, or changes, when all is written. If
    writing fails, the command prints the reason and ends with status 2; for a closed pipe it prints nothing.
    """
    if path in ("-", "/dev/stdout"):
        path = None
    try:
        if path is not None:
            _write_file(lines, path)
        elif sys.stdout is None:
            raise OSError("is closed")
        else:
            sys.stdout.writelines(_flushed(lines) if at_once else lines)
            sys.stdout.flush()
    except OSError as error:
        if path is None and error.errno == EPIPE:
            raise  # click handles it
        click.echo(f"error: {path or 'standard output'}: {error.strerror or error}", err=True)
        if path is None and sys.stdout is not None:
            with suppress(OSError):  # discards the buffered rest, which would fail once more when Python ends
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)


def _flushed(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line
        sys.stdout.flush()


def _write_file(lines: Iterable[str], path: str) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe cannot be replaced; for a folder `open` raises the right error.
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        return
    target = os.path.realpath(path)
    part = f"{target}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        if os.path.exists(target):
            copymode(target, part)
        os.replace(part, target)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
