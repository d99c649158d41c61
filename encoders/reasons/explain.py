"""The question `explain`: what is to blame for no solution, what would settle several, and why there is only one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...reference.at_prompts import as_printed
from ...reference.capabilities import check_rules
from ...reference.contract import AnyBackend, Session
from ...reference.deadline import Deadline
from ...reference.drawing.notebook import html_of, list_of_steps
from ...reference.errors import WrongAnswer
from ...reference.explaining.derivation import Derivation, derive
from ...reference.explaining.step import cells_text, listed, needed, rule_text
from ...reference.explaining.written import WIDTH, marked, paragraph, written_steps
from ...reference.grid import Grid
from ...reference.judgement import check_solutions
from ...reference.layout import Layout, Rule
from ...reference.puzzle import Puzzle
from ...reference.sum import Sum
from ...reference.text.any_puzzle import any_puzzle
from ...reference.unit import Unit
from ..backends.kept_sessions import lend_session
from .minimal import minimal, smallest
from .parts import Part, PartsSolver, puzzle_of
from .settling import needed_givens, redundant_givens, settling_cells

Draw: TypeAlias = Callable[[Puzzle, "Grid | None", Sequence[int]], str]
"""Returns a picture in lines: of a puzzle, perhaps with its solution, and with marks on some cells."""


def plain_picture(puzzle: Puzzle, solution: Grid | None, cells: Sequence[int]) -> str:
    """Without colours: a solution, or a puzzle with what is given in the cells alone."""
    return marked(puzzle, cells) if solution is None else str(Puzzle.from_values(solution, puzzle.layout))


def _steps_in_words(derivation: Derivation, width: int, most: int | None) -> list[str]:
    """Returns a blank line and the steps; where there are too many, how to see them."""
    count = len(derivation.steps)
    if most is not None and count > most:
        return ["", f"`print` shows the {count} steps."]
    return ["", written_steps(derivation.steps, width)] if count else []


_STEPS_AT_PROMPT = 12
"""The most steps that the prompt of IPython shows."""


class _Explained(ABC):
    """How explanations are shown: by `print` as a page of text, by notebooks as a picture with sentences below."""

    puzzle: Puzzle

    @abstractmethod
    def in_words(self, draw: Draw = plain_picture, width: int = WIDTH, most_steps: int | None = None) -> str:
        """Returns what `print` shows, with pictures by this function; without the steps where there are too many."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(self.in_words(most_steps=_STEPS_AT_PROMPT), printer, cycle)

    def __str__(self) -> str:
        return self.in_words()

    @property
    @abstractmethod
    def summary(self) -> str:
        """What was found, in sentences, each in a line."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.puzzle.layout.name}: {self._brief()}>"

    @abstractmethod
    def _brief(self) -> str:
        """Returns what was found in a few words."""

    def _paragraphs(self, width: int) -> list[str]:
        return [paragraph(line, width) for line in self.summary.splitlines()]


@dataclass(frozen=True, repr=False)
class NoSolution(_Explained):
    """Givens and rules that cannot hold together, of which none can be left out."""

    puzzle: Puzzle
    givens: tuple[int, ...]
    """The cells whose candidates take part, counted from 0, in reading order."""
    rules: tuple[Rule, ...]
    """The units, sums and pairs that take part, in the order of the layout."""
    smallest: bool
    """Whether it is proved that no fewer givens and rules are to blame."""
    derivation: Derivation
    """Steps from these givens and rules to a contradiction."""

    claim = "none"

    @property
    def reduced(self) -> Puzzle:
        """The puzzle with these givens and rules alone; it has no solution, and has some without any of them."""
        return puzzle_of([*self.givens, *self.rules], self.puzzle)

    @property
    def summary(self) -> str:
        """What cannot hold together, in a line."""
        layout, several = self.puzzle.layout, "s" * (len(self.givens) > 1)
        named = [f"the given{several} in {cells_text(self.givens, layout)}"] if self.givens else []
        named += [listed([rule_text(rule, layout) for rule in self.rules])] if self.rules else []
        size = "No fewer are to blame." if self.smallest else "None of them can be left out."
        return f"No solution: {self._brief()} cannot hold together: {'; '.join(named)}. {size}"

    def _brief(self) -> str:
        return listed([f"{count} {word}" for word, count in _counts(self.givens, self.rules).items() if count])

    def _repr_html_(self) -> str | None:
        return html_of(self.puzzle, None, self.summary, marked=self.givens, below=list_of_steps(self.derivation.steps))

    def in_words(self, draw: Draw = plain_picture, width: int = WIDTH, most_steps: int | None = None) -> str:
        """Returns what `print` shows, with a picture by this function; without the steps where there are too many."""
        lines = self._paragraphs(width)
        lines += ["", draw(self.puzzle, None, self.givens)] if self.givens else []
        lines += _steps_in_words(self.derivation, width, most_steps)
        return "\n".join(lines)


@dataclass(frozen=True, repr=False)
class OneSolution(_Explained):
    """The only solution, how it follows, and which givens it does not need."""

    puzzle: Puzzle
    grid: Grid
    redundant: tuple[int, ...]
    """Cells without whose givens, each alone, the solution is still the only one; counted from 0, in reading order."""
    needed: tuple[int, ...]
    """Cells whose givens suffice together, and none of which can be left out."""
    derivation: Derivation
    """Steps from the givens to the solution."""

    claim = "one"

    @property
    def summary(self) -> str:
        """Which givens the solution does not need, in sentences, each in a line."""
        layout = self.puzzle.layout
        lines = ["One solution."]
        if self.redundant:
            lines.append(f"Each of these givens alone could be open: {cells_text(self.redundant, layout)}.")
            kept = cells_text(self.needed, layout)
            lines.append(f"The givens in {kept} suffice, and none of them can be left out.")
        else:
            lines.append("No given could be open.")
        if not self.derivation.complete:
            lines.append("The steps end before the solution: the next one was not found in time.")
        return "\n".join(lines)

    def _brief(self) -> str:
        count = len(self.redundant)
        return f"{count or 'no'} redundant given{'s' * (count != 1)}, {len(self.derivation.steps)} steps"

    def _repr_html_(self) -> str | None:
        steps = list_of_steps(self.derivation.steps)
        return html_of(self.puzzle, self.grid, self.summary, marked=self.redundant, below=steps)

    def in_words(self, draw: Draw = plain_picture, width: int = WIDTH, most_steps: int | None = None) -> str:
        """Returns what `print` shows, with a picture by this function; without the steps where there are too many."""
        lines = self._paragraphs(width)
        lines += _steps_in_words(self.derivation, width, most_steps)
        return "\n".join([*lines, "", draw(self.puzzle, self.grid, self.redundant)])


@dataclass(frozen=True, repr=False)
class SeveralSolutions(_Explained):
    """Two solutions, where solutions differ, and givens that would leave one."""

    puzzle: Puzzle
    grids: tuple[Grid, Grid]
    differing: tuple[int, ...]
    """The cells in which the two differ, counted from 0, in reading order."""
    settling: Mapping[int, int]
    """Cell to value: with these givens the first grid is the only solution."""
    fewest: bool
    """Whether it is proved that no fewer givens do that for this grid."""

    claim = "several"

    @property
    def summary(self) -> str:
        """Where two solutions differ, and which givens leave one, in sentences, each in a line."""
        layout = self.puzzle.layout
        several = [f"{layout.labels[cell]} = {layout.number(value)}" for cell, value in self.settling.items()]
        size = "and no fewer givens do so" if self.fewest else "and none of them can be left out"
        return (
            f"Several solutions: two of them differ in {cells_text(self.differing, layout)}.\n"
            f"With {listed(several)} the first one is the only one, {size}."
        )

    def _brief(self) -> str:
        count = len(self.settling)
        return f"two differ in {len(self.differing)} cells, {count} given{'s' * (count != 1)} would leave one"

    def _repr_html_(self) -> str | None:
        return html_of(self.puzzle, self.grids[0], self.summary, marked=self.differing)

    def in_words(self, draw: Draw = plain_picture, width: int = WIDTH, most_steps: int | None = None) -> str:  # noqa: ARG002 - there are none
        """Returns what `print` shows, with pictures by this function."""
        lines = self._paragraphs(width)
        for grid in self.grids:
            lines += ["", draw(self.puzzle, grid, self.differing)]
        return "\n".join(lines)


Explanation: TypeAlias = "NoSolution | OneSolution | SeveralSolutions"
"""What `explain` returns: why there is no solution, one, or several."""


def explain(
    puzzle: object,
    backend: AnyBackend = "auto",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    smallest: bool = False,
) -> Explanation | None:
    """Returns why a puzzle has no solution, one or several; None when the time is over before that is known.

    The puzzle has any form that `solve` takes, and `backend` finds the solutions.

    - No solution: a minimal set of givens and rules that cannot hold together, and steps to the contradiction. With
      `smallest` no fewer do; that may take long, and when the time is over first the set is a minimal one.
    - One: the givens that it does not need, and steps to it, each by few cells and rules (after Bogaerts, Gamba and
      Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems", 2021).
    - Several: two of them, and givens that would leave the first; with `smallest` the fewest.

    `print` shows all that in words, a notebook with a picture. The first case takes PySAT, unless two equal givens
    share a unit: `BackendUnavailable` says what to install. Raises `Unsupported` for shown cells, and what `solve`
    raises.
    """
    puzzle = any_puzzle(puzzle, layout)
    check_rules(puzzle.layout, "explain", sums=True, pairs=True, repeatable=True)
    deadline = Deadline(seconds)
    with lend_session(backend, {}, puzzle.layout) as session:
        result = session.solve(puzzle, 2, deadline.left)
        check_solutions(result.solutions, puzzle, 2, result.backend)
        if len(result.solutions) == 2:
            return _several(puzzle, (result.solutions[0], result.solutions[1]), session, deadline, smallest)
        if not result.exhausted:
            return None
        if result.solutions:
            redundant = redundant_givens(puzzle, result.solutions[0], session, deadline)
            kept = needed_givens(puzzle, result.solutions[0], redundant, session, deadline)
            return OneSolution(puzzle, result.solutions[0], redundant, kept, derive(puzzle, deadline))
    return _none(puzzle, deadline, result.backend, smallest)


def _none(puzzle: Puzzle, deadline: Deadline, answered_by: str, fewest: bool) -> NoSolution | None:
    clash = _clash(puzzle)
    if clash is not None:
        # Of units and givens, two always hold together; with sums or pairs, one given and one sum may be to blame.
        return _explained(puzzle, clash, not puzzle.layout.has_other_rules, deadline)
    try:
        with PartsSolver(puzzle, deadline) as solver:
            numbers = range(len(solver.parts))
            found = minimal(solver, numbers)
            if found is None:
                raise WrongAnswer(f"{answered_by} missed a solution")
            proved = len(found) < 2
            if fewest and not proved:
                found, proved = smallest(solver, numbers, found)
            parts = [solver.parts[number] for number in found]
    except TimeoutError:
        return None
    return _explained(puzzle, parts, proved, deadline)


def _clash(puzzle: Puzzle) -> list[Part] | None:
    """Returns two equal givens and the first unit that both are in; None where there are none."""
    for unit in puzzle.layout.units:
        holders: dict[int, int] = {}
        for cell in unit.cells:
            value = puzzle.values[cell]
            if value and value not in unit.repeatable:
                if value in holders:
                    return [holders[value], cell, unit]
                holders[value] = cell
    return None


def _explained(puzzle: Puzzle, parts: list[Part], proved: bool, deadline: Deadline) -> NoSolution:
    rules = tuple(part for part in parts if not isinstance(part, int))
    givens = tuple(sorted(part for part in parts if isinstance(part, int)))
    derivation = derive(puzzle_of(parts, puzzle), deadline)
    if derivation.contradiction:
        derivation = derivation._replace(steps=needed(derivation.steps))
    return NoSolution(puzzle, givens, rules, proved, derivation)


def _several(
    puzzle: Puzzle, grids: tuple[Grid, Grid], session: Session, deadline: Deadline, fewest: bool
) -> SeveralSolutions:
    first, second = grids
    differing = tuple(cell for cell, value in enumerate(first) if value != second[cell])
    cells, proved = settling_cells(puzzle, first, second, session, deadline, fewest=fewest)
    return SeveralSolutions(puzzle, grids, differing, {cell: first[cell] for cell in cells}, proved)


def _counts(givens: tuple[int, ...], rules: tuple[Rule, ...]) -> dict[str, int]:
    found = {"given": len(givens), "unit": 0, "sum": 0, "pair": 0}
    for rule in rules:
        found["unit" if isinstance(rule, Unit) else "sum" if isinstance(rule, Sum) else "pair"] += 1
    return {f"{word}{'s' * (count != 1)}": count for word, count in found.items()}
