"""The short form of JSON in SudokuPad's links: no quotes at keys, `f` and `t`, empty objects left out, short keys."""

from __future__ import annotations

import re
from typing import Any

from ...reference.layouts.from_units import read_json

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
