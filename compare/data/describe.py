"""The rules of a layout as sentences, derived from its units, sums and pairs: for the prompt of a language model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, groupby

from ...encoders.reasons.words import rule_text
from ...reference.errors import joined
from ...reference.layout import Layout
from ...reference.layouts.classic import CLASSIC
from ...reference.layouts.names import layout_named
from ...reference.layouts.relations import comparison_of
from ...reference.pair import Pair

_MEASURES: dict[str, Callable[[int, int], int]] = {
    "differ by": lambda one, other: abs(one - other),
    "add up to": lambda one, other: one + other,
}
"""What the numbers of a pair may have in common."""


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
    labels = "Cells have labels: rows are A, B, C from the top, columns 1, 2, 3 from the left." if names else ""
    return "\n".join(filter(None, [lines[0], _shape(rules), labels, *lines[1:]]))


def _shape(layout: Layout) -> str:
    """Returns which cells there are, where they are no rectangle from A1 on."""
    if _rectangle(layout.positions) and layout.positions[0] == (0, 0):
        return ""
    rows = "; ".join(_cells(row, layout) for row in layout.rows)
    return f"The grid has these {layout.cell_count} cells: {rows}."


def _units(layout: Layout) -> Iterator[str]:
    first, last = layout.number(1), layout.number(layout.size)
    left = {frozenset(unit.cells): unit for unit in layout.units if len(unit) > 1 and not unit.repeatable}
    found: dict[bool, list[str]] = {True: [], False: []}
    for name, groups in _families(layout):
        sets = set(map(frozenset, groups))
        if len(sets) > 0 and sets <= left.keys() and len(set(map(len, sets))) == 1:
            found[layout.is_complete(left[min(sets, key=sorted)])].append(name)
            for each in sets:
                del left[each]
    rows, columns = (1 + max(place) - min(place) for place in zip(*layout.positions, strict=True))
    complete = f" so that {joined(found[True], 'and')} has each of {first} to {last} once" if found[True] else ""
    grid = f"a {rows}x{columns} grid" if _rectangle(layout.positions) else "the grid"
    yield f"Fill {grid}{complete}." if complete else f"Fill {grid} with numbers from {first} to {last}."
    if found[False]:
        yield f"Numbers differ within {joined(found[False], 'and')}."
    pairs = {cells for cells in left if len(cells) == 2}
    apart = _apart(pairs, layout, lambda one, other: other in layout.peers[one])
    if apart:
        yield f"Two cells differ that are {apart} apart."
    rest = [unit for cells, unit in left.items() if not (apart and cells in pairs)]
    for whole, words in ((True, f"has each of {first} to {last} once"), (False, "has different numbers")):
        named = [f"{unit.name}: {_cells(unit.cells, layout)}" for unit in rest if layout.is_complete(unit) == whole]
        if named:
            yield f"Each of these groups of cells {words}: {'; '.join(named)}."
    for unit in layout.repeating_units:
        may = joined([str(layout.number(value)) for value in unit.repeatable], "and")
        yield f"Numbers differ within {_cells(unit.cells, layout)}, but {may} may repeat."


def _families(layout: Layout) -> Iterator[tuple[str, Sequence[Iterable[int]]]]:
    """Yields the groups of cells that have a word: rows, columns, blocks, diagonals."""
    cells = range(layout.cell_count)

    def by(key: Callable[[int, int], object]) -> list[list[int]]:
        groups: dict[object, list[int]] = defaultdict(list)
        for cell in cells:
            groups[key(*layout.positions[cell])].append(cell)
        return list(groups.values())

    if not _rectangle(layout.positions):
        return
    yield "each row", by(lambda row, _: row)
    yield "each column", by(lambda _, column: column)
    if layout.block is not None:
        height, width = layout.block
        size = f"{height}x{width}" if height == width else f"{height}x{width} (rows x columns)"
        yield f"each {size} block", by(lambda row, column: (row // height, column // width))
    if layout.is_square:
        last = layout.size - 1
        yield "the main diagonal from A1", by(lambda row, column: row == column)[:1]
        yield "the other diagonal", by(lambda row, column: row + column != last)[1:]


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
        where = "; ".join(
            f"{layout.labels[one]}, {layout.labels[other]}" for one, other in (each.cells for each in pairs)
        )
        yield f"Two cells that are {apart} apart {words}." if apart else f"These pairs of cells {words}: {where}."
    if signs:
        yield f"Comparisons: {'; '.join(signs)}."


def _relation(allowed: Collection[tuple[int, int]], layout: Layout) -> str:
    """Returns which numbers may stand in two cells, as the end of a sentence."""
    numbers = {(layout.number(one), layout.number(other)) for one, other in allowed}
    values = range(layout.number(1), layout.number(layout.size) + 1)
    every = [(one, other) for one in values for other in values]
    for words, measure in _MEASURES.items():
        results = {measure(*pair) for pair in numbers}
        if numbers == {pair for pair in every if measure(*pair) in results}:
            others = {measure(*pair) for pair in every} - results
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
    every = (pair for pair in combinations(range(layout.cell_count), 2) if distance(*pair) in distances)
    words = (
        joined(
            [
                f"{count} {word}{'s' * (count > 1)}"
                for count, word in zip(each, ("row", "column"), strict=True)
                if count
            ],
            "and",
        )
        for each in sorted(distances)
    )
    return joined(list(words), "or") if all(holds(*pair) for pair in every) else ""


def _rectangle(positions: Sequence[tuple[int, int]]) -> bool:
    rows, columns = ({position[axis] for position in positions} for axis in (0, 1))
    spans = (1 + max(places) - min(places) for places in (rows, columns))
    return len(positions) == len(rows) * len(columns) and list(map(len, (rows, columns))) == list(spans)


def _cells(cells: Iterable[int], layout: Layout) -> str:
    """Returns labels of cells: `A1-C3` for a rectangle, `A1-A3, B1` otherwise."""
    listed, labels, at = sorted(cells), layout.labels, layout.positions
    if _rectangle([at[cell] for cell in listed]):
        runs = [listed]
    else:
        places = enumerate(listed)
        by_row = groupby(places, lambda place: (at[place[1]][0], at[place[1]][1] - place[0]))
        runs = [[cell for _, cell in run] for _, run in by_row]
    return ", ".join(labels[run[0]] + (f"-{labels[run[-1]]}" if len(run) > 1 else "") for run in runs)
