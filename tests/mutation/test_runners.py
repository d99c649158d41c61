"""The two runners of this folder; `make faults` plants all faults, `make mutation` runs all mutants."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="the runner limits the memory of processes, which needs POSIX")
FOLDER = Path(__file__).parent

NEUTRAL = "count is written otherwise\n- return len(self.cells)\n+ return len(tuple(self.cells))\n"
CRASHING = "- return len(self.cells)\n+ __import__('os').abort()\n"


def plant(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return ran("plant_faults.py", *arguments)


def ran(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, FOLDER / script, *arguments], capture_output=True, text=True, check=False)


def catalogue(folder: Path, *entries: str) -> Path:
    (folder / "faults.txt").write_text(
        "[reference/unit.py]\ntests: unit/test_unit_and_layout.py\n\n" + "\n".join(entries)
    )
    return folder


def test_all_entries_fit_the_code() -> None:
    listed = plant("--list")
    assert listed.returncode == 0, listed.stdout + listed.stderr
    assert len(listed.stdout.splitlines()) >= 201


def test_a_sample_is_caught() -> None:
    planted = plant("--every", "100", "--jobs", "1")
    assert planted.returncode == 0, planted.stdout + planted.stderr


def test_faults_that_are_not_caught(tmp_path: Path) -> None:
    entries = [
        NEUTRAL,
        f"an expected crash\n{CRASHING}may: crash\n",
        f"an unexpected crash\n{CRASHING}",
        f"a fault of a missing package\n{CRASHING}needs: no_such_package\n",
    ]
    planted = plant("--jobs", "1", "--catalogue", catalogue(tmp_path, *entries))
    assert planted.returncode == 1
    lines = [line[9:] for line in planted.stdout.splitlines()]
    assert lines[:4] == [
        "count is written otherwise: NOT CAUGHT: no test failed",
        "an expected crash: the tests were ended by signal 6",
        "an unexpected crash: NOT CAUGHT: the tests were ended by signal 6",
        "a fault of a missing package: not planted: no_such_package not installed",
    ]
    assert "1 of 3 faults caught, 1 not planted; the 1 tests pass on the unchanged copy" in planted.stdout


def test_slow_tests_get_the_time_that_they_take_without_the_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No test ends within the limit here, but for the time that the unchanged copy takes."""
    monkeypatch.syspath_prepend(FOLDER)
    runner = import_module("plant_faults")
    monkeypatch.setattr(runner, "SECONDS", 0.001)
    entries = [
        "a fault that fails a test\n- return len(self.cells)\n+ return 0\n",
        "a fault without end\n- return len(self.cells)\n+ while True: pass\n",
    ]
    assert not runner.plant_all(list(runner.read(catalogue(tmp_path, *entries))), jobs=1)
    lines = capsys.readouterr().out.splitlines()
    assert "a fault that fails a test: unit/test_unit_and_layout.py::" in lines[0]
    assert "a fault without end: NOT CAUGHT: the tests did not end within" in lines[1]
    assert lines[-1].startswith("1 of 2 faults caught")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("no such text\n- return len(self.faces)\n+ pass\n", "contains 'return len(self.faces)' 0 times, not once"),
        ("no code\n- return len(self.cells)\n+ return (\n", "no code: '(' was never closed"),
        ("no test\n- return len(self.cells)\ntests: unit/test_nothing.py\n", "there is no test unit/test_nothing.py"),
        (
            "no function\n- return len(self.cells)\ntests: unit/test_text.py::test_x\n",
            "there is no test unit/test_text.py",
        ),
        (f"{NEUTRAL}\n{NEUTRAL}", "the name occurs more than once"),
    ],
    ids=["text", "syntax", "file of tests", "test", "name"],
)
def test_entries_that_do_not_fit(entry: str, message: str, tmp_path: Path) -> None:
    planted = plant("--catalogue", catalogue(tmp_path, entry))
    assert planted.returncode == 1
    assert message in planted.stderr


def test_settings_that_are_not_understood(tmp_path: Path) -> None:
    planted = plant("--catalogue", catalogue(tmp_path, f"{NEUTRAL}may: sleep\n"))
    assert planted.returncode == 1
    assert "faults.txt: count is written otherwise" in planted.stderr
    assert plant("--only", "no such fault").returncode == 1


def test_modules_and_tests_of_all_groups_of_mutants_exist() -> None:
    listed = ran("run_cosmic_ray.py", "--list")
    assert listed.returncode == 0, listed.stderr
    assert "rows: encoders/linear/" in listed.stdout
