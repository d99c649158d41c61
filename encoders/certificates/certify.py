"""The question `certify`: an answer with a certificate that the checker accepts."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from typing import NamedTuple

from ...puzzles.text.any_puzzle import any_layout, any_puzzle, list_of_puzzles
from ...puzzles.text.entries import PuzzleEntry
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendUnavailable, OptionError, UnitdokuError, Unsupported, WrongAnswer, shown
from ...reference.contract.judgement import check_solutions
from ...reference.contract.session import AnyBackend
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.search.refutation import Literals, SolutionLeft, refutation
from ..naming.sessions import backend_named
from ..solve import solve
from .drup import proof_backend
from .verify_file import in_processes
from .written import written

WAYS = ("auto", "search")
"""Ways to prove that are no names of solvers."""

_SEARCH_SECONDS = 0.5
"""Time for a proof by search, before a SAT solver is asked; its proofs are longer."""

_SOLVER = "sat:glucose4"
"""The solver that is asked where none is named: its proofs are short, and it stops at the deadline."""

_CLAIMS = {"none": "no solution", "one": "one solution", "several": "several solutions"}


class Certificate(NamedTuple):
    """An answer to the question how many solutions a puzzle has, none, one or several, that a checker can verify."""

    claim: str
    """`none`, `one` or `several`."""
    grids: tuple[Grid, ...]
    """No grid, the only one, or two."""
    steps: int
    """Clauses that the proof adds; 0 for several, and where unit propagation needs no more."""
    text: str
    """The certificate: one line of JSON, without newline. See `verify`."""

    def __repr__(self) -> str:
        steps = f"{self.steps:,} step{'s' * (self.steps != 1)}"
        return f"<Certificate: {_CLAIMS[self.claim]}, {steps}, {len(self.text.encode()):,} bytes>"


def certify(
    puzzle: object,
    backend: AnyBackend = "auto",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    proof: str = "auto",
) -> Certificate | None:
    """Returns whether a puzzle has no solution, one or several, with a certificate; None when the time is over first.

    The puzzle has any form that `solve` takes; the certificate keeps the name of an entry of a file. `backend` finds
    the solutions. `proof` says how the absence of another one is proved: `search`, by the rules of the reference
    solver; the name of a SAT solver that writes proofs, such as `sat:cadical195`; `auto`, which takes the search for
    half a second, and then a SAT solver where PySAT is installed. Proofs by SAT solvers are trimmed. Raises
    `OptionError` for another `proof`, `Unsupported` for shown cells, repeatable values, and sums other than cages where
    there are not several solutions, and what `solve` raises.
    """
    name = puzzle.name if isinstance(puzzle, PuzzleEntry) else None
    puzzle = any_puzzle(puzzle, layout)
    Capabilities(sums=True, pairs=True).check(puzzle.layout, "certify")
    check_proof(proof)  # before the search
    deadline = Deadline(seconds)
    result = solve(puzzle, backend, limit=2, seconds=deadline.left)
    grids = result.solutions
    check_solutions(grids, puzzle, 2, result.backend)
    if len(grids) == 2:
        return Certificate("several", grids, 0, written(puzzle, "several", grids, (), name))
    if not result.exhausted:
        return None
    try:
        steps = _refutation(puzzle, grids[0] if grids else None, proof, deadline)
    except SolutionLeft as error:
        raise WrongAnswer(f"{result.backend} missed a solution") from error
    if steps is None:
        return None
    claim = "one" if grids else "none"
    return Certificate(claim, grids, len(steps), written(puzzle, claim, grids, steps, name))


def certify_many(
    puzzles: Iterable[object],
    backend: str = "auto",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
    proof: str = "auto",
    processes: int = 1,
) -> Generator[Certificate | UnitdokuError | None, None, None]:
    """Yields for each puzzle, in order, its certificate, None (no proof in time), or the error that `certify` raises.

    A puzzle that cannot be read is such an error, too. `seconds` is for each puzzle. Puzzles are taken as they are
    needed, a few more with several processes. Raises `OptionError` and `BackendUnavailable` for a `proof` or a
    backend that there is not, and `PuzzleError` for what is no list of puzzles.
    """
    check_proof(proof)
    backend_named(backend, {})
    made = partial(_made, backend=backend, seconds=seconds, layout=any_layout(layout), proof=proof)
    yield from in_processes(made, list_of_puzzles(puzzles), processes)


def _made(
    puzzle: object, backend: str, seconds: float | None, layout: Layout | None, proof: str
) -> Certificate | UnitdokuError | None:
    try:
        return certify(puzzle, backend, seconds, layout=layout, proof=proof)
    except UnitdokuError as error:
        return error


def check_proof(proof: str) -> None:
    """Raises `OptionError` for a way to prove that there is not, and `BackendUnavailable` for one without PySAT."""
    if proof in WAYS:
        return
    if not isinstance(proof, str) or proof.split(":")[0] != "sat":
        ways = f"{', '.join(WAYS)}, or a solver that writes proofs, such as sat:cadical195"
        raise OptionError(f"proof is {shown(proof)}; known: {ways}")
    proof_backend(proof)


def _refutation(puzzle: Puzzle, solution: Grid | None, proof: str, deadline: Deadline) -> list[Literals] | None:
    """Returns a proof of this kind that there is no solution but this one; None when the time is over first.

    Raises `SolutionLeft` where there is another solution.
    """
    searches = proof in WAYS and not puzzle.layout.has_other_rules
    if searches:
        found = refutation(puzzle, solution, deadline if proof == "search" else deadline.sooner(_SEARCH_SECONDS))
        if proof == "search" or found is not None:
            return found
    elif proof == "search":
        raise Unsupported("a proof by search goes by units alone, and the layout has sums or pairs")
    try:
        solver = proof_backend(_SOLVER if proof == "auto" else proof)
    except BackendUnavailable:
        if not searches:
            raise
        return refutation(puzzle, solution, deadline)
    from .drup import sat_proof  # here, as most proofs take no solver

    return sat_proof(puzzle, solution, solver, deadline)
