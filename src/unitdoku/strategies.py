"""Hypothesis strategies for layouts, grids and puzzles whose answers are known by how they are made.

    from hypothesis import given
    from unitdoku.strategies import unique_puzzles

    @given(unique_puzzles())
    def test_mine(puzzle): ...

They shrink towards small layouts, few givens and full candidate sets. Needs Hypothesis: `pip install
'unitdoku[testing]'`.
"""

from unitdoku.compare.generators.kinds import Drawn, Kind

try:
    from unitdoku.compare.generators.strategies.layouts import (
        SolvedGrid,
        classic_layouts,
        diagonal_layouts,
        jigsaw_layouts,
        latin_layouts,
        layouts,
        layouts_with_extras,
        overlapping_layouts,
        solved_grids,
        unit_systems,
    )
    from unitdoku.compare.generators.strategies.puzzles import (
        clashing_puzzles,
        known_puzzles,
        puzzles,
        puzzles_with_several_solutions,
        satisfiable_puzzles,
        search_only_unsatisfiable_puzzles,
        unique_puzzles,
    )
    from unitdoku.compare.generators.strategies.rules import (
        futoshiki_puzzles,
        kakuro_puzzles,
        killer_puzzles,
        mixed_puzzles,
        rule_puzzles,
        thermometer_puzzles,
    )
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ImportError("unitdoku.strategies needs Hypothesis: pip install 'unitdoku[testing]'") from error

__all__ = [
    "Drawn",
    "Kind",
    "SolvedGrid",
    "clashing_puzzles",
    "classic_layouts",
    "diagonal_layouts",
    "futoshiki_puzzles",
    "jigsaw_layouts",
    "kakuro_puzzles",
    "killer_puzzles",
    "known_puzzles",
    "latin_layouts",
    "layouts",
    "layouts_with_extras",
    "mixed_puzzles",
    "overlapping_layouts",
    "puzzles",
    "puzzles_with_several_solutions",
    "rule_puzzles",
    "satisfiable_puzzles",
    "search_only_unsatisfiable_puzzles",
    "solved_grids",
    "thermometer_puzzles",
    "unique_puzzles",
    "unit_systems",
]
