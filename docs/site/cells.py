"""Runs code as a notebook does: what it prints, and the value of its last line; notebooks and pages as Markdown.

    python docs/site/cells.py

runs the notebooks of `docs/notebooks/`, and writes what they show into them. No Jupyter is needed.
"""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from pages import DOCS
from pictures import picture

VARIES = "varies"
"""The tag of a cell whose output differs from run to run, such as times."""

_BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


class Shown(NamedTuple):
    """What a cell shows."""

    printed: str
    value: object
    """The value of the last line; None where that is no expression, or has no value."""

    @property
    def text(self) -> str:
        """What is printed, then the value as text."""
        return self.printed + ("" if self.value is None else f"{self.value!r}\n")


def run(code: str, variables: dict[str, Any], name: str) -> Shown:
    """Runs a cell with these variables, which it may change, and returns what it shows."""
    tree = ast.parse(code, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, name, "exec"), variables)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), variables)
    return Shown(printed.getvalue(), value)


def notebooks() -> list[Path]:
    """Returns the files of all notebooks."""
    return sorted((DOCS / "notebooks").glob("*.ipynb"))


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the cells of a notebook that hold code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_notebook(notebook: dict[str, Any], name: str) -> list[Shown]:
    """Runs the code of a notebook from top to bottom, and returns what each of its cells shows."""
    variables: dict[str, Any] = {"__name__": "__main__"}
    return [run("".join(cell["source"]), variables, name) for cell in code_cells(notebook)]


def kept_text(cell: dict[str, Any]) -> str:
    """Returns the text that the file of a notebook keeps as the output of a cell."""
    return "".join(
        "".join(output.get("text", output.get("data", {}).get("text/plain", ""))) for output in cell["outputs"]
    )


def _outputs(shown: Shown, number: int) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    if shown.printed:
        kept.append({"name": "stdout", "output_type": "stream", "text": shown.printed.splitlines(keepends=True)})
    if shown.value is not None:
        data = {"text/plain": [f"{shown.value!r}\n"]}
        drawn = picture(shown.value)
        if drawn is not None:
            data["text/html"] = [drawn]
        kept.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return kept


def notebook_page(path: Path) -> str:
    """Returns a notebook as Markdown, with the outputs that its file keeps."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            html = "".join(output.get("data", {}).get("text/html", ""))
            parts.append(_raw(html) if html else f"```text\n{kept_text({'outputs': [output]})}```")
    return "\n\n".join(parts) + "\n"


def page_with_pictures(text: str, name: str) -> str:
    """Returns a page with a picture below each block of Python whose last line has one; the blocks are run for that."""

    def with_picture(match: re.Match[str]) -> str:
        drawn = picture(run(match[1], {"__name__": "__main__"}, name).value)
        return match[0] if drawn is None else f"{match[0]}\n{_raw(drawn)}\n"

    return _BLOCK.sub(with_picture, text)


def _raw(html: str) -> str:
    return f'````{{raw}} html\n<div class="picture">{html}</div>\n````'


def main() -> None:
    """Runs all notebooks, and writes their outputs into their files."""
    for path in notebooks():
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for number, (cell, shown) in enumerate(
            zip(code_cells(notebook), run_notebook(notebook, path.name), strict=True), start=1
        ):
            cell["execution_count"], cell["outputs"] = number, _outputs(shown, number)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
