from __future__ import annotations

from itertools import product

import pytest

from unitdoku import BackendError, Layout, Puzzle, Unit, classic, from_units, latin
from unitdoku.encoders.cnf.encodings import encode
from unitdoku.encoders.cnf.variables import VariableMap
from unitdoku.encoders.decoding import only_values


def test_the_variable_map_goes_both_ways() -> None:
    variables = VariableMap(classic(4))
    assert variables.count == 64
    assert variables.literal(0, 1) == 1
    assert variables.literal(15, 4) == 64
    for cell, value in product(range(16), range(1, 5)):
        literal = variables.literal(cell, value)
        assert variables.cell_and_value(literal) == variables.cell_and_value(-literal) == (cell, value)


def test_values_of_an_assignment() -> None:
    variables = VariableMap(latin(2))
    assert variables.values([1, 4, 5, 6]) == [[1], [2], [1, 2], []]


def test_decoding_refuses_what_is_no_grid() -> None:
    puzzle = Puzzle.empty(latin(2))
    assert only_values([[1], [2], [2], [1]], puzzle, "b") == (1, 2, 2, 1)
    with pytest.raises(BackendError, match=r"b returned 2 values for cell B1: \[1, 2\]"):
        only_values([[1], [2], [1, 2], [1]], puzzle, "b")
    with pytest.raises(BackendError, match="b returned 0 values for cell B2"):
        only_values([[1], [2], [2], []], puzzle, "b")


def test_no_clause_is_there_twice() -> None:
    for layout in (classic(4), classic(6), classic(), from_units(3, [[0, 1, 2], [2, 1, 0], [0, 1]])):
        clauses = encode(layout).clauses
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)
        assert all(len(set(clause)) == len(clause) for clause in clauses)


def test_incomplete_units_forbid_only() -> None:
    bare = Layout(3, (), ((0, 0), (0, 1)))
    with_pair = bare + [Unit("pair", (0, 1))]
    added = set(encode(with_pair).clauses) - set(encode(bare).clauses)
    assert added == {(-1, -4), (-2, -5), (-3, -6)}
    with_one = bare + [Unit("one", (0,)), Unit("none", ())]
    assert encode(with_one).clauses == encode(bare).clauses


def test_one_value() -> None:
    assert encode(latin(1)).clauses == ((1,),)
