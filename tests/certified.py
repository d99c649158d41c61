"""Puzzles and certificates of tests: as text, as formulas for other checkers, and whether what passed is true."""

from __future__ import annotations

import json
from typing import Any

from corpora import bundled

from unitdoku import Layout, Pair, Puzzle, Sum, Unit, certify, classic, is_solution, latin, parse_puzzle, solve
from unitdoku.layouts import killer, thermometer
from unitdoku.proofs import Certificate, Statement
from unitdoku.reference.certificates.checker import clauses_of
from unitdoku.reference.certificates.statement import read_statement

SMALL = "1.....3....2.4.."
UNIQUE = parse_puzzle(SMALL, classic(4))
CLASH = Puzzle.from_givens({"A1": 1, "A2": 1}, classic(4))
# No clash to see, and yet no value is left for D4.
NO_WAY = Puzzle.from_givens({"D1": 1, "D2": 2, "A4": 3, "C3": 4}, classic(4))
SEVERAL = Puzzle.empty(latin(2))
KILLER = Puzzle.empty(
    killer({"A1 A2 A3": 9, "A4 B4 C4": 8, "B1 B2 C1": 6, "B3 C3 D3 D4": 10, "C2 D1 D2": 7}, classic(4))
)
LESS = Pair("less", (0, 1), frozenset({(3, 4)}))
THERMOMETERS = Puzzle.empty(thermometer(classic(4), "C4 C3 C2 C1", "A4 A3 A2"))
# The last one takes guesses.
HARD = [
    *bundled("top95.txt")[:2],
    parse_puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
]


def certificate(puzzle: Any, backend: str = "auto", proof: str = "auto") -> Certificate:
    """One that is made in time, as there is no limit."""
    made = certify(puzzle, backend, proof=proof)
    assert made is not None
    return made


def text_of(puzzle: Puzzle, proof: str = "auto") -> str:
    return certificate(puzzle, proof=proof).text


def changed(**changes: Any) -> str:
    """The certificate of a small puzzle with some keys changed: those of the puzzle too; None takes a key away."""
    content = json.loads(text_of(UNIQUE))
    for key, value in changes.items():
        holder = content["puzzle"] if key in ("size", "cells", "units", "sums", "pairs", "cages") else content
        if value is None:
            del holder[key]
        else:
            holder[key] = value
    return json.dumps(content)


def formula_of(text: str) -> list[list[int]]:
    """Returns the clauses against which the proof of a certificate is checked, in full."""
    statement = read_statement(text)
    clauses, size = clauses_of(statement.rules), statement.rules.size
    formula = [list(clause) for clause in clauses.long]
    for variable in range(1, clauses.held + 1):
        formula += [[-variable, -rival] for rival in clauses.rivals(variable) if rival > variable]
    for cell, candidates in enumerate(statement.candidates):
        formula += [[-(cell * size + value)] for value in range(1, size + 1) if value not in candidates]
    return formula + [[-(cell * size + value) for cell, value in enumerate(grid)] for grid in statement.grids]


def dimacs(formula: list[list[int]]) -> str:
    """Returns a formula as a DIMACS file."""
    variables = max(abs(literal) for clause in formula for literal in clause)
    lines = [f"p cnf {variables} {len(formula)}", *(" ".join(map(str, [*clause, 0])) for clause in formula)]
    return "\n".join(lines) + "\n"


def puzzle_of(statement: Statement) -> Puzzle | None:
    """Returns the puzzle of a certificate; None where a cell has no candidate."""
    rules = statement.rules
    made: list[Unit | Sum | Pair] = [Unit(f"unit {number}", cells) for number, cells in enumerate(rules.units)]
    for number, each in enumerate(rules.sums):
        for relation, total in ((">=", each.least), ("<=", each.most)):
            if total is not None and each.cells and 0 not in each.coefficients:
                made.append(Sum(f"sum {number}", each.cells, total, each.coefficients, relation))
    made += [Pair(f"pair {number}", pair[:2], pair[2]) for number, pair in enumerate(rules.pairs)]
    layout = Layout(rules.size, (), tuple((0, cell) for cell in range(rules.cell_count))) + made
    masks = [sum({1 << value - 1 for value in values}) for values in statement.candidates]
    return Puzzle(layout, tuple(masks)) if all(masks) else None


def is_true(statement: Statement) -> bool:
    """Whether the claim of a certificate is right, as two backends and `is_solution` say."""
    puzzle = puzzle_of(statement)
    if puzzle is None:
        return statement.claim == "none"
    counts = {len(solve(puzzle, backend, limit=2)) for backend in ("reference", "sat:minisat22")}
    # A damaged puzzle may have any number of solutions: grids are not looked for among them.
    held = all(is_solution(grid, puzzle) for grid in statement.grids)
    return held and counts == {len(set(statement.grids))} == {{"none": 0, "one": 1, "several": 2}[statement.claim]}
