"""Rules of the code, read from the source: nothing is loaded here except the public names."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from places import ROOT
from public_names import STUB, stub

import unitdoku

# Each folder, the parts of the package that it may import, and the other packages.
INNER = ("reference", "puzzles", "encoders", "compare")
MAY = {folder: ({*INNER[:place]}, set[str]()) for place, folder in enumerate(INNER, start=1)}
MAY["src/unitdoku"] = ({*INNER, "command"}, {"click"})
# Each backend's file may import its solver; naming, tests and commands load that file only when it is asked for.
BACKENDS = "encoders/backends/"
# Other places that may import a package from outside: a file of constraints its solver, a test tool's module the tool.
OTHERS = {
    "encoders/cnf/at_most_one.py": {"pysat"},
    "encoders/constraints/cpsat.py": {"ortools"},
    "encoders/workers/worker_process.py": {"cloudpickle"},
    "encoders/workers/processes.py": {"psutil"},
    "compare/races/racer.py": {"psutil"},
    "compare/races/comparison.py": {"numpy"},
    "compare/races/recommend.py": {"numpy"},
    "compare/races/statistics.py": {"numpy", "scipy"},
    "compare/generators/examples.py": {"hypothesis"},
    "compare/generators/strategies.py": {"hypothesis"},
    "compare/conformance/pytest_plugin.py": {"pytest"},
    "compare/data": {"numpy"},
    "encoders/naming/optional_packages.py": {"igraph", "numpy", "pyarrow", "scipy"},
    "puzzles/formats/parquet_columns.py": {"pyarrow"},
    "compare/report/page.py": {"jinja2", "matplotlib", "pandas"},
    "compare/report/pictures.py": {"matplotlib"},
}
# Modules that lie beside the rooms of their folder.
LOOSE = {"encoders/many.py", "encoders/solve.py", "encoders/stream.py"}


def sources(folder: str) -> list[Path]:
    links = {ROOT / "src/unitdoku" / name for name in INNER}
    return sorted(path for path in (ROOT / folder).rglob("*.py") if not links & set(path.parents))


FILES = [(folder, path) for folder in MAY for path in sources(folder)]
ROOMS = [path for _, path in FILES if path.name == "__init__.py"]


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def module_name(folder: str, path: Path) -> list[str]:
    inside = path.relative_to(ROOT / folder).with_suffix("").parts
    head = ["unitdoku"] if folder == "src/unitdoku" else ["unitdoku", folder]
    return [*head, *inside]


def imports(folder: str, path: Path) -> Iterator[tuple[str, bool, int]]:
    """Absolute name, whether it is written relatively, and the line of each import, those within functions included."""
    package = module_name(folder, path)[:-1]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, False, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            for alias in node.names:
                parts = [*base, *filter(None, [node.module]), alias.name]
                yield ".".join(parts), bool(node.level), node.lineno


def test_the_direction_of_imports() -> None:
    wrong = []
    for folder, path in FILES:
        inner, outer = MAY[folder]
        outer = outer | OTHERS.get(short(path), set()) | OTHERS.get(short(path.parent), set())
        for name, relative, line in imports(folder, path):
            top, _, rest = name.partition(".")
            if top == "unitdoku":
                # relative in the folders, absolute in the face
                allowed = (not rest or rest.split(".")[0] in inner) and relative == (folder != "src/unitdoku")
            else:
                allowed = top in outer or top in sys.stdlib_module_names or short(path).startswith(BACKENDS)
            if not allowed:
                wrong.append(f"{short(path)}:{line} imports {name}")
    assert wrong == []


def test_the_model_reaches_the_folders_above_in_one_file() -> None:
    """An import by a name in a string is seen by no other rule here; the native backend has one for its kernel."""
    by_name = {short(path) for folder, path in FILES if folder == "reference" and "import_module(" in text_of(path)}
    assert by_name == {"reference/model/rooms_above.py", "reference/native/loading.py"}


def test_text_is_below_formats_and_pictures() -> None:
    for folder, path in FILES:
        if short(path).startswith("puzzles/text/"):
            above = [target for target, _, _ in imports(folder, path) if ".formats" in target or ".pictures" in target]
            assert not above, f"{path.name} imports {above}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports within functions and for type checkers count: each module can be read after those that it imports."""
    names = {".".join(module_name(folder, path)): (folder, path) for folder, path in FILES}

    @cache
    def imported(name: str) -> list[str]:
        found = {target for target, _, _ in imports(*names[name])}
        modules = found | {target.rpartition(".")[0] for target in found}
        return sorted(modules & names.keys() - {name})

    finished: set[str] = set()

    def visit(name: str, path: list[str]) -> None:
        if name in path:
            pytest.fail("a circle: " + " -> ".join([*path[path.index(name) :], name]))
        if name not in finished:
            for other in imported(name):
                visit(other, [*path, name])
            finished.add(name)

    for name in names:
        visit(name, [])


