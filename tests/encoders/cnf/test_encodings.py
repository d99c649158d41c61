from __future__ import annotations

import tracemalloc
from itertools import product

import pytest
from small_formulas import with_duplicates

from unitdoku import InvalidAnswer, Layout, Puzzle, Unit, classic, from_units, latin
from unitdoku.backend import Deadline
from unitdoku.encoders.cnf.at_most_one import pairwise
from unitdoku.encoders.cnf.encodings import ENCODINGS, CnfOptions, cnf
from unitdoku.encoders.cnf.formula import ClauseCollector
from unitdoku.encoders.cnf.variables import OpenVariables, VariableMap, different, given_literals
from unitdoku.reference.contract.errors import FormulaTooLarge


def test_the_variable_map_goes_both_ways() -> None:
    variables = VariableMap(classic(4))
    assert variables.count == 64
    assert variables.literal(0, 1) == 1
    assert variables.literal(15, 4) == 64
    for cell, value in product(range(16), range(1, 5)):
        literal = variables.literal(cell, value)
        assert variables.cell_and_value(literal) == variables.cell_and_value(-literal) == (cell, value)


def test_no_clause_is_there_twice() -> None:
    for layout in (latin(1), classic(4), classic(6), from_units(3, [[0, 1, 2], [2, 1, 0], [0, 1]])):
        clauses = cnf(layout).clauses
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)
        assert all(len(set(clause)) == len(clause) for clause in clauses)


ROW = from_units(3, [[0, 1, 2]], shape=(1, 4))


def test_grids_of_an_assignment() -> None:
    variables = VariableMap(ROW)
    assert variables.grid([1, 5, 9, 11], "b") == variables.grid([11, 9, 1, 5], "b") == (1, 2, 3, 2)
    assert variables.values([3, 4, 6]) == [[3], [1, 3], [], []]
    # A cell without a value, with two, and one beyond the last.
    for true in ([1, 5, 9], [5, 9, 11], [1, 2, 5, 9, 11], [1, 5, 9, 10, 11], []):
        with pytest.raises(InvalidAnswer):
            variables.grid(true, "b")
    with pytest.raises(InvalidAnswer, match=r"b returned 2 values for cell A4: \[1, 2\]"):
        variables.grid([1, 5, 9, 10, 11], "b")


def test_variables_of_what_is_open() -> None:
    # A1 is 1; A2 may be any but 1, A3 any, but 1 is ruled out; A4 is in no unit.
    variables = OpenVariables(Puzzle(ROW, (0b001, 0b110, 0b111, 0b101)))
    assert [variables.literals(cell) for cell in range(4)] == [{}, {2: 1, 3: 2}, {2: 3, 3: 4}, {1: 5, 3: 6}]
    assert variables.count == 6
    for literal, place in enumerate([(1, 2), (1, 3), (2, 2), (2, 3), (3, 1), (3, 3)], start=1):
        assert variables.literal(*place) == literal
        assert variables.cell_and_value(literal) == variables.cell_and_value(-literal) == place
    with pytest.raises(KeyError):
        variables.literal(1, 1)
    assert variables.values([1, 4, 5]) == [[1], [2], [3], [1]]
    assert variables.grid([1, 4, 5], "b") == (1, 2, 3, 1)
    for true in ([1, 4], [1, 4, 5, 6]):
        with pytest.raises(InvalidAnswer, match="for cell A4"):
            variables.grid(true, "b")


@pytest.mark.parametrize(("values", "clash"), [((2, 2, 0, 0), True), ((2, 0, 0, 2), False), ((2, 1, 3, 0), False)])
def test_givens_that_clash_within_a_unit(values: tuple[int, ...], clash: bool) -> None:
    variables = OpenVariables(Puzzle.from_values(values, ROW))
    assert variables.givens_clash == clash
    # Two clauses that contradict each other come first.
    clauses = cnf(Puzzle.from_values(values, ROW), "reduced").clauses
    nothing = variables.count + 1
    assert (clauses[:2] == ((nothing,), (-nothing,))) == clash


