"""Certificates as formulas and proofs, for other checkers; and whether a certificate that passed is true."""

from __future__ import annotations

from unitdoku import Layout, Pair, Puzzle, Statement, Sum, Unit, is_solution, solve
from unitdoku.reference.certificates.checker import clauses_of
from unitdoku.reference.certificates.statement import read_statement


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
    """Whether the claim of a certificate is right, as the reference solver and `is_solution` say."""
    puzzle = puzzle_of(statement)
    if puzzle is None:
        return statement.claim == "none"
    result = solve(puzzle, "reference", limit=2)
    # A damaged puzzle may have any number of solutions: grids are not looked for among them.
    held = all(is_solution(grid, puzzle) for grid in statement.grids)
    return held and len(set(statement.grids)) == len(result) == {"none": 0, "one": 1, "several": 2}[statement.claim]
