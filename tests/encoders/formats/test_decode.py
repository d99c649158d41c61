from __future__ import annotations

from pathlib import Path

import pytest

from unitdoku import BackendError, Puzzle, PuzzleError, Verdict, from_units, latin
from unitdoku.encoders.formats.formats import decode
from unitdoku.reference.contract.errors import OptionError

PUZZLE = Puzzle.from_givens({"A1": 1}, latin(2))
GRID = (1, 2, 2, 1)
LITERALS = "1 -2 -3 4 -5 6 7 -8"

OF_PROGRAMS = {path.stem: path.read_text() for path in sorted((Path(__file__).parent / "answers").iterdir())}
"""What programs print or write for this puzzle."""
CBC = OF_PROGRAMS["cbc"]

ANSWERS = {
    **OF_PROGRAMS,
    "competition": "c Solver 9\ns SATISFIABLE\nv 1 -2 -3\nv 4 -5 6 7 -8 -9 10 0\n",
    "assignment first": f"v {LITERALS} 0\ns SATISFIABLE\n",
    "MiniSat's file": f"SAT\n{LITERALS} 9 0\n",
    "literals": LITERALS,
    "true literals": "1 4 6 7",
    "pseudo-Boolean": "c PB\no 0\ns OPTIMUM FOUND\nv x1 -x2 -x3 x4\nv -x5 x6 x7 -x8\n",
    "SCIP on OPB": "objective value: 0\nx1  1 \t(obj:0)\nx4  1 \t(obj:0)\nx6  1 \t(obj:0)\nx7  1 \t(obj:0)\nx8  0\n",
    # SCIP marks heuristics by letters in front of a time.
    "SCIP": f"s 0.1s|  1 |\nv 0.2s|  1 |\n{OF_PROGRAMS['scip']}",
    "comments on variables": f"c x1 5 infeasible\nc x2 7\ns SATISFIABLE\nv {LITERALS} 0\n",
    "MiniZinc, all solutions": "1 2 2 1\n----------\n2 1 1 2\n----------\n==========\n",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_solutions(name: str) -> None:
    assert decode(ANSWERS[name], PUZZLE) == (Verdict.SAT, GRID)


def test_the_reduced_encoding_has_its_own_variables() -> None:
    """Open are A2=2, B1=2, B2=1 and B2=2."""
    for text in ("s SATISFIABLE\nv 1 2 3 -4 0\n", "SAT\n1 2 3 -4 0\n", "1 2 3"):
        assert decode(text, PUZZLE, "reduced") == (Verdict.SAT, GRID)
    for name in ("pseudo-Boolean", "cbc", "minizinc"):
        assert decode(ANSWERS[name], PUZZLE, "reduced") == (Verdict.SAT, GRID)
    with pytest.raises(BackendError, match=r"variable 5, B1=1, is missing; is it of the encoding reduced\?"):
        decode("s SATISFIABLE\nv 1 2 3 -4 0\n", PUZZLE)
    solved = Puzzle.from_values(GRID, latin(2))
    assert decode("s SATISFIABLE\nv 0\n", solved, "reduced") == (Verdict.SAT, GRID)
    with pytest.raises(OptionError, match="unknown encoding 'best'"):
        decode(LITERALS, PUZZLE, "best")


INFEASIBLE = [
    "s UNSATISFIABLE\n",
    "UNSAT\n",
    "Infeasible - objective value 0.00000000\n      0 x_A1_1        0.66666667          0\n",
    "Problem is infeasible - 0.00 seconds\n",
    "Status:     INTEGER EMPTY\n     1 x_A1_1       *              0             0             1\n",
    "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
    "solution status: infeasible\nno solution available\n",
    'solutionStatusString="integer infeasible"\n',
    "=====UNSATISFIABLE=====\n",
]
NOT_SETTLED = [
    "s UNKNOWN\n",
    "s UNSUPPORTED\n",
    "INDET\n",
    "Stopped on time (no integer solution - continuous used) - objective value 0\n  0 x_A1_1   0.5   0\n",
    "Status:     INTEGER UNDEFINED\n     1 x_A1_1       *              0             0             1\n",
    "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
    "=====UNKNOWN=====\n",
]


@pytest.mark.parametrize(("verdict", "texts"), [(Verdict.UNSAT, INFEASIBLE), (Verdict.UNKNOWN, NOT_SETTLED)])
def test_no_solution_and_not_settled(verdict: Verdict, texts: list[str]) -> None:
    for text in texts:
        assert decode(text, PUZZLE) == (verdict, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s SATISFIABLE\n", "incomplete answer: the solver reports a solution, but gives no assignment"),
        ("s SATISFIABLE\nv 1 -2 -3 4\n", "is invalid: .*0"),
        ("v 1 -2 0\n", "is invalid: .*without the status SATISFIABLE"),
        ("1 -1 2", "both 1 and -1"),
        ("1 -2 0 3 4", "after the 0"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", "after the 0"),
        ("SAT\n1 2 0\nconflicts: 3\n", "after the 0"),
        ("SAT\n1 -2\n", "does not end in 0"),
        ("SAT\n0\nUNSATISFIABLE\n", "two statuses contradict"),
        ("UNSAT\n1 0\n", "without the status SATISFIABLE"),
        *(
            (f"s SATISFIABLE\nv {literals}\n", "is no literal")
            for literals in ("1 two 0", "1 -0 0", "1 1_0 0", "1 - 2 0", "٣ 0", f"{'9' * 5000} 0")
        ),
        ("1 -2 -3 4 -5 6", "incomplete answer: variable 7, B2=1, is missing"),
        ("s SATISFIABLE\nv 1 -2 -3 4 -5 6 -7 0\n", "incomplete answer: variable 8, B2=2, is missing"),
        ("s SATISFIABLE\nv x1 -x2 -x3 x4\n", "incomplete answer: variable 5, B1=1, is missing$"),
        ("1 -2 -3 4 5 6 7 -8", r"the solver returned 2 values for cell B1: \[1, 2\]"),
        ("1 -2 -3 4 -5 -6 7 -8", r"the solver returned 0 values for cell B1: \[\]"),
        ("1 3 5 7", "the solver returned a grid that is no solution: unit row A: 1 stands in A1 and A2$"),
        ("2 3 5 8", "no solution: cell A1: 2 is not among its candidates$"),
        (CBC.replace("0.99999999", "0.9999"), "returned 0.9999, neither 0 nor 1, for value 2 in B1"),
        (CBC.replace("x_B1_2", "x_C1_2"), "x_C1_2 is no variable of this one"),
        (CBC.replace("x_B1_2", "x_B1_3"), "x_B1_3 is no variable of this one"),
        (CBC[:150], "the solver returned 0 values for cell B1"),
        ("1 2 2\n----------\n", "incomplete answer: 3 values for 4 cells"),
        ("1 2 2 -1\n----------\n", "cell B2: -1 is not one of"),
        ("=====ERROR=====\n", "the solver reports: ERROR"),
        ("2 1 1 2\n----------\n", "cell A1: 2 is not among its candidates"),
    ],
)
def test_wrong_and_half_answers(text: str, message: str) -> None:
    with pytest.raises(BackendError, match=message):
        decode(text, PUZZLE)


@pytest.mark.parametrize(
    "text", ["", "\n \n", "hello", "c only comments\n", f"conflicts\n{LITERALS} 0", "s FINE\n", "0.5 1.5", "\0\ufffd"]
)
def test_nonsense(text: str) -> None:
    with pytest.raises(PuzzleError, match="no assignment found" + ("$" if text.strip() else ": there is no text")):
        decode(text, PUZZLE)


def test_a_problem_is_no_answer() -> None:
    puzzle = Puzzle.empty(from_units(3, [[0, 1, 2], [2, 3]], (1, 4)))
    for path in (Path(__file__).parent / "golden").iterdir():
        with pytest.raises((BackendError, PuzzleError)):
            decode(path.read_text(), puzzle)


def test_long_texts_take_no_longer_than_they_are_long() -> None:
    for text in ("\n" * 200_000, "1 " * 100_000 + "x", " " * 200_000 + "s", "x_A1_1 " * 50_000):
        with pytest.raises(PuzzleError):
            decode(text, PUZZLE)
