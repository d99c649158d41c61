from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

pytest.importorskip("xcover", reason="xcover is not installed: pip install 'unitdoku[cover]'")

from unitdoku import BackendOutOfMemory, Puzzle, classic, find_backend, from_units
from unitdoku.encoders.answering.worker_session import WorkerSession
from unitdoku.encoders.backends import cover


def test_one_cell_and_no_unit() -> None:
    """Each option has the same item and no other: xcover alone fails with `pop from empty list`."""
    one = from_units(3, [], shape=(1, 1))
    with find_backend("cover:xcover").open(one) as session:
        result = session.solve(Puzzle.empty(one), 5)
    assert result.exhausted
    assert sorted(result.solutions) == [(1,), (2,), (3,)]


def test_set_up_is_the_import_and_a_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its import numba may compile xcover: that is loading, and no part of a puzzle's time."""
    now = [0]

    def search(*_: object) -> Iterator[object]:
        now[0] += 1
        return iter(())

    class Compiling(ModuleType):
        def __getattr__(self, name: str) -> object:
            if name != "algorithm_c":
                raise AttributeError(name)
            now[0] += 12
            return search

    monkeypatch.setitem(sys.modules, "xcover", Compiling("xcover"))
    monkeypatch.setattr(cover, "perf_counter", lambda: now[0])
    with cover.CoverBackend().open_here(classic(4)) as session:
        assert session.setup_seconds == {"encode_seconds": 0, "load_seconds": 13}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_too_little_address_space_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (400 << 20, -1))
    with pytest.raises(BackendOutOfMemory, match="cover:xcover needs 600 MiB of address space, not 400"):
        cover.CoverBackend().open_here(classic(4))


def test_a_search_compiles_nothing() -> None:
    from numba.core import event

    with cover.CoverBackend().open_here(classic(4)) as session, event.install_recorder("numba:compile") as compiled:
        assert len(session.solve(Puzzle.empty(session.layout), 300)) == 288
    assert compiled.buffer == []


def test_a_later_session_is_worn_by_what_the_earlier_ones_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "_LOST_A_CANDIDATE", (100 << 20) // 64)
    monkeypatch.setattr(cover.CoverSession, "_lost", 0)
    worn = []
    for _ in range(3):
        with cover.CoverBackend().open_here(classic(4)) as session:
            session.solve(Puzzle.empty(session.layout))
            worn.append(session._worn)
    assert worn == [False, False, True]


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
