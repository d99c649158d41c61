"""The checker of certificates: changed ones, damaged ones and files of them; the schema's test has malformed ones."""

from __future__ import annotations

import gzip
import json
import random
import re
from io import BytesIO
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from certified import CLASH, KILLER, LESS, NO_WAY, SEVERAL, THERMOMETERS, UNIQUE, changed, formula_of, is_true, text_of
from commands import printed_by
from small_formulas import propagated

from unitdoku import InvalidCertificate, Puzzle, from_units, latin, verify
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.certificates.certify import statement_about, written
from unitdoku.encoders.certificates.verify_file import Verified
from unitdoku.layouts import killer
from unitdoku.proofs import verify_file
from unitdoku.puzzles.text.lines import LONGEST_LINE
from unitdoku.reference.certificates import checker
from unitdoku.reference.certificates.checker import Propagation, clauses_of, given_clauses
from unitdoku.reference.certificates.statement import Rules, SumRule, read_statement

APART = [Puzzle.empty(from_units(size, [LESS], (1, 2))) for size in (4, 5)]
"""Two cells that only a pair connects."""

OPEN = [0] * 16
TWO = json.loads(text_of(UNIQUE))["grids"] * 2
BAD: list[tuple[str, dict[str, Any]]] = [
    ("a grid has 1 in cell 6, which is not among its candidates", {"grids": [[1] * 16]}),
    ("a grid has a value twice in unit 0", {"cells": OPEN, "grids": [[1] * 16]}),
    ("both grids are the same", {"claim": "several", "grids": TWO}),
    ("a grid breaks pair 0", {"pairs": [{"cells": [0, 1], "allowed": [[1, 1]]}]}),
]
SUMS: list[tuple[str, dict[str, Any]]] = [
    ("sum 0 is not a total of different values, and", {"cells": [0], "least": 1, "most": 2}),
    ("sum 0 is not a total", {"cells": [0, 5], "least": 2, "most": 8, "coefficients": [1, 1]}),
    ("a grid breaks sum 0", {"cells": [0], "least": 4, "most": 2**60, "coefficients": [-(2**53)]}),
    ("a grid breaks sum 0", {"cells": [0, 1], "least": -(2**60), "most": 2, "coefficients": [1, 2**53]}),
    ("a grid breaks sum 0", {"cells": [0, 1], "least": 8}),
]
PROOFS = [
    ("the proof ends without a contradiction", ""),
    ("step 1 of the proof, '-1 0', does not follow by unit propagation", "-1 0\n"),
    ("step 2 of the proof, '0', does not follow by unit", "1 2 3 4 0\n0\n"),
    *(
        (f"step 1 of the proof is {each!r}, not literals up to 64 and a 0", f"{each}\n")
        for each in ("1 2", "65 0", "1 0 2 0", "x 0", "")
    ),
    ("step 1 of the proof is '1111", "1" * 5000 + " 0"),
]
# What Python's int and splitlines read besides ASCII digits and ends of lines.
for line in (
    *("\u0661 0", "1_2 2 3 4 0", "+1 2 3 4 0", "1 2 3 4 -0", "1 2 3 4 00", "d 1_2 0", "d +1 0", "d \u0661 0"),
    *("1\u00a02 3 4 0", "1 2 3 4 0\x851 2 3 4 0", "1 2 3 4 0\r1 2 3 4 0", "1-2 0", "d", "d1 2 0", "d d 1 2 0"),
):
    PROOFS.append((f"step 2 of the proof is {line!r}, not", f"1 2 3 4 0\n{line}\n"))
BAD += [(message, {"sums": [each]}) for message, each in SUMS]
BAD += [(message, {"cells": OPEN, "proof": proof}) for message, proof in PROOFS]


@pytest.mark.parametrize(("message", "changes"), BAD, ids=range(len(BAD)))
def test_a_changed_certificate_is_invalid(message: str, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidCertificate, match=f"^{re.escape(message)}"):
        verify(changed(**changes))


