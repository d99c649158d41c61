"""Proofs, verified here by reverse unit propagation: every clause of a proof follows from those before it."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from certified import CLASH, NO_WAY, UNIQUE
from commands import run
from corpora import HARD
from hard_puzzles import PIGEONS
from small_formulas import confirms

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from unitdoku import (
    OptionError,
    Pair,
    Puzzle,
    PuzzleError,
    Sum,
    find_backend,
    from_units,
    is_solution,
    latin,
    parse_puzzle,
)
from unitdoku.encoders.cnf.sums import SUMS
from unitdoku.encoders.naming.listing import installed_backends
from unitdoku.proofs import Proof, prove

ABLE = {name: find_backend(name).capabilities for name in installed_backends()}
PROVERS = [name for name, able in ABLE.items() if able.proof and able.conflict_budget]
"""All that claim to write proofs, and can be stopped."""
OFTEN = {"sat:cadical195", "sat:glucose4"}


def verified(proof: Proof) -> bool:
    assert proof.formula.variable_count >= max(map(abs, chain.from_iterable(proof.formula.clauses)))
    return confirms(proof.formula.clauses, proof.lines)


@pytest.mark.parametrize(
    ("name", "encoding"), [*((name, "minimal") for name in PROVERS), *((name, "reduced") for name in sorted(OFTEN))]
)
def test_proofs_verify(name: str, encoding: str) -> None:
    for puzzle, solutions in ((CLASH, 0), (NO_WAY, 0), (UNIQUE, 1), (parse_puzzle("1221", latin(2)), 1)):
        proof = prove(puzzle, f"{name}:encoding={encoding}")
        assert proof is not None
        assert verified(proof)
        assert proof.lines[-1] == "0"
        assert (proof.solution is not None) == bool(solutions)
        if proof.solution is not None:
            assert is_solution(proof.solution, puzzle)


@pytest.mark.parametrize("by_sum", SUMS)
def test_proofs_of_puzzles_with_sums_and_pairs_verify(by_sum: str) -> None:
    """One row: the sums leave 1, 2, 4 in two orders, of which the pair leaves one; another total leaves nothing."""
    cage, weighted = Sum("cage", (0, 1), 6), Sum("weighted", (0, 1, 2), 13, (1, 2, 3))
    up = Pair("up", (0, 1), frozenset({(2, 4), (1, 3)}))
    for rules, solution in (([cage, weighted, up], (2, 4, 1, 3)), ([cage, weighted, Sum("three", (2,), 3)], None)):
        puzzle = Puzzle.empty(from_units(4, [range(4), *rules], (1, 4)))
        proof = prove(puzzle, f"sat:sum={by_sum}")
        assert proof is not None
        assert (verified(proof), proof.solution) == (True, solution)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in OFTEN else pytest.mark.long, id=name) for name in PROVERS]
)
def test_files_that_are_opened_after_a_proof_are_left_alone(name: str, tmp_path: Path) -> None:
    """PySAT leaves the C stream of a proof open: what it held went into the next file with its descriptor."""
    script = (
        "import os, sys, unitdoku\n"
        f"unitdoku.proofs.prove({HARD!r}, {name!r}, 10)\n"
        "for number in range(4): os.open(os.path.join(sys.argv[1], str(number)), os.O_CREAT | os.O_WRONLY)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == dict.fromkeys("0123", b"")


def test_several_solutions_and_no_time() -> None:
    with pytest.raises(PuzzleError, match="several solutions"):
        prove(Puzzle.empty(latin(2)))
    assert prove(Puzzle.empty(PIGEONS), seconds=0.3) is None


@pytest.mark.parametrize("name", ["reference", "sat:maplesat", "sat:minisat22", "sat:kissat404", "sat:lingeling"])
def test_a_solver_without_proofs(name: str) -> None:
    with pytest.raises(OptionError, match=rf"{name} gives no proofs; these do: sat:cadical195, .*sat:glucose4"):
        prove(CLASH, name)


def test_the_command(tmp_path: Path) -> None:
    typed = ["certify", "--layout", "classic:4", "-o", str(tmp_path / "unique.drup")]
    result = run(*typed, "1.....3....2.4..")
    assert result.exit_code == 0
    assert re.fullmatch(r"# [1-4]{16}, no other: \d+ lines? of proof over \d+ clauses\n", result.stderr)
    assert (tmp_path / "unique.cnf").read_text().startswith("p cnf 64 ")
    assert (tmp_path / "unique.drup").read_text().splitlines()[-1] == "0"
    clash = ["11" + "." * 14]
    assert run(*typed, *clash, "-o", tmp_path / "clash.cnf").stderr[:14] == "# no solution:"
    assert {"clash.cnf", "clash.drup"} < {path.name for path in tmp_path.iterdir()}
    for arguments, status in (
        (["." * 16], 1),
        ([*clash, "--proof", "sat:maplesat"], 2),
        ([*clash, "--proof", "search"], 2),
        ([*clash, "--backend", "sat"], 2),
        ([*clash, "--from", "1"], 2),
        (["1.....3....2.4..", "--seconds", "0"], 3),
    ):
        assert run(*typed, *arguments).exit_code == status
