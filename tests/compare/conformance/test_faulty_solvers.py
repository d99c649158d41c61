"""The solvers of `tests/faulty_solvers`: the honest ones pass the check, and the faulty ones do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from faulty_solvers.catalogue import HONEST, Fault, can_make, checked, faults, made

from unitdoku import classic, parse_puzzle
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.io import write_line

FAULTS = list(faults())


def solver_of(fault: Fault, folder: Path) -> Callable[[Any], object]:
    if not can_make(fault):
        pytest.skip("no C compiler")
    return made(fault, folder)


def test_every_fault_fits_its_program() -> None:
    assert len({str(fault) for fault in FAULTS}) == len(FAULTS) >= 40
    honest = [each.source for each in HONEST]
    for fault in FAULTS:
        assert fault.source not in honest
        if fault.file.endswith(".py"):
            compile(fault.source, str(fault), "exec")


@pytest.mark.parametrize("honest", HONEST, ids=str)
def test_honest_solvers_are_right(honest: Fault, tmp_path: Path) -> None:
    solve, clash = solver_of(honest, tmp_path), parse_puzzle("55" + "." * 79, classic())
    for puzzle in (*puzzles_of("easy50.txt")[:5], clash):
        rows = [list(puzzle.values[start : start + 9]) for start in range(0, 81, 9)]
        answer = solve({"text": write_line(puzzle), "puzzle": puzzle, "rows": rows}[honest.takes])
        assert bool(answer) is (puzzle is not clash)
        assert not isinstance(answer, int) or answer <= 1


@pytest.mark.parametrize("fault", FAULTS[1::15], ids=str)
def test_some_faults_are_found(fault: Fault, tmp_path: Path) -> None:
    assert checked(fault, solver_of(fault, tmp_path), total_seconds=60.0).findings


@pytest.mark.long
@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("fault", [*HONEST, *FAULTS], ids=str)
def test_faults_are_found_and_honest_solvers_pass(fault: Fault, published: bool, tmp_path: Path) -> None:
    seconds = 20.0 if fault.is_honest else 60.0
    report = checked(fault, solver_of(fault, tmp_path), published=published, total_seconds=seconds)
    assert report.passed is fault.is_honest, str(report)
