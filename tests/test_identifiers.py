"""The identifiers of tests: processes that collect them at another time and place have to agree, in their order too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from places import ROOT

COLLECT = """
import sys, time
import pytest

clock = time.time
time.time = lambda: clock() + 10**7 + 1
sys.exit(pytest.main(sys.argv[1:]))
"""
ARGUMENTS = ["--collect-only", "-q", "-m", "", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
ELSEWHERE = {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"}


def by_test(names: list[str]) -> dict[str, list[str]]:
    """Returns the identifiers of each test function, in order; pytest moves tests of one fixture together later."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.partition("[")[0], []).append(name)
    return found


def test_they_depend_on_the_source_alone(tmp_path: Path, collected: list[str]) -> None:
    """The tests of this run, the long ones too, and the same files collected in another process.

    No clock, process, seed of hashes, folder, locale or time zone may show.
    """
    files = list(dict.fromkeys(str(ROOT / name.partition("::")[0]) for name in collected))
    chosen = [str(ROOT / "tests")] if len(files) > 100 else files
    ran = subprocess.run(
        [sys.executable, "-c", COLLECT, *ARGUMENTS, "-c", str(ROOT / "pyproject.toml"), *chosen],
        cwd=tmp_path,
        env={**os.environ, **ELSEWHERE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    there = [line for line in ran.stdout.splitlines() if "::" in line]
    assert sorted(set(collected) ^ set(there)) == []
    assert by_test(collected) == by_test(there)
    assert [name for name in collected if len(name) > 200 or not name.isascii() or f"{ROOT}/" in name] == []
