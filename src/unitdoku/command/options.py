"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from unitdoku.encoders.registry import find_backend
from unitdoku.reference.contract import Backend
from unitdoku.reference.errors import BackendUnavailable, UnknownBackend

LAYOUTS = """
    \b
    Layouts:
      classic, classic:16, classic:2x3      9x9; 16x16; block rows x block columns
      diagonal, windoku, anti-knight, anti-king, disjoint-groups
      latin:5, jigsaw:LETTERS, samurai
      classic:16+diagonal, jigsaw:LETTERS+anti-king    extras joined by +
      @FILE.json, classic+@FILE.json        a list of units: [["A1", "A2"], ...]
"""
"""What the help of every command that takes a layout says about their names."""

_Function = Callable[..., Any]


def layout_option(function: _Function) -> _Function:
    """Adds `--layout` and `--symbols`."""
    function = click.option(
        "--symbols", metavar="CHARACTERS", help="One character for each value, for puzzles of one character a cell."
    )(function)
    return click.option(
        "--layout", default="classic", show_default=True, metavar="L", help="Units of the puzzles; names below."
    )(function)


def limit_option(function: _Function) -> _Function:
    """Adds `--limit`."""
    return click.option(
        "--limit",
        type=click.IntRange(min=1),
        default=2,
        show_default=True,
        metavar="N",
        help="At most this many solutions a puzzle; 2 tells whether a solution is unique.",
    )(function)


def named_backend(name: str) -> Backend:
    """The backend of this name; an unknown or missing one is bad usage."""
    try:
        return find_backend(name)
    except (UnknownBackend, BackendUnavailable) as error:
        raise click.UsageError(str(error)) from error
