"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from math import isnan
from pathlib import Path
from textwrap import fill
from typing import Any

import click
from click.core import ParameterSource

from unitdoku.command.completion import backend_names, format_names, layout_names, several_backend_names
from unitdoku.command.inputs import Inputs
from unitdoku.encoders.naming.find import find_backend
from unitdoku.encoders.workers.limits import LEAST_MEMORY_MIB, MEMORY
from unitdoku.puzzles.formats.reading import read_options
from unitdoku.reference.contract.errors import BackendUnavailable, LayoutError, OptionError, PuzzleError, UnknownBackend
from unitdoku.reference.layouts.names import BASES, EXTRAS, layout_named
from unitdoku.reference.model.layout import Layout


def wrapped_help(text: str, indent: int = 4) -> str:
    """Returns a paragraph of an epilog as lines that click does not join, for a terminal of 80 columns."""
    return fill(text, 78, initial_indent="  ", subsequent_indent=" " * indent, break_on_hyphens=False)


LAYOUTS = f"""

\b
Layouts:
{wrapped_help("; ".join(base.examples for base in BASES.values()))}
{wrapped_help(f"{', '.join(EXTRAS)}: classic with more units")}
  classic:16+diagonal, jigsaw:LETTERS+anti-king: extras joined by +
  @FILE.json, classic+@FILE.json: a list of units, as in [["A1", "A2"], ...]
    or an object with units, sums and pairs: see docs/sums-and-pairs.md
"""
"""The last part of the help of every command that takes a layout."""


_MOST = 10**9
FROM_ONE, FROM_ZERO = click.IntRange(1, _MOST), click.IntRange(0, _MOST)
_MOST_MEMORY_MIB = 2**30

_Function = Callable[..., Any]


def _named_layout(_: click.Context, __: click.Parameter, name: str) -> Layout:
    try:
        return layout_named(name)
    except LayoutError as error:
        raise click.BadParameter(str(error)) from error


layout_option = click.option(
    "--layout",
    callback=_named_layout,
    default="classic",
    metavar="L",
    shell_complete=layout_names,
    help="Rules of the puzzles; see Layouts.",
)


_READING = (
    layout_option,
    click.option(
        "--symbols",
        "--alphabet",
        "symbols",
        metavar="CHARACTERS",
        help="One character for each value, for puzzles of one character a cell: 123456789ABCDEFG.",
    ),
    click.option(
        "--format",
        "file_format",
        metavar="NAME",
        shell_complete=format_names,
        help="The format of the input, where it is not to be recognised by its content; see `unitdoku convert --help`.",
    ),
    click.option("--allow-files", is_flag=True, help="Read the files that layouts in the puzzles name (@FILE)."),
)


def reading_options(function: _Function) -> _Function:
    """Adds the options that say how puzzles are read; the function gets `inputs` in place of them."""

    @wraps(function)
    def command(
        *arguments: Any, layout: Layout, symbols: str | None, file_format: str | None, allow_files: bool, **others: Any
    ) -> Any:
        asked = click.get_current_context().get_parameter_source("layout") is ParameterSource.COMMANDLINE
        try:
            options = read_options(layout, symbols, allow_files, file_format)
        except (PuzzleError, OptionError) as error:
            option = "--symbols" if isinstance(error, PuzzleError) else "--format"
            raise click.BadParameter(str(error), param_hint=option) from error
        return function(*arguments, inputs=Inputs(options, asked), **others)

    for option in reversed(_READING):
        command = option(command)
    return command


def _file_or_none(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    return None if path in ("-", "/dev/stdout") else path


def output_option(what: str = "Write there; - is standard output.") -> Callable[[_Function], _Function]:
    """Returns the option `--output` with this help; its value is None for standard output."""
    return click.option(
        "-o", "--output", type=click.Path(dir_okay=False), callback=_file_or_none, metavar="FILE", help=what
    )


source_argument = click.argument("source", metavar="PUZZLE | FILE | -", type=click.Path())


def _known_backend(_: click.Context, __: click.Parameter, name: str) -> str:
    if name != "auto":  # it is always there, and not every command opens it
        with bad_usage():
            find_backend(name)
    return name


def backend_option(what: str) -> Callable[[_Function], _Function]:
    """Returns the option `--backend` with this help; its value is the name of a backend that is installed."""
    return click.option(
        "--backend", callback=_known_backend, default="auto", metavar="B", shell_complete=backend_names, help=what
    )


limit_option = click.option(
    "--limit",
    type=FROM_ONE,
    default=2,
    metavar="N",
    help="At most this many solutions a puzzle; 2 shows whether a solution is unique.",
)


from_option = click.option(
    "--from",
    "skipped",
    type=FROM_ZERO,
    default=0,
    metavar="N",
    help="Skip the first N puzzles; after Ctrl-C a command says which N goes on.",
)


def _checked_seconds(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and isnan(seconds):
        raise click.BadParameter("nan is no time")
    return seconds


def seconds_option(
    default: float | None, what: str = "Wall-clock limit a puzzle and backend, set-up not included; inf for none."
) -> Callable[[_Function], _Function]:
    """Returns the option `--seconds`, which other programs call `--timeout`, with this default; None is no limit."""
    return click.option(
        "--seconds",
        "--timeout",
        "seconds",
        type=click.FloatRange(0),
        callback=_checked_seconds,
        default=default,
        metavar="S",
        help=what,
    )


def _listed(_: click.Context, parameter: click.Parameter, names: str | None) -> list[str] | None:
    found = [name.strip() for name in (names or "").split(",") if name.strip()]
    if names is not None and not found:
        raise click.BadParameter(f"names no {str(parameter.name).removesuffix('s')}")
    return found or None


names_option = partial(click.option, callback=_listed)
"""Makes an option of names with commas between; its value is their list, None if it is not given."""


def backends_option(what: str) -> Callable[[_Function], _Function]:
    """Returns the option `--backends` with this help."""
    return names_option("--backends", metavar="A,B,C", shell_complete=several_backend_names, help=what)


color_option = click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    help="Colours of grids; auto: at a terminal where NO_COLOR is not set.",
)


def jobs_option(default: int | None) -> Callable[[_Function], _Function]:
    """Returns the option `--jobs` with this default; None is the number of processors."""
    text = f"Processes that run at a time{'' if default else '; by default the cores'}."
    return click.option("--jobs", type=click.IntRange(1, 1000), default=default, metavar="N", help=text)


memory_option = click.option(
    "--memory",
    type=click.IntRange(LEAST_MEMORY_MIB, _MOST_MEMORY_MIB),
    default=MEMORY >> 20,
    metavar="MIB",
    help="Memory limit of a backend.",
)


database_option = click.option(
    "--db",
    "database",
    type=click.Path(dir_okay=False, path_type=Path),
    default="unitdoku-results.sqlite",
    metavar="FILE",
    help="The file of results.",
)

bundles_option = click.option(
    "--bundles",
    type=click.Path(file_okay=False, path_type=Path),
    default="unitdoku-findings",
    metavar="FOLDER",
    help="The folder for findings.",
)


@contextmanager
def bad_usage(*more: type[Exception]) -> Iterator[None]:
    """Makes bad usage of errors in names of backends and their options, and of more errors."""
    errors: tuple[type[Exception], ...] = (UnknownBackend, BackendUnavailable, OptionError, *more)
    try:
        yield
    except errors as error:
        raise click.UsageError(str(error)) from error
