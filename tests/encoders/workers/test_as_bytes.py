"""Functions and objects of the caller, made again in another process."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from unitdoku import classic
from unitdoku.encoders.workers.worker_process import as_bytes, from_bytes

SUM = 40


def of_the_test(more: int) -> int:
    return SUM + more


class Adds:
    def __init__(self, first: int) -> None:
        self.first = first

    def __call__(self, more: int) -> int:
        return of_the_test(self.first) + more


def called(data: bytes, folder: Path) -> str:
    """Returns what the function gives for 2, in a process that finds the package and nothing of the tests."""
    script = (
        "import pickle, sys\n"
        "print(pickle.loads(sys.stdin.buffer.read())(2), *sorted({'pytest', 'mine_test'} & {*sys.modules}))"
    )
    ran = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, cwd=folder, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode().strip()


def test_what_a_test_has_is_copied(tmp_path: Path) -> None:
    kept = [1]
    for function, value in ((of_the_test, 42), (Adds(1), 43), (lambda more: kept[0] + more, 3)):
        assert called(as_bytes("it", function), tmp_path) == str(value)


def test_a_module_is_imported_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_test.py").write_text("def add(more, first=40): return first + more\n")
    # As without pytest, which takes a file of this name for a test.
    spec = spec_from_file_location("mine_test", tmp_path / "mine_test.py")
    assert spec is not None
    assert spec.loader is not None
    mine = module_from_spec(spec)
    spec.loader.exec_module(mine)
    monkeypatch.setitem(sys.modules, "mine_test", mine)
    assert called(as_bytes("it", mine.add), tmp_path) == "42 mine_test"


def test_objects_of_the_package_come_back_equal() -> None:
    assert from_bytes(as_bytes("it", classic(4))) == classic(4)
