"""Judges one answer by the rules of the puzzle, and one step: what a reward of a reasoning model needs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.solve import solve
from ...puzzles.text.any_puzzle import any_grid, any_puzzle, each_puzzle
from ...puzzles.text.write import grid_text, write_line
from ...reference.contract.errors import PuzzleError, UnitdokuError
from ...reference.contract.result import Verdict
from ...reference.layouts.names import layout_named
from ...reference.model.cells import by_cell, mask_of_value
from ...reference.model.grid import broken_rules, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.symmetries import moved, symmetries
from ..generators.constructions import renamed_puzzle
from ..generators.proven import proof
from .generate import KINDS, generate
from .last_grid import read_last_grid
from .rate import rate_values


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
    see `read_last_grid`. Without a grid all is False, 0 and (), but `solution` where the puzzle has none and the text
    says so. No text raises an error; other objects are read as Python prints them. Reads 10 MB in less than a
    second; only the last 16 million characters count.

    `puzzle` has any form that `solve` takes; with `symbols`, one character for each value, they stand for the values in
    the text, else numbers do. `cells_right` of a wrong answer costs a search, in limited steps: a puzzle that is not
    settled then counts as one with several solutions. Raises what `solve` raises for a bad puzzle.
    """
    asked = any_puzzle(puzzle, layout, symbols)
    values, says_none = read_last_grid(text if isinstance(text, str) else str(text), asked.layout, symbols)
    to_fill = [cell for cell, mask in enumerate(asked.candidates) if mask & (mask - 1)]
    if values is not None and solves(values, asked):  # type: ignore[arg-type]  # it looks at types
        return Score(True, True, True, len(to_fill), ())
    truth = proof(asked, 2)
    is_right = says_none and truth.verdict is Verdict.UNSAT
    if values is None:
        return Score(False, False, is_right, 0, ())
    complete = all(type(value) is int for value in values)
    keeps_givens = all(values[cell] == value for cell, value in asked.givens.items())
    right: list[int] = []
    if truth.unique:
        right = [cell for cell in to_fill if values[cell] == truth.solutions[0][cell]]
    elif truth.verdict is not Verdict.UNSAT:
        known = {cell: value for cell, value in enumerate(values) if type(value) is int}
        wrong: set[int] = set()
        for rules in (asked.layout.value_sums, asked.layout.pairs):
            wrong.update(*(rule.cells for rule in rules if known.keys() >= set(rule.cells) and not rule.holds(known)))
        right = [cell for cell in to_fill if cell in known and cell not in wrong and _is_allowed(cell, known, asked)]
    return Score(complete, keeps_givens, is_right, len(right), tuple(broken_rules(values, asked, partial=True)))


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


# Scores of solvers that may err, as models do: how often they are right, on what, and what wrong answers break.

_BATCH = 64
"""Puzzles that a solver gets at a time."""

_LEVELS = 2
"""Levels that are distinguished: higher ones take a long time to find."""

_MOST_MINIMAL = 100
"""Cells of a layout on which half of the puzzles are minimal, which takes too long on larger ones."""

_OPEN_CELLS = 10
"""The width of groups by the number of open cells."""

_NO_GRID = Score(False, False, False, 0, ())

SolveBatch = Callable[[list[str]], Sequence[object]]


