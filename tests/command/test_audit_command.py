"""`unitdoku audit`: options, exit status, and a table in 80 columns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import run, run_without
from corpora import DATA
from places import ROOT

UNIQUE, GRID = "1234340021434001", "1234341221434321"


def test_a_published_set_in_a_table_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)
    result = run("audit", "d1_test_4x4.csv", "--layout", "classic:4")
    assert result.stdout in (ROOT / "docs/data-sets.md").read_text()
    assert (result.exit_code, result.stderr) == (1, "")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_splits_json_and_markdown(here: Path) -> None:
    Path("a.csv").write_text(f"puzzle,solution\n{UNIQUE},{GRID}\n")
    Path("b.csv").write_text(f"puzzle,solution\n0{UNIQUE[1:]},{GRID}\n")
    words = ("audit", "--layout", "classic:4", "--no-equivalence")
    good = run(*words, "--split", "train=a.csv", "--split", "train=b.csv", "--json")
    assert good.exit_code == 0
    (part,) = json.loads(good.stdout)["parts"]
    assert (part["name"], part["files"], part["counts"]["right"]) == ("train", ["a.csv", "b.csv"], 2)
    result = run(*words, "--split", "train=a.csv", "a.csv", "--markdown")
    assert result.exit_code == 1
    assert result.stdout.startswith("|  | train | % | a.csv | % |\n")
    assert "| in another part | 1 | 100.0 | 1 | 100.0 |" in result.stdout
    assert run(*words, "-", text=Path("a.csv").read_text()).exit_code == 0
    assert run(*words, "b.csv", "--seconds", "0", "--backend", "reference").exit_code == 3


def test_json_lines_state_solutions_and_files_of_one_name_are_apart(here: Path) -> None:
    Path("a.jsonl").write_text(json.dumps({"puzzle": UNIQUE, "solution": GRID.replace("12", "21")}) + "\n")
    result = run("audit", "--layout", "classic:4", "a.jsonl", "--json")
    assert [part["lines"]["wrong"] for part in json.loads(result.stdout)["parts"]] == [{"a.jsonl": [1]}]
    Path("train").mkdir()
    Path("train/a.jsonl").write_text(Path("a.jsonl").read_text())
    for files in (("train/a.jsonl", "a.jsonl"), ("a.jsonl", "train/a.jsonl"), ("a.jsonl", "a.jsonl")):
        parts = json.loads(run("audit", "--layout", "classic:4", *files, "--json").stdout)["parts"]
        assert [part["counts"]["shared"] for part in parts] == [1, 1]
    words = ("generate", "--rules", "killer", "--layout", "classic:4", "--count", "2")
    assert run(*words, "-o", "killers.jsonl").exit_code == 0
    rated = run("audit", "killers.jsonl", "--rate", "--json")
    assert (rated.exit_code, json.loads(rated.stdout)["parts"][0]["counts"]["right"]) == (0, 2)


def test_bad_input_is_said(here: Path) -> None:
    Path("empty.csv").write_text("")
    Path("names.csv").write_text(f"start,end\n{UNIQUE * 5}.,1\n")
    Path("four.txt").write_text(f"{UNIQUE}\n")
    for name, said in (("empty.csv", "empty.csv holds no puzzle that could be read"), ("four.txt", "classic:4")):
        result = run("audit", name)
        assert (result.exit_code, result.stderr) == (1, "")
        assert said in " ".join(result.stdout.split())
    result = run("audit", "names.csv")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "names.csv: no column is named puzzle: there are 'start', 'end'" in result.stderr


@pytest.mark.parametrize(
    ("package", "option"), [("numpy", "--rate"), ("igraph", "--equivalence"), ("igraph", "--classes")]
)
def test_a_missing_package_is_named(package: str, option: str) -> None:
    status, said = run_without(package, "audit", DATA / "d1_test_4x4.csv", "--layout", "classic:4", option)
    assert status == 2
    assert f"{package} is missing" in said
    assert "pip install 'unitdoku[data]' (in a checkout: pip install '.[data]')" in said


def test_without_igraph_all_but_equivalence_is_judged() -> None:
    status, said = run_without("igraph", "audit", DATA / "d1_test_4x4.csv", "--layout", "classic:4")
    assert (status, "124" in said) == (1, True)
    assert "compared only with identical ones: igraph is missing" in said
