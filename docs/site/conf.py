"""Settings of Sphinx; `make_site.py` runs it."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import unitdoku

PATHS = {
    **{name: f"unitdoku.{module}.{name}" for module in unitdoku.MODULES for name in getattr(unitdoku, module).__all__},
    **{name: f"unitdoku.{name}" for name in unitdoku.__all__},
}
"""Public name to where the site has it."""

project = "unitdoku"
release = importlib.metadata.version("unitdoku")
html_title = f"unitdoku {release}"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns: list[str] = []

html_theme = "furo"
html_static_path = [str(Path(__file__).parent / "style.css")]
html_css_files = ["style.css"]
html_copy_source = False
html_show_copyright = False

myst_heading_anchors = 3
default_role = "py:obj"  # `name` in a docstring: a link where the site has that name, else code
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True  # the name of a default, not its value
python_use_unqualified_type_names = True


def as_restructured_text(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Marks the indented blocks of a docstring as code, and what stands in backticks and is no name.

    Removes the text that Python gives fields of a tuple.
    """
    text = re.sub(r"^Alias for field number \d+$", "", "\n".join(lines), flags=re.MULTILINE)
    # As a name `.svg` would be shown as svg, and a backslash would be lost.
    text = re.sub(r"(?<![`\w])`(?![A-Za-z_][\w.]*`)([^`\n]+)`(?!`)", r"``\1``", text)
    lines[:] = re.sub(r"^(\S.*\n)\n(?= {4,}(?!>>>)\S)", r"\1\n::\n\n", text, flags=re.MULTILINE).splitlines()


def short_signature(
    app: Sphinx, what: str, name: str, value: object, options: object, parameters: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Returns the signature without what dataclasses and protocols add to it, so that Sphinx finds the types in it."""
    if getattr(value, "_is_protocol", False):
        return "", returned
    return parameters and parameters.replace("<factory>", "..."), returned


def link_public_names(app: Sphinx, document: nodes.document) -> None:
    """Makes a link of each public name in the code of a text, if it has a capital, an underscore or a bracket."""
    for literal in list(document.findall(nodes.literal)):
        text = literal.astext()
        name = text.partition("(")[0].removeprefix("unitdoku.").rpartition(".")[2]
        is_code = name != text or "_" in name or name[:1].isupper()
        if name in PATHS and is_code and not isinstance(literal.parent, nodes.reference | pending_xref):
            target = pending_xref(
                "", refdomain="py", reftype="obj", reftarget=PATHS[name], refwarn=False, refexplicit=True
            )
            literal.replace_self(target)
            target += literal


def find_in_other_module(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.TextElement
) -> nodes.reference | None:
    """Returns the link of a name in a docstring that another module of the package has."""
    path = PATHS.get(str(node.get("reftarget")))
    if path is None or node.get("refdomain") != "py":
        return None
    return env.domains["py"].resolve_xref(env, node["refdoc"], app.builder, "obj", path, node, shown)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects the functions above; digits of puzzles on a command line are no numbers to be coloured."""
    app.add_lexer("console", TextLexer)
    app.connect("autodoc-process-docstring", as_restructured_text)
    app.connect("autodoc-process-signature", short_signature)
    app.connect("doctree-read", link_public_names)
    app.connect("missing-reference", find_in_other_module)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
