"""Right backends keep the whole contract; each wrong one is found by the expected property."""

from __future__ import annotations

import itertools
import math
import os
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from bad import FOLDER
from bad import bad as bad
from found import Found, Named
from liars import Change, LiarSession, liar
from pace import fewer

from unitdoku import (
    BackendError,
    Grid,
    Layout,
    OptionError,
    Puzzle,
    PuzzleError,
    Result,
    UnknownBackend,
    classic,
    find_backend,
    is_solution,
    latin,
    solve,
)
from unitdoku.backend import Capabilities, Deadline, Session
from unitdoku.check import FindingKind
from unitdoku.compare.conformance.backend_properties import BACKEND_PROPERTIES
from unitdoku.compare.conformance.cases import Scope, counted_puzzles, hard_puzzles, small_unit_systems
from unitdoku.compare.conformance.check import check_backend
from unitdoku.compare.conformance.report import CheckReport
from unitdoku.encoders.backends.portfolio import PortfolioBackend
from unitdoku.encoders.naming.families import is_installed
from unitdoku.encoders.naming.listing import installed_backends

SMALL = classic(4)
NAMES = [each.name for each in BACKEND_PROPERTIES]
EVERYTHING = Scope(Capabilities(), None)
WRONG, INVALID, CRASHED = FindingKind.WRONG, FindingKind.INVALID, FindingKind.CRASHED


def all_but(*kept: str) -> set[str]:
    """What to leave out for these properties alone."""
    return set(NAMES) - set(kept)


WITH_PACKAGES = [name for name, needs in (("cpsat", "cpsat"), ("native", "native")) if is_installed(needs)]


@pytest.mark.parametrize("name", ["reference", "reference:twins", "auto", *WITH_PACKAGES])
def test_backends_keep_the_contract(name: str) -> None:
    report = check_backend(name, examples=10)
    assert [*report.asked] == [*NAMES]
    takes_rules = find_backend(name).capabilities.sums
    assert [name for name, asked in report.asked.items() if not asked] == ([] if takes_rules else ["sums and pairs"])
    assert (report.verdict("sums and pairs") == "not tried") is not takes_rules
    assert report.passed


NOT_THE_SAME = {"sat:maplechrono"}
"""Gives other solutions of small layouts, now and then, to the second and third session of a process."""


@pytest.mark.long
@pytest.mark.parametrize("name", installed_backends())
def test_all_backends_keep_the_contract(name: str) -> None:
    without = ["repetition"] if name in NOT_THE_SAME else []
    assert check_backend(name, solutions=fewer(name, 1000, 20), without=without).passed


def test_a_backend_that_answers_in_a_worker_keeps_its_time_limits() -> None:
    pytest.importorskip("pysat")
    assert check_backend("sat:kissat404", examples=1, without=all_but("time limits")).passed


def test_layouts_of_the_callers_choice() -> None:
    report = check_backend("reference", [latin(3)], examples=5)
    assert report.asked["unit systems"] == 0 < report.asked["known answers"]
    assert check_backend("reference", [SMALL], isolated=False, examples=5).passed


def test_what_is_known_about_questions_is_true() -> None:
    for puzzle, *_, count in counted_puzzles(EVERYTHING, random.Random(1)):
        result = solve(puzzle, "reference", count + 1)
        assert (len(result.solutions), result.exhausted) == (count, True)
    only = Scope(Capabilities(), (classic(), latin(5)))
    named = counted_puzzles(only, random.Random(1))
    assert {each.puzzle.layout for each in named} == {classic(), latin(5)}
    for puzzle, *_, count in named:
        assert 1 < count == len(solve(puzzle, "reference", count + 1).solutions)
    for drawn in small_unit_systems(EVERYTHING, random.Random(1), 4):
        assert set(solve(drawn.puzzle, "reference", 5000).solutions) == set(drawn.truth.solutions)
    for _, easy in hard_puzzles(EVERYTHING):
        result = solve(easy.puzzle, "reference", 2)
        assert (result.solutions, result.exhausted) == (easy.truth.solutions, True)


# Backends that violate one property each.

SHRINK_SECONDS = "unitdoku.compare.conformance.examination._SHRINK_SECONDS"


