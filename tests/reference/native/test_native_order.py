"""The order of solutions of the native solver, and that without one no solution is held back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from time import process_time
from typing import Any

import pytest
from native_cases import rows

from unitdoku import Grid, Puzzle, Verdict, classic, from_units, is_solution
from unitdoku.compare.corpora.generated import graph_coloring
from unitdoku.reference.native import loading
from unitdoku.reference.native.backend import NativeBackend, NativeSession
from unitdoku.reference.native.bulk import BulkAnswers, BulkInterrupted

pytestmark = pytest.mark.skipif(not loading.available_levels(), reason="the kernel was not compiled")


def rows_of(answers: BulkAnswers) -> list[Grid]:
    return [grid for *_, grids in rows(answers) for grid in grids]


def test_solutions_come_in_one_order() -> None:
    # A lower limit returns the beginning of all solutions, alone and among other puzzles.
    puzzle = Puzzle.from_givens({"A1": 3}, classic(4))
    with NativeBackend(threads=2).open(puzzle.layout) as four:
        everything = four.solve_bulk(bytes(puzzle.values), 1000)
        assert (everything.counts[0], everything.exhausted[0]) == (72, 1)
        for limit in (1, 2, 3, 50, 71, 72, 73, 2**64, 10**30):
            alone = four.solve_bulk(bytes(puzzle.values), limit)
            assert rows_of(alone) == rows_of(everything)[:limit]
            assert alone.exhausted[0] == (limit >= 72)
            many = four.solve_bulk(bytes(puzzle.values) * 70, limit)
            assert rows_of(many) == rows_of(alone) * 70
            assert list(many.guesses) == list(alone.guesses) * 70
            assert list(many.rounds) == list(alone.rounds) * 70


@pytest.mark.parametrize("level", loading.available_levels())
def test_without_order_the_same_solutions(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(loading.FORCE, level)
    puzzle = bytes([3, *[0] * 15])
    with NativeBackend().open(classic(4)) as four:
        everything = set(rows_of(four.solve_bulk(puzzle, 1000)))
        for limit, threads, count in product((1, 2, 50, 71, 72, 73, 10**30), (1, 2), (1, 3, 70)):
            answers = four.solve_bulk(puzzle * count, limit, threads=threads, order=False)
            found = rows_of(answers)
            assert list(answers.counts) == [min(limit, 72)] * count
            assert list(answers.finished) == [1] * count
            if limit != 72:  # the last solution may be found before the rest of the tree is searched
                assert list(answers.exhausted) == [limit > 72] * count
            for first in range(0, len(found), min(limit, 72)):
                own = set(found[first : first + min(limit, 72)])
                assert own <= everything
                assert len(own) == min(limit, 72)
            counted = four.solve_bulk(puzzle * count, limit, threads=threads, order=False, grids=False)
            assert list(counted.counts) == list(answers.counts)


@pytest.mark.parametrize("level", loading.available_levels())
@pytest.mark.parametrize("step", [601, pytest.param(37, marks=pytest.mark.long)])
def test_exhausted_only_with_all_solutions(level: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # 2,048 solutions with so many cells that few may wait in a segment of the search: lanes have to wait for other
    # lanes, and those take their alternatives meanwhile.
    monkeypatch.setenv(loading.FORCE, level)
    layout = from_units(2, [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (4, 9)], (64, 64))
    puzzle = bytes(18) + bytes([1]) * (4096 - 18)
    with NativeBackend().open(layout) as session:
        answers = session.solve_bulk(puzzle, 5000)
        assert (answers.counts[0], answers.exhausted[0]) == (2048, 1)
        assert answers.grids is not None
        everything = answers.grids.tobytes()
        for limit in [*range(65, 2047, step), 2047, 2048]:
            some = session.solve_bulk(puzzle, limit)
            assert (some.counts[0], some.exhausted[0]) == (limit, limit == 2048)
            assert some.grids is not None
            assert some.grids.tobytes() == everything[: limit * 4096]
            assert session.solve_bulk(puzzle, limit, grids=False).exhausted[0] == some.exhausted[0]


class TestSparse:
    """A thousand cells, 2,100 units of two: the first lane gets lost where other lanes soon have solutions."""

    PUZZLE = graph_coloring(1000, 2100, "coloring:4.2:3")
    ROUNDS = 5_000  # free of order a solution takes 700, in order 77,000 or more

    @pytest.fixture
    def session(self) -> Iterator[NativeSession]:
        with NativeBackend().open(self.PUZZLE.layout) as opened:
            yield opened

    def job(self, session: NativeSession, limit: int, ordered: bool, **options: Any) -> Any:
        usual = {"as_values": False, "limit": limit, "seconds": -1.0, "ordered": ordered}
        return session.kernel.Job(session.program, session.masks([self.PUZZLE]), **{**usual, **options})

    def test_a_solution_is_not_held_back(self, session: NativeSession) -> None:
        free = self.job(session, 1, ordered=False)
        assert free.run(60.0, self.ROUNDS)
        assert is_solution(tuple(free.grids()), self.PUZZLE)
        # With the order it waits until the lanes before have searched all of their parts.
        ordered = self.job(session, 1, ordered=True)
        assert not ordered.run(60.0, self.ROUNDS)
        assert list(ordered.answers()[0]) == [0] * 8

    def test_a_job_that_is_cut_off_has_what_was_held_back(self, session: NativeSession) -> None:
        for ordered in (True, False):
            job = self.job(session, 50, ordered)
            job.run(60.0, self.ROUNDS)
            job.cut_off()
            grids = job.grids()
            assert len(grids) >= 1000
            assert is_solution(tuple(grids[:1000]), self.PUZZLE)
            assert job.run(60.0)

    def test_solutions_are_announced_while_the_search_goes_on(self, session: NativeSession) -> None:
        heard: list[Grid] = []
        # Without a limit of time: a search that waits for its first lane would not end.
        result = session.solve(self.PUZZLE, 50, None, heard.append)
        assert tuple(heard) == result.solutions
        assert not result.exhausted
        assert all(is_solution(grid, self.PUZZLE) for grid in result.solutions)

        def stop(_: Grid) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            session.solve(self.PUZZLE, 10**9, None, stop)

    def test_one_solution(self, session: NativeSession) -> None:
        for result in (session.solve(self.PUZZLE, 1, 60.0), *session.solve_many([self.PUZZLE] * 3, 1, 60.0)):
            assert result.verdict is Verdict.SAT
            # Of all lanes; in order it takes 2,310,499 for each puzzle.
            assert result.statistics["rounds"] < 100_000

    def test_ctrl_c_in_a_buffer(self, session: NativeSession) -> None:
        puzzles = session.masks([self.PUZZLE])

        def interrupt(_: int) -> None:
            if process_time() - started > 0.15:  # of this process, so that it has searched on a busy machine too
                raise KeyboardInterrupt

        for order in (True, False):
            started = process_time()
            with pytest.raises(BulkInterrupted) as caught:
                session.solve_bulk(puzzles, 10**6, order=order, on_progress=interrupt)
            answers = caught.value.answers
            assert answers.counts[0] >= 1
            assert answers.finished[0] == answers.exhausted[0] == 0
            assert answers.grids is not None
            assert is_solution(tuple(answers.grids.tobytes()[:1000]), self.PUZZLE)
