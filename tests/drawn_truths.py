"""Whether a drawn puzzle is what its kind says, by what a search found."""

from __future__ import annotations

from collections.abc import Collection

from unitdoku import Grid, Puzzle, is_solution
from unitdoku.compare.generators.kinds import Drawn, Kind
from unitdoku.reference.search.board import board_map, place_singles

FORMS = {
    Kind.SATISFIABLE: (1, False),
    Kind.UNIQUE: (1, True),
    Kind.SEVERAL: (2, False),
    Kind.CLASH: (0, True),
    Kind.SEARCH: (0, True),
    Kind.UNKNOWN: (0, False),
}
"""Kind to the number of known solutions, and whether there are no others."""


def has_clash(puzzle: Puzzle) -> bool:
    givens = puzzle.givens
    return any(givens[cell] == givens[peer] for cell in givens for peer in puzzle.layout.peers[cell] if peer in givens)


def check_drawn(drawn: Drawn, solutions: Collection[Grid], exhausted: bool) -> None:
    """Compares the known answer with solutions that a search found, `exhausted` if there are no others."""
    truth, puzzle = drawn.truth, drawn.puzzle
    assert (len(truth.solutions), truth.exhausted) == FORMS[drawn.kind]
    assert truth.backend == "construction"
    assert drawn.how
    assert all(is_solution(grid, puzzle) for grid in truth.solutions)
    if truth.exhausted:
        assert exhausted
        assert set(solutions) == set(truth.solutions)
    elif exhausted:
        assert set(solutions) >= set(truth.solutions)
    else:
        assert len(solutions) >= len(truth.solutions)
    if drawn.kind is Kind.CLASH:
        assert has_clash(puzzle) or puzzle.layout.has_other_rules
    if drawn.kind is Kind.SEARCH:
        assert not has_clash(puzzle)
        table = board_map(puzzle.layout)
        assert place_singles(table.board(puzzle), [], table)
