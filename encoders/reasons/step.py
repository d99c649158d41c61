"""A step of a derivation: what follows from which known cells and rules; and steps that follow each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle, values_in
from .known import Known
from .words import cells_text, rule_text, values_text


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
    """The units, sums and pairs that the step goes by."""
    why: str
    """Why the cells lose candidates, or what the contradiction is, in words."""
    inner: tuple[Step, ...] = ()
    """The steps from a supposition to a contradiction, where the step is found so."""
    technique: str = ""
    """The name of the rule of `RULES` that found it."""

    @property
    def text(self) -> str:
        """The step as a sentence: `A1 and A4 are not 2: row 3 needs a 2, ...`."""
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
        puzzle = Puzzle.empty(only(self.layout, self.rules))
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
    facts, units, _ = known.ruled_out({cell: layout.all_values & ~left})
    why = f"{layout.labels[cell]} has no candidate left: it was one of {values_text(left, layout)}, and {step.why}"
    return replace(
        step, left={}, facts={**step.facts, **facts}, rules=tuple(dict.fromkeys((*step.rules, *units))), why=why
    )


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


def only(layout: Layout, rules: Iterable[Rule]) -> Layout:
    """Returns the layout with these of its rules alone."""
    return replace(layout, units=(), sums=(), pairs=()) + rules
