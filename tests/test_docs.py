"""What the documentation shows is what happens."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import unitdoku
from unitdoku.command.main import COMMANDS, main
from unitdoku.compare.races.plan import SUITES
from unitdoku.encoders.backends.registry import ROWS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


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


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("block", blocks("python") + blocks("python", CONTRIBUTING))
def test_python_in_the_documents(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs it; a comment behind a print says what it prints."""
    expected = re.findall(r"^ *print\(.*\)  # (.*)$", block, re.MULTILINE)
    exec(compile(block, "<a block of a document>", "exec"), {})
    assert capsys.readouterr().out.splitlines() == expected


def commands() -> list[tuple[str, str]]:
    found = []
    for block in blocks("console"):
        for part in block.split("$ ")[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


@pytest.mark.parametrize(("line", "output"), commands(), ids=lambda text: text[:40])
def test_commands_in_the_readme(line: str, output: str) -> None:
    words = shlex.split(line)
    assert words[0] == "unitdoku"
    result = CliRunner().invoke(main, words[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() == output.strip()


def test_the_readme_lists_every_backend_and_command() -> None:
    for name in [row.shown for row in ROWS] + [f"unitdoku {command}" for command in COMMANDS]:
        assert f"`{name}" in README
    assert README.index("make demo") < README.index("make test") < README.index("```python")


def test_the_readme_holds_the_table_of_the_race_that_is_kept() -> None:
    """No number there that the command did not print."""
    _, _, rest = README.partition("<!-- race: begin -->\n")
    told, table = rest.partition("<!-- race: end -->")[0].split("\n\n")
    kept = (ROOT / "docs/race/tables.md").read_text()
    assert kept.split("\n\n")[1].strip() == table.strip()
    assert told.startswith("Median times for uniqueness, warm, on ")
    names = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    assert names == list(SUITES["readme"].corpora)
    for picture in re.findall(r"\]\((docs/race/.*?\.svg)\)", README):
        assert (ROOT / picture).exists()


def test_public_names_are_the_same_for_type_checkers_and_at_run_time() -> None:
    tree = ast.parse((ROOT / "src/unitdoku/__init__.py").read_text())
    imported = {
        (alias.name, node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("unitdoku.")
        for alias in node.names
    }
    assert imported == {(name, f"unitdoku.{home}") for name, home in unitdoku._HOMES.items()}
    for name in unitdoku.__all__:
        assert getattr(unitdoku, name) is not None
        assert name in dir(unitdoku)
    with pytest.raises(AttributeError, match="nonsense"):
        unitdoku.nonsense  # type: ignore[attr-defined]  # noqa: B018 - asking is the point


def test_the_version_is_in_the_changelog() -> None:
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text()
