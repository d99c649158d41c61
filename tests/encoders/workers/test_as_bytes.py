"""Functions and objects of the caller, made again in another process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Lock

import pytest

from unitdoku import OptionError, classic
from unitdoku.encoders.workers.as_bytes import as_bytes, from_bytes

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
        "print(pickle.loads(sys.stdin.buffer.read())(2), *sorted({'pytest', 'module_of_mine'} & {*sys.modules}))"
    )
    ran = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, cwd=folder, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode().strip()


def test_what_a_test_has_is_copied(tmp_path: Path) -> None:
    kept = [1]
    for function, value in ((of_the_test, 42), (Adds(1), 43), (lambda more: kept[0] + more, 3)):
        assert called(as_bytes("it", function), tmp_path) == str(value)


def test_a_module_is_imported_where_it_is_found_and_copied_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "module_of_mine.py").write_text("def add(more, first=40): return first + more\n")
    with monkeypatch.context() as patched:
        patched.syspath_prepend(str(tmp_path))
        import module_of_mine  # type: ignore[import-not-found]

        found = as_bytes("it", module_of_mine.add)
    assert called(found, tmp_path) == "42 module_of_mine"
    assert called(as_bytes("it", module_of_mine.add), tmp_path.parent) == "42"
    del sys.modules["module_of_mine"]


def test_objects_of_the_package_come_back_equal() -> None:
    assert from_bytes(as_bytes("it", classic(4))) == classic(4)


def test_what_cannot_be_copied_says_so() -> None:
    lock = Lock()
    with pytest.raises(OptionError, match=r"^it cannot be copied to a worker process: cannot pickle"):
        as_bytes("it", lambda: lock)
