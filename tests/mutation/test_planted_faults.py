"""Faults planted on purpose, each of which the cross-check or a golden count must catch.

Where every cell lies in a complete unit, each family of clauses of the extended encoding follows from the others:
dropping one changes no answer, so those faults are held against the number of clauses instead.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from unitdoku import Layout, Puzzle, classic, cross_check, diagonal, from_units, parse_puzzle
from unitdoku.encoders import cnf_options, sat_sessions
from unitdoku.encoders.cnf import encodings, full
from unitdoku.encoders.cnf.formula import Formula
from unitdoku.encoders.cnf.variables import VariableMap
from unitdoku.encoders.pysat_solver import PySatSolver
from unitdoku.encoders.sat_sessions import LoadedSession
from unitdoku.reference import board as board_module
from unitdoku.reference import rules, search

LAYOUT = diagonal(classic(4))
INCOMPLETE = from_units(4, [["A1", "A2", "B1"], ["A1", "D4"], ["A3", "A4"]])
PUZZLES = [
    Puzzle.empty(LAYOUT),
    parse_puzzle("1" + "." * 15, LAYOUT),
    parse_puzzle("...2" + "." * 12, LAYOUT),
    parse_puzzle("12" + "." * 14, LAYOUT),
    parse_puzzle("11" + "." * 14, LAYOUT),
    parse_puzzle("1........1......", INCOMPLETE),
]
Patch = pytest.MonkeyPatch


def encoded(change: Callable[[Formula], Formula]) -> Callable[[Patch], None]:
    def plant(patch: Patch) -> None:
        honest = encodings.encode
        patch.setattr(cnf_options, "encode", lambda layout, *rest, **more: change(honest(layout, *rest, **more)))

    return plant


def layout_encoded(change: Callable[[Layout], Layout]) -> Callable[[Patch], None]:
    def plant(patch: Patch) -> None:
        honest = encodings.encode
        patch.setattr(cnf_options, "encode", lambda layout, *rest, **more: honest(change(layout), *rest, **more))

    return plant


def flipped(formula: Formula) -> Formula:
    first, *rest = formula.clauses
    return Formula(formula.variables, ((-first[0], *first[1:]), *rest))


def without(part: slice) -> Callable[[Layout], Layout]:
    def change(layout: Layout) -> Layout:
        units = list(layout.units)
        del units[part]
        return Layout(layout.size, tuple(units), layout.positions)

    return change


def off_by_one(patch: Patch) -> None:
    patch.setattr(
        VariableMap, "literal", lambda self, cell, value: cell * self.layout.size + value % self.layout.size + 1
    )


def forbids_too_little(patch: Patch) -> None:
    patch.setattr(LoadedSession, "_forbid", lambda self, solver, grid, puzzle, activation: None)


def forbids_too_much(patch: Patch) -> None:
    def forbid(_: object, solver: PySatSolver, grid: tuple[int, ...], puzzle: Puzzle, activation: int) -> None:
        solver.add([-activation, -(grid[-1] + 4 * 15)])

    patch.setattr(LoadedSession, "_forbid", forbid)


def forgets_to_retire(patch: Patch) -> None:
    def forbid(_: object, solver: PySatSolver, grid: tuple[int, ...], puzzle: Puzzle, activation: int) -> None:
        solver.add([-(4 * cell + value) for cell, value in enumerate(grid)])

    patch.setattr(LoadedSession, "_forbid", forbid)


def claims_too_early(patch: Patch) -> None:
    honest = LoadedSession._collect
    patch.setattr(LoadedSession, "_collect", lambda self, *rest: honest(self, *rest) or True)


def drops_assumptions(patch: Patch) -> None:
    patch.setattr(sat_sessions, "given_literals", lambda puzzle, variables: [])


def twins_of_strangers(patch: Patch) -> None:
    def naked(board: int, table: board_module.BoardMap) -> int:
        return board & table.only[1] if table.layout == LAYOUT else board

    patch.setattr(search, "naked_twins", naked)


def search_forgets_a_branch(patch: Patch) -> None:
    honest = search._alternatives
    patch.setattr(search, "_alternatives", lambda board, table: honest(board, table)[:-1])


def contradictions_unseen(patch: Patch) -> None:
    honest = rules.place_singles

    def place(board: int, placed: list[int], table: board_module.BoardMap) -> int | None:
        left = honest(board, placed, table)
        return 0 if left is None else left

    patch.setattr(search, "place_singles", place)


FAULTS: dict[str, Callable[[Patch], None]] = {
    "a flipped literal": encoded(flipped),
    "a variable map that is one off": off_by_one,
    # On 4x4 one diagonal says as much as both: leaving out a single one changes no answer.
    "both diagonals left out": layout_encoded(without(slice(12, 14))),
    "all columns left out": layout_encoded(without(slice(4, 8))),
    "enumeration that forbids too little": forbids_too_little,
    "enumeration that forbids too much": forbids_too_much,
    "clauses left over from the last puzzle": forgets_to_retire,
    "exhausted claimed too early": claims_too_early,
    "givens that are not assumed": drops_assumptions,
    "naked twins that are none": twins_of_strangers,
    "a branch that is not searched": search_forgets_a_branch,
    "a contradiction taken for a solution": contradictions_unseen,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_caught(fault: str, monkeypatch: Patch) -> None:
    pytest.importorskip("pysat")
    names = ["reference", "reference:twins", "sat:minisat22", "sat:cadical195"]
    assert cross_check(PUZZLES, names, limit=60, isolated=False).agree
    FAULTS[fault](monkeypatch)
    assert not cross_check(PUZZLES, names, limit=60, isolated=False).agree


@pytest.mark.parametrize("fewer", [full.EXTENDED._replace(cells_at_most_one=False), full.EFFICIENT, full.MINIMAL])
def test_a_dropped_redundant_family_shows_in_the_count_alone(fewer: full.Families, monkeypatch: Patch) -> None:
    pytest.importorskip("pysat")
    count = len(encodings.encode(LAYOUT).clauses)
    monkeypatch.setitem(encodings.ENCODINGS, "extended", encodings.ENCODINGS["extended"]._replace(families=fewer))
    assert cross_check(
        [puzzle for puzzle in PUZZLES if puzzle.layout == LAYOUT], ["reference", "sat"], limit=60, isolated=False
    ).agree
    assert len(encodings.encode(LAYOUT).clauses) < count


def test_a_family_that_cells_outside_complete_units_need(monkeypatch: Patch) -> None:
    """Without at-most-one for their cells `minimal` gives them two values."""
    pytest.importorskip("pysat")
    names = ["reference", "sat:encoding=minimal"]
    assert cross_check([Puzzle.empty(INCOMPLETE)], names, limit=60, isolated=False).agree
    monkeypatch.setattr(full, "loose_cells", lambda layout: frozenset())
    assert not cross_check([Puzzle.empty(INCOMPLETE)], names, limit=60, isolated=False).agree
