"""Defects and limits of the installed PySAT that this package works around: should one go, the workaround may too."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from pysat.solvers import Solver  # type: ignore[import-untyped]

from unitdoku import Puzzle, classic, find_backend
from unitdoku.encoders.backends.pysat.solver import free_proving
from unitdoku.io import cnf

GRID = Puzzle.from_values([int(value) for value in "1234341221434321"], classic(4))


def test_enum_models_counts_auxiliary_variables_and_sessions_do_not() -> None:
    formula = cnf(GRID, at_most_one="pysat-totalizer")
    with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        listed = [model for _, model in zip(range(50), solver.enum_models(), strict=False)]
    assert len(listed) == 50
    assert len({tuple(literal for literal in model[:64] if literal > 0) for model in listed}) == 1
    with find_backend("sat", at_most_one="pysat-totalizer").open(GRID.layout) as session:
        assert session.solve(GRID, 50).unique


def test_enum_models_spoils_the_solver() -> None:
    with Solver("cadical195", bootstrap_with=cnf(classic(4)).clauses) as solver:
        assert len(list(solver.enum_models())) == 288
        assert not solver.solve()


def proof(name: str, clauses: list[list[int]]) -> list[str]:
    with Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
        assert not solver.solve()
        lines: list[str] = solver.get_proof()
        free_proving(solver.solver)
        return lines


def test_proofs_of_contradictions_by_unit_propagation() -> None:
    clash: Any = [[1], [-1, 2], [-2]]
    assert proof("glucose4", clash) == []
    lines = proof("cadical195", clash)
    assert "0" in lines
    assert lines[-1].startswith("d ")