def two_cells(**rules: Any) -> str:
    """The claim that a unit with fewer cells than values, and these rules, have no solution."""
    puzzle = {"size": 3, "cells": [0, 0], "units": [[0, 1]], **rules}
    return json.dumps({"certificate": 1, "puzzle": puzzle, "claim": "none"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"it is no JSON: Expecting value: line 1 column 1 \(char 0\)"),
        ("[" * 100_000, "it is no JSON: it is nested too deeply"),
        ("[]", r"the certificate is \[\], not an object"),
        ({}, "a certificate is a text, not a dict"),
        ("c.jsonl", r"'c.jsonl' is a path: verify_file\(path\) checks the certificates of a file"),
        ('{"claim": "one", "claim": "none"}', "it is no JSON: the key 'claim' is there twice in an object"),
        (text_of(UNIQUE)[:-9], "it is no JSON: Unterminated string"),
        (two_cells(), "the proof ends without a contradiction"),
        (two_cells(units=[], sums=[{"cells": [0, 1], "least": 2, "most": 2}]), "sum 0 is not a total of different"),
        (two_cells(sums=[{"cells": [0, 1], "least": 4, "most": 3}]), "sum 0 is not a total of different values, and"),
    ],
)
def test_what_is_no_valid_certificate(text: Any, message: str) -> None:
    with pytest.raises(InvalidCertificate, match=f"^{message}"):
        verify(text)


def test_proofs_with_other_white_space() -> None:
    lines = ("1 2 3 4 0", "\td  1 2  3 4\t0 ", "d 0", "1 2 3 4 0")
    for proof in ("\r\n".join(lines), "\n".join(lines) + "\n"):
        with pytest.raises(InvalidCertificate, match="the proof ends without a contradiction"):
            verify(changed(cells=OPEN, proof=proof))


@pytest.mark.parametrize(
    "rules",
    [
        {"size": 2_000, "cells": [0] * 10, "pairs": [{"cells": [0, cell], "allowed": []} for cell in range(1, 10)]},
        {"size": 1_400, "cells": [0] * 1_400, "units": [list(range(1_400))] * 20},
        {"size": 40, "cells": [0] * 5, "units": [[*range(5)]], "sums": [{"cells": [*range(5)], "least": 1, "most": 1}]},
        {"size": 10_000, "cells": [[1], [2], *([[1, 2]] * 3), *([[3]] * 200)]},
    ],
    ids=["pairs", "units", "cages", "candidates"],
)
def test_the_time_is_kept_while_clauses_are_derived(rules: dict[str, object]) -> None:
    """None of these comes to a step of its proof."""
    puzzle = {"units": [], **rules}
    with pytest.raises(TimeoutError):
        verify(json.dumps({"certificate": 1, "puzzle": puzzle, "claim": "none", "proof": ""}), seconds=0.05)


def test_the_checker_loads_no_solver() -> None:
    script = f"""
import sys
from unitdoku import verify
print(verify({text_of(UNIQUE)!r}).claim)
print([name for name in sys.modules if "pysat" in name or "ortools" in name or "numpy" in name
       or name.startswith(("unitdoku.encoders", "unitdoku.compare", "unitdoku.reference.search"))])
"""
    assert printed_by(script) == "one\n[]\n"


def rules_of(puzzle: Puzzle) -> Rules:
    return read_statement(text_of(puzzle)).rules


@pytest.mark.parametrize("puzzle", [UNIQUE, KILLER, THERMOMETERS, *APART, Puzzle.empty(killer({"A1 A2": 3}, latin(4)))])
def test_the_clauses_are_those_that_the_rules_mean(puzzle: Puzzle) -> None:
    """Written here once more, from the docs page."""
    pytest.importorskip("pysat")
    rules = rules_of(puzzle)
    size, cells = rules.size, range(rules.cell_count)
    values = range(1, size + 1)
    clauses = clauses_of(rules)
    peers = {(a, b) for unit in rules.units for a in unit for b in unit if a != b}
    rivals: set[tuple[int, int]] = set()
    for a, b, v, w in product(cells, cells, values, values):
        forbidden = (a == b and v != w) or ((a, b) in peers and v == w)
        forbidden |= any((a, b) == pair[:2] and (v, w) not in pair[2] for pair in rules.pairs)
        forbidden |= any((b, a) == pair[:2] and (w, v) not in pair[2] for pair in rules.pairs)
        if forbidden:
            rivals.add((a * size + v, b * size + w))
    held = range(1, rules.cell_count * size + 1)
    assert {(one, other) for one in held for other in clauses.rivals(one)} == rivals
    long = [{cell * size + value for value in values} for cell in cells]
    long += [{cell * size + value for cell in unit} for unit in rules.units if len(unit) == size for value in values]
    number = len(held)
    for each in rules.sums:
        sets = [chosen for chosen in combinations(values, len(each.cells)) if sum(chosen) == each.most]
        numbered = {number + index: chosen for index, chosen in enumerate(sets, start=1)}
        number += len(sets)
        long.append(set(numbered))
        for one, chosen in numbered.items():
            long += [{-one, *(cell * size + value for cell in each.cells)} for value in chosen]
        for value, cell in product(values, each.cells):
            long.append({-(cell * size + value), *(one for one, chosen in numbered.items() if value in chosen)})
    assert sorted(map(sorted, clauses.long)) == sorted(map(sorted, long))
    assert clauses.variables == number


