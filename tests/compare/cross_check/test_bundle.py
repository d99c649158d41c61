"""A finding that is shrunk and written to a folder is shown again by the command and the test in that folder."""

from __future__ import annotations

import ast
import errno
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from bad import bad as bad
from commands import run

from unitdoku import Puzzle, Result, classic, latin, read_puzzles
from unitdoku.check import Disagreement, Finding, FindingKind, cross_check
from unitdoku.compare.cross_check.asking import CheckLimits
from unitdoku.compare.cross_check.bundle import write_bundle
from unitdoku.compare.cross_check.shrink import Shrunk, ShrunkFinding, shrink_finding
from unitdoku.compare.generators.kinds import Drawn, Kind
from unitdoku.encoders.naming.sessions import by_name

LAYOUT = classic(4)
PUZZLES = [
    Puzzle.from_givens({"A1": 1, "B3": 3}, LAYOUT),
    Puzzle.from_givens({"A1": 1, "C2": 4, "D4": 2}, LAYOUT),
    Puzzle.from_givens({"A1": 1, "D2": 2, "D4": 3}, LAYOUT),
    Puzzle.from_givens({"A2": 2, "D1": 3}, LAYOUT),
]
LIMITS = CheckLimits(limit=2, seconds=0.5, memory=800 << 20)


def bundles_of_a_check(backend: str, folder: Path, seconds: float | None = LIMITS.seconds) -> list[Path]:
    backends = ["reference", backend]
    return paths(cross_check(PUZZLES, backends, 2, seconds, memory=LIMITS.memory, jobs=1, bundles=folder).bundles)


def about(folder: Path) -> str:
    return (folder / "test_finding.py").read_text()


def facts(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "report.json").read_text())  # type: ignore[no-any-return]


def paths(bundles: Iterable[tuple[Finding, Path | OSError]]) -> list[Path]:
    return [path for _, path in bundles if isinstance(path, Path)]


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("breaks-rules", "wrong"),
        ("garbage", "invalid"),
        ("says-unique", "wrong"),
        # Twenty times until it is late.
        pytest.param("sleeps", "timed out", marks=pytest.mark.long),
    ],
)
def test_a_bundle_shows_it_again(name: str, kind: str, tmp_path: Path) -> None:
    (folder,) = bundles_of_a_check(f"bad:{name}", tmp_path / "found")
    assert folder.name == f"0001-{kind.replace(' ', '-')}-bad-{name}"
    report = facts(folder)
    assert (report["finding"]["class"], report["reproduced"], report["minimal"]) == (kind, True, True)
    assert report["original"]["results"]["reference"]["verdict"] == "SAT"
    assert report["versions"]["unitdoku"]
    (entry,) = read_puzzles((folder / "puzzle.jsonl").read_text().splitlines(), classic())
    assert entry.puzzle is not None
    # One given is left; a cell of a layout with one value counts as given, but not as restricted.
    assert len(entry.puzzle.restricted_cells) + (entry.puzzle.layout.size == 1) == 1
    (original,) = read_puzzles([json.dumps(report["original"])])
    assert original.puzzle in PUZZLES
    assert {file.name for file in folder.iterdir()} == {"puzzle.jsonl", "report.json", "test_finding.py"}
    assert report["command"] in about(folder)
    shown_again(report, folder, f"  {kind}  bad:{name} ")


