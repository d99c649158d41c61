"""How many small faults the tests notice: mutants by cosmic-ray, and the share of them that fails a test.

    python tests/mutation/run_cosmic_ray.py [--jobs N] [--places P] [--share S] [--seed N] [--groups WORD ...]
                                            [--sessions FOLDER [--again TEST ...]] [--survivors FILE]

Modules are mutated in copies of the repository in a temporary folder, one a job, never in the working tree. Every
module belongs to a group with the tests that concern it, the fastest first; a mutant is killed when one of these fails
or takes more than four seconds, or when all together take ten times as long as without a mutant. Left out are mutants
that cannot show: within type annotations, and comparisons of values turned into comparisons of identity or back.

`--places` says which share of the places is tried where cosmic-ray changes something, `--share` how many of its changes
at one place (up to eleven for an operator), at least one; both are drawn by `--seed`.

With `--sessions` results are kept in a folder, and a run that was stopped goes on from there. `--again` holds the
survivors in it against tests that were added, and those alone. docs/mutation.md explains the survivors that are left.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import hashlib
import json
import math
import os
import py_compile
import resource
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import Queue
from time import perf_counter
from typing import NamedTuple

Span = tuple[tuple[int, int], tuple[int, int]]
"""Line and column of a beginning and an end."""

ROOT = Path(__file__).resolve().parents[2]
TEST_SECONDS = 4
LEAST_SECONDS, MOST_SECONDS = 8.0, 30.0
PYTEST = [
    *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--assert=plain"),
    *("-o", f"faulthandler_timeout={TEST_SECONDS}", "-o", "faulthandler_exit_on_timeout=true"),
]
MOST_MEMORY = 6 * 2**30
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info")
SAME = (
    "ComparisonOperator_Eq_Is",
    "ComparisonOperator_Is_Eq",
    "ComparisonOperator_NotEq_IsNot",
    "ComparisonOperator_IsNot_NotEq",
)


def unit(*names: str) -> list[str]:
    """Files of unit tests."""
    return [f"tests/unit/test_{name}.py" for name in names]


def golden(*names: str) -> list[str]:
    """Tests of the golden file, but for the one that takes longest."""
    tests = [f"tests/golden/test_golden.py::test_{name}" for name in names]
    return [*tests, "--deselect", "tests/golden/test_golden.py::test_clause_counts_of_formulas[25]"]


RELATIONS, ROUNDTRIP = "tests/property/test_relations.py", "tests/property/test_text_roundtrip.py"
SHARES = "tests/golden/test_propagation_shares.py"
PUBLISHED = golden("published_solutions_keep_the_rules_of_our_layouts")
COUNTS = golden(
    "clause_counts_by_formula",
    "clause_counts_of_formulas",
    "clause_counts_of_incomplete_units",
    "small_formulas_to_the_letter",
    "clause_counts_by_at_most_one",
)
SLOW_SAT = ("loading_again_changes_no_answer", "enumeration_does_not_change_later_answers")
SAT = [word for name in SLOW_SAT for word in ("--deselect", f"tests/unit/test_sat.py::test_{name}[sat:maplecm]")]


class Group(NamedTuple):
    """Modules (folders: all in them), and what pytest is told to hold against them."""

    modules: list[str]
    tests: list[str]


GROUPS = {
    "solver": Group(
        ["reference/search/board.py", "reference/search/rules.py", "reference/search/search.py"],
        [*unit("search"), RELATIONS],
    ),
    "puzzle": Group(
        [
            "reference/grid.py",
            "reference/puzzle.py",
            "reference/unit.py",
            "reference/errors.py",
            "compare/cross_check/finding.py",
        ],
        [*unit("puzzle_and_grid", "unit_and_layout", "text", "search", "cross_check", "layouts"), ROUNDTRIP],
    ),
    "layout": Group(
        ["reference/layout.py"],
        [*unit("unit_and_layout", "layouts", "puzzle_and_grid", "text", "layout_names", "search", "rows"), ROUNDTRIP],
    ),
    "contract": Group(
        [
            "reference/result.py",
            "reference/deadline.py",
            "reference/contract.py",
            "reference/answer_checks.py",
            "reference/search/backend.py",
        ],
        unit("result_and_contract", "unit_and_layout", "search", "cross_check", "registry", "choice"),
    ),
    "cnf": Group(["encoders/cnf"], [*unit("encodings", "dimacs_text"), *COUNTS, *unit("export"), SHARES]),
    "sat": Group(["encoders/backends/pysat/sessions.py"], [*unit("sat"), *SAT]),
    "at-most-one": Group(
        [
            f"encoders/cnf/at_most_one/{name}.py"
            for name in (
                "table",
                "pairwise",
                "sequential_counter",
                "ladder",
                "bitwise",
                "product",
                "commander",
                "bimander",
            )
        ],
        unit("at_most_one"),
    ),
    "rows": Group(["encoders/linear/rows.py"], unit("rows", "export")),
    "layouts": Group(
        ["reference/layouts"],
        [*unit("layouts", "unit_and_layout", "layout_names", "units_file"), *PUBLISHED, ROUNDTRIP],
    ),
    "text": Group(["reference/text"], [*unit("text", "files", "units_file"), ROUNDTRIP]),
    "cpsat": Group(["encoders/cpsat/forms.py"], unit("cpsat", "export")),
    "formats": Group(["encoders/formats"], unit("dimacs_text", "encodings", "export", "decode", "cpsat")),
    "classroom": Group(
        ["reference/classroom.py"],
        [
            *unit("classroom", "files"),
            *golden(
                "every_pass_gives_the_board_of_the_documents",
                "reduced_boards",
                "solutions_of_the_classroom",
                "units_of_the_documents",
            ),
            f"{RELATIONS}::test_the_classroom_agrees_with_the_native_solver",
        ],
    ),
}
"""In the order in which they are run and listed."""


class Choice(NamedTuple):
    """Which of all mutants are tried."""

    places: float
    share: float
    seed: int

    def drawn(self, *what: object) -> float:
        """A number from 0 to 1 that depends on nothing but what is named, and on the seed."""
        text = " ".join(map(str, (self.seed, *what)))
        return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16) / 16**12


class Tried(NamedTuple):
    """A mutant that was tried."""

    module: str
    place: tuple[int, int]
    operator: str
    killed: bool
    diff: str


def modules_of(group: Group) -> list[str]:
    """The files of a group that hold more than a docstring."""
    files = [path for name in group.modules for path in (sorted((ROOT / name).glob("*.py")) or [ROOT / name])]
    return [path.relative_to(ROOT).as_posix() for path in files if path.name != "__init__.py"]


def copied(folder: Path) -> Path:
    """A copy of the repository whose compiled files are held against their source, not against its time."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=LEFT_BEHIND)
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    for part in ("src", "reference", "encoders", "compare", "tests"):
        compileall.compile_dir(str(copy / part), quiet=2, invalidation_mode=mode)
    return copy


