"""Short forms of rules in JSON: cages, each a unit and a sum in one, and pairs whose table is a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..layout import Layout
from ..sum import Sum
from .relations import comparison_of


def short_table(allowed: frozenset[tuple[int, int]], size: int) -> str | list[list[int]]:
    """Returns the comparison by which pairs of values are allowed, or the list of them where there is none."""
    return comparison_of(allowed, size) or [list(each) for each in sorted(allowed)]


def cages_at_the_end(layout: Layout) -> int:
    """Returns how many of the last units are cages, each with one of the last sums, in the same order."""
    count = 0
    for unit, each in zip(reversed(layout.units), reversed(layout.sums), strict=False):
        if each.name != unit.name or each.cells != unit.cells or each.coefficients or each.relation != "=":
            break
        count += 1
    return count


def cage_content(layout: Layout, each: Sum) -> dict[str, Any]:
    """Returns the object for JSON of a cage with this sum."""
    named = {} if each.name == default_name(layout, each.cells) else {"name": each.name}
    return {**named, "cells": [layout.labels[cell] for cell in each.cells], "total": each.total}


def default_name(layout: Layout, cells: Sequence[int]) -> str:
    """Returns the name of a cage of these cells that has no other, as `cage` gives it."""
    return f"cage {layout.labels[cells[0]]}" if cells else "cage"
