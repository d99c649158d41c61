"""Control puzzles: false claims that no puzzle of a corpus shows disqualify, and no time or count includes them."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path

import pytest
from commands import run
from liars import Liar
from raced import path as path
from raced import plan, rows, run_of, small, stopped, summaries_in

from unitdoku import Layout, Puzzle, Verdict, is_solution, solve
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in
from unitdoku.compare.corpora.generated import pattern_puzzle
from unitdoku.compare.cross_check.finding import FindingKind
from unitdoku.compare.races.control_puzzles import control_puzzles
from unitdoku.compare.races.plan import Question
from unitdoku.compare.races.race import bench
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.summary import Summary, summaries
from unitdoku.compare.races.summary import rows as csv_rows

QUESTIONS = (Question(1), Question(2), Question(5))
UNIQUE_ONES = built_in("easy50").sample(12)
LARGE = Corpus("large", (pattern_puzzle(5, 0.6, seed=1),), Provenance("one"))


def controlled_races(path: Path, corpus: Corpus, question: Question, *liars: str) -> dict[str, Summary]:
    """Returns the summary of each liar, and checks that two honest backends made no error."""
    liars = ("honest", *liars)
    run_of(path, plan("native", *map(Liar, liars), questions=(question,), corpora=(corpus,), control_every=20))
    found = {one.entry.backend: one for one in summaries_in(path)}
    assert not found.pop("native").errors
    assert not found.pop("honest").errors
    return found


def test_false_claims_disqualify_in_every_mode_and_question_where_they_show(path: Path) -> None:
    liars = map(Liar, ("honest", "blind", "hasty", "trusting"))
    what = plan(
        "reference", *liars, questions=QUESTIONS, corpora=(UNIQUE_ONES,), modes=("warm", "cold"), control_every=20
    )
    run_of(path, what)
    by = {(one.entry.backend, one.entry.question.name, one.entry.mode): one for one in summaries_in(path)}
    wrong = {key: one.wrong for key, one in by.items()}
    for mode in ("warm", "cold"):
        for question in QUESTIONS:
            assert wrong["reference", question.name, mode] == wrong["honest", question.name, mode] == 0
            assert wrong["trusting", question.name, mode] == 2
            # With one solution asked for, "the only one" is a claim, too.
            assert wrong["blind", question.name, mode] == 1
            assert wrong["hasty", question.name, mode] == int(question.limit > 1)
    blind = by["blind", "unique", "warm"]
    assert blind.disqualified
    (error,) = blind.errors
    assert error.puzzle < 0
    assert "a control puzzle, which has two solutions or more" in str(error.said)
    assert (blind.count, blind.outcomes) == (12, {"solved": 12, "wrong": 1})


def test_a_claim_that_some_of_several_solutions_are_all_disqualifies(path: Path) -> None:
    found = controlled_races(path, UNIQUE_ONES, QUESTIONS[2], "forgetful")["forgetful"]
    assert (found.outcomes, [error.puzzle < 0 for error in found.errors]) == ({"solved": 12, "wrong": 1}, [True])


def test_blind_claims_about_large_grids_disqualify(path: Path) -> None:
    found = controlled_races(path, LARGE, QUESTIONS[1], "blind", "hopeless")
    assert {name: one.disqualified for name, one in found.items()} == {"blind": True, "hopeless": True}


@pytest.mark.parametrize("corpus", ["jigsaw-unsolvable", "latin-transition"])
def test_a_blind_claim_that_there_is_no_solution_disqualifies(corpus: str, path: Path) -> None:
    last = built_in(corpus).puzzles[-12:]
    quick = (one for one in last if solve(one, "native", seconds=0.5).verdict is Verdict.UNSAT)
    unsolvable = Corpus("unsolvable", tuple(islice(quick, 4)), Provenance("none"))
    found = controlled_races(path, unsolvable, QUESTIONS[0], "hopeless")
    assert found["hopeless"].wrong == 1


def test_a_crash_on_a_control_puzzle_is_shown_and_disqualifies_not(path: Path) -> None:
    fragile = controlled_races(path, UNIQUE_ONES, QUESTIONS[1], "fragile")["fragile"]
    assert [error.failure for error in fragile.errors] == [FindingKind.CRASHED] * 3
    assert (fragile.wrong, fragile.outcomes) == (0, {"solved": 12})
    assert not fragile.disqualified
    shown = run("results", "show", "--db", path)
    assert "there must be one solution" in shown.output
    assert "control puzzles 1 with several solutions, 2 without" in shown.output
    assert shown.exit_code == 0


def test_control_puzzles_are_in_no_count_no_time_and_no_export(path: Path) -> None:
    controlled = plan("reference", "reference:twins", control_every=20)
    assert [len(one.puzzles) for one in controlled.controls.values()] == [3, 3]
    bare = plan("reference", "reference:twins")
    assert [one.puzzles for one in bare.controls.values()] == [(), ()]
    assert controlled.results == bare.results
    with_controls, without = run_of(path, controlled), run_of(path, bare)
    for found, other in zip(rows(path, with_controls), rows(path, without), strict=True):
        assert len(found) == len(other) + 3
        # What is found of the corpus is the same; batches and counts of a warm session may differ.
        assert [(row[0], *row[2:5]) for row in found if int(str(row[0])) >= 0] == [(row[0], *row[2:5]) for row in other]
    with ResultsFile(path) as results:
        run = results.run(with_controls)
        assert run.results == run.plan.results == results.run(without).results
        exports = list(csv_rows(results, run))
        assert len(exports) == run.results
        assert {row["puzzle"] for row in exports} == set(range(20))
        for one in summaries(results, run):
            assert one.count == one.settled == len(one.times)
            walls = [result.wall for result in results.results(run)[one.entry.number] if result.puzzle >= 0]
            assert one.totals["wall"] == sum(walls)


def test_what_is_known_of_control_puzzles_is_true() -> None:
    for corpus in (UNIQUE_ONES, small(), built_in("diagonal").sample(10), built_in("jigsaw-unsolvable").sample(6)):
        controls = control_puzzles(corpus, 20)
        assert controls == control_puzzles(corpus, 20)
        assert {bool(truth.solutions) for _, truth in controls} == {True, False}
        for puzzle, truth in controls:
            found = solve(puzzle, "reference", 101).solutions
            known = truth.solutions
            assert len(known) != 1
            assert all(is_solution(grid, puzzle) for grid in known)
            assert len(found) == len(known) if truth.exhausted else len(found) > len(known)
    assert len(control_puzzles(built_in("17clue"), 20)) == 10
    assert not control_puzzles(UNIQUE_ONES, 0)
    assert {truth.verdict for _, truth in control_puzzles(LARGE, 20)} == {Verdict.SAT, Verdict.UNSAT}
    nothing = Corpus("nothing", (Puzzle.empty(Layout(3, (), ((0, 0), (0, 1)))),), Provenance("no units"))
    assert all(truth.solutions for _, truth in control_puzzles(nothing, 20))


def test_control_puzzles_are_never_first_and_next_to_their_layout() -> None:
    corpus = Corpus("mixed", (*small().puzzles, *UNIQUE_ONES.puzzles), Provenance("two layouts"))
    what = plan("reference", corpora=(corpus,), batch_puzzles=3, control_every=2)
    seen: list[int] = []
    for batch in what.batches():
        assert batch.numbers[0] >= 0
        layouts = [puzzle.layout for puzzle in batch.puzzles]
        assert sum(one != other for one, other in pairwise(layouts)) <= 1
        assert batch.truths.keys() == {number for number in batch.numbers if number < 0}
        seen += batch.numbers
    assert sorted(seen) == list(range(-len(what.controls["mixed"].puzzles), 24))


def test_a_run_is_resumed_with_the_same_control_puzzles(path: Path) -> None:
    what = plan("reference", "reference:twins", control_every=20, batch_puzzles=5)
    whole = run_of(path, what)
    stopped(path, what, 20)
    bench(what, path, resume=True)
    assert rows(path) == rows(path, whole)
