"""Answers to the puzzles of a file, by one call of the library: in bulk where that is possible."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest
from corpora import seventeen_clue
from hard_puzzles import PIGEONS

from unitdoku import (
    BackendError,
    OptionError,
    Puzzle,
    PuzzleError,
    Result,
    UnknownBackend,
    Verdict,
    classic,
    latin,
    read_puzzles,
)
from unitdoku.encoders import solve
from unitdoku.encoders.solve import BlockAnswers, PuzzleAnswer, solve_stream
from unitdoku.io import PlainBlock, PuzzleEntry, read_blocks
from unitdoku.reference.native.backend import NativeSession
from unitdoku.reference.native.bulk import BulkInterrupted
from unitdoku.reference.native.loading import available_levels

needs_kernel = pytest.mark.skipif(not available_levels(), reason="the kernel was not compiled")
BACKENDS = ["reference", pytest.param("native", marks=needs_kernel), "auto"]
FOUR = classic(4)
# One solution, none, 288, unreadable, one.
LINES = [b"1.....3....2.4..\n", b"11..............\n", b"................\n", b"1x\n", b"1.....3....2.4..\n"]


def results(answers: Iterator[PuzzleAnswer | BlockAnswers]) -> Iterator[tuple[int, Result | None]]:
    """Line and result of each puzzle."""
    for answer in answers:
        if isinstance(answer, BlockAnswers):
            yield from enumerate(answer.results(), start=answer.block.line)
        else:
            yield answer.line, answer.result


@pytest.mark.parametrize("backend", BACKENDS)
def test_answers_come_in_order_with_their_lines(backend: str) -> None:
    for entries in (read_blocks([LINES[:3], LINES[3:]], FOUR), read_puzzles(LINES, FOUR)):
        found = dict(results(solve_stream(entries, backend, limit=300)))
        assert list(found) == [1, 2, 3, 4, 5]
        assert found.pop(4) is None
        assert [len(result.solutions) for result in found.values() if result is not None] == [1, 0, 288, 1]
        assert all(result.exhausted for result in found.values() if result is not None)


def test_an_unreadable_line_is_an_answer_with_its_error() -> None:
    (answer,) = solve_stream(read_puzzles([b"1x\n"], FOUR))
    assert isinstance(answer, PuzzleAnswer)
    assert (answer.line, answer.puzzle, answer.result) == (1, None, None)
    assert isinstance(answer.error, PuzzleError)


@needs_kernel
@pytest.mark.parametrize("backend", ["native", "auto"])
def test_blocks_are_answered_in_bulk(backend: str) -> None:
    block = PlainBlock(7, classic(9), b"".join(bytes(puzzle.values) for puzzle in seventeen_clue(5)))
    (answer,) = solve_stream([block], backend, limit=2)
    assert isinstance(answer, BlockAnswers)
    assert (answer.block, list(answer.answers.counts)) == (block, [1] * 5)
    assert [result.backend for result in answer.results()] == ["native"] * 5


@needs_kernel
def test_a_block_with_too_many_grids_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    block = PlainBlock(7, FOUR, bytes(16 * 5))
    monkeypatch.setattr(solve, "_GRID_BYTES", 16 * 10 * 2)
    parts = [answer for answer in solve_stream([block], "native", limit=10) if isinstance(answer, BlockAnswers)]
    assert [(part.block.line, len(part.block)) for part in parts] == [(7, 2), (9, 2), (11, 1)]
    # The grids of a single puzzle are too many: it is asked alone.
    answers = list(solve_stream([block], "native", limit=21))
    assert [type(answer) for answer in answers] == [PuzzleAnswer] * 5


@needs_kernel
def test_what_is_not_finished_soon_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "_SECONDS_IN_BULK", 0.02)
    values = bytes([1, 1, *[0] * 10]) + bytes(12) + bytes([2, 2, *[0] * 10])
    found = list(solve_stream([PlainBlock(1, PIGEONS, values)], "native", seconds=0.1))
    assert [type(answer) for answer in found] == [PuzzleAnswer] * 3
    verdicts = [(line, result.verdict) for line, result in results(iter(found)) if result is not None]
    assert verdicts == [(1, Verdict.UNSAT), (2, Verdict.UNKNOWN), (3, Verdict.UNSAT)]
    slow = found[1].result if isinstance(found[1], PuzzleAnswer) else None
    assert slow is not None
    assert slow.statistics["solve_seconds"] > 0.05


@needs_kernel
def test_an_interruption_in_bulk_yields_what_was_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = NativeSession.solve_bulk

    def interrupted(session: NativeSession, puzzles: object, limit: int, seconds: float | None) -> object:
        raise BulkInterrupted(honest(session, puzzles, limit, seconds))

    monkeypatch.setattr(NativeSession, "solve_bulk", interrupted)
    finished, cut_off = PlainBlock(1, FOUR, bytes(32)), PlainBlock(3, PIGEONS, bytes([1, 1, *[0] * 10]) + bytes(12))
    answers = solve_stream([finished], "native")
    assert isinstance(next(answers), BlockAnswers)
    with pytest.raises(KeyboardInterrupt):
        next(answers)
    answers = solve_stream([cut_off], "native")
    answer = next(answers)
    assert isinstance(answer, PuzzleAnswer)
    assert answer.line == 3
    with pytest.raises(KeyboardInterrupt):
        next(answers)


@needs_kernel
def test_an_interruption_in_bulk_leaves_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel may have finished puzzles behind one that it was still working on."""
    honest = NativeSession.solve_bulk

    def interrupted(session: NativeSession, puzzles: object, limit: int, seconds: float | None) -> object:
        answers = honest(session, puzzles, limit, seconds)
        raise BulkInterrupted(replace(answers, finished=memoryview(bytes([1, 1, 0, 1, 0, 1]))))

    monkeypatch.setattr(NativeSession, "solve_bulk", interrupted)
    answers = solve_stream([PlainBlock(1, FOUR, bytes(16 * 6))], "native")
    for line in (1, 2):
        answer = next(answers)
        assert isinstance(answer, PuzzleAnswer)
        assert answer.line == line
    with pytest.raises(KeyboardInterrupt):
        next(answers)


