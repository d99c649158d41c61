"""What a user types: a line for each command of the README's table, and the file of puzzles that the lines name."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from corpora import EASY, HARD
from corpora import HARD_GRID as SOLUTION
from environments import Ended, Installed
from places import ROOT

PUZZLES = f"{HARD}\n{EASY}\n"

LINES = {
    "solve": f"{HARD} --backend reference",
    "convert": "puzzles.txt --to csv -o converted.csv",
    "generate": "--count 3 --seed 1 -o made.csv",
    "draw": f"{HARD} -o puzzle.svg",
    "check": "puzzles.txt --seconds 1 --backends reference,native",
    "recommend": "puzzles.txt --seconds 3 --backends reference,native",
    "bench": "puzzles.txt --backends reference,native --seconds 1 --db races.db",
    "results": "--db races.db",
    "results report": "1 --db races.db -o report",
    "encode": f"{HARD} --to dimacs -o puzzle.cnf",
    "decode": f"answer.txt --for {HARD}",
    "audit": "puzzles.txt",
    "certify": "puzzles.txt --backend reference -o certificates.jsonl",
    "verify": "certificates.jsonl",
    "replay": f"{HARD} -o replay.html",
    "explain": HARD,
    "backends": "--check",
}
"""Words of a command to the rest of the line; a later line may read a file that an earlier one wrote."""

EXTRA_OF = {"generate": "data", "audit": "data", "recommend": "statistics", "results report": "report"}
"""The extra without which a line cannot work."""


TYPED = """
import unitdoku
from unitdoku.check import check_solver

def first_row(line: str) -> tuple[int | None, ...]:
    result = unitdoku.solve(line, layout=unitdoku.layouts.windoku(), limit=2)
    reveal_type(result)
    return result.rows[0] if result.rows else ()

unitdoku.solve("1...", limit="two")
"""
"""A script for type checkers, with one mistake."""


def lines_in_order(user: Installed, *program: str) -> Iterator[tuple[str, Ended]]:
    """Runs the lines in the user's folder; yields the words of each command, and how it ended.

    The lines follow `unitdoku`, or the words of another program.

    `answer.txt` is what a SAT solver prints for the formula: a true variable for the value of each cell.
    """
    (user.folder / "puzzles.txt").write_text(PUZZLES)
    variables = [9 * cell + int(value) for cell, value in enumerate(SOLUTION)]
    (user.folder / "answer.txt").write_text(f"s SATISFIABLE\nv {' '.join(map(str, variables))} 0\n")
    for words, rest in LINES.items():
        yield words, user.run(*program or ["unitdoku"], *words.split(), *shlex.split(rest), COLUMNS="80")


def commands_of_the_readme() -> set[str]:
    """Returns the commands that the README names."""
    return set(re.findall(r"`unitdoku ([a-z]+)", (ROOT / "README.md").read_text()))
