"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
from commands import run
from places import ROOT

from unitdoku import draw, read_puzzles, solve
from unitdoku.command.main import COMMANDS, main
from unitdoku.encoders.naming.families import ROWS

README = (ROOT / "README.md").read_text()
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text()
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
}


def modules() -> list[str]:
    links = {folder: ROOT / folder for folder in ("reference", "puzzles", "encoders", "compare")}
    return [
        f"unitdoku.{name}." + ".".join(path.relative_to(folder).with_suffix("").parts)
        for name, folder in links.items()
        for path in sorted(folder.rglob("*.py"))
        if ">>>" in path.read_text()
    ]


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings(name: str) -> None:
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert failed == 0 < attempted


def blocks(language: str) -> list[str]:
    return [block for text in PAGES.values() for block in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)]


_PYTHON = r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?"


@pytest.mark.parametrize(
    ("block", "output"),
    [
        block
        for text in PAGES.values()
        for block in re.findall(_PYTHON, text, re.DOTALL)
        if re.search("^(import|from) unitdoku", block[0], re.MULTILINE)
    ],
)
def test_python_in_the_documents(block: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs the block; a comment after a print says what it prints, or a block of text behind it."""
    expected = re.findall(r"^ *print\(.*\)  # (.*)$", block, re.MULTILINE)
    try:
        exec(compile(block, "<a block of a document>", "exec"), {})
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("unitdoku"):
            raise
        pytest.skip(f"{error.name} is not installed")
    assert capsys.readouterr().out.splitlines() == expected + output.splitlines()


def test_fragments_of_python_json_and_toml_can_be_read() -> None:
    """Those of Python are parts of a file of the reader: a test, a solver, an import of all names."""
    for block in blocks("py"):
        compile(block, "<a fragment of a document>", "exec")
    for block in blocks("json"):
        (entry,) = read_puzzles(block.splitlines())
        assert entry.puzzle is not None, entry
    assert all(map(tomllib.loads, blocks("toml")))


def commands(text: str) -> list[tuple[str, str]]:
    """Returns each command in the blocks of a page, in order, and what the page says that it prints."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in block.split("$ ")[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if commands(text)])
def test_commands_in_the_documents(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the commands of a page one after the other in one folder; `cat` shows a file that the reader writes."""
    monkeypatch.chdir(tmp_path)
    for line, output in commands(PAGES[page]):
        program, *words = shlex.split(line)
        if program == "cat":
            Path(words[0]).write_text(output)
            continue
        assert program == "unitdoku"
        result = run(*words)
        assert result.exit_code == 0, result.output
        assert result.stdout.strip() == output.strip()


def shell_commands() -> list[str]:
    """Returns the commands of blocks that take long or need other files: each part of a line that calls unitdoku."""
    parts = [part.strip() for block in blocks("sh") for part in re.split(r"\n|\||&&", block.replace("\\\n", " "))]
    return sorted({part for part in parts if part.startswith("unitdoku ")})


def test_shell_commands_in_the_documents_have_options_that_exist() -> None:
    for line in shell_commands():
        _, name, *words = shlex.split(line, comments=True)
        with click.Context(main) as context:
            _, command, _ = main.resolve_command(context, [name])
        assert command is not None, line
        while isinstance(command, click.Group) and words and words[0] in command.commands:
            command = command.commands[words.pop(0)]
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, line


def test_links_in_the_documents_lead_somewhere() -> None:
    for page, text in PAGES.items():
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            assert target.startswith("https://") or (ROOT / page).parent.joinpath(target).exists(), (page, target)


def test_the_pictures_of_the_readme_are_those_of_its_puzzle() -> None:
    line = re.search(r'^line = "(.*)"$', README, re.MULTILINE)[1]  # type: ignore[index]
    result = solve(line, layout="diagonal")
    for name, shown in (("diagonal", result.puzzle), ("diagonal-solved", result)):
        assert (ROOT / f"docs/pictures/{name}.svg").read_text() == draw(shown)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 130


@pytest.mark.long  # a new backend is usable before its page has its line
def test_the_page_of_backends_lists_every_backend() -> None:
    table = PAGES["docs/backends.md"].partition("| name | solver |")[2].partition("\n\n")[0]
    assert {row.shown for row in ROWS} <= {*re.findall(r"(?m)^\| `(.+?)`", table)}


def test_the_readme_lists_every_command() -> None:
    for command in COMMANDS:
        assert f"`unitdoku {command}" in README
    assert README.index("```python") < README.index("make demo") < README.index("make test")


@pytest.mark.parametrize("page", ["README.md", "docs/backends.md"])
def test_pages_that_quote_the_study_have_its_numbers(page: str) -> None:
    """No number there that was not measured: `make study` writes what stands between the marks."""
    quoted = PAGES[page].partition("<!-- study: begin -->\n")[2].partition("<!-- study: end -->")[0]
    study = (ROOT / "docs/study/index.md").read_text()
    numbers = re.findall(r"[\d.,]+ (?:\[[\d., to]+\]|to [\d.]+)", quoted)
    assert len(numbers) >= 5
    assert [number for number in numbers if number not in study] == []


def test_the_version_is_in_the_pages_that_name_it() -> None:
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text()
    assert f"\nversion: {version[1]}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"is at version {version[1]}" in PAGES["docs/versions.md"]
