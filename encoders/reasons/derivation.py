"""A derivation: steps from the givens of a puzzle to its solution, or to a contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import OptionError, did_you_mean
from ...reference.contract.result import as_printed
from ...reference.course.classroom import SYMBOLS
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, pencil_marks, values_in
from .chains import SIMPLE, chain, trial
from .sets_and_fish import fish, hidden_set, naked_set
from .step import WIDTH, Known, Step, Technique, follow, lines_of, needed
from .sums_and_pairs import combined_sums, kept

# The rules of deduction, from easy to hard, as a table.

RULES = (
    *SIMPLE,
    Technique("locked candidates", 2, partial(fish, 1)),
    Technique("innies and outies", 3, partial(kept, combined_sums)),
    Technique("naked pair", 3, partial(naked_set, 2)),
    Technique("hidden pair", 3, partial(hidden_set, 2)),
    Technique("naked triple", 3, partial(naked_set, 3)),
    Technique("hidden triple", 3, partial(hidden_set, 3)),
    Technique("X-wing", 3, partial(fish, 2)),
    Technique("chain", 3, chain),
    Technique("swordfish", 3, partial(fish, 3)),
    Technique("naked quad", 3, partial(naked_set, 4)),
    Technique("hidden quad", 3, partial(hidden_set, 4)),
    Technique("trial", 3, trial),
)
"""The first that finds a step is taken. A new one is a function and a row."""


class Derivation(NamedTuple):
    """Steps in their order; each goes by the candidates of the puzzle and what the steps before it leave."""

    puzzle: Puzzle
    steps: tuple[Step, ...]
    complete: bool
    """Whether they end in a grid, or in a contradiction."""
    late: bool = False
    """Whether time was over before that; else the rules end where the steps do."""

    @property
    def contradiction(self) -> bool:
        """Whether the last step is a contradiction."""
        return bool(self.steps) and self.steps[-1].contradiction

    def boards(self) -> Iterator[Puzzle]:
        """Yields the puzzle after each step."""
        board = self.puzzle
        for step in self.steps:
            for cell, mask in step.left.items():
                board = board.restricted(cell, mask)
            yield board

    def record(self) -> list[dict[str, str]]:
        """Returns the boards on which a cell gets its value, as `Classroom.record` has them: label to digits.

        A cell lacks what the values of its units rule out, and what steps removed. Layouts have up to 35 values.
        """
        found = []
        for before, board in pairwise([self.puzzle, *self.boards()]):
            if len(board.givens) > len(before.givens):
                digits = ("".join(SYMBOLS[value - 1] for value in values_in(mask)) for mask in pencil_marks(board))
                found.append(dict(zip(board.layout.labels, digits, strict=True)))
        return found

    @property
    def why_incomplete(self) -> str:
        """Why there are no more steps."""
        return "time was over" if self.late else "no rule applies any more"

    @property
    def hardest(self) -> str | None:
        """The name of the hardest rule that a step needs; None without a step."""
        names = [rule.name for rule in RULES]
        return max((step.technique for step in self.steps), key=names.index, default=None)

    def as_json(self) -> list[dict[str, object]]:
        """Returns the steps as plain data: cells by labels, values as the layout counts them, what goes and is left."""
        steps = zip([self.puzzle, *self.boards()], self.steps, strict=False)
        return [step.as_json(board.candidates) for board, step in steps]

    def in_words(self, width: int = WIDTH) -> str:
        """Returns the steps, numbered from 1, in lines of up to so many columns; those of a trial are indented."""
        lines = []
        for number, step in enumerate(self.steps, start=1):
            lines.append(lines_of(step.text, width, f"{number:3}. "))
            lines += [lines_of(each.text, width, "      - ") for each in step.inner]
        return "\n".join(lines)

    def __repr__(self) -> str:
        count = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"<Derivation of {count}{'' if self.complete else ', not complete'}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(self, printer, cycle)

    def __str__(self) -> str:
        return self.in_words()


def steps(
    puzzle: object,
    rules: Iterable[str] | None = None,
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
) -> Derivation:
    """Returns the steps of a person from a puzzle to its solution, to a contradiction, or to where the rules end.

    Each step goes by the easiest rule that applies. `rules` are names of `RULES`, by default all of them, in their
    order: "hidden single", "locked candidates", "X-wing", "chain", "trial". Of each rule a step is taken that goes by
    few cells. Candidates that no later step needs are left out. The puzzle has any form that `solve` takes; it may have
    several solutions or none. After `seconds` the steps found by then are returned. Raises `OptionError` for an unknown
    rule, `Unsupported` for cells that are not shown, and what `solve` raises for a bad puzzle. A puzzle of rules
    without trials takes some ten milliseconds.
    """
    found = any_puzzle(puzzle, layout)
    Capabilities(sums=True, pairs=True, repeatable=True).check(found.layout, "steps")
    by_name = {rule.name: rule for rule in RULES}
    if isinstance(rules, str):
        raise OptionError(f"rules are a list of names, as in [{rules!r}], not one text")
    if unknown := [name for name in rules or () if name not in by_name]:
        meant = did_you_mean(unknown[0], by_name) or f" known: {', '.join(by_name)}"
        raise OptionError(f"no rule {unknown[0]!r};{meant}")
    chosen = None if rules is None else [by_name[name] for name in by_name if name in {*rules}]
    return derive(found, Deadline(seconds), chosen)


def derive(
    puzzle: Puzzle, deadline: Deadline | None = None, techniques: Sequence[Technique] | None = None
) -> Derivation:
    """Returns the steps to the solution or to a contradiction, each by the first of the techniques that finds one.

    The steps that place a value, or end in a contradiction, keep this order; the others come directly before the first
    of these that needs them, or are left out.
    """
    rules, deadline = RULES if techniques is None else techniques, deadline or Deadline(None)
    masks = list(puzzle.candidates)
    found: list[Step] = []
    placing: dict[int, list[int]] = {}
    for step in follow(Known(puzzle.layout, masks), rules, deadline):
        for cell, mask in step.left.items():
            masks[cell] &= mask
            if masks[cell] & (masks[cell] - 1) == 0:
                placing.setdefault(len(found), []).append(cell)
        found.append(step)
    if found and found[-1].contradiction:
        return Derivation(puzzle, needed(found, {len(found) - 1: ()}), complete=True)
    complete = not any(mask & (mask - 1) for mask in masks)
    return Derivation(puzzle, needed(found, placing, whole=True), complete, not complete and deadline.expired)
