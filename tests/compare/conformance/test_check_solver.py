"""Right solvers pass; each wrong one is found by the expected property, with the right kind."""

from __future__ import annotations

import functools
import itertools
import math
import os
import pickle
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from processes import ended

from unitdoku import (
    Grid,
    Layout,
    LayoutError,
    OptionError,
    Puzzle,
    PuzzleError,
    UnitdokuError,
    classic,
    diagonal,
    from_units,
    is_solution,
    latin,
    parse_puzzle,
    solve,
)
from unitdoku.check import FindingKind
from unitdoku.compare.conformance import cases
from unitdoku.compare.conformance.cases import PUBLISHED, solver_cases
from unitdoku.compare.conformance.check import check_solver
from unitdoku.compare.conformance.report import CheckFailed, CheckFinding, CheckReport
from unitdoku.compare.conformance.solver_properties import SOLVER_PROPERTIES
from unitdoku.compare.corpora.corpus import corpus_file
from unitdoku.io import write_grid, write_line
from unitdoku.layouts import killer
from unitdoku.puzzles.text.json_lines import parse_json_line

SMALL = classic(4)
NAMES = [each.name for each in SOLVER_PROPERTIES]
HARD = {line for name in PUBLISHED for line in corpus_file(name).read_text().split()}
Solver = Callable[[Puzzle], object]
WRONG, INVALID, CRASHED = FindingKind.WRONG, FindingKind.INVALID, FindingKind.CRASHED


def to_grid(puzzle: Puzzle) -> Grid | None:
    return solve(puzzle, "reference").solution


def to_count(puzzle: Puzzle, limit: int = 2) -> int:
    return len(solve(puzzle, "reference", limit).solutions)


def grid_of(text: str, layout: Layout = SMALL) -> str | None:
    grid = to_grid(parse_puzzle(text, layout))
    return None if grid is None else write_grid(grid, layout)


def solved_rows(rows: list[list[int]]) -> list[list[int]] | bool:
    grid = to_grid(Puzzle.from_values(itertools.chain(*rows), SMALL))
    return [list(grid[at : at + 4]) for at in range(0, 16, 4)] if grid is not None else False


def check(solver: Callable[[Any], object], layout: Layout = SMALL, **options: Any) -> CheckReport:
    return check_solver(solver, layout, raise_on_findings=False, **{"examples": 12, "seconds": 5, **options})


# Right solvers.


@pytest.mark.parametrize(
    "layout", [SMALL, diagonal(SMALL), latin(3), latin(1), from_units(3, [[0, 1], [1, 2]], (1, 4))]
)
@pytest.mark.parametrize("solver", [to_grid, to_count])
def test_right_solvers_pass(solver: Solver, layout: Layout) -> None:
    report = check_solver(solver, layout, examples=10, isolated=layout == SMALL)
    assert report.passed
    assert [*report.asked] == [*NAMES]
    assert report.asked["answer"] > 15 or layout.size == 1


@pytest.mark.parametrize(
    ("solver", "takes"),
    [
        (grid_of, "text"),
        (lambda text: "".join(grid_of(text) or "") or False, "text"),
        (lambda text: len(solve(parse_puzzle(text, SMALL), "reference", 2).solutions), "text"),
        (solved_rows, "rows"),
        (lambda values: to_grid(Puzzle.from_values(values, SMALL)), "values"),
    ],
)
def test_right_solvers_in_other_forms_pass(solver: Callable[[Any], object], takes: str) -> None:
    report = check_solver(solver, SMALL, takes=takes, examples=8, isolated=False)
    assert report.passed
    assert set(NAMES) - {*report.asked} == {"unit order"}


