"""`unitdoku backends --check`: what works, what is missing, and a backend that does not work."""

from __future__ import annotations

import importlib.metadata
import json
from functools import partial

import pytest
from click.testing import Result
from commands import run

from unitdoku.compare.cross_check import cross_check as installation
from unitdoku.compare.cross_check.cross_check import try_backends
from unitdoku.encoders.naming.listing import Listing
from unitdoku.reference.contract.capabilities import Capabilities
from unitdoku.reference.contract.errors import install_advice


def ran(*arguments: str) -> Result:
    return run("backends", "--check", *arguments, env={"COLUMNS": "80"})


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Listing]:
    """Lists the reference solver alone: to list all takes seconds."""
    found = [Listing("reference", "unitdoku", None, None, Capabilities())]
    monkeypatch.setattr(installation, "backends", lambda: found)
    return found


def test_a_working_installation(few: list[Listing]) -> None:
    few.append(Listing("sat:SOLVER", "python-sat", None, install_advice("sat"), Capabilities()))
    result = ran()
    assert result.exit_code == 0, result.output
    reference, sat = (line.split() for line in result.stdout.splitlines() if line.startswith(("reference", "sat")))
    assert reference[3] == "solved"
    assert sat[3:6] == ["pip", "install", "'unitdoku[sat]'"]
    assert "In a checkout, pip install '.[EXTRA]' installs an extra." in result.stdout
    assert result.stdout.splitlines()[-1] == "All 1 installed backends solve the puzzle."
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_backend_with_nonsense_for_an_answer_fails_and_the_others_are_tried(few: list[Listing]) -> None:
    few.insert(0, Listing("python:builtins:len", "unitdoku", None, None, Capabilities()))
    assert [one.problem is None for one in try_backends()] == [False, True]


def test_a_backend_that_is_not_in_time_fails(few: list[Listing], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "try_backends", partial(try_backends, 0.0))
    result = ran()
    assert result.exit_code == 1
    assert "FAILED: not settled in time" in result.stdout
    assert "1 of 1 backends FAIL: reference." in result.stdout


def test_json_has_it_all(few: list[Listing]) -> None:
    found = json.loads(ran("--json").stdout)
    assert found["unitdoku"] == importlib.metadata.version("unitdoku")
    assert found["kernel"].keys() == {"missing", "levels"}
    (tried,) = found["backends"]
    assert (tried["name"], tried["problem"], tried["installed"]) == ("reference", None, True)
