"""The command of a program as a list of words, found on the PATH; no shell reads it."""

from __future__ import annotations

import os
import shlex
import shutil

from ...reference.errors import BackendUnavailable, OptionError


def split_command(command: str, family: str) -> list[str]:
    """The path of the program, then its arguments.

    `OptionError` for quotes that do not end, `BackendUnavailable` where there is no such program, and on systems
    without the process groups and named pipes of Unix.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"{command!r} is no command: {error}") from error
    path = shutil.which(words[0]) if words else None
    if path is None:
        program = words[0] if words else command
        there = "cannot be run from here" if "/" in program else "is not on the PATH"
        raise BackendUnavailable(f"backend {family}:{command} needs the program {program!r}, which {there}")
    if os.name != "posix":
        raise BackendUnavailable(f"backend {family}:{command} needs process groups and named pipes, as in Unix")
    return [os.path.abspath(path), *words[1:]]
