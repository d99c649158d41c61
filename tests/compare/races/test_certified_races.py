"""Races with certificates: a false claim that all backends of a race agree on disqualifies them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import commands
import pytest
from liars import Liar
from raced import made_unfinished, run_of
from raced import path as path

from unitdoku import Puzzle, classic, parse_puzzle
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.races.plan import UNIQUE, RacePlan, RaceSettings
from unitdoku.compare.races.race import bench
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.summary import summaries

SEVERAL = parse_puzzle("1....4....2....3", classic(4))
PUZZLES = (SEVERAL, parse_puzzle("1.....3....2.4..", classic(4)), Puzzle.from_givens({"A1": 1, "A2": 1}, classic(4)))

CONTROLS = "unitdoku.compare.races.control_puzzles"


def blind_plan(certify: int) -> RacePlan:
    """A plan with two blind backends."""
    corpus = Corpus("three", PUZZLES, Provenance("one with several solutions, one with one, one with none"))
    settings = RaceSettings(control_every=0, certify=certify)
    return RacePlan((corpus,), (Liar("blind"), Liar("blind too")), (UNIQUE,), ("warm", "cold"), settings)


def blind_race(path: Path, certify: int) -> int:
    return run_of(path, blind_plan(certify))


def errors_of(path: Path, run: int) -> list[list[str | None]]:
    with ResultsFile(path) as results:
        return [[error.said for error in one.errors] for one in summaries(results, results.run(run))]


def test_a_certificate_refutes_what_all_backends_claim(path: Path) -> None:
    assert errors_of(path, blind_race(path, certify=0)) == [[]] * 4
    run = blind_race(path, certify=5)
    assert errors_of(path, run) == [["claims that its solution is the only one, but certificate found another"]] * 4
    with ResultsFile(path) as results:
        assert all(one.disqualified for one in summaries(results, results.run(run)))
        assert results.run(run).plan.controls["three"].certified == 3
    shown = commands.run("results", "show", run, "--db", path)
    assert "certificates 3." in shown.output


def test_other_programs_may_write_while_certificates_and_control_puzzles_are_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind_race(path, certify=0)
    made: list[str] = []

    def with_a_write(name: str, value: object) -> object:
        with sqlite3.connect(path, timeout=0, isolation_level=None) as other:
            other.executescript("BEGIN IMMEDIATE; ROLLBACK")
        other.close()
        made.append(name)
        return value

    monkeypatch.setattr(f"{CONTROLS}.control_puzzles", lambda *_: with_a_write("controls", []))
    monkeypatch.setattr(f"{CONTROLS}.certified_answer", lambda *_: with_a_write("certificate", None))
    blind_race(path, certify=5)
    assert sorted(made) == ["certificate"] * 3 + ["controls"]


def test_a_resumed_run_has_the_same_certificates(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = blind_race(path, certify=5)
    monkeypatch.setattr(f"{CONTROLS}.certified_answer", lambda *_: None)
    made_unfinished(path)
    bench(blind_plan(certify=5), path, resume=True)
    assert [len(said) for said in errors_of(path, run)] == [1] * 4
    with ResultsFile(path) as results:
        assert results.run(run).plan.controls["three"].certified == 3


def test_the_command(path: Path, tmp_path: Path) -> None:
    puzzles = tmp_path / "p.txt"
    puzzles.write_text("1.....3....2.4..\n")
    arguments = ["bench", str(puzzles), "--layout", "classic:4", "--backends", "reference", "--db", str(path)]
    ran = commands.run(*arguments, "--certify")
    assert ran.exit_code == 0, ran.output
    assert "certificates 1." in ran.stdout
    assert commands.run(*arguments, "--resume", "--certify").exit_code == 2
