"""What pictures say in words: rules that are not drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.layout import Layout
from .extra_units import other_units
from .pictured import Pictured
from .rule_lines import RuleLine

_MOST_LINES = 12
_WORDS = {"thermometer": "thermometer from its bulb", "arrow": "arrow from its circle"}


def line_in_words(layout: Layout, line: RuleLine) -> str:
    """Returns what a line means, and its cells: `thermometer from its bulb: A1 A2`."""
    # Names of palindromes and clones end with their first cell.
    name = _WORDS.get(line.kind) or min(line.names).removesuffix(f" {layout.labels[line.cells[0]]}")
    return f"{name}: {' '.join(layout.labels[cell] for cell in line.cells)}"


def notes(layout: Layout, shown: Pictured, lines: Sequence[RuleLine]) -> list[str]:
    """Returns the sums, pairs and units that have no picture in words; at most 12 of them, and how many more."""
    drawn = frozenset[str]().union(*(line.names for line in lines))
    words = [line for line in shown.lines if line.split(":")[0] not in drawn]
    words += other_units(layout, shown.cages)
    more = [f"... and {len(words) - _MOST_LINES} more rules"] if len(words) > _MOST_LINES else []
    return [*words[:_MOST_LINES], *more]
