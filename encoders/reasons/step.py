"""A step of a derivation: what follows from which known cells and rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...reference.layout import Layout, Rule
from ...reference.layouts.relations import comparison_of
from ...reference.puzzle import Puzzle, values_in
from ...reference.sum import Sum
from ...reference.unit import Unit


@dataclass(frozen=True, repr=False)
class Step:
    """What follows from some known cells and rules alone: fewer candidates of a cell, or a contradiction."""

    cell: int | None
    """The cell that loses candidates, counted from 0; None for a contradiction."""
    left: int
    """The candidates that the cell may still have, bit `v - 1` for value `v`; 0 for a contradiction."""
    facts: Mapping[int, int]
    """Cell to the candidates that it was known to have at most, for the cells that the step goes by."""
    rules: tuple[Rule, ...]
    """The units, sums and pairs that the step goes by."""
    text: str
    """The step as a sentence."""
    inner: tuple[Step, ...] = ()
    """The steps from a supposition to a contradiction, where the step is found so."""
    lost: str = ""
    """The sentence without the cell, where it may be one of several cells: `not 2: ...`. Empty for other steps."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Step: {self.text}>"

    @property
    def cost(self) -> int:
        """The number of cells and rules that the step goes by."""
        return len(self.facts) + len(self.rules)

    @property
    def contradiction(self) -> bool:
        """Whether the known cells and rules contradict each other."""
        return self.cell is None

    def refuted_puzzle(self, layout: Layout) -> Puzzle:
        """Returns a puzzle that has no solution exactly where the step is right: `certify` proves it.

        It has the rules of the step alone, the known cells that it goes by, and the opposite of what follows.
        """
        puzzle = Puzzle.empty(only(layout, self.rules))
        for cell, mask in self.facts.items():
            puzzle = puzzle.restricted(cell, mask)
        if self.cell is not None:
            puzzle = puzzle.restricted(self.cell, layout.all_values & ~self.left)
        return puzzle


def only(layout: Layout, rules: Iterable[Rule]) -> Layout:
    """Returns the layout with these of its rules alone."""
    chosen = list(rules)
    units = tuple(rule for rule in chosen if isinstance(rule, Unit))
    sums = tuple(rule for rule in chosen if isinstance(rule, Sum))
    pairs = tuple(rule for rule in chosen if not isinstance(rule, (Unit, Sum)))
    return replace(layout, units=units, sums=sums, pairs=pairs)


def needed(steps: Sequence[Step], goals: Iterable[int] | None = None) -> tuple[Step, ...]:
    """Returns some of the steps, in their order, each behind those that it goes by, directly or not; no others.

    `goals` are the indices of the steps, ascending; by default the last one.
    """
    found: list[Step] = []
    left: dict[int | None, int] = {}  # by the steps found so far
    for goal in [len(steps) - 1] if goals is None else goals:
        before = [goal]
        cells: set[int | None] = set(steps[goal].facts)
        if steps[goal].left.bit_count() > 1:
            cells.add(steps[goal].cell)  # it places a value only with what was ruled out before
        for number in reversed(range(goal)):
            step = steps[number]
            if step.cell in cells and left.get(step.cell, -1) & ~step.left:
                before.append(number)
                cells |= set(step.facts)
        for number in reversed(before):
            step = steps[number]
            left[step.cell] = left.get(step.cell, -1) & step.left
            found.append(step)
    return tuple(found)


def rule_text(rule: Rule, layout: Layout) -> str:
    """Returns the words by which a step names a rule: `row 2`, `A1 + A2 = 3`, `A1 < A2`, `white dot of A1 and A2`."""
    if isinstance(rule, Unit):
        return rule.name
    if isinstance(rule, Sum):
        return f"{rule.written(layout.labels)} {rule.relation} {rule.total}"
    first, second = (layout.labels[cell] for cell in rule.cells)
    sign = comparison_of(frozenset(pair for pair in rule.allowed if max(pair) <= layout.size), layout.size)
    return f"{first} {sign} {second}" if sign else f"{rule.name} of {first} and {second}"


def values_text(mask: int, layout: Layout, word: str = "and") -> str:
    """Returns the values of a candidate set as the layout counts them: `1, 4 and 7`."""
    return listed([str(layout.number(value)) for value in values_in(mask)], word)


def candidates_text(mask: int, layout: Layout) -> str:
    """Returns what is known of a cell with some candidates left, by the shorter of two lists."""
    others = layout.all_values & ~mask
    if others.bit_count() < mask.bit_count():
        return f"it cannot be {values_text(others, layout, 'or')}"
    return f"it is one of {values_text(mask, layout)}"


def with_article(number: int) -> str:
    """Returns `a 7`, and `an 8`."""
    return f"{'an' if str(number)[0] == '8' or number in (11, 18) else 'a'} {number}"


def cells_text(cells: Iterable[int], layout: Layout) -> str:
    """Returns the labels of cells: `A1, A4 and B7`."""
    return listed([layout.labels[cell] for cell in sorted(cells)])


def listed(parts: list[str], word: str = "and") -> str:
    """Returns words with commas and `and` between them."""
    return f" {word} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
