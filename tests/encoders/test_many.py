"""Many puzzles in order, in one process or several."""

from __future__ import annotations

import copyreg
import os
import signal
from collections.abc import Generator, Iterator
from functools import partial
from math import inf
from pathlib import Path

import psutil
import pytest
from commands import printed_by
from corpora import seventeen_clue
from found import Named
from hard_puzzles import PIGEONS

from unitdoku import (
    BackendError,
    Grid,
    Layout,
    Puzzle,
    PuzzleError,
    Result,
    Sum,
    UnitdokuError,
    UnknownBackend,
    Unsupported,
    Verdict,
    classic,
    latin,
    solve,
    solve_many,
)
from unitdoku.backend import Backend
from unitdoku.encoders.answering import pool
from unitdoku.encoders.workers.limits import Limits
from unitdoku.encoders.workers.processes import Child
from unitdoku.proofs import certify_many
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.contract.session import Ended
from unitdoku.reference.search.search import ReferenceSession

CLUES = seventeen_clue(40)
processes = pytest.mark.parametrize("processes", [1, 2])


@processes
def test_results_come_in_order(processes: int) -> None:
    """Also where layouts alternate."""
    mixed = [*CLUES[:8], *(Puzzle.empty(layout) for _ in range(3) for layout in (latin(2), latin(3), classic(4)))]
    expected = [solve(puzzle, "reference", 300).solutions for puzzle in mixed]
    results = list(solve_many(mixed, "reference", 300, processes=processes))
    assert [result.solutions for result in results] == expected
    assert {result.backend for result in results} == {"reference"}
    assert processes == 1 or sum(result.statistics["load_seconds"] for result in results) > 0


@pytest.mark.parametrize("processes", [1, 2])
def test_a_time_limit_is_for_each_puzzle(processes: int) -> None:
    pytest.importorskip("pysat")
    clash = Puzzle.from_givens({"A1": 1, "A2": 1}, PIGEONS)
    corpus = [Puzzle.empty(PIGEONS), clash, Puzzle.empty(PIGEONS), clash, clash, clash]
    results = list(solve_many(corpus, "sat:lingeling", seconds=1, processes=processes))
    unknown, unsat = Verdict.UNKNOWN, Verdict.UNSAT
    assert [result.verdict for result in results] == [unknown, unsat, unknown, unsat, unsat, unsat]


def children() -> set[psutil.Process]:
    return {*psutil.Process().children()}


def test_a_crash_ends_the_stream_in_its_turn() -> None:
    before = children()
    stream = solve_many(["1...", "2...", "1..."], crashes_at_2, layout="latin:2", processes=2)
    assert next(stream).verdict is Verdict.SAT
    with pytest.raises(BackendError, match="crashes_at_2: its process was killed by SIGKILL"):
        next(stream)
    assert children() == before
    with pytest.raises(StopIteration):
        next(stream)


def crashes_at_2(puzzle: Puzzle) -> object:
    if puzzle.values[0] == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return units_only(puzzle)


def test_a_worker_that_dies_while_it_is_idle_is_replaced() -> None:
    made = pool.Pool({"reference": "reference"}, 1, Limits(), 1, comparing=False)
    ended: list[Child] = []

    def puzzles() -> Iterator[Puzzle]:
        # With one worker the next puzzle is taken when it has nothing to do.
        for puzzle in CLUES[:3]:
            yield puzzle
            for worker in made.workers:
                if worker.process is not None and not worker.busy and len(ended) < 2:
                    worker.process.kill()
                    ended.append(worker.process)

    assert [answer.verdict for _, (answer,) in made.answers(puzzles())] == [Verdict.SAT] * 3  # type: ignore[union-attr]
    assert ended
    made.close()


def test_an_iterator_that_nobody_closes_does_not_disturb_the_end(tmp_path: Path) -> None:
    script = """
from unitdoku import latin, Puzzle, solve_many
results = solve_many([Puzzle.empty(latin(3))] * 1000, "reference", processes=2)
print(next(results).verdict)
"""
    assert printed_by(script, TMPDIR=str(tmp_path)) == "SAT\n"
    assert list(tmp_path.iterdir()) == []


def test_leaving_early_leaves_no_process() -> None:
    before = children()
    for _ in solve_many(CLUES, "reference", processes=2):
        assert len(children() - before) == 2
        break
    assert children() == before


def test_bad_arguments_are_seen_at_once() -> None:
    with pytest.raises(UnknownBackend):
        solve_many(CLUES, "nope")
    assert list(solve_many([], "reference", processes=2)) == list(solve_many([])) == []
    for arguments in ({"limit": 0}, {"seconds": -1}, {"processes": 0}, {"processes": 1.5}, {"on_error": ""}):
        with pytest.raises(ValueError, match="not"):
            solve_many(CLUES, "reference", **arguments)


ROWS = [".1..............", "x" * 16, "1" * 16, "1.2", "2" * 15 + ".", ".2.............."]
"""Texts for 4x4; the second and the fourth are no puzzles."""


def summed_up(answer: Result | UnitdokuError) -> object:
    return answer.verdict if isinstance(answer, Result) else (type(answer), answer.index)


