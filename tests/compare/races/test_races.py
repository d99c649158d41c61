"""Plans, batches, and what comes of backends that misbehave in a race."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from threading import Event

import psutil
import pytest
from bad import FAILURES, limits_for
from bad import bad as bad
from raced import FOUR, PUZZLES, batch, plan, rows, run_of, small, summaries_in
from raced import path as path

from unitdoku import OptionError, Puzzle, Result, Unsupported, is_solution, jigsaw, latin, solve
from unitdoku.check import FindingKind
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in, built_in_corpora
from unitdoku.compare.corpora.generated import graph_colorings, growing_grids, latin_transition
from unitdoku.compare.races.columns import RaceResult
from unitdoku.compare.races.judging import digest_of, judged
from unitdoku.compare.races.plan import FIRST, UNIQUE, Question, RacePlan, RaceSettings, question_named
from unitdoku.compare.races.race import BatchResults, end_idle_racers, run_batch
from unitdoku.compare.races.recording import new_run
from unitdoku.compare.races.tables import contests, overview


@pytest.fixture(autouse=True)
def end_of_racers() -> Iterator[None]:
    yield
    end_idle_racers()


def test_a_plan_asks_each_backend_everything_once_in_an_order_of_the_seed() -> None:
    def asked(seed: int) -> list[tuple[int, int]]:
        what = plan("reference", "sat", questions=(FIRST, UNIQUE), batch_puzzles=5, seed=seed)
        assert what.results == (12 + 20) * 4
        return [(one.entry, number) for one in what.batches() for number in one.numbers]

    assert len(set(asked(0))) == len(asked(0)) == (12 + 20) * 4
    assert asked(0) == asked(0) != asked(1)
    assert sorted(asked(0)) == sorted(asked(1))


def test_backends_take_turns_with_the_same_puzzles_in_changing_order() -> None:
    batches = list(plan("reference", "sat", "cpsat", batch_puzzles=4).batches())
    turns = [batches[first : first + 3] for first in range(0, len(batches), 3)]
    for turn in turns:
        assert {one.backend for one in turn} == {"reference", "sat", "cpsat"}
        assert len({(one.numbers, one.number) for one in turn}) == 1
    assert len({tuple(one.backend for one in turn) for turn in turns}) > 1


def test_puzzles_on_one_layout_follow_each_other() -> None:
    puzzles = tuple(Puzzle.empty(latin(size)) for size in (3, 2, 3, 4, 2, 3))
    corpus = Corpus("mixed", puzzles, Provenance(""))
    (order,) = RacePlan((corpus,), ("reference",), (FIRST,)).parts(corpus)
    sizes = [puzzles[number].layout.size for number in order]
    assert sorted(order) == list(range(6))
    assert len([size for size, before in zip(sizes, [0, *sizes], strict=False) if size != before]) == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"corpora": ()},
        {"corpora": (small(), small())},
        {"corpora": (Corpus("none", (), Provenance("")),)},
        {"backends": ()},
        {"questions": ()},
        {"questions": (Question(0),)},
        {"questions": (Question(2), UNIQUE)},
        {"modes": ("tepid",)},
        {"settings": RaceSettings(seconds=-1.0)},
        {"settings": RaceSettings(batch_puzzles=0)},
    ],
)
def test_plans_that_are_none(changed: dict[str, object]) -> None:
    whole: dict[str, object] = {"corpora": (small(),), "backends": ("reference",), "questions": (FIRST,)}
    with pytest.raises(ValueError):  # noqa: PT011 - each kind has words of its own
        RacePlan(**{**whole, **changed})  # type: ignore[arg-type]


def test_questions() -> None:
    assert question_named("count").limit == 1000
    for name, limit in (("first", 1), ("unique", 2), ("count:7", 7)):
        assert (question_named(name).limit, Question(limit).name) == (limit, name)
    for name in ("", "second", "first:2", "second:2", "count:0", "count:x", "count:"):
        with pytest.raises(OptionError, match="known: first, unique, count"):
            question_named(name)


def test_where_a_batch_is_resumed_depends_on_what_its_session_had_seen() -> None:
    puzzles = (*[Puzzle.empty(FOUR)] * 4, *[Puzzle.empty(latin(4))] * 3)
    whole = batch("reference", puzzles)
    resumed = {
        (): (0, 0),
        (True, True): (2, 0),
        (True, False, True): (3, 2),  # a session that was not settled ends
        (True, True, True, True): (4, 4),  # on another layout there is another session
        (True, True, True, True, True): (5, 4),
        (False,) * 5: (5, 5),
    }
    for settled, (known, begin) in resumed.items():
        rest = whole.resumed(settled)
        assert (rest.known, rest.begin) == (known, begin)
    cold = batch("reference", puzzles, cold=True).resumed((True, True))
    assert (cold.known, cold.begin) == (2, 2)


def test_a_batch_gives_the_same_results_wherever_it_is_resumed() -> None:
    pytest.importorskip("pysat")
    puzzles = built_in("top95").puzzles[:12]
    whole = batch("sat:minisat22", puzzles, seconds=None)
    results = run_batch(whole).results
    assert [result.puzzle for result in results] == list(range(12))
    assert any(result.conflicts for result in results)

    counts = attrgetter("puzzle", "digest", "conflicts", "decisions", "propagations")
    for known in (1, 5, 11):
        rest = run_batch(pickle.loads(pickle.dumps(whole.resumed([True] * known)))).results
        assert list(map(counts, rest)) == list(map(counts, results[known:]))
    disturbed: list[RaceResult] = []

    def after_each(part: BatchResults) -> None:
        """Ends the racer once, in the middle: the next one asks again what its session had seen."""
        if not disturbed:
            psutil.Process().children()[-1].kill()
        disturbed.extend(part.results)

    end_idle_racers()
    run_batch(whole, after_each)
    assert list(map(counts, disturbed)) == list(map(counts, results))


def test_set_up_is_apart_and_cold_sessions_pay_for_it_each_time() -> None:
    pytest.importorskip("pysat")
    puzzles = built_in("17clue").puzzles[:5]
    warm, cold = (run_batch(batch("sat", puzzles, cold=cold)).results for cold in (False, True))
    assert [result.encode > 0 for result in warm] == [True, False, False, False, False]
    assert all(result.encode > 0 and result.load > 0 for result in cold)
    for result in (*warm, *cold):
        assert (result.found, result.exhausted, result.failure) == (1, True, None)
        assert result.wall > 0
        assert result.cpu > 0
        assert result.peak > 1024


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("name", FAILURES)
def test_what_goes_wrong_costs_the_puzzle_and_no_other(name: str) -> None:
    pytest.importorskip("pysat")
    whole = batch(f"bad:{name}", **limits_for(name), grace_seconds=0.3)
    results: list[RaceResult] = []
    assert not run_batch(whole, lambda part: results.extend(part.results)).results
    assert [result.puzzle for result in results] == [0, 1, 2, 3]
    assert [result.failure for result in results] == [None, FAILURES[name], FAILURES[name], None]
    assert all(result.said for result in results if result.failure)
    if name == "sleeps":  # what a process took is counted though it was ended
        assert results[1].wall > 0.5e9
        assert results[1].peak > 1024


@pytest.mark.usefixtures("bad")
def test_an_answer_that_comes_late_does_not_count() -> None:
    raced = run_batch(batch("bad:late", seconds=0.3))
    assert [result.failure for result in raced.results] == [None, FindingKind.TIMED_OUT, FindingKind.TIMED_OUT, None]
    assert "after its time was over" in str(raced.results[1].said)
    assert raced.results[1].wall > 0.6e9


@pytest.mark.usefixtures("bad")
@pytest.mark.parametrize("cold", [True, False])
def test_a_process_that_dies_between_two_sessions_loses_none(cold: bool) -> None:
    three = latin(3)
    puzzles = (*(Puzzle.from_givens({"A1": value}, three) for value in (1, 2)), PUZZLES[0], PUZZLES[3])
    raced = run_batch(batch("bad:dies-closing", puzzles, seconds=5.0, cold=cold))
    assert [result.failure for result in raced.results] == [None] * 4
    assert [result.puzzle for result in raced.results] == [0, 1, 2, 3]


@pytest.mark.usefixtures("bad")
def test_a_process_that_is_worn_is_asked_nothing_more() -> None:
    for _ in range(2):  # a racer goes on to the next batch
        raced = run_batch(batch("bad:wears", (PUZZLES[1],) * 4, seconds=5.0))
        assert [(result.puzzle, result.failure) for result in raced.results] == [(index, None) for index in range(4)]


@pytest.mark.usefixtures("bad")
def test_what_is_asked_again_may_take_longer_than_its_limit() -> None:
    """A machine that has become slower does not end the session: then the next puzzles would get a new one.

    Known puzzles come to more than the time of one.
    """
    puzzles = (*[PUZZLES[1]] * 3, PUZZLES[0])
    whole = batch("bad:late", puzzles, seconds=0.3, setup_seconds=1.9)
    raced = run_batch(whole.resumed([True] * 3))
    assert [(result.puzzle, result.failure, result.setup) for result in raced.results] == [(3, None, 0)]


def test_every_session_pays_for_its_own_set_up() -> None:
    """Though a session on the same layout was warmed up with before, and in cold mode many were."""
    puzzles = (Puzzle.empty(latin(12)),) * 3
    warm, cold = (run_batch(batch("reference", puzzles, limit=1, cold=cold)).results for cold in (False, True))
    assert all(result.encode > 100_000 for result in (warm[0], *cold))


def test_many_solutions_are_judged_outside_of_the_time_limit() -> None:
    raced = run_batch(batch("reference", (Puzzle.empty(FOUR),) * 2, limit=300))
    assert [(result.found, result.exhausted, result.failure) for result in raced.results] == [(288, True, None)] * 2


@pytest.mark.usefixtures("bad")
def test_a_session_that_never_opens_fails_each_puzzle_of_its_layout_once() -> None:
    puzzles = (*PUZZLES, Puzzle.empty(latin(2)))
    raced = run_batch(batch("bad:never-opens", puzzles, setup_seconds=0.5))
    assert [result.failure for result in raced.results] == [FindingKind.TIMED_OUT] * 5
    assert "no session after 0.5 s" in str(raced.results[0].said)


def test_a_backend_that_does_not_exist_fails_in_its_results() -> None:
    raced = run_batch(batch("nonsense"))
    assert {result.failure for result in raced.results} == {FindingKind.CRASHED}
    assert "nonsense" in str(raced.results[0].said)


def test_a_batch_goes_on_where_idle_racers_are_ended() -> None:
    results: list[RaceResult] = []

    def after_each(part: BatchResults) -> None:
        end_idle_racers()
        results.extend(part.results)

    for _ in range(2):
        run_batch(batch("reference"), after_each)
    assert [result.puzzle for result in results] == [0, 1, 2, 3] * 2
    assert not any(result.failure for result in results)


def test_a_race_that_is_over_asks_nothing_more() -> None:
    over = Event()
    over.set()
    assert run_batch(batch("reference"), over=over).results == []


@pytest.mark.usefixtures("bad")
def test_claims_that_others_refute_disqualify(path: Path) -> None:
    names = ("bad:says-none", "reference", "bad:says-unique", "bad:garbage")
    run_of(path, plan(*names, corpora=(Corpus("tricky", PUZZLES, Provenance("some")),)))
    by = {summary.entry.backend: summary for summary in summaries_in(path)}
    claims = {name: [str(one.said) for one in by[name].errors if one.failure is FindingKind.WRONG] for name in by}
    assert claims["reference"] == claims["bad:garbage"] == []
    assert [claim.partition(",")[0] for claim in claims["bad:says-none"]] == ["says that there is no solution"] * 2
    assert claims["bad:says-unique"][0] == "claims that its solution is the only one, but reference found 2"
    assert [by[name].wrong for name in by] == [2, 0, 2, 2]
    assert [by[name].settled for name in by] == [2, 4, 2, 2]
    (contest,) = contests(list(by.values()))
    assert contest.summaries[0].entry.backend == "reference"
    assert by["bad:says-none"].disqualified


def test_an_answer_in_time_without_a_claim_is_an_outcome_of_its_own(path: Path) -> None:
    limit, second = 2.0, 10**9
    one = Result(solve(PUZZLES[0], "reference").solutions, exhausted=False)

    def outcome(answer: Result | Exception, wall: int, seconds: float | None = limit, setup: float = 0) -> RaceResult:
        answer = replace(answer, statistics={"load_seconds": setup}) if isinstance(answer, Result) else answer
        return judged(answer, PUZZLES[0], RaceResult(0, wall=wall, cpu=wall), batch("reference"), seconds)

    assert outcome(one, second // 10).in_time
    assert outcome(one, second * 100, None).in_time
    assert not outcome(one, 2 * second).in_time
    assert not outcome(one, 2 * second, setup=1.9).in_time  # loading took its time too

    results = [outcome(one, second // 10), outcome(Unsupported("no"), 1), outcome(one, 2 * second)]
    with new_run(path, plan(corpora=(Corpus("three", PUZZLES[:3], Provenance("three")),))) as recording:
        for number, result in enumerate(results):
            recording.add(next(recording.plan.batches()), [replace(result, puzzle=number)], {})
    (summary,) = summaries_in(path)
    assert (summary.count, sorted(map(str, summary.outcomes.elements()))) == (3, ["declined", "no claim", "open"])
    (contest,) = contests([summary])
    (cells,) = contest.table.rows
    assert cells[-1] == "1 open, 1 no claim, 1 declined"
    assert "median" not in contest.table.shown.headings  # not "> 2 s"
    table = overview([contest], ["reference"])
    assert table.headings == ["backend", "three (3)"]
    assert "1 no claim, 1 declined" in table.rows[0][1]


def test_a_layout_that_is_declined_is_no_failure() -> None:
    killer = built_in("killers").puzzles[0]
    (result,) = run_batch(batch("sat:encoding=reduced", (killer,))).results
    assert (result.failure, result.found, result.exhausted) == (None, 0, False)
    assert str(result.said).startswith("declined: sat:cadical195:encoding=reduced takes no sums, but the layout ")
    assert not result.is_settled(2)


def test_the_set_of_solutions_has_a_number() -> None:
    assert digest_of([]) == 0
    assert digest_of([(1, 2), (2, 1)]) == digest_of([(2, 1), (1, 2)]) != digest_of([(1, 2)])
    assert all(-(1 << 63) <= digest_of([(value,)]) < 1 << 63 for value in range(100))


@pytest.mark.parametrize("name", built_in_corpora())
def test_built_in_corpora_say_what_they_are(name: str) -> None:
    corpus = built_in(name)
    assert len(corpus.puzzles) >= 18
    assert all((corpus.about.what, corpus.about.bias, corpus.about.source))
    assert len(set(corpus.puzzles)) >= len(corpus.puzzles) - 1  # easy50 holds one twice


def test_samples_are_spread_over_a_corpus() -> None:
    corpus = built_in("17clue")
    assert corpus.sample(None) is corpus.sample(500) is corpus
    sample = corpus.sample(20)
    assert sample.puzzles == corpus.puzzles[::10]
    assert "here 20 of them" in sample.about.what
    assert sample.digest != corpus.digest


def test_generated_corpora_are_the_same_each_time() -> None:
    grids = growing_grids()
    assert (latin_transition(), graph_colorings(), growing_grids()) == (latin_transition(), graph_colorings(), grids)
    shares = {len(puzzle.givens) / puzzle.layout.cell_count for puzzle in grids}
    assert max(shares) - min(shares) < 0.04


def test_drawn_corpora_are_what_they_say() -> None:
    """Unique and minimal, as far as they are drawn; jigsaws with and without a grid."""
    for name in ("diagonal", "windoku", "pencil-mark"):
        puzzle = built_in(name).puzzles[-1]
        every = puzzle.layout.all_values
        assert solve(puzzle, "reference", 2).unique
        for cell, mask in enumerate(puzzle.candidates):
            wider = Puzzle(puzzle.layout, (*puzzle.candidates[:cell], every, *puzzle.candidates[cell + 1 :]))
            assert mask == every or not solve(wider, "reference", 2).unique
    for puzzle in built_in("jigsaw-solvable").puzzles[:3]:
        assert puzzle.layout == jigsaw(puzzle.layout.name.partition(":")[2])
        assert is_solution(solve(puzzle, "sat").solutions[0], puzzle)


def test_results_do_not_depend_on_the_size_of_batches_for_solvers_that_learn_nothing(path: Path) -> None:
    for count in (3, 50):
        run_of(path, plan("reference", batch_puzzles=count))
    one, two = ([[(*row[:1], *row[2:]) for row in entry] for entry in rows(path, run)] for run in (1, 2))
    assert one == two
