"""Calls of unitdoku for `test_pyodide.py`, which runs this file under Pyodide: one printed line per call.

Every expected answer is known from elsewhere: a published solution, a published count, or how the puzzle is made.
"""

import json
import platform
import sys
import warnings
from collections.abc import Callable

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis.errors import HypothesisWarning

import unitdoku
from unitdoku import BackendUnavailable, InvalidCertificate, certify, classic, count, solve, verify
from unitdoku.check import symmetries
from unitdoku.command.main import main
from unitdoku.layouts import cryptarithm, killer, magic_square
from unitdoku.strategies import Drawn, known_puzzles

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
CLASH = "11.............."
SEVERAL = "1..............."
CAGES = {"A1 A2 A3": 9, "A4 B4 C4": 8, "B1 B2 C1": 6, "B3 C3 D3 D4": 10, "C2 D1 D2": 7}
CAGED = killer(CAGES, classic(4))
CAGES_SOLUTION = "4321214332141432"
# The same cages as f-puzzles packs them.
LINK = (
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSTiBdZQiu86285qms9uy6kAawgBt+MDAGMAhmjjxCIETEFh8IAEoBGA"
    "MKqQqNeoBM2lRoDMIbgDcx/AK5SQAThAVZ8/oulH1iQ8r1efxv4WVrYIIAAcTqQuCkq+mj5+BjqBWsE2dgBsUaBysR7xpinqRSqIJT7l3umh8CCqAAw5MW"
    "5xgcllCTrlBjV2AOxOlERAA"
)


def digits(result: unitdoku.Result) -> str:
    """Returns the only solution in digits."""
    assert result.unique, result.summary
    return "".join(map(str, result.solution or ()))


def refusal(error: type[Exception], call: Callable[[], object]) -> str:
    """Returns the message of the error that a call has to raise."""
    try:
        return f"no error, but {call()!r}"
    except error as raised:
        return str(raised)


def without_proof() -> unitdoku.proofs.Certificate:
    """Returns a certificate that lacks the steps of its proof."""
    certificate = certify(HARD, proof="search")
    assert certificate is not None
    assert certificate.steps > 0
    return certificate._replace(text=json.dumps({**json.loads(certificate.text), "proof": ""}))


def verified_claims(*certificates: unitdoku.proofs.Certificate | None) -> list[str]:
    """Returns the claims of certificates that verify."""
    return [verify(certificate).claim for certificate in certificates if certificate]


@settings(max_examples=20, derandomize=True, database=None, deadline=None)
@given(known_puzzles(classic(4), kinds=["several", "unique", "clash"]))
def drawn_puzzles_have_their_answers(drawn: Drawn) -> None:
    """Solves puzzles with known answers, always the same ones."""
    assert solve(drawn.puzzle, "reference", limit=2).verdict == drawn.truth.verdict


def closed_sessions() -> bool:
    """Closes every session that is kept: that of a SAT solver frees the solver."""
    unitdoku.backend.close_sessions()
    return True


CALLS: dict[str, Callable[[], bool]] = {
    "solve by reference": lambda: digits(solve(HARD, "reference", limit=2)) == SOLUTION,
    "solve by auto": lambda: digits(solve(HARD, limit=2)) == SOLUTION,
    "solve by sat:minisat22": lambda: digits(solve(HARD, "sat:minisat22", limit=2)) == SOLUTION,
    "solve by sat:cadical195": lambda: digits(solve(HARD, "sat:cadical195", limit=2)) == SOLUTION,
    "solve many": lambda: [digits(result) for result in unitdoku.solve_many([HARD] * 3, limit=2)] == [SOLUTION] * 3,
    "solve without a solution": lambda: "A1 and A2" in (solve(CLASH).reason or ""),
    "solve by the missing kernel": lambda: "kernel" in refusal(BackendUnavailable, lambda: solve(HARD, "native")),
    # There are 6,670,903,752,021,072,936,960 grids: without a limit of time these two would not end.
    "seconds of search": lambda: not count("." * 81, "reference", seconds=0.2).exhausted,
    "seconds of SAT": lambda: not solve("." * 81, "sat:minisat22", limit=10**9, seconds=0.2).exhausted,
    "count grids of 4x4": lambda: count("." * 16) == 288,
    "count Latin squares by SAT": lambda: count("." * 16, "sat:cadical195", layout="latin:4") == 576,
    "magic squares": lambda: count(magic_square(3)) == 8,
    "killer": lambda: digits(solve(CAGED, limit=2)) == CAGES_SOLUTION,
    "cryptarithm": lambda: solve(cryptarithm("SEND + MORE = MONEY"), limit=2).solution == (10, 6, 7, 8, 2, 1, 9, 3),
    "link of f-puzzles": lambda: digits(solve(next(unitdoku.read_puzzles([LINK])), limit=2)) == CAGES_SOLUTION,
    "explain": lambda: "givens in A1 and A2" in str(unitdoku.explain(CLASH)),
    "steps": lambda: [*unitdoku.steps(HARD).boards()][-1].givens == dict(enumerate(map(int, SOLUTION))),
    "replay": lambda: unitdoku.replay(HARD).rstrip().endswith("</html>"),
    "draw": lambda: unitdoku.draw(HARD).count('class="given"') == 81 - HARD.count("."),
    "certify and verify": lambda: verified_claims(*map(certify, (HARD, CLASH, SEVERAL))) == ["one", "none", "several"],
    "refuse a wrong certificate": lambda: "proof" in refusal(InvalidCertificate, lambda: verify(without_proof())),
    "certify by SAT": lambda: verified_claims(certify(CAGED, proof="sat:cadical195")) == ["one"],
    "close sessions": closed_sessions,
    "symmetries": lambda: symmetries(classic(4)).order == 128,
    "the command solve": lambda: SOLUTION in CliRunner().invoke(main, ["solve", HARD]).output,
    "drawn puzzles": lambda: drawn_puzzles_have_their_answers() is None,
}

warnings.simplefilter("ignore", HypothesisWarning)  # about its own random numbers
print(sys.platform, platform.python_version())
for label, call in CALLS.items():
    try:
        print(f"{label}: {'ok' if call() else 'another answer'}")
    except Exception as error:
        print(f"{label}: {type(error).__name__}: {error}")
