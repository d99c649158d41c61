from __future__ import annotations

import pytest

from unitdoku import PuzzleError, classic, diagonal, from_units, latin
from unitdoku.reference import classroom
from unitdoku.reference.classroom import Values

EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
DIAGONAL = "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3"


def test_grid_values() -> None:
    values = classroom.grid_values(EASY)
    assert (values["A1"], values["A3"], tuple(values)) == ("123456789", "3", classic().labels)
    assert classroom.grid_values("10_*" + "." * 12, classic(4))["A2"] == "1234"
    assert classroom.grid_values("G" + "." * 255, classic(16))["A1"] == "G"
    with pytest.raises(PuzzleError, match="80 characters"):
        classroom.grid_values(EASY[:-1])
    with pytest.raises(PuzzleError, match="cell A1: 'x'"):
        classroom.grid_values("x" + EASY[1:])
    with pytest.raises(PuzzleError, match="35 values"):
        classroom.digits(latin(36))


def test_display() -> None:
    board = classroom.grid_values("1..." + "." * 12, classic(4))
    lines = classroom.display(board, classic(4)).splitlines()
    assert len(lines) == 5
    assert lines[2] == "----------+----------"
    assert [line.split("|")[0].split() for line in lines[:2]] == [["1", "1234"], ["1234", "1234"]]
    assert "+" not in classroom.display(classroom.grid_values("." * 9, latin(3)), latin(3))


def blank(**values: str) -> Values:
    return {**dict.fromkeys(classic().labels, "123456789"), **values}


def test_eliminate_uses_boxes_solved_when_the_pass_begins() -> None:
    before = blank(A1="1", A2="12")
    board = classroom.eliminate(before)
    assert board is before
    # A2 was reduced to one digit within the pass, so its peers still hold that digit.
    assert (board["A2"], board["A3"]) == ("2", "23456789")


def test_only_choice_leaves_incomplete_units_alone() -> None:
    layout = from_units(3, [["A1", "A2"]])
    board = dict.fromkeys(layout.labels, "123") | {"A1": "12"}
    before = board.copy()
    assert classroom.only_choice(board, layout) is board
    assert board == before


def test_naked_twins_takes_all_pairs_first() -> None:
    # Removing the first pair's digits from A3 leaves a pair A3 A4 that the pass must not use yet.
    before = blank(A1="12", A2="12", A3="1234", A4="34")
    board = classroom.naked_twins(before)
    assert board is before
    assert [board[label] for label in ("A3", "A9", "B1", "D1")] == ["34", "3456789", "3456789", "123456789"]


def test_assign_value_records_boards() -> None:
    record: classroom.Record = []
    board = blank()
    assert classroom.assign_value(board, "A1", "12", record) is board
    assert record == []
    classroom.assign_value(board, "A1", "1", record)
    classroom.assign_value(board, "A1", "1", record)
    assert len(record) == 1
    assert record[0]["A1"] == "1"
    record[0]["A2"] = "changed"
    assert board["A2"] == "123456789"
    assert classroom.assign_value(board, "A3", "3")["A3"] == "3"


def test_the_record_of_a_solution_leads_there_step_by_step() -> None:
    record: classroom.Record = []
    solved = classroom.solve(DIAGONAL, diagonal(), record)
    assert record[-1] == solved
    assert len(record) == 81 - 17
    known = [sum(len(digits) == 1 for digits in board.values()) for board in record]
    assert known == list(range(18, 82))


def test_no_solution() -> None:
    record: classroom.Record = []
    assert classroom.solve("11" + "." * 79, record=record) is None
    assert record == []
    # Without elimination only the check of the units finds a clash.
    assert classroom.solve("11" + "." * 14, classic(4), strategies=[classroom.only_choice]) is None


def test_reduce_puzzle_gives_none_for_a_contradiction() -> None:
    assert classroom.reduce_puzzle(classroom.grid_values("11" + "." * 79)) is None
    assert classroom.reduce_puzzle(blank()) == blank()
