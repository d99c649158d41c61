"""Proofs by all provers, held against other checkers: dratify, and drat-trim where it is on the PATH.

The proofs are those that solvers write, with their deletions, those by search, trimmed ones, and each of them damaged.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from certified import dimacs, formula_of
from corpora import unsolvable_jigsaws

from unitdoku import InvalidCertificate, Puzzle, certify, verify
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.layouts import futoshiki, kakuro
from unitdoku.proofs import Certificate

dratify = pytest.importorskip("dratify")
solvers = pytest.importorskip("pysat.solvers")
free_proving = pytest.importorskip("unitdoku.encoders.backends.pysat_solver").free_proving

PROVERS = [
    *("cadical103", "cadical153", "cadical195", "cadical300", "ergo", "glucose3", "glucose4", "glucose42"),
    *("gluecard3", "gluecard4", "lingeling", "maplechrono", "maplecm"),
]
"""Those of PySAT whose proofs are right."""

ALL = [*PROVERS, "auto", "trimmed"]
SOME = ["cadical195", "glucose4", "lingeling", "auto", "trimmed"]
"""Three solvers, and every way to a proof that is not one solver alone."""

DRAT_TRIM = shutil.which("drat-trim")

FEW = 2
MANY = 30
"""Puzzles for each prover: in `make test`, which asks `SOME` provers, and in `make test-long`, which asks all."""


def puzzles() -> Iterator[Puzzle]:
    """Puzzles without solution, or with one; few of them at first, of each kind."""
    corpora = [iter(puzzles_of(name)) for name in ("hard375.txt", "killers.jsonl", "top95.txt", "17clue.txt")]
    yield futoshiki(". < .   .\n    ^\n.   . > .\n\n.   1   .")
    yield kakuro("# 4\\ 6\\\n\\3 . .\n\\7 . .")
    for layout in unsolvable_jigsaws():
        yield from map(next, corpora)
        yield Puzzle.empty(layout)


@cache
def certificates(count: int) -> list[str]:
    """The certificates of so many puzzles."""
    made = [certify(puzzle) for puzzle in islice(puzzles(), count)]
    assert all(each is not None and each.claim != "several" for each in made)
    return [each.text for each in made if each is not None]


def accepted(text: str, lines: list[str]) -> bool:
    """Whether the checker accepts these lines as the proof of a certificate."""
    try:
        verify(json.dumps(json.loads(text) | {"proof": "".join(f"{line}\n" for line in lines)}))
    except InvalidCertificate:
        return False
    return True


def check_others(text: str, lines: list[str], valid: bool, folder: Path) -> None:
    """Asserts that other checkers say the same.

    A deletion of a clause that has made a literal true leaves the literal true here and in drat-trim; in dratify the
    literal is open again. So what dratify accepts with deletions is valid, and what is valid it accepts without.
    drat-trim begins at the end, and does not look at steps that are not needed: it accepts more of the damaged proofs.
    """
    formula = dimacs(formula_of(text))
    proof = "".join(f"{line}\n" for line in lines)
    read = dratify.parse_dimacs(formula)
    with_deletions, without = (
        # It asks for the empty clause in the end.
        dratify.check_proof(read, f"{proof}0\n", check_rat=False, apply_deletions=apply, engine="python").ok
        for apply in (True, False)
    )
    assert with_deletions <= valid <= without
    if not any(line.startswith("d") for line in lines):
        assert with_deletions == without
    if DRAT_TRIM:
        (folder / "f.cnf").write_text(formula)
        (folder / "f.drup").write_text(proof)
        command = [DRAT_TRIM, str(folder / "f.cnf"), str(folder / "f.drup")]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        assert valid <= ("s VERIFIED" in ran.stdout)


def proof_by(prover: str, text: str, puzzle: Puzzle) -> list[str]:
    """The lines of a proof."""
    if prover in ("auto", "trimmed"):
        made = certify(puzzle, proof="sat:cadical195" if prover == "trimmed" else prover)
        assert isinstance(made, Certificate)
        return str(json.loads(made.text)["proof"]).splitlines()
    with solvers.Solver(prover, bootstrap_with=formula_of(text), with_proof=True) as solver:
        assert not solver.solve()
        lines = list(solver.get_proof())
        free_proving(solver.solver)
        return lines


def damaged(lines: list[str], rng: random.Random) -> list[str]:
    """Lines with one of them changed, or some left out."""
    if not lines or rng.random() < 0.5:
        return [line for line in lines if rng.random() < 0.9]
    place = rng.randrange(len(lines))
    words = lines[place].split()
    word = rng.randrange(len(words))
    words[word] = str(-int(words[word])) if words[word] not in ("d", "0") else words[word]
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


@pytest.mark.parametrize(
    ("prover", "count"),
    [*((name, FEW) for name in SOME), *(pytest.param(name, MANY, marks=pytest.mark.long) for name in ALL)],
)
def test_checkers_agree(prover: str, count: int, tmp_path: Path) -> None:
    """On proofs of so many puzzles; they accept each that is not damaged."""
    rng = random.Random(prover)
    for text, puzzle in zip(certificates(count), puzzles(), strict=False):
        lines = proof_by(prover, text, puzzle)
        for proof in (lines, damaged(lines, rng)):
            valid = accepted(text, proof)
            check_others(text, proof, valid, tmp_path)
            assert valid or proof is not lines


def test_all_checkers_reject_maplesat(tmp_path: Path) -> None:
    """All its proofs but those that are not needed, as propagation alone finds the contradiction.

    Its literals are off by one.
    """
    asked = zip(certificates(4), puzzles(), strict=False)
    needed = [(text, puzzle) for text, puzzle in asked if not accepted(text, [])]
    assert len(needed) > 1
    for text, puzzle in needed:
        lines = proof_by("maplesat", text, puzzle)
        for proof in (lines, [line for line in lines if not line.startswith("d")]):
            assert not accepted(text, proof)
            check_others(text, proof, False, tmp_path)
