"""Scores of answers and of solvers that may err."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from corpora import HARD as PUZZLE
from corpora import HARD_GRID as GRID
from pace import needs_kernel

pytest.importorskip("numpy")

import numpy
from commands import run

from unitdoku import Puzzle, UnitdokuError, latin, solve, solve_many
from unitdoku.compare.data.score import Rate, SolverScore, score_answers, score_solver

ROWS = [GRID[first : first + 9] for first in range(0, 81, 9)]

ANSWERS = [GRID, "\n".join(ROWS), f"So the answer is {GRID}.", "\n".join(f"**{row}**" for row in ROWS)]


def test_intervals() -> None:
    # Figures of Newcombe (1998), method 3.
    assert [round(each, 4) for each in Rate(81, 263).interval] == [0.2553, 0.3662]
    assert [round(each, 4) for each in Rate(15, 148).interval] == [0.0624, 0.1605]
    assert [round(each, 4) for each in Rate(0, 20).interval] == [0.0, 0.1611]
    assert Rate(0, 0).interval == (0, 1)


def perfect(lines: list[str], layout: str = "classic") -> list[list[int] | None]:
    found = (result.solution for result in solve_many(lines, layout=layout))
    return [None if grid is None else list(grid) for grid in found]


def shares(score: SolverScore, group: str) -> dict[str, float]:
    return {member: rate.right / rate.asked for member, rate in score.rates[group].items()}


@needs_kernel
class TestSolvers:
    def test_a_perfect_solver(self) -> None:
        score = score_solver(perfect, count=60)
        assert {share for group in score.rates for share in shares(score, group).values()} == {1.0}
        assert not score.broken
        assert [rate.asked for rate in score.rates["kind"].values()] == [20, 20, 20]
        assert all(len(line) <= 80 for line in str(score).splitlines())

    def test_one_that_copies_the_givens(self) -> None:
        score = score_solver(lambda lines: lines, count=30)
        assert set(shares(score, "kind").values()) == {0.0}
        assert score.broken == {"open cells": 30}

    def test_one_that_is_right_in_nine_of_ten_cells(self) -> None:
        rng = random.Random(1)

        def solver(lines: list[str]) -> list[object]:
            return [
                grid and [value if rng.random() < 0.9 else rng.randint(1, 9) for value in grid]
                for grid in perfect(lines)
            ]

        score = score_solver(solver, count=90, kinds=["unique"])
        assert shares(score, "kind")["unique"] < 0.05
        assert shares(score, "more")["nearly full"] < 0.1
        assert {"givens"} <= set(score.broken)

    def test_one_that_knows_only_the_stored_images(self) -> None:
        stored: dict[str, object] = {}

        def solver(lines: list[str]) -> list[object]:
            if len(stored) < 60:
                stored.update(zip(lines, perfect(lines), strict=True))
            return [stored.get(line, "I do not know.") for line in lines]

        score = score_solver(solver, count=60, kinds=["unique"])
        assert shares(score, "kind")["unique"] == 1
        assert shares(score, "more")["shuffles of solved puzzles"] == 0

    def test_one_that_always_answers(self) -> None:
        score = score_solver(lambda lines: [answer or GRID for answer in perfect(lines)], count=60)
        assert shares(score, "kind") == {"unique": 1, "several": 1, "none": 0}
        assert set(score.broken) == {"givens"}

    def test_one_that_raises_and_one_that_miscounts(self) -> None:
        assert score_solver(lambda lines: [lines[99]], count=6).broken == {"IndexError was raised": 6}
        with pytest.raises(UnitdokuError):
            score_solver(lambda lines: lines[1:], count=6)

    def test_answers_in_other_forms(self) -> None:
        puzzle, layout = Puzzle.from_values([1, *[0] * 8], latin(3)), latin(3)
        result = solve(puzzle)
        assert result.solution is not None
        rows = [list(result.solution[at : at + 3]) for at in (0, 3, 6)]
        right = [result, rows, numpy.array(rows), [numpy.int64(each) for each in result.solution]]
        assert score_answers([puzzle] * 6, [*right, {"A1": 1}, 10**5000]).rates["layout"] == {layout.name: Rate(4, 6)}

    def test_several_layouts(self) -> None:
        names = {16: "classic:4", 81: "classic"}
        score = score_solver(lambda lines: perfect(lines, names[len(lines[0])]), [*names.values()], count=12)
        assert score.rates["layout"] == dict.fromkeys(names.values(), Rate(12, 12))


@needs_kernel
def test_a_file_of_answers_of_models(tmp_path: Path) -> None:
    puzzles, answers = tmp_path / "puzzles.txt", tmp_path / "answers.jsonl"
    texts = ["I think it is hard.", GRID[:-1], GRID.replace("4", "5", 1), *ANSWERS]
    puzzles.write_text(f"{PUZZLE}\n" * len(texts))
    answers.write_text(
        "".join(json.dumps(text if number % 2 else {"answer": text}) + "\n" for number, text in enumerate(texts))
    )
    words = ("check", "--score", puzzles, "--answers", answers)
    shown = run(*words)
    assert shown.exit_code == 0
    assert f"{len(ANSWERS)} of {len(texts)}" in shown.stdout
    score = score_answers([PUZZLE] * len(texts), texts)
    assert score.rates["kind"] == {"unique": Rate(len(ANSWERS), len(texts))}
    assert score.broken == {"no grid": 2, "givens": 1}
    lines = list(map(json.loads, run(*words, "--json").stdout.splitlines()))
    assert [line["solution"] for line in lines[:-1]] == [False] * 3 + [True] * len(ANSWERS)
    assert (lines[2]["number"], lines[2]["place"], lines[2]["keeps_givens"]) == (3, f"{puzzles}: line 3", False)
    assert lines[-1]["rates"]["all"]["answers"]["asked"] == len(texts)


@needs_kernel
def test_files_that_do_not_fit(tmp_path: Path) -> None:
    puzzles, answers = tmp_path / "puzzles.txt", tmp_path / "answers.jsonl"

    def said(puzzle: str, answer: str, *options: str) -> tuple[int, str]:
        puzzles.write_text(puzzle + "\n")
        answers.write_text(answer + "\n")
        shown = run("check", "--score", puzzles, "--answers", answers, *options)
        return shown.exit_code, shown.stderr

    status, text = said(PUZZLE, '{"text": "none", "id": 3}')
    assert (status, text.count("\n")) == (2, 1)
    assert all(word in text for word in ("answer", "text, id"))
    status, text = said(PUZZLE, "none\nnone")
    assert (status, "1 puzzle" in text, "2 answers" in text) == (2, True, True)
    small = "1" + "." * 15
    status, text = said(small, "1234341221434321")
    assert (status, "--layout" in text) == (2, True)
    assert said(small, "1234341221434321", "--layout", "classic:4") == (0, "")
    status, text = said(PUZZLE, "1234341221434321")
    assert (status, "81" in text, "--layout" in text) == (0, True, True)


@needs_kernel
def test_the_command_asks_programs_and_functions(here: Path) -> None:
    Path("scored.py").write_text("def answers(lines):\n    return lines\n")
    for solver in ("cat", "scored:answers"):
        shown = run("check", "--score", "--solver", solver, "--layout", "classic:4")
        assert (shown.exit_code, "open cells" in shown.stdout) == (0, True)
    assert run("check", "--score").exit_code == 2
    script = here / "script"
    script.write_text("#!/nowhere/python\n")
    script.chmod(0o755)
    said = {"scored:nothing": "nothing", "no-such-program": "PATH", "": "PATH", "sh -c '": "quotation"}
    for solver, words in (said | {"./script": "script"}).items():
        refused = run("check", "--score", "--solver", solver, "--layout", "classic:4")
        assert (refused.exit_code, refused.stdout) == (2, ""), solver
        assert words in refused.stderr
