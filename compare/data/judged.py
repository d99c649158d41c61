"""Answers to the puzzles of a file as arrays: how many solutions there are, and whether the stated one is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.stream import BlockAnswers, PuzzleAnswer
from ...reference.model.grid import Grid, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"
Rows: TypeAlias = "NDArray[np.uint8]"

_UNKNOWN = -1


class Judged(NamedTuple):
    """Puzzles of one layout with their answers; arrays have an item, or a row of cells, for each of them."""

    layout: Layout
    lines: Sequence[int]
    puzzle: Callable[[int], Puzzle]
    stated: Callable[[int], Grid | None]
    values: Rows
    is_plain: bool
    """Whether the values, 0 for an open cell, are all that the puzzles say; else this is one puzzle."""
    found: Numbers
    """Solutions, 2 for several, -1 where that is not settled."""
    is_right: Numbers
    """1 where a solution is stated that keeps the rules and givens, 0 where it does not, -1 where none is stated."""
    grids: Rows
    """The only solution; else the stated one, if it is right; else zeros."""


def judged_block(answer: BlockAnswers) -> Judged:
    """Returns the judgement of a block that was asked for two solutions."""
    block, layout = answer.block, answer.block.layout
    found = np.asarray(answer.answers.counts).astype(np.int64)
    shape = (-1, layout.cell_count)
    values = np.frombuffer(block.values, np.uint8).reshape(shape)
    stated = np.frombuffer(block.solutions or bytes(len(block.values)), np.uint8).reshape(shape)
    solutions: Rows = np.asarray(answer.answers.grids).reshape(shape)
    is_right = np.full(len(block), _UNKNOWN)
    where = np.flatnonzero(stated.any(axis=1))
    if layout.has_other_rules or layout.size > 31:
        is_right[where] = [solves(block.solution(index) or (), block.puzzle(index)) for index in where.tolist()]
    else:
        is_right[where] = _keep_rules(stated[where], values[where], layout)
    grids = stated * (is_right == 1)[:, None]
    grids[found == 1] = solutions[(np.cumsum(found) - found)[found == 1]]
    lines = range(block.line, block.line + len(block))
    return Judged(layout, lines, block.puzzle, block.solution, values, True, found, is_right, grids)


def _keep_rules(grids: Rows, values: Rows, layout: Layout) -> NDArray[np.bool_]:
    """Returns whether each grid keeps the givens, and has different values in each unit; as `solves`, but for many."""
    keep: NDArray[np.bool_] = ((values == 0) | (values == grids)).all(axis=1)
    bits = np.left_shift(1, grids, dtype=np.int64)
    for unit in layout.units:
        in_unit = bits[:, unit.cells]
        keep &= np.bitwise_or.reduce(in_unit, axis=1) == in_unit.sum(axis=1)  # a bit that is there twice is carried
    return keep


def judged_puzzle(answer: PuzzleAnswer, puzzle: Puzzle) -> Judged:
    """Returns the judgement of one puzzle that was asked for two solutions."""
    result, stated = answer.result, answer.entry.solution
    solutions = () if result is None else result.solutions
    is_settled = len(solutions) > 1 or (result is not None and result.exhausted)
    found = len(solutions) if is_settled else _UNKNOWN
    is_right = _UNKNOWN if stated is None else int(solves(stated, puzzle))
    known = solutions[0] if found == 1 else stated if stated and is_right else (0,) * puzzle.layout.cell_count
    values, grids = (np.array([row], np.uint8) for row in (puzzle.values, known))
    where = (puzzle.layout, [answer.entry.line], lambda _: puzzle, lambda _: stated)
    return Judged(*where, values, puzzle.is_plain, np.array([found]), np.array([is_right]), grids)
