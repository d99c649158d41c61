"""The ratio of a backend to the best one of each puzzle, in tables and exports."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import pytest
from bad import bad as bad
from commands import run
from raced import path as path
from raced import plan, small, summaries_in

from unitdoku.compare.cross_check.finding import FindingKind
from unitdoku.compare.races.columns import RaceResult
from unitdoku.compare.races.recording import new_run
from unitdoku.compare.races.summary import Summary
from unitdoku.compare.races.tables import TABLE_COLUMNS

MS = 1_000_000
OPEN, WRONG = "open", "wrong"


def made_up(path: Path, *times: list[object], mode: str = "warm", seconds: float | None = 2.0) -> list[Summary]:
    """A run with these milliseconds, a list for each backend; set-up takes 10 ms for each puzzle."""
    names = ("reference", "reference:twins", "native")[: len(times)]
    what = plan(*names, corpora=(small(count=len(times[0])),), modes=(mode,), seconds=seconds)
    with new_run(path, what) as recording:
        for batch in what.batches():
            for number in batch.numbers:
                took = times[batch.entry][number]
                result = RaceResult(number, encode=10 * MS, wall=2000 * MS)
                if took == WRONG:
                    result.failure, result.said = FindingKind.WRONG, "wrong"
                elif took != OPEN:
                    assert isinstance(took, int | float)
                    result.found, result.exhausted, result.wall = 1, True, round(took * MS)
                recording.add(batch, [result], {})
    return summaries_in(path)


@pytest.mark.parametrize(
    ("times", "how", "ratios", "par2"),
    [
        # Each puzzle has its own best.
        (([1, 20, 3, 0.5], [2, 10, 3, 0.1]), {}, [(24.5 / 14.1, 2), (15.1 / 14.1, 2)], [0.006125, 0.003775]),
        # An unsolved puzzle counts as the limit, and one that none solved not at all.
        (
            ([4, OPEN, OPEN], [8, 2, OPEN]),
            {},
            [(2004 / 6, 1000), (10 / 6, 2)],
            [(0.004 + 4 + 4) / 3, (0.008 + 0.002 + 4) / 3],
        ),
        # Without a limit there is no ratio for what is unsolved.
        (([4, OPEN], [8, 2]), {"seconds": None}, [(None, None), (10 / 6, 2)], [math.inf, 0.005]),
        # Cold times have the set-up.
        (
            ([10, OPEN], [30, 10]),
            {"mode": "cold"},
            [((20 + 2010) / 40, 2010 / 20), (60 / 40, 2)],
            [(0.020 + 4.010) / 2, (0.040 + 0.020) / 2],
        ),
        # Wrong answers take no part.
        (([1, 1], [2, 3], [WRONG, 0.1]), {}, [(1.0, None), (2.5, 3), (None, None)], [0.001, 0.0025, 2.00005]),
    ],
)
def test_ratios_and_par2(
    path: Path,
    times: tuple[list[object], ...],
    how: dict[str, Any],
    ratios: list[tuple[float | None, float | None]],
    par2: list[float | None],
) -> None:
    for summary, (to_best, worst), mean in zip(made_up(path, *times, **how), ratios, par2, strict=True):
        assert summary.to_best == pytest.approx(to_best)
        assert summary.worst_to_best == pytest.approx(worst)
        assert summary.par2 == pytest.approx(mean)


def test_tables_and_exports_show_it(path: Path, tmp_path: Path) -> None:
    made_up(path, [1, 200, OPEN], [2, 10, OPEN])
    shown = run("results", "show", "--db", path)
    heading = next(line for line in shown.stdout.splitlines() if line.startswith("backend"))
    assert " to best  worst " in heading
    twins, plain, *_ = (line for line in shown.stdout.splitlines() if line.startswith("reference"))
    assert "    1.09   2.00 " in twins
    assert "    18.3   20.0 " in plain
    assert "to best: sum of the times, the limit for a puzzle that was not solved" in shown.stdout
    output = tmp_path / "run.csv"
    assert run("results", "export", "--db", path, "-o", output).exit_code == 0
    with output.open(newline="") as file:
        rows = [(row["backend"], row["to_best"]) for row in csv.DictReader(file)]
    assert [ratio for name, ratio in rows if name == "reference"] == ["1.0", "20.0", ""]
    assert [ratio for name, ratio in rows if name == "reference:twins"] == ["2.0", "1.0", ""]
    assert {"to best", "worst"} <= {column.heading for column in TABLE_COLUMNS}
