from __future__ import annotations

import pickle
from contextlib import closing
from importlib.metadata import EntryPoint, EntryPoints
from types import SimpleNamespace
from typing import Any

import pytest
from commands import printed_by

from unitdoku import (
    BackendUnavailable,
    Layout,
    OptionError,
    Puzzle,
    UnknownBackend,
    backends,
    find_backend,
    latin,
    solve,
)
from unitdoku.backend import Backend, Session
from unitdoku.encoders.naming import find, listing
from unitdoku.encoders.naming.families import BY_NAME, ROWS, FamilyRow, is_installed, package
from unitdoku.encoders.naming.find import Sessions
from unitdoku.encoders.naming.listing import installed_backends
from unitdoku.reference.search.search import ReferenceBackend

PUZZLE = Puzzle.empty(latin(2))


class Foreign(ReferenceBackend):
    """What another package may bring."""

    def __init__(self) -> None:
        super().__init__("foreign")


class Raising:
    """A value of this module that is no backend, and cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no licence")


INSTANCE = Foreign()
NO_BACKEND = SimpleNamespace(name="x")


def entry_points(**points: str) -> Any:
    found = EntryPoints(
        EntryPoint(name, f"{__name__}:{value}" if ":" not in value else value, "unitdoku.backends")
        for name, value in points.items()
    )
    return lambda *, group: found.select(group=group)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"made": "Foreign", "given": "INSTANCE", "raises": "Raising", "wrong": "NO_BACKEND", "cpsat": "Foreign"}
    monkeypatch.setattr("importlib.metadata.entry_points", entry_points(**names, missing="no_such_module:x"))


def test_names_are_distinct() -> None:
    heads = [row.name for row in ROWS]
    assert len(set(heads)) == len(heads)
    names = [listed.name for listed in backends()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", installed_backends())
def test_a_listed_backend_answers_by_its_name(name: str) -> None:
    backend = find_backend(name)
    assert isinstance(backend, Backend)
    assert backend.name == name
    # The result of auto names the backend that answered.
    first = "native" if is_installed("native") else "reference"
    assert solve(PUZZLE, name).backend == (name if name != "auto" else first)


def test_options_stand_behind_the_name(foreign: None) -> None:
    found = find.options_in(["glucose4", "encoding=minimal", "path=a:b", "c"])
    assert found == ({"encoding": "minimal", "path": "a:b:c"}, ["glucose4"])
    for name, options, message in (
        ("reference:speed=9", {}, r"reference has no option 'speed'; known: none"),
        ("reference", {"speed": 9}, "no option 'speed'"),
        ("auto", {"puzzles": "1:x=2"}, "auto has no option 'puzzles'"),
        ("program:cat", {"layout": "classic:4"}, "no colon in an option"),
        ("auto:puzzles=1:puzzles=2", {}, "puzzles is given twice"),
        ("given", {"timeout": 5}, "given has no option 'timeout'; known: none"),
    ):
        with pytest.raises(OptionError, match=message):
            find_backend(name, **options)
    with pytest.raises(TypeError, match="is text"):
        find_backend(None)  # type: ignore[arg-type]
    with pytest.raises(UnknownBackend, match="did you mean reference\\? known: reference, reference:twins"):
        find_backend("reference:nope")


def test_names_of_packages_lead_to_their_backends() -> None:
    packages = {word for row in ROWS for word in (row.requires.distribution, row.requires.module)} - {"unitdoku"}
    assert {"ortools", "pysat", "python-sat", "z3", "z3-solver", "clingo", "highspy", "xcover"} <= packages
    for word in packages:
        with pytest.raises(UnknownBackend) as caught:
            find_backend(word if word != "highspy" else "HighsPy")
        meant = str(pickle.loads(pickle.dumps(caught.value))).partition("did you mean ")[2].partition("?")[0]
        first = meant.partition(":")[0]
        assert word in (BY_NAME[first].requires.distribution, BY_NAME[first].requires.module), word


def test_unknown_names_list_the_known_ones(foreign: None) -> None:
    with pytest.raises(UnknownBackend) as caught:
        find_backend("nope")
    assert {"reference:twins", "sat:glucose4", "ilp:scip", "dimacs:COMMAND", "auto"} < {*caught.value.known}
    assert caught.value.known[-5:] == ("given", "made", "missing", "raises", "wrong")
    with pytest.raises(LookupError):
        find_backend("")


def test_backends_of_other_packages(foreign: None) -> None:
    for name in ("made", "given"):
        assert len(solve(PUZZLE, name, limit=5).solutions) == 2
    for name, message in (("raises", "no licence"), ("wrong", "SimpleNamespace"), ("missing", "no_such_module")):
        with pytest.raises(BackendUnavailable, match=f"backend {name} of another package.*{message}"):
            find_backend(name)


def test_listing_shows_other_packages_and_what_is_wrong_with_them(foreign: None) -> None:
    found = {entry.name: entry for entry in backends()}
    assert list(found)[:2] == ["reference", "reference:twins"]
    assert found["made"].installed
    assert "no licence" in str(found["raises"].advice)
    # An entry point cannot take the name of a built-in backend.
    assert found["cpsat"].package == "ortools"


def test_a_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    row = FamilyRow("lost", "sat", package("some-solver", "no_such_module", "extra"), "lost:SOLVER")
    broken = FamilyRow("broken", "no_such_file", package("json", "json", "extra"), "broken")
    for each, message in (
        (row, r"lost:SOLVER needs some-solver.*pip install 'unitdoku\[extra\]'"),
        (broken, r"broken cannot be loaded.*pip install"),
    ):
        with pytest.raises(BackendUnavailable, match=message):
            each.load()
    monkeypatch.setattr(listing, "ROWS", (row, broken))
    shown, other, *_ = backends()
    assert (shown.name, shown.installed, shown.version) == ("lost:SOLVER", False, None)
    assert shown.advice == "pip install 'unitdoku[extra]' (in a checkout: pip install '.[extra]')"
    assert "cannot be loaded" in str(other.advice)


def test_a_library_that_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """z3 raises an error of its own then, and ctypes an OSError."""

    def fails(*_: object) -> None:
        raise OSError("libz3.so not found")

    monkeypatch.setattr("unitdoku.encoders.naming.families.import_module", fails)
    with pytest.raises(BackendUnavailable, match=r"smt:z3 cannot be loaded \(libz3.so not found\): pip install"):
        BY_NAME["smt"].load()


UNKNOWN = (
    "from unitdoku import UnknownBackend, find_backend\n"
    "try: find_backend('glucose4')\n"
    "except UnknownBackend as error: assert 'sat:glucose4' in error.known"
)
COMMAND = (
    "from unitdoku.command.main import main\n"
    "try: main(['solve', '1...', '--layout', 'latin:2', '--backend', 'reference'])\n"
    "except SystemExit: pass"
)
SHOWN = (
    "from unitdoku import is_solution, solve\n"
    "result = solve([[1, 0], [0, 0]], 'reference', layout='latin:2')\n"
    "str(result), repr(result), result._repr_html_(), is_solution(result.rows, result.puzzle)"
)


@pytest.mark.parametrize(
    ("script", "other"),
    [
        ("from unitdoku import *", "click"),
        ("import unitdoku.encoders.cnf.at_most_one", "click"),
        (UNKNOWN, "click"),
        ("import unitdoku.encoders.answering.pool; unitdoku.solve('1...', 'native', layout='latin:2')", "click"),
        (COMMAND, "importlib.metadata"),
        (SHOWN, "click"),
    ],
    ids=["the package", "encodings", "an unknown name", "workers that are not needed", "the reference", "a result"],
)
def test_nothing_heavy_is_loaded_for(script: str, other: str) -> None:
    heavy = ("pysat", "ortools", "numpy", "pandas", "rich", "matplotlib", "psutil", other)
    assert printed_by(f"{script}\nimport sys\nprint([*sys.modules.keys() & set({heavy!r})])").splitlines()[-1] == "[]"


def test_all_variants_of_a_family_are_in_its_row() -> None:
    """Errors list those of the row, and listings those that can be used."""
    for row in ROWS:
        if row.is_installed and row.variants:
            assert {*row.names()} <= {*row.all_names()}


def test_sessions_are_kept_for_the_layouts_met_last() -> None:
    opened: list[int] = []

    def open_noted(layout: Layout) -> Session:
        opened.append(layout.size)
        return ReferenceBackend().open(layout)

    with closing(Sessions(open_noted, most=2)) as sessions:
        one, two, three = latin(1), latin(2), latin(3)
        first = sessions.on(one)
        assert sessions.on(latin(1)) is first
        second = sessions.on(two)
        sessions.on(one)
        sessions.on(three)
        assert (first._closed, second._closed) == (False, True)
        sessions.drop(one)
        sessions.drop(one)
        last = sessions.on(one)
        assert opened == [1, 2, 3, 1]
    assert (first._closed, last._closed) == (True, True)
