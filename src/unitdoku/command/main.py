"""`unitdoku`: the group of commands."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import click

COMMANDS = {
    "solve": "Solve puzzles.",
    "check": "Hold backends against each other.",
    "campaign": "Hold backends against each other on drawn puzzles, for minutes or a night.",
    "faults": "Plant deliberate faults, and show which check catches each.",
    "bench": "Race backends, fairly.",
    "results": "List, show, export and compare races.",
    "report": "Make a page with pictures of a race.",
    "encode": "Write a puzzle for other solvers.",
    "decode": "Read a solver's answer, and check it.",
    "prove": "Prove that there is no solution, or no other.",
    "recommend": "Say which backend to take for a puzzle, and why.",
    "backends": "List the backends, and what to install for the others.",
}
"""Each command by its name, which is also its module, and what the overview says of it."""


INTERRUPTED = 130
"""The exit status after Ctrl-C, or SIGTERM."""


class _Lazy(click.Group):
    """Imports a command when it is called for: listing them all must not load them all."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"unitdoku.command.{name}").command
        # All that is imported by now stays until the end: going through it again and again for garbage, the last time
        # on the way out, is a tenth of what a single puzzle takes.
        gc.freeze()
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command; after Ctrl-C with the exit status of shells, as 1 means something to commands.

        SIGTERM, by which `timeout` and schedulers end a program, is taken for Ctrl-C: what runs beside this process,
        and its files, would stay.
        """
        try:
            with _ctrl_c_by(signal.SIGTERM):
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\nAborted!", err=True)
            sys.exit(INTERRUPTED)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@contextmanager
def _ctrl_c_by(number: int) -> Iterator[None]:
    """Takes a signal for Ctrl-C, unless somebody has said already what it is to do."""
    try:
        free = signal.getsignal(number) is signal.SIG_DFL
        before = signal.signal(number, signal.default_int_handler) if free else None
    except ValueError:  # signals are for the main thread
        before = None
    try:
        yield
    finally:
        if before is not None:
            signal.signal(number, before)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"unitdoku {version('unitdoku')}")
        ctx.exit()


HELP = """Puzzles made of units: one definition, many solvers, held against each other.

    After Ctrl-C, or SIGTERM, the exit status is 130.

    \b
    Examples:
      unitdoku solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku solve puzzles.txt --backend sat:cadical195 --json
      unitdoku check puzzles.txt --backends reference,cpsat
      unitdoku recommend puzzle.txt --layout windoku
      unitdoku encode puzzle.txt -o puzzle.cnf
"""


@click.group(cls=_Lazy, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def main() -> None:
    """Runs a command."""
