"""Certificates: true ones by every prover, trimmed proofs, held against another checker, and the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from certified import (
    CLASH,
    HARD,
    KILLER,
    LESS,
    NO_WAY,
    SEVERAL,
    SMALL,
    THERMOMETERS,
    UNIQUE,
    certificate,
    changed,
    formula_of,
    is_true,
    text_of,
)
from commands import run
from small_formulas import confirms

from unitdoku import (
    BackendUnavailable,
    OptionError,
    Puzzle,
    Sum,
    UnknownBackend,
    Unsupported,
    certify,
    classic,
    find_backend,
    from_units,
    is_solution,
    latin,
    parse_puzzle,
    read_puzzles,
    solve,
    verify,
)
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.certificates.drup import ask_for_proof, trimmed
from unitdoku.layouts import cage, cryptarithm, futoshiki, kakuro, killer
from unitdoku.proofs import Certificate, certify_many, verify_file
from unitdoku.puzzles.text.entries import PuzzleEntry
from unitdoku.reference.certificates.checker import clauses_of
from unitdoku.reference.certificates.statement import read_statement
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.search.refutation import refutation


@pytest.mark.parametrize("proof", ["auto", "search", "sat:cadical195", "sat:glucose4"])
@pytest.mark.parametrize("puzzle", [UNIQUE, CLASH, NO_WAY, SEVERAL, *HARD, parse_puzzle("1221", latin(2))])
def test_certificates_are_valid(puzzle: Puzzle, proof: str) -> None:
    pytest.importorskip("pysat")
    made = certificate(puzzle, proof=proof)
    statement = verify(made.text)
    assert (statement.claim, statement.grids) == (made.claim, made.grids)
    assert all(is_solution(grid, puzzle) for grid in statement.grids)
    assert made.steps == statement.proof.count("\n")
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
    assert is_true(verify(text_of(puzzle)))


OTHERS = ("16x16", "jigsaws", "diagonal")
FIRST = {"killers": 3, "kakuro": 4, "futoshiki": 3, "thermometers": 1, "windoku": 1}
"""So many puzzles of these corpora are certified in the usual run; all of them, and others, in the long one."""


@pytest.mark.parametrize(
    ("name", "most"),
    [*FIRST.items(), *(pytest.param(name, 1000, marks=pytest.mark.long) for name in (*FIRST, *OTHERS))],
)
def test_certificates_of_published_and_drawn_puzzles(name: str, most: int) -> None:
    pytest.importorskip("pysat")
    puzzles = list(puzzles_of(f"{name}.jsonl"))
    assert len(puzzles) > 5
    for puzzle in puzzles[:most]:
        made = certificate(puzzle)
        assert verify(made).grids == made.grids


def test_other_sums_are_refused_by_name() -> None:
    for puzzle, proof, message in (
        (cryptarithm("SEND + MORE = MONEY"), "auto", "^sum 0 is not a total of different values, and clauses of other"),
        (KILLER, "search", "a proof by search goes by units alone, and the layout has sums or pairs"),
    ):
        with pytest.raises(Unsupported, match=message):
            certify(puzzle, proof=proof)
    several = Puzzle.empty(latin(4) + [Sum("at most", (0, 5), 7, relation="<=")])
    assert verify(text_of(several)).claim == "several"


def test_options_and_time() -> None:
    # Before the search: the backend is not asked.
    for proof in ("sat:minisat22", "sat:maplesat", "sat:kissat404", "sat:mergesat3"):
        with pytest.raises(OptionError, match=f"{proof} gives no proofs; these do: "):
            certify(UNIQUE, "program:/missing", proof=proof)
    for other in ("reference", 5, "x"):
        with pytest.raises(OptionError, match=f"^proof is {other!r}; known: auto, search, or a solver that"):
            certify(UNIQUE, proof=other)  # type: ignore[arg-type]
    assert certify(HARD[0], seconds=0) is None


# Three candidates of a 4x4 Latin square that exclude nothing of each other, and all combinations forbidden.
A, B, C = 1, 22, 43
NOTHING_HOLDS = [(a, b, c) for a in (A, -A) for b in (B, -B) for c in (C, -C)]


@pytest.mark.parametrize(
    ("given", "steps", "kept"),
    [
        (NOTHING_HOLDS, [(A, B), (A,), (B,)], [(A, B), (A,), (B,)]),
        # Not needed: a second time, a step of other cells, what is already true, and what follows the contradiction.
        (NOTHING_HOLDS, [(A, B), (A, B), (A,), (60, -60), (A, C), (B,), (C,)], [(A, B), (A,), (B,)]),
        ([(1,), (-1,)], [(A, B)], []),
        (NOTHING_HOLDS, [(A,), (B,)], None),
        (NOTHING_HOLDS, [(A, B), (A,)], None),
        (NOTHING_HOLDS, [()], None),
    ],
)
def test_what_a_proof_needs(
    given: list[tuple[int, ...]], steps: list[tuple[int, ...]], kept: list[tuple[int, ...]] | None
) -> None:
    clauses = clauses_of(read_statement(text_of(Puzzle.empty(latin(4)))).rules)
    if kept is None:
        with pytest.raises(ValueError, match=r"^step \d does not follow|^the proof ends without a contradiction"):
            trimmed(clauses, given, steps, Deadline(None).check)
    else:
        assert trimmed(clauses, given, steps, Deadline(None).check) == kept
    with pytest.raises(TimeoutError):
        trimmed(clauses, given, steps, Deadline(0).check)


@pytest.mark.parametrize("solver", ["glucose4", "cadical195", "lingeling"])
def test_proofs_of_solvers_are_trimmed(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left is a part of the proof, in order, without steps that we add to it."""
    pytest.importorskip("pysat")
    written: list[str] = []

    def longer(*asked: Any) -> tuple[object, tuple[str, ...]]:
        other, lines = ask_for_proof(*asked)
        assert lines is not None
        written[:] = ["5 -5 0", "d 5 -5 0", *lines, *lines]
        return other, tuple(written)

    monkeypatch.setattr("unitdoku.encoders.certificates.drup.ask_for_proof", longer)
    monkeypatch.setattr("unitdoku.encoders.certificates.certify.proof_backend", lambda name: find_backend(name))
    for puzzle in (*HARD, NO_WAY, KILLER):
        kept = verify(certificate(puzzle, proof=f"sat:{solver}")).proof.splitlines()
        left = iter(written[1:])
        assert all(line in left for line in kept)


