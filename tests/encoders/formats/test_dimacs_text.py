from __future__ import annotations

import pytest

from unitdoku import latin
from unitdoku.encoders.cnf.formula import Formula
from unitdoku.encoders.cnf.variables import VariableMap
from unitdoku.encoders.formats.dimacs import DimacsAnswer, read_dimacs_answer, write_dimacs


def test_a_formula_as_text() -> None:
    formula = Formula(VariableMap(latin(1)), ((1,), (-1, 2), ()), auxiliaries=1)
    assert list(write_dimacs(formula)) == ["p cnf 2 3\n", "1 0\n", "-1 2 0\n", "0\n"]


def test_comments_come_first_each_line_by_itself() -> None:
    lines = list(write_dimacs(Formula(VariableMap(latin(1)), ()), ["one", "", "two\nthree"]))
    assert lines == ["c one\n", "c\n", "c two\n", "c three\n", "p cnf 1 0\n"]


@pytest.mark.parametrize(
    ("text", "satisfiable", "literals"),
    [
        ("s SATISFIABLE\nv 1 -2 0\n", True, (1, -2)),
        ("c hello\r\ns SATISFIABLE\r\nv 1\r\nc between\r\nv -2\r\nv 0\r\n", True, (1, -2)),
        ("c\ns\tSATISFIABLE\nv\t1\t-2\t0", True, (1, -2)),
        ("s SATISFIABLE\nv 0\n", True, ()),
        ("s SATISFIABLE\n", True, None),
        ("", None, None),
        # MiniSat's result file, and what it prints.
        ("SAT\n1 -2 3 0\n", True, (1, -2, 3)),
        ("\nSAT\nc comment\n1\n-2 0\n", True, (1, -2)),
        ("WARNING: none\nSAT\n1 -2 0\n", True, (1, -2)),
        ("====[ Statistics ]====\n| Vars: 3 |\nconflicts : 0 (-nan /sec)\n\nSATISFIABLE\n", True, None),
        ("Solved by simplification\nUNSATISFIABLE\n", False, None),
        # No answers, though they look a little like some.
        ("version 2\ncompiled 0\nsolving\nSATISFIABLE or not?\nSAT or UNSAT\n1 2 0\nsat\n", None, None),
    ],
)
def test_what_an_answer_says(text: str, satisfiable: bool | None, literals: tuple[int, ...] | None) -> None:
    assert read_dimacs_answer(text) == DimacsAnswer(satisfiable, literals)
