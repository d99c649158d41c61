"""No regular expression of the package takes more than linear time: its texts come from files, names and programs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from lz_packing import packed_text
from places import ROOT, TESTS

from unitdoku import PuzzleError, Unit, from_units, read_puzzles
from unitdoku.puzzles.pictures.pictured import pictured


@pytest.mark.long
def test_expressions_are_linear() -> None:
    """100,000 characters each, in a process of its own: an exponential search could not be stopped everywhere."""
    typed = [sys.executable, str(TESTS / "hostile_patterns.py")]
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    try:
        ran = subprocess.run(typed, env=variables, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired as error:
        pytest.fail(f"without an end: {bytes(error.stdout or b'').splitlines()[-1:]}")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) > 60
    assert [line for line in lines if "SLOW" in line] == []


@pytest.mark.parametrize(
    "line",
    [
        "{" + "\\'" * 60_000,
        "{" + '\\"' * 60_000,
        "https://f-puzzles.com/" + "f-puzzles.com/" * 8_000,
        "https://f-puzzles.com/?load=" + packed_text("{" + "\\'" * 60_000),
    ],
    ids=["apostrophes", "quotes", "sites", "packed"],
)
def test_links_that_took_minutes(line: str) -> None:
    (entry,) = read_puzzles([line], file_format="links")
    assert isinstance(entry.error, PuzzleError)


def test_names_that_took_years() -> None:
    """The number or the cells at the end of a name are left out; this name has no such end."""
    units = [Unit("1" * 50_000 + "!", (0, 4)), Unit("run A1, B2 - 12", (1, 3)), Unit("7", (2, 4))]
    kinds = [f"{'1' * 50_000}!", "run", "others"]
    assert pictured(from_units(3, units, (2, 3))).notes == [f"{kind}: 1 unit of 2 cells" for kind in kinds]
