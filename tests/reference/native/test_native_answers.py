"""Compares every build of the kernel with the reference and a SAT solver, for any number of puzzles and threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from corpora import CLASSIC, bundled, puzzles_in, seventeen_clue
from corpora import DATA as DATA_FILES
from native_cases import Case, Row, cases, rows
from native_cases import level as level

from unitdoku import Puzzle, Result, find_backend, is_solution
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.layouts import layout_named
from unitdoku.reference.native.backend import NativeBackend, NativeSession
from unitdoku.reference.native.bulk import BulkAnswers
from unitdoku.reference.native.loading import FORCE, available_levels

LEVELS = available_levels()
pytestmark = pytest.mark.skipif(not LEVELS, reason="the kernel was not compiled")


def in_chunks(session: NativeSession, case: Case, chunk: int, threads: int) -> Iterator[BulkAnswers]:
    for first in range(0, len(case.puzzles), chunk):
        masks = session.masks(case.puzzles[first : first + chunk])
        yield session.solve_bulk(masks, case.limit, threads=threads)


def repeated(row: Row, limit: int) -> tuple[object, ...]:
    """Returns what each call has to repeat: the grids of a whole search, the verdict of a shorter one."""
    count, exhausted, _, _, grids = row
    return (count, exhausted, grids) if count < limit else (count, exhausted)


def hold_against(row: Row, result: Result, puzzle: Puzzle, limit: int) -> None:
    count, exhausted, _, _, grids = row
    assert count == len(grids) == len(set(grids)) == len(result.solutions)
    assert all(is_solution(grid, puzzle) for grid in grids)
    if count < limit:
        assert exhausted
        assert set(grids) == set(result.solutions)


def agree(monkeypatch: pytest.MonkeyPatch, drawn: Iterator[Case]) -> int:
    """Compares every build with the reference, and all ways of calling it; returns the number of puzzles."""
    total = 0
    for case in drawn:
        total += len(case.puzzles)
        first: list[tuple[object, ...]] = []
        for build in LEVELS:
            monkeypatch.setenv(FORCE, build)
            with NativeBackend().open(case.layout) as session:
                for chunk, threads in product((1, 8, 64), (1, 2)):
                    found = [row for part in in_chunks(session, case, chunk, threads) for row in rows(part)]
                    for row, result, puzzle in zip(found, case.results, case.puzzles, strict=True):
                        hold_against(row, result, puzzle, case.limit)
                    same = [repeated(row, case.limit) for row in found]
                    first = first or same
                    assert same == first, (case.layout, build, chunk, threads)
    return total


def test_random_puzzles_at_every_level(monkeypatch: pytest.MonkeyPatch) -> None:
    assert agree(monkeypatch, cases(200, seed=6, each=12)) >= 200


@pytest.mark.long
def test_twenty_thousand_random_puzzles_at_every_level(monkeypatch: pytest.MonkeyPatch) -> None:
    assert agree(monkeypatch, cases(20_000, seed=66, large=True)) >= 20_000


@pytest.mark.usefixtures("level")
def test_counts_of_full_grids() -> None:
    for name, given, count in (("classic:4", 0, 288), ("classic:2x3", 6, 39_168), ("latin:7+diagonal", 7, 171_200)):
        with NativeBackend().open(layout_named(name)) as session:
            puzzle = bytes(range(1, given + 1)).ljust(session.layout.cell_count, b"\0")
            answers = session.solve_bulk(puzzle, 10**30, grids=False)
            assert (answers.counts[0], answers.exhausted[0], answers.grids) == (count, 1, None)


SETS: dict[str, Callable[[], list[Puzzle]]] = {
    "17clue": seventeen_clue,
    "sudoku10k": lambda: puzzles_in((DATA_FILES / "sudoku10k.txt").read_text(), CLASSIC),
    "top95": lambda: bundled("top95.txt"),
    "hard375": lambda: list(puzzles_of("hard375.txt")),
}


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_every_published_puzzle_as_cadical(name: str) -> None:
    pytest.importorskip("pysat")
    puzzles = SETS[name]()
    assert len(puzzles) == {"17clue": 49_151, "sudoku10k": 10_000, "top95": 95, "hard375": 375}[name]
    with NativeBackend().open(CLASSIC) as native, find_backend("sat:cadical195").open(CLASSIC) as sat:
        for own, other in zip(native.solve_many(puzzles, 2), sat.solve_many(puzzles, 2), strict=True):
            assert (set(own.solutions), own.exhausted) == (set(other.solutions), other.exhausted)


@pytest.mark.long
@pytest.mark.usefixtures("level")
def test_how_far_singles_and_locked_candidates_go() -> None:
    """These shares do not depend on the machine."""
    with NativeBackend().open(CLASSIC) as session:
        without_guess = [
            sum(result.statistics["guesses"] == 0 for result in session.solve_many(SETS[name](), 2)) for name in SETS
        ]
    assert without_guess == [37_373, 7_333, 10, 0]
