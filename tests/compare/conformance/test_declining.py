"""A solver that declines a puzzle is not wrong: checks, comparisons and capabilities of what solvers do not do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from found import NONE, Found, Named
from liars import Change, LiarSession, honest, liar

from unitdoku import (
    BackendError,
    Grid,
    Layout,
    OptionError,
    Puzzle,
    PuzzleError,
    Unsupported,
    classic,
    find_backend,
    latin,
    parse_puzzle,
    solve,
)
from unitdoku.backend import Backend, Capabilities, Session
from unitdoku.check import CheckReport, FindingKind, check_backend, check_solver, cross_check
from unitdoku.compare.conformance.backend_properties import BACKEND_PROPERTIES

SMALL = classic(4)
NAMES = [each.name for each in BACKEND_PROPERTIES]
MIXED = [Puzzle.empty(SMALL), Puzzle.empty(latin(3)), Puzzle.from_values([{1, 2}, *[None] * 15])]


def check(solver: Callable[[Any], object], layout: Layout = SMALL, **options: Any) -> CheckReport:
    return check_solver(solver, layout, raise_on_findings=False, **{"examples": 20, "seconds": 5, **options})


# Functions.


def test_a_solver_that_declines_candidate_sets_passes() -> None:
    def givens_only(puzzle: Puzzle) -> Grid | None:
        if not puzzle.is_plain:
            raise Unsupported("cells are given or open")
        return solve(puzzle, "reference").solution

    report = check(givens_only)
    assert report.passed
    assert 0 < report.declined["soundness"] < 20
    assert report.asked["soundness"] > 0
    assert any(note.endswith("puzzles, the first of them with: cells are given or open") for note in report.notes)
    assert "declined" in str(report)
    # Nothing of the kind is asked, so nothing is declined.
    report = check(givens_only, givens_only=True, isolated=False)
    assert report.passed
    assert not report.declined


def test_a_solver_that_declines_everything_fails_with_its_sentence() -> None:
    def declines(puzzle: Puzzle) -> None:
        raise Unsupported("only on Sundays")

    report = check(declines)
    (finding,) = report.findings
    assert (finding.property, finding.kind, finding.way) == ("answer", FindingKind.INVALID, "declined")
    assert finding.text.endswith("only on Sundays")
    assert report.verdict("answer").startswith("1 finding, ")
    assert report.asked["soundness"] == 0


def test_to_decline_hides_nothing() -> None:
    def prints_and_lies(puzzle: Puzzle) -> Grid | None:
        if not puzzle.is_plain:
            print("no")
            raise Unsupported("cells are given or open")
        return None

    report = check(prints_and_lies)
    assert {each.property for each in report.findings} >= {"silence", "completeness"}


# Backends.


def one_only(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Gives one solution, and does not say whether it is the only one."""
    return Found(found.solutions[:1]) if found.solutions else found


def part(capabilities: Capabilities, change: Change = honest) -> Named:
    """A backend for a part of all puzzles."""
    return liar(change, "part", capabilities)


