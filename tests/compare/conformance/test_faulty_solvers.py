"""The solvers of `tests/faulty_solvers`: the honest ones pass the check, and the faulty ones do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from faulty_solvers.catalogue import HONEST, Fault, can_make, faults, made

from unitdoku import classic, parse_puzzle
from unitdoku.check import CheckReport, check_solver
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.io import write_line

FAULTS = list(faults())
CLASH = "55" + "." * 79


def solver_of(fault: Fault, folder: Path) -> Callable[[Any], object]:
    if not can_make(fault):
        pytest.skip("no C compiler")
    return made(fault, folder)


def report_of(fault: Fault, folder: Path, published: bool) -> CheckReport:
    return check_solver(
        solver_of(fault, folder),
        fault.layout,
        takes=fault.takes,
        published=published,
        total_seconds=20.0 if fault.is_honest else 60.0,
        stop_after=1,
        raise_on_findings=False,
    )


def test_there_are_enough_of_each() -> None:
    assert len(FAULTS) >= 40
    assert len({str(fault) for fault in FAULTS}) == len(FAULTS)
    for honest in HONEST:
        assert sum(fault.file == honest.file for fault in FAULTS) >= 6


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_fault_fits_its_program(fault: Fault) -> None:
    honest = next(each for each in HONEST if each.file == fault.file)
    assert fault.source != honest.source
    if fault.file.endswith(".py"):
        compile(fault.source, str(fault), "exec")


@pytest.mark.parametrize("honest", HONEST, ids=str)
def test_honest_solvers_are_right(honest: Fault, tmp_path: Path) -> None:
    solve = solver_of(honest, tmp_path)
    for puzzle in (*puzzles_of("easy50.txt")[:5], parse_puzzle(CLASH, classic())):
        values = puzzle.values
        rows = [list(values[start : start + 9]) for start in range(0, 81, 9)]
        forms = {"text": write_line(puzzle), "puzzle": puzzle, "rows": rows}
        answer = solve(forms[honest.takes])
        solvable = 5 not in values[:1] or values[1] != 5
        assert bool(answer) is solvable
        assert not isinstance(answer, int) or answer == solvable


@pytest.mark.parametrize("fault", FAULTS[1::15], ids=str)
def test_some_faults_are_found(fault: Fault, tmp_path: Path) -> None:
    assert report_of(fault, tmp_path, published=True).findings


@pytest.mark.long
@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("fault", [*HONEST, *FAULTS], ids=str)
def test_faults_are_found_and_honest_solvers_pass(fault: Fault, published: bool, tmp_path: Path) -> None:
    report = report_of(fault, tmp_path, published)
    assert report.passed is fault.is_honest, str(report)
