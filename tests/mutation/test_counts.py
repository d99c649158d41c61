"""Counts of grids, as a check of planted faults: what they say of backends that are wrong, and of slow ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from unitdoku import Layout, Puzzle, Result, find_backend
from unitdoku.compare.faults import counts
from unitdoku.compare.faults.material import Material

Answer = Callable[[Result], Result]


class MadeUp:
    """The native solver, whose answers are changed; keeps the most solutions that it was asked for."""

    def __init__(self, answer: Answer, *, late: bool = False) -> None:
        self.most = 0
        self.now = 0.0
        self._answer = answer
        self._late = late

    def open(self, layout: Layout) -> MadeUp:
        self._session = find_backend("reference").open(layout)
        return self

    def __enter__(self) -> MadeUp:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def solve(self, puzzle: Puzzle, limit: int, seconds: float) -> Result:
        self.most = max(self.most, limit)
        self.now += seconds if self._late else 0.0
        return self._answer(self._session.solve(puzzle, limit))


def found(monkeypatch: pytest.MonkeyPatch, backend: MadeUp, name: str = "made up") -> list[str]:
    monkeypatch.setattr(counts, "find_backend", lambda _: backend)
    monkeypatch.setattr(counts, "perf_counter", lambda: backend.now)
    return [finding for finding in counts.counts_of_grids(Material.of(0, (name,), [])) if finding]


def half(result: Result) -> Result:
    return Result(result.solutions[: len(result.solutions) // 2], False)


def one_too_many(result: Result) -> Result:
    return Result((*result.solutions, (9,) * len(result.solutions[0])) if result.solutions else (), False)


def test_who_is_cut_off_by_the_time_said_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch, MadeUp(half, late=True)) == []


def test_who_gives_up_before_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = len(found(monkeypatch, MadeUp(half)))
    assert everywhere > 20
    assert len(found(monkeypatch, MadeUp(lambda result: Result(result.solutions, False)))) == everywhere


def test_who_calls_a_part_everything_is_found_however_late(monkeypatch: pytest.MonkeyPatch) -> None:
    half_of_them = MadeUp(lambda result: Result(half(result).solutions, True), late=True)
    assert len(found(monkeypatch, half_of_them)) >= 20  # but for the layout that has no grid


def test_too_many_are_found_however_late(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(found(monkeypatch, MadeUp(one_too_many, late=True))) >= 20


def test_who_begins_anew_for_each_grid_is_asked_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = MadeUp(lambda result: result)
    assert found(monkeypatch, slow, "ilp:made up") == []
    assert 2 < slow.most <= 25
    fast = MadeUp(lambda result: result)
    assert found(monkeypatch, fast) == []
    assert fast.most == 1345
