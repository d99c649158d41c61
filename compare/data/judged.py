"""Answers to the puzzles of a file as arrays: how many solutions there are, and whether the stated one is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...encoders.stream import BlockAnswers, PuzzleAnswer
from ...reference.grid import Grid, solves
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle

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
    solutions: Rows
    """The grids of the puzzles with one solution."""


def judged_block(answer: BlockAnswers) -> Judged:
    """Returns the judgement of a block that was asked for two solutions."""
    block = answer.block
    layout, width, size = block.layout, block.layout.cell_count, len(block)
    found = np.asarray(answer.answers.counts).astype(np.int64)
    grids: Rows = np.asarray(answer.answers.grids).reshape(-1, width)
    first = np.cumsum(found) - found
    values = np.frombuffer(block.values, np.uint8).reshape(-1, width)
    is_right = np.full(size, _UNKNOWN)
    if block.solutions is not None and (layout.has_other_rules or layout.size > 31):
        is_right[:] = [solves(block.solution(index) or (), block.puzzle(index)) for index in range(size)]
    elif block.solutions is not None:
        is_right[:] = _keep_rules(np.frombuffer(block.solutions, np.uint8).reshape(-1, width), values, layout)
    lines = range(block.line, block.line + size)
    solutions = grids[first[found == 1]]
    return Judged(layout, lines, block.puzzle, block.solution, values, True, found, is_right, solutions)


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
    grids = () if result is None else result.solutions
    is_settled = len(grids) > 1 or (result is not None and result.exhausted)
    found = len(grids) if is_settled else _UNKNOWN
    is_right = _UNKNOWN if stated is None else int(solves(stated, puzzle))
    values, solutions = (
        np.array(rows, np.uint8).reshape(-1, puzzle.layout.cell_count)
        for rows in (puzzle.values, grids if found == 1 else ())
    )
    where = (puzzle.layout, [answer.entry.line], lambda _: puzzle, lambda _: stated)
    return Judged(*where, values, puzzle.is_plain, np.array([found]), np.array([is_right]), solutions)
