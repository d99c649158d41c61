"""The JSON Schema of certificates: it accepts every certificate that the checker reads, and refuses most others."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import chain
from typing import Any

from certified import CLASH, KILLER, NO_WAY, SEVERAL, THERMOMETERS, UNIQUE, changed, text_of
from corpora import bundled
from schemas import changed_parts, some, undescribed, validator

from unitdoku import InvalidCertificate, Unsupported, certify
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.reference.certificates.statement import CLAIMS, read_statement

MADE = (UNIQUE, CLASH, NO_WAY, SEVERAL, KILLER, THERMOMETERS)

GRID = json.loads(text_of(UNIQUE))["grids"][0]
OPEN = [0] * 16

REFUSED: list[dict[str, Any]] = [
    *({"certificate": each} for each in some(2, 0, True, "1", None)),
    *({"claim": each} for each in some("two", ["one"], None, "none", "several")),
    *({"more": 1}, {"cages": []}, {"puzzle": []}, {"puzzle": None}, {"proof": ["1 0"]}),
    *({"size": each} for each in some(0, 4.5, True, 2**22, 2**80, "4", None)),
    *({"cells": each} for each in some([], "1...", [-1, *OPEN[1:]], [[0], *OPEN[1:]], [True, *OPEN[1:]], None)),
    *({"units": each} for each in some([[0, -1]], [[0, True]], [[0, 0]], [0], {}, None)),
    *({"grids": each} for each in some([], [[0] * 16], [GRID, GRID], [[True] * 16], None, 5)),
    *({"sums": [each]} for each in some({}, [0], {"cells": [0], "more": 1}, {"cells": [0], "coefficients": None})),
    *({"sums": [{"cells": [0], key: it}]} for key in ("least", "most") for it in some(2**60 + 1, ~(2**60), "1", True)),
    *({"sums": [{"cells": [0], "coefficients": [each]}]} for each in some(2**53 + 1, ~(2**53), None, True)),
    *({"pairs": [{"cells": each, "allowed": []}]} for each in some([0], [0, 1, 2], [1, 1])),
    *({"pairs": [{"cells": [0, 1], "allowed": each}]} for each in some([[1]], [[1, 2, 3]], [[0, 1]], "<", None)),
    {"pairs": [{"cells": [0, 1]}]},
]

BY_THE_CHECKER_ALONE: list[dict[str, Any]] = [
    *({"certificate": 1.0}, {"size": 4.0}, {"size": 3}, {"size": 2**20}),
    *({"cells": each} for each in some([5, *OPEN[1:]], [[1, 9], *OPEN[1:]], OPEN[1:])),
    *({"units": [[0, 16]]}, {"grids": [[1] * 15]}, {"grids": [[5] * 16]}),
    *({"sums": [{"cells": [0], "coefficients": each}]} for each in some([], [1, 1])),
    {"pairs": [{"cells": [0, 1], "allowed": [[1, 5]]}]},
]
"""Changes that need more than a schema: numbers that depend on other parts of the certificate, and 1.0."""


def is_read(text: str) -> bool:
    try:
        read_statement(text)
    except InvalidCertificate:
        return False
    return True


def is_valid(content: Any) -> bool:
    return validator("certificate").is_valid(content)


def test_every_property_is_described() -> None:
    assert undescribed("certificate") == []


def test_made_certificates_are_valid() -> None:
    rng = random.Random(3)
    drawn = [draw_rule_puzzle(name, Kind.SATISFIABLE, rng, 4).puzzle for name in RULE_RECIPES]
    found = []
    for puzzle in (*MADE, *bundled("top95.txt")[:3], *puzzles_of("killers.jsonl")[:3], *drawn):
        with suppress(Unsupported):  # a proof about sums that are not cages
            made = certify(puzzle)
            assert made is not None
            found.append(json.loads(made.text))
    assert len(found) > len(MADE) + 6
    assert {each["claim"] for each in found} == set(CLAIMS)
    assert all(map(is_valid, found))


def test_malformed_certificates_are_not_valid() -> None:
    assert [change for change in REFUSED if is_read(changed(**change))] == []
    assert [change for change in REFUSED if is_valid(json.loads(changed(**change)))] == []


def test_some_certificates_only_the_checker_refuses() -> None:
    assert [change for change in BY_THE_CHECKER_ALONE if is_read(changed(**change))] == []
    assert all(is_valid(json.loads(changed(**change))) for change in BY_THE_CHECKER_ALONE)


def test_changed_certificates_that_are_read_are_valid() -> None:
    rng = random.Random(4)
    made = [json.loads(text_of(puzzle)) for puzzle in MADE]
    read = 0
    for content in chain.from_iterable(made for _ in range(150)):
        damaged = changed_parts(content, rng)
        if is_read(json.dumps(damaged)):
            read += 1
            assert is_valid(damaged), damaged
    assert read > 100
