"""Certificates: malformed ones first, then true ones by every prover, held against other checkers, and damaged ones."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from certified import dimacs, formula_of, is_true
from click.testing import CliRunner
from corpora import bundled
from small_formulas import confirms

from unitdoku import (
    BackendUnavailable,
    Certificate,
    InvalidCertificate,
    OptionError,
    Pair,
    Puzzle,
    Sum,
    UnknownBackend,
    Unsupported,
    cage,
    certify,
    certify_many,
    classic,
    cryptarithm,
    from_units,
    futoshiki,
    is_solution,
    kakuro,
    killer,
    latin,
    parse_puzzle,
    thermometer,
    verify,
    verify_file,
)
from unitdoku.command.main import main
from unitdoku.encoders.certificates.sat_proof import given_clauses
from unitdoku.encoders.certificates.trimming import trimmed
from unitdoku.encoders.certificates.written import Step, proof_text
from unitdoku.reference.certificates import checker
from unitdoku.reference.certificates.checker import Propagation, clauses_of
from unitdoku.reference.certificates.statement import read_statement
from unitdoku.reference.deadline import Deadline

SMALL = "1.....3....2.4.."
UNIQUE = parse_puzzle(SMALL, classic(4))
CLASH = Puzzle.from_givens(classic(4), {"A1": 1, "A2": 1})
NO_WAY = Puzzle.from_givens(classic(4), {"D1": 1, "D2": 2, "A4": 3, "C3": 4})
SEVERAL = Puzzle.empty(latin(2))
KILLER = Puzzle.empty(
    killer({"A1 A2 A3": 9, "A4 B4 C4": 8, "B1 B2 C1": 6, "B3 C3 D3 D4": 10, "C2 D1 D2": 7}, classic(4))
)
LESS = Pair("less", (0, 1), frozenset({(3, 4)}))
THERMOMETERS = Puzzle.empty(thermometer(classic(4), "C4 C3 C2 C1", "A4 A3 A2"))
# The last one takes guesses.
HARD = [
    *bundled("top95.txt")[:2],
    parse_puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
]


def text_of(puzzle: Puzzle, proof: str = "auto") -> str:
    made = certify(puzzle, proof=proof)
    assert made is not None
    return made.text


def changed(**changes: Any) -> str:
    """The certificate of a small puzzle with some keys changed: those of the puzzle too; None takes a key away."""
    content = json.loads(text_of(UNIQUE))
    for key, value in changes.items():
        holder = content["puzzle"] if key in ("size", "cells", "units", "sums", "pairs", "cages") else content
        if value is None:
            del holder[key]
        else:
            holder[key] = value
    return json.dumps(content)


BAD: list[tuple[Callable[[], str], str]] = [
    (lambda: "", "it is no JSON: Expecting value: line 1 column 1 (char 0)"),
    (lambda: "[" * 100_000, "it is no JSON: it is nested too deeply"),
    (lambda: "[]", "the certificate is [], not an object"),
    (lambda: '{"claim": "one", "claim": "none"}', "it is no JSON: the key 'claim' is there twice in an object"),
    (lambda: text_of(UNIQUE)[:-9], "it is no JSON: Unterminated string"),
    (lambda: changed(certificate=2), "certificate is 2; known is 1"),
    (lambda: changed(certificate=True), "certificate is True; known is 1"),
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


@pytest.mark.parametrize(("make", "message"), BAD)
def test_what_is_no_valid_certificate(make: Callable[[], str], message: str) -> None:
    with pytest.raises(InvalidCertificate) as caught:
        verify(make())
    assert str(caught.value).startswith(message)


def test_a_certificate_is_text() -> None:
    with pytest.raises(InvalidCertificate, match="a certificate is a text, not a dict"):
        verify({})  # type: ignore[arg-type]


@pytest.mark.parametrize("proof", ["auto", "search", "sat:cadical195", "sat:glucose4"])
@pytest.mark.parametrize("puzzle", [UNIQUE, CLASH, NO_WAY, SEVERAL, *HARD, parse_puzzle("1221", latin(2))])
def test_certificates_are_valid(puzzle: Puzzle, proof: str) -> None:
    pytest.importorskip("pysat")
    made = certify(puzzle, proof=proof)
    assert made is not None
    statement = verify(made.text)
    assert (statement.claim, statement.grids) == (made.claim, made.grids)
    assert all(is_solution(grid, puzzle) for grid in statement.grids)
    assert made.steps == statement.proof.count("\n") <= made.untrimmed_steps
    if made.claim != "several" and puzzle.layout.size < 9:
        assert confirms(formula_of(made.text), statement.proof.splitlines())


@pytest.mark.parametrize(
    "puzzle",
    [
        KILLER,
        THERMOMETERS,
        kakuro("# 4\\ 6\\\n\\3 . .\n\\7 . ."),
        futoshiki(". < .   .\n    ^\n.   . > .\n\n.   1   ."),
        Puzzle.empty(killer({"A1 A2": 3, "A3 A4": 3}, latin(4))),
        Puzzle.empty(cage(from_units(4, [], (1, 2), first_value=0), "A1 A2", 5) + [LESS]),
    ],
)
def test_cages_and_pairs(puzzle: Puzzle) -> None:
    pytest.importorskip("pysat")
    made = certify(puzzle)
    assert made is not None
    assert is_true(verify(made.text))


def test_other_sums_are_refused_by_name() -> None:
    with pytest.raises(
        Unsupported, match=r"^sum 0 is not a total of different values, and clauses of other sums are not"
    ):
        certify(cryptarithm("SEND + MORE = MONEY"))
    several = certify(latin(4) + [Sum("at most", (0, 5), 7, relation="<=")])
    assert several is not None
    assert verify(several.text).claim == "several"
    with pytest.raises(Unsupported, match="a proof by search goes by units alone, and the layout has sums or pairs"):
        certify(KILLER, proof="search")


def test_options_and_time() -> None:
    # Before the search: the backend is not asked.
    for proof in ("sat:minisat22", "sat:maplesat", "sat:kissat404", "sat:mergesat3"):
        with pytest.raises(OptionError, match=f"{proof} gives no proofs; these do: "):
            certify(UNIQUE, "program:/missing", proof=proof)
    for other in ("reference", 5, "x"):
        with pytest.raises(OptionError, match=f"^proof is {other!r}; known: auto, search, shortest, or a solver that"):
            certify(UNIQUE, proof=other)  # type: ignore[arg-type]
    assert certify(HARD[0], seconds=0) is None
    with pytest.raises(TimeoutError, match="the time was over at step 100"):
        verify(changed(cells=[0] * 16, proof="1 -1 0\n" * 200), seconds=0)


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


def test_steps_that_are_not_needed_are_left_out() -> None:
    puzzle = HARD[0]
    statement = read_statement(text_of(puzzle))
    steps = [Step(tuple(map(int, line.split()[:-1]))) for line in statement.proof.splitlines()]
    clauses, given = clauses_of(statement.rules), given_clauses(statement)
    more = [*steps[:1], Step((1, -1)), *steps[:1], *steps[1:], Step((5, -5))]
    kept = trimmed(clauses, given, more, Deadline(None))
    assert kept is not None
    assert Step((1, -1)) not in kept
    assert len(kept) <= len(steps)
    assert trimmed(clauses, given, steps, Deadline(0)) is None
    assert trimmed(clauses, [(1,), (-1,)], steps, Deadline(None)) == []
    with pytest.raises(ValueError, match="without a contradiction"):
        trimmed(clauses, (), [], Deadline(None))


# Three candidates of a 4x4 Latin square that exclude nothing of each other, and all combinations forbidden.
A, B, C = 1, 22, 43
NOTHING_HOLDS = [(a, b, c) for a in (A, -A) for b in (B, -B) for c in (C, -C)]
DELETED = Step((B, A), deletes=True)


@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        ([Step((A, B)), Step((A,)), Step((B,))], [(A, B), (A,), (B,)]),
        # Not needed: a second time, a step of other cells, and what is already true.
        ([Step((A, B)), Step((A, B)), Step((A,)), Step((60, -60)), Step((A, C)), Step((B,))], [(A, B), (A,), (B,)]),
        # Deleted after its last use, it is there again when the steps before are checked.
        ([Step((A, B)), Step((A,)), DELETED, Step((B,))], [(A, B), (A,), (B,)]),
        # Of two equal clauses one is deleted; of none, none.
        ([DELETED, Step((A, B)), Step((A, B)), DELETED, Step((A,)), Step((B,))], [(A, B), (A,), (B,)]),
        # Clauses that make literals true stay.
        ([Step((A, B)), Step((A,)), Step((A,), deletes=True), Step((B,))], [(A, B), (A,), (B,)]),
        ([Step((A, B)), DELETED, Step((A,)), Step((B,))], None),
        ([Step((A,)), Step((B,))], None),
        ([Step((A, B)), Step((A,))], None),
    ],
)
def test_deletions_count_when_proofs_are_trimmed(
    steps: list[Step], kept: list[tuple[int, ...]] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    clauses = clauses_of(read_statement(text_of(Puzzle.empty(latin(4)))).rules)
    if kept is None:
        with pytest.raises(ValueError, match=r"^step \d does not follow|^the proof ends without a contradiction"):
            trimmed(clauses, NOTHING_HOLDS, steps, Deadline(None))
    else:
        found = trimmed(clauses, NOTHING_HOLDS, steps, Deadline(None))
        assert found == list(map(Step, kept))
        # Each is deleted after the step that needs it; the last one needs all that is left.
        monkeypatch.setattr("unitdoku.encoders.certificates.trimming._DELETING_FROM", 1)
        deleting = trimmed(clauses, NOTHING_HOLDS, steps, Deadline(None))
        assert deleting is not None
        assert [str(step) for step in deleting[:3]] == ["1 22 0", "1 0", "d 1 22 0"]


@pytest.mark.parametrize("solver", ["glucose4", "cadical195", "lingeling"])
@pytest.mark.parametrize("deleting_from", [1, 10**9])
def test_trimmed_proofs_of_solvers_are_valid(solver: str, deleting_from: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With deletions of the solver and some more: what is left is a part of the proof, in order, or does not follow."""
    monkeypatch.setattr("unitdoku.encoders.certificates.trimming._DELETING_FROM", deleting_from)
    pysat = pytest.importorskip("pysat.solvers")
    rng = random.Random(5)
    valid = 0
    for puzzle in (*HARD, NO_WAY, KILLER):
        content = json.loads(text_of(puzzle))
        statement = read_statement(json.dumps(content))
        clauses, given = clauses_of(statement.rules), given_clauses(statement)
        with pysat.Solver(solver, bootstrap_with=formula_of(json.dumps(content)), with_proof=True) as asked:
            assert not asked.solve()
            lines = asked.get_proof()
        steps = [Step(tuple(map(int, line.replace("d", "").split()[:-1])), "d" in line) for line in lines]
        for share in (0, 0, 0.02, 0.5):
            changed = [
                each
                for step in steps
                for each in ([step, Step(step.literals, deletes=True)] if rng.random() < share else [step])
            ]
            try:
                kept = trimmed(clauses, given, changed, Deadline(None))
            except ValueError:
                assert share
                continue
            assert kept is not None
            found = iter(step.literals for step in changed if not step.deletes)
            assert all(step.literals in found for step in kept if not step.deletes)
            assert any(step.deletes for step in kept) == (deleting_from == 1 and bool(kept))
            verify(json.dumps(content | {"proof": proof_text(kept)}))
            valid += 1
    assert valid >= 10


