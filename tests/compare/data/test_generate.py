"""Generated puzzles: what is asked for, the same for a seed everywhere, and files that are whole."""

from __future__ import annotations

import csv
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np
from commands import run
from corpora import JIGSAW

from unitdoku import OptionError, PuzzleError, Unsupported, find_backend, is_solution, solve
from unitdoku.compare.data.generate import KINDS, generate
from unitdoku.compare.data.lockstep import Lockstep
from unitdoku.compare.data.rate import rate
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES
from unitdoku.io import PuzzleEntry, read_puzzles
from unitdoku.layouts import killer, layout_named
from unitdoku.reference.native import loading

pytestmark = pytest.mark.skipif(not loading.available_levels(), reason="the kernel was not compiled")

LAYOUTS = ("classic", "diagonal", "windoku", "classic:2x3", "latin:5", f"jigsaw:{JIGSAW}", "classic:16", "samurai")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_puzzles_have_one_solution_which_is_stated(layout: str) -> None:
    made = list(generate(layout, 20, seed=3))
    assert [entry.line for entry in made] == list(range(1, 21))
    assert len({entry.puzzle for entry in made}) == 20
    with find_backend("native").open(layout_named(layout)) as session:
        for entry in made:
            assert entry.puzzle is not None
            result = session.solve(entry.puzzle, 2)
            assert (result.unique, result.solutions) == (True, (entry.solution,))
            assert is_solution(entry.solution, entry.puzzle)


def test_levels_are_those_asked_for(tmp_path: Path) -> None:
    made = list(generate(count=10, minimal=True, levels=(2, 3), kinds=("unique", "none")))
    assert {rate(entry.puzzle).level for entry in made if entry.name == "unique"} == {2, 3}
    assert run("generate", "--count", "5", "--level", "2", "-o", path := tmp_path / "two.csv").exit_code == 0
    assert {row["level"] for row in csv.DictReader(path.read_text().splitlines())} == {"2"}
    with pytest.raises(OptionError, match="from 1 to 5"):
        generate(levels=6)


def test_every_given_of_a_minimal_puzzle_is_needed() -> None:
    for entry in generate(count=20, minimal=True, givens=(24, 25)):
        assert entry.puzzle is not None
        assert len(entry.puzzle.givens) in (24, 25)
        assert solve(entry.puzzle, "reference", limit=2).unique
        for cell in entry.puzzle.givens:
            assert len(solve(entry.puzzle.opened([cell]), "reference", limit=2)) == 2


@pytest.mark.parametrize(("givens", "expected"), [((24, 27), range(24, 28)), (30, [30]), ((81, 81), [81])])
def test_numbers_of_givens(givens: int | tuple[int, int], expected: range | list[int]) -> None:
    found = Counter(len(entry.puzzle.givens) for entry in generate(count=300, givens=givens) if entry.puzzle)
    assert set(found) == set(expected)
    assert min(found.values()) > 300 // len(expected) // 3


def keep_kind_true(entry: PuzzleEntry, backend: str) -> None:
    assert entry.puzzle is not None
    found = solve(entry.puzzle, backend, limit=2).solutions
    assert len(found) == {"unique": 1, "several": 2, "none": 0}[entry.name or ""]
    assert (entry.solution is None) == (entry.name == "none")
    assert entry.solution is None or (entry.puzzle and is_solution(entry.solution, entry.puzzle))


@pytest.mark.parametrize("layout", ["classic:4", "classic", "latin:6"])
def test_kinds_take_turns(layout: str) -> None:
    made = list(generate(layout, 60, kinds=KINDS))
    assert [entry.name for entry in made[:3]] == list(KINDS)
    for entry in made:
        keep_kind_true(entry, "reference")


@pytest.mark.parametrize(
    ("rules", "layout"),
    [*product(RULE_RECIPES, ["classic:4", "diagonal", "classic"]), ("futoshiki", "latin:3"), ("mixed", "latin:2")],
)
def test_kinds_of_puzzles_with_rules(rules: str, layout: str) -> None:
    for seed, kind in product((3, 4), KINDS):
        for entry in generate(layout, 4, seed=seed, rules=rules, kinds=[kind]):
            assert entry.name == kind
            keep_kind_true(entry, "auto")
            if entry.puzzle and rules in ("killer", "thermometers", "mixed"):
                assert {*layout_named(layout).units} <= {*entry.puzzle.layout.units}


def test_a_seed_fixes_the_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    for layout, kinds in (("classic", ["unique"]), ("classic:16", ["unique"]), ("classic:4", ["several", "none"])):
        first = list(generate(layout, 40, seed=7, kinds=kinds))
        with ThreadPoolExecutor(3) as executor:
            assert list(generate(layout, 40, seed=7, kinds=kinds, executor=executor)) == first
        assert list(islice(generate(layout, seed=7, kinds=kinds), 40)) == first
        assert list(generate(layout, 40, seed=8, kinds=kinds)) != first
        for level in loading.available_levels():
            monkeypatch.setenv(loading.FORCE, level)
            assert list(generate(layout, 40, seed=7, kinds=kinds)) == first
        monkeypatch.delenv(loading.FORCE)


def test_what_a_seed_makes_is_always_the_same() -> None:
    # A change here makes other puzzles of a seed that users have written down.
    entries = [entry for layout in ("classic:4", "classic") for entry in generate(layout, 20, seed=1, minimal=True)]
    text = "".join(str(entry.puzzle.values) for entry in entries if entry.puzzle)
    assert sha256(text.encode()).hexdigest()[:16] == "65ed431c9563e41b"


