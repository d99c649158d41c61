"""What a certificate says: a puzzle with its rules in full, a claim, grids, and a proof as text.

It is one JSON object; see `Statement`. Everything in it is data from outside: each number is looked at before it is
used, and unknown keys are refused, since they might be rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..contract.errors import InvalidCertificate, shown
from ..layouts.from_units import read_json

VERSION = 1

MOST_VARIABLES = 2**21
"""Cells times values; memory grows with it."""

CLAIMS = {"none": 0, "one": 1, "several": 2}
"""Each claim, and how many grids come with it."""

Cells = tuple[int, ...]


class SumRule(NamedTuple):
    """Values, each times its coefficient, add up to at least `least` and at most `most`, where these are numbers."""

    cells: Cells
    coefficients: tuple[int, ...]
    least: int | None
    most: int | None

    def holds(self, grid: Cells) -> bool:
        """Whether it holds in a grid of values."""
        total = sum(times * grid[cell] for cell, times in zip(self.cells, self.coefficients, strict=True))
        return (self.least is None or total >= self.least) and (self.most is None or total <= self.most)


class Rules(NamedTuple):
    """The rules of a puzzle on the values `1..size`: units of cells that all differ, sums, and pairs."""

    size: int
    cell_count: int
    units: tuple[Cells, ...]
    sums: tuple[SumRule, ...]
    pairs: tuple[tuple[int, int, frozenset[tuple[int, int]]], ...]
    """Two cells, and the pairs of values that they may have."""


class Statement(NamedTuple):
    r"""What a certificate says; `verify` returns it where the claim is proved.

    As JSON: `{"certificate": 1, "puzzle": {"size": 9, "cells": [0, 4, [1, 2], ...], "units": [[0, 1, ...], ...]},
    "claim": "one", "grids": [[...]], "proof": "-12 0\n5 -7 0\n"}`. Cells are counted from 0. The entry of a cell is
    its value, 0 for all values, or a list. A puzzle may have `sums`, objects with `cells`, `coefficients`, `least` and
    `most`, and `pairs`, objects with `cells` and `allowed`. The proof is DRUP text. `name` is a text of any kind.
    """

    rules: Rules
    candidates: tuple[Cells, ...]
    claim: str
    grids: tuple[Cells, ...]
    proof: str

    def __repr__(self) -> str:
        return f"<Statement: {self.claim}, {len(self.candidates)} cells, values 1 to {self.rules.size}>"


def read_statement(text: str) -> Statement:
    """Returns the statement of a certificate; raises `InvalidCertificate` with the place for anything else."""
    try:
        content = read_json(text)
    except ValueError as error:
        raise InvalidCertificate(f"it is no JSON: {error}") from error
    content = _object(content, "the certificate", ("certificate", "puzzle", "claim"), ("grids", "proof", "name"))
    if content["certificate"] != VERSION or type(content["certificate"]) is not int:  # 1.0 and True are equal to 1
        raise InvalidCertificate(f"certificate is {shown(content['certificate'])}; known is {VERSION}")
    puzzle = _object(content["puzzle"], "puzzle", ("size", "cells", "units"), ("sums", "pairs"))
    size = _number(puzzle["size"], "size", 1, MOST_VARIABLES)
    cells = _list(puzzle["cells"], "cells")
    if not cells or len(cells) * size > MOST_VARIABLES:
        raise InvalidCertificate(f"{len(cells)} cells with {size} values: 1 to {MOST_VARIABLES:,} candidates are known")
    units = tuple(_cells(unit, "a unit", len(cells)) for unit in _list(puzzle["units"], "units"))
    for unit in units:
        if len(unit) > size:
            raise InvalidCertificate(f"a unit has {len(unit)} cells, but there are only {size} values")
    sums = tuple(_sum(each, len(cells)) for each in _list(puzzle.get("sums", []), "sums"))
    pairs = tuple(_pair(each, len(cells), size) for each in _list(puzzle.get("pairs", []), "pairs"))
    claim, grids, proof = content["claim"], _list(content.get("grids", []), "grids"), content.get("proof", "")
    if not isinstance(claim, str) or claim not in CLAIMS:
        raise InvalidCertificate(f"claim is {shown(claim)}; known: {', '.join(CLAIMS)}")
    if len(grids) != CLAIMS[claim]:
        raise InvalidCertificate(f"{len(grids)} grids; the claim {claim} comes with {CLAIMS[claim]}")
    if not isinstance(proof, str):
        raise InvalidCertificate(f"proof is {shown(proof)}, not a text")
    candidates = tuple(_candidates(each, cell, size) for cell, each in enumerate(cells))
    rules = Rules(size, len(cells), units, sums, pairs)
    return Statement(rules, candidates, claim, tuple(_grid(grid, len(cells), size) for grid in grids), proof)


def check_grid(grid: Cells, statement: Statement) -> None:
    """Raises `InvalidCertificate` for a grid that is no solution."""
    for cell, (value, candidates) in enumerate(zip(grid, statement.candidates, strict=True)):
        if value not in candidates:
            raise InvalidCertificate(f"a grid has {value} in cell {cell}, which is not among its candidates")
    for number, unit in enumerate(statement.rules.units):
        if len({grid[cell] for cell in unit}) < len(unit):
            raise InvalidCertificate(f"a grid has a value twice in unit {number}")
    for number, each in enumerate(statement.rules.sums):
        if not each.holds(grid):
            raise InvalidCertificate(f"a grid breaks sum {number}")
    for number, (first, second, allowed) in enumerate(statement.rules.pairs):
        if (grid[first], grid[second]) not in allowed:
            raise InvalidCertificate(f"a grid breaks pair {number}")


def _object(value: Any, what: str, needed: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidCertificate(f"{what} is {shown(value)}, not an object")
    for key in needed:
        if key not in value:
            raise InvalidCertificate(f"{what} has no {key}")
    for key in value:
        if key not in needed + optional:
            raise InvalidCertificate(f"{what} has the unknown key {shown(key)}")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidCertificate(f"{what} is {shown(value)}, not a list")
    return value


def _number(value: Any, what: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidCertificate(f"{what} is {shown(value)}, not a whole number from {least} to {most}")
    return value


def _cells(value: Any, what: str, cell_count: int) -> Cells:
    cells = tuple(_number(cell, f"a cell of {what}", 0, cell_count - 1) for cell in _list(value, what))
    if len(set(cells)) < len(cells):
        raise InvalidCertificate(f"{what} has a cell twice: {shown(cells)}")
    return cells


def _sum(value: Any, cell_count: int) -> SumRule:
    content = _object(value, "a sum", ("cells",), ("coefficients", "least", "most"))
    cells = _cells(content["cells"], "a sum", cell_count)
    times = _list(content.get("coefficients", [1] * len(cells)), "coefficients")
    if len(times) != len(cells):
        raise InvalidCertificate(f"a sum has {len(cells)} cells and {len(times)} coefficients")
    coefficients = tuple(_number(each, "a coefficient", -(2**53), 2**53) for each in times)
    bounds = [content.get(key) for key in ("least", "most")]
    least, most = (None if each is None else _number(each, "a bound", -(2**60), 2**60) for each in bounds)
    return SumRule(cells, coefficients, least, most)


def _pair(value: Any, cell_count: int, size: int) -> tuple[int, int, frozenset[tuple[int, int]]]:
    content = _object(value, "a pair", ("cells", "allowed"), ())
    cells = _cells(content["cells"], "a pair", cell_count)
    allowed = [_list(each, "allowed values") for each in _list(content["allowed"], "allowed")]
    if len(cells) != 2 or any(len(each) != 2 for each in allowed):
        raise InvalidCertificate(f"a pair has {len(cells)} cells, or allows other than two values each")
    held = frozenset((_number(one, "a value", 1, size), _number(other, "a value", 1, size)) for one, other in allowed)
    return cells[0], cells[1], held


def _candidates(value: Any, cell: int, size: int) -> Cells:
    if isinstance(value, list):
        return tuple(_number(each, f"a candidate of cell {cell}", 1, size) for each in value)
    number = _number(value, f"cell {cell}", 0, size)
    return (number,) if number else tuple(range(1, size + 1))


def _grid(value: Any, cell_count: int, size: int) -> Cells:
    grid = tuple(_number(each, "a value of a grid", 1, size) for each in _list(value, "a grid"))
    if len(grid) != cell_count:
        raise InvalidCertificate(f"a grid has {len(grid)} values for {cell_count} cells")
    return grid