@processes
@pytest.mark.parametrize("backend", ["native", "reference", "auto"])
def test_errors_are_returned_in_their_turn(processes: int, backend: str) -> None:
    sat, unsat = Verdict.SAT, Verdict.UNSAT
    answers = solve_many(ROWS, backend, layout="classic:4", processes=processes, on_error="return")
    assert [summed_up(answer) for answer in answers] == [sat, (PuzzleError, 1), unsat, (PuzzleError, 3), unsat, sat]
    answers = solve_many(["x", "y"] * 40, backend, layout="classic:4", processes=processes, on_error="return")
    assert [summed_up(answer) for answer in answers] == [(PuzzleError, index) for index in range(80)]


@processes
def test_the_error_that_ends_the_results_has_its_index(processes: int) -> None:
    stream = solve_many(ROWS, layout="classic:4", processes=processes)
    assert next(stream).verdict is Verdict.SAT
    with pytest.raises(PuzzleError, match=r"^puzzles\[1\], cell A1: 'x' is neither") as failure:
        next(stream)
    assert (failure.value.index, failure.value.cell) == (1, "A1")
    assert list(stream) == []


@processes
def test_an_iterable_that_fails_does_so_in_its_turn(processes: int) -> None:
    def failing() -> Iterator[Puzzle]:
        yield from CLUES[:3]
        raise RuntimeError("no more")

    stream = solve_many(failing(), "reference", processes=processes)
    assert [next(stream).verdict for _ in range(3)] == [Verdict.SAT] * 3
    with pytest.raises(RuntimeError, match="no more"):
        next(stream)


@processes
def test_puzzles_that_a_backend_refuses(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them have one error where no session could be opened; each has its own index."""
    # Each of two workers answers a puzzle before the refused ones, and then gets two of them at once.
    monkeypatch.setattr(pool, "_SHARE_SECONDS", inf)
    # Packages may change how exceptions are copied: with tblib, which Dask loads, copies share their attributes.
    monkeypatch.setitem(copyreg.dispatch_table, Unsupported, lambda error: (_sharing, (str(error), vars(error))))
    layout = latin(2) + [Sum("sum", (0, 1), 3)]
    puzzles = [*[Puzzle.empty(latin(2))] * 2, *[Puzzle.empty(layout)] * 4, Puzzle.empty(latin(2))]
    answers = list(solve_many(puzzles, units_only, processes=processes, on_error="return"))
    refused = [(Unsupported, index) for index in (2, 3, 4, 5)]
    assert [summed_up(answer) for answer in answers] == [Verdict.SAT, Verdict.SAT, *refused, Verdict.SAT]
    with pytest.raises(Unsupported, match=r"puzzles\[2\]: ") as failure:
        list(solve_many(puzzles, units_only, processes=processes))
    assert failure.value.index == 2


def _sharing(text: str, attributes: dict[str, object]) -> Unsupported:
    error = Unsupported(text)
    error.__dict__ = attributes
    return error


def units_only(puzzle: Puzzle) -> object:
    return solve(puzzle, "reference").solution


def test_a_bad_row_ends_no_session() -> None:
    opened: list[Layout] = []

    def counted(layout: Layout, backend: Backend) -> ReferenceSession:
        opened.append(layout)
        return ReferenceSession(layout, backend, False)

    rows, backend = ["1...", "x", "2...", "y", "z", "1..."], Named("counted", session=counted)
    answers = list(solve_many(rows, backend, layout="latin:2", on_error="return"))
    assert [isinstance(answer, PuzzleError) for answer in answers] == [False, True, False, True, True, False]
    assert opened == [latin(2)]


def test_a_function_that_fails_is_asked_again() -> None:
    answers = solve_many(["1...", "2...", "1..."], fails_for_2, layout="latin:2", on_error="return")
    assert [summed_up(answer) for answer in answers] == [Verdict.SAT, (BackendError, 1), Verdict.SAT]


def fails_for_2(puzzle: Puzzle) -> object:
    if puzzle.values[0] == 2:
        raise KeyError(2)
    return units_only(puzzle)


def test_a_bad_row_ends_no_certificates() -> None:
    certified = certify_many(ROWS, layout="classic:4")
    assert [place for place, each in enumerate(certified) if isinstance(each, PuzzleError)] == [1, 3]


class ClosesBadly(ReferenceSession):
    """Fails for a puzzle with a first given of 2, and then cannot release what it holds."""

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Generator[Grid, None, Ended]:
        if puzzle.candidates[0] == 0b10:
            raise RuntimeError("no such puzzle")
        return super().search(puzzle, limit, deadline)

    def _release(self) -> None:
        raise BrokenPipeError


def test_a_session_that_fails_and_cannot_be_closed_costs_no_other_answer() -> None:
    puzzles = [Puzzle.from_values([each % 4 + 1, *[None] * 15], classic(4)) for each in range(200)]
    backend = Named("closes-badly", session=partial(ClosesBadly, twins=False))
    results = list(solve_many(puzzles, backend, processes=2, on_error="return"))
    assert [isinstance(result, BackendError) for result in results] == [each % 4 == 1 for each in range(200)]
