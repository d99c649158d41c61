from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from unitdoku import Layout, LayoutError, Puzzle, Unit, UnknownBackend, classic, from_units, latin
from unitdoku.check import Disagreement, Finding, FindingKind

ONE_CELL = Layout(1, (), ((0, 0),))


def test_one_cell_without_units_is_a_layout() -> None:
    assert ONE_CELL.cell_count == 1
    assert ONE_CELL.labels == ("A1",)
    assert ONE_CELL.peers == (frozenset(),)
    assert ONE_CELL.units_of == ((),)
    assert ONE_CELL.complete_units == ()


@pytest.mark.parametrize(
    ("size", "positions", "message"),
    [
        *((size, ((0, 0),), "a layout has 1 to 144 values") for size in (0, True)),
        (1, (), "at least one cell"),
        *((1, (cell, (0, 0)), "reading order") for cell in ((0, 1), (0, 0))),
        *((1, (cell, (0, 0)), "row or column -1; possible are 0 to 65535") for cell in ((-1, 0), (0, -1))),
    ],
)
def test_impossible_cells(size: int, positions: tuple[tuple[int, int], ...], message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        Layout(size, (), positions)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Unit("u", (0, 3, 1, 3)), "names cell index 3 twice"),
        (lambda: Unit("u", (True,)), "no cell index"),
        (lambda: from_units(2, [Unit("u", (0, 1, 2))]), "'u' has 3 cells, but there are only 2 values"),
        (lambda: latin(2) + [Unit("u", (4,))], r"index 4, but the cells are 0\.\.3"),
        (lambda: latin(2) + [Unit("u", (-1,))], "index -1"),
    ],
)
def test_units_that_are_none(build: Callable[[], object], message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        build()


def test_derived_data_of_classic() -> None:
    layout = classic()
    assert (layout.size, layout.cell_count, len(layout.units)) == (9, 81, 27)
    assert {len(peers) for peers in layout.peers} == {20}
    assert [unit.name for unit in layout.units_of[layout.cell("E5")]] == ["row E", "column 5", "block 5"]
    assert layout.labels[0] == "A1"
    assert layout.labels[80] == "I9"
    assert layout.cell("i9") == 80
    assert layout.cell_at(8, 8) == 80
    assert layout.cell_at(9, 0) is None
    with pytest.raises(LayoutError, match="Z1"):
        layout.cell("Z1")


def test_rows_past_z_have_two_letters() -> None:
    tall = Layout(1, (), tuple((row, 0) for row in range(704)))
    assert [tall.labels[row] for row in (25, 26, 51, 52, 701, 702)] == ["Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1"]


def test_equality_is_by_rules_and_hashable() -> None:
    assert classic() == classic()
    assert classic() != latin(9)
    added = latin(4) + [Unit("extra", (0, 5))]
    assert added != latin(4)
    assert added.units[-1].cells == (0, 5)
    assert latin(4) + [] == latin(4)
    assert (latin(4) + [["A1", "B2"]]).units[-1] == Unit("unit 9", (0, 5))
    with pytest.raises(LayoutError, match="cell E1: unit 'unit 9' names an unknown cell"):
        latin(4) + [["A1", "E1"]]


def test_pickles_carry_no_hash_of_this_process() -> None:
    layout = classic()
    assert hash(layout) == hash(classic())
    assert layout.peers
    state = layout.__getstate__()
    assert set(state) == {field.name for field in fields(Layout)}
    assert pickle.loads(pickle.dumps(layout)) == layout


def test_errors_can_be_pickled() -> None:
    finding = Finding(FindingKind.WRONG, "a", "way", "why")
    disagreement = Disagreement(Puzzle.empty(latin(2)), {"a": ValueError("v")}, [finding], {"p": "1"})
    for error in (UnknownBackend("x", ["a", "b"]), LayoutError("no", cell="A1"), disagreement):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy)) == (type(error), str(error))


def test_blocks_have_rows_and_columns() -> None:
    square = classic(4)
    for rows, columns in ((0, 4), (4, 0)):
        with pytest.raises(LayoutError, match=f"a block has at least one row and column, not {rows}x{columns}"):
            replace(square, block=(rows, columns))
    assert replace(square, block=(1, 4)).block == (1, 4)


def test_the_block_is_for_pictures_alone() -> None:
    one, other = classic(), replace(classic(), block=None)
    assert one == other
    assert hash(one) == hash(other)
    assert other.block is None
    assert one == replace(one, name="mine") != "classic"


def test_a_layout_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        ONE_CELL.size = 2  # type: ignore[misc] # that is the test


@pytest.mark.parametrize(
    ("first", "size", "symbols"),
    [(1, 9, "123456789"), (0, 9, "012345678"), (0, 10, "0123456789"), (3, 2, "34"), (9, 1, "9")]
    + [(-1, 3, None), (1, 10, None), (9, 2, None), (0, 11, None)],
)
def test_symbols_are_the_digits_of_the_values(first: int, size: int, symbols: str | None) -> None:
    assert replace(latin(size), first_value=first).symbols == symbols