def test_the_classic_layout_has_published_puzzles_too() -> None:
    seen = list(solver_cases(classic(), 9, random.Random(1)))
    assert len(seen) == 9
    assert sum(case.puzzle.values.count(0) >= 81 - 30 and case.truth.unique is True for case in seen) >= 3
    assert check(to_grid, classic(), examples=6).passed
    in_text = functools.partial(grid_of, layout=classic())
    assert check(in_text, classic(), takes="text", open_cell="0", examples=6, isolated=False).passed


def test_a_solver_that_is_too_slow_for_puzzles_that_need_search_passes_and_is_asked_the_others() -> None:
    def slow_at_hard_ones(text: str) -> str | None:
        if text in HARD:
            time.sleep(600)
        return grid_of(text, classic())

    report = check(slow_at_hard_ones, classic(), takes="text", examples=16, seconds=1.5)
    assert (report.passed, report.stopped) == (True, None)
    # The one that was asked, and five that were not.
    assert re.search(r"completeness +\d+ puzzles? +passed, 6 not settled in time", str(report))
    assert [note for note in report.notes if "seconds= gives a call more time" in note]
    assert report.asked["independence"] > 1


def test_one_time_out_on_a_variant_ends_the_questions_about_one_puzzle_only(tmp_path: Path) -> None:
    classes = {"".join(sorted(line)) for line in HARD}

    def slow_at_variants(most: int) -> Callable[[str], str | None]:
        folder = tmp_path / str(most)
        folder.mkdir()

        def solve(text: str) -> str | None:
            # A mirror image has the same givens in other places.
            if text not in HARD and "".join(sorted(text)) in classes and len(list(folder.iterdir())) < most:
                (folder / str(time.monotonic_ns())).touch()
                time.sleep(600)
            return grid_of(text, classic())

        return solve

    once, twice = (check(slow_at_variants(n), classic(), takes="text", examples=16, seconds=0.5) for n in (1, 2))
    assert [(report.passed, report.stopped) for report in (once, twice)] == [(True, None)] * 2
    assert (once.notes, once.unsettled["symmetry"]) == ([], 1)
    assert twice.unsettled["symmetry"] > 2
    assert [note for note in twice.notes if "that need search" in note]


def test_a_full_grid_that_is_not_answered_in_time_is_a_finding() -> None:
    def hangs_on_full_grids(puzzle: Puzzle) -> Grid | None:
        if 0 not in puzzle.values:
            time.sleep(600)
        return to_grid(puzzle)

    report = check(hangs_on_full_grids, seconds=1, kinds=["unique"])
    (finding,) = report.findings
    assert (finding.property, finding.kind) == ("answer", FindingKind.TIMED_OUT)
    assert check(hangs_on_full_grids, seconds=1, without=["answer"]).passed
    assert "though 0 cells are open" in finding.text


def test_the_whole_check_has_a_time_limit_and_says_what_it_could_not_test() -> None:
    def slow(puzzle: Puzzle) -> Grid | None:
        time.sleep(0.05)
        return to_grid(puzzle)

    report = check(slow, total_seconds=2.0)
    assert report.passed
    assert report.stopped == "ended after 2 seconds; total_seconds= gives more time"
    assert re.search(r"independence +0 puzzles +not tried", str(report))
    assert check(to_grid, examples=3, seconds=None, isolated=False).passed


@pytest.mark.parametrize("isolated", [True, False])
def test_a_slow_solver_is_stopped_at_the_end_of_the_time_and_that_is_no_finding(isolated: bool) -> None:
    calls = iter(range(10**6))

    def slower_and_slower(puzzle: Puzzle) -> Grid | None:
        if next(calls) > 3:
            time.sleep(600)
        return to_grid(puzzle)

    started = time.monotonic()
    report = check(slower_and_slower, examples=None, total_seconds=2.0, seconds=300, isolated=isolated)
    assert time.monotonic() - started < 30
    assert report.passed, str(report)
    assert report.stopped == "ended after 2 seconds; total_seconds= gives more time"


