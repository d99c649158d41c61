"""The rules of a layout as sentences, derived from its units, sums and pairs: for the prompt of a language model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from itertools import combinations, groupby
from math import prod

from ...encoders.reasons.step import rule_text
from ...reference.contract.errors import joined
from ...reference.layouts.classic import CLASSIC, grouped
from ...reference.layouts.names import layout_named
from ...reference.layouts.neighbours import comparison_of
from ...reference.model.layout import Layout
from ...reference.model.rules import Pair


def describe(layout: Layout | str = CLASSIC) -> str:
    """Returns the rules of a layout as sentences, one in each line; a layout or its name.

    Rows, columns, blocks and diagonals are recognised by their cells, and so are rules that hold for all cells at one
    distance; all other rules list their cells. Cells have the labels that a sentence explains. Nothing is said about
    givens. The rules can be rebuilt from the sentences; two layouts with different rules differ in them.
    """
    rules = layout if isinstance(layout, Layout) else layout_named(layout)
    lines = [*_units(rules), *_pairs(rules)]
    if rules.sums:
        lines.append(f"Sums: {'; '.join(rule_text(each, rules) for each in rules.sums)}.")
    if rules.shown is not None:
        lines.append(f"Two solutions count as one where they agree in {_cells(rules.shown, rules)}.")
    names = any(label in line.replace(",", " ").replace("-", " ").split() for line in lines for label in rules.labels)
    if names:
        lines.insert(1, "Cells have labels: rows are A, B, C from the top, columns 1, 2, 3 from the left.")
    if not _is_rectangle(rules.positions) or rules.positions[0] != (0, 0):
        rows = "; ".join(_cells(row, rules) for row in rules.rows)
        lines.insert(1, f"The grid has these {rules.cell_count} cells: {rows}.")
    return "\n".join(lines)


def _units(layout: Layout) -> Iterator[str]:
    each_once = f"has each of {layout.number(1)} to {layout.number(layout.size)} once"
    left = {frozenset(unit.cells): unit for unit in layout.units if len(unit) > 1 and not unit.repeatable}
    found: dict[bool, list[str]] = {True: [], False: []}
    for name, keys in _families(layout).items():
        sets = set(map(frozenset, grouped(keys).values()))
        if sets and sets <= left.keys() and len(set(map(len, sets))) == 1:
            found[{layout.is_complete(left.pop(each)) for each in sets}.pop()].append(name)
    grid = "a {}x{} grid".format(*_spans(layout.positions)) if _is_rectangle(layout.positions) else "the grid"
    if found[True]:
        yield f"Fill {grid} so that {joined(found[True], 'and')} {each_once}."
    else:
        yield f"Fill {grid} with numbers from {layout.number(1)} to {layout.number(layout.size)}."
    if found[False]:
        yield f"Numbers differ within {joined(found[False], 'and')}."
    pairs = {cells for cells in left if len(cells) == 2}
    apart = _apart(pairs, layout, lambda one, other: other in layout.peers[one])
    if apart:
        yield f"Two cells differ that are {apart} apart."
    rest = [unit for cells, unit in left.items() if not (apart and cells in pairs)]
    for whole, words in ((True, each_once), (False, "has different numbers")):
        named = [f"{unit.name}: {_cells(unit.cells, layout)}" for unit in rest if layout.is_complete(unit) == whole]
        if named:
            yield f"Each of these groups of cells {words}: {'; '.join(named)}."
    for unit in layout.repeating_units:
        may = joined([str(layout.number(value)) for value in unit.repeatable], "and")
        yield f"Numbers differ within {_cells(unit.cells, layout)}, but {may} may repeat."


def _families(layout: Layout) -> dict[str, list[Hashable | None]]:
    """Returns groups of cells that have a word, rows, columns, blocks and diagonals: a key for each cell."""
    at = layout.positions
    found: dict[str, list[Hashable | None]] = {}
    if _is_rectangle(at):
        found = {"each row": [row for row, _ in at], "each column": [column for _, column in at]}
        if layout.block is not None:
            height, width = layout.block
            size = f"{height}x{width}" if height == width else f"{height}x{width} (rows x columns)"
            found[f"each {size} block"] = [(row // height, column // width) for row, column in at]
    if layout.is_square:
        found["the main diagonal from A1"] = [0 if row == column else None for row, column in at]
        found["the other diagonal"] = [0 if row + column == layout.size - 1 else None for row, column in at]
    return found


def _pairs(layout: Layout) -> Iterator[str]:
    tables: dict[frozenset[tuple[int, int]], list[Pair]] = defaultdict(list)
    for pair in layout.pairs:
        tables[pair.allowed].append(pair)
    signs = []
    for allowed, pairs in tables.items():
        if comparison_of(allowed, layout.size):
            signs += [rule_text(pair, layout) for pair in pairs]
            continue
        words, is_symmetric = _relation(allowed, layout), all((other, one) in allowed for one, other in allowed)
        cells = {frozenset(pair.cells) for pair in pairs}
        apart = _apart(cells, layout, lambda one, other: {one, other} in cells) if is_symmetric else ""  # noqa: B023
        where = "; ".join(", ".join(layout.labels[cell] for cell in pair.cells) for pair in pairs)
        yield f"Two cells that are {apart} apart {words}." if apart else f"These pairs of cells {words}: {where}."
    if signs:
        yield f"Comparisons: {'; '.join(signs)}."


def _relation(allowed: Collection[tuple[int, int]], layout: Layout) -> str:
    """Returns which numbers may stand in two cells, as the end of a sentence."""
    values = range(layout.number(1), layout.number(layout.size) + 1)
    every = [(one, other) for one in values for other in values]
    numbers = {(layout.number(one), layout.number(other)) for one, other in allowed}
    differences, totals = {pair: abs(pair[0] - pair[1]) for pair in every}, {pair: sum(pair) for pair in every}
    for words, result_of in (("differ by", differences), ("add up to", totals)):
        results = {result_of[pair] for pair in numbers}
        if numbers == {pair for pair in every if result_of[pair] in results}:
            others = set(result_of.values()) - results
            few, start = (others, "do not ") if 0 < len(others) < len(results) else (results, "")
            return f"{start}{words} {joined([str(result) for result in sorted(few)], 'or')}"
    return f"hold one of {', '.join(f'{one} {other}' for one, other in sorted(numbers))}"


def _apart(pairs: Collection[frozenset[int]], layout: Layout, holds: Callable[[int, int], bool]) -> str:
    """Returns the distances of these pairs of cells, if the rule holds for all cells at these distances; else ''."""
    at = layout.positions

    def distance(one: int, other: int) -> tuple[int, int]:
        return abs(at[one][0] - at[other][0]), abs(at[one][1] - at[other][1])

    distances = {distance(*pair) for pair in pairs}
    if len(pairs) <= 2 * len(distances):
        return ""  # a list is as short
    every = combinations(range(layout.cell_count), 2)
    if not all(holds(*pair) for pair in every if distance(*pair) in distances):
        return ""
    words = (
        [f"{count} {word}{'s' * (count > 1)}" for count, word in zip(each, ("row", "column"), strict=True) if count]
        for each in sorted(distances)
    )
    return joined([joined(each, "and") for each in words], "or")


def _spans(positions: Iterable[tuple[int, int]]) -> list[int]:
    """Returns how many rows and how many columns lie between the outermost positions, these included."""
    return [1 + max(places) - min(places) for places in zip(*positions, strict=True)]


def _is_rectangle(positions: Collection[tuple[int, int]]) -> bool:
    return len(positions) == prod(_spans(positions))


def _cells(cells: Iterable[int], layout: Layout) -> str:
    """Returns labels of cells: `A1-C3` for a rectangle, `A1-A3, B1` otherwise."""
    listed, labels, at = sorted(cells), layout.labels, layout.positions
    if _is_rectangle([at[cell] for cell in listed]):
        runs = [listed]
    else:
        by_row = groupby(enumerate(listed), lambda place: (at[place[1]][0], at[place[1]][1] - place[0]))
        runs = [[cell for _, cell in run] for _, run in by_row]
    return ", ".join(labels[run[0]] + (f"-{labels[run[-1]]}" if len(run) > 1 else "") for run in runs)
