"""`unitdoku convert`, and `--format` of every command."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from commands import run
from corpora import EASY as LINE
from corpora import EASY_GRID as GRID
from places import GOLDEN_FORMATS as GOLDEN


def test_the_ending_names_the_format(tmp_path: Path) -> None:
    for ending, begin in {".ss": "*---", ".csv": "puzzle\n", ".jsonl": "{", ".txt": LINE}.items():
        path = tmp_path / f"out{ending}"
        result = run("convert", LINE, "-o", path)
        assert (result.exit_code, result.output) == (0, "")
        assert path.read_text().startswith(begin)
    assert run("convert", LINE, "-o", tmp_path / "out.json", "--to", "json").exit_code == 0


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    text = f"puzzle,solution\n{LINE},{GRID}\n12,\n{LINE},\n"
    for output in ("-", tmp_path / "old.csv"):
        (tmp_path / "old.csv").write_text("old")
        result = run("convert", "-", "--to", "csv", "-o", output, text=text)
        assert result.exit_code == 2
        assert "error: standard input: line 3: 2 cells" in result.stderr
        lines = (result.stdout or (tmp_path / "old.csv").read_text()).splitlines()
        assert (lines[1], len(lines)) == (f"{LINE.replace('.', '0')},{GRID}", 3)
    result = run("convert", GOLDEN / "f-puzzles.txt", "--to", "line")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("line does not say the layout of a puzzle") == 4
    assert ": line 1: " in result.stderr


def test_links_and_tables_are_arguments_and_inputs_of_every_command(tmp_path: Path) -> None:
    link = (GOLDEN / "f-puzzles.txt").read_text().splitlines()[-1]
    result = run("solve", link, "--backend", "reference")
    assert (result.exit_code, result.stdout.split()[2:]) == (0, ["SAT,", "unique"])
    packed = tmp_path / "table.csv.gz"
    packed.write_bytes(gzip.compress(f"puzzle,solution\n{LINE},{GRID}\n".encode()))
    assert run("encode", packed, "--to", "dimacs").exit_code == 0
    checked = run("check", packed, "--backends", "reference", "--no-bundles")
    assert checked.exit_code == 0, checked.output


def test_numbers_with_blanks_as_one_argument() -> None:
    words = " ".join(LINE.replace(".", "0"))
    assert run("solve", words, "--backend", "reference").stdout.startswith(GRID)
    assert run("convert", words, "--to", "line").stdout == f"{LINE}\n"


def test_many_plain_lines_are_converted_at_once() -> None:
    result = run("convert", "-", "--format", "line", "--to", "csv", text=f"{LINE}\n" * 100)
    assert result.stdout.splitlines()[1:] == [LINE.replace(".", "0")] * 100


def test_letters_need_an_alphabet() -> None:
    words = ("convert", f"123456789ABCDEFG{'.' * 240}", "--layout", "classic:16", "--to", "numbers")
    assert "name the symbols" in run(*words).stderr
    assert run(*words, "--alphabet", "123456789ABCDEFG").stdout.split()[:16] == list(map(str, range(1, 17)))


def test_a_file_without_puzzles_is_given_up() -> None:
    bad = "1x3\n\n" * 1200
    result = run("convert", "-", "--to", "line", text=bad)
    lines = result.stderr.splitlines()
    assert (result.exit_code, len(lines)) == (2, 1001)
    assert lines[-1] == "error: standard input: 1000 errors and no puzzle: the rest is not read"
    result = run("convert", "-", "--to", "line", text=f"{LINE}\n{bad}{LINE}\n")
    assert (len(result.stderr.splitlines()), result.stdout) == (1200, f"{LINE}\n" * 2)


@pytest.mark.parametrize(
    "words",
    [
        ("convert", GOLDEN / "killer.txt", "-o", "good.csv"),
        ("convert", "binary", "--to", "line", "-o", "good.txt"),
        ("convert", "nothing", "-o", "good.csv"),
        ("solve", "binary", "-o", "good.txt"),
        ("solve", "12", "-o", "good.jsonl"),
        ("certify", GOLDEN / "killer.txt", "--proof", "search", "-o", "good.jsonl"),
        ("certify", "12", "-o", "good.jsonl"),
    ],
)
def test_a_file_stays_where_nothing_could_be_written(words: tuple[object, ...], here: Path) -> None:
    Path("binary").write_bytes(bytes(range(256)))
    Path("nothing").write_text("")
    output = Path(str(words[-1]))
    for before in ("", "precious"):
        if before:
            output.write_text(before)
        result = run(*words)
        assert result.exit_code in (1, 2)
        assert "error: " in result.stderr
        assert {path.name for path in here.iterdir()} == {"binary", "nothing", output.name if before else "nothing"}
        assert not before or output.read_text() == before


def test_outputs_packed_by_gzip(tmp_path: Path) -> None:
    for ending in (".csv", ".jsonl", ".ss", ".txt"):
        plain, packed = tmp_path / f"out{ending}", tmp_path / f"out{ending}.gz"
        assert run("convert", GOLDEN / "line.sdm", "-o", plain).exit_code == 0
        assert run("convert", GOLDEN / "line.sdm", "-o", packed).exit_code == 0
        assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