def run(command: list[str], copy: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command so that `import unitdoku` finds the copy."""
    settings = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=copy, env=settings, capture_output=True, text=True, check=False)


def cosmic_ray(copy: Path, *arguments: str) -> None:
    """Runs a command of cosmic-ray."""
    ran = run([sys.executable, "-m", "cosmic_ray.cli", *arguments], copy)
    if ran.returncode:
        raise RuntimeError(f"cosmic-ray {arguments[0]}: {ran.stderr[-2000:]}")


def baseline(name: str, copy: Path, command: list[str]) -> float:
    """Seconds that the tests take on what is not mutated, the second time."""
    found = run([sys.executable, "-c", "import unitdoku.reference.grid as it; print(it.__file__)"], copy)
    if not found.stdout.startswith(str(copy)):
        raise RuntimeError(f"the tests would not see the copy, but {found.stdout}{found.stderr}")
    seconds = 0.0
    for _ in range(2):
        started = perf_counter()
        ran = run(command, copy)
        seconds = perf_counter() - started
        if ran.returncode:
            raise RuntimeError(f"group {name}: the tests fail without any mutant\n{ran.stdout[-3000:]}")
    return seconds


def run_group(name: str, copy: Path, sessions: Path, choice: Choice, again: list[str]) -> None:
    """All that is to be tried of a group and was not yet; with `again` its survivors, against those tests."""
    session = session_of(name, sessions, choice)
    config = copy / f"{name}.toml"
    command = [*PYTEST, *(again or GROUPS[name].tests)]
    if not session.exists():
        fresh = session.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        configure(config, name, command, MOST_SECONDS)
        cosmic_ray(copy, "init", str(config), str(fresh))
        drop(fresh, modules_of(GROUPS[name]), choice)
        fresh.rename(session)
    with closing(sqlite3.connect(session)) as connection, connection:
        if again:
            connection.execute("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")
        ((left,),) = connection.execute(
            "SELECT count(*) FROM work_items WHERE job_id NOT IN (SELECT job_id FROM work_results)"
        )
    if left:
        seconds = baseline(name, copy, command)
        limit = min(max(10 * seconds, LEAST_SECONDS), MOST_SECONDS)
        print(f"{name}: {left} mutants, tests take {seconds:.1f} s", file=sys.stderr, flush=True)
        configure(config, name, command, limit)
        cosmic_ray(copy, "exec", str(config), str(session))


def configure(config: Path, name: str, command: list[str], limit: float) -> None:
    """Writes what cosmic-ray is to know of a group."""
    lines = [
        "[cosmic-ray]",
        f"module-path = {json.dumps(modules_of(GROUPS[name]))}",
        f"timeout = {limit:.1f}",
        "excluded-modules = []",
        f"test-command = {json.dumps(shlex.join(command))}",
        "[cosmic-ray.distributor]",
        'name = "local"',
    ]
    config.write_text("\n".join(lines) + "\n")


def session_of(name: str, sessions: Path, choice: Choice) -> Path:
    """The file with the results of a group; another one when a module or the choice of mutants has changed."""
    content = hashlib.sha256(repr(choice).encode())
    for module in modules_of(GROUPS[name]):
        content.update((ROOT / module).read_bytes())
    return sessions / f"{name}-{content.hexdigest()[:8]}.sqlite"


def drop(session: Path, modules: list[str], choice: Choice) -> None:
    """Takes what is not to be tried out of a session."""
    spans = {module: list(annotation_spans(module)) for module in modules}
    places: dict[tuple[str, int, int, str], list[tuple[float, str]]] = defaultdict(list)
    with closing(sqlite3.connect(session)) as connection, connection:
        for job, module, operator, occurrence, line, column in connection.execute(
            "SELECT job_id, module_path, operator_name, occurrence, start_pos_row, start_pos_col FROM mutation_specs"
        ):
            place = module, line, column, operator.split("_")[0]
            if operator.endswith(SAME) or within(spans[module], (line, column)):
                continue
            if choice.places >= 1 or choice.drawn(*place) < choice.places:
                places[place].append((choice.drawn(module, operator, occurrence), job))
        kept = {
            job
            for all_here in places.values()
            for _, job in sorted(all_here)[: math.ceil(choice.share * len(all_here))]
        }
        every = [job for (job,) in connection.execute("SELECT job_id FROM work_items")]
        gone = [(job,) for job in every if job not in kept]
        connection.executemany("DELETE FROM mutation_specs WHERE job_id = ?", gone)
        connection.executemany("DELETE FROM work_items WHERE job_id = ?", gone)


def annotation_spans(module: str) -> Iterator[Span]:
    """Where type annotations begin and end: nothing evaluates them."""
    for node in ast.walk(ast.parse((ROOT / module).read_bytes())):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr) and part.end_lineno is not None and part.end_col_offset is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def within(spans: Iterable[Span], place: tuple[int, int]) -> bool:
    """Whether the place lies in one of the spans."""
    return any(begin <= place < end for begin, end in spans)


def tried_in(session: Path) -> list[Tried]:
    """All mutants of a session with a result, in the order of their places."""
    if not session.exists():
        return []
    with closing(sqlite3.connect(session)) as connection:
        found = connection.execute(
            "SELECT module_path, operator_name, start_pos_row, start_pos_col, test_outcome, diff"
            " FROM mutation_specs JOIN work_results USING (job_id) WHERE worker_outcome = 'NORMAL'"
        ).fetchall()
    return sorted(
        Tried(module, (line, column), operator.removeprefix("core/"), outcome != "SURVIVED", diff or "")
        for module, operator, line, column, outcome, diff in found
    )


def table(names: list[str], results: dict[str, list[Tried]]) -> Iterator[str]:
    """A row a module, and one for all."""
    yield "| module | mutants | killed | survived | score |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name in names:
        for module in modules_of(GROUPS[name]):
            if of_module := [mutant for mutant in results[name] if mutant.module == module]:
                yield row(f"`{module}`", of_module)
    yield row("all", [mutant for name in names for mutant in results[name]])


def row(title: str, mutants: list[Tried]) -> str:
    """Counts and share of some mutants."""
    killed = sum(mutant.killed for mutant in mutants)
    score = f"{100 * killed / len(mutants):.1f} %" if mutants else "-"
    return f"| {title} | {len(mutants)} | {killed} | {len(mutants) - killed} | {score} |"


def shown(mutant: Tried) -> str:
    """Where a mutant is, and the lines that it changes."""
    changed = [line for line in mutant.diff.splitlines() if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]
    return "\n".join([f"{mutant.module}:{mutant.place[0]} {mutant.operator}", *changed])


def main() -> None:
    """Runs the groups, prints the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--places", type=float, default=1.0)
    arguments.add_argument("--share", type=float, default=0.25)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--groups", nargs="+", choices=GROUPS, default=list(GROUPS), metavar="WORD")
    arguments.add_argument("--sessions", type=Path)
    arguments.add_argument("--again", nargs="+", default=[], metavar="TEST")
    arguments.add_argument("--survivors", type=Path, help="where to write what the survivors change")
    chosen = arguments.parse_args()
    choice = Choice(chosen.places, chosen.share, chosen.seed)
    # A mutant may well ask for memory without end.
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with tempfile.TemporaryDirectory() as name:
        sessions: Path = (chosen.sessions or Path(name)).resolve()
        sessions.mkdir(parents=True, exist_ok=True)
        copies: Queue[Path] = Queue()
        for number in range(chosen.jobs):
            copies.put(copied(Path(name) / str(number)))

        def one(group: str) -> None:
            copy = copies.get()
            try:
                run_group(group, copy, sessions, choice, chosen.again)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(chosen.jobs) as pool:
            list(pool.map(one, chosen.groups))
        results = {group: tried_in(session_of(group, sessions, choice)) for group in chosen.groups}
    print(f"places {choice.places:g}, share {choice.share:g}, seed {choice.seed}\n")
    print("\n".join(table(chosen.groups, results)))
    if chosen.survivors:
        survivors = [mutant for group in chosen.groups for mutant in results[group] if not mutant.killed]
        chosen.survivors.write_text("\n\n".join(map(shown, survivors)) + "\n")


if __name__ == "__main__":
    main()
