from __future__ import annotations

import pytest

pytest.importorskip("xcover", reason="xcover is not installed: pip install 'unitdoku[cover]'")

from unitdoku import Puzzle, classic, find_backend, from_units
from unitdoku.encoders.answering.worker_session import WorkerSession


def test_an_item_that_is_in_every_option() -> None:
    """A cell in no unit: xcover alone fails with `pop from empty list`."""
    one = from_units(3, [], shape=(1, 1))
    with find_backend("cover:xcover").open(one) as session:
        result = session.solve(Puzzle.empty(one), 5)
    assert result.exhausted
    assert sorted(result.solutions) == [(1,), (2,), (3,)]


def test_searches_that_are_left_do_not_fill_the_memory() -> None:
    """numba keeps the memory of a generator that is not at its end: the process is replaced now and then."""
    puzzle = Puzzle.empty(classic(25))
    processes = set()
    with find_backend("cover:xcover").open(puzzle.layout) as session:
        assert isinstance(session, WorkerSession)
        for _ in range(100):
            if process := session._worker.process:
                processes.add(process.pid)
                assert process.resident_bytes() < 1 << 30
            assert session.solve(puzzle).solution is not None
    assert len(processes) > 1