def cages(count: int, total: int) -> Rules:
    return Rules(9, 2, ((0, 1),), (SumRule((0, 1), (1, 1), total, total),) * count, ())


@pytest.mark.parametrize(
    ("rules", "name", "least", "message"),
    [
        (rules_of(THERMOMETERS), "MOST_CONFLICTS", 12 * 4 * 4 + 5 * 16, "its units and pairs are too many"),
        # Five have four sets each, and of the last 36 are counted before those with its total are listed.
        (cages(6, 10), "MOST_SETS", 5 * 4 + 36, "the cages up to sum 5 have more than 55 sets of values"),
        # Sets that miss the total of a cage count here.
        (cages(2, 3), "MOST_SUMMED", 36 + 36, "the cages up to sum 1 have"),
    ],
)
def test_bounds_of_clauses_are_exact(
    rules: Rules, name: str, least: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, name, least)
    checker.RuleClauses(rules)
    monkeypatch.setattr(checker, name, least - 1)
    with pytest.raises(InvalidCertificate, match=message):
        checker.RuleClauses(rules)


SOME = [("kakuro", 4), ("killers", 3), ("thermometers", 0), ("futoshiki", 0)]
REST = [(name, number) for name, _ in SOME for number in range(5) if (name, number) not in SOME]


@pytest.mark.parametrize(("name", "number"), [*SOME, *(pytest.param(*each, marks=pytest.mark.long) for each in REST)])
def test_no_consequence_is_missed(name: str, number: int) -> None:
    """Clauses of one literal, of cages with few sets of values, come between the others."""
    puzzle = list(puzzles_of(f"{name}.jsonl"))[number]
    text = written(statement_about(puzzle, ()), "")
    statement, formula = read_statement(text), list(map(frozenset, formula_of(text)))
    propagation = Propagation(clauses_of(statement.rules))
    for clause in given_clauses(statement):
        propagation.add(clause)
    known = propagated((), formula)
    assert known is not None
    assert not propagation.refuted
    variables = clauses_of(statement.rules).variables
    assert all(propagation.implies([literal]) for literal in known)
    for literal in random.Random(number).sample(range(1, variables + 1), 10):
        assert propagation.implies([-literal]) == (propagated([*known, literal], formula) is None)


def test_deletions_are_honoured() -> None:
    statement = read_statement(text_of(NO_WAY))
    propagation = Propagation(clauses_of(statement.rules))
    clause = [1, 6, 11]
    assert not propagation.implies([6, 11])
    propagation.add(clause)
    propagation.add([-1])
    assert propagation.implies([6, 11])
    propagation.remove([11, 6, 1])
    assert not propagation.implies([6, 11])
    propagation.remove([11, 6, 1])  # it is gone


def damaged(text: str, rng: random.Random) -> str:
    """The certificate with a number changed, a piece gone, or two pieces in each other's place."""
    way, place = rng.randrange(4), rng.randrange(len(text))
    if way == 0:
        place = rng.choice([at for at, character in enumerate(text) if character.isdigit()])
        return text[:place] + str(rng.randrange(10)) + text[place + 1 :]
    if way == 1:
        return text[:place] + text[place + rng.randrange(12) :]
    if way == 2:
        return text[:place] + chr(rng.randrange(32, 127)) + text[place + 1 :]
    content = json.loads(text)
    lines = content.get("proof", "").splitlines()
    rng.shuffle(lines)
    cells = content["puzzle"]["cells"]
    cells[rng.randrange(len(cells))] = rng.choice([0, 1, 2, [1, 2], []])
    content["proof"] = "".join(f"{line}\n" for line in lines[: rng.randrange(len(lines) + 1)])
    return json.dumps(content)


