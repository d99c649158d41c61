"""What standard output and standard error can show: how wide they are, and which characters they have."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from unicodedata import combining, east_asian_width

import click

_INSTEAD = {"µ": "u", "…": "...", "≥": ">=", "≤": "<="}
"""What stands for characters of our own where an encoding lacks them; all else is escaped."""

_REPLACING = "unitdoku.replacing"
_FAILING = ("strict", "surrogateescape", "backslashreplace")
"""Error handlers of streams that are replaced. Standard error has the last one, which turns µ into an escape."""

WIDE = 250
"""Characters of a line where standard output is no terminal."""

_NARROW = 40
"""A terminal that says that it is narrower than this gets lines of this length."""


def replace_missing_characters() -> None:
    """Makes both streams print replacements for characters that their encodings lack, where they would fail."""
    codecs.register_error(_REPLACING, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in _FAILING:
            stream.reconfigure(errors=_REPLACING)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_INSTEAD.get(one) or _escaped(one) for one in error.object[error.start : error.end]), error.end


def _escaped(character: str) -> str:
    """Returns an escape in ASCII; a byte of a path that is no text becomes the escape of this byte."""
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return ascii(character)[1:-1]


def as_shown(text: str) -> str:
    """Returns the text as standard output shows it, control characters but newlines as escapes."""
    codecs.register_error(_REPLACING, _replaced)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    known = text.encode(encoding, _REPLACING).decode(encoding)
    return known if known.isprintable() else "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in known)


def say(text: str) -> None:
    """Prints a message on standard error; control characters, which names of files may have, are escaped."""
    click.echo(as_shown(text), err=True)


def room() -> int:
    """Returns how many characters a line may have: `COLUMNS`, the width of the terminal, or 250 where there is none."""
    if not (os.environ.get("COLUMNS", "").isdecimal() or sys.stdout.isatty()):
        return WIDE
    import shutil  # it loads much that a single puzzle does not need

    return max(_NARROW, shutil.get_terminal_size((80, 24)).columns)


def has_color(wanted: str) -> bool:
    """Whether standard output gets colours: `always`, `never`, or `auto`.

    `auto` colours on a terminal, unless it cannot show colours (`TERM=dumb`) or `NO_COLOR` is set.
    """
    if wanted != "auto":
        return wanted == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_show(characters: str) -> bool:
    """Whether standard output has all of these characters."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def columns_of(text: str) -> int:
    """Returns how many columns a line takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def echo_wrapped(text: str, indent: str = "") -> None:
    """Prints a paragraph that fits the terminal; words, such as paths, are not cut. Further lines get the indent."""
    click.echo(wrapped(text, indent))


def wrapped(text: str, indent: str = "") -> str:
    """Returns a paragraph as `echo_wrapped` prints it."""
    return "\n".join(wrapped_lines(" ".join(as_shown(text).splitlines()), room(), indent))


def wrapped_lines(text: str, width: int, indent: str = "", *, fold: bool = False) -> list[str]:
    """Returns the lines of a text, broken at blanks, and with `fold` within words that are longer than a line."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and columns_of(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
            continue
        lines.append(indent + word if lines else word)
        while fold and columns_of(lines[-1]) > width:
            long = lines.pop()
            end = next(n for n in range(len(long), 0, -1) if columns_of(long[:n]) <= width or n == 1)
            lines += [long[:end], long[end:]]
    return [line.rstrip() for line in lines]
