"""Hypothesis strategies for layouts, grids and puzzles whose answers are known by how they are made.

They take their choices from the recipes of `compare.drawn`, and shrink towards small layouts, few givens and full
candidate sets. Needs Hypothesis: `pip install 'unitdoku[testing]'`.
"""

try:
    from .grids import SolvedGrid, solved_grids
    from .layouts import (
        classic_layouts,
        diagonal_layouts,
        jigsaw_layouts,
        latin_layouts,
        layouts,
        layouts_with_extras,
        overlapping_layouts,
        unit_systems,
    )
    from .puzzles import (
        clashing_puzzles,
        known_puzzles,
        puzzles,
        puzzles_with_several_solutions,
        satisfiable_puzzles,
        search_only_unsatisfiable_puzzles,
        unique_puzzles,
    )
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ImportError("these strategies need Hypothesis: pip install 'unitdoku[testing]'") from error

__all__ = [
    "SolvedGrid",
    "clashing_puzzles",
    "classic_layouts",
    "diagonal_layouts",
    "jigsaw_layouts",
    "known_puzzles",
    "latin_layouts",
    "layouts",
    "layouts_with_extras",
    "overlapping_layouts",
    "puzzles",
    "puzzles_with_several_solutions",
    "satisfiable_puzzles",
    "search_only_unsatisfiable_puzzles",
    "solved_grids",
    "unique_puzzles",
    "unit_systems",
]
