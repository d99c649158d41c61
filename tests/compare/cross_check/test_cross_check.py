from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest
from bad import bad as bad
from commands import run
from found import Found, Named
from liars import Change, LiarSession, liar

from unitdoku import (
    BackendError,
    BackendOutOfMemory,
    BackendTimedOut,
    Grid,
    InvalidCertificate,
    Puzzle,
    Result,
    UnknownBackend,
    classic,
    latin,
)
from unitdoku.check import CrossCheckReport, Disagreement, FindingKind, cross_check
from unitdoku.compare.corpora.corpus import corpus_file
from unitdoku.compare.cross_check import cross_check as cross_check_module
from unitdoku.compare.cross_check.asking import CheckLimits, certified_answer
from unitdoku.compare.cross_check.cross_check import default_backends, puzzles_for_programs, solver_name
from unitdoku.compare.cross_check.finding import Answer, Tally, findings
from unitdoku.compare.generators.kinds import CONSTRUCTION, Drawn
from unitdoku.proofs import Statement
from unitdoku.races import bundled_puzzles

PUZZLE = Puzzle.empty(latin(2))
A, B = (1, 2, 2, 1), (2, 1, 1, 2)
WRONG = (1, 1, 2, 2)


def result(*grids: tuple[int, ...], exhausted: bool = True) -> Result:
    return Result(grids, exhausted)


@pytest.mark.parametrize(
    ("answers", "limit"),
    [
        ({}, 2),
        ({"a": result(A, B), "b": result(B, A)}, 2),
        ({"a": result(A, B), "b": result(B, A, exhausted=False)}, 2),
        # One of two: which one is up to the backend.
        ({"a": result(A, exhausted=False), "b": result(B, exhausted=False)}, 1),
        # Ran out of time, with and without something in hand.
        ({"a": result(A, B), "b": result(exhausted=False), "c": result(B, exhausted=False)}, 3),
    ],
)
def test_answers_that_agree(answers: dict[str, Answer], limit: int) -> None:
    assert findings(PUZZLE, answers, limit) == []


BELIED = "wrong: {} claims that its solution is the only one, but {} found another"
NO_GRID = "a returned a grid that is no solution: "
DISAGREEING: list[tuple[dict[str, Answer], int, list[str]]] = [
    ({"a": result(A, B), "b": result()}, 2, ["wrong: b says that there is no solution, but a found one"]),
    ({"a": result(A, B), "b": result(A)}, 2, [BELIED.format("b", "a")]),
    # Equal counts, different grids: one of them is wrong.
    ({"a": result(A), "b": result(B)}, 2, [BELIED.format("a", "b"), BELIED.format("b", "a")]),
    # A count that ran out of time still contradicts a claim of uniqueness.
    ({"a": result(A), "b": result(B, exhausted=False)}, 3, [BELIED.format("a", "b")]),
    # A grid that is no solution refutes no answer.
    ({"a": result(WRONG, exhausted=False), "b": result()}, 1, [f"wrong: {NO_GRID}unit row A: 1 stands in A1 and A2"]),
    ({"a": result((1, 2, 2), exhausted=False)}, 1, [f"invalid: {NO_GRID}3 values for 4 cells"]),
    ({"a": result((1, 2, 2, 3), exhausted=False)}, 1, [f"invalid: {NO_GRID}cell B2: 3 is not one of the values 1..2"]),
    ({"a": result(A, B)}, 1, ["invalid: a returned 2 solutions where 1 were asked for"]),
    ({"a": BackendError("it fell over"), "b": result(A, B)}, 2, ["crashed: a raised BackendError: it fell over"]),
    ({"a": BackendTimedOut("late")}, 2, ["timed out: a raised BackendTimedOut: late"]),
    ({"a": MemoryError()}, 2, ["out of memory: a raised MemoryError"]),
    ({"a": BackendOutOfMemory("full")}, 2, ["out of memory: a raised BackendOutOfMemory: full"]),
]


@pytest.mark.parametrize(("answers", "limit", "reasons"), DISAGREEING)
def test_answers_that_disagree(answers: dict[str, Answer], limit: int, reasons: list[str]) -> None:
    assert [f"{found.kind}: {found}" for found in findings(PUZZLE, answers, limit)] == reasons


