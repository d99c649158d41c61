"""`unitdoku doctor`: what is installed here, and whether it works."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from unitdoku.command.numbers import Amount
from unitdoku.command.options import jobs_option
from unitdoku.command.table import Table, print_table
from unitdoku.command.terminal import echo_wrapped
from unitdoku.encoders.workers.limits import missing_here
from unitdoku.reference.native.loading import LEVELS, available_levels, missing

if TYPE_CHECKING:
    from unitdoku.compare.cross_check.installation import ExtraPackage, TriedBackend

HELP = """Say what is installed and what is missing, and solve one puzzle with each backend.

    Each backend runs in a process of its own, so that one that crashes is reported too.
    The times are those of one puzzle: `unitdoku bench` compares speed.

    \b
    Exit status:
      0  every installed backend solves the puzzle
      1  one of them does not

    \b
    Examples:
      unitdoku doctor
      unitdoku doctor --json
"""

_SETS = {"v4": "AVX-512", "v3": "AVX2", "v2": "SSE4.2", "baseline": "no vector instructions asked for"}
"""Level of the kernel to the instruction set that it is compiled for."""


@click.command("doctor", help=HELP)
@click.option("--seconds", type=Amount(), default=30.0, show_default=True, metavar="S", help="Limit for each backend.")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(seconds: float, jobs: int | None, as_json: bool) -> None:
    """Prints what is found."""
    from unitdoku.compare.cross_check.installation import extra_packages, try_backends
    from unitdoku.compare.races.machine import machine
    from unitdoku.encoders.backends.listing import version_of

    here = {"unitdoku": version_of("unitdoku") or "not installed", **machine()}
    extras = extra_packages()
    if not as_json:
        _print_machine(here)
        _print_extras(extras)
    tried = try_backends(seconds, jobs)
    if as_json:
        kernel = {"missing": missing(), "levels": available_levels()}
        packages = [extra._asdict() for extra in extras]
        backends = [one._asdict() for one in tried]
        click.echo(json.dumps({**here, "kernel": kernel, "extras": packages, "backends": backends}, indent=2))
    else:
        _print_backends(tried)
    sys.exit(1 if any(one.installed and one.problem for one in tried) else 0)


def _print_machine(here: dict[str, str]) -> None:
    echo_wrapped(f"unitdoku {here['unitdoku']}, {here['python']}, {here['system']}", "  ")
    echo_wrapped(f"{here['cores']} cores of {here['processor']}, {here['memory']} of memory", "  ")
    echo_wrapped(f"Native kernel: {_kernel()}", "  ")
    for sentence in missing_here():
        echo_wrapped(f"On this system: {sentence}", "  ")
    click.echo()


def _kernel() -> str:
    why = missing()
    if why is not None:
        return f"missing: {why}"
    best, *others = (f"{level} ({_SETS[level]})" for level in LEVELS if level in available_levels())
    return f"{best}; also here: {', '.join(others)}" if others else best


def _print_extras(extras: list[ExtraPackage]) -> None:
    table = Table("extra", "package", "version", left=3)
    for extra in extras:
        table.add(extra.extra, extra.package, extra.version or f"missing: {extra.advice}")
    print_table(table)
    click.echo()


def _print_backends(tried: list[TriedBackend]) -> None:
    from unitdoku.compare.results.amounts import seconds_text

    table = Table("backend", "one puzzle", "to open", "to solve", left=2)
    for one in tried:
        shown = "solved" if one.problem is None else f"FAILED: {one.problem}" if one.installed else "not installed"
        table.add(one.name, shown, seconds_text(one.open_seconds), seconds_text(one.solve_seconds))
    print_table(table)
    click.echo()
    installed = [one for one in tried if one.installed]
    failed = [one.name for one in installed if one.problem is not None]
    for one in tried:
        if not one.installed:
            echo_wrapped(f"{one.name} is not installed: {one.problem}", "  ")
    if failed:
        echo_wrapped(f"{len(failed)} of {len(installed)} backends FAIL: {', '.join(failed)}.", "  ")
    else:
        echo_wrapped(f"All {len(installed)} installed backends solve the puzzle.", "  ")
