"""`unitdoku backends`: what can be used here, and what to install for the rest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from unitdoku.command.table import Table, print_table
from unitdoku.command.terminal import echo_wrapped
from unitdoku.encoders.workers.limits import missing_here

if TYPE_CHECKING:
    from unitdoku.encoders.backends.listing import Listing

HELP = """List the backends, and what to install for the others.

    `sat` alone is short for sat:cadical195. Any program that reads DIMACS is a backend, listed or not: dimacs:COMMAND.
    So is a program that solves puzzles, program:COMMAND, and a function, python:MODULE:FUNCTION.
    Options follow a name, with colons between them: sat:glucose4:encoding=minimal:at-most-one=ladder.

    \b
    Capabilities:
      incremental      the solver stays loaded from puzzle to puzzle
      assumptions      the solver takes assumptions: they hold for one question
      interrupt        a search can be stopped without ending its process
      conflict_budget  a search can be limited to a number of conflicts
      proof            the solver writes proofs that other programs verify
      cores            the solver can name givens that rule out any solution
      statistics       the solver counts its decisions, conflicts and the like
      cardinality      the solver takes "at most one of these" directly

    \b
    Limits, of backends that do not take every puzzle:
      layouts only, sizes only
      no candidate_sets   every cell is given or open
      no counts           one solution, not known whether the only one

    \b
    Options:
      sat      encoding, at-most-one, sum, pair, most-clauses
      dimacs   the same
      cpsat    workers, seed, any parameter of CP-SAT
      ilp      any parameter of the solver; none for CBC
      program  open: the character for an open cell
               layout: the only layout that it is asked about
      python   takes: puzzle, text, values or rows; open; layout
      native   threads: for many puzzles at a time

    \b
    Examples:
      unitdoku backends
      unitdoku backends --json
"""


@click.command("backends", help=HELP)
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def command(as_json: bool) -> None:
    """Prints the listing."""
    from unitdoku.encoders.backends.listing import backends as listed_backends

    found = listed_backends()
    if as_json:
        click.echo(json.dumps([_plain(listing) for listing in found], indent=2))
    else:
        _print(found)


def _plain(listing: Listing) -> dict[str, object]:
    return {**listing._asdict(), "capabilities": listing.capabilities._asdict(), "installed": listing.installed}


def _print(found: list[Listing]) -> None:
    table = Table("backend", "installed", "package", "version", "capabilities", left=5)
    for listing in found:
        installed = listing.advice or "yes"
        table.add(listing.name, installed, listing.package, listing.version or "-", str(listing.capabilities))
    print_table(table)
    for sentence in missing_here():
        echo_wrapped(f"On this system: {sentence}")
