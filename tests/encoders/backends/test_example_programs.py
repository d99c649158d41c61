"""The programs of `examples/` answer as streams, where their compiler or interpreter is there."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from places import ROOT

from unitdoku import InvalidAnswer, classic, find_backend, latin
from unitdoku.check import cross_check
from unitdoku.compare.corpora.corpus import built_in
from unitdoku.compare.cross_check.cross_check import puzzles_for_programs
from unitdoku.encoders.naming.families import is_installed

EXAMPLES = ROOT / "examples"
COMPILED = {"c": ["cc", "-O2", "-Wall", "-Werror", "-o"], "rs": ["rustc", "-O", "-D", "warnings", "-o"]}
INTERPRETED = {"py": sys.executable, "js": "node"}


@pytest.fixture(scope="module", params=[*COMPILED, *INTERPRETED])
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of one example, which is compiled first where it has to be."""
    source = str(EXAMPLES / f"sudoku.{request.param}")
    needed = COMPILED.get(request.param, [INTERPRETED.get(request.param, "")])
    if shutil.which(needed[0]) is None:
        pytest.skip(f"needs {needed[0]}")
    if request.param in INTERPRETED:
        return f"{needed[0]} {source}"
    program = tmp_path_factory.mktemp("built") / "sudoku"
    subprocess.run([*needed, str(program), source], check=True, timeout=120)
    return str(program)


def test_every_example_has_a_test() -> None:
    assert {path.suffix[1:] for path in EXAMPLES.iterdir() if path.is_file()} == {*COMPILED, *INTERPRETED}


def test_open_cells_by_another_sign(command: str) -> None:
    with find_backend(f"program:{command}:stream:open=0").open(classic()) as session:
        assert session.solve(built_in("top95").puzzles[1], 2, 30).unique is True


def test_another_layout_is_no_grid(command: str) -> None:
    with (
        find_backend(f"program:{command}:stream").open(latin(2)) as session,
        pytest.raises(InvalidAnswer, match="error: 4 characters, not 81"),
    ):
        session.solve("1...")


def test_it_agrees_with_ours(command: str) -> None:
    """On published puzzles and on drawn ones, some without a solution, some with several."""
    ours = "native" if is_installed("native") else "reference"
    drawn = [item for item in puzzles_for_programs(classic(), seed=3, count=6) if item[0].startswith("drawn")]
    asked = [*built_in("top95").puzzles[:2], *drawn]
    report = cross_check(asked, [f"program:{command}:stream", ours], seconds=30, jobs=1)
    assert report.agree, report.disagreements[:1]
    tally = next(iter(report.tallies.values()))
    assert tally.unique >= 2
    assert tally.unknown == 0
