"""What `explain` returns, for no solution, one and several: the parts, and how text and notebooks show them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import shorten
from typing import TypeAlias

from ...puzzles.pictures.shown import html_picture
from ...reference.contract.errors import joined
from ...reference.contract.result import as_printed
from ...reference.model.grid import Grid
from ...reference.model.layout import Rule
from ...reference.model.puzzle import Puzzle
from .derivation import Derivation
from .step import WIDTH, cells_text, lines_of, rule_text

Draw: TypeAlias = Callable[[Puzzle, "Grid | None", Sequence[int]], str]
"""Returns a picture in lines: of a puzzle, perhaps with its solution, and with marks on some cells."""

_LONGEST_REPR = 60
"""Characters of what was found in the `repr` of an explanation."""


def plain_picture(puzzle: Puzzle, solution: Grid | None, cells: Collection[int]) -> str:
    """Without colours: a solution, or a puzzle with what is given in the cells alone."""
    if solution is not None:
        return str(Puzzle.from_values(solution, puzzle.layout))
    return str(puzzle.opened({*puzzle.restricted_cells}.difference(cells)))


@dataclass(frozen=True, repr=False)
class _Explained(ABC):
    """How explanations are shown: by `print` as a page of text, by notebooks as a picture with sentences below."""

    puzzle: Puzzle
    derivation: Derivation
    """The steps to the solution, or from some givens and rules to a contradiction; none for several solutions."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """What was found, in sentences, each in a line."""

    @abstractmethod
    def _pictures(self) -> list[tuple[Grid | None, Sequence[int]]]:
        """Returns for each picture the solution that it shows, or None for the puzzle, and the cells to mark."""

    def in_words(self, draw: Draw = plain_picture, width: int = WIDTH) -> str:
        """Returns what `print` shows, with pictures by this function; the steps between a puzzle and its solution."""
        pictures = [(grid is not None, draw(self.puzzle, grid, cells)) for grid, cells in self._pictures()]
        sections = ["\n".join(lines_of(line, width) for line in self.summary.splitlines())]
        sections += [picture for solved, picture in pictures if not solved]
        sections += [self.derivation.in_words(width), *(picture for solved, picture in pictures if solved)]
        return "\n\n".join(filter(None, sections))

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {shorten(self.summary, _LONGEST_REPR, placeholder='...')}>"

    _repr_pretty_ = as_printed

    def _repr_html_(self) -> str | None:
        grid, cells = next(iter(self._pictures()), (None, ()))
        steps = escape(str(self.derivation))
        below = f"<details><summary>The steps</summary><pre>{steps}</pre></details>" if steps else ""
        return html_picture(self.puzzle, grid, self.summary, marked=cells, below=below)


@dataclass(frozen=True, repr=False)
class NoSolution(_Explained):
    """Givens and rules that cannot hold together, of which none can be left out."""

    givens: tuple[int, ...]
    """The cells whose candidates take part, counted from 0, in reading order."""
    rules: tuple[Rule, ...]
    """The units, sums and pairs that take part, in the order of the layout."""
    reduced: Puzzle
    """The puzzle with these givens and rules alone; it has no solution, and has some without any of them."""

    claim = "none"

    @property
    def summary(self) -> str:
        """What cannot hold together, in a line; a second one where the steps end before the contradiction."""
        layout, several = self.puzzle.layout, "s" * (len(self.givens) > 1)
        counts = Counter(["given"] * len(self.givens) + [type(rule).__name__.lower() for rule in self.rules])
        parts = joined([f"{count} {kind}{'s' * (count != 1)}" for kind, count in counts.items()], "and")
        named = [f"the given{several} in {cells_text(self.givens, layout)}"] if self.givens else []
        named += [joined([rule_text(rule, layout) for rule in self.rules], "and")] if self.rules else []
        said = f"No solution: {parts} cannot hold together: {'; '.join(named)}. None of them can be left out."
        if self.derivation.contradiction:
            return said
        return f"{said}\nThe steps end before the contradiction: {self.derivation.why_incomplete}."

    def _pictures(self) -> list[tuple[Grid | None, Sequence[int]]]:
        return [(None, self.givens)] if self.givens else []


@dataclass(frozen=True, repr=False)
class OneSolution(_Explained):
    """The only solution, how it follows, and which givens it does not need."""

    grid: Grid
    redundant: tuple[int, ...]
    """Cells without whose givens, each alone, the solution is still the only one; counted from 0, in reading order."""
    needed: tuple[int, ...]
    """Cells whose givens suffice together, and none of which can be left out."""

    claim = "one"

    @property
    def summary(self) -> str:
        """Which givens the solution does not need, in sentences, each in a line."""
        layout = self.puzzle.layout
        lines = ["One solution."]
        if self.redundant:
            lines.append(f"Each of these givens alone could be open: {cells_text(self.redundant, layout)}.")
            kept = cells_text(self.needed, layout)
            if len(self.needed) > 1:
                lines.append(f"The givens in {kept} suffice, and none of them can be left out.")
            else:
                lines.append(f"The given in {kept} suffices." if self.needed else "No given is needed.")
        elif self.puzzle.restricted_cells:
            lines.append("No given could be open.")
        if not self.derivation.complete:
            lines.append(f"The steps end before the solution: {self.derivation.why_incomplete}.")
        if self.derivation.hardest:
            lines.append(f"Hardest rule: {self.derivation.hardest}.")
        return "\n".join(lines)

    def _pictures(self) -> list[tuple[Grid | None, Sequence[int]]]:
        return [(self.grid, self.redundant)]


@dataclass(frozen=True, repr=False)
class SeveralSolutions(_Explained):
    """Two solutions, where solutions differ, and givens that would leave one."""

    grids: tuple[Grid, Grid]
    differing: tuple[int, ...]
    """The cells in which the two differ, counted from 0, in reading order."""
    settling: Mapping[int, int]
    """Cell to value: with these givens the first grid is the only solution, and none of them can be left out."""

    claim = "several"

    @property
    def summary(self) -> str:
        """Where two solutions differ, and which givens leave one, in sentences, each in a line."""
        layout = self.puzzle.layout
        several = [f"{layout.labels[cell]} = {layout.number(value)}" for cell, value in self.settling.items()]
        each = ", and none of these givens can be left out" * (len(several) > 1)
        return (
            f"Several solutions: two of them differ in {cells_text(self.differing, layout)}.\n"
            f"With {joined(several, 'and')} the first one is the only one{each}."
        )

    def _pictures(self) -> list[tuple[Grid | None, Sequence[int]]]:
        return [(grid, self.differing) for grid in self.grids]


Explanation: TypeAlias = "NoSolution | OneSolution | SeveralSolutions"
"""What `explain` returns: why there is no solution, one, or several."""
