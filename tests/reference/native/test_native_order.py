"""Which solutions of the native solver come: all of them, always the same; of many any, as soon as they are found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from corpora import bundled
from native_cases import level as level
from native_cases import rows
from processes import interrupted

from unitdoku import Grid, Puzzle, Verdict, classic, from_units, is_solution, parse_puzzle
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.compare.corpora.generated import graph_coloring
from unitdoku.reference.native import loading
from unitdoku.reference.native.backend import NativeBackend, NativeSession
from unitdoku.reference.native.bulk import BulkAnswers, BulkInterrupted

pytestmark = pytest.mark.skipif(not loading.available_levels(), reason="the kernel was not compiled")


def rows_of(answers: BulkAnswers) -> list[Grid]:
    return [grid for *_, grids in rows(answers) for grid in grids]


@pytest.mark.parametrize("level", loading.available_levels())
def test_a_whole_search_is_always_the_same(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All solutions, their order and the work: alone and among others, by one thread and by several, on each build."""
    puzzle = Puzzle.from_givens({"A1": 3}, classic(4))
    with NativeBackend().open(puzzle.layout) as session:
        everything = session.solve_bulk(bytes(puzzle.values), 1000)
    monkeypatch.setenv(loading.FORCE, level)
    with NativeBackend().open(puzzle.layout) as four:
        for limit, threads, count in product((73, 1000, 10**30), (1, 2), (1, 3, 70)):
            answers = four.solve_bulk(bytes(puzzle.values) * count, limit, threads=threads)
            assert list(answers.counts) == [72] * count
            assert list(answers.exhausted) == [1] * count
            assert rows_of(answers) == rows_of(everything) * count
            assert list(answers.guesses) == list(everything.guesses) * count
            assert list(answers.rounds) == list(everything.rounds) * count
        assert four.solve(puzzle, 1000).solutions == tuple(rows_of(everything))


@pytest.mark.usefixtures("level")
def test_a_puzzle_alone_is_searched_as_in_a_batch() -> None:
    """But for contradictions that a search on one board sees sooner, once in thousands of puzzles."""
    puzzles = [*bundled("top95.txt"), *list(puzzles_of("hard375.txt"))[:60]]
    with NativeBackend().open(classic()) as session:
        answers = session.solve_bulk(session.masks(puzzles), 3)
        alone = [session.solve(puzzle, 3) for puzzle in puzzles]
    assert rows_of(answers) == [grid for result in alone for grid in result.solutions]
    guesses = [result.statistics["guesses"] for result in alone]
    assert sum(one != other for one, other in zip(guesses, answers.guesses, strict=True)) <= 1


@pytest.mark.parametrize("limit", [1, 5, 1000])
def test_what_one_lane_finds_is_always_the_same(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.from_givens({"A1": 3, "B5": 1})
    found = set[object]()
    for build, count, threads in product(loading.available_levels(), (1, 3, 70), (1, 2)):
        monkeypatch.setenv(loading.FORCE, build)
        with NativeBackend(threads=threads, lanes=1).open(puzzle.layout) as session:
            answers = session.solve_bulk(session.masks([puzzle] * count), limit)
            found |= {(count, exhausted, guesses, grids) for count, exhausted, guesses, _, grids in rows(answers)}
            one = session.solve(puzzle, limit)
            found.add((len(one.solutions), one.exhausted, one.statistics["guesses"], one.solutions))
    assert len(found) == 1


@pytest.mark.usefixtures("level")
def test_any_solutions_are_distinct_and_ascend() -> None:
    """Where the limit ends a search, it does not say whether others are left."""
    puzzle = bytes([3, *[0] * 15])
    with NativeBackend().open(classic(4)) as four:
        everything = set(rows_of(four.solve_bulk(puzzle, 1000)))
        for limit, threads, count in product((1, 2, 50, 71, 72), (1, 2), (1, 3, 70)):
            answers = four.solve_bulk(puzzle * count, limit, threads=threads)
            assert list(answers.counts) == [limit] * count
            assert list(answers.finished) == [1] * count
            assert list(answers.exhausted) == [0] * count
            found = rows_of(answers)
            for first in range(0, len(found), limit):
                own = found[first : first + limit]
                assert all(one < other for one, other in pairwise(own))
                assert everything.issuperset(own)
            counted = four.solve_bulk(puzzle * count, limit, threads=threads, grids=False)
            assert [*counted.counts, *counted.exhausted] == [limit] * count + [0] * count


def test_a_limit_that_is_reached_without_a_guess_is_the_end() -> None:
    full = parse_puzzle("1234341221434321", classic(4))
    with NativeBackend().open(full.layout) as session:
        assert session.solve(full, 1).unique
        assert list(session.solve_bulk(bytes(full.values) * 40, 1).exhausted) == [1] * 40


@pytest.mark.usefixtures("level")
def test_many_solutions_of_many_cells() -> None:
    """2,048 solutions of 4,096 cells: lanes take the alternatives of others again and again."""
    layout = from_units(2, [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (4, 9)], (64, 64))
    puzzle = bytes(18) + bytes([1]) * (4096 - 18)
    with NativeBackend().open(layout) as session:
        everything = rows_of(session.solve_bulk(puzzle, 5000))
        assert len(set(everything)) == 2048
        for limit in (65, 1000, 2047, 2048, 2049):
            some = session.solve_bulk(puzzle, limit)
            assert some.counts[0] == min(limit, 2048)
            assert some.exhausted[0] == (limit == 2049)
            assert set(everything).issuperset(rows_of(some))
            assert len(set(rows_of(some))) == some.counts[0]


class TestSparse:
    """A thousand cells, 2,100 units of two: the first lane gets lost where other lanes soon have solutions."""

    PUZZLE = graph_coloring(1000, 2100, "coloring:4.2:3")
    ROUNDS = 5_000  # a solution takes 700; where the first lane has to end before, 77,000 or more

    @pytest.fixture
    def session(self) -> Iterator[NativeSession]:
        with NativeBackend().open(self.PUZZLE.layout) as opened:
            yield opened

    def job(self, session: NativeSession, limit: int, **options: Any) -> Any:
        masks = session.masks([self.PUZZLE])
        return session.kernel.Job(session.program, masks, as_values=False, limit=limit, seconds=-1.0, **options)

    def test_a_solution_is_not_held_back(self, session: NativeSession) -> None:
        job = self.job(session, 1)
        assert job.run(60.0, self.ROUNDS)
        assert is_solution(tuple(job.grids()), self.PUZZLE)

    def test_those_of_several_lanes_count_where_one_takes_too_long(self, session: NativeSession) -> None:
        answers = session.solve_bulk(session.masks([self.PUZZLE] * 2), 50)
        assert [*answers.counts, *answers.finished, *answers.exhausted] == [50, 50, 1, 1, 0, 0]
        for _, _, _, _, grids in rows(answers):
            assert len(set(grids)) == 50
            assert all(is_solution(grid, self.PUZZLE) for grid in grids)

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
            assert result.statistics["rounds"] < 100_000

    def test_ctrl_c_in_a_buffer(self, session: NativeSession) -> None:
        puzzles = session.masks([self.PUZZLE])

        with pytest.raises(BulkInterrupted) as caught, interrupted(0.5):
            session.solve_bulk(puzzles, 10**6)
        answers = caught.value.answers
        assert answers.counts[0] >= 1
        assert answers.finished[0] == answers.exhausted[0] == 0
        assert answers.grids is not None
        assert is_solution(tuple(answers.grids.tobytes()[:1000]), self.PUZZLE)
