"""The checker of certificates: malformed ones first, then damaged ones and files of them."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import combinations, product
from pathlib import Path

import pytest
from certified import CLASH, KILLER, LESS, NO_WAY, SEVERAL, THERMOMETERS, UNIQUE, changed, formula_of, is_true, text_of
from small_formulas import propagated

from unitdoku import InvalidCertificate, Puzzle, from_units, latin, verify
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.encoders.certificates.written import written
from unitdoku.layouts import killer
from unitdoku.proofs import verify_file
from unitdoku.reference.certificates import checker, verifying
from unitdoku.reference.certificates.checker import Propagation, clauses_of
from unitdoku.reference.certificates.statement import Rules, SumRule, read_statement
from unitdoku.reference.certificates.verifying import Verified

SEVERAL_OF_FOUR = Puzzle.empty(latin(4))
APART = [Puzzle.empty(from_units(size, [LESS], (1, 2))) for size in (4, 5)]
"""Two cells that only a pair connects."""

BAD: list[tuple[Callable[[], str], str]] = [
    (lambda: "", "it is no JSON: Expecting value: line 1 column 1 (char 0)"),
    (lambda: "[" * 100_000, "it is no JSON: it is nested too deeply"),
    (lambda: "[]", "the certificate is [], not an object"),
    (lambda: "c.jsonl", "'c.jsonl' is a path: verify_file(path) checks the certificates of a file"),
    (lambda: '{"claim": "one", "claim": "none"}', "it is no JSON: the key 'claim' is there twice in an object"),
    (lambda: text_of(UNIQUE)[:-9], "it is no JSON: Unterminated string"),
    (lambda: changed(certificate=2), "certificate is 2; known is 1"),
    (lambda: changed(certificate=0), "certificate is 0; known is 1"),
    (lambda: changed(certificate=True), "certificate is True; known is 1"),
    (lambda: changed(certificate=1.0), "certificate is 1.0; known is 1"),
    (lambda: changed(certificate=None), "the certificate has no certificate"),
    (lambda: changed(claim=None), "the certificate has no claim"),
    (lambda: changed(claim="two"), "claim is 'two'; known: none, one, several"),
    (lambda: changed(claim=["one"]), "claim is ['one']; known: none, one, several"),
    (lambda: changed(more=1), "the certificate has the unknown key 'more'"),
    (lambda: changed(cages=[]), "puzzle has the unknown key 'cages'"),
    (lambda: changed(puzzle=[]), "puzzle is [], not an object"),
    (lambda: changed(size=0), "size is 0, not a whole number from 1 to 2097152"),
    (lambda: changed(size=2**80), "size is 1208925819614629174706176, not a whole number from 1 to 2097152"),
    (lambda: changed(size=4.0), "size is 4.0, not a whole number from 1 to 2097152"),
    (lambda: changed(size=2**20), "16 cells with 1048576 values: 1 to 2,097,152 candidates are known"),
    (lambda: changed(size=3), "a unit has 4 cells, but there are only 3 values"),
    (lambda: changed(cells=[]), "0 cells with 4 values: 1 to 2,097,152 candidates are known"),
    (lambda: changed(cells="1..."), "cells is '1...', not a list"),
    (lambda: changed(cells=[5] + [0] * 15), "cell 0 is 5, not a whole number from 0 to 4"),
    (lambda: changed(cells=[[1, 9]] + [0] * 15), "a candidate of cell 0 is 9, not a whole number from 1 to 4"),
    (lambda: changed(units=[[0, 16]]), "a cell of a unit is 16, not a whole number from 0 to 15"),
    (lambda: changed(units=[[0, -1]]), "a cell of a unit is -1, not a whole number from 0 to 15"),
    (lambda: changed(units=[[0, True]]), "a cell of a unit is True, not a whole number from 0 to 15"),
    (lambda: changed(units=[[0, 0]]), "a unit has a cell twice: (0, 0)"),
    (lambda: changed(units=[0]), "a unit is 0, not a list"),
    (lambda: changed(sums=[{"cells": [0], "least": 1, "most": 2}]), "sum 0 is not a total of different values, and"),
    (lambda: changed(sums=[{"cells": [0], "least": 4, "most": 4, "coefficients": [2]}]), "a grid breaks sum 0"),
    (
        lambda: changed(sums=[{"cells": [0, 5], "least": 2, "most": 8, "coefficients": [1, 1]}]),
        "sum 0 is not a total of different values, and",
    ),
    (lambda: changed(sums=[{"cells": [0], "coefficients": []}]), "a sum has 1 cells and 0 coefficients"),
    (lambda: changed(sums=[{"least": 2}]), "a sum has no cells"),
    (lambda: changed(sums=[{"cells": [0], "least": 2**61}]), "a bound is 2305843009213693952, not a whole number"),
    (
        lambda: changed(pairs=[{"cells": [0], "allowed": []}]),
        "a pair has 1 cells, or allows other than two values each",
    ),
    (
        lambda: changed(pairs=[{"cells": [0, 1], "allowed": [[1]]}]),
        "a pair has 2 cells, or allows other than two values",
    ),
    (lambda: changed(pairs=[{"cells": [0, 1], "allowed": [[1, 5]]}]), "a value is 5, not a whole number from 1 to 4"),
    (lambda: changed(pairs=[{"cells": [0, 1], "allowed": [[1, 1]]}]), "a grid breaks pair 0"),
    (
        lambda: changed(pairs=[{"cells": [0, 1], "allowed": [[1, 2, 3]]}]),
        "a pair has 2 cells, or allows other than two values",
    ),
    (lambda: changed(sums=[{"cells": [0, 1], "most": 2}]), "a grid breaks sum 0"),
    (lambda: changed(sums=[{"cells": [0, 1], "least": 8}]), "a grid breaks sum 0"),
    (
        lambda: changed(sums=[{"cells": [0, 1], "coefficients": [1, 1, 1]}]),
        "a sum has 2 cells and 3 coefficients",
    ),
    *(
        (
            lambda number=number: changed(sums=[{"cells": [0], "coefficients": [number]}]),
            f"a coefficient is {number}, not a whole number from {-(2**53)} to {2**53}",
        )
        for number in (2**53 + 1, -(2**53) - 1)
    ),
    *(
        (
            lambda number=number, key=key: changed(sums=[{"cells": [0], key: number}]),
            f"a bound is {number}, not a whole number from {-(2**60)} to {2**60}",
        )
        for number, key in ((2**60 + 1, "most"), (-(2**60) - 1, "least"))
    ),
    (lambda: changed(grids=[]), "0 grids; the claim one comes with 1"),
    (lambda: changed(grids=[[1] * 16]), "a grid has 1 in cell 6, which is not among its candidates"),
    (lambda: changed(grids=[[1] * 15]), "a grid has 15 values for 16 cells"),
    (lambda: changed(grids=[[5] * 16]), "a value of a grid is 5, not a whole number from 1 to 4"),
    (lambda: changed(cells=[0] * 16, grids=[[1] * 16]), "a grid has a value twice in unit 0"),
    (lambda: changed(proof=["1 0"]), "proof is ['1 0'], not a text"),
    (lambda: changed(cells=[0] * 16), "the proof ends without a contradiction"),
    (
        lambda: changed(cells=[0] * 16, proof="-1 0\n"),
        "step 1 of the proof, '-1 0', does not follow by unit propagation",
    ),
    (lambda: changed(cells=[0] * 16, proof="1 2 3 4 0\n0\n"), "step 2 of the proof, '0', does not follow by unit"),
    (lambda: changed(cells=[0] * 16, proof="1 2\n"), "step 1 of the proof is '1 2', not literals up to 64 and a 0"),
    (lambda: changed(cells=[0] * 16, proof="65 0\n"), "step 1 of the proof is '65 0', not literals up to 64 and a 0"),
    (lambda: changed(cells=[0] * 16, proof="1 0 2 0\n"), "step 1 of the proof is '1 0 2 0', not literals up to 64"),
    # An Arabic digit, which Python reads as 1.
    (lambda: changed(cells=[0] * 16, proof="\u0661 0\n"), "step 1 of the proof is"),
    # What Python's int and splitlines read besides ASCII digits and ends of lines.
    *(
        (
            lambda line=line: changed(cells=[0] * 16, proof=f"1 2 3 4 0\n{line}\n"),
            f"step 2 of the proof is {line!r}, not",
        )
        for line in (
            *(
                "1_2 2 3 4 0",
                "+1 2 3 4 0",
                "1 2 3 4 -0",
                "1 2 3 4 00",
                "d 1_2 0",
                "d +1 0",
                "d \u0661 0",
                "1\u00a02 3 4 0",
            ),
            *("1 2 3 4 0\x851 2 3 4 0", "1 2 3 4 0\r1 2 3 4 0", "1-2 0", "d", "d1 2 0", "d d 1 2 0"),
        )
    ),
    (lambda: changed(cells=[0] * 16, proof="x 0\n"), "step 1 of the proof is 'x 0', not literals up to 64 and a 0"),
    (lambda: changed(cells=[0] * 16, proof="\n"), "step 1 of the proof is '', not literals up to 64 and a 0"),
    (lambda: changed(cells=[0] * 16, proof="1" * 5000 + " 0"), "step 1 of the proof is '1111"),
    (
        lambda: changed(claim="several", grids=json.loads(text_of(UNIQUE))["grids"] * 2),
        "both grids are the same",
    ),
]


SHORT = {"size": 3, "cells": [0, 0], "units": [[0, 1]]}
"""A unit with fewer cells than values."""

BAD += [
    (
        lambda: json.dumps({"certificate": 1, "puzzle": SHORT, "claim": "none"}),
        "the proof ends without a contradiction",
    ),
    (
        lambda: json.dumps(
            {"certificate": 1, "puzzle": SHORT | {"units": [], "sums": [{"cells": [0, 1], "least": 2, "most": 2}]}}
            | {"claim": "none"}
        ),
        "sum 0 is not a total of different values, and",
    ),
]


BAD.append(
    (
        lambda: json.dumps(
            {"certificate": 1, "puzzle": SHORT | {"sums": [{"cells": [0, 1], "least": 4, "most": 3}]}, "claim": "none"}
        ),
        "sum 0 is not a total of different values, and",
    )
)


@pytest.mark.parametrize(("make", "message"), BAD)
def test_what_is_no_valid_certificate(make: Callable[[], str], message: str) -> None:
    with pytest.raises(InvalidCertificate) as caught:
        verify(make())
    assert str(caught.value).startswith(message)


def test_proofs_with_other_white_space() -> None:
    lines = ("1 2 3 4 0", "\td  1 2  3 4\t0 ", "d 0", "1 2 3 4 0")
    for proof in ("\r\n".join(lines), "\n".join(lines) + "\n"):
        with pytest.raises(InvalidCertificate, match="the proof ends without a contradiction"):
            verify(changed(cells=[0] * 16, proof=proof))


def test_a_certificate_is_text() -> None:
    with pytest.raises(InvalidCertificate, match="a certificate is a text, not a dict"):
        verify({})  # type: ignore[arg-type]


def test_a_million_steps_take_no_longer_than_their_time() -> None:
    with pytest.raises(TimeoutError, match="the time was over"):
        verify(changed(cells=[0] * 16, proof="1 -1 0\n" * 200), seconds=0)


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


def test_sets_that_miss_the_total_of_a_cage_count(monkeypatch: pytest.MonkeyPatch) -> None:
    two = Rules(9, 2, ((0, 1),), (SumRule((0, 1), (1, 1), 3, 3),) * 2, ())
    monkeypatch.setattr(checker, "MOST_SUMMED", 36 + 36)
    checker.Clauses(two)
    monkeypatch.setattr(checker, "MOST_SUMMED", 36 + 35)
    with pytest.raises(InvalidCertificate, match="cages"):
        checker.Clauses(two)


def test_the_checker_loads_no_solver() -> None:
    script = f"""
