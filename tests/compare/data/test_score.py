"""Scores of answers and of solvers that may err."""

from __future__ import annotations

import json
import random
from pathlib import Path
from time import monotonic

import pytest

pytest.importorskip("numpy")

from commands import run

from unitdoku import LayoutError, Puzzle, PuzzleError, UnitdokuError, classic, latin, parse_puzzle, solve, solve_many
from unitdoku.compare.data.describe import describe
from unitdoku.compare.data.score import NO_GRID, Score, is_open, score_answer
from unitdoku.compare.data.score_solver import Rate, SolverScore, score_answers, score_solver
from unitdoku.io import write_grid, write_line, write_picture
from unitdoku.layouts import killer, layout_named, less_than
from unitdoku.reference.native.loading import available_levels

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
GRID = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
ROWS = [GRID[first : first + 9] for first in range(0, 81, 9)]
RIGHT = Score(True, True, True, 64, ())
needs_kernel = pytest.mark.skipif(not available_levels(), reason="the kernel was not compiled")

ANSWERS = {
    "a line": GRID,
    "the end of a sentence": f"So the answer is {GRID}.",
    "rows in a fence": "Sure!\n```\n" + "\n".join(ROWS) + "\n```\nI placed 64 digits in 9 rows.",
    "blanks": "\n".join(" ".join(row) for row in ROWS),
    "a table": "".join(
        f"| {' | '.join(row)} |\n" + "|---" * 9 * (number == 0) + "\n" for number, row in enumerate(ROWS)
    ),
    "labelled rows": "\n".join(f"Row {number}: {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "a numbered list": "\n".join(f"{number}. {' '.join(row)}" for number, row in enumerate(ROWS, start=1)),
    "lists": str([[int(cell) for cell in row] for row in ROWS]),
    "JSON": json.dumps({"answer": ROWS}, indent=1),
    "HTML": "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in ROWS),
    "bold": "\n".join(f"**{row}**" for row in ROWS),
    "a picture": write_picture(parse_puzzle(GRID)),
    "the second of two": "\n".join(reversed(ROWS)) + "\n\nThat breaks column 1. Corrected:\n\n" + "\n".join(ROWS),
    "carriage returns": "\r\n".join(ROWS),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_last_grid_is_read(name: str) -> None:
    assert score_answer(PUZZLE, ANSWERS[name]) == RIGHT


def test_wrong_answers() -> None:
    changed = score_answer(PUZZLE, GRID.replace("4", "5", 1))
    assert (changed.complete, changed.keeps_givens, changed.solution, changed.cells_right) == (True, False, False, 64)
    assert "A1" in changed.broken[0]
    swapped = score_answer(PUZZLE, "\n".join(ROWS).replace("17", "71", 1))
    assert (swapped.complete, swapped.keeps_givens, swapped.solution, swapped.cells_right) == (True, True, False, 62)
    unfinished = score_answer(PUZZLE, GRID[:-1] + ".")
    assert unfinished == Score(False, True, False, 63, ())
    copied = score_answer(PUZZLE, PUZZLE)
    assert copied == Score(False, True, False, 0, ())
    for text in ("", "I cannot do this.", GRID[:-1], GRID + "1", "\n".join(ROWS[1:]), "数独" * 9, "<b>" * 50):
        assert score_answer(PUZZLE, text) == NO_GRID


def test_other_symbols() -> None:
    sixteen = layout_named("classic:16")
    grid = solve(Puzzle.empty(sixteen)).solution
    assert grid is not None
    rows = [grid[first : first + 16] for first in range(0, 256, 16)]
    assert score_answer(Puzzle.empty(sixteen), "\n".join(" ".join(map(str, row)) for row in rows)).solution
    symbols = "123456789ABCDEFG"
    text = "\n".join("".join(symbols[value - 1] for value in row) for row in rows)
    assert score_answer("." * 256, text, sixteen, symbols).solution
    assert score_answer(Puzzle.empty(latin(1)), "1").solution


def test_several_solutions_and_none() -> None:
    empty = Puzzle.empty(classic(4))
    for grid in list(solve(empty, limit=20).solutions):
        assert score_answer(empty, write_grid(grid, empty.layout)) == Score(True, True, True, 16, ())
    assert score_answer(empty, "1234\n3412\n2143\n4322").cells_right == 13
    none = "11" + "." * 79
    for text in ("There is no solution.", "none", "The puzzle is unsolvable"):
        assert score_answer(none, text).solution
        assert not score_answer(PUZZLE, text).solution
    assert not score_answer(none, GRID).solution
    with pytest.raises(PuzzleError):
        score_answer("1x", GRID)


def test_hostile_text_takes_linear_time() -> None:
    for text in ("5" * 10**6, "|" * 10**6, "<" * 10**6, " \n" * 10**6, ("\n".join(ROWS[:8]) + "\nx\n") * 10**4):
        started = monotonic()
        assert score_answer(PUZZLE, text) == NO_GRID
        assert monotonic() - started < 20  # quadratic time would be minutes


def test_steps() -> None:
    assert is_open(PUZZLE, {"A2": 1})
    assert not is_open(PUZZLE, {"A2": 4})  # it stands in the row
    assert not is_open(PUZZLE, {"A2": 9})  # no solution is left
    assert not is_open(PUZZLE, {"A1": 1})
    for error, step in ((LayoutError, {"Z9": 1}), (PuzzleError, {"A2": 10})):
        with pytest.raises(error):
            is_open(PUZZLE, step)


def test_rules_as_sentences() -> None:
    said = describe("classic").splitlines()
    assert len(said) == 6
    assert said[3:] == [
        "Each row has each number once.",
        "Each column has each number once.",
        "Each block of 3 rows and 3 columns has each number once.",
    ]
    assert "A1, B2, C3" in describe("diagonal")
    assert "A1 + A2 = 3." in describe(killer([("A1 A2", 3)]))
    assert "A1 < A2." in describe(less_than(latin(4), ("A1", "A2")))
    for name in ("windoku", "samurai", "anti-knight", "classic:2x3"):
        layout = layout_named(name)
        text = describe(layout)
        assert all(layout.labels[cell] in text or "Each row" in text for unit in layout.units for cell in unit.cells), (
            name
        )


def test_intervals() -> None:
    # Figures of Newcombe (1998), method 3.
    assert [round(each, 4) for each in Rate(81, 263).interval] == [0.2553, 0.3662]
    assert [round(each, 4) for each in Rate(15, 148).interval] == [0.0624, 0.1605]
    assert [round(each, 4) for each in Rate(0, 20).interval] == [0.0, 0.1611]
    assert Rate(0, 0).interval == (0, 1)


def perfect(lines: list[str]) -> list[object]:
    return [
        None if result.solution is None else list(result.solution) for result in solve_many(lines, layout="classic")
    ]


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
                grid and [value if rng.random() < 0.9 else rng.randint(1, 9) for value in grid]  # type: ignore[attr-defined]
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
        assert shares(score, "more")["images of solved puzzles"] == 0

    def test_one_that_always_answers(self) -> None:
        score = score_solver(lambda lines: [answer or GRID for answer in perfect(lines)], count=60)
        assert shares(score, "kind") == {"unique": 1, "several": 1, "none": 0}
        assert set(score.broken) == {"givens"}

    def test_one_that_raises_and_one_that_miscounts(self) -> None:
        def raising(_: list[str]) -> list[object]:
            raise RuntimeError("no memory")

        assert score_solver(raising, count=6).broken == {"RuntimeError was raised": 6}
        with pytest.raises(UnitdokuError):
            score_solver(lambda lines: lines[1:], count=6)

    def test_several_layouts(self) -> None:
        def solver(lines: list[str]) -> list[object]:
            layout = classic(4) if len(lines[0]) == 16 else classic()
            return [list(result.solution) if result.solution else None for result in solve_many(lines, layout=layout)]

        score = score_solver(solver, ["classic:4", "classic"], count=12)
        assert {member: rate.asked for member, rate in score.rates["layout"].items()} == {
            "classic:4": 12,
            "classic": 12,
        }


@needs_kernel
def test_a_file_of_answers_of_models(tmp_path: Path) -> None:
    puzzles, answers = tmp_path / "puzzles.txt", tmp_path / "answers.jsonl"
    texts = ["I think it is hard.", GRID[:-1], GRID.replace("4", "5", 1), *ANSWERS.values()]
    puzzles.write_text(f"{PUZZLE}\n" * len(texts))
    answers.write_text(
        "".join(json.dumps(text if number % 2 else {"answer": text}) + "\n" for number, text in enumerate(texts))
    )
    shown = run("check", "--score", puzzles, "--answers", answers)
    assert shown.exit_code == 0
    assert f"{len(ANSWERS)} of {len(texts)}" in shown.stdout
    score = score_answers([PUZZLE] * len(texts), texts)
    assert score.rates["kind"] == {"unique": Rate(len(ANSWERS), len(texts))}
    assert score.broken == {"no grid": 2, "givens": 1}
    answers.write_text("none\n")
    assert run("check", "--score", puzzles, "--answers", answers).exit_code == 2


@needs_kernel
def test_the_command_asks_programs_and_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("scored.py").write_text("def answers(lines):\n    return lines\n")
    for solver in ("cat", "scored:answers"):
        shown = run("check", "--score", "--solver", solver, "--layout", "classic:4")
        assert (shown.exit_code, "open cells" in shown.stdout) == (0, True)
    assert run("check", "--score").exit_code == 2
    assert run("check", "--score", "--solver", "scored:nothing").exit_code == 2


def reasoning_gym_score(answer: str | None, entry: dict[str, object]) -> float:
    """`score_answer` of reasoning-gym: 1 for a solution, a share of it for right cells, by the rules alone."""
    puzzle = entry["metadata"]["puzzle"]  # type: ignore[index]
    score = score_answer(puzzle, answer or "")
    return 1.0 if score.solution else 0.5 * score.cells_right / write_line(puzzle).count(".")


def reward(prompts: list[str], completions: list[str], **columns: list[str]) -> list[float]:
    """A reward function of TRL, for a data set with a column `puzzle`."""
    return [
        float(score_answer(puzzle, text).solution) for puzzle, text in zip(columns["puzzle"], completions, strict=True)
    ]


def test_rewards() -> None:
    entry: dict[str, object] = {"question": "...", "answer": GRID, "metadata": {"puzzle": PUZZLE}}
    assert [reasoning_gym_score(text, entry) for text in (GRID, PUZZLE, None)] == [1.0, 0.0, 0.0]
    assert 0.4 < reasoning_gym_score(GRID[:-1] + ".", entry) < 0.5
    assert reward(["?"] * 2, [GRID, PUZZLE], puzzle=[PUZZLE] * 2) == [1.0, 0.0]