def test_a_solver_that_answers_nothing_before_the_time_is_over_fails() -> None:
    (finding,) = check(lambda puzzle: time.sleep(600), examples=None, total_seconds=0.5, seconds=300).findings
    assert (finding.property, finding.kind) == ("answer", FindingKind.TIMED_OUT)


def test_rounds_go_on_until_the_time_is_over_and_ask_the_same_puzzles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[Puzzle]] = []
    looks = itertools.count()  # each look at the clock takes a millisecond, however busy the machine is
    monkeypatch.setattr("unitdoku.reference.contract.deadline.perf_counter", lambda: next(looks) / 1000)
    for seconds in (1.0, 2.0):
        seen: dict[Puzzle, None] = {}

        def keeps(puzzle: Puzzle, seen: dict[Puzzle, None] = seen) -> Grid | None:
            seen[puzzle] = None
            return to_grid(puzzle)

        with patch("unitdoku.compare.conformance.examination._FIRST_ROUND", 3):
            report = check(keeps, examples=None, total_seconds=seconds, isolated=False, without=["repetition"])
        assert report.passed
        assert report.stopped is None
        assert report.asked["completeness"] > 3
        asked.append(list(seen))
    shorter, longer = sorted(asked, key=len)
    assert longer[: len(shorter)] == shorter


def test_a_check_with_nothing_new_to_ask_ends() -> None:
    report = check(to_grid, latin(1), examples=None, total_seconds=600.0, isolated=False)
    assert report.passed
    assert report.stopped is None


@pytest.mark.parametrize("givens_only", [True, False])
@pytest.mark.parametrize(("layout", "most"), [(SMALL, 10), (classic(), 60)], ids=str)
def test_a_wrong_count_of_nearly_full_puzzles_is_found(layout: Layout, most: int, givens_only: bool) -> None:
    def one_if_nearly_full(puzzle: Puzzle) -> int:
        return min(to_count(puzzle), 1 if len(puzzle.givens) > most else 2)

    options = {"examples": 20, "published": False, "givens_only": givens_only, "isolated": False}
    for seed in range(3):
        assert check(one_if_nearly_full, layout, seed=seed, **options).of("counting")


KILLER = killer({"A1 A2": 3, "B1 B2 C2": 8}, SMALL)


@pytest.mark.parametrize("options", [{"layout": KILLER}, {"rules": "all"}, {"rules": ["kakuro", "killer"]}])
@pytest.mark.parametrize("solver", [to_grid, to_count])
def test_right_solvers_of_sums_and_pairs_pass(solver: Solver, options: dict[str, Any]) -> None:
    report = check(solver, **{"examples": 60, "isolated": False, **options})
    assert report.passed, str(report)
    untested = {name for name, asked in report.asked.items() if not asked}
    assert untested <= {"soundness" if solver is to_count else "counting", "relabelling", "symmetry"}


@pytest.mark.parametrize("kept", ["sums", "pairs"])
@pytest.mark.parametrize("options", [{"layout": KILLER}, {"rules": "all"}, {"rules": ["futoshiki"]}])
def test_sums_and_pairs_that_are_not_read_are_found(kept: str, options: dict[str, Any]) -> None:
    def forgets(puzzle: Puzzle) -> object:
        layout = puzzle.layout
        layout = replace(layout, pairs=()) if kept == "sums" else replace(layout, sums=())
        return to_grid(Puzzle(layout, puzzle.candidates))

    report = check(forgets, **{"examples": 40, "isolated": False, **options})
    has_other = options.get("rules") == "all" or kept == ("pairs" if "layout" in options else "sums")
    assert report.passed is not has_other, str(report)
    if has_other:
        shown = re.findall(r"puzzle: ({.*})", str(report))
        assert {parse_json_line(line, SMALL) for line in shown} <= {finding.puzzle for finding in report.findings}


