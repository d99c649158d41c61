"""`unitdoku recommend`, and the measuring of the cases that it goes by."""

from __future__ import annotations

import random
import re
from math import isinf
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hard_puzzles import PIGEONS

from unitdoku import Puzzle, latin
from unitdoku.command.main import main
from unitdoku.compare.corpora.generated import pattern_grid, pattern_puzzle
from unitdoku.compare.portfolio import measure as choices
from unitdoku.compare.portfolio.measure import Sample, measure, samples
from unitdoku.compare.portfolio.recommend import read_table
from unitdoku.encoders.backends.registry import is_installed
from unitdoku.reference.grid import is_solution

GOLDEN = Path(__file__).parent.parent / "golden/formats"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["recommend", *arguments])


def test_a_recommendation_has_numbers() -> None:
    result = run(HARD)
    assert result.exit_code == 0
    first, why, *cases = result.stdout.splitlines()
    assert first in ("native", "reference")
    assert "uniqueness of one puzzle with 9 values, 81 cells and 81% of all candidates open" in why
    assert len([case for case in cases if "reference " in case and " ms" in case]) == 3
    assert "time a puzzle" not in why
    many = run(HARD, "--limit", "1", "--puzzles", "5000").stdout
    assert "first solution of 5000 puzzles" in many
    assert "with the time a puzzle:" in many


def test_numbers_have_no_exponents_and_timeouts_are_explained() -> None:
    # Uniqueness in an empty 10x10 grid took native and reference the whole time in a case that SAT solvers settled.
    result = run(". " * 100, "--layout", "latin:10")
    assert result.exit_code == 0
    assert not re.search(r"[0-9]e[+-]?[0-9]", result.stdout)
    said = "native is faster in other cases, but gave no answer in 'jigsaw, no solution': that counts as 50 s"
    assert result.stdout.startswith("sat:") == (f"  {said}\n" in result.stdout) == is_installed("sat")


def test_puzzles_of_which_no_case_was_measured() -> None:
    result = run(str(GOLDEN / "killer.txt"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch("error: .*killer.txt: line 2: recommend takes no sums, but .*\n", result.stderr)


def test_of_several_puzzles_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{HARD}\n{'.' * 81}\n")
    result = run(str(path))
    assert result.exit_code == 0
    assert result.stderr == f"{path}: there are several puzzles, and this is for the first one\n"
    assert result.stdout == run(HARD).stdout
    assert run(HARD).stderr == ""
    path.write_text(f"{HARD}\nxyz\n")
    result = run(str(path))
    assert (result.exit_code, result.stdout) == (2, run(HARD).stdout)
    assert "line 2: 3 cells" in result.stderr


def test_bad_input() -> None:
    assert run().exit_code == 2
    assert run("xyz").exit_code == 2
    assert run("--measure", "/no/such/folder/table").exit_code == 2


def test_the_samples_that_are_measured() -> None:
    found = list(samples())
    assert len({sample.name for sample in found}) == len(found) > 25
    for sample in found:
        assert sample.puzzles
        assert len({puzzle.layout.size for puzzle in sample.puzzles}) == 1


def test_measuring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tiny = [Puzzle.empty(latin(2)), Puzzle.empty(latin(2))]
    monkeypatch.setattr(
        choices, "samples", lambda: iter([Sample("tiny", tiny), Sample("long", [Puzzle.empty(PIGEONS)])])
    )
    done: list[tuple[str, str]] = []
    quick, slow = measure(("reference", "no-such-family"), 0.2, lambda *what: done.append(what))
    assert done == [("tiny", "reference"), ("long", "reference")]
    assert not any(map(isinf, quick.backends["reference"]))
    assert [isinf(seconds) for seconds in slow.backends["reference"]] == [False, True, True, True]
    monkeypatch.setattr(choices, "BACKENDS", ("reference",))
    monkeypatch.setattr(choices, "samples", lambda: iter([Sample("tiny", tiny)]))
    table = tmp_path / "table.tsv"
    assert run("--measure", str(table)).exit_code == 0
    (case,) = read_table(table.read_text().splitlines())
    assert (case.name, case.features.values) == ("tiny", 2)


@pytest.mark.parametrize("side", [2, 3, 4, 7])
def test_pattern_grids_keep_the_rules(side: int) -> None:
    puzzle = pattern_puzzle(side, 0.5, seed=3)
    assert len(puzzle.givens) == round(0.5 * side**4)
    grids = [pattern_grid(puzzle.layout, random.Random(seed)) for seed in (3, 3, 4)]
    assert is_solution(grids[0], puzzle)
    assert grids[0] == grids[1] != grids[2]