def damage(count: int, seed: int) -> int:
    """Returns how many of so many damaged certificates are valid; each of these is true."""
    rng = random.Random(seed)
    texts = [text_of(puzzle) for puzzle in (UNIQUE, CLASH, NO_WAY, SEVERAL, KILLER, THERMOMETERS)]
    texts += [text_of(UNIQUE, "sat:cadical195"), text_of(Puzzle.empty(killer({"A1 A2": 3, "A3 A4": 3}, latin(4))))]
    valid = 0
    for _ in range(count):
        text = rng.choice(texts)
        for _ in range(rng.choice((1, 1, 2, 3))):
            try:
                text = damaged(text, rng)
            except (ValueError, LookupError, TypeError):
                break  # what is no JSON any more
        try:
            statement = verify(text)
        except InvalidCertificate:
            continue
        valid += 1
        assert is_true(statement), text
    return valid


@pytest.mark.parametrize("count", [750, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_damaged_certificates_are_invalid_or_true(count: int) -> None:
    pytest.importorskip("pysat")
    assert damage(count, 1) > count / 1000 + 4


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    lines = ["", text_of(UNIQUE), "", changed(cells=OPEN), text_of(SEVERAL)]
    claims = ((2, "one"), (4, None), (5, "several"))
    text = "\n".join([*lines * 14, ""])
    for content in (text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode()):
        path.write_bytes(content)
        found = list(verify_file(path, processes=2))
        expected = [(first + line, claim) for first in range(0, 70, 5) for line, claim in claims]
        assert [(each.line, each.claim) for each in found] == expected
        assert found[1].reason == "the proof ends without a contradiction"
        with path.open("rb") as file:
            assert list(verify_file(file)) == found
        assert list(verify_file(BytesIO(gzip.compress(content)))) == found
    packed = gzip.compress(text.encode())
    for damaged in (packed[:-20], packed[:40] + b"no" * 200):
        with pytest.raises(OSError, match="packed content"):
            list(verify_file(BytesIO(damaged)))
    (bad,) = verify_file(BytesIO(b'{"certificate": "\xff"}\n'))
    assert bad.reason.startswith("byte 0xff at column 18 is no UTF-8")


def test_the_length_of_a_line_is_bounded() -> None:
    line = text_of(UNIQUE).encode()
    found = list(verify_file(BytesIO(b"\n".join([line.ljust(LONGEST_LINE - 1), line.ljust(LONGEST_LINE), line]))))
    assert [each.claim for each in found] == ["one", None, "one"]
    assert found[1].reason == f"it has more than {LONGEST_LINE:,} bytes"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        *((content, "holds no certificate") for content in (b"", b"\n\r\n \n", gzip.compress(b""))),
        ('{"certificate": 1}\n'.encode("utf-16"), "line 1 is no certificate: the text is UTF-16: save it as UTF-8"),
        (bytes(range(256)), "line 1 is no certificate: the file is no text: it is binary"),
        (b"\n" + b"." * 81, 'line 2 is no certificate: .*, in one line, with the key "certificate"'),
        (b'{"puzzle": "1..."}\n' * 9, "line 1 is no certificate: it is no object of JSON, in one line"),
    ],
)
def test_a_file_of_something_else_is_one_error(content: bytes, why: str) -> None:
    for processes in (1, 2):
        with pytest.raises(InvalidCertificate, match=f"^{why}"):
            list(verify_file(BytesIO(content), processes=processes))


def test_the_time_of_a_certificate_in_a_file() -> None:
    text = changed(cells=OPEN, proof="1 -1 0\n" * 200)
    (found,) = verify_file(BytesIO(text.encode()), seconds=0)
    assert found == Verified(1, None, "the time was over", in_time=False)