def test_a_check_may_end_at_the_first_finding() -> None:
    def fills(puzzle: Puzzle) -> Grid:
        return tuple(value or 1 for value in puzzle.values)

    for most, said in ((1, "ended after 1 finding, as asked"), (2, "ended after 2 findings, as asked")):
        report = check(fills, stop_after=most, isolated=False)
        assert (len(report.findings), report.stopped) == (most, said)


def test_a_false_given_leaves_no_solution() -> None:
    known: dict[str, str | None] = {}

    def by_its_beginning(text: str) -> str | None:
        # As a cache does whose key is too short.
        return known.setdefault(text[:6], grid_of(text))

    report = check(by_its_beginning, takes="text", examples=20, isolated=False)
    assert report.of("false given")


def test_what_was_not_tried() -> None:
    report = check(to_grid, examples=6, kinds=["unique"], isolated=False)
    assert [report.verdict(name) for name in ("counting", "no solution", "soundness")] == ["not tried"] * 2 + ["passed"]
    assert check(to_count, examples=6, isolated=False).verdict("soundness") == "not tried"
    with pytest.raises(KeyError):
        check(to_grid, examples=1, without=["silence"], isolated=False).verdict("silence")
    report = check(lambda puzzle: grid_of(puzzle), examples=6, isolated=False)
    assert report.verdict("completeness") == "not tried"
    assert "`takes` says in which form" in str(report)
    assert "`takes` says" not in str(check(answering(BREACHES[0][-1]), examples=6, isolated=False))


def test_what_is_known_about_cases_is_true() -> None:
    for givens_only in (False, True):
        for case in solver_cases(SMALL, 40, random.Random(2), givens_only=givens_only):
            everything = solve(case.puzzle, "reference", 300)
            assert all(is_solution(grid, case.puzzle) for grid in case.truth.solutions)
            if case.truth.exhausted:
                assert set(case.truth.solutions) == set(everything.solutions)
            assert not givens_only or write_line(case.puzzle).count("/") == 0


def test_kinds_keep_the_others_out() -> None:
    def well_posed(puzzle: Puzzle) -> Grid | None:
        solutions = solve(puzzle, "reference", 2).solutions
        if len(solutions) > 1:
            raise ValueError("more than one solution")
        return solutions[0] if solutions else None

    assert check(well_posed, kinds=["unique", "clash", "search"], isolated=False).passed
    (finding,) = check(well_posed, isolated=False).of("answer")
    assert (finding.kind, finding.way) == (CRASHED, "ValueError")


@pytest.mark.parametrize("leave", [sys.exit, lambda: None, lambda: raises(KeyError())])
def test_a_copy_that_a_solver_makes_of_its_process_does_not_answer_in_its_place(leave: Callable[[], object]) -> None:
    def solver(puzzle: Puzzle) -> object:
        """The copy ends before the answer is there, so that it would be the first to send one."""
        child = os.fork()
        if not child:
            return leave()
        os.waitpid(child, 0)
        return to_grid(puzzle)

    assert check(solver, latin(2), examples=1).passed


def test_what_a_solver_started_is_ended(tmp_path: Path) -> None:
    started = tmp_path / "started"

    def leaves_a_process(puzzle: Puzzle) -> object:
        process = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        started.write_text(str(process.pid))
        return to_grid(puzzle)

    assert check(leaves_a_process, examples=2).passed
    assert ended(int(started.read_text()))


@pytest.mark.parametrize("isolated", [True, False])
def test_a_time_without_end(isolated: bool) -> None:
    for seconds in (math.inf, 1e12):
        assert check(to_grid, seconds=seconds, isolated=isolated, examples=2).passed


def test_a_coroutine_is_no_answer_and_nothing_else() -> None:
    async def later(puzzle: Puzzle) -> object:
        return to_grid(puzzle)

    (finding,) = check(later, examples=3).findings
    assert (finding.property, finding.kind) == ("answer", INVALID)
    assert "a coroutine" in finding.text


# Wrong solvers, each with the property that must find it, the class, and words of the sentence.