def test_search_goes_on_where_pysat_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> None:
        raise BackendUnavailable("backend sat:... needs python-sat")

    monkeypatch.setattr("unitdoku.encoders.certificates.certify.proof_backend", missing)
    monkeypatch.setattr("unitdoku.encoders.certificates.certify._SEARCH_WORK", 0)
    assert verify(certificate(UNIQUE, "reference")).claim == "one"
    with pytest.raises(BackendUnavailable):
        certify(KILLER, "reference")


def test_a_proof_by_search_stops_after_its_boards() -> None:
    grid = solve(HARD[-1], "reference").solution
    assert refutation(HARD[-1], grid, Deadline(None), boards=100) is None
    assert refutation(HARD[-1], grid, Deadline(None), boards=100_000)


def test_commands(tmp_path: Path) -> None:
    puzzles, out = tmp_path / "p.txt", tmp_path / "C.GZ"
    puzzles.write_text(f"{SMALL}\n11..............\n................\n")
    made = run("certify", str(puzzles), "--layout", "classic:4", "-o", str(out))
    assert made.exit_code == 0
    assert made.stderr.startswith(
        "# 3 certificates: 1 with one solution, 1 with no solution, 1 with several solutions; "
    )
    assert [each.claim for each in verify_file(out)] == ["one", "none", "several"]
    assert out.read_bytes().startswith(b"\x1f\x8b")
    checked = run("verify", str(out))
    said = "3 valid: 1 with exactly one solution, 1 without solution, 1 with several solutions; 0 invalid\n"
    assert (checked.exit_code, checked.output) == (0, said)
    bad, empty = tmp_path / "bad.jsonl", tmp_path / "empty"
    bad.write_text(changed(cells=[0] * 16) + "\n")
    checked = run("verify", str(out), str(bad))
    assert checked.exit_code == 1
    assert "line 1: invalid: the proof ends without a contradiction\n" in checked.output
    assert run("verify", str(tmp_path / "missing")).exit_code == 2
    empty.write_text("")
    checked = run("verify", str(out), str(empty))
    assert (checked.exit_code, checked.stderr) == (2, f"error: {empty}: holds no certificate\n")
    checked = run("verify", "-", text=run("certify", SMALL, "--layout", "classic:4").stdout)
    assert (checked.exit_code, checked.output) == (0, "1 valid: 1 with exactly one solution; 0 invalid\n")
    checked = run("verify", "-", text="....\n" * 9)
    assert (checked.exit_code, checked.stderr.count("\n")) == (2, 1)
    assert checked.stderr.startswith("error: standard input: line 1 is no certificate: ")
    assert run("certify", str(puzzles), "--layout", "classic:4", "--seconds", "0").exit_code == 3
    for arguments in (["x"], [SMALL, "--proof", "no"], [SMALL, "--proof", "sat:maplesat"]):
        refused = run("certify", *arguments, "--layout", "classic:4")
        assert refused.exit_code == 2
        assert refused.output.count("\n") < 12