import sys
from unitdoku import verify
print(verify({text_of(UNIQUE)!r}).claim)
print([name for name in sys.modules if "pysat" in name or "ortools" in name or "numpy" in name
       or name.startswith(("unitdoku.encoders", "unitdoku.compare", "unitdoku.reference.search"))])
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.stdout, ran.stderr) == ("one\n[]\n", "")


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


def test_bounds_of_clauses_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat")
    pairs = rules_of(THERMOMETERS)
    conflicts = sum(len(unit) * len(unit) for unit in pairs.units) + len(pairs.pairs) * 16
    # Five have four sets each, and of the last 36 are counted before those with its total are listed.
    six = Rules(9, 2, ((0, 1),), (SumRule((0, 1), (1, 1), 10, 10),) * 6, ())
    for rules, name, least in ((pairs, "MOST_CONFLICTS", conflicts), (six, "MOST_SETS", 5 * 4 + 36)):
        monkeypatch.setattr(checker, name, least)
        checker.Clauses(rules)
        monkeypatch.setattr(checker, name, least - 1)
        with pytest.raises(InvalidCertificate):
            checker.Clauses(rules)


def test_a_contradiction_of_long_clauses_alone() -> None:
    """Candidates that exclude nothing of each other."""
    a, b, c = 1, 22, 43
    propagation = Propagation(clauses_of(rules_of(SEVERAL_OF_FOUR)))
    propagation.add((a, b, c))
    assert not propagation.implies((a, b))
    propagation.add((a, b, -c))
    assert propagation.implies((a, b))
    assert not propagation.refuted
    for clause in ((a, b), (a, -b, c), (a, -b, -c), (-a, b), (-a, -b)):
        propagation.add(clause)
    assert not propagation.refuted
    assert propagation.implies((a,))
    propagation.add((a,))
    assert propagation.refuted