Change = Callable[[Puzzle, Any], object]
"""What a solver answers, by the puzzle and a solution or None."""


def answering(change: Change) -> Solver:
    return lambda puzzle: change(puzzle, to_grid(puzzle))


def failing(fail: Callable[[], object]) -> Change:
    """Fails where there is no solution."""
    return lambda puzzle, grid: fail() if grid is None else grid


def raises(error: BaseException) -> object:
    raise error


def recurses(puzzle: Puzzle, grid: Grid | None) -> object:
    return recurses(puzzle, grid)


def after_setting(changed: object, name: str, grid: object) -> object:
    object.__setattr__(changed, name, ())
    return grid


def forgets_the_blocks(puzzle: Puzzle) -> object:
    return to_grid(Puzzle(latin(4), puzzle.candidates))


WRONG_ANSWERS: list[tuple[str, str, Change]] = [
    ("soundness", "is no solution", lambda _, grid: grid and (grid[0], grid[0], *grid[2:])),
    ("soundness", "not among its candidates", lambda puzzle, grid: grid and to_grid(Puzzle.empty(puzzle.layout))),
    ("soundness", "unit block", lambda puzzle, _: forgets_the_blocks(puzzle)),
    ("completeness", "no solution, but there is", lambda puzzle, grid: grid if len(puzzle.givens) > 4 else None),
    ("no solution", "for a puzzle that has no solution", lambda _, grid: grid or (1, 2, 3, 4) * 4),
    ("no solution", "counts 1 solution, for a puzzle that has no", lambda puzzle, _: to_count(puzzle) or 1),
    ("counting", "counts 1 solution, but there are at least 2", lambda puzzle, grid: int(grid is not None)),
    ("counting", "counts 2 solutions, but there is 1", lambda puzzle, grid: 2 if grid else 0),
    # Wrong about nearly full puzzles without a solution.
    ("no solution", "for a puzzle that has no", lambda puzzle, grid: grid if 0 in puzzle.values else puzzle.values),
    # Right where a 1 is given: it depends on the names of values. Right where A1 is given: on the places of cells.
    ("relabelling", "renamed", lambda puzzle, grid: grid if not puzzle.givens or 1 in puzzle.values else None),
    ("symmetry", "moved by a symmetry", lambda puzzle, grid: grid if not puzzle.givens or puzzle.values[0] else None),
    ("true given", "given, which a solution has", lambda puzzle, grid: grid if len(puzzle.givens) % 2 else None),
    ("dropped given", " open ", lambda puzzle, grid: grid if len(puzzle.givens) % 2 else None),
    ("unit order", "in another order", lambda puzzle, grid: puzzle.layout.units[0].cells == (0, 1, 2, 3) and grid),
]
BREACHES: list[tuple[str, FindingKind, str, Change]] = [
    ("answer", CRASHED, "raised KeyError: 'no way out'", failing(lambda: raises(KeyError("no way out")))),
    ("answer", CRASHED, "raised SystemExit: no way out", failing(lambda: sys.exit("no way out"))),
    ("answer", CRASHED, "raised RecursionError", recurses),
    ("answer", FindingKind.OUT_OF_MEMORY, "raised MemoryError", lambda *_: raises(MemoryError())),
    ("answer", INVALID, "returned 3.5, a float", lambda _, grid: grid and 3.5),
    ("answer", INVALID, "15 values for 16 cells", lambda _, grid: grid and grid[1:]),
    ("answer", INVALID, "cell A1: 0 is not one of the values", lambda _, grid: grid and (0, *grid[1:])),
    ("answer", INVALID, "0 is not one of the values", lambda puzzle, _: write_line(puzzle)),
    ("silence", INVALID, "printed 'looking at it'", lambda _, grid: print("looking at it") or grid),
    ("argument", INVALID, "changed the puzzle", lambda puzzle, grid: after_setting(puzzle, "candidates", grid)),
    ("argument", INVALID, "changed the puzzle", lambda puzzle, grid: after_setting(puzzle.layout, "units", grid)),
]
ISOLATED_BREACHES: list[tuple[str, FindingKind, str, Change]] = [
    ("answer", CRASHED, "ended with exit code 3", failing(lambda: os._exit(3))),
    ("answer", CRASHED, "killed by SIGABRT", failing(os.abort)),
]


