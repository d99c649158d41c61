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

from unitdoku.encoders.backends.pysat_table import DEFAULT, TABLE, solver_names

PROBE = TESTS / "pysat_probe.py"


def test_solvers_are_found_in_the_package() -> None:
    names = solver_names()
    assert names[0] == DEFAULT
    assert len(names) == len(set(names)) >= 20
    assert {"cadical195", "glucose4", "kissat404", "lingeling", "minisat-gh", "minisatep"} <= set(names)


def test_every_solver_of_the_package_is_in_the_table() -> None:
    """A solver has several names."""
    from pysat.solvers import SolverNames  # type: ignore[import-untyped]  # no type hints

    named = [names for names in vars(SolverNames).values() if isinstance(names, tuple) and names]
    assert [names for names in named if not {*names} & {*TABLE}] == [], f"PySAT {version('python-sat')} has more"


@pytest.mark.parametrize(
    "solver",
    [pytest.param(name[4:], marks=marks, id=name[4:]) for name, marks in kinds_of_backends() if name[:4] == "sat:"],
)
def test_capabilities_are_those_of_the_installed_version(solver: str) -> None:
    out = subprocess.run([sys.executable, str(PROBE), solver], capture_output=True, text=True, timeout=60, check=True)
    listed = TABLE[solver]._asdict()
    # The others are limits of what a backend takes, which no solver has.
    for other in ("layouts", "sizes", "candidate_sets", "counts", "sums", "pairs", "shown", "repeatable"):
        del listed[other]
    assert json.loads(out.stdout) == listed, f"measured, and in the table; python-sat {version('python-sat')}"
