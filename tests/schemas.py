"""The JSON Schemas in `docs/schemas/`, and small changes of JSON to try them with."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from places import ROOT

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SCHEMAS = ROOT / "docs/schemas"

VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    4,
    145,
    1.5,
    2**61,
    "",
    "1",
    "A1",
    "<",
    [],
    [1],
    ["A1", "A2"],
    [[1, 2]],
    {},
    {"cells": []},
)
"""Values that replace a part of a line."""


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


def changed_parts(content: Any, rng: random.Random) -> Any:
    """Returns a copy with one part replaced, removed, repeated or added."""
    changed = copy.deepcopy(content)
    holders = [changed]
    for each in holders:
        parts = each.values() if isinstance(each, dict) else each
        holders += [part for part in parts if isinstance(part, (dict, list))]
    holder = rng.choice(holders[: rng.choice((1, 3, 10, len(holders)))])
    value, kind = copy.deepcopy(rng.choice(VALUES)), rng.randrange(4)
    if isinstance(holder, dict):
        key = rng.choice([*holder, "size", "shape", "new"])
        if kind == 0:
            holder.pop(key, None)
        else:
            holder[key] = value
    else:
        place = rng.randrange(len(holder) + 1)
        if kind == 0:
            del holder[place : place + 1]
        elif kind == 1:
            holder.insert(place, value)
        else:
            holder[place : place + 1] = [value] if kind == 2 else holder[place : place + 1] * 2
    return changed


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
