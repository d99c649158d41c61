"""`unitdoku backends`: what can be used here, what to install for the rest, and whether it works."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from unitdoku.command.terminal import echo_wrapped, print_table
from unitdoku.encoders.workers.limits import missing_here
from unitdoku.reference.native.loading import LEVELS, available_levels, missing

if TYPE_CHECKING:
    from unitdoku.compare.cross_check.cross_check import TriedBackend
    from unitdoku.encoders.naming.listing import Listing


_SETS = {"v4": "AVX-512", "v3": "AVX2", "v2": "SSE4.2", "baseline": "no vector instructions asked for"}
"""Level of the kernel to the instruction set that it is compiled for."""


@click.command("backends")
@click.option("--check", is_flag=True, help="Try each backend, and show the machine.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array; one object with --check.")
def command(check: bool, as_json: bool) -> None:
    """List the backends, and what to install for the others.

    `sat` alone is short for sat:cadical195. Any program that reads DIMACS is a backend, listed or not: dimacs:COMMAND.
    So is a program that solves puzzles, program:COMMAND, and a function, python:MODULE:FUNCTION.
    Options follow a name, with colons between them: sat:glucose4:encoding=minimal:at-most-one=ladder.

    --check shows the machine, and solves one puzzle with each backend, in a process of its own: one that crashes is
    reported too. The times are those of one puzzle: `unitdoku bench` compares speed.

    Exit status: 0; 1 when --check finds an installed backend that does not solve the puzzle in 30 s.

    \b
    Capabilities:
      incremental      the solver stays loaded from puzzle to puzzle
      assumptions      the solver takes assumptions: they hold for one question
      conflict_budget  a search can be limited to a number of conflicts
      proof            the solver writes proofs that other programs verify
      statistics       the solver counts its decisions, conflicts and the like

    \b
    Limits, of backends that do not take every puzzle:
      layouts only, sizes only
      no candidate_sets   every cell is given or open
      no counts           one solution, not known whether the only one

    \b
    Options:
      sat      encoding, at-most-one, sum, pair, most-clauses
      dimacs   the same; result-file=yes: the answer comes in a file, as with MiniSat
      cpsat    workers, seed, any parameter of CP-SAT
      ilp      any parameter of the solver; none for CBC
      smt:z3   encoding
      program  open: the character for an open cell
               layout: the only layout that it is asked about
      python   takes: puzzle, text, values or rows; open; layout
      native   threads: for many puzzles at a time

    \b
    Examples:
      unitdoku backends
      unitdoku backends --check
      unitdoku backends --json
    """
    if check:
        sys.exit(1 if any(one.problem for one in _checked(as_json)) else 0)
    from unitdoku.encoders.naming.listing import backends as listed_backends

    found = listed_backends()
    if as_json:
        click.echo(json.dumps([_plain(listing) for listing in found], indent=2))
        return
    rows = [(one.name, _lack(one) or "yes", one.package, one.version or "-", str(one.capabilities)) for one in found]
    print_table(("backend", "installed", "package", "version", "capabilities"), rows, left=5)
    _print_about_extras(found)
    _print_missing_here()


def _plain(listing: Listing) -> dict[str, object]:
    return {**listing._asdict(), "capabilities": listing.capabilities._asdict(), "installed": listing.installed}


def _lack(listing: Listing) -> str:
    """Returns how to install what is missing, as a cell of a table; empty if nothing is missing."""
    return (listing.advice or "").partition(" (in a checkout")[0]


def _print_about_extras(found: Iterable[Listing]) -> None:
    if any("in a checkout" in (one.advice or "") for one in found):
        click.echo("\nIn a checkout, pip install '.[EXTRA]' installs an extra.")


def _print_missing_here() -> None:
    for sentence in missing_here():
        echo_wrapped(f"On this system: {sentence}", "  ")


def _checked(as_json: bool) -> list[TriedBackend]:
    """Tries the backends, prints what is found, and returns it."""
    from unitdoku.compare.cross_check.cross_check import try_backends
    from unitdoku.compare.races.racer import machine
    from unitdoku.encoders.naming.listing import version_of

    here = {"unitdoku": version_of("unitdoku") or "not installed", **machine()}
    if not as_json:
        echo_wrapped(f"unitdoku {here['unitdoku']}, {here['python']}, {here['system']}", "  ")
        echo_wrapped(f"{here['cores']} cores of {here['processor']}, {here['memory']} of memory", "  ")
        echo_wrapped(f"Native kernel: {_kernel()}", "  ")
        _print_missing_here()
        click.echo()
    tried = try_backends()
    if as_json:
        kernel = {"missing": missing(), "levels": available_levels()}
        found = [_plain(listing) | {"problem": problem, "seconds": times} for listing, problem, *times in tried]
        click.echo(json.dumps({**here, "kernel": kernel, "backends": found}, indent=2))
    else:
        _print_tried(tried)
    return tried


def _kernel() -> str:
    why = missing()
    if why is not None:
        return f"missing: {why}"
    best, *others = (f"{level} ({_SETS[level]})" for level in LEVELS if level in available_levels())
    return f"{best}; also here: {', '.join(others)}" if others else best


def _print_tried(tried: list[TriedBackend]) -> None:
    from unitdoku.compare.races.columns import seconds_text

    rows = []
    for listing, problem, *times in tried:
        shown = _lack(listing) or ("solved" if problem is None else f"FAILED: {problem}")
        rows.append((listing.name, listing.package, listing.version or "-", shown, *map(seconds_text, times)))
    print_table(("backend", "package", "version", "one puzzle", "to open", "to solve"), rows, left=4)
    _print_about_extras(one.listing for one in tried)
    click.echo()
    installed = [one for one in tried if one.listing.installed]
    failed = [one.listing.name for one in installed if one.problem is not None]
    if failed:
        echo_wrapped(f"{len(failed)} of {len(installed)} backends FAIL: {', '.join(failed)}.", "  ")
    else:
        echo_wrapped(f"All {len(installed)} installed backends solve the puzzle.", "  ")