@pytest.mark.parametrize("values", [(1.0, 2.0, 2.0, 1.0), (True, 2, 2, True)])
@pytest.mark.parametrize("first", [True, False])
def test_values_that_equal_integers_are_no_grid(values: Grid, first: bool) -> None:
    # Compared by equality, these are the grid of the honest backend; either may be judged first.
    answers: dict[str, Answer] = {"honest": Result((A, B), True), "other": Result((values, B), True)}
    found = findings(PUZZLE, dict(sorted(answers.items(), reverse=first)), 2)
    assert [(finding.kind, finding.backend) for finding in found] == [(FindingKind.INVALID, "other")]


def taking(seconds: float, answer: Result) -> Result:
    return replace(answer, statistics={"solve_seconds": seconds})


def test_a_tally_adds_up() -> None:
    tally, base = Tally(), Tally()
    assert (Tally().median_seconds, tally.speed_against(base)) == (None, None)
    answers = (result(A), 1.0), (result(), 2.0), (result(exhausted=False), 30.0), (result(A, B), 3.0)
    for answer, seconds in answers:
        tally.add(taking(seconds, answer), 2)
    tally.add(BackendError("x"), 2)
    assert (tally.solved, tally.unsolvable, tally.unknown, tally.failed, tally.unique) == (2, 1, 1, 1, 1)
    tally.add(taking(0.001, result(WRONG)), 2, FindingKind.WRONG)
    assert (tally.solved, tally.failed) == (2, 2)
    # A failure has no time; a time-out counts with the time that it took.
    assert [tally.median_seconds, tally.total_seconds, tally.open] == [2.5, 36.0, 1]
    for seconds in (2.0, 4.0, 1.0, 6.0, 1.0, 1.0):
        base.add(taking(seconds, result(A)), 2)
    # Time-outs and failures are left out of the ratio: 12 s against 6 s on the three that both settled.
    assert tally.speed_against(base) == 2.0