def test_all_grids_of_4x4_are_drawn() -> None:
    grids = Lockstep(layout_named("classic:4"), (5,)).grids(28_800)
    _, counts = np.unique(grids, axis=0, return_counts=True)
    assert len(counts) == 288
    assert 40 < counts.min() < counts.max() < 200


def test_no_more_puzzles_than_there_are() -> None:
    with pytest.raises(PuzzleError, match="288"):
        list(generate("classic:4", 300, givens=16))
    for rules, said in ((None, "too rare"), ("futoshiki", "one solution is left")):
        with pytest.raises(PuzzleError, match=said):
            list(generate("latin:1", 1, kinds=["several"], rules=rules))


def test_requests_that_cannot_be_met() -> None:
    options: list[dict[str, Any]] = [
        *({"givens": (30, 20)}, {"givens": 82}, {"kinds": ["uniqe"]}, {"kinds": []}, {"count": -1}, {"seed": -1}),
        *({"rules": "sudoku"}, {"rules": "killer", "minimal": True}),
    ]
    for wrong in options:
        with pytest.raises(OptionError):
            generate(**wrong)
    with pytest.raises(PuzzleError):
        generate(givens=16)
    with pytest.raises(Unsupported):
        generate(killer([("A1 A2", 3)]))


class TestTheCommand:
    def test_a_table_on_standard_output(self) -> None:
        shown = run("generate", "--count", "3", "--layout", "classic:4")
        assert shown.exit_code == 0
        expected = ["".join(map(str, entry.solution or ())) for entry in generate("classic:4", 3)]
        assert [row["solution"] for row in csv.DictReader(shown.stdout.splitlines())] == expected

    @pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
    def test_files_are_read_again(self, ending: str, tmp_path: Path) -> None:
        if ending == "parquet":
            pytest.importorskip("pyarrow")
        path = tmp_path / f"puzzles.{ending}"
        options = ("--layout", "diagonal", "--count", "30", "--kind", "unique", "--kind", "several", "-o", path)
        assert run("generate", *options).exit_code == 0
        made = generate("diagonal", 30, kinds=["unique", "several"])
        assert [each.puzzle for each in read_puzzles(path, layout_named("diagonal"))] == [each.puzzle for each in made]
        manifest = json.loads((tmp_path / f"puzzles.{ending}.manifest.json").read_text())
        assert manifest["sha256"] == sha256(path.read_bytes()).hexdigest()
        assert (manifest["puzzles"], manifest["kinds"]) == (30, {"several": 15, "unique": 15})
        assert manifest["complete"] is True

    def test_rules_are_in_json_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "killers.jsonl"
        assert run("generate", "--rules", "killer", "--count", "3", "-o", path).exit_code == 0
        made = generate(count=3, rules="killer")
        assert [entry.puzzle for entry in read_puzzles(path)] == [entry.puzzle for entry in made]
        assert run("generate", "--rules", "killer", "-o", tmp_path / "killers.csv").exit_code == 2

    def test_processes_and_the_rest_of_a_file(self, tmp_path: Path) -> None:
        whole, parallel, rest = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "c.csv"
        assert run("generate", "--count", "3000", "-o", whole).exit_code == 0
        assert run("generate", "--count", "3000", "--processes", "2", "-o", parallel).exit_code == 0
        assert run("generate", "--count", "1500", "--from", "1500", "-o", rest).exit_code == 0
        assert whole.read_text() == parallel.read_text()
        lines = whole.read_text().splitlines()
        assert rest.read_text().splitlines() == [lines[0], *lines[1501:]]

    def test_the_time_limit_leaves_a_whole_file(self, tmp_path: Path) -> None:
        path = tmp_path / "puzzles.csv"
        assert run("generate", "--count", "1000000", "--seconds", "0.1", "-o", path).exit_code == 3
        manifest = json.loads((tmp_path / "puzzles.csv.manifest.json").read_text())
        assert manifest["complete"] is False
        assert manifest["puzzles"] == len(path.read_text().splitlines()) - 1 < 1000000

    def test_bad_usage(self, tmp_path: Path) -> None:
        for words in (
            *(("--givens", givens) for givens in ("x", "24-", "16")),
            *(("--level", "2", "--most-level", "2"), ("--most-level", "2")),
            *(("-o", str(tmp_path / name)) for name in ("a.txt", "no/a.csv")),
        ):
            assert run("generate", "--count", "5", *words).exit_code == 2
        assert list(tmp_path.iterdir()) == []

    def test_a_manifest_that_cannot_be_written_leaves_the_old_file(self, tmp_path: Path) -> None:
        path, beside = tmp_path / "puzzles.csv", tmp_path / "puzzles.csv.manifest.json"
        path.write_text("old")
        beside.mkdir()
        refused = run("generate", "--layout", "classic:4", "--count", "2", "-o", path)
        assert (refused.exit_code, str(beside) in refused.stderr) == (2, True)
        assert (path.read_text(), sorted(tmp_path.iterdir())) == ("old", [path, beside])
        beside.rmdir()
        assert run("generate", "--layout", "classic:4", "--count", "2", "-o", path).exit_code == 0
        assert json.loads(beside.read_text())["sha256"] == sha256(path.read_bytes()).hexdigest()

    def test_an_interrupted_command_leaves_no_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("unitdoku.compare.data.written.columns_of", interrupted)
        assert run("generate", "-o", tmp_path / "puzzles.csv").exit_code == 130
        assert list(tmp_path.iterdir()) == []
