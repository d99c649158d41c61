"""The wheel and the sdist, installed in new environments: the package works there, alone and with its data."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KERNEL = ROOT / "reference" / "native" / "kernel"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

LEVELS = """
from unitdoku.reference.native import _processor
*levels, baseline = _processor.levels()
print(*(levels or [baseline]))
"""


def run(*command: str | Path, cwd: Path, status: int = 0, **changed: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV"))} | changed
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def copy_of_the_project(folder: Path) -> Path:
    """The project without what was built in it."""
    built = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "*.so")
    return Path(shutil.copytree(ROOT, folder, symlinks=True, ignore=built))


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build")
    checkout = copy_of_the_project(folder / "checkout")
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", ".", cwd=checkout)
    return folder / "dist"


@pytest.mark.long
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_an_installed_distribution_works(pattern: str, distributions: Path, tmp_path: Path) -> None:
    (distribution,) = distributions.glob(pattern)
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    binaries = tmp_path / "venv" / "bin"
    run(binaries / "python", "-m", "pip", "install", "-q", distribution, cwd=tmp_path)
    assert "SAT, unique" in run(binaries / "unitdoku", "solve", HARD, cwd=tmp_path)
    listed = run(binaries / "unitdoku", "backends", cwd=tmp_path)
    assert "pip install 'unitdoku[sat]'" in listed
    # Without extras the native search checks the puzzles of the package; the largest is too hard for it.
    native = ("--backends", "reference,reference:twins")
    checked = run(binaries / "unitdoku", "check", "--seconds", "1", *native, cwd=tmp_path, status=3)
    compiled = shutil.which("g++") is not None
    best = "native" if compiled else "reference"
    assert f"{best}\n  for uniqueness" in run(binaries / "unitdoku", "recommend", HARD, cwd=tmp_path)
    if compiled:
        for level in run(binaries / "python", "-c", LEVELS, cwd=tmp_path).split():
            asked = ("solve", HARD, "--backend", "native")
            assert "unique" in run(binaries / "unitdoku", *asked, cwd=tmp_path, UNITDOKU_NATIVE_LEVEL=level)
    assert "All agree" in checked
    assert "answers to 109 puzzles by 2 backends" in checked
    home = run(
        binaries / "python", "-c", "import unitdoku.reference.search.board as b; print(b.__file__)", cwd=tmp_path
    )
    assert str(tmp_path / "venv") in home


@pytest.mark.long
def test_the_sources_of_the_kernel_are_in_the_sdist_alone(distributions: Path) -> None:
    ((sdist, wheel),) = zip(distributions.glob("*.tar.gz"), distributions.glob("*.whl"), strict=True)
    with tarfile.open(sdist) as archive, zipfile.ZipFile(wheel) as installed:
        assert {name.rpartition("/")[2] for name in archive.getnames()} >= {path.name for path in KERNEL.iterdir()}
        assert [name for name in installed.namelist() if name.endswith((".hpp", ".cpp"))] == []


@pytest.mark.long
def test_without_a_compiler_all_but_the_kernel_is_installed(tmp_path: Path) -> None:
    checkout = copy_of_the_project(tmp_path / "checkout")
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    binaries = tmp_path / "venv" / "bin"
    run(binaries / "python", "-m", "pip", "install", "-q", ".", cwd=checkout, PATH="")
    listed = run(binaries / "unitdoku", "backends", "--json", cwd=tmp_path)
    assert "it was not compiled: install a C++20 compiler" in listed
    refused = run(binaries / "unitdoku", "solve", HARD, "--backend", "native", cwd=tmp_path, status=2)
    assert refused == ""
    assert "SAT, unique" in run(binaries / "unitdoku", "solve", HARD, cwd=tmp_path)
