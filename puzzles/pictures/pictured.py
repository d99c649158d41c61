"""What pictures show of a layout: regions, cages, clues, marks, lines and shaded units; the other rules in words.

Both renderers start with `pictured`. All of it is found in the layout; nothing else is kept for pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...reference.layouts.cell_lists import is_connected, line_from
from ...reference.layouts.lines import DIRECTIONS, number_pairs
from ...reference.layouts.neighbours import SIGNS, compared, comparison_of
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout, Position
from ...reference.model.puzzle import Puzzle, pencil_marks
from ...reference.model.rules import Pair, Sum, Unit

_MARKS = {"white dot": "○", "black dot": "●", "X": "X", "V": "V"}
_MOST_SHADED = 12
"""More units would hide each other."""
_MOST_NOTES = 12


class Pictured(NamedTuple):
    """What a picture shows of a layout."""

    layout: Layout
    regions: list[Hashable]
    """One for each cell: heavy lines are drawn between cells of different regions."""
    cages: list[Sum]
    """Sums of cells whose values differ: connected ones; no two have a cell in common."""
    clues: dict[Position, list[str]]
    """The totals of Kakuro in black cells: below the place and to its right, `""` where there is none."""
    marks: dict[tuple[int, int], str]
    """Two cells side by side or below each other, and the character between them: `<>^v` or one of `_MARKS`."""
    lines: list[RuleLine]
    """Those of units, which are neither rows nor columns nor regions nor cages, come first; at most 12."""
    notes: list[str]
    """The rules that have no picture in words; at most 12 of them, and how many more."""
    rows: range
    columns: range
    """Rows and columns of cells and clues; those of clues may begin at -1."""

    def edges(self) -> Iterator[tuple[Position, int | None, int | None, int | None]]:
        """Yields each place, and those at the lower and right ends, with the cells in it, above it and left of it."""
        cell_at = self.layout.cell_at
        for row, column in product((*self.rows, self.rows.stop), (*self.columns, self.columns.stop)):
            yield (row, column), cell_at(row, column), cell_at(row - 1, column), cell_at(row, column - 1)

    def are_parted(self, one: int | None, other: int | None) -> bool:
        """Returns whether a heavy line is between two places, each a cell or None where there is no cell."""
        if one is None or other is None:
            return one is not other
        return self.regions[one] != self.regions[other]


@lru_cache(maxsize=16)
def pictured(layout: Layout) -> Pictured:
    """Returns what pictures show of a layout; the last ones are kept."""
    cages: list[Sum] = []
    clues: dict[Position, list[str]] = {}
    taken: set[int] = set()
    marks: dict[tuple[int, int], str] = {}
    units = {frozenset(unit.cells) for unit in layout.units if not unit.repeatable}
    others: list[tuple[str, str]] = []
    for each in layout.sums:
        is_cage = each.relation == "=" and each.coefficients is None and frozenset(each.cells) in units
        heads = [] if layout.is_square or not is_cage else list(_heads(layout, each.cells))
        # A run of one cell may go either way: the first of two goes down.
        head = next(((place, way) for place, way in heads if not clues.get(place, ["", ""])[way]), None)
        if head is not None:
            clues.setdefault(head[0], ["", ""])[head[1]] = str(each.total)
        elif is_cage and taken.isdisjoint(each.cells) and is_connected(each.cells, layout):
            cages.append(each)
            taken.update(each.cells)
        else:
            others.append((each.name, f"{each.written(layout.labels)} {each.relation} {each.total}"))
    relations = [(_MARKS[name], number_pairs(layout, holds)) for name, holds in SIGNS.items()]
    for pair in layout.pairs:
        first, second = sorted(pair.cells)
        if (first, second) not in marks and (mark := _mark(pair, layout, relations)):
            marks[first, second] = mark
        else:
            others.append((pair.name, " ".join(layout.labels[cell] for cell in pair.cells)))
    lines, regions = rule_lines(layout, marks), _regions(layout)
    drawn = frozenset[str]().union(*(line.names for line in lines))
    # A thermometer has no signs beside it.
    rising = [{*line.cells} for line in lines if line.kind == "thermometer"]
    marks = {two: mark for two, mark in marks.items() if mark not in "<>^v" or not any({*two} <= on for on in rising)}
    extra = list(_extra_units(layout, regions, cages))
    large = [unit for unit in extra if len(unit) > 2]
    shaded = large if len(large) <= _MOST_SHADED else []
    lines[:0] = [RuleLine(unit.cells, _kind(layout, unit), frozenset({unit.name})) for unit in shaded]
    counted = [unit for unit in extra if unit not in shaded]
    notes = [f"{name}: {words}" for name, words in others if name not in drawn] + [*_counts(counted)]
    if len(notes) > _MOST_NOTES:
        notes[_MOST_NOTES:] = [f"... and {len(notes) - _MOST_NOTES} more rules"]
    places = zip(*layout.positions, *clues, strict=True)
    rows, columns = (range(min(numbers), max(numbers) + 1) for numbers in places)
    return Pictured(layout, regions, cages, clues, marks, lines, notes, rows, columns)


def value_names(layout: Layout, symbols: str | None) -> Sequence[str]:
    """Returns what stands for each value: its symbol or, without symbols, its number."""
    return symbols or [str(layout.number(value)) for value in range(1, layout.size + 1)]


def contents(puzzle: Puzzle, solution: Grid | None, candidates: bool) -> list[tuple[str, int]]:
    """Returns for each cell what stands in it, and the set of its values: `given`, `found`, `small` or `open`.

    With `candidates` each open cell has small digits for what it may hold beside the givens, else only cells for which
    the puzzle rules values out.
    """
    givens = puzzle.givens
    found = []
    for cell, mask in enumerate(pencil_marks(puzzle) if candidates else puzzle.candidates):
        if cell in givens:
            found.append(("given", mask))
        elif solution is not None:
            found.append(("found", 1 << (solution[cell] - 1)))
        else:
            found.append(("small" if candidates or mask != puzzle.layout.all_values else "open", mask))
    return found


def _kind(layout: Layout, unit: Unit) -> str:
    """Returns `diagonal` for cells that follow each other at their corners, in one direction; else `shade`."""
    lines = (line_from(layout, unit.cells[0], step) for step in DIRECTIONS.values())
    return "diagonal" if any(line[: len(unit)] == unit.cells for line in lines) else "shade"


def _regions(layout: Layout) -> list[Hashable]:
    """Returns for each cell its block, or else the first unit around it that is neither a line nor scattered cells.

    Of two such units that overlap the first is a region.
    """
    if layout.block is not None:
        height, width = layout.block
        return [(row // height, column // width) for row, column in layout.positions]
    found: dict[int, int] = {}
    for number, unit in enumerate(layout.units):
        places = {layout.positions[cell] for cell in unit.cells}
        touching = any((row, column + 1) in places for row, column in places)
        if touching and len({row for row, _ in places}) > 1 and found.keys().isdisjoint(unit.cells):
            found |= dict.fromkeys(unit.cells, number)
    return [found.get(cell) for cell in range(layout.cell_count)]


def _extra_units(layout: Layout, regions: Sequence[Hashable], cages: Sequence[Sum]) -> Iterator[Unit]:
    """Yields the units that are neither lines nor regions nor cages."""
    known = {frozenset(cage.cells) for cage in cages}
    cells_of: dict[Hashable, set[int]] = {}
    for cell, region in enumerate(regions):
        cells_of.setdefault(region, set()).add(cell)
    known.update(map(frozenset, cells_of.values()))
    for unit in layout.units:
        rows, columns = ({layout.positions[cell][way] for cell in unit.cells} for way in (0, 1))
        if len(rows) > 1 and len(columns) > 1 and frozenset(unit.cells) not in known:
            yield unit


def _counts(units: Sequence[Unit]) -> Iterator[str]:
    """Yields in words how many units there are of each kind: the name without a number or cells at its end."""
    kinds: Counter[tuple[str, int]] = Counter()
    for unit in units:
        # From the end, where there is only one way to match: a name may be long.
        kind = re.sub(r"^\d++[A-Z]*+(?:[- ,<>]*+\d++[A-Z]*+)*+[ :]*", "", unit.name[::-1])[::-1] or "others"
        kinds[kind, len(unit.cells)] += 1
    for (kind, cells), count in kinds.items():
        yield f"{kind}: {count} {'unit' if count == 1 else 'units'} of {cells} cells"


def _heads(layout: Layout, cells: Sequence[int]) -> Iterator[tuple[Position, int]]:
    """Yields the free places above and left of cells that go down or right from there to another free place.

    With each place comes 0 for down, 1 for right.
    """
    row, column = layout.positions[cells[0]]
    for way, (down, right) in enumerate(((1, 0), (0, 1))):
        before = row - down, column - right
        if layout.cell_at(*before) is None and line_from(layout, cells[0], (down, right)) == tuple(cells):
            yield before, way


def _mark(pair: Pair, layout: Layout, relations: Sequence[tuple[str, frozenset[tuple[int, int]]]]) -> str | None:
    """Returns the mark between two neighbouring cells; None for a rule that has none."""
    first, second = sorted(pair.cells)
    (row, column), other = layout.positions[first], layout.positions[second]
    beside = (row, column + 1) == other
    if not beside and (row + 1, column) != other:
        return None
    allowed = frozenset(each if pair.cells[0] == first else each[::-1] for each in pair.allowed)
    sign = comparison_of(allowed, layout.size)
    if sign in ("<", ">"):
        return sign if beside else {"<": "^", ">": "v"}[sign]
    return next((mark for mark, numbers in relations if allowed == numbers), None)


# Which sums and pairs are drawn as lines between cells: thermometers, arrows, palindromes and other pairs.

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