@pytest.fixture(autouse=True)
def as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves findings as they were found, which is quicker."""
    monkeypatch.setattr(SHRINK_SECONDS, 0.0)


def check(backend: Any, **options: Any) -> CheckReport:
    options = {"examples": 12, "layouts": [SMALL, latin(3)], **options}
    return check_backend(backend, raise_on_findings=False, **options)


def keeps_the_last_puzzle(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    last = session.asked[-1] if session.asked else puzzle
    return Found([grid for grid in found.solutions if is_solution(grid, last)], found.exhausted)


def crashes(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return found if found.solutions or not found.exhausted else Found([], 1 // 0 == 0)


numbers = iter(range(10**6))  # a copy of it goes to the worker, which itertools refuse from Python 3.14 on


def fickle(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    some = list(solve(puzzle, "reference", session.limit + 3).solutions)
    at = next(numbers) % 3
    return Found(some[at : at + session.limit]) if len(some) == session.limit + 3 else found


def changed(change: Callable[[list[Grid]], Sequence[Grid]], least: int = 1) -> Change:
    """Changes answers with so many solutions or more."""

    def changing(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        return found if len(found.solutions) < least else found._replace(solutions=change(list(found.solutions)))

    return changing


CASES: list[tuple[str, FindingKind, str, Change]] = [
    ("counts", WRONG, "solutions are all, but there are 288", lambda *of: of[-1]._replace(exhausted=True)),
    ("counts", INVALID, "gives up before its time", lambda *of: of[-1]._replace(exhausted=False)),
    ("known answers", WRONG, "there is no solution", lambda *_: Found([], True)),
    ("counts", WRONG, "287 solutions are all, but there are 288", changed(lambda grids: grids[1:], least=6)),
    ("counts", INVALID, "given twice", changed(lambda grids: [*grids[:-1], grids[0]], least=2)),
    ("known answers", WRONG, "no solution", changed(lambda grids: [(1,) * len(grids[0])])),
    ("known answers", INVALID, "15 values for 16 cells", changed(lambda grids: [grids[0][1:]])),
    ("sessions", WRONG, "there is no solution", keeps_the_last_puzzle),
    ("known answers", CRASHED, "ZeroDivisionError", crashes),
    ("repetition", INVALID, "other solutions when it is asked again", fickle),
]


@pytest.mark.parametrize(("name", "kind", "words", "change"), CASES)
def test_wrong_answers_are_found(name: str, kind: FindingKind, words: str, change: Change) -> None:
    report = check(liar(change))
    assert [each for each in report.of(name) if each.kind is kind and words in each.text], str(report)
    # The other properties were tried as well.
    assert report.asked["closing"] == 2


def test_what_only_sessions_show_is_found_there_alone() -> None:
    report = check(liar(keeps_the_last_puzzle), without=["streams"])
    assert {finding.property for finding in report.findings} == {"sessions"}


def of(**methods: Callable[..., object]) -> Named:
    """A backend whose sessions have these methods."""
    return liar(session=type("Own", (LiarSession,), methods))


def replacing(**changes: Any) -> Named:
    """A backend that changes these fields of each result."""
    return of(solve=lambda *asked, **options: replace(LiarSession.solve(*asked, **options), **changes))


def careless(session: LiarSession, puzzle: Puzzle, *_: object, **__: object) -> Result:
    """Looks neither at the arguments nor whether the session is closed."""
    return solve(puzzle if puzzle.layout == session.layout else Puzzle.empty(session.layout), "reference", 1, 5)


def mute(session: LiarSession, puzzle: Puzzle, limit: int = 1, seconds: float | None = None, *_: object) -> Result:
    return LiarSession.solve(session, puzzle, limit, seconds)


def hasty(session: LiarSession, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
    """Gives a verdict even where there is no time."""
    return LiarSession.found(session, puzzle, limit, Deadline(None))


def out_of_order(session: LiarSession, puzzles: Iterable[Puzzle], limit: int, seconds: float) -> Iterator[Result]:
    stream = iter(puzzles)
    for first, second in zip(stream, stream, strict=False):
        yield session.solve(second, limit, seconds)
        yield session.solve(first, limit, seconds)


def closes_once(session: LiarSession) -> None:
    if session._closed:
        raise BackendError("closed already")
    LiarSession.close(session)


NO_CAPABILITIES: Any = ("proof",)


@pytest.mark.parametrize(
    ("backend", "violations"),
    [
        (
            of(solve=careless),
            [
                ("arguments", "takes limit=0, which calls for ValueError"),
                ("arguments", "takes a puzzle on another layout, which calls for PuzzleError"),
                ("closing", "takes a puzzle for a closed session"),
                ("announced solutions", "passes 0 solutions to on_solution"),
            ],
        ),
        (replacing(backend="unknown"), [("description", "signs an answer with 'unknown'")]),
        (replacing(statistics={"solve_seconds": -1.0}), [("statistics", "encode_seconds, load_seconds")]),
        (of(solve=mute), [("announced solutions", "passes 0 solutions to on_solution, but returns 3")]),
        (of(found=hasty), [("time limits", "says SAT with seconds=0")]),
        (liar(name=""), [("description", "has no valid name")]),
        (
            of(solve=lambda *_, **__: None, solve_many=lambda *_: itertools.repeat("none")),
            [
                ("known answers", "solve returned a NoneType where a Result belongs"),
                ("description", "solve returned a NoneType where a Result belongs"),
                ("streams", "solve_many returned a str where a Result belongs"),
            ],
        ),
        (of(solve_many=lambda *_: iter(())), [("streams", "ends solve_many before the puzzles do")]),
        (liar(capabilities=NO_CAPABILITIES), [("description", "has no valid capabilities")]),
    ],
)
def test_violations_beside_the_answers_are_found(backend: Named, violations: list[tuple[str, str]]) -> None:
    report = check(backend, examples=4)
    for name, words in violations:
        assert [each for each in report.of(name) if words in each.text and each.kind is INVALID], str(report)


def test_an_answer_seconds_after_its_time() -> None:
    def late(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        """Is late on the first hard puzzle only."""
        if len(puzzle.candidates) == 12 and not puzzle.givens:
            time.sleep(3.5)
        return found

    (finding,) = check(liar(late), without=all_but("time limits"), layouts=None).findings
    assert (finding.kind, finding.way) == (FindingKind.TIMED_OUT, "late")


def test_a_backend_without_a_name_or_capabilities() -> None:
    class Nameless:
        def open(self, layout: Layout) -> Session:
            return liar().open(layout)

    report = check(Nameless(), examples=4)
    found = {(each.property, each.kind, each.text) for each in report.findings}
    assert found >= {("description", INVALID, f"has no valid {what}, but None") for what in ("name", "capabilities")}
    assert {each.property for each in report.findings} == {"description"}
    assert report.subject == "backend Nameless"


def test_questions_go_on_after_a_crash() -> None:
    def crashes_or_lies(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        """Crashes on the small puzzles and is wrong on others; the crash must not hide these."""
        if puzzle.layout.cell_count <= 4:
            raise ZeroDivisionError("no way out")
        return Found(found.solutions[:1], exhausted=bool(found.solutions) or found.exhausted)

    report = check_backend(liar(crashes_or_lies), examples=40, raise_on_findings=False)
    for name in ("counts", "unit systems"):
        assert {each.kind for each in report.of(name)} >= {CRASHED, WRONG}, str(report)
    (crashed,) = [each for each in report.of("counts") if each.kind is CRASHED]
    # Each of the small ones crashes, and all are asked.
    assert crashed.times >= 4
    assert report.asked["counts"] >= crashed.times + len(counted_puzzles(EVERYTHING, random.Random(1))) - 4

    report = check(liar(crashes))
    assert report.of("known answers")[0].times > 1
    assert report.asked["sessions"] == check(liar()).asked["sessions"]


def test_a_time_without_end() -> None:
    for isolated in (True, False):
        # One layout is as good as a list of one.
        assert check_backend("reference", latin(2), examples=2, seconds=math.inf, isolated=isolated).passed


def test_what_breaks_one_rule_is_found_by_one_property() -> None:
    for backend, found in (
        (of(close=closes_once), ("closing", CRASHED)),
        (of(solve_many=out_of_order), ("streams", WRONG)),
    ):
        assert {(finding.property, finding.kind) for finding in check(backend).findings} == {found}


def test_a_question_without_end_or_the_end_of_the_process() -> None:
    without = all_but("streams", "closing", "statistics")
    eager = of(solve_many=lambda session, puzzles, *how: iter([session.solve(each, *how) for each in puzzles]))
    report = check(eager, without=without, seconds=1)
    assert [(each.property, each.kind) for each in report.findings] == [("streams", FindingKind.TIMED_OUT)]
    assert report.asked["closing"] == 2
    report = check(of(_release=lambda session: time.sleep(600 * bool(session.asked))), without=without, seconds=0.3)
    assert {each.kind for each in report.findings} == {FindingKind.TIMED_OUT}
    report = check(of(_release=lambda _: os._exit(4)), without=without)
    ended = "failed: its process ended with exit code 4"
    assert {(each.kind, each.text.partition(",")[0]) for each in report.findings} == {(CRASHED, ended)}


def test_what_was_found_before_the_end_is_kept() -> None:
    def lies_then_ends(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        if puzzle.layout.size == 3:
            os._exit(3)
        return Found((), True)

    report = check(liar(lies_then_ends), without=all_but("known answers"))
    wrong, crashed = report.findings
    assert (wrong.kind, wrong.way, crashed.kind) == (WRONG, "says none", CRASHED)
    assert wrong.puzzle is not None
    assert report.asked["known answers"] > 0
    assert "exit code 3" in crashed.text


def test_a_backend_that_settles_nothing_in_time_is_honest() -> None:
    def slow(session: LiarSession, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        time.sleep(deadline.remaining)
        return Found((), False)

    without = all_but("known answers", "sessions", "repetition")
    report = check(of(found=slow), without=without, seconds=2.0)
    assert report.passed, str(report)
    assert report.asked["known answers"] == 0 < report.unsettled["known answers"]
    assert re.fullmatch(r"[0-9]+ not settled in time", report.verdict("known answers"))
    # A backend that does not use its time is not.
    assert not check(liar(lambda *_: Found((), False)), without=without).passed


def test_a_backend_that_ignores_its_time_limit() -> None:
    report = check_backend(of(found=hasty), without=all_but("time limits"), seconds=1, raise_on_findings=False)
    assert [finding.kind for finding in report.of("time limits")][-1] is FindingKind.TIMED_OUT


def test_no_time_at_all_is_no_success() -> None:
    report = check(liar(), seconds=0, without=all_but("streams"))
    assert [finding.kind for finding in report.findings] == [FindingKind.TIMED_OUT]


def test_findings_have_no_given_to_spare_and_are_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SHRINK_SECONDS, 1e6)

    def shy(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        """Is wrong where both A1 and D4 are given."""
        return Found((), True) if puzzle.values[0] and puzzle.values[-1] else found

    without = all_but("known answers")
    report, again = (check(liar(shy), layouts=SMALL, examples=40, without=without) for _ in range(2))
    assert (again.asked, list(map(str, again.findings))) == (report.asked, list(map(str, report.findings)))
    (finding,) = report.findings
    assert finding.puzzle is not None
    assert finding.first is not None
    assert ([*finding.puzzle.givens], finding.smallest) == ([0, 15], True)
    assert len(finding.first.givens) > 2
    assert finding.times > 1


BAD = (FOLDER / "bad_backends-1.dist-info/entry_points.txt").read_text()
HONEST = {"bad:prepares", "bad:late"}


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("name", re.findall(r"^(bad:[a-z-]+)", BAD, re.MULTILINE))
def test_bad_backends_are_found(name: str) -> None:
    without = all_but("statistics", "known answers", "sessions")
    seconds = 0.1 if name in ("bad:sleeps", "bad:never-opens") else 5.0
    report = check(name, examples=12, seconds=seconds, memory=1 << 28, without=without, stop_after=1)
    assert report.passed is (name in HONEST), str(report)


@pytest.mark.parametrize("solutions", [1, 4])
def test_no_more_solutions_are_asked_for_than_may_be(solutions: int) -> None:
    limits: set[int] = set()

    def notes(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        limits.add(session.limit)
        return found

    report = check_backend(liar(notes), examples=10, solutions=solutions, isolated=False)
    assert report.passed, str(report)
    assert max(limits) == solutions


MISTAKES: dict[type[Exception], list[dict[str, Any]]] = {
    UnknownBackend: [{"backend": "unknown"}],
    OptionError: [{"without": ["sleep"]}, {"without": NAMES}, {"examples": 0}, {"examples": -1}],
    PuzzleError: [{"layouts": []}],
    TypeError: [{"backend": object()}, {"backend": PortfolioBackend}],
    ValueError: [{"seconds": -1}, {"solutions": 0}, {"memory": 0}],
}


@pytest.mark.parametrize("error", MISTAKES)
def test_mistakes_in_the_call(error: type[Exception]) -> None:
    for options in MISTAKES[error]:
        with pytest.raises(error):
            check_backend(**{"backend": "reference", **options})
