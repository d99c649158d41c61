"""Strategies for puzzles with sums and pairs whose answers are known by how they are made.

They take the choices of the recipes in `generators/rule_puzzles.py` from Hypothesis. An example is a `Drawn`: a puzzle
that has a solution, has one solution only, or has none because givens contradict a rule. `max_size` is the largest
number of values; of Kakuro, that of rows and columns. All shrink towards few cells and rules, and the first of `kinds`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import event, reject
from hypothesis import strategies as st

from ....encoders.solve import solve
from ....reference.errors import OptionError, PuzzleError
from ....reference.puzzle import Puzzle
from ....reference.result import Result
from ..kinds import Drawn, Kind, kinds_named
from ..layouts import check_largest
from ..rule_puzzles import RULE_KINDS, RULE_RECIPES, make_rule_puzzle
from .layouts import HypothesisSource


def killer_puzzles(max_size: int = 4, kinds: Iterable[Kind | str] = RULE_KINDS) -> st.SearchStrategy[Drawn]:
    """Returns killers: cages on Latin, classic, diagonal and jigsaw layouts."""
    return _of_rules("killer", max_size, kinds)


def kakuro_puzzles(max_size: int = 4, kinds: Iterable[Kind | str] = RULE_KINDS) -> st.SearchStrategy[Drawn]:
    """Returns Kakuro of at most so many rows and columns."""
    return _of_rules("kakuro", max_size, kinds)


def futoshiki_puzzles(max_size: int = 5, kinds: Iterable[Kind | str] = RULE_KINDS) -> st.SearchStrategy[Drawn]:
    """Returns Futoshiki: Latin squares in which neighbours are compared."""
    return _of_rules("futoshiki", max_size, kinds)


def thermometer_puzzles(max_size: int = 6, kinds: Iterable[Kind | str] = RULE_KINDS) -> st.SearchStrategy[Drawn]:
    """Returns puzzles with thermometers on Latin, classic, diagonal and jigsaw layouts; a few have no thermometer."""
    return _of_rules("thermometers", max_size, kinds)


def mixed_puzzles(max_size: int = 4, kinds: Iterable[Kind | str] = RULE_KINDS) -> st.SearchStrategy[Drawn]:
    """Returns layouts of every kind with cages, sums, bounds, comparisons and tables; value 1 may stand for another."""
    return _of_rules("mixed", max_size, kinds)


def rule_puzzles(max_size: int = 4, kinds: Iterable[Kind | str] = RULE_KINDS) -> st.SearchStrategy[Drawn]:
    """Returns puzzles of all these sorts. Shrinks towards Futoshiki."""
    return st.one_of([_of_rules(rules, max_size, kinds) for rules in RULE_RECIPES])


def _of_rules(rules: str, max_size: int, kinds: Iterable[Kind | str]) -> st.SearchStrategy[Drawn]:
    check_largest(max_size)
    chosen = kinds_named(kinds)
    for kind in chosen:
        if kind not in RULE_KINDS:
            known = ", ".join(RULE_KINDS)
            raise OptionError(f"puzzles with sums and pairs are not drawn of the kind {kind}; known: {known}")
    return _rule_puzzles(rules, max_size, chosen)


@st.composite
def _rule_puzzles(draw: st.DrawFn, rules: str, max_size: int, kinds: tuple[Kind, ...]) -> Drawn:
    source = HypothesisSource(draw)
    kind = source.one(kinds)
    try:
        return make_rule_puzzle(rules, kind, source, max_size, _proof)
    except PuzzleError as error:
        event(f"no puzzle: {error.message}")
        return reject()


def _proof(puzzle: Puzzle, limit: int) -> Result:
    """Returns what the reference solver finds, without a time limit: the same in every example."""
    return solve(puzzle, "reference", limit)