@pytest.mark.parametrize(("name", "words", "change"), WRONG_ANSWERS)
def test_wrong_answers_are_found(name: str, words: str, change: Change) -> None:
    assert_found(check(answering(change), examples=20, isolated=False), name, WRONG, words)


@pytest.mark.parametrize(("name", "kind", "words", "change"), [*BREACHES, *ISOLATED_BREACHES])
def test_breaches_of_form_are_found(name: str, kind: FindingKind, words: str, change: Change) -> None:
    isolated = (name, kind, words, change) in ISOLATED_BREACHES
    assert_found(check(answering(change), examples=4 if isolated else 8, isolated=isolated), name, kind, words)


def assert_found(report: CheckReport, name: str, kind: FindingKind, words: str) -> CheckFinding:
    found = [each for each in report.of(name) if each.kind is kind and words in each.text]
    assert found, str(report)
    assert not report.of("independence"), str(report)
    # The others were tried as well.
    assert all(report.asked[each] for each in ("answer", "relabelling", "independence")) or kind not in ("wrong",)
    return found[0]


def test_a_solver_that_never_comes_back() -> None:
    report = check(answering(failing(lambda: time.sleep(600))), seconds=1)
    finding = assert_found(report, "answer", FindingKind.TIMED_OUT, "did not answer within 1 second")
    assert finding.times == 2
    assert re.search("though [012] cells are open$", finding.text)
    assert report.stopped == "ended after 2 calls that did not come back in time; seconds= gives more"
    assert re.search(r"independence +0 puzzles +not tried", str(report))


def test_a_solver_that_takes_all_memory() -> None:
    def greedy(puzzle: Puzzle) -> object:
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))

    report = check(greedy, memory=1 << 26, examples=2)
    assert {finding.kind for finding in report.of("answer")} == {FindingKind.OUT_OF_MEMORY}


@pytest.fixture
def time_to_shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("_SHRINK_SECONDS", "_ALL_SHRINK_SECONDS"):
        monkeypatch.setattr(f"unitdoku.compare.conformance.examination.{limit}", 1e6)


@pytest.mark.usefixtures("time_to_shrink")
@pytest.mark.parametrize("isolated", [True, False])
def test_state_that_is_left_over(isolated: bool) -> None:
    last: list[Grid | None] = []

    def answers_late(puzzle: Puzzle) -> Grid | None:
        """Returns, from the third puzzle on, the answer to the one before."""
        last.append(to_grid(puzzle))
        return last[-1] if len(last) < 3 else last[-2]

    report = check(answers_late, isolated=isolated, examples=5, without=["repetition"])
    assert not report.passed
    assert {finding.kind for finding in report.findings} >= {WRONG}
    if isolated:
        (finding,) = [each for each in report.of("independence") if each.way == "another verdict"]
        # Two puzzles before it: the third call is the first to be wrong, and it gives the answer of the second.
        assert len(finding.before) == 2
        assert "before: " in str(finding)
        # Findings of other properties are reported too, with the remark that a new process does not show them.
        others = [each for each in report.findings if each.property != "independence"]
        assert others
        assert all(each.text.startswith("not seen again in a new process: ") for each in others)