def shown_again(report: dict[str, Any], folder: Path, said: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        again = run(*shlex.split(report["command"])[1:])
    assert again.exit_code == 1, again.output
    assert said in again.stdout


@pytest.mark.usefixtures("bad")
def test_puzzles_before_it_that_a_finding_needs_are_written(tmp_path: Path) -> None:
    (folder,) = bundles_of_a_check("bad:remembers", tmp_path)
    report = facts(folder)
    assert (report["finding"]["way"], report["reproduced"], report["minimal"]) == ("says none", True, True)
    assert len((folder / "puzzle.jsonl").read_text().splitlines()) == 3
    shown_again(report, folder, "puzzle.jsonl: line 3")


@pytest.mark.usefixtures("bad")
def test_only_the_first_of_its_kind_is_written(tmp_path: Path) -> None:
    assert len(bundles_of_a_check("bad:says-none", tmp_path)) == 1
    assert [path.name[:4] for path in bundles_of_a_check("bad:says-none", tmp_path)] == ["0002"]


@pytest.mark.usefixtures("bad")
def test_a_finding_that_is_not_seen_again_is_not_shrunk(tmp_path: Path) -> None:
    report = cross_check(PUZZLES[1:2], ["reference", "bad:says-none"], memory=None)
    (found,) = report.disagreements
    # Another backend failed.
    finding = found.findings[0]._replace(backend="reference:twins")
    case = shrink_finding(finding, found, PUZZLES[:1], by_name(["reference", "reference:twins"]), LIMITS)
    assert (case.shrunk.reproduced, case.shrunk.puzzles[-1]) == (False, PUZZLES[1])
    assert facts(write_bundle(case, tmp_path))["reproduced"] is False
    assert finding.kind is FindingKind.WRONG


@pytest.mark.usefixtures("bad")
def test_a_bundle_has_all_limits_of_the_check(tmp_path: Path) -> None:
    backends = ["reference", "bad:says-none"]
    report = cross_check(PUZZLES[1:2], backends, memory=None, setup_seconds=70, bundles=tmp_path)
    (folder,) = paths(report.bundles)
    assert "limit=2, seconds=None, memory=None, setup_seconds=70, jobs=1" in about(folder)


def test_a_known_answer_that_is_refuted_is_not_shrunk(tmp_path: Path) -> None:
    # The known answer is no backend that could be asked again.
    claim = Drawn(Puzzle.empty(latin(2)), Kind.SATISFIABLE, Result(((1, 2, 2, 1),), True), "made up")
    (folder,) = paths(cross_check([claim], ["reference"], isolated=False, bundles=tmp_path).bundles)
    report = facts(folder)
    assert (report["finding"]["backend"], report["finding"]["against"]) == ("construction", "reference")
    assert report["results"]["construction"]["solutions"] == [[1, 2, 2, 1]]


PUZZLE = Puzzle.from_givens({"D4": 1}, LAYOUT)


def against_the_known_answer(accused: str, backends: list[str]) -> ShrunkFinding:
    finding = Finding(FindingKind.WRONG, accused, "says unique", "made up", "construction")
    return shrink_finding(finding, Disagreement(PUZZLE, {}, [finding], {}), [], by_name(backends), LIMITS, seconds=20)


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize(
    ("accused", "backends", "witness"),
    [
        ("bad:says-unique", ["bad:says-unique"], "reference"),
        ("reference", ["reference", "reference:twins", "sat:minisat22"], "sat:minisat22"),
        ("reference", ["reference"], "reference:twins"),
        ("reference:twins", ["reference:twins"], "reference"),
        ("sat:minisat22", ["reference:twins", "sat:minisat22"], "reference"),
    ],
)
def test_a_backend_replaces_the_known_answer(accused: str, backends: list[str], witness: str) -> None:
    case = against_the_known_answer(accused, backends)
    assert [*case.backends] == [accused, witness]
    assert case.shrunk.reproduced == accused.startswith("bad:")


def case_of(finding: Finding) -> ShrunkFinding:
    """A case as if the finding had been shrunk."""
    found = Disagreement(PUZZLE, {}, [finding], {})
    return ShrunkFinding(finding, found, LIMITS, by_name([finding.backend]), Shrunk((PUZZLE,), True, True, 1), {})


def test_the_test_of_a_finding_is_python_for_any_text(tmp_path: Path) -> None:
    finding = Finding(FindingKind.CRASHED, "native", "way", "made up")
    for text in ('cannot open C:\\Users\\N.txt "', "ends in \\", "two\nlines", 'quotes """'):
        case = case_of(finding._replace(text=text))
        tree = ast.parse((write_bundle(case, tmp_path) / "test_finding.py").read_text())
        assert text in (ast.get_docstring(tree, clean=False) or "")


def test_the_bundle_of_a_program_keeps_the_layout(tmp_path: Path) -> None:
    program = tmp_path / "says_none.py"
    program.write_text("print('UNSAT')")
    (folder,) = bundles_of_a_check(f"program:{sys.executable} {program} {{puzzle}}", tmp_path / "found", 30)
    report = facts(folder)
    (entry,) = read_puzzles((folder / "puzzle.jsonl").read_text().splitlines(), classic())
    assert entry.puzzle == Puzzle.empty(LAYOUT)
    assert "--solver" in report["command"]
    shown_again(report, folder, "says that there is no solution")


@pytest.mark.usefixtures("bad")
def test_a_bundle_that_cannot_be_written_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("unitdoku.compare.cross_check.cross_check.write_bundle", disk_full)
    report = cross_check(PUZZLES[1:2], ["reference", "bad:says-none"], bundles=tmp_path)
    ((finding, error),) = report.bundles
    assert (finding.backend, isinstance(error, OSError)) == ("bad:says-none", True)


def its_test_fails(bundle: Path, folder: Path, said: str = "says that there is no solution") -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(bundle / "test_finding.py")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, said in " ".join(done.stdout.split())) == (1, True), done.stdout


def test_the_test_of_a_bundle_fails_where_the_check_ran(here: Path) -> None:
    (here / "liar.py").write_text("print('UNSAT')\n")
    program = f"program:{sys.executable} liar.py"
    (bundle,) = paths(cross_check(PUZZLES, ["reference", program], 1, 20, jobs=1, bundles="found").bundles)
    assert str(here) not in "".join(file.read_text() for file in bundle.iterdir())
    its_test_fails(bundle, here)


def test_the_test_of_a_bundle_takes_the_object_of_the_check(tmp_path: Path) -> None:
    report = cross_check(PUZZLES, ["reference", lambda puzzle: None], 1, jobs=1, bundles=tmp_path / "found")
    (bundle,) = paths(report.bundles)
    its_test_fails(bundle, tmp_path, "a backend is a name")
    named = about(bundle).replace("[None", "[lambda puzzle: None").replace(", None", ", lambda puzzle: None")
    (bundle / "test_finding.py").write_text(named)
    its_test_fails(bundle, tmp_path)
