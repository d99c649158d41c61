"""Grids of characters: lines around regions and cages, colours, narrow terminals, and the commands that print them."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from contextlib import suppress
from itertools import filterfalse, product
from pathlib import Path
from typing import Any

import pytest
from commands import run
from corpora import FOUR

from unitdoku import Layout, Puzzle, PuzzleError, Unit, classic, draw, jigsaw, latin, parse_puzzle, solve
from unitdoku.command.main import main
from unitdoku.compare.corpora.corpus import built_in_corpora
from unitdoku.io import draw_text
from unitdoku.layouts import arrow, futoshiki, kakuro, killer, kropki, layout_named, samurai, thermometer, xv
from unitdoku.puzzles.pictures.text import DRAWN

GOLDEN = Path(__file__).parent / "golden"
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


shown: Callable[..., str] = draw_text
"""The same for options of any type."""


def painted(text: str) -> list[tuple[str, str]]:
    """Each run of characters, with the codes before it."""
    pieces = ESCAPE.split(text)
    return [(code, run) for code, run in zip(["0", *pieces[1::2]], pieces[::2], strict=True) if run]


FOUR_GIVENS = parse_puzzle(FOUR, classic(4))
PICTURES: dict[str, tuple[Puzzle | Layout, dict[str, Any]]] = {
    "blocks": (FOUR_GIVENS, {}),
    "solved-in-ascii": (FOUR_GIVENS, {"solution": tuple(map(int, "4123324123141432")), "ascii_only": True}),
    "one-cell": (latin(1), {}),
    "regions": (jigsaw("AAABACBBDCCBDDDC"), {}),
    "overlapping": (layout_named("overlapping:0,0/2,2:classic:4"), {}),
    "cages": (killer({"A1 A2 A3": 9, "A4": 1, "B1 C1": 6}, classic(4)), {}),
    "clues": (kakuro("# 4\\ 16\\\n\\3 . .\n\\17 . ."), {}),
    "signs": (futoshiki(". < .   .\n    ^\n.   . > .\n\n.   1   ."), {}),
    "dots-and-letters": (xv(kropki(latin(4), white=["A1 A2", "C1 D1"], black=["A3 B3"]), v=["B3 B4"]), {}),
    "candidates": (FOUR_GIVENS, {"candidates": True}),
    # Without being asked for, only where some are ruled out.
    "some-ruled-out": (FOUR_GIVENS.restricted(0, 0b0110), {}),
    "without-blanks": (
        Puzzle.from_values([(row * 4 + row // 4 + column) % 16 + 1 for row in range(16) for column in range(16)]),
        {"width": 50},
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_to_the_letter(name: str) -> None:
    puzzle, options = PICTURES[name]
    picture = shown(puzzle, **options)
    assert picture + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert {*filterfalse(str.isascii, picture)} <= {*DRAWN}
    assert shown(puzzle, **{**options, "ascii_only": True}).isascii()


def test_extra_units_and_lines_are_in_words_too() -> None:
    for layout, said in (
        (layout_named("classic:4+diagonal"), "main diagonal: A1 B2 C3 D4\nanti-diagonal: A4 B3 C2 D1"),
        (thermometer(classic(4), "C1 C2 C3"), "thermometer from its bulb: C1 C2 C3"),
        (arrow(classic(4), "A1", ["B2", "C3"]), "arrow from its circle: A1 B2 C3"),
        (layout_named("anti-knight"), "knight: 152 units of 2 cells"),
    ):
        assert shown(layout).endswith(f"\n{said}")


def test_colours_say_nothing_that_the_text_does_not() -> None:
    puzzle = parse_puzzle(FOUR, layout_named("classic:4+diagonal"))
    solution = solve(puzzle).solution
    plain, coloured = shown(puzzle, solution=solution), shown(puzzle, solution=solution, color=True)
    assert [line.rstrip() for line in ESCAPE.sub("", coloured).splitlines()] == plain.splitlines()
    styles = {run.strip(): code for code, run in painted(coloured) if run.strip().isdigit()}
    givens = [run for code, run in painted(coloured) if run.strip().isdigit() and "1" in code.split(";")]
    assert "".join(givens).replace(" ", "") == "4312"  # bold, shaded or not
    assert any(code.startswith("48;5;") for code in styles.values())
    # No colour goes on behind the end of a line.
    assert all((["0"] + ESCAPE.findall(line))[-1] == "0" for line in coloured.splitlines())


@pytest.mark.parametrize("name", sorted(set(built_in_corpora()) - {"growing-grids", "coloring", "latin-transition"}))
def test_every_corpus_has_pictures_and_fits_narrow_terminals_or_says_so(name: str) -> None:
    (puzzle, *_) = built_in_corpora()[name].puzzles()
    assert ET.fromstring(draw(puzzle)).get("viewBox")
    for width, candidates in product((40, 80), (False, True)):
        with suppress(PuzzleError):
            assert max(map(len, draw_text(puzzle, width=width, candidates=candidates).splitlines())) <= width
    assert draw_text(puzzle, width=80)


def test_narrow_forms() -> None:
    assert max(map(len, shown(PICTURES["without-blanks"][0], width=80).splitlines())) == 57
    assert shown(classic(), width=24).splitlines()[1] == "┃· · ·┃· · ·┃· · ·┃"
    with pytest.raises(PuzzleError, match="no grid of samurai fits 40 columns"):
        draw_text(samurai(), width=40)


class Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def in_terminal(*arguments: str, width: int = 80, text: str = "", encoding: str = "utf-8", **environment: str) -> str:
    """Returns what a command prints to a terminal of this width; the text comes through a pipe."""
    terminal = Terminal(shown := io.BytesIO(), encoding=encoding, write_through=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("NO_COLOR", raising=False)
        for name, value in {"TERM": "xterm-256color", "COLUMNS": str(width), **environment}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        patch.setattr(sys, "stdout", terminal)
        with pytest.raises(SystemExit):
            main(arguments)
    return shown.getvalue().decode(encoding)


CLASSIC = (FOUR, "--layout", "classic:4")


def test_one_puzzle_at_a_terminal_is_a_grid() -> None:
    text = in_terminal("solve", *CLASSIC)
    assert re.match(r"┏━━━━━┳━━━━━┓\n(.|\n)*\x1b\[1m4\x1b\[0m(.|\n)*\nSAT, [^\n]*$", text)
    assert in_terminal("solve", *CLASSIC, "--color", "never") == ESCAPE.sub("", text)
    for plain in (in_terminal("solve", *CLASSIC, NO_COLOR="1"), in_terminal("solve", *CLASSIC, TERM="dumb")):
        assert "\x1b" not in plain
    assert "\x1b" in in_terminal("solve", *CLASSIC, "--color", "always", NO_COLOR="1")
    ascii_text = in_terminal("solve", *CLASSIC, encoding="ascii", NO_COLOR="1")
    assert ascii_text.splitlines()[0] == "+-----+-----+"


def test_what_is_no_solution_and_what_is_asked_for_otherwise() -> None:
    none = in_terminal("solve", "11..............", "--layout", "classic:4", NO_COLOR="1").splitlines()
    assert none[1] == "┃ 1 1 ┃ · · ┃"
    assert none[-1] == "UNSAT: no solution: 1 stands twice in row A: A1 and A2"
    assert len(in_terminal("solve", "." * 16, "--layout", "classic:4", "--limit", "3").splitlines()) == 3
    assert len(in_terminal("solve", "." * 16, "--layout", "classic:4", "--limit", "3", "--picture").splitlines()) == 22
    assert in_terminal("solve", *CLASSIC, "--no-picture").splitlines()[0][:16].isdigit()
    assert in_terminal("solve", *CLASSIC, "--json").startswith("{")


def test_a_file_with_one_puzzle_and_one_with_two(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    for count, said in ((1, "┏"), (2, "# line 2: SAT")):
        file.write_text(f"{FOUR}\n" * count)
        assert said in in_terminal("solve", str(file), "--layout", "classic:4")
        assert said in in_terminal("solve", "-", "--layout", "classic:4", text=file.read_text())
    two = in_terminal("solve", str(file), "--layout", "classic:4", "--picture", "--color", "never")
    assert "\nline 2: SAT" in two


def test_draw_at_a_terminal() -> None:
    assert in_terminal("draw", *CLASSIC, NO_COLOR="1") == shown(parse_puzzle(FOUR, classic(4))) + "\n"
    marked = shown(parse_puzzle(FOUR, classic(4)), candidates=True)
    assert in_terminal("draw", *CLASSIC, "--candidates", "--color", "never") == f"{marked}\n"
    assert in_terminal("draw", *CLASSIC, "-o", "-").startswith("<svg")
    wide = in_terminal("draw", ". " * 2401, "--layout", "classic:49", width=40)
    assert "no grid of this puzzle fits 40 columns" in wide


def test_what_is_piped_stays_as_it_was() -> None:
    line = run("solve", *CLASSIC).stdout
    assert line.count("\n") == len(solve(FOUR, layout="classic:4", limit=2))
    assert "  # SAT" in line
    assert run("solve", *CLASSIC, "--color", "always").stdout == line
    assert re.match(r"# SAT[^+]*\+", run("solve", *CLASSIC, "--picture").stdout)
    assert "\x1b[1m4\x1b[0m" in run("solve", *CLASSIC, "--picture", "--color", "always").stdout


def test_two_solutions_and_where_they_differ() -> None:
    text = in_terminal("solve", "1..2.........2..", "--layout", "classic:4", "--limit", "2", width=40, NO_COLOR="1")
    lines = text.splitlines()
    assert [line[0] for line in lines].count("┏") == 2
    said = " ".join(line.strip() for line in lines[14:])
    assert said.startswith("SAT, at least 2 solutions; these two differ in ")
    rows = [row for row, index in zip("ABCD", (1, 2, 4, 5), strict=True) if lines[index] != lines[7 + index]]
    assert {label[0] for label in said.split(" differ in ")[1].split()} >= set(rows)
    assert all(len(line) <= 40 for line in lines)


def test_draw_text() -> None:
    result = solve(FOUR, layout="classic:4")
    assert result.puzzle is not None
    assert draw_text(result) == shown(result.puzzle, solution=result.solution)
    assert draw_text(FOUR, layout="classic:4", candidates=True) == shown(result.puzzle, candidates=True)
    assert draw_text(result.solution).count("·") == 0
    assert draw_text(result, color=True) != draw_text(result)
    assert draw_text(result, ascii_only=True).isascii()


def test_names_of_units_reverse_no_text() -> None:
    """A name may have characters that change the direction of what follows: they are shown as escapes."""
    assert "odd\\u202ename: 1 unit" in shown(latin(2) + [Unit("odd\u202ename", (0, 3))])
