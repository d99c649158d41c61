"""Drawn puzzles without end: `unitdoku check --random`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import commands
import pytest
from bad import bad as bad
from click.testing import Result

from unitdoku.compare.cross_check.random_cases import CASE_KINDS, RandomCases, case_of
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES

ROUND = len(CASE_KINDS) * len(Kind)


def run(*arguments: str) -> Result:
    return commands.run("check", "--random", *arguments)


def test_a_case_is_drawn_from_seed_and_number_alone() -> None:
    for number in (0, 7, 50, 100):
        assert case_of(1, number) == case_of(1, number)
    assert [case_of(1, number) for number in range(30)] != [case_of(2, number) for number in range(30)]


def test_every_combination_comes_in_its_turn() -> None:
    seen = Counter((case.layout_kind, case.kind) for case in (case_of(0, number) for number in range(2 * ROUND)))
    assert set(seen) == {(layout, kind) for layout, kinds in CASE_KINDS.items() for kind in kinds}
    assert set(RULE_RECIPES) < set(CASE_KINDS)
    assert all(count == (4 if layout in RULE_RECIPES else 2) for (layout, _), count in seen.items())


def test_the_cases_go_on_from_a_number() -> None:
    cases = RandomCases(3)
    first = list(islice(cases, 20))
    for answered in (3, 3, 8):
        cases.note_answered(answered)
    assert (cases.layouts.total(), cases.kinds.total()) == (8, 8)
    assert list(islice(RandomCases(3, cases.following), 12)) == first[8:]


@pytest.mark.usefixtures("bad")
def test_a_finding_ends_the_check_and_its_case_is_asked_again(here: Path) -> None:
    options = ("--backends", "reference,bad:says-none", "--stop-after", "1", "--jobs", "1")
    result = run(*options, "--seed", "1", "--json")
    assert result.exit_code == 1, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    finding, drawn = (next(line for line in lines if line["type"] == what) for what in ("finding", "random"))
    number = finding["place"].split()[1]
    assert f"case {number} of seed 1" in finding["place"]
    assert drawn["following"] == int(number) + 1
    assert sum(drawn["layouts"].values()) == sum(drawn["puzzles"].values())
    assert [path.name for path in Path("unitdoku-findings").iterdir()] == ["0001-wrong-bad-says-none"]
    again = run(*options, "--seed", "1", "--from", number, "--no-bundles")
    assert again.exit_code == 1
    assert f"at case {number} of seed 1" in again.stdout
    assert f"--from {int(number) + 1}" in again.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_it_with_the_number_to_go_on_from(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "unitdoku", "check", "--random", "--backends", "reference,reference:twins"]
    process = subprocess.Popen(
        [*command, "--json", "--stop-after", "1"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        # It has begun once its workers run.
        while not Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            assert process.poll() is None
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    lines = [json.loads(line) for line in output.splitlines()]
    assert [line["type"] for line in lines] == ["backend", "backend", "check", "random"]
    assert lines[2]["interrupted"]
    assert lines[2]["puzzles"] == sum(lines[3]["layouts"].values()) <= lines[3]["following"]
