"""The wheel, the sdist and the editable install: each has the whole package, and works in a new environment."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from corpora import HARD
from environments import copy_of_the_project, install, programs, run
from places import ROOT

pytestmark = pytest.mark.long

INNER = ("reference", "puzzles", "encoders", "compare")
FOLDERS = {"unitdoku": "src/unitdoku", **{f"unitdoku/{folder}": folder for folder in INNER}}
ON_LINUX = sys.platform == "linux"

LEVELS = """
from unitdoku.reference.native import _kernel
*levels, baseline = _kernel.levels()
print(*(levels or [baseline]))
"""

WHERE = """
import sys
from importlib.util import find_spec
from pathlib import Path
print(*(Path(find_spec(name).origin).resolve() for name in sys.argv[1:]), sep="\\n")
"""


def files(folder: Path) -> Iterable[Path]:
    """Yields the files below a folder relative to it, without those below links."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            yield from (path.relative_to(folder) / file for file in files(path))
        elif path.is_file():
            yield path.relative_to(folder)


def sources(root: Path) -> dict[str, Path]:
    """Returns the path of each file in the package, and the path of its source in a checkout."""
    found = {
        f"{package}/{file.as_posix()}": root / folder / file
        for package, folder in FOLDERS.items()
        for file in files(root / folder)
    }
    return {name: path for name, path in found.items() if path.suffix not in (".hpp", ".cpp")}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as `make wheels` leaves it, with the wheel and the sdist in `dist`."""
    checkout = copy_of_the_project(tmp_path_factory.mktemp("build") / "checkout")
    environment = Path(sys.prefix)
    run("make", "wheels", f"VENV={environment}", f"--old-file={environment / '.dev'}", cwd=checkout)
    return checkout


@pytest.fixture(scope="module")
def wheel(checkout: Path) -> Path:
    (wheel,) = checkout.glob("dist/*.whl")
    return wheel


@pytest.fixture(scope="module")
def no_programs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH without a compiler."""
    return str(tmp_path_factory.mktemp("empty"))