@pytest.mark.parametrize("name", ["kakuro.jsonl", "killers.jsonl", "thermometers.jsonl", "futoshiki.jsonl"])
@pytest.mark.parametrize("number", range(5))
def test_no_consequence_is_missed(name: str, number: int) -> None:
    """Clauses of one literal, of cages with few sets of values, come between the others."""
    puzzle = list(puzzles_of(name))[number]
    text = written(puzzle, "none", (), ())
    statement, formula = read_statement(text), list(map(frozenset, formula_of(text)))
    propagation, size = Propagation(clauses_of(statement.rules)), statement.rules.size
    for cell, candidates in enumerate(statement.candidates):
        propagation.exclude([cell * size + value for value in range(1, size + 1) if value not in candidates])
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
    propagation.exclude([1])
    assert propagation.implies([6, 11])
    propagation.remove([11, 6, 1])
    assert not propagation.implies([6, 11])
    propagation.remove([11, 6, 1])  # it is gone


def damaged(text: str, rng: random.Random) -> str:
    """The certificate with a number changed, a piece gone, or two pieces in each other's place."""
    way = rng.randrange(4)
    if way == 0:
        places = [place for place, character in enumerate(text) if character.isdigit()]
        place = rng.choice(places)
        return text[:place] + str(rng.randrange(10)) + text[place + 1 :]
    first, second = sorted(rng.randrange(len(text)) for _ in range(2))
    if way == 1:
        return text[:first] + text[min(second, first + rng.randrange(12)) :]
    if way == 2:
        return text[:first] + chr(rng.randrange(32, 127)) + text[first + 1 :]
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


