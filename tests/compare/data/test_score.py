"""One answer of a language model, judged by the rules: every form of the last grid, every mistake, any text at all."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest
from cells import run as run_cell
from corpora import PRINTED_GRID as SOLUTION
from hypothesis import given
from hypothesis import strategies as st
from pages import DOCS

from unitdoku import Layout, LayoutError, Puzzle, PuzzleError, Result, Sum, classic, latin, solve
from unitdoku.compare.corpora.corpus import built_in
from unitdoku.compare.data.last_grid import MOST_READ, read_last_grid
from unitdoku.compare.data.score import Score, is_open, score_answer
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.io import draw_text, write_grid, write_line, write_picture
from unitdoku.layouts import layout_named, less_than

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
UNSOLVABLE = "55" + "." * 79
NOTHING = Score(False, False, False, 0, ())
ROWS = [SOLUTION[at : at + 9] for at in range(0, 81, 9)]
SPACED = [" ".join(row) for row in ROWS]
LISTS = [[int(digit) for digit in row] for row in ROWS]
PIPED = ["| " + " | ".join(row) + " |" for row in ROWS]
HEADER = "|   | " + " | ".join("123456789") + " |\n|" + ":---:|" * 10
PICTURE = write_picture(SOLUTION)

COLUMNS = [" ".join(SOLUTION[at::9]) for at in range(9)]
BLOCKS = [
    " ".join("".join(row[at : at + 3] for row in ROWS[first : first + 3])) for first in (0, 3, 6) for at in (0, 3, 6)
]
GRID = "\n".join(SPACED)


def named(word: str, rows: list[str], end: str = "") -> str:
    return "\n".join(f"{word} {at}: {row}{end}" for at, row in enumerate(rows, 1))


FORMS = {
    "line": SOLUTION,
    "sentence": f"First 5, then 3. So the solution is {SOLUTION}.",
    "in the middle": f"In 7 steps: {SOLUTION} and nothing else in row 1.",
    "rows": "\n".join(ROWS),
    "groups": "\n".join(f"{row[:3]} {row[3:6]}  {row[6:]}" for row in ROWS),
    "blank lines": "\n\n".join(SPACED),
    "fence": "Grid of puzzle 1\n```\n" + "\n".join(SPACED) + "\n```\nEach row has 1, 2, 3, 4, 5, 6, 7, 8, 9.",
    "Windows": "\r\n".join(SPACED),
    "table": "\n".join(PIPED),
    "table with header": "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|" + "---|" * 9 + "\n" + "\n".join(PIPED),
    "table with numbers": HEADER + "\n" + "\n".join(f"| {at} {row}" for at, row in enumerate(PIPED, 1)),
    "table with letters, bold": HEADER
    + "\n"
    + "\n".join(f"| **{letter}** {row.replace('5', '**5**')}" for letter, row in zip("ABCDEFGHI", PIPED, strict=True)),
    "numbered rows": "\n".join(f"{at}. {row}" for at, row in enumerate(ROWS, 1)),
    "numbered spaced rows": "\n".join(f"{at}. {row}" for at, row in enumerate(SPACED, 1)),
    "named rows": named("Row", SPACED),
    "list": str([value for row in LISTS for value in row]),
    "lists": json.dumps(LISTS),
    "indented JSON": json.dumps({"size": 9, "grid": LISTS}, indent=2),
    "text in JSON": json.dumps({"answer": "\n".join(SPACED)}),
    "rows by name in JSON": json.dumps({f"row{at}": row for at, row in enumerate(LISTS)}),
    "picture": PICTURE,
    "picture with strokes": PICTURE.replace("|", "│").replace("-", "─").replace("+", "┼"),
    "HTML": "".join("<tr>" + "".join(f'<td class="c">{digit}</td>' for digit in row) + "</tr>" for row in ROWS),
    "HTML on lines": "\n".join("<tr>\n" + "\n".join(f"<td>{digit}</td>" for digit in row) + "\n</tr>" for row in ROWS),
    "LaTeX": "\\begin{array}{|c|}\n\\hline\n" + "\n".join(" & ".join(row) + " \\\\ \\hline" for row in ROWS),
    "full width": "\n".join("".join(chr(0xFF10 + int(digit)) for digit in row) for row in ROWS),
    "after two others": f"{PUZZLE}\nor\n" + "\n".join(SPACED[::-1]) + "\nno:\n" + "\n".join(SPACED),
    "before the puzzle": f"{GRID}\nThe puzzle was {PUZZLE}.",
    "before a blank": GRID + ("\n" + "_ " * 9) * 9,
    "before columns and boxes": f"{GRID}\n\n{named('Column', COLUMNS, ' = 45')}\n{named('BOX', BLOCKS, ' ✓')}",
    "before three columns": named("Row", SPACED) + "\n" + named("Col", COLUMNS[:3]),
    "before lists": f"{GRID}\nColumns: {', '.join(COLUMNS)}\nBlocks:\n" + "\n".join(BLOCKS),
    "columns alone": named("Column", SPACED),
    "after words about columns": "\n".join(SPACED[::-1]) + f"\nAll columns and boxes fit. Final grid:\n{GRID}",
    "notes": GRID.replace("2\n", "2 <- fixed\n").replace("1\n", "1 (changed 3 to 5)\n").replace("8\n", "8 # 3 given\n"),
    "ticks": "\n".join(row + " ✓" for row in SPACED[:7]) + "\n" + "\n".join(SPACED[7:]),
    "sums": "\n".join(row + " = 45" * (at % 2) for at, row in enumerate(SPACED)),
    "sums with arrows": named("Row", SPACED, " -> 45"),
    "no-break spaces": GRID.replace(" ", "&nbsp;"),
    "zeros before": GRID.replace(" ", " 0"),
    "keys of emoji": "\n".join("".join(f"{digit}\ufe0f\u20e3" for digit in row) for row in ROWS),
    "tags": f"<think>{PUZZLE}: none fits, no solution?</think>\n<answer>{SOLUTION}</answer>",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_last_grid_is_found(form: str) -> None:
    assert score_answer(PUZZLE, FORMS[form]) == (True, True, True, 51, ())


@pytest.mark.parametrize(
    "text",
    ["", "none", "I do not know.", SOLUTION[:-1], SOLUTION + "1", "\n".join(ROWS[:-1]), "1" * 500, "\0\ud800\udfff"],
)
def test_what_holds_no_grid_scores_nothing(text: str) -> None:
    assert score_answer(PUZZLE, text) == NOTHING


def test_digits_of_other_scripts_are_wrong() -> None:
    for zero in (0x660, 0x966, 0x1D7CE):
        assert score_answer(PUZZLE, SOLUTION.translate({48 + digit: zero + digit for digit in range(10)})) == NOTHING


def test_mistakes() -> None:
    assert score_answer(PUZZLE, PUZZLE) == (False, True, False, 0, ())
    partial = score_answer(PUZZLE, SOLUTION[:80] + "?")
    assert partial == (False, False, False, 51, ())  # the last cell is a given
    swapped = score_answer(PUZZLE, "4" + SOLUTION[1:])
    assert (swapped.complete, swapped.keeps_givens, swapped.solution, swapped.cells_right) == (True, False, False, 51)
    assert swapped.broken[1:] == (
        "unit row A: 4 stands in A1 and A3",
        "unit column 1: 4 stands in A1 and E1",
        "unit block 1: 4 stands in A1 and A3",
    )
    assert score_answer(PUZZLE, f"{SOLUTION[:2]}1{SOLUTION[3:]}").cells_right == 50
    outside = score_answer("1...............", "1234 3412 2143 4329", classic(4))
    assert (outside.complete, outside.keeps_givens, outside.solution) == (False, True, False)
    assert any("D4" in rule for rule in outside.broken)


def test_any_of_several_solutions_is_right() -> None:
    layout = classic(4)
    puzzle = Puzzle.empty(layout)
    for grid in solve(puzzle, limit=5).solutions:
        assert score_answer(puzzle, str(grid)).solution
    # Both cells of A1 and A2 are in conflict; row 2 is open.
    assert score_answer(puzzle, "1123 .... .... ....").cells_right == 2


def test_a_puzzle_without_a_solution() -> None:
    right = ["none", "**No solution.**", "No solution exists.\nRow 1 has 5 twice.", "\\boxed{none}", "Answer: none."]
    for text in [*right, f"{UNSOLVABLE}\nThis puzzle is unsolvable because of row 1.", "<answer>None</answer>"]:
        assert score_answer(UNSOLVABLE, text).solution, text
    for text in ["", SOLUTION, UNSOLVABLE, "none of it fits 5", f"No solution? {SOLUTION}"]:
        assert not score_answer(UNSOLVABLE, text).solution, text
    assert not score_answer(PUZZLE, "none").solution
    kept = score_answer(PUZZLE, f"{SOLUTION}\nor there is no solution")
    assert (kept.complete, kept.solution) == (True, True)


def test_more_than_nine_values() -> None:
    layout, symbols = classic(16), "123456789ABCDEFG"
    (grid,) = solve(Puzzle.empty(layout)).solutions
    puzzle = Puzzle.from_values([*grid[:200], *[0] * 56], layout)
    rows = [grid[at : at + 16] for at in range(0, 256, 16)]
    numbers = "\n".join(" ".join(map(str, row)) for row in rows)
    letters = "\n".join("".join(symbols[value - 1] for value in row) for row in rows)
    assert score_answer(puzzle, f"A bad idea:\n{numbers}\n").solution
    assert score_answer(puzzle, f"A bad idea:\n{letters}\n", symbols=symbols).solution
    assert score_answer(puzzle, letters) == NOTHING
    padded = "\n".join(" ".join(f"{value:02}" for value in row) + " = 136" for row in rows)
    assert score_answer(puzzle, padded).solution
    assert score_answer(puzzle, f"A bad idea:\n{letters.lower()}\n", symbols=symbols).solution


def test_rows_of_different_lengths_and_other_first_values() -> None:
    samurai = layout_named("samurai")
    (grid,) = solve(Puzzle.empty(samurai)).solutions
    rows = "\n".join("".join(str(grid[cell]) for cell in row) for row in samurai.rows)
    assert score_answer(Puzzle.empty(samurai), f"It is\n{rows}\nDone.").solution
    from_zero = less_than(latin(3), ["A1", "A2"])
    from_zero = type(from_zero)(3, from_zero.units, from_zero.positions, pairs=from_zero.pairs, first_value=0)
    assert score_answer(Puzzle.empty(from_zero), "012\n120\n201").solution
    assert not score_answer(Puzzle.empty(from_zero), "102\n021\n210").solution


GALLERY = re.findall(r"```python\n(.*?)```", (DOCS / "gallery.md").read_text(encoding="utf-8"), re.S)


def shown_forms(result: Result) -> Iterator[str]:
    """Yields what unitdoku prints of a result and of its first solution, in every form."""
    assert result.puzzle is not None
    assert result.solution is not None
    solved = Puzzle.from_values(result.solution, result.puzzle.layout)
    yield from (str(result), str(solved), write_line(solved), write_grid(result.solution, result.puzzle.layout))
    widest = max(map(len, draw_text(result, readable=True).splitlines()))
    for color, ascii_only, width in product((False, True), (False, True), (None, widest - 1)):
        with suppress(PuzzleError):  # nothing is narrower
            yield draw_text(result, color=color, ascii_only=ascii_only, width=width)


def keep_forms_right(result: Result) -> None:
    """Asserts that each form is read as the solution, also in prose."""
    for text in shown_forms(result):
        for around in ("{}", "Of 3 ways, 1 is left:\n{}\nEach of the 9 rules holds.", "```\n{}\n```\n"):
            assert score_answer(result.puzzle, around.format(text)).solution, text


@pytest.mark.parametrize("code", [code for code in GALLERY if re.search(r"\nunitdoku.solve\(.*\)\n$", code)])
def test_what_the_gallery_shows_is_right(code: str) -> None:
    result = run_cell(code, {}, "gallery").value
    assert isinstance(result, Result)
    keep_forms_right(result)


@pytest.mark.parametrize("name", ["futoshiki", "killers", "kakuro", "thermometers", "cryptarithms", "magic-squares"])
def test_what_is_printed_of_puzzles_of_the_package_is_right(name: str) -> None:
    for puzzle in built_in(name).puzzles[:6]:
        keep_forms_right(solve(puzzle))


@pytest.mark.parametrize("rules", RULE_RECIPES)
@given(seed=st.integers(0, 10**6))
def test_what_is_printed_of_drawn_puzzles_is_right(rules: str, seed: int) -> None:
    try:
        drawn = draw_rule_puzzle(rules, Kind.SATISFIABLE, random.Random(seed), 6)
    except PuzzleError:
        return
    if drawn.puzzle.layout.cell_count > 4:  # else numbers in the words below a picture are a grid
        keep_forms_right(solve(drawn.puzzle))


TEXTS = st.one_of(st.text(), st.text("1234 \n|:.-", max_size=99), st.binary().map(lambda raw: raw.decode("latin-1")))


@given(TEXTS, TEXTS)
def test_no_text_raises_an_error_and_text_before_the_grid_changes_nothing(before: str, text: str) -> None:
    layout = classic(4)
    score = score_answer(Puzzle.empty(layout), text)
    assert score.solution == (score.complete and not score.broken)
    assert score_answer(PUZZLE, f"{before}\nSo it is this:\n{SOLUTION}").solution


def test_megabytes() -> None:
    long = "In row 3 the 5 must be at 7, so 12 is out.\n" * 50_000
    assert score_answer(PUZZLE, long + "\n".join(SPACED) + "\n" + long).solution
    assert score_answer(PUZZLE, "\n".join(SPACED) + " " * (MOST_READ + 1)) == NOTHING
    padded = "\n".join((" " * 300).join(row) for row in ROWS)  # more than the bytes that are read twice fit into
    for shift in range(0, 2**16, 9999):
        assert score_answer(PUZZLE, padded + "|" * (2**20 - shift)).solution


def test_steps() -> None:
    assert is_open(PUZZLE, {"A3": 4})
    assert is_open(PUZZLE, {(0, 2): 4, 3: 6})
    assert is_open(PUZZLE, {"A1": 5, "A3": 4})
    assert is_open(PUZZLE, {})
    for placement in ({"A3": 5}, {"A3": 1}, {"A3": 12}, {"A3": 0}, {"A1": 4}, {"A3": "x"}):
        assert not is_open(PUZZLE, placement)
    assert is_open(PUZZLE.replace("0", "."), {"A3": 2}) is False  # legal, but without a solution
    assert not is_open(UNSOLVABLE, {"C1": 1})
    with pytest.raises(LayoutError):
        is_open(PUZZLE, {"Z9": 1})


def test_random_grids_are_judged_like_their_values() -> None:
    rng = random.Random(1)
    layout = classic(4)
    for _ in range(100):
        values = [rng.randint(1, 4) for _ in range(16)]
        rows = "\n".join(" ".join(map(str, values[at : at + 4])) for at in range(0, 16, 4))
        assert read_last_grid(rows, layout).values == tuple(values)


def test_a_large_picture_is_not_drawn_to_read_an_answer() -> None:
    layout = Layout(9, (), ((0, 0), (6000, 6000)), sums=(Sum("s", (0, 1), 5),))
    assert score_answer(Puzzle.empty(layout), "2 3").solution
