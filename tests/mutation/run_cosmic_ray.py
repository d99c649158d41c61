"""Makes mutants of the code with cosmic-ray, and measures the share of them that fails a test.

    python tests/mutation/run_cosmic_ray.py [--jobs N] [--places P] [--share S] [--seed N] [--groups WORD ...]
                                            [--sessions FOLDER [--again TEST ...]] [--survivors FILE] [--list]

Modules are mutated in copies of the repository in a temporary folder, one copy a job, never in the working tree. Every
module belongs to a group with the tests that concern it, the fastest first. A mutant is killed when one of these tests
fails or takes more than four seconds, or when all together take ten times as long as without a mutant. Two kinds of
mutants are left out, as they change nothing: those within type annotations, and comparisons by value turned into
comparisons by identity or back.

`--places` is the share of the places at which cosmic-ray changes something that is tried. `--share` is the share of its
changes at one place (up to eleven for an operator); at least one is tried. `--seed` draws both.

With `--sessions` the results are kept in a folder, and a run that was stopped continues from there. `--again` runs the
given tests, and no others, against the survivors in it. `--list` checks that the modules and tests of all groups exist,
and shows the modules. tests/README.md says which survivors are harmless.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import math
import shlex
import sqlite3
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

from package_copy import PYTEST, ROOT, bound_processes, copied, run

Span = tuple[tuple[int, int], tuple[int, int]]
"""Line and column of the first character, and of the one behind the last."""

TEST_SECONDS = 4
LEAST_SECONDS, MOST_SECONDS = 8.0, 30.0
BOUNDED = ["-o", f"faulthandler_timeout={TEST_SECONDS}", "-o", "faulthandler_exit_on_timeout=true"]
"""Options of pytest that end it when a test takes too long."""
SAME = (
    "ComparisonOperator_Eq_Is",
    "ComparisonOperator_Is_Eq",
    "ComparisonOperator_NotEq_IsNot",
    "ComparisonOperator_IsNot_NotEq",
)


def unit(*names: str) -> list[str]:
    """Returns files of unit tests."""
    return [f"tests/unit/test_{name}.py" for name in names]


def golden(*names: str) -> list[str]:
    """Returns tests of the golden file, without the slowest parameter of one."""
    tests = [f"tests/golden/test_golden.py::test_{name}" for name in names]
    return [*tests, "--deselect", "tests/golden/test_golden.py::test_clause_counts_of_formulas[25]"]


def reference(*names: str) -> list[str]:
    """Returns modules of the data model and the contract."""
    return [f"reference/{name}.py" for name in names]


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
    """Modules (of a folder all that no other group names more exactly), and the tests that should kill the mutants."""

    modules: list[str]
    tests: list[str]


GROUPS = {
    "solver": Group(["reference/search"], [*unit("search", "result_and_contract", "registry"), RELATIONS]),
    "puzzle": Group(
        [*reference("grid", "puzzle", "errors"), "compare/cross_check/finding.py"],
        [*unit("puzzle_and_grid", "unit_and_layout", "text", "search", "cross_check", "layouts"), ROUNDTRIP],
    ),
    "layout": Group(
        reference("layout"),
        [*unit("unit_and_layout", "layouts", "puzzle_and_grid", "text", "layout_names", "search", "rows"), ROUNDTRIP],
    ),
    "contract": Group(
        reference("result", "deadline", "contract", "judgement"),
        unit("result_and_contract", "unit_and_layout", "search", "cross_check", "registry"),
    ),
    "cnf": Group(["encoders/cnf"], [*unit("encodings", "dimacs_text"), *COUNTS, *unit("export"), SHARES]),
    "decoding": Group(["encoders/formats/reply.py"], unit("encodings", "decode", "cpsat")),
    "sat": Group(["encoders/backends/pysat/sessions.py"], [*unit("sat"), *SAT]),
    "at-most-one": Group(["encoders/cnf/at_most_one.py"], unit("at_most_one")),
    "rows": Group(["encoders/linear"], unit("rows", "export")),
    "layouts": Group(
        ["reference/layouts"],
        [*unit("layouts", "unit_and_layout", "layout_names", "units_file"), *PUBLISHED, ROUNDTRIP],
    ),
    "text": Group(["reference/text"], [*unit("text", "files", "units_file"), ROUNDTRIP, *unit("plain_lines")]),
    "dimacs": Group(["encoders/formats/dimacs.py"], unit("dimacs_text", "decode", "export")),
    "cpsat": Group(["encoders/cpsat"], unit("cpsat", "export")),
    "export": Group(["encoders/formats"], unit("export", "decode")),
    "checker": Group(["reference/certificates"], unit("checker", "certificates")),
    "classroom": Group(
        reference("classroom"),
        [
            *unit("classroom", "files"),
            *golden(
                "every_pass_gives_the_board_of_the_documents",
                "reduced_boards",
                "solutions_of_the_classroom",
                "units_of_the_documents",
            ),
            f"{RELATIONS}::test_the_classroom_agrees_with_the_reference_solver",
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
        """Returns a number from 0 to 1 that depends on the arguments and the seed only."""
        text = " ".join(map(str, (self.seed, *what)))
        return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16) / 16**12


class Tried(NamedTuple):
    """A mutant that was tried."""

    module: str
    place: tuple[int, int]
    operator: str
    killed: bool
    diff: str


def modules_of(name: str) -> list[str]:
    """Returns the files of a group that hold more than a docstring."""
    named = {path: group for group, (paths, _) in GROUPS.items() for path in paths}
    files = [path.relative_to(ROOT) for part in GROUPS[name].modules for path in sorted(sources(part))]
    return [
        file.as_posix()
        for file in files
        if file.name != "__init__.py"
        and next(named[str(path)] for path in (file, *file.parents) if str(path) in named) == name
    ]


def sources(part: str) -> Iterator[Path]:
    """Yields the file of a module, or all files below a folder."""
    path = ROOT / part
    return path.rglob("*.py") if path.is_dir() else iter([path])


def missing() -> Iterator[str]:
    """Yields the modules and tests of all groups that do not exist."""
    for name, (modules, tests) in GROUPS.items():
        yield from (f"{name}: {module}" for module in modules if not (ROOT / module).exists())
        for file, _, test in (test.partition("::") for test in tests if test.startswith("tests/")):
            path = ROOT / file
            if not path.exists() or f"def {test.partition('[')[0]}" not in path.read_text(encoding="utf-8"):
                yield f"{name}: {file}::{test}"


def cosmic_ray(copy: Path, *arguments: str) -> None:
    """Runs a command of cosmic-ray."""
    ran = run([sys.executable, "-m", "cosmic_ray.cli", *arguments], copy)
    if ran.status != 0:
        raise RuntimeError(f"cosmic-ray {arguments[0]}: {ran.output[-2000:]}")


def baseline(name: str, copy: Path, command: list[str]) -> float:
    """Returns the seconds that the tests take on the unchanged copy, the second time."""
    seconds = 0.0
    for _ in range(2):
        started = perf_counter()
        ran = run(command, copy)
        seconds = perf_counter() - started
        if ran.status != 0:
            raise RuntimeError(f"group {name}: the tests fail without any mutant\n{ran.output[-3000:]}")
    return seconds


def run_group(name: str, copy: Path, sessions: Path, choice: Choice, again: list[str]) -> None:
    """Tries the chosen mutants of a group that have no result; with `again` its survivors, with those tests."""
    session = session_of(name, sessions, choice)
    config = copy / f"{name}.toml"
    command = [*PYTEST, *BOUNDED, *(again or GROUPS[name].tests)]
    if not session.exists():
        fresh = session.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        configure(config, name, command, MOST_SECONDS)
        cosmic_ray(copy, "init", str(config), str(fresh))
        drop(fresh, modules_of(name), choice)
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
    """Writes the configuration file of cosmic-ray for a group."""
    lines = [
        "[cosmic-ray]",
        f"module-path = {json.dumps(modules_of(name))}",
        f"timeout = {limit:.1f}",
        "excluded-modules = []",
        f"test-command = {json.dumps(shlex.join(command))}",
        "[cosmic-ray.distributor]",
        'name = "local"',
    ]
    config.write_text("\n".join(lines) + "\n")


def session_of(name: str, sessions: Path, choice: Choice) -> Path:
    """Returns the file with the results of a group; its name changes with the modules and the choice of mutants."""
    content = hashlib.sha256(repr(choice).encode())
    for module in modules_of(name):
        content.update((ROOT / module).read_bytes())
    return sessions / f"{name}-{content.hexdigest()[:8]}.sqlite"


def drop(session: Path, modules: list[str], choice: Choice) -> None:
    """Deletes the mutants from a session that are not to be tried."""
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
    """Yields where type annotations begin and end: nothing evaluates them."""
    for node in ast.walk(ast.parse((ROOT / module).read_bytes())):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr) and part.end_lineno is not None and part.end_col_offset is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def within(spans: Iterable[Span], place: tuple[int, int]) -> bool:
    """Whether the place lies in one of the spans."""
    return any(begin <= place < end for begin, end in spans)


def tried_in(session: Path) -> list[Tried]:
    """Returns all mutants of a session with a result, in the order of their places."""
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
    """Yields the lines of a Markdown table: a row for each module, and one for all."""
    yield "| module | mutants | killed | survived | score |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name in names:
        for module in modules_of(name):
            if of_module := [mutant for mutant in results[name] if mutant.module == module]:
                yield row(f"`{module}`", of_module)
    yield row("all", [mutant for name in names for mutant in results[name]])


def row(title: str, mutants: list[Tried]) -> str:
    """Returns a row with the counts and the share of some mutants."""
    killed = sum(mutant.killed for mutant in mutants)
    score = f"{100 * killed / len(mutants):.1f} %" if mutants else "-"
    return f"| {title} | {len(mutants)} | {killed} | {len(mutants) - killed} | {score} |"


def shown(mutant: Tried) -> str:
    """Returns the place of a mutant and the lines that it changes, as text."""
    changed = [line for line in mutant.diff.splitlines() if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]
    return "\n".join([f"{mutant.module}:{mutant.place[0]} {mutant.operator}", *changed])


def main() -> None:
    """Runs the groups, and prints the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--places", type=float, default=1.0)
    arguments.add_argument("--share", type=float, default=0.25)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--groups", nargs="+", choices=GROUPS, default=list(GROUPS), metavar="WORD")
    arguments.add_argument("--sessions", type=Path)
    arguments.add_argument("--again", nargs="+", default=[], metavar="TEST")
    arguments.add_argument("--survivors", type=Path, help="the file for the changes of the survivors")
    arguments.add_argument("--list", action="store_true", help="check the groups, show their modules, and end")
    chosen = arguments.parse_args()
    if wrong := list(missing()):
        sys.exit("\n".join(["These modules and tests of groups do not exist:", *wrong]))
    if chosen.list:
        print("\n".join(f"{group}: {' '.join(modules_of(group))}" for group in chosen.groups))
        return
    choice = Choice(chosen.places, chosen.share, chosen.seed)
    bound_processes()
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