def test_what_is_seen_once_is_reported_with_its_property() -> None:
    calls = iter(range(1, 10**6))

    def on_some_days(values: list[int]) -> object:
        """Prints at its fifth call, changes its argument at the eighth, and gives no answer at the ninth."""
        call = next(calls)
        grid = to_grid(Puzzle.from_values(values, SMALL))
        if call == 5:
            print("oops")
        if call == 8:
            values[0] = 9
        return "nonsense" if call == 9 else grid

    report = check(on_some_days, takes="values", examples=6, without=["repetition"])
    found = {each.property: each for each in report.findings}
    assert found.keys() >= {"answer", "silence", "argument"}
    for name in ("answer", "silence", "argument"):
        assert (found[name].kind, found[name].times, found[name].before) == (INVALID, 1, ())
        assert found[name].text.startswith("not seen again in a new process: ")
        assert not found[name].smallest
    rows = [line for line in str(report).splitlines() if line.split()[0] in found and "puzzles" in line]
    assert len(rows) == len(found)
    assert not [row for row in rows if "passed" in row]


@pytest.mark.usefixtures("time_to_shrink")
def test_random_answers_are_not_attributed_to_other_puzzles(tmp_path: Path) -> None:
    calls = tmp_path / "calls"  # of all processes
    calls.touch()

    def flaky(puzzle: Puzzle) -> object:
        """Returns None at random, in every process and for every puzzle."""
        number = len(calls.read_text()) + 1
        calls.write_text("+" * number)
        return None if random.Random(number).random() < 0.3 else to_grid(puzzle)

    report = check(flaky, examples=6, without={*NAMES} - {"answer", "independence"})
    found = report.of("independence")
    assert found, str(report)
    assert all(each.text.startswith("not seen ") and not each.before for each in found), found


def test_another_answer_to_the_same_puzzle() -> None:
    calls = itertools.count()

    def fickle(puzzle: Puzzle) -> object:
        solutions = solve(puzzle, "reference", 2).solutions
        return solutions[next(calls) % len(solutions)] if solutions else None

    (finding,) = check(fickle, without=["independence"], isolated=False).findings
    # Both answers are right, so that none is wrong.
    assert (finding.property, finding.kind, finding.way) == ("repetition", INVALID, "another answer")
    assert "when it is asked again" in finding.text

    def moody(puzzle: Puzzle) -> object:
        return None if next(calls) % 2 else to_grid(puzzle)

    found = check(moody, isolated=False).of("repetition")
    assert [(each.kind, each.way) for each in found] == [(WRONG, "another verdict")]


def test_counts_above_the_limit_are_the_same_answer() -> None:
    calls = itertools.count()

    def at_least_two(puzzle: Puzzle) -> int:
        return min(to_count(puzzle, 9), 2 + next(calls) % 3)

    assert check(at_least_two, isolated=False).passed
    assert not check(at_least_two, limit=4, examples=20, isolated=False).passed

    def count_or_grid(puzzle: Puzzle) -> object:
        count = to_count(puzzle)
        return to_grid(puzzle) if count == 1 and next(calls) % 2 else count

    report = check(count_or_grid, isolated=False)
    assert {(each.kind, each.way) for each in report.findings} == {(INVALID, "another answer")}


@pytest.mark.parametrize(
    ("fail", "kind"), [(lambda: os._exit(3), CRASHED), (lambda: time.sleep(600), FindingKind.TIMED_OUT)]
)
def test_a_missing_second_answer_has_the_kind_of_its_failure(fail: Callable[[], None], kind: FindingKind) -> None:
    last: list[Puzzle] = []

    def fails_at_the_same_again(puzzle: Puzzle) -> object:
        if last == [puzzle]:
            fail()
        last[:] = [puzzle]
        return to_grid(puzzle)

    report = check(fails_at_the_same_again, examples=2, seconds=0.5)
    assert {finding.kind for finding in report.of("repetition")} == {kind}, str(report)
    assert ("exit code 3" in str(report)) == (kind is CRASHED)


