"""The names that a shell completes: functions for `shell_complete=` of click's options and arguments.

They import what they list when they are called, since no other command needs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def backend_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Returns the installed backends that begin so."""
    from unitdoku.encoders.naming.families import ROWS

    # A family is imported to list its solvers: only those that the word may name.
    family = incomplete.partition(":")[0]
    rows = [row for row in ROWS if row.is_installed and row.name.startswith(family)]
    return _beginning(incomplete, (name for row in rows for name in row.names()))


def several_backend_names(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Returns lists with commas whose last name is completed."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in backend_names(ctx, parameter, last)]


def proof_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Returns the ways to prove, and the solvers of PySAT that write proofs."""
    from unitdoku.encoders.backends.pysat_table import PROVING
    from unitdoku.encoders.certificates.certify import WAYS

    return _beginning(incomplete, [*WAYS, *(f"sat:{solver}" for solver in PROVING)])


def layout_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Returns the layouts that begin so; after a plus, the units to add."""
    from unitdoku.reference.layouts.names import BASES, EXTRAS

    before, plus, last = incomplete.rpartition("+")
    return [before + plus + name for name in _beginning(last, EXTRAS if plus else [*BASES, *EXTRAS])]


def format_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Returns the formats that begin so."""
    from unitdoku.puzzles.formats.table import FORMATS

    return _beginning(incomplete, FORMATS)


def corpora_or_files(_: click.Context, __: click.Parameter, incomplete: str) -> list[str] | list[CompletionItem]:
    """Returns the built-in corpora that begin so; the shell adds files where there is none."""
    from click.shell_completion import CompletionItem

    from unitdoku.compare.corpora.corpus import built_in_corpora

    return _beginning(incomplete, built_in_corpora()) or [CompletionItem(incomplete, "file")]
