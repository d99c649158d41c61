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
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from found import NONE, Found, FoundSession, Named
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
from unitdoku.backend import Backend, Capabilities, Deadline, Session
from unitdoku.check import FindingKind
from unitdoku.compare.conformance.backend_cases import counted_puzzles, hard_puzzles, small_unit_systems
from unitdoku.compare.conformance.backend_properties import NAMES
from unitdoku.compare.conformance.check_backend import check_backend
from unitdoku.compare.conformance.report import CheckFailed, CheckReport
from unitdoku.compare.conformance.scope import Scope
from unitdoku.encoders.backends.turns import TurnsBackend
from unitdoku.encoders.naming.families import is_installed
from unitdoku.encoders.naming.listing import installed_backends

SMALL = classic(4)
EVERYTHING = Scope(Capabilities(), None)
WRONG, INVALID, CRASHED = FindingKind.WRONG, FindingKind.INVALID, FindingKind.CRASHED


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
    assert check_backend("sat:kissat404", examples=1, without=set(NAMES) - {"time limits"}).passed


def test_layouts_of_the_callers_choice() -> None:
    report = check_backend("reference", [latin(3)], examples=5)
    assert report.asked["unit systems"] == 0
    assert report.asked["known answers"] > 0
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

Change = Callable[["Broken", Puzzle, int, Found], Found]


