"""Puzzles of SudokuPad, as JSON: cells, regions and cages. Lines and other drawings have no meaning there: refused."""

from __future__ import annotations

import re
from math import isqrt
from typing import Any

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.classic import latin
from ...reference.layouts.from_units import read_json
from ...reference.model.layout import Layout
from ..text.entries import PuzzleEntry
from .f_puzzles import FLAGS, entry_of_square, named_cell
from .json_parts import check_keys, is_given, parts_of, square_of, title_in, usual_layout, with_regions

_ASIDE = frozenset(
    ("cells", "regions", "cages", "global", "id", "cellSize", "title", "author", "rules", "metadata", "metaData")
    + ("settings", "solution", "foglight", "fogofwar", "videos", "duration", "sudoku", "version")
)
_NOT_READ = "{} of SudokuPad is not read; for rules that are drawn there, f-puzzles has keys that are read"
_META = re.compile(r"(?s)([A-Za-z]+):\s*(.*)")


def entry_of_sudokupad(content: dict[str, Any]) -> PuzzleEntry:
    """Returns the entry of an object of SudokuPad; raises `PuzzleError` or `LayoutError`, which names the part."""
    cells = square_of(content["cells"], "cells")
    check_keys(content, _ASIDE, _NOT_READ)
    flags = parts_of(content.get("global") or [], "global")
    for key in flags:
        if not isinstance(key, str) or key not in FLAGS:
            raise PuzzleError(f"the global rule {shown(key)} is not read; read are {', '.join(FLAGS)}")
    cages, said = _cages(content)
    as_f_puzzle: dict[str, Any] = {
        **dict.fromkeys(flags, True),
        "killercage": cages,
        "title": title_in(said) or title_in(content),
        "solution": said.get("solution") or content.get("solution"),
    }
    given = [{**cell, "given": is_given(cell.get("value"))} for cell in cells]
    return entry_of_square(_base(content.get("regions"), isqrt(len(cells))), given, as_f_puzzle, "cages")


def _base(regions: Any, size: int) -> Layout:
    """Returns rows, columns and regions, which hold each cell once where there are any."""
    if not regions:
        return latin(size)
    usual = usual_layout(size)
    listed = [parts_of(places, "a region") for places in parts_of(regions, "regions")]
    found = sorted((named_cell(place, usual), number) for number, places in enumerate(listed) for place in places)
    if [cell for cell, _ in found] != list(range(size * size)):
        raise PuzzleError("the regions do not hold each cell once")
    return with_regions([number for _, number in found])


def _cages(content: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Returns the cages as f-puzzles has them, and what cages without cells say about the puzzle."""
    metadata = content.get("metadata")
    said: dict[str, Any] = dict(metadata) if isinstance(metadata, dict) else {}
    cages: list[dict[str, Any]] = []
    for part in parts_of(content.get("cages") or [], "cages"):
        if not isinstance(part, dict):
            raise PuzzleError(f"a cage is {shown(part)}, not an object")
        value = part.get("sum", part.get("value"))
        if not part.get("cells"):
            meta = _META.fullmatch(str(value))
            if meta:
                said.setdefault(meta[1].lower(), meta[2])
        elif part.get("type") not in ("region", "rowcol") and not (part.get("hidden") and not is_given(value)):
            if not is_given(value) and not part.get("unique"):
                raise PuzzleError("a cage has neither a value nor unique: its meaning stands in words alone")
            cages.append({**part, "value": value})
    return cages, said


# The short form of JSON in SudokuPad's links: no quotes at keys, `f` and `t`, empty objects left out, short keys.

_KEYS = {
    "a": "arrows",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "c": "color",
    "ct": "center",
    "l": "lines",
    "o": "overlays",
    "re": "regions",
    "t": "title",
    "te": "text",
    "u": "underlays",
    "v": "value",
    "wp": "wayPoints",
}
_STRINGS = re.compile(r"'((?:[^'\\]|\\.?)*+)'?|\"(?:[^\"\\]|\\.?)*+\"?")
"""A string without an end goes to the end of the text, which is no JSON then: another search could take minutes."""


def unzipped(text: str) -> Any:
    """Returns what the short form says, as `read_json` returns it; raises ValueError for other text."""
    found: list[str] = []
    place = 0
    for string in _STRINGS.finditer(text):
        found.append(_plain(text[place : string.start()]))
        inner = string[1]
        found.append(string[0] if inner is None else _quoted(inner))
        place = string.end()
    found.append(_plain(text[place:]))
    try:
        return _with_long_keys(read_json("".join(found)))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _quoted(inner: str) -> str:
    return '"' + re.sub(r"\\'", "'", inner).replace('"', '\\"') + '"'


def _plain(text: str) -> str:
    """Returns the text between strings as JSON has it."""
    text = re.sub(r"([,{])([A-Za-z][A-Za-z0-9]*):", r'\1"\2":', text)
    text = re.sub(r"(?<=[\[,])(?=[\],])", "{}", text)
    text = re.sub(r":f(?=[,}]|$)", ":false", text)
    text = re.sub(r":t(?=[,}]|$)", ":true", text)
    return re.sub(r":(#[0F]|[0-9a-fA-F]{6})(?=[,}]|$)", r':"\1"', text)


def _with_long_keys(content: Any) -> Any:
    if isinstance(content, list):
        return [_with_long_keys(each) for each in content]
    if isinstance(content, dict):
        return {_KEYS.get(key, key): _with_long_keys(value) for key, value in content.items()}
    return content
