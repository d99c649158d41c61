"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from unitdoku.command.main import COMMANDS, main
from unitdoku.compare.races.plan import SUITES
from unitdoku.encoders.backends.registry import ROWS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text()
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
}


def modules() -> list[str]:
    links = {"reference": ROOT / "reference", "encoders": ROOT / "encoders", "compare": ROOT / "compare"}
    return [
        f"unitdoku.{name}." + ".".join(path.relative_to(folder).with_suffix("").parts)
        for name, folder in links.items()
        for path in sorted(folder.rglob("*.py"))
        if ">>>" in path.read_text()
    ]


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def blocks(language: str) -> list[str]:
    return [block for text in PAGES.values() for block in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)]


_PYTHON = r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?"


# What third-party-solvers.md quotes is the code of its own script.
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
    exec(compile(block, "<a block of a document>", "exec"), {})
    assert capsys.readouterr().out.splitlines() == expected + output.splitlines()


def commands() -> list[tuple[str, str]]:
    found = []
    for block in blocks("console"):
        for part in block.split("$ ")[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


@pytest.mark.parametrize(("line", "output"), commands(), ids=lambda text: text[:40])
def test_commands_in_the_documents(line: str, output: str) -> None:
    words = shlex.split(line)
    assert words[0] == "unitdoku"
    result = CliRunner().invoke(main, words[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() == output.strip()


@pytest.mark.parametrize("page", PAGES)
def test_links_in_the_documents_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", PAGES[page]):
        assert target.startswith("https://") or (ROOT / page).parent.joinpath(target).exists(), target


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


def listed_backends() -> list[str]:
    (table,) = re.findall(r"(?s)## Backends\n.*?\n\n(?!\|)", README)
    return re.findall(r"(?m)^\| `(.+?)`", table)


@pytest.mark.long  # a new backend is usable before the README has its line
def test_the_readme_lists_every_backend() -> None:
    assert listed_backends() == [row.shown for row in ROWS]


def test_the_readme_lists_backends_that_exist_and_every_command() -> None:
    assert len(listed_backends()) >= 8
    assert set(listed_backends()) <= {row.shown for row in ROWS}
    for command in COMMANDS:
        assert f"`unitdoku {command}" in README
    assert README.index("make demo") < README.index("make test") < README.index("```python")


def test_the_readme_holds_the_table_of_the_race_that_is_kept() -> None:
    """No number there that the command did not print."""
    _, _, rest = README.partition("<!-- race: begin -->\n")
    heading, table = rest.partition("<!-- race: end -->")[0].split("\n\n")
    kept = (ROOT / "docs/race/tables.md").read_text()
    assert kept.split("\n\n")[1].strip() == table.strip()
    assert heading.startswith("Median times for uniqueness, warm, on ")
    names = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    assert names == list(SUITES["readme"].corpora)


def test_the_version_is_in_the_changelog() -> None:
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text()
