"""Makes mutants of the code with cosmic-ray, and measures the share of them that fails a test.

    python tests/mutation/run_cosmic_ray.py [--jobs N] [--share S] [--seed N] [--sessions FOLDER] [PART ...]

A mutant is killed when one of the tests that run its line fails, see `covering_tests.py`, or when they do not end in
time. `--share` is the share of all mutants that is tried, drawn by `--seed`. Mutants of type annotations are left out:
nothing evaluates them. So are comparisons by value turned into comparisons by identity.

Each part is mutated in a copy of the repository, never in the working tree. The folder of sessions then has a file of
results for each part, and one with the changes that no test noticed. A run that was stopped continues from there.
tests/README.md says which survivors are harmless.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import shlex
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import covering_tests
from package_copy import ROOT, bound_processes, copied, run

SECONDS = 60
"""The most that all tests may take with one mutant."""
CONFIGURATION = """[cosmic-ray]
module-path = {modules}
timeout = {seconds}
excluded-modules = []
test-command = {command}
[cosmic-ray.distributor]
name = "local"
"""
TABLE = "covering.json"
CORE = (
    *("reference/certificates", "reference/search", "encoders/cnf", "encoders/constraints", "encoders/formats"),
    *(f"reference/model/{name}.py" for name in ("layout", "puzzle", "grid")),
    *(f"reference/contract/{name}.py" for name in ("session", "judgement", "result", "deadline", "errors")),
    *("encoders/backends/sat.py", "compare/cross_check/finding.py"),
)
IDENTITY = ("Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq")
"""Operators that turn a comparison by value into one by identity or back end in one of these."""


def modules_in(part: str) -> list[str]:
    """Returns the modules of a file or folder of the repository that have code."""
    path = ROOT / part
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [file.relative_to(ROOT).as_posix() for file in files if file.name != "__init__.py"]


def run_part(part: str, sessions: Path, share: float, seed: int) -> str:
    """Tries the mutants of a part that have no result yet; returns the survivors and their share, as text."""
    name, modules = part.replace("/", "."), modules_in(part)
    session, config = sessions / f"{name}.sqlite", sessions / f"{name}.toml"
    command = shlex.join([sys.executable, covering_tests.__file__, str(sessions.resolve() / TABLE)])
    config.write_text(CONFIGURATION.format(modules=json.dumps(modules), seconds=SECONDS, command=json.dumps(command)))
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        if not session.exists():
            fresh = session.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            cosmic_ray(copy, "cli", "init", config, fresh)
            draw(fresh, modules, share, random.Random(f"{part} {seed}"))
            fresh.rename(session)
        cosmic_ray(copy, "cli", "exec", config, session)
        return cosmic_ray(copy, "tools.report", "--surviving-only", "--show-diff", session)


def cosmic_ray(copy: Path, module: str, *arguments: str | Path) -> str:
    """Returns the output of a command of cosmic-ray."""
    code = f"import sys; from cosmic_ray.{module} import *; sys.exit({'main' if module == 'cli' else 'report'}())"
    ran = run([sys.executable, "-c", code, *map(str, arguments)], copy)
    if ran.status != 0:
        raise RuntimeError(f"cosmic-ray {arguments[0]}: {ran.output[-2000:]}")
    return ran.output


def draw(session: Path, modules: list[str], share: float, rng: random.Random) -> None:
    """Deletes the mutants from a session that are not drawn, or change nothing."""
    spans = {module: list(annotation_spans(module)) for module in modules}
    with closing(sqlite3.connect(session)) as connection, connection:
        gone = [
            (job,)
            for job, module, operator, *place in connection.execute(
                "SELECT job_id, module_path, operator_name, start_pos_row, start_pos_col FROM mutation_specs"
                " ORDER BY module_path, operator_name, occurrence"
            )
            if rng.random() >= share
            or operator.endswith(IDENTITY)
            or any(begin <= tuple(place) < end for begin, end in spans[module])
        ]
        connection.executemany("DELETE FROM mutation_specs WHERE job_id = ?", gone)
        connection.executemany("DELETE FROM work_items WHERE job_id = ?", gone)


def annotation_spans(module: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yields line and column where type annotations begin and end: nothing evaluates them."""
    for node in ast.walk(ast.parse((ROOT / module).read_bytes())):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr) and part.end_lineno is not None and part.end_col_offset is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def main() -> None:
    """Runs the parts, and prints how many mutants of each survived."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("parts", nargs="*", default=CORE, help="files or folders; by default the core")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--share", type=float, default=0.1)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--sessions", type=Path, default=ROOT / ".mutation")
    chosen = arguments.parse_args()
    chosen.sessions.mkdir(parents=True, exist_ok=True)
    bound_processes()
    if not (table := chosen.sessions / TABLE).exists():
        with tempfile.TemporaryDirectory() as folder:
            table.write_text(json.dumps(covering_tests.measured(copied(Path(folder)))), encoding="utf-8")
    with ThreadPoolExecutor(chosen.jobs) as pool:
        reports = pool.map(lambda part: run_part(part, chosen.sessions, chosen.share, chosen.seed), chosen.parts)
        for part, report in zip(chosen.parts, reports, strict=True):
            (chosen.sessions / f"{part.replace('/', '.')}.txt").write_text(report, encoding="utf-8")
            print(part, *report.splitlines()[-3:], sep="\n    ", flush=True)


if __name__ == "__main__":
    main()
