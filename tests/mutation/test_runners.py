"""The runners of this folder; `make faults` plants all faults, `make mutation` runs mutants."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resource", reason="the runner limits the memory of processes, which needs POSIX")

NEUTRAL = "count is written otherwise\n- return len(self.cells)\n+ return len(tuple(self.cells))\n"
CRASHING = "- return len(self.cells)\n+ __import__('os').abort()\n"


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parent)
    return import_module("plant_faults")


def test_all_entries_fit_the_code(runner: Any) -> None:
    faults = list(runner.read(runner.CATALOGUE))
    assert list(runner.misfits(faults)) == []
    assert len(faults) >= 201


def test_the_modules_that_are_mutated_exist(runner: Any) -> None:
    cosmic_ray = import_module("run_cosmic_ray")
    modules = [module for part in cosmic_ray.CORE for module in cosmic_ray.modules_in(part)]
    assert all((runner.ROOT / module).is_file() for module in modules)
    assert len(set(modules)) == len(modules) > len(cosmic_ray.CORE)


@pytest.mark.long
def test_faults_that_are_caught_and_those_that_are_not(
    runner: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No test ends within the limit here, but for the time that the unchanged copy takes."""
    monkeypatch.setattr(runner, "SECONDS", 0.001)
    entries = [
        NEUTRAL,
        "a fault that fails a test\n- return len(self.cells)\n+ return 0\n",
        "a fault without end\n- return len(self.cells)\n+ while True: pass\n",
        f"an expected crash\n{CRASHING}may: crash\n",
        f"an unexpected crash\n{CRASHING}",
        f"a fault of a missing package\n{CRASHING}needs: no_such_package\n",
    ]
    tests = "[reference/model/rules.py]\ntests: reference/model/test_unit_and_layout.py\n"
    (tmp_path / "faults.txt").write_text("\n".join([tests, *entries]))
    assert not runner.plant_all(list(runner.read(tmp_path)), jobs=1)
    output = capsys.readouterr().out
    lines = [line[9:] for line in output.splitlines()]
    assert lines[0] == "count is written otherwise: NOT CAUGHT: no test failed"
    assert lines[1].startswith("a fault that fails a test: reference/model/test_unit_and_layout.py::")
    assert lines[2].startswith("a fault without end: NOT CAUGHT: the tests did not end within")
    assert lines[3:6] == [
        "an expected crash: the tests were ended by signal 6",
        "an unexpected crash: NOT CAUGHT: the tests were ended by signal 6",
        "a fault of a missing package: not planted: no_such_package not installed",
    ]
    assert "2 of 5 faults caught, 1 not planted" in output
