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

WHOLE = {"strategies": ":imported-members:", "reference.course.classroom": ""}
"""Modules that Sphinx shows by itself, and its options for that."""


def public_names() -> dict[str, list[str]]:
    """Returns for each page its names, functions before classes: `unitdoku` has those that no module has."""
    found = {f"unitdoku.{module}": list(getattr(unitdoku, module).__all__) for module in unitdoku.MODULES}
    del found["unitdoku.strategies"]
    of_modules = {name for names in found.values() for name in names}
    found = {"unitdoku": [name for name in unitdoku.__all__ if name not in of_modules], **found}
    return {module: sorted(names, key=lambda name: (name[0].isupper(), name)) for module, names in found.items()}


def _page_of(module: str) -> str:
    return module.rpartition(".")[2]


def _link(name: str, module: str) -> str:
    return f"{{py:obj}}`{name} <{_path(name, module)}>`"


def _path(name: str, module: str) -> str:
    return f"unitdoku.{name}" if name in unitdoku.__all__ else f"{module}.{name}"


def _entry(name: str, module: str) -> str:
    """Returns the directive of Sphinx for a public name."""
    value, path = getattr(import_module(module), name), _path(name, module)
    if inspect.isfunction(value):
        return f".. autofunction:: {path}"
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        return f".. {kind}:: {path}"
    # A name for a type: its own docstring is that of `tuple` or `str`.
    return f".. py:type:: {path}\n   :canonical: {value}\n\n   {text_below(name, _defining(name, module))}"


def _defining(name: str, module: str) -> str:
    """Returns the module in which the public module `module` finds a name."""
    if module == "unitdoku":
        (found,) = (room for room, names in unitdoku.PUBLIC_NAMES.items() if name in names.split())
        return f"unitdoku.{found}"
    imports = [node for node in _parsed(module).body if isinstance(node, ast.ImportFrom)]
    (found,) = (str(node.module) for node in imports if name in [alias.name for alias in node.names])
    return found


def _parsed(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(module)))


def text_below(name: str, module: str) -> str:
    """Returns the text that stands below the assignment of a name in a module."""
    for assigned, text in pairwise(_parsed(module).body):
        targets = assigned.targets if isinstance(assigned, ast.Assign) else [getattr(assigned, "target", None)]
        named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if named and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            return " ".join(str(text.value.value).split())
    raise LookupError(f"no text stands below {name} in {module}")


def api_pages() -> Iterator[tuple[str, str]]:
    """Yields the name and the Markdown of each page of the API; the first one lists the others."""
    pages = public_names()
    whole = {f"unitdoku.{module}": options for module, options in WHOLE.items()}
    lines = [
        "# The API",
        "",
        "All public names of `unitdoku`, with their types. A module is imported when it is first used.",
        "",
        "| module | names |",
        "| --- | --- |",
    ]
    for module, names in pages.items():
        links = ", ".join(_link(name, module) for name in names)
        lines.append(f"| [{module}]({_page_of(module)}.md) | {links} |")
    for module in whole:
        first = str(import_module(module).__doc__).partition("\n")[0]
        lines.append(f"| [{module}]({_page_of(module)}.md) | {first} |")
    lines += ["", "```{toctree}", ":hidden:", "", *map(_page_of, [*pages, *whole]), "```", ""]
    yield "api/index", "\n".join(lines)
    for module, names in pages.items():
        head = f".. automodule:: {module}\n   :no-members:"
        blocks = [f"```{{eval-rst}}\n{block}\n```" for block in [head, *(_entry(name, module) for name in names)]]
        yield f"api/{_page_of(module)}", "\n\n".join([f"# {module}", *blocks]) + "\n"
    for module, options in whole.items():
        block = f"```{{eval-rst}}\n.. automodule:: {module}\n   {options}\n```"
        yield f"api/{_page_of(module)}", f"# {module}\n\n{block}\n"


def commands_page() -> str:
    """Returns a page with the help of every command."""
    parts = ["# Commands", "What `--help` prints."]
    with click.Context(main, info_name="unitdoku", **main.context_settings) as context:
        for name in COMMANDS:
            # The group itself has stand-ins without options.
            parts += _help_of(import_module(f"unitdoku.command.{name}").command, name, context)
    return "\n\n".join(parts) + "\n"


def _help_of(command: click.Command, name: str, parent: click.Context) -> Iterator[str]:
    """Yields a heading and the help of a command, then those of the commands that it has."""
    with click.Context(command, info_name=name, parent=parent, max_content_width=90) as context:
        yield f"## {context.command_path.partition(' ')[2]}"
        yield f"```text\n{command.get_help(context)}\n```"
        for inner, each in command.commands.items() if isinstance(command, click.Group) else ():
            yield from _help_of(each, inner, context)
