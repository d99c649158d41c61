from __future__ import annotations

import pytest
from corpora import DIAGONAL, EASY

from unitdoku import PuzzleError, classic, diagonal, from_units, latin
from unitdoku.reference.course.classroom import Classroom, Values


def blank(**values: str) -> Values:
    return {**dict.fromkeys(classic().labels, "123456789"), **values}


def test_grid_values() -> None:
    room = Classroom()
    values = room.grid_values(EASY)
    assert (values["A1"], values["A3"], tuple(values)) == ("123456789", "3", classic().labels)
    assert Classroom(classic(4)).grid_values("10_*" + "." * 12)["A2"] == "1234"
    assert Classroom(classic(16)).grid_values("G" + "." * 255)["A1"] == "G"
    with pytest.raises(PuzzleError, match="80 characters"):
        room.grid_values(EASY[:-1])
    with pytest.raises(PuzzleError, match="cell A1: 'x'"):
        room.grid_values("x" + EASY[1:])
    with pytest.raises(PuzzleError, match="35 values"):
        Classroom(latin(36))


def test_display() -> None:
    room, lined = Classroom(classic(4)), Classroom(latin(3))
    lines = room.display(room.grid_values("1..." + "." * 12)).splitlines()
    assert len(lines) == 5
    assert lines[2] == "----------+----------"
    assert [line.split("|")[0].split() for line in lines[:2]] == [["1", "1234"], ["1234", "1234"]]
    assert "+" not in lined.display(lined.grid_values("." * 9))


def test_eliminate_uses_boxes_solved_when_the_pass_begins() -> None:
    before = blank(A1="1", A2="12")
    board = Classroom().eliminate(before)
    assert board is before
    # A2 was reduced to one digit within the pass, so its peers still hold that digit.
    assert (board["A2"], board["A3"]) == ("2", "23456789")


def test_only_choice_leaves_incomplete_units_alone() -> None:
    layout = from_units(3, [["A1", "A2"]])
    board = dict.fromkeys(layout.labels, "123") | {"A1": "12"}
    before = board.copy()
    assert Classroom(layout).only_choice(board) is board
    assert board == before


def test_naked_twins_takes_all_pairs_first() -> None:
    # Removing the first pair's digits from A3 leaves a pair A3 A4 that the pass must not use yet.
    before = blank(A1="12", A2="12", A3="1234", A4="34")
    board = Classroom().naked_twins(before)
    assert board is before
    assert [board[label] for label in ("A3", "A9", "B1", "D1")] == ["34", "3456789", "3456789", "123456789"]


def test_assign_value_records_boards() -> None:
    room, board = Classroom(), blank()
    assert room.assign_value(board, "A1", "12") is board
    assert room.record == []
    room.assign_value(board, "A1", "1")
    room.assign_value(board, "A1", "1")
    (recorded,) = room.record
    assert recorded["A1"] == "1"
    recorded["A2"] = "changed"
    assert board["A2"] == "123456789"


def test_the_record_of_a_solution_leads_there_step_by_step() -> None:
    room = Classroom(diagonal())
    solved = room.solve(DIAGONAL)
    assert room.record[-1] == solved
    assert len(room.record) == 81 - 17
    known = [sum(len(digits) == 1 for digits in board.values()) for board in room.record]
    assert known == list(range(18, 82))


def test_no_solution() -> None:
    room, small = Classroom(), Classroom(classic(4))
    assert room.solve("11" + "." * 79) is None
    assert room.record == []
    # Without elimination only the check of the units finds a clash.
    small.strategies = [small.only_choice]
    assert small.solve("11" + "." * 14) is None


def test_reduce_puzzle_gives_none_for_a_contradiction() -> None:
    room = Classroom()
    assert room.reduce_puzzle(room.grid_values("11" + "." * 79)) is None
    assert room.reduce_puzzle(blank()) == blank()
