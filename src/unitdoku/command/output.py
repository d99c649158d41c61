"""Where files that a command writes go: standard output, or a path that gets all of it or nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import EPIPE
from shutil import copymode

import click


def write_lines(lines: Iterable[str], path: str | None, *, at_once: bool = False) -> None:
    """Writes lines, each with its newline, to a file, or to standard output where there is none, or for `-`.

    With `at_once` standard output has each before the next is asked for. The file appears, or changes, when all is
    written. What cannot be written is said, and the command ends with status 2; of a closed pipe nothing is said.
    """
    if path in ("-", "/dev/stdout"):
        path = None
    try:
        if path is not None:
            _write_file(lines, path)
        elif sys.stdout is None:
            raise OSError("is closed")
        else:
            sys.stdout.writelines(_one_by_one(lines) if at_once else lines)
            sys.stdout.flush()
    except OSError as error:
        if path is None and error.errno == EPIPE:
            raise  # click knows what to do
        click.echo(f"error: {path or 'standard output'}: {error.strerror or error}", err=True)
        if path is None and sys.stdout is not None:
            _drop_what_is_buffered()
        sys.exit(2)


def _one_by_one(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line
        sys.stdout.flush()


def _write_file(lines: Iterable[str], path: str) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe cannot be put in place; of a folder `open` says that it is one.
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


def _drop_what_is_buffered() -> None:
    """Lets the rest of standard output go nowhere: else it would fail once more when Python ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
