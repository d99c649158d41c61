"""Trials: a candidate with which singles, sums and pairs lead to a contradiction is ruled out, a *failed literal*.

Of the candidates that fail, those whose contradiction needs the fewest placed cells are followed step by step, and
the one with the shortest derivation is taken. After Freeman, "Improvements to propositional satisfiability search
algorithms" (1995).
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from ...reference.contract.deadline import Deadline
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.search.board import board_map
from ...reference.search.search import apply_rules
from .known import Known
from .singles import contradiction, hidden_single, naked_single
from .step import Step, Technique, follow, needed
from .sums_and_pairs import kept, pairs, sums
from .words import values_text

_FOLLOWED = 4
"""Candidates that fail after the fewest placed cells: so many are followed."""

_LONGEST = 200
"""Steps of a trial, at most."""

SIMPLE = (
    Technique("contradiction", 1, contradiction),
    Technique("hidden single", 1, hidden_single),
    Technique("naked single", 1, naked_single),
    Technique("pair rule", 1, partial(kept, pairs)),
    Technique("sum", 1, partial(kept, sums)),
)
"""The rules of a trial."""


def trial(known: Known, deadline: Deadline) -> Step | None:
    """Returns the candidate that is ruled out by the shortest trial; None where no trial fails, or time is over."""
    layout = known.layout
    table = board_map(layout)
    board = apply_rules(table.board(Puzzle(layout, tuple(known.candidates))), [], table)
    if board is None:
        return None
    failed: list[tuple[int, int, int]] = []
    for cell, mask in enumerate(known.left):
        for value in values_in(mask) if mask & (mask - 1) else ():
            if deadline.expired:
                return None
            placed: list[int] = []
            after = board & table.after[cell * layout.size + value - 1]
            is_left = board >> cell * table.width + value - 1 & 1
            if is_left and apply_rules(after, placed, table) is None:
                failed.append((len(placed), cell, value))
    steps = (_followed(known, cell, 1 << value - 1, deadline) for _, cell, value in sorted(failed)[:_FOLLOWED])
    return min((step for step in steps if step is not None), key=lambda step: len(step.inner), default=None)


def _followed(known: Known, cell: int, bit: int, deadline: Deadline) -> Step | None:
    """Returns the step that rules out a candidate by the steps to a contradiction; None where there is none."""
    layout, candidates = known.layout, known.candidates
    supposed = Known(layout, (*candidates[:cell], bit, *candidates[cell + 1 :]))
    steps = list(islice(follow(supposed, SIMPLE, deadline), _LONGEST))
    if not steps or not steps[-1].contradiction:
        return None
    inner = needed(steps, {len(steps) - 1: ()})
    used = {each for step in inner for each in step.facts if each != cell and candidates[each] != layout.all_values}
    facts = {each: candidates[each] for each in sorted(used)}
    rules = tuple(dict.fromkeys(rule for step in inner for rule in step.rules))
    why = f"suppose it is {values_text(bit, layout)}; these steps end in a contradiction"
    return Step(layout, {cell: layout.all_values & ~bit}, facts, rules, why, inner)
