"""Tables on standard output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def new_table(*headings: str, left: int = 1) -> Table:
    """Returns an empty table; the first `left` columns hold words, the others numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="left" if index < left else "right", no_wrap=index == 0)
    return table


def add_row(table: Table, *cells: str) -> None:
    """Adds a row of plain text: rich would read the brackets of `unitdoku[sat]` in a string as markup."""
    from rich.text import Text

    table.add_row(*map(Text, cells))


def print_table(table: Table) -> None:
    """Prints the table; lines have up to 250 characters where standard output is no terminal."""
    from rich.console import Console

    console = Console() if sys.stdout.isatty() else Console(width=250)
    console.print(table)
