"""The identifiers of tests: processes that collect them at another time and place have to agree, in their order too."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
COLLECT = """
import sys, time
import pytest

clock, later = time.time, float(sys.argv[1])
time.time = lambda: clock() + later
sys.exit(pytest.main(sys.argv[2:]))
"""
ARGUMENTS = ["--collect-only", "-q", "-m", "", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]


class Surroundings(NamedTuple):
    """Where and when a process collects."""

    folder: Path
    later: int
    settings: dict[str, str]


def collected(here: Surroundings) -> list[str]:
    command = [sys.executable, "-c", COLLECT, str(here.later), *ARGUMENTS, "-c", str(ROOT / "pyproject.toml")]
    ran = subprocess.run(
        [*command, str(ROOT / "tests")],
        cwd=here.folder,
        env={**os.environ, **here.settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    return [line for line in ran.stdout.splitlines() if "::" in line]


def test_they_depend_on_the_source_alone(tmp_path: Path) -> None:
    """All of them, the long tests too. No clock, process, seed of hashes, folder, locale or time zone may show."""
    both = [
        Surroundings(ROOT, 0, {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"}),
        Surroundings(tmp_path, 10**7 + 1, {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"}),
    ]
    with ThreadPoolExecutor() as pool:
        first, second = pool.map(collected, both)
    assert len(first) > 5000
    assert sorted(set(first) ^ set(second)) == []
    assert [pair for pair in zip(first, second, strict=True) if len(set(pair)) > 1] == []
    assert [name for name in first if len(name) > 200 or not name.isascii()] == []
    assert [name for name in first if f"{ROOT}/" in name] == []
