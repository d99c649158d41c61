"""What is asked of generated puzzles, and what can be known to be impossible before one is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import OptionError, PuzzleError
from ...reference.layouts.names import layout_named
from ...reference.model.layout import Layout, check_layout
from ..generators.kinds import Kind, chosen
from ..generators.rule_puzzles import RULE_RECIPES
from .rate import BEYOND

KINDS = {"unique": Kind.UNIQUE, "several": Kind.SEVERAL, "none": Kind.SEARCH}
"""The kinds of puzzles by their number of solutions."""

LEAST_GIVENS = {"classic": 17, "classic:4": 4, "classic:2x3": 8}
"""The fewest givens of a puzzle with one solution, where they are known.

9x9: McGuire, Tugemann and Civario, "There is no 16-clue Sudoku" (2014).
"""

_SHARES = (0.4, 0.5), (0.6, 0.7)
"""Usual least and greatest share of given cells: for up to 16 values, and for more, where few givens take hours."""


class Wishes(NamedTuple):
    """What is asked of each puzzle."""

    layout: Layout
    kinds: tuple[str, ...] = ("unique",)
    givens: tuple[int, int] = (0, 0)
    """The least and the greatest number of givens; puzzles lose givens down to a number between them."""
    minimal: bool = False
    """Every given is needed; puzzles with other numbers of givens are left out."""
    rules: str | None = None
    """The kind of sums and pairs, see `RULE_RECIPES`; they differ from puzzle to puzzle."""
    most_level: int | None = None
    """Rate puzzles with one solution up to this level."""
    levels: tuple[int, int] = (1, BEYOND)
    """The least and the greatest level of rated puzzles; others are left out."""
    canonical: bool = False
    """Add the digests of canonical forms."""


def checked_wishes(
    layout: Layout | str,
    kinds: Iterable[str],
    givens: int | tuple[int, int] | None,
    minimal: bool,
    rules: str | None,
    levels: int | tuple[int, int] | None,
) -> Wishes:
    """Returns the wishes; for errors see `generate`."""
    layout = layout_named(layout) if isinstance(layout, str) else layout
    check_layout(layout)
    Capabilities().check(layout, "generate()")
    kinds = chosen(kinds, tuple(KINDS), "puzzle")
    if rules is not None:
        chosen([rules], tuple(RULE_RECIPES), "rule")
        if givens is not None or minimal or levels is not None:
            raise OptionError("puzzles with rules have as few givens as they need, and no level: leave these out")
        return Wishes(layout, kinds, rules=rules)
    cells = layout.cell_count
    shares = _SHARES[layout.size > 16]
    if givens is None:
        low, high = (0, cells) if minimal else (int(shares[0] * cells), int(shares[1] * cells))
    else:
        low, high = _least_and_most(givens, 0, cells, f"a number of givens on {layout.name}")
    least = next((most for name, most in LEAST_GIVENS.items() if layout == layout_named(name)), 0)
    if givens is not None and high < least and "unique" in kinds:
        raise PuzzleError(f"no puzzle of {layout.name} with one solution has fewer than {least} givens")
    wishes = Wishes(layout, kinds, (low, high), minimal)
    if levels is None:
        return wishes
    easiest, hardest = _least_and_most(levels, 1, BEYOND, "a level")
    return wishes._replace(levels=(easiest, hardest), most_level=min(hardest, BEYOND - 1))


def _least_and_most(asked: int | tuple[int, int], least: int, most: int, what: str) -> tuple[int, int]:
    low, high = (asked, asked) if isinstance(asked, int) else asked
    if not least <= low <= high <= most:
        raise OptionError(f"{what} is from {least} to {most}, the least one first: not {low}-{high}")
    return low, high
