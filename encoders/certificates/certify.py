"""The question `certify`: an answer with a certificate that the checker accepts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...reference.capabilities import check_rules
from ...reference.contract import AnyBackend
from ...reference.deadline import Deadline
from ...reference.errors import Unsupported, WrongAnswer
from ...reference.grid import Grid
from ...reference.judgement import check_solutions
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.search.refutation import Literals, SolutionLeft, refutation
from ...reference.text.any_puzzle import any_puzzle
from ..solve import solve
from .written import written

_SEARCH = "search"

_SEARCH_SECONDS = 0.5
"""Time for a proof by search, before a SAT solver is asked; its proofs are longer."""


class Certificate(NamedTuple):
    """An answer to the question how many solutions a puzzle has, none, one or several, that a checker can verify."""

    claim: str
    """`none`, `one` or `several`."""
    grids: tuple[Grid, ...]
    """No grid, the only one, or two."""
    steps: int
    """Lines of the proof; 0 for several, and where unit propagation needs no more."""
    untrimmed_steps: int
    """Lines before those were left out that the contradiction does not depend on."""
    text: str
    """The certificate: one line of JSON, without newline. See `verify`."""


def certify(
    puzzle: object,
    backend: AnyBackend = "auto",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    proof: str = "auto",
) -> Certificate | None:
    """Returns whether a puzzle has no solution, one or several, with a certificate; None when the time is over first.

    The puzzle has any form that `solve` takes, and `backend` finds the solutions. `proof` says how the absence of
    another one is proved: `search`, by the rules of the reference solver; the name of a SAT solver that writes proofs,
    such as `sat:cadical195`; or `auto`, which takes the search for half a second, and then a SAT solver. Raises
    `Unsupported` for shown cells, repeatable values, and sums other than cages where there are not several solutions,
    `OptionError` for a proof that there is not, and what `solve` raises.
    """
    puzzle = any_puzzle(puzzle, layout)
    check_rules(puzzle.layout, "certify", sums=True, pairs=True)
    deadline = Deadline(seconds)
    result = solve(puzzle, backend, limit=2, seconds=deadline.left)
    grids = result.solutions
    check_solutions(grids, puzzle, 2, result.backend)
    if len(grids) == 2:
        return Certificate("several", grids, 0, 0, written(puzzle, "several", grids, ()))
    if not result.exhausted:
        return None
    found = _prove(puzzle, grids[0] if grids else None, proof, deadline, result.backend)
    if found is None:
        return None
    steps, untrimmed = found
    claim = "one" if grids else "none"
    return Certificate(claim, grids, len(steps), untrimmed, written(puzzle, claim, grids, steps))


def _prove(
    puzzle: Puzzle, solution: Grid | None, proof: str, deadline: Deadline, answered_by: str
) -> tuple[Sequence[Literals], int] | None:
    """Returns the steps of a proof, and how many there were before it was trimmed; None when the time is over."""
    by_search = proof in ("auto", _SEARCH) and not puzzle.layout.has_other_rules
    if proof == _SEARCH and not by_search:
        raise Unsupported("a proof by search goes by units alone, and the layout has sums or pairs")
    if by_search:
        until = deadline if proof == _SEARCH else deadline.sooner(_SEARCH_SECONDS)
        try:
            steps = refutation(puzzle, solution, until)
        except SolutionLeft as error:
            raise WrongAnswer(f"{answered_by} missed a solution") from error
        if steps is not None:
            return steps, len(steps)
        if proof == _SEARCH:
            return None
    from .sat_proof import sat_proof

    return sat_proof(puzzle, solution, "sat" if proof == "auto" else proof, deadline)
