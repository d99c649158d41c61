"""Checks of solvers and backends.

any solver     check_solver: a function that takes a puzzle and returns a grid
a backend      check_backend: everything that a backend promises
several        cross_check: the same puzzles, all answers compared
what they give CheckReport, CheckFinding, CheckFailed; CrossCheckReport, Disagreement, Finding, FindingKind
symmetries     symmetries, Symmetries: changes of a puzzle that keep the number of its solutions
"""

from unitdoku.compare.conformance.check import check_backend, check_solver
from unitdoku.compare.conformance.report import CheckFailed, CheckFinding, CheckReport
from unitdoku.compare.cross_check.cross_check import CrossCheckReport, cross_check
from unitdoku.compare.cross_check.finding import Disagreement, Finding, FindingKind
from unitdoku.reference.model.symmetries import Symmetries, symmetries

__all__ = [
    "CheckFailed",
    "CheckFinding",
    "CheckReport",
    "CrossCheckReport",
    "Disagreement",
    "Finding",
    "FindingKind",
    "Symmetries",
    "check_backend",
    "check_solver",
    "cross_check",
    "symmetries",
]
