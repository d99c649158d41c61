"""What a backend can do, and which puzzles it takes: data that a comparison goes by."""

from __future__ import annotations

from typing import NamedTuple

from ..model.layout import Layout
from ..model.puzzle import Puzzle
from .errors import Unsupported, joined


class Capabilities(NamedTuple):
    """What a backend supports besides answering, and which puzzles it takes.

    `check_backend` tests the claims that show in answers: `layouts`, `sizes`, `candidate_sets`, `counts`, `sums`,
    `pairs` and `statistics`.
    """

    incremental: bool = False
    """The solver stays loaded from puzzle to puzzle: a session passes on only what is new."""
    assumptions: bool = False
    """Constraints that hold for one question only are passed to the solver as assumptions."""
    conflict_budget: bool = False
    """A search can be bounded by a number of conflicts."""
    proof: bool = False
    """The solver can write a proof of UNSAT that independent programs verify."""
    statistics: bool = False
    """The solver counts its decisions, conflicts and propagations, or the equivalent."""
    layouts: tuple[str, ...] | None = None
    """The only layouts that it takes, by their names (see `layout_named`); None for any."""
    sizes: tuple[int, ...] | None = None
    """The only numbers of values that it takes; None for any."""
    candidate_sets: bool = True
    """It takes puzzles in which some candidates of a cell are ruled out; without it every cell is given or open."""
    counts: bool = True
    """It finds several solutions, and says whether they are all; without it one solution or none."""
    sums: bool = False
    """It takes layouts with sums."""
    pairs: bool = False
    """It takes layouts with pairs."""
    shown: bool = False
    """It counts solutions over the shown cells of a layout that does not show all of them."""
    repeatable: bool = False
    """It takes units in which some values may repeat."""

    def __str__(self) -> str:
        """Returns what it can do besides answering, and what it does not take, in a line."""
        limits = {"layouts", "sizes", "candidate_sets", "counts"}
        words = [name for name, held in self._asdict().items() if held and name not in limits]
        words += [f"layouts only {joined(self.layouts, 'or')}"] if self.layouts is not None else []
        words += [f"sizes only {joined(list(map(str, self.sizes)), 'or')}"] if self.sizes is not None else []
        words += [f"no {name}" for name in ("candidate_sets", "counts") if not getattr(self, name)]
        return ", ".join(words)

    def _has(self, layout: Layout) -> bool:
        from ..layouts.names import layout_named  # here, as most backends take any layout

        return any(layout_named(name) == layout for name in self.layouts or ())

    def check(self, asked: Layout | Puzzle, backend: str) -> None:
        """Raises `Unsupported` for a layout or a puzzle that these capabilities leave out.

        `backend` is the name of what has them: of a backend, or of a function that takes some layouts only.
        """
        layout = asked.layout if isinstance(asked, Puzzle) else asked
        if self.layouts is not None and not self._has(layout):
            raise Unsupported(f"{backend} takes puzzles on {joined(self.layouts, 'or')} only, not on {layout.name}")
        hidden = 0 if layout.shown is None else layout.cell_count - len(layout.shown)
        for taken, rules, count in (
            (self.sums, "sums", len(layout.sums)),
            (self.pairs, "pairs", len(layout.pairs)),
            (self.repeatable, "units with repeatable values", len(layout.repeating_units)),
            (self.shown, "cells that are not shown", hidden),
        ):
            if count and not taken:
                raise Unsupported(f"{backend} takes no {rules}, but the layout {layout.name} has {count}")
        if self.sizes is not None and layout.size not in self.sizes:
            sizes = joined(list(map(str, self.sizes)), "or")
            raise Unsupported(f"{backend} takes puzzles of {sizes} values only, not of {layout.size}")
        if not self.candidate_sets and isinstance(asked, Puzzle) and not asked.is_plain:
            label = next(label for label, text in zip(layout.labels, asked.cell_texts(), strict=True) if "/" in text)
            wrong = f"cell {label} has some candidates only"
            raise Unsupported(f"{backend} takes puzzles in which every cell is given or open, but {wrong}")


ANY_RULES = Capabilities(sums=True, pairs=True, shown=True, repeatable=True)
"""Takes layouts with all kinds of rules; a backend adds what else it can."""