def test_public_names_are_gathered_in_the_face_alone() -> None:
    inner = [path for folder, path in FILES if folder != "src/unitdoku" and path.name == "__init__.py"]
    gathering = [path for path in inner if any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree_of(path)))]
    assert [short(path) for path in gathering] == []


def test_each_room_says_what_is_in_it() -> None:
    """What is here, where to start reading, what depends on it: two sentences or more."""
    sentences = {short(path): re.findall(r"\.(?=\s|$)", ast.get_docstring(tree_of(path)) or "") for path in ROOMS}
    assert [path for path, found in sentences.items() if len(found) < 2] == []


def test_no_module_lies_beside_the_rooms() -> None:
    folders = [ROOT / folder for folder in INNER]
    assert {short(path) for _, path in FILES if path.parent in folders and path.name != "__init__.py"} == LOOSE


def test_the_names_of_files_say_what_is_in_them() -> None:
    vague = {"utils", "util", "helpers", "common", "manager", "misc", "base", "core"}
    assert [path for _, path in FILES if path.stem in vague] == []


def test_no_queue_waits_for_ever() -> None:
    """Up to Python 3.12 `SimpleQueue.get` with a timeout of a microsecond does so, once in some ten thousand calls.

    The time left may be negative when it checks again, and that means no timeout there.
    """
    assert [short(path) for _, path in FILES if "SimpleQueue(" in text_of(path)] == []


def test_public_names_are_the_same_for_type_checkers_and_at_run_time() -> None:
    assert STUB.read_text() == stub(), "run `python tests/public_names.py`"
    for name in unitdoku.__all__:
        assert getattr(unitdoku, name) is not None
        assert name in dir(unitdoku)
    assert len(unitdoku.__all__) == len({*unitdoku.__all__}), "a name is in two rows of the table"
    assert {*unitdoku.MODULES} < {*dir(unitdoku)}
    with pytest.raises(AttributeError, match="nonsense"):
        unitdoku.nonsense  # type: ignore[attr-defined]  # noqa: B018 - asking is the point


@pytest.mark.parametrize("name", unitdoku.MODULES)
def test_each_public_module_lists_its_names(name: str) -> None:
    """A name is in one module; the top has the names of most programs, and they are the same objects."""
    module = getattr(unitdoku, name)
    assert module.__all__ == sorted(module.__all__)
    listed = re.findall(r"\w+", module.__doc__)
    assert name == "strategies" or [each for each in module.__all__ if each not in listed] == []
    others = [each for other in unitdoku.MODULES if other != name for each in getattr(unitdoku, other).__all__]
    assert not {*module.__all__} & {*others}
    for each in {*module.__all__} & {*unitdoku.__all__}:
        assert getattr(module, each) is getattr(unitdoku, each)
    assert f"unitdoku.{name} " in (unitdoku.__doc__ or "")


def test_a_name_of_a_module_is_found_there() -> None:
    with pytest.raises(AttributeError, match=r"'killer'; it is in unitdoku\.layouts"):
        unitdoku.killer  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="did you mean less_than"):
        unitdoku.les_than  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"no attribute '_solve'$"):
        unitdoku._solve  # type: ignore[attr-defined]  # noqa: B018