@pytest.mark.parametrize("processes", [1, 2])
def test_the_names_of_puzzles_stay(processes: int) -> None:
    lines = [f'{{"puzzle": "{SMALL}", "layout": "classic:4", "name": "my {n}"}}\n' for n in range(3)]
    entries = [*read_puzzles(lines), PuzzleEntry(4, parse_puzzle(SMALL, classic(4))), SMALL]
    made = certify_many(entries, processes=processes)
    names = [json.loads(each.text)["name"] for each in made if isinstance(each, Certificate)]
    assert names == ["my 0", "my 1", "my 2", "classic:2x2", "classic:2x2"]
    certified = run("certify", "-", "--jobs", str(processes), text="".join(lines)).stdout
    assert [json.loads(line)["name"] for line in certified.splitlines()] == names[:3]
    assert json.loads(certificate(entries[0]).text)["name"] == "my 0"


def test_many_in_processes(tmp_path: Path) -> None:
    puzzles = [SMALL, "11..............", "................", "1.....3.......1."] * 6
    alone = list(certify_many(puzzles, layout="classic:4"))
    assert [each.claim for each in alone if isinstance(each, Certificate)] == ["one", "none", "several", "several"] * 6
    assert list(certify_many(puzzles, layout="classic:4", processes=2)) == alone
    refused = list(certify_many([cryptarithm("SEND + MORE = MONEY"), UNIQUE], proof="search"))
    assert [type(each) for each in refused] == [Unsupported, Certificate]
    with pytest.raises(OptionError, match="proof is 'no'"):
        next(certify_many(puzzles, proof="no"))
    with pytest.raises(UnknownBackend):
        next(certify_many(puzzles, "no"))
    source, output = tmp_path / "p.txt", tmp_path / "two.jsonl"
    source.write_text("".join(f"{puzzle}\n" for puzzle in puzzles) + "bad\n")
    made = run("certify", str(source), "--layout", "classic:4", "-o", str(output), "--jobs", "2")
    assert made.exit_code == 2
    assert "24 certificates: 6 with one solution" in made.output
    assert output.read_text() == "".join(f"{each.text}\n" for each in alone if isinstance(each, Certificate))


def test_ctrl_c_prints_the_counts_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "c.jsonl"
    out.write_text(run("certify", SMALL, "--layout", "classic:4").stdout * 3)
    checked: list[str] = []

    def stops(text: str, *more: Any) -> Any:
        checked.append(text)
        if len(checked) == 3:
            raise KeyboardInterrupt
        return verify(text, *more)

    monkeypatch.setattr("unitdoku.encoders.certificates.verify_file.verify", stops)
    ended = run("verify", str(out))
    assert (ended.exit_code, ended.stdout) == (130, "2 valid: 2 with exactly one solution; 0 invalid\n")
