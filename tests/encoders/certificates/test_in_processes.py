"""Calls in several processes: order, bounds, errors, death and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from processes import comes_true

from unitdoku import BackendError
from unitdoku.encoders.certificates.verify_file import in_processes


def squared(number: int) -> int:
    """Called in other processes."""
    if number < 0:
        raise ValueError(f"{number} is below 0")
    if number == 1313:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 9999:
        time.sleep(600)
    return number**2


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order_and_few_are_taken_ahead(processes: int) -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = in_processes(squared, numbers(), processes)
    assert next(results) == 0
    assert len(taken) <= (1 if processes == 1 else 32)
    assert list(results) == [number**2 for number in range(1, 100)]
    assert list(in_processes(squared, [], processes)) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_errors_reach_the_caller(processes: int) -> None:
    results = in_processes(squared, [*range(1, 20), -3, 4], processes)
    with pytest.raises(ValueError, match="-3 is below 0"):
        list(results)


def test_a_process_that_dies_is_an_error() -> None:
    results = in_processes(squared, [*range(8), 1313, 2], 2)
    assert [next(results) for _ in range(8)] == [number**2 for number in range(8)]
    with pytest.raises(BackendError, match="its process was killed by SIGKILL"):
        next(results)


def test_processes_end_when_results_are_not_wanted_any_more() -> None:
    before = set(psutil.Process().children(recursive=True))
    results = in_processes(squared, [2] * 8 + [9999] * 20, 2)
    assert next(results) == 4
    started = set(psutil.Process().children(recursive=True)) - before
    assert started
    results.close()
    assert not psutil.wait_procs(started, timeout=20)[1]


def test_ctrl_c_ends_processes(tmp_path: Path) -> None:
    """Nothing but messages is printed, what is finished is kept, and no process is left."""
    source, output = tmp_path / "p.txt", tmp_path / "c.jsonl"
    source.write_text("1.....3....2.4..\n" * 20_000)
    part = tmp_path / "c.jsonl.part"
    arguments = ["certify", str(source), "--layout", "classic:4", "-o", str(output), "--jobs", "2"]
    with subprocess.Popen([sys.executable, "-m", "unitdoku", *arguments], stderr=subprocess.PIPE, text=True) as ran:
        assert comes_true(lambda: part.exists() and part.stat().st_size, 60)
        children = psutil.Process(ran.pid).children(recursive=True)
        assert children
        ran.send_signal(signal.SIGINT)  # as a terminal does: workers have process groups of their own
        _, said = ran.communicate(timeout=60)
    assert ran.returncode == 130
    assert "Traceback" not in said
    assert not psutil.wait_procs(children, timeout=20)[1]
