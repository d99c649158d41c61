from __future__ import annotations

import re

import pytest
from commands import printed_by

pytest_plugins = ["pytester"]

PLUGIN = "unitdoku.compare.conformance.pytest_plugin"


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)


RIGHT = """
import unitdoku

LAYOUT = unitdoku.classic(4)

def right(puzzle):
    return unitdoku.solve(puzzle, "reference").solution
"""
LAZY = f"{RIGHT}\ndef lazy(puzzle):\n    return None\n\n"


def test_a_failure_shows_the_call_and_the_findings_and_no_source_of_the_check(pytester: pytest.Pytester) -> None:
    calls = {
        "fixture(check_solver)": "check_solver(lazy, LAYOUT, examples=5)",
        "function()": "unitdoku.check.check_solver(lazy, LAYOUT, examples=5)",
        "backend(check_backend)": "check_backend(lazy, [LAYOUT], examples=5)",
        "without(check_solver)": "check_solver()",
    }
    pytester.makepyfile(LAZY + "".join(f"def test_{name}:\n    {call}\n\n" for name, call in calls.items()))
    result = run(pytester)
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(["*completeness (wrong*): says that there is no solution, but there is *"])
    output = result.stdout.str()
    assert all(f">       {call}" in output or f">   {call}" in output for call in calls.values())
    assert not re.search(r"    def (check_solver|call|check_backend)\(", output)


def test_options_set_what_a_call_leaves_open(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        RIGHT + "def test_mine(check_solver, check_backend):\n"
        "    seen = []\n"
        "    check_solver(lambda puzzle: seen.append(puzzle) or right(puzzle), LAYOUT, isolated=False)\n"
        "    again = []\n"
        "    unitdoku.check.check_solver(\n"
        "        lambda puzzle: again.append(puzzle) or right(puzzle), LAYOUT, isolated=False, examples=4, seed=7)\n"
        "    assert seen == again\n"
        "    assert check_solver(right, LAYOUT).asked['repetition'] == 4\n"
        "    assert check_solver(right, LAYOUT, examples=2).asked['repetition'] == 2\n"
        "    of_backend = unitdoku.check.check_backend('reference', [LAYOUT], examples=4, seed=7)\n"
        "    assert check_backend('reference', [LAYOUT]).asked == of_backend.asked\n"
    )
    run(pytester, "--unitdoku-examples=4", "--unitdoku-seed=7").assert_outcomes(passed=1)


def test_a_solver_of_the_command_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=LAZY)
    pytester.makepyfile(
        "from unitdoku import classic\n"
        "def test_it(check_solver):\n    assert check_solver(layout=classic(4), examples=5).passed\n"
    )
    run(pytester, "--unitdoku-solver", "mine:right").assert_outcomes(passed=1)
    run(pytester, "--unitdoku-solver", "mine:lazy").assert_outcomes(failed=1)
    for options, said in (
        ([], "*check_solver needs a solver: *--unitdoku-solver MODULE:FUNCTION"),
        (["--unitdoku-solver", "nowhere:solve"], "*No module named 'nowhere'*"),
    ):
        result = run(pytester, *options)
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines([said])


def test_loading_it_loads_nothing_else() -> None:
    program = (
        f"import sys, {PLUGIN}\n"
        "print([name for name in sys.modules if name.startswith(('unitdoku.', 'pysat', 'ortools', 'hypothesis'))])"
    )
    assert printed_by(program) == f"['unitdoku.compare', 'unitdoku.compare.conformance', '{PLUGIN}']\n"
