"""The catalogue of faults, a few of which are planted here; `unitdoku faults` plants them all."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from unitdoku.command.main import main
from unitdoku.compare.faults.catalogue import FAULTS, PARTS
from unitdoku.compare.faults.hunt import hunt, unchanged


def test_the_catalogue() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert all(PARTS.values())
    # Redundant clauses: no answer shows them.
    assert any(not fault.shows_in_answers for fault in FAULTS)


@pytest.mark.parametrize("part", PARTS)
def test_some_of_each_part_are_caught(part: str) -> None:
    outcomes = list(hunt(PARTS[part][::7], seed=4))
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert outcomes[-1].fault is None


@pytest.mark.long
def test_all_are_caught_and_nothing_else() -> None:
    assert [outcome for outcome in hunt(seed=5) if not outcome.good] == []
    assert [outcome for outcome in unchanged(seeds=range(20)) if not outcome.good] == []


def test_the_command() -> None:
    runner = CliRunner()
    result = runner.invoke(main, ["faults", "--only", "diagonal", "--json"])
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(line["good"] for line in lines)
    assert lines[-1]["fault"] is None
    assert "FLAGGED" not in runner.invoke(main, ["faults", "--only", "diagonal", "--clean", "1"]).stdout
    assert runner.invoke(main, ["faults", "--only", "no such fault"]).exit_code == 2
    assert "anti-diagonal" in runner.invoke(main, ["faults", "--list"]).stdout
