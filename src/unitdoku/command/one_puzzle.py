"""The one puzzle that some commands take."""

from __future__ import annotations

import sys
from itertools import islice

from unitdoku.command.inputs import Inputs, checked_symbols, named_layout
from unitdoku.reference.puzzle import Puzzle


def one_puzzle(source: str, layout: str, symbols: str | None) -> Puzzle:
    """Returns the puzzle in an argument, or the only one in a file or on standard input.

    Otherwise reports the error, and ends the command with status 2.
    """
    rules = named_layout(layout)
    inputs = Inputs(rules, checked_symbols(symbols, rules))
    found: list[Puzzle] = []
    for puzzle in islice(inputs.of(source), 2):
        if found:
            inputs.complain(f"{inputs.place}: a second puzzle, where one is expected")
        found.append(puzzle)
    if inputs.errors:
        sys.exit(2)
    return found[0]
