"""A step of a derivation: what follows from which known cells and rules; and the words that say so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import fill
from typing import NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import joined
from ...reference.layouts.neighbours import comparison_of
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import Sum, Unit
from .small_sets import Choice, fewest

# Words of explanations: how rules, values and cells are named in sentences, and lines for a terminal of 80 columns.

WIDTH = 80
"""The columns of a line, where no other number is given."""


def lines_of(text: str, width: int, start: str = "") -> str:
    """Returns the text in lines of up to so many columns; the first begins with `start`, the others are indented."""
    return fill(text, width, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def rule_text(rule: Rule, layout: Layout) -> str:
    """Returns the words by which a step names a rule: `row B`, `A1 + A2 = 3`, `A1 < A2`, `white dot of A1 and A2`."""
    if isinstance(rule, Unit):
        return rule.name
    if isinstance(rule, Sum):
        return f"{rule.written(layout.labels)} {rule.relation} {rule.total}"
    first, second = (layout.labels[cell] for cell in rule.cells)
    sign = comparison_of(frozenset(pair for pair in rule.allowed if max(pair) <= layout.size), layout.size)
    return f"{first} {sign} {second}" if sign else f"{rule.name} of {first} and {second}"


def values_text(mask: int, layout: Layout, word: str = "and") -> str:
    """Returns the values of a candidate set as the layout counts them: `1, 4 and 7`."""
    return joined([str(layout.number(value)) for value in values_in(mask)], word)


def with_article(number: int) -> str:
    """Returns `a 7`, and `an 8`."""
    return f"{'an' if str(number)[0] == '8' or number in (11, 18) else 'a'} {number}"


def cells_text(cells: Iterable[int], layout: Layout, word: str = "and") -> str:
    """Returns the labels of cells: `A1, A4 and B7`."""
    return joined([layout.labels[cell] for cell in sorted(cells)], word)


# What is known of the cells of a puzzle, and by which cells and units, as few as there can be, values are ruled out.
#
# The costs of steps are after Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve constraint
# satisfaction problems" (2021), which minimises them by a solver.

ALL_FILLED = "all are filled"
"""Why no other cell of a unit can take a value, where they have others."""


class RuledOut(NamedTuple):
    """By which cells and units some cells lose candidates."""

    facts: dict[int, int]
    """Cell to its known candidates, for the cells that rule candidates out."""
    units: list[Unit]
    cells_of: dict[Choice, list[int]]
    """A cell and a unit, or a cell that lacks the candidates itself, to the cells that lose some by it."""


class Known:
    """The known candidates of all cells, and what the units rule out by them at once: bit `v - 1` for value `v`."""

    def __init__(self, layout: Layout, candidates: Sequence[int]) -> None:
        self.layout = layout
        self.candidates = [layout.all_values] * layout.cell_count
        self.left = self.candidates.copy()
        """The candidates of each cell that no other cell has for certain."""
        self._holders: dict[int, list[int]] = {}
        self.learn(dict(enumerate(candidates)))

    def learn(self, left: Mapping[int, int]) -> None:
        """Leaves these candidates at most in these cells."""
        for cell, mask in left.items():
            before = self.candidates[cell]
            now = self.candidates[cell] = before & mask
            self.left[cell] &= mask
            if before & (before - 1) and now & (now - 1) == 0:
                self._holders.setdefault(now.bit_length(), []).append(cell)
                for other in self.layout.rivals(cell, now.bit_length()):
                    self.left[other] &= ~now
        self.places = [(unit, *self._places(unit)) for unit in self.layout.complete_units]
        """Complete units, each with its values that have a place, those with a single open one, and its open cells."""

    def _places(self, unit: Unit) -> tuple[int, int, int]:
        some = several = count = 0
        for cell in unit.cells:
            mask, before = self.left[cell], self.candidates[cell]
            is_open = before & (before - 1) != 0
            several |= some & mask if is_open else mask
            some |= mask
            count += is_open
        return some, some & ~several, count

    def ruled_out(self, lost: Mapping[int, int], free: Unit | None = None) -> RuledOut:
        """Returns by which cells and units, as few as there can be, cells lose these candidates; `free` costs nothing.

        A cell that was known to lack a candidate lacks it by itself.
        """
        # By choice a bit for each candidate that it covers: a holder and a unit may rule a value out of several cells.
        items = [(cell, value) for cell, mask in lost.items() for value in values_in(mask)]
        covers: dict[Choice, int] = {}
        for number, (cell, value) in enumerate(items):
            lacks: list[Choice] = [] if self.candidates[cell] & 1 << value - 1 else [(cell, None)]
            for choice in lacks + self._blockers(cell, value):
                covers[choice] = covers.get(choice, 0) | 1 << number
        covered = 0
        cells_of: dict[Choice, list[int]] = {}
        for choice in fewest(covers, free):
            cells_of[choice] = sorted({items[number - 1][0] for number in values_in(covers[choice] & ~covered)})
            covered |= covers[choice]
        facts = {cell: self.candidates[cell] for cell, _ in cells_of}
        return RuledOut(facts, list(dict.fromkeys(unit for _, unit in cells_of if unit is not None)), cells_of)

    def losses(self, *cells: int) -> RuledOut:
        """Returns by which cells and units these cells have lost their candidates; see `ruled_out`."""
        return self.ruled_out({cell: self.layout.all_values & ~self.left[cell] for cell in cells})

    def _blockers(self, cell: int, value: int) -> list[Choice]:
        """Returns each cell that has the value, with each unit by which it rules it out of this cell."""
        return [
            (holder, unit)
            for holder in self._holders.get(value, ())
            if holder != cell
            for unit in self.layout.units_of[holder]
            if cell in unit.cells and value not in unit.repeatable
        ]

    def without_value(self, unit: Unit, value: int, cells: Iterable[int]) -> tuple[dict[int, int], list[Unit], str]:
        """Returns why cells of a unit cannot have a value: facts and units, as few as there can be, and words."""
        facts, units, cells_of = self.ruled_out(dict.fromkeys(sorted(cells), 1 << value - 1), unit)
        layout, number = self.layout, self.layout.number(value)
        by_holder: dict[int, list[int]] = {}
        for (holder, by), found in cells_of.items():
            if by is not None:
                by_holder.setdefault(holder, []).extend(found)
        reasons = [
            f"the {number} in {layout.labels[holder]} rules out {cells_text(by_holder[holder], layout)}"
            for holder in sorted(by_holder)
        ]
        lacking = [cell for cell, by in cells_of if by is None]
        without = [cell for cell in lacking if facts[cell] & (facts[cell] - 1)]
        filled = [cell for cell in lacking if cell not in without]
        reasons += [f"{cells_text(without, layout)} lost the {number} before"] * bool(without)
        if len(filled) == len(unit) - 1:
            reasons = [ALL_FILLED]
        elif filled:
            reasons.append(f"{cells_text(filled, layout)} {'is' if len(filled) == 1 else 'are'} filled")
        return facts, [unit, *units], "; ".join(reasons)


@dataclass(frozen=True, repr=False)
class Step:
    """What follows from some known cells and rules alone: fewer candidates of some cells, or a contradiction."""

    layout: Layout
    """The layout of the puzzle."""
    left: Mapping[int, int]
    """Cell, counted from 0, to the candidates that it may still have, bit `v - 1` for value `v`.

    These are the cells that lose candidates; there are none in a contradiction.
    """
    facts: Mapping[int, int]
    """Cell to the candidates that it was known to have at most, for the cells that the step goes by."""
    rules: tuple[Rule, ...]
    """The units, sums and pairs that the step goes by, each once."""
    why: str
    """Why the cells lose candidates, or what the contradiction is, in words."""
    inner: tuple[Step, ...] = ()
    """The steps from a supposition to a contradiction, where the step is found so."""
    technique: str = ""
    """The name of the rule of `RULES` that found it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", tuple(dict.fromkeys(self.rules)))

    @property
    def text(self) -> str:
        """The step as a sentence: `A1 and A4 are not 2: row C needs a 2, ...`."""
        cells_of: dict[int, list[int]] = {}
        for cell, mask in self.left.items():
            cells_of.setdefault(mask, []).append(cell)
        found = [f"{cells_text(cells, self.layout)} {self._left_text(mask, cells)}" for mask, cells in cells_of.items()]
        return f"{', '.join(found)}: {self.why}" if found else self.why

    def _left_text(self, mask: int, cells: Sequence[int]) -> str:
        others, verb = self.layout.all_values & ~mask, "is" if len(cells) == 1 else "are"
        if mask & (mask - 1) == 0:
            return f"{verb} {values_text(mask, self.layout)}"
        if others.bit_count() <= mask.bit_count():
            return f"{verb} not {values_text(others, self.layout, 'or')}"
        return f"can only be {values_text(mask, self.layout, 'or')}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Step: {self.text}>"

    def as_json(self, before: Sequence[int]) -> dict[str, object]:
        """Returns the step as plain data: what goes and what is left of the candidates before it, cells by labels."""

        def plain(masks: Mapping[int, int]) -> dict[str, list[int]]:
            numbers = {cell: [self.layout.number(value) for value in values_in(mask)] for cell, mask in masks.items()}
            return {self.layout.labels[cell]: values for cell, values in numbers.items()}

        return {
            "rule": self.technique,
            "text": self.text,
            "removed": plain({cell: before[cell] & ~mask for cell, mask in self.left.items()}),
            "left": plain({cell: before[cell] & mask for cell, mask in self.left.items()}),
            "facts": plain(self.facts),
            "by": [rule_text(rule, self.layout) for rule in self.rules],
            "inner": [step.text for step in self.inner],
        }

    @property
    def contradiction(self) -> bool:
        """Whether the known cells and rules contradict each other."""
        return not self.left

    def refuted_puzzles(self) -> list[Puzzle]:
        """Returns puzzles that all have no solution exactly where the step is right: `certify` proves it.

        They have the rules of the step alone and the known cells that it goes by; and each has the opposite of what
        follows for one cell.
        """
        puzzle = Puzzle.empty(self.layout.only(self.rules))
        for cell, mask in self.facts.items():
            puzzle = puzzle.restricted(cell, mask)
        if self.contradiction:
            return [puzzle]
        return [puzzle.restricted(cell, self.layout.all_values & ~mask) for cell, mask in self.left.items()]


