"""`unitdoku`: the group of commands."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from unitdoku.command.output import standard_output_fails
from unitdoku.command.terminal import replace_missing_characters
from unitdoku.reference.contract.errors import PackageMissing, did_you_mean, shown

COMMANDS = {
    "solve": "Solve puzzles.",
    "convert": "Write puzzles in another format.",
    "generate": "Make puzzles with their solutions, by the million.",
    "draw": "Draw a puzzle as a picture.",
    "check": "Compare the answers of backends.",
    "recommend": "Find the backend that suits your puzzles.",
    "bench": "Race backends, fairly.",
    "results": "List, show and export races; make a page with pictures.",
    "encode": "Write a puzzle for other solvers.",
    "decode": "Read a solver's answer, and check it.",
    "audit": "Judge a data set: unique, right, distinct, equivalent?",
    "certify": "Say how many solutions puzzles have, with proofs.",
    "verify": "Check certificates.",
    "replay": "Watch the steps of a puzzle, and the search.",
    "explain": "Explain why a puzzle has no solution, one or several.",
    "backends": "List the backends, what to install for the others, and try them.",
}
"""Name of each command, which is also its module, to its line in the overview."""

_INTERRUPTED = 130
"""The exit status after Ctrl-C, SIGTERM or SIGHUP, as in shells; 1 has a meaning for some commands."""


class _LazyGroup(click.Group):
    """Imports a command only to run it: the overview, and what a shell completes, are those of stand-ins."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Reads the options before a command."""
        replace_missing_characters()
        with _ctrl_c_ends(), standard_output_fails():
            return super().make_context(*arguments, **settings)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Imports the command. The error for a name that is none names them: it may be a puzzle or a file."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            known = f" puzzles and files are for `unitdoku solve`; there are {', '.join(COMMANDS)}"
            meant = did_you_mean(args[0], COMMANDS) or known
            raise click.UsageError(f"no command {shown(args[0], 40)};{meant}", ctx)
        found, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            command = import_module(f"unitdoku.command.{found}").command
            # The imported modules stay until the end: collecting garbage among them, again and again and once more at
            # exit, takes a tenth of the time of a single puzzle.
            gc.freeze()
        return found, command, rest

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command; turns Ctrl-C into an exit status, and a missing package into bad usage.

        SIGTERM, with which `timeout` and schedulers end a program, and SIGHUP, the end of a terminal, are handled like
        Ctrl-C: otherwise worker processes and temporary files would remain.
        """
        hang_up = getattr(signal, "SIGHUP", signal.SIGTERM)  # Windows has none
        with _ctrl_c_ends(), standard_output_fails(), _as_ctrl_c(signal.SIGTERM), _as_ctrl_c(hang_up):
            try:
                return super().invoke(ctx)
            except PackageMissing as error:
                raise click.UsageError(str(error)) from error


@contextmanager
def _ctrl_c_ends() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nAborted!", err=True)
        sys.exit(_INTERRUPTED)


@contextmanager
def _as_ctrl_c(number: int) -> Iterator[None]:
    """Handles a signal like Ctrl-C, unless a handler for it is installed already."""
    try:
        free = signal.getsignal(number) is signal.SIG_DFL
        before = signal.signal(number, signal.default_int_handler) if free else None
    except ValueError:  # only the main thread can set handlers
        before = None
    try:
        yield
    finally:
        if before is not None:
            signal.signal(number, before)


_FIRST = """Puzzles made of units: one definition, many solvers, compared with each other.

Three things to try:

  unitdoku solve ......4..3..1..2 --layout classic:4 --picture
      solves a puzzle: given as text, as a file, or as a link of f-puzzles
  unitdoku check --seconds 1 --backends {backends}
      asks several solvers the same puzzles, and compares the answers
  unitdoku backends --check
      says what is installed, what is missing, and whether it works

All commands: unitdoku --help
"""


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    commands=[click.Command(name, short_help=what) for name, what in COMMANDS.items()],
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(package_name="unitdoku", message="unitdoku %(version)s", help="Show the version.")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Puzzles made of units: one definition, many solvers, compared with each other.

    After Ctrl-C, SIGTERM or SIGHUP the exit status is 130.

    The line `eval "$(_UNITDOKU_COMPLETE=bash_source unitdoku)"` in ~/.bashrc completes commands, options and names with
    the TAB key; so does zsh_source in ~/.zshrc, after `compinit`. In fish: `_UNITDOKU_COMPLETE=fish_source unitdoku >
    ~/.config/fish/completions/unitdoku.fish`.

    \b
    Examples:
      unitdoku solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku solve puzzles.txt --backend sat:cadical195 --json
      unitdoku check puzzles.txt --backends reference,cpsat
      unitdoku encode puzzle.txt -o puzzle.cnf
    """
    if ctx.invoked_subcommand is None:
        from unitdoku.encoders.naming.families import compared_by_default  # here, as every command does without it

        click.echo(_FIRST.format(backends=",".join(names[0] for names in compared_by_default())), nl=False)
