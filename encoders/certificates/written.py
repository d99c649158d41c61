"""Certificates as text: one line of JSON, as `reference/certificates/statement.py` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ...reference.certificates.statement import VERSION
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.search.refutation import Literals

_LONGEST_NAME = 200


def proof_text(steps: Iterable[Literals]) -> str:
    """Returns the steps of a proof as DRUP text."""
    return "".join(" ".join(map(str, (*step, 0))) + "\n" for step in steps)


def written(
    puzzle: Puzzle, claim: str, grids: Sequence[Grid], steps: Iterable[Literals], name: str | None = None
) -> str:
    """Returns the certificate, without newline: the puzzle with its rules in full, the claim, grids, and the proof.

    The default name is that of the layout.
    """
    name = puzzle.layout.name if name is None else name
    content: dict[str, object] = {"certificate": VERSION, "name": name[:_LONGEST_NAME]}
    content |= {"puzzle": _content(puzzle), "claim": claim, "grids": [list(grid) for grid in grids]}
    if claim != "several":
        content["proof"] = proof_text(steps)
    return json.dumps(content, separators=(",", ":"))


def _content(puzzle: Puzzle) -> dict[str, object]:
    """Returns the puzzle with cells as indices, and sums of the values `1..size`."""
    layout = puzzle.layout
    cells: list[object] = []
    for mask in puzzle.candidates:
        values = list(values_in(mask))
        cells.append(0 if mask == layout.all_values else values[0] if len(values) == 1 else values)
    content: dict[str, object] = {"size": layout.size, "cells": cells}
    content["units"] = [list(unit.cells) for unit in layout.units]
    if layout.sums:
        content["sums"] = [
            {"cells": list(each.cells), "coefficients": [times for _, times in each.terms]}
            | {key: bound for key, bound in zip(("least", "most"), each.bounds, strict=True) if bound is not None}
            for each in layout.value_sums
        ]
    if layout.pairs:
        content["pairs"] = [
            {"cells": list(pair.cells), "allowed": sorted(map(list, pair.allowed))} for pair in layout.pairs
        ]
    return content
