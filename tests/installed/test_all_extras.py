"""The wheel with the extra `sat`, and with `all`: each command works, and each package may be missing."""

from __future__ import annotations

import json
import re
import shutil
import sys
from functools import partial
from pathlib import Path

import pytest
from corpora import HARD
from environments import Installed, ended, install, made_once, pip, run
from packaging.requirements import Requirement
from places import ROOT
from user_commands import TYPED, lines_in_order

pytestmark = pytest.mark.long

EXTRA_OF = {
    "pysat": "sat",
    "pycryptosat": "cryptominisat",
    "ortools": "cpsat",
    "z3": "smt",
    "clingo": "asp",
    "highspy": "highs",
    "xcover": "cover",
    "jinja2": "report",
    "matplotlib": "report",
    "pandas": "report",
    "scipy": "report|statistics",
    "numpy": "data|report|statistics",
    "igraph": "data",
    "pyarrow": "parquet",
    "hypothesis": "testing",
}
"""Module of each optional package to the extras that bring it."""

WITHOUT = """
import importlib.machinery, pydoc, sys
missing = sys.argv[1]

class Finder(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] == missing else super().find_spec(name, path, target)

sys.meta_path[:] = [Finder if one is importlib.machinery.PathFinder else one for one in sys.meta_path]
import unitdoku
from unitdoku.command.main import main
for module in (unitdoku, *(getattr(unitdoku, name) for name in unitdoku.MODULES)):
    pydoc.render_doc(module)
sys.argv[1:] = sys.argv[2:]
main(prog_name="unitdoku")
"""

CELLS = (
    "import unitdoku\ndef mine(line):\n    return unitdoku.solve(line, 'reference').solution",
    "from unitdoku.check import check_solver\n"
    "check_solver(mine, unitdoku.classic(4), takes='text', examples=5)\nunitdoku.solve('1' + 15 * '.')",
)


@pytest.fixture(scope="module")
def everything(shared: Path, wheel: Path) -> Path:
    """An environment with `all` and `testing`, a notebook, and the newest pytest 8."""
    wanted = [f"{wheel}[all,testing]", "nbclient", "ipykernel", "pytest<9", "pytest-xdist"]
    return made_once(shared / "everything", partial(install, requirements=wanted))


@pytest.fixture
def user(everything: Path, tmp_path: Path) -> Installed:
    return Installed(everything, tmp_path)


def test_the_extra_sat(shared: Path, wheel: Path, tmp_path: Path) -> None:
    user = Installed(made_once(shared / "sat", partial(install, requirements=[f"{wheel}[sat]"])), tmp_path)
    (user.folder / "puzzles.txt").write_text(f"{HARD}\n")
    assert "SAT, unique" in user.command("solve", HARD, "--backend", "sat:cadical195").printed
    checked = user.command("check", "puzzles.txt", "--seconds", "5", "--backends", "reference,native,sat")
    assert (checked.status, "All agree" in checked.printed) == (0, True), checked.text
    proven = user.command("certify", "puzzles.txt", "--proof", "sat:cadical195", "-o", "proofs.jsonl")
    assert (proven.status, user.command("verify", "proofs.jsonl").status) == (0, 0), proven.text
    assert "python-sat" not in user.command("backends").errors


def test_each_command_of_the_readme_works(user: Installed) -> None:
    for words, line in lines_in_order(user):
        assert line.status == 0, f"{words}: {line.text}"
        assert "missing" not in line.text.replace("missing value", ""), f"{words}: {line.text}"
    assert (user.folder / "report").is_dir()