class Technique(NamedTuple):
    """A way to find steps."""

    name: str
    level: int
    """Puzzles that need it have at least this level of `rate`."""
    find: Callable[[Known, Deadline], Step | None]
    """Returns a step from what is known; None where there is none, or not in time."""


def follow(known: Known, techniques: Sequence[Technique], deadline: Deadline) -> Iterator[Step]:
    """Yields steps, each by the first technique that finds one, up to a contradiction or until none finds any."""
    while not deadline.expired:
        for technique in techniques:
            step = technique.find(known, deadline)
            if step is not None:
                break
        else:
            return
        empty = next((cell for cell, mask in step.left.items() if not known.left[cell] & mask), None)
        if empty is not None:
            step = _emptied(step, empty, known)
        yield replace(step, technique=technique.name)
        if step.contradiction:
            return
        known.learn(step.left)


def _emptied(step: Step, cell: int, known: Known) -> Step:
    """Returns the step as a contradiction: it leaves this cell without a candidate."""
    layout, left = step.layout, known.left[cell]
    facts, units, _ = known.losses(cell)
    why = f"{layout.labels[cell]} has no candidate left: it was one of {values_text(left, layout)}, and {step.why}"
    return replace(step, left={}, facts={**step.facts, **facts}, rules=(*step.rules, *units), why=why)


