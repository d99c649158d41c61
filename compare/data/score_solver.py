"""Scores of solvers that may err, as models do: how often they are right, on what, and what wrong answers break."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import NamedTuple

import numpy as np

from ...encoders.solve import solve
from ...puzzles.text.any_grid import any_grid
from ...puzzles.text.any_puzzle import any_layout, each_puzzle
from ...puzzles.text.entries import PuzzleEntry
from ...puzzles.text.write import grid_text, write_line
from ...reference.errors import UnitdokuError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.symmetries import moved, symmetries
from ..generators.constructions import renamed_puzzle
from .generate import generate
from .rate import rate_values
from .score import Score, score_answer
from .wishes import KINDS

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

    def add(self, group: str, member: str, right: bool) -> None:
        """Counts one answer."""
        members = self.rates.setdefault(group, {})
        before = members.get(member, Rate())
        members[member] = Rate(before.right + right, before.asked + 1)

    def __str__(self) -> str:
        """Returns the rates, a line each, and what wrong answers break."""
        lines = []
        for group, members in self.rates.items():
            lines.append(f"{group}:")
            lines += [f"  {member:<28} {members[member]}" for member in sorted(members)]
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
    has one solution, an image under symmetry and renaming is asked, too: a solver that knows the rules solves it. Rates
    are given by kind, layout, open cells and level of `rate` (those above 2 together).
    """
    score = SolverScore()
    kinds = tuple(kinds)
    rng = random.Random(seed)  # noqa: S311 - no secret
    for each in [layouts] if isinstance(layouts, (str, Layout)) else layouts:
        layout = any_layout(each) or Layout(1, (), ())
        hard = count // 2 if layout.cell_count <= _MOST_MINIMAL else 0
        made = list(generate(layout, count - hard, seed, kinds=kinds))
        made += generate(layout, hard, seed, kinds=kinds, minimal=True)
        solved = _count_all(score, made, _answers(solve_batch, made))
        cells = layout.cell_count
        full = list(islice(generate(layout, seed=seed, givens=(max(0, cells - 3), cells - 1)), 1 + count // 10))
        for entry, answer in zip(full, _answers(solve_batch, full), strict=True):
            score.add("more", "nearly full", _score(entry, answer).solution)
        found = symmetries(layout)
        images = [PuzzleEntry(1, _image(entry.puzzle, found.draw(rng), rng)) for entry in solved if entry.puzzle]
        for entry, answer in zip(images, _answers(solve_batch, images), strict=True):
            score.add("more", "images of solved puzzles", _score(entry, answer).solution)
    return score


def score_answers(puzzles: Iterable[object], answers: Iterable[object]) -> SolverScore:
    """Returns how many answers, made elsewhere, are right: one for each puzzle, in order.

    Puzzles have any form that `solve` takes, or are entries of `read_puzzles`; answers are those of `score_solver`.
    """
    score = SolverScore()
    entries = []
    for puzzle in each_puzzle(puzzles):
        found = solve(puzzle, limit=2)
        kind = "unique" if found.unique else "several" if found.solutions else "none"
        entries.append(PuzzleEntry(1, puzzle, name=kind))
    texts = list(answers)
    if len(texts) != len(entries):
        raise UnitdokuError(f"there are {len(entries)} puzzles and {len(texts)} answers: give one for each")
    _count_all(score, entries, texts)
    return score


def _image(puzzle: Puzzle, symmetry: tuple[int, ...], rng: random.Random) -> Puzzle:
    return renamed_puzzle(moved(puzzle, symmetry), rng.sample(range(1, puzzle.layout.size + 1), puzzle.layout.size))


def _answers(solve_batch: SolveBatch, entries: Sequence[PuzzleEntry]) -> list[object]:
    """Returns the answers of the solver, or the exception that took their place."""
    answers: list[object] = []
    for first in range(0, len(entries), _BATCH):
        lines = [write_line(entry.puzzle) for entry in entries[first : first + _BATCH]]
        try:
            found = list(solve_batch(list(lines)))
        except Exception as error:
            found = [error] * len(lines)
        if len(found) != len(lines):
            raise UnitdokuError(f"the solver got {len(lines)} puzzles and gave {len(found)} answers: give one for each")
        answers += found
    return answers


def _count_all(score: SolverScore, entries: Sequence[PuzzleEntry], answers: Sequence[object]) -> list[PuzzleEntry]:
    """Counts answers in all groups; returns the puzzles with one solution that are solved."""
    solved = []
    for entry, level, answer in zip(entries, _levels(entries), answers, strict=True):
        if entry.puzzle is None:
            continue
        found = _score(entry, answer)
        right, layout = found.solution, entry.puzzle.layout
        open_cells = layout.cell_count - len(entry.puzzle.givens)
        low = open_cells // _OPEN_CELLS * _OPEN_CELLS
        score.add("kind", entry.name or "", right)
        score.add("layout", layout.name, right)
        score.add("open cells", f"{low:3} to {low + _OPEN_CELLS - 1}", right)
        if level:
            score.add("level", level, right)
        if not right:
            score.broken[_first_broken(found, answer)] += 1
        elif entry.name == "unique":
            solved.append(entry)
    return solved


def _levels(entries: Sequence[PuzzleEntry]) -> list[str]:
    """Returns the level of each puzzle with one solution, as text; nothing for others, and where there is no rating."""
    found = [""] * len(entries)
    for index, entry in enumerate(entries):
        puzzle = entry.puzzle
        if entry.name == "unique" and puzzle is not None and puzzle.is_plain and not puzzle.layout.has_other_rules:
            levels, _ = rate_values(puzzle.layout, np.array([puzzle.values], np.uint8), _LEVELS)
            found[index] = f"{levels[0]}" if levels[0] <= _LEVELS else f"above {_LEVELS}"
    return found


def _score(entry: PuzzleEntry, answer: object) -> Score:
    answer = getattr(answer, "solution", answer)  # of a `Result`
    if answer is None:
        answer = "none"
    if isinstance(answer, Exception) or entry.puzzle is None:
        return _NO_GRID
    if not isinstance(answer, str):
        try:
            values = [int(str(value)) for value in any_grid(answer, entry.puzzle.layout)]
            answer = grid_text(values, entry.puzzle.layout)
        except Exception:  # an answer may be any object
            return _NO_GRID
    return score_answer(entry.puzzle, answer)


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
    return re.sub(r"^unit ", "", re.sub(r"[\d ]*:.*", "", score.broken[0]))