def test_the_clauses_of_what_is_open() -> None:
    formula = cnf(Puzzle(ROW, (0b001, 0b011, 0b111, 0b101)), "reduced")
    assert formula.clauses == ((1,), (2, 3), (-2, -3), (4, 5), (-4, -5), (1, 2), (-1, -2), (3,))
    assert formula.variable_count == 5


@pytest.mark.parametrize("layout", [ROW, classic(4), from_units(3, [[0, 1]], shape=(1, 2))])
def test_without_givens_the_reduced_encoding_is_the_extended_one(layout: Layout) -> None:
    assert cnf(Puzzle.empty(layout), "reduced").clauses == cnf(layout, "extended").clauses


def test_givens_as_literals() -> None:
    puzzle = Puzzle(ROW, (0b001, 0b011, 0b111, 0b101))
    assert given_literals(puzzle) == [1, -6, -11]
    assert given_literals(Puzzle.from_values((0, 3, 0, 2), ROW)) == [6, 11]
    # The cells that are open tell solutions apart.
    assert different((1, 2, 3, 3), VariableMap(ROW), puzzle) == [-5, -9, -12]
    assert different((1, 2, 3, 1), VariableMap(ROW), Puzzle.from_values((1, 2, 3, 1), ROW)) == []
    assert cnf(puzzle).clauses[-3:] == ((1,), (-6,), (-11,))


def test_what_nothing_can_make_true() -> None:
    clauses = ClauseCollector(VariableMap(latin(2)), pairwise)
    clauses.at_least_one([])
    clauses.at_least_one([])
    formula = clauses.formula()
    assert formula.clauses == ((9,), (-9,), (10,), (-10,))
    assert (formula.auxiliaries, formula.variable_count) == (2, 10)


def test_no_time_for_a_formula() -> None:
    with pytest.raises(TimeoutError):
        cnf(latin(2), deadline=Deadline(0))
    assert cnf(latin(2), deadline=Deadline(60)) == cnf(latin(2))


def test_how_large_a_formula_may_be() -> None:
    """A formula of 85 million clauses is counted by its parts: refused in no time, and with no memory to speak of."""
    tracemalloc.start()
    with pytest.raises(FormulaTooLarge) as caught:
        cnf(classic(81))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert str(caught.value) == (
        "the extended encoding of classic:9x9 has 85,056,804 clauses over 531,441 variables, about 13.5 GiB to build; "
        "the limit is 20,000,000 clauses; most-clauses raises it, and the reduced encoding needs less"
    )
    assert peak < 10_000_000
    with pytest.raises(FormulaTooLarge, match=r"most-clauses raises it$"):
        cnf(Puzzle.empty(latin(2)), "reduced", most_clauses=1)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("layout", [ROW, classic(4), from_units(4, [["A1", "A2", "B1"], ["A1", "D4"]])])
def test_sizes_are_those_of_formulas(encoding: str, layout: Layout) -> None:
    for subject in (layout, Puzzle.empty(layout), Puzzle.from_givens({"A1": 2}, layout)):
        for at_most_one in ("pairwise", "ladder", "commander"):
            options = CnfOptions(encoding, at_most_one)
            size, formula = options.size(subject), with_duplicates(subject, options)
            givens = isinstance(subject, Puzzle) and not ENCODINGS[encoding].one_puzzle and len(subject.givens)
            assert size == (formula.variable_count, len(formula.clauses) - givens)
            with pytest.raises(FormulaTooLarge):
                options._replace(most_clauses=size.clauses - 1).encode(subject)
            options._replace(most_clauses=size.clauses).encode(subject)


@pytest.mark.parametrize(("encoding", "clauses"), [("minimal", 4 + 3 + 9), ("efficient", 4 + 12 + 9), ("extended", 28)])
def test_sizes_by_hand(encoding: str, clauses: int) -> None:
    """Four cells of three values, one of them in no complete unit; three values that stand once in three cells."""
    assert CnfOptions(encoding).size(ROW) == (12, clauses)
    # A cell is loose in an incomplete unit, too.
    assert CnfOptions(encoding).size(ROW + [Unit("pair", (2, 3))]) == (12, clauses + 3)
    assert len(cnf(ROW, encoding).clauses) == clauses
    assert not ENCODINGS[encoding].one_puzzle
    assert ENCODINGS["reduced"].one_puzzle
