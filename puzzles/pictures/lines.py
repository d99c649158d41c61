"""Which sums and pairs are drawn as lines between cells: thermometers, arrows, palindromes and other pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ...reference.layouts.neighbours import compared
from ...reference.model.layout import Layout
from ...reference.model.rules import Pair, Sum

_WORDS = {"thermometer": "thermometer from its bulb", "arrow": "arrow from its circle"}


class RuleLine(NamedTuple):
    """Cells that a line connects, in order, or that are shaded, and the names of the rules that this stands for."""

    cells: tuple[int, ...]
    kind: str
    """`thermometer` (its first cell is the bulb), `arrow` (its first cell has the sum), `line`, `diagonal`, `shade`."""
    names: frozenset[str]

    def in_words(self, layout: Layout) -> str:
        """Returns what the line means, and its cells: `thermometer from its bulb: A1 A2`."""
        # Names of palindromes and clones end with their first cell.
        name = _WORDS.get(self.kind) or min(self.names).removesuffix(f" {layout.labels[self.cells[0]]}")
        return f"{name}: {' '.join(layout.labels[cell] for cell in self.cells)}"


def rule_lines(layout: Layout, marked: Collection[tuple[int, int]]) -> list[RuleLine]:
    """Returns the lines of a layout; pairs of cells that have marks between them get none.

    Smaller-than pairs are thermometers where they are called so, or some of them are between cells that are no
    neighbours; else they are signs.
    """
    found = [line for each in layout.sums if (line := _arrow(each)) is not None]
    chains = list(_chains(layout.pairs))
    rising, equal = (compared(sign, layout.size) for sign in ("<", "="))
    increasing = [pair for chain in chains for pair in chain if pair.allowed == rising]
    are_thermometers = any(
        pair.name.startswith("thermometer") or tuple(sorted(pair.cells)) not in marked for pair in increasing
    )
    equals: dict[str, list[Pair]] = {}
    for chain in chains:
        names, allowed = frozenset(pair.name for pair in chain), chain[0].allowed
        cells = (chain[0].cells[0], *(pair.cells[1] for pair in chain))
        if allowed == rising and are_thermometers:
            found.append(RuleLine(cells, "thermometer", names))
        elif allowed == equal:
            equals.setdefault(chain[0].name, []).extend(chain)
        elif not all(tuple(sorted(pair.cells)) in marked for pair in chain):
            found.append(RuleLine(cells, "line", names))
    for name, pairs in equals.items():
        # A palindrome comes as pairs from its ends to its middle, which is in no rule where it is a cell.
        cells = (*(pair.cells[0] for pair in pairs), *(pair.cells[1] for pair in reversed(pairs)))
        found.append(RuleLine(cells, "line", frozenset({name})))
    return found


def _arrow(each: Sum) -> RuleLine | None:
    """Returns the line of a sum that says that one cell is the sum of others; None for another sum."""
    for sign in (1, -1):
        heads = [cell for cell, times in each.terms if times == sign]
        others = [cell for cell, times in each.terms if times == -sign]
        if len(heads) == 1 and len(others) == len(each) - 1 and others and each.relation == "=" and not each.total:
            return RuleLine((heads[0], *others), "arrow", frozenset({each.name}))
    return None


def _chains(pairs: tuple[Pair, ...]) -> Iterator[list[Pair]]:
    """Yields pairs of one relation, as long as each begins where the one before it ends."""
    chain: list[Pair] = []
    for pair in pairs:
        if chain and (pair.allowed != chain[-1].allowed or pair.cells[0] != chain[-1].cells[1]):
            yield chain
            chain = []
        chain.append(pair)
    if chain:
        yield chain