@pytest.fixture(scope="module")
def with_the_wheel(wheel: Path, no_programs: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and what its tests need, made without a compiler."""
    return installed(f"{wheel}[testing]", tmp_path_factory.mktemp("wheel"), path=no_programs)


def installed(what: str | Path, folder: Path, *options: str, path: str = os.environ["PATH"]) -> Path:
    """Installs a distribution in a new environment, and returns the folder of its programs."""
    install(folder / "venv", [*options, what], PATH=path)
    return programs(folder / "venv")


def assert_it_works(binaries: Path, folder: Path) -> None:
    """Tries the commands that need no extras, and the kernel at every level of this processor."""
    assert "SAT, unique" in run(binaries / "unitdoku", "solve", HARD, cwd=folder)
    listed = run(binaries / "unitdoku", "backends", cwd=folder)
    assert "pip install 'unitdoku[sat]'" in listed
    # Without extras the native search checks the puzzles of the package; the largest is too hard for it.
    names = ("--backends", "reference,reference:twins")
    checked = run(binaries / "unitdoku", "check", "--seconds", "1", *names, cwd=folder, status=3)
    assert "All agree" in checked
    assert "answers to 109 puzzles by 2 backends" in checked
    for level in run(binaries / "python", "-c", LEVELS, cwd=folder).split():
        asked = ("solve", HARD, "--backend", "native")
        assert "unique" in run(binaries / "unitdoku", *asked, cwd=folder, UNITDOKU_NATIVE_LEVEL=level)
    home = run(binaries / "python", "-c", "import unitdoku.reference.search.board as b; print(b.__file__)", cwd=folder)
    assert home.startswith(str(binaries.parent))


def test_the_wheel_works_where_there_is_no_compiler(with_the_wheel: Path, no_programs: str, tmp_path: Path) -> None:
    solved = run(with_the_wheel / "unitdoku", "solve", HARD, "--backend", "native", cwd=tmp_path, PATH=no_programs)
    assert "SAT, unique" in solved
    assert_it_works(with_the_wheel, tmp_path)


def test_the_commands_that_try_each_released_wheel(with_the_wheel: Path, tmp_path: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    for command in settings["test-command"]:
        program, *arguments = shlex.split(command.replace("{project}", str(ROOT)))
        run(with_the_wheel / program, *arguments, cwd=tmp_path)


@pytest.mark.skipif(not ON_LINUX, reason="auditwheel is for Linux")
def test_the_wheel_is_for_other_machines_too(wheel: Path, tmp_path: Path) -> None:
    assert re.search(r"-manylinux_2_\d+_\w+\.whl$", wheel.name), wheel
    shown = run(Path(sys.prefix) / "bin" / "auditwheel", "show", wheel, cwd=tmp_path)
    (tag,) = re.findall(r"-(manylinux_\w+)\.whl$", wheel.name)
    assert f'is consistent with the following platform tag: "{tag}"' in " ".join(shown.split())


def test_the_wheel_has_the_files_of_the_package_and_no_others(checkout: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/") and ".dist-info/" not in name]
    compiled = {name for name in names if name.endswith(".so")}
    assert set(names) - compiled == set(sources(checkout))
    modules = {name.partition(".")[0] for name in compiled}
    assert "unitdoku/reference/native/_kernel" in modules
    assert len(modules) == len(compiled) >= 2
    least = {".py": 100, ".typed": 1, ".jsonl": 5, ".txt": 3, ".md": 1, ".html": 1}
    for suffix, count in least.items():
        assert sum(name.endswith(suffix) for name in names) >= count, suffix


def test_the_sdist_has_the_sources_of_the_kernel_and_the_tests(checkout: Path) -> None:
    (sdist,) = checkout.glob("dist/*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    kernel = {path.relative_to(checkout).as_posix() for path in (checkout / "reference/native/kernel").iterdir()}
    assert kernel | {path.relative_to(checkout).as_posix() for path in sources(checkout).values()} <= names
    assert {"tests/conftest.py", "setup.py", "Makefile", "README.md", "LICENSE", "CHANGELOG.md"} <= names
    assert [name for name in names if name.endswith((".so", ".pyc", ".zip"))] == []


@pytest.mark.skipif(shutil.which("g++") is None, reason="the kernel is compiled from the sdist")
def test_the_sdist_can_be_installed(checkout: Path, tmp_path: Path) -> None:
    (sdist,) = checkout.glob("dist/*.tar.gz")
    assert_it_works(installed(sdist, tmp_path), tmp_path)


def test_without_a_compiler_all_but_the_kernel_is_installed(tmp_path: Path, no_programs: str) -> None:
    checkout = copy_of_the_project(tmp_path / "checkout")
    binaries = installed(checkout, tmp_path, path=no_programs)
    listed = run(binaries / "unitdoku", "backends", "--json", cwd=tmp_path)
    assert "it was not compiled: install a C++20 compiler" in listed
    refused = run(binaries / "unitdoku", "solve", HARD, "--backend", "native", cwd=tmp_path, status=2)
    assert refused == ""
    assert "SAT, unique" in run(binaries / "unitdoku", "solve", HARD, cwd=tmp_path)


def test_an_editable_install_has_every_module_and_follows_the_sources(tmp_path: Path, no_programs: str) -> None:
    checkout = copy_of_the_project(tmp_path / "checkout")
    binaries = installed(f"{checkout}[testing]", tmp_path, "--editable", path=no_programs)
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
        for name, path in sources(checkout).items()
        if name.endswith(".py")
    }
    found = run(binaries / "python", "-c", WHERE, *modules, cwd=tmp_path).splitlines()
    assert dict(zip(modules, found, strict=True)) == {name: str(path.resolve()) for name, path in modules.items()}
    words = ("check", "--backends", "reference", "--seconds", "0.01")
    assert "109 puzzles" in run(binaries / "unitdoku", *words, cwd=tmp_path, status=3)