def honest(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
    return found


class Broken(FoundSession):
    """Changes the answers of the reference solver."""

    checks_solutions = False

    def __init__(self, layout: Layout, backend: Backend, change: Change = honest) -> None:
        super().__init__(layout, backend)
        self.honest = find_backend("reference").open(layout)
        self.change = change
        self.asked: list[Puzzle] = []

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        result = self.honest.solve(puzzle, limit, deadline.remaining)
        found = self.change(self, puzzle, limit, Found(result.solutions, result.exhausted))
        self.asked.append(puzzle)
        return found


def broken(change: Change = honest) -> Named:
    return Named("broken", NONE, partial(Broken, change=change))


SHRINK_SECONDS = "unitdoku.compare.conformance.examination._SHRINK_SECONDS"


@pytest.fixture(autouse=True)
def as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves findings as they were found, which is quicker."""
    monkeypatch.setattr(SHRINK_SECONDS, 0.0)


def check(backend: Any, **options: Any) -> CheckReport:
    options = {"examples": 12, "layouts": [SMALL, latin(3)], **options}
    return check_backend(backend, raise_on_findings=False, **options)


def says_none(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
    return Found([], exhausted=True)


def keeps_the_last_puzzle(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
    last = session.asked[-1] if session.asked else puzzle
    return Found([grid for grid in found.solutions if is_solution(grid, last)], found.exhausted)


def crashes(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
    return found if found.solutions or not found.exhausted else Found([], 1 // 0 == 0)


numbers = iter(range(10**6))  # a copy of it goes to the worker, which itertools refuse from Python 3.14 on


def fickle(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
    some = list(solve(puzzle, "reference", limit + 3).solutions)
    at = next(numbers) % 3
    return Found(some[at : at + limit]) if len(some) == limit + 3 else found


def changed(change: Callable[[list[Grid], int], Sequence[Grid]], least: int = 1) -> Change:
    """Changes answers with so many solutions or more; `change` gets them and the number of cells."""

    def changing(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
        if len(found.solutions) < least:
            return found
        return found._replace(solutions=change(list(found.solutions), puzzle.layout.cell_count))

    return changing


CASES: list[tuple[str, FindingKind, str, Change]] = [
    ("counts", WRONG, "solutions are all, but there are 288", lambda *of: of[3]._replace(exhausted=True)),
    ("counts", INVALID, "gives up before its time", lambda *of: of[3]._replace(exhausted=False)),
    ("known answers", WRONG, "there is no solution", says_none),
    ("counts", WRONG, "287 solutions are all, but there are 288", changed(lambda grids, _: grids[1:], least=6)),
    ("counts", INVALID, "given twice", changed(lambda grids, _: [*grids[:-1], grids[0]], least=2)),
    ("known answers", WRONG, "no solution", changed(lambda _, cells: [(1,) * cells])),
    ("known answers", INVALID, "15 values for 16 cells", changed(lambda grids, _: [grids[0][1:]])),
    ("sessions", WRONG, "there is no solution", keeps_the_last_puzzle),
    ("known answers", CRASHED, "ZeroDivisionError", crashes),
    ("repetition", INVALID, "other solutions when it is asked again", fickle),
]


@pytest.mark.parametrize(("name", "kind", "words", "change"), CASES)
def test_wrong_answers_are_found(name: str, kind: FindingKind, words: str, change: Change) -> None:
    report = check(broken(change))
    assert [each for each in report.of(name) if each.kind is kind and words in each.text], str(report)
    # The other properties were tried as well.
    assert report.asked["closing"] == 2


def test_what_only_sessions_show_is_found_there_alone() -> None:
    report = check(broken(keeps_the_last_puzzle), without=["streams"])
    assert {finding.property for finding in report.findings} == {"sessions"}


class Careless(Broken):
    """Overrides `solve` without the checks of `Session`."""

    def solve(
        self,
        puzzle: Puzzle,
        limit: int = 1,
        seconds: float | None = None,
        on_solution: Callable[[Grid], object] | None = None,
    ) -> Result:
        return self.honest.solve(puzzle if puzzle.layout == self.layout else Puzzle.empty(self.layout), 1, 5)


def replacing(**changes: Any) -> type[Broken]:
    """Sessions that change these fields of each result."""

    class Replacing(Broken):
        def solve(self, *arguments: Any, **options: Any) -> Result:
            return replace(super().solve(*arguments, **options), **changes)

    return Replacing


class OneTooMany(Broken):
    """Looks at the limit by itself."""

    def solve(self, puzzle: Puzzle, limit: int = 1, *rest: Any, **options: Any) -> Result:
        return super().solve(puzzle, limit + 1, *rest, **options)


class Eager(Broken):
    def solve_many(self, puzzles: Iterable[Puzzle], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        return iter([self.solve(puzzle, limit, seconds) for puzzle in puzzles])


class OutOfOrder(Broken):
    def solve_many(self, puzzles: Iterable[Puzzle], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        stream = iter(puzzles)
        for first, second in zip(stream, stream, strict=False):
            yield self.solve(second, limit, seconds)
            yield self.solve(first, limit, seconds)


class Mute(Broken):
    def solve(self, puzzle: Puzzle, limit: int = 1, seconds: float | None = None, on_solution: object = None) -> Result:
        return super().solve(puzzle, limit, seconds)


class NotClosedTwice(Broken):
    def close(self) -> None:
        if self.closed:
            raise BackendError("closed already")
        super().close()


class Hasty(Broken):
    """Returns a verdict even where there is no time."""

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        return super().found(puzzle, limit, Deadline(None))


class ReturnsNothing(Broken):
    """Returns None in place of a result."""

    def solve(self, *arguments: Any, **options: Any) -> Result:
        super().solve(*arguments, **options)
        return None  # type: ignore[return-value]

    def solve_many(self, *arguments: Any, **options: Any) -> Iterator[Result]:
        return itertools.repeat("none")  # type: ignore[arg-type]


class ListsAtOnce(Broken):
    def solve_many(self, puzzles: Iterable[Puzzle], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        return [self.solve(next(iter(puzzles)), limit, seconds)]  # type: ignore[return-value]


class Exits(Broken):
    def _release(self) -> None:
        os._exit(4)


class Sleeps(Broken):
    def _release(self) -> None:
        if self.asked:
            time.sleep(600)


NOT_CAPABILITIES: Any = ("proof",)


def of(session: type[Broken]) -> Named:
    """A backend with such sessions."""
    return Named("broken", NONE, session)


@pytest.mark.parametrize(
    ("backend", "violations"),
    [
        (
            of(Careless),
            [
                ("arguments", "takes limit=0, which calls for ValueError"),
                ("arguments", "takes a puzzle on another layout, which calls for PuzzleError"),
                ("closing", "takes a puzzle for a closed session"),
                ("announced solutions", "passes 0 solutions to on_solution"),
            ],
        ),
        (of(replacing(backend="unknown")), [("description", "signs an answer with 'unknown'")]),
        (of(replacing(statistics={"solve_seconds": -1.0})), [("statistics", "encode_seconds, load_seconds")]),
        (of(Mute), [("announced solutions", "passes 0 solutions to on_solution, but returns 3")]),
        (of(Hasty), [("time limits", "says SAT with seconds=0")]),
        (Named("", NONE, Broken), [("description", "has no valid name")]),
        (
            of(ReturnsNothing),
            [
                ("known answers", "solve returned a NoneType where a Result belongs"),
                ("description", "solve returned a NoneType where a Result belongs"),
                ("streams", "solve_many returned a str where a Result belongs"),
            ],
        ),
        (of(ListsAtOnce), [("streams", "ends solve_many before the puzzles do")]),
        (Named("broken", NOT_CAPABILITIES, Broken), [("description", "has no valid capabilities")]),
    ],
)
def test_violations_beside_the_answers_are_found(backend: Named, violations: list[tuple[str, str]]) -> None:
    report = check(backend, examples=4)
    for name, words in violations:
        assert [each for each in report.of(name) if words in each.text and each.kind is INVALID], str(report)


def test_an_answer_seconds_after_its_time() -> None:
    def late(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
        """Is late on the first hard puzzle only."""
        if len(puzzle.candidates) == 12 and not puzzle.givens:
            time.sleep(3.5)
        return found

    (finding,) = check(broken(late), without=set(NAMES) - {"time limits"}, layouts=None).findings
    assert (finding.kind, finding.way) == (FindingKind.TIMED_OUT, "late")


def test_a_backend_without_a_name_or_capabilities() -> None:
    class Nameless:
        def open(self, layout: Layout) -> Session:
            return Broken(layout, Named("broken"))

    report = check(Nameless(), examples=4)
    found = {(each.property, each.kind, each.text) for each in report.findings}
    assert found >= {("description", INVALID, f"has no valid {what}, but None") for what in ("name", "capabilities")}
    assert {each.property for each in report.findings} == {"description"}
    assert report.subject == "backend Nameless"


def test_questions_go_on_after_a_crash() -> None:
    def crashes_or_lies(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
        """Crashes on the small puzzles and is wrong on others; the crash must not hide these."""
        if puzzle.layout.cell_count <= 4:
            raise ZeroDivisionError("no way out")
        return Found(found.solutions[:1], exhausted=bool(found.solutions) or found.exhausted)

    report = check_backend(broken(crashes_or_lies), examples=40, raise_on_findings=False)
    for name in ("counts", "unit systems"):
        assert {each.kind for each in report.of(name)} >= {CRASHED, WRONG}, str(report)
    (crashed,) = [each for each in report.of("counts") if each.kind is CRASHED]
    # Each of the small ones crashes, and all are asked.
    assert crashed.times >= 4
    assert report.asked["counts"] >= crashed.times + len(counted_puzzles(EVERYTHING, random.Random(1))) - 4

    report = check(broken(crashes))
    assert report.of("known answers")[0].times > 1
    assert report.asked["sessions"] == check(broken()).asked["sessions"]


def test_a_time_without_end() -> None:
    for isolated in (True, False):
        # One layout is as good as a list of one.
        assert check_backend("reference", latin(2), examples=2, seconds=math.inf, isolated=isolated).passed


def test_a_session_that_does_not_close_twice() -> None:
    (finding,) = check(of(NotClosedTwice), examples=4).findings
    assert (finding.property, finding.kind) == ("closing", CRASHED)


def test_results_out_of_order() -> None:
    report = check(of(OutOfOrder))
    assert {finding.property for finding in report.findings} == {"streams"}
    assert {finding.kind for finding in report.findings} == {WRONG}


def test_a_question_without_end_or_the_end_of_the_process() -> None:
    only = {"streams", "closing", "statistics"}
    without = [name for name in NAMES if name not in only]
    report = check(of(Eager), without=without, seconds=1)
    assert [(each.property, each.kind) for each in report.findings] == [("streams", FindingKind.TIMED_OUT)]
    assert report.asked["closing"] == 2
    report = check(of(Sleeps), without=without, seconds=0.3)
    assert {each.kind for each in report.findings} == {FindingKind.TIMED_OUT}
    report = check(of(Exits), without=without)
    ended = "failed: its process ended with exit code 4"
    assert {(each.kind, each.text.partition(",")[0]) for each in report.findings} == {(CRASHED, ended)}


def test_what_was_found_before_the_end_is_kept() -> None:
    def lies_then_ends(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
        if puzzle.layout.size == 3:
            os._exit(3)
        return Found((), True)

    without = [name for name in NAMES if name != "known answers"]
    report = check(broken(lies_then_ends), without=without)
    wrong, crashed = report.findings
    assert (wrong.kind, wrong.way, crashed.kind) == (WRONG, "says none", CRASHED)
    assert wrong.puzzle is not None
    assert report.asked["known answers"] > 0
    assert "exit code 3" in crashed.text


def test_a_backend_that_settles_nothing_in_time_is_honest() -> None:
    class Slow(Broken):
        def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
            time.sleep(deadline.remaining)
            return Found((), False)

    only = {"known answers", "sessions", "repetition"}
    report = check(of(Slow), without=[name for name in NAMES if name not in only], seconds=2.0)
    assert report.passed, str(report)
    assert report.asked["known answers"] == 0 < report.unsettled["known answers"]
    assert re.fullmatch(r"[0-9]+ not settled in time", report.verdict("known answers"))
    # A backend that does not use its time is not.
    leaves_open = broken(lambda *_: Found((), False))
    assert not check(leaves_open, without=[name for name in NAMES if name not in only]).passed


def test_a_backend_that_ignores_its_time_limit() -> None:
    without = [name for name in NAMES if name != "time limits"]
    report = check_backend(of(Hasty), without=without, seconds=1, raise_on_findings=False)
    assert [finding.kind for finding in report.of("time limits")][-1] is FindingKind.TIMED_OUT


def test_no_time_at_all_is_no_success() -> None:
    report = check(broken(), seconds=0, without=[name for name in NAMES if name != "streams"])
    assert [finding.kind for finding in report.findings] == [FindingKind.TIMED_OUT]


def test_findings_have_no_given_to_spare_and_are_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SHRINK_SECONDS, 1e6)

    def shy(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
        """Is wrong where both A1 and D4 are given."""
        return Found((), True) if puzzle.values[0] and puzzle.values[-1] else found

    others = set(NAMES) - {"known answers"}
    report, again = (check(broken(shy), layouts=SMALL, examples=40, without=others) for _ in range(2))
    assert (again.asked, list(map(str, again.findings))) == (report.asked, list(map(str, report.findings)))
    (finding,) = report.findings
    assert finding.puzzle is not None
    assert finding.first is not None
    assert ([*finding.puzzle.givens], finding.smallest) == ([0, 15], True)
    assert len(finding.first.givens) > 2
    assert finding.times > 1


BAD = Path(__file__).parents[2] / "bad_backends"
BAD_NAMES = re.findall(r"^(bad:[a-z-]+)", (BAD / "bad_backends-1.dist-info/entry_points.txt").read_text(), re.MULTILINE)
HONEST = {"bad:prepares", "bad:late"}


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_backends_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BAD)
    others = set(NAMES) - {"statistics", "known answers", "sessions"}
    seconds = 0.1 if name in ("bad:sleeps", "bad:never-opens") else 5.0
    report = check(name, examples=12, seconds=seconds, memory=1 << 28, without=others, stop_after=1)
    assert report.passed is (name in HONEST), str(report)


@pytest.mark.parametrize("solutions", [1, 4])
def test_no_more_solutions_are_asked_for_than_may_be(solutions: int) -> None:
    limits: set[int] = set()

    def notes(session: Broken, puzzle: Puzzle, limit: int, found: Found) -> Found:
        limits.add(limit)
        return found

    report = check_backend(broken(notes), examples=10, solutions=solutions, isolated=False)
    assert report.passed, str(report)
    assert max(limits) == solutions


def test_findings_are_raised() -> None:
    with pytest.raises(CheckFailed, match="backend broken: ") as caught:
        check_backend(broken(says_none), [SMALL], examples=5)
    assert caught.value.report.findings[0].puzzle is not None


MISTAKES: dict[type[Exception], list[dict[str, Any]]] = {
    UnknownBackend: [{"backend": "unknown"}],
    OptionError: [{"without": ["sleep"]}, {"without": NAMES}, {"examples": 0}, {"examples": -1}],
    PuzzleError: [{"layouts": []}],
    TypeError: [{"backend": object()}, {"backend": TurnsBackend}],
    ValueError: [{"seconds": -1}, {"solutions": 0}, {"memory": 0}],
}


@pytest.mark.parametrize("error", MISTAKES)
def test_mistakes_in_the_call(error: type[Exception]) -> None:
    for options in MISTAKES[error]:
        with pytest.raises(error):
            check_backend(**{"backend": "reference", **options})
