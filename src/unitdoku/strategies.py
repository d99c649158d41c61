"""Hypothesis strategies for layouts and puzzles whose answers are known by how they are made.

    from hypothesis import given
    from unitdoku import classic
    from unitdoku.strategies import known_puzzles

    @given(known_puzzles(classic(4), kinds=["several", "clash"]))
    def test_mine(drawn): ...

They shrink towards few givens and full candidate sets, and examples are printed as code for `import unitdoku`. Needs
Hypothesis: `pip install 'unitdoku[testing]'`.
"""

from unitdoku.compare.generators.kinds import Drawn, Kind

try:
    from unitdoku.compare.generators.strategies import known_puzzles, layouts, puzzles, rule_puzzles
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ImportError("unitdoku.strategies needs Hypothesis: pip install 'unitdoku[testing]'") from error

__all__ = ["Drawn", "Kind", "known_puzzles", "layouts", "puzzles", "rule_puzzles"]
