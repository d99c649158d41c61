"""Answers to the puzzles of a file, by one call of the library: in bulk where that is possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from corpora import seventeen_clue
from hard_puzzles import PIGEONS
from pace import needs_kernel
from processes import interrupted

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
from unitdoku.encoders import stream
from unitdoku.encoders.stream import BlockAnswers, PuzzleAnswer, solve_stream
from unitdoku.io import PlainBlock, PuzzleEntry, read_blocks
from unitdoku.reference.native import bulk
from unitdoku.reference.native.backend import NativeSession
from unitdoku.reference.native.bulk import BulkInterrupted
from unitdoku.reference.search.search import ReferenceSession

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
            yield answer.entry.line, answer.result


@pytest.mark.parametrize("backend", BACKENDS)
def test_answers_come_in_order_with_their_lines(backend: str) -> None:
    for entries in (read_blocks([LINES[:3], LINES[3:]], FOUR), read_puzzles(LINES, FOUR)):
        answers = list(solve_stream(entries, backend, limit=300))
        (unread,) = (answer for answer in answers if isinstance(answer, PuzzleAnswer) and answer.entry.line == 4)
        assert isinstance(unread.error, PuzzleError)
        assert (unread.entry.puzzle, unread.result) == (None, None)
        found = dict(results(iter(answers)))
        assert list(found) == [1, 2, 3, 4, 5]
        solved = [result for result in found.values() if result is not None]
        assert [len(result.solutions) for result in solved] == [1, 0, 288, 1]
        assert all(result.exhausted for result in solved)


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
    monkeypatch.setattr(stream, "_GRID_BYTES", 16 * 10 * 2)
    parts = [answer for answer in solve_stream([block], "native", limit=10) if isinstance(answer, BlockAnswers)]
    assert [(part.block.line, len(part.block)) for part in parts] == [(7, 2), (9, 2), (11, 1)]
    # The grids of a single puzzle are too many: it is asked alone.
    answers = list(solve_stream([block], "native", limit=21))
    assert [type(answer) for answer in answers] == [PuzzleAnswer] * 5


@needs_kernel
def test_what_is_not_finished_soon_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "SECONDS_IN_BULK", 0.02)
    values = bytes([1, 1, *[0] * 10]) + bytes(12) + bytes([2, 2, *[0] * 10])
    found = list(solve_stream([PlainBlock(1, PIGEONS, values)], "native", seconds=0.1))
    assert [type(answer) for answer in found] == [PuzzleAnswer] * 3
    verdicts = [(line, result.verdict) for line, result in results(iter(found)) if result is not None]
    assert verdicts == [(1, Verdict.UNSAT), (2, Verdict.UNKNOWN), (3, Verdict.UNSAT)]
    slow = found[1].result if isinstance(found[1], PuzzleAnswer) else None
    assert slow is not None
    assert slow.statistics["solve_seconds"] > 0.05


@needs_kernel
@pytest.mark.parametrize(
    ("values", "finished", "lines"),
    [
        (bytes(32), [1, 1], [1, 2]),
        (bytes(32), [0, 0], []),
        # The kernel may have finished puzzles behind one that it was still working on: no gap.
        (bytes(16 * 6), [1, 1, 0, 1, 0, 1], [1, 2]),
    ],
)
def test_an_interruption_in_bulk_yields_what_was_finished(
    values: bytes, finished: list[int], lines: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = NativeSession.solve_bulk

    def interrupted(session: NativeSession, puzzles: object, limit: int, seconds: float | None) -> object:
        answers = honest(session, puzzles, limit, seconds)
        raise BulkInterrupted(replace(answers, finished=memoryview(bytes(finished))))

    monkeypatch.setattr(NativeSession, "solve_bulk", interrupted)
    answers = solve_stream([PlainBlock(1, FOUR, values)], "native")
    seen: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        seen += (line for line, _ in results(answers))
    assert seen == lines


def test_an_interruption_yields_the_solutions_found() -> None:
    with interrupted(2):
        answers = solve_stream([PuzzleEntry(1, Puzzle.empty(classic(9)))], "reference", limit=10**9)
        ((_, result),) = results(iter([next(answers)]))
        assert result is not None
        assert len(result.solutions) > 10
        assert not result.exhausted
        with pytest.raises(KeyboardInterrupt):
            next(answers)


def test_a_backend_that_fails_is_reported_for_each_line() -> None:
    pytest.importorskip("pysat")
    entries: list[PlainBlock | PuzzleEntry] = [
        PlainBlock(1, FOUR, bytes(16 * 2)),
        PuzzleEntry(9, Puzzle.empty(latin(2))),
    ]
    answers: list[Any] = list(solve_stream(entries, "sat:cadical195:most-clauses=100"))
    assert [(answer.entry.line, "448 clauses" in str(answer.error)) for answer in answers] == [
        (1, True),
        (2, True),
        (9, False),
    ]
    assert answers[2].error is None


def test_a_session_that_failed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ReferenceSession.solve
    sessions: list[ReferenceSession] = []

    def failing_once(session: ReferenceSession, *arguments: Any) -> Result:
        sessions.append(session)
        if len(sessions) == 1:
            raise BackendError("broken")
        return honest(session, *arguments)

    monkeypatch.setattr(ReferenceSession, "solve", failing_once)
    answers: list[Any] = list(solve_stream(read_puzzles(LINES[:2], FOUR), "reference"))
    assert str(answers[0].error) == "broken"
    assert answers[1].result is not None
    assert sessions[0]._closed
    assert sessions[0] is not sessions[1]


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(UnknownBackend):
        solve_stream([], "nope")
    with pytest.raises(OptionError):
        solve_stream([], "reference:speed=9")
    for arguments in ({"limit": 0}, {"seconds": -1.0}):
        with pytest.raises(ValueError, match="not"):
            solve_stream([], **arguments)
    assert list(solve_stream([])) == []
