"""Which folder may import which, read from the source: nothing is loaded here."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Each folder, what of the package it may import, and what of other packages.
MAY = {
    "reference": ({"reference"}, set[str]()),
    "encoders": ({"reference", "encoders"}, set[str]()),
    "compare": ({"reference", "encoders", "compare"}, set[str]()),
    "src/unitdoku": ({"reference", "encoders", "compare", "command"}, {"click", "rich"}),
}
PICTURES = ["compare/report/drawing.py"] + [
    path.relative_to(ROOT).as_posix() for path in (ROOT / "compare/report/pictures").glob("*.py")
]
# Where else a package of others may be imported: a solver's by the modules of its own backends, a test
# tool's where it is the subject.
OTHERS = {
    "encoders/backends/pysat/solver.py": {"pysat"},
    "encoders/backends/pysat/table.py": {"pysat"},
    "encoders/cnf/at_most_one/totalizers.py": {"pysat"},
    "encoders/backends/cpsat.py": {"ortools"},
    "encoders/cpsat/forms.py": {"ortools"},
    "encoders/backends/ilp.py": {"ortools"},
    "encoders/backends/ilp_session.py": {"ortools"},
    "compare/generators/strategies/layouts.py": {"hypothesis"},
    "compare/generators/strategies/puzzles.py": {"hypothesis"},
    "compare/conformance/pytest_plugin.py": {"pytest"},
    "compare/races/executors/dask_cluster.py": {"distributed"},
    "compare/results/exports/parquet.py": {"pyarrow"},
    "compare/report/page.py": {"jinja2", "markupsafe", "matplotlib"},
    **{path: {"matplotlib"} for path in PICTURES},
}


def sources(folder: str) -> list[Path]:
    links = {ROOT / "src/unitdoku" / name for name in ("reference", "encoders", "compare")}
    return sorted(path for path in (ROOT / folder).rglob("*.py") if not links & set(path.parents))


FILES = [(folder, path) for folder in MAY for path in sources(folder)]
each_file = pytest.mark.parametrize(
    ("folder", "path"), FILES, ids=[path.relative_to(ROOT).as_posix() for _, path in FILES]
)


def module_name(folder: str, path: Path) -> list[str]:
    inside = path.relative_to(ROOT / folder).with_suffix("").parts
    head = ["unitdoku"] if folder == "src/unitdoku" else ["unitdoku", folder]
    return [*head, *inside]


def imports(folder: str, path: Path) -> Iterator[tuple[str, bool, int]]:
    """Absolute name, whether it is written relatively, and the line of each import, those within functions included."""
    package = module_name(folder, path)[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, False, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            named = [node.module] if node.module else [alias.name for alias in node.names]
            for name in named:
                yield ".".join([*base, name]), bool(node.level), node.lineno


@each_file
def test_the_direction_of_imports(folder: str, path: Path) -> None:
    inner, outer = MAY[folder]
    outer = outer | OTHERS.get(path.relative_to(ROOT).as_posix(), set())
    for name, relative, line in imports(folder, path):
        top, _, rest = name.partition(".")
        where = f"{path}:{line} imports {name}"
        if top == "unitdoku":
            assert not rest or rest.split(".")[0] in inner, where
            assert relative == (folder != "src/unitdoku"), f"{where}: relative in the folders, absolute in the face"
        else:
            assert top in outer or top in sys.stdlib_module_names, where


def test_the_registry_names_modules_that_exist() -> None:
    tree = ast.parse((ROOT / "encoders/backends/registry.py").read_text())
    rows = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Row"]
    modules = [row.args[1].value for row in rows if isinstance(row.args[1], ast.Constant)]
    assert modules
    assert all((ROOT / f"encoders/backends/{str(module)[1:]}.py").exists() for module in modules)


@each_file
def test_files_stay_readable(folder: str, path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 320
    assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: what a user typed is not checked by assert"
        if isinstance(node, ast.ImportFrom) and path.name == "__init__.py" and folder != "src/unitdoku":
            pytest.fail(f"{path} imports: the public names are gathered in the face")


@each_file
def test_no_queue_whose_time_limits_fail(folder: str, path: Path) -> None:
    # `SimpleQueue.get` of Python up to 3.12 with a limit of a microsecond (in 3.10, of 0) waits for ever, once in some
    # ten thousand times: the time that is left may be negative when it looks again, and that stands for no limit there.
    assert "SimpleQueue(" not in path.read_text()


def test_the_names_of_files_say_what_is_in_them() -> None:
    vague = {"utils", "util", "helpers", "common", "manager", "misc", "base", "core"}
    assert [path for _, path in FILES if path.stem in vague] == []


@each_file
def test_words(folder: str, path: Path) -> None:
    """Outside the classroom a 3x3 region is a block, and a cell a cell."""
    if path.name == "classroom.py":
        return
    words = {word.strip(".,:;()`'\"").lower() for word in path.read_text().split()}
    assert not words & {"box", "boxes"}