def test_an_interruption_yields_the_solutions_found() -> None:
    def entries() -> Iterator[PuzzleEntry]:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        yield PuzzleEntry(1, Puzzle.empty(classic(9)))

    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    # Hypothesis has a hook in the garbage collector: Python drops what is raised there, so the interruption too.
    gc.disable()
    try:
        answers = solve_stream(entries(), "reference", limit=10**9)
        answer = next(answers)
        assert isinstance(answer, PuzzleAnswer)
        assert answer.result is not None
        assert len(answer.result.solutions) > 10
        assert not answer.result.exhausted
        with pytest.raises(KeyboardInterrupt):
            next(answers)
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, before)


def test_a_backend_that_fails_is_reported_for_each_line() -> None:
    pytest.importorskip("pysat")
    block = PlainBlock(1, FOUR, bytes(16 * 2))
    answers = list(solve_stream([block, PuzzleEntry(9, Puzzle.empty(latin(2)))], "sat:cadical195", most_clauses=100))
    assert [answer.line for answer in answers if isinstance(answer, PuzzleAnswer)] == [1, 2, 9]
    errors = [answer.error for answer in answers if isinstance(answer, PuzzleAnswer)]
    assert ["448 clauses" in str(error) for error in errors] == [True, True, False]
    assert errors[2] is None


def test_a_session_that_failed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    from unitdoku.reference.search.search import ReferenceSession

    honest = ReferenceSession.solve
    sessions: list[ReferenceSession] = []

    def failing_once(session: ReferenceSession, *arguments: object) -> Result:
        sessions.append(session)
        if len(sessions) == 1:
            raise BackendError("broken")
        return honest(session, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(ReferenceSession, "solve", failing_once)
    first, second = solve_stream(read_puzzles(LINES[:2], FOUR), "reference")
    assert isinstance(first, PuzzleAnswer)
    assert str(first.error) == "broken"
    assert isinstance(second, PuzzleAnswer)
    assert second.result is not None
    assert sessions[0].closed
    assert sessions[0] is not sessions[1]


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(UnknownBackend):
        solve_stream([], "nope")
    with pytest.raises(OptionError):
        solve_stream([], "reference", speed=9)
    for arguments in ({"limit": 0}, {"seconds": -1.0}):
        with pytest.raises(ValueError, match="not"):
            solve_stream([], **arguments)
    assert list(solve_stream([])) == []


SOLVED = b"1234341221434321"


@pytest.mark.parametrize("backend", BACKENDS)
def test_stated_solutions_are_compared(backend: str) -> None:
    """One that is right, one that breaks the rules, one of several, one of a puzzle that has none, one unreadable."""
    first = bytes.maketrans(b"12", b"21")
    rows = [
        (b"1.....3....2.4..", None),
        (b"1...............", b"1234" * 4),
        (b"................", SOLVED),
        (b"11..............", SOLVED),
        (b"2...............", SOLVED.translate(first)),
    ]
    solved = next(read_puzzles([b"1.....3....2.4..\n"], FOUR)).puzzle
    assert solved is not None
    (grid,) = solve.solve(solved, "reference", limit=2)
    rows[0] = (rows[0][0], "".join(map(str, grid)).encode())
    table = [b"puzzle,solution\n"] + [puzzle + b"," + (solution or b"") + b"\n" for puzzle, solution in rows]
    entries = read_blocks([table], FOUR)
    found: dict[int, str] = {}
    for answer in solve_stream(entries, backend, 2):
        if isinstance(answer, BlockAnswers):
            found.update(answer.against_stated())
        else:
            wrong = answer.against_stated()
            found.update({answer.line: wrong} if wrong else {})
    assert list(found) == [3, 5]
    assert found[3].startswith("the stated solution is none: unit column 1: 1 stands in A1 and B1")
    assert found[5].startswith("the stated solution is none: cell A2")


def test_a_stated_solution_that_was_not_found() -> None:
    from unitdoku.reference.judgement import against_stated

    grid = tuple(map(int, SOLVED.decode()))
    puzzle = Puzzle.empty(FOUR)
    assert against_stated(grid, [grid], True, puzzle) is None
    assert against_stated(grid, [], False, puzzle) is None
    assert "is one, but 0 others were found" in str(against_stated(grid, [], True, puzzle))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_wrong_solution_among_puzzles_that_have_one(backend: str) -> None:
    puzzle = next(read_puzzles([LINES[0]], FOUR)).puzzle
    assert puzzle is not None
    (grid,) = solve.solve(puzzle, "reference", limit=2)
    right = "".join(map(str, grid)).encode()
    wrong = right[::-1]
    table = [b"puzzle,solution\n", *(LINES[0].strip() + b"," + stated + b"\n" for stated in (right, wrong, right))]
    found = []
    for answer in solve_stream(read_blocks([table], FOUR), backend, 2):
        one = isinstance(answer, PuzzleAnswer) and answer.against_stated() is not None
        found += [answer.line] if one and isinstance(answer, PuzzleAnswer) else []
        found += [line for line, _ in answer.against_stated()] if isinstance(answer, BlockAnswers) else []
    assert found == [3]