def needed(steps: Sequence[Step], goals: Mapping[int, Collection[int]], whole: bool = False) -> tuple[Step, ...]:
    """Returns some of the steps, in their order, each behind those that it goes by, directly or not; no others.

    `goals` are indices of steps, ascending, each with the cells for which the step is wanted; none for a contradiction.
    A step comes with the cells alone that are wanted or that a later one goes by, or, if it is `whole`, with all that
    it changes.
    """
    found: list[Step] = []
    left = defaultdict[int, int](lambda: -1)  # by the steps found so far
    for goal, wanted in goals.items():
        before = [replace(steps[goal], left={cell: steps[goal].left[cell] for cell in wanted})]
        cells = set(steps[goal].facts)
        # A step that leaves several candidates of a cell places a value only with what was ruled out before.
        cells |= {cell for cell, mask in before[0].left.items() if mask & (mask - 1)}
        for step in reversed(steps[:goal]):
            changed = {cell: mask for cell, mask in step.left.items() if left[cell] & ~mask}
            if not cells.isdisjoint(changed):
                wanted_ones = changed if whole else {cell: changed[cell] for cell in changed if cell in cells}
                before.append(replace(step, left=wanted_ones))
                cells.update(step.facts)
        for step in reversed(before):
            for cell, mask in step.left.items():
                left[cell] &= mask
            found.append(step)
    return tuple(found)
