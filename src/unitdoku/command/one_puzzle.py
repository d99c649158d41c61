"""The one puzzle that some commands are about."""

from __future__ import annotations

import sys
from itertools import islice

from unitdoku.command.inputs import Inputs, checked_symbols, named_layout
from unitdoku.reference.puzzle import Puzzle


def one_puzzle(source: str, layout: str, symbols: str | None) -> Puzzle:
    """The puzzle that an argument is, or that is alone in a file or on standard input.

    Otherwise it is said what is wrong, and the command ends with status 2.
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
