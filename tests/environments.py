"""Environments as users have them: new ones with the wheel of this checkout and an extra, outside the checkout.

`conftest.py` imports the fixtures.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from places import ROOT

BUILT = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "*.so", "*.pyd", "__pycache__")
IN_PLACE = Path("reference/native")
"""Where an editable install leaves the compiled modules."""


class Ended(NamedTuple):
    """How a program ended."""

    status: int
    printed: str
    errors: str

    @property
    def text(self) -> str:
        """All that it wrote."""
        return self.printed + self.errors


class Installed(NamedTuple):
    """An environment in which a user works: programs, and a folder without any file of the checkout."""

    root: Path
    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter."""
        return programs(self.root) / "python"

    def run(self, *words: str | Path, text: str = "", **variables: str) -> Ended:
        """Runs one of the programs of the environment in the folder; nothing of this process's settings is left."""
        return ended(programs(self.root) / words[0], *words[1:], cwd=self.folder, text=text, **variables)

    def command(self, *words: str) -> Ended:
        """Runs `unitdoku` with these words, in a terminal of 80 columns."""
        return self.run("unitdoku", *words, COLUMNS="80")

    def script(self, text: str, *words: str, name: str = "script.py") -> Ended:
        """Writes a file and runs it with Python."""
        (self.folder / name).write_text(text)
        return self.run("python", name, *words)


def programs(root: Path) -> Path:
    """Returns the folder of the programs of an environment."""
    return root / ("Scripts" if os.name == "nt" else "bin")


def ended(*command: str | Path, cwd: Path, text: str = "", **variables: str) -> Ended:
    """Runs a command to its end, without the settings of Python and of coverage that this process has."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV", "VIRTUAL_ENV"))}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=kept | variables,
        input=text,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def run(*command: str | Path, cwd: Path, status: int = 0, **variables: str) -> str:
    """Runs a command that ends with this status, and returns what it prints."""
    done = ended(*command, cwd=cwd, **variables)
    assert done.status == status, done.text
    return done.printed


def copy_of_the_project(folder: Path) -> Path:
    """Copies the project without build products."""
    return Path(shutil.copytree(ROOT, folder, symlinks=True, ignore=BUILT))


def made_once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Returns a folder that one of the processes of this run of pytest makes; the others wait for it."""
    from filelock import FileLock  # here, as conftest.py loads this file wherever the tests run

    finished = folder.with_suffix(".finished")
    with FileLock(f"{folder}.lock"):
        if not finished.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            finished.touch()
    return folder


def build_wheel(folder: Path) -> None:
    """Builds the wheel of this checkout into a folder.

    It reuses the kernel that `make` compiled in the checkout, because compiling takes a minute: setuptools leaves
    modules alone that are newer than their sources. `test_packaging.py` compiles the kernel.
    """
    checkout = copy_of_the_project(folder / "checkout")
    tag = f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    kept = checkout / "build" / tag / "unitdoku" / IN_PLACE
    kept.mkdir(parents=True)
    for module in (ROOT / IN_PLACE).glob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
        shutil.copy2(module, kept)
    pip("wheel", "--no-deps", "--wheel-dir", folder, checkout, cwd=folder)
    shutil.rmtree(checkout)


def install(root: Path, requirements: Sequence[str | Path], **variables: str) -> None:
    """Makes an environment with these packages; the cache of pip keeps the downloads for the next one."""
    run(sys.executable, "-m", "venv", "--without-pip", root, cwd=root.parent, status=0)
    python = str(programs(root) / "python")
    pip("install", "--no-compile", *requirements, cwd=root.parent, PIP_PYTHON=python, **variables)


def pip(*words: str | Path, cwd: Path, **variables: str) -> str:
    """Runs the pip of this environment."""
    return run(sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *words, cwd=cwd, status=0, **variables)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all processes of this run of pytest have."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def wheel(shared: Path) -> Path:
    """The wheel of this checkout."""
    (wheel,) = made_once(shared / "wheel", build_wheel).glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def alone(shared: Path, wheel: Path) -> Path:
    """An environment with the wheel and its dependencies alone."""
    return made_once(shared / "alone", partial(install, requirements=[wheel]))


@pytest.fixture(scope="session")
def testing(shared: Path, wheel: Path) -> Path:
    """An environment with the extra for tests, and pytest-xdist."""
    return made_once(shared / "testing", partial(install, requirements=[f"{wheel}[testing]", "pytest-xdist"]))


@pytest.fixture
def user(request: pytest.FixtureRequest, tmp_path: Path) -> Installed:
    """The user of the environment that the module names, in an empty folder."""
    return Installed(request.getfixturevalue(request.module.ENVIRONMENT), tmp_path)
