"""Runs each regular expression of the package on texts that make a careless one slow; prints what each one took.

A text is a long run of what some part of the expression matches, after what the parts before it match, with an end that
does not fit. The methods that an expression is used with (`search`, `sub`, ...) are read from the code.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Iterator
from typing import Any

from places import ROOT

from unitdoku import latin
from unitdoku.compare.data import last_grid
from unitdoku.layouts import less_than
from unitdoku.puzzles.formats import table

LENGTH = 100_000
_ENDS = ("!", "\n\0", "a", "1", '"', "\\")
_METHODS = {"match", "search", "fullmatch", "sub", "split", "finditer", "findall"}
_SLOW = 1.0
"""Seconds of processor time for one text: a linear search takes some milliseconds, a quadratic one several seconds."""

_CATEGORIES = {"DIGIT": "1", "SPACE": " ", "WORD": "a", "NOT_DIGIT": "a", "NOT_SPACE": "a", "NOT_WORD": "-"}
_parser: Any = importlib.import_module("re._parser")

Found = tuple[str, "re.Pattern[Any]", set[str], int]
"""The place of an expression, the expression, its methods, and the length of the texts that it gets."""


def found() -> Iterator[Found]:
    """Yields the expressions of the package."""
    for folder in ("reference", "puzzles", "encoders", "compare", "src/unitdoku/command"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _in_file(path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8")))


def _in_file(path: str, code: ast.Module) -> Iterator[Found]:
    nodes = list(ast.walk(code))
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    methods = [(ast.unparse(call.func.value), call.func.attr, call) for call in calls]  # type: ignore[attr-defined]
    compiled = {
        ast.unparse(node.targets[0]): node.value
        for node in nodes
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("re.compile(")
    }
    made = [(method, call) for owner, method, call in methods if owner == "re" and method in {*_METHODS, "compile"}]
    module = f"unitdoku.{path.removeprefix('src/unitdoku/').removesuffix('.py').replace('/', '.')}" if made else "re"
    names = {**vars(importlib.import_module(module)), "re": re}
    # Those of a name that is no expression itself, such as a parameter, may be methods of any in the file.
    others = {method for owner, method, _ in methods if owner not in compiled and owner != "re"} & _METHODS
    for method, call in made:
        place = f"{path}:{call.lineno}"
        if ast.unparse(call.args[0]) == "row.mark":  # the formats of files: their heads alone are looked at
            marks = [row.mark for row in table.FORMATS.values() if row.mark is not None]
            yield from ((f"{place} {mark[:20]}", re.compile(mark), {method}, table._HEAD) for mark in marks)
        elif ast.unparse(call).endswith(".join(lines))"):  # the forms of a picture
            pictures = last_grid._pictures(less_than(latin(4), "A1 < A2"), None)
            yield from ((f"{place} {number}", each, {"sub"}, LENGTH) for number, each in enumerate(pictures))
        elif method == "compile":
            own = {used for owner, used, _ in methods if compiled.get(owner) is call} & _METHODS
            yield place, eval(ast.unparse(call), names), own or others or {"search"}, LENGTH
        else:
            flags = [ast.unparse(word.value) for word in call.keywords if word.arg == "flags"] or ["0"]
            yield place, eval(f"re.compile({ast.unparse(call.args[0])}, {flags[0]})", names), {method}, LENGTH


def texts(pattern: re.Pattern[Any], length: int) -> Iterator[Any]:
    """Yields texts for an expression, bytes for one of bytes."""
    is_bytes = isinstance(pattern.pattern, bytes)
    flags = pattern.flags & ~(0 if is_bytes else re.UNICODE)
    runs = dict.fromkeys(_runs(_parser.parse(pattern.pattern, flags), [""]))
    for before, part in runs:
        for end in _ENDS:
            text = before + part * (length // len(part)) + end
            yield text.encode("latin-1", "replace") if is_bytes else text


def _runs(parsed: Any, before: list[str]) -> Iterator[tuple[str, str]]:
    """Yields beginnings of texts, and what is repeated after them; `before` are texts of all that comes earlier."""
    for node in parsed:
        own = _texts_of(node)
        for start in before[:2] if str(node[0]) != "LITERAL" else ():  # it counts in what comes after it
            yield from ((start, part) for part in own if part)
            yield from (("", start + part) for part in own if start + part)
        for inner in _inside(node):
            yield from _runs(inner, before[:2])
        before = [start + part for start in before for part in own][:4]


def _inside(node: Any) -> list[Any]:
    """Returns the expressions in a repetition, a group, a look around, or the branches of a choice."""
    name, what = str(node[0]), node[1]
    if name == "BRANCH":
        return list(what[1])
    return [what] if name == "ATOMIC_GROUP" else [what[-1]] if "REPEAT" in name or name[:3] in ("SUB", "ASS") else []


def _texts_of(node: Any) -> list[str]:
    """Returns some texts that a part of an expression matches."""
    name, what = str(node[0]), node[1]
    if name == "LITERAL":
        return [chr(what)]
    if name == "ANY":
        return ['"', "'", "a", " "]
    if name == "IN" or name == "NOT_LITERAL":
        return _of_class(what if name == "IN" else [("NEGATE", None), ("LITERAL", what)])
    if "REPEAT" in name:
        least = max(1, what[0])
        return [text * least for text in _of_sequence(what[2])][:4] + [""] * (what[0] == 0)
    if name == "BRANCH":
        return [text for branch in what[1] for text in _of_sequence(branch)[:2]][:12]
    return [text for inner in _inside(node) for text in _of_sequence(inner)] if not name.startswith("ASS") else [""]


def _of_sequence(parsed: Any) -> list[str]:
    made = [""]
    for node in parsed:
        made = [text + part for text in made for part in _texts_of(node) or [""]][:6]
    return made


def _of_class(items: list[Any]) -> list[str]:
    """Returns characters of a class."""
    members: list[str] = []
    for name, what in ((str(name), what) for name, what in items):
        if name == "LITERAL":
            members.append(chr(what))
        elif name == "RANGE":
            members.append(chr(what[0]))
        elif name == "CATEGORY":
            members.append(_CATEGORIES[str(what).removeprefix("CATEGORY_")])
    if str(items[0][0]) != "NEGATE":
        return members[:4]
    return [text for text in "a1 -\"'\\<" if text not in members][:4]


def slowest(pattern: re.Pattern[Any], methods: set[str], length: int) -> tuple[float, str, Any]:
    """Returns the most processor time for one text, its method, and the beginning of the text."""
    worst: tuple[float, str, Any] = (0.0, "", "")
    for text in texts(pattern, length):
        for method in sorted(methods):
            took = _seconds(pattern, method, text)
            worst = max(worst, (took, method, text[:40]), key=lambda one: one[0])
            if took > _SLOW:
                return worst
    return worst


def _seconds(pattern: re.Pattern[Any], method: str, text: Any) -> float:
    began = time.process_time()
    called = getattr(pattern, method)
    list(called(text[:0], text) if method == "sub" else called(text) if method == "finditer" else [called(text)])
    return time.process_time() - began


if __name__ == "__main__":
    for place, pattern, methods, length in found():
        print(place, repr(pattern.pattern)[:60], end=" ", flush=True)
        seconds, method, text = slowest(pattern, methods, length)
        print(f"SLOW: {seconds:.1f} s for {method} of {text!r}..." if seconds > _SLOW else f"{seconds:.3f}", flush=True)
