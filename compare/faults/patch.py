"""Changes to running code that are taken back: one line of a function, a value of a module, an entry of a table."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, MutableMapping
from functools import cached_property
from pkgutil import resolve_name
from types import CodeType, FunctionType, ModuleType
from typing import Any

_PACKAGE = __name__.partition(".")[0]

_CACHES = (
    "reference.search.board:board_map",
    "reference.layouts.names:_built_before",
    "encoders.cnf.at_most_one.totalizers:_tree",
)
"""Functions that keep what they returned: of unchanged code nothing may be kept under a fault, and the other way."""


class Patch:
    """A context in which code is changed; on the way out all of it is as it was, the last change taken back first.

    `where` names code below the package: `encoders.cnf.full:write`.
    """

    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []

    def __enter__(self) -> Patch:
        _forget()
        return self

    def __exit__(self, *_: object) -> None:
        while self._undo:
            self._undo.pop()()
        _forget()

    def line(self, where: str, old: str, new: str) -> None:
        """Writes `new` where the source of a function says `old`, and has it run like that, whoever imported it.

        LookupError unless `old` is there exactly once: the function has changed since the fault was thought of.
        """
        function = _function(where)
        before = function.__code__
        changed = _compiled(function, where, old, new)
        self._undo.append(lambda: setattr(function, "__code__", before))
        function.__code__ = changed

    def value(self, where: str, value: object) -> None:
        """Sets a name of a module."""
        module_name, _, name = where.partition(":")
        module: ModuleType = resolve_name(f"{_PACKAGE}.{module_name}")
        self.set(module, name, value)

    def set(self, target: object, name: str, value: object) -> None:
        """Sets an attribute that is there."""
        before = getattr(target, name)
        self._undo.append(lambda: setattr(target, name, before))
        setattr(target, name, value)

    def item(self, mapping: MutableMapping[str, Any], key: str, value: object) -> None:
        """Sets an entry, be it there or not."""
        if key in mapping:
            before = mapping[key]
            self._undo.append(lambda: mapping.__setitem__(key, before))
        else:
            self._undo.append(lambda: mapping.__delitem__(key))
        mapping[key] = value


def _function(where: str) -> FunctionType:
    """The function itself, whatever wraps it: a property, a cache, a class method."""
    found = resolve_name(f"{_PACKAGE}.{where}")
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, cached_property):
        found = found.func
    found = inspect.unwrap(getattr(found, "__func__", found))
    if not isinstance(found, FunctionType):
        raise LookupError(f"{where} is no function that is written in Python")
    return found


def _compiled(function: FunctionType, where: str, old: str, new: str) -> CodeType:
    """The code of the function with the change; compiled within its module, so that lines and names stay the same."""
    lines = inspect.getsource(sys.modules[function.__module__]).splitlines(keepends=True)
    first = function.__code__.co_firstlineno
    block = inspect.getblock(lines[first - 1 :])
    text = "".join(block)
    if text.count(old) != 1:
        raise LookupError(f"{where} says {old!r} {text.count(old)} times, not once")
    rest = lines[first - 1 + len(block) :]
    source = "".join([*lines[: first - 1], text.replace(old, new), *rest])
    code = compile(source, function.__code__.co_filename, "exec", dont_inherit=True)
    for name in function.__qualname__.split("."):
        inner = [part for part in _parts(code) if part.co_name == name]
        # Several of one name: a class or function that is written anew further down.
        code = next((part for part in inner if part.co_firstlineno == first), inner[0])
    return code


def _parts(code: CodeType) -> Iterator[CodeType]:
    return (part for part in code.co_consts if isinstance(part, CodeType))


def _forget() -> None:
    for where in _CACHES:
        module_name, _, name = where.partition(":")
        module = sys.modules.get(f"{_PACKAGE}.{module_name}")
        if module is not None:
            getattr(module, name).cache_clear()
