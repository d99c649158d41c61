"""Hypothesis strategies for layouts and puzzles whose answers are known by how they are made.

    from hypothesis import given
    from unitdoku import classic
    from unitdoku.strategies import known_puzzles

    @given(known_puzzles(classic(4), kinds=["several", "clash"]))
    def test_mine(drawn): ...

They shrink towards few givens and full candidate sets, and examples are printed as code for `import unitdoku`. They
need Hypothesis: the extra `testing`.
"""

from typing import NoReturn

from unitdoku.compare.generators.kinds import Drawn, Kind
from unitdoku.reference.contract.errors import PackageMissing, install_advice

try:
    from unitdoku.compare.generators.strategies import known_puzzles, layouts, puzzles, rule_puzzles
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise

    def _missing(*_: object, **__: object) -> NoReturn:
        """Raises `PackageMissing`: a strategy needs Hypothesis."""
        raise PackageMissing(f"strategies need Hypothesis: {install_advice('testing')}")

    known_puzzles = layouts = puzzles = rule_puzzles = _missing

__all__ = ["Drawn", "Kind", "known_puzzles", "layouts", "puzzles", "rule_puzzles"]
