"""Trials: a candidate with which singles, sums and pairs lead to a contradiction is ruled out, a *failed literal*.

Of the candidates that fail, those whose contradiction needs the fewest placed cells are followed step by step, and
the one with the shortest derivation is taken. After Freeman, "Improvements to propositional satisfiability search
algorithms" (1995).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.deadline import Deadline
from ...reference.ended import to_the_end
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle, values_in
from ...reference.search.board import board_map
from ...reference.search.search import apply_rules, search
from .singles import Singles
from .step import Step, needed, values_text
from .sums_and_pairs import next_steps

_FOLLOWED = 4
"""Candidates that fail after the fewest placed cells: so many are followed."""

_LONGEST = 200
"""Steps of a trial, at most."""


def trial(layout: Layout, known: list[int], singles: Singles, deadline: Deadline) -> Step | None:
    """Returns the candidate that is ruled out by the shortest trial; None where no trial fails, or time is over."""
    table = board_map(layout)
    board = apply_rules(table.board(Puzzle(layout, tuple(known))), [], table)
    if board is None:
        return None
    failed: list[tuple[int, int, int]] = []
    for cell, mask in _open_cells(singles.left):
        for value in values_in(mask):
            if deadline.expired:
                return None
            placed: list[int] = []
            candidate = cell * layout.size + value - 1
            if not board & table.after[candidate] or not _has(board, cell, value, layout):
                continue
            if apply_rules(board & table.after[candidate], placed, table) is None:
                failed.append((len(placed), cell, value))
    steps = (_followed(layout, known, cell, value, deadline) for _, cell, value in sorted(failed)[:_FOLLOWED])
    return min((step for step in steps if step is not None), key=lambda step: len(step.inner), default=None)


def searched(layout: Layout, known: list[int], singles: Singles, deadline: Deadline) -> Step | None:
    """Returns a candidate that a search rules out; a contradiction where it rules out all; None when time is over.

    It goes by all that is known.
    """
    facts = {cell: mask for cell, mask in enumerate(known) if mask != layout.all_values}
    table = board_map(layout)
    for cell, mask in _open_cells(singles.left):
        for value in values_in(mask):
            puzzle = Puzzle(layout, tuple(known)).restricted(cell, 1 << value - 1)
            solutions, ended = to_the_end(search(puzzle, table, 1, deadline))
            if not solutions and not ended.exhausted:
                return None
            if not solutions:
                number = layout.number(value)
                text = f"{layout.labels[cell]} is not {number}: a search with it finds no solution"
                return Step(cell, layout.all_values & ~(1 << value - 1), facts, layout.rules, text)
    return None


def _has(board: int, cell: int, value: int, layout: Layout) -> bool:
    return bool(board >> cell * (layout.size + 1) + value - 1 & 1)


def _open_cells(left: list[int]) -> Iterator[tuple[int, int]]:
    """Yields the cells with several candidates, those with the fewest first."""
    several = [(cell, mask) for cell, mask in enumerate(left) if mask & (mask - 1)]
    yield from sorted(several, key=lambda each: (each[1].bit_count(), each[0]))


def _followed(layout: Layout, known: list[int], cell: int, value: int, deadline: Deadline) -> Step | None:
    """Returns the step that rules out a candidate by the steps to a contradiction; None where there is none."""
    bit = 1 << value - 1
    supposed = list(known)
    supposed[cell] = bit
    steps: list[Step] = []
    while len(steps) < _LONGEST and not deadline.expired:
        singles = Singles(layout, supposed)
        step = singles.cheapest()
        found = [step] if step is not None else next_steps(layout, supposed, singles)
        if not found:
            return None
        for step in found:
            steps.append(step)
            if step.cell is None:
                return _ruled_out(layout, known, cell, bit, needed(steps))
            supposed[step.cell] &= step.left
    return None


def _ruled_out(layout: Layout, known: list[int], cell: int, bit: int, inner: tuple[Step, ...]) -> Step:
    all_values = layout.all_values
    used = {each for step in inner for each in step.facts if each != cell and known[each] != all_values}
    facts = {each: known[each] for each in sorted(used)}
    rules = tuple(dict.fromkeys(rule for step in inner for rule in step.rules))
    label, value = layout.labels[cell], values_text(bit, layout)
    text = f"{label} is not {value}, as that ends in a contradiction:"
    return Step(cell, all_values & ~bit, facts, rules, text, inner)
