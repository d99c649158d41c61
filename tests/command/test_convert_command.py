"""`unitdoku convert`, `--format` of every command, and `solve --check-solutions`."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from commands import run
from corpora import DATA
from places import GOLDEN_FORMATS as GOLDEN

from unitdoku.reference.native.loading import available_levels

needs_kernel = pytest.mark.skipif(not available_levels(), reason="the kernel was not compiled")
LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
GRID = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


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


def test_stated_solutions(tmp_path: Path) -> None:
    other = GRID.translate(str.maketrans("12", "21"))
    path = tmp_path / "table.csv"
    path.write_text(f"puzzle,solution\n{LINE},{GRID}\n")
    result = run("solve", path, "--backend", "reference", "--check-solutions")
    assert (result.exit_code, result.stderr[:41]) == (0, "1 stated solution compared: none wrong; p")
    path.write_text(f"puzzle,solution\n{LINE},{other}\n{LINE},{GRID}\n{LINE},\n")
    result = run("solve", path, "--backend", "reference", "--check-solutions")
    assert result.exit_code == 1
    assert f"error: {path}: line 2: the stated solution is none: " in result.stderr
    assert "2 stated solutions compared: 1 wrong" in result.stderr
    assert run("solve", path, "--backend", "reference").exit_code == 0


@pytest.mark.parametrize("backend", ["reference", pytest.param("native", marks=needs_kernel)])
def test_stated_solutions_of_puzzles_with_several_or_none(backend: str, tmp_path: Path) -> None:
    """A published set in which 124 puzzles have several solutions, with one more that has none."""
    published = (DATA / "d1_test_4x4.csv").read_text()
    path = tmp_path / "table.csv"
    command = ("solve", path, "--layout", "classic:4", "--backend", backend, "--check-solutions")
    for more, status, counted in (
        ("", 0, (500, "none", 124, "none")),
        (f"1100{'0' * 12},1234341221434321\n", 1, (501, 1, 124, 1)),
    ):
        path.write_text(published + more)
        result = run(*command)
        said = "%s stated solutions compared: %s wrong; puzzles with several solutions: %s, without one: %s"
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (status, said % counted)
    late = run(*command, "--seconds", "0")
    assert late.exit_code in (1, 3)
    if backend == "reference":
        assert late.stderr.endswith("without one: none, not settled: 501\n")
    assert run(*command, "--limit", "1").exit_code == 2


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
def test_a_file_stays_where_nothing_could_be_written(
    words: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("binary").write_bytes(bytes(range(256)))
    Path("nothing").write_text("")
    output = Path(str(words[-1]))
    for before in ("", "precious"):
        if before:
            output.write_text(before)
        result = run(*words)
        assert result.exit_code in (1, 2)
        assert "error: " in result.stderr
        assert {path.name for path in tmp_path.iterdir()} == {"binary", "nothing", output.name if before else "nothing"}
        assert not before or output.read_text() == before


def test_outputs_packed_by_gzip(tmp_path: Path) -> None:
    for ending in (".csv", ".jsonl", ".ss", ".txt"):
        plain, packed = tmp_path / f"out{ending}", tmp_path / f"out{ending}.gz"
        assert run("convert", GOLDEN / "line.sdm", "-o", plain).exit_code == 0
        assert run("convert", GOLDEN / "line.sdm", "-o", packed).exit_code == 0
        assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
