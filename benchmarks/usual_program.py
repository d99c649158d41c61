"""CP-SAT as tutorials show it: what sessions of ours are compared with."""

from __future__ import annotations

from ortools.sat.python import cp_model

from unitdoku import Grid, Puzzle


def usual_program(puzzle: Puzzle) -> Grid:
    """The solution by AllDifferent a unit, built for every puzzle; one worker."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, puzzle.layout.size, "") for _ in puzzle.candidates]
    for unit in puzzle.layout.units:
        model.add_all_different([cells[cell] for cell in unit.cells])
    for cell, mask in enumerate(puzzle.candidates):
        if mask & (mask - 1) == 0:
            model.add(cells[cell] == mask.bit_length())
        elif mask != puzzle.layout.all_values:
            allowed = [value for value in range(1, puzzle.layout.size + 1) if mask >> (value - 1) & 1]
            model.add_allowed_assignments([cells[cell]], [[value] for value in allowed])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return tuple(solver.value(cell) for cell in cells)