class Rate(NamedTuple):
    """How often something held."""

    right: int = 0
    asked: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the probability. After Wilson, "Probable inference" (1927)."""
        if not self.asked:
            return 0.0, 1.0
        z, share = 1.959964, self.right / self.asked
        middle = share + z * z / (2 * self.asked)
        half = z * sqrt(share * (1 - share) / self.asked + z * z / (4 * self.asked**2))
        scale = 1 + z * z / self.asked
        return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)

    def __str__(self) -> str:
        """Returns the share and its interval in percent, and the numbers behind them."""
        low, high = self.interval
        share = 100 * self.right / self.asked if self.asked else 0
        return f"{share:5.1f} %  [{100 * low:5.1f}, {100 * high:5.1f}]  {self.right:,} of {self.asked:,}"


@dataclass
class SolverScore:
    """What a solver got right; `str` gives a table for 80 columns."""

    rates: dict[str, dict[str, Rate]] = field(default_factory=dict)
    """Names of groups, as `kind` and `open cells`, with their members: how many answers are right."""
    broken: Counter[str] = field(default_factory=Counter)
    """What wrong answers break first, as `row`, `givens` or `no grid`."""
    scores: list[Score] = field(default_factory=list)
    """What is right in each answer, in order; those to the puzzles of the group `more` are left out."""

    def add(self, groups: Mapping[str, str], right: bool) -> None:
        """Counts one answer, in the member of each group."""
        for group, member in groups.items():
            rates = self.rates.setdefault(group, {})
            before = rates.get(member, Rate())
            rates[member] = Rate(before.right + right, before.asked + 1)

    def as_json(self) -> dict[str, object]:
        """Returns the rates, each with its interval, and what wrong answers break."""
        rates = {
            group: {member: rate._asdict() | {"interval": rate.interval} for member, rate in members.items()}
            for group, members in self.rates.items()
        }
        return {"rates": rates, "broken": dict(self.broken)}

    def __str__(self) -> str:
        """Returns the rates, a line each, and what wrong answers break."""
        lines = []
        for group, members in self.rates.items():
            lines += [f"{group}:", *(f"  {member:<28} {members[member]}" for member in sorted(members))]
        if self.broken:
            lines.append("first broken in wrong answers:")
            lines += [f"  {what:<28} {count:,}" for what, count in self.broken.most_common()]
        return "\n".join(lines)


def score_solver(
    solve_batch: SolveBatch,
    layouts: Layout | str | Iterable[Layout | str] = "classic",
    count: int = 300,
    seed: int = 0,
    kinds: Iterable[str] = tuple(KINDS),
) -> SolverScore:
    """Returns how often a solver is right on generated puzzles.

    `solve_batch` gets up to 64 puzzles, as lines of `write_line`, and returns an answer for each: text, as
    `score_answer` reads it, a list of values, or None for no solution. An exception makes all answers of its batch
    wrong. Each layout has `count` puzzles, whose `kinds` take turns (see `generate`). Any solution of a puzzle with
    several is right, and None, or text that says so, for one without. Half of the puzzles are minimal, where the layout
    has up to 100 cells. Others are nearly full, with at most three open cells. Of each puzzle that was solved, if it
    has one solution, a shuffle (by symmetry and renaming) is asked, too: a solver that knows the rules solves it. Rates
    are given by kind, layout, open cells and level of `rate` (those above 2 together).
    """
    score = SolverScore()
    kinds = tuple(kinds)
    rng = random.Random(seed)
    for each in [layouts] if isinstance(layouts, (str, Layout)) else layouts:
        layout = layout_named(each) if isinstance(each, str) else each
        hard = count // 2 if layout.cell_count <= _MOST_MINIMAL else 0
        made = list(generate(layout, count - hard, seed, kinds=kinds))
        made += generate(layout, hard, seed, kinds=kinds, minimal=True)
        puzzles, names = list(each_puzzle(made)), [entry.name or "" for entry in made]
        _count_all(score, puzzles, names, _answers(solve_batch, puzzles))
        results = zip(puzzles, names, score.scores[-len(made) :], strict=False)
        solved = [puzzle for puzzle, name, found in results if found.solution and name == "unique"]
        cells, moves, values = layout.cell_count, symmetries(layout), range(1, layout.size + 1)
        full = generate(layout, seed=seed, givens=(max(0, cells - 3), cells - 1))
        more = {
            "nearly full": list(each_puzzle(islice(full, 1 + count // 10))),
            "shuffles of solved puzzles": [
                renamed_puzzle(moved(puzzle, moves.draw(rng)), rng.sample(values, len(values))) for puzzle in solved
            ],
        }
        for what, asked in more.items():
            for puzzle, answer in zip(asked, _answers(solve_batch, asked), strict=True):
                score.add({"more": what}, _score(puzzle, answer).solution)
    return score


def score_answers(puzzles: Iterable[object], answers: Iterable[object]) -> SolverScore:
    """Returns how many answers, made elsewhere, are right: one for each puzzle, in order.

    Puzzles have any form that `solve` takes, or are entries of `read_puzzles`; answers are those of `score_solver`.
    """
    score, asked, given = SolverScore(), list(each_puzzle(puzzles)), list(answers)
    if len(given) != len(asked):
        raise PuzzleError(f"there are {len(asked)} puzzles and {len(given)} answers: give one for each")
    numbers = [len(solve(puzzle, limit=2).solutions) for puzzle in asked]
    _count_all(score, asked, [("none", "unique", "several")[number] for number in numbers], given)
    return score


def _answers(solve_batch: SolveBatch, puzzles: Sequence[Puzzle]) -> list[object]:
    """Returns the answers of the solver, or the exception that took their place."""
    answers: list[object] = []
    for first in range(0, len(puzzles), _BATCH):
        lines = [write_line(puzzle) for puzzle in puzzles[first : first + _BATCH]]
        try:
            found = list(solve_batch(list(lines)))
        except Exception as error:
            found = [error] * len(lines)
        if len(found) != len(lines):
            raise UnitdokuError(f"the solver got {len(lines)} puzzles and gave {len(found)} answers: give one for each")
        answers += found
    return answers


def _count_all(score: SolverScore, puzzles: Iterable[Puzzle], kinds: Iterable[str], answers: Iterable[object]) -> None:
    """Counts answers in all groups."""
    for puzzle, kind, answer in zip(puzzles, kinds, answers, strict=True):
        found, layout = _score(puzzle, answer), puzzle.layout
        low = (layout.cell_count - len(puzzle.givens)) // _OPEN_CELLS * _OPEN_CELLS
        open_cells = f"{low:3} to {low + _OPEN_CELLS - 1}"
        groups = {"all": "answers", "kind": kind, "layout": layout.name, "open cells": open_cells}
        if kind == "unique" and puzzle.is_plain and not layout.has_other_rules:
            level = int(rate_values(layout, np.array([puzzle.values], np.uint8), _LEVELS)[0][0])
            groups["level"] = str(level) if level <= _LEVELS else f"above {_LEVELS}"
        score.add(groups, found.solution)
        score.scores.append(found)
        if not found.solution:
            score.broken[_first_broken(found, answer)] += 1


def _score(puzzle: Puzzle, answer: object) -> Score:
    answer = getattr(answer, "solution", answer)  # of a `Result`
    if answer is not None and not isinstance(answer, str):
        try:
            values = [int(str(value)) for value in any_grid(answer, puzzle.layout)]
            answer = grid_text(values, puzzle.layout)
        except Exception:  # an answer may be any object, also an exception
            return _NO_GRID
    return score_answer(puzzle, "none" if answer is None else answer)


def _first_broken(score: Score, answer: object) -> str:
    """Returns what a wrong answer breaks first: `row`, `cage`, `givens`, `open cells`, `no grid`, or an exception."""
    if isinstance(answer, Exception):
        return f"{type(answer).__name__} was raised"
    if score == _NO_GRID:
        return "no grid"
    if not score.keeps_givens:
        return "givens"
    if not score.complete:
        return "open cells"
    words = score.broken[0].partition(":")[0].split()
    while len(words) > 1 and (words[-1].isdigit() or words[-1].isupper()):  # of `row A`, `column 5`
        del words[-1]
    return " ".join(words[1:] if words[0] == "unit" and len(words) > 1 else words)
