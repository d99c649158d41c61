"""The table of what PySAT's solvers can do, held against the installed version, and its known defects."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from pace import kinds_of_backends
from places import TESTS

from unitdoku.backend import Capabilities
from unitdoku.encoders.backends.pysat.table import DEFAULT, TABLE, capabilities_of, full_name, solver_name, solver_names

PROBE = TESTS / "pysat_probe.py"


def test_solvers_are_found_in_the_package() -> None:
    names = solver_names()
    assert names[0] == DEFAULT
    assert len(names) == len(set(names)) >= 20
    assert {"cadical195", "glucose4", "kissat404", "lingeling", "minisat-gh", "minisatep"} <= set(names)


def test_what_python_adds_to_a_class_is_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pysat.solvers.SolverNames", type("Names", (), {"__static_attributes__": (), "x": ("x", "x1")}))
    assert solver_names() == ["x"]


def test_every_solver_of_the_package_is_in_the_table() -> None:
    unknown = set(solver_names()) - set(TABLE)
    assert not unknown, f"PySAT {version('python-sat')} has solvers that the table lacks: {sorted(unknown)}"


def test_names_and_aliases() -> None:
    assert solver_name("glucose4", ("g4", "glucose4", "glucose41")) == "glucose4"
    assert solver_name("cryptosat", ("cms", "cms5", "cryptominisat", "cryptominisat5")) == "cryptominisat"
    assert (full_name("g4"), full_name("mgh"), full_name("nope")) == ("glucose4", "minisat-gh", None)


def test_a_solver_that_was_not_measured_has_no_capabilities() -> None:
    assert capabilities_of("of-tomorrow") == Capabilities()


@pytest.mark.parametrize(
    "solver",
    [pytest.param(name[4:], marks=marks, id=name[4:]) for name, marks in kinds_of_backends() if name[:4] == "sat:"],
)
def test_capabilities_are_those_of_the_installed_version(solver: str) -> None:
    out = subprocess.run([sys.executable, str(PROBE), solver], capture_output=True, text=True, timeout=60, check=True)
    listed = capabilities_of(solver)._asdict()
    # The others are limits of what a backend takes, which no solver has.
    for other in ("layouts", "sizes", "candidate_sets", "counts", "sums", "pairs", "shown", "repeatable"):
        del listed[other]
    assert json.loads(out.stdout) == listed, f"measured, and in the table; python-sat {version('python-sat')}"
