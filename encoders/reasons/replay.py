"""A page to watch: the steps of a puzzle, and the search of the reference solver, one after the other."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ...puzzles.pictures.pictured import pictured, value_names
from ...puzzles.pictures.svg import CELL, SvgPicture
from ...puzzles.text.any_puzzle import any_puzzle
from ...puzzles.text.part_file import check_ending, write_complete
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, BackendUnavailable
from ...reference.contract.result import Result
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.search.board import board_map
from ...reference.search.search import alternatives, apply_rules
from ..naming.families import compared_by_default
from ..solve import solve
from .derivation import RULES, Derivation, derive

_MOST_BOARDS = 100_000
"""Boards of the search that a page has."""

_SETS = ("sum", "locked candidates", "hidden triple", "chain", "hidden quad", "trial")
"""Rules up to which a puzzle is tried."""

_SECONDS = 10.0
"""Time for each backend whose counters the page has."""

_MOST_DRAWN = 2_000
"""Cells of a page with a grid."""

_LONG = 40
"""Characters from which only the first word of a name is in the title."""


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
    """Returns the page of what was recorded: `replay.html` with a picture, texts and data in it."""
    layout, names = seen.puzzle.layout, value_names(seen.puzzle.layout, symbols)
    data: dict[str, object] = {
        "summary": seen.summary,
        "steps": _steps(seen.derivation),
        "tree": [[parent, end, *chain(*placed)] for parent, end, placed in seen.tree],
        "ends": ENDS,
        "alone": seen.alone,
        "solvers": [[name, *_counters(result)] for name, result in seen.results.items()],
        "values": names,
        "labels": layout.labels,
        "units": [unit.cells for unit in layout.units],
        "start": [[value - 1 for value in values_in(mask)] for mask in seen.puzzle.candidates],
        "cages": bool(pictured(layout).cages),
        "rules": ", sums and pairs" if layout.has_other_rules else "",
    }
    picture = f"<p>No grid is drawn: {layout.name} has {layout.cell_count:,} cells.</p>"
    if layout.cell_count <= _MOST_DRAWN:
        drawn = SvgPicture(layout)
        picture = drawn.text("auto", [("open", 0)] * layout.cell_count, names, ())
        data |= {"centres": drawn.centres, "side": CELL}
    # In a script element a "<" may begin a tag or a comment that changes where it ends.
    written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    title = f"Replay: {layout.name if len(layout.name) < _LONG else layout.name.partition(':')[0]}"
    template = files(__package__).joinpath("replay.html").read_text(encoding="utf-8")
    texts = {"title": escape(title), "picture": picture, "data": written}
    # Names may hold such places, too: one pass replaces all.
    return Replay(re.sub(r"\{\{(\w+)\}\}", lambda place: texts[place[1]], template))


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
    results = {names[0]: _asked(puzzle, names[0], deadline) for names in compared_by_default()}
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


# The tree of guesses of the reference solver, as it is searched: up to the second solution, or to its end.

ENDS = ("Then it guesses.", "That is a contradiction.", "That is a solution.")
"""What becomes of a board, in words."""


class SearchBoard(NamedTuple):
    """A board of the search."""

    parent: int
    """The number of the board on which a cell was chosen; 0 for the first."""
    end: int
    """The index in `ENDS` of what becomes of it."""
    placed: list[tuple[int, int]]
    """Open cells and their values, from 0: what was chosen, unless it is the first, then what singles, sums and pairs
    place."""


def search_tree(puzzle: Puzzle, most: int, deadline: Deadline) -> tuple[list[SearchBoard], bool]:
    """Returns the boards in the order in which they are searched, so many at most, and whether the search ended.

    The first is the puzzle; guesses are those of the backend `reference`.
    """
    table, givens = board_map(puzzle.layout), puzzle.givens
    found: list[SearchBoard] = []
    open_boards: list[tuple[int, int, list[int]]] = [(0, table.board(puzzle), [])]
    solutions = 0
    while open_boards and len(found) < most and solutions < 2 and not (found and deadline.expired):
        parent, board, placed = open_boards.pop()
        before = len(placed[:-1])
        left = apply_rules(board, placed, table)
        new = [divmod(candidate, table.size) for candidate in placed[before:]]
        end = 1 if left is None else 0 if left else 2
        found.append(SearchBoard(parent, end, [each for each in new if each[0] not in givens]))
        solutions += left == 0
        if left:
            open_boards += [
                (len(found) - 1, left & table.after[candidate], [*placed, candidate])
                for candidate in reversed(alternatives(left, table))
            ]
    return found, not open_boards or solutions == 2
