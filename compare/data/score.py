"""Judges one answer by the rules of the puzzle, and one step: what a reward of a reasoning model needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...encoders.solve import solve
from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.errors import PuzzleError
from ...reference.contract.result import Verdict
from ...reference.model.cells import by_cell, mask_of_value
from ...reference.model.grid import broken_rules, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..generators.proven import proof
from .last_grid import Answer, read_answer


class Score(NamedTuple):
    """What is right in an answer."""

    complete: bool
    """Whether every cell of the grid has one of the values."""
    keeps_givens: bool
    """Whether every given has its value in the grid."""
    solution: bool
    """Whether the answer is right: the grid is complete, keeps the givens and breaks no rule. For a puzzle without a
    solution: whether the text says that there is none."""
    cells_right: int
    """The number of cells, of those that are not given, with the value of the only solution. Where the puzzle has
    several solutions: with one of their candidates, in no broken rule. Where it has none: 0."""
    broken: tuple[str, ...]
    """The rules that the grid breaks, as sentences of `violations`; an open cell breaks none."""


def score_answer(puzzle: object, text: object, layout: Layout | str | None = None, symbols: str | None = None) -> Score:
    """Returns what is right in an answer to a puzzle, judged by the rules: any of several solutions is right.

    The last complete grid of the text counts, or else the last with open cells, in prose, tables, code, lists, HTML;
    see `read_answer` for its forms. Without a grid all is False, 0 and (), but `solution` where the puzzle has none and
    the text says so. No text raises an error; other objects are read as Python prints them. Reads 10 MB in less than a
    second; only the last 16 million characters count.

    `puzzle` has any form that `solve` takes; with `symbols`, one character for each value, they stand for the values in
    the text, else numbers do. `cells_right` of a wrong answer costs a search, in limited steps: a puzzle that is not
    settled then counts as one with several solutions. Raises what `solve` raises for a bad puzzle.
    """
    asked = any_puzzle(puzzle, layout, symbols)
    return scored(asked, read_answer(text if isinstance(text, str) else str(text), asked.layout, symbols))


def scored(puzzle: Puzzle, answer: Answer) -> Score:
    """Returns what is right in an answer that `read_answer` returned."""
    values = answer.values
    to_fill = [cell for cell, mask in enumerate(puzzle.candidates) if mask & (mask - 1)]
    if values is not None and solves(values, puzzle):  # type: ignore[arg-type]  # it looks at types
        return Score(True, True, True, len(to_fill), ())
    truth = proof(puzzle, 2)
    is_right = answer.none and truth.verdict is Verdict.UNSAT
    if values is None:
        return Score(False, False, is_right, 0, ())
    complete = all(type(value) is int for value in values)
    keeps_givens = all(values[cell] == value for cell, value in puzzle.givens.items())
    right: list[int] = []
    if truth.unique:
        right = [cell for cell in to_fill if values[cell] == truth.solutions[0][cell]]
    elif truth.verdict is not Verdict.UNSAT:
        known = {cell: value for cell, value in enumerate(values) if type(value) is int}
        wrong: set[int] = set()
        for rules in (puzzle.layout.value_sums, puzzle.layout.pairs):
            wrong.update(*(rule.cells for rule in rules if known.keys() >= set(rule.cells) and not rule.holds(known)))
        right = [cell for cell in to_fill if cell in known and cell not in wrong and _is_allowed(cell, known, puzzle)]
    return Score(complete, keeps_givens, is_right, len(right), tuple(broken_rules(values, puzzle, partial=True)))


def _is_allowed(cell: int, values: Mapping[int, int], puzzle: Puzzle) -> bool:
    """Whether the value of a cell is one of its candidates, and stands in no cell that must differ."""
    value = values[cell]
    rivals = puzzle.layout.rivals(cell, value)
    return bool(puzzle.candidates[cell] >> value - 1 & 1) and all(values.get(each) != value for each in rivals)


def is_open(puzzle: object, placement: Mapping[Any, object], layout: Layout | str | None = None) -> bool:
    """Whether a step is legal and leaves a puzzle with a solution.

    `placement` maps cells to values, `{"A1": 5}`: a cell is a label, an index from 0, or (row, column) from 0. A step
    is legal where the cell has the value as a candidate and no peer is given it; to repeat a given is legal. The
    default backend looks for a solution, without a time limit. A value that the layout does not have is not legal;
    raises `LayoutError` for an unknown cell, and what `solve` raises for a bad puzzle.
    """
    after = any_puzzle(puzzle, layout)
    for cell, value in by_cell(placement, after.layout).items():
        try:
            after = after.restricted(cell, mask_of_value(value, after.layout, cell))
        except PuzzleError:
            return False  # not a value, or not a candidate
    return solve(after).verdict is Verdict.SAT