@pytest.mark.parametrize("package", EXTRA_OF)
def test_a_missing_package_stops_only_what_needs_it(user: Installed, package: str) -> None:
    (user.folder / "without.py").write_text(WITHOUT)
    advice = re.compile(rf"pip install '\.\[({EXTRA_OF[package]})\]'")
    named = []
    for words, line in lines_in_order(user, "python", "without.py", package):
        assert "Traceback" not in line.text, f"{words}: {line.text}"
        assert line.status == 0 or advice.search(" ".join(line.errors.split())), line.text
        named += [words] * (line.status != 0)
    expected = {
        "numpy": ["generate", "recommend", "results report", "audit"],
        "scipy": ["recommend", "results report"],
        **{key: ["results report"] for key in ("jinja2", "matplotlib", "pandas")},
    }
    assert named == expected.get(package, [])


def test_a_notebook(user: Installed) -> None:
    """Functions of a cell are checked in worker processes, and the last value is shown as a grid."""
    empty: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**empty, "id": f"c{number}", "source": cell} for number, cell in enumerate(CELLS)]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (user.folder / "mine.ipynb").write_text(json.dumps(notebook))
    ran = user.run("python", "-m", "jupyter", "execute", "--inplace", "mine.ipynb")
    assert ran.status == 0, ran.text
    (shown,) = json.loads((user.folder / "mine.ipynb").read_text())["cells"][1]["outputs"]
    assert "<svg" in "".join(shown["data"]["text/html"])


def test_pyright_sees_the_types(user: Installed) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("pyright is a package of npm")
    ended(npm, "install", "--prefix", user.folder, "pyright", cwd=user.folder)
    script = user.folder / "typed.py"
    script.write_text(TYPED)
    words = ("--outputjson", "--pythonpath", user.python, script)
    found = json.loads(ended(user.folder / "node_modules/.bin/pyright", *words, cwd=user.folder).printed)
    said = [one["message"].partition("\n")[0] for one in found["generalDiagnostics"]]
    assert said[0] == 'Type of "result" is "Result"'
    assert said[1].startswith("Argument of type \"Literal['two']\"")
    assert len(said) == 2


def test_the_fixtures_with_the_newest_pytest_8(user: Installed) -> None:
    text = "def test_mine(check_solver):\n    check_solver(mine, takes='text', examples=5)\n"
    text += "def test_backend(check_backend):\n    check_backend('reference', examples=2)\n"
    (user.folder / "test_mine.py").write_text(f"{CELLS[0]}\n{text}")
    assert user.run("pytest", "--version").printed.startswith("pytest 8.")
    for options in ((), ("-n", "2")):
        ran = user.run("pytest", "-q", "-p", "no:cacheprovider", *options)
        assert "2 passed" in ran.printed, ran.text


def test_cpmpy_with_its_solvers_fits_into_the_environment(wheel: Path, tmp_path: Path) -> None:
    """pip finds versions of all packages; nothing is installed."""
    pip("install", "--dry-run", "--ignore-installed", f"{wheel}[all]", "cpmpy[ortools,pysat,highs]", cwd=tmp_path)


PLATFORMS = {
    "Linux": ("manylinux2014_x86_64", *(f"manylinux_2_{minor}_x86_64" for minor in range(17, 35))),
    "Windows": ("win_amd64",),
    "macOS": ("macosx_14_0_arm64",),
}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", PLATFORMS)
def test_each_system_has_wheels_of_what_all_needs(system: str, python: str, tmp_path: Path) -> None:
    """Nothing is installed: pip only looks for wheels. It evaluates markers for the Python that it runs with."""
    printed = run(sys.executable, ROOT / "tests/requirements.py", "all", cwd=tmp_path)
    needed = [
        f"{requirement.name}{requirement.specifier}"
        for requirement in map(Requirement, printed.splitlines())
        if requirement.marker is None or requirement.marker.evaluate({"python_version": python})
    ]
    platforms = [f"--platform={platform}" for platform in PLATFORMS[system]]
    options = ("--only-binary=:all:", f"--python-version={python}", f"--target={tmp_path / 'nowhere'}", *platforms)
    pip("install", "--dry-run", *options, *needed, cwd=tmp_path)