def crash(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    raise ZeroDivisionError("crashed")


WRONG_, INVALID, CRASHED = FindingKind.WRONG, FindingKind.INVALID, FindingKind.CRASHED
LIES: dict[str, tuple[Change, FindingKind]] = {
    "says that there is none": (lambda _, puzzle, found: Found([], True), WRONG_),
    "claims that the first is the only one": (lambda _, puzzle, found: Found(found.solutions[:1], True), WRONG_),
    "repeats a value": (lambda _, puzzle, found: Found([(1,) * puzzle.layout.cell_count], False), WRONG_),
    "gives a grid too short": (lambda _, puzzle, found: Found([grid[1:] for grid in found.solutions], False), INVALID),
    "gives values that are none": (lambda _, __, found: Found([(*grid[1:], 0) for grid in found.solutions]), INVALID),
    "gives words": (lambda _, puzzle, found: Found([("one",) * puzzle.layout.cell_count]), INVALID),  # type: ignore[list-item]
    "gives numbers for grids": (lambda _, puzzle, found: Found([1, 2]), INVALID),  # type: ignore[list-item]
    "gives a grid twice": (lambda _, puzzle, found: Found([found.solutions[0]] * 2), INVALID),
    "raises": (crash, CRASHED),
}


def check(lie: Change, puzzles: Sequence[Puzzle] = (PUZZLE, PUZZLE)) -> CrossCheckReport:
    return cross_check(puzzles, ["reference", liar(lie)], 5, isolated=False)


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found_and_stops_nothing(lie: str) -> None:
    change, kind = LIES[lie]
    seen: list[Disagreement | None] = []
    puzzles = [Puzzle.empty(classic(4)), Puzzle.from_givens({"A1": 1}, classic(4)), PUZZLE]
    report = cross_check(
        puzzles, ["reference", liar(change)], after_each=lambda _, found: seen.append(found), isolated=False
    )
    assert not report.agree
    assert report.puzzles == report.disagreeing == len(report.disagreements) == 3
    assert report.tallies["liar"].failures == {kind: 3}
    assert seen == report.disagreements
    for puzzle, found in zip(puzzles, report.disagreements, strict=True):
        assert found.puzzle is puzzle
        assert set(found.results) == {"reference", "liar"}
        assert "unitdoku" in found.versions
        assert found.findings[0].kind is kind
        assert {finding.backend for finding in found.findings} == {"liar"}
    assert report.tallies["reference"].solved == 3


def test_a_backend_that_raised_gets_a_new_session() -> None:
    opened: list[LiarSession] = []
    check(lambda session, *of: opened.append(session) or crash(session, *of))  # type: ignore[func-returns-value]
    assert opened[0] is not opened[1]


def test_a_backend_that_cannot_open_is_a_finding() -> None:
    report = cross_check([PUZZLE], [Named("liar", session=lambda *_: 1 // 0)], isolated=False)  # type: ignore[arg-type]
    assert "liar raised ZeroDivisionError: " in str(report.disagreements[0])


def test_the_known_answer_is_compared_with_all() -> None:
    report = CrossCheckReport({"a": Tally(), "b": Tally()}, CheckLimits(3))
    answers: dict[str, Answer] = {"a": result(A), "b": result(A, B)}
    for truth in (result(A, B, exhausted=False), result()):
        report.add(PUZZLE, answers, truth=truth)
    right, wrong = (found.findings for found in report.disagreements)
    assert [finding.signature for finding in right] == [(FindingKind.WRONG, "a", "says unique", "b")]
    assert [finding.backend for finding in wrong] == ["a", CONSTRUCTION]
    assert (report.tallies["a"].failed, report.tallies["b"].failed) == (2, 0)


def test_a_disagreement_names_the_place_of_its_puzzle() -> None:
    report = cross_check([("line 7", PUZZLE), PUZZLE], [liar(crash)], isolated=False)
    assert [found.place for found in report.disagreements] == ["line 7", "puzzle 2"]
    assert pickle.loads(pickle.dumps(report.disagreements[0])).place == "line 7"


def test_puzzles_for_programs_are_plain_and_come_with_their_places() -> None:
    asked = list(puzzles_for_programs(classic(), seed=3, count=4))
    places = ["top95.txt", *(f"drawn puzzle {number} of seed 3" for number in range(1, 5))]
    assert [place.split(":")[0] for place, _ in asked[-5:]] == places
    assert asked == list(puzzles_for_programs(classic(), seed=3, count=4))
    puzzles = [given.puzzle if isinstance(given, Drawn) else given for _, given in asked]
    assert all(puzzle.is_plain and puzzle.layout == classic() for puzzle in puzzles)


def test_default_backends() -> None:
    assert "auto" not in default_backends()
    assert default_backends(["./mine"]) == ["reference", "sat", "program:./mine"]


@pytest.mark.parametrize(
    ("solver", "name"),
    [
        ("./mine", "program:./mine"),
        ("./mine:stream:open=0", "program:./mine:stream:open=0"),
        ("mine:stream", "program:mine:stream"),
        ("mine --quiet {puzzle}", "program:mine --quiet {puzzle}"),
        ("mine:solve", "python:mine:solve"),
        ("package.mine:solve:takes=text:open=0", "python:package.mine:solve:takes=text:open=0"),
        ("python:mine:solve", "python:mine:solve"),
        ("program:mine:solve", "program:mine:solve"),
        # There is a program of that name.
        ("sh:solve", "program:sh:solve"),
    ],
)
def test_a_solver_is_a_command_or_a_function(solver: str, name: str) -> None:
    assert solver_name(solver) == name


def test_a_check_ends_after_so_many_different_findings() -> None:
    for most, asked in ((None, 9), (1, 1), (2, 9)):
        report = cross_check([PUZZLE] * 9, ["reference", liar(crash)], isolated=False, stop_after=most)
        assert (report.puzzles, report.stopped) == (asked, asked == 1)
    with pytest.raises(ValueError, match="limit"):
        cross_check([PUZZLE], ["reference"], stop_after=0)


def test_a_report_keeps_the_first_disagreements_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_check_module, "MOST_KEPT", 2)
    report = check(crash, puzzles=[PUZZLE] * 5)
    assert (report.disagreeing, len(report.disagreements)) == (5, 2)


def test_misuse_is_refused_before_any_work() -> None:
    def never() -> Iterator[Puzzle]:
        yield from [pytest.fail("asked for a puzzle")]

    with pytest.raises(UnknownBackend):
        cross_check(never(), ["reference", "nope"])
    bad = [{"limit": 0}, {"seconds": nan}, {"setup_seconds": nan}, {"jobs": 0}, {"memory": 0}, {"memory": -5 << 20}]
    for backends, options in (((), {}), *((["reference"], each) for each in bad)):
        with pytest.raises(ValueError, match=r"backend|limit|jobs|memory"):
            cross_check(never(), backends, **options)  # type: ignore[arg-type]
    for backend in (Named, 3):
        with pytest.raises(TypeError, match=r"not a class|a backend is a name"):
            cross_check(never(), [backend])  # type: ignore[list-item]
    with pytest.raises(OSError, match="Not a directory"):
        cross_check(never(), ["reference"], bundles=Path(__file__) / "findings")


@pytest.mark.parametrize(
    ("backends", "seconds", "compared", "open_", "answers"),
    [(["reference", liar()], None, 2, 0, 4), (["reference"], None, 0, 0, 2), (["reference"], 0, 0, 2, 0)],
)
def test_what_was_compared(backends: Any, seconds: float | None, compared: int, open_: int, answers: int) -> None:
    report = cross_check([PUZZLE, Puzzle.empty(classic())], backends, seconds=seconds, isolated=False)
    assert (report.agree, report.puzzles, len(report.tallies)) == (True, 2, len(backends))
    assert (report.compared, report.open, report.answers) == (compared, open_, answers)


def test_the_puzzles_of_the_package_can_all_be_read() -> None:
    assert [entry.error for _, entry in bundled_puzzles()] == [None] * (3 + 95 + 11)


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize(("name", "said"), [("says-none", "no solution"), ("says-unique", "the only one")])
def test_a_certificate_refutes_a_claim_that_no_other_backend_contradicts(name: str, said: str, tmp_path: Path) -> None:
    several = "1....4....2....3"
    alone = cross_check([several], f"bad:{name}", isolated=False)
    assert alone.agree
    assert (alone.compared, alone.certified) == (0, 0)
    report = cross_check([several], f"bad:{name}", certify=True, bundles=tmp_path)
    assert not report.agree
    assert report.certified == 1
    ((finding, path),) = report.bundles
    assert (finding.kind, finding.backend, finding.against) == (FindingKind.WRONG, f"bad:{name}", "certificate")
    assert said in str(finding)
    assert isinstance(path, Path)


def test_a_certificate_agrees_with_right_answers_and_may_be_late() -> None:
    puzzles = ["1....4....2....3", "......4..3..1..2", "11......" + "." * 8]
    report = cross_check(puzzles, ["reference", "reference"], certify=True, isolated=False)
    assert report.agree
    assert (list(report.tallies), report.compared, report.certified) == (["reference"], 3, 3)
    assert certified_answer(Puzzle.empty(classic(4)), 0) is None


def test_the_check_says_how_many_puzzles_have_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    def checked(corpus: str) -> Any:
        first = corpus_file(f"{corpus}.jsonl").read_text().splitlines()[0]
        return run("check", "-", "--certify", "--backends", "native,reference", text=first)

    for corpus, count in (("kakuro", 1), ("cryptarithms", 0)):  # cryptarithms with one solution have none
        shown = checked(corpus)
        assert (shown.exit_code, f"Certificates for {count} of 1 puzzle:" in shown.stdout) == (0, True), shown.output

    def rejected(_: object) -> Statement:
        raise InvalidCertificate("step 1 is wrong")

    monkeypatch.setattr("unitdoku.compare.cross_check.asking.verify", rejected)
    shown = checked("kakuro")
    assert (shown.exit_code, shown.stderr.splitlines()[-1]) == (1, "error: step 1 is wrong")