def test_the_shortest_proof() -> None:
    pytest.importorskip("pysat")
    puzzle = parse_puzzle("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    made = {proof: certify(puzzle, proof=proof) for proof in ("search", "sat:cadical195", "shortest")}
    sizes = {proof: len(each.text) for proof, each in made.items() if each is not None}
    assert sizes["shortest"] <= sizes["search"]
    assert all(verify(each.text).claim == "one" for each in made.values() if each is not None)
    of_killer = certify(KILLER, proof="shortest")
    assert of_killer is not None
    assert verify(of_killer.text).claim == "one"


def test_search_goes_on_where_pysat_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> None:
        raise BackendUnavailable("backend sat:... needs python-sat")

    monkeypatch.setattr("unitdoku.encoders.certificates.sat_proof.provers", missing)
    monkeypatch.setattr("unitdoku.encoders.certificates.certify._SEARCH_SECONDS", 0)
    made = certify(UNIQUE, "reference")
    assert made is not None
    assert verify(made.text).claim == "one"
    with pytest.raises(BackendUnavailable):
        certify(KILLER, "reference")


def test_another_checker_agrees() -> None:
    dratify = pytest.importorskip("dratify")
    pytest.importorskip("pysat")
    rng = random.Random(21)
    for puzzle in (UNIQUE, NO_WAY, KILLER, THERMOMETERS, HARD[0]):
        for proof in ("auto", "sat:glucose4"):
            text = text_of(puzzle, proof)
            content = json.loads(text)
            lines = content["proof"].splitlines()
            formula = dratify.parse_dimacs(dimacs(formula_of(text)))
            for _ in range(3):
                kept = [line for line in lines if rng.random() < 0.7]
                try:
                    verify(json.dumps(content | {"proof": "".join(f"{line}\n" for line in kept)}))
                    valid = True
                except InvalidCertificate:
                    valid = False
                assert valid == dratify.check_proof(formula, "\n".join([*kept, "0"]), engine="python").ok


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
    path.write_bytes(b"\xff\xfe\n")
    assert next(verify_file(path)).reason.startswith("it is no UTF-8 text")


def test_a_line_without_end_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.reference.certificates.verifying.LONGEST", 100)
    path = tmp_path / "long"
    path.write_text("[" * 1000 + "\n{}\n")
    assert [each.reason for each in verify_file(path)] == [
        "it has more than 100 bytes; what comes after it is not read"
    ]


def test_too_many_rules_are_refused_before_their_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_CONFLICTS", 10)
    checker.clauses_of.cache_clear()
    with pytest.raises(InvalidCertificate, match="its units and pairs are too many to derive their clauses"):
        verify(text_of(UNIQUE, "search"))
    monkeypatch.setattr(checker, "MOST_CONFLICTS", 10**6)
    monkeypatch.setattr(checker, "MOST_SETS", 1)
    checker.clauses_of.cache_clear()
    content = json.loads(changed(sums=[{"cells": [0, 1], "least": 3, "most": 3}]))
    content |= {"claim": "none", "grids": []}
    with pytest.raises(InvalidCertificate, match="the cages up to sum 0 have more than 1 sets of values"):
        verify(json.dumps(content))


def run(*arguments: str, text: str = "") -> Any:
    return CliRunner().invoke(main, arguments, input=text)


def test_commands(tmp_path: Path) -> None:
    puzzles, out = tmp_path / "p.txt", tmp_path / "c.jsonl.gz"
    puzzles.write_text(f"{SMALL}\n11..............\n................\n")
    made = run("certify", str(puzzles), "--layout", "classic:4", "-o", str(out))
    assert made.exit_code == 0
    assert made.stderr.startswith(
        "# 3 certificates: 1 with one solution, 1 with no solution, 1 with several solutions; "
    )
    checked = run("verify", str(out))
    assert checked.exit_code == 0
    said = "3 valid: 1 with exactly one solution, 1 without solution, 1 with several solutions; 0 invalid\n"
    assert checked.output == said
    bad = tmp_path / "bad.jsonl"
    bad.write_text(changed(cells=[0] * 16) + "\n")
    checked = run("verify", str(out), str(bad))
    assert checked.exit_code == 1
    assert "line 1: invalid: the proof ends without a contradiction\n" in checked.output
    assert run("verify", str(tmp_path / "missing")).exit_code == 2
    empty = tmp_path / "empty"
    empty.write_text("")
    assert run("verify", str(empty)).exit_code == 1
    late = run("certify", str(puzzles), "--layout", "classic:4", "--seconds", "0")
    assert late.exit_code == 3
    assert run("certify", "x", "--layout", "classic:4").exit_code == 2
    assert run("certify", str(puzzles), "--resume").exit_code == 2
    for proof in ("no", "sat:maplesat"):
        refused = run("certify", "-", "--layout", "classic:4", "--proof", proof, text=SMALL)
        assert refused.exit_code == 2
        assert refused.output.count("\n") < 12


def test_many_in_processes(tmp_path: Path) -> None:
    puzzles = [SMALL, "11..............", "................", "1.....3.......1."] * 6
    alone = list(certify_many(puzzles, layout="classic:4"))
    assert [each.claim for each in alone if isinstance(each, Certificate)] == ["one", "none", "several", "several"] * 6
    assert list(certify_many(puzzles, layout="classic:4", processes=2)) == alone
    refused = list(certify_many([Puzzle.empty(cryptarithm("A + A = B").layout), UNIQUE], proof="search"))
    assert [type(each) for each in refused] == [Unsupported, Certificate]
    with pytest.raises(OptionError, match="proof is 'no'"):
        next(certify_many(puzzles, proof="no"))
    with pytest.raises(UnknownBackend):
        next(certify_many(puzzles, "no"))
    source, one, two = tmp_path / "p.txt", tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    source.write_text("".join(f"{puzzle}\n" for puzzle in puzzles) + "bad\n")
    for output, jobs in ((one, 1), (two, 2)):
        made = run("certify", str(source), "--layout", "classic:4", "-o", str(output), "--jobs", str(jobs))
        assert made.exit_code == 2
        assert "24 certificates: 6 with one solution" in made.output
    assert one.read_bytes() == two.read_bytes()


def test_an_interrupted_output_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = tmp_path / "p.txt"
    puzzles.write_text(f"{SMALL}\n11..............\n................\n")
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    arguments = ["--layout", "classic:4", "-o"]
    assert run("certify", str(puzzles), *arguments, str(whole)).exit_code == 0
    asked: list[object] = []

    def stops(puzzle: object, *more: object, **options: Any) -> object:
        asked.append(puzzle)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return certify(puzzle, *more, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("unitdoku.encoders.certificates.certify.certify", stops)
    assert run("certify", str(puzzles), *arguments, str(part)).exit_code == 130
    assert not part.exists()
    asked.extend([None] * 10)
    assert run("certify", str(puzzles), *arguments, str(part), "--resume").exit_code == 0
    assert len(asked) == 14
    assert part.read_bytes() == whole.read_bytes()
