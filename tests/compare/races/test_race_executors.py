"""Races on executors: the same seed gives the same rows wherever they are run, and lost workers cost nothing."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import psutil
import pytest
from processes import comes_true
from raced import path as path
from raced import plan, rows, run_of

from unitdoku.compare.corpora.corpus import built_in
from unitdoku.compare.races.plan import FIRST, UNIQUE
from unitdoku.compare.races.race import ExecutorError, bench, race
from unitdoku.compare.races.recording import new_run, old_run


def test_any_executor_gives_the_same_rows(path: Path) -> None:
    pytest.importorskip("pysat")
    what = plan("reference", "sat:minisat22", questions=(FIRST, UNIQUE), batch_puzzles=6)
    run_of(path, what)
    run_of(path, what, jobs=2)
    with ThreadPoolExecutor(2) as threads:
        run_of(path, what, executor=threads)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        run_of(path, what, executor=processes)
    first = rows(path, 1)
    assert sum(map(len, first)) == what.results
    for run in (2, 3, 4):
        assert rows(path, run) == first


def test_the_end_of_a_race_leaves_another_one_on_the_same_executor_alone(tmp_path: Path) -> None:
    long = plan(corpora=(built_in("top95").sample(40),), modes=("cold",), batch_puzzles=5)
    with ThreadPoolExecutor(2) as threads, ThreadPoolExecutor(1) as caller:
        other = caller.submit(bench, long, tmp_path / "long.sqlite", threads)
        assert comes_true((tmp_path / "long.sqlite").exists, 20)
        bench(plan(), tmp_path / "short.sqlite", threads)
        assert not other.done()
        assert other.result().number == 1
    assert len(rows(tmp_path / "long.sqlite")[0]) == 40


@pytest.mark.parametrize("jobs", [0, -1])
def test_less_than_one_job_is_refused_before_a_run_begins(path: Path, jobs: int) -> None:
    with ThreadPoolExecutor(1) as threads:
        for executor in (threads, None):
            with pytest.raises(ValueError, match=f"jobs is at least 1, not {jobs}"):
                bench(plan(), path, executor, jobs)
    assert not path.exists()


def test_an_executor_that_fails_is_an_error(path: Path) -> None:
    executor = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with executor, new_run(path, plan(batch_puzzles=2)) as recording:

        def after_each(*_: object) -> None:
            for process in executor._processes.values():
                process.kill()

        with pytest.raises(ExecutorError, match="the executor failed: BrokenProcessPool"):
            race(recording, executor=executor, after_each=after_each)
        assert 0 < recording.done() < 32


def test_nothing_stays_behind(path: Path) -> None:
    before = set(psutil.Process().children(recursive=True))
    with new_run(path, plan("reference", "reference:twins")) as recording, pytest.raises(ZeroDivisionError):
        race(recording, 2, after_each=lambda *_: 1 // 0)
    assert set(psutil.Process().children(recursive=True)) == before
    with ThreadPoolExecutor(2) as threads:
        run_of(path, plan("reference", "reference:twins"), executor=threads)
    assert set(psutil.Process().children(recursive=True)) == before


# Dask warns of sockets that its own processes leave open when they are killed.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cluster_gives_the_same_rows_though_a_worker_is_killed(path: Path) -> None:
    pytest.importorskip("pysat")
    pytest.importorskip("ortools")
    what = plan("reference", "sat:minisat22", "cpsat", questions=(UNIQUE,), batch_puzzles=6)
    run_of(path, what)
    killed: list[int] = []
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
    # A port of its own for the page of the scheduler: other tests may run a cluster at the same time.
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "host": "127.0.0.1"}
    with (
        distributed.LocalCluster(processes=True, silence_logs=50, **settings) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
        new_run(path, what) as recording,
    ):

        def after_each(*_: object) -> None:
            if recording.done() > what.results // 3 and not killed:
                # The one with the most tasks: the other may have none, and then nothing would be lost.
                tasks = {state.address: len(state.processing) for state in cluster.scheduler.workers.values()}
                worker = max(cluster.workers.values(), key=lambda worker: tasks.get(worker.worker_address, 0))
                killed.append(worker.pid)
                os.kill(worker.pid, signal.SIGKILL)

        race(recording, 2, client.get_executor(), after_each)
    assert killed
    assert rows(path, 2) == rows(path, 1)


def test_a_shut_executor_is_an_error_before_anything_is_run(path: Path) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with new_run(path, plan()) as recording, pytest.raises(ExecutorError, match="the executor failed"):
        race(recording, executor=executor)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # 3.12 and later: there are threads
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_does_not_keep_the_lock_of_a_run(path: Path) -> None:
    with new_run(path, plan()) as recording:
        child = os.fork()
        if not child:
            time.sleep(30)
            os._exit(0)
        time.sleep(0.2)
    try:
        with old_run(path) as again:
            assert again.run == recording.run
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
