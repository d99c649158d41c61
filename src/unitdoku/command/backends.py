"""`unitdoku backends`: what can be used here, and what to install for the rest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from unitdoku.command.table import add_row, new_table, print_table

if TYPE_CHECKING:
    from unitdoku.encoders.backends.listing import Listing

HELP = """List the backends, and what to install for the others.

    `sat` alone is short for sat:cadical195. Any program that reads DIMACS is a backend, listed or not: dimacs:COMMAND.
    Options follow a name, with colons between them: sat:glucose4:encoding=minimal:at-most-one=ladder.

    \b
    Capabilities:
      incremental      the solver stays loaded from puzzle to puzzle
      assumptions      the solver takes what holds for one question only as assumptions
      interrupt        a search can be stopped from outside, short of ending its process
      conflict_budget  a search can be bounded by a number of conflicts
      proof            the solver can prove a "no" so that others can verify it
      cores            the solver can name the givens that a "no" follows from
      statistics       the solver counts its decisions, conflicts, or what takes their place
      cardinality      the solver takes "at most one of these" as it is

    \b
    Options:
      sat      encoding, at-most-one, most-clauses
      dimacs   the same
      cpsat    workers, seed, any parameter of CP-SAT
      ilp      any parameter of the solver, but for CBC
      native   threads: how many work on many puzzles
      auto     puzzles: how many will be asked

    \b
    Examples:
      unitdoku backends
      unitdoku backends --json
"""


@click.command("backends", help=HELP)
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def command(as_json: bool) -> None:
    """Prints the listing."""
    from unitdoku.encoders.backends.listing import listings

    found = listings()
    if as_json:
        click.echo(json.dumps([_plain(listing) for listing in found], indent=2))
    else:
        _print(found)


def _plain(listing: Listing) -> dict[str, object]:
    return {**listing._asdict(), "capabilities": listing.capabilities._asdict(), "installed": listing.installed}


def _print(found: list[Listing]) -> None:
    table = new_table("backend", "package", "version", "installed", "capabilities", left=5)
    for listing in found:
        able = [word for word, held in listing.capabilities._asdict().items() if held]
        installed = listing.advice or "yes"
        add_row(table, listing.name, listing.package, listing.version or "-", installed, ", ".join(able))
    print_table(table)
