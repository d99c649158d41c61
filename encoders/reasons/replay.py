"""A page to watch: the steps of a puzzle, and the search of the reference solver, one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ...puzzles.pictures.replay import replay_page
from ...puzzles.text.any_puzzle import any_puzzle
from ...puzzles.text.part_file import check_ending, write_complete
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, BackendUnavailable
from ...reference.contract.result import Result
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ..naming.families import is_installed
from ..solve import solve
from .derivation import Derivation, derive
from .rules import RULES
from .search_tree import ENDS, SearchBoard, search_tree

_MOST_BOARDS = 100_000
"""Boards of the search that a page has."""

_SETS = ("sum", "locked candidates", "hidden triple", "chain", "hidden quad", "trial")
"""Rules up to which a puzzle is tried."""

_SOLVERS = ("reference", "native", "sat:cadical195", "cpsat")
"""Backends whose counters the page has, where they are installed."""

_SECONDS = 10.0
"""Time for each of them."""


class Replay(str):
    """The text of an HTML file; a notebook shows the page."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Replay: {len(self)} characters of HTML>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self)}" width="100%" height="760" style="border:0" title="Replay"></iframe>'


def replay(
    puzzle: object,
    path: str | os.PathLike[str] | None = None,
    seconds: float | None = 60.0,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
) -> Replay:
    """Returns a page that replays the steps to the solution, and the search, and writes it to a file `.html`.

    The page needs no network and no other file; a notebook shows it. It has the steps of `steps`, unless there are
    several solutions, up to 100,000 boards of the search of the backend `reference`, how far the rules get, from easy
    to hard, and the counters of other backends that are installed. After `seconds` no further step is looked for. A
    page of more than 2,000 cells has no grid. The puzzle has any form that `solve` takes. Raises `OptionError` for
    another ending, what `steps` raises, and OSError where the file cannot be written.
    """
    if path is not None:
        check_ending(path, ".html")
    page = page_of(recorded(any_puzzle(puzzle, layout, symbols), seconds), symbols)
    if path is not None:
        write_complete(Path(path), page)
    return page


def page_of(seen: Recorded, symbols: str | None) -> Replay:
    """Returns the page of what was recorded."""
    data = {
        "summary": seen.summary,
        "steps": _steps(seen.derivation),
        "tree": [[parent, end, *chain(*placed)] for parent, end, placed in seen.tree],
        "ends": ENDS,
        "alone": seen.alone,
        "solvers": [[name, *_counters(result)] for name, result in seen.results.items()],
    }
    return Replay(replay_page(seen.puzzle, data, symbols))


class Recorded(NamedTuple):
    """What is replayed of a puzzle."""

    puzzle: Puzzle
    results: dict[str, Result]
    """Backend to its answer: at most two solutions."""
    derivation: Derivation
    """The steps to the solution or to a contradiction; none where there are several solutions."""
    tree: list[SearchBoard]
    whole: bool
    """Whether the tree is that of a search to its end."""
    alone: list[list[object]]
    """How far rules get: names, and the number of cells that they fill, of the open ones."""

    @property
    def summary(self) -> str:
        """How many solutions there are, the hardest rule, and how long the search is, in sentences."""
        settled = [result for result in self.results.values() if result.exhausted or len(result.solutions) > 1]
        words = ["It is not known how many solutions there are."]
        if settled:
            words = [("No solution.", "One solution.", "Several solutions.")[len(settled[0].solutions)]]
        if self.derivation.hardest:
            words.append(f"Hardest rule: {self.derivation.hardest}.")
        if self.derivation.steps and not self.derivation.complete:
            words.append(f"The steps end before that: {self.derivation.why_incomplete}.")
        boards, has = len(self.tree), "has" if self.whole else "is shown for the first"
        needs_none = boards == 1 and self.whole
        words.append("The search needs no guess." if needs_none else f"The search {has} {boards:,} boards.")
        return " ".join(words)

    def boards(self) -> Iterator[tuple[Puzzle, Sequence[int], str]]:
        """Yields boards of the steps, else of the search, each with the cells that changed and a sentence."""
        if self.derivation.steps:
            yield self.puzzle, (), self.summary
            for step, board in zip(self.derivation.steps, self.derivation.boards(), strict=True):
                yield board, tuple(step.left), f"{step.technique}: {step.text}"
            return
        layout, found = self.puzzle.layout, list[Puzzle]()
        for parent, end, placed in self.tree:
            board, text = self.puzzle, self.summary
            if found:
                cell, value = placed[0]
                board, text = found[parent], f"{layout.labels[cell]} = {layout.number(value + 1)} on board {parent}."
            for cell, value in placed:
                board = board.restricted(cell, 1 << value) if board.candidates[cell] >> value & 1 else board
            yield board, [cell for cell, _ in placed[:1] if found], f"{text} {ENDS[end]}"
            found.append(board)


def recorded(puzzle: Puzzle, seconds: float | None) -> Recorded:
    """Returns the answers of backends, the steps and the search."""
    Capabilities(sums=True, pairs=True, repeatable=True).check(puzzle.layout, "replay")
    deadline = Deadline(seconds)
    results = {name: _asked(puzzle, name, deadline) for name in _SOLVERS if is_installed(name)}
    several = any(len(result.solutions) > 1 for result in results.values())
    derivation = Derivation(puzzle, (), complete=False) if several else derive(puzzle, deadline)
    tree, whole = search_tree(puzzle, _MOST_BOARDS, deadline)
    return Recorded(puzzle, results, derivation, tree, whole, _alone(puzzle, derivation, deadline))


def _asked(puzzle: Puzzle, name: str, deadline: Deadline) -> Result:
    try:
        return solve(puzzle, name, 2, deadline.sooner(_SECONDS).left)
    except (BackendError, BackendUnavailable):  # it failed, or its package does not load
        return Result((), exhausted=False, backend=name)


def _steps(derivation: Derivation) -> list[Mapping[str, object]]:
    """Returns the steps with cells and values as numbers from 0."""
    return [
        {
            "rule": step.technique,
            "text": step.text,
            "left": [[cell, [value - 1 for value in values_in(mask)]] for cell, mask in step.left.items()],
            "facts": [*step.facts],
            "units": [rule.cells for rule in step.rules],
            "inner": [each.text for each in step.inner],
        }
        for step in derivation.steps
    ]


def _alone(puzzle: Puzzle, derivation: Derivation, deadline: Deadline) -> list[list[object]]:
    """Returns, for rules up to some, the number of open cells that they fill; up to those that fill all."""
    names = [rule.name for rule in RULES]
    open_cells = puzzle.layout.cell_count - len(puzzle.givens)
    found: list[list[object]] = []
    for name in _SETS if derivation.hardest else ():
        most = names.index(name)
        needs_more = names.index(derivation.hardest or "") > most
        found_so = derive(puzzle, deadline, RULES[: most + 1]) if needs_more else derivation
        *_, last = puzzle, *found_so.boards()
        filled = len(last.givens) - len(puzzle.givens)
        found.append(["singles, sums, pairs" if name == "sum" else f"and up to {name}", filled, open_cells])
        if not needs_more:
            break
    return found


def _counters(result: Result) -> list[object]:
    counted = result.statistics
    guesses = next((counted[name] for name in ("guesses", "decisions", "branches") if name in counted), "")
    return [guesses, counted.get("conflicts", "")]
