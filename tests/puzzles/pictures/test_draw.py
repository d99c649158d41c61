"""Pictures of puzzles: what is in the SVG, the forms of files, and the command."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path

import pytest
from commands import run
from corpora import FOUR

from unitdoku import OptionError, PuzzleError, classic, draw, from_units, latin, parse_puzzle, solve
from unitdoku.io import draw_text
from unitdoku.layouts import (
    anti_knight,
    arrow,
    clones,
    cryptarithm,
    kakuro,
    killer,
    kropki,
    layout_named,
    little_killer,
    palindrome,
    thermometer,
    whisper,
    xv,
)

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawn: str, kind: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(drawn).iter(f"{SVG}text") if each.get("class") == kind]


def parts(drawn: str, tag: str, kind: str) -> list[dict[str, str]]:
    return [each.attrib for each in ET.fromstring(drawn).iter(f"{SVG}{tag}") if each.get("class") == kind]


def test_the_smallest_picture() -> None:
    assert texts(draw(latin(1)), "given") == ["1"]  # the only candidate
    assert draw(from_units(2, [], (1, 1)))


def test_givens_values_and_candidates() -> None:
    puzzle = parse_puzzle(FOUR, layout_named("classic:4"))
    assert texts(draw(puzzle), "given") == ["4", "3", "1", "2"]
    assert texts(draw(puzzle), "small") == []
    result = solve(FOUR, layout="classic:4")
    solved = draw(result)
    assert result.solution is not None
    assert solved == draw(puzzle, solution=result.solution)
    assert texts(solved, "found") == [str(v) for cell, v in enumerate(result.solution) if cell not in puzzle.givens]
    assert len(texts(draw(puzzle, candidates=True), "small")) == 24  # beside the givens
    assert texts(draw(puzzle.restricted(0, 0b0110)), "small") == ["2", "3"]
    assert draw(FOUR, layout="classic:4") == draw(puzzle)
    with pytest.raises(PuzzleError, match="no complete grid"):
        draw(puzzle, solution=[[0] * 4] * 4)


def test_symbols_stand_for_the_values() -> None:
    puzzle = parse_puzzle("A.<....A......DB", layout_named("classic:4"), symbols="A<BD")
    drawn = draw(solve(puzzle), symbols="A<BD")
    assert texts(drawn, "given") == ["A", "<", "A", "D", "B"]
    assert set(texts(drawn, "found")) == set("A<BD")
    marked = texts(draw(puzzle, candidates=True, symbols="A<BD"), "small")
    assert set(marked) == set("A<BD")
    assert "B" in draw_text(puzzle, symbols="A<BD").splitlines()[-2]
    assert draw("A.<....A......DB", layout="classic:4", symbols="A<BD") == draw(puzzle, symbols="A<BD")
    for drawing in (draw, draw_text):
        with pytest.raises(PuzzleError, match="expected 4 different characters"):
            drawing(puzzle, symbols="ABC")


def test_rules_have_pictures() -> None:
    cages = draw(killer([(["A1", "A2", "B2"], 12), (["C1", "C2"], 9)]))
    assert texts(cages, "cage") == ["12", "9"]
    assert len(parts(cages, "path", "cage-stroke")) == 2
    clues = draw(kakuro("# 4\\ 6\\\n\\3 . .\n\\7 . ."))
    assert sorted(texts(clues, "clue")) == ["3", "4", "6", "7"]
    assert len(parts(clues, "rect", "black")) == 5
    rising = draw(thermometer(classic(), ["A1", "B2", "B3"]))
    assert len(parts(rising, "circle", "mark")) == 1
    pointing = draw(arrow(classic(), "A1", ["B2", "C3"]))
    assert (pointing.count("<circle"), texts(pointing, "small")) == (1, [])
    (line,) = parts(draw(palindrome(classic(), ["A1", "B1", "B2", "B3"])), "path", "mark-stroke")
    assert line["d"].count("L") == 3
    # A rule without a picture stands below it in words.
    assert texts(draw(little_killer(classic(), "A2", "down-right", 40)), "small")[0].endswith("= 40")


def test_each_palindrome_and_clone_is_a_line_with_its_cells_below() -> None:
    lines = [["A1", "A2", "A3"], ["B1", "B2", "B3"], ["E1", "E2", "F3", "G3"]]
    drawn = draw(palindrome(classic(), *lines))
    assert len(parts(drawn, "path", "mark-stroke")) == 3
    # The cell in the middle is in no rule.
    assert texts(drawn, "small") == ["palindrome: A1 A3", "palindrome: B1 B3", "palindrome: E1 E2 F3 G3"]
    assert texts(draw(clones(classic(), "A1 A2", "D1 D2")), "small") == ["clone: A1 D1", "clone: A2 D2"]


def test_long_words_below_a_picture_are_wrapped() -> None:
    """A picture as wide as they are in one line would be tiny on a narrow page."""
    narrow = draw(cryptarithm("SEND + MORE = MONEY"))
    lines = [text for text in texts(narrow, "small") if len(text) > 1]  # the others are candidates
    assert len(lines) > 1
    assert " ".join(lines).startswith("SEND + MORE = MONEY: 1000 * A1 + ")
    assert max(map(len, lines)) <= 8 * 48 // 7
    assert float(str(ET.fromstring(narrow).get("width"))) == 8 * 48 + 12


def test_extra_units_are_shaded_and_diagonals_are_lines() -> None:
    assert len(parts(draw(layout_named("diagonal")), "path", "extra-stroke")) == 2
    assert draw(layout_named("windoku")).count("hsl(") == 36
    assert "hsl(" not in draw(classic())
    assert "hsl(" not in draw(layout_named("jigsaw:AABBAABBCCDDCCDD"))
    assert "hsl(" not in draw(anti_knight())  # hundreds of units of two cells would hide the rest


def test_sizes_are_bounded() -> None:
    with pytest.raises(PuzzleError, match="at most 10000 cells"):
        draw(latin(101))


def test_themes() -> None:
    light, dark, auto = (draw(FOUR, layout="classic:4", theme=theme) for theme in ("light", "dark", "auto"))
    assert "prefers-color-scheme" not in light + dark
    assert "prefers-color-scheme" in auto
    assert light != dark
    # Rules of one picture do not hold in another one on the same page.
    for theme, drawn in (("light", light), ("dark", dark), ("auto", auto)):
        assert ET.fromstring(drawn).get("class") == f"unitdoku-{theme}"
        rules = (ET.fromstring(drawn).findtext(f"{SVG}style") or "").replace("@media (prefers-color-scheme: dark){", "")
        assert all(f".unitdoku-{theme} ." in rule for rule in rules.split("}") if rule)
    with pytest.raises(OptionError, match="'blue' is no theme; known: auto, light, dark"):
        draw(FOUR, layout="classic:4", theme="blue")


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "x.SVG"
    assert draw(FOUR, file, layout="classic:4") == file.read_text()
    with pytest.raises(OptionError, match=r"has to end in \.svg"):
        draw(FOUR, tmp_path / "x.gif", layout="classic:4")
    with pytest.raises(FileNotFoundError):
        draw(FOUR, tmp_path / "no" / "x.svg", layout="classic:4")


def test_the_command(tmp_path: Path) -> None:
    ran = partial(run, "draw", "--layout", "classic:4")
    shown = ran(FOUR, "--solve", "--theme", "light")
    assert (shown.exit_code, shown.stdout) == (0, draw(solve(FOUR, layout="classic:4"), theme="light"))
    file = tmp_path / "x.svg"
    assert ran(FOUR, "-o", file).exit_code == 0
    assert file.read_text() == draw(FOUR, layout="classic:4") == ran(FOUR, "-o", "-").stdout
    assert texts(ran("D" + "." * 15, "--symbols", "ABCD", "-o", "-").stdout, "given") == ["D"]
    assert ran(FOUR, "-o", "x.gif").exit_code == 2
    assert ran("11......" + "." * 8, "--solve").exit_code == 1
    assert ran("11......" + "." * 8).exit_code == 0
    assert ran("xyz").exit_code == 2
    late = ran(FOUR, "--solve", "--seconds", "0", "--backend", "reference")
    assert (late.exit_code, late.stdout) == (3, "")


def test_dots_and_letters_between_neighbours_are_drawn_and_other_lines_named() -> None:
    layout = whisper(
        xv(kropki(classic(), white=["A1 A2", "A2 A3"], black=["B1 C1"]), x=["G1 G2"], v=["I8 I9"]), "F1 F2 E3"
    )
    shown = draw(layout)
    root = ET.fromstring(shown)
    circles = [each.get("class") for each in root.iter(f"{SVG}circle")]
    assert sorted(filter(None, circles)) == ["border", *["border-stroke"] * 3, *["paper"] * 4]
    assert [each.text for each in root.iter(f"{SVG}text")] == ["X", "V", "whisper 5: F1 F2 E3"]
    # A dot is about numbers, also where the first value is 0.
    from_zero = kropki(from_units(9, [], (1, 2), first_value=0), black=["A1 A2"])
    assert draw(from_zero).count('<circle class="border"') == 1