def test_damaged_certificates_are_invalid_or_true() -> None:
    pytest.importorskip("pysat")
    assert damage(1500, 1) > 10


@pytest.mark.long
def test_many_damaged_certificates_are_invalid_or_true() -> None:
    pytest.importorskip("pysat")
    assert damage(1_000_000, 2) > 1000


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    lines = [text_of(UNIQUE), "", changed(cells=[0] * 16), text_of(SEVERAL)]
    path.write_text("\n".join(lines) + "\n")
    found = list(verify_file(path))
    assert [(each.line, each.claim) for each in found] == [(1, "one"), (3, None), (4, "several")]
    assert found[1].reason == "the proof ends without a contradiction"
    assert list(verify_file(path, processes=2)) == found
    packed = tmp_path / "c.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert list(verify_file(packed)) == found
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(OSError, match="packed content"):
        list(verify_file(packed))
    packed.write_bytes(gzip.compress(path.read_bytes())[:40] + b"no" * 200)
    with pytest.raises(OSError, match="packed content"):
        list(verify_file(packed))
    path.write_bytes(b'{"certificate": "\xff"}\n')
    assert next(verify_file(path)).reason.startswith("it is no UTF-8 text")


def test_files_as_editors_and_programs_write_them(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    text = f"\n{text_of(UNIQUE)}\n\n{text_of(SEVERAL)}\n"
    for content in (text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode()):
        path.write_bytes(content)
        assert [(each.line, each.claim) for each in verify_file(path)] == [(2, "one"), (4, "several")]
        with path.open("rb") as file:
            assert [each.claim for each in verify_file(file)] == ["one", "several"]
        assert [each.claim for each in verify_file(BytesIO(gzip.compress(content)))] == ["one", "several"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "holds no certificate"),
        (b"\n\r\n \n", "holds no certificate"),
        (gzip.compress(b""), "holds no certificate"),
        ('{"certificate": 1}\n'.encode("utf-16"), "line 1 is no certificate: the text is UTF-16: save it as UTF-8"),
        (bytes(range(256)), "line 1 is no certificate: the file is no text: it is binary"),
        (
            b"\n" + b"." * 81,
            'line 2 is no certificate: it is no object of JSON, in one line, with the key "certificate"',
        ),
        (b'{"puzzle": "1..."}\n' * 9, "line 1 is no certificate: it is no object of JSON, in one line"),
    ],
)
def test_a_file_of_something_else_is_one_error(content: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(content)
    for processes in (1, 2):
        with pytest.raises(InvalidCertificate) as caught:
            list(verify_file(path, processes=processes))
        assert str(caught.value).startswith(why)


def test_certificates_are_taken_in_groups() -> None:
    short = [(number, b"x" * 100) for number in range(1, 201)]
    groups = list(verifying._groups(iter(short)))
    assert [len(group) for group in groups] == [64, 64, 64, 8]
    assert [numbered for group in groups for numbered in group] == short
    long = [(number, b"x" * 40_000) for number in range(1, 6)]
    assert [len(group) for group in verifying._groups(iter(long))] == [2, 2, 1]


def test_a_file_of_many_certificates(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f"{text_of(CLASH)}\n" * 150)
    assert [(each.line, each.claim) for each in verify_file(path)] == [(line, "none") for line in range(1, 151)]


def test_the_time_of_a_certificate_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(changed(cells=[0] * 16, proof="1 -1 0\n" * 200) + "\n")
    assert list(verify_file(path, seconds=0)) == [Verified(1, None, "the time was over", in_time=False)]


def test_a_line_of_the_greatest_length_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(text_of(UNIQUE) + "\n")
    monkeypatch.setattr(verifying, "LONGEST", path.stat().st_size)
    assert [each.claim for each in verify_file(path)] == ["one"]
    monkeypatch.setattr(verifying, "LONGEST", path.stat().st_size - 1)
    assert [each.claim for each in verify_file(path)] == [None]


def test_a_line_without_end_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.reference.certificates.verifying.LONGEST", 100)
    path = tmp_path / "long"
    path.write_text('{"certificate": 1, "proof": "' + "1" * 1000 + "\n{}\n")
    assert [each.reason for each in verify_file(path)] == [
        "it has more than 100 bytes; what comes after it is not read"
    ]


def test_too_many_rules_are_refused_before_their_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_CONFLICTS", 10)
    monkeypatch.setattr(checker, "_last", None)
    with pytest.raises(InvalidCertificate, match="its units and pairs are too many to derive their clauses"):
        verify(text_of(UNIQUE, "search"))
    monkeypatch.setattr(checker, "MOST_CONFLICTS", 10**6)
    monkeypatch.setattr(checker, "MOST_SETS", 1)
    monkeypatch.setattr(checker, "_last", None)
    content = json.loads(changed(sums=[{"cells": [0, 1], "least": 3, "most": 3}]))
    content |= {"claim": "none", "grids": []}
    with pytest.raises(InvalidCertificate, match="the cages up to sum 0 have more than 1 sets of values"):
        verify(json.dumps(content))
