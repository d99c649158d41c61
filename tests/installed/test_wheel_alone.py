"""The wheel without any extra: the README's lines, each command, scripts, `help`, types; what is missing is named."""

from __future__ import annotations

import re
import sys
from importlib.metadata import version

import pytest
from environments import Installed, ended
from places import ROOT
from user_commands import EXTRA_OF, LINES, PUZZLES, TYPED, commands_of_the_readme, lines_in_order

import unitdoku
from unitdoku.command.main import COMMANDS

ENVIRONMENT = "alone"

TEN_LINES = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]  # type: ignore[index]

WITH_WORKERS = """
import unitdoku
from unitdoku.check import check_solver

def mine(line):
    return unitdoku.solve(line, "reference").solution

if __name__ == "__main__":
    print(unitdoku.__version__, len(list(unitdoku.solve_many([". " * 16] * 3, processes=2))))
    print(check_solver(mine, unitdoku.classic(4), takes="text", examples=5).passed)
"""

HELP = """
import pydoc, unitdoku
for name in (unitdoku, *(getattr(unitdoku, module) for module in unitdoku.MODULES)):
    text = pydoc.render_doc(name, renderer=pydoc.plaintext)
    print(text.splitlines()[0], len(text.splitlines()) > 30)
"""

MISSING = """
import unitdoku
from unitdoku import data, races, strategies
line = "1..............."
calls = {
    "data": (lambda: next(iter(data.generate(count=1))), lambda: data.audit("puzzles.txt"), lambda: data.rate(line),
             lambda: data.canonical(line), lambda: data.split([line], {"all": 1})),
    "statistics": (lambda: races.recommend([line] * 8),),
    "testing": (strategies.puzzles, strategies.layouts, strategies.known_puzzles, strategies.rule_puzzles),
    "sat": (lambda: unitdoku.solve(line, "sat:minisat22"),),
    "parquet": (lambda: list(unitdoku.read_puzzles("puzzles.parquet")),),
}
for extra, functions in calls.items():
    for call in functions:
        try:
            print(extra, call())
        except unitdoku.PackageMissing as error:
            said = f"pip install 'unitdoku[{extra}]' (in a checkout: pip install '.[{extra}]')"
            print(extra, said in str(error) or error)
"""


def test_the_ten_lines_of_the_readme(user: Installed) -> None:
    promised = re.findall(r"print\(.*?\)+  # (.*)|^print\((?:clash)\)  # (.*)$", TEN_LINES, re.MULTILINE)
    ran = user.script(TEN_LINES)
    assert (ran.status, ran.errors) == (0, "")
    assert ran.printed.splitlines() == ["".join(each) for each in promised]


def test_each_command_of_the_readme(user: Installed) -> None:
    """They work, or name the extra that they need."""
    assert commands_of_the_readme() == COMMANDS.keys() == {words.split()[0] for words in LINES}
    for words, line in lines_in_order(user):
        assert "Traceback" not in line.text, line.text
        if words in EXTRA_OF:
            extra = EXTRA_OF[words]
            assert (line.status, f"pip install '.[{extra}]'" in " ".join(line.errors.split())) == (2, True), line.text
        else:
            assert line.status == 0, line.text
    assert {"converted.csv", "puzzle.svg", "puzzle.cnf", "certificates.jsonl", "replay.html"} <= {
        path.name for path in user.folder.iterdir()
    }


def test_python_m_unitdoku_is_the_command(user: Installed) -> None:
    asked = user.run("python", "-m", "unitdoku", "--version")
    assert asked.printed == user.command("--version").printed == f"unitdoku {version('unitdoku')}\n"


def test_a_script_with_a_main_guard_and_a_program_without_a_file_use_worker_processes(user: Installed) -> None:
    """The second as in a notebook, where functions are in no module that a worker can import."""
    for ran in (user.script(WITH_WORKERS), user.run("python", "-", text=WITH_WORKERS)):
        assert (ran.printed, ran.errors) == (f"{version('unitdoku')} 3\nTrue\n", "")


def test_help_shows_the_package_and_each_public_module(user: Installed) -> None:
    ran = user.script(HELP)
    names = ["package unitdoku", *(f"module unitdoku.{name} in unitdoku" for name in unitdoku.MODULES)]
    assert ran.printed.splitlines() == [f"Python Library Documentation: {name} True" for name in names], ran.text


def test_functions_that_need_more_name_the_extra_in_both_forms(user: Installed) -> None:
    (user.folder / "puzzles.parquet").write_bytes(b"PAR1")
    (user.folder / "puzzles.txt").write_text(PUZZLES)
    ran = user.script(MISSING)
    assert ran.status == 0, ran.errors
    assert [line for line in ran.printed.splitlines() if not line.endswith(" True")] == []
    assert len(ran.printed.splitlines()) == 12


def test_the_type_checker_of_a_user_sees_the_types(user: Installed) -> None:
    pytest.importorskip("mypy")
    script = user.folder / "typed.py"
    script.write_text(TYPED)
    words = ("--strict", "--no-error-summary", "--python-executable", user.python, script)
    checked = ended(sys.executable, "-m", "mypy", *words, cwd=user.folder)
    assert re.findall(r": (error|note): (.*)", checked.printed) == [
        ("note", 'Revealed type is "unitdoku.reference.contract.result.Result"'),
        ("error", 'Argument "limit" to "solve" has incompatible type "str"; expected "int"  [arg-type]'),
    ]
