"""Races with certificates: a false claim that all backends of a race agree on disqualifies them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import commands
import pytest
from liars import Liar
from raced import made_unfinished, plan, run_of, summaries_in
from raced import path as path

from unitdoku import Puzzle, classic, parse_puzzle
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.races.plan import RacePlan
from unitdoku.compare.races.race import bench
from unitdoku.compare.races.reading import ResultsFile

SEVERAL = parse_puzzle("1....4....2....3", classic(4))
PUZZLES = (SEVERAL, parse_puzzle("1.....3....2.4..", classic(4)), Puzzle.from_givens({"A1": 1, "A2": 1}, classic(4)))

CONTROLS = "unitdoku.compare.races.control_puzzles"


def blind_plan(certify: int) -> RacePlan:
    """A plan with two blind backends."""
    corpus = Corpus("three", PUZZLES, Provenance("one with several solutions, one with one, one with none"))
    return plan(Liar("blind"), Liar("blind too"), corpora=(corpus,), modes=("warm", "cold"), certify=certify)


def errors_in(path: Path) -> list[list[str | None]]:
    """What the backends of the last run are accused of, and whether that disqualified them is asserted."""
    found = summaries_in(path)
    assert all(one.disqualified == bool(one.errors) for one in found)
    return [[error.said for error in one.errors] for one in found]


REFUTED = [["claims that its solution is the only one, but certificate found another"]] * 4


def test_a_certificate_refutes_what_all_backends_claim(path: Path) -> None:
    run_of(path, blind_plan(certify=0))
    assert errors_in(path) == [[]] * 4
    run_of(path, blind_plan(certify=5))
    assert errors_in(path) == REFUTED
    shown = commands.run("results", "show", "--db", path)
    assert "certificates 3." in shown.output


def test_other_programs_may_write_while_certificates_and_control_puzzles_are_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_of(path, blind_plan(certify=0))
    made: list[str] = []

    def with_a_write(name: str, value: object) -> object:
        with sqlite3.connect(path, timeout=0, isolation_level=None) as other:
            other.executescript("BEGIN IMMEDIATE; ROLLBACK")
        other.close()
        made.append(name)
        return value

    monkeypatch.setattr(f"{CONTROLS}.control_puzzles", lambda *_: with_a_write("controls", []))
    monkeypatch.setattr(f"{CONTROLS}.certified_answer", lambda *_: with_a_write("certificate", None))
    run_of(path, blind_plan(certify=5))
    assert sorted(made) == ["certificate"] * 3 + ["controls"]


def test_a_resumed_run_has_the_same_certificates(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_of(path, blind_plan(certify=5))
    monkeypatch.setattr(f"{CONTROLS}.certified_answer", lambda *_: None)
    made_unfinished(path)
    bench(blind_plan(certify=5), path, resume=True)
    assert errors_in(path) == REFUTED
    with ResultsFile(path) as results:
        assert results.run().plan.controls["three"].certified == 3


def test_the_command(path: Path, tmp_path: Path) -> None:
    puzzles = tmp_path / "p.txt"
    puzzles.write_text("1.....3....2.4..\n")
    arguments = ["bench", str(puzzles), "--layout", "classic:4", "--backends", "reference", "--db", str(path)]
    ran = commands.run(*arguments, "--certify")
    assert ran.exit_code == 0, ran.output
    assert "certificates 1." in ran.stdout
    assert commands.run(*arguments, "--resume", "--certify").exit_code == 2
