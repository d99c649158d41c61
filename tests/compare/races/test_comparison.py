"""Tables that compare the backends of a race, on made-up times; and races of shuffles and repetitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from raced import path as path
from raced import plan, run_of, small

from unitdoku import Puzzle, count, solve
from unitdoku.compare.corpora.corpus import Corpus, built_in
from unitdoku.compare.cross_check.finding import FindingKind
from unitdoku.compare.races.columns import RaceResult
from unitdoku.compare.races.plan import UNIQUE, RaceEntry
from unitdoku.compare.races.reading import ResultsFile, StoredRun
from unitdoku.compare.races.summary import Summary, backend_factors, rows
from unitdoku.compare.races.tables import Contest
from unitdoku.reference.contract.errors import Unsupported

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")

from unitdoku.compare.races.comparison import comparison, factors  # noqa: E402

TWENTY = built_in("top95").sample(20)
LIMIT = 10.0

Seconds = Callable[[int, int, int], float]
"""The time of a puzzle, a shuffle and a repetition; `LIMIT` for one that was not solved."""


def summary(backend: str, seconds: Seconds, corpus: Corpus = TWENTY, mode: str = "warm", **changed: Any) -> Summary:
    found = []
    for time, shuffle, origin in product(range(corpus.times), range(corpus.shuffles), range(corpus.count)):
        took = seconds(origin, shuffle, time)
        number = origin + corpus.count * (shuffle + corpus.shuffles * time)
        found.append(RaceResult(number, found=1, exhausted=took < LIMIT, wall=round(1e9 * took)))
    found[3] = replace(found[3], **changed)
    return Summary(RaceEntry(0, corpus, UNIQUE, mode, backend), LIMIT, found)


def run_with(*summaries: Summary, raced: Sequence[dict[str, object]] = ({"jobs": 1},)) -> StoredRun:
    what = plan(*{one.entry.backend for one in summaries}, corpora=(summaries[0].entry.corpus,))
    return StoredRun(1, "", "", {"raced": raced}, 0, what, what.entries)


def table_of(*summaries: Summary, **raced: Any) -> dict[str, dict[str, str]]:
    table = comparison(run_with(*summaries, **raced), Contest(list(summaries))).shown
    return {row[0]: dict(zip(table.headings, row, strict=True)) for row in table.rows}


def hardness(origin: int) -> float:
    return float(0.001 * 1.1**origin)


def test_a_ratio_has_its_interval_and_the_verdict() -> None:
    noise = np.random.default_rng(1).normal(0, 0.05, 40)
    found = table_of(
        summary("native", lambda origin, *_: hardness(origin)),
        summary("reference", lambda origin, *_: hardness(origin) * 2 * np.exp(noise[origin])),
        summary("cpsat", lambda origin, *_: hardness(origin) * np.exp(noise[origin + 20])),
    )
    assert list(found) == ["native", "reference", "cpsat", "virtual best"]
    assert found["reference"]["times as long"].startswith(("1.9", "2.0"))
    assert [found[name]["so it is"] for name in ("reference", "cpsat")] == ["slower", "equal"]
    assert found["virtual best"]["mean"] != found["native"]["mean"]
    assert "shuffles" not in found["native"]


def test_times_at_the_limit_count_as_the_limit_and_as_twice_the_limit() -> None:
    found = table_of(
        summary("native", lambda origin, *_: 1.0 + 0.01 * origin),
        summary("reference", lambda origin, *_: LIMIT if origin < 10 else 2.0),
    )
    assert found["reference"]["mean"].startswith("6.00 s")
    assert found["reference"]["PAR-2"].startswith("11.0 s")
    assert found["native"]["PAR-2"] == "-"


def test_images_and_repetitions_of_a_puzzle_are_one_item() -> None:
    corpus = TWENTY.repeated(shuffles=3, times=2)
    mine = summary("native", lambda origin, shuffle, time: hardness(origin) * 4**shuffle * 2**time, corpus)
    found = table_of(mine, summary("cpsat", lambda *_: 0.1, corpus))
    assert found["native"]["shuffles"] == "16.0, most 16.0"
    assert found["native"]["repetitions"] == "2.00, most 2.00"
    assert found["cpsat"]["shuffles"] == found["cpsat"]["repetitions"] == "1.00, most 1.00"
    expected = np.exp(np.mean([np.log(0.1 / hardness(origin) / 4 / 2**0.5) for origin in range(20)]))
    assert float(found["cpsat"]["times as long"].split()[0]) == pytest.approx(expected, rel=0.01)


def test_a_wrong_answer_leaves_a_backend_out_of_all_and_names_it() -> None:
    wrong = summary("cpsat", lambda *_: 1e-6, failure=FindingKind.WRONG)
    right = summary("native", lambda origin, *_: hardness(origin))
    table = comparison(run_with(right, wrong), Contest([right, wrong]))
    assert [row[0] for row in table.rows] == ["native", "virtual best"]
    assert "cpsat" in table.about
    assert factors(run_with(right, wrong), [right, wrong]).rows == []


def test_a_run_that_was_interrupted_compares_the_puzzles_that_have_all_their_times() -> None:
    corpus = TWENTY.repeated(shuffles=2)
    whole, other = (summary(name, lambda *_: 0.1, corpus) for name in ("native", "cpsat"))
    begun = Summary(other.entry, LIMIT, other.results[:30])
    assert set(table_of(whole, begun)) == {"native", "cpsat", "virtual best"}
    begun = Summary(other.entry, LIMIT, other.results[:20])
    assert table_of(whole, begun) == table_of(begun) == {}
    assert factors(run_with(whole, begun), [whole, begun]).rows == []


def test_a_backend_that_declines_all_puzzles_is_not_compared() -> None:
    declining = summary("cover:xcover", lambda *_: LIMIT)
    for one in declining.results:
        one.said = "declined: no sums"
    declining = Summary(declining.entry, LIMIT, declining.results)
    assert list(table_of(summary("native", lambda *_: 0.1), declining)) == ["native", "virtual best"]


@pytest.mark.parametrize(
    ("changed", "raced", "reason"),
    [
        ({"machine": 1}, ({"jobs": 1},), "machines"),
        ({}, ({"jobs": 1, "ortools": "9.15"}, {"jobs": 2, "ortools": "9.16"}), "versions"),
    ],
)
def test_what_cannot_be_compared_is_not(changed: dict[str, Any], raced: Any, reason: str) -> None:
    both = summary("native", lambda *_: 0.1), summary("cpsat", lambda *_: 0.2, **changed)
    table = comparison(run_with(*both, raced=raced), Contest(list(both)))
    assert (table.rows, reason in table.about) == ([], True)
    same = [{"jobs": 1, "ortools": "9.15"}, {"jobs": 2, "ortools": "9.15"}]
    assert table_of(summary("native", lambda *_: 0.1), raced=same)


def test_factors_are_compared_where_all_else_is_equal() -> None:
    names = [
        "sat:minisat22",
        "sat:minisat22:encoding=minimal",
        "sat:glucose4",
        "cpsat",
        "smt:z3",
        "smt:z3:encoding=int",
    ]
    summaries = [summary(name, lambda origin, *_, at=at: hardness(origin) * 2**at) for at, name in enumerate(names)]
    summaries.append(summary(names[2], lambda origin, *_: hardness(origin), mode="cold"))
    found = {(row[0], row[1]): row[-1] for row in factors(run_with(*summaries), summaries).rows}
    assert found == {
        ("encoding", "extended / minimal"): "slower",
        ("encoding", "default / int"): "slower",
        ("solver", "minisat22 / glucose4"): "slower",
        ("mode", "warm / cold"): "faster",
    }


def test_what_names_say_of_backends() -> None:
    reduced = backend_factors("sat:minisat22:encoding=reduced:mode=stable")
    assert (reduced.family, reduced.solver, reduced.options) == ("sat", "minisat22", {"mode": "stable"})
    assert reduced.settings["at-most-one"] == "pairwise"
    puzzle, empty = TWENTY.puzzles[0], Puzzle.empty(TWENTY.puzzles[0].layout)
    assert reduced.size(puzzle).clauses < reduced.size(empty).clauses  # type: ignore[union-attr]
    assert backend_factors("dimacs:cadical -q").size(puzzle) == backend_factors("sat").size(empty)
    assert backend_factors("portfolio:native,sat:encoding=minimal").settings == {}
    assert backend_factors("mine").size(puzzle) is None
    # Exports ask for the size also where the backend declined the puzzle.
    assert reduced.size(built_in("killers").puzzles[0]) is None


def test_shuffles_are_other_puzzles_with_as_many_solutions() -> None:
    corpus = built_in("diagonal").sample(4).repeated(shuffles=3, times=2, seed=5)
    assert (len(corpus.puzzles), corpus.count) == (24, 4)
    assert corpus.puzzles[:12] == corpus.puzzles[12:]
    assert corpus.puzzles[:4] == built_in("diagonal").sample(4).puzzles
    for number, puzzle in enumerate(corpus.puzzles[4:12], start=4):
        first = corpus.puzzles[number % 4]
        assert puzzle != first
        assert puzzle.layout == first.layout
        assert len(puzzle.givens) == len(first.givens)
        assert solve(puzzle, "native", limit=2).unique == solve(first, "native", limit=2).unique
    assert corpus.digest == built_in("diagonal").sample(4).repeated(3, 2, seed=5).digest
    assert corpus.digest != built_in("diagonal").sample(4).repeated(3, 2, seed=6).digest
    with pytest.raises(Unsupported, match="sums"):
        built_in("killers").repeated(shuffles=2)
    assert count(built_in("killers").repeated(times=2).puzzles[-1], limit=2).solutions == 1


def test_a_session_never_gets_two_shuffles_of_a_puzzle() -> None:
    corpus = small().repeated(shuffles=3, times=2)
    batches = list(plan(corpora=(corpus,), batch_puzzles=5).batches())
    assert sorted(number for batch in batches for number in batch.numbers) == list(range(len(corpus.puzzles)))
    for batch in batches:
        assert len({number % corpus.count for number in batch.numbers}) == len(batch.numbers)


def test_rows_say_which_shuffle_a_puzzle_is_and_what_the_backend_is_made_of(path: Path) -> None:
    pytest.importorskip("pysat")
    corpus = built_in("easy50").sample(2).repeated(shuffles=2, times=2)
    run_of(path, plan("sat:minisat22:encoding=minimal", corpora=(corpus,), modes=("warm", "cold")))
    with ResultsFile(path) as results:
        run = results.run()
        assert run.plan.corpora[0] == corpus
        found = list(rows(results, run))
    numbers = [(row["repetition"], row["image"], row["origin"]) for row in found[:8]]
    assert numbers == [*product((0, 1), repeat=3)]
    first = found[0]
    assert [first[of] for of in ("family", "solver", "encoding", "options")] == ["sat", "minisat22", "minimal", ""]
    assert first["variables"] == 729
    assert first["givens"] == len(corpus.puzzles[0].givens)
    assert first["level"] in (1, 2, 3)
