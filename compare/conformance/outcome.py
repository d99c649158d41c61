"""What comes of one call of somebody else's code: a value, or in which way there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from ..cross_check.finding import FindingKind

MOST_OUTPUT = 2000
"""Bytes of what is printed for one question that are kept; the rest is read and forgotten."""


class Outcome(NamedTuple):
    """What came of a question: a value, or in which way there is none."""

    value: Any = None
    kind: FindingKind | None = None
    """The class of the failure; None where there is a value."""
    way: str = ""
    """The failure in a word or two."""
    text: str = ""
    """The failure in words that follow a name: `raised ValueError: no`."""
    output: str = ""
    """The first that was printed meanwhile."""


def outcome_of(serve: Callable[[Any], Any], question: object) -> Outcome:
    """The value, or what was raised in its place, be it an exit."""
    own = os.getpid()
    code: object = 1
    try:
        value = serve(question)
        code = None
        return Outcome(value)
    except MemoryError:
        return Outcome(None, FindingKind.OUT_OF_MEMORY, "memory", "ran out of memory")
    except SystemExit as error:
        code = error.code
        return Outcome(None, FindingKind.CRASHED, "SystemExit", f"tried to end the program: SystemExit({error.code!r})")
    except BaseException as error:
        name = type(error).__name__
        return Outcome(None, FindingKind.CRASHED, name, f"raised {name}: {shortened(_said(error))}")
    finally:
        if os.getpid() != own:
            # A copy that `serve` made of this process, at its end: it must not answer in the place of this one.
            flush()
            os._exit(code & 0xFF if isinstance(code, int) else code is not None)


def shortened(text: str, most: int = 200) -> str:
    """The text in one line, its end left out where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most] + "..."


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(it cannot be printed)"


def flush() -> None:
    """Has what was printed leave this process."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
