"""The question `certify`: an answer with a certificate that the checker accepts."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from functools import partial
from math import inf
from typing import NamedTuple

from ...puzzles.text.any_puzzle import any_layout, any_puzzle, list_of_puzzles
from ...puzzles.text.entries import PuzzleEntry
from ...reference.certificates.statement import CLAIMS, MOST_VARIABLES, VERSION, Rules, Statement, SumRule
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendUnavailable, OptionError, UnitdokuError, Unsupported, WrongAnswer, shown
from ...reference.contract.judgement import check_solutions
from ...reference.contract.session import AnyBackend
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.search.refutation import Literals, SolutionLeft, refutation
from ..naming.sessions import backend_named
from ..solve import solve
from .drup import proof_backend, sat_proof
from .verify_file import in_processes

WAYS = ("auto", "search")
"""Ways to prove that are no names of solvers."""

_SEARCH_WORK = 15_000_000
"""The candidates of the layout, times boards, that a proof by search may take (half a second or so) before a SAT solver
is asked, whose proofs are longer."""

_SOLVER = "sat:glucose4"
"""The solver that is asked where none is named: its proofs are short, and it stops at the deadline."""

_CLAIMS = {"none": "no solution", "one": "one solution", "several": "several solutions"}

_LONGEST_NAME = 200


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
    solver; the name of a SAT solver that writes proofs, such as `sat:cadical195`; `auto`, which takes the search
    for half a second of work, counted in steps, and then a SAT solver where PySAT is installed. Proofs by SAT solvers
    are trimmed. Raises `OptionError` for another `proof`, `Unsupported` for shown cells, repeatable values, too many
    candidates, and sums other than cages where there are not several solutions, and what `solve` raises.
    """
    name = puzzle.name if isinstance(puzzle, PuzzleEntry) else None
    puzzle = any_puzzle(puzzle, layout)
    Capabilities(sums=True, pairs=True).check(puzzle.layout, "certify")
    check_proof(proof)  # before the search
    deadline = Deadline(seconds)
    result = solve(puzzle, backend, limit=2, seconds=deadline.left)
    grids = result.solutions
    check_solutions(grids, puzzle, 2, result.backend)
    if len(grids) < 2 and not result.exhausted:
        return None
    statement = statement_about(puzzle, grids)
    try:
        steps = _refutation(puzzle, statement, proof, deadline) if len(grids) < 2 else []
    except SolutionLeft as error:
        raise WrongAnswer(f"{result.backend} missed a solution") from error
    if steps is None:
        return None
    lines = "".join(" ".join(map(str, (*step, 0))) + "\n" for step in steps)
    text = written(statement._replace(proof=lines), puzzle.layout.name if name is None else name)
    return Certificate(statement.claim, grids, len(steps), text)


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


def _refutation(puzzle: Puzzle, statement: Statement, proof: str, deadline: Deadline) -> list[Literals] | None:
    """Returns a proof of this kind that there is no solution but that of the statement; None when time is over first.

    Raises `SolutionLeft` where there is another solution.
    """
    searches = proof in WAYS and not puzzle.layout.has_other_rules
    solution = next(iter(statement.grids), None)
    if searches:
        boards = _SEARCH_WORK / (puzzle.layout.cell_count * puzzle.layout.size)
        found = refutation(puzzle, solution, deadline, inf if proof == "search" else boards)
        if proof == "search" or found is not None or deadline.expired:
            return found
    elif proof == "search":
        raise Unsupported("a proof by search goes by units alone, and the layout has sums or pairs")
    try:
        solver = proof_backend(_SOLVER if proof == "auto" else proof)
    except BackendUnavailable:
        if not searches:
            raise
        return refutation(puzzle, solution, deadline)
    return sat_proof(statement, puzzle.layout, solver, deadline)


# A certificate: the statement about a puzzle with its rules in full, and one line of JSON with it.


def statement_about(puzzle: Puzzle, grids: tuple[Grid, ...]) -> Statement:
    """Returns the statement that these are all solutions, or two of several; it has no proof yet.

    Raises `Unsupported` for more candidates than the checker reads.
    """
    layout = puzzle.layout
    if layout.cell_count * layout.size > MOST_VARIABLES:
        raise Unsupported(f"certificates have up to {MOST_VARIABLES:,} candidates, cells times values")
    sums = (SumRule(each.cells, tuple(times for _, times in each.terms), *each.bounds) for each in layout.value_sums)
    pairs = tuple((*pair.cells, pair.allowed) for pair in layout.pairs)
    units = tuple(unit.cells for unit in layout.units)
    candidates = tuple(tuple(values_in(mask)) for mask in puzzle.candidates)
    rules = Rules(layout.size, layout.cell_count, units, tuple(sums), pairs)
    return Statement(rules, candidates, list(CLAIMS)[len(grids)], grids, "")


def written(statement: Statement, name: str) -> str:
    """Returns the certificate of a statement, without newline, as `read_statement` reads it."""
    size, _, units, sums, pairs = statement.rules
    puzzle: dict[str, object] = {"size": size}
    puzzle["cells"] = [
        0 if len(values) == size else values[0] if len(values) == 1 else values for values in statement.candidates
    ]
    puzzle["units"] = units
    if sums:
        puzzle["sums"] = [{key: part for key, part in each._asdict().items() if part is not None} for each in sums]
    if pairs:
        puzzle["pairs"] = [{"cells": cells, "allowed": sorted(allowed)} for *cells, allowed in pairs]
    content = {"certificate": VERSION, "name": name[:_LONGEST_NAME], "puzzle": puzzle}
    content |= {"claim": statement.claim, "grids": statement.grids}
    if statement.claim != "several":
        content["proof"] = statement.proof
    return json.dumps(content, separators=(",", ":"))