def examined(backend: object, layouts: Any = None, **options: Any) -> CheckReport:
    return check_backend(backend, layouts, raise_on_findings=False, **{"examples": 15, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "backend",
    [
        part(Capabilities(layouts=("classic:4", "latin:3"))),
        part(Capabilities(sizes=(4,))),
        part(Capabilities(sizes=(3, 7))),
        part(Capabilities(candidate_sets=False)),
        part(Capabilities(counts=False), one_only),
        part(Capabilities(layouts=("classic:4",), candidate_sets=False, counts=False)),
    ],
)
def test_a_backend_that_does_what_its_capabilities_say_passes(backend: Named) -> None:
    report = examined(backend)
    assert report.passed, str(report)
    assert not any(report.declined.values()), str(report)
    assert report.asked["capabilities"] > 0
    assert report.asked["known answers"] > 0


def careless(capabilities: Capabilities = NONE, change: Change = honest) -> Named:
    """A backend that opens any layout, also one that its capabilities exclude."""
    return Named("part", capabilities, lambda layout, _: LiarSession(layout, Named("part"), change))


def fails(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Does 4x4, and crashes on others."""
    return found if puzzle.layout == SMALL else Found([], 1 // 0 == 0)


def rejects(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Declines what it claims to do."""
    if puzzle.layout == latin(3):
        raise Unsupported("not today")
    return found


def guesses(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Does not look at candidate sets."""
    if puzzle.is_plain:
        return found
    result = solve(Puzzle.from_values(puzzle.values, puzzle.layout), "reference", session.limit)
    return Found(result.solutions, result.exhausted)


def test_false_capabilities_are_found() -> None:
    (finding,) = examined(careless(Capabilities(layouts=("classic:4",)), fails)).findings
    assert (finding.property, finding.way) == ("capabilities", "not declined")
    assert "which its capabilities leave out, with BackendError, not with Unsupported" in finding.text

    (finding,) = examined(part(Capabilities(layouts=("classic:4", "latin:3")), rejects)).of("capabilities")
    assert finding.text == "declines puzzles on latin:3, though its capabilities include them: not today"

    (finding,) = examined(careless(Capabilities(candidate_sets=False), guesses)).findings
    assert (finding.property, finding.kind) == ("capabilities", FindingKind.WRONG)
    assert "takes puzzles with some candidates in a cell, which its capabilities leave out, and " in finding.text

    # Without the claim it is an ordinary fault.
    assert examined(careless(change=guesses), SMALL).of("known answers")
    (finding,) = examined(careless(Capabilities(statistics=True)), SMALL).of("statistics")
    assert finding.way == "counts"


@pytest.mark.parametrize(
    "capabilities",
    [
        Capabilities(layouts=("clasic",)),
        Capabilities(layouts="classic"),  # type: ignore[arg-type]
        Capabilities(sizes=(0,)),
        Capabilities(sizes=[9]),  # type: ignore[arg-type]
        Capabilities(counts=2),  # type: ignore[arg-type]
    ],
)
def test_capabilities_that_are_none(capabilities: Capabilities) -> None:
    findings = examined(careless(capabilities), classic(4), examples=1).of("description")
    assert [finding.way for finding in findings] == ["capabilities"]


def test_a_backend_that_declines_without_a_claim_passes_unless_it_declines_everything() -> None:
    def four_by_four(layout: Layout, backend: Backend) -> Session:
        if layout != SMALL:
            raise Unsupported("4x4 only")
        return LiarSession(layout, backend, honest)

    report = examined(Named("part", NONE, four_by_four))
    assert report.passed, str(report)
    assert report.declined["known answers"] > 0
    assert report.notes[0].endswith("the first of them with: 4x4 only")
    (finding,) = examined(Named("part", NONE, four_by_four), latin(3)).findings
    assert (finding.way, finding.kind) == ("declined", FindingKind.INVALID)
    assert finding.text.endswith("4x4 only")


def test_only_what_capabilities_include_is_asked() -> None:
    asked: list[Puzzle] = []

    def notes(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        asked.append(puzzle)
        return found

    assert examined(part(Capabilities(candidate_sets=False), notes), isolated=False).passed
    assert asked
    assert all(puzzle.is_plain for puzzle in asked)
    with pytest.raises(PuzzleError, match="by its capabilities it takes none"):
        check_backend(part(Capabilities(sizes=(25,))), classic(4))


FOUR_BY_FOUR = """
import sys
from unitdoku import classic, solve
from unitdoku.io import write_grid
def mine(line):
    grid = solve(line, "reference", layout=classic(4)).solution
    return grid and write_grid(grid, classic(4))
if __name__ == "__main__":
    for line in sys.stdin:
        print(mine(line.strip()) or "UNSAT", flush=True)
"""


def test_a_function_and_a_program_for_one_layout_pass_the_check_of_backends(here: Path) -> None:
    (here / "decliner.py").write_text(FOUR_BY_FOUR)
    program = f"program:{sys.executable} decliner.py:stream:layout=classic:4"
    others = set(NAMES) - {"known answers", "capabilities", "sessions"}
    for name in ("python:decliner:mine:takes=text:layout=classic:4", program):
        report = check_backend(name, examples=3, without=others)
        assert report.asked["known answers"] > 0
        assert report.asked["capabilities"] >= 3
        with pytest.raises(Unsupported, match="takes puzzles on classic:4 only, not on latin:3"):
            find_backend(name).open(latin(3))
        with find_backend(name).open(SMALL) as session:
            with pytest.raises(Unsupported, match="cell A1 has some candidates only"):
                session.solve(MIXED[2])
            # The session goes on.
            assert session.solve(MIXED[0]).solutions
    with pytest.raises(OptionError, match="layout 'clasic'"):
        find_backend("program:cat:layout=clasic")


# Comparisons.


def test_declined_puzzles_are_no_findings_of_a_cross_check(here: Path) -> None:
    report = cross_check(MIXED, ["reference", part(Capabilities(layouts=("latin:3",)))], isolated=False)
    tally = report.tallies["part"]
    assert report.agree
    assert (tally.declined, tally.failed, tally.open, sum(tally.settled)) == (2, 0, 0, 1)
    assert tally.reason == "part takes puzzles on latin:3 only, not on classic:2x2"
    text = (
        "import unitdoku\ndef mine(puzzle):\n    if puzzle.is_plain:\n        return unitdoku.solve(puzzle).solution\n"
    )
    (here / "decliner.py").write_text(f"{text}    raise unitdoku.Unsupported('too odd')\n")
    report = cross_check(MIXED * 2, ["reference", "python:decliner:mine:layout=classic:4"])
    tally = report.tallies["python:decliner:mine:layout=classic:4"]
    assert (report.agree, tally.declined, tally.solved) == (True, 4, 2)


def test_a_declined_puzzle_keeps_the_session_and_the_kind_of_the_error() -> None:
    recovered: list[bool] = []

    class Recovers(LiarSession):
        def _recover(self) -> None:
            recovered.append(True)

    def declines_givens(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        if puzzle.givens:
            raise Unsupported("no givens")
        return found

    session = Recovers(SMALL, Named("mine"), declines_givens)
    with pytest.raises(NotImplementedError, match="no givens") as caught:
        session.solve(parse_puzzle("1...............", SMALL))
    assert not recovered
    assert not isinstance(caught.value, BackendError)
    assert session.solve(Puzzle.empty(SMALL)).solutions