def test_changing_rows_in_place() -> None:
    def in_place(rows: list[list[int]]) -> object:
        solved = solved_rows(rows)
        if isinstance(solved, list):
            rows[:] = solved
        return rows if isinstance(solved, list) else None

    report = check(in_place, takes="rows", isolated=False)
    assert [(each.property, each.kind) for each in report.findings] == [("argument", INVALID)]
    assert check(in_place, takes="rows", without=["argument"], isolated=False).passed


# Findings are shrunk.


def test_findings_have_no_given_to_spare() -> None:
    def shy(puzzle: Puzzle) -> object:
        """Is wrong where both A1 and D4 are given."""
        return None if puzzle.values[0] and puzzle.values[15] else to_grid(puzzle)

    (finding,) = check(shy, examples=60, isolated=False).of("completeness")
    assert finding.puzzle is not None
    assert finding.first is not None
    assert [*finding.puzzle.givens] == [0, 15]
    assert len(finding.first.givens) > 2
    assert finding.puzzle.layout == SMALL
    assert finding.smallest
    assert finding.times > 1


def test_what_is_shrunk_stays_within_the_kinds() -> None:
    report = check(lambda puzzle: None, kinds=["unique"], isolated=False)
    for finding in report.of("completeness"):
        assert finding.puzzle is not None
        assert to_count(finding.puzzle) == 1


# Report and errors.


def test_findings_are_raised_with_all_sentences() -> None:
    with pytest.raises(CheckFailed, match="soundness") as caught:
        check_solver(forgets_the_blocks, SMALL, examples=10, seed=5, isolated=False)
    assert isinstance(caught.value, (AssertionError, UnitdokuError))
    report = caught.value.report
    text = str(report)
    assert all(finding.text in str(caught.value) for finding in report.findings)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert text.startswith("forgets_the_blocks on classic:2x2: ")
    assert "puzzle: " in text
    # The same seed gives the same report.
    again = check(forgets_the_blocks, examples=10, seed=5, isolated=False)
    assert (again.asked, list(map(str, again.findings))) == (report.asked, list(map(str, report.findings)))


def test_a_layout_without_puzzles_is_no_error() -> None:
    nothing = diagonal(latin(2))
    assert check(to_grid, nothing).passed
    # A check that asks nothing is an error: it would pass.
    with pytest.raises(PuzzleError, match="no puzzle of these kinds can be made on "):
        check_solver(lambda text: "junk", nothing, takes="text", kinds=["unique"])


MISTAKES: dict[type[Exception], list[dict[str, Any]]] = {
    OptionError: [
        {"takes": "speech"},
        *({"takes": "text", "open_cell": sign} for sign in ("open", "", "1", " ")),
        *({"examples": number} for number in (0, -1, 2.5)),
        *({"kinds": kinds} for kinds in ([], ["nice"])),
        *({"takes": "text", "rules": "all"}, {"rules": ["killers"]}, {"examples": None, "total_seconds": None}),
        *({"without": names} for names in (NAMES, ["sleep"])),
        {"without": set(NAMES) - {"unit order"}, "takes": "text"},
    ],
    ValueError: [{"memory": 0}, {"memory": -1}, {"limit": 0}, {"seconds": -1}, {"stop_after": 0}],
    TypeError: [{"solve": 3}],
    LayoutError: [{"layout": layout} for layout in ("classic:5", 4, classic)],
}


@pytest.mark.parametrize("error", MISTAKES)
def test_mistakes_in_the_call(error: type[Exception]) -> None:
    for options in MISTAKES[error]:
        with pytest.raises(error):
            check_solver(**{"solve": to_grid, "layout": SMALL, **options})


def test_an_easy_fault_is_found_before_hard_puzzles_are_drawn() -> None:
    with patch(f"{cases.__name__}.hardest", side_effect=AssertionError("drawn")):
        report = check(lambda puzzle: None, classic(), examples=50, stop_after=1, isolated=False)
        assert [each.property for each in report.findings] == ["completeness"]
        with pytest.raises(AssertionError):
            check(to_grid, examples=50, isolated=False)
