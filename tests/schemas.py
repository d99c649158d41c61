"""The JSON Schemas in `docs/schemas/`, and small changes of JSON to try them with."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from fuzz_formats import changed_tree
from places import ROOT

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SCHEMAS = ROOT / "docs/schemas"


@cache
def validator(name: str) -> Draft202012Validator:
    """Returns the validator of a schema; skips the test if jsonschema is not installed."""
    package = pytest.importorskip("jsonschema")
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    package.Draft202012Validator.check_schema(schema)
    found: Draft202012Validator = package.Draft202012Validator(schema)
    return found


def some(*values: Any) -> tuple[Any, ...]:
    """Returns the values: a tuple of values of many types, of which a type checker asks nothing."""
    return values


VALUES = some(
    None, True, -1, 0, 1, 4, 145, 1.5, 2**61, "", "1", "A1", "<", [], [1], ["A1", "A2"], [[1, 2]], {}, {"cells": []}
)
"""Values that replace a part of a line."""


def changed_parts(content: Any, rng: random.Random) -> Any:
    """Returns a copy with some parts replaced, removed, repeated, moved or added."""
    return changed_tree(rng, copy.deepcopy(content), VALUES, ("size", "shape", "new"))


def undescribed(name: str) -> list[str]:
    """Returns the properties and definitions of a schema that have no description, nor refer to one that has."""
    whole = json.loads((SCHEMAS / f"{name}.schema.json").read_text())

    def found(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            for key in ("properties", "$defs"):
                yield from (each for each, about in part.get(key, {}).items() if not {"description", "$ref"} & {*about})
            for key, inner in part.items():
                if key != "allOf":  # conditions on properties that are described elsewhere
                    yield from found(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from found(inner)

    return [*found(whole)]
