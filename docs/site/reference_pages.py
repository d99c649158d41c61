"""Pages that are made from the code: the public names, and the help of every command."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise

import click

import unitdoku
from unitdoku.command.main import COMMANDS, main

GROUPS = {
    "Solving": "encoders.solve encoders.reasons encoders.backends.kept_sessions reference.result reference.native",
    "Puzzles and grids": "reference reference.text",
    "Layouts and rules": "reference.layout reference.unit reference.sum reference.pair reference.layouts "
    "reference.text.cryptarithm reference.text.futoshiki reference.text.kakuro",
    "Backends": "encoders reference.contract reference.capabilities reference.deadline reference.found",
    "Checks of solvers": "compare",
    "Races": "compare.races compare.corpora",
    "Certificates and proofs": "encoders.certificates encoders.backends.proof reference.certificates",
    "Formulas and files for other solvers": "encoders.cnf encoders.formats",
    "Errors": "reference.errors",
}
"""Heading of a page to the modules and rooms whose public names it has. The longest name that fits a module counts."""

MODULES = {
    "Strategies for Hypothesis": ("unitdoku.strategies", ":imported-members:"),
    "The classroom": ("unitdoku.reference.classroom", ""),
}
"""Heading of a page to a module that is shown whole, and the options of Sphinx for that."""


def group_of(module: str) -> str:
    """Returns the heading under which the public names of a module stand."""
    rooms = {room: heading for heading, names in GROUPS.items() for room in names.split()}
    return rooms[max((room for room in rooms if f"{module}.".startswith(f"{room}.")), key=len)]


def names_in_groups() -> dict[str, list[str]]:
    """Returns for each heading its public names: functions, then classes, each by name."""
    found: dict[str, list[str]] = {heading: [] for heading in GROUPS}
    for module, names in unitdoku.PUBLIC_NAMES.items():
        found[group_of(module)] += names.split()
    return {heading: sorted(names, key=lambda name: (name[0].isupper(), name)) for heading, names in found.items()}


def _page_of(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def _link(name: str) -> str:
    return f"{{py:obj}}`{name} <unitdoku.{name}>`"


def _entry(name: str) -> str:
    """Returns the directive of Sphinx for a public name."""
    value = getattr(unitdoku, name)
    if inspect.isfunction(value):
        return f".. autofunction:: unitdoku.{name}"
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        return f".. {kind}:: unitdoku.{name}"
    # A name for a type: its own docstring is that of `tuple` or `str`.
    (module,) = (module for module, names in unitdoku.PUBLIC_NAMES.items() if name in names.split())
    return f".. py:type:: unitdoku.{name}\n   :canonical: {value}\n\n   {text_below(name, module)}"


def text_below(name: str, module: str) -> str:
    """Returns the text that stands below the assignment of a name in a module of the package."""
    for assigned, text in pairwise(ast.parse(inspect.getsource(import_module(f"unitdoku.{module}"))).body):
        targets = assigned.targets if isinstance(assigned, ast.Assign) else [getattr(assigned, "target", None)]
        named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if named and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            return " ".join(str(text.value.value).split())
    raise LookupError(f"no text stands below {name} in {module}")


def api_pages() -> Iterator[tuple[str, str]]:
    """Yields the name and the Markdown of each page of the API; the first one lists the others."""
    groups = names_in_groups()
    headings = [*groups, *MODULES]
    lines = [
        "# The API",
        "",
        "All public names of `unitdoku`, with their types. Each is imported when it is first used.",
        "",
    ]
    lines += ["| page | names |", "| --- | --- |"]
    lines += [
        f"| [{heading}]({_page_of(heading)}.md) | {', '.join(map(_link, groups[heading]))} |" for heading in groups
    ]
    lines += [
        f"| [{heading}]({_page_of(heading)}.md) | the module `{name}` |" for heading, (name, _) in MODULES.items()
    ]
    lines += ["", "```{toctree}", ":hidden:", "", *map(_page_of, headings), "```", ""]
    yield "api/index", "\n".join(lines)
    for heading, names in groups.items():
        blocks = [f"```{{eval-rst}}\n{_entry(name)}\n```" for name in names]
        yield f"api/{_page_of(heading)}", "\n\n".join([f"# {heading}", *blocks]) + "\n"
    for heading, (module, options) in MODULES.items():
        block = f"```{{eval-rst}}\n.. automodule:: {module}\n   {options}\n```"
        yield f"api/{_page_of(heading)}", f"# {heading}\n\n{block}\n"


def commands_page() -> str:
    """Returns a page with the help of every command."""
    parts = ["# Commands", "What `--help` prints."]
    with click.Context(main, info_name="unitdoku", **main.context_settings) as context:
        for name in COMMANDS:
            command = main.get_command(context, name)
            if command is None:
                raise LookupError(name)
            with click.Context(command, info_name=name, parent=context, max_content_width=90) as inner:
                parts += [f"## {name}", f"```text\n{command.get_help(inner)}\n```"]
    return "\n\n".join(parts) + "\n"
